"""The nouns. Pure values: no I/O, nothing of ours imported but config and errors."""
