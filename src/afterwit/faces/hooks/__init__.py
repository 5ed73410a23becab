"""What agent hosts call at their events."""
