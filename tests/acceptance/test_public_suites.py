"""The labelled texts of public suites, where they are at hand: they are local data and never shipped."""

from __future__ import annotations

import gzip
import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sidecar.engine import ReadQuantity, quantities

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [folder / "shared/numbers" for folder in (ROOT.parent, ROOT.parent.parent)]
DISPUTED: dict[str, Any] = tomllib.loads((ROOT / "tests/data/disputed_numbers.toml").read_text(encoding="utf-8"))
MOST_DISPUTED = 0.03


def rows_of(name: str) -> list[dict[str, Any]]:
    """The rows of one file; the test is skipped, aloud, where the data is not there."""
    for folder in FOLDERS:
        if (folder / name).exists():
            with gzip.open(folder / name, "rt", encoding="utf-8") as file:
                return [json.loads(line) for line in file]
    pytest.skip(f"{name} is local data and not on this machine")


def group_of(row: dict[str, Any]) -> str:
    """The suite and language that a row belongs to."""
    suite = str(row.get("group") or row["id"].rsplit("/", 1)[0])
    return "sequences" if suite.startswith("rt/Sequence/") else suite


def number(value: object) -> Fraction | None:
    """A decimal or p/q; None for anything else."""
    try:
        text = str(value)
        return Fraction(text) if "/" in text else Fraction(Decimal(text))
    except (InvalidOperation, ValueError, ZeroDivisionError):
        return None


def equal(want: dict[str, Any], got: ReadQuantity) -> bool:
    """Equal to nine digits; 5 % may be written as 0.05."""
    a, b = number(want["value"]), number(got.value)
    if a is None or b is None:
        return bool(want["value"] == got.value)
    factors = (1, 100) if "percent" in str(want.get("kind")) else (1,)
    return any(abs(a - b * factor) <= max(abs(a), abs(b * factor)) / 10**9 for factor in factors)


def judged(row: dict[str, Any]) -> Iterator[str]:
    """For each labelled quantity: right, wrong (another value in its place) or missed."""
    found = [got for got in quantities(row["text"], row["lang"], ends=True) if got.value]
    used: set[int] = set()
    for want in row["expect"]:
        start = want.get("start", row["text"].find(want["text"]))
        end = want.get("end", start + len(want["text"]))
        over = [place for place, got in enumerate(found) if got.span.start < end and start < got.span.end]
        hit = next((place for place in over if place not in used and equal(want, found[place])), None)
        if hit is not None:
            used.add(hit)
        yield "right" if hit is not None else "wrong" if over else "missed"


@pytest.mark.parametrize(
    ("name", "least_right", "most_wrong"),
    [("en.jsonl.gz", 0.980, 0.010), ("zh.jsonl.gz", 0.965, 0.020), ("dates.jsonl.gz", 0.980, 0.015)],
)
def test_values(name: str, least_right: float, most_wrong: float) -> None:
    counts: Counter[str] = Counter()
    for row in rows_of(name):
        if row["id"] not in DISPUTED["rows"]:
            counts.update(judged(row))
    assert counts["right"] / counts.total() >= least_right, counts
    assert counts["wrong"] / counts.total() <= most_wrong, counts


def test_few_rows_are_disputed_and_each_with_a_reason() -> None:
    assert set(DISPUTED["rows"].values()) <= set(DISPUTED["reasons"])
    names = ("en.jsonl.gz", "zh.jsonl.gz", "dates.jsonl.gz", "sequences.jsonl.gz")
    rows = [row for name in names for row in rows_of(name)]
    groups = Counter(group_of(row) for row in rows)
    disputed = Counter(group_of(row) for row in rows if row["id"] in DISPUTED["rows"])
    assert {group: count for group, count in disputed.items() if count > groups[group] * MOST_DISPUTED} == {}


def test_what_stands_for_no_number_is_named() -> None:
    """Telephone numbers, addresses, ids: nothing in their place is a quantity."""
    unseen = []
    for row in rows_of("sequences.jsonl.gz"):
        if row["id"] in DISPUTED["rows"]:
            continue
        for want in row["expect"]:
            over = [got for got in quantities(row["text"], row["lang"]) if got.span.start < want["end"]]
            over = [got for got in over if want["start"] < got.span.end]
            unseen += [row["id"] for got in over if got.kind not in ("identifier", "label")]
    assert unseen == []
