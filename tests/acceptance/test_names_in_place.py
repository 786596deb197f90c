"""A name that the evidence knows, in the place of another one."""

from __future__ import annotations

import pytest
from asking import ask, reasons

from sidecar import Outcome
from sidecar.model import OffsetUnit

BOARD = (
    "The founder of the shipping company Norddal is Maria Weber, who sold the old harbor in the spring. "
    "The lighthouse was designed by the architect Peter Stone in the same year."
)

# An answer, the name in it, and the name in whose place it stands.
SURE = (
    (
        "The founder of the shipping company Norddal is Peter Stone, who sold the old harbor in the spring.",
        "Peter Stone",
        "Maria Weber",
    ),
    ("The lighthouse was designed by the architect Maria Weber in the same year.", "Maria Weber", "Peter Stone"),
)
# Less of the claim is there, or only few words beside the name: somebody has to look.
DOUBTFUL = (
    (
        "The tall lighthouse at the mouth of the river, painted white, was the work of the architect Maria Weber.",
        "Maria Weber",
        "Peter Stone",
    ),
)
# Pairs of an answer and its evidence.
RIGHT = (
    # both, in another order, or one of a list
    ("The leaders met in Geneva in the spring.", "The leaders met in Moscow, Geneva and Paris in the spring."),
    ("The leaders met in Geneva and Moscow.", "The leaders met in Moscow and Geneva in the spring."),
    ("The treaty was signed by Stone.", "The treaty was signed by Weber and Stone in the spring."),
    # one name, written otherwise
    ("It was the first test of the United States.", "It was the first test of the US. The United States is large."),
    ("The old harbor was sold by Weber to the city.", "The old harbor was sold by Maria Weber to the city."),
    ("The fee is to be paid by the Russian bank.", "The fee is to be paid by the bank of Russia. Russian law is old."),
    # a term that is defined for the name, in either direction
    (
        "The goods are to be delivered to the Buyer in the spring.",
        "Norddal Shipping (the “Buyer”) is a company. The goods are to be delivered to Norddal Shipping in the spring.",
    ),
    (
        "The goods are to be delivered to Norddal Shipping in the spring.",
        'Norddal Shipping ("Buyer") is a company. The goods are to be delivered to the Buyer in the spring.',
    ),
    # the company may be called by its name
    (
        "The head of the board of Norddal is ill.",
        "Norddal is new. The head of the board of the Company is ill.",
    ),
    # a command starts with a capital too
    ("Close the old gate of the harbor in the spring.", "Shut the old gate of the harbor in the spring. Close it."),
    # the same words stand around the name elsewhere
    (
        "The old harbor was sold by Stone.",
        "The old harbor was sold by Weber at first. Then the old harbor was sold by Stone.",
    ),
)


@pytest.mark.parametrize(("answer", "name", "other"), SURE)
def test_a_name_in_anothers_place_contradicts(answer: str, name: str, other: str) -> None:
    report = ask(answer, BOARD)
    finding = next(row for row in report.findings if row.reason_id == "entity-conflict")
    assert (report.outcome, finding.severity.name) == (Outcome.FAIL, "ERROR")
    assert (answer[finding.answer_span.start : finding.answer_span.end], finding.refs[0].text) == (name, other)


@pytest.mark.parametrize(("answer", "name", "other"), DOUBTFUL)
def test_with_less_around_it_somebody_has_to_look(answer: str, name: str, other: str) -> None:
    report = ask(answer, BOARD)
    finding = next(row for row in report.findings if row.reason_id == "entity-conflict")
    assert (report.outcome, finding.severity.name) == (Outcome.REVIEW, "WARNING")
    assert (answer[finding.answer_span.start : finding.answer_span.end], finding.refs[0].text) == (name, other)


@pytest.mark.parametrize(("answer", "evidence"), RIGHT)
def test_right_names_are_left_alone(answer: str, evidence: str) -> None:
    assert "entity-conflict" not in reasons(ask(answer, evidence, offset_unit=OffsetUnit.CODE_POINTS))


def test_what_an_uncited_source_says_of_another_name_is_out_of_scope() -> None:
    here = "The founder of the old shipping company is Maria Weber, who lives at the harbor."
    there = "The founder of the old shipping company is Peter Stone, who lives at the harbor."
    said = "The founder of the old shipping company is Peter Stone, who lives in the city of Lisbon"
    assert "entity-conflict" not in reasons(ask(f"{said} [2].", here, there))
    assert "entity-conflict" in reasons(ask(f"{said} [1].", here, there))
