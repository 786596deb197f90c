"""Passages by trying every window, and quantities beside quantities in fractions; rules of docs/reading.md §7.

Takes words, units and quantities as they were read: reading is judged elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

# Units of the texts that this judge is given: what they measure, and how many of the first one they are.
FACTORS = {
    "s": ("time", Fraction(1)),
    "min": ("time", Fraction(60)),
    "h": ("time", Fraction(3600)),
    "d": ("time", Fraction(86400)),
    "wk": ("time", Fraction(604800)),
    "mo": ("months", Fraction(1)),
    "a": ("months", Fraction(12)),
    "m": ("length", Fraction(1)),
    "km": ("length", Fraction(1000)),
    "kg": ("mass", Fraction(1000)),
    "t": ("mass", Fraction(1_000_000)),
    "%": ("share", Fraction(1, 100)),
    "‰": ("share", Fraction(1, 1000)),
    "pp": ("points", Fraction(1)),
    "bp": ("points", Fraction(1, 100)),
}
COUNTERS = frozenset("个人家件次")
EQUAL, CONVERTED, RANGE_END, ROUNDED, OTHER_SIGN, OTHER_UNIT = range(1, 7)
UNIT_MISSING, WAS_CONVERTED, HEDGED = 1, 2, 4
SAME, MISSING, CONVERTIBLE, SHARE, DIFFERENT = "same", "missing", "convertible", "share", "different"


@dataclass(frozen=True, slots=True)
class Number:
    """A quantity that is no date, time, ordinal, identifier or label."""

    low: Fraction
    high: Fraction
    unit: str
    kind: str  # of its ends
    quantum: int
    ranged: bool = False
    decimal: bool = False  # written with digits behind the point
    whole: bool = True  # no fraction was written
    hedged: bool = False
    more_than: bool = False
    less_than: bool = False
    scaled: bool = False
    place: int = 0  # its unit among the source's units
    near: frozenset[int] = frozenset()  # the words nearest to it in its clause


def relate(answer: Number, evidence: Number) -> tuple[int, int] | None:
    """Relation and flags of a quantity of an answer to one of the evidence, None for nothing."""
    units = _units(answer, evidence)
    if units == DIFFERENT:
        same = answer.ranged == evidence.ranged and answer.low == evidence.low
        return (OTHER_UNIT, 0) if same else None
    converts = units in (CONVERTIBLE, SHARE)
    missing = UNIT_MISSING if units == MISSING else 0
    converted = WAS_CONVERTED if converts else 0
    factor = _base(evidence) / _base(answer) if converts else Fraction(1)
    low, high = evidence.low * factor, evidence.high * factor
    # 85 beside 85.2 %: without the unit nothing says that they count the same, so only equal digits do.
    rounds = not missing or _base(answer) * _base(evidence) == 1
    if evidence.ranged and not answer.ranged:
        end = _point(answer, answer.low, low, converts, rounds) or _point(answer, answer.low, high, converts, rounds)
        return (RANGE_END, missing | converted | end[1]) if end else None
    if answer.ranged:
        ends = (_point(answer, answer.low, low, converts, rounds), _point(answer, answer.high, high, converts, rounds))
        if not evidence.ranged or ends[0] is None or ends[1] is None:
            return None
        flags = missing | ends[0][1] | ends[1][1]
        if ROUNDED in (ends[0][0], ends[1][0]):
            return ROUNDED, flags | converted
        return (CONVERTED if converts else EQUAL), flags
    point = _point(answer, answer.low, low, converts, rounds)
    if point == (EQUAL, 0):
        return (CONVERTED, missing) if converts else (EQUAL, missing)
    if point:
        return ROUNDED, missing | converted | point[1]
    if answer.low == -low and answer.low != 0:
        return OTHER_SIGN, missing | converted
    if converts and answer.low == evidence.low:
        return OTHER_UNIT, 0
    return (OTHER_UNIT, 0) if _scale_slip(answer, evidence) else None


def _units(answer: Number, evidence: Number) -> str:
    if answer.unit == evidence.unit:
        return SAME
    if not answer.unit or not evidence.unit:
        shares = (_percent(answer) and _fraction(evidence)) or (_fraction(answer) and _percent(evidence))
        return SHARE if shares else MISSING
    if answer.unit in COUNTERS and evidence.unit in COUNTERS:
        return MISSING
    both = answer.unit in FACTORS and evidence.unit in FACTORS
    return CONVERTIBLE if both and FACTORS[answer.unit][0] == FACTORS[evidence.unit][0] else DIFFERENT


def _base(number: Number) -> Fraction:
    return FACTORS[number.unit][1] if number.unit in FACTORS else Fraction(1)


def _percent(number: Number) -> bool:
    return number.unit in ("%", "‰", "pp", "bp")


def _fraction(number: Number) -> bool:
    if number.kind in ("fraction", "ratio"):
        return True
    return number.kind == "number" and not number.unit and number.decimal and 0 < abs(number.low) < 1


def _point(answer: Number, value: Fraction, evidence: Fraction, converts: bool, rounds: bool) -> tuple[int, int] | None:
    """One value of the answer beside one of the evidence, both in the answer's unit."""
    if value == evidence:
        return EQUAL, 0
    if not rounds:
        return None
    half = Fraction(1, 2)
    if _within(answer, value, evidence, answer.quantum, half, half):
        return ROUNDED, 0
    coarse = max(answer.quantum, _last_digit(value)) if value else answer.quantum
    if answer.hedged and _within(answer, value, evidence, coarse, half, Fraction(1)):
        return ROUNDED, HEDGED
    if converts or value < 0:
        return None
    if answer.more_than and _within(answer, value, evidence, coarse, Fraction(0), Fraction(1)):
        return ROUNDED, HEDGED
    if answer.less_than and _within(answer, value, evidence, coarse, Fraction(1), Fraction(0)):
        return ROUNDED, HEDGED
    return None


def _within(answer: Number, value: Fraction, evidence: Fraction, power: int, below: Fraction, above: Fraction) -> bool:
    """Is |evidence| in [|value| - below, |value| + above) steps of 10^power, on the same side of zero?"""
    step = Fraction(10) ** power
    count = abs(value) / step
    if not answer.whole or count.denominator != 1 or (value * evidence < 0):
        return False
    return max(count - below, Fraction(0)) <= abs(evidence) / step < count + above


def _last_digit(value: Fraction) -> int:
    """The power of ten of the last digit that is not zero."""
    power = 0
    while (value / Fraction(10) ** power).denominator != 1:
        power -= 1
    while (value / Fraction(10) ** (power + 1)).denominator == 1:
        power += 1
    return power


def _scale_slip(answer: Number, evidence: Number) -> bool:
    """The same digits with another scale word: 4.5 million beside 4.5 billion, or beside -4.5 billion."""
    apart = answer.quantum - evidence.quantum
    if not (answer.scaled or evidence.scaled) or not answer.low or answer.whole != evidence.whole or not answer.whole:
        return False
    written = abs(answer.low) / Fraction(10) ** answer.quantum == abs(evidence.low) / Fraction(10) ** evidence.quantum
    return written and apart != 0 and (apart % 3 == 0 or apart % 4 == 0)


@dataclass(frozen=True, slots=True)
class Passage:
    """The best window of one source for one claim; units are rows of all sources' units."""

    source: int
    matched: int
    held: int
    first_unit: int
    last_unit: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """One source: the keys in each of its units, and its quantities."""

    units: tuple[frozenset[int], ...]
    numbers: tuple[Number, ...]
    first_unit: int


def best_passage(
    words: frozenset[int], numbers: list[Number], source: int, evidence: Evidence, width: int
) -> Passage | None:
    """Every window of `width` units; the first with the most distinct words and quantities borne out, trimmed."""
    count = len(evidence.units)
    best: tuple[int, int, int, int] | None = None  # score, start, matched, held
    for start in range(count):
        window = range(start, min(start + width, count))
        matched = len(words & frozenset().union(*(evidence.units[unit] for unit in window)))
        held = sum(
            any(_holds(number, other) and other.place in window for other in evidence.numbers) for number in numbers
        )
        if matched + held and (best is None or matched + held > best[0]):
            best = (matched + held, start, matched, held)
    if best is None:
        return None
    _, start, matched, held = best
    named = {place for number in numbers if (place := named_unit(words, number, evidence, width)) is not None}
    first, last = _trim(words, evidence, named, start, min(start + width, count) - 1)
    return Passage(source, matched, held, evidence.first_unit + first, evidence.first_unit + last)


def _trim(words: frozenset[int], evidence: Evidence, named: set[int], start: int, end: int) -> tuple[int, int]:
    useful = [unit for unit in range(start, end + 1) if evidence.units[unit] & words or unit in named]
    first, last = (useful[0], useful[-1]) if useful else (start, start)

    def found(low: int, high: int) -> int:
        return len(words & frozenset().union(*evidence.units[low : high + 1]))

    while first < last:
        if found(first + 1, last) == found(first, last) and first not in named:
            first += 1
        elif found(first, last - 1) == found(first, last) and last not in named:
            last -= 1
        else:
            break
    return first, last


def _holds(answer: Number, evidence: Number) -> bool:
    related = relate(answer, evidence)
    return related is not None and related[0] <= ROUNDED


CLAUSE_END = re.compile(r"[;\n，；。！？]|,(?=.)|[.!?](?= )", re.DOTALL)
MOST_BEFORE, MOST_BEHIND, MOST_LOOKED_AT = 6, 4, 24


def nearest_words(text: bytes, tokens: list[tuple[int, int, int, str]], start: int, end: int) -> frozenset[int]:
    """The content words of its clause nearest to the quantity at [start, end), none of them beyond another number.

    But a row of numbers with only blanks, $, %, brackets or "to" between them shares the words before the first.
    `tokens` of its unit: start, end, key, and what it is: "word", "number", or "" for all else.
    """
    found: set[int] = set()
    sides = (
        ([token for token in reversed(tokens) if token[1] <= start], MOST_BEFORE),
        ([token for token in tokens if token[1] > start and token[0] >= end], MOST_BEHIND),
    )
    for number, (side, most) in enumerate(sides):
        edge, taken = (start, end)[number], 0
        row = number == 0
        for token_start, token_end, key, kind in side[:MOST_LOOKED_AT]:
            between = text[token_end:edge] if number == 0 else text[edge:token_start]
            joined = kind == "number" or text[token_start:token_end].lower() in (b"to", b"through")
            row = row and joined and re.fullmatch(rb"[ \t$(%)]+", between) is not None
            if CLAUSE_END.search(between.decode()) or (kind == "number" and not row) or taken == most:
                break
            edge = token_start if number == 0 else token_end
            if kind == "word":
                found.add(key)
                taken += 1
    return frozenset(found)


def context(words: frozenset[int], evidence: Evidence, unit: int, width: int) -> int:
    """Distinct words of a claim in the better of the windows that start at the unit and right before it."""
    count = len(evidence.units)
    starts = [start for start in (unit - 1, unit) if start >= 0]
    return max(
        [len(words & frozenset().union(*evidence.units[start : min(start + width, count)])) for start in starts]
        + [len(words & evidence.units[unit])]
    )


def best_relation(
    words: frozenset[int], answer: Number, evidence: Evidence, width: int
) -> tuple[int, int, int, int] | None:
    """The best place of one quantity in one source: relation, flags, its number among the quantities, context."""
    best: tuple[tuple[bool, int, int, int], tuple[int, int, int, int]] | None = None
    for place, other in enumerate(evidence.numbers):
        related = relate(answer, other)
        if related is None:
            continue
        near = context(words, evidence, other.place, width)
        strength = related[0] * 4 + (2 if related[1] & UNIT_MISSING else 0)
        order = (related[0] > ROUNDED, -len(answer.near & other.near), -near, strength)
        if best is None or order < best[0]:
            best = (order, (related[0], related[1], place, near))
    return best[1] if best else None


def named_unit(words: frozenset[int], answer: Number, evidence: Evidence, width: int) -> int | None:
    """The unit of the place that is named for a quantity, if it bears it out."""
    best = best_relation(words, answer, evidence, width)
    return evidence.numbers[best[2]].place if best and best[0] <= ROUNDED else None
