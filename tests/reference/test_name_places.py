"""Other names in the place of the answer's, found by the core, against the twin, over random sentences."""

from __future__ import annotations

import random

from reference import name_places
from reference.tokens import read
from sidecar import tables
from sidecar.model import OffsetUnit, Source

NAMES = ("Anna", "Berg", "Malta", "Maltese", "Lisbon", "Weber", "MBT", "Morn", "Ødegård")
PLAIN = ("the", "at", "is", "in", "to", "harbor", "walk", "led", "was", "by", "fee", "bank")


def _sentence(chance: random.Random, most: int) -> str:
    return " ".join(chance.choice(NAMES if chance.random() < 0.3 else PLAIN) for _ in range(chance.randint(4, most)))


def _near(sentence: str, chance: random.Random) -> str:
    """The sentence with some of its names replaced by others of it, and some other words by any."""
    words = sentence.split()
    here = [word for word in words if word in NAMES] or list(NAMES)
    return " ".join(
        chance.choice(here)
        if word in NAMES and chance.random() < 0.6
        else chance.choice(PLAIN)
        if chance.random() < 0.1
        else word
        for word in words
    )


def test_names_in_each_others_place_agree() -> None:
    chance = random.Random(6)
    stop = {word for word in PLAIN if tables.tokenize(word)[0]["flags"] & tables.TOKEN_STOP}
    compared = 0
    for _ in range(4000):
        evidence = _sentence(chance, 14)
        answer = _near(evidence, chance)
        words, there = read(answer), read(evidence)
        if sum(word.folded in stop for word in words) * 5 < len(words):
            continue  # capitals say nothing
        index = tables.SourceIndex((Source("1", evidence),), OffsetUnit.UTF8_BYTES)
        comparison = index.compare(answer, "", offset_unit=OffsetUnit.UTF8_BYTES, marker_base=1, marker_kind=1)
        got = [
            (
                (row.answer_start, row.answer_end, row.source_start, row.source_end),
                (row.left_run, row.right_run, row.content, bool(row.flags & tables.NAME_PLACE_BESIDE)),
            )
            for row in comparison.name_places
        ]
        want = []
        for name, other, *rest in name_places.displaced(words, answer.split(), there, evidence.split(), stop):
            mine, theirs = (words[name[0]], words[name[1] - 1]), (there[other[0]], there[other[1] - 1])
            want.append(((mine[0].start, mine[1].end, theirs[0].start, theirs[1].end), tuple(rest)))
        assert got == want, (answer, evidence)
        compared += len(want)
    assert compared > 200
