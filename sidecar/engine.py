"""The whole face of the engine: verify, quantities, info. The path, in order, is `verify` below.

Deterministic: the same request gives the same report. No clock, chance, environment or unordered set is read here.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import TypeVar

from sidecar import answers, asking, checks, digest, lang, rendering, repair, report, tables, validate, verdict
from sidecar._version import __version__
from sidecar.checks import (
    amounts,
    citations,
    derivation,
    evidence,
    names,
    not_found,
    quotes,
    source_list,
    sources,
    words,
)
from sidecar.checks import quantities as quantity_check
from sidecar.columns import Columns, segment_kind
from sidecar.config import Limits
from sidecar.interruption import checkpoint
from sidecar.model import (
    CheckInfo,
    Classification,
    Config,
    Counts,
    Coverage,
    Finding,
    Info,
    Limit,
    OffsetUnit,
    QuantityStatus,
    Report,
    Request,
    Span,
    Verdict,
    View,
)
from sidecar.remembered import by_identity
from sidecar.tables import Carried, Comparison, SourceIndex

DEFAULT_LIMITS = Limits()
Key = TypeVar("Key", bound=IntEnum)
_UNSCORED = frozenset({Verdict.NOT_A_CLAIM, Verdict.ABSTENTION})
_make_report, _make_counts = tables.builder(Report), tables.builder(Counts)


def read_evidence(request: Request, limits: Limits = DEFAULT_LIMITS) -> SourceIndex:
    """The sources of a request, read once for many answers: `verify` takes it back for requests that have the same
    sources, offset unit and first language.

    Raises:
        InvalidRequest: the sources break a rule; the error names the field and the fix.
    """
    validate.check_sources(request.sources, limits)
    return _index(request)


def _index(request: Request) -> SourceIndex:
    config = request.config
    try:
        return SourceIndex(request.sources, config.offset_unit, language_of(config))
    except UnicodeEncodeError:  # only now, so that good texts are encoded but once
        validate.check_texts(request)
        raise


def language_of(config: Config) -> str:
    """The language whose tables evidence and answer are read with, "" for the common ones."""
    return next(iter(config.language_codes), "")


def verify(request: Request, limits: Limits = DEFAULT_LIMITS, *, index: SourceIndex | None = None) -> Report:
    """Checks one answer against its sources.

    Spans of the report count in `request.config.offset_unit`. `index`: what `read_evidence` gave for these sources.

    Raises:
        InvalidRequest: the request breaks a rule; the error names the field and the fix.
    """
    validate.check(request, limits, sources_checked=index is not None)
    config = request.config
    answer = answers.read(request)
    if index is None:
        index = _index(request)
    checkpoint()
    judged = _judge(request, answer, index, limits)
    columns, marker_rows, findings = judged.columns, judged.marker_rows, judged.findings
    checkpoint()
    outcome = verdict.outcome(columns, judged.classification, judged.coverage, findings)
    full = config.view == View.FULL
    detailed = config.view != View.VERDICT
    mended = None
    if config.want_repair and detailed:
        mended = repair.build(
            columns,
            marker_rows,
            findings,
            lambda edits: _judge(request, answers.edited(answer, edits), index, limits).findings,
        )
    rendered = rendering.build(columns, findings) if config.want_rendering and detailed else rendering.NOTHING
    made = _make_report(
        outcome,
        judged.classification,
        _make_counts(
            _count([judgement.verdict for judgement in columns.claims]),
            _count([judgement.status for judgement in columns.quantities]),
            _count([row.status for row in marker_rows]),
            _count([finding.severity for finding in findings]),
        ),
        judged.coverage,
        request.request_id,
        __version__,
        config.offset_unit,
        policy_id(config),
        answer.text if request.answer_text is None else "",
        config if config.want_effective_config else None,
        report.claims(columns, marker_rows) if detailed else (),
        report.quantities(columns) if detailed else (),
        report.citations(columns, marker_rows) if detailed else (),
        report.quotes(columns) if detailed else (),
        sources.rank(columns) if full else (),
        words.match(columns) if full else None,
        findings if detailed else (),
        _least_score(columns),
        mended,
        *rendered,
        "",
    )
    if not config.want_digest:
        return made
    return replace(
        made, digest=digest.of(request, answer, index.sources, index.ids, _whole(request, limits, index, made))
    )


def _whole(request: Request, limits: Limits, index: SourceIndex, made: Report) -> Report:
    """The report with everything in it, offsets in bytes: what a digest is taken over."""
    config = request.config
    if config.view == View.FULL and config.offset_unit == OffsetUnit.UTF8_BYTES:
        return made
    plain = replace(
        config,
        view=View.FULL,
        offset_unit=OffsetUnit.UTF8_BYTES,
        want_repair=False,
        want_rendering=False,
        want_digest=False,
    )
    same_unit = config.offset_unit == OffsetUnit.UTF8_BYTES
    return verify(replace(request, config=plain), limits, index=index if same_unit else None)


@dataclass(slots=True)
class _Judged:
    """One answer compared and judged."""

    columns: Columns
    classification: Classification
    marker_rows: list[citations.CitationJudgement]
    coverage: tuple[Coverage, ...]
    findings: tuple[Finding, ...]


def judge_piece(
    request: Request,
    text: str,
    index: SourceIndex,
    limits: Limits,
    carried: Carried,
    known: int,
    alone: bool | None,
) -> Columns | None:
    """A piece of a growing answer judged, its notes not yet findings; None where no more than `known` segments of it
    are settled.

    What rests on the answer as a whole (its kind) is that of the piece. `alone` as `not_found.classify` has it.
    """
    answer = answers.ReadAnswer(text)
    comparison = _compare(request, answer, index, carried, known)
    if comparison.settled_count <= known:
        return None
    return _judge_comparison(request, answer, comparison, limits, alone).columns


def _judge(request: Request, answer: answers.ReadAnswer, index: SourceIndex, limits: Limits) -> _Judged:
    return _judge_comparison(request, answer, _compare(request, answer, index), limits)


def _judge_comparison(
    request: Request,
    answer: answers.ReadAnswer,
    comparison: Comparison,
    limits: Limits,
    alone: bool | None = None,
) -> _Judged:
    config, index = request.config, comparison.index
    validate.check_claim_count(request, len(comparison.segments), limits)
    checkpoint()
    columns = Columns(comparison, config, _kinds(comparison), _cited(comparison, answer, index))
    columns.structured = bool(answer.claim_starts)
    columns.question = request.question_text
    _settle_kinds(columns)
    source_list.settle(columns)
    wanted = frozenset(config.check_ids) if config.check_ids else checks.ALL
    columns.quantities = quantity_check.judge(columns)
    asking.settle_bare(columns)
    if derivation.CHECK_ID in wanted:
        derivation.judge(columns)
    if quantity_check.CHECK_ID not in wanted:
        for judgement in columns.quantities:
            judgement.status = QuantityStatus.IGNORED
    if quotes.CHECK_ID in wanted:
        columns.quotes = quotes.judge(columns, answer.text)
    checkpoint()
    columns.conflicts = checks.conflicts(columns, wanted)
    if quantity_check.CHECK_ID in wanted:
        quantity_check.turn(columns)
    if names.CHECK_ID in wanted:
        columns.absent_names = names.absent(columns)
    classification = not_found.classify(
        columns, request.question_text, insufficient_flag=answer.insufficient_evidence, alone=alone
    )
    checkpoint()
    columns.claims = verdict.judge_claims(columns, classification)
    if answer.claim_starts:
        marker_rows = citations.judge_structured(columns, answer.citation_ids)
    else:
        marker_rows = citations.judge(columns)

    checkpoint()
    columns.notes = [
        note
        for group in (
            quantity_check.notes(columns),
            derivation.notes(columns),
            amounts.notes(columns),
            citations.notes(columns, marker_rows, insufficient=answer.insufficient_evidence is True),
            quotes.notes(columns),
            source_list.notes(columns),
            checks.conflict_notes(columns),
            names.notes(columns),
            not_found.notes(columns, classification),
            evidence.notes(columns),
            verdict.notes(columns),
        )
        for note in group
        if note.check_id in wanted
    ]
    return _Judged(columns, classification, marker_rows, checks.coverage(columns), report.findings(columns))


def _compare(
    request: Request,
    answer: answers.ReadAnswer,
    index: SourceIndex,
    carried: Carried | None = None,
    known: int = 0,
) -> Comparison:
    policy = request.config.citation_policy
    return index.compare(
        answer.text,
        asking.asked(request.question_text),
        offset_unit=request.config.offset_unit,
        marker_base=policy.marker_base,
        marker_kind=int(policy.marker_kind),
        marker_templates=policy.marker_templates,
        claim_starts=list(answer.claim_starts),
        claim_sources=[list(sources) for sources in _claim_sources(answer, index)],
        derive=request.config.quantity_policy.allow_derivation,
        whole_question=request.question_text,
        as_of=_day(request.as_of_date),
        carried=carried,
        known=known,
    )


def _day(text: str) -> tuple[int, int, int]:
    """Year, month and day of an ISO date, zeros where none is given."""
    if not text:
        return 0, 0, 0
    year, month, day = text.split("-")
    return int(year), int(month), int(day)


def _claim_sources(answer: answers.ReadAnswer, index: SourceIndex) -> list[tuple[int, ...]]:
    """For each claim of a structured answer the sources that it cites, ascending; nothing for prose."""
    if not answer.citation_ids:
        return []
    ordinals = index.ordinals
    return [tuple(sorted({ordinals[name] for name in ids if name in ordinals})) for ids in answer.citation_ids]


def _kinds(comparison: Comparison) -> list[str]:
    segments = comparison.segments
    return [
        segment_kind(segment, segments[number + 1] if number + 1 < len(segments) else None, comparison)
        for number, segment in enumerate(segments)
    ]


def _settle_kinds(columns: Columns) -> None:
    """ "Not found" with a fact of the evidence beside it is a claim; a sentence of stop words alone claims nothing."""
    for number, kind in enumerate(columns.kinds):
        if kind == "abstention" and not not_found.abstains(columns, number):
            columns.kinds[number] = "claim"
        elif kind == "claim" and not columns.comparison.claims[number].word_count:
            segment = columns.comparison.segments[number]
            if not segment.quantity_count and not segment.marker_count:
                columns.kinds[number] = "lead-in"


def _cited(comparison: Comparison, answer: answers.ReadAnswer, index: SourceIndex) -> list[tuple[int, ...]]:
    if answer.claim_starts:
        return _claim_sources(answer, index)
    if not comparison.markers:
        return [()] * len(comparison.segments)
    out: list[tuple[int, ...]] = []
    for segment in comparison.segments:
        if not segment.marker_count:
            out.append(())
            continue
        markers = comparison.markers[segment.first_marker : segment.first_marker + segment.marker_count]
        out.append(tuple(sorted({one.source for marker in markers for one in marker.ids if one.source >= 0})))
    for marker in comparison.markers:
        if marker.wrapped_start >= 0:  # <co>...</co: 1>: every segment of the wrapped text cites it
            cited = {one.source for one in marker.ids if one.source >= 0}
            for number in range(comparison.segment_at(marker.wrapped_start, marker.segment), marker.segment):
                out[number] = tuple(sorted(cited.union(out[number])))
    return out


def _count(values: list[Key]) -> tuple[tuple[Key, int], ...]:
    if not values:
        return ()
    if values.count(values[0]) == len(values):
        return ((values[0], len(values)),)
    counts: dict[Key, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return tuple(sorted(counts.items()))


def _least_score(columns: Columns) -> float:
    scores = [judgement.score for judgement in columns.claims if judgement.verdict not in _UNSCORED]
    return min(scores, default=0.0)


@by_identity
@lru_cache(maxsize=256)
def policy_id(config: Config) -> str:
    """A hash of everything that can change a judgement: the configuration, and tables added to ours.

    32 hexadecimal digits of SHA-256.
    """
    content = asdict(config)
    for name in ("view", "offset_unit", "want_repair", "want_rendering", "want_digest", "want_effective_config"):
        del content[name]
    if lang.added_tables_id():
        content["language_tables"] = lang.added_tables_id()
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class ReadQuantity:
    """One quantity of a text: span in code points, what it covers, kind, value and unit as the contract spells them."""

    span: Span
    text: str
    kind: str
    value: str
    unit: str


def quantities(text: str, language: str = "", *, ends: bool = False) -> tuple[ReadQuantity, ...]:
    """Every quantity of a text in order. With `ends`, the two numbers that a range or tolerance joins follow it, each
    with its own span and the unit they share. The year of a work that is cited (Hauser et al. 1998) is an identifier
    here; a verification compares it as the year that it is. `language` (BCP 47, "" for unknown) adds the words of
    other languages.

    Raises:
        InvalidRequest: the text holds a lone surrogate.
    """
    validate.check_unicode("text", text)
    offsets = tables.TextOffsets(text, int(OffsetUnit.CODE_POINTS), tables.make_span)

    def read(start: int, end: int, kind: int, value: str, unit: str) -> ReadQuantity:
        return ReadQuantity(
            offsets.span(start, end), offsets.text(start, end), tables.QUANTITY_KINDS[kind], value, unit
        )

    found: list[ReadQuantity] = []
    for row in tables.quantities(text, language):
        if row.flags & tables.QUANTITY_CITED:
            found.append(read(row.start, row.end, tables.QUANTITY_KINDS.index("identifier"), "", ""))
            continue
        found.append(read(row.start, row.end, row.kind, row.value, row.unit))
        if ends and row.lower_end > 0 and row.value:
            first, second = tables.written_ends(row)
            found.append(read(row.start, row.lower_end, row.range_kind, first, row.unit))
            found.append(read(row.upper_start, row.end, row.range_kind, second, row.unit))
    return tuple(found)


def info(limits: Limits = DEFAULT_LIMITS) -> Info:
    """What this build is and can do."""
    return Info(
        __version__,
        tables.BUILD,
        tables.SIMD_LEVEL,
        tuple(Limit(name.replace("_", "-"), value) for name, value in asdict(limits).items()),
        tuple(CheckInfo(check.check_id, check.implemented) for check in checks.CHECKS),
        checks.REASON_IDS,
        lang.language_codes(),
        (),
        tables.QUANTITY_KINDS,
    )
