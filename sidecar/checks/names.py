"""entities: names of the answer that stand nowhere in the evidence, its titles or the question, or in another's place.

The core lists the words that are written like names (capitalized inside a sentence; in Han, where nothing marks a name,
runs of characters that are new) and stand nowhere as they are. Here is settled what of them is an invention: a word
whose stem stands in the evidence is not ("America", "American"), nor is a name of which the evidence holds the initials
("UK") or another writing (`name_aliases`). In Chinese a new run is a name only where it owns what a value is given
of, right at the start of its clause (五粮液的收盘价为436.94元), and everything else of the claim is known.
Word lists are data: [phrases] name_* of a language.

A name that the evidence knows may still stand in another's place: "the founder of Alpha" where the passage has "the
founder of Beta". The core gives the other name and the words that both stand between; the more of them, the surer.
"""

from __future__ import annotations

from datetime import MINYEAR, date
from functools import cache

from sidecar import lang, tables
from sidecar.columns import AbsentName, Columns, Conflict, Note
from sidecar.model import LikelyCause, Severity
from sidecar.tables import NamePlace, NameWord, SourceIndex

CHECK_ID = "entities"
REASON_IDS = ("entity-not-in-evidence",)
DISPLACED = "entity-conflict"

LEAST_LETTERS = 3
LEAST_ABSTRACT_LETTERS = 8  # Florence ends as Independence does
# The stem of a word: what is left of it without its last letters, never shorter than this.
STEM_LETTERS, STEM_ENDING = 4, 3
# An abbreviation may be spelled out in the evidence in ways that nobody can list.
MOST_ACRONYM_LETTERS = 6
LEAST_HAN, MOST_HAN = 3, 12
MOST_OTHERS = 1  # other new runs of the claim
# A name in another's place: equal words beside both, those that say something three times; and the share of the claim's
# words that stand in the passage.
LEAST_CONTEXT = 4
SURE_CONTEXT, SURE_SHARE = 7, 0.5
CONTENT_WEIGHT = 2
# Characters between a name and the term that is defined for it, and of a source that are looked through for such terms.
MOST_DEFINITION, MOST_DEFINING = 200, 1 << 16
# Characters of evidence looked through for all names of one answer; about a second at most.
MOST_SEARCHED = 1 << 28
MOST_BESIDE_DATE = 4  # bytes between a day of the week and its date
_TERM_OPENINGS = ("“", '"', "(", "‘")


@cache
def _aliases() -> dict[str, tuple[str, ...]]:
    """The other writings of each writing."""
    groups = [tuple(group.split("=")) for group in lang.all_phrases("name_aliases")]
    return {writing: group for group in groups for writing in group}


def absent(columns: Columns) -> dict[int, AbsentName]:
    """For each judged segment the first name in it that the evidence does not know; a sure one before a doubtful."""
    out: dict[int, AbsentName] = {}
    if not columns.comparison.names or not columns.index.readable:
        return out
    search = _Search(columns.index)
    for name in columns.comparison.names:
        known = out.get(name.segment)
        if (known is not None and not known.doubtful) or not columns.judged(name.segment):
            continue
        if _han(columns, name) if name.flags & tables.NAME_HAN else _latin(columns, name, search):
            word = columns.text(name.word_start, name.word_end)
            doubtful = _abstract(word)
            if known is None or not doubtful:
                out[name.segment] = AbsentName(name.start, name.end, word, doubtful)
    columns.cut_short |= {CHECK_ID} if search.exhausted else set()
    columns.searched = search.searched
    return out


class _Search:
    """Looks for words at word starts of the evidence, each once, as far as the bound allows."""

    def __init__(self, index: SourceIndex) -> None:
        self._index = index
        self._left = MOST_SEARCHED
        self._known: dict[tuple[str, bool], bool] = {}
        self.exhausted = False

    @property
    def searched(self) -> int:
        """Characters of evidence that were looked through."""
        return MOST_SEARCHED - self._left

    def stands(self, word: str, *, whole: bool = False) -> bool:
        """Whether some word of the evidence or of its titles begins with `word` (`whole`: is it), whatever the case."""
        key = (word, whole)
        if key not in self._known:
            self._left -= self._index.characters
            if self._left < 0:
                self.exhausted = True
                return True  # nobody looked: nothing is said
            self._known[key] = self._index.word_begins(word, whole=whole) or _word_in(
                word.lower(), self._index.heads, whole=whole
            )
        return self._known[key]

    def written(self, word: str) -> bool:
        """Whether some word of the evidence begins with `word` as it is written."""
        return any(_word_in(word, source.text, whole=False) for source in self._index.sources)


def _word_in(word: str, text: str, *, whole: bool) -> bool:
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if (at == 0 or not text[at - 1].isalnum()) and not (whole and text[end : end + 1].isalnum()):
            return True
        at = text.find(word, end)  # a hit inside this one would not start a word either
    return False


def _latin(columns: Columns, name: NameWord, search: _Search) -> bool:
    if name.flags & (tables.NAME_OPENS | tables.NAME_LABEL | tables.NAME_ALL_CAPS):
        return False
    written = columns.text(name.word_start, name.word_end).replace("’", "'").removesuffix("'s").removesuffix("'")
    if len(written) < LEAST_LETTERS or _acronym(written):
        return False
    word = written.lower()
    if word in lang.all_phrases("weekday_names") and _weekday_of_date(columns, name, word):
        return False
    if search.stands(word[: max(STEM_LETTERS, len(word) - STEM_ENDING)]):
        return False
    whole = columns.text(name.start, name.end)
    if name.word_count > 1:
        initials = "".join(part[0] for part in whole.replace("-", " ").split() if part[0].isupper())
        if search.written(initials) or search.written(".".join(initials)):
            return False
    return not any(
        search.stands(other, whole=True)
        for writing, group in _aliases().items()
        if word in writing.split() and writing in whole.lower()
        for other in group
    )


def _weekday_of_date(columns: Columns, name: NameWord, word: str) -> bool:
    """Whether the calendar gives this day of the week to a date beside it: "Monday, 4 March 2024"."""
    segment = columns.comparison.segments[name.segment]
    for row in columns.comparison.quantities[segment.first_quantity : segment.first_quantity + segment.quantity_count]:
        gap = row.start - name.end if row.start >= name.end else name.start - row.end
        if tables.QUANTITY_KINDS[row.kind] == "date" and 0 <= gap <= MOST_BESIDE_DATE:
            year, month, day = row.value[:4], row.value[5:7], row.value[8:]
            if len(row.value) == len("2024-03-04") and year.isdecimal() and int(year) >= MINYEAR:
                return lang.all_phrases("weekday_names")[date(int(year), int(month), int(day)).weekday()] == word
    return False


def _abstract(word: str) -> bool:
    """Revolution, Independence: a noun that names no person or place by itself."""
    return len(word) >= LEAST_ABSTRACT_LETTERS and word.lower().endswith(lang.all_phrases("name_abstract_endings"))


def _acronym(word: str) -> bool:
    """NASA, GANs, YoY: letters that stand for words."""
    return len(word) <= MOST_ACRONYM_LETTERS and sum(letter.isupper() for letter in word) * 2 >= len(word)


def _han(columns: Columns, name: NameWord) -> bool:
    """ "五粮液的换手率为0.76%": the owner of what is told is new, and nothing else is."""
    if not name.flags & tables.NAME_OPENS or name.others > MOST_OTHERS:
        return False
    segment = columns.comparison.segments[name.segment]
    if not segment.quantity_count:
        return False
    text = columns.text(name.start, segment.text_end)[: MOST_HAN + 1]
    ends = [place for particle in lang.all_phrases("name_owners") if (place := text.find(particle)) >= 0]
    if not ends or min(ends) < LEAST_HAN:
        return False
    owner = text[: min(ends)]
    return (
        owner.isalnum()
        and not owner.startswith(lang.all_phrases("name_not_starts"))
        and not owner.endswith(lang.all_phrases("name_not_ends"))
    )


def conflicts(columns: Columns) -> list[Conflict]:
    """Names in another's place: ERROR where nearly all around them is the same, else WARNING."""
    return [_conflict(columns, row) for row in columns.comparison.name_places if _displaced(columns, row)]


def _context(row: NamePlace) -> int:
    return row.left_run + row.right_run + CONTENT_WEIGHT * row.content


def _displaced(columns: Columns, row: NamePlace) -> bool:
    if _context(row) < LEAST_CONTEXT or not columns.judged(row.segment):
        return False
    written = columns.text(row.answer_start, row.answer_end)
    other = columns.index.text(row.source, row.source_start, row.source_end)
    if _generic(written) or _generic(other) or (other.isupper() and not _acronym(other)):
        return False  # "the Company" may be called by its name; a line in capitals names nothing for sure
    first, second = written.lower(), other.lower()
    if second in _aliases().get(first, ()):
        return False
    text = columns.index.sources[row.source].text[:MOST_DEFINING]
    return not (_defined(text, other, written) or _defined(text, written, other))


def _generic(name: str) -> bool:
    return all(word.lower() in lang.all_phrases("subject_generic") for word in name.split())


def _defined(text: str, term: str, name: str) -> bool:
    """Whether a text introduces the term, in brackets or quotation marks, right behind the name."""
    for opening in _TERM_OPENINGS:
        at = text.find(opening + term)
        if at >= 0 and name.split(maxsplit=1)[0] in text[max(0, at - MOST_DEFINITION) : at]:
            return True
    return False


def _conflict(columns: Columns, row: NamePlace) -> Conflict:
    sure = (
        _context(row) >= SURE_CONTEXT
        and row.matched >= SURE_SHARE * row.word_count
        and not row.flags & tables.NAME_PLACE_BESIDE
    )
    written = columns.text(row.answer_start, row.answer_end)
    read = columns.index.text(row.source, row.source_start, row.source_end)
    message = f"the answer says “{written}” where the evidence says “{read}”"
    severity = Severity.ERROR if sure else Severity.WARNING
    place = (row.segment, row.answer_start, row.answer_end, row.source, row.source_start, row.source_end)
    return Conflict(CHECK_ID, DISPLACED, *place, message, severity)


def notes(columns: Columns) -> list[Note]:
    """One finding for each claim with a name that stands nowhere: ERROR, for a doubtful one WARNING."""
    out: list[Note] = []
    for number, name in columns.absent_names.items():
        severity = Severity.WARNING if name.doubtful else Severity.ERROR
        note = Note(CHECK_ID, "entity-not-in-evidence", severity, name.start, name.end, number)
        note.cause = LikelyCause.GENERATION
        note.refs = columns.claims[number].refs
        note.message = f"“{name.word}” stands neither in the evidence nor in the question"
        out.append(note)
    return out
