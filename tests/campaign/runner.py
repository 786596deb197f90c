"""Runs the parts of the campaign in steps, and keeps what each step found, so that a run can go on where it ended.

A part counts in units (executions, requests, kills). A step does some of them, from a number on, and depends on nothing
but the seed and that number; its figures are one line of `build/campaign/PART-SEED-COMMIT.jsonl`.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "build" / "campaign"
MOST_SECONDS = 3600.0
"""No part runs longer than this at a time."""


class CampaignFault(AssertionError):
    """Something that must hold did not: what, and how to see it again."""


@dataclass(frozen=True, slots=True)
class Step:
    """What to do now: `count` units from number `first` on."""

    seed: int
    first: int
    count: int


@dataclass(slots=True)
class Figures:
    """What was counted, which adds up over steps, and the greatest values that were seen."""

    counts: Counter[str] = field(default_factory=Counter)
    most: dict[str, float] = field(default_factory=dict)

    def saw(self, name: str, value: float) -> None:
        """Keeps the greatest value of a name."""
        self.most[name] = max(value, self.most.get(name, value))

    def add(self, other: Figures) -> None:
        """Takes those of another step in."""
        self.counts.update(other.counts)
        for name, value in other.most.items():
            self.saw(name, value)


@dataclass(frozen=True, slots=True)
class Part:
    """One part: how much it is in all, how much a step does, what a step is, and why it cannot run here, if so."""

    name: str
    unit: str
    units: int
    step_units: int
    run: Callable[[Step], Figures]
    missing: Callable[[], str] = lambda: ""
    least: int = 1
    """So many units at least, however small the share: fewer say nothing."""

    def steps(self, seed: int, done: int, share: float) -> Iterator[Step]:
        """The steps that are left when `done` units are, of a share of the part."""
        end = max(self.least, round(self.units * share))
        while done < end:
            count = min(self.step_units, end - done)
            yield Step(seed, done, count)
            done += count


@dataclass(slots=True)
class Outcome:
    """How far a part came."""

    part: Part
    units: int = 0
    seconds: float = 0.0
    figures: Figures = field(default_factory=Figures)
    skipped: str = ""
    fault: str = ""


def commit() -> str:
    """The commit of this checkout; with a plus sign where files that it keeps were changed."""
    run = subprocess.run(
        ["git", "-C", str(ROOT), "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+"],
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stdout.strip() or "unknown"


def kept(part: Part, seed: int, version: str) -> tuple[Path, Outcome]:
    """The file of a part's steps, and what they have come to so far."""
    file = RESULTS / f"{part.name}-{seed}-{version}.jsonl"
    outcome = Outcome(part)
    if file.exists():
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            outcome.units = row["first"] + row["count"]
            outcome.seconds += row["seconds"]
            outcome.figures.add(Figures(Counter(row["counts"]), row["most"]))
    return file, outcome


def run_part(part: Part, seed: int, share: float, say: Callable[[str], None]) -> Outcome:
    """Runs what is left of a part, for no more than an hour; a fault ends it."""
    version = commit()
    file, outcome = kept(part, seed, version)
    outcome.skipped = part.missing()
    if outcome.skipped:
        return outcome
    file.parent.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    for step in part.steps(seed, outcome.units, share):
        start = time.monotonic()
        if start - began > MOST_SECONDS:
            break
        try:
            figures = part.run(step)
        except CampaignFault as fault:
            outcome.fault = f"seed {step.seed}, {part.unit} {step.first} to {step.first + step.count}: {fault}"
            return outcome
        seconds = time.monotonic() - start
        row = {
            "first": step.first,
            "count": step.count,
            "seconds": round(seconds, 3),
            "counts": dict(sorted(figures.counts.items())),
            "most": dict(sorted(figures.most.items())),
        }
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")
        outcome.units = step.first + step.count
        outcome.seconds += seconds
        outcome.figures.add(figures)
        say(f"{part.name}: {outcome.units:,} {part.unit} in {outcome.seconds:,.0f} s")
    return outcome


def table(outcomes: Iterable[Outcome], seed: int) -> str:
    """The outcomes as a table in Markdown, each with its figures."""
    rows: list[Sequence[str]] = [("part", "done", "seconds", "figures")]
    for outcome in outcomes:
        figures = [f"{name} {count:,}" for name, count in sorted(outcome.figures.counts.items())]
        figures += [f"most {name} {value:,.4g}" for name, value in sorted(outcome.figures.most.items())]
        rows.append(
            (
                outcome.part.name,
                f"{outcome.units:,} {outcome.part.unit}",
                f"{outcome.seconds:,.0f}",
                outcome.fault or outcome.skipped or "; ".join(figures),
            )
        )
    lines = [f"Commit {commit()}, seed {seed}.", "", "| " + " | ".join(rows[0]) + " |", "| --- | ---: | ---: | --- |"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows[1:]]
    return "\n".join(lines)
