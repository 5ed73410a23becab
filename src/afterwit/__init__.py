"""Afterwit: what finished agent sessions taught, kept for the next one."""

__version__ = "0.1.0"
