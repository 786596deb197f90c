"""words: which words of the answer stand in the evidence. A report; only a claim's share enters its verdict."""

from __future__ import annotations

from sidecar import tables
from sidecar.columns import Columns
from sidecar.model import KeyPoint, WordMatch

CHECK_ID = "words"
_make_key_point = tables.builder(KeyPoint)


def match(columns: Columns) -> WordMatch:
    """Confirmed and unconfirmed words with their places, and one key point for each claim."""
    comparison = columns.comparison
    confirmed, unconfirmed = comparison.words()
    key_points: list[KeyPoint] = []
    for number, segment in enumerate(comparison.segments):
        if not columns.judged(number):
            continue
        judgement = columns.claims[number]
        key_points.append(
            _make_key_point(
                columns.span(segment.text_start, segment.text_end),
                columns.text(segment.text_start, segment.text_end),
                judgement.ratio,
                judgement.refs[0] if judgement.refs else None,
            )
        )
    ratio = comparison.found_count / comparison.word_count if comparison.word_count else 0.0
    return WordMatch(ratio, tuple(confirmed), tuple(unconfirmed), tuple(key_points))
