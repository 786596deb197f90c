"""Citation markers by the rules of docs/citations.md, one syntax after the other; code points throughout."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reference.marker_ids import MALFORMED, MARKER, NONE, NUMBER, VAGUE, Id, Inside, Names, words

__all__ = ["PAIRS", "Found", "Id", "Names", "read"]

PAIRS = {"[": "]", "【": "】", "［": "］", "〔": "〕", "(": ")", "（": "）"}
LONGEST, LONGEST_FENCE = 256, 4096
UNREADABLE, NUMBERS, UNRESOLVED, UNSURE, OPENING = 1, 2, 4, 8, 16
TAGS = ("cite", "citation", "ref", "sup", "source", "co", "oai-mem-citation", "c")
ATTRIBUTES = ("id", "ids", "ref", "refs", "source", "sources", "doc", "index", "name", "n")
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"


@dataclass(frozen=True, slots=True)
class Found:
    """One marker: span in code points, its ids, flags, where the text that it wraps starts or -1."""

    start: int
    end: int
    ids: tuple[Id, ...]
    flags: int
    wrapped: int = -1


def size(text: str) -> int:
    """Bytes in UTF-8."""
    return len(text.encode())


def read(text: str, names: Names, templates: tuple[str, ...] = ()) -> list[Found]:
    """Every marker of the text in order."""
    return _Reader(text, names, templates).read()


class _Reader:
    def __init__(self, text: str, names: Names, templates: tuple[str, ...]) -> None:
        self.text, self.names, self.templates = text, names, templates
        self.inside = Inside(text, names)
        self.out: list[Found] = []
        self.open_tags: list[tuple[str, int, int, int]] = []

    def read(self) -> list[Found]:
        at = 0
        while at < len(self.text):
            at = max(self._at(at), at + 1)
        return self.out

    def _at(self, at: int) -> int:
        for template in self.templates:
            end = self._template(at, template)
            if end:
                return end
        text = self.text
        for opener, reader in (
            ("`", self._behind_code), ("\\", self._backslash), ("$", self._math), ("<|", self._special),
            ("<", self._tag), ("{{", self._braces), ("##", self._hashes), (":cit[", self._directive),
            ("%[", self._percent), (".", self._glued), ("\ue200", self._private),
        ):  # fmt: skip
            if text.startswith(opener, at):
                return reader(at)
        if text[at] in SUPERSCRIPTS:
            return self._superscript(at)
        return self._bracket(at) if text[at] in PAIRS else 0

    def _find(self, start: int, closer: str) -> int:
        """Where `closer` first stands behind `start` on the same line within reach, -1 for nowhere."""
        found = self.text.find(closer, start)
        if found < 0 or "\n" in self.text[start:found] or size(self.text[start : found + len(closer)]) > LONGEST:
            return -1
        return found

    def _add(self, start: int, end: int, reading: str, *, flags: int = 0, wrapped: int = -1) -> int:
        ids = () if flags & OPENING else tuple(self.inside.ids)
        flags |= NUMBERS * (bool(ids) and all(one.number >= 0 for one in ids))
        flags |= UNREADABLE * (reading == MALFORMED) | UNSURE * (reading == VAGUE)
        flags |= UNRESOLVED * (reading != MARKER or any(one.source < 0 for one in ids))
        self.out.append(Found(start, end, ids, flags, wrapped))
        self.inside.ids = []
        return end

    def _template(self, at: int, template: str) -> int:
        before, after = template.split("{id}")
        if not self.text.startswith(before, at):
            return 0
        inner = at + len(before)
        if after:
            close = self._find(inner, after)
        else:
            match = re.compile("[A-Za-z0-9_-]*").match(self.text, inner)
            close = match.end() if match and 0 < match.end() - inner <= LONGEST else -1
        return self._add(at, close + len(after), self.inside.read(inner, close, "sure")) if close >= 0 else 0

    def _behind_code(self, at: int) -> int:
        ticks = re.match("`+", self.text[at:])
        assert ticks is not None
        inner = at + ticks.end()
        reach = LONGEST_FENCE if ticks.end() >= 3 else LONGEST
        for run in re.finditer("`+", self.text[inner:]):
            between = self.text[inner : inner + run.start()]
            if size(between) >= reach or (ticks.end() < 3 and "\n" in between):
                break
            if len(run.group()) == ticks.end():
                return inner + run.end()
        return inner

    def _math(self, at: int) -> int:
        close = self._find(at + 1, "$")
        inner = self.text[at + 1 : close]
        formula = close > at + 1 and re.search(r"[\\_^]", inner) and inner[0] != " "
        return close + 1 if formula else 0

    def _backslash(self, at: int) -> int:
        cite = re.compile(r"\\cite[a-z*]*\{").match(self.text, at)
        if self.text.startswith("\\cite", at):
            close = self._find(cite.end(), "}") if cite else -1
            return self._add(at, close + 1, self.inside.read(cite.end(), close, "sure")) if cite and close >= 0 else 0
        if self.text[at + 1 : at + 2] in ("(", "["):
            close = self._find(at + 2, "\\" + PAIRS[self.text[at + 1]])
            return close + 2 if close >= 0 else at + 2
        return 0

    def _bracket(self, at: int) -> int:
        text, opener = self.text, self.text[at]
        doubled = text[at : at + 2] == "[["
        inner = at + 1 + doubled
        close = self._close(inner, opener)
        if close < 0 or (doubled and text[close + 1 : close + 2] != "]"):
            return 0
        end = close + 1 + doubled
        if opener == "[" and not doubled and text[inner:close] == "cite_start":
            return self._add(at, end, MARKER, flags=OPENING)
        link = self._find(end + 1, ")") + 1 if opener == "[" and text[end : end + 1] == "(" else 0
        address = text[end + 1 : link - 1] if link else ""
        if address.startswith("#") and self.names.exact(address[1:]) >= 0:
            self.inside.ids = [Id(end + 2, link - 1, -1, self.names.exact(address[1:]))]
            return self._add(at, link, MARKER)
        envelope = "round" if opener in "(（" else "square"
        reading = self.inside.read(inner, close, envelope)
        if address == "CITE" and reading != MARKER:
            reading = self.inside.read(inner, close, "sure")
        ids = self.inside.ids
        unresolved = reading != MARKER or any(one.source < 0 for one in ids)
        numbers = reading == MARKER and all(one.number >= 0 for one in ids)
        if link and unresolved and not doubled and not numbers and address != "CITE":
            return self._linked(at, end, link, reading)
        if reading == NONE:
            return link
        if (numbers and unresolved and (self._index(at) or self._interval(at))) or (
            reading == MALFORMED and self._index(at)
        ):
            return 0
        return self._add(at, link or end, reading)

    def _close(self, inner: int, opener: str) -> int:
        first = self._find(inner, PAIRS[opener])
        if first < 0 or opener not in "(（" or opener not in self.text[inner:first]:
            return first
        depth = 1
        for place in range(inner, len(self.text)):
            if self.text[place] == "\n" or size(self.text[inner:place]) >= LONGEST:
                break
            depth += self.text[place] == opener
            depth -= self.text[place] == PAIRS[opener]
            if depth == 0:
                return place
        return first

    def _linked(self, at: int, end: int, link: int, reading: str) -> int:
        start, stop = end + 1, link - 1
        start += self.text[start] == "#"
        address = self.text[start:stop]
        source = self.names.exact(address)
        titled = self.names.titled(address) if self.names.kind != "number" else []
        if source >= 0 or titled:
            self.inside.ids = [Id(start, stop, -1, one) for one in ([source] if source >= 0 else titled)]
            return self._add(at, link, MARKER)
        if reading == VAGUE:
            return self._add(at, link, VAGUE)
        if reading != MALFORMED:
            return link
        unknown = "://" not in address and address != ""
        self.inside.ids = [Id(start, stop, -1, -1)] if unknown else []
        return self._add(at, link, MARKER if unknown else VAGUE)

    def _index(self, at: int) -> bool:
        before = self.text[at - 1 : at] if at else ""
        behind_marker = bool(self.out) and self.out[-1].end == at
        if not re.fullmatch("[A-Za-z_]", before) and (before != "]" or behind_marker):
            return False
        ids = self.inside.ids
        return not ids or (len(ids) == 1 and 0 <= ids[0].number < self.names.base)

    def _interval(self, at: int) -> bool:
        before = self.text[:at].rstrip(" ").lower()
        for word, kind in words().items():
            if kind == "intervals" and before.endswith(word) and len(self.inside.ids) > 1:
                left = before[: -len(word)][-1:]
                if not (word[0].isascii() and left.isascii() and left.isalnum()):
                    return True
        return False

    def _special(self, at: int) -> int:
        return self._enclosed(at, "<|", "|>", "square")

    def _hashes(self, at: int) -> int:
        return self._enclosed(at, "##", "$$", "sure")

    def _enclosed(self, at: int, opener: str, closer: str, envelope: str) -> int:
        close = self._find(at + 2, closer)
        if close < 0 or re.search("[ \t]", self.text[at + 2 : close]):
            return 0
        assert self.text.startswith(opener, at)
        reading = self.inside.read(at + 2, close, envelope)
        return self._add(at, close + 2, reading) if reading != NONE else 0

    def _braces(self, at: int) -> int:
        close = self._find(at + 2, "}}")
        reading = self.inside.read(at + 2, close, "round") if close >= 0 else NONE
        return self._add(at, close + 2, reading) if reading != NONE else 0

    def _percent(self, at: int) -> int:
        close = self._find(at + 2, "]")
        if close < 0 or self.text[close + 1 : close + 2] != "%":
            return 0
        reading = self.inside.read(at + 2, close, "square")
        return self._add(at, close + 2, reading) if reading != NONE else 0

    def _private(self, at: int) -> int:
        end = self._find(at, "\ue201")
        parts = self.text[at:end].split("\ue202") if end >= 0 else []
        if len(parts) < 2:
            return 0
        ids: list[Id] = []
        malformed = False
        start = at + len(parts[0]) + 1
        for part in parts[1:]:
            malformed |= self.inside.read(start, start + len(part), "sure") == MALFORMED
            ids += self.inside.ids
            start += len(part) + 1
        self.inside.ids = ids
        return self._add(at, end + 1, MALFORMED if malformed else MARKER)

    def _directive(self, at: int) -> int:
        inner = at + len(":cit[")
        middle = self._find(inner, "]{")
        end = self._find(middle + 2, "}") if middle >= 0 else -1
        if end < 0:
            return 0
        start = middle + 2
        equals = self.text.find("=", start, end)
        start = equals + 1 if equals >= 0 else start
        quoted = end - start > 1 and self.text[start] == '"' and self.text[end - 1] == '"'
        reading = self.inside.read(start + quoted, end - quoted, "sure")
        ids = self.inside.ids
        self._add(at, inner, MARKER, flags=OPENING)
        self.inside.ids = ids
        return self._add(middle, end + 1, reading, wrapped=inner)

    def _tag(self, at: int) -> int:
        text = self.text
        if text[at + 1 : at + 2] == "/":
            return self._closing(at)
        name = re.compile("[A-Za-z-]*").match(text, at + 1)
        assert name is not None
        close = self._find(name.end(), ">")
        if name.group() not in TAGS or close < 0:
            return 0
        alone = close - 1 >= name.end() and text[close - 1] == "/"
        span = self._attribute(name.end(), close - alone)
        if alone:
            return self._add(at, close + 1, self.inside.read(*span, "sure")) if span else 0
        body = close + 1
        if span is None:
            end = self._find(body, "</")
            same = end >= 0 and text.startswith(name.group() + ">", end + 2)
            reading = self.inside.read(body, end, "square") if same else NONE
            if reading != NONE:
                return self._add(at, end + len(name.group()) + 3, reading)
            if name.group() != "co":
                return 0
        self.open_tags.append((name.group(), *(span or (0, 0)), body))
        return self._add(at, body, MARKER, flags=OPENING)

    def _closing(self, at: int) -> int:
        if not self.open_tags or not self.text.startswith(self.open_tags[-1][0], at + 2):
            return 0
        name, first, last, body = self.open_tags[-1]
        start = at + 2 + len(name)
        end = self._find(start, ">")
        if end < 0 or (self.text[start] != ":" and start != end):
            return 0
        self.open_tags.pop()
        reading = self._groups(start + 1, end) if self.text[start] == ":" else self._groups(first, last)
        return self._add(at, end + 1, reading, wrapped=body if size(self.text[body:at]) <= LONGEST_FENCE else -1)

    def _groups(self, start: int, end: int) -> str:
        if "[" not in self.text[start:end]:
            return self.inside.read(start, end, "sure")
        ids: list[Id] = []
        while (opened := self.text.find("[", start, end)) >= 0:
            close = self.text.find("]", opened + 1, end)
            if close < 0 or self.inside.read(opened + 1, close, "sure") != MARKER:
                return MALFORMED
            ids += self.inside.ids
            start = close
        self.inside.ids = ids
        return MARKER

    def _attribute(self, start: int, end: int) -> tuple[int, int] | None:
        if self.text[start : start + 1] == ":":
            return (start + 1, end) if start + 1 < end else None
        at = start
        form = re.compile(r" *([A-Za-z_-]+)=(?:\"([^\"]*)\"|'([^']*)'|([^ \"'][^ ]*|))")
        while at < end:
            match = form.match(self.text, at, end)
            if match is None:
                return None
            value = next(group for group in (2, 3, 4) if match.group(group) is not None)
            if match.group(1) in ATTRIBUTES:
                return match.span(value)
            at = match.end()
        return None

    def _superscript(self, at: int) -> int:
        text = self.text
        before = text[at - 1 : at] if at else ""
        word = re.search("[a-z]*\\Z", text[:at])
        assert word is not None
        if not before or self.names.kind == "id" or before in "²³¹" or "\u0370" <= before <= "\u03ff":
            return 0
        if before.isascii() and not (before.isalpha() and len(word.group()) >= 4) and before not in '.,;%)]"!?*':
            return 0
        end = at
        while end < len(text) and text[end] in SUPERSCRIPTS and size(text[at:end]) < 18:
            end += 1
        values = [SUPERSCRIPTS.index(one) for one in text[at:end]]
        whole = int("".join(str(value) for value in values))
        singles = [
            Id(at + place, at + place + 1, value, self.names.by_number(value)) for place, value in enumerate(values)
        ]
        one = Id(at, end, whole, self.names.by_number(whole))
        apart = one.source < 0 and len(singles) > 1 and all(single.source >= 0 for single in singles)
        self.inside.ids = singles if apart else [one]
        return self._add(at, end, MARKER)

    def _glued(self, at: int) -> int:
        text = self.text
        word = re.search("[a-z]*\\Z", text[:at])
        numbers = re.compile("[0-9]{1,3}(?:[ ,][0-9]{1,3})*").match(text, at + 1)
        if word is None or len(word.group()) < 4 or numbers is None or self.names.kind == "id":
            return 0
        ids = [
            Id(at + 1 + one.start(), at + 1 + one.end(), int(one.group()), self.names.by_number(int(one.group())))
            for one in NUMBER.finditer(numbers.group())
        ]
        ends = re.compile(r"\Z|\n| [A-Z]").match(text, numbers.end())
        if any(one.source < 0 for one in ids) or ends is None:
            return 0
        self.inside.ids = ids
        return self._add(at + 1, numbers.end(), MARKER)
