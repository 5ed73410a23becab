"""Fixtures for all tests, and how many examples each property is tried on."""

import os

from hypothesis import settings

from tests.machine import machine
from tests.postgres import postgres_server, postgres_url

__all__ = ["machine", "postgres_server", "postgres_url"]

settings.register_profile("quick", max_examples=8, deadline=None)
settings.register_profile("deep", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
