"""The readers, one file each."""
