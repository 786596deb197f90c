"""Ways of saying that nothing was found, what only sounds like it, and evidence that answers all the same."""

from __future__ import annotations

import pytest
from asking import ask

from sidecar import Outcome
from sidecar.model import AnswerKind

ABSTENTIONS = (
    "There is no information in the provided sources about parking.",
    "There's nothing in the documents about parking.",
    "None of the sources mention parking.",
    "Neither document mentions the parking fee.",
    "None of the three documents reports the parking fee.",
    "None of these sources says what parking costs.",
    "Unfortunately, the passages don't include details on parking.",
    "Based on the provided context, I cannot determine who the architect was.",
    "It is not clear from the passage who the architect was.",
    "The passage does not give any information on that.",
    "This is not covered by the documents [1].",
    "The evidence is insufficient to answer the question.",
    "I do not have enough information to answer this question.",
    "The documents are silent on this point.",
    "No relevant results were found.",
    "The given text makes no reference to parking.",
    "That isn't mentioned.",
    "Pets are not mentioned.",
    "The lease says nothing about pets.",
    "Unfortunately the text gives no answer.",
    "抱歉，我无法根据现有资料回答这个问题。",
    "两份文件都没有约定停车费。",
    "文档中并没有给出开馆时间。",
    "无法从上述材料中得出答案。",
    "材料未披露建筑师姓名。",
    "很抱歉，未能在文档中找到停车费。",
)
CLAIMS = (
    "The key was not found in the drawer.",  # a drawer is no document
    "The police could not find the suspect in the garden.",  # nobody speaks of the evidence
    "The museum does not provide lockers.",
    "If no bidder is found in the provided time, the procedure ends.",
    "如未找到合格供应商，应重新招标。",
    "未约定的事项由双方协商。",
)
MUSEUM = "The museum ticket costs 12 euros for adults. The garden closes at dusk."


@pytest.mark.parametrize("answer", ABSTENTIONS)
def test_what_says_that_nothing_was_found(answer: str) -> None:
    report = ask(answer, MUSEUM)
    assert (report.classification.kind, report.outcome) == (AnswerKind.NOT_FOUND, Outcome.ABSTAIN)


@pytest.mark.parametrize("answer", CLAIMS)
def test_what_only_sounds_like_it(answer: str) -> None:
    assert ask(answer, MUSEUM).classification.kind == AnswerKind.ANSWERED


@pytest.mark.parametrize(
    ("question", "evidence", "answered"),
    [
        ("Who designed the museum?", "The museum was designed by Renzo Piano.", True),
        ("Where is the ticket office?", "The ticket office is in Lisbon.", True),
        ("How much is the museum ticket for adults?", MUSEUM, True),
        ("违约金是多少？", "违约金为合同总价的百分之五。", True),
        ("谁负责投保？", "卖方负责投保。", True),
        ("Who designed the museum?", "The museum was designed in the summer.", False),  # nobody is named
        ("Who designed the museum?", "The museum is old. It was designed by Renzo Piano.", False),  # in two sentences
        ("What does the museum sell?", "The museum does sell Postcards.", False),  # nothing tells what would answer
    ],
)
def test_evidence_that_answers_what_was_asked(question: str, evidence: str, answered: bool) -> None:
    report = ask("Not found." if question.isascii() else "未找到。", evidence, question=question)
    assert bool(report.classification.false_abstention_refs) == answered
    assert report.outcome == (Outcome.FAIL if answered else Outcome.ABSTAIN)


LEASE = "The monthly rent is $4,250. The Tenant pays a deposit of $8,500."


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("The lease does not mention a parking fee, but it is $50.", Outcome.FAIL),
        ("While the document doesn't mention parking, the rent is $9,999.", Outcome.FAIL),
        ("The documents do not specify the exact rent, though it is $9,000.", Outcome.FAIL),
        ("The documents do not mention pets, but dogs are allowed and cost $99 a month [1].", Outcome.FAIL),
        ("The documents do not mention pets; the rent is $9,999.", Outcome.FAIL),
        ("文档中没有提到宠物，不过月租金为99,999元。", Outcome.FAIL),
        ("The documents do not mention pets, but dogs are allowed.", Outcome.REVIEW),  # nothing tells whether it is so
        ("The lease does not mention parking, but the rent is $4,250.", Outcome.PASS),
        ("I'm sorry, but I could not find this in the documents.", Outcome.ABSTAIN),
        ("However, the document does not mention pets.", Outcome.ABSTAIN),
        ("The lease does not mention parking, but please contact the landlord for details.", Outcome.ABSTAIN),
        ("While the lease covers the rent, it does not mention pets.", Outcome.ABSTAIN),
        ("抱歉，但文档中没有提到宠物。", Outcome.ABSTAIN),
    ],
)
def test_an_abstention_covers_its_own_clause(answer: str, outcome: Outcome) -> None:
    assert ask(answer, LEASE).outcome == outcome


@pytest.mark.parametrize(
    ("answer", "question", "answered"),
    [
        ("The document does not state the monthly rent.", "What is the monthly rent?", True),
        ("I don't know.", "How much is the deposit?", True),
        ("The context does not contain the answer.", "How much is the deposit?", True),
        ("I don't know.", "What is the amount of the deposit?", True),
        ("I don't know.", "How much is the parking fee?", False),
        ("I don't know.", "What is the purpose of the deposit?", False),
        ("I don't know.", "What is the tenant?", False),  # no value belongs to the tenant
    ],
)
def test_a_value_that_answers_what_something_is(answer: str, question: str, answered: bool) -> None:
    report = ask(answer, LEASE, question=question)
    assert bool(report.classification.false_abstention_refs) == answered
    assert report.outcome == (Outcome.FAIL if answered else Outcome.ABSTAIN)


@pytest.mark.parametrize("answer", ["No.", "Yes.", "**No**", "不可以。", "No [1]."])
def test_a_bare_answer_is_no_evidence_for_itself(answer: str) -> None:
    evidence = "There is no smoking, yes or no. 室内不可以吸烟。"
    assert ask(answer, evidence, question="Are pets allowed?").outcome == Outcome.REVIEW


def test_a_bare_answer_leaves_the_rest_alone() -> None:
    assert ask("No. The monthly rent is $4,250.", LEASE).outcome == Outcome.PASS
    assert ask("No. The monthly rent is $9,999.", LEASE).outcome == Outcome.FAIL
