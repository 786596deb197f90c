"""The Python face of the compiled core: an index over sources, and the comparison of an answer with it.

Rows are the core's own small objects (`sidecar._core.Segment`, `Quantity`, ...), whose offsets count UTF-8 bytes.
Whole tables come as read-only NumPy arrays of the types of `row_dtype`, which mirror csrc/include/verify/rows.hpp; the
array keeps the memory alive.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sidecar import _core, lang

# The row types are handed on from here: this is the one module that imports the bridge.
from sidecar._core import Builder as Builder
from sidecar._core import ClaimMatch as ClaimMatch
from sidecar._core import Contrast as Contrast
from sidecar._core import Derived as Derived
from sidecar._core import Marker as Marker
from sidecar._core import MessageDicts as MessageDicts
from sidecar._core import MessageReader as MessageReader
from sidecar._core import MessageWriter as MessageWriter
from sidecar._core import NamePlace as NamePlace
from sidecar._core import NameWord as NameWord
from sidecar._core import Passage as Passage
from sidecar._core import Quantity as Quantity
from sidecar._core import QuantityMatch as QuantityMatch
from sidecar._core import Quotation as Quotation
from sidecar._core import Segment as Segment
from sidecar._core import SourceMatch as SourceMatch
from sidecar._core import Substitution as Substitution
from sidecar._core import TextOffsets as TextOffsets
from sidecar.decimals import decimal_text
from sidecar.errors import NativeError
from sidecar.model import Attribute, OffsetUnit, Ref, Source, Span, Word
from sidecar.reading_order import document_order

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from _typeshed import DataclassInstance

    _Row = TypeVar("_Row", bound=DataclassInstance)

TOKEN_STOP, TOKEN_HAN, TOKEN_DIGIT, TOKEN_HAN_NUMERAL = 1, 2, 4, 8
TOKEN_CAPITAL, TOKEN_ALL_CAPS, TOKEN_JOINED, TOKEN_QUANTITY, TOKEN_MARKER, TOKEN_FOUND = 16, 32, 64, 128, 256, 512

SEGMENT_TEXT, SEGMENT_HEADING, SEGMENT_CODE, SEGMENT_TABLE_ROW, SEGMENT_TABLE_HEADER = range(5)
SEGMENT_LIST_ITEM, SEGMENT_QUOTE = 5, 6
SEGMENT_IS_QUESTION, SEGMENT_ENDS_WITH_COLON, SEGMENT_IS_HAN, SEGMENT_STARTS_BLOCK, SEGMENT_IS_CLOSED = 1, 2, 4, 8, 16

QUANTITY_KINDS = (
    "number",
    "percent",
    "money",
    "measure",
    "count",
    "duration",
    "date",
    "time",
    "range",
    "ordinal",
    "fraction",
    "ratio",
    "identifier",
    "label",
)
QUANTITY_HEDGED, QUANTITY_SIGNED, QUANTITY_SCALED, QUANTITY_SPELLED, QUANTITY_TOO_LONG = (
    1,
    1 << 5,
    1 << 6,
    1 << 7,
    1 << 8,
)
QUANTITY_BOUNDS = 2 | 4 | 8 | 16
QUANTITY_OPEN_RANGE, QUANTITY_TOLERANCE, QUANTITY_CITED = 1 << 16, 1 << 18, 1 << 19

# The tables [phrases] of the languages; a phrase's class is its place here, the bit of `Segment.phrases`.
PHRASE_CLASSES = (
    "not_found", "not_found_whole", "greeting", "offer", "loss", "source_lines", "interjection", "sum_cues",
    "bare_answers", "change_verbs", "value_denials",
)  # fmt: skip
(
    NOT_FOUND_PHRASE,
    NOT_FOUND_WHOLE_PHRASE,
    GREETING_PHRASE,
    OFFER_PHRASE,
    LOSS_PHRASE,
    SOURCE_LINE_PHRASE,
    INTERJECTION_PHRASE,
    SUM_CUE_PHRASE,
    BARE_ANSWER_PHRASE,
    CHANGE_VERB_PHRASE,
    VALUE_DENIAL_PHRASE,
) = (1 << place for place in range(len(PHRASE_CLASSES)))

SOURCE_EMPTY, SOURCE_UNREADABLE = 1, 2
MARKER_MALFORMED, MARKER_VAGUE, MARKER_OPENING, MARKER_INLINE = 1, 8, 16, 32

EQUAL, CONVERTED, RANGE_END, ROUNDED, OTHER_SIGN, OTHER_UNIT, OTHER_VALUE = range(1, 8)
MATCH_UNIT_MISSING, MATCH_CONVERTED, MATCH_HEDGED, MATCH_CITED, MATCH_FINER = 1, 2, 4, 8, 16
MATCH_IN_TABLE = 64
MATCH_SCALE_UNSTATED = 256
MATCH_WEAK, MATCH_EXCHANGED, MATCH_INSTEAD, MATCH_OTHER_CELL = 512, 1024, 2048, 4096
MATCH_MISPLACED = MATCH_EXCHANGED | MATCH_INSTEAD | MATCH_OTHER_CELL  # another value stands where the claim's belongs

SUM, DIFFERENCE, PRODUCT, RATIO, SHARE, PERCENT_CHANGE, MEAN, COUNT = range(1, 9)

CONTRAST_DROPPED, CONTRAST_BOTH_NEGATED, CONTRAST_OTHER_NEGATED = 1 << 1, 1 << 2, 1 << 3
CONTRAST_OPPOSITE_KEPT, CONTRAST_COUNTERPART, CONTRAST_ANTONYM = 1 << 5, 1 << 6, 1 << 7
CONTRAST_SAME_IN_PASSAGE, CONTRAST_SWAPPED = 1 << 4, 1 << 13
CONTRAST_VALUE_HELD, CONTRAST_VALUE_OTHER, CONTRAST_CONDITIONAL, CONTRAST_HEAD = 1 << 9, 1 << 10, 1 << 11, 1 << 12
CONTRAST_HAN, CONTRAST_REACHED, CONTRAST_BARE = 1, 1 << 14, 1 << 15

SUBSTITUTION_HAN, SUBSTITUTION_CLAUSE_START, SUBSTITUTION_CLAUSE_END = 1, 2, 4
SUBSTITUTION_IN_PASSAGE, SUBSTITUTION_SOURCE_KEPT, SUBSTITUTION_QUANTITY = 8, 32, 64
NAME_PLACE_BESIDE = 1
NAME_HAN, NAME_OPENS, NAME_LABEL, NAME_ALL_CAPS = 1, 2, 4, 8
(
    QUOTE_NONE,
    QUOTE_EQUAL,
    QUOTE_ELIDED,
    QUOTE_NEAR,
    QUOTE_STITCHED,
    QUOTE_UNSEARCHED,
) = range(6)
QUOTE_IS_BLOCK, QUOTE_IS_UNCLOSED, QUOTE_IS_JOINED = 1, 2, 4

# The fields of the core's rows, as NumPy describes a type.
_ROW_FIELDS: dict[str, list[tuple[str, str]]] = {
    "token": [("key", "<u8"), ("start_byte", "<i4"), ("end_byte", "<i4"), ("segment", "<i4"), ("flags", "<u4")],
    "segment": [
        (name, "<i4")
        for name in (
            "start_byte end_byte text_start text_end first_token token_count first_quantity quantity_count "
            "first_marker marker_count block header_start header_end"
        ).split()
    ]
    + [("kind", "<u2"), ("flags", "<u2"), ("phrases", "<u4"), ("whole_phrases", "<u4")],
    "marker": [(name, "<i4") for name in "start_byte end_byte segment first_id id_count wrapped_start".split()]
    + [("flags", "<u4")],
    "marker_id": [(name, "<i4") for name in "start_byte end_byte number source".split()],
    "quantity": [
        ("value_high", "<i8"),
        ("value_low", "<u8"),
        ("upper_high", "<i8"),
        ("upper_low", "<u8"),
        ("denominator", "<i8"),
    ]
    + [
        (name, "<i4")
        for name in (
            "exponent upper_exponent quantum_exponent unit per_unit start_byte end_byte number_start number_end "
            "unit_start unit_end segment year upper_year"
        ).split()
    ]
    + [
        (name, "u1")
        for name in (
            "month day quarter weekday hour minute second upper_month upper_day upper_hour upper_minute upper_second "
            "kind range_kind"
        ).split()
    ]
    + [("form", "<u2"), ("flags", "<u4"), ("lower_end", "<i4"), ("upper_start", "<i4"), ("reserved", "<i4")],
}


@cache
def row_dtype(name: str) -> np.dtype[np.void]:
    """The type of a "token", "segment", "marker", "marker_id" or "quantity" row.

    Raises NativeError where the core was built with rows of another size.
    """
    import numpy as np  # takes as long to load as the rest of the engine, and no verification needs it

    dtype = np.dtype(_ROW_FIELDS[name])
    if dtype.itemsize != _core.ROW_SIZES[name]:
        raise NativeError(f"a {name} row has {_core.ROW_SIZES[name]} bytes, not {dtype.itemsize}: rebuild the package")
    return dtype


BUILD: str = _core.BUILD
SIMD_LEVEL: str = _core.SIMD_LEVEL
CORE_FILE: str = _core.__file__


def builder(cls: type[_Row]) -> Builder[_Row]:
    """A quick constructor for a row of a report that takes all fields in order."""
    return Builder(cls, tuple(field.name for field in fields(cls)))


# What writes and reads messages, and how a field of one is described to it: name, number, kind, and whether it is
# repeated, has presence, is one of a choice; what writes or reads a message in it; its name in JSON; and the names of
# an enum's members.
WIRE_INT, WIRE_DOUBLE, WIRE_STRING, WIRE_MESSAGE, WIRE_RAW = range(5)
WireField = tuple[str, int, int, bool, bool, bool, object, str, dict[int, str] | None]

make_span, _make_word = builder(Span), builder(Word)
# The strings of a source beside its text.
_SOURCE_STRINGS = ("source_id", "page_label", "title", "uri", "doc_id", "block_id")
_SOURCES = _core.SourceReader(builder(Source), builder(Ref), make_span, builder(Attribute), _SOURCE_STRINGS)


def scan_sources(sources: tuple[Source, ...]) -> tuple[int, int, int]:
    """What is to be known of many sources before they are read, in one quick pass.

    Returns the number of characters of all texts; the first source whose id an earlier one has (one without an id is
    named by its number); the first with a string beside its text that is not valid Unicode; -1 for none. Raises
    TypeError for what is no source.
    """
    return _SOURCES.scan(sources)


@cache
def _tables(codes: tuple[str, ...] = lang.tables_of("")) -> _core.Tables:
    phrases = [
        (PHRASE_CLASSES.index(name), phrase)
        for code in lang.language_codes()
        for name, list_of_phrases in lang.phrases(code).items()
        if name in PHRASE_CLASSES
        for phrase in list_of_phrases
    ]
    joiners, titles = (list(lang.all_phrases(name)) for name in ("name_joiners", "name_titles"))
    return _core.Tables(lang.compile_tables(codes), phrases, joiners, titles, list(lang.cues().rows))


def _array(buffer: _core.RowBuffer, name: str) -> npt.NDArray[np.void]:
    import numpy as np  # as in row_dtype

    return np.frombuffer(memoryview(buffer), dtype=row_dtype(name))


def tokenize(text: str) -> npt.NDArray[np.void]:
    """The words of a text: `row_dtype("token")` rows in order, byte offsets into its UTF-8 form, stop words flagged."""
    return _array(_tables().tokenize(text.encode()), "token")


def segments(text: str, *, source: bool = False) -> npt.NDArray[np.void]:
    """The sentences of an answer or the units of a source: rows of `row_dtype("segment")` that tile the UTF-8 text."""
    return _array(_tables().segments(text.encode(), source), "segment")


def markers(
    text: str,
    source_ids: Sequence[str],
    *,
    base: int = 1,
    kind: int = 1,
    templates: Sequence[str] = (),
    sources: Sequence[Source] = (),
) -> tuple[npt.NDArray[np.void], npt.NDArray[np.void]]:
    """The citation markers of an answer: rows of `row_dtype("marker")` and of `row_dtype("marker_id")`.

    `sources`: those of `source_ids` with titles and pages; empty: markers that name a title are not found.
    """
    rows, ids = _tables().markers(
        text.encode(), list(source_ids), base, kind, _split_templates(templates), _labels(sources) or None
    )
    return _array(rows, "marker"), _array(ids, "marker_id")


def _split_templates(templates: Sequence[str]) -> list[tuple[str, str]]:
    """What stands before and behind the id of each marker template."""
    return [(before, after) for before, _, after in (template.partition("{id}") for template in templates)]


def _labels(sources: Sequence[Source]) -> list[tuple[str, str, str, tuple[str, ...], int]]:
    return [
        (row.title, row.uri, row.page_label, row.section_path, -1 if row.page is None else row.page) for row in sources
    ]


def quantities(text: str, language: str = "") -> list[Quantity]:
    """The quantities of a text with value and unit written out; byte offsets into its UTF-8 form."""
    return _tables(lang.tables_of(language)).quantities(text.encode())


def written_ends(row: Quantity) -> tuple[str, str]:
    """The two numbers that a range joins, as `value` spells them; of a ± b, these two and not what they span."""
    low, _, high = row.value.partition("..")
    if not row.flags & QUANTITY_TOLERANCE:
        return low, high
    lowest, highest = Fraction(low), Fraction(high)
    return decimal_text((lowest + highest) / 2), decimal_text((highest - lowest) / 2)


def quantity_rows(text: str) -> npt.NDArray[np.void]:
    """The quantities of a text as rows of `row_dtype("quantity")`."""
    return _array(_tables().quantity_rows(text.encode()), "quantity")


def fold(text: str) -> str:
    """The text as words are compared: case, width, ligatures, signs, composition and traditional Han folded."""
    return text.lower() if text.isascii() else _core.fold_text(text.encode())


def hidden_in(text: str) -> tuple[int, int] | None:
    """[start, end) in bytes of the first character that an answer hides; None where it hides nothing."""
    return None if text.isascii() else _core.hidden_in(text)


class SourceIndex:
    """Everything read of the sources of a request, once.

    Texts must be valid Unicode (`validate` sees to it). `language`, "" for unknown, says with which tables they and the
    answer are read. `image`: what `image()` gave for the same sources and language in a process of the same build; it
    is used where it lies. Raises ValueError where it does not fit.
    """

    def __init__(
        self, sources: Sequence[Source], offset_unit: OffsetUnit, language: str = "", image: memoryview | None = None
    ) -> None:
        self.sources = tuple(sources)
        tables = _tables(lang.tables_of(language))
        self._core = _core.Index(tables, _SOURCES, self.sources, int(offset_unit), image)
        self.ids = self._core.ids
        self.flags = self._core.source_flags()
        self.readable = 0 in self.flags

    def image(self) -> bytes:
        """What was read, as bytes that another process can make the same index of."""
        return self._core.image()

    @cached_property
    def ordinals(self) -> dict[str, int]:
        """The ordinal of each source by its id."""
        return {name: ordinal for ordinal, name in enumerate(self.ids)}

    def hidden(self) -> list[tuple[int, int, int]]:
        """Source, start and end, in bytes, of the first hidden character of each source that has one."""
        return self._core.hidden()

    @cached_property
    def characters(self) -> int:
        """Code points of all texts."""
        return sum([len(source.text) for source in self.sources])

    @cached_property
    def heads(self) -> str:
        """Titles and sections of all sources, in lower case."""
        return " ".join(" ".join((source.title, *source.section_path)) for source in self.sources).lower()

    @cached_property
    def _document_order(self) -> tuple[list[int], list[bool]]:
        return document_order(self.sources)

    def word_begins(self, word: str, *, whole: bool) -> bool:
        """Whether a word of some text begins with `word`, or is it, whatever the case.

        Letters beyond ASCII are looked for as they are, as capitals, and with the first one a capital.
        """
        if word.isascii():
            return self._core.word_begins(word.lower().encode(), whole)
        # bytes.lower() leaves everything but ASCII alone, as the core does.
        writings = {writing.encode().lower() for writing in (word.lower(), word.capitalize(), word.upper())}
        return any(self._core.word_begins(writing, whole) for writing in sorted(writings))

    def compare_quotes(self, rows: _core.ComparisonRows, answer: str, scopes: list[list[int]]) -> list[Quotation]:
        """The quotations of a comparison, looked for: in the sources of its scope each, then in all."""
        rows.match_quotes(self._core, answer, *self._document_order, scopes)
        return rows.quotes()

    def quantity(self, row: int) -> Quantity:
        """One quantity of the evidence by its row."""
        return self._core.quantity(row)

    def quantity_behind(self, row: int) -> Quantity | None:
        """The quantity of the evidence that follows one in the same source; None where none does."""
        return self._core.quantity_behind(row)

    def source_of_quantity(self, row: int) -> int:
        """The ordinal of the source that holds one quantity of the evidence."""
        return self._core.unit_source(self._core.quantity(row).segment)

    def unit(self, row: int) -> Segment:
        """One sentence or clause of the evidence by its row."""
        return self._core.unit(row)

    def unit_of(self, source: int, row: int) -> Segment | None:
        """The same, None where no row of that number is of the source."""
        return self._core.unit_of(source, row)

    def text(self, source: int, start: int, end: int) -> str:
        """What the bytes [start, end) of a source are read as: glyphs that stand twice count once."""
        return self._core.text(source, start, end)

    def text_up_to(self, source: int, start: int, end: int, most: int) -> str:
        """The same, but at most the first `most` bytes of it, whole characters."""
        return self._core.text_up_to(source, start, end, most)

    def given(self, source: int, start: int, end: int) -> tuple[Span, str]:
        """The bytes [start, end) of a source in the caller's unit, and what stands there in the caller's text."""
        return self._core.given(source, start, end)

    def ref(self, source: int, start: int, end: int) -> Ref:
        """A reference to the bytes [start, end) of a source, with everything the caller gave for it."""
        return self._core.ref(source, start, end)

    def compare(
        self,
        answer: str,
        question: str,
        *,
        offset_unit: OffsetUnit,
        marker_base: int,
        marker_kind: int,
        marker_templates: Sequence[str] = (),
        claim_starts: list[int] | None = None,
        claim_sources: list[list[int]] | None = None,
        derive: bool = True,
        whole_question: str = "",
        as_of: tuple[int, int, int] = (0, 0, 0),
        carried: Carried | None = None,
        known: int = 0,
    ) -> Comparison:
        """Reads one answer and compares it with the sources.

        `question` is what passages are held against; `whole_question`, as written, may name a computation. With
        `derive`, looks how figures that no source holds were computed. `as_of`: year, month, day of "today", or 0.
        `carried`: the text is a piece of a growing answer, and this what stood before it hands on; it is read, and
        compared only where more than `known` of its segments are settled.
        """
        policy = (marker_base, marker_kind, claim_starts or [], claim_sources or [], _split_templates(marker_templates))
        # A plain tuple: the bridge takes no other.
        handed_on = None if carried is None else (*carried,)
        rest = (derive, whole_question, as_of, handed_on, known)
        rows = self._core.compare(answer, question, *policy, None, *rest)
        if rows.names_wanted:  # rare, and titles cost time for every source
            rows = self._core.compare(answer, question, *policy, _labels(self.sources), *rest)
        return Comparison(self, TextOffsets(answer, int(offset_unit), make_span), rows)


class Carried(NamedTuple):
    """What the text before a place hands on to the reading behind it; see csrc/include/verify/rows.hpp."""

    work: int = 0
    inside: int = -1
    next_label: int = 1
    label_end: int = 0  # bytes of the text at hand
    word_count: int = 0
    stop_word_count: int = 0
    derived_count: int = 0
    year_count: int = 0
    token_count: int = 0


class Comparison:
    """An answer read and compared. Lists run in the order of the answer."""

    __slots__ = (
        "_rows",
        "answer",
        "claims",
        "contrasts",
        "contrasts_truncated",
        "derivation_truncated",
        "derivations",
        "distinct_count",
        "found_count",
        "index",
        "markers",
        "matches_of",
        "name_places",
        "names",
        "passages",
        "quantities",
        "question",
        "segments",
        "substitutions_of",
        "truncated",
        "word_count",
    )

    def __init__(self, index: SourceIndex, answer: TextOffsets[Span], rows: _core.ComparisonRows) -> None:
        self.index = index
        self.answer = answer
        self._rows = rows
        self.segments: list[Segment] = rows.segments()
        self.quantities: list[Quantity] = rows.quantities()
        self.markers: list[Marker] = rows.markers()
        self.passages: list[Passage] = rows.passages()
        claims = rows.claims()
        self.question: ClaimMatch | None = claims.pop() if len(claims) > len(self.segments) else None
        self.claims: list[ClaimMatch] = claims
        self.matches_of: list[list[QuantityMatch]] = rows.quantity_matches()
        self.substitutions_of: dict[int, list[Substitution]] = {}
        for substitution in rows.substitutions():
            self.substitutions_of.setdefault(substitution.segment, []).append(substitution)
        self.names: list[NameWord] = rows.names()
        self.name_places: list[NamePlace] = rows.name_places()
        self.derivations: list[Derived] = rows.derivations()
        self.derivation_truncated = rows.derivation_truncated
        self.word_count = rows.word_count
        self.found_count = rows.found_count
        self.distinct_count = rows.distinct_count
        self.truncated = rows.truncated
        self.contrasts_truncated = rows.contrasts_truncated
        self.contrasts: list[Contrast] = rows.contrasts()

    @property
    def settled_count(self) -> int:
        """Of a piece of a growing answer: how many of its segments later text cannot change."""
        return self._rows.settled_count

    @property
    def most_work(self) -> int:
        """Steps that the searches of a growing answer may take; `Carried.work` says how many they took."""
        return self._rows.most_work

    @property
    def quote_work(self) -> tuple[int, int]:
        """Steps that the search for quotations took, and might have taken."""
        return self._rows.quote_work, self._rows.most_quote_work

    def carried(self, segment: int) -> Carried:
        """What a segment of a growing answer hands on to what stands behind it."""
        return Carried(*self._rows.carried(segment))

    def restarts_behind(self, segment: int) -> bool:
        """Whether reading may start anew behind a segment of a growing answer, with what is carried alone."""
        return self._rows.restarts_behind(segment)

    def words(self) -> tuple[list[Word], list[Word]]:
        """The content words of the answer that stand in the evidence, and the others; Han bigrams joined to runs."""
        return self._rows.words(self.answer, _make_word)

    def best_sources(
        self, least_ratio: float, least_count: int, least_ratio_by_count: float, most: int
    ) -> list[SourceMatch]:
        """At most `most` sources that hold enough of the answer, best first.

        Enough is a share of its words and quantities above `least_ratio`, or `least_count` of them at a share from
        `least_ratio_by_count` on. Order: quantities, share, words in one passage, citations, then as given.
        """
        return self._rows.best_sources(least_ratio, least_count, least_ratio_by_count, most)

    @property
    def quote_count(self) -> int:
        """How many quotations the answer has."""
        return self._rows.quote_count

    def unmatched_quotes(self) -> list[Quotation]:
        """The quotations of the answer as they were read, in order."""
        return self._rows.quotes()

    def match_quotes(self, answer: str, scopes: list[list[int]]) -> list[Quotation]:
        """The quotations of the answer that was compared, each looked for in its sources (ascending) before others."""
        return self.index.compare_quotes(self._rows, answer, scopes)

    def segment_at(self, start: int, last: int) -> int:
        """The segment that holds a byte of the answer; it lies at or before the segment `last`."""
        while last > 0 and self.segments[last].start > start:
            last -= 1
        return last

    def token_rows(self) -> npt.NDArray[np.void]:
        """Every word of the answer: rows of `row_dtype("token")`, flags complete."""
        return _array(self._rows.token_rows(), "token")

    def passages_of(self, claim: ClaimMatch) -> list[Passage]:
        """The best passages of a claim, those of cited sources first, then by what they hold."""
        return self.passages[claim.first_passage : claim.first_passage + claim.passage_count]
