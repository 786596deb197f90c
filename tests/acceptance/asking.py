"""What the acceptance tests share: one way to ask, and short names for what came back."""

from __future__ import annotations

from typing import Any

from sidecar import Config, Report, Request, Source, verify


def ask(answer: str, *evidence: str, question: str = "", **config: Any) -> Report:
    """The report on an answer; the pieces of evidence are called s1, s2, ... and stand on pages 1, 2, ..."""
    return verify(Request(answer, pieces(*evidence), question_text=question, config=Config(**config)))


def pieces(*evidence: str) -> tuple[Source, ...]:
    """Sources s1, s2, ... on pages 1, 2, ..."""
    return tuple(Source(f"s{number}", text, page=number) for number, text in enumerate(evidence, 1))


def reasons(report: Report) -> list[str]:
    """The reason of each finding, in order."""
    return [finding.reason_id for finding in report.findings]


def verdicts(report: Report) -> list[str]:
    """The verdict of each segment, in order."""
    return [claim.verdict.name for claim in report.claims]


def statuses(report: Report) -> list[tuple[str, str]]:
    """Text and status of each quantity, in order."""
    return [(quantity.text, quantity.status.name) for quantity in report.quantities]
