"""The compiled comparison against every window tried, and against fractions."""

from __future__ import annotations

import dataclasses
import random
import re
from fractions import Fraction

import numpy as np

from reference import match
from sidecar import tables
from sidecar._core import Quantity
from sidecar.model import OffsetUnit, Source

WORDS = "rent deposit tenant notice landlord court heating garden window repair annual".split()
FILLER = "the a of is was in by with".split()
HAN = ["运费", "买家", "承担", "退款", "审核", "由", "在", "内完成", "商家"]
NUMBERS = [
    *"5 7 8 8.5 85 85.2 85.19 850 8,500 0.85 0.05 0.5 -5 -8.5 1,234.5 8.46".split(),
    *("5%", "85%", "85.2%", "0.85%", "8 ‰", "5 percentage points", "500 basis points", "50 bp"),
    *("$5", "$8.5 million", "$8.5 billion", "€5", "€8,500", "8.5 million", "8.46 million", "8.5 thousand", "-$5"),
    *(
        "48 hours",
        "2 days",
        "2 weeks",
        "14 days",
        "2 years",
        "24 months",
        "30 minutes",
        "0.5 hours",
        "5 km",
        "5,000 m",
        "8 kg",
    ),
    *("about 85", "about 80", "more than 80", "over 8,000", "less than 90", "about 8 million", "under 9 kg"),
    *(
        "5-8 days",
        "48-192 hours",
        "5 to 7",
        "85-86%",
        "half",
        "3/4",
        "three quarters",
        "五天",
        "三个",
        "五件",
        "8.5万",
        "七个",
    ),
]
MORE_THAN, LESS_THAN, SCALED = 8, 16, 64


def numbers_of(text: str, quantities: list[Quantity]) -> list[match.Number]:
    """The quantities that were read, as this judge counts them; their `place` is the row of their segment."""
    rows = {int(row["start_byte"]): row for row in tables.quantity_rows(text)}
    out = []
    for quantity in quantities:
        row = rows[quantity.start]
        kind = tables.QUANTITY_KINDS[
            int(row["range_kind"] if tables.QUANTITY_KINDS[int(row["kind"])] == "range" else row["kind"])
        ]
        assert kind in ("number", "percent", "money", "measure", "count", "duration", "fraction", "ratio"), (kind, text)

        def exact(name: str, row: np.void = row) -> Fraction:
            mantissa = int(row[f"{name}_high"]) * 2**64 + int(row[f"{name}_low"])
            power = int(row["exponent" if name == "value" else "upper_exponent"])
            return mantissa * Fraction(10) ** power / int(row["denominator"])

        out.append(
            match.Number(
                exact("value"),
                exact("upper"),
                quantity.unit,
                kind,
                int(row["quantum_exponent"]),
                ranged=tables.QUANTITY_KINDS[int(row["kind"])] == "range",
                decimal=int(row["exponent"]) < 0,
                whole=int(row["denominator"]) == 1,
                hedged=bool(int(row["flags"]) & tables.QUANTITY_HEDGED),
                more_than=bool(int(row["flags"]) & MORE_THAN),
                less_than=bool(int(row["flags"]) & LESS_THAN),
                scaled=bool(int(row["flags"]) & SCALED),
            )
        )
    return out


def place_in(segments: np.ndarray[tuple[int], np.dtype[np.void]], start: int) -> int:
    """The row of the segment that holds a byte."""
    return next(at for at, row in enumerate(segments) if row["start_byte"] <= start < row["end_byte"])


def near_words(text: str, rows: list[np.void], own: Quantity, quantities: list[Quantity]) -> frozenset[int]:
    """The words nearest to one quantity among the rows of its segment or unit."""
    tokens = []
    for row in rows:
        start, end, flags = int(row["start_byte"]), int(row["end_byte"]), int(row["flags"])
        kind = "" if flags & (tables.TOKEN_STOP | tables.TOKEN_MARKER | tables.TOKEN_JOINED) else "word"
        if any(other.start < end and start < other.end for other in quantities):
            kind = "number"
        tokens.append((start, end, int(row["key"]), kind))
    return match.nearest_words(text.encode(), tokens, own.start, own.end)


def evidence_of(text: str, first_unit: int) -> match.Evidence:
    """A source as read by the stages that other tests judge."""
    segments = tables.segments(text, source=True)
    units: list[set[int]] = [set() for _ in segments]
    for row in tables.tokenize(text):
        units[place_in(segments, int(row["start_byte"]))].add(int(row["key"]))
    quantities = tables.quantities(text)
    by_unit: list[list[np.void]] = [[] for _ in segments]
    for row in tables.tokenize(text):
        by_unit[place_in(segments, int(row["start_byte"]))].append(row)
    placed = []
    for number, quantity in zip(numbers_of(text, quantities), quantities, strict=True):
        unit = place_in(segments, quantity.start)
        placed.append(
            dataclasses.replace(number, place=unit, near=near_words(text, by_unit[unit], quantity, quantities))
        )
    return match.Evidence(tuple(map(frozenset, units)), tuple(placed), first_unit)


def random_sentence(chance: random.Random, *, han: bool, most: int) -> str:
    """A sentence of a few words that others use too, with or without numbers."""
    pieces = []
    for _ in range(chance.randint(1, most)):
        pieces.append(chance.choice(HAN if han else WORDS + FILLER))
        if chance.random() < 0.25:
            pieces.append(
                chance.choice(NUMBERS)
                if not han
                else chance.choice(["五天", "三个", "8.5万", "48小时", "5%", "，", "，"])
            )
    return ("" if han else " ").join(pieces) + ("。" if han else ". ")


def check_comparison(answer: str, sources: list[str]) -> tuple[int, int]:
    """Compares every passage, summary and named place; returns how many passages and quantity matches were seen."""
    index = tables.SourceIndex([Source(f"s{n}", text) for n, text in enumerate(sources, 1)], OffsetUnit.UTF8_BYTES)
    read = index.compare(answer, "", offset_unit=OffsetUnit.UTF8_BYTES, marker_base=1, marker_kind=1)
    evidence: list[match.Evidence] = []
    for text in sources:
        first = evidence[-1].first_unit + len(evidence[-1].units) if evidence else 0
        evidence.append(evidence_of(text, first))
    numbers = [
        dataclasses.replace(
            number,
            near=near_words(
                answer,
                [row for row in read.token_rows() if row["segment"] == quantity.segment],
                quantity,
                read.quantities,
            ),
        )
        for number, quantity in zip(numbers_of(answer, read.quantities), read.quantities, strict=True)
    ]
    skipped = tables.TOKEN_STOP | tables.TOKEN_QUANTITY | tables.TOKEN_MARKER | tables.TOKEN_JOINED
    content: list[set[int]] = [set() for _ in read.segments]
    for token in read.token_rows():
        if not token["flags"] & skipped:
            content[int(token["segment"])].add(int(token["key"]))
    seen = matches_seen = 0
    for number, segment in enumerate(read.segments):
        words = frozenset(content[number])
        own = range(segment.first_quantity, segment.first_quantity + segment.quantity_count)
        width = 2
        if segment.flags & tables.SEGMENT_IS_HAN:
            said = answer.encode()[segment.text_start : segment.text_end].decode()
            width = max(2, min(8, 1 + len(re.findall(r"[，；]|(?<=[^\x00-\x7f])[,;](?=[^\x00-\x7f])", said))))
        cited = {
            one.source for marker in read.markers if marker.segment == number for one in marker.ids if one.source >= 0
        }
        found = [
            match.best_passage(words, [numbers[k] for k in own], source, one, width)
            for source, one in enumerate(evidence)
        ]
        passages = [passage for passage in found if passage is not None]
        passages.sort(key=lambda one: (one.source not in cited, -one.matched - one.held))
        kept = [p for p in passages if p.source in cited] + [p for p in passages if p.source not in cited][:8]
        claim = read.claims[number]
        rows = read.passages_of(claim)
        ours = [(row.source, row.matched, row.held, row.first_unit, row.last_unit, bool(row.cited)) for row in rows]
        theirs = [(p.source, p.matched, p.held, p.first_unit, p.last_unit, p.source in cited) for p in kept]
        assert ours == theirs, (answer, sources, number)
        assert claim.word_count == len(words) and claim.cited_count == len(cited)
        together = frozenset().union(
            *(
                evidence[p.source].units[unit - evidence[p.source].first_unit]
                for p in kept
                if p.source in cited
                for unit in range(p.first_unit, p.last_unit + 1)
            )
        )
        assert claim.cited_matched == len(words & together), (answer, sources)
        for place, group in ((claim.best_passage, kept), (claim.best_cited, [p for p in kept if p.source in cited])):
            best = max((p.matched + p.held for p in group), default=None)
            assert (place < 0) == (best is None)
            if best is not None:
                assert read.passages[place].matched + read.passages[place].held == best
        for row in rows:
            units = tables.segments(sources[row.source], source=True)
            base = evidence[row.source].first_unit
            assert row.start == units[row.first_unit - base]["text_start"]
            assert row.end == units[row.last_unit - base]["text_end"]
        seen += len(rows)
        for quantity in own:
            matches_seen += check_places(read, quantity, numbers[quantity], words, evidence, width, answer, sources)
    return seen, matches_seen


def check_places(
    read: tables.Comparison,
    quantity: int,
    number: match.Number,
    words: frozenset[int],
    evidence: list[match.Evidence],
    width: int,
    answer: str,
    sources: list[str],
) -> int:
    """Compares the place named for one quantity in each source; conflicting values elsewhere are not judged here."""
    quantities = [tables.quantities(text) for text in sources]
    ours = {
        row.source: (row.relation, row.flags & 7, row.start, row.context)
        for row in read.matches_of[quantity]
        if row.relation != tables.OTHER_VALUE
    }
    theirs = {}
    for source, one in enumerate(evidence):
        best = match.best_relation(words, number, one, width)
        if best is not None:
            theirs[source] = (best[0], best[1], quantities[source][best[2]].start, best[3])
    assert ours == theirs, (read.quantities[quantity].value, read.quantities[quantity].unit, answer, sources)
    return len(theirs)


def test_random_texts() -> None:
    chance = random.Random(41)
    seen = matched = 0
    for _ in range(350):
        han = chance.random() < 0.35
        sources = [
            "".join(random_sentence(chance, han=han, most=6) for _ in range(chance.randint(1, 6)))
            for _ in range(chance.randint(1, 4))
        ]
        answer = ""
        for _ in range(chance.randint(1, 3)):
            sentence = random_sentence(chance, han=han, most=8)
            if chance.random() < 0.5:
                sentence = sentence.rstrip(". 。") + f" [{chance.randint(1, 5)}]" + ("。" if han else ". ")
            answer += sentence
        counts = check_comparison(answer, sources)
        seen, matched = seen + counts[0], matched + counts[1]
    assert seen > 800 and matched > 300


def test_the_place_with_the_words_of_the_value_is_named() -> None:
    chance = random.Random(43)

    def clause(numbers: int) -> str:
        pieces = chance.choices(WORDS + FILLER, k=chance.randint(6, 16))
        for _ in range(numbers):
            pieces.insert(chance.randint(0, len(pieces)), chance.choice(["85%", "85%", "$5", ",", "; the"]))
        return " ".join(pieces).replace(" ,", ",").replace(" ;", ";") + ". "

    matched = 0
    for _ in range(150):
        sources = ["".join(clause(chance.choice([1, 1, 2])) for _ in range(5)) for _ in range(2)]
        matched += check_comparison(clause(1) + clause(2), sources)[1]
    assert matched > 150


def test_many_sources_keep_the_best_and_all_cited() -> None:
    chance = random.Random(42)
    for _ in range(12):
        sources = [random_sentence(chance, han=False, most=8) for _ in range(14)]
        answer = (
            f"The tenant pays rent and deposit for heating 85% [{chance.randint(1, 14)}][{chance.randint(1, 14)}]. "
        )
        check_comparison(answer + random_sentence(chance, han=False, most=9), sources)


def test_every_pair_of_quantities() -> None:
    seen = set()
    for left in NUMBERS:
        answer = f"The rent {left} rent."
        sources = [f"The rent {right} rent." for right in NUMBERS]
        index = tables.SourceIndex([Source(f"s{n}", text) for n, text in enumerate(sources)], OffsetUnit.UTF8_BYTES)
        read = index.compare(answer, "", offset_unit=OffsetUnit.UTF8_BYTES, marker_base=1, marker_kind=1)
        mine = numbers_of(answer, read.quantities)
        for quantity, number in enumerate(mine):
            rows = {row.source: row for row in read.matches_of[quantity] if row.relation != tables.OTHER_VALUE}
            for source, text in enumerate(sources):
                others = numbers_of(text, tables.quantities(text))
                related = [found for other in others if (found := match.relate(number, other)) is not None]
                expected = min(
                    related, key=lambda one: (one[0] > match.ROUNDED, one[0] * 4 + (one[1] & 1) * 2), default=None
                )
                got = (rows[source].relation, rows[source].flags & 7) if source in rows else None
                assert got == expected, (left, NUMBERS[source])
                seen.add(expected[0] if expected else 0)
    assert seen == {0, match.EQUAL, match.CONVERTED, match.RANGE_END, match.ROUNDED, match.OTHER_SIGN, match.OTHER_UNIT}
