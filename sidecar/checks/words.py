"""words: which words of the answer stand in the evidence. A report; only a claim's share enters its verdict."""

from __future__ import annotations

from sidecar.columns import Columns
from sidecar.model import KeyPoint, Word, WordMatch

CHECK_ID = "words"


def match(columns: Columns) -> WordMatch:
    """Confirmed and unconfirmed words with their places, and one key point for each claim."""
    comparison = columns.comparison
    confirmed: list[Word] = []
    unconfirmed: list[Word] = []
    for word in comparison.words():
        row = Word(columns.span(word.start, word.end), columns.text(word.start, word.end))
        (confirmed if word.found else unconfirmed).append(row)
    key_points: list[KeyPoint] = []
    for number, segment in enumerate(comparison.segments):
        if not columns.judged(number):
            continue
        judgement = columns.claims[number]
        key_points.append(
            KeyPoint(
                columns.span(segment.text_start, segment.text_end),
                columns.text(segment.text_start, segment.text_end),
                judgement.ratio,
                judgement.refs[0] if judgement.refs else None,
            )
        )
    ratio = comparison.found_count / comparison.word_count if comparison.word_count else 0.0
    return WordMatch(ratio, tuple(confirmed), tuple(unconfirmed), tuple(key_points))
