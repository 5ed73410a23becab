"""From what was approved to what is on disk."""
