"""Measurements that a fresh clone can repeat: `python -m benchmarks`."""
