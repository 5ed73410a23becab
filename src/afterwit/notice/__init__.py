"""Events → what deserves a look: pure functions, one detector a file."""
