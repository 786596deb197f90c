"""The checks, in the order in which they run, and what each of them may say.

A check is a pure function from columns to notes; this module is the only place that knows them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sidecar.checks import citations, names, not_found, quantities, quotes, sources, subject, words
from sidecar.columns import Columns
from sidecar.model import Coverage, CoverageState


@dataclass(frozen=True, slots=True)
class Check:
    """A check's id, whether this build has it, and the reasons that its findings give."""

    check_id: str
    implemented: bool
    reason_ids: tuple[str, ...] = ()


CHECKS = (
    Check(quantities.CHECK_ID, True, quantities.REASON_IDS),
    Check("derivation", False),
    Check(citations.CHECK_ID, True, citations.REASON_IDS),
    Check(quotes.CHECK_ID, True, quotes.REASON_IDS),
    Check(words.CHECK_ID, True, ("low-support", "weak-support")),
    Check(sources.CHECK_ID, True),
    Check(subject.CHECK_ID, True, subject.REASON_IDS),
    Check("polarity", False),
    Check("direction", False),
    Check("bounds", False),
    Check("modality", False),
    Check("roles", False),
    Check(names.CHECK_ID, True, names.REASON_IDS),
    Check("conditions", False),
    Check(not_found.CHECK_ID, True, not_found.REASON_IDS),
    Check("evidence", True, ("no-sources", "unreadable-sources")),
)
CHECK_IDS = tuple(check.check_id for check in CHECKS)
ALL = frozenset(CHECK_IDS)
REASON_IDS = tuple(reason for check in CHECKS for reason in check.reason_ids)


def coverage(columns: Columns) -> tuple[Coverage, ...]:
    """For every check of the contract whether it was run, and if not, why."""
    comparison = columns.comparison
    cites = bool(comparison.markers) or columns.config.citation_policy.required or any(columns.cited)
    cut_short = frozenset(columns.cut_short)
    if comparison.truncated:
        cut_short |= {words.CHECK_ID, quantities.CHECK_ID, sources.CHECK_ID}
    has_quotes = bool(comparison.quote_count)
    return _coverage(columns.config.check_ids, bool(comparison.quantities), cites, has_quotes, cut_short)


@lru_cache(maxsize=256)
def _coverage(
    requested: tuple[str, ...], has_quantities: bool, cites: bool, has_quotes: bool, cut_short: frozenset[str]
) -> tuple[Coverage, ...]:
    applicable = {quantities.CHECK_ID: has_quantities, citations.CHECK_ID: cites, quotes.CHECK_ID: has_quotes}
    out: list[Coverage] = []
    for check in CHECKS:
        if requested and check.check_id not in requested:
            out.append(Coverage(check.check_id, CoverageState.SKIPPED, "not-requested"))
        elif not check.implemented:
            out.append(Coverage(check.check_id, CoverageState.SKIPPED, "not-implemented"))
        elif check.check_id in cut_short:
            out.append(Coverage(check.check_id, CoverageState.TRUNCATED, "work-bound"))
        elif applicable.get(check.check_id, True):
            out.append(Coverage(check.check_id, CoverageState.RAN))
        else:
            out.append(Coverage(check.check_id, CoverageState.SKIPPED, "not-applicable"))
    return tuple(out)
