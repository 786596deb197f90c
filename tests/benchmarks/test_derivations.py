"""The draw of wrong numbers is the same everywhere, of the same precision, and never the true one."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks import derivations

ROW = {
    "id": "r1",
    "question": "What was the change in timber sales from 2020 to 2021?",
    "answer": "515.0",
    "evidence": [{"id": "t", "text": " | 2020 | 2021\nTimber sales | 4,120.0 | 4,635.0\nBoats | 871 | 904"}],
    "label": "answered",
    "meta": {"derivation": "4,635.0 - 4,120.0"},
}


def test_wrong_numbers() -> None:
    drawn = derivations.wrong_answers(ROW)
    assert drawn == derivations.wrong_answers(dict(ROW))
    assert len(drawn) == 6
    assert "515.0" not in drawn
    assert all(len(number.partition(".")[2]) == 1 for number in drawn)


def test_table(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(ROW) + "\n" + json.dumps(ROW | {"id": "r2", "label": "supported"}) + "\n")
    table = derivations.measure(file)
    assert table["all"]["true"] == 1
    assert table["all"]["derived"] == 1.0
    assert table["operation: difference"]["wrong"] == 6
    assert table["all"]["by_chance"] == 0.0
