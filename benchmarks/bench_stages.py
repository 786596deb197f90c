"""Where the time goes: each stage alone over one evidence, beside a copy of its bytes as the floor of all floors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sidecar
from benchmarks import data
from benchmarks.bench_engine import request_of
from sidecar import tables
from sidecar.measure.timing import Measure, least, measure
from sidecar.model import OffsetUnit
from sidecar.tables import SourceIndex

COLUMNS = ("stage", "evidence bytes", "us", "MB/s")
_CALLS = 8


@dataclass(frozen=True, slots=True)
class StageRow:
    """CPU seconds of one stage over the whole evidence."""

    stage: str
    evidence_bytes: int
    seconds: float


def run(words: int, blocks: int, rounds: int) -> list[StageRow]:
    """The stages over one evidence, with a grounded answer where one is compared."""
    case = data.case(words, blocks, "grounded")
    text = "\n".join(case.blocks)
    copied = text.encode()
    request = request_of(case)
    index = SourceIndex(request.sources, OffsetUnit.UTF8_BYTES)
    stages: dict[str, Callable[[object], object]] = {
        "copy (memcpy)": lambda _: bytearray(copied),
        "tokenize": lambda _: tables.tokenize(text),
        "segments": lambda _: tables.segments(text, source=True),
        "tokenize + quantities": lambda _: tables.quantity_rows(text),
        "index (all of these)": lambda _: SourceIndex(request.sources, OffsetUnit.UTF8_BYTES),
        "compare": lambda _: index.compare(
            case.answer, "", offset_unit=OffsetUnit.UTF8_BYTES, marker_base=1, marker_kind=1
        ),
        "verify (whole)": lambda _: sidecar.verify(request),
    }
    best = least([_measured(work) for work in stages.values()], rounds)
    return [StageRow(name, case.byte_count, seconds) for name, seconds in zip(stages, best, strict=True)]


def _measured(work: Callable[[object], object]) -> Measure:
    return lambda: measure(work, (None,) * _CALLS)


def cells(row: StageRow) -> Sequence[str]:
    """The row for a table."""
    return (
        row.stage,
        str(row.evidence_bytes),
        f"{row.seconds * 1e6:.1f}",
        f"{row.evidence_bytes / row.seconds / 1e6:.0f}",
    )
