"""Approved proposals to disk: skills, lessons, memory and notes, each change a version."""
