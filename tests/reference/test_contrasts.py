"""The core's contrasts and the twin's agree on thousands of small texts."""

from __future__ import annotations

import random

from reference.contrasts import Opposite, opposites
from sidecar import OffsetUnit, Source
from sidecar.tables import SourceIndex

CUES = {
    "rose": ("moves", 0),
    "fell": ("moves", 1),
    "lessor": ("lease", 0),
    "lessee": ("lease", 1),
    "inflow": ("flow", 0),
    "outflow": ("flow", 1),
}
STOP = ("the", "of", "for")
WORDS = ("garden", "bridge", "tower", "river", "market", "castle", "ticket", "harbor")


def _sentence(chance: random.Random) -> str:
    pool = WORDS + STOP + tuple(CUES) * 2
    return " ".join(chance.choice(pool) for _ in range(chance.randrange(3, 26))) + "."


def _found(claim: str, passage: str) -> list[Opposite]:
    index = SourceIndex((Source("a", passage),), OffsetUnit.UTF8_BYTES)
    rows = index.compare(claim, "", offset_unit=OffsetUnit.UTF8_BYTES, marker_base=1, marker_kind=1).contrasts
    return [
        Opposite(
            (row.answer_start, row.answer_end),
            (row.source_start, row.source_end),
            row.left_run,
            row.right_run,
            row.near,
            row.near_count,
            row.same_fit,
            row.fit,
            row.claim_matched,
            row.claim_count,
        )
        for row in rows
    ]


def test_core_and_twin_agree() -> None:
    chance = random.Random(7)
    with_rows = 0
    for _ in range(3_000):
        claim = _sentence(chance)
        words = claim[:-1].split()
        for place in range(len(words)):  # the passage is the claim, changed here and there
            if chance.random() < 0.25:
                words[place] = chance.choice(WORDS + tuple(CUES))
        passage = " ".join(words) + "." if chance.random() < 0.7 else _sentence(chance)
        if not set(claim[:-1].split()) & set(passage[:-1].split()) & set(WORDS):
            continue  # no passage without a common content word
        expected = opposites(claim, passage, CUES, frozenset(STOP))
        with_rows += bool(expected)
        assert _found(claim, passage) == expected, (claim, passage)
    assert with_rows > 500
