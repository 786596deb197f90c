"""Contradictions are found, and other words for the same are not held against an answer; both error rates are kept.

Data: contradiction_pairs.toml, for each check and language triples of evidence, right and wrong answer.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from sidecar import Outcome, Report, Request, Source, verify
from sidecar.model import Severity

PAIRS: dict[str, list[list[str]]] = tomllib.loads(
    (Path(__file__).parent / "contradiction_pairs.toml").read_text(encoding="utf-8")
)
BYSTANDERS = (
    "Opening hours of the reading room vary in summer. 阅览室夏季开放时间另行通知。",
    "Bicycles can be parked behind the annex. 自行车可停放在附楼后面。",
)
"""Sources about something else: one before, one behind the evidence."""


@dataclass(frozen=True, slots=True)
class Rates:
    """The most errors that a set may show: what was achieved, kept."""

    most_missed: int = 0
    most_false_alarms: int = 0


RATES = {
    "bounds-en": Rates(most_missed=1),
    "bounds-zh": Rates(most_false_alarms=1),  # 均配有, 都有: the subject check takes them for names
    "entities-en": Rates(most_missed=2),  # "rents" on both sides of the relation; a verb form that is no cue
}


def _check(answer: str, evidence: str) -> Report:
    sources = (Source("before", BYSTANDERS[0]), Source("evidence", evidence), Source("behind", BYSTANDERS[1]))
    return verify(Request(answer, sources))


def _spoken(report: Report) -> list[str]:
    return [row.reason_id for row in report.findings if row.severity > Severity.INFO]


@pytest.mark.parametrize("name", PAIRS)
def test_wrong_answers_are_found(name: str) -> None:
    wanted = Outcome.REVIEW if name.startswith("conditions") else Outcome.FAIL
    missed = [wrong for evidence, _, wrong in PAIRS[name] if _check(wrong, evidence).outcome != wanted]
    assert len(missed) <= RATES.get(name, Rates()).most_missed, missed


@pytest.mark.parametrize("name", PAIRS)
def test_right_answers_in_other_words_are_not_held_wrong(name: str) -> None:
    alarms = {right: _spoken(_check(right, evidence)) for evidence, right, _ in PAIRS[name]}
    alarms = {right: reasons for right, reasons in alarms.items() if set(reasons) - {"low-support"}}
    assert len(alarms) <= RATES.get(name, Rates()).most_false_alarms, alarms


@pytest.mark.parametrize("name", PAIRS)
def test_the_evidence_itself_is_right(name: str) -> None:
    alarms = {evidence: _spoken(_check(evidence, evidence)) for evidence, _, _ in PAIRS[name]}
    assert not any(alarms.values()), alarms


@pytest.mark.parametrize("name", PAIRS)
def test_findings_name_both_places(name: str) -> None:
    for evidence, _, wrong in PAIRS[name]:
        for finding in _check(wrong, evidence).findings:
            if not finding.reason_id.endswith(("-conflict", "-dropped", "-added")):
                continue
            assert finding.answer_span is not None
            (ref,) = finding.refs
            assert ref.source_id == "evidence"
            text = wrong.encode()[finding.answer_span.start : finding.answer_span.end].decode()
            assert text in finding.message or ref.text in finding.message
            assert evidence.encode()[ref.source_span.start : ref.source_span.end].decode() == ref.text


# An answer, and evidence that holds most of its words and denies nothing: what it denies stands in other words there.
UNBORNE = (
    (
        "DNA molecules are not responsible for the storage of information, and their sequence gives the genetic code.",
        "The order of these bases in the sequence of DNA gives the genetic code, its information and its instructions.",
    ),
    (
        "The agent, whose first offer was not too high for him, named the Silver plan, which covers theft and damage.",
        "The Silver plan covers theft and damage, said the agent.",
    ),
)
BORNE = (
    ("The harbor of the town is not used by ferries.", "The harbor of the town has no ferries, its pier is too short."),
    ("If it is not paid, the fee of the harbor is due again.", "The fee of the harbor is due again where it is late."),
)


@pytest.mark.parametrize(("answer", "evidence"), UNBORNE)
def test_a_denial_that_nothing_bears_out_is_looked_at(answer: str, evidence: str) -> None:
    report = _check(answer, evidence)
    found = [(row.reason_id, row.severity) for row in report.findings if row.severity > Severity.INFO]
    assert (report.outcome, found) == (Outcome.REVIEW, [("polarity-conflict", Severity.WARNING)])


@pytest.mark.parametrize(("answer", "evidence"), BORNE)
def test_a_denial_that_the_evidence_makes_too_is_none(answer: str, evidence: str) -> None:
    assert "polarity-conflict" not in _spoken(_check(answer, evidence))
