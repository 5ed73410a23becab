"""The journeys."""
