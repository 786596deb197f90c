"""Which of the core's contrasts are conflicts: the thresholds that the contradiction checks share.

A contrast is a cue of a claim ("rose") that its passage speaks against ("fell"), a cue that only the claim has ("not"),
or one that only the passage has. The core says how well both places answer each other; here that becomes a conflict or
nothing. docs/contradictions.md gives the rules and what they find and cost on labelled data.
"""

from __future__ import annotations

from functools import cache

from sidecar import lang
from sidecar.columns import Columns, Conflict
from sidecar.model import Severity
from sidecar.tables import (
    CONTRAST_ANTONYM,
    CONTRAST_BARE,
    CONTRAST_BOTH_NEGATED,
    CONTRAST_CONDITIONAL,
    CONTRAST_COUNTERPART,
    CONTRAST_DROPPED,
    CONTRAST_HAN,
    CONTRAST_HEAD,
    CONTRAST_OPPOSITE_KEPT,
    CONTRAST_OTHER_NEGATED,
    CONTRAST_REACHED,
    CONTRAST_SAME_IN_PASSAGE,
    CONTRAST_SWAPPED,
    CONTRAST_VALUE_HELD,
    CONTRAST_VALUE_OTHER,
    Contrast,
)

# Opposites. Shares are of content elements (words; characters in Han): `near` of those around the cue that stand around
# its opposite too, `claim` of the whole claim that stands in the passage. A run is of equal elements at both places.
VALUE_NEAR_SHARE, VALUE_FIT = 0.5, 3  # both speak of one value
RUN_LENGTH, RUN_NEAR_SHARE, RUN_CLAIM_SHARE = 2, 0.5, 0.6  # equal words right beside them
NEAR_COUNT, NEAR_SHARE, NEAR_CLAIM_SHARE = 3, 0.6, 0.5  # the same words around them
SWAPPED_NEAR_SHARE, SWAPPED_CLAIM_SHARE = 0.6, 0.6  # an ordered relation with its two sides exchanged
GOVERNED_SHARE = 0.7  # of both, where a cue says something of the word behind it alone
LONE_RUN_LENGTH = 3  # with nothing else around the cue

# A negator that the claim has and the passage has not, or the other way round.
ADDED_NEAR_COUNT, ADDED_NEAR_SHARE, ADDED_CLAIM_SHARE = 2, 0.3, 0.4
FEW_NEAR_CLAIM_SHARE = 0.5  # with no more words around it than that
DROPPED_RUN_LENGTH, DROPPED_NEAR_SHARE, DROPPED_CLAIM_SHARE = 3, 0.7, 0.6
SHORT_RUN_LENGTH = 3  # of a claim that is otherwise all there
EXACT_RUN_LENGTH, EXACT_NEAR_SHARE = 4, 0.5  # so much the same that nothing else explains the difference


@cache
def groups(check_id: str) -> frozenset[int]:
    """The groups of cues that a check looks at."""
    return frozenset(group for group, name in enumerate(lang.cues().checks) if name == check_id)


def rows(columns: Columns, check_id: str) -> list[Contrast]:
    """The contrasts of judged claims that a check looks at."""
    if not columns.comparison.contrasts:
        return []
    wanted = groups(check_id)
    return [row for row in columns.comparison.contrasts if row.group in wanted and columns.judged(row.segment)]


def opposed(columns: Columns, check_id: str, reason_id: str) -> list[Conflict]:
    """A conflict for each cue whose opposite stands in its place in the passage."""
    return [
        conflict(columns, row, check_id, reason_id, "the answer says “{answer}” where the evidence says “{source}”")
        for row in rows(columns, check_id)
        if lang.cues().opposing[row.group] and _opposed(row)
    ]


def _near_share(row: Contrast) -> float:
    return row.near / row.near_count if row.near_count else 0.0


def _opposed(row: Contrast) -> bool:
    if lang.cues().names[row.group] and row.flags & (CONTRAST_SAME_IN_PASSAGE | CONTRAST_OPPOSITE_KEPT):
        return False  # several places: which of them stands for which cannot be told
    if row.flags & (CONTRAST_BOTH_NEGATED | CONTRAST_OTHER_NEGATED | CONTRAST_VALUE_OTHER):
        return False  # "did not rise" and "fell" agree
    near_share, claim_share = _near_share(row), row.claim_matched / row.claim_count
    if lang.cues().governing[row.group] and (not row.right_run or min(near_share, claim_share) < GOVERNED_SHARE):
        return False
    if row.flags & CONTRAST_SWAPPED:
        return near_share >= SWAPPED_NEAR_SHARE and claim_share >= SWAPPED_CLAIM_SHARE
    run = row.left_run + row.right_run
    if row.flags & CONTRAST_VALUE_HELD:
        return run >= RUN_LENGTH or (row.fit >= VALUE_FIT and (near_share >= VALUE_NEAR_SHARE or run > 0))
    if run >= RUN_LENGTH and near_share >= RUN_NEAR_SHARE and claim_share >= RUN_CLAIM_SHARE:
        return True
    if not row.near_count:
        return run >= LONE_RUN_LENGTH and claim_share >= RUN_CLAIM_SHARE
    if row.flags & CONTRAST_OPPOSITE_KEPT:
        return False  # both stand in the claim: which of them is meant cannot be told without more
    return row.near >= NEAR_COUNT and near_share >= NEAR_SHARE and claim_share >= NEAR_CLAIM_SHARE


def added_negation(row: Contrast) -> bool:
    """Does the claim deny what the passage says?"""
    if row.side != lang.DENIES or row.flags & (CONTRAST_DROPPED | CONTRAST_COUNTERPART):
        return False
    if row.flags & (CONTRAST_ANTONYM | CONTRAST_CONDITIONAL) and row.left_run + row.right_run < EXACT_RUN_LENGTH:
        return False  # "not permitted" and "prohibited" agree; what stands behind "if" is not said to be so
    if row.left_run + row.right_run >= EXACT_RUN_LENGTH and _near_share(row) >= EXACT_NEAR_SHARE:
        return True
    exact = row.left_run + row.right_run >= SHORT_RUN_LENGTH and row.flags & CONTRAST_HEAD
    if exact and row.near == row.near_count and row.claim_matched == row.claim_count:
        return True  # all that is said but for the negator stands there
    if row.near < ADDED_NEAR_COUNT or _near_share(row) < ADDED_NEAR_SHARE:
        return False
    if not row.flags & (CONTRAST_REACHED | CONTRAST_HAN):
        return False  # of what is denied the passage says nothing
    least = FEW_NEAR_CLAIM_SHARE if row.near == ADDED_NEAR_COUNT else ADDED_CLAIM_SHARE
    return row.claim_matched >= least * row.claim_count


def unborne_negation(row: Contrast) -> bool:
    """Does the claim deny something, and no passage of it denies or speaks of a contrary?"""
    # What denies a value ("not on the 1st") denies nothing that the evidence says.
    explained = CONTRAST_DROPPED | CONTRAST_COUNTERPART | CONTRAST_ANTONYM | CONTRAST_CONDITIONAL | CONTRAST_BARE
    return (
        row.side == lang.DENIES
        and not row.flags & explained
        and row.same_fit < 0
        and row.claim_matched >= ADDED_CLAIM_SHARE * row.claim_count
    )


def dropped_negation(row: Contrast) -> bool:
    """Does the claim say what the passage denies? Much may be left out of a passage, so nearly all must be the same."""
    if row.flags & (CONTRAST_COUNTERPART | CONTRAST_CONDITIONAL):
        return False
    return (
        row.flags & (CONTRAST_DROPPED | CONTRAST_HEAD) == CONTRAST_DROPPED | CONTRAST_HEAD
        and row.left_run + row.right_run >= DROPPED_RUN_LENGTH
        and _near_share(row) >= DROPPED_NEAR_SHARE
        and row.claim_matched >= DROPPED_CLAIM_SHARE * row.claim_count
    )


def conflict(
    columns: Columns,
    row: Contrast,
    check_id: str,
    reason_id: str,
    message: str,
    severity: Severity = Severity.ERROR,
) -> Conflict:
    """A contrast as a conflict; `message` may name {answer} and {source}, what stands in either place."""
    answer = columns.text(row.answer_start, row.answer_end)
    source = columns.index.text(row.source, row.source_start, row.source_end)
    return Conflict(
        check_id,
        reason_id,
        row.segment,
        row.answer_start,
        row.answer_end,
        row.source,
        row.source_start,
        row.source_end,
        message.format(answer=answer, source=source),
        severity,
        bool(row.flags & CONTRAST_VALUE_HELD),
    )
