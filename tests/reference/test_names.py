"""Names that the core lists against the twin, over random sentences."""

from __future__ import annotations

import random

from reference import names
from reference.tokens import Word, read
from sidecar import lang, tables
from sidecar.model import OffsetUnit, Source

CAPITALS = "Anna Berg Malta Lisbon Weber Dr Inc Of The Bank Old-Town MBT J é Ødegård".split()
PLAIN = "the of and is in to a harbor walk van led with was by it fee bank".split()
GAPS = [" ", " ", " ", " ", "-", " & ", ". ", ", ", " (", "’s ", ": ", " \u201c"]
HAN = "玉粮液的换手率为低利欧股份"


def _list(name: str) -> set[str]:
    return {word for code in lang.language_codes() for word in lang.phrases(code).get(name, ())}


def _found(answer: str, evidence: str) -> list[tables.NameWord]:
    index = tables.SourceIndex((Source("1", evidence),), OffsetUnit.UTF8_BYTES)
    comparison = index.compare(answer, "", offset_unit=OffsetUnit.UTF8_BYTES, marker_base=1, marker_kind=1)
    return [row for row in comparison.names if comparison.segments[row.segment].kind != tables.SEGMENT_CODE]


def _stop_words(words: list[Word], text: str) -> set[str]:
    rows = tables.tokenize(text)
    stop = {int(row["start_byte"]) for row in rows if row["flags"] & tables.TOKEN_STOP}
    return {word.folded for word in words if word.start in stop}


def test_capitals_agree() -> None:
    chance = random.Random(4)
    compared = 0
    for _ in range(3000):
        parts = [chance.choice(CAPITALS if chance.random() < 0.4 else PLAIN) for _ in range(chance.randint(1, 14))]
        answer = "".join(part + chance.choice(GAPS) for part in parts).strip(" .:(“-&,") + " x"
        evidence = " ".join(chance.choice(CAPITALS + PLAIN) for _ in range(6)) + " x"
        words = read(answer)
        known = {word.folded for word in read(evidence)}
        raw = answer.encode()
        got = [
            (
                raw[row.start : row.end].decode(),
                raw[row.word_start : row.word_end].decode(),
                row.word_count,
                bool(row.flags & tables.NAME_OPENS),
            )
            for row in _found(answer, evidence)
        ]
        index = tables.segments(answer)
        if len(index) != 1:
            continue  # where sentences part is judged elsewhere
        want = names.unknown_capitals(
            answer, words, known, _stop_words(words, answer), _list("name_joiners"), _list("name_titles")
        )
        assert got == want, (answer, evidence)
        compared += len(want)
    assert compared > 500


def test_new_runs_of_han_agree() -> None:
    chance = random.Random(5)
    for _ in range(2000):
        answer = "".join(chance.choice(HAN) for _ in range(chance.randint(1, 12)))
        evidence = "".join(chance.choice(HAN) for _ in range(chance.randint(2, 20)))
        known = {evidence[at : at + 2] for at in range(len(evidence) - 1)}
        raw = answer.encode()
        got = [
            (raw[row.start : row.end].decode(), bool(row.flags & tables.NAME_OPENS)) for row in _found(answer, evidence)
        ]
        assert got == names.unknown_han(answer, [], known), (answer, evidence)
