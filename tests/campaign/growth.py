"""What the processes of a server hold over time, and how fast it grows."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_PAGE_BYTES = os.sysconf("SC_PAGESIZE")


@dataclass(frozen=True, slots=True)
class Sample:
    """One process at one moment. `resident_bytes` counts shared pages too; `seconds` is of any monotonic clock."""

    pid: int
    seconds: float
    resident_bytes: int
    threads: int


def sample(pid: int, seconds: float) -> Sample | None:
    """What this process holds now; None where it is gone."""
    proc = Path(f"/proc/{pid}")
    try:
        resident = int((proc / "statm").read_text("ascii").split()[1]) * _PAGE_BYTES
        return Sample(pid, seconds, resident, len(os.listdir(proc / "task")))
    except (FileNotFoundError, ProcessLookupError):
        return None


class Watched:
    """The samples of processes that come and go; of each, those of its first `warm_seconds` are left out."""

    def __init__(self, warm_seconds: float) -> None:
        """Nothing seen yet."""
        self._warm_seconds = warm_seconds
        self._born: dict[int, float] = {}
        self._samples: dict[int, list[Sample]] = {}

    def look(self, pids: Iterable[int], seconds: float) -> None:
        """Takes a sample of each process."""
        for pid in pids:
            seen = sample(pid, seconds)
            if seen is None:
                continue
            born = self._born.setdefault(pid, seconds)
            if seconds - born >= self._warm_seconds:
                self._samples.setdefault(pid, []).append(seen)

    def youngest(self) -> int:
        """The process that was seen for the first time last."""
        return max(self._born, key=lambda pid: self._born[pid])

    def lines(self) -> list[list[Sample]]:
        """The samples of each process in order."""
        return list(self._samples.values())


def bytes_per_minute(lines: Iterable[Sequence[Sample]]) -> float:
    """How fast one process grows: the slope of least squares that all processes share, each from a height of its own.

    A process that takes the place of another begins lower; that is no shrinking, and its warming up no growth.
    """
    above = below = 0.0
    for line in lines:
        mean_seconds = sum(one.seconds for one in line) / len(line)
        mean_bytes = sum(one.resident_bytes for one in line) / len(line)
        above += sum((one.seconds - mean_seconds) * (one.resident_bytes - mean_bytes) for one in line)
        below += sum((one.seconds - mean_seconds) ** 2 for one in line)
    return 60 * above / below if below else 0.0


def gained(values: Sequence[int]) -> int:
    """How much higher the second half of some values goes than the first half did."""
    half = len(values) // 2
    return max(values[half:]) - max(values[:half]) if half else 0
