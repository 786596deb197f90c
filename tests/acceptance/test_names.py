"""Names that the evidence does not know, and what is none."""

from __future__ import annotations

import pytest
from asking import ask, reasons, verdicts

from sidecar import Outcome, Request, Source, verify
from sidecar.checks import names
from sidecar.model import CoverageState

WALK = "Maria Weber led the walk through the old harbor of Lisbon in the spring."

INVENTED = (
    ("Maria Weber led the walk with Peter Stone through the old harbor of Lisbon.", "Peter"),
    ("Maria Weber led the walk through the old harbor of Lisbon in Angola.", "Angola"),
    ("The walk through the old harbor was led by the Bank of Lisbon and Maria Castro.", "Bank"),
    ("In the spring Maria Weber led the walk through the old harbor of Genoa’s twin.", "Genoa"),
    ("Maria Weber led the walk through the old harbor on Tuesday, 4 March 2024.", "Tuesday"),  # it was a Monday
)
KNOWN = (
    ("The walk through the old harbor was led by Dr. Weber.", WALK, ""),  # a title names nobody
    ("The harbor closes on Monday, 4 March 2024.", "The harbor closes on 4 March 2024.", ""),  # as the calendar has it
    ("Harbors like that of Lisbon are old.", WALK, ""),  # a capital that is due
    ("**Key Places**: the old harbor of Lisbon.", WALK, ""),  # a label
    (
        "The walk through the American harbor was led by Maria Weber.",
        "Maria Weber walked in America, by its old harbor.",
        "",
    ),
    ("The old harbor of the United Kingdom is closed.", "The old harbor of the UK is closed.", ""),
    ("The harbor is kept by the Bureau of Labor Statistics.", "The harbor is kept by the BLS.", ""),
    ("The harbor is kept by Peter Stone.", "The harbor is kept.", "Is the harbor kept by Peter Stone?"),
    ("The walk takes this:\n\n- Strong Climbing Skills\n- A map of the harbor", WALK, ""),  # titles
    ("MARIA WEBER LED THE WALK THROUGH THE MARITIME HARBOR.", WALK, ""),
    ("The walk was led, says the BMFT, by Maria Weber.", WALK, ""),  # an abbreviation may stand for anything
    ("Der Hafen der Stadt gehört einer Gesellschaft mit Sitz im Ausland.", "Der Hafen gehört ihr.", ""),  # nouns
)


@pytest.mark.parametrize(("answer", "word"), INVENTED)
def test_a_name_that_stands_nowhere_fails_its_claim(answer: str, word: str) -> None:
    report = ask(answer, WALK)
    finding = next(row for row in report.findings if row.reason_id == "entity-not-in-evidence")
    assert f"“{word}" in finding.message
    assert (report.outcome, verdicts(report)) == (Outcome.FAIL, ["UNSUPPORTED"])


@pytest.mark.parametrize(("answer", "evidence", "question"), KNOWN)
def test_what_is_known_or_no_name_is_left_alone(answer: str, evidence: str, question: str) -> None:
    assert "entity-not-in-evidence" not in reasons(ask(answer, evidence, question=question))


def test_an_owner_that_is_new_where_all_else_is_known() -> None:
    evidence = "截至2025年5月15日，利欧股份的换手率为0.76%，成交额为3.2亿元。"
    assert reasons(ask("截至2025年5月15日，五粮液的换手率为0.76%。", evidence))[0] == "entity-not-in-evidence"
    assert reasons(ask("截至2025年5月15日，利欧股份的换手率为0.76%。", evidence)) == []
    # What tells when or which is no name.
    assert "entity-not-in-evidence" not in reasons(ask("公司披露的换手率为0.76%。", evidence))


def test_a_title_of_a_source_knows_names() -> None:
    request = Request(
        "The harbor was sold to Peter Stone.", (Source("a", "The harbor was sold.", title="Peter Stone"),)
    )
    assert "entity-not-in-evidence" not in reasons(verify(request))


def test_a_search_that_ends_early_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "MOST_SEARCHED", 10)
    report = ask(INVENTED[0][0], WALK)
    assert report.outcome == Outcome.REVIEW
    states = {row.check_id: row.state for row in report.coverage}
    assert states["entities"] == CoverageState.TRUNCATED
