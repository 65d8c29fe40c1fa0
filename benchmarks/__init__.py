"""Benchmarks on directories of one's own; run with `make bench DIRS="..."`."""
