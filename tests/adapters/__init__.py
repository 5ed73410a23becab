"""Tests of the ports made real."""
