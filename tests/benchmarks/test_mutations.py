"""The generator of mutations: the same every time, one place changed, and none of it from what is no supported row."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from benchmarks import mutations
from benchmarks.mutations import Claim

EVIDENCE = "The museum ticket is cheaper before noon. Maria Weber leads the walk with Peter Lang."
ENGLISH = Claim("The museum ticket is cheaper before noon for 12 visitors.", "", (EVIDENCE,), chinese=False)
CHINESE = Claim("该公司去年完成全部检修，营业收入增加。", "", ("该公司去年完成全部检修，营业收入增加。",), chinese=True)


def _folder(tmp_path: Path, *labels: str) -> Path:
    rows = [
        {
            "answer": f"The museum ticket is cheaper before noon {label}.",
            "evidence": [{"text": EVIDENCE}],
            "label": label,
        }
        for label in labels
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "set.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def test_only_supported_rows_are_read(tmp_path: Path) -> None:
    found = mutations.claims(_folder(tmp_path, "supported", "unsupported", "partial"))
    assert [claim.text for claim in found] == ["The museum ticket is cheaper before noon supported."]


@pytest.mark.parametrize(
    ("kind", "claim", "wrong"),
    [
        ("negate", ENGLISH, "The museum ticket is not cheaper before noon for 12 visitors."),
        ("flip", ENGLISH, "The museum ticket is cheaper after noon for 12 visitors."),
        ("negate", CHINESE, "该公司去年未完成全部检修，营业收入增加。"),
        ("flip", CHINESE, "该公司去年完成全部检修，营业收入减少。"),
    ],
)
def test_one_place_is_changed(kind: str, claim: Claim, wrong: str) -> None:
    assert mutations.KINDS[kind](claim, random.Random(1)) == wrong


def test_a_number_changes_to_one_that_stands_nowhere() -> None:
    changed = mutations.change_number(ENGLISH, random.Random(1))
    assert changed is not None
    assert changed != ENGLISH.text
    assert changed.replace("12", "") != changed or "12" not in changed


def test_a_name_gives_way_to_another_of_the_evidence() -> None:
    claim = Claim("The walk is led by Maria Weber today.", "", (EVIDENCE,), chinese=False)
    assert mutations.swap_name(claim, random.Random(1)) == "The walk is led by Peter Lang today."


def test_the_same_seed_gives_the_same_figures(tmp_path: Path) -> None:
    folder = _folder(tmp_path, "supported")
    first = mutations.measure(folder, seed=1, per_kind=5)
    assert first == mutations.measure(folder, seed=1, per_kind=5)
    (flip,) = [row for row in first if (row["kind"], row["language"]) == ("flip", "en")]
    assert flip["all"]["n"] == 1
