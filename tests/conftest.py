"""Fixtures for all tests."""

from tests.machine import machine
from tests.postgres import postgres_server, postgres_url

__all__ = ["machine", "postgres_server", "postgres_url"]
