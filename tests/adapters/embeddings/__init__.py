"""Tests of what turns texts into vectors."""
