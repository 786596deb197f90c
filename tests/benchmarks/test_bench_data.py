"""The texts to measure with are what the tables call them."""

from __future__ import annotations

import re

import pytest

from benchmarks import data

NUMBER = re.compile(r"\b[0-9],[0-9]{3}\b")


@pytest.mark.parametrize(("words", "blocks"), data.SHAPES)
@pytest.mark.parametrize("kind", data.ANSWER_KINDS)
def test_sizes_are_exact(words: int, blocks: int, kind: str) -> None:
    case = data.case(words, blocks, kind)
    lengths = [len(block.split()) for block in case.blocks]
    assert (sum(lengths), len(lengths), len(case.answer.split())) == (words, blocks, 60)
    assert max(lengths) - min(lengths) <= 16


@pytest.mark.parametrize(("words", "blocks"), data.SHAPES)
def test_grounded_answer_is_evidence_with_late_numbers(words: int, blocks: int) -> None:
    case = data.case(words, blocks, "grounded")
    evidence = " ".join(" ".join(case.blocks).split())
    numbers = NUMBER.findall(case.answer)
    assert len(numbers) == case.numbers == case.confirmed == 3
    assert numbers == NUMBER.findall(evidence)[-3:]
    assert " ".join(case.answer.split()[:41]) in evidence


def test_ungrounded_answer_shares_no_number() -> None:
    case = data.case(16_000, 50, "ungrounded")
    evidence = " ".join(case.blocks)
    numbers = NUMBER.findall(case.answer)
    assert len(set(numbers)) == case.numbers == 3
    assert not set(numbers) & set(NUMBER.findall(evidence))
    assert " ".join(case.answer.split()[:12]) not in " ".join(evidence.split())


@pytest.mark.parametrize(("words", "blocks"), data.SHAPES)
def test_numeric_answer_has_every_second_number_from_the_evidence(words: int, blocks: int) -> None:
    case = data.case(words, blocks, "numeric")
    evidence = set(NUMBER.findall(" ".join(case.blocks)))
    numbers = NUMBER.findall(case.answer)
    assert (case.numbers, case.confirmed) == (20, 10)
    assert [number in evidence for number in numbers] == [True, False] * 10


def test_no_cut_parts_a_number_from_its_sentence() -> None:
    for words, blocks in data.SHAPES:
        for block in data.case(words, blocks, "grounded").blocks[:-1]:
            assert all(" for " in block[match.end() :] for match in NUMBER.finditer(block))


def test_figures_differ_and_end() -> None:
    assert len(set(data.figures(8_000))) == 8_000
    with pytest.raises(ValueError, match="8001"):
        data.figures(8_001)


def test_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="grounded, ungrounded, numeric"):
        data.case(1_000, 10, "invented")
