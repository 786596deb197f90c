"""docs/citations.md is true: every row with an answer is run."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from sidecar import Config, Request, Source, verify
from sidecar.model import OffsetUnit, Report

PAGE = Path(__file__).parents[2] / "docs" / "citations.md"


@cache
def _tables() -> dict[tuple[str, ...], list[list[str]]]:
    """The rows of every table by its head; tables of one head are joined."""
    tables: dict[tuple[str, ...], list[list[str]]] = {}
    head: tuple[str, ...] = ()
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            head = ()
            continue
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not head:
            head = tuple(cells)
        elif set("".join(cells)) != {"-"}:
            tables.setdefault(head, []).append(cells)
    return tables


def _written(cell: str) -> str:
    cell = re.sub(r"\{(E20[0-2])\}", lambda match: chr(int(match.group(1), 16)), cell)
    return cell.replace("\\n", "\n")


def _sources() -> tuple[Source, ...]:
    rows = _tables()["id", "title", "page", "section", "text"]
    return tuple(
        Source(name, text, title=title, page=int(page) if page else None, section_path=(section,) if section else ())
        for name, title, page, section, text in rows
    )


def _run(answer: str) -> Report:
    return verify(Request(answer, _sources(), config=Config(offset_unit=OffsetUnit.CODE_POINTS)))


@pytest.mark.parametrize("row", _tables()["answer", "marker", "names"], ids=lambda row: row[1])
def test_a_syntax_names_its_sources(row: list[str]) -> None:
    answer, marker, names = row
    citations = _run(_written(answer)).citations
    (found,) = [citation for citation in citations if citation.text == _written(marker)]
    named = [*found.source_ids, *("?" for _ in found.unresolved_ids)]
    assert named == names.split()


@pytest.mark.parametrize("row", _tables()["answer", "why"], ids=lambda row: row[1])
def test_what_is_left_alone(row: list[str]) -> None:
    assert _run(row[0]).citations == ()


@pytest.mark.parametrize("row", _tables()["status", "when", "answer"], ids=lambda row: f"{row[0]}: {row[1][:20]}")
def test_a_status_has_its_example(row: list[str]) -> None:
    (citation,) = _run(row[2]).citations
    assert citation.status.name == row[0]
    if row[0] == "WRONG_SOURCE":
        assert citation.better_source_ids == ("s2",)


@pytest.mark.parametrize("marker", ["[^]", "[-1]", "[5-3]", "[1-900]", "[source]"])
def test_each_malformed_form_is_one(marker: str) -> None:
    (citation,) = _run(f"The garden opens at nine {marker}.").citations
    assert citation.status.name == "MALFORMED"
