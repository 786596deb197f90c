"""An answer that contradicts itself: amounts said twice, and sums."""

from __future__ import annotations

import pytest

import sidecar

# answer, evidence, the reasons and severities of the check that must come out.
FORMS = [
    ("Notice is ten (12) days.", "Notice is ten days.", [("amount-forms-differ", "ERROR")]),
    ("Notice is 12 (ten) days.", "Notice is ten days.", [("amount-forms-differ", "ERROR")]),
    # The evidence says the same: to be looked at, not to be failed.
    ("Notice is ten (12) days.", "Notice is ten (12) days.", [("amount-forms-differ", "WARNING")]),
    ("合同价为人民币壹佰万元整（¥1,200,000）。", "合同价为人民币壹佰万元整。", [("amount-forms-differ", "ERROR")]),
    ("大写壹佰万元整，小写：¥1,200,000。", "合同价为壹佰万元整。", [("amount-forms-differ", "ERROR")]),
    # The same amount, or no second form of it.
    ("Notice is ten (10) days.", "Notice is ten days.", []),
    ("合同价为人民币壹佰万元整（¥1,000,000）。", "合同价为人民币壹佰万元整。", []),
    ("Twelve (60%) of them came.", "Twelve (60%) of them came.", []),
    ("Three people (14 in all) came.", "Three people (14 in all) came.", []),
    ("Ten of 12 days were dry.", "Ten of 12 days were dry.", []),
    ("He was ten (born 1950).", "He was ten (born 1950).", []),
]
SUMS = [
    ("Rent was $300, food $200, travel $150, for a total of $700.", [("sum-differs", "ERROR")]),
    ("Rent was $300, food $200, travel $150, for a total of $650.", []),
    ("Rent was $300 in 2023 and $200 in 2024, totaling $600.", [("sum-differs", "ERROR")]),
    ("甲部12人，乙部15人，合计30人。", [("sum-differs", "ERROR")]),
    ("甲部12人，乙部15人，合计27人。", []),
    ("That is $4 + $5 = $10.", [("sum-differs", "ERROR")]),
    ("That is $4 + $5 = $9.", []),
    # Rounded to a tenth of a million each: 1.24 + 2.34 are 3.58, which rounds to 3.6.
    ("They paid $1.2 million and $2.3 million, totaling $3.6 million.", []),
    ("They paid $1.2 million and $2.3 million, totaling $3.8 million.", [("sum-differs", "ERROR")]),
    # Shares rounded to whole percents.
    ("Yes 33%, no 33%, unsure 33%, adding up to 100%.", []),
    # About so much, another unit, or a total of something that is not listed: nothing is said to sum up.
    ("Rent was $300, food about $200, for a total of $700.", []),
    ("12 contracts and 3 leases, totaling $5 million.", []),
    ("Rent was $300, food $200, and a total of $700 in the year.", []),
    # What stands before the parts is something else.
    ("Of $9,000, rent took $300 and food $200, for a total of $500.", []),
]


def reasons(answer: str, evidence: str) -> list[tuple[str, str]]:
    """Reason and severity of the findings about the answer's own amounts."""
    report = sidecar.verify(sidecar.Request(answer, (sidecar.Source("a", evidence),)))
    return [
        (finding.reason_id, finding.severity.name)
        for finding in report.findings
        if finding.reason_id in ("amount-forms-differ", "sum-differs")
    ]


@pytest.mark.parametrize(("answer", "evidence", "expected"), FORMS, ids=[row[0] for row in FORMS])
def test_an_amount_in_words_and_figures(answer: str, evidence: str, expected: list[tuple[str, str]]) -> None:
    assert reasons(answer, evidence) == expected


@pytest.mark.parametrize(("answer", "expected"), SUMS, ids=[row[0] for row in SUMS])
def test_parts_and_their_total(answer: str, expected: list[tuple[str, str]]) -> None:
    assert reasons(answer, "Nothing is said of amounts here.") == expected


def test_a_sum_that_the_evidence_states_too_is_looked_at() -> None:
    text = "甲部12人，乙部15人，合计30人。"
    assert reasons(text, text) == [("sum-differs", "WARNING")]
    report = sidecar.verify(sidecar.Request(text, (sidecar.Source("a", text),)))
    assert report.outcome == sidecar.Outcome.REVIEW
