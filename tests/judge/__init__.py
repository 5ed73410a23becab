"""The gates and their chain."""
