"""What hosts call."""
