"""The clock of the server's start."""

from __future__ import annotations

from benchmarks.start import measure


def test_a_start_takes_longer_until_the_first_answer_than_until_ready() -> None:
    for row in measure(rounds=1):
        ready_wall, ready_cpu, answered_wall, answered_cpu = row
        assert 0 < ready_wall < answered_wall
        assert 0 < ready_cpu < answered_cpu
