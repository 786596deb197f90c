"""The campaign's runner: shares, going on where a run ended, and faults that are told."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

CAMPAIGN = Path(__file__).parent / "campaign"
sys.path.append(str(CAMPAIGN))

import growth  # noqa: E402 - found by the path above
import runner  # noqa: E402 - as above
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


def test_a_part_that_says_nothing_in_less_is_done_for_its_least() -> None:
    steps: list[Step] = []
    part = Part("part", "units", 100, 100, counted(steps).run, least=20)
    assert runner.run_part(part, 1, 0.01, quiet).units == 20
    assert steps == [Step(1, 0, 20)]


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


def line(pid: int, *points: tuple[float, int]) -> list[growth.Sample]:
    return [growth.Sample(pid, seconds, resident, threads=1) for seconds, resident in points]


def test_growth_is_the_slope_that_processes_share_each_from_its_own_height() -> None:
    steady = line(1, (0.0, 700), (30.0, 700), (60.0, 700))
    assert growth.bytes_per_minute([steady]) == 0
    assert growth.bytes_per_minute([line(1, (0.0, 100), (30.0, 150), (60.0, 200))]) == pytest.approx(100)
    # Two that grow alike; the second one begins lower, as one that takes the place of another does.
    alike = [line(1, (0.0, 100), (60.0, 160)), line(2, (60.0, 10), (120.0, 70))]
    assert growth.bytes_per_minute(alike) == pytest.approx(60)
    assert growth.bytes_per_minute([]) == 0
    assert growth.bytes_per_minute([line(1, (5.0, 100))]) == 0


@pytest.mark.parametrize(("values", "expected"), [([3, 5, 4, 5], 0), ([3, 5, 9, 4], 4), ([7], 0), ([2, 1, 1], -1)])
def test_what_is_gained_is_how_much_higher_the_second_half_goes(values: list[int], expected: int) -> None:
    assert growth.gained(values) == expected


def test_a_process_is_looked_at_once_it_is_warm_and_the_last_to_come_is_the_youngest() -> None:
    watched = growth.Watched(10.0)
    watched.look([os.getppid()], 0.0)
    for seconds in (5.0, 14.0, 15.0):
        watched.look([os.getpid(), os.getppid()], seconds)
    assert [(one.pid, one.seconds) for line in watched.lines() for one in line] == [
        (os.getppid(), 14.0),
        (os.getppid(), 15.0),
        (os.getpid(), 15.0),
    ]
    assert watched.youngest() == os.getpid()
    watched.look([2**22 + 1], 30.0)  # no process can have this number: it is over what the kernel gives
    assert len(watched.lines()) == 2
