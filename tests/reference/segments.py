"""Blocks and sentences by the rules of docs/reading.md, with regular expressions over lines.

The list of abbreviations is a short one of its own; words that start a sentence are the stop words of the tables.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from reference.tokens import fold, kind

ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof sr jr st inc ltd co corp llc plc vs etc eg ie cf al no nos nr vol fig figs eq eqs sec ch chap "
    "art para pp p ed eds rev approx ca est min max dept univ gen col capt lt sgt rep sen gov hon jan feb mar apr jun "
    "jul aug sep sept oct nov dec mon tue wed thu fri sat sun messrs mt ave blvd rd tel ext ref refs incl excl op cit "
    "ibid viz resp misc".split()
)

_LANG = Path(__file__).parents[2] / "sidecar" / "lang"
WORDS = tomllib.loads((_LANG / "zh.toml").read_text(encoding="utf-8"))["words"]
STARTERS = frozenset(tomllib.loads((_LANG / "en.toml").read_text(encoding="utf-8"))["words"]["stop"])
TEXT, HEADING, CODE, ROW, HEADER, ITEM, QUOTE = range(7)
QUESTION, COLON, BLOCK_START, CLOSED = 1, 2, 8, 16
FENCE_REACH, TITLE_REACH, LONG_UNIT, LONG_ADDRESS, LONG_ABBREVIATION = 4096, 300, 400, 128, 12

BULLET = r"[-*+–](?=[ \t\r])|[•·●▪]"
BARE_LABEL = r"(?:\d{1,3}|[一二三四五六七八九十]{1,3})[、．]|\d{1,3}[.)](?=[ \t\r])|[①-⑳]"
BRACKETED = (
    r"\((?:\d{1,3}|[一二三四五六七八九十]{1,3}|[A-Za-z])[)）]|（(?:\d{1,3}|[一二三四五六七八九十]{1,3}|[A-Za-z])）"
)
LABEL = re.compile(f"{BULLET}|{BARE_LABEL}|{BRACKETED}", re.ASCII)
GLUED_LABEL = re.compile(r"\d{1,3}[.)]", re.ASCII)
CLOSERS = "\"')]}*_”’」』）》】〕›»"


@dataclass(frozen=True, slots=True)
class Line:
    """A line by code points: [start, end) without its break, where the next starts, its first character but blanks."""

    start: int
    end: int
    next: int
    first: int
    kind: str
    label: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A segment by bytes, as the rows of the product say it."""

    start: int
    end: int
    text_start: int
    text_end: int
    block: int
    kind: int
    flags: int


def blank(character: str) -> bool:
    """Is it a blank within a line?"""
    return character in (" ", "\t", "\r")


def han(text: str, at: int) -> bool:
    """Does a Han or kana character stand at `at`?"""
    return 0 <= at < len(text) and kind(text[at]) in ("han", "kana")


def size(text: str) -> int:
    """Bytes in UTF-8."""
    return len(text.encode())


def read_line(text: str, start: int) -> Line:
    """The line that starts at `start`, classified."""
    found = text.find("\n", start)
    end = found if found >= 0 else len(text)
    after = min(end + 1, len(text))
    body = text[start:end].lstrip(" \t\r")
    first = end - len(body)
    heading = re.match(r"#{1,6}(?=[ \t\r])", body)
    label = LABEL.match(body) or _label_before_han(text, first, body)
    if not body:
        return Line(start, end, after, first, "blank", 0)
    if body.startswith(("```", "~~~")):
        return Line(start, end, after, first, "fence", 0)
    if heading:
        return Line(start, end, after, first, "heading", heading.end())
    if body[0] == "|" and "|" in body[1:]:
        return Line(start, end, after, first, "table", 0)
    if body[0] == ">":
        return Line(start, end, after, first, "quote", 1)
    if label and body[0] not in "#|>":
        width = label.end() + (1 if body[0] in "-*+" else 0)
        return Line(start, end, after, first, "item", width)
    return Line(start, end, after, first, "text", 0)


def _label_before_han(text: str, first: int, body: str) -> re.Match[str] | None:
    label = GLUED_LABEL.match(body)
    return label if label and han(text, first + label.end()) else None


class Reader:
    """Reads one text. `markers`: spans of citation markers in code points, in order."""

    def __init__(self, text: str, source: bool, markers: list[tuple[int, int]]) -> None:
        self.text = text
        self.source = source
        self.markers = dict(markers)
        self.inside = {at: end for start, end in markers for at in range(start + 1, end)}
        self.block = 0
        self.pieces: list[tuple[int, int, int, int, int]] = []  # start, end, body, block, kind; code points

    def read(self) -> list[Piece]:
        """The segments of the text in order."""
        text = self.text
        at = 0
        while at < len(text):
            at = self._block(read_line(text, at))
        if not text:
            return []
        places = [0]
        for character in text:
            places.append(places[-1] + size(character))
        if not self.pieces:
            return [Piece(0, places[-1], places[-1], places[-1], 0, TEXT, BLOCK_START)]
        out: list[Piece] = []
        starts = [0, *(piece[0] for piece in self.pieces[1:]), len(text)]
        for number, (_, end, body, block, of_kind) in enumerate(self.pieces):
            while end > body and (blank(text[end - 1]) or text[end - 1] == "\n"):
                end -= 1
            while body < end and (blank(text[body]) or text[body] == "\n"):
                body += 1
            if (
                of_kind == QUOTE
                and text[body : body + 1] == ">"
                and not text[text.rfind("\n", 0, body) + 1 : body].strip(" \t\r")
            ):
                body = end - len(text[body + 1 : end].lstrip(" \t\r"))
            flags = self._flags(text[body:end])
            if number == 0 or self.pieces[number - 1][3] != block:
                flags |= BLOCK_START
            out.append(
                Piece(
                    places[starts[number]], places[starts[number + 1]], places[body], places[end], block, of_kind, flags
                )
            )
        return out

    @staticmethod
    def _flags(body: str) -> int:
        while body:
            if body[-1] == "]" and "[" in body:
                body = body[: body.rindex("[")]
            elif body[-1] in "*_\"') \t\r”）":
                body = body[:-1]
            else:
                break
        last = body[-1:]
        if last and last in "?？":
            return QUESTION | CLOSED
        if last and last in ":：":
            return COLON
        return CLOSED if last and last in ".!。！" else 0

    def _add(self, start: int, end: int, body: int, of_kind: int) -> None:
        if end > start:
            self.pieces.append((start, end, body, self.block, of_kind))

    def _block(self, line: Line) -> int:
        if line.kind == "blank":
            return line.next
        self.block += 1
        if line.kind == "fence":
            at = line.next
            while at < len(self.text):
                inner = read_line(self.text, at)
                at = inner.next
                closes = inner.kind == "fence" and self.text[inner.first] == self.text[line.first]
                if closes or size(self.text[line.start : inner.start]) > FENCE_REACH:
                    break
            self._add(line.start, at, line.first, CODE)
            return at
        if line.kind in ("text", "item") and self._open_rows(line):
            return self._table(line)
        if line.kind == "heading" or (line.kind == "text" and self._bold(line)):
            self._add(line.start, line.next, line.first + line.label, HEADING)
            return line.next
        if line.kind == "table":
            return self._table(line)
        return self._paragraph(line)

    def _bold(self, line: Line) -> bool:
        written = self.text[line.first : line.end].rstrip(" \t\r")
        match = re.fullmatch(r"\*\*(.+)\*\*", written, re.DOTALL)
        if match is None or not self.text[line.end :].strip(" \t\r\n"):
            return False
        return not re.search(r"\*\*|\[|[.!?。！？；]\Z", match.group(1))

    def _strokes(self, line: Line) -> int:
        return self.text[line.start : line.end].count("|") if self.source else 0

    def _open_rows(self, line: Line) -> bool:
        if not self._strokes(line) or line.next >= len(self.text):
            return False
        after = read_line(self.text, line.next)
        return after.kind != "blank" and self._strokes(after) == self._strokes(line)

    def _table(self, line: Line) -> int:
        at = line.next
        lines = [line]
        while at < len(self.text):
            inner = read_line(self.text, at)
            if inner.kind != "table" and not (self._strokes(line) and self._strokes(inner) == self._strokes(line)):
                break
            lines.append(inner)
            at = inner.next
        if len(lines) > 1 and re.fullmatch(r"(?=.*-)[-|: \t\r]+", self.text[lines[1].first : lines[1].end]):
            self._add(line.start, lines[1].next, line.first, HEADER)
            lines = lines[2:]
        for row in lines:
            self._add(row.start, row.next, row.first, ROW)
        return at

    def _paragraph(self, line: Line) -> int:
        of_kind = {"text": TEXT, "item": ITEM, "quote": QUOTE}[line.kind]
        last, end = line, line.next
        while end < len(self.text):
            after = read_line(self.text, end)
            both_quotes = of_kind == QUOTE and after.kind == "quote"
            if self._open_rows(after) and after.kind == "text":
                break
            joins = after.kind == "text" and not self._bold(after) and self._goes_on(line, last, after)
            if not both_quotes and not joins:
                break
            last, end = after, after.next
        self._sentences(line.start, end, line.first + line.label, of_kind)
        return end

    def _goes_on(self, block: Line, line: Line, after: Line) -> bool:
        written = self.text[line.first : line.end].rstrip(" \t\r")
        follow = self.text[after.first : after.first + 1]
        lower = "a" <= follow <= "z"
        if not self.source:
            letter = follow.isascii() and follow.isalpha()
            return not written.endswith(":") and (lower or (written.endswith("-") and letter))
        if written.endswith((":", ";", "!", "?", "。", "！", "？", "；", "：")) or (
            written.endswith(".") and not lower
        ):
            return False
        return size(self.text[block.start : after.start]) < LONG_UNIT or lower

    def _sentences(self, start: int, end: int, body: int, of_kind: int) -> None:
        at = body
        title_end = 0
        while at < end:
            if at < title_end:
                at += 1
                continue
            if at in self.inside:
                at = self.inside[at]
                continue
            if self.text[at] == "《":
                close = self.text.find("》", at)
                if close > 0 and size(self.text[at : close + 1]) <= TITLE_REACH:
                    title_end = close
                at += 1
                continue
            stop = self._stop(at, body, end)
            if stop is None:
                at += 1
                continue
            after = self._trailing(stop, end)
            while after < end and self.text[after] in " \t\r\n":
                after += 1
            if after >= end:
                break
            self._add(start, after, body, of_kind)
            start = body = at = after
        self._add(start, end, body, of_kind)

    def _trailing(self, at: int, end: int) -> int:
        while True:
            at = self._closers(at, end)
            marker = at
            while marker < end and blank(self.text[marker]):
                marker += 1
            if marker not in self.markers:
                return at
            at = self.markers[marker]
            if self.text[at : at + 1] in (".", ","):
                at += 1
            if self.text[at : at + 1] == "。":
                at += 1

    def _closers(self, at: int, end: int) -> int:
        while at < end and self.text[at] in CLOSERS:
            at += 1
        return at

    def _blanks(self, at: int, end: int) -> int:
        while at < end and self.text[at] in " \t\r\n":
            at += 1
        return at

    def _stop(self, at: int, body: int, end: int) -> int | None:
        text = self.text
        if text[at] == ".":
            return self._full_stop(at, body, end)
        if text[at] in "!?":
            after = at + len(re.match(r"[!?]+", text[at:end]).group())  # type: ignore[union-attr]
            follow = self._closers(after, end)
            if follow >= end or han(text, follow):
                return after
            if text[follow] in " \t\r\n":
                word = self._blanks(follow, end)
                return None if word < end and "a" <= text[word] <= "z" else after
            return after if follow in self.markers or re.match(r"\[|[A-Z][a-z]", text[follow:]) else None
        if text[at] in "。！？":
            after = at + len(re.match(r"[。！？!?]+", text[at:]).group())  # type: ignore[union-attr]
            return None if self._said(self._closers(after, end), end) else after
        if self.source and text[at] in "；，":
            return at + 1
        if self.source and text[at] == "," and han(text, at - 1) and han(text, at + 1):
            return at + 1
        return None

    def _said(self, at: int, end: int) -> bool:
        if self.text[at - 1] not in "”」":
            return False
        for signs in range(5):
            if at + signs >= end or not han(self.text, at + signs):
                return False
            verbs = [verb for verb in WORDS["speech_verbs"] if self.text.startswith(verb, at + signs)]
            if not verbs:
                continue
            behind = at + signs + max(map(len, verbs))
            pronoun = max((len(word) for word in WORDS["speakers"] if self.text.startswith(word, at)), default=-1)
            return behind >= end or signs == pronoun or not han(self.text, behind)
        return False

    def _full_stop(self, at: int, body: int, end: int) -> int | None:
        text = self.text
        after = at + len(re.match(r"\.+", text[at:end]).group())  # type: ignore[union-attr]
        ellipsis = after - at > 1
        follow = self._closers(after, end)
        word = re.search(r"(?:[A-Za-z]|[^\x00-\x7f])*\Z", text[body:at]).group()  # type: ignore[union-attr]
        small_end = bool(re.search(r"[a-z]\Z", text[body:at]))
        if follow >= end:
            return after
        if text[follow] not in " \t\r\n":
            if follow in self.markers and size(word) != 1:
                return after
            if follow == after and re.match(r"[0-9]", text[follow:]):
                label = re.match(r"[0-9]{1,3}[.)][ \t\r]", text[follow:])
                return after if label and small_end and size(word) > 1 else None
            if han(text, follow):
                return None if ellipsis or size(word) == 1 else after
            if text[follow] == "[" and size(word) != 1:
                return after
            ends = re.search(r"[a-z][a-z]\Z", text[max(body, at - 2) : at]) and size(word) >= 2
            starts = re.match(r"[A-Z][a-z \t\r]", text[follow:])
            return after if ends and starts and not self._address(at - len(word), at) else None
        first = self._blanks(follow, end)
        if first >= end:
            return after
        if "a" <= text[first] <= "z":
            return None
        if ellipsis:
            return after if "A" <= text[first] <= "Z" or text[first] > "\x7f" else None
        number = re.search(r"[0-9]+\Z", text[body:at])
        if not word and number:
            return None if number.start() == 0 and len(number.group()) <= 3 else after
        if word and self._abbreviation(word, at):
            starter = re.match(r"[A-Z][A-Za-z]+", text[first:])
            return after if starter and starter.group().lower() in STARTERS else None
        return after

    def _address(self, word: int, at: int) -> bool:
        run = re.search(r"[^ \t\r\n]*\Z", self.text[:word]).group() + self.text[word:at]  # type: ignore[union-attr]
        return "://" in run or "@" in run or run.startswith("www.")

    def _abbreviation(self, word: str, at: int) -> bool:
        if size(word) == 1 and ("A" <= word <= "Z" or self.text[at - 2 : at - 1] == "."):
            return True
        return size(word) <= LONG_ABBREVIATION and fold(word) in ABBREVIATIONS


def read(text: str, *, source: bool = False, markers: list[tuple[int, int]] | None = None) -> list[Piece]:
    """The segments of an answer or a source; `markers` in code points."""
    return Reader(text, source, markers or []).read()
