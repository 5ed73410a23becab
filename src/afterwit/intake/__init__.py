"""Transcript → events: one reader a host, found by content; stable ids; ok or failed decided once."""
