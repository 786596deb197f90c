"""Words and sources that older checks got wrong, row by row; "row" ids keep the number of the case they stand for."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from sidecar import Outcome, Report, Request, Source, verify
from sidecar.model import AnswerKind, Coverage, CoverageState

MAT = "A cat sat on a mat. It looked out of a window."
MEADOW = "Sheep graze on the salt meadow behind the dike until October."


@dataclass(frozen=True, slots=True)
class Row:
    """An answer, its sources, and what must come out; None: not part of the row."""

    id: str
    answer: str
    evidence: tuple[str, ...]
    sources: tuple[str, ...] | None = None
    ratio: float | None = None
    unconfirmed: tuple[str, ...] | None = None
    why: str = ""


FAR = (
    "Our ferry crosses twice daily while gulls circle above rusty cranes near quiet docks where sailors mend nets, "
    "children fly paper kites, bakers carry warm loaves, painters sketch distant islands, musicians tune old fiddles, "
    "tourists photograph wooden boats, fishermen sort silver herring, waiters polish tall glasses, dogs chase rolling "
    "barrels, cyclists ring brass bells, lamps glow, sheep graze, meadow grass bends."
)
"""More than sixty words, of which four (sheep, graze, meadow, behind or the like) are those of MEADOW."""

ROWS = (
    Row("116", "The The THE", (MAT, MEADOW), (), 0.0, (), "stop words in any case are nothing to match"),
    Row(
        "136",
        "The company said The board met The group in The north.",
        ("The cat sat on The mat.", "The window was open."),
        (),
        0.0,
        why="stop words support nothing",
    ),
    Row("135", FAR, (MEADOW,), (), why="a few shared words of many are no support"),
    Row("132", MEADOW, (MEADOW, MEADOW, MEADOW), ("s1", "s2", "s3"), 1.0, (), "a conclusive source ends no search"),
    Row(
        "242",
        "Sheep graze on the salt meadow while tourists photograph wooden boats.",
        (MEADOW, MEADOW),
        ("s1", "s2"),
        why="the same text in two documents is two sources",
    ),
    Row(
        "139", "羊群在盐草甸上吃草。", ("每年夏天，羊群在盐草甸上吃草，直到十月。", "渡轮每天两班。"), ("s1",), 1.0, ()
    ),
    Row("181", "渡轮每天两班", ("渡轮每天两班，雾天停航。",), ("s1",), 1.0, ()),
    Row("182", "雾天停航。", ("渡轮每天两班，雾天停航。",), ("s1",), 1.0, ()),
    Row("142 composed", "caf\u00e9 terrace opens early", ("The cafe\u0301 terrace opens early.",), ("s1",), 1.0, ()),
    Row("142 decomposed", "cafe\u0301 terrace opens early", ("The caf\u00e9 terrace opens early.",), ("s1",), 1.0, ()),
    Row("151", "revenue: growth! strong? 'quoted'", ("The quoted revenue growth is strong",), ("s1",), 1.0, ()),
    Row("152", "A well-known painter", ("The painter is well known",), ("s1",), 1.0, ()),
    Row("152 turned", "A well known painter", ("The painter is well-known",), ("s1",), 1.0, ()),
    Row("169", "wow... castle", ("The castle: wow",), ("s1",), 1.0, ()),
    Row("185", "It’s raining over Bergen’s harbor", ("it's raining over Bergen's harbor",), ("s1",), 1.0, ()),
    Row(
        "153",
        "Membership grew 10%.",
        ("Membership grew 10 percent.",),
        ("s1",),
        1.0,
        (),
        "the number is held as a quantity",
    ),
    Row("156", "The hall seats 25 guests.", ("The hall seats twenty-five guests.",), ("s1",), 1.0, ()),
    Row("157", "The hall seats 25 guests.", ("The hall seats Twenty Five guests.",), ("s1",), 1.0, ()),
    Row("158", "Seats in the hall: 25", ("Seats in the hall: twenty five",), ("s1",), 1.0, ()),
    Row("159", "Seats in the hall: 25.", ("Seats in the hall: twenty five.",), ("s1",), 1.0, ()),
    Row(
        "161",
        "12 dogs bark",
        ("twelve dogs bark, twelve dogs sleep, twelve dogs eat",),
        ("s1",),
        1.0,
        (),
        "never above one",
    ),
    Row("173", "() alpha", ("beta gamma",), (), 0.0, ("alpha",), "no empty word"),
    Row("174", "() alpha", ("alpha beta",), ("s1",), 1.0, (), "no empty word"),
    Row(
        "247",
        "Steps:1. Clean the barn.2. Milk cows.3. Rest",
        ("The steps are: clean the barn, milk the cows, and rest.",),
        ("s1",),
        1.0,
        (),
        "labels glued to a sentence belong to no word",
    ),
    Row("width", "ＭＥＡＤＯＷ sheep", (MEADOW,), ("s1",), 1.0, (), "full-width letters are presentation"),
    Row(
        "ligature", "The ﬁrst oﬃce closes", ("The first office closes",), ("s1",), 1.0, (), "ligatures are presentation"
    ),
    Row(
        "hyphenation",
        "international treaty",
        ("The inter-\nnational treaty holds",),
        ("s1",),
        1.0,
        (),
        "a line end is too",
    ),
    Row(
        "traditional", "渡輪雾天停航", ("渡轮每天两班，雾天停航。",), ("s1",), None, None, "two ways to write one sign"
    ),
)


def _check(row: Row) -> Report:
    sources = tuple(Source(f"s{number}", text, page=number) for number, text in enumerate(row.evidence, 1))
    return verify(Request(row.answer, sources))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "row " + row.id)
def test_row(row: Row) -> None:
    report = _check(row)
    assert report.word_match is not None
    words = report.word_match
    assert all(word.text.strip() for word in words.confirmed + words.unconfirmed), "no empty word"
    assert 0.0 <= words.ratio <= 1.0
    if row.sources is not None:
        assert tuple(source.source_id for source in report.sources) == row.sources, row.why
    if row.ratio is not None:
        assert words.ratio == row.ratio, (row.why, [word.text for word in words.unconfirmed])
    if row.unconfirmed is not None:
        assert tuple(word.text for word in words.unconfirmed) == row.unconfirmed


@pytest.mark.parametrize("answer", ["Yes", "No."], ids=["row 146", "row 147"])
def test_one_word_is_an_answer(answer: str) -> None:
    report = verify(Request(answer, (Source("s1", MEADOW),)))
    assert report.classification.kind == AnswerKind.ANSWERED
    assert report.outcome == Outcome.REVIEW, "nothing supports it, nothing speaks against it"


def test_far_row_shares_few_words() -> None:
    """The row about few shared words is worth something only while they are few: under one in ten."""
    report = verify(Request(FAR, (Source("s1", MEADOW),)))
    assert report.word_match is not None
    assert 0.0 < report.word_match.ratio < 0.1
    assert len(report.word_match.confirmed) >= 3


def test_equal_answer_has_ratio_one() -> None:
    report = verify(Request(MEADOW, (Source("s1", MEADOW), Source("s2", MAT))))
    assert report.word_match is not None
    assert report.word_match.ratio == 1.0
    assert [(source.source_id, source.conclusive) for source in report.sources] == [("s1", True)]
    assert report.sources[0].match_ratio == 1.0


def test_negation_is_no_silent_pass() -> None:
    """Row 180, "is not liable" beside "is liable": contradicted, or coverage says that nobody looked."""
    evidence = Source("s1", "The carrier is liable for damage during transport.")
    report = verify(Request("The carrier is not liable for damage during transport.", (evidence,)))
    unseen = Coverage("polarity", CoverageState.SKIPPED, "not-implemented")
    assert report.outcome == Outcome.FAIL or unseen in report.coverage


def test_snippet_is_the_supporting_sentence() -> None:
    """Of a long source the snippet shows the place that supports, not its head."""
    head = "The archive keeps maps of the county. Some of the maps are damaged. " * 20
    evidence = head + "Sheep graze on the salt meadow until October. " + head
    report = verify(Request("Sheep graze on the salt meadow until October.", (Source("s1", evidence, page=0),)))
    (source,) = report.sources
    assert "Sheep graze on the salt meadow" in source.snippet
    assert len(source.snippet) < 400
    assert source.page == 0, "page 0 is a page"
    assert evidence[source.snippet_span.start : source.snippet_span.end] == source.snippet


def test_an_answer_that_only_abstains_has_no_sources() -> None:
    report = verify(
        Request("I could not find this in the documents about sheep and the salt meadow.", (Source("s1", MEADOW),))
    )
    assert report.sources == ()
