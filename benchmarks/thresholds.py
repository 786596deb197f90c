"""Chooses the shares between which a claim is undecided, on labelled data: `python -m benchmarks.thresholds FOLDER`.

For each value of `supported_ratio`, then of `unsupported_ratio`, every set is verified. Chosen is the highest value at
which reviews of supported answers stay at or under the most allowed in each set: a higher share asks for more and lets
less pass, so nothing else speaks for a lower one. Prints the curves as Markdown and keeps them, with the data's hash,
as JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks import labelled
from benchmarks.labelled import LabelledSet, Score
from sidecar import ClaimPolicy, Config
from sidecar.measure import table

MOST_REVIEWS = 0.20
SUPPORTED = (0.25, 0.30, 0.33, 0.36, 0.40, 0.45, 0.50, 0.55, 0.60, 0.70)
UNSUPPORTED = (0.05, 0.10, 0.15, 0.20, 0.25)
# While `supported_ratio` is looked for: a claim below it is undecided, and nothing else.
LEAST_UNSUPPORTED = 0.05


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints and keeps the curves; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thresholds", description=__doc__)
    parser.add_argument("folder", type=Path, help="labelled sets: *.jsonl, *.jsonl.gz")
    parser.add_argument("--json", type=Path, help="where the curves are kept")
    options = parser.parse_args(arguments)
    sets = labelled.read(options.folder)
    if not sets:
        sys.stderr.write(f"{options.folder} holds no labelled rows\n")
        return 2
    supported = {value: _scores(sets, ClaimPolicy(value, LEAST_UNSUPPORTED)) for value in SUPPORTED}
    upper = choose(supported)
    unsupported = {value: _scores(sets, ClaimPolicy(upper, value)) for value in UNSUPPORTED if value <= upper}
    lower = choose(unsupported)
    digest = labelled.folder_hash(options.folder)
    sys.stdout.write(f"data {digest}\n\nsupported_ratio\n{_render(supported)}\n\n")
    sys.stdout.write(f"unsupported_ratio, supported_ratio {upper:g}\n{_render(unsupported)}\n\n")
    sys.stdout.write(f"chosen: supported_ratio {upper:g}, unsupported_ratio {lower:g}\n")
    if options.json:
        curves = {
            "data": digest,
            "chosen": {"supported_ratio": upper, "unsupported_ratio": lower},
            "supported_ratio": _plain(supported),
            "unsupported_ratio": _plain(unsupported),
        }
        options.json.write_text(json.dumps(curves, indent=1) + "\n", encoding="utf-8")
    return 0


def choose(curves: dict[float, dict[str, Score]]) -> float:
    """The highest value at which no set has more reviews of good rows than allowed; else that with the fewest."""
    worst = {value: max(score.good_review for score in scores.values()) for value, scores in curves.items()}
    allowed = [value for value, reviews in worst.items() if reviews <= MOST_REVIEWS]
    return max(allowed) if allowed else min(worst, key=lambda value: (worst[value], -value))


def _scores(sets: Sequence[LabelledSet], policy: ClaimPolicy) -> dict[str, Score]:
    return {one.name: labelled.score(one.rows, Config(claim_policy=policy)) for one in sets}


def _render(curves: dict[float, dict[str, Score]]) -> str:
    """For each set and value: REVIEW of good rows / bad rows stopped (FAIL or REVIEW)."""
    names = list(next(iter(curves.values())))
    rows = [
        [name, *(f"{scores[name].good_review:.3f} / {scores[name].bad_stopped:.3f}" for scores in curves.values())]
        for name in names
    ]
    return table.render(["REVIEW of good / bad stopped", *(f"{value:g}" for value in curves)], rows)


def _plain(curves: dict[float, dict[str, Score]]) -> dict[str, dict[str, dict[str, float]]]:
    return {f"{value:g}": {name: asdict(score) for name, score in scores.items()} for value, scores in curves.items()}


if __name__ == "__main__":
    sys.exit(main())
