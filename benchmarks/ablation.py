"""What each rule gains and costs on labelled data: `python -m benchmarks.ablation FOLDER`.

For each reason that may fail or review an answer, its findings are made INFO (`severity_overrides`) and the rows that
have one are verified again. Gain: unsupported answers that FAIL (that pass no longer, for reviews) by this rule alone.
Cost: supported answers, likewise. Both are shares of the set's rows of that kind, printed as Markdown.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import labelled
from benchmarks.labelled import LabelledSet, Row
from sidecar import Config, Outcome, Report, View, verify
from sidecar.measure import table
from sidecar.model import Severity, SeverityOverride

_STOPPED = frozenset({Outcome.FAIL, Outcome.REVIEW})


@dataclasses.dataclass(slots=True)
class Effect:
    """Rows of one set that a rule alone decides."""

    good_fails: int = 0
    bad_fails: int = 0
    good_stops: int = 0
    bad_stops: int = 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ablation", description=__doc__)
    parser.add_argument("folder", type=Path, help="labelled sets: *.jsonl, *.jsonl.gz")
    options = parser.parse_args(arguments)
    sets = labelled.read(options.folder)
    if not sets:
        sys.stderr.write(f"{options.folder} holds no labelled rows\n")
        return 2
    effects = {one.name: effects_in(one) for one in sets}
    sys.stdout.write(f"data {labelled.folder_hash(options.folder)}\n\n{_render(sets, effects)}\n")
    return 0


def effects_in(one: LabelledSet) -> dict[str, Effect]:
    """For each reason with an ERROR or WARNING finding in the set, what it alone decides."""
    out: dict[str, Effect] = {}
    for row in one.rows:
        report = _report(row, ())
        reasons = {finding.reason_id for finding in report.findings if finding.severity >= Severity.WARNING}
        for reason in sorted(reasons):
            effect = out.setdefault(reason, Effect())
            without = _report(row, (SeverityOverride(reason, Severity.INFO),)).outcome
            fails = report.outcome == Outcome.FAIL and without != Outcome.FAIL
            stops = report.outcome in _STOPPED and without not in _STOPPED
            if row.good:
                effect.good_fails, effect.good_stops = effect.good_fails + fails, effect.good_stops + stops
            else:
                effect.bad_fails, effect.bad_stops = effect.bad_fails + fails, effect.bad_stops + stops
    return out


def _report(row: Row, overrides: tuple[SeverityOverride, ...]) -> Report:
    policy = row.request.config.citation_policy
    config = Config(citation_policy=policy, severity_overrides=overrides, view=View.FINDINGS)
    return verify(dataclasses.replace(row.request, config=config))


def _render(sets: Sequence[LabelledSet], effects: dict[str, dict[str, Effect]]) -> str:
    """Cells: FAIL of unsupported / of supported; behind them, where it differs, the same with REVIEW."""
    rows = []
    for reason in sorted({reason for found in effects.values() for reason in found}):
        cells = []
        for one in sets:
            effect = effects[one.name].get(reason, Effect())
            good = max(1, sum(row.good for row in one.rows))
            bad = max(1, sum(not row.good for row in one.rows))
            fails = f"{effect.bad_fails / bad:.3f} / {effect.good_fails / good:.3f}"
            stops = f"{effect.bad_stops / bad:.3f} / {effect.good_stops / good:.3f}"
            cell = fails if stops == fails else f"{fails} ({stops})"
            cells.append("" if effect == Effect() else cell)
        rows.append([reason, *cells])
    return table.render(["reason: gain / cost", *(one.name for one in sets)], rows)


if __name__ == "__main__":
    sys.exit(main())
