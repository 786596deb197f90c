"""Measures the engine against llmware, and its stages, prints tables and keeps the figures: `python -m benchmarks`.

What servers do is measured by `verify-sidecar bench`.

Exit status: 0 when every promise about the rival holds or could not be judged, 1 when one does not, 2 when something
that was timed gave a wrong result.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks import bench_engine, bench_stages, data, rival
from sidecar.errors import BenchmarkError
from sidecar.measure import machine, table

RESULTS = Path(__file__).parent / "results"
PARTS = ("engine", "stages")
_QUICK_SHAPES = ((1_000, 10), (4_000, 50))

Say = Callable[[str], object]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs what `arguments` name, everything without any; returns the exit status."""
    options = _parser().parse_args(arguments)
    packages = {name: machine.version(name) for name in ("numpy", "llmware")}
    figures: dict[str, Any] = {"machine": {**machine.describe(), **packages, "corpus": data.corpus_id()}}
    for name, value in figures["machine"].items():
        _say(f"{name:10} {value}")
    try:
        if "engine" in options.parts:
            figures["engine"] = _engine(options, _say)
        if "stages" in options.parts:
            figures["stages"] = _stages(options, _say)
    except BenchmarkError as error:
        sys.stderr.write(f"WRONG: {error}\n")
        return 2
    _keep(figures, options.results)
    missed = [row for row in figures.get("engine", ()) if row["below_floor"]]
    if missed:
        sys.stderr.write(f"MISSED: {len(missed)} of {len(figures['engine'])} cases are below their floor\n")
    return 1 if missed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measures verify-sidecar.")
    parser.add_argument("parts", nargs="*", default=PARTS, metavar="PART", help="engine, stages; both without any")
    parser.add_argument("--rounds", type=int, default=7, help="measurements of each figure, of which the least counts")
    parser.add_argument("--quick", action="store_true", help="two sizes of evidence instead of all")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder for the figures as JSON")
    return parser


def _engine(options: argparse.Namespace, say: Say) -> list[dict[str, Any]]:
    shapes = _QUICK_SHAPES if options.quick else data.SHAPES
    with ExitStack() as stack:
        opponent = None
        if rival.installed():
            opponent = stack.enter_context(rival.loaded())
        else:
            sys.stderr.write("SKIPPED: the comparison; llmware is not here: pip install 'verify-sidecar[bench]'\n")
        rows = bench_engine.run(shapes, options.rounds, opponent)
    say("\nsidecar.verify to a finished report against llmware's four checks, CPU of one thread, answer of 60 words")
    say(table.render(bench_engine.COLUMNS, [bench_engine.cells(row) for row in rows]))
    return [{**asdict(row), "below_floor": row.below_floor} for row in rows]


def _stages(options: argparse.Namespace, say: Say) -> list[dict[str, Any]]:
    words, blocks = _QUICK_SHAPES[-1] if options.quick else data.SHAPES[-2]
    rows = bench_stages.run(words, blocks, options.rounds)
    say(f"\nstages over {words} words in {blocks} blocks, CPU of one thread")
    say(table.render(bench_stages.COLUMNS, [bench_stages.cells(row) for row in rows]))
    return [asdict(row) for row in rows]


def _keep(figures: dict[str, Any], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name = figures["machine"]["date"].replace(" UTC", "").replace(" ", "T").replace(":", "")
    file = folder / f"{name}-{figures['machine']['commit']}.json"
    file.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    _say(f"\nkept in {file}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
