"""The compiled quotations against the slow reader, and their changes against what they claim."""

from __future__ import annotations

import random

import pytest

from reference import quotes
from sidecar import Config, OffsetUnit, Request, Source, verify
from sidecar.model import Quote, QuoteStatus

MARKS = list("“”‘’「」『』«»\"'") + [
    " ",
    " ",
    "a",
    "b",
    "don't",
    "3",
    "花",
    "园",
    ".",
    ",",
    "(",
    ")",
    "*",
    "“a b",
    "c”",
]
WORDS = [
    "the",
    "tenant",
    "keeps",
    "bees",
    "12",
    "1,250",
    "-4",
    "7%",
    "(old)",
    "花",
    "园",
    "not",
    "garden's",
    "$",
    "and",
]


def ask(answer: str, *evidence: str) -> tuple[Quote, ...]:
    sources = tuple(Source(str(number), text) for number, text in enumerate(evidence))
    return verify(Request(answer, sources, config=Config(offset_unit=OffsetUnit.CODE_POINTS))).quotes


@pytest.mark.parametrize("seed", range(8))
def test_reads_what_the_slow_reader_reads(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(150):
        text = "x " + "".join(source.choice(MARKS) for _ in range(source.randint(1, 24)))
        found = [(quote.answer_span.start, quote.answer_span.end) for quote in ask(text, "nothing")]
        assert found == quotes.read(text), text


@pytest.mark.parametrize("seed", range(8))
def test_stands_where_the_slow_search_finds_it(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(80):
        evidence = " ".join(source.choice(WORDS) for _ in range(30))
        words = evidence.split()
        start = source.randrange(20)
        picked = words[start : start + source.randint(4, 10)]
        for _ in range(source.choice([0, 0, 1, 2])):
            place = source.randrange(len(picked))
            picked[place : place + source.randint(0, 1)] = [source.choice(WORDS)] * source.randint(0, 1)
        quoted = " ".join(picked)
        answer = f"The lease says “{quoted}”."
        rows = ask(answer, evidence)
        if not picked or not rows:
            continue
        (row,) = rows
        if quotes.stands(quotes.elements(quoted), quotes.elements(evidence)):
            assert row.status in (QuoteStatus.VERBATIM, QuoteStatus.TYPOGRAPHIC), (quoted, evidence)
        elif row.status in (QuoteStatus.VERBATIM, QuoteStatus.TYPOGRAPHIC):
            letters = "".join(quotes.elements(quoted)).replace("(", "").replace(")", "")
            assert letters in "".join(quotes.elements(evidence)).replace("(", "").replace(")", ""), (quoted, evidence)
        elif row.status == QuoteStatus.ALTERED:
            size = len(quotes.elements(quoted))
            least = quotes.distance(quotes.elements(quoted), quotes.elements(evidence))
            assert least * 5 <= size * 2, (quoted, evidence)
            assert len(row.difference) <= least


@pytest.mark.parametrize("seed", range(4))
def test_a_place_word_for_word_elsewhere_changes_nothing(seed: int) -> None:
    """What surrounds a quotation's place, and which source it is, does not matter."""
    source = random.Random(seed)
    for _ in range(40):
        quoted = " ".join(source.choice(WORDS) for _ in range(8))
        around = " ".join(source.choice(WORDS) for _ in range(12))
        rows = ask(f"The lease says “{quoted}”.", around, f"{around} zebra {quoted} zebra {around}")
        assert [row.status for row in rows] == [QuoteStatus.VERBATIM], (quoted, around)
