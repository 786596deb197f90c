"""Citation markers by the rules of docs/reading.md, bracket by bracket with regular expressions."""

from __future__ import annotations

import re
from dataclasses import dataclass

PAIRS = {"[": "]", "【": "】", "［": "］", "(": ")", "（": "）"}
PREFIX = re.compile(
    r"(?:(?:citation|document|passage|excerpt|context|source|chunk|cite|doc|ref|id|来源|资料|文献|参考|段落|片段|文档)"
    r"(?:(?:[ :#]+：?|：)(?=.)|(?=[0-9])))",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
SEPARATOR = re.compile("[,;，、；]")
DASHES = ("-", "–", "—", "~", "～", "至")
NUMBER = re.compile("[0-9０-９]{1,6}")
LONGEST, LONGEST_FENCE, LONGEST_RANGE = 256, 4096, 50
MALFORMED, NUMBERS, UNRESOLVED = 1, 2, 4


@dataclass(frozen=True, slots=True)
class Id:
    """One id of a marker: span in code points, number as written or -1, ordinal of its source or -1."""

    start: int
    end: int
    number: int
    source: int


@dataclass(frozen=True, slots=True)
class Found:
    """One marker: span in code points, its ids, flags."""

    start: int
    end: int
    ids: tuple[Id, ...]
    flags: int


@dataclass(frozen=True, slots=True)
class Names:
    """The sources of a request and how numbers count."""

    ids: tuple[str, ...]
    base: int = 1
    kind: str = "any"

    def exact(self, written: str) -> int:
        """The source with this id, -1 for none or where only numbers count."""
        return self.ids.index(written) if self.kind != "number" and written in self.ids else -1

    def by_number(self, number: int) -> int:
        """The source with this number, -1 for none."""
        place = number - self.base
        return place if 0 <= place < len(self.ids) else -1

    def resembles(self, written: str) -> bool:
        """Does it look like an id in use but for its digits?"""
        shapes = {re.sub("[0-9]+", "0", name) for name in self.ids if re.search("[0-9]", name)}
        return self.kind != "number" and re.sub("[0-9]+", "0", written) in {shape for shape in shapes if shape != "0"}


def size(text: str) -> int:
    """Bytes in UTF-8."""
    return len(text.encode())


def close_of(text: str, start: int, closer: str) -> int:
    """Where `closer` first stands behind `start` on the same line within reach, -1 for nowhere."""
    found = text.find(closer, start)
    if found < 0 or "\n" in text[start:found] or size(text[start : found + 1]) > LONGEST:
        return -1
    return found


def read(text: str, names: Names) -> list[Found]:
    """Every marker of the text in order."""
    out: list[Found] = []
    at = 0
    while at < len(text):
        if text[at] == "`":
            at = _behind_code(text, at)
        elif text[at] in PAIRS:
            at = _bracket(text, at, names, out) or at + 1
        else:
            at += 1
    return out


def _behind_code(text: str, at: int) -> int:
    ticks = re.match("`+", text[at:])
    assert ticks is not None
    inner = at + ticks.end()
    reach = LONGEST_FENCE if ticks.end() >= 3 else LONGEST
    for run in re.finditer("`+", text[inner:]):
        between = text[inner : inner + run.start()]
        if size(between) >= reach or (ticks.end() < 3 and "\n" in between):
            break
        if len(run.group()) == ticks.end():
            return inner + run.end()
    return inner


def _bracket(text: str, at: int, names: Names, out: list[Found]) -> int | None:
    opener = text[at]
    doubled = text[at : at + 2] == "[["
    inner = at + 1 + doubled
    close = close_of(text, inner, PAIRS[opener])
    if close < 0 or (doubled and text[close + 1 : close + 2] != "]") or text[at - 1 : at] == "\\":
        return None
    end = close + 1 + doubled
    link = -1
    if opener == "[" and text[end : end + 1] == "(":
        link = close_of(text, end + 1, ")")
    ids = _ids(text, inner, close, opener in "(（", names)
    if ids is None:
        return link + 1 if link >= 0 else None
    malformed = not ids
    unresolved = malformed or any(one.source < 0 for one in ids)
    numbers = all(one.number >= 0 for one in ids)
    if link >= 0 and unresolved and not numbers and not doubled:
        return link + 1
    behind_marker = bool(out) and out[-1].end == at
    glued = not behind_marker and re.search("[A-Za-z_\\]]\\Z", text[:at])
    if unresolved and glued and len(ids) == 1 and 0 <= ids[0].number < names.base:
        return None
    end = link + 1 if link >= 0 else end
    flags = MALFORMED * malformed | NUMBERS * (numbers and not malformed) | UNRESOLVED * unresolved
    out.append(Found(at, end, tuple(ids), flags))
    return end


def _ids(text: str, start: int, end: int, rounded: bool, names: Names) -> list[Id] | None:
    """The ids in [start, end); None where it is no marker, an empty list where it is a malformed one."""
    start, end = _trim(text, start, end)
    if start >= end:
        return None
    dagger = text.find("†", start, end)
    if dagger > start:
        end = dagger
    if not rounded and names.exact(text[start:end]) >= 0:
        return [Id(start, end, -1, names.exact(text[start:end]))]
    footnote = text[start] == "^"
    prefix = PREFIX.match(text, start, end)
    if footnote:
        start += 1
        if start < end and text[end - 1] == "^":
            end -= 1
    elif prefix:
        start = prefix.end()
    elif rounded:
        return None
    nothing: list[Id] | None = [] if footnote else None
    start, end = _trim(text, start, end)
    if start >= end:
        return nothing
    out: list[Id] = []
    while start < end:
        separator = SEPARATOR.search(text, start, end)
        stop = separator.start() if separator else end
        ids = _item(text, *_trim(text, start, stop), names, prefixed=footnote or bool(prefix))
        if not ids:
            return nothing
        out += ids
        start = separator.end() if separator else end
    return out


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    return start, end


def _item(text: str, start: int, end: int, names: Names, *, prefixed: bool) -> list[Id]:
    written = text[start:end]
    if not written:
        return []
    if names.exact(written) >= 0:
        return [Id(start, end, -1, names.exact(written))]
    if NUMBER.fullmatch(written):
        number = int(written)
        source = names.by_number(number)
        year = 1000 <= number <= 2999 and not prefixed and source < 0
        return [] if names.kind == "id" or year else [Id(start, end, number, source)]
    for dash in DASHES:
        low, found, high = written.partition(dash)
        if found and low:
            ends = [part.strip(" \t") for part in (low, high)]
            if all(NUMBER.fullmatch(part) for part in ends) and names.kind != "id":
                first, last = int(ends[0]), int(ends[1])
                far = names.by_number(first) < 0 and first >= 1000
                if first <= last <= first + LONGEST_RANGE and not far:
                    return [Id(start, end, number, names.by_number(number)) for number in range(first, last + 1)]
            break
    return [Id(start, end, -1, -1)] if names.resembles(written) else []
