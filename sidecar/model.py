"""What goes into a verification and what comes out, as plain frozen data.

Enum members carry the numbers of `proto/verify/v1`; a test compares them. Spans are half-open. Inside the
engine they count UTF-8 bytes; in a report they count the unit that the request asked for, of the text that the
field names. Scores are floats in [0, 1]. Standard library only.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class OffsetUnit(enum.IntEnum):
    """The unit in which a report's spans count."""

    UTF8_BYTES = 1
    UTF16_CODE_UNITS = 2
    CODE_POINTS = 3


class View(enum.IntEnum):
    """How much of a report is built and sent."""

    VERDICT = 1
    FINDINGS = 2
    FULL = 3


class MarkerKind(enum.IntEnum):
    """Which citation markers count: any, numbers only, ids only."""

    ANY = 1
    NUMBER = 2
    ID = 3


class Outcome(enum.IntEnum):
    """The judgement of the whole answer (table B2)."""

    PASS = 1
    FAIL = 2
    ABSTAIN = 3
    REVIEW = 4


class Verdict(enum.IntEnum):
    """The judgement of one claim (list B1)."""

    SUPPORTED = 1
    UNSUPPORTED = 2
    CONTRADICTED = 3
    ABSTENTION = 4
    NOT_A_CLAIM = 5
    UNVERIFIABLE = 6


class QuantityStatus(enum.IntEnum):
    """What the evidence says of one quantity of the answer."""

    SUPPORTED = 1
    ROUNDED = 2
    CONVERTED = 3
    DERIVED = 4
    NOT_IN_EVIDENCE = 5
    WRONG_UNIT = 6
    WRONG_SIGN = 7
    WRONG_CONTEXT = 8
    WRONG_SOURCE = 9
    FROM_QUESTION = 10
    IGNORED = 11
    UNVERIFIABLE = 12


class CitationStatus(enum.IntEnum):
    """What one citation marker is worth."""

    OK = 1
    OUT_OF_RANGE = 2
    UNSUPPORTED = 3
    WRONG_SOURCE = 4
    MALFORMED = 5
    UNVERIFIABLE = 6


class QuoteStatus(enum.IntEnum):
    """How a quotation compares with its source."""

    VERBATIM = 1
    TYPOGRAPHIC = 2
    ELIDED = 3
    ALTERED = 4
    STITCHED = 5
    MISATTRIBUTED = 6
    NOT_FOUND = 7
    UNVERIFIABLE = 8


class AnswerKind(enum.IntEnum):
    """What kind of answer the whole is."""

    ANSWERED = 1
    PARTIAL = 2
    NOT_FOUND = 3
    EMPTY = 4
    UNDETERMINED = 5


class Severity(enum.IntEnum):
    """How much a finding weighs; ERROR makes FAIL, WARNING makes REVIEW."""

    INFO = 1
    WARNING = 2
    ERROR = 3


class LikelyCause(enum.IntEnum):
    """Where the fault probably arose; NONE where a finding is no fault."""

    NONE = 0
    RETRIEVAL = 1
    GENERATION = 2
    CITATION = 3


class CoverageState(enum.IntEnum):
    """Whether a check was run."""

    RAN = 1
    SKIPPED = 2
    TRUNCATED = 3
    UNAVAILABLE = 4


class Vote(enum.IntEnum):
    """What one test of "not found" says."""

    FOUND = 1
    NOT_FOUND = 2
    NO_OPINION = 3


# ---------------------------------------------------------------------------------------------- request


@dataclass(frozen=True, slots=True)
class Span:
    """Half-open range [start, end) of one text, in the unit that the holder names."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Attribute:
    """A key and value of the caller's own, carried back unread."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Source:
    """One text of evidence, as it was shown to the generator, and where it comes from.

    `source_id` is unique in a request; "" lets the engine name the source by its place, "1", "2", ... A text may
    be empty and keeps its number. `page` is returned unchanged, 0 and None too.
    """

    source_id: str
    text: str
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
class StructuredClaim:
    """One claim of a structured answer with the ids it cites."""

    text: str
    citation_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StructuredAnswer:
    """An answer given as claims; `insufficient_evidence` is the generator's own word that it found nothing."""

    claims: tuple[StructuredClaim, ...] = ()
    insufficient_evidence: bool = False


@dataclass(frozen=True, slots=True)
class CitationPolicy:
    """How citation markers are read and whether they are due.

    `marker_base`: the number of the first source, 0 or 1 by habit. `marker_templates`: literals holding one
    `{id}`. `max_share_per_source`: a share in (0, 1] of all markers that one source may carry, None for off.
    """

    required: bool = False
    marker_base: int = 1
    marker_kind: MarkerKind = MarkerKind.ANY
    marker_templates: tuple[str, ...] = ()
    max_share_per_source: float | None = None


@dataclass(frozen=True, slots=True)
class QuantityPolicy:
    """How far a quantity may lie from the evidence. `relative_tolerance`: a decimal string, >= 0."""

    allow_rounding: bool = True
    allow_conversion: bool = True
    allow_derivation: bool = True
    relative_tolerance: str = "0"


@dataclass(frozen=True, slots=True)
class SourcePolicy:
    """Which sources are listed as supporting. Ratios in [0, 1], counts and tokens >= 0."""

    min_match_ratio: float = 0.25
    min_match_count: int = 3
    conclusive_ratio: float = 0.75
    max_sources: int = 3
    window_tokens: int = 10


@dataclass(frozen=True, slots=True)
class NotFoundPolicy:
    """The floor under which the share of matched words votes "not found". Ratio in [0, 1]."""

    min_match_ratio: float = 0.25


@dataclass(frozen=True, slots=True)
class ClaimPolicy:
    """Shares of a claim's content words in its supporting passage, in [0, 1], unsupported <= supported."""

    supported_ratio: float = 0.6
    unsupported_ratio: float = 0.2


@dataclass(frozen=True, slots=True)
class SeverityOverride:
    """Gives every finding of one reason another severity."""

    reason_id: str
    severity: Severity


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that a request may set; the defaults here are the server's."""

    check_ids: tuple[str, ...] = ()
    offset_unit: OffsetUnit = OffsetUnit.UTF8_BYTES
    language_codes: tuple[str, ...] = ()
    citation_policy: CitationPolicy = CitationPolicy()
    quantity_policy: QuantityPolicy = QuantityPolicy()
    source_policy: SourcePolicy = SourcePolicy()
    not_found_policy: NotFoundPolicy = NotFoundPolicy()
    claim_policy: ClaimPolicy = ClaimPolicy()
    severity_overrides: tuple[SeverityOverride, ...] = ()
    waivers: tuple[str, ...] = ()
    view: View = View.FULL
    want_repair: bool = False
    want_rendering: bool = False
    want_digest: bool = False
    want_effective_config: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """One answer to be checked against its evidence.

    Exactly one of `answer_text`, `structured_answer`, `structured_json` is not None; an empty text is legal.
    `question_text` is never evidence. `as_of_date` is an ISO date or "".
    """

    answer_text: str | None = None
    sources: tuple[Source, ...] = ()
    question_text: str = ""
    request_id: str = ""
    as_of_date: str = ""
    structured_answer: StructuredAnswer | None = None
    structured_json: str | None = None
    evidence_id: str = ""
    config: Config = Config()


# ----------------------------------------------------------------------------------------------- report


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


# ------------------------------------------------------------------------------------------------- info


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit of this process: `limit_id` as in docs, "max-message-bytes", and its value, which is still allowed."""

    limit_id: str
    value: int


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """One check that a request may name, and whether this build can run it."""

    check_id: str
    implemented: bool


@dataclass(frozen=True, slots=True)
class Info:
    """What this build is and can do. `build` and `simd_level` are names, "release" and "avx2" for example."""

    version: str
    build: str
    simd_level: str
    limits: tuple[Limit, ...] = ()
    checks: tuple[CheckInfo, ...] = ()
    reason_ids: tuple[str, ...] = ()
    language_codes: tuple[str, ...] = ()
    encodings: tuple[str, ...] = ()
    quantity_kinds: tuple[str, ...] = ()
