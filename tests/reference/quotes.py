"""A slow, obvious reader of quotations, and a comparison of one with a source, for the compiled ones to agree with.

Everything here is meant for short texts of one paragraph without code; positions are code points.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

PAIRS = {"“": "”", "‘": "’", "「": "」", "『": "』", "«": "»"}
CLOSING = {close: opening for opening, close in PAIRS.items()}
STRAIGHT = {'"': "“", "'": "‘"}  # the pair that a straight mark belongs to
TRIMMED = " \t\n\r*_~"
_ELEMENT = re.compile(
    r"(?P<number>\d+(?:[.,]\d+)*)|(?P<word>[^\W\d_\u4e00-\u9fff][^\W_\u4e00-\u9fff]*(?:['’][^\W\d_\u4e00-\u9fff]+)*)"
    r"|(?P<han>[\u4e00-\u9fff])|(?P<sign>[%$&()])|(?P<minus>-)(?=\d)"
)


@dataclass(frozen=True, slots=True)
class _Open:
    opening: str
    straight: bool
    end: int
    rows: int


def _word(character: str) -> bool:
    return character.isalnum() and not "\u4e00" <= character <= "\u9fff"


def read(text: str) -> list[tuple[int, int]]:
    """Where a text quotes: the outermost pairs of marks, what is between them without blanks and markup at its ends."""
    marks = [place for place, character in enumerate(text) if character in "“”‘’「」『』«»\"'"]
    before = {place: text[place - 1] if place else "" for place in marks}
    behind = {place: text[place + 1 : place + 2] for place in marks}
    marks = [p for p in marks if not (text[p] in "‘’'" and _word(before[p]) and _word(behind[p]))]
    open_marks: list[_Open] = []
    rows: list[tuple[int, int]] = []
    for place in marks:
        sign = text[place]
        straight = sign in STRAIGHT
        opening = STRAIGHT.get(sign) or CLOSING.get(sign) or sign
        single = opening == "‘"
        blank_before, blank_behind = not before[place].strip(), not behind[place].strip()
        pending = any(one.opening == opening for one in open_marks)
        if straight and single:
            closes = not blank_before and not _word(behind[place])
        elif straight:
            closes = not (blank_before and not blank_behind)
        else:
            closes = sign in CLOSING and not (single and _word(behind[place]))
            nearest = [one for one in open_marks if one.opening == opening][-1:]
            if sign == "«" and nearest and text[nearest[0].end - 1] == "»":  # »so«
                closes = True
            if sign == "“":  # “so“
                closes = not blank_before and not _word(behind[place])
        if pending and closes:
            while open_marks[-1].opening != opening:
                open_marks.pop()
            one = open_marks.pop()
            rows = rows[: one.rows]
            _add(rows, text, one.end, place)
            continue
        if blank_behind:
            continue
        if straight and single:
            opens = blank_before or before[place] in "([{（【" or "\u4e00" <= before[place] <= "\u9fff"
        elif straight:
            opens = not _word(before[place])
        elif sign in "»”":  # »so«, ”so”
            opens = blank_before or before[place] in "([{（【"
        else:
            opens = sign in PAIRS
        if opens:
            open_marks.append(_Open(opening, straight, place + 1, len(rows)))
    for one in open_marks:
        if not one.straight and one.opening != "‘" and text[one.end - 1] not in "»”" and one.rows == len(rows):
            _add(rows, text, one.end, len(text))
            break
    return rows


def _add(rows: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start] in TRIMMED:
        start += 1
    while end > start and text[end - 1] in TRIMMED:
        end -= 1
    if start < end:
        rows.append((start, end))


def elements(text: str) -> list[str]:
    """What is compared: words in small letters, numbers without separators of thousands, Han characters, signs."""
    out: list[str] = []
    for found in _ELEMENT.finditer(text):
        written = found.group().lower().replace("’", "'")
        if found.lastgroup == "number" and "," in written:
            grouped = re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)*", written)
            out += [written.replace(",", "")] if grouped else written.split(",")
        elif found.lastgroup == "minus" and found.start() and text[found.start() - 1].isalpha():
            continue
        else:
            out.append(written)
    return out


def stands(quoted: Sequence[str], source: Sequence[str]) -> bool:
    """Whether the one is a run of the other."""
    size = len(quoted)
    return any(list(source[at : at + size]) == list(quoted) for at in range(len(source) - size + 1))


def distance(quoted: Sequence[str], source: Sequence[str]) -> int:
    """The fewest insertions, deletions and substitutions that make the one a run of the other."""
    costs = [0] * (len(source) + 1)
    for count, element in enumerate(quoted, 1):
        row = [count]
        for place, other in enumerate(source, 1):
            row.append(min(costs[place - 1] + (element != other), costs[place] + 1, row[-1] + 1))
        costs = row
    return min(costs)
