"""Quotations: what is one, and what the evidence says of it (CONTRACT §4, QuoteStatus; §5, B1 and B2)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from asking import ask, reasons, verdicts

from sidecar import Outcome, Report, Request, Source, verify
from sidecar.checks import quotes
from sidecar.model import CitationStatus, CoverageState, LikelyCause, QuoteStatus, View

CASES = tomllib.loads((Path(__file__).parent / "quotes.toml").read_text(encoding="utf-8"))["case"]
BEES = "The lease says “the tenant keeps the bees in order” [1]."


def rows(report: Report) -> list[list[str]]:
    """Text and status of each quotation, in order."""
    return [[quote.text, quote.status.name] for quote in report.quotes]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"][:40])
def test_what_a_reader_says(case: dict[str, Any]) -> None:
    report = ask(case["answer"], *case["evidence"], question=case.get("question", ""))
    assert rows(report) == case["quotes"], case["why"]
    assert [part for quote in report.quotes for part in quote.difference] == case.get("difference", [])


def test_what_else_an_answer_quotes_does_not_change_what_is_found_of_a_quotation() -> None:
    together = CASES[::3]
    evidence = list(dict.fromkeys(text for case in together for text in case["evidence"]))

    def found(answer: str) -> list[tuple[object, ...]]:
        return [(quote.text, quote.status, quote.refs, quote.difference) for quote in ask(answer, *evidence).quotes]

    alone = [found(case["answer"]) for case in together]
    assert found("\n\n".join(case["answer"] for case in together)) == [row for rows in alone for row in rows]
    assert sum(len(rows) for rows in alone) > 10


def test_spans_cover_what_they_say_and_refs_point_at_the_place() -> None:
    answer, evidence = "合同写明“租客负责打理花园”[1]。", "甲方同意：租客负责打理花园。"
    (quote,) = ask(answer, evidence).quotes
    assert answer.encode()[quote.answer_span.start : quote.answer_span.end].decode() == quote.text
    (ref,) = quote.refs
    assert evidence.encode()[ref.source_span.start : ref.source_span.end].decode() == ref.text == "租客负责打理花园"
    assert (ref.source_id, ref.page, quote.claim_index) == ("s1", 1, 0)


@pytest.mark.parametrize(
    ("evidence", "reason", "cause", "citation"),
    [
        (("the tenant keeps no bees in order",), "quote-altered", LikelyCause.GENERATION, "UNSUPPORTED"),
        (("the dog may use the pool",), "quote-not-found", LikelyCause.RETRIEVAL, "UNSUPPORTED"),
        (
            ("the dog may use the pool", "the tenant keeps the bees in order"),
            "quote-misattributed",
            LikelyCause.CITATION,
            "WRONG_SOURCE",
        ),
    ],
)
def test_what_is_not_said_so_fails(evidence: tuple[str, ...], reason: str, cause: LikelyCause, citation: str) -> None:
    report = ask(BEES, *evidence)
    assert report.outcome == Outcome.FAIL
    (finding,) = (finding for finding in report.findings if finding.check_id == "quotes")
    assert (finding.reason_id, finding.likely_cause, finding.claim_index) == (reason, cause, 0)
    assert [row.status.name for row in report.citations] == [citation]


def test_a_claim_whose_quotation_was_changed_is_unsupported() -> None:
    assert verdicts(ask(BEES, "the tenant keeps wild bees in order")) == ["UNSUPPORTED"]


def test_a_quotation_of_the_contrary_is_contradicted() -> None:
    assert verdicts(ask(BEES, "the tenant keeps no bees in order")) == ["CONTRADICTED"]


def test_a_word_left_out_leaves_the_citation_alone() -> None:
    report = ask("It speaks of “a small garden with old trees” [1].", "a small garden with old apple trees")
    assert rows(report) == [["a small garden with old trees", "ALTERED"]]
    assert [row.status for row in report.citations] == [CitationStatus.OK]
    assert report.outcome == Outcome.FAIL


def test_a_quotation_that_stands_supports_its_claim() -> None:
    report = ask(
        "Asked by several worried neighbors about buzzing, the landlord replied “the tenant keeps the bees” [1].",
        "As agreed, the tenant keeps the bees.",
    )
    assert verdicts(report) == ["SUPPORTED"]
    assert report.outcome == Outcome.PASS


def test_a_page_break_inside_a_quotation() -> None:
    sources = (
        Source("b", "bees in order, and feeds them.", page=5, title="lease.pdf"),
        Source("x", "Nothing of the kind.", page=5, title="other.pdf"),
        Source("a", "As agreed, the tenant keeps the", page=4, title="lease.pdf"),
    )
    report = verify(Request("It says “the tenant keeps the bees in order”.", sources))
    (quote,) = report.quotes
    assert quote.status == QuoteStatus.TYPOGRAPHIC
    assert [(ref.source_id, ref.text) for ref in quote.refs] == [("a", "the tenant keeps the"), ("b", "bees in order")]


@pytest.mark.parametrize(("second_page", "title"), [(6, "lease.pdf"), (5, "other.pdf")])
def test_pages_apart_and_other_documents_do_not_go_on(second_page: int, title: str) -> None:
    sources = (
        Source("a", "As agreed, the tenant keeps the", page=4, title="lease.pdf"),
        Source("b", "bees in order", page=second_page, title=title),
    )
    (quote,) = verify(Request("It says “the tenant keeps the bees in order”.", sources)).quotes
    assert quote.status not in (QuoteStatus.TYPOGRAPHIC, QuoteStatus.VERBATIM)


def test_unrelated_sources_change_nothing() -> None:
    alone = ask(BEES, "the tenant keeps no bees in order")
    more = ask(BEES, "the tenant keeps no bees in order", "Volcanoes erupt.", "Ships sail at dawn.")
    assert rows(alone) == rows(more)
    assert reasons(alone) == reasons(more)


def test_not_asked_for_nothing_is_looked_up() -> None:
    report = ask(BEES, "the dog may use the pool", check_ids=("words",))
    assert report.quotes == ()
    coverage = {row.check_id: (row.state, row.reason) for row in report.coverage}
    assert coverage["quotes"] == (CoverageState.SKIPPED, "not-requested")


def test_no_quotation_is_said_to_be_none() -> None:
    coverage = {row.check_id: (row.state, row.reason) for row in ask("The garden is open.", "It is open.").coverage}
    assert coverage["quotes"] == (CoverageState.SKIPPED, "not-applicable")


def test_views() -> None:
    assert ask(BEES, "the tenant keeps the bees in order", view=View.FINDINGS).quotes
    assert not ask(BEES, "the tenant keeps the bees in order", view=View.VERDICT).quotes


def test_a_quotation_ends_at_the_bound() -> None:
    report = ask("He says “" + "bees and " * 1000 + "flowers.", "bees")
    (quote,) = report.quotes[:1]
    assert quote.answer_span.end - quote.answer_span.start <= 4096


def test_unreadable_evidence_says_nothing_against_a_quotation() -> None:
    (quote,) = ask("It says “the tenant keeps the bees in order” [1].", "\ufffd\ufffd \ufffd\ufffd\ufffd \ufffd").quotes
    assert quote.status == QuoteStatus.UNVERIFIABLE


@pytest.mark.parametrize(
    ("answer", "titles", "status"),
    [
        ('According to pool.pdf, "the tenant keeps the bees in order".', ("lease.pdf", "pool.pdf"), "MISATTRIBUTED"),
        ('According to lease.pdf, "the tenant keeps the bees in order".', ("lease.pdf", "pool.pdf"), "VERBATIM"),
        ('The Pool Rules say "the tenant keeps the bees in order".', ("Lease", "Pool Rules"), "MISATTRIBUTED"),
        ('《泳池须知》规定："the tenant keeps the bees in order"。', ("租约.docx", "泳池须知.docx"), "MISATTRIBUTED"),
        ('The pool is fine: "the tenant keeps the bees in order".', ("lease", "pool"), "VERBATIM"),
    ],
)
def test_a_title_before_a_quotation_names_its_source(answer: str, titles: tuple[str, str], status: str) -> None:
    sources = (
        Source("a", "the tenant keeps the bees in order", title=titles[0]),
        Source("b", "the dog may use the pool", title=titles[1]),
    )
    (quote,) = verify(Request(answer, sources)).quotes
    assert quote.status.name == status


@pytest.mark.parametrize(
    ("quoted", "status"),
    [
        ("the tenant keeps the bees in order", "VERBATIM"),
        ("the tenant keeps the dog in order", "UNVERIFIABLE"),
        ("House rules for every tenant and guest", "UNVERIFIABLE"),  # a title
    ],
)
def test_a_quotation_inside_a_citation(quoted: str, status: str) -> None:
    source = Source("a", "Here the tenant keeps the bees in order.", title="lease.pdf")
    report = verify(Request(f'Guests adore marble staircases (Source: lease.pdf, "{quoted}").', (source,)))
    assert [quote.status.name for quote in report.quotes] == [status]
    assert verdicts(report) == [
        "UNSUPPORTED"
    ]  # by too few words: the quotation bears it out no more than a page number


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the landlord's rule isn't", ["the", "landlord's", "rule", "isn't"]),
        ("'tis said: 'no', 5th of A_b", ["tis", "said", "no'", "th", "of", "A", "b"]),
        ("' '' \x1c 12", []),
    ],
)
def test_words_are_the_same_beside_other_letters(text: str, words: list[str]) -> None:
    """A text in ASCII is parted another way than one with an accent somewhere."""
    assert quotes._words_of(text) == words
    assert quotes._words_of(text + " é") == [*words, "é"]
