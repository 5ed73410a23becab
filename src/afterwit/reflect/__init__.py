"""What was noticed → proposals with evidence."""
