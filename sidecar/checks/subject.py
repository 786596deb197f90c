"""subject: in a near copy of its passage, a claim that puts another word into the subject's place is contradicted.

The core aligns claim and passage word by word (character by character in Han) and gives the runs that stand in each
other's place. A run is a changed subject where nearly all the rest is the same, where it stands in a subject's slot
(at the start of its clause, or behind a word that introduces who acts: "by", 由), and where the passage does not have
it elsewhere. Variants of one role (承租人, 承租方) are one subject. Word lists are data: [phrases] subject_* of a
language.
"""

from __future__ import annotations

from functools import cache

from sidecar import contrasts, lang, tables
from sidecar.columns import Columns, Conflict
from sidecar.tables import Segment, Substitution

CHECK_ID = "subject"
REASON_IDS = ("subject-conflict",)

# Shares of the claim's words (Han: characters) that the alignment must cover. An introduced agent is a sure slot; a
# clause's start is shared with connectives and topics, so more of the rest must be the same; a noun inside, more still.
AGENT_COPY_SHARE = 0.55
START_COPY_SHARE = 0.7
NAME_COPY_SHARE = 0.75
INSIDE_COPY_SHARE = 0.85
INSIDE_RUN = 3
MOST_CHANGED = 3  # words
MOST_HAN_CHANGED = 8  # characters
LEAST_ELEMENTS = 4
LEAST_STEM = 4  # letters
# Words beside the changed one that may differ too: a share of the claim, at least one.
OTHER_CHANGES_SHARE = 0.2
MOST_SUFFIX, MOST_SUFFIX_BYTES = 2, 32  # characters behind a change that may belong to its word
_CLAUSE_SIGNS = (",", ";", ":", "(", "，", "；", "：", "（", "。", ". ")


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(lang.all_phrases(name))


def conflicts(columns: Columns) -> list[Conflict]:
    """For each judged segment with a changed subject the first change; then an attribute in another's place."""
    out: list[Conflict] = []
    for number, rows in columns.comparison.substitutions_of.items():
        if not columns.judged(number):
            continue
        segment = columns.comparison.segments[number]
        cited = columns.cited[number]
        for row in rows:
            if cited and row.source not in cited:
                continue
            if _changed_subject(columns, segment, row):
                out.append(_conflict(columns, row))
                break
    return out + contrasts.opposed(columns, CHECK_ID, REASON_IDS[0])


def _changed_subject(columns: Columns, segment: Segment, row: Substitution) -> bool:
    if row.flags & (tables.SUBSTITUTION_QUANTITY | tables.SUBSTITUTION_IN_PASSAGE | tables.SUBSTITUTION_SOURCE_KEPT):
        return False
    if row.claim_count < LEAST_ELEMENTS:
        return False
    other_changes = row.claim_count - row.aligned - row.answer_count
    if other_changes > max(1, int(row.claim_count * OTHER_CHANGES_SHARE)):
        return False
    change = _Change(columns, segment, row)
    return change.han() if row.flags & tables.SUBSTITUTION_HAN else change.latin()


class _Change:
    """One substitution with the words around it, folded."""

    def __init__(self, columns: Columns, segment: Segment, row: Substitution) -> None:
        self.row = row
        self.share = row.aligned / row.claim_count
        self.written = columns.text(row.answer_start, row.answer_end)
        self.source_written = columns.index.text(row.source, row.source_start, row.source_end)
        if row.right_run == 0:  # nothing behind it holds the source's run together: its first clause takes the place
            for sign in _CLAUSE_SIGNS:
                self.source_written = self.source_written.split(sign, 1)[0]
        self.before = tables.fold(columns.text(segment.text_start, row.answer_start))
        self.behind = tables.fold(columns.text(row.answer_end, segment.text_end))
        self.answer_word = tables.fold(self.written)
        self.source_word = tables.fold(self.source_written)

    def han(self) -> bool:
        row = self.row
        if max(row.answer_count, row.source_count) > MOST_HAN_CHANGED or row.right_run == 0:
            return False
        before, answer_word, source_word = self.before, self.answer_word, self.source_word
        if row.left_run == 1 and row.answer_count > 1 and before:
            # One equal character between two changed words is chance: 业主委员会 beside 物业公司.
            answer_word, source_word, before = before[-1] + answer_word, before[-1] + source_word, before[:-1]
        elif {answer_word, source_word} & _words("subject_generic"):
            return False
        core, source_core = _head(answer_word, self.behind), _head(source_word, self.behind)
        if not core or not source_core or set(core[-1:]) & set(source_core[-1:]):
            return False
        if _label(answer_word) or _label(source_word):
            return False
        if row.left_run != 1 and set(core) & set(source_core):
            return False
        if answer_word.startswith(tuple(_words("subject_not"))) or source_word.startswith(tuple(_words("subject_not"))):
            return False
        if row.left_run and before.endswith(tuple(_words("subject_agents"))):
            return self.share >= AGENT_COPY_SHARE
        starts = bool(row.flags & tables.SUBSTITUTION_CLAUSE_START)
        return starts and self.share >= START_COPY_SHARE and row.right_run > 1

    def latin(self) -> bool:
        row = self.row
        idle = _words("subject_determiners") | _words("subject_not")
        core = [word for word in self.answer_word.split() if word not in idle]
        source_core = [word for word in self.source_word.split() if word not in idle]
        if not core or not source_core or max(len(core), len(source_core)) > MOST_CHANGED:
            return False
        if _same_stem(core, source_core) or self._generic(core, source_core):
            return False
        if {self.source_word.split()[0], self.answer_word.split()[0]} & self._no_starts():
            return False  # "this improvement", "this will": may be called by any name; "is different": "varies"
        if self._modifiers(core, source_core):
            return False
        before = self.before.split()
        determined = bool(before) and before[-1] in _words("subject_determiners")
        while before and before[-1] in _words("subject_determiners"):
            before.pop()
        if row.left_run and before and before[-1] in _words("subject_agents"):
            return self.share >= AGENT_COPY_SHARE
        if not before and (determined or self._before_verb()):
            return self.share >= START_COPY_SHARE and row.right_run >= 1
        inside = determined and min(row.left_run, row.right_run) >= INSIDE_RUN and self._before_verb()
        if inside and len(core) == len(source_core) == 1:
            return self.share >= INSIDE_COPY_SHARE
        names = _capitals(self.written) and _capitals(self.source_written) and bool(before)
        return names and self.share >= NAME_COPY_SHARE and row.left_run >= 1

    @staticmethod
    def _no_starts() -> frozenset[str]:
        return _words("subject_pointers") | _words("subject_auxiliaries")

    @staticmethod
    def _modifiers(core: list[str], source_core: list[str]) -> bool:
        """Participles say how somebody is, and not who: "by roving staff" and "by roaming staff"."""
        return any(core[-1].endswith(end) and source_core[-1].endswith(end) for end in _words("subject_participles"))

    def _generic(self, core: list[str], source_core: list[str]) -> bool:
        """ "The company" for a name, or the other way round; a defined term (the “Company”) is a name itself."""
        generic = _words("subject_generic")
        inside = bool(self.before)  # a capital at the very start says nothing
        if set(core) & generic and not _named(self.written, inside=inside):
            return True
        return bool(set(source_core) & generic) and not _named(self.source_written, inside=inside)

    def _before_verb(self) -> bool:
        """A bare word at the start is a subject where "must", "is" or a verb in s or ed follows; else a command."""
        behind = self.behind.split(maxsplit=1)
        if not behind or behind[0] in _words("subject_not") - _words("subject_auxiliaries"):
            return False
        return behind[0] in _words("subject_auxiliaries") or behind[0].endswith(("s", "ed"))


def _head(word: str, behind: str) -> str:
    """A role without what only says "one who": 承租 of 承租人. A suffix alone is no head unless one follows it."""
    suffixes = _words("subject_suffixes")
    end = len(word)
    least = 1 if behind[:1] in suffixes or len(word) > 1 else 0
    while end > least and word[end - 1] in suffixes:
        end -= 1
    return word[:end]


def _label(word: str) -> bool:
    """The number of a section (第五条) says where something stands, not who does it."""
    return word.startswith(tuple(_words("subject_label_starts"))) and word.endswith(tuple(_words("subject_label_ends")))


def _named(written: str, *, inside: bool) -> bool:
    """ "The Company": a capital inside a sentence marks a name, or a term that the text defines."""
    words = written.split()
    return any(word[:1].isupper() for word in (words if inside else words[1:]))


def _capitals(written: str) -> bool:
    return all(word[:1].isupper() for word in written.split() if len(word) > 2)


def _same_stem(first: list[str], second: list[str]) -> bool:
    """Forms or spellings of one word ("employee", "employees"), or one word in other company ("the said seller")."""
    return any(_same_word(one, other) for one in first for other in second)


def _same_word(one: str, other: str) -> bool:
    if one == other or one + "s" == other or other + "s" == one or one + "es" == other or other + "es" == one:
        return True
    size = min(len(one), len(other))
    if size >= LEAST_STEM and one[:size] == other[:size]:
        return True  # push, pushing
    if size < LEAST_STEM or one[-2:] != other[-2:]:
        return False  # lessor and lessee part at their ends
    start = 0
    while start < size and one[start] == other[start]:
        start += 1
    rest, other_rest = one[start:], other[start:]
    return rest[1:] == other_rest or rest == other_rest[1:] or rest[1:] == other_rest[1:]


def _whole_word(columns: Columns, row: Substitution) -> tuple[int, int]:
    """The bytes of the answer and of the source behind the change that still belong to its word: 运人 of 承运人."""
    segment = columns.comparison.segments[row.segment]
    if not row.flags & tables.SUBSTITUTION_HAN or row.right_run == 0:
        return row.answer_end, row.source_end
    behind = columns.text(row.answer_end, segment.text_end)
    for count in range(1, min(MOST_SUFFIX, row.right_run) + 1):
        size = _size_of(behind, count)
        if tables.fold(behind.encode()[:size].decode()[-1:]) in _words("subject_suffixes"):
            end = _passage_end(columns, row)
            source = columns.index.text_up_to(row.source, row.source_end, end, MOST_SUFFIX_BYTES)
            return row.answer_end + size, row.source_end + _size_of(source, count)
    return row.answer_end, row.source_end


def _passage_end(columns: Columns, row: Substitution) -> int:
    claim = columns.comparison.claims[row.segment]
    for passage in columns.comparison.passages_of(claim):
        if passage.source == row.source and passage.start <= row.source_start < passage.end:
            return max(passage.end, row.source_end)
    return row.source_end


def _size_of(text: str, count: int) -> int:
    """The bytes of the first `count` characters; a line end inside a word and blanks beside it are passed over."""
    end = 0
    for place, character in enumerate(text):
        if count == 0:
            break
        if not character.isspace():
            count -= 1
            end = place + 1
    return len(text[:end].encode())


def _conflict(columns: Columns, row: Substitution) -> Conflict:
    answer_end, source_end = _whole_word(columns, row)
    written = columns.text(row.answer_start, answer_end)
    read = columns.index.text(row.source, row.source_start, source_end)
    message = f"the answer says “{written}” where the evidence says “{read}”"
    place = (row.segment, row.answer_start, answer_end, row.source, row.source_start, source_end)
    return Conflict(CHECK_ID, REASON_IDS[0], *place, message)
