"""Words of a text by the rules of docs/reading.md, character by character.

Traditional Han is folded by a short list of its own: texts given to this reader use no other traditional characters.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

TRADITIONAL = dict(
    zip(
        "貨買賣運費個們國門車電話錢開關時間過還這來對後會說問題學習書萬億兩參貳陸",
        "货买卖运费个们国门车电话钱开关时间过还这来对后会说问题学习书万亿两参贰陆",
        strict=True,
    )
)
HAN_NUMERALS = frozenset("〇零一二三四五六七八九十百千万亿兆两壹贰叁肆伍陆柒捌玖拾佰仟廿卅卌半几数第负双俩仨幺参民")
APOSTROPHES = frozenset("'\u2019\u2018\uff07")  # inside a word
APOSTROPHES_FOLDED = frozenset("\u2018\u2019\u201b\u02bc\uff07")
SEED, MULTIPLIER, LOW = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Word:
    """A word: its span in bytes of the UTF-8 form, its folded form, and what is said of it."""

    start: int
    end: int
    folded: str
    joined: bool = False
    han: bool = False
    digit: bool = False
    numeral: bool = False
    capital: bool = False
    all_capitals: bool = False


def ignorable(character: str) -> bool:
    """Is the character invisible (default-ignorable) and never part of a word's form?"""
    point = ord(character)
    return (
        point in (0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0)
        or 0x180B <= point <= 0x180E
        or 0x200B <= point <= 0x200F
        or 0x202A <= point <= 0x202E
        or 0x2060 <= point <= 0x206F
        or 0xFE00 <= point <= 0xFE0F
        or 0xE0000 <= point <= 0xE0FFF
    )


def fold_character(character: str) -> str:
    """The folded form of one character: case, width, ligatures, composition, quotes; accents stay."""
    if ignorable(character):
        return ""
    if "가" <= character <= "힣":
        return character
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    # What a character is decomposed into may hold an apostrophe too: \u0149 is 'n.
    return "".join("'" if c in APOSTROPHES_FOLDED else TRADITIONAL.get(c, c) for c in text if not ignorable(c))


def fold(text: str) -> str:
    """The folded form of a text."""
    return "".join(map(fold_character, text))


def kind(character: str) -> str:
    """han, kana, letter, mark, digit, number, ignorable or other."""
    point, category = ord(character), unicodedata.category(character)
    if ignorable(character):
        return "ignorable"
    han = ((0x2E80, 0x2FD5), (0x3005, 0x3007), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x323AF))
    if any(low <= point <= high for low, high in han):
        return "han"
    if 0x3040 <= point <= 0x30FF or 0x31F0 <= point <= 0x31FF or 0xFF66 <= point <= 0xFF9F:
        return "kana" if category[0] in "LM" else "other"
    if 0x3300 <= point <= 0x33FF and category == "So" and fold_character(character)[:1].isalpha():
        return "letter"
    return {"Nd": "digit", "No": "number", "Nl": "number"}.get(
        category, {"L": "letter", "M": "mark"}.get(category[0], "other")
    )


def key(folded: str) -> int:
    """The fixed 64-bit hash of a folded form."""
    data = folded.encode()
    value, at = SEED, 0
    while len(data) - at > 8:
        value = _mix(value ^ int.from_bytes(data[at : at + 8], "little"))
        at += 8
    value = _mix(value ^ int.from_bytes(data[at:], "little"))
    return _mix(value ^ (len(data) * SEED & LOW))


def _mix(value: int) -> int:
    product = value * MULTIPLIER
    return (product & LOW) ^ (product >> 64)


def read(text: str) -> list[Word]:
    """Every word of the text; a joined one stands behind its parts."""
    places = [0]
    for character in text:
        places.append(places[-1] + len(character.encode()))
    kinds = [kind(character) for character in text]
    words: list[Word] = []
    part: tuple[int, int, int] | None = None  # a word cut by a hyphen: start, end, where its other part starts
    at = 0
    while at < len(text):
        start = at
        if kinds[at] == "letter":
            at = _word_end(text, kinds, at)
            word = _letters(text, places, start, at)
            if word is None:
                continue
            words.append(word)
            if part is not None and part[2] == start:
                whole = _without_possessive(fold(text[part[0] : part[1]]) + fold(text[start:at]))
                words.append(Word(places[part[0]], places[at], whole, joined=True))
            part = _cut_by_hyphen(text, start, at)
        elif kinds[at] in ("digit", "number"):
            at = _number_end(text, kinds, at)
            folded = "".join(_fold_digit(character) for character in text[start:at])
            words.append(Word(places[start], places[at], folded, digit=True))
        elif kinds[at] in ("han", "kana"):
            at = _han_run(text, kinds, places, at, words)
        else:
            at += 1
    return words


def _word_end(text: str, kinds: list[str], at: int) -> int:
    while at < len(text):
        inner = text[at] in APOSTROPHES and at + 1 < len(text) and kinds[at + 1] == "letter"
        if kinds[at] not in ("letter", "mark", "digit", "number", "ignorable") and not inner:
            break
        at += 1
    return at


def _without_possessive(folded: str) -> str:
    return folded[:-2] if len(folded) > 2 and folded.endswith("'s") else folded


def _letters(text: str, places: list[int], start: int, end: int) -> Word | None:
    written = text[start:end]
    letters = [c for c in written if kind(c) == "letter"]
    capitals = [c for c in letters if c.isupper() or unicodedata.category(c) == "Lt"]
    folded = _without_possessive(fold(written))
    if not folded:
        return None
    return Word(
        places[start],
        places[end],
        folded,
        digit=any(kind(c) in ("digit", "number") for c in written),
        capital=letters[0] in capitals,
        all_capitals=len(letters) > 1 and len(letters) == len(capitals),
    )


def _cut_by_hyphen(text: str, start: int, end: int) -> tuple[int, int, int] | None:
    rest = text[end:]
    for hyphen in ("-", "\u2010"):
        for line_end in ("\n", "\r\n"):
            if rest.startswith(hyphen + line_end):
                behind = rest[1 + len(line_end) :]
                blanks = len(behind) - len(behind.lstrip(" "))
                used = len((hyphen + line_end).encode()) + blanks
                if used <= 16 and "a" <= behind[blanks : blanks + 1] <= "z":
                    return start, end, end + 1 + len(line_end) + blanks
    return None


def _number_end(text: str, kinds: list[str], at: int) -> int:
    while at < len(text):
        if kinds[at] in ("digit", "number", "ignorable", "mark"):
            at += 1
            continue
        behind = at + 1 < len(text) and kinds[at + 1] == "digit"
        wide = not text[at - 1].isascii() and not text[at + 1 : at + 2].isascii()
        if behind and (text[at] in ".," or (text[at] in "．，" and wide)):
            at += 2
            continue
        break
    return at


def _fold_digit(character: str) -> str:
    return str(unicodedata.decimal(character)) if kind(character) == "digit" else fold_character(character)


def _fold_whole(character: str) -> str:
    """Han and kana fold to one character; kana with a voicing mark would give two and stay as they are."""
    folded = fold_character(character)
    return folded if len(folded) == 1 else character


def _han_run(text: str, kinds: list[str], places: list[int], at: int, words: list[Word]) -> int:
    run = [at]
    at += 1
    while at < len(text) and kinds[at] in ("han", "kana", "ignorable"):
        if kinds[at] != "ignorable":
            run.append(at)
        at += 1

    def pair(first: int, last: int, joined: bool = False) -> None:
        folded = _fold_whole(text[first]) + (_fold_whole(text[last]) if last != first else "")
        words.append(Word(places[first], places[last + 1], folded, joined, han=True, numeral=folded[0] in HAN_NUMERALS))

    for first, last in zip(run, run[1:], strict=False):
        pair(first, last)
    if len(run) == 1:
        pair(run[0], run[0])
    line = at + 1 if text[at : at + 1] == "\r" else at
    if text[line : line + 1] == "\n" and line + 1 < len(text) and kinds[line + 1] in ("han", "kana"):
        pair(run[-1], line + 1, joined=True)
    return at
