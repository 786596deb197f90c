"""`verify-sidecar demo`: a real server, real documents, right and wrong answers, and what came of each.

The documents and the examples with their expected outcomes are in `demo_data/`, made by hand and by
`examples/documents/make.py`; nothing is read from outside the package.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sidecar.cli.output import console
from sidecar.model import (
    CitationPolicy,
    Config,
    OffsetUnit,
    Outcome,
    QuantityStatus,
    Report,
    Request,
    Source,
)

if TYPE_CHECKING:
    from sidecar.client import Client

DATA = Path(__file__).with_name("demo_data")


@dataclass(frozen=True, slots=True)
class Example:
    """One answer and what must come out: the outcome, reasons among the findings, where its first figure stands."""

    id: str
    documents: tuple[str, ...]
    question: str
    answer: str
    outcome: Outcome
    why: str
    require_citations: bool = False
    reasons: tuple[str, ...] = ()
    place: str = ""

    def request(self) -> Request:
        """The request that the demo sends; spans come back in code points, to be printed."""
        return Request(
            request_id=self.id,
            question_text=self.question,
            answer_text=self.answer,
            sources=tuple(source for name in self.documents for source in _sources(name)),
            config=Config(
                offset_unit=OffsetUnit.CODE_POINTS, citation_policy=CitationPolicy(required=self.require_citations)
            ),
        )

    def misses(self, report: Report) -> tuple[str, ...]:
        """What in the report is not as the example expects, in words; empty when all is."""
        misses = []
        if report.outcome is not self.outcome:
            misses.append(f"the outcome is {report.outcome.name}, expected {self.outcome.name}")
        found = {finding.reason_id for finding in report.findings}
        misses += [f"no finding {reason}" for reason in self.reasons if reason not in found]
        if self.place:
            stands = _first_place(report)
            if stands != self.place:
                misses.append(f"the first figure stands in {stands or 'no source'}, expected {self.place}")
        return tuple(misses)


def demo() -> None:
    """Check right and wrong answers about two documents over gRPC. Exit status 0 only if each comes out as expected."""
    from sidecar.cli.text_report import print_coverage

    out = console()
    failed = []
    reports = []
    examples = load_examples()
    with _server() as client:
        for example in examples:
            request = example.request()
            report = client.verify(request)
            reports.append(report)
            misses = example.misses(report)
            if misses:
                failed.append(example.id)
            _print(example, request, report, misses)
    print_coverage(out, reports[-1])
    out.print(f"\n{len(examples) - len(failed)} of {len(examples)} answers came out as expected.")
    if failed:
        out.print(f"Not as expected: {', '.join(failed)}", soft_wrap=True)
        raise typer.Exit(1)


def load_examples() -> tuple[Example, ...]:
    """The examples in the order of their file."""
    with (DATA / "examples.toml").open("rb") as file:
        rows = tomllib.load(file)["example"]
    return tuple(
        Example(
            **{
                **row,
                "documents": tuple(row["documents"]),
                "reasons": tuple(row.get("reasons", ())),
                "outcome": Outcome[row["outcome"]],
            }
        )
        for row in rows
    )


@cache
def _sources(name: str) -> tuple[Source, ...]:
    from sidecar.evidence.documents import read_document

    return read_document(DATA / name)


def _first_place(report: Report) -> str:
    """The source of the first figure that was compared, as written first in the answer; "" where there is none."""
    for quantity in report.quantities:
        if quantity.status is not QuantityStatus.IGNORED and quantity.refs:
            return quantity.refs[0].source_id
    return ""


@contextmanager
def _server() -> Iterator[Client]:
    """A client of a server that runs in this process on a free port of the loopback."""
    from sidecar.client import Client
    from sidecar.config import ServerSettings
    from sidecar.server.app import create_server

    server = create_server(ServerSettings(address="127.0.0.1:0"))
    server.start()
    try:
        with Client(server.address) as client:
            yield client
    finally:
        server.drain(grace_seconds=1.0)


def _print(example: Example, request: Request, report: Report, misses: tuple[str, ...]) -> None:
    from rich.text import Text

    from sidecar.cli.text_report import print_judgement

    out = console()

    def line(label: str, text: str, style: str = "bold") -> None:
        # only a terminal has a width to break lines for
        out.print(Text.assemble((label, style), text), soft_wrap=not out.is_terminal)

    line(f"\n--- {example.id} ", f"({', '.join(example.documents)})")
    line("Question  ", example.question)
    line("Answer    ", example.answer.strip())
    line("Expected  ", f"{example.outcome.name}. {example.why}")
    print_judgement(out, request, report)
    for miss in misses:
        line("NOT AS EXPECTED  ", miss, "bold red")
