"""From a transcript to events."""
