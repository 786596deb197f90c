"""A report for a person: outcome, claims with their reasons, findings with their places, and what was not checked.

Spans of the report must count code points. Whatever comes from an answer or from evidence is made safe first.
"""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from sidecar.cli.output import one_line
from sidecar.model import (
    Citation,
    CitationStatus,
    Claim,
    CoverageState,
    Finding,
    Outcome,
    Quantity,
    QuantityStatus,
    RankedSource,
    Ref,
    Report,
    Request,
    Severity,
    Span,
    Verdict,
)

_GOOD, _BAD, _OPEN, _QUIET = "bold green", "bold red", "bold yellow", "dim"
_OUTCOME = {Outcome.PASS: _GOOD, Outcome.FAIL: _BAD, Outcome.ABSTAIN: _OPEN, Outcome.REVIEW: _OPEN}
_VERDICT = {
    Verdict.SUPPORTED: _GOOD,
    Verdict.UNSUPPORTED: _BAD,
    Verdict.CONTRADICTED: _BAD,
    Verdict.NOT_A_CLAIM: _QUIET,
}
_SEVERITY = {Severity.ERROR: _BAD, Severity.WARNING: _OPEN, Severity.INFO: _QUIET}
_QUANTITY_HOLDS = frozenset(
    {QuantityStatus.SUPPORTED, QuantityStatus.ROUNDED, QuantityStatus.CONVERTED, QuantityStatus.DERIVED}
)
_NO_FAULT = frozenset({QuantityStatus.IGNORED, QuantityStatus.UNVERIFIABLE})
_CONTEXT_CHARACTERS = 50
_SNIPPET_CHARACTERS = 240

_Part = str | tuple[str, str]


def print_report(console: Console, request: Request, report: Report) -> None:
    """Prints the whole report; `request` gives the texts around the places that the report names."""
    print_judgement(console, request, report)
    _Printer(console, request).sources(report)
    print_coverage(console, report)


def print_judgement(console: Console, request: Request, report: Report) -> None:
    """Prints what the report says of the answer: outcome, claims, findings."""
    printer = _Printer(console, request)
    printer.line(0, (report.outcome.name, _OUTCOME[report.outcome]), f"  {_count(report)}")
    printer.claims(report)
    printer.findings(report)


def print_coverage(console: Console, report: Report) -> None:
    """Prints which checks were run and which were not, and why not."""
    _Printer(console, Request()).coverage(report)


def _count(report: Report) -> str:
    parts = [f"{number} {verdict.name.lower()}" for verdict, number in report.counts.claims]
    kind = report.classification.kind.name.lower().replace("_", " ")
    return f"answer: {kind}; claims: {', '.join(parts) or 'none'}"


class _Printer:
    """Prints parts of one report; holds the console and the evidence."""

    def __init__(self, console: Console, request: Request) -> None:
        self._console = console
        # the engine names a source without an id by its place
        self._texts = {source.source_id or str(place): source.text for place, source in enumerate(request.sources, 1)}

    def line(self, indent: int, *parts: _Part) -> None:
        text = Text.assemble(*parts)
        if self._console.is_terminal:
            self._console.print(Padding(text, (0, 0, 0, indent), expand=False))
        else:
            # a file or a pipe has no width, so nothing is broken there
            self._console.print(Text(" " * indent).append_text(text), soft_wrap=True)

    def _title(self, title: str) -> None:
        self._console.print()
        self.line(0, (title, "bold"))

    def claims(self, report: Report) -> None:
        if not report.claims:
            return
        self._title("Claims")
        for place, claim in enumerate(report.claims):
            self._claim(claim)
            for quantity in report.quantities:
                if quantity.claim_index == place:
                    self._quantity(quantity)
            for citation in report.citations:
                if citation.claim_index == place:
                    self._citation(citation)

    def _claim(self, claim: Claim) -> None:
        if not claim.text.strip():
            return
        verdict = claim.verdict.name.replace("_", " ")
        why = f" ({claim.reason_id})" if claim.reason_id else ""
        kind = f"  [{claim.kind}]" if claim.verdict is Verdict.NOT_A_CLAIM else ""
        self.line(2, (verdict, _VERDICT.get(claim.verdict, _OPEN)), f"{why}{kind}  {one_line(claim.text)}")
        if claim.verdict is not Verdict.NOT_A_CLAIM:
            for ref in claim.refs[:1]:
                self.line(6, f"{claim.match_ratio:.0%} of its words in {self._place(ref)}")

    def _quantity(self, quantity: Quantity) -> None:
        if quantity.status is QuantityStatus.IGNORED:
            return
        style = _GOOD if quantity.status in _QUANTITY_HOLDS else _OPEN if quantity.status in _NO_FAULT else _BAD
        read = " ".join(part for part in (quantity.value, one_line(quantity.unit)) if part)
        self.line(
            6,
            f"{one_line(quantity.text)} = {read}  ",
            (quantity.status.name.replace("_", " "), style),
            *self._first(quantity),
        )
        if quantity.derivation is not None:
            self.line(8, f"computed: {one_line(quantity.derivation.formula)}")
        if quantity.nearest is not None:
            near = quantity.nearest
            self.line(8, f"nearest: {near.value} {one_line(near.unit)} in {self._place(near.ref)}")

    def _first(self, quantity: Quantity) -> tuple[str, ...]:
        return (f"  in {self._place(quantity.refs[0])}",) if quantity.refs else ()

    def _citation(self, citation: Citation) -> None:
        style = _GOOD if citation.status is CitationStatus.OK else _BAD
        if citation.status is CitationStatus.UNVERIFIABLE:
            style = _OPEN
        better = ", ".join(map(one_line, citation.better_source_ids))
        self.line(
            6,
            f"cites {one_line(citation.text)}  ",
            (citation.status.name.replace("_", " "), style),
            f"  better: {better}" if better else "",
        )

    def findings(self, report: Report) -> None:
        if not report.findings:
            return
        self._title("Findings")
        for finding in report.findings:
            self._finding(finding)

    def _finding(self, finding: Finding) -> None:
        span = finding.answer_span
        where = f"  answer {span.start}-{span.end}" if span is not None else "  whole answer"
        waived = " (waived)" if finding.waived else ""
        self.line(
            2,
            (finding.severity.name, _SEVERITY[finding.severity]),
            f"  {finding.reason_id}{waived}{where}: {one_line(finding.message)}",
        )
        for ref in finding.refs:
            self.line(6, self._place(ref))

    def sources(self, report: Report) -> None:
        if not report.sources:
            return
        self._title("Sources")
        for source in report.sources:
            snippet = one_line(source.snippet)
            if len(snippet) > _SNIPPET_CHARACTERS:
                snippet = snippet[:_SNIPPET_CHARACTERS] + "…"
            conclusive = ", conclusive" if source.conclusive else ""
            self.line(2, f'{_named(source)}: "{snippet}" ({source.match_ratio:.0%} of the answer\'s words{conclusive})')

    def coverage(self, report: Report) -> None:
        self._title("Checks")
        ran = [row.check_id for row in report.coverage if row.state is CoverageState.RAN]
        self.line(2, ("ran", _GOOD), f": {', '.join(ran) or 'none'}")
        others: dict[str, list[str]] = {}
        for row in report.coverage:
            if row.state is not CoverageState.RAN:
                others.setdefault(f"{row.state.name}, {row.reason}" if row.reason else row.state.name, []).append(
                    row.check_id
                )
        for label, check_ids in others.items():
            self.line(2, (label, _OPEN), f": {', '.join(check_ids)}")

    def _place(self, ref: Ref) -> str:
        return f'{_named(ref)}, "{self._around(ref)}"'

    def _around(self, ref: Ref) -> str:
        """The place with some of the text on both sides, whole words, on one line."""
        text = self._texts.get(ref.source_id)
        if text is None:
            return one_line(ref.text)
        span = _widened(text, ref.source_span)
        before = "…" if span.start else ""
        after = "…" if span.end < len(text) else ""
        return before + one_line(text[span.start : span.end]) + after


def _widened(text: str, span: Span) -> Span:
    start = max(0, span.start - _CONTEXT_CHARACTERS)
    end = min(len(text), span.end + _CONTEXT_CHARACTERS)
    if start:
        blank = text.find(" ", start, span.start)
        start = blank + 1 if blank >= 0 else start
    if end < len(text):
        blank = text.rfind(" ", span.end, end)
        end = blank if blank >= 0 else end
    return Span(start, end)


def _named(place: Ref | RankedSource) -> str:
    """The file (or id), the page where there is one, and the title where that says more."""
    title, source_id = one_line(place.title), one_line(place.source_id)
    if place.page is not None:
        label = one_line(place.page_label)
        printed = f" ({label})" if label and label != str(place.page) else ""
        file = one_line(place.doc_id) or source_id.split("#page=", 1)[0]
        return f"{file}, page {place.page}{printed}" + (f" ({title})" if title and title != file else "")
    return f"{title} ({source_id})" if title and title != source_id else source_id
