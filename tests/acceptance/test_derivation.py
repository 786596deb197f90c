"""Figures computed from the evidence: DERIVED with formula and places, or for review where chance does as well."""

from __future__ import annotations

import pytest
from asking import ask, reasons, statuses

from sidecar import Outcome, QuantityPolicy
from sidecar.model import CoverageState, QuantityStatus

TABLE = (
    " | 2020 | 2021 | 2022\n"
    "Timber sales | 4,120 | 4,635 | 5,191\n"
    "Boat repairs | 871 | 904 | 1,263\n"
    "Harbor fees | 2,318 | 2,297 | 2,406"
)
PROSE = "The harbor earned 4,635 euros from timber in 2021. It earned 4,120 euros from timber in 2020."
ZH = " | 2020年 | 2021年\n木材销售收入 | 4120 | 4635\n船只维修收入 | 871 | 904"


@pytest.mark.parametrize(
    ("question", "answer", "formula"),
    [
        ("What was the change in timber sales from 2020 to 2021?", "515", "4635 - 4120"),
        ("What was the percentage change in timber sales from 2020 to 2021?", "12.5%", "(4635 - 4120) / 4120 * 100"),
        ("What were the average boat repairs from 2020 to 2022?", "1012.67", "(871 + 904 + 1263) / 3"),
        ("What is the sum of boat repairs in 2020 and 2021?", "1,775", "871 + 904"),
        ("What is the ratio of timber sales to harbor fees in 2022?", "2.158", "5191 / 2406"),
        ("What percentage of timber sales were boat repairs in 2022?", "24.331%", "1263 / 5191 * 100"),
        ("What was the change in harbor fees between 2020 and 2021?", "-21", "2297 - 2318"),
    ],
)
def test_a_bare_answer_is_computed_as_asked(question: str, answer: str, formula: str) -> None:
    report = ask(answer, TABLE, question=question)
    (quantity,) = report.quantities
    assert quantity.status == QuantityStatus.DERIVED
    assert quantity.derivation is not None
    assert quantity.derivation.formula == formula
    assert all(ref.source_id == "s1" for ref in quantity.derivation.operands)
    assert report.outcome == Outcome.PASS


@pytest.mark.parametrize(
    ("answer", "formula"),
    [
        ("Timber sales rose by 12.5 % from 2020 to 2021.", "(4635 - 4120) / 4120 * 100"),
        ("Timber sales increased by 515 from 2020 to 2021.", "4635 - 4120"),
        ("Timber sales and boat repairs totaled 5,539 together in 2021.", "4635 + 904"),
    ],
)
def test_a_sentence_that_names_the_computation(answer: str, formula: str) -> None:
    report = ask(answer, TABLE)
    derived = [quantity for quantity in report.quantities if quantity.status == QuantityStatus.DERIVED]
    assert [quantity.derivation.formula for quantity in derived if quantity.derivation] == [formula]
    assert report.outcome == Outcome.PASS, reasons(report)


def test_chinese() -> None:
    report = ask("2021年木材销售收入同比增长12.5%。", ZH)
    assert statuses(report)[-1] == ("12.5%", "DERIVED")
    assert report.outcome == Outcome.PASS


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was the change in timber sales from 2020 to 2021?", "525"),
        ("What was the percentage change in timber sales from 2020 to 2021?", "13.5%"),
        ("What was the change in timber sales from 2020 to 2021?", "-515"),
        ("What was the change in timber sales from 2020 to 2021?", "33"),  # boat repairs
        ("What were the average boat repairs from 2020 to 2022?", "887.5"),  # two of the three years
    ],
)
def test_a_wrong_figure_is_never_derived(question: str, answer: str) -> None:
    report = ask(answer, TABLE, question=question)
    assert [status for _, status in statuses(report)] != ["DERIVED"]
    assert report.outcome != Outcome.PASS


def test_an_operand_is_no_answer_to_a_question_for_a_computation() -> None:
    report = ask("4,635", TABLE, question="What was the change in timber sales from 2020 to 2021?")
    assert statuses(report) == [("4,635", "UNVERIFIABLE")]
    assert report.outcome == Outcome.REVIEW


def test_what_chance_may_have_made_goes_to_review_with_its_formula() -> None:
    report = ask("33", TABLE, question="What was the change in timber sales from 2020 to 2021?")
    (finding,) = [row for row in report.findings if row.check_id == "derivation"]
    assert finding.reason_id == "derivation-unverifiable"
    assert "904 - 871" in finding.message
    assert [ref.text for ref in finding.refs] == ["904", "871"]
    assert report.outcome == Outcome.REVIEW


def test_scales_of_the_table_count() -> None:
    table = "(in thousands) | 2020 | 2021\nTimber sales | 4,120 | 4,635"
    report = ask("515 thousand", table, question="What was the change in timber sales from 2020 to 2021?")
    assert statuses(report) == [("515 thousand", "DERIVED")]


def test_a_value_that_stands_there_is_not_derived() -> None:
    report = ask("Boat repairs were 904 in 2021.", TABLE)
    assert statuses(report)[0] == ("904", "SUPPORTED")
    assert report.quantities[0].derivation is None


def test_policy_switches_it_off() -> None:
    question = "What was the change in timber sales from 2020 to 2021?"
    report = ask("515", TABLE, question=question, quantity_policy=QuantityPolicy(allow_derivation=False))
    assert statuses(report) == [("515", "NOT_IN_EVIDENCE")]
    other = ask("515", TABLE, question=question, check_ids=("quantities",))
    assert statuses(other) == [("515", "NOT_IN_EVIDENCE")]


def test_operands_come_from_the_cited_sources() -> None:
    report = ask("Timber sales rose by 12.5 % from 2020 to 2021 [2].", TABLE, "Nothing was sold.")
    assert statuses(report)[0][1] != "DERIVED"


def test_many_values_are_searched_within_a_bound() -> None:
    rows = "\n".join(
        f"Timber sales {number} | {number * 977 % 8999 + 1000} | {number * 613 % 8999 + 1000}" for number in range(300)
    )
    report = ask("The timber sales rose by 3.71 %.", " | 2020 | 2021\n" + rows)
    states = {row.check_id: row.state for row in report.coverage}
    assert states["derivation"] == CoverageState.TRUNCATED
    assert report.outcome != Outcome.PASS


SALES = "Timber sales were €48.2 million in 2023, up from €41.9 million in 2022."
SALES_ZH = "2023年木材收入48.2亿元，2022年为41.9亿元。"


@pytest.mark.parametrize(
    ("evidence", "answer", "status"),
    [
        (SALES, "Timber sales rose 15%.", "DERIVED"),
        (SALES, "Timber sales rose by €6.3 million in 2023.", "DERIVED"),
        (SALES, "Timber sales fell 15%.", "NOT_IN_EVIDENCE"),
        (SALES, "Timber sales rose 18%.", "NOT_IN_EVIDENCE"),
        (SALES, "Wages rose 15%.", "NOT_IN_EVIDENCE"),
        ("Timber sales were €48.2 million, up from €41.9 million.", "Timber sales rose 15%.", "UNVERIFIABLE"),
        (
            "Timber sales were €48.2 million in 2023. Timber sales were €41.9 million in 2022.",
            "Timber sales rose 15%.",
            "UNVERIFIABLE",
        ),
        (SALES_ZH, "木材收入同比增长15%。", "DERIVED"),
        (SALES_ZH, "木材收入同比下降15%。", "NOT_IN_EVIDENCE"),
    ],
)
def test_two_values_of_a_sentence_and_their_years(evidence: str, answer: str, status: str) -> None:
    assert statuses(ask(answer, evidence))[0][1] == status


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("Harbor fees fell by 21 from 2020 to 2021.", Outcome.PASS),
        ("Harbor fees rose by 21 from 2020 to 2021.", Outcome.FAIL),
        ("Timber sales fell by 12.5 % from 2020 to 2021.", Outcome.FAIL),
    ],
)
def test_a_computed_change_has_the_direction_that_the_claim_names(answer: str, outcome: Outcome) -> None:
    report = ask(answer, TABLE)
    assert report.outcome == outcome, reasons(report)
