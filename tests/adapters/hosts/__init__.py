"""Tests of the hosts that Afterwit can be set up in."""
