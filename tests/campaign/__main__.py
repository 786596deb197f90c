"""The campaign: fuzzing, hostile callers and faults, for longer than a test may take.

    python tests/campaign [--seed 1] [--share 1.0] [PART ...]

Without a part: all of them. Each runs for an hour at most, and goes on where it ended when it is called again on the
same commit with the same seed. `--share 0.01` does a hundredth, as continuous integration does. Exit status: 0 when all
that ran held, 1 when something did not, 2 for a part that does not exist.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path[0:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

from parts import PARTS  # noqa: E402 - found by the path above
from runner import commit, kept, run_part, table  # noqa: E402 - as above


def main() -> int:
    """Runs the parts that are named; prints their figures."""
    parser = argparse.ArgumentParser(prog="python tests/campaign", description=__doc__.partition("\n")[0])
    parser.add_argument("part", nargs="*", help=f"of {', '.join(PARTS)}; none: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="how much of each part: 0.01 is a hundredth")
    parser.add_argument("--table", action="store_true", help="print what is kept of this commit and seed; run nothing")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.part if name not in PARTS]
    if unknown:
        parser.error(f"no part is named {', '.join(unknown)}; there are {', '.join(PARTS)}")
    chosen = [PARTS[name] for name in arguments.part or PARTS]
    if arguments.table:
        outcomes = [kept(part, arguments.seed, commit())[1] for part in chosen]
    else:
        outcomes = [
            run_part(part, arguments.seed, arguments.share, lambda line: print(line, flush=True)) for part in chosen
        ]
    print(table(outcomes, arguments.seed))
    for outcome in outcomes:
        if outcome.skipped:
            print(f"SKIPPED {outcome.part.name}: {outcome.skipped}", file=sys.stderr)
        if outcome.fault:
            print(f"FAILED {outcome.part.name}: {outcome.fault}", file=sys.stderr)
    return int(any(outcome.fault for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
