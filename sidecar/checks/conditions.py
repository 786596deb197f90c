"""conditions: an exception that the evidence makes and the answer leaves out, or the other way round.

A WARNING: a short answer may well leave an exception out that does not concern it.
"""

from __future__ import annotations

from sidecar import contrasts, lang, tables
from sidecar.columns import Columns, Conflict
from sidecar.model import Severity
from sidecar.tables import Contrast, Passage

CHECK_ID = "conditions"
REASON_IDS = ("condition-dropped", "condition-added")
LEAST_NEAR_SHARE, LEAST_CLAIM_SHARE, LEAST_NEAR_COUNT = 0.6, 0.5, 3
# What an exception in a clause of its own is left out of: a claim that repeats nearly all of the clause beside it.
APART_SHARE, LONGEST_CLAUSE = 0.8, 256
_DROPPED = "the evidence makes an exception, “{source}”, that the answer leaves out"
_ADDED = "the answer makes an exception, “{answer}”, that the evidence does not make"


def conflicts(columns: Columns) -> list[Conflict]:
    """Exceptions that stand on one side alone, where all around them is the same."""
    out: list[Conflict] = []
    for row in contrasts.rows(columns, CHECK_ID):
        if row.flags & tables.CONTRAST_COUNTERPART or not _close(row):
            continue
        dropped = bool(row.flags & tables.CONTRAST_DROPPED)
        reason, message = (REASON_IDS[0], _DROPPED) if dropped else (REASON_IDS[1], _ADDED)
        out.append(contrasts.conflict(columns, row, CHECK_ID, reason, message, Severity.WARNING))
    return out + _set_apart(columns)


def _set_apart(columns: Columns) -> list[Conflict]:
    """Exceptions in a clause of their own that the answer leaves out: 除礼品卡外，可全额退款; 会员免费，特展除外."""
    out: list[Conflict] = []
    comparison = columns.comparison
    for claim in comparison.claims:
        row = claim.best_cited if claim.best_cited >= 0 else claim.best_passage
        if row < 0 or not columns.judged(claim.segment):
            continue
        segment, passage = comparison.segments[claim.segment], comparison.passages[row]
        copied = passage.matched >= max(LEAST_NEAR_COUNT, APART_SHARE * claim.word_count)
        if not copied or not segment.flags & tables.SEGMENT_IS_HAN:
            continue
        said = columns.text(segment.text_start, segment.text_end)
        if any(word in said for word in lang.all_phrases("exceptions")):
            continue
        place = _exception_beside(columns, passage)
        if place is not None:
            out.append(
                Conflict(
                    CHECK_ID,
                    REASON_IDS[0],
                    claim.segment,
                    segment.text_start,
                    segment.text_end,
                    passage.source,
                    *place,
                    _DROPPED.format(source=columns.index.text(passage.source, *place)),
                    Severity.WARNING,
                )
            )
    return out


def _exception_beside(columns: Columns, passage: Passage) -> tuple[int, int] | None:
    """[start, end) in bytes of the source of a clause right before or behind a passage that makes an exception."""
    index, source = columns.index, passage.source
    before = index.unit_of(source, passage.first_unit - 1)
    if before is not None:
        said = index.text_up_to(source, before.text_start, before.text_end, LONGEST_CLAUSE).rstrip("，, ")
        if said.startswith(lang.all_phrases("exceptions")) and said.endswith(lang.all_phrases("exception_ends")):
            return before.text_start, before.text_end
    if index.text(source, passage.start, passage.end).rstrip().endswith(("，", ",")):
        behind = index.unit_of(source, passage.last_unit + 1)
        if behind is not None:
            said = index.text_up_to(source, behind.text_start, behind.text_end, LONGEST_CLAUSE).rstrip("。；.; ")
            ends = said.endswith(lang.all_phrases("exceptions_behind"))
            if ends or said.startswith(lang.all_phrases("exception_clauses")):
                return behind.text_start, behind.text_end
    return None


def _close(row: Contrast) -> bool:
    return (
        row.left_run + row.right_run > 0
        and row.near >= LEAST_NEAR_COUNT
        and row.near >= LEAST_NEAR_SHARE * row.near_count
        and row.claim_matched >= LEAST_CLAIM_SHARE * row.claim_count
    )
