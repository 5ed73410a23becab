"""Proposal to verdict: one gate a file, and the chain that alone can approve."""
