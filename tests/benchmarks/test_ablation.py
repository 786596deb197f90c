"""The ablation: what a rule alone decides is counted, what another one decides too is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import ablation
from benchmarks.ablation import Effect
from benchmarks.labelled import LabelledSet, Row
from sidecar import Request, Source

FEE = "The museum ticket costs 12 euros for adults."


def _row(name: str, answer: str, *, good: bool) -> Row:
    return Row(name, "", "en", good, Request(answer, (Source("s1", FEE),)))


ROWS = (
    _row("right", FEE, good=True),
    _row("wrong value", "The museum ticket costs 13 euros for adults.", good=False),
    _row("called right", "The museum ticket costs 13 euros for adults.", good=True),
    _row("wrong twice", "The museum ticket costs 13 euros for adults from Malta.", good=False),
    _row("not seen", "Volcanic ash fertilizes distant vineyards.", good=False),
)


def test_what_a_rule_alone_decides() -> None:
    effects = ablation.effects_in(LabelledSet("small", ROWS))
    assert effects["quantity-not-in-evidence"] == Effect(good_fails=1, bad_fails=1, good_stops=0, bad_stops=0)
    assert effects["entity-not-in-evidence"] == Effect()  # the value fails that row as well
    assert effects["low-support"].bad_fails == 0


def test_prints_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {
        "id": "a",
        "answer": "The fee is 3 euros.",
        "evidence": [{"text": "The fee is 2 euros."}],
        "label": "partial",
    }
    text = json.dumps(row)
    (tmp_path / "one.jsonl").write_text(text, encoding="utf-8")
    assert ablation.main([str(tmp_path)]) == 0
    assert "quantity-not-in-evidence" in capsys.readouterr().out
    assert ablation.main([str(tmp_path / "..")]) == 2
