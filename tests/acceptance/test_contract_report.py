"""What a report echoes, how much a view shows, what coverage says, and that spans cover what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from asking import ask, reasons

from sidecar import CitationPolicy, Config, OffsetUnit, Outcome, Report, Request, Source, View, __version__, verify
from sidecar.checks import CHECKS
from sidecar.model import (
    AnswerKind,
    Attribute,
    CoverageState,
    QuantityPolicy,
    Severity,
    SeverityOverride,
    Span,
)

CHECK_IDS = (
    "quantities",
    "derivation",
    "citations",
    "quotes",
    "words",
    "sources",
    "subject",
    "polarity",
    "direction",
    "bounds",
    "modality",
    "roles",
    "entities",
    "conditions",
    "not-found",
    "evidence",
)
"""As the contract lists them (§6)."""
MISSING = frozenset(check.check_id for check in CHECKS if not check.implemented)
"""Not implemented in this build."""
FEE = "The museum ticket costs 12 euros for adults 🎫. Die Größe der Gruppe zählt nicht."
HOURS = "花园九点开门，黄昏关门。The garden closes at dusk."
ANSWER = "Über 📄: the museum ticket costs 12 euros [1]. 花园九点开门 [2]. Children pay 7 euros [5]."


def _state(report: Report, check_id: str) -> tuple[CoverageState, str]:
    (row,) = [row for row in report.coverage if row.check_id == check_id]
    return row.state, row.reason


# ------------------------------------------------------------------------------------------ coverage


def test_every_check_has_one_row() -> None:
    report = ask(ANSWER, FEE, HOURS)
    assert Counter(row.check_id for row in report.coverage) == Counter(CHECK_IDS)
    for row in report.coverage:
        assert (row.state == CoverageState.RAN) == (row.reason == ""), row
    assert {row.check_id for row in report.coverage if row.reason == "not-implemented"} == MISSING


def test_checks_that_were_not_asked_for_say_so() -> None:
    report = ask("The garden closes at dusk [9].", HOURS, check_ids=("words", "sources"))
    assert reasons(report) == []
    assert {row.check_id for row in report.coverage if row.state == CoverageState.RAN} == {"words", "sources"}
    others = {row for row in report.coverage if row.check_id not in ("words", "sources")}
    assert {(row.state, row.reason) for row in others} == {(CoverageState.SKIPPED, "not-requested")}


def test_a_check_with_nothing_to_look_at_is_not_applicable() -> None:
    report = ask("The garden closes at dusk.", HOURS)
    assert _state(report, "quantities") == (CoverageState.SKIPPED, "not-applicable")
    assert _state(report, "citations") == (CoverageState.SKIPPED, "not-applicable")
    due = ask("The garden closes at dusk.", HOURS, citation_policy=CitationPolicy(required=True))
    assert _state(due, "citations") == (CoverageState.RAN, "")


# ------------------------------------------------------------------------------------------ views and echoes


def test_views_show_less_and_judge_the_same() -> None:
    verdict, findings, full = (ask(ANSWER, FEE, HOURS, view=view) for view in (View.VERDICT, View.FINDINGS, View.FULL))
    for report in (verdict, findings, full):
        assert report.outcome == Outcome.FAIL
        assert report.counts == full.counts
        assert report.coverage == full.coverage
        assert report.classification.kind == AnswerKind.ANSWERED
        assert report.policy_id == full.policy_id
    assert (verdict.claims, verdict.findings, verdict.citations, verdict.quantities) == ((), (), (), ())
    assert (verdict.sources, verdict.word_match) == ((), None)
    assert findings.claims == full.claims and full.claims
    assert findings.findings == full.findings and full.findings
    assert findings.citations == full.citations and full.citations
    assert findings.quantities == full.quantities and full.quantities
    assert (findings.sources, findings.word_match) == ((), None)
    assert full.sources and full.word_match is not None


def test_echoes() -> None:
    config = Config(offset_unit=OffsetUnit.UTF16_CODE_UNITS, want_effective_config=True)
    report = verify(Request(ANSWER, (Source("a", FEE),), request_id="order 66", config=config))
    assert report.request_id == "order 66"
    assert report.engine_version == __version__
    assert report.offset_unit == OffsetUnit.UTF16_CODE_UNITS
    assert report.effective_config == config
    assert report.answer_text == "", "echoed for structured answers alone"
    assert ask(ANSWER, FEE).effective_config is None


def test_policy_id_is_that_of_the_policy_alone() -> None:
    default = ask(ANSWER, FEE).policy_id
    assert default
    assert ask("Another answer.", HOURS).policy_id == default
    assert ask(ANSWER, FEE, view=View.VERDICT, offset_unit=OffsetUnit.CODE_POINTS).policy_id == default
    others = [
        ask(ANSWER, FEE, quantity_policy=QuantityPolicy(allow_rounding=False)).policy_id,
        ask(ANSWER, FEE, citation_policy=CitationPolicy(required=True)).policy_id,
        ask(ANSWER, FEE, check_ids=("words",)).policy_id,
        ask(ANSWER, FEE, severity_overrides=(SeverityOverride("range-end", Severity.ERROR),)).policy_id,
    ]
    assert len({default, *others}) == 5


def test_what_a_source_says_of_itself_comes_back() -> None:
    source = Source(
        "a",
        "The museum ticket costs 12 euros for adults.",
        page=0,
        page_label="iv",
        title="Leaflet",
        uri="https://example.org/leaflet",
        section_path=("Visit", "Prices"),
        doc_id="d-1",
        block_id="b-2",
        rank=3,
        retrieval_score=0.5,
        origin_span=Span(10, 54),
        attributes=(Attribute("owner", "desk"),),
    )
    report = verify(Request("The museum ticket costs 12 euros.", (source, Source("b", HOURS))))
    (ranked,) = report.sources
    for name in ("source_id", "page", "page_label", "title", "uri", "section_path", "doc_id", "block_id"):
        assert getattr(ranked, name) == getattr(source, name)
        assert getattr(report.quantities[0].refs[0], name) == getattr(source, name)
    for name in ("rank", "retrieval_score", "origin_span", "attributes"):
        assert getattr(ranked, name) == getattr(source, name)


def test_an_absent_page_stays_absent() -> None:
    report = verify(Request("The museum ticket costs 12 euros.", (Source("a", FEE),)))
    assert report.quantities[0].refs[0].page is None
    assert report.sources[0].page is None


def test_counts_are_those_of_the_rows() -> None:
    report = ask(ANSWER, FEE, HOURS)
    assert dict(report.counts.claims) == Counter(row.verdict for row in report.claims)
    assert dict(report.counts.quantities) == Counter(row.status for row in report.quantities)
    assert dict(report.counts.citations) == Counter(row.status for row in report.citations)
    assert dict(report.counts.findings) == Counter(row.severity for row in report.findings)


def test_support_score_of_the_answer_is_the_least_of_its_claims() -> None:
    good, weak = "The museum ticket costs 12 euros.", "The garden opens early, and squirrels collect hazelnuts."
    scores = [ask(text, FEE, HOURS).claims[0].support_score for text in (good, weak)]
    assert 0.0 <= scores[1] < scores[0] <= 1.0
    both = ask(f"{good} {weak} Which day would suit you?", FEE, HOURS)
    assert both.support_score == scores[1]
    assert ask("The museum ticket costs 13 euros.", FEE).support_score == 0.0


# ------------------------------------------------------------------------------------------ spans


def _cut(text: str, span: Span, unit: OffsetUnit) -> str:
    if unit == OffsetUnit.UTF8_BYTES:
        return text.encode()[span.start : span.end].decode()
    if unit == OffsetUnit.UTF16_CODE_UNITS:
        return text.encode("utf-16-le")[2 * span.start : 2 * span.end].decode("utf-16-le")
    return text[span.start : span.end]


def _rows(value: object) -> Iterator[Any]:
    """Every dataclass inside a report, itself included."""
    if isinstance(value, tuple):
        for item in value:
            yield from _rows(item)
    elif is_dataclass(value):
        yield value
        for field in fields(value):
            yield from _rows(getattr(value, field.name))


@pytest.mark.parametrize("unit", OffsetUnit)
def test_every_text_is_what_its_span_covers(unit: OffsetUnit) -> None:
    sources = {"s1": FEE, "s2": HOURS}
    report = ask(ANSWER, *sources.values(), offset_unit=unit)
    seen = Counter[str]()
    for row in _rows(report):
        if hasattr(row, "answer_span") and hasattr(row, "text"):
            assert _cut(ANSWER, row.answer_span, unit) == row.text
            seen["answer"] += 1
        if hasattr(row, "source_span"):
            assert _cut(sources[row.source_id], row.source_span, unit) == row.text
            seen["source"] += 1
        if hasattr(row, "snippet_span"):
            assert _cut(sources[row.source_id], row.snippet_span, unit) == row.snippet
            seen["snippet"] += 1
    assert seen["answer"] > 10 and seen["source"] >= 3 and seen["snippet"] >= 1


@pytest.mark.parametrize("unit", OffsetUnit)
def test_segments_tile_the_answer(unit: OffsetUnit) -> None:
    answer = f"# Größe 📏\n\n{ANSWER}\n\n- one 🎫\n- zwei\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nHope this helps!\n"
    report = ask(answer, FEE, HOURS, offset_unit=unit)
    end = 0
    for claim in report.claims:
        assert claim.answer_span.start == end
        end = claim.answer_span.end
    assert _cut(answer, Span(0, end), unit) == answer


def test_the_unit_changes_nothing_but_offsets() -> None:
    reports = [ask(ANSWER, FEE, HOURS, offset_unit=unit) for unit in OffsetUnit]
    texts = {
        tuple(row.text for row in _rows(report) if hasattr(row, "answer_span") and hasattr(row, "text"))
        for report in reports
    }
    assert len(texts) == 1
    assert len({(report.outcome, report.counts, report.policy_id) for report in reports}) == 1


def test_messages_name_reasons_that_checks_declare() -> None:
    """Each finding carries a check and a reason of the published lists."""
    published = {check.check_id: set(check.reason_ids) for check in CHECKS}
    report = ask(ANSWER + " Volcanic ash fertilizes vineyards.", FEE, HOURS)
    assert len(report.findings) >= 3
    for finding in report.findings:
        assert finding.reason_id in published[finding.check_id]
        assert finding.message
