"""The campaign's runner: shares, going on where a run ended, and faults that are told."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

CAMPAIGN = Path(__file__).parent / "campaign"
sys.path.append(str(CAMPAIGN))

import runner  # noqa: E402 - found by the path above
from runner import CampaignFault, Figures, Part, Step  # noqa: E402 - as above


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(runner, "RESULTS", tmp_path)
    return tmp_path


def counted(steps: list[Step], fault_at: int = -1) -> Part:
    def run(step: Step) -> Figures:
        if step.first == fault_at:
            raise CampaignFault("it fell over")
        steps.append(step)
        return Figures(Counter({"done": step.count}), {"size": float(step.first)})

    return Part("part", "units", 100, 30, run)


def quiet(_: str) -> None:
    pass


def test_a_part_is_done_in_steps() -> None:
    steps: list[Step] = []
    outcome = runner.run_part(counted(steps), 7, 1.0, quiet)
    assert steps == [Step(7, 0, 30), Step(7, 30, 30), Step(7, 60, 30), Step(7, 90, 10)]
    assert (outcome.units, outcome.figures.counts, outcome.figures.most) == (100, {"done": 100}, {"size": 90.0})


@pytest.mark.parametrize(("share", "units"), [(0.5, 50), (0.001, 1), (0.3, 30)])
def test_a_share_is_so_much_of_it_and_at_least_one(share: float, units: int) -> None:
    steps: list[Step] = []
    assert runner.run_part(counted(steps), 1, share, quiet).units == units
    assert sum(step.count for step in steps) == units


def test_a_run_goes_on_where_the_last_one_ended_and_never_twice() -> None:
    steps: list[Step] = []
    runner.run_part(counted(steps), 1, 0.3, quiet)
    outcome = runner.run_part(counted(steps), 1, 0.6, quiet)
    assert [step.first for step in steps] == [0, 30]
    assert (outcome.units, outcome.figures.counts) == (60, {"done": 60})
    runner.run_part(counted(steps), 1, 0.6, quiet)
    assert len(steps) == 2
    runner.run_part(counted(steps), 2, 0.3, quiet)  # another seed is another run
    assert steps[-1] == Step(2, 0, 30)


def test_an_hour_ends_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "MOST_SECONDS", -1.0)
    steps: list[Step] = []
    assert runner.run_part(counted(steps), 1, 1.0, quiet).units == 0
    assert steps == []


def test_a_fault_ends_the_part_and_says_how_to_see_it_again() -> None:
    steps: list[Step] = []
    outcome = runner.run_part(counted(steps, fault_at=30), 5, 1.0, quiet)
    assert outcome.fault == "seed 5, units 30 to 60: it fell over"
    assert outcome.units == 30
    assert "it fell over" in runner.table([outcome], 5)


def test_what_cannot_run_says_why() -> None:
    part = Part("part", "units", 1, 1, lambda _: Figures(), lambda: "no compiler")
    outcome = runner.run_part(part, 1, 1.0, quiet)
    assert (outcome.skipped, outcome.units) == ("no compiler", 0)


def test_the_command_refuses_a_part_that_is_none() -> None:
    done = subprocess.run(
        [sys.executable, str(CAMPAIGN), "nothing"], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 2
    assert "hostile-calls" in done.stderr
