"""What goes into a verification."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.model.enums import MarkerKind, OffsetUnit, Severity, View


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
    """How far a quantity may lie from the evidence. `relative_tolerance`: a decimal string in [0, 1)."""

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

    supported_ratio: float = 0.33
    unsupported_ratio: float = 0.25


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
