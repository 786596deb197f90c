"""Values of one claim in each other's place, and values that stand where they belong in another wording or order."""

from __future__ import annotations

import pytest
from asking import ask, statuses

from sidecar import Outcome

FERRY = (
    "The morning ferry carried 640 passengers in May and 815 passengers in June. "
    "The evening ferry carried 230 passengers in May."
)
DUES = "Dues for rowers are 48 euros a year, while dues for sailors are 75 euros a year."
SPENT = "The harbor spent 12 million euros, 15 million euros and 19 million euros in 2019, 2020 and 2021, respectively."
RIVER = "河道清淤费用为320万元，同比增长4.6%；堤岸维修费用为180万元，同比增长7.9%。"


@pytest.mark.parametrize(
    ("evidence", "claim", "exchanged"),
    [
        (FERRY, "The morning ferry carried 815 passengers in May and 640 passengers in June.", ("815", "640")),
        (DUES, "Dues for rowers are 75 euros a year, while dues for sailors are 48 euros a year.", ("75", "48")),
        (
            SPENT,
            SPENT.replace("12", "x").replace("19 ", "12 ").replace("x", "19"),
            ("19", "12"),
        ),
        (RIVER, "河道清淤费用为320万元，同比增长7.9%；堤岸维修费用为180万元，同比增长4.6%。", ("7.9", "4.6")),
        (RIVER, "河道清淤费用为180万元，堤岸维修费用为320万元。", ("180", "320")),
    ],
)
def test_exchanged(evidence: str, claim: str, exchanged: tuple[str, str]) -> None:
    report = ask(claim, evidence)
    wrong = [text for text, status in statuses(report) if status == "WRONG_CONTEXT"]
    assert len(wrong) == 2
    assert all(text.startswith(value) for text, value in zip(wrong, exchanged, strict=True))
    assert report.outcome == Outcome.FAIL


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (FERRY, "In June the morning ferry carried 815 passengers, and in May it carried 640 passengers."),
        (DUES, "Sailors pay dues of 75 euros a year, rowers pay dues of 48 euros a year."),
        (SPENT, "In 2021, 2020 and 2019 the harbor spent 19 million euros, 15 million euros and 12 million euros."),
        (RIVER, "堤岸维修费用为180万元，同比增长7.9%；河道清淤费用为320万元，同比增长4.6%。"),
        ("Level 1, level 2 and level 3 are three levels of risk.", "Level 1, level 2, level 3"),
        ("It paid 5 euros for ropes, 9 euros for nails and 5 euros for tar.", "It paid 9 euros for nails, 5 for tar."),
    ],
)
def test_in_their_own_place(evidence: str, claim: str) -> None:
    report = ask(claim, evidence)
    assert "WRONG_CONTEXT" not in {status for _, status in statuses(report)}
    assert report.outcome != Outcome.FAIL


BASIC, PRO = "The basic mooring costs 12 euros.", "The covered mooring costs 30 euros."


@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        ("The basic mooring costs 30 euros [1] and the covered mooring costs 12 euros [2].", 2),
        ("The basic mooring costs 30 euros [2] and the covered mooring costs 12 euros [1].", 2),
        ("The basic mooring costs 12 euros [1] and the covered mooring costs 30 euros [2].", 0),
        ("The covered mooring costs 30 euros [2], the basic mooring 12 euros [1].", 0),
        ("A mooring costs 30 euros [2] or 12 euros [1].", 0),
    ],
)
def test_exchanged_over_two_citations(claim: str, wrong: int) -> None:
    report = ask(claim, BASIC, PRO)
    assert [status for _, status in statuses(report)].count("WRONG_CONTEXT") == wrong
    assert (report.outcome == Outcome.FAIL) == (wrong > 0)


@pytest.mark.parametrize(
    ("claim", "evidence", "status"),
    [
        ("The club offers four courses.", "The club offers courses in rowing, sailing and diving.", "UNVERIFIABLE"),
        ("Dues are about twice the dues of last year.", "Dues are higher than the dues of last year.", "UNVERIFIABLE"),
        ("The club offers 14 courses.", "The club offers courses in rowing, sailing and diving.", "NOT_IN_EVIDENCE"),
        ("Ticket sales changed by -9 %.", "Ticket sales fell by 9 %.", "SUPPORTED"),
        ("Ticket sales changed by -9 %.", "Ticket sales rose by 9 %.", "WRONG_SIGN"),
        ("门票收入同比增长率为-9%。", "门票收入同比下降9%。", "SUPPORTED"),
    ],
)
def test_what_words_say(claim: str, evidence: str, status: str) -> None:
    assert statuses(ask(claim, evidence))[0][1] == status


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The fair ran from 2019 to 2021.", "The fair of 2019 was small. The fair of 2021 was the last."),
        ("Fees lie between 5 euros and 9 euros.", "Fees are 5 euros for rowers and 9 euros for sailors."),
    ],
)
def test_a_range_by_its_ends(claim: str, evidence: str) -> None:
    report = ask(claim, evidence)
    assert {status for _, status in statuses(report)} == {"SUPPORTED"}


YEARS = (
    "Year ended 31 March 2021: harbor fees 48 million euros. Year ended 31 March 2022: harbor fees 57 million euros."
)
FOLLOWED = "Harbor fees were 48 million euros in 2021 and 57 million euros in 2022."
HAN_YEARS = "2021年港口收费48亿元，2022年港口收费57亿元。"


@pytest.mark.parametrize(
    ("evidence", "claim", "status"),
    [
        (YEARS, "Harbor fees of 2022 were 48 million euros.", "WRONG_CONTEXT"),
        (YEARS, "Harbor fees of 2022 were 57 million euros.", "SUPPORTED"),
        (YEARS, "Harbor fees of 2021 were 48 million euros.", "SUPPORTED"),
        (FOLLOWED, "In 2021 harbor fees were 57 million euros.", "WRONG_CONTEXT"),
        (FOLLOWED, "In 2022 harbor fees were 57 million euros.", "SUPPORTED"),
        (HAN_YEARS, "2021年港口收费为57亿元。", "WRONG_CONTEXT"),
        (HAN_YEARS, "2022年港口收费为57亿元。", "SUPPORTED"),
        # Two values and two years, but not by turns: which is whose is left to other signs.
        (
            "Harbor fees were 48 and 57 million euros in 2021 and 2022.",
            "In 2022 fees were 57 million euros.",
            "SUPPORTED",
        ),
    ],
)
def test_the_value_of_another_year(evidence: str, claim: str, status: str) -> None:
    assert [found for text, found in statuses(ask(claim, evidence)) if "57" in text or "48" in text] == [status]


@pytest.mark.parametrize(
    ("evidence", "claim", "status"),
    [
        ("Harbor traffic rose by 12% last year.", "Harbor traffic fell by 12% last year.", "WRONG_CONTEXT"),
        ("Harbor traffic rose by 12% last year.", "Harbor traffic grew by 12% last year.", "SUPPORTED"),
        ("去年港口货运量增长12%。", "去年港口货运量下降12%。", "WRONG_CONTEXT"),
        ("Fees: 9 euros for rowers; 15 euros for sailors.", "Rowers pay 15 euros.", "WRONG_CONTEXT"),
        ("Fees: 9 euros for rowers; 15 euros for sailors.", "Sailors pay 15 euros.", "SUPPORTED"),
        ("Li et al. (2013) saw it.", "In 2013 Li et al. saw it.", "SUPPORTED"),
        ("traffic_chg_pct = 0.75", "Traffic changed by 75%.", "WRONG_UNIT"),
        ("traffic_chg_pct = 0.75", "Traffic changed by 0.75%.", "SUPPORTED"),
        ("traffic_share = 0.75", "The share of traffic is 0.75%.", "WRONG_UNIT"),
        ("traffic_share = 0.75", "The share of traffic is 75%.", "CONVERTED"),
        ("货运量涨幅0.75（单位：%）", "货运量涨幅为75%。", "WRONG_UNIT"),
        ("货运量占比0.75", "货运量占比为75%。", "CONVERTED"),
        ("Tank pressure: 8 mbar.", "The tank holds 8 Mbar.", "WRONG_UNIT"),
        ("Net income, in thousands of US dollars: (356)", "It made a net profit of $356 thousand.", "WRONG_SIGN"),
        ("Net income, in thousands of US dollars: (356)", "It made a net loss of $356 thousand.", "SUPPORTED"),
        ("Net income, in thousands of US dollars: 356", "It made a net profit of $356 thousand.", "SUPPORTED"),
        ("The net income (356 thousand dollars) rose.", "It made a net profit of $356 thousand.", "SUPPORTED"),
    ],
)
def test_the_other_direction_sign_or_unit(evidence: str, claim: str, status: str) -> None:
    assert statuses(ask(claim, evidence))[0][1] == status


WHARF = "5月14日码头的吊装费为106.9元、上一日5月13日吊装费为105.5元。"


@pytest.mark.parametrize(
    ("evidence", "claim", "status"),
    [
        (WHARF, "5月13日，码头的吊装费为105.5元。", "SUPPORTED"),
        (WHARF, "5月14日，码头的吊装费为106.9元。", "SUPPORTED"),
        # Another date stands last before the value.
        (WHARF, "5月14日，码头的吊装费为105.5元。", "WRONG_CONTEXT"),
    ],
)
def test_a_value_right_behind_the_date_of_its_claim(evidence: str, claim: str, status: str) -> None:
    assert statuses(ask(claim, evidence))[-1][1] == status
