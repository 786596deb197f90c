"""Lists B1 and B2 of the contract: the verdict of a claim, the outcome of an answer, with examples for each line."""

from __future__ import annotations

from itertools import permutations

import pytest
from asking import ask, pieces, reasons, statuses, verdicts

from sidecar import CitationPolicy, ClaimPolicy, Config, OffsetUnit, Outcome, Request, Source, Verdict, View, verify
from sidecar.model import Severity, SeverityOverride

FEE = "The museum ticket costs 12 euros for adults."
HOURS = "The garden opens at nine and closes at dusk."
HALF = ClaimPolicy(supported_ratio=0.9, unsupported_ratio=0.1)
"""Shares far apart, so that a claim with about half its words in the evidence lies between them."""


# ------------------------------------------------------------------------------------------ B1, in its order


@pytest.mark.parametrize(
    ("segment", "kind"),
    [
        ("```\nprice = 99\n```\n\n", "code"),
        ("# Opening hours\n\n", "heading"),
        ("Hello!\n\n", "greeting"),
        ("您好！\n", "greeting"),
        ("Sure! ", "greeting"),
        ("好的！", "greeting"),
        ("Here is what the leaflet says:\n\n", "lead-in"),
        ("Which day would suit you?\n\n", "question"),
        ("I can look up the guided tours for you as well.\n\n", "offer"),
    ],
)
def test_1_what_is_no_claim_is_not_judged(segment: str, kind: str) -> None:
    report = ask(segment + FEE, FEE, citation_policy=CitationPolicy())
    assert report.claims[0].kind == kind
    assert report.claims[0].verdict == Verdict.NOT_A_CLAIM
    assert report.claims[-1].verdict == Verdict.SUPPORTED
    assert report.outcome == Outcome.PASS, reasons(report)


@pytest.mark.parametrize("line", ["[1]", "Source: [1]", "Sources: [1], [2]", "来源：[1]", "参考资料：[1][2]"])
def test_1_a_line_of_sources_is_no_claim(line: str) -> None:
    report = ask(f"{FEE}\n\n{line}", FEE, HOURS)
    assert [claim.kind for claim in report.claims] == ["claim", "citation-only"]
    assert verdicts(report) == ["SUPPORTED", "NOT_A_CLAIM"]
    assert report.outcome == Outcome.PASS, reasons(report)


def test_1_advice_is_a_claim() -> None:
    report = ask("Visitors should ask the guard at the gate.", FEE)
    assert report.claims[0].kind == "claim"
    assert report.claims[0].verdict != Verdict.NOT_A_CLAIM


def test_1_table_rows_are_claims() -> None:
    report = ask("| ticket | price |\n|---|---|\n| museum adults | 12 euros |\n| museum children | 7 euros |", FEE)
    rows = [claim for claim in report.claims if claim.kind == "table-row"]
    assert [row.verdict for row in rows][0] == Verdict.SUPPORTED
    assert rows[-1].verdict in (Verdict.UNSUPPORTED, Verdict.CONTRADICTED)
    assert report.outcome == Outcome.FAIL


def test_2_an_abstention_is_no_fault() -> None:
    report = ask("The leaflet does not mention guided tours.", FEE)
    assert verdicts(report) == ["ABSTENTION"]
    assert report.claims[0].kind == "abstention"
    assert report.outcome == Outcome.ABSTAIN


@pytest.mark.parametrize("evidence", [(), ("",), ("", "  \n")])
def test_3_nothing_readable_is_unverifiable(evidence: tuple[str, ...]) -> None:
    report = ask(FEE, *evidence)
    assert verdicts(report) == ["UNVERIFIABLE"]
    assert report.outcome == Outcome.REVIEW
    assert reasons(report).count("unreadable-sources" if evidence else "no-sources") == 1


def test_3_an_empty_cited_source_is_unverifiable_whatever_the_others_say() -> None:
    report = ask("The museum ticket costs 12 euros for adults [1].", "", FEE)
    assert verdicts(report) == ["UNVERIFIABLE"]
    assert report.outcome == Outcome.REVIEW


@pytest.mark.parametrize(
    ("answer", "evidence", "reason"),
    [
        ("The museum ticket costs 12 dollars for adults.", FEE, "quantity-wrong-unit"),
        (
            "The profit of the shop changed by -4 percent.",
            "The profit of the shop changed by 4 percent.",
            "quantity-wrong-sign",
        ),
        (
            "The boat trip to the island costs 12 euros.",
            f"{FEE} The boat trip to the island costs 30 euros.",
            "quantity-wrong-context",
        ),
        (
            "The gardener waters the roses every morning.",
            "The caretaker waters the roses every morning.",
            "subject-conflict",
        ),
    ],
)
def test_4_the_evidence_says_otherwise(answer: str, evidence: str, reason: str) -> None:
    report = ask(answer, evidence)
    assert verdicts(report) == ["CONTRADICTED"], statuses(report)
    assert report.claims[0].reason_id == reason
    assert report.claims[0].support_score == 0.0
    assert report.outcome == Outcome.FAIL
    assert reason in reasons(report)


def test_5_a_quantity_that_nothing_holds_is_unsupported() -> None:
    report = ask("The clock tower has 88 narrow windows.", HOURS)
    assert verdicts(report) == ["UNSUPPORTED"]
    assert statuses(report) == [("88", "NOT_IN_EVIDENCE")]
    assert report.quantities[0].nearest is None
    assert report.outcome == Outcome.FAIL


def test_5_beside_a_value_of_the_same_subject_it_is_contradicted() -> None:
    report = ask("The clock tower has 88 narrow windows.", "The clock tower has 90 narrow windows.")
    assert verdicts(report) == ["CONTRADICTED"]
    assert statuses(report) == [("88", "NOT_IN_EVIDENCE")]
    nearest = report.quantities[0].nearest
    assert nearest is not None
    assert (nearest.value, nearest.ref.source_id, nearest.ref.text) == ("90", "s1", "90")
    assert report.outcome == Outcome.FAIL


def test_5_the_question_is_no_evidence() -> None:
    report = ask("The boat trip takes 45 minutes.", HOURS, question="Does the boat trip take 45 minutes?")
    assert statuses(report) == [("45 minutes", "FROM_QUESTION")]
    assert verdicts(report) == ["UNSUPPORTED"]
    assert report.outcome == Outcome.FAIL


def test_6_held_quantities_support_a_paraphrase() -> None:
    answer = "Grown-ups are charged an entrance price of 12 euros at the museum [1]."
    report = ask(answer, FEE)
    assert report.claims[0].match_ratio < ClaimPolicy().supported_ratio, "else this is no example of line 6"
    assert verdicts(report) == ["SUPPORTED"]
    assert report.outcome == Outcome.PASS


def test_6_a_quantity_found_just_anywhere_supports_nothing() -> None:
    report = ask("Penguins dive 12 times.", "Chapter three lists 12 recipes with almonds.")
    assert verdicts(report) != ["SUPPORTED"]
    assert report.outcome != Outcome.PASS


def test_7_enough_words_support() -> None:
    report = ask("The garden closes at dusk.", HOURS)
    assert verdicts(report) == ["SUPPORTED"]
    assert report.claims[0].match_ratio == 1.0
    assert [(ref.source_id, ref.page) for ref in report.claims[0].refs] == [("s1", 1)]
    assert report.outcome == Outcome.PASS


def test_8_too_few_words_go_to_review_and_never_fail() -> None:
    report = ask("Volcanic ash fertilizes distant vineyards.", HOURS)
    assert verdicts(report) == ["UNSUPPORTED"]
    assert [(row.reason_id, row.severity) for row in report.findings] == [("low-support", Severity.WARNING)]
    assert report.outcome == Outcome.REVIEW


def test_9_between_the_shares_nothing_is_held_against_a_claim() -> None:
    answer = "The garden opens early, and squirrels collect hazelnuts."
    alone = ask(answer, HOURS, claim_policy=HALF)
    assert verdicts(alone) == ["UNVERIFIABLE"]
    assert [(row.reason_id, row.severity) for row in alone.findings] == [("weak-support", Severity.INFO)]
    assert alone.outcome == Outcome.REVIEW, "no claim is supported"

    beside = ask(f"{answer} {FEE}", HOURS, FEE, claim_policy=HALF)
    assert verdicts(beside) == ["UNVERIFIABLE", "SUPPORTED"]
    assert beside.outcome == Outcome.PASS
    assert dict(beside.counts.claims) == {Verdict.SUPPORTED: 1, Verdict.UNVERIFIABLE: 1}


# ------------------------------------------------------------------------------------------ scope


def test_words_from_all_over_the_evidence_support_nothing() -> None:
    evidence = (
        "Ducks sleep early. Coffee is served inside. The gate is painted green. Music plays on Sundays. "
        "Ropes hang in the barn. Bread is baked daily. Children fly kites. The cellar stays cool. Dogs walk home."
    )
    report = ask("Ducks served green music ropes at home with kites and cool bread.", evidence)
    assert verdicts(report) != ["SUPPORTED"]
    assert report.outcome == Outcome.REVIEW


def test_cited_sources_support_jointly() -> None:
    report = ask("The museum ticket costs 12 euros and the garden closes at dusk [1][2].", FEE, HOURS)
    assert verdicts(report) == ["SUPPORTED"]
    assert {ref.source_id for ref in report.claims[0].refs} == {"s1", "s2"}
    assert report.outcome == Outcome.PASS


def test_a_marker_that_names_nothing_does_not_narrow_the_scope() -> None:
    report = ask("The museum ticket costs 12 euros for adults [9].", HOURS, FEE)
    assert verdicts(report) == ["SUPPORTED"]
    assert report.outcome == Outcome.FAIL
    assert reasons(report) == ["citation-out-of-range"]


@pytest.mark.parametrize(
    "answer",
    [
        "The museum ticket costs 12 euros for adults.",
        "The museum ticket costs 13 euros for adults.",
        "The garden opens early, and squirrels collect hazelnuts.",
        "The museum ticket costs 12 euros for adults [1]. The garden closes at dusk [2].",
    ],
)
def test_unrelated_sources_change_no_verdict(answer: str) -> None:
    unrelated = tuple(
        Source(f"u{number}", f"Lighthouse keepers number {word} polished lenses in {year}.")
        for number, (word, year) in enumerate([("forty", 1871), ("fifty", 1872), ("sixty", 1873)] * 5)
    )
    alone = verify(Request(answer, pieces(FEE, HOURS)))
    among = verify(Request(answer, pieces(FEE, HOURS) + unrelated))
    assert among.claims == alone.claims
    assert among.outcome == alone.outcome
    assert [quantity.status for quantity in among.quantities] == [quantity.status for quantity in alone.quantities]


@pytest.mark.parametrize(
    "answer",
    [
        "The museum ticket costs 12 euros for adults. The garden closes at dusk. Bicycles stay outside.",
        "The museum ticket costs 12 dollars for adults and the garden closes at ten.",
        "The leaflet does not mention guided tours.",
    ],
)
def test_order_of_the_evidence_does_not_matter(answer: str) -> None:
    sources = pieces(FEE, HOURS, "Bicycles stay outside the gate, and dogs are welcome.")
    seen = set()
    for order in permutations(sources):
        report = verify(Request(answer, order))
        statuses_seen = tuple(quantity.status for quantity in report.quantities)
        claims = tuple((claim.verdict, claim.reason_id, claim.match_ratio, claim.refs) for claim in report.claims)
        seen.add((report.outcome, claims, statuses_seen, report.support_score))
    assert len(seen) == 1


def test_same_request_gives_the_same_report() -> None:
    request = Request(f"{FEE} {HOURS} [2]", pieces(HOURS, FEE), question_text="What does it cost?")
    assert verify(request) == verify(request)


# ------------------------------------------------------------------------------------------ B2


def test_one_wrong_claim_fails_the_whole() -> None:
    report = ask(f"{HOURS} The museum ticket costs 13 euros for adults.", HOURS, FEE)
    assert report.outcome == Outcome.FAIL
    assert verdicts(report)[0] == "SUPPORTED"


def test_fail_comes_before_review_and_abstain() -> None:
    answer = "Volcanic ash fertilizes vineyards. The leaflet does not mention tours. The museum ticket costs 13 euros."
    report = ask(answer, HOURS, FEE)
    assert {"UNSUPPORTED", "ABSTENTION"} < set(verdicts(report))
    assert report.outcome == Outcome.FAIL


def test_review_comes_before_pass() -> None:
    report = ask(f"{FEE} Volcanic ash fertilizes distant vineyards.", FEE)
    assert verdicts(report) == ["SUPPORTED", "UNSUPPORTED"]
    assert report.outcome == Outcome.REVIEW


def test_nothing_but_talk_is_reviewed() -> None:
    report = ask("Hello! Which day would suit you?", FEE)
    assert set(verdicts(report)) == {"NOT_A_CLAIM"}
    assert report.outcome == Outcome.REVIEW


def test_no_sources_is_reviewed_and_said_once_a_claim() -> None:
    report = verify(Request(f"{FEE} {HOURS}"))
    assert report.outcome == Outcome.REVIEW
    assert [row.claim_index for row in report.findings if row.reason_id == "no-sources"] == [0, 1]


# ------------------------------------------------------------------------------------------ severities and waivers


def test_an_override_to_error_fails() -> None:
    override = (SeverityOverride("range-end", Severity.ERROR),)
    evidence, answer = "Delivery takes one to three days.", "Delivery takes three days."
    assert ask(answer, evidence).outcome == Outcome.PASS
    report = ask(answer, evidence, severity_overrides=override)
    assert [(row.reason_id, row.severity) for row in report.findings] == [("range-end", Severity.ERROR)]
    assert report.outcome == Outcome.FAIL


def test_an_override_to_warning_reviews() -> None:
    override = (SeverityOverride("citation-missing", Severity.WARNING),)
    report = ask(FEE, FEE, citation_policy=CitationPolicy(required=True), severity_overrides=override)
    assert report.outcome == Outcome.REVIEW
    assert dict(report.counts.findings) == {Severity.WARNING: 1}


def test_an_override_to_info_lets_pass() -> None:
    override = (SeverityOverride("citation-missing", Severity.INFO),)
    report = ask(FEE, FEE, citation_policy=CitationPolicy(required=True), severity_overrides=override)
    assert reasons(report) == ["citation-missing"]
    assert report.outcome == Outcome.PASS


def test_a_waived_finding_is_listed_and_does_not_count() -> None:
    required = CitationPolicy(required=True)
    request = Request(FEE + " " + HOURS, pieces(FEE, HOURS), config=Config(citation_policy=required))
    first, second = verify(request).findings
    assert first.finding_id != second.finding_id

    one = verify(
        Request(
            request.answer_text, request.sources, config=Config(citation_policy=required, waivers=(first.finding_id,))
        )
    )
    assert [row.waived for row in one.findings] == [True, False]
    assert one.outcome == Outcome.FAIL

    both = (first.finding_id, second.finding_id)
    none = verify(Request(request.answer_text, request.sources, config=Config(citation_policy=required, waivers=both)))
    assert [row.finding_id for row in none.findings] == list(both)
    assert none.outcome == Outcome.PASS


def test_finding_ids_do_not_depend_on_unit_or_view() -> None:
    answer = "Größe: the museum ticket costs 13 euros for adults [9]."
    ids = {
        tuple(row.finding_id for row in ask(answer, FEE, offset_unit=unit, view=view).findings)
        for unit in OffsetUnit
        for view in (View.FINDINGS, View.FULL)
    }
    assert len(ids) == 1
    assert all(ids)


def test_findings_are_sorted_by_span_then_check() -> None:
    answer = "The museum ticket costs 13 euros [9]. Volcanic ash fertilizes vineyards [1]. The leaflet costs 2 dollars."
    report = ask(answer, FEE, HOURS, citation_policy=CitationPolicy(required=True))
    order = [
        (
            row.answer_span is None,
            (row.answer_span.start, row.answer_span.end) if row.answer_span else (0, 0),
            row.check_id,
        )
        for row in report.findings
    ]
    assert len(order) >= 4
    assert order == sorted(order)
