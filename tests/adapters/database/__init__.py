"""Tests of the database, on real SQLite and real PostgreSQL."""
