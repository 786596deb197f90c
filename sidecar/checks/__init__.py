"""The checks, in the order in which they run, and what each of them may say.

A check is a pure function from columns to notes; this module is the only place that knows them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sidecar.checks import (
    amounts,
    bounds,
    citations,
    conditions,
    derivation,
    direction,
    entities,
    evidence,
    modality,
    names,
    not_found,
    polarity,
    quantities,
    quotes,
    roles,
    source_list,
    sources,
    subject,
    words,
)
from sidecar.columns import Columns, Conflict, Note
from sidecar.model import Coverage, CoverageState, LikelyCause, Severity


@dataclass(frozen=True, slots=True)
class Check:
    """A check's id, whether this build has it, and the reasons that its findings give."""

    check_id: str
    implemented: bool
    reason_ids: tuple[str, ...] = ()


CHECKS = (
    Check(quantities.CHECK_ID, True, (*quantities.REASON_IDS, *amounts.REASON_IDS)),
    Check(derivation.CHECK_ID, True, derivation.REASON_IDS),
    Check(citations.CHECK_ID, True, citations.REASON_IDS + source_list.REASON_IDS),
    Check(quotes.CHECK_ID, True, quotes.REASON_IDS),
    Check(words.CHECK_ID, True, ("low-support", "weak-support")),
    Check(sources.CHECK_ID, True),
    Check(subject.CHECK_ID, True, subject.REASON_IDS),
    Check(polarity.CHECK_ID, True, polarity.REASON_IDS),
    Check(direction.CHECK_ID, True, direction.REASON_IDS),
    Check(bounds.CHECK_ID, True, bounds.REASON_IDS),
    Check(modality.CHECK_ID, True, modality.REASON_IDS),
    Check(roles.CHECK_ID, True, roles.REASON_IDS),
    Check(names.CHECK_ID, True, names.REASON_IDS + entities.REASON_IDS),
    Check(conditions.CHECK_ID, True, conditions.REASON_IDS),
    Check(not_found.CHECK_ID, True, not_found.REASON_IDS),
    Check(evidence.CHECK_ID, True, evidence.REASON_IDS),
)
CHECK_IDS = tuple(check.check_id for check in CHECKS)
ALL = frozenset(CHECK_IDS)
# The checks that hold a claim against its passage, in the order in which they are told.
CONTRADICTIONS = (subject, polarity, direction, bounds, modality, roles, entities, names, conditions)
_CONTRADICTION_IDS = frozenset(check.CHECK_ID for check in CONTRADICTIONS) - {subject.CHECK_ID}
REASON_IDS = tuple(reason for check in CHECKS for reason in check.reason_ids)


def conflicts(columns: Columns, wanted: frozenset[str]) -> dict[int, list[Conflict]]:
    """For each judged segment what its passage says otherwise, the sure ones first; no two over the same words."""
    comparison = columns.comparison
    out: dict[int, list[Conflict]] = {}
    # Without a cue or another word in place of one there is nothing but exceptions in clauses of their own.
    compared = comparison.contrasts or comparison.substitutions_of or comparison.name_places
    asked = CONTRADICTIONS if compared else (conditions,)
    found = [one for check in asked if check.CHECK_ID in wanted for one in check.conflicts(columns)]
    found.sort(key=lambda one: one.severity != Severity.ERROR)
    for one in found:
        others = out.setdefault(one.segment, [])
        if all(one.end <= other.start or other.end <= one.start for other in others):
            others.append(one)
    return out


def conflict_notes(columns: Columns) -> list[Note]:
    """A finding for each conflict, with its place in the source."""
    out: list[Note] = []
    for number, found in columns.conflicts.items():
        for one in found:
            note = Note(one.check_id, one.reason_id, one.severity, one.start, one.end, number)
            note.cause = LikelyCause.GENERATION
            note.refs = (columns.index.ref(one.source, one.source_start, one.source_end),)
            note.message = one.message
            out.append(note)
    return out


def coverage(columns: Columns) -> tuple[Coverage, ...]:
    """For every check of the contract whether it was run, and if not, why."""
    comparison = columns.comparison
    cites = bool(comparison.markers) or columns.config.citation_policy.required or any(columns.cited)
    cut_short = frozenset(columns.cut_short)
    if comparison.truncated:
        cut_short |= {words.CHECK_ID, quantities.CHECK_ID, sources.CHECK_ID}
    if comparison.contrasts_truncated:
        cut_short |= _CONTRADICTION_IDS
    if comparison.derivation_truncated:
        cut_short |= {derivation.CHECK_ID}
    has_quotes = bool(comparison.quote_count)
    return _coverage(columns.config.check_ids, bool(comparison.quantities), cites, has_quotes, cut_short)


@lru_cache(maxsize=256)
def _coverage(
    requested: tuple[str, ...], has_quantities: bool, cites: bool, has_quotes: bool, cut_short: frozenset[str]
) -> tuple[Coverage, ...]:
    applicable = {
        quantities.CHECK_ID: has_quantities,
        derivation.CHECK_ID: has_quantities,
        citations.CHECK_ID: cites,
        quotes.CHECK_ID: has_quotes,
    }
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
