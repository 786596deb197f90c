"""Glyphs drawn twice, read once: the slow, obvious twin of csrc/src/doubled_glyphs.cpp."""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"[^ \t\r|\u00a0\u3000]+")
HAN = re.compile(r"CJK|KANGXI|HIRAGANA|KATAKANA|BOPOMOFO")


def read_once(text: str) -> tuple[str, list[int]]:
    """The text without the second of each doubled glyph, and for each of its characters, and its end, the place."""
    read: list[tuple[str, int]] = []
    start = 0
    for line in text.split("\n"):
        read += [(character, start + place) for character, place in _line(line)]
        start += len(line) + 1
        read.append(("\n", start - 1))
    read[-1] = ("", len(text))
    return "".join(character for character, _ in read), [place for _, place in read]


def _line(line: str) -> list[tuple[str, int]]:
    whole = [(character, place) for place, character in enumerate(line)]
    if not _three_in_a_row(line):
        return whole
    words = [(match.start(), match.end()) for match in WORD.finditer(line)]
    doubled = [all(pair[0] == pair[-1] and len(pair) == 2 for pair in _pairs(line[a:b])) for a, b in words]
    out: list[tuple[str, int]] = []
    at = first = 0
    while first < len(words):
        last = first
        while last < len(words) and doubled[last]:
            last += 1
        run = list(range(first, last))
        while run and first > 0 and _number(line, words[run[0]]):
            run.pop(0)
        while run and last < len(words) and _number(line, words[run[-1]]):
            run.pop()
        if run and _enough([line[a:b] for a, b in words[run[0] : run[-1] + 1]]):
            out += whole[at : words[run[0]][0]]
            for place in run:
                start, end = words[place]
                out += whole[start:end:2]
                at = end
                if place != run[-1]:
                    gap = words[place + 1][0]
                    while at < gap:
                        out.append(whole[at])
                        at += 2 if line[at : min(at + 2, gap)] == "  " else 1
        first = last + 1
    return out + whole[at:]


def _pairs(word: str) -> list[str]:
    return [word[at : at + 2] for at in range(0, len(word), 2)]


def _number(line: str, word: tuple[int, int]) -> bool:
    return all(unicodedata.category(character) == "Nd" for character in line[word[0] : word[1]])


def _three_in_a_row(line: str) -> bool:
    for at in range(len(line) - 5):
        a, b, c, d, e, f = line[at : at + 6]
        if a == b != c == d != e == f:
            sizes = {len(character.encode()) for character in (a, c, e)}
            if sizes in ({1}, {3}):
                return True
    return False


def _enough(words: list[str]) -> bool:
    letters = late = vowels = han = others = 0
    for word in words:
        before = ""
        for pair in _pairs(word):
            character = pair[0]
            if character == before:
                continue
            before = character
            if HAN.match(unicodedata.name(character, "")):
                han += 1
            elif character.isalpha():
                letters += 1
                late += character.lower() > "f"
                vowels += character in "aeiouAEIOU" or not character.isascii()
            else:
                others += 1
    return (
        (letters >= 4 and late >= 2 and vowels >= 1)
        or (han >= 3 and letters + others >= 1 and han + letters + others >= 6)
        or han >= 10
    )
