"""The report for people, from a report written by hand: places, reasons, and texts that try to act."""

from __future__ import annotations

import io

import pytest

from sidecar.cli.output import console, one_line, safe
from sidecar.cli.text_report import print_report
from sidecar.model import (
    AnswerKind,
    Citation,
    CitationStatus,
    Claim,
    Classification,
    Counts,
    Coverage,
    CoverageState,
    Finding,
    LikelyCause,
    Outcome,
    Quantity,
    QuantityStatus,
    RankedSource,
    Ref,
    Report,
    Request,
    Severity,
    Source,
    Span,
    Verdict,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain\ttext\n运费", "plain\ttext\n运费"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b2Jcleared", "cleared"),
        ("\x1b]8;;http://evil\x07link\x1b]8;;\x07", "]8;;http://evillink]8;;"),
        ("over\rwrite\x08\x00", "overwrite"),
        ("\u202egnp.exe\u2066", "gnp.exe"),
        ("[bold]kept[/bold] :smile:", "[bold]kept[/bold] :smile:"),
    ],
)
def test_safe_takes_out_what_a_terminal_would_obey_and_nothing_else(text: str, expected: str) -> None:
    assert safe(text) == expected


def test_one_line_joins_lines() -> None:
    assert one_line(" a\n\n b\tc\x1b[2J ") == "a b c"


SOURCE_TEXT = "2.2 Resignation. [bold]The Executive[/bold] may resign by giving at least 90 days\x1b[2J written notice."
ANSWER = "At least 90 \x1b[31mweeks of [red]notice[/red] [1]."


def report() -> Report:
    start = SOURCE_TEXT.index("90 days")
    ref = Ref("a.pdf#page=2", Span(start, start + 7), "90 days", page=2, title="Terms \x1b]0;x\x07of Work")
    start = ANSWER.index("90")
    figure = Span(start, ANSWER.index(" of"))
    return Report(
        outcome=Outcome.FAIL,
        classification=Classification(AnswerKind.ANSWERED),
        counts=Counts(claims=((Verdict.CONTRADICTED, 1),)),
        coverage=(
            Coverage("quantities", CoverageState.RAN),
            Coverage("polarity", CoverageState.SKIPPED, "not-implemented"),
            Coverage("quotes", CoverageState.SKIPPED, "not-implemented"),
        ),
        claims=(
            Claim(
                Span(0, len(ANSWER)), ANSWER, "claim", Verdict.CONTRADICTED, "quantity-wrong-unit", (0,), (ref,), 0.5
            ),
        ),
        quantities=(
            Quantity(
                figure,
                "90 \x1b[31mweeks",
                "duration",
                "90",
                "wk",
                QuantityStatus.WRONG_UNIT,
                refs=(ref,),
                claim_index=0,
            ),
        ),
        citations=(Citation(Span(40, 43), "[1]", CitationStatus.UNSUPPORTED, ("a.pdf#page=2",), claim_index=0),),
        sources=(
            RankedSource(
                "a.pdf#page=2",
                0.5,
                4,
                "at least 90 days written notice",
                Span(0, 9),
                True,
                page=2,
                title="Terms of Work",
            ),
        ),
        findings=(
            Finding(
                "f1",
                "quantities",
                "quantity-wrong-unit",
                Severity.ERROR,
                LikelyCause.GENERATION,
                figure,
                0,
                (ref,),
                "the figure stands there in another unit",
            ),
            Finding("f2", "evidence", "example", Severity.INFO, message="about the whole"),
        ),
    )


def printed() -> str:
    stream = io.StringIO()
    request = Request(answer_text=ANSWER, sources=(Source("a.pdf#page=2", SOURCE_TEXT, page=2),))
    print_report(console(stream), request, report())
    return stream.getvalue()


def test_the_report_names_outcome_verdict_reason_place_and_snippet() -> None:
    lines = printed().splitlines()

    assert lines[0] == "FAIL  answer: answered; claims: 1 contradicted"
    assert "  CONTRADICTED (quantity-wrong-unit)  At least 90 weeks of [red]notice[/red] [1]." in lines
    place = (
        'a.pdf, page 2 (Terms ]0;xof Work), "…Executive[/bold] may resign by giving at least 90 days written notice."'
    )
    assert f"      90 weeks = 90 wk  WRONG UNIT  in {place}" in lines
    assert "      cites [1]  UNSUPPORTED" in lines
    start, end = ANSWER.index("90"), ANSWER.index(" of")
    assert f"  ERROR  quantity-wrong-unit  answer {start}-{end}: the figure stands there in another unit" in lines
    assert "  INFO  example  whole answer: about the whole" in lines
    assert lines.count(f"      {place}") == 1
    assert (
        '  a.pdf, page 2 (Terms of Work): "at least 90 days written notice" (50% of the answer\'s words, conclusive)'
        in lines
    )


def test_the_report_says_what_was_not_checked() -> None:
    lines = printed().splitlines()

    assert "  ran: quantities" in lines
    assert "  SKIPPED, not-implemented: polarity, quotes" in lines


def test_nothing_in_answer_or_evidence_reaches_the_terminal_as_a_command() -> None:
    text = printed()

    assert "\x1b" not in text
    assert "[red]notice[/red]" in text
