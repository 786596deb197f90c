"""Clocks, and the least of several measurements.

Machines that measure are seldom alone: other processes slow each single run, and never speed one up. So everything here
is CPU time, the things that are compared take turns, and the least of the rounds counts.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

Measure = Callable[[], float]
"""One measurement: CPU seconds for one piece of work."""

T = TypeVar("T")


def measure(work: Callable[[T], object], inputs: Sequence[T]) -> float:
    """The least CPU seconds of this thread for one of `inputs`, each used once, all ready before the clock starts."""
    best = math.inf
    for one in inputs:
        start = time.thread_time_ns()
        work(one)
        best = min(best, time.thread_time_ns() - start)
    return best / 1e9


def least(measures: Sequence[Measure], rounds: int) -> list[float]:
    """The least of `rounds` measurements of each, taken in turn."""
    if rounds < 1:
        raise ValueError(f"{rounds} rounds; at least 1 is needed")
    best = [math.inf] * len(measures)
    for _ in range(rounds):
        for place, one in enumerate(measures):
            gc.collect()
            best[place] = min(best[place], one())
    return best


def quantile(sorted_values: Sequence[float], share: float) -> float:
    """The least value that at least `share` of the values do not exceed."""
    if not sorted_values:
        raise ValueError("no values")
    return sorted_values[max(0, math.ceil(share * len(sorted_values)) - 1)]
