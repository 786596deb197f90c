"""What stands inside a citation marker, read to ids by the rules of docs/citations.md; code points throughout."""

from __future__ import annotations

import functools
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

LANG = Path(__file__).parents[2] / "sidecar" / "lang"
KINDS = ("prefixes", "placeholders", "see", "pages", "parts", "behind", "intervals", "file_endings", "square")
LONGEST_RANGE, MOST_OF_ONE_NAME, MOST_CUTS = 50, 64, 12
NONE, MARKER, MALFORMED, VAGUE = "none", "marker", "malformed", "vague"
DASHES = ("-", "–", "—", "~", "～", "至")
NUMBER = re.compile("[0-9０-９]{1,6}")
BLANKS = " \t"


@functools.cache
def words() -> dict[str, str]:
    """Each word of citations, in small letters, with the list that it stands in."""
    out: dict[str, str] = {}
    for path in sorted(LANG.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8")).get("citations", {})
        for kind in KINDS:
            for word in table.get(kind, ()):
                out[word.lower()] = kind
    return out


@functools.cache
def _words_by_letter() -> dict[str, list[tuple[str, str]]]:
    out: dict[str, list[tuple[str, str]]] = {}
    for word, kind in words().items():
        out.setdefault(word[0], []).append((word, kind))
    return out


@functools.cache
def ands() -> tuple[str, ...]:
    """The words between the two parts of a pair: and, 和."""
    tables = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(LANG.glob("*.toml"))]
    return tuple(word for table in tables for word in table.get("words", {}).get("range_and", ()))


def _ends_well(text: str, word: str, end: int) -> bool:
    return not (word[-1].isascii() and word[-1].isalnum() and text[end : end + 1].isalpha() and _latin(text[end]))


def _latin(character: str) -> bool:
    return character.isascii() or "À" <= character <= "ɏ"


def word_at(text: str, at: int) -> tuple[str, int]:
    """The kind of the longest word of citations at a place and where it ends; ("", at) for none."""
    best = ("", at)
    for word, kind in _words_by_letter().get(text[at : at + 1].lower(), ()):
        end = at + len(word)
        written = "".join(c.lower() if c.isascii() else c for c in text[at:end])
        if written == word and end > best[1] and _ends_well(text, word, end):
            best = (kind, end)
    return best


@dataclass(frozen=True, slots=True)
class Id:
    """One id of a marker: span in code points, number as written or -1, ordinal of its source or -1."""

    start: int
    end: int
    number: int
    source: int


def _shape(name: str) -> str:
    return re.sub("[0-9]+", "0", name)


def _opaque(name: str) -> str:
    long_enough = len(name.encode()) >= 8 and " " not in name and re.search("[0-9]", name)
    return re.sub("[0-9A-Za-z]", "x", name) if long_enough else ""


@dataclass(frozen=True, slots=True)
class Names:
    """The sources of a request and how numbers count. `titles`: those of the sources, empty where none are known."""

    ids: tuple[str, ...]
    base: int = 1
    kind: str = "any"
    titles: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()

    def exact(self, written: str) -> int:
        """The source with this id, -1 for none or where only numbers count."""
        return self.ids.index(written) if self.kind != "number" and written in self.ids else -1

    def by_number(self, number: int) -> int:
        """The source with this number, -1 for none."""
        place = number - self.base
        return place if 0 <= place < len(self.ids) and self.kind != "id" else -1

    def resembles(self, written: str) -> bool:
        """Does it look like an id in use but for its digits, or, where they are long, its letters?"""
        shapes = {_shape(name) for name in self.ids if "0" in _shape(name)} - {"0"}
        opaque = {_opaque(name) for name in self.ids} - {""}
        return _shape(written) in shapes | opaque or _opaque(written) in shapes | opaque

    def titled(self, name: str) -> list[int]:
        """The sources with this title: as it stands, or without the ending of a file."""

        def key(written: str) -> str:
            return re.sub("[ _\t-]+", " ", written).strip(" ").lower()

        forms = [{key(title), key(re.sub(r"(?<=.)\.[0-9A-Za-z]{1,5}\Z", "", title))} - {""} for title in self.titles]
        return [place for place, own in enumerate(forms) if key(name) in own]


@dataclass(slots=True)
class Inside:
    """Reads what stands between the signs of a marker."""

    text: str
    names: Names
    ids: list[Id] = field(default_factory=list)
    malformed: bool = False
    vague: bool = False
    prefix: str = ""  # the word before the first id, in small letters

    def read(self, start: int, end: int, envelope: str) -> str:
        """`envelope`: round, square or sure. What it is; the ids are `ids` then."""
        text, names = self.text, self.names
        self.ids, self.malformed, self.vague, self.prefix = [], False, False, ""
        start, end = trim(text, start, end)
        if start >= end:
            return MALFORMED if envelope == "sure" else NONE
        title = (end, end)
        dagger = text.find("†", start, end)
        if dagger > start:
            title, end = (dagger + 1, end), dagger
        written = text[start:end]
        if envelope != "round" or token(written, 4):
            near = envelope == "round" and names.kind != "number" and names.resembles(written)
            if names.exact(written) >= 0 or near:
                self.ids.append(Id(start, end, -1, names.exact(written)))
                return MARKER
        footnote, colon, word, placeholder = written[0] == "^", False, False, False
        if footnote or (envelope == "square" and written[0] == "@"):
            start, colon = start + 1, True
            end -= footnote and start < end and text[end - 1] == "^"
        elif envelope == "round" or not names.resembles(written):
            start, word, colon, placeholder = self._skip_prefix(start, end, envelope)
        start, end = trim(text, start, end)
        if start >= end:
            return MALFORMED if footnote or envelope == "sure" or (placeholder and envelope == "square") else NONE
        if envelope == "round" and not (word or colon) and not self._file(start, end):
            return NONE
        counted = bool(NUMBER.match(text[start]))
        if not counted and self._titled(start, end):
            return VAGUE if self.vague else MARKER
        if word or colon or envelope != "round":
            if self._list(start, end, prefixed=word or colon or envelope == "sure"):
                numbers = all(one.number >= 0 for one in self.ids)
                open_ = any(one.source < 0 for one in self.ids)
                if envelope == "round" and numbers and open_ and self.ids[0].number >= 1000:
                    self.ids = []
                    return NONE
                return VAGUE if self.vague else MARKER
            self.ids = []
            if self.malformed:
                return MALFORMED
        if (counted and self._titled(start, end)) or (title[0] < title[1] and self._titled(*title)):
            return VAGUE if self.vague else MARKER
        if footnote:
            return MALFORMED
        sure = colon or envelope == "sure"
        named = (
            (sure and token(text[start:end], 2))
            or envelope == "sure"
            or title[0] < title[1]
            or ((sure or envelope == "square") and self._file(start, end))
        )
        if named and names.kind != "number":
            self.ids = [Id(start, end, -1, -1)]
            return MARKER
        return VAGUE if sure else NONE

    def _skip_prefix(self, start: int, end: int, envelope: str) -> tuple[int, bool, bool, bool]:
        """Where the ids start, whether a word names a source, whether a sign makes it sure, a placeholder alone."""
        text, at = self.text, start
        kind, behind = word_at(text, at)
        while kind == "see" and behind < end:
            at = behind
            while at < end and text[at] in BLANKS:
                at += 1
            kind, behind = word_at(text, at) if at < end else ("", at)
        if not kind and envelope == "square":
            dash = text.find("-", at, end)
            if dash >= 0 and len(text[at:dash].encode()) <= 8 and dash + 1 < end:
                kind, behind = word_at(text, dash + 1)
            if kind and (behind >= end or text[behind] != ":"):
                kind = ""
        if at != start and at < end:
            start = at
        if kind not in ("prefixes", "placeholders", "square") or behind > end:
            return start, False, False, False
        if kind == "square" and envelope == "round":
            return start, False, False, False
        skipped = text[at:behind].lower()
        signs = re.compile(r"(?:[ :#=：]|[-_](?=[0-9]))*").match(text, behind, end)
        assert signs is not None
        sign = bool(set(signs.group()) & set(":#=："))
        at = signs.end()
        if at >= end:
            return end, True, False, kind == "placeholders" or sign
        if at == behind and not NUMBER.match(text[at]):
            return start, False, False, False
        self.prefix = skipped
        return at, True, sign, False

    def _list(self, start: int, end: int, *, prefixed: bool) -> bool:
        while start < end:
            stop = start
            while stop < end and not self._separator(stop):
                stop += 1
            first, last = trim(self.text, start, stop)
            if self.ids and self.prefix and self.text[first:last].lower().startswith(self.prefix):
                first = self._skip_prefix(first, last, "square")[0]
            if first >= last:
                return False
            if not self._item(first, last, prefixed=prefixed) and (
                self.malformed or not self.ids or self._place(first, last) is None
            ):
                return False
            start = stop + self._separator(stop) if stop < end else end
            if stop < end and start >= end:
                return False
        return bool(self.ids)

    def _separator(self, at: int) -> int:
        if self.text[at] in ",;&，、；":
            return 1
        found = [word for word in ands() if self.text[at : at + len(word)].lower() == word]
        found = [word for word in found if _ends_well(self.text, word, at + len(word))]
        if not found or at == 0:
            return 0
        longest = max(found, key=len)
        return len(longest) if not longest.isascii() or self.text[at - 1] in BLANKS else 0

    def _item(self, start: int, end: int, *, prefixed: bool) -> bool:
        names, written = self.names, self.text[start:end]
        if names.exact(written) >= 0:
            self.ids.append(Id(start, end, -1, names.exact(written)))
            return True
        if written[0] == "(" and written[-1] == ")" and len(written) > 2:
            return self._item(start + 1, end - 1, prefixed=prefixed)
        if NUMBER.fullmatch(written):
            number = int(written)
            if names.kind == "id" or (1000 <= number <= 2999 and not prefixed and names.by_number(number) < 0):
                return False
            self.ids.append(Id(start, end, number, names.by_number(number)))
            return True
        if self._range(start, end):
            return True
        if self.malformed:
            return False
        if names.kind != "number" and names.resembles(written):
            self.ids.append(Id(start, end, -1, -1))
            return True
        if names.kind == "id":
            return False
        if written[0] in "#SED" and NUMBER.fullmatch(written[1:]):
            source = names.by_number(int(written[1:]))
            if source >= 0 or written[0] == "#":
                self.ids.append(Id(start, end, int(written[1:]), source))
                return True
        if re.fullmatch("-[0-9０-９]{1,6}", written):
            self.malformed = not self.ids
            return False
        digits = re.match("[0-9]{1,6}(?![0-9])", written)
        if digits and digits.end() < len(written):
            number, behind = int(digits.group()), start + digits.end()
            colon = re.match(r"[0-9]+(?::(?=[ \t])|：)" if not prefixed else r"[0-9]+(?::(?=.)|：)", written, re.DOTALL)
            place = self._place(behind, end) is not None
            if (names.by_number(number) >= 0 or prefixed) and (colon or place):
                self.ids.append(Id(start, behind, number, names.by_number(number)))
                return True
        return self._titled(start, end)

    def _range(self, start: int, end: int) -> bool:
        for dash in DASHES:
            low, found, high = self.text[start:end].partition(dash)
            if not found or not low:
                continue
            ends = [part.strip(BLANKS) for part in (low, high)]
            if not all(NUMBER.fullmatch(part) for part in ends) or self.names.kind == "id":
                return False
            first, last = int(ends[0]), int(ends[1])
            if self.names.by_number(first) < 0 and first >= 1000:
                return False
            if not first <= last <= first + LONGEST_RANGE:
                self.malformed = last < 1000
                return False
            self.ids += [Id(start, end, one, self.names.by_number(one)) for one in range(first, last + 1)]
            return True
        return False

    def _place(self, start: int, end: int) -> str | None:
        """The page that is written here, "" for another place in a source, None for no place."""
        while start < end and self.text[start] in " \t#,(":
            start += 1
        if start >= end:
            return None
        if self.text[start] in '"“「' or re.match("L[0-9]", self.text[start:end]):
            return ""
        kind, at = word_at(self.text, start)
        if kind not in ("pages", "parts", "prefixes") or at > end:
            return None
        if kind != "pages":
            return ""
        match = re.compile(r"[ \t.=:]*([0-9]*)").match(self.text, at, end)
        assert match is not None
        if not match.group(1):
            return None
        other = match.end() < end and word_at(self.text, match.end())[0] == "behind"
        return "" if other else match.group(1)

    def _titled(self, start: int, end: int) -> bool:
        if self.names.kind == "number" or not self.names.titles or len(self.text[start:end].encode()) < 2:
            return False
        whole = self.names.titled(self.text[start:end])
        if whole:
            self._add(whole, start, end)
            return True
        cuts = 0
        for cut in range(end - 1, start, -1):
            if cuts >= MOST_CUTS:
                break
            if self.text[cut] not in " ,#:(，第、":
                continue
            rest = cut
            while rest < end and self.text[rest] in "，、":
                rest += 1
            page = self._place(rest, end)
            if page is None:
                continue
            cuts += 1
            name = self.text[start:cut].rstrip(" \t,-;:—–，：")
            found = self.names.titled(name)
            if not found:
                continue
            paged = [place for place in found if self.names.pages[place] >= 0]
            on_page = [place for place in found if str(self.names.pages[place]) == page]
            sources = found if not page or not paged else on_page
            self._add(sources, start, start + len(name))
            if not sources:
                self.ids.append(Id(start, end, -1, -1))
            return True
        return False

    def _add(self, sources: list[int], start: int, end: int) -> None:
        if len(sources) > MOST_OF_ONE_NAME:
            self.vague = True
        else:
            self.ids += [Id(start, end, -1, source) for source in sources]

    def _file(self, start: int, end: int) -> bool:
        for at in range(start + 1, end - 2):
            kind, behind = word_at(self.text, at)
            if kind == "file_endings" and behind <= end:
                if behind == end or not re.match("[0-9]", self.text[behind]):
                    return True
        return False


def token(written: str, least: int) -> bool:
    """One word of ASCII with a digit or a sign in it, of `least` characters and more."""
    plain = written.isascii() and not re.search("[ \t]", written)
    return plain and len(written) >= least and bool(re.search("[0-9_.:/#-]", written))


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without blanks at its ends."""
    while start < end and text[start] in BLANKS:
        start += 1
    while end > start and text[end - 1] in BLANKS:
        end -= 1
    return start, end
