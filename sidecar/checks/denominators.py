"""What stands behind "per" and is no unit: 20 euros per child is not 20 euros per adult."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from sidecar import lang, tables
from sidecar.columns import Columns
from sidecar.tables import Quantity, QuantityMatch

# So many bytes behind a quantity, and so many words behind each "per", are looked at.
MOST_BYTES = 64
MOST_WORDS = 3
# Shorter words keep their s: bus, gas.
LEAST_PLURAL = 4
_TOKEN = re.compile(r"[^\W\d_]+|\S")


def other(columns: Columns, quantity: Quantity, held: list[QuantityMatch]) -> list[QuantityMatch]:
    """Of the places that bear a value out, those whose denominators share no word with those of the answer.

    Empty where the answer names none; a place that names none says nothing against it.
    """
    answer = columns.comparison.answer
    end = max(quantity.end, columns.comparison.segments[quantity.segment].text_end)
    behind = answer.text_up_to(quantity.end, end, MOST_BYTES)
    if quantity.per_unit_row < 0 and not behind.lstrip().lower().startswith(_per_words()):
        return []
    unit_end = max(quantity.number_end, quantity.unit_end)
    names = _names(answer.text(unit_end, max(unit_end, quantity.end)), quantity.per_unit_row >= 0, behind)
    return [match for match in held if names and _differs(columns, names, quantity, match)]


def _differs(columns: Columns, names: frozenset[str], quantity: Quantity, match: QuantityMatch) -> bool:
    if match.source < 0:
        return False
    row = columns.index.quantity(match.evidence)
    if row.per_unit_row >= 0 and quantity.per_unit_row >= 0:
        return False  # both are units: these are compared with the values
    unit_end = max(row.number_end, row.unit_end)
    inside = columns.index.text(match.source, unit_end, max(unit_end, row.end))
    sentence = columns.index.unit(match.unit)
    behind = columns.index.text_up_to(match.source, row.end, max(row.end, sentence.text_end), MOST_BYTES)
    others = _names(inside, row.per_unit_row >= 0, behind)
    return bool(others) and names.isdisjoint(others)


def _names(inside: str, has_unit: bool, behind: str) -> frozenset[str]:
    """The words below the stroke, one form for each meaning: the last of a known unit, and those behind "per"."""
    out: list[str] = []
    if has_unit:
        out += [token for token in _TOKEN.findall(tables.fold(inside)) if token.isalpha()][-1:]
    count = -1  # of words behind the last "per"; -1: none yet
    for token in _TOKEN.findall(tables.fold(behind)):
        if token in _per_words():
            count = 0
        elif count < 0 or count == MOST_WORDS or not token.isalpha() or token in _ends():
            break
        else:
            out.append(token)
            count += 1
    return frozenset(map(_canonical, out))


def _canonical(word: str) -> str:
    single = word[:-1] if word.endswith("s") and len(word) >= LEAST_PLURAL else word
    return _alike().get(single, single)


@cache
def _per_words() -> tuple[str, ...]:
    return (*_list("per_words"), "/")


@cache
def _ends() -> frozenset[str]:
    return frozenset(_list("per_ends"))


@cache
def _alike() -> Mapping[str, str]:
    return {word: group.split()[0] for group in _list("per_alike") for word in group.split()}


def _list(name: str) -> list[str]:
    return [phrase for code in lang.language_codes() for phrase in lang.phrases(code).get(name, ())]
