"""The least of rounds in turn, quantiles, the clock of another process, tables. No absolute times."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sidecar.measure import servers, table, timing


def test_least_takes_turns_and_the_least() -> None:
    order: list[str] = []
    given = {"a": [3.0, 1.0, 2.0], "b": [5.0, 6.0, 4.0]}

    def measured(name: str) -> timing.Measure:
        def one() -> float:
            order.append(name)
            return given[name][order.count(name) - 1]

        return one

    assert timing.least([measured("a"), measured("b")], 3) == [1.0, 4.0]
    assert order == ["a", "b", "a", "b", "a", "b"]
    with pytest.raises(ValueError, match="at least 1"):
        timing.least([], 0)


def test_measure_uses_each_input_once() -> None:
    used: list[int] = []
    assert timing.measure(used.append, [1, 2, 3]) >= 0.0
    assert used == [1, 2, 3]


@pytest.mark.parametrize(("share", "expected"), [(0.5, 5.0), (0.99, 10.0), (0.9, 9.0), (0.01, 1.0)])
def test_quantile(share: float, expected: float) -> None:
    assert timing.quantile([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0], share) == expected


def test_cpu_of_another_process() -> None:
    before = servers.process_cpu_seconds(os.getpid())
    sum(range(100_000))
    assert servers.process_cpu_seconds(os.getpid()) > before
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    with pytest.raises(OSError, match="Invalid argument"):
        servers.process_cpu_seconds(ended.pid)


def test_table() -> None:
    assert table.render(("what", "us"), (("copy", "7"), ("index", "1200"))) == (
        "| what  |   us |\n| ----- | ---: |\n| copy  |    7 |\n| index | 1200 |"
    )
    with pytest.raises(ValueError, match="1 cells, there are 2"):
        table.render(("what", "us"), (("copy",),))
