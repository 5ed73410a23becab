"""Measurements, in one run, as ratios against a peer or a limit: `make bench` writes docs/benchmarks.md."""
