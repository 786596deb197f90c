"""The compiled quantities against the second reader and against amounts whose value is known."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction

import pytest

from reference import quantities, texts
from sidecar import tables

Writer = Callable[[random.Random], tuple[str, quantities.Written]]
# What the shape of digits decides, and where the sets differ by design, is judged apart.
COMPARED = (
    quantities.HEDGED | quantities.AT_LEAST | quantities.AT_MOST | quantities.MORE_THAN | quantities.LESS_THAN
) | quantities.SIGNED
NOT_NUMBERS = {"identifier", "label", "date", "time"}


def product_rows(text: str) -> list[tuple[int, int, str, str, str, int]]:
    """Start and end in code points, kind, value, unit and flags of the product's quantities."""
    data = text.encode()
    return [
        (
            len(data[: row.start].decode()),
            len(data[: row.end].decode()),
            tables.QUANTITY_KINDS[row.kind],
            row.value,
            row.unit,
            row.flags,
        )
        for row in tables.quantities(text)
    ]


def reference_numerals(text: str) -> list[tuple[int, int, str, bool]]:
    """Digits read one number after the other."""
    out = []
    at = 0
    while at < len(text):
        if not quantities.is_digit(text, at):
            at += 1
            continue
        numeral = quantities.numeral_at(text, at)
        out.append((numeral.start, numeral.end, quantities.plain(numeral.value), numeral.ambiguous))
        at = numeral.end
    return out


def test_digits_of_every_shape() -> None:
    chance = random.Random(51)
    judged = 0
    for _ in range(6_000):
        runs = [
            "".join(chance.choices("0123456789", k=chance.choice([1, 2, 3, 3, 3, 4, 5])))
            for _ in range(chance.randint(1, 4))
        ]
        separator = chance.choice(".,,, '_")
        number = runs[0] + "".join(chance.choice([separator, separator, separator, ".", ","]) + run for run in runs[1:])
        text = f"so {chance.choice(['', '', '', '.', '('])}{number} we"
        rows = product_rows(text)
        if any(row[2] in NOT_NUMBERS or row[4] for row in rows):
            continue  # 2.10.1, 2024, 555 0123, 6' (feet): not judged by this reader
        ours = [(start, end, value, bool(flags & quantities.AMBIGUOUS)) for start, end, _, value, _, flags in rows]
        assert ours == reference_numerals(text), text
        judged += 1
    assert judged > 3_000


def test_the_last_written_digit_is_kept() -> None:
    chance = random.Random(52)
    for _ in range(500):
        written, value, _ = quantities.digits(chance)
        text = f"so {written} km we"
        (row,) = tables.quantity_rows(text)
        assert int(row["quantum_exponent"]) == quantities.numeral_at(text, 3).quantum, text
        assert Fraction(int(row["value_low"])) * Fraction(10) ** int(row["exponent"]) == value


@pytest.mark.parametrize(
    ("writer", "frames"),
    [
        (quantities.amount, [("so ", " we"), ("so ", "."), ("(so ", ")"), ("", ", we"), ("so ", "; we")]),
        (quantities.spelled, [("so ", " we"), ("so ", "."), ("so ", ", we")]),
        (quantities.han_amount, [("；", "。"), ("合计：", "，"), ("", ""), ("“", "”")]),
        (quantities.span_of_values, [("so ", " we"), ("so ", "."), ("：", "，")]),
        (quantities.shaped, [("so ", ", we"), ("so: ", "."), ("“", "”"), ("；", "。")]),
    ],
    ids=["amount", "spelled", "han", "range", "shaped"],
)
def test_written_amounts_are_read_back(writer: Writer, frames: list[tuple[str, str]]) -> None:
    chance = random.Random(53)
    for _ in range(2_500):
        before, written = writer(chance)
        left, right = chance.choice(frames)
        text = f"{left}{before}{written.text}{right}"
        start = len(left) + len(before)
        rows = [(*row[:5], row[5] & COMPARED) for row in product_rows(text)]
        expected = (
            start,
            start + len(written.text),
            written.kind,
            written.value,
            written.unit,
            written.flags & COMPARED,
        )
        assert rows == [expected], text
        flags = product_rows(text)[0][5]
        assert bool(flags & quantities.SPELLED) == bool(written.flags & quantities.SPELLED), text
        if (
            writer not in (quantities.spelled, quantities.shaped, quantities.span_of_values)
            and not flags & quantities.SPELLED
        ):
            assert bool(flags & quantities.SCALED) == bool(written.flags & quantities.SCALED), text


def test_plain_numbers_of_real_texts_are_read() -> None:
    seen = 0
    for text in texts.real_texts(30_000):
        rows = {row[0]: row for row in product_rows(text)}
        for start, value, percent in quantities.plain_amounts(text):
            if re.match(r"\s*(?:[A-Z]|\d)", text[start - 2 : start]) or start not in rows:
                context = text[max(0, start - 25) : start + 25]
                inside = [row for row in rows.values() if row[0] < start < row[1]]
                assert inside or start in rows, context
                continue
            _, end, kind, read, unit, _ = rows[start]
            if re.search(r"[a-z] (?:and )?(?:\d|\w+ hundred)", text[start:end]):
                continue  # 4 thousand 3 hundred, 6 crore and two hundred: more than the one number
            if kind in NOT_NUMBERS or kind == "range":
                continue
            scaled = Fraction(read) / value if value else Fraction(1)
            assert scaled >= 1 and set(str(int(scaled))) <= {"1", "0"}, (text[start - 10 : start + 20], read)
            assert unit.startswith("%") == bool(percent)
            seen += 1
    assert seen > 2
