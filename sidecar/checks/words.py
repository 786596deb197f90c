"""words: which words of the answer stand in the evidence. A report; only a claim's share enters its verdict."""

from __future__ import annotations

from sidecar import tables
from sidecar.columns import JUDGED_KINDS, Columns
from sidecar.model import KeyPoint, WordMatch

CHECK_ID = "words"
_make_key_point = tables.builder(KeyPoint)


def match(columns: Columns) -> WordMatch:
    """Confirmed and unconfirmed words with their places, and one key point for each claim."""
    comparison = columns.comparison
    confirmed, unconfirmed = comparison.words()
    key_points: list[KeyPoint] = []
    answer = comparison.answer
    for segment, kind, judgement in zip(comparison.segments, columns.kinds, columns.claims, strict=True):
        if kind in JUDGED_KINDS:
            start, end, refs = segment.text_start, segment.text_end, judgement.refs
            ref = refs[0] if refs else None
            key_points.append(_make_key_point(answer.span(start, end), answer.text(start, end), judgement.ratio, ref))
    ratio = comparison.found_count / comparison.word_count if comparison.word_count else 0.0
    return WordMatch(ratio, tuple(confirmed), tuple(unconfirmed), tuple(key_points))
