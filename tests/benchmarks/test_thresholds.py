"""The choice of thresholds: which rows count, what is chosen, what is printed."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from benchmarks import labelled, thresholds
from benchmarks.labelled import Score
from sidecar import Config

FEE = "The museum ticket costs 12 euros for adults."


def _row(number: int, answer: str, label: str, kind: str = "") -> dict[str, object]:
    meta = {"kind": kind} if kind else {}
    evidence = [{"id": None, "text": FEE, "page": None, "source": None}]
    return {
        "id": f"r{number}",
        "question": "",
        "answer": answer,
        "evidence": evidence,
        "label": label,
        "lang": "en",
        "meta": meta,
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [
        _row(1, FEE, "supported"),
        _row(2, "The museum ticket costs 13 euros for adults.", "unsupported"),
        _row(3, "Volcanic ash fertilizes distant vineyards.", "partial"),
        _row(4, FEE, "unsupported", "ok_identity"),  # the kind says that it must pass
        _row(5, FEE, "answered"),  # neither good nor bad
    ]
    with gzip.open(tmp_path / "small.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return tmp_path


def test_rows_are_good_or_bad_or_left_out(folder: Path) -> None:
    (only,) = labelled.read(folder)
    assert only.name == "small en"
    assert [(row.row_id, row.good) for row in only.rows] == [("r1", True), ("r2", False), ("r3", False), ("r4", True)]
    assert labelled.score(only.rows, Config()) == Score(2, 2, 0.0, 0.0, 0.5, 1.0)


def test_the_hash_is_of_names_and_contents(folder: Path) -> None:
    first = labelled.folder_hash(folder)
    assert first == labelled.folder_hash(folder)
    (folder / "small.jsonl.gz").rename(folder / "other.jsonl.gz")
    assert labelled.folder_hash(folder) != first


def test_the_highest_value_with_few_reviews_is_chosen() -> None:
    def curve(first: float, second: float) -> dict[str, Score]:
        return {"a": Score(10, 10, 0.0, first, 0.0, 0.0), "b": Score(10, 10, 0.0, second, 0.0, 0.0)}

    assert thresholds.choose({0.3: curve(0.1, 0.2), 0.4: curve(0.0, 0.2), 0.5: curve(0.1, 0.3)}) == 0.4
    assert (
        thresholds.choose({0.3: curve(0.1, 0.4), 0.4: curve(0.0, 0.4), 0.5: curve(0.1, 0.5)}) == 0.4
    )  # none is allowed


def test_prints_and_keeps_its_curves(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "curves.json"
    assert thresholds.main([str(folder), "--json", str(kept)]) == 0
    written = json.loads(kept.read_text(encoding="utf-8"))
    assert written["data"] == labelled.folder_hash(folder)
    assert "chosen: supported_ratio" in capsys.readouterr().out


def test_a_folder_without_rows_is_refused(tmp_path: Path) -> None:
    assert thresholds.main([str(tmp_path)]) == 2
