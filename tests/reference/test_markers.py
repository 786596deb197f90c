"""The compiled markers against the slow reader: spans, ids, sources and flags."""

from __future__ import annotations

import random

import pytest

from reference import differences, markers, texts
from sidecar import tables
from sidecar.model import Source

KINDS = {"any": 1, "number": 2, "id": 3}
NAMES = (
    markers.Names(("a", "b", "doc-1")),
    markers.Names(("doc-1", "doc-2", "s.pdf#page=1"), base=0),
    markers.Names(("2", "1", "3", "x1"), base=1),
    markers.Names(("doc-1", "doc-2", "1"), kind="number"),
    markers.Names(("doc-1", "doc-2", "1"), kind="id"),
    markers.Names(tuple(f"source {number}" for number in range(1, 31)), base=5),
    markers.Names(()),
    markers.Names(
        ("a", "b", "file-abc12345", "d"),
        titles=("lease.pdf", "Hand_book.docx", "员工手册.pdf", "lease.pdf"),
        pages=(4, -1, -1, 5),
    ),
)


def product_rows(text: str, names: markers.Names, templates: tuple[str, ...]) -> list[tuple[object, ...]]:
    """The product's markers without references in prose, which the slow reader does not read; in code points."""
    sources = [
        Source(name, "", page=page if page >= 0 else None, title=title)
        for name, title, page in zip(names.ids, names.titles, names.pages, strict=False)
    ]
    rows, ids = tables.markers(
        text, names.ids, base=names.base, kind=KINDS[names.kind], templates=templates, sources=sources
    )
    data = text.encode()

    def point(byte: int) -> int:
        return len(data[:byte].decode())

    out: list[tuple[object, ...]] = []
    for row in rows:
        if row["flags"] & tables.MARKER_INLINE:
            continue
        own = ids[row["first_id"] : row["first_id"] + row["id_count"]]
        out.append(
            (
                point(row["start_byte"]),
                point(row["end_byte"]),
                tuple((point(i["start_byte"]), point(i["end_byte"]), int(i["number"]), int(i["source"])) for i in own),
                int(row["flags"]),
                point(row["wrapped_start"]) if row["wrapped_start"] >= 0 else -1,
            )
        )
    return out


def check(text: str, names: markers.Names, templates: tuple[str, ...] = ()) -> None:
    """Fails with the first marker that the two read differently."""
    expected = [
        (row.start, row.end, tuple((i.start, i.end, i.number, i.source) for i in row.ids), row.flags, row.wrapped)
        for row in markers.read(text, names, templates)
    ]
    difference = differences.first_difference(product_rows(text, names, templates), expected, text)
    assert not difference, f"{names}: {difference}"


@pytest.mark.parametrize("names", NAMES, ids=lambda names: f"{names.kind}-{names.base}-{len(names.ids)}")
def test_random_texts(names: markers.Names) -> None:
    for text in texts.random_texts("markers", 700, 24, seed=21):
        check(text, names)
    for text in texts.mixed_texts(200, 30, seed=22):
        check(text, names)


def test_random_brackets() -> None:
    chance = random.Random(23)
    inner = [
        "1",
        "2",
        "3",
        "10",
        "２",
        "-",
        "–",
        "至",
        ",",
        "、",
        ";",
        " ",
        "^",
        "doc-",
        "source ",
        "id:",
        "†",
        "2004",
        "a",
        "：",
        "#",
    ]
    found = 0
    for _ in range(4_000):
        opener = chance.choice("[【［(（")
        text = opener + "".join(chance.choices(inner, k=chance.randint(0, 6))) + markers.PAIRS[opener]
        text = (
            chance.choice(["", "x", "\\", "`", "[", "_", "好", " "])
            + text
            + chance.choice(["", "]", "(u)", " (u)", "`", "[1]"])
        )
        names = chance.choice(NAMES)
        check(text, names)
        found += len(markers.read(text, names))
    assert found > 500


PIECES = (
    "1", "2", "13", " ", ", ", ".", "word", "landlord", "%", "%[", "]%", "[", "]", "](", "[[", "]]", "(", ")", "（",
    "）", "¹", "²", "⁹", "⁵", "m", "<co>", "</co: 0:[1,2]>", "</co: 1>", "<cite>", "</cite>", '<cite id="2">',
    "<sup>", "</sup>", '<ref name="a"/>', "<c>", ":cit[", "]{ref=", "}", "{{", "}}", "source:", "source ", "##",
    "$$", "$", "\\[", "\\]", "\\cite{", "_x", "\ue200cite\ue202", "\ue202", "\ue201", "file-abc12345",
    "file-xyz99999", "lease.pdf", "#page=", "p. ", "hand-book", "员工手册", "第", "页", "条", "《", "》", "see ",
    "range ", "(CITE)", "(http://a.b/c)", "<<", ">>", "\n", "-1", "-", "@", "#1", "S1", "<|", "|>", '"', "†", "^",
    "note.txt", "[cite_start]", "ow-source:", "and ", "和", "：", "Next",
)  # fmt: skip


@pytest.mark.parametrize("names", NAMES, ids=lambda names: f"{names.kind}-{names.base}-{len(names.ids)}")
def test_random_envelopes(names: markers.Names) -> None:
    chance = random.Random(24)
    found = 0
    for _ in range(4_000):
        text = "".join(chance.choices(PIECES, k=chance.randint(2, 9)))
        check(text, names, ("<<{id}>>", "@{id}") if chance.random() < 0.5 else ())
        found += len(markers.read(text, names))
    assert found > 300


def test_real_texts() -> None:
    for text in texts.real_texts(6_000):
        check(text, NAMES[0])


def test_bounds_of_length() -> None:
    for blanks in range(240, 262):
        check("[" + " " * blanks + "1] [2]", NAMES[0])
        check("x `" + "y" * blanks + "[1]` [2]", NAMES[0])
        check("[1](" + "y" * blanks + ") [2]", NAMES[0])
        check("【" + "好" * (blanks // 3) + " " * (blanks % 3) + "】", markers.Names(("好" * (blanks // 3),)))
    for letters in range(4_085, 4_105, 3):
        check("```" + "y" * letters + "[1]``` [2]", NAMES[0])
    for width in range(48, 53):
        check(f"[1-{width}]", NAMES[0])
        check(f"[999-{999 + width}] [1000-1001] [2999] [3000]", NAMES[0])


def test_prefixes_before_each_id() -> None:
    chance = random.Random(19)
    words = [
        "Source ",
        "source ",
        "doc",
        "Doc 0",
        "chunk ",
        "来源",
        "来源：",
        "ID:",
        "see ",
        "p. ",
        "",
        "doc-",
        "资料 #",
    ]
    joiners = [", ", "; ", " and ", "，", "、", "和", ",", " "]
    for _ in range(4_000):
        inside = ""
        for place in range(chance.randint(1, 4)):
            word = chance.choice(words[:3] if chance.random() < 0.5 else words)
            inside += (chance.choice(joiners) if place else "") + word + str(chance.randint(0, 4))
        opened, closed = chance.choice(["[]", "()", "【】", "（）"])
        check(f"Rent is due {opened}{inside}{closed}. Heat", chance.choice(NAMES))
