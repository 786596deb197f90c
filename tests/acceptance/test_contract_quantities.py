"""The statuses of quantities (CONTRACT §5), each with examples; data: quantity_statuses.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from asking import ask, reasons, statuses, verdicts

from sidecar import Config, Outcome, QuantityPolicy, Request, Source, Verdict, verify
from sidecar.model import LikelyCause, QuantityStatus, Severity

CASES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("quantity_statuses.toml").read_text(encoding="utf-8")
)["case"]
WRONG = {"WRONG_UNIT", "WRONG_SIGN", "WRONG_CONTEXT", "WRONG_SOURCE", "NOT_IN_EVIDENCE", "FROM_QUESTION"}
TICKET = "The museum ticket costs 12 euros for adults."
TRIP = "The boat trip to the island costs 30 euros."


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["says"])
def test_status(case: dict[str, Any]) -> None:
    report = ask(case["answer"], case["evidence"])
    rows = [row for row in statuses(report) if row[1] != "IGNORED"]
    assert [text for text, _ in rows] == [text for text, _ in case["quantities"]]
    for (text, status), (_, allowed) in zip(rows, case["quantities"], strict=True):
        assert status in allowed.split("|"), f"{text} is {status}"
    assert (report.outcome == Outcome.FAIL) == any(status in WRONG for _, status in rows), reasons(report)
    for reason in case.get("reasons", []):
        assert reason in reasons(report)


def test_place_of_the_value_is_given() -> None:
    report = ask("The boat trip to the island costs 30 euros.", TICKET, TRIP)
    (quantity,) = report.quantities
    (ref,) = quantity.refs
    assert (ref.source_id, ref.page, ref.text) == ("s2", 2, "30 euros")
    assert quantity.claim_index == 0
    assert (quantity.kind, quantity.value, quantity.unit) == ("money", "30", "EUR")


@pytest.mark.parametrize(
    "evidence", [(f"{TICKET} {TRIP}",), (TICKET, TRIP), (TRIP, TICKET)], ids=["one", "two", "turned"]
)
def test_a_value_of_something_else_is_wrong_context(evidence: tuple[str, ...]) -> None:
    report = ask("The boat trip to the island costs 12 euros.", *evidence)
    assert statuses(report) == [("12 euros", "WRONG_CONTEXT")]
    assert verdicts(report) == ["CONTRADICTED"]
    (quantity,) = report.quantities
    assert {ref.text for ref in quantity.refs} >= {"12 euros"}, "where the value stands"
    assert quantity.nearest is not None
    assert (quantity.nearest.value, quantity.nearest.ref.text) == ("30", "30 euros")


LEASE = (
    "The tenant shall pay a deposit of 1,200 euros within 14 days of signing. The landlord returns the deposit within "
    "30 days after the keys are handed back. The rent is 850 euros per month. A parking space costs 60 euros per month."
)
SHOP = (
    "本店支持七天无理由退货。平台收到退货后四十八小时内完成审核。退款将在一至三个工作日内到账。"
    "会员每单可获得50积分，普通用户每单可获得20积分。"
)


SWAPS = (
    (LEASE, "The deposit is 1,200 euros.", "The deposit is 850 euros."),
    (LEASE, "The rent is 850 euros per month.", "The rent is 60 euros per month."),
    (LEASE, "A parking space costs 60 euros per month.", "A parking space costs 850 euros per month."),
    (LEASE, "The deposit is due within 14 days of signing.", "The deposit is due within 30 days of signing."),
    (LEASE, "The landlord returns the deposit within 30 days.", "The landlord returns the deposit within 14 days."),
    (LEASE, "- Rent: 850 euros per month", "- Rent: 1,200 euros"),
    (LEASE, "- Deposit: 1,200 euros", "- Deposit: 850 euros per month"),
    (LEASE, "| item | sum |\n|---|---|\n| Rent | 850 euros |", "| item | sum |\n|---|---|\n| Rent | 1,200 euros |"),
    (SHOP, "审核需要四十八小时。", "审核需要一至三个工作日。"),
    (SHOP, "退款一至三个工作日内到账。", "退款四十八小时内到账。"),
    (SHOP, "支持七天无理由退货。", "支持四十八小时无理由退货。"),
    (SHOP, "会员每单可获得50积分。", "会员每单可获得20积分。"),
    (SHOP, "- 审核：48小时", "- 审核：1-3个工作日"),
    (SHOP, "| 项目 | 时间 |\n|---|---|\n| 退款 | 一至三个工作日 |", "| 项目 | 时间 |\n|---|---|\n| 退款 | 48小时 |"),
)
"""The commonest slip: a value of the same page that belongs to something else."""


@pytest.mark.parametrize(("source", "right"), [row[:2] for row in SWAPS], ids=[row[1] for row in SWAPS])
def test_value_of_its_own_subject_passes(source: str, right: str) -> None:
    report = ask(right, source)
    assert report.outcome == Outcome.PASS, (statuses(report), reasons(report))


@pytest.mark.parametrize(("source", "swapped"), [row[::2] for row in SWAPS], ids=[row[2] for row in SWAPS])
def test_value_of_another_subject_fails(source: str, swapped: str) -> None:
    report = ask(swapped, source)
    assert report.outcome == Outcome.FAIL, (statuses(report), reasons(report))
    assert [status for _, status in statuses(report)][-1] in ("WRONG_CONTEXT", "WRONG_UNIT")


def test_wrong_source_does_not_lower_the_claim() -> None:
    report = ask("The boat trip to the island costs 30 euros [1].", TICKET, TRIP)
    assert statuses(report) == [("30 euros", "WRONG_SOURCE")]
    assert verdicts(report) == ["SUPPORTED"]
    assert [ref.source_id for ref in report.quantities[0].refs] == ["s2"]
    assert report.outcome == Outcome.FAIL
    finding = next(row for row in report.findings if row.reason_id == "quantity-wrong-source")
    assert (finding.severity, finding.likely_cause) == (Severity.ERROR, LikelyCause.CITATION)


@pytest.mark.parametrize(
    ("answer", "evidence", "cause"),
    [
        ("The boat trip to the island costs 35 euros.", TRIP, LikelyCause.GENERATION),
        ("The clock tower has 88 narrow windows.", TICKET, LikelyCause.RETRIEVAL),
    ],
)
def test_likely_cause_is_what_the_evidence_says_of_it(answer: str, evidence: str, cause: LikelyCause) -> None:
    report = ask(answer, evidence)
    (finding,) = [row for row in report.findings if row.reason_id == "quantity-not-in-evidence"]
    assert finding.likely_cause == cause


@pytest.mark.parametrize(
    ("answer", "evidence", "policy", "status"),
    [
        ("Turnout was 85 %.", "Turnout was 85.19 %.", QuantityPolicy(), QuantityStatus.ROUNDED),
        (
            "Turnout was 85 %.",
            "Turnout was 85.19 %.",
            QuantityPolicy(allow_rounding=False),
            QuantityStatus.NOT_IN_EVIDENCE,
        ),
        ("The review takes 2 days.", "The review takes 48 hours.", QuantityPolicy(), QuantityStatus.CONVERTED),
        (
            "The review takes 2 days.",
            "The review takes 48 hours.",
            QuantityPolicy(allow_conversion=False),
            QuantityStatus.NOT_IN_EVIDENCE,
        ),
        (
            "The review takes 2 days.",
            "The review takes two days.",
            QuantityPolicy(False, False, False),
            QuantityStatus.SUPPORTED,
        ),
    ],
)
def test_policy(answer: str, evidence: str, policy: QuantityPolicy, status: QuantityStatus) -> None:
    report = ask(answer, evidence, quantity_policy=policy)
    assert [quantity.status for quantity in report.quantities] == [status]
    assert (report.outcome == Outcome.PASS) == (status != QuantityStatus.NOT_IN_EVIDENCE)


def test_a_number_of_the_question_is_told_apart() -> None:
    report = ask("The fine is 75 euros.", "The pool opens at noon.", question="Is the fine 75 euros?")
    assert statuses(report) == [("75 euros", "FROM_QUESTION")]
    assert reasons(report)[0] == "quantity-from-question"
    assert report.claims[0].verdict == Verdict.UNSUPPORTED


def test_a_number_of_the_question_that_the_evidence_holds_is_supported() -> None:
    report = ask("The fine is 75 euros.", "The fine for late returns is 75 euros.", question="Is the fine 75 euros?")
    assert statuses(report) == [("75 euros", "SUPPORTED")]
    assert report.outcome == Outcome.PASS


def test_each_occurrence_has_its_row() -> None:
    report = ask(
        "Adults pay 12 euros. Children pay 12 euros as well.", "Adults pay 12 euros, and children pay 12 euros."
    )
    assert statuses(report) == [("12 euros", "SUPPORTED")] * 2
    assert [quantity.claim_index for quantity in report.quantities] == [0, 1]
    assert report.quantities[0].answer_span.end <= report.quantities[1].answer_span.start
    assert dict(report.counts.quantities) == {QuantityStatus.SUPPORTED: 2}


def test_numbers_are_exact() -> None:
    report = ask("The mass is 0.1000000000000000055 kg.", "The mass is 0.1 kg.")
    assert statuses(report) == [("0.1000000000000000055 kg", "NOT_IN_EVIDENCE")]


@pytest.mark.parametrize(
    ("tolerance", "answer", "evidence", "status"),
    [
        ("0", "Revenue was 1,010 dollars [1].", "Revenue was 1,000 dollars.", "NOT_IN_EVIDENCE"),
        ("0.01", "Revenue was 1,010 dollars [1].", "Revenue was 1,000 dollars.", "ROUNDED"),  # the bound itself
        ("0.0099999", "Revenue was 1,010 dollars [1].", "Revenue was 1,000 dollars.", "NOT_IN_EVIDENCE"),
        ("0.01", "Revenue was 990 dollars [1].", "Revenue was 1,000 dollars.", "ROUNDED"),
        ("0.01", "Revenue was 1,000 dollars [1].", "Revenue was 1,000 dollars.", "SUPPORTED"),
        ("0.01", "营业收入为1010元[1]。", "营业收入为1000元。", "ROUNDED"),
        ("0.5", "Revenue was 1,010 euros [1].", "Revenue was 1,000 dollars.", "NOT_IN_EVIDENCE"),
        ("0.5", "Revenue was -1,000 dollars [1].", "Revenue was 1,000 dollars.", "WRONG_SIGN"),
        ("0.5", "The fair was in 2024 [1].", "The fair was in 2023.", "NOT_IN_EVIDENCE"),  # years are no measures
    ],
)
def test_a_relative_tolerance_holds_values_of_the_same_unit(
    tolerance: str, answer: str, evidence: str, status: str
) -> None:
    config = Config(quantity_policy=QuantityPolicy(relative_tolerance=tolerance))
    report = verify(Request(answer, (Source("1", evidence),), config=config))
    assert [quantity.status.name for quantity in report.quantities] == [status]


@pytest.mark.parametrize(
    ("evidence", "answer", "outcome"),
    [
        ("The work ran from 2019 to 2021. The deed was signed on 2 August 2021.", "17 August 2021", Outcome.FAIL),
        ("The work ran from 2019 to 2021. The deed was signed on 2 August 2021.", "2 August 2021", Outcome.PASS),
        ("The deed was signed between March 2019 and May 2021.", "March 2021", Outcome.FAIL),
    ],
)
def test_a_day_is_no_end_of_a_range_of_years(evidence: str, answer: str, outcome: Outcome) -> None:
    report = ask(f"The deed was signed on {answer}.", evidence)
    assert report.outcome == outcome, reasons(report)


def test_a_chinese_day_is_no_end_of_a_range_of_years() -> None:
    report = ask("合同于2021年8月17日签署。", "项目于2019年至2021年进行。合同于2021年8月2日签署。")
    assert report.outcome == Outcome.FAIL


@pytest.mark.parametrize(
    ("evidence", "answer", "status"),
    [
        ("The margin was 3.5% in Asia.", "The margin in Asia was 4%.", "ROUNDED"),
        ("The margin was 3.5% in Europe. The margin was 6.2% in Asia.", "The margin in Asia was 4%.", "WRONG_CONTEXT"),
        ("The dose is 2 mg for adults. The dust level was 0.5 mg.", "The dose for adults is 1 mg.", "WRONG_CONTEXT"),
        ("The fee for members is $4.50. The fee for guests is $9.", "The fee for guests is $5.", "WRONG_CONTEXT"),
        ("成人剂量为2毫克。儿童剂量为0.5毫克。", "成人剂量为1毫克。", "WRONG_CONTEXT"),
    ],
)
def test_a_coarsely_rounded_value_gives_way_to_one_nearer_to_the_words(evidence: str, answer: str, status: str) -> None:
    assert statuses(ask(answer, evidence))[0][1] == status
