"""What counts as "nothing was found", row by row; "row" ids keep the number of the case they stand for."""

from __future__ import annotations

import pytest

from sidecar import Outcome, Report, Request, Source, StructuredAnswer, StructuredClaim, Verdict, verify
from sidecar.model import AnswerKind, Vote

EVIDENCE = "The shelter keeps 5 dogs and a parrot. The word not found. is painted on the door."
ABSTENTIONS = {
    "row 188": "Not found.",
    "row 189": "Not found in the passage",
    "row 190": "The answer is not found in the text.",
    "row 191": "I could not find this information in the passage.",
    "row 192": "No information available.",
    "row 193": "N/A",
    "row 194": "I don't know.",
    "row 194 typographic": "I don’t know.",
    "row 250 a": "The passage does not provide this information.",
    "row 250 b": "There is no answer to this question in the text.",
    "row 250 c": "The document does not mention it.",
    "row 250 d": "It is not possible to answer from the given context.",
    "row 250 e": "The requested information is not available.",
    "row 213": '"Not Found."',
    "row 213 typographic": "“Not Found.”",
    "row 214": "**Not Found**",
    "row 215": "Answer: Not Found",
    "row 216": "Not  Found",
    "row 245": "'Not Found.'",
    "zh a": "文中没有提到相关内容。",
    "zh b": "根据所给资料，无法回答该问题。",
    "zh c": "未找到相关信息。",
    "zh d": "我不知道。",
}
ANSWERS = {
    "row 195": ("Not foundational, but key research.", "The study was called key research, though not foundational."),
    "row 198": ("No, it does not.", "The fee does not include breakfast."),
    "row 199": ("Yes, they do.", "Members do get a key."),
    "row 203": ("5", EVIDENCE),
    "row 204": ("5 dogs", EVIDENCE),
    "row 211": ("渡轮每天两班。", "渡轮每天两班，雾天停航。"),
    "missing object": (
        "The key was not found in the drawer until Monday.",
        "The key was not found in the drawer until Monday.",
    ),
    "zh missing object": ("警方未找到失踪的渔船。", "警方未找到失踪的渔船，搜索于周一结束。"),
}


def _check(answer: str, evidence: str, question: str = "") -> Report:
    return verify(Request(answer, (Source("s1", evidence, page=3),), question_text=question))


@pytest.mark.parametrize("row", ABSTENTIONS)
def test_abstention(row: str) -> None:
    report = _check(ABSTENTIONS[row], EVIDENCE)
    assert report.classification.kind == AnswerKind.NOT_FOUND
    assert report.outcome == Outcome.ABSTAIN, [finding.reason_id for finding in report.findings]
    assert Verdict.ABSTENTION in {claim.verdict for claim in report.claims}
    assert report.classification.false_abstention_refs == ()
    assert report.sources == ()


@pytest.mark.parametrize("row", ABSTENTIONS)
def test_abstention_needs_no_sources(row: str) -> None:
    report = verify(Request(ABSTENTIONS[row]))
    assert report.outcome == Outcome.ABSTAIN, [finding.reason_id for finding in report.findings]


@pytest.mark.parametrize("row", ANSWERS)
def test_answer(row: str) -> None:
    answer, evidence = ANSWERS[row]
    report = _check(answer, evidence)
    assert report.classification.kind == AnswerKind.ANSWERED
    assert report.outcome != Outcome.ABSTAIN
    assert Verdict.ABSTENTION not in {claim.verdict for claim in report.claims}


def test_half_an_answer_is_partial() -> None:
    report = _check("The shelter keeps 5 dogs. The documents do not mention cats.", EVIDENCE)
    assert report.classification.kind == AnswerKind.PARTIAL
    assert report.outcome == Outcome.PASS
    assert [claim.verdict for claim in report.claims] == [Verdict.SUPPORTED, Verdict.ABSTENTION]


def test_false_abstention_fails_and_names_the_place() -> None:
    evidence = "Staff must return the laptop within 14 days after the contract ends. Phones may be kept."
    question = "Within how many days must staff return the laptop after the contract ends?"
    report = _check("I could not find this information in the documents.", evidence, question)
    assert report.outcome == Outcome.FAIL
    assert [claim.verdict for claim in report.claims] == [Verdict.CONTRADICTED]
    assert "false-abstention" in {finding.reason_id for finding in report.findings}
    (ref,) = report.classification.false_abstention_refs
    assert (ref.source_id, ref.page) == ("s1", 3)
    assert "14 days" in ref.text


def test_abstention_beside_evidence_about_something_else_stands() -> None:
    question = "Within how many days must staff return the laptop after the contract ends?"
    report = _check("I could not find this information in the documents.", "The canteen serves 14 dishes.", question)
    assert report.outcome == Outcome.ABSTAIN


def test_a_number_of_the_question_inside_a_denial_is_harmless() -> None:
    report = _check("The documents do not say who paid $1,200.", "The canteen opens at noon.", "Who paid $1,200?")
    assert report.classification.kind == AnswerKind.NOT_FOUND
    assert report.outcome == Outcome.ABSTAIN, [finding.reason_id for finding in report.findings]


@pytest.mark.parametrize(
    ("flag", "texts", "kind"),
    [
        (True, (), AnswerKind.NOT_FOUND),
        (True, ("Not found.",), AnswerKind.NOT_FOUND),
        (False, ("The shelter keeps 5 dogs.",), AnswerKind.ANSWERED),
        (True, ("The shelter keeps 5 dogs.",), AnswerKind.UNDETERMINED),
        (False, ("Not found.",), AnswerKind.UNDETERMINED),
    ],
)
def test_flag_and_phrase_decide_together(flag: bool, texts: tuple[str, ...], kind: AnswerKind) -> None:
    answer = StructuredAnswer(tuple(StructuredClaim(text, ("s1",)) for text in texts), flag)
    report = verify(Request(structured_answer=answer, sources=(Source("s1", EVIDENCE),)))
    assert report.classification.kind == kind
    votes = {test.test_id: test.vote for test in report.classification.tests}
    assert votes["structured-flag"] == (Vote.NOT_FOUND if flag else Vote.FOUND)
    if kind == AnswerKind.UNDETERMINED:
        assert report.outcome == Outcome.REVIEW


def test_low_ratio_is_a_vote_that_never_decides() -> None:
    report = _check("Volcanoes erupt beneath glaciers.", EVIDENCE)
    votes = {test.test_id: test.vote for test in report.classification.tests}
    assert votes["match-ratio"] == Vote.NOT_FOUND
    assert report.classification.kind == AnswerKind.ANSWERED


@pytest.mark.parametrize("answer", ["", "   ", "\n\n", "..."])
def test_nothing_said_is_empty(answer: str) -> None:
    report = _check(answer, EVIDENCE)
    assert report.classification.kind == AnswerKind.EMPTY
    assert report.outcome == Outcome.REVIEW


@pytest.mark.parametrize(
    "answer",
    ["The lease does not mention a $500 pet fee.", "文档中没有提到500元的宠物费。"],
)
def test_a_value_inside_a_denial_is_what_is_denied(answer: str) -> None:
    evidence = "The monthly rent is $4,250. The Tenant pays a deposit of $8,500."
    report = verify(Request(answer, (Source("1", evidence),)))
    assert report.outcome == Outcome.ABSTAIN
