"""What several checks need to know of a comparison, worked out once: claim kinds, scopes, judgements.

Checks do not import one another; they read these columns. Byte offsets throughout.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sidecar import tables
from sidecar.model import Config, Derivation, LikelyCause, QuantityStatus, QuoteStatus, Ref, Severity, Span, Verdict
from sidecar.tables import ClaimMatch, Comparison, Marker, Passage, QuantityMatch, Quotation, Segment, SourceIndex

LONGEST_GREETING_WORDS = 25
JUDGED_KINDS = frozenset({"claim", "table-row"})
_PROSE = frozenset({tables.SEGMENT_TEXT, tables.SEGMENT_LIST_ITEM, tables.SEGMENT_QUOTE})
_SIGNS = tables.SEGMENT_IS_QUESTION | tables.SEGMENT_ENDS_WITH_COLON


@dataclass(slots=True)
class Note:
    """A finding before it has its id, its place in the caller's unit and its severity.

    `start` and `end` are bytes of the answer; `start` -1: about the whole answer.
    """

    check_id: str
    reason_id: str
    severity: Severity
    start: int = -1
    end: int = -1
    claim_index: int | None = None
    cause: LikelyCause = LikelyCause.NONE
    refs: tuple[Ref, ...] = ()
    message: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """What a claim says in a place where its supporting passage says otherwise.

    `start` and `end` are bytes of the answer, `source_start` and `source_end` of the source. ERROR: it contradicts the
    claim.
    """

    check_id: str
    reason_id: str
    segment: int
    start: int
    end: int
    source: int
    source_start: int
    source_end: int
    message: str
    severity: Severity = Severity.ERROR
    of_value: bool = False  # the words say of one value, which both hold, the contrary


@dataclass(slots=True)
class QuantityJudgement:
    """What the evidence says of one quantity; `match` is where it stands (or what it conflicts with)."""

    status: QuantityStatus
    match: QuantityMatch | None = None
    nearest: QuantityMatch | None = None
    near_subject: bool = False  # `nearest` stands with the claim's own words
    derivation: Derivation | None = None
    given: Ref | None = None  # where another value is given for what was asked
    holders: tuple[int, ...] = ()  # the sources in scope that hold it among words of the claim


@dataclass(slots=True)
class QuoteJudgement:
    """What the evidence says of one quotation; `segment` is the claim that it weighs on."""

    row: Quotation
    status: QuoteStatus
    segment: int
    difference: tuple[str, ...] = ()
    long_enough: bool = True  # to be told from a term
    noted: bool = False  # it stands inside a citation, and bears out no claim
    contradicts: bool = False  # the evidence does not say what the quotation says; else only its wording is off


@dataclass(slots=True)
class ClaimJudgement:
    """The verdict of one segment and what it rests on."""

    verdict: Verdict
    reason_id: str = ""
    source: int = -1  # the source that supports it; -1: none, or several cited ones together
    ratio: float = 0.0
    cited_support: bool = False  # the cited sources jointly support it
    missing: bool = False  # a quantity, quote or subject is missing from, or contradicted by, the cited sources
    refs: tuple[Ref, ...] = ()
    held_count: int = 0
    quantity_count: int = 0
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class AbsentName:
    """A name of the answer, in bytes, and the word of it that stands nowhere."""

    start: int
    end: int
    word: str
    doubtful: bool = False  # an abstract noun, which may say in other words what the evidence says


@dataclass(slots=True)
class Columns:
    """One comparison with everything that checks share."""

    comparison: Comparison
    config: Config
    kinds: list[str]
    cited: list[tuple[int, ...]]  # for each segment the ordinals of the sources that it cites, ascending
    quantities: list[QuantityJudgement] = field(default_factory=list)
    quotes: list[QuoteJudgement] = field(default_factory=list)
    conflicts: dict[int, list[Conflict]] = field(default_factory=dict)  # by segment
    absent_names: dict[int, AbsentName] = field(default_factory=dict)  # names that stand nowhere, by segment
    cut_short: set[str] = field(default_factory=set)  # checks that a bound ended
    searched: int = 0  # characters of evidence looked through for names
    claims: list[ClaimJudgement] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    listing: list[int] = field(default_factory=list)  # the segments of an appended list of sources
    titles: dict[str, tuple[int, ...]] = field(default_factory=dict)  # its sources by folded title, once asked for
    question: str = ""  # as asked
    structured: bool = False  # the claims were given as such; their citations stand in no text
    index: SourceIndex = field(init=False)  # over the sources

    def __post_init__(self) -> None:
        self.index = self.comparison.index

    def judged(self, segment: int) -> bool:
        """Whether the segment is a claim that must hold."""
        return self.kinds[segment] in JUDGED_KINDS

    def span(self, start: int, end: int) -> Span:
        """Bytes of the answer in the caller's unit."""
        return self.comparison.answer.span(start, end)

    def text(self, start: int, end: int) -> str:
        """What bytes of the answer say."""
        return self.comparison.answer.text(start, end)

    def passage_ref(self, passage: Passage) -> Ref:
        """Where a passage stands."""
        return self.index.ref(passage.source, passage.start, passage.end)

    def match_ref(self, match: QuantityMatch) -> Ref:
        """Where a quantity of the evidence stands."""
        return self.index.ref(match.source, match.start, match.end)

    def quantities_of(self, segment: int) -> list[QuantityJudgement]:
        """What was judged of the quantities of one segment, in order."""
        pairs = zip(self.comparison.quantities, self.quantities, strict=True)
        return [judgement for quantity, judgement in pairs if quantity.segment == segment]

    def quote_refs(self, row: Quotation) -> tuple[Ref, ...]:
        """Where a quotation or its pieces stand, or come closest."""
        return tuple([self.index.ref(place.source, place.start, place.end) for place in row.places])

    def scope_ratio(self, claim: ClaimMatch) -> float:
        """Share of the claim's words in its scope: the cited sources jointly, else the best single source."""
        if not claim.word_count:
            return 0.0
        if self.cited[claim.segment]:
            return claim.cited_matched / claim.word_count
        return claim.best_matched / claim.word_count


def _plain(segment: Segment) -> bool:
    """Most segments: prose without a marker, a phrase or a sign that would make it anything but a claim."""
    nothing_special = not (segment.phrases or segment.whole_phrases or segment.marker_count or segment.flags & _SIGNS)
    return nothing_special and segment.token_count > 0 and segment.kind in _PROSE


def segment_kind(segment: Segment, following: Segment | None, comparison: Comparison) -> str:
    """What a segment is, from its block, its signs and the phrases in it."""
    if _plain(segment):
        return "claim"
    if segment.kind == tables.SEGMENT_CODE:
        return "code"
    if segment.kind in (tables.SEGMENT_HEADING, tables.SEGMENT_TABLE_HEADER):
        return "heading"
    marked = bool(segment.marker_count) and _marked(segment, comparison)
    if not segment.token_count:
        return "citation-only" if marked else "heading"
    if marked and _markers_only(segment, comparison):
        return "citation-only"
    if marked and segment.whole_phrases & tables.SOURCE_LINE_PHRASE:
        return "citation-only"
    if segment.whole_phrases & tables.INTERJECTION_PHRASE:
        return "greeting"
    if segment.phrases & tables.NOT_FOUND_PHRASE or segment.whole_phrases & tables.NOT_FOUND_WHOLE_PHRASE:
        return "abstention"
    if segment.flags & tables.SEGMENT_IS_QUESTION:
        return "question"
    if segment.phrases & tables.OFFER_PHRASE and not segment.quantity_count and not marked:
        return "offer"
    # Thanks and wishes are short: a long sentence with one says something besides.
    short = segment.token_count <= LONGEST_GREETING_WORDS and not segment.quantity_count
    if segment.phrases & tables.GREETING_PHRASE and short and not marked:
        return "greeting"
    if segment.kind == tables.SEGMENT_TABLE_ROW:
        return "table-row"
    if segment.flags & tables.SEGMENT_ENDS_WITH_COLON and not segment.quantity_count and not marked:
        return "lead-in" if following is not None else "claim"
    return "claim"


def _own_markers(segment: Segment, comparison: Comparison) -> list[Marker]:
    return comparison.markers[segment.first_marker : segment.first_marker + segment.marker_count]


def _marked(segment: Segment, comparison: Comparison) -> bool:
    """Whether it cites by a marker; a reference in its prose says nothing about what the segment is."""
    return any(not marker.flags & tables.MARKER_INLINE for marker in _own_markers(segment, comparison))


def _markers_only(segment: Segment, comparison: Comparison) -> bool:
    """Nothing is said but markers: no letter, digit or Han character stands outside them."""
    at = segment.text_start
    rest = ""
    for marker in _own_markers(segment, comparison):
        rest += comparison.answer.text(at, marker.start)
        at = marker.end
    rest += comparison.answer.text(at, max(at, segment.text_end))
    return not any(character.isalnum() for character in rest)
