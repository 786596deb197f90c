"""Quantities that state nothing: "five steps" beside the answer's own list of five, figures of a question it quotes,
and values that it denies ("on the 5th, not on the 1st").

They say nothing that evidence could bear out, so such a quantity is IGNORED where it does not hold.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache

from sidecar import lang, tables
from sidecar.columns import Columns, QuantityJudgement
from sidecar.model import QuantityStatus
from sidecar.tables import Quantity

LEAST_ITEMS, MOST_ITEMS = 2, 30
WORDS_BETWEEN = 2  # "five easy steps"
MOST_NOUN_BYTES = 64  # looked at behind a number
MOST_DENIED_BYTES = 1024  # of a sentence before a value
_STOPS = "?？.。!！,， "


class OwnWords:
    """What an answer has of its own: how long its lists are, and where it quotes the question."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._sizes = _list_sizes(columns)
        self._quoted = _quoted_question(columns)
        self._segments: set[int] = set()  # that hold such quantities

    def spoken(self, quantity: Quantity) -> bool:
        """Whether a quantity counts the answer's own items, stands in a quotation of the question, or is denied."""
        if self._denied(quantity):
            return True
        found = self._counts_items(quantity) or self._in_question(quantity)
        if found:
            self._segments.add(quantity.segment)
        return found

    def settle_lead_ins(self, judgements: list[QuantityJudgement]) -> None:
        """What ends with a colon and has no other quantities than such ones leads in, as without any."""
        comparison, kinds = self._columns.comparison, self._columns.kinds
        for number in sorted(self._segments):
            segment = comparison.segments[number]
            own = judgements[segment.first_quantity : segment.first_quantity + segment.quantity_count]
            colon = segment.flags & tables.SEGMENT_ENDS_WITH_COLON and not segment.marker_count
            if colon and number + 1 < len(kinds) and all(one.status is QuantityStatus.IGNORED for one in own):
                kinds[number] = "lead-in"

    def _counts_items(self, quantity: Quantity) -> bool:
        if len(quantity.value) > len(str(MOST_ITEMS)) or not quantity.value.isdecimal():
            return False
        if int(quantity.value) not in self._sizes:
            return False
        comparison = self._columns.comparison
        end = max(quantity.number_end, comparison.segments[quantity.segment].text_end)
        behind = tables.fold(comparison.answer.text_up_to(quantity.number_end, end, MOST_NOUN_BYTES)).lstrip(" -")
        return behind.startswith(lang.all_phrases("own_list_nouns")) or any(
            word.startswith(lang.all_phrases("own_list_nouns")) for word in behind.split()[: WORDS_BETWEEN + 1]
        )

    def _denied(self, quantity: Quantity) -> bool:
        segment = self._columns.comparison.segments[quantity.segment]
        if quantity.start - segment.start > MOST_DENIED_BYTES:
            return False
        written = self._columns.text(segment.start, quantity.start)
        if not segment.phrases & tables.VALUE_DENIAL_PHRASE and written.isascii():
            return False
        words = tables.fold(written).split()
        while words and words[-1] in lang.all_phrases("value_denials_between"):
            words.pop()
        return (" " + " ".join(words)).endswith(_denials())

    def _in_question(self, quantity: Quantity) -> bool:
        place = bisect_right(self._quoted, (quantity.start, quantity.end)) - 1
        return place >= 0 and self._quoted[place][0] <= quantity.start and quantity.end <= self._quoted[place][1]


@cache
def _denials() -> tuple[str, ...]:
    return tuple(f" {word}" if word.isascii() else word for word in lang.all_phrases("value_denials"))


def _list_sizes(columns: Columns) -> set[int]:
    """How many items each list of the answer has: list items in blocks that follow each other."""
    sizes: set[int] = set()
    size, last = 0, -1
    for segment in columns.comparison.segments:
        if segment.block == last:
            continue
        if segment.kind == tables.SEGMENT_LIST_ITEM:
            size += 1
        else:
            sizes.add(size)
            size = 0
        last = segment.block
    return {size for size in (*sizes, size) if LEAST_ITEMS <= size <= MOST_ITEMS}


def _quoted_question(columns: Columns) -> list[tuple[int, int]]:
    """The spans of the answer's quotations that repeat the question, in bytes, in order."""
    question = tables.fold(columns.question).strip(_STOPS)
    if not question or not columns.comparison.quote_count:
        return []
    quotes = columns.comparison.unmatched_quotes()
    spans = [(quote.outer_start, quote.outer_end) for quote in quotes]
    longest = 4 * len(columns.question.encode()) + 16  # folding shortens no text by more
    return [
        (start, end)
        for start, end in sorted(spans)
        if end - start <= longest and tables.fold(columns.text(start, end)).strip("\"'" + _STOPS) == question
    ]
