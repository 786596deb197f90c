"""docs/checks.md tells the truth: its lists are those of the code, each example gives the finding beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from sidecar import (
    CitationPolicy,
    ClaimPolicy,
    Config,
    Report,
    Request,
    Source,
    StructuredAnswer,
    StructuredClaim,
    Verdict,
    verify,
)
from sidecar.checks import CHECKS
from sidecar.model import CoverageState, QuantityStatus, Word

PAGE = Path(__file__).parents[2] / "docs" / "checks.md"
HELD = {QuantityStatus.SUPPORTED, QuantityStatus.ROUNDED, QuantityStatus.CONVERTED, QuantityStatus.DERIVED}


@dataclass(frozen=True, slots=True)
class Example:
    """One row of a table of reasons."""

    check_id: str
    reason_id: str
    severity: str
    answer: str
    evidence: str
    besides: str


@cache
def _tables() -> dict[str, list[list[str]]]:
    """The rows of every table by the heading above it, without the head and the line below it."""
    tables: dict[str, list[list[str]]] = {}
    heading = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.startswith("|"):
            tables.setdefault(heading, []).append([cell.strip() for cell in line.strip("|").split("|")])
    return {name: rows[2:] for name, rows in tables.items()}


def _examples() -> list[Example]:
    known = {check.check_id for check in CHECKS}
    return [Example(name, *row) for name, rows in _tables().items() if name in known for row in rows]


def _run(example: Example) -> Report:
    answer = "" if example.answer == "(an empty text)" else example.answer.replace("<br>", "\n")
    texts = {"(none)": [], "(an empty text)": [""]}.get(example.evidence, example.evidence.split(" // "))
    policy, question = CitationPolicy(), ""
    if example.besides == "markers required":
        policy = CitationPolicy(required=True)
    elif example.besides == "at most 0.5 for one source":
        policy = CitationPolicy(max_share_per_source=0.5)
    elif example.besides == "structured, cites s1, insufficient evidence":
        structured = StructuredAnswer((StructuredClaim(answer, ("s1",)),), insufficient_evidence=True)
        return verify(Request(None, _sources(texts), structured_answer=structured))
    elif example.besides:
        word, question = example.besides.split(": ", 1)
        assert word == "question"
    return verify(Request(answer, _sources(texts), question, config=Config(citation_policy=policy)))


def _sources(texts: list[str]) -> tuple[Source, ...]:
    return tuple(Source(f"s{number}", text) for number, text in enumerate(texts, 1))


def test_the_list_of_checks_is_that_of_the_code() -> None:
    rows = [(row[0], row[1]) for row in _tables()["1. The checks"]]
    assert rows == [(check.check_id, "yes" if check.implemented else "no") for check in CHECKS]


def test_every_reason_has_one_example_and_no_other_is_named() -> None:
    listed = sorted((example.check_id, example.reason_id) for example in _examples())
    assert listed == sorted((check.check_id, reason) for check in CHECKS for reason in check.reason_ids)


@pytest.mark.parametrize("example", _examples(), ids=lambda example: example.reason_id)
def test_example_gives_its_finding(example: Example) -> None:
    report = _run(example)
    found = [
        (finding.check_id, finding.severity.name)
        for finding in report.findings
        if finding.reason_id == example.reason_id
    ]
    assert found, [finding.reason_id for finding in report.findings]
    assert set(found) == {(example.check_id, example.severity)}


def test_defaults_of_the_shares_are_those_of_the_code() -> None:
    rows = {row[0]: float(row[1]) for row in _tables()["3. The scores"] if row[0].endswith("_ratio")}
    policy = ClaimPolicy()
    assert rows == {"supported_ratio": policy.supported_ratio, "unsupported_ratio": policy.unsupported_ratio}


def _words_of(report: Report, number: int) -> tuple[set[str], int]:
    """The distinct content words of a claim that stand in the evidence, and how many it has; quantities are none.

    Han words are pairs of neighbors, the report joins them to runs.
    """
    assert report.word_match is not None
    span = report.claims[number].answer_span
    quantities = [row.answer_span for row in report.quantities]

    def inside(rows: tuple[Word, ...]) -> set[str]:
        words = [
            row.text.lower()
            for row in rows
            if span.start <= row.answer_span.start < span.end
            and not any(other.start <= row.answer_span.start < other.end for other in quantities)
        ]
        return {
            pair
            for word in words
            for pair in ([word] if word.isascii() else [word[at : at + 2] for at in range(len(word) - 1)])
        }

    found = inside(report.word_match.confirmed)
    return found, len(found | inside(report.word_match.unconfirmed))


@pytest.mark.parametrize("example", _examples(), ids=lambda example: example.reason_id)
def test_support_score_follows_the_formula(example: Example) -> None:
    """The formula of the page, worked out from the rows of the report alone."""
    report = _run(example)
    judged = []
    for number, claim in enumerate(report.claims):
        states = [
            row.status
            for row in report.quantities
            if row.claim_index == number and row.status != QuantityStatus.IGNORED
        ]
        found, count = _words_of(report, number)
        share = len(found) / count if count else 0.0
        score = (count * (claim.match_ratio + share) / 2 + 2) / (count + 2)
        if states:
            score = 0.8 * score + 0.2 * sum(state in HELD for state in states) / len(states)
        if claim.verdict == Verdict.UNSUPPORTED and claim.reason_id != "low-support":
            score /= 4
        unseen = claim.reason_id in ("no-sources", "unreadable-sources")
        if unseen or claim.verdict in (Verdict.CONTRADICTED, Verdict.NOT_A_CLAIM, Verdict.ABSTENTION):
            score = 0.0
        assert claim.support_score == pytest.approx(score, abs=1e-12)
        if claim.verdict not in (Verdict.NOT_A_CLAIM, Verdict.ABSTENTION):
            judged.append(claim.support_score)
    assert report.support_score == min(judged, default=0.0)


def test_states_of_coverage_are_those_of_the_code() -> None:
    assert {row[0] for row in _tables()["4. Reading coverage"]} == {state.name for state in CoverageState}


def test_coverage_comes_in_the_order_of_the_page() -> None:
    report = verify(Request("The garden closes at dusk.", (Source("a", "The garden closes at dusk."),)))
    assert [row.check_id for row in report.coverage] == [row[0] for row in _tables()["1. The checks"]]
