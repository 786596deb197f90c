"""`sidecar.verify` to a finished report against llmware's four checks, on the same texts, in turn, in one process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sidecar
from benchmarks import data, rival
from benchmarks.data import Case
from sidecar.errors import BenchmarkError
from sidecar.measure.timing import Measure, least, measure
from sidecar.model import QuantityStatus

FLOORS = {1_000: 150.0, 4_000: 300.0, 16_000: 500.0}
"""By words of evidence: how many times faster than the rival we promise to be."""

# One measurement is the mean over so many calls, so that what only some of them pay (collecting garbage) is in it.
_CALLS = {1_000: 16, 4_000: 8}
_LEAST_CALLS = 4


@dataclass(frozen=True, slots=True)
class EngineRow:
    """CPU seconds a verification; those of the rival and the ratio are None where it is not installed."""

    words: int
    blocks: int
    answer: str
    evidence_bytes: int
    sidecar_seconds: float
    rival_seconds: float | None
    ratio: float | None
    floor: float | None

    @property
    def below_floor(self) -> bool:
        """Whether the promise is broken here."""
        return self.ratio is not None and self.floor is not None and self.ratio < self.floor


COLUMNS = ("words", "blocks", "answer", "evidence bytes", "sidecar us", "MB/s", "llmware ms", "times faster", "floor")


def run(shapes: Sequence[tuple[int, int]], rounds: int, opponent: rival.Rival | None) -> list[EngineRow]:
    """A row for each shape and kind of answer. Raises BenchmarkError where a result is not what the case says."""
    return [
        _row(data.case(words, blocks, kind), rounds, opponent) for words, blocks in shapes for kind in data.ANSWER_KINDS
    ]


def cells(row: EngineRow) -> tuple[str, ...]:
    """The row for a table."""
    return (
        str(row.words),
        str(row.blocks),
        row.answer,
        str(row.evidence_bytes),
        f"{row.sidecar_seconds * 1e6:.0f}",
        f"{row.evidence_bytes / row.sidecar_seconds / 1e6:.1f}",
        f"{row.rival_seconds * 1e3:.1f}" if row.rival_seconds is not None else "",
        f"{row.ratio:.0f}" if row.ratio is not None else "",
        ("" if row.floor is None else f"{row.floor:.0f}") + (" MISSED" if row.below_floor else ""),
    )


def request_of(case: Case) -> sidecar.Request:
    """A request in texts of its own: nothing that an earlier call left in a text can help a later one."""
    sources = tuple(
        sidecar.Source(str(page), _copy(block), page=page, title="reference")
        for page, block in enumerate(case.blocks, 1)
    )
    return sidecar.Request(_copy(case.answer), sources)


def _copy(text: str) -> str:
    return text.encode().decode()


def check(case: Case, report: sidecar.Report) -> None:
    """Raises BenchmarkError unless exactly the numbers that stand in the evidence are supported."""
    statuses = [row.status for row in report.quantities if row.value.isdigit() and "," in row.text]
    supported = statuses.count(QuantityStatus.SUPPORTED)
    expected = sidecar.Outcome.PASS if case.confirmed == case.numbers else sidecar.Outcome.FAIL
    if len(statuses) != case.numbers or supported != case.confirmed or report.outcome != expected:
        raise BenchmarkError(
            f"{case.name}: {supported} of {len(statuses)} numbers supported, outcome {report.outcome.name}; "
            f"{case.confirmed} of {case.numbers} stand in the evidence"
        )


def _row(case: Case, rounds: int, opponent: rival.Rival | None) -> EngineRow:
    check(case, sidecar.verify(request_of(case)))
    calls = _CALLS.get(case.word_count, _LEAST_CALLS)
    measures: list[Measure] = [lambda: measure(sidecar.verify, [request_of(case) for _ in range(calls)])]
    if opponent is not None:
        other = opponent
        rival.check(case, other.run(rival.response_of(case)))
        measures.append(lambda: measure(other.run, [rival.response_of(case)]))
    best = least(measures, rounds)
    rival_seconds = best[1] if opponent is not None else None
    return EngineRow(
        case.word_count,
        len(case.blocks),
        case.kind,
        case.byte_count,
        best[0],
        rival_seconds,
        None if rival_seconds is None else rival_seconds / best[0],
        FLOORS.get(case.word_count),
    )
