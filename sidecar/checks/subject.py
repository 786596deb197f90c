"""subject: in a near copy of its passage, a claim that puts another word into the subject's place is contradicted.

The core aligns claim and passage word by word (character by character in Han) and gives the runs that stand in each
other's place. A run is a changed subject where nearly all the rest is the same, where it stands in a subject's slot
(at the start of its clause, or behind a word that introduces who acts: "by", 由), and where the passage does not have
it elsewhere. Variants of one role (买家, 买方) are one subject. Word lists are data: [phrases] subject_* of a language.
"""

from __future__ import annotations

from functools import cache

from sidecar import lang, tables
from sidecar._core import Segment, Substitution
from sidecar.columns import Columns, Note
from sidecar.model import LikelyCause, Severity

CHECK_ID = "subject"
REASON_IDS = ("subject-conflict",)

# Shares of the claim's words (Han: characters) that the alignment must cover. An introduced agent is a sure slot; a
# clause's start is shared with connectives and topics, so more of the rest must be the same.
AGENT_COPY_SHARE = 0.55
START_COPY_SHARE = 0.7
NAME_COPY_SHARE = 0.75
MOST_CHANGED = 3  # words; Han: four times as many characters
MOST_HAN_CHANGED = 4
LEAST_ELEMENTS = 4
# Words beside the changed one that may differ too: a share of the claim, at least one.
OTHER_CHANGES_SHARE = 0.2


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(word for code in lang.language_codes() for word in lang.phrases(code).get(name, ()))


def conflicts(columns: Columns) -> dict[int, Substitution]:
    """For each judged segment with a changed subject, the first change."""
    out: dict[int, Substitution] = {}
    for number, rows in columns.comparison.substitutions_of.items():
        if not columns.judged(number):
            continue
        segment = columns.comparison.segments[number]
        cited = columns.cited[number]
        for row in rows:
            if cited and row.source not in cited:
                continue
            if _changed_subject(columns, segment, row):
                out[number] = row
                break
    return out


def _changed_subject(columns: Columns, segment: Segment, row: Substitution) -> bool:
    if row.flags & (
        tables.SUBSTITUTION_QUANTITY | tables.SUBSTITUTION_IN_PASSAGE | tables.SUBSTITUTION_SOURCE_KEPT
    ):
        return False
    if row.claim_count < LEAST_ELEMENTS:
        return False
    other_changes = row.claim_count - row.aligned - row.answer_count
    if other_changes > max(1, int(row.claim_count * OTHER_CHANGES_SHARE)):
        return False
    answer_word = tables.fold(columns.text(row.answer_start, row.answer_end))
    source_word = tables.fold(columns.index.text(row.source, row.source_start, row.source_end))
    share = row.aligned / row.claim_count
    if row.flags & tables.SUBSTITUTION_HAN:
        return _changed_han(columns, segment, row, answer_word, source_word, share)
    return _changed_latin(columns, segment, row, answer_word, source_word, share)


def _changed_han(
    columns: Columns, segment: Segment, row: Substitution, answer_word: str, source_word: str, share: float
) -> bool:
    if max(row.answer_count, row.source_count) > MOST_HAN_CHANGED or row.right_run == 0:
        return False
    suffixes = _words("subject_suffixes")
    core = [character for character in answer_word if character not in suffixes]
    source_core = [character for character in source_word if character not in suffixes]
    if not core or not source_core or set(core) & set(source_core):
        return False
    if any(word in answer_word or word in source_word for word in _words("subject_not")):
        return False
    if source_word in _words("subject_generic"):
        return False
    before = columns.text(segment.text_start, row.answer_start)
    if row.left_run and before.endswith(tuple(_words("subject_agents"))):
        return share >= AGENT_COPY_SHARE
    return bool(row.flags & tables.SUBSTITUTION_CLAUSE_START) and share >= START_COPY_SHARE and row.right_run > 1


def _changed_latin(
    columns: Columns, segment: Segment, row: Substitution, answer_word: str, source_word: str, share: float
) -> bool:
    if max(row.answer_count, row.source_count) > MOST_CHANGED:
        return False
    plain = _words("subject_determiners")
    core = [word for word in answer_word.split() if word not in plain]
    source_core = [word for word in source_word.split() if word not in plain]
    if not core or not source_core or _same_stem(core, source_core) or set(source_core) & _words("subject_generic"):
        return False
    if any(word in _words("subject_not") for word in core + source_core):
        return False
    before = tables.fold(columns.text(segment.text_start, row.answer_start)).split()
    determined = bool(before) and before[-1] in plain
    while before and before[-1] in plain:
        before.pop()
    if row.left_run and before and before[-1] in _words("subject_agents"):
        return share >= AGENT_COPY_SHARE
    if not before and (determined or _before_auxiliary(columns, segment, row)):
        return share >= START_COPY_SHARE and row.right_run >= 1
    written = columns.text(row.answer_start, row.answer_end)
    source_written = columns.index.text(row.source, row.source_start, row.source_end)
    names = _capitals(written) and _capitals(source_written) and bool(before)
    return names and share >= NAME_COPY_SHARE and row.left_run >= 1


def _before_auxiliary(columns: Columns, segment: Segment, row: Substitution) -> bool:
    """A bare word at the start is a subject where "must", "is" or the like follows; else it may be a command."""
    behind = tables.fold(columns.text(row.answer_end, segment.text_end)).split(maxsplit=1)
    return bool(behind) and behind[0] in _words("subject_auxiliaries")


def _capitals(written: str) -> bool:
    return all(word[:1].isupper() for word in written.split() if len(word) > 2)


def _same_stem(first: list[str], second: list[str]) -> bool:
    """Forms of one word ("employee", "employees") or one head in other company ("the seller", "the said seller")."""
    for one in first:
        for other in second:
            size = min(len(one), len(other))
            if one == other or (size >= 4 and (one[: size - 1] == other[: size - 1] or _one_edit(one, other))):
                return True
    return False


def _one_edit(one: str, other: str) -> bool:
    """One letter put in, left out or changed: a slip of spelling."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, other_rest = one[start:], other[start:]
    return rest[1:] == other_rest or rest == other_rest[1:] or rest[1:] == other_rest[1:]


def notes(columns: Columns) -> list[Note]:
    """One ERROR finding for each changed subject."""
    out: list[Note] = []
    for number, row in columns.conflicts.items():
        ref = columns.index.ref(row.source, row.source_start, row.source_end)
        note = Note(CHECK_ID, "subject-conflict", Severity.ERROR, row.answer_start, row.answer_end, number)
        note.cause = LikelyCause.GENERATION
        note.refs = (ref,)
        written = columns.text(row.answer_start, row.answer_end)
        note.message = f"the answer says “{written}” where the evidence says “{ref.text}”"
        out.append(note)
    return out
