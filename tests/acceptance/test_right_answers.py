"""Right answers that look wrong, each beside one that is: a false alarm costs as much as a miss."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from asking import ask, reasons

from sidecar import Outcome, Request, Source, verify

SUCCINATE = (
    "The succinate form of the drug works in the body for a day. However, the tartrate form of the drug does not "
    "stay in the blood for a day, as it is released at once."
)
NETTING = "Choose a netting that is nonflammable and safe to use around light bulbs."
STEPS = (
    "Lay the quilt flat. Fold the left corner to the middle. Fold the right corner to the middle. It has two layers."
)
FOLDING = "1. Lay the quilt flat.\n2. Fold the left corner to the middle.\n3. Fold the right corner to the middle.\n"


@dataclass(frozen=True, slots=True)
class Pair:
    """A right and a wrong answer to one piece of evidence."""

    id: str
    right: str
    wrong: str
    evidence: str
    question: str = ""


PAIRS = (
    Pair(
        "another sentence of the passage denies it too",
        "Tartrate is a form of the drug that does not stay in the blood for a day, while succinate works for a day.",
        "The succinate form of the drug does not work in the body for a day.",
        SUCCINATE,
    ),
    Pair(
        "what is denied is spoken of nowhere",
        "Make sure the netting is nonflammable and safe to use around light bulbs and doesn't entangle pigeons.",
        "Make sure the netting isn't nonflammable and safe to use around light bulbs.",
        NETTING,
    ),
    Pair(
        "a pronoun points at the subject",
        "This keeps the birds from reaching the spaces where they build their nests.",
        "The hawk keeps the birds from reaching the spaces where they build their nests.",
        "The netting keeps the birds from reaching the spaces where they build their nests.",
    ),
    Pair(
        "a verb for another is no subject",
        "This varies for each of the four types of grass.",
        "Tickets are sold to visitors during the match by guards at the northern gate.",
        "This is different for each of the four types of grass. Tickets are sold to visitors during the match by "
        "ushers at the northern gate.",
    ),
    Pair(
        "a count of the answer's own list",
        f"{FOLDING}\nSo the quilt is folded in three steps.",
        f"{FOLDING}\nSo the quilt has seven layers.",
        STEPS,
    ),
    Pair(
        "steps of the answer's own list",
        f"{FOLDING}4. Repeat step 2 and 3 for the other corners of the quilt.",
        f"{FOLDING}4. Repeat it 9 times for the other corners of the quilt.",
        STEPS,
    ),
    Pair(
        "a quotation of the question",
        'The answer to "Where does form 1099 go on the 1040?" is:\n\nIt goes on Schedule C.',
        "It goes on line 12 of the 1040 on page 77 dollars.",
        "It goes on Schedule C.",
        "Where does form 1099 go on the 1040?",
    ),
    Pair(
        "a month that stands without a date",
        "The high in July is 69 degrees.",
        "The high in June is 69 degrees.",
        "The July high is 69 degrees.",
    ),
    Pair(
        "months in brackets behind their values",
        "The average temperature in Sausalito ranges from 50°F (December) to 58°F (September).",
        "The average temperature in Sausalito ranges from 51°F (December) to 58°F (September).",
        "The highest average temperature in Sausalito for September is 58 degrees. The lowest average temperature in "
        "Sausalito for December is 50 degrees.",
    ),
    Pair(
        "a bare number in the sentence of the claim's month",
        "The lowest temperature is 43°F in January.",
        "The lowest temperature is 44°F in January.",
        "The lowest temperature in December is 50 degrees. The January lowest is 43.",
    ),
    Pair(
        "a scale behind the brackets of a loss",
        "Net cash was $(71) million.",
        "Net cash was $(71) thousand.",
        "Net cash was -$71 million.",
    ),
    Pair(
        "days that share a month",
        "The fair ran in Rouen from 12 to 18 April 2015.",
        "The fair ran in Rouen from 13 to 19 April 2015.",
        "The fair in Rouen, 12-18 April 2015Visitors: 900",
    ),
)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.id)
def test_right_answers_do_not_fail(pair: Pair) -> None:
    report = ask(pair.right, pair.evidence, question=pair.question)
    assert report.outcome != Outcome.FAIL, reasons(report)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.id)
def test_wrong_ones_beside_them_do(pair: Pair) -> None:
    assert ask(pair.wrong, pair.evidence, question=pair.question).outcome == Outcome.FAIL


def test_an_abstract_noun_that_stands_nowhere_is_for_a_reader() -> None:
    """It may say in other words what the evidence says; a name does not."""
    evidence = "The colonists protested against the tax, and the protests led to war in the American colonies."
    noun = ask("The protests of the colonists led to the American Revolution in the colonies.", evidence)
    assert (noun.outcome, reasons(noun)) == (Outcome.REVIEW, ["entity-not-in-evidence"])
    name = ask("The protests of the colonists led Samuel Whitfield to war in the colonies.", evidence)
    assert name.outcome == Outcome.FAIL


def test_a_lead_in_may_count_what_follows() -> None:
    report = ask(f"Fold the quilt in three easy steps:\n\n{FOLDING}", STEPS)
    assert report.claims[0].kind == "lead-in"
    assert report.outcome == Outcome.PASS


RENT = "The monthly rent is $4,250. The deposit is $5,000."


@pytest.mark.parametrize("answer", ["$4,250", "4,250", "It is $4,250."])
def test_a_bare_value_is_held_against_the_sentence_that_answers_the_question(answer: str) -> None:
    report = ask(answer, RENT, question="How much is the deposit?")
    assert (report.outcome, reasons(report)) == (Outcome.FAIL, ["quantity-wrong-context"])
    assert [ref.text for ref in report.findings[0].refs] == ["$5,000", "$4,250"]


@pytest.mark.parametrize(
    ("answer", "evidence", "question"),
    [
        ("$5,000", RENT, "How much is the deposit?"),
        ("$4,250", RENT, "How much is it?"),  # nothing is asked for by name
        ("$4,250", RENT, "How much is the rent and the deposit?"),  # no sentence has both
        ("$900", "The deposit is $500 for a cat. It is $900 for a dog.", "What is the deposit?"),  # goes on behind it
        ("$900", "The deposit of 2022 was $900. The deposit is $500.", "What is the deposit?"),
    ],
)
def test_a_bare_value_passes_where_none_is_plainly_given_instead(answer: str, evidence: str, question: str) -> None:
    assert ask(answer, evidence, question=question).outcome == Outcome.PASS


@pytest.mark.parametrize(
    "answer",
    [
        "I couldn't find the text of the relocation policy; the index only lists its title.",
        "The documents do not mention parking, but they only mention the garden.",
        "资料中没有提到停车位，但只列出了花园的开放时间。",
    ],
)
def test_how_little_the_evidence_has_belongs_to_an_abstention(answer: str) -> None:
    assert ask(answer, "Index: relocation policy, p. 4").outcome == Outcome.ABSTAIN


def test_members_of_closed_sets_are_written_as_their_names() -> None:
    assert (str(Outcome.FAIL), f"{Outcome.FAIL:>6}", Outcome.FAIL == 2) == ("FAIL", "  FAIL", True)


def test_a_list_of_sources_is_refused_with_what_to_write() -> None:
    with pytest.raises(TypeError, match=r"write tuple\(sources\)"):
        verify(Request("It is dusk.", [Source("s", "Dusk.")]))  # type: ignore[arg-type]  # the wrong type is the case


UNITS = "Revenue of the software unit was $4.2 million. Revenue of the hardware unit was $3.1 million."


def test_a_sentence_with_every_word_of_the_claim_has_its_value() -> None:
    assert reasons(ask("Revenue of the hardware unit was $4.2 million.", UNITS)) == ["quantity-wrong-context"]
    assert ask("Revenue of the hardware unit was $3.1 million.", UNITS).outcome == Outcome.PASS
    assert ask("Revenue of the unit was $4.2 million.", UNITS).outcome == Outcome.PASS  # both have every word


def test_what_is_denied_may_be_a_word_with_an_opposite() -> None:
    evidence = "Subletting is not permitted without consent."
    assert reasons(ask("Subletting is permitted.", evidence)) == ["polarity-conflict"]
    assert ask("Subletting is permitted with consent.", evidence).outcome == Outcome.PASS


@pytest.mark.parametrize("question", ["保修期是多久？", "保修期有多久？", "保修期为多长时间？"])
def test_how_long_asks_for_a_value(question: str) -> None:
    report = ask("合同未约定保修期。", "保修期为24个月，自验收之日起算。", question=question)
    assert reasons(report) == ["false-abstention"]


def test_numbers_of_glyphs_are_no_text() -> None:
    report = ask("The rent is 900 euros.", "(cid:12)(cid:45)(cid:3)(cid:188) (cid:91)(cid:12)")
    assert (report.outcome, reasons(report)[0]) == (Outcome.REVIEW, "unreadable-sources")
    assert ask("The rent is 900 euros.", "The rent (cid:3) is 900 euros.").outcome == Outcome.PASS


RENTED = "The monthly rent is $1,500, due on the fifth day of each month. The tenant pays a deposit of $3,000."


def test_words_between_two_values_are_parted_by_the_and_between_them() -> None:
    wrong = ask("The deposit is $1,500 and the rent is $3,000.", RENTED)
    assert reasons(wrong) == ["quantity-wrong-context", "quantity-wrong-context"]
    assert ask("The rent is $1,500 and the deposit is $3,000.", RENTED).outcome == Outcome.PASS
    assert ask("Tenants pay $3,000 in deposit and $1,500 in rent.", RENTED).outcome == Outcome.PASS


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        ("Rent is due on the 5th of every month, not on the 1st.", RENTED),
        ("The deposit is $3,000 rather than $2,000.", RENTED),
        ("押金是3000元，而不是2000元。", "押金为3000元。"),
    ],
)
def test_a_value_that_is_denied_need_not_stand_anywhere(answer: str, evidence: str) -> None:
    assert ask(answer, evidence).outcome == Outcome.PASS


def test_a_bound_is_no_denial_of_its_value() -> None:
    assert ask("The deposit is not more than $2,000.", RENTED).outcome == Outcome.FAIL


def test_a_short_denial_of_what_is_said_is_a_conflict() -> None:
    evidence = "Pets are allowed in the garden."
    assert reasons(ask("No, pets are not allowed.", evidence)) == ["polarity-conflict"]
    assert ask("Pets are allowed.", evidence).outcome == Outcome.PASS


def test_a_greeting_of_one_word_is_no_claim() -> None:
    assert ask("Hi! The deposit is $3,000.", RENTED).outcome == Outcome.PASS
    assert ask("您好！押金为3000元。", "押金为3000元。").outcome == Outcome.PASS


def test_a_footnote_that_names_a_file_and_a_page_is_no_claim() -> None:
    report = ask("The deposit is $3,000 [^1].\n\n[^1]: lease.pdf, p. 3", RENTED)
    assert (report.outcome, [claim.kind for claim in report.claims]) == (Outcome.PASS, ["claim", "citation-only"])
    claim = ask("The deposit is $3,000 [^1].\n\n[^1]: The rent is $9, see lease.pdf", RENTED)
    assert claim.outcome == Outcome.FAIL
