"""Tests of noticing."""
