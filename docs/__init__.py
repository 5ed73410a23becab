"""The documentation, part of it made from the code."""
