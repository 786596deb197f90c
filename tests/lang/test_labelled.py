"""Every labelled sentence of every language is read exactly: all quantities, in order, and nothing else."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sidecar.engine import quantities

FOLDER = Path(__file__).parent


def _cases() -> list[Any]:
    cases = []
    for path in sorted(FOLDER.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            cases.append(pytest.param(path.stem, case, id=f"{path.stem}: {case['text'][:48]}"))
    return cases


@pytest.mark.parametrize(("language", "case"), _cases())
def test_sentence(language: str, case: dict[str, Any]) -> None:
    found = quantities(case["text"], language)
    assert [[row.text, row.kind, row.value, row.unit] for row in found] == case["quantities"]
    for row in found:
        assert case["text"][row.span.start : row.span.end] == row.text


@pytest.mark.parametrize(("language", "case"), _cases())
def test_sentence_between_others(language: str, case: dict[str, Any]) -> None:
    """A sentence is read the same between two others: no form looks across a line's end for what it claims."""
    text = f"Before.\n\n{case['text']}\n\nAfter."
    found = quantities(text, language)
    assert [[row.text, row.kind, row.value, row.unit] for row in found] == case["quantities"]
