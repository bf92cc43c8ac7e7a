"""Benchmarks beside their references: `make bench`."""
