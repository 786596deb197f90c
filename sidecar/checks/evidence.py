"""evidence: sources that contradict one another, and text that nobody sees.

Two sources in a claim's scope conflict where each holds a passage about the claim, the passages say the same in nearly
the same words, and just one value of them differs, the claim's (an amended contract, a restated account). The claim
stands as judged: which of them holds today is for a reader. Hidden text is what is in the bytes and not on the screen:
characters that turn the direction of writing over, tags, and zero-width characters inside a word of the answer.
"""

from __future__ import annotations

from sidecar import tables
from sidecar.columns import Columns, Note, QuantityJudgement
from sidecar.model import QuantityStatus, Ref, Severity
from sidecar.tables import ClaimMatch, Passage, Quantity

CHECK_ID = "evidence"
REASON_IDS = ("no-sources", "unreadable-sources", "evidence-conflict", "hidden-text")

# Both passages hold nearly all words of the claim, and enough of them.
SAME_SHARE = 0.8
LEAST_WORDS = 3
_EXACT = frozenset({QuantityStatus.SUPPORTED, QuantityStatus.CONVERTED})
_KINDS = frozenset({"number", "percent", "money", "measure", "count", "duration", "ratio"})


def notes(columns: Columns) -> list[Note]:
    """One WARNING for each claim over which sources differ, for the answer and for each source that hides text."""
    return [*_conflicts(columns), *_hidden(columns)]


def _conflicts(columns: Columns) -> list[Note]:
    out: list[Note] = []
    if len(columns.index.sources) < 2:
        return out
    for quantity, judgement in zip(columns.comparison.quantities, columns.quantities, strict=True):
        if judgement.status not in _EXACT or judgement.match is None:
            continue
        claim = columns.comparison.claims[quantity.segment]
        if claim.word_count < LEAST_WORDS or claim.passage_count < 2 or not columns.judged(quantity.segment):
            continue
        other = _other_value(columns, claim, quantity, judgement)
        if other is not None:
            note = Note(CHECK_ID, "evidence-conflict", Severity.WARNING, quantity.start, quantity.end, quantity.segment)
            note.refs = (columns.match_ref(judgement.match), other)
            note.message = f"one source says “{note.refs[0].text}”, another “{other.text}”"
            out.append(note)
    return out


def _other_value(columns: Columns, claim: ClaimMatch, quantity: Quantity, judgement: QuantityJudgement) -> Ref | None:
    """Where another source in scope says the same with another value of the same kind."""
    if tables.QUANTITY_KINDS[quantity.kind] not in _KINDS or judgement.match is None:
        return None
    cited = columns.cited[claim.segment]
    passages = [
        passage
        for passage in columns.comparison.passages_of(claim)
        if passage.matched >= SAME_SHARE * claim.word_count and (not cited or passage.source in cited)
    ]
    own = next((passage for passage in passages if passage.source == judgement.match.source), None)
    others = [passage for passage in passages if passage.source != judgement.match.source]
    if own is None or not others:
        return None
    values, words = _values(columns, own), _words(columns, own)
    for passage in others:
        differing = [value for value in _values(columns, passage).items() if value not in values.items()]
        if passage.held >= own.held or len(differing) != 1 or len(_values(columns, passage)) != len(values):
            continue
        place, (kind, _, unit) = differing[0]
        same_kind = kind == quantity.kind and unit == quantity.unit
        if same_kind and len(words & (other := _words(columns, passage))) >= SAME_SHARE * len(words | other):
            row = columns.index.quantity(_rows(columns, passage)[place])
            return columns.index.ref(passage.source, row.start, row.end)
    return None


def _rows(columns: Columns, passage: Passage) -> list[int]:
    units = [columns.index.unit(row) for row in range(passage.first_unit, passage.last_unit + 1)]
    return [row for unit in units for row in range(unit.first_quantity, unit.first_quantity + unit.quantity_count)]


def _values(columns: Columns, passage: Passage) -> dict[int, tuple[int, str, str]]:
    """Kind, value and unit of each quantity of a passage, by its order."""
    quantities = [columns.index.quantity(row) for row in _rows(columns, passage)]
    return {place: (row.kind, row.value, row.unit) for place, row in enumerate(quantities)}


def _words(columns: Columns, passage: Passage) -> frozenset[str]:
    """The words of a passage without figures; in Han, the characters."""
    text = tables.fold(columns.index.text(passage.source, passage.start, passage.end))
    parts = text.split() if text.isascii() else list(text)
    return frozenset(part.strip(".,;:()") for part in parts if part.isalpha() or part.strip(".,;:()").isalpha())


def _hidden(columns: Columns) -> list[Note]:
    out: list[Note] = []
    answer = columns.comparison.answer
    place = tables.hidden_in(answer.text(0, answer.size))
    if place is not None:
        note = Note(CHECK_ID, "hidden-text", Severity.WARNING, *place)
        note.message = f"the answer holds a character that nobody sees, {_named(columns.text(*place))}"
        out.append(note)
    for source, start, end in columns.index.hidden():
        ref = columns.index.ref(source, start, end)
        note = Note(CHECK_ID, "hidden-text", Severity.WARNING, refs=(ref,))
        note.message = f"source {ref.source_id} holds a character that nobody sees, {_named(ref.text)}"
        out.append(note)
    return out


def _named(character: str) -> str:
    return f"U+{ord(character):04X}"
