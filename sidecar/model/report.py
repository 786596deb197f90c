"""What comes out of a verification. Spans count the unit that the request asked for."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.model.enums import (
    AnswerKind,
    CitationStatus,
    CoverageState,
    LikelyCause,
    OffsetUnit,
    Outcome,
    QuantityStatus,
    QuoteStatus,
    Severity,
    Verdict,
    Vote,
)
from sidecar.model.request import Attribute, Config, Span


@dataclass(frozen=True, slots=True)
class Ref:
    """A place in one source. `source_span` counts in that source's text; `text` is what it covers."""

    source_id: str
    source_span: Span
    text: str
    page: int | None = None
    page_label: str = ""
    title: str = ""
    uri: str = ""
    section_path: tuple[str, ...] = ()
    doc_id: str = ""
    block_id: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One segment of the answer, judged or not. Segments tile the answer.

    `kind`: claim, table-row, heading, lead-in, greeting, question, offer, abstention, citation-only, code.
    `match_ratio`: share of its distinct content words in its supporting passage. `support_score`: see
    docs/checks.md. `reason_id`: why the verdict is what it is, "" where it needs no word.
    """

    answer_span: Span
    text: str
    kind: str
    verdict: Verdict
    reason_id: str = ""
    citation_indexes: tuple[int, ...] = ()
    refs: tuple[Ref, ...] = ()
    match_ratio: float = 0.0
    support_score: float = 0.0


@dataclass(frozen=True, slots=True)
class Derivation:
    """How a number follows from numbers of the evidence: the formula and the places of its operands."""

    formula: str
    operands: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class NearestQuantity:
    """The closest conflicting quantity of the evidence with the same subject."""

    value: str
    unit: str
    ref: Ref


@dataclass(frozen=True, slots=True)
class Quantity:
    """One quantity of the answer and what the evidence says of it; value and unit as CONTRACT §4 writes them."""

    answer_span: Span
    text: str
    kind: str
    value: str
    unit: str
    status: QuantityStatus
    refs: tuple[Ref, ...] = ()
    derivation: Derivation | None = None
    nearest: NearestQuantity | None = None
    claim_index: int | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """One occurrence of a citation marker in the answer."""

    answer_span: Span
    text: str
    status: CitationStatus
    source_ids: tuple[str, ...] = ()
    unresolved_ids: tuple[str, ...] = ()
    better_source_ids: tuple[str, ...] = ()
    claim_index: int | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """One quotation of the answer."""

    answer_span: Span
    text: str
    status: QuoteStatus
    refs: tuple[Ref, ...] = ()
    difference: tuple[str, ...] = ()
    claim_index: int | None = None


@dataclass(frozen=True, slots=True)
class RankedSource:
    """A source that supports the answer; `snippet_span` counts in its text."""

    source_id: str
    match_ratio: float
    match_count: int
    snippet: str
    snippet_span: Span
    conclusive: bool
    page: int | None = None
    page_label: str = ""
    title: str = ""
    uri: str = ""
    section_path: tuple[str, ...] = ()
    doc_id: str = ""
    block_id: str = ""
    rank: int | None = None
    retrieval_score: float | None = None
    origin_span: Span | None = None
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True, slots=True)
class Word:
    """One content word of the answer as it is written there."""

    answer_span: Span
    text: str


@dataclass(frozen=True, slots=True)
class KeyPoint:
    """How many of one claim's content words stand together in the evidence, and where."""

    answer_span: Span
    text: str
    ratio: float
    ref: Ref | None = None


@dataclass(frozen=True, slots=True)
class WordMatch:
    """The words of the whole answer against the whole evidence: a report, never a verdict."""

    ratio: float = 0.0
    confirmed: tuple[Word, ...] = ()
    unconfirmed: tuple[Word, ...] = ()
    key_points: tuple[KeyPoint, ...] = ()


@dataclass(frozen=True, slots=True)
class NotFoundTest:
    """One test of "not found": phrase, structure, structured-flag, match-ratio, external."""

    test_id: str
    vote: Vote


@dataclass(frozen=True, slots=True)
class Classification:
    """Whether the answer answers, and the places that answer where it says that nothing does."""

    kind: AnswerKind
    tests: tuple[NotFoundTest, ...] = ()
    false_abstention_refs: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check concluded. `answer_span` is None for findings about the whole answer."""

    finding_id: str
    check_id: str
    reason_id: str
    severity: Severity
    likely_cause: LikelyCause = LikelyCause.NONE
    answer_span: Span | None = None
    claim_index: int | None = None
    refs: tuple[Ref, ...] = ()
    message: str = ""
    waived: bool = False


@dataclass(frozen=True, slots=True)
class Coverage:
    """Whether one check was run, and if not, why: not-requested, not-applicable, not-implemented, a bound."""

    check_id: str
    state: CoverageState
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Patch:
    """A smallest edit of the answer that makes a finding go."""

    answer_span: Span
    replacement: str
    reason_id: str


@dataclass(frozen=True, slots=True)
class Repair:
    """Edits of the answer, and a text for one retry of the generator."""

    patches: tuple[Patch, ...] = ()
    feedback_text: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of what: keys are the lower-case enum names, in the enum's order, zeros left out."""

    claims: tuple[tuple[Verdict, int], ...] = ()
    quantities: tuple[tuple[QuantityStatus, int], ...] = ()
    citations: tuple[tuple[CitationStatus, int], ...] = ()
    findings: tuple[tuple[Severity, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a verification found; see `Config.view` for what is left out."""

    outcome: Outcome
    classification: Classification
    counts: Counts
    coverage: tuple[Coverage, ...]
    request_id: str = ""
    engine_version: str = ""
    offset_unit: OffsetUnit = OffsetUnit.UTF8_BYTES
    policy_id: str = ""
    answer_text: str = ""
    effective_config: Config | None = None
    claims: tuple[Claim, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    citations: tuple[Citation, ...] = ()
    quotes: tuple[Quote, ...] = ()
    sources: tuple[RankedSource, ...] = ()
    word_match: WordMatch | None = None
    findings: tuple[Finding, ...] = ()
    support_score: float = 0.0
    repair: Repair | None = None
    rendered_answer: str = ""
    rendered_sources: tuple[RankedSource, ...] = ()
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """What has become sure of an answer that is still being written: new findings, by place, none told twice.

    All findings about the answer before `verified_through` (in the request's offset unit) have been told, but for those
    that rest on the answer as a whole.
    """

    findings: tuple[Finding, ...]
    verified_through: int
