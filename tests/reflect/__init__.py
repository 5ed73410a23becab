"""Tests of reflecting."""
