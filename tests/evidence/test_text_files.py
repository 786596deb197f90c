"""Plain text, Markdown, HTML, comma separated values, JSON; and what holds for files of every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sidecar.errors import UnreadableDocument
from sidecar.evidence.documents import SUFFIXES, read_document, read_documents
from sidecar.evidence.readers.piece import ReadLimits


def write(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("name", ["policy.txt", "policy.md", "POLICY.TXT"])
def test_text_is_kept_to_the_byte(tmp_path: Path, name: str) -> None:
    text = "# 退货政策\r\n\r\n运费由买家承担。\r\n\ttab and  two blanks\n"

    (source,) = read_document(write(tmp_path / name, text))

    assert (source.source_id, source.title, source.page, source.text) == (name, name, None, text)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_text(tmp_path: Path, encoding: str) -> None:
    (source,) = read_document(write(tmp_path / "a.txt", "三天", encoding))

    assert source.text == "三天"


def test_text_in_another_encoding_is_named_with_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_bytes(b"abc " + "退货".encode("gb18030"))

    with pytest.raises(UnreadableDocument, match=r"old\.txt: not UTF-8 at byte 4; save the file as UTF-8"):
        read_document(path)


def test_html_gives_the_main_text_with_headings_lists_and_tables(tmp_path: Path) -> None:
    html = """<!doctype html><html><head><title> Fees &amp; more </title><style>p {color: red}</style></head><body>
    <header>Shop menu</header><form><button>Buy</button><nav>Home</nav>
    <div><h2>Fees</h2><p>The fee is <b>12</b>&nbsp;%<br>per   year.</p>
    <ul><li>One<li>Two</ul><script>var secret = 1;</script>
    <table><tr><th>Class</th><th>Fee</th></tr><tr><td>A</td><td>3</td></tr></table></div>
    <aside>Net prices.</aside></form><footer>Imprint</footer></body></html>"""

    (source,) = read_document(write(tmp_path / "fees.html", html))

    assert source.title == "Fees & more"
    assert source.text == (
        "## Fees\n\nThe fee is 12\xa0%\nper year.\n\n- One\n\n- Two\n\n"
        "| Class | Fee |\n| --- | --- |\n| A | 3 |\n\nNet prices."
    )


def test_html_prefers_main_and_obeys_the_declared_encoding(tmp_path: Path) -> None:
    html = (
        '<html><head><meta charset="gb2312"></head><body><p>菜单</p><main><p>运费由买家承担。</p></main></body></html>'
    )

    (source,) = read_document(write(tmp_path / "zh.html", html, "gb2312"))

    assert source.text == "运费由买家承担。"


def test_html_filled_by_scripts_is_reported_and_depth_does_no_harm(tmp_path: Path) -> None:
    empty = read_documents([write(tmp_path / "app.html", "<body><div id=root></div><script>go()</script></body>")])
    assert [row.source_id for row in empty.unreadable] == ["app.html"]

    (deep,) = read_document(write(tmp_path / "deep.html", "<div>" * 5_000 + "bottom"))
    assert deep.text == "bottom"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_csv_becomes_a_table(tmp_path: Path, separator: str) -> None:
    text = f'Class{separator}"Fee, net"\r\nA|B{separator}"3\n000"\r\n\r\nC\r\n'

    (source,) = read_document(write(tmp_path / "fees.csv", text))

    assert source.text == "| Class | Fee, net |\n| --- | --- |\n| A\\|B | 3 000 |\n| C |  |"


def test_bad_csv_is_named_with_its_row(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match=r"bad\.csv: row 2: .*quoting"):
        read_document(write(tmp_path / "bad.csv", 'a,b\n1,"2\n'))
    with pytest.raises(UnreadableDocument, match="over 3 cells"):
        read_document(write(tmp_path / "big.csv", "a,b\n1,2\n"), ReadLimits(max_cells=3))


def test_json_lines_with_text_are_sources_by_their_own_ids(tmp_path: Path) -> None:
    rows = [
        {"id": "r1", "text": "Freight is paid by the buyer.", "page": 0, "title": "Returns"},
        {"source_id": "r2", "id": "ignored", "text": "line\u2028separator"},
        {"text": "", "id": 7},
        {"text": "no id"},
    ]
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]

    sources = read_document(write(tmp_path / "p.jsonl", "\n".join([lines[0], "", *lines[1:]]) + "\n"))

    assert [source.source_id for source in sources] == ["r1", "r2", "7", "p.jsonl#line=5"]
    assert [source.text for source in sources] == ["Freight is paid by the buyer.", "line\u2028separator", "", "no id"]
    assert [(source.page, source.title) for source in sources][:2] == [(0, "Returns"), (None, "p.jsonl")]


def test_json_without_text_is_one_source(tmp_path: Path) -> None:
    (source,) = read_document(write(tmp_path / "fees.json", '{"费用":{"A":3}}'))
    assert source.text == '{\n  "费用": {\n    "A": 3\n  }\n}'

    first, second = read_document(write(tmp_path / "list.json", '[{"text":"a"},{"text":"b"}]'))
    assert [(first.source_id, first.text), (second.source_id, second.text)] == [
        ("list.json#item=1", "a"),
        ("list.json#item=2", "b"),
    ]

    (lines,) = read_document(write(tmp_path / "rows.jsonl", '{"a": 1}\n{"text": "x"}\n'))
    assert lines.text == '{"a": 1}\n{"text": "x"}'


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", '{"a":\n nope}', r"a\.json: line 2: not JSON at column 2"),
        ("a.jsonl", '{"text":"a"}\n{"text":', r"a\.jsonl: line 2: not JSON"),
        ("a.json", "[" * 100_000, r"a\.json: nested too deeply"),
        ("a.json", "9" * 5_000, r"a\.json: holds an integer too long"),
        ("a.json", '{"text":"a","page":"four"}', r'a\.json: "page" is not a whole number'),
        ("a.json", '[{"text":"a","title":3}]', r'a\.json#item=1: "title" is not a string'),
        ("a.json", '{"text":"\\ud800"}', r"a\.json: half a surrogate pair at character 0"),
    ],
)
def test_bad_json_is_named_with_its_place(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(UnreadableDocument, match=message):
        read_document(write(tmp_path / name, text))


def test_files_of_one_name_in_two_folders_keep_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("new", "old"):
        Path(folder).mkdir()
        write(Path(folder) / "p.txt", folder)

    sources = read_documents(["new/p.txt", "old/p.txt"]).sources

    assert [(source.source_id, source.text) for source in sources] == [("new/p.txt", "new"), ("old/p.txt", "old")]
    with pytest.raises(UnreadableDocument, match=r"new/p\.txt: given twice"):
        read_documents(["new/p.txt", Path("old/../new/p.txt")])


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match=r"gone\.txt: No such file"):
        read_document(tmp_path / "gone.txt")
    (tmp_path / "folder.txt").mkdir()
    with pytest.raises(UnreadableDocument, match=r"folder\.txt: a folder; give the files"):
        read_document(tmp_path / "folder.txt")
    with pytest.raises(UnreadableDocument, match=r"cannot read files ending in '\.odt'; use one of \.txt"):
        read_document(write(tmp_path / "a.odt", "x"))
    with pytest.raises(UnreadableDocument, match=r"big\.txt: larger than 4 bytes"):
        read_document(write(tmp_path / "big.txt", "12345"), ReadLimits(max_file_bytes=4))
    for suffix in (".txt", ".md", ".html", ".pdf", ".docx", ".xlsx", ".csv", ".json", ".jsonl"):
        assert suffix in SUFFIXES
