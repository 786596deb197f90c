"""Whose a value is by the row, the column and the date of its cell, or by the date that a sentence gives it."""

from __future__ import annotations

import pytest
from asking import ask, statuses

from sidecar import Outcome, Report

YEARS = """| Catch (tons) | 2021 | 2022 |
|---|---|---|
| Herring | 1,310 | 1,620 |
| Smoked eel | 45 | 38 |
| Other | 90 | 77 |
"""
QUARTERS = "Catch | Q1 2022 | Q2 2022\nHerring | 310 | 420\nCod | 155 | 170"
DOWN = "Year | Herring | Cod\n2021 | 310 | 155\n2022 | 420 | 170"
HEADED = """ | Landed |
 | Year ended March 31, |
 | 2022 | 2021
 | (in tons) |
Herring (1) | 310 | 420
Cod | 155 | 170"""
HAN = "| 品种 | 2021年 | 2022年 |\n|---|---|---|\n| 鲱鱼 | 310 | 420 |\n| 鳕鱼 | 155 | 170 |\n"
TURNS = "The fleet landed 310 tons in 2021 and 420 tons in 2022."


def wrong(report: Report) -> list[str]:
    return [text for text, status in statuses(report) if status == "WRONG_CONTEXT"]


@pytest.mark.parametrize(
    ("evidence", "claim", "texts"),
    [
        (YEARS, "The herring catch was 1,620 tons in 2021.", ["1,620 tons"]),
        (YEARS, "Smoked eel came to 1,310 in 2021.", ["1,310"]),
        (YEARS, "In 2022 the boats landed 1,310 of herring and 45 of smoked eel.", ["1,310", "45"]),
        (YEARS, "Herring rose from 1,620 in 2021 to 1,310 in 2022.", ["1,310"]),
        (YEARS, "Herring, the old staple, came to 77 in 2022.", ["77"]),
        (QUARTERS, "Herring landed in Q1 2022: 420.", ["420"]),
        (QUARTERS, "Cod landed in Q2 2022: 420.", ["420"]),
        (DOWN, "The cod catch was 170 in 2021.", ["170"]),
        (DOWN, "The cod catch was 310 in 2021.", ["310"]),
        (HEADED, "Herring came to 310 tons in 2021.", ["310 tons"]),
        (HAN, "2021年鲱鱼捕捞量为420。", ["420"]),
        (HAN, "2022年鳕鱼捕捞量为420。", ["420"]),
        (TURNS, "The fleet landed 420 tons in 2021 and 310 tons in 2022.", ["420 tons", "310 tons"]),
        (TURNS, "In 2021 and 2022 the fleet landed 420 tons and 310 tons.", ["420 tons", "310 tons"]),
    ],
)
def test_value_of_another_cell_or_date(evidence: str, claim: str, texts: list[str]) -> None:
    report = ask(claim, evidence)
    assert wrong(report) == texts
    assert report.outcome == Outcome.FAIL


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (YEARS, "The herring catch was 1,620 tons in 2022."),
        (YEARS, "Herring rose from 1,310 in 2021 to 1,620 in 2022."),
        (YEARS, "In 2022, herring came to 1,620, up from 1,310."),
        (YEARS, "In 2022, herring came to 1,620 against 1,310 the year before."),
        (YEARS, "Compared with 2021, herring came to 1,620."),
        (YEARS, "The 2022 annual report gives 1,310 for herring."),
        (YEARS, "Between 2021 and 2022 herring went from 1,310 to 1,620."),
        (YEARS, "Herring and smoked eel were landed; all other fish came to 90 in 2021."),
        (YEARS, "The eel that was smoked came to 45 in 2021."),
        (
            YEARS + "\nIn 2021 the herring fleet caught 1,620 tons off the bank.",
            "The herring fleet caught 1,620 in 2021.",
        ),
        (QUARTERS, "Herring landed in 2022: 420."),
        (DOWN, "Herring was 310 in 2021 and 420 in 2022; cod was 155 in 2021 and 170 in 2022."),
        (HEADED, "In the year ended March 31, 2021, herring came to 420 tons."),
        (HEADED, "Herring (1) came to 310 in 2022."),
        (HAN, "鲱鱼捕捞量从2021年的310增至2022年的420。"),
        (HAN, "2022年鲱鱼捕捞量为420，上年为310。"),
        (TURNS, "In 2022 the fleet landed 420 tons and in 2021 310 tons."),
        (TURNS, "The fleet landed 420 tons in 2022, more than in 2021."),
    ],
)
def test_value_in_its_place_or_not_to_be_told(evidence: str, claim: str) -> None:
    assert wrong(ask(claim, evidence)) == []


def test_the_finding_shows_the_cell_that_the_claim_names() -> None:
    (finding,) = ask("The herring catch was 1,620 tons in 2021.", YEARS).findings
    assert finding.reason_id == "quantity-wrong-context"
    assert [ref.text for ref in finding.refs] == ["1,310", "1,620"]


@pytest.mark.parametrize(
    ("answer", "question", "expected"),
    [
        ("1,620", "What was the herring catch in 2022?", []),
        ("1,620", "What was the herring catch in 2021?", ["1,620"]),
        ("45", "What was the herring catch in 2021?", ["45"]),
        ("45", "How did the catch change in 2022?", []),
    ],
)
def test_a_bare_answer_is_of_what_was_asked(answer: str, question: str, expected: list[str]) -> None:
    assert wrong(ask(answer, YEARS, question=question)) == expected


ROWS = (("Catch", "2021", "2022"), ("Herring", "1,310", "1,620"), ("Smoked eel", "45", "38"))


@pytest.mark.parametrize(
    "table",
    [
        "\n".join(" | ".join(row) for row in ROWS),
        "\n".join(",".join(f'"{cell}"' for cell in row) for row in ROWS),
        "\r\n".join("\t".join(row) for row in ROWS),
        "\n".join(f"{row[0]:16}{row[1]:>8}{row[2]:>8}" for row in ROWS),
    ],
    ids=["strokes", "commas", "tabs", "blanks"],
)
def test_tables_are_read_however_their_cells_are_parted(table: str) -> None:
    text = f"Catch by kind, in tons.\n\n{table}\n\nAll figures are final.\n"
    good = ask("In 2022 the boats landed 1,620 of herring and 38 of smoked eel.", text)
    assert [status for _, status in statuses(good)] == ["SUPPORTED"] * 3
    assert wrong(ask("The herring catch was 1,620 in 2021.", text)) == ["1,620"]
    assert wrong(ask("Smoked eel came to 1,620 in 2022.", text)) == ["1,620"]


def test_refs_show_the_bytes_of_the_source() -> None:
    report = ask("Herring came to 420 in 2022 [1].", "Catch,2021,2022\nHerring,310,420\nCod,155,170\n")
    assert report.outcome == Outcome.PASS
    assert "Herring,310,420" in report.claims[0].refs[0].text


def test_a_row_that_lost_its_cells_names_all_its_values() -> None:
    flat = "Catch by kind 2021 2022 Herring 310 420 Cod 155 170"
    assert wrong(ask("Herring came to 420 in 2022.", flat)) == []


def test_a_value_that_stands_in_place_in_one_source_is_held() -> None:
    assert wrong(ask("Herring landed in 2021: 310.", HEADED, DOWN)) == []
