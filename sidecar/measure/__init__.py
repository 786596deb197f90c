"""Throughput and latency of this machine: what `verify-sidecar bench` prints and `benchmarks/` builds on."""
