"""The benchmark of health checks, briefly: that it measures both servers while they are busy."""

from __future__ import annotations

from benchmarks.health import measure


def test_both_servers_are_measured_while_they_are_busy() -> None:
    for median, last in measure(callers=2, checks=5, rounds=1):
        assert 0 < median <= last
