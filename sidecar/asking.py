"""Questions: the words that only ask, what they ask for, and the value that a passage gives for it."""

from __future__ import annotations

import re
from functools import cache

from sidecar import lang, tables
from sidecar.columns import Columns, QuantityJudgement
from sidecar.model import QuantityStatus, Ref
from sidecar.tables import ClaimMatch, Passage, Quantity, QuantityMatch

_QUESTIONS = ("quantity_questions", "person_questions", "place_questions", "plain_questions")
# A value that answers "what is the rent?" has such a kind, and stands right behind the words for it.
VALUE_KINDS = frozenset({"money", "percent", "measure", "duration"})
_HELD = frozenset({QuantityStatus.SUPPORTED, QuantityStatus.ROUNDED, QuantityStatus.CONVERTED})


@cache
def _question_words() -> re.Pattern[str]:
    """What only asks: literals, longest first; between words in scripts that part them."""
    phrases = sorted(
        {phrase.strip() for name in _QUESTIONS for phrase in lang.all_phrases(name)},
        key=lambda phrase: (-len(phrase), phrase),
    )
    patterns = [rf"\b{re.escape(phrase)}\b" if phrase.isascii() else re.escape(phrase) for phrase in phrases]
    return re.compile("|".join(patterns), re.IGNORECASE)


def asked(question: str) -> str:
    """The question without the words that only ask ("how much", 多少), which no passage that answers it holds."""
    return _question_words().sub(" ", question) if question else question


def asks(name: str, question: str) -> bool:
    """Whether the question has a phrase of a table of [phrases], such as `person_questions`."""
    folded = f" {tables.fold(question)} "
    return any(phrase in folded for phrase in lang.all_phrases(name))


def value_given(columns: Columns, passage: Passage, question: str) -> int | None:
    """ "The rent is $40", "a rent of $40": the row of a value that only a link parts from a word of the question."""
    unit = columns.index.unit(passage.first_unit)
    words = tuple(content_words(asked(question)))
    for row in range(unit.first_quantity, unit.first_quantity + unit.quantity_count):
        quantity = columns.index.quantity(row)
        if tables.QUANTITY_KINDS[quantity.kind] not in VALUE_KINDS:
            continue
        before = tables.fold(columns.index.text(passage.source, unit.start, quantity.start)).rstrip()
        for link in lang.all_phrases("value_links"):
            if before.endswith(link) and before.removesuffix(link).rstrip().endswith(words):
                return row
    return None


def content_words(text: str) -> list[str]:
    """The words of a text that are no stop words, folded."""
    encoded = text.encode()
    rows = tables.tokenize(text)
    return [
        tables.fold(encoded[start:end].decode())
        for start, end, flags in zip(
            rows["start_byte"].tolist(), rows["end_byte"].tolist(), rows["flags"].tolist(), strict=True
        )
        if not flags & tables.TOKEN_STOP
    ]


def settle_bare(columns: Columns) -> None:
    """A bare value ("$4,250") answers the question: it is WRONG_CONTEXT where a sentence gives another value for that.

    That sentence holds all words of the question; no sentence with the value holds one of them, or follows it.
    """
    comparison = columns.comparison
    question = comparison.question
    if question is None or not question.word_count:
        return
    for place, quantity in enumerate(comparison.quantities):
        judgement = columns.quantities[place]
        bare = not comparison.claims[quantity.segment].word_count and columns.judged(quantity.segment)
        if not bare or judgement.status not in _HELD:
            continue
        given = _given_instead(columns, question, quantity, comparison.matches_of[place])
        if given is not None:
            columns.quantities[place] = QuantityJudgement(
                QuantityStatus.WRONG_CONTEXT, judgement.match, near_subject=True, given=given
            )


def _given_instead(
    columns: Columns, question: ClaimMatch, quantity: Quantity, matches: list[QuantityMatch]
) -> Ref | None:
    """Where the only sentence that answers the question gives another value of the unit; None where it is not so."""
    held = {match.unit for match in matches if match.source >= 0 and match.relation <= tables.ROUNDED}
    words = content_words(asked(columns.question))
    for number in sorted(held):
        unit = columns.index.unit(number)
        source = columns.index.source_of_quantity(unit.first_quantity)
        text = tables.fold(columns.index.text(source, unit.start, unit.end))
        if any(word in text for word in words):
            return None
    out: Ref | None = None
    for passage in columns.comparison.passages_of(question):
        units = range(passage.first_unit, passage.last_unit + 1)
        if any(unit in held or unit + 1 in held for unit in units):
            return None
        if out is not None or passage.matched < question.word_count or len(units) > 1:
            continue
        row = value_given(columns, passage, columns.question)
        if row is None:
            continue
        value = columns.index.quantity(row)
        if value.unit == quantity.unit or not quantity.unit:
            out = columns.index.ref(passage.source, value.start, value.end)
    return out
