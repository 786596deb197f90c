"""Judgements turned into the rows of a report, in the caller's offset unit."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar import tables
from sidecar.checks.citations import CitationJudgement
from sidecar.columns import Columns, Note
from sidecar.model import (
    Citation,
    Claim,
    Finding,
    NearestQuantity,
    Quantity,
    QuantityStatus,
    Quote,
    Span,
)

_HELD = frozenset({QuantityStatus.SUPPORTED, QuantityStatus.ROUNDED, QuantityStatus.CONVERTED})
_make_claim, _make_quantity = tables.builder(Claim), tables.builder(Quantity)
_make_citation, _make_finding = tables.builder(Citation), tables.builder(Finding)
_make_quote, _make_nearest = tables.builder(Quote), tables.builder(NearestQuantity)


def claims(columns: Columns, marker_rows: list[CitationJudgement]) -> tuple[Claim, ...]:
    """One row for every segment of the answer."""
    citation_indexes: dict[int, list[int]] = {}
    for number, row in enumerate(marker_rows):
        for covered in row.covers():
            citation_indexes.setdefault(covered, []).append(number)
    answer = columns.comparison.answer
    out = []
    for number, (segment, kind, judgement) in enumerate(
        zip(columns.comparison.segments, columns.kinds, columns.claims, strict=True)
    ):
        start, end = segment.start, segment.end
        out.append(
            _make_claim(
                answer.span(start, end),
                answer.text(start, end),
                kind,
                judgement.verdict,
                judgement.reason_id,
                tuple(citation_indexes.get(number, ())),
                judgement.refs,
                judgement.ratio,
                judgement.score,
            )
        )
    return tuple(out)


def quantities(columns: Columns) -> tuple[Quantity, ...]:
    """One row for every quantity of the answer."""
    answer = columns.comparison.answer
    out = []
    for quantity, judgement in zip(columns.comparison.quantities, columns.quantities, strict=True):
        nearest = None
        if judgement.nearest is not None and judgement.status not in _HELD:
            evidence = columns.index.quantity(judgement.nearest.evidence)
            nearest = _make_nearest(evidence.value, evidence.unit, columns.match_ref(judgement.nearest))
        out.append(
            _make_quantity(
                answer.span(quantity.start, quantity.end),
                answer.text(quantity.start, quantity.end),
                tables.QUANTITY_KINDS[quantity.kind],
                quantity.value,
                quantity.unit,
                judgement.status,
                (columns.match_ref(judgement.match),) if judgement.match is not None else (),
                judgement.derivation,
                nearest,
                quantity.segment,
            )
        )
    return tuple(out)


def citations(columns: Columns, marker_rows: list[CitationJudgement]) -> tuple[Citation, ...]:
    """One row for every marker occurrence."""
    ids = columns.index.ids
    return tuple(
        _make_citation(
            columns.span(row.start, row.end),
            columns.text(row.start, row.end),
            row.status,
            tuple(ids[source] for source in row.sources),
            row.unresolved,
            tuple(ids[source] for source in row.better),
            row.segment,
        )
        for row in marker_rows
    )


def quotes(columns: Columns) -> tuple[Quote, ...]:
    """One row for every quotation."""
    return tuple(
        _make_quote(
            columns.span(judgement.row.start, judgement.row.end),
            columns.text(judgement.row.start, judgement.row.end),
            judgement.status,
            columns.quote_refs(judgement.row),
            judgement.difference,
            judgement.segment,
        )
        for judgement in columns.quotes
    )


@dataclass(frozen=True, slots=True)
class Before:
    """What stands before the text of a comparison that is a piece of an answer: bytes, offset units, segments."""

    byte_count: int = 0
    unit_count: int = 0
    segment_count: int = 0


NOTHING_BEFORE = Before()


def findings(columns: Columns, before: Before = NOTHING_BEFORE) -> tuple[Finding, ...]:
    """The notes with ids, in the caller's unit, sorted by span, then check; those without a span last."""
    if not columns.notes:
        return ()
    order: dict[str, int] = {}
    for note in columns.notes:
        order.setdefault(note.check_id, len(order))
    notes = sorted(
        columns.notes,
        key=lambda note: (note.start < 0, note.start, note.end, order[note.check_id], note.reason_id),
    )
    overrides = {row.reason_id: row.severity for row in columns.config.severity_overrides}
    waivers = frozenset(columns.config.waivers)
    seen: dict[str, int] = {}
    out = []
    for note in notes:
        name = _finding_id(note, before)
        ordinal = seen[name] = seen.get(name, 0) + 1
        if ordinal > 1:
            name = f"{name}#{ordinal}"
        out.append(
            _make_finding(
                name,
                note.check_id,
                note.reason_id,
                overrides.get(note.reason_id, note.severity),
                note.cause,
                _moved(columns.span(note.start, note.end), before) if note.start >= 0 else None,
                None if note.claim_index is None else note.claim_index + before.segment_count,
                note.refs,
                note.message,
                name in waivers,
            )
        )
    return tuple(out)


def _moved(span: Span, before: Before) -> Span:
    return Span(span.start + before.unit_count, span.end + before.unit_count) if before.unit_count else span


def _finding_id(note: Note, before: Before) -> str:
    """Readable and the same however the answer came: check, reason, claim and bytes."""
    claim = "-" if note.claim_index is None else str(note.claim_index + before.segment_count)
    place = f"{note.start + before.byte_count}-{note.end + before.byte_count}" if note.start >= 0 else "answer"
    return f"{note.check_id}/{note.reason_id}/{claim}/{place}"
