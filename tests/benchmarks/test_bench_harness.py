"""The harness: the least of rounds in turn, tables, wrong results refused, figures kept. No absolute times."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import sidecar
from benchmarks import __main__ as program
from benchmarks import bench_engine, data, rival
from sidecar.errors import BenchmarkError


class Opponent:
    """Confirms what the case says, in llmware's shapes."""

    def __init__(self, confirmed: int) -> None:
        self.confirmed = confirmed

    def fact_checker_numbers(self, response: dict[str, Any]) -> list[dict[str, str]]:
        count = sum("," in word and any(sign.isdigit() for sign in word) for word in response["llm_response"].split())
        return [{"status": "Confirmed" if place < self.confirmed else "Not Confirmed"} for place in range(count)]

    def source_reviewer(self, response: dict[str, Any]) -> list[dict[str, str]]:
        return []

    def token_comparison(self, response: dict[str, Any]) -> dict[str, float]:
        return {"verified_token_match_ratio": 0.5}

    def classify_not_found_parse_llm_response(self, response: dict[str, Any]) -> bool:
        return False

    def classify_not_found_evidence_match(self, response: dict[str, Any]) -> bool:
        return bool(response["comparison_stats"]["verified_token_match_ratio"] < 0.25)


def test_rival_reads_what_its_metadata_says() -> None:
    case = data.case(1_000, 10, "grounded")
    response = rival.response_of(case)
    places = [(row["evidence_start_char"], row["evidence_stop_char"]) for row in response["evidence_metadata"]]
    assert tuple(response["evidence"][start:end] for start, end in places) == tuple(
        block + "\n" for block in case.blocks
    )


def test_rival_with_another_result_is_refused() -> None:
    case = data.case(1_000, 10, "grounded")
    rival.check(case, rival.Rival(Opponent(3)).run(rival.response_of(case)))
    with pytest.raises(BenchmarkError, match="confirmed 2 of 3"):
        rival.check(case, rival.Rival(Opponent(2)).run(rival.response_of(case)))


def test_another_version_of_the_rival_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: "0.4.6")
    with pytest.raises(BenchmarkError, match="0.4.6"):
        rival.installed()


def test_report_with_another_result_is_refused() -> None:
    case = data.case(1_000, 10, "grounded")
    bench_engine.check(case, sidecar.verify(bench_engine.request_of(case)))
    alone = sidecar.Request(case.answer, (sidecar.Source("1", "Nothing of this kind is said."),))
    with pytest.raises(BenchmarkError, match="0 of 3 numbers supported"):
        bench_engine.check(case, sidecar.verify(alone))


def test_engine_rows_with_and_without_rival() -> None:
    alone = bench_engine.run(((1_000, 10),), 1, None)
    assert [(row.answer, row.ratio, row.below_floor) for row in alone] == [
        (kind, None, False) for kind in ("grounded", "ungrounded", "numeric")
    ]
    case = data.case(1_000, 10, "grounded")
    row = bench_engine._row(case, 1, rival.Rival(Opponent(3)))
    assert row.rival_seconds is not None
    assert row.ratio == row.rival_seconds / row.sidecar_seconds
    assert row.below_floor  # it does nearly nothing, so it is far less than 150 times slower
    assert bench_engine.cells(row)[-1] == "150 MISSED"


@pytest.mark.parametrize(("ratio", "below"), [(149.9, True), (150.0, False), (400.0, False)])
def test_floor(ratio: float, below: bool) -> None:
    assert bench_engine.EngineRow(1_000, 10, "grounded", 6_000, 1.0, ratio, ratio, 150.0).below_floor is below


def test_program_prints_tables_and_keeps_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rival, "installed", lambda: False)
    arguments = ["engine", "stages", "--quick", "--rounds", "1", "--results", str(tmp_path)]
    assert program.main(arguments) == 0
    said = capsys.readouterr()
    assert "| words | blocks | answer" in said.out
    assert "| copy (memcpy)" in said.out
    assert said.err.startswith("SKIPPED: the comparison")
    (file,) = tmp_path.iterdir()
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert [len(figures[part]) for part in ("engine", "stages")] == [6, 7]
    assert figures["machine"]["corpus"] == data.corpus_id()


def test_program_tells_a_wrong_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*_: object) -> list[bench_engine.EngineRow]:
        raise BenchmarkError("1000/10/grounded: 2 of 3 numbers supported")

    monkeypatch.setattr(rival, "installed", lambda: False)
    monkeypatch.setattr(bench_engine, "run", wrong)
    assert program.main(["engine", "--results", str(tmp_path)]) == 2
    assert "WRONG: 1000/10/grounded" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
