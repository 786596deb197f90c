"""A few of the campaign's drains, and that a loss would be seen."""

from __future__ import annotations

from benchmarks.drain import GRACE_SECONDS, Run, drain_once


def test_a_drain_under_load_loses_no_call() -> None:
    for workers in (1, 2):
        run = drain_once(workers, 0.2)
        assert run.fault == ""
        assert run.refused > 0


def test_each_way_to_fail_is_told() -> None:
    assert Run(1, answered=3, status=0).fault == ""
    assert "lost" in Run(1, answered=3, status=0, lost=("a",)).fault
    assert "not answered" in Run(1, answered=3, status=0, spoiled=1).fault
    assert "status" in Run(1, answered=3, status=1).fault
    assert "status" in Run(1, answered=3).fault
    assert "took" in Run(1, answered=3, status=0, drain_seconds=GRACE_SECONDS + 1).fault
    assert "no load" in Run(1, status=0).fault
