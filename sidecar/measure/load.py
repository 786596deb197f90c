"""How one thing bears a load: calls by a number of callers for a given time, and what each verification has cost."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from sidecar.measure.timing import quantile

LEAST_CALLS = 3
"""Calls of each caller in a round, however short the round is."""


@dataclass(frozen=True, slots=True)
class Load:
    """The best of the rounds, each figure by itself. Times are those of a call, CPU that of one verification.

    `calls` of all rounds together. `cpu_seconds` is of the server's processes, or of the engine's thread;
    `client_cpu_seconds` of the callers' process, None where nothing is called.
    """

    calls: int
    items_per_second: float
    p50_seconds: float
    p99_seconds: float
    cpu_seconds: float
    client_cpu_seconds: float | None

    @property
    def items_per_core_second(self) -> float:
        """Verifications that one core's whole time is enough for."""
        return 1.0 / self.cpu_seconds


@dataclass(frozen=True, slots=True)
class Target:
    """What is called: by each of these callers in turns of its own, `items` verifications a call, at the cost of `cpu`.

    `cpu` reads a clock of CPU seconds. `client`: whether the callers' own CPU is apart from it.
    """

    callers: Sequence[Callable[[], object]]
    items: int
    cpu: Callable[[], float]
    client: bool


def compare(targets: Sequence[Target], seconds: float, rounds: int) -> list[Load]:
    """Loads each target for `seconds` in all, in `rounds` turns."""
    loads: list[list[Load]] = [[] for _ in targets]
    for target in targets:  # the first calls open connections, start threads and fill caches
        _round(target, 0.0)
    for _ in range(rounds):
        for target, kept in zip(targets, loads, strict=True):
            kept.append(_round(target, seconds / rounds))
    return [_best(kept) for kept in loads]


def _round(target: Target, seconds: float) -> Load:
    client_before, before, start = time.process_time(), target.cpu(), time.perf_counter()
    end = start + seconds
    if len(target.callers) == 1:
        times = _until(target.callers[0], end)
    else:
        with ThreadPoolExecutor(len(target.callers)) as pool:
            times = [one for some in pool.map(lambda call: _until(call, end), target.callers) for one in some]
    wall, cpu, client = time.perf_counter() - start, target.cpu() - before, time.process_time() - client_before
    items = len(times) * target.items
    times.sort()
    return Load(
        len(times),
        items / wall,
        quantile(times, 0.5),
        quantile(times, 0.99),
        cpu / items,
        client / items if target.client else None,
    )


def _until(call: Callable[[], object], end: float) -> list[float]:
    """Seconds of each call."""
    times: list[float] = []
    now = time.perf_counter()
    while now < end or len(times) < LEAST_CALLS:
        call()
        before, now = now, time.perf_counter()
        times.append(now - before)
    return times


def _best(rounds: Sequence[Load]) -> Load:
    client = min(math.inf if load.client_cpu_seconds is None else load.client_cpu_seconds for load in rounds)
    return Load(
        sum(load.calls for load in rounds),
        max(load.items_per_second for load in rounds),
        min(load.p50_seconds for load in rounds),
        min(load.p99_seconds for load in rounds),
        min(load.cpu_seconds for load in rounds),
        None if client == math.inf else client,
    )
