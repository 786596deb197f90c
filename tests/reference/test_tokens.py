"""The compiled words against the slow reader: spans, keys and flags."""

from __future__ import annotations

import unicodedata

import pytest

from reference import differences, texts, tokens
from sidecar import tables

FLAGS = (
    ("joined", tables.TOKEN_JOINED),
    ("han", tables.TOKEN_HAN),
    ("digit", tables.TOKEN_DIGIT),
    ("numeral", tables.TOKEN_HAN_NUMERAL),
    ("capital", tables.TOKEN_CAPITAL),
    ("all_capitals", tables.TOKEN_ALL_CAPS),
)
# Function words of both languages and words that are none, chosen by hand.
STOP_WORDS = "the a an of in on it is are was and or but with from to by for that this they your".split()
STOP_WORDS += ["的", "了", "是", "在", "和", "我们", "因为", "因此", "如果"]
OTHER_WORDS = "rent tenant notice pay fee deposit court 48 no not never".split()
OTHER_WORDS += ["运费", "买家", "退款", "不", "没有"]


def product_rows(text: str) -> list[tuple[object, ...]]:
    """Start, end, key and flags of the product's words."""
    mask = sum(bit for _, bit in FLAGS)
    return [
        (int(row["start_byte"]), int(row["end_byte"]), int(row["key"]), int(row["flags"]) & mask)
        for row in tables.tokenize(text)
    ]


def reference_rows(text: str) -> list[tuple[object, ...]]:
    """The same by the slow reader."""
    return [
        (word.start, word.end, tokens.key(word.folded), sum(bit for name, bit in FLAGS if getattr(word, name)))
        for word in tokens.read(text)
    ]


def check(text: str) -> None:
    """Fails with the first word that the two read differently."""
    difference = differences.first_difference(product_rows(text), reference_rows(text), text)
    assert not difference, difference


@pytest.mark.parametrize("alphabet", sorted(texts.ALPHABETS))
def test_random_words(alphabet: str) -> None:
    for text in texts.random_texts(alphabet, 500, 24, seed=1):
        check(text)


def test_random_words_of_all_kinds() -> None:
    for text in texts.mixed_texts(700, 30, seed=2):
        check(text)


def test_real_texts() -> None:
    for text in texts.real_texts(12_000):
        check(text)


@pytest.mark.skipif(
    unicodedata.unidata_version != "14.0.0",
    reason="the core's tables are those of Unicode 14; only Python 3.11 knows the same characters",
)
def test_every_code_point_folds_alike() -> None:
    for point in [*range(0xD800), *range(0xE000, 0x30000), *range(0xE0000, 0xE1000)]:
        character = chr(point)
        folded = tables.fold(character)
        if "han" in map(tokens.kind, unicodedata.normalize("NFKD", character)):
            # Which traditional character folds to which simplified one is data; that each stays of its kind is a rule.
            plain = unicodedata.normalize("NFKD", character).casefold()
            assert list(map(tokens.kind, folded)) == list(map(tokens.kind, plain)), hex(point)
        else:
            assert folded == tokens.fold(character), hex(point)


def test_traditional_characters_fold_to_simplified_ones() -> None:
    for traditional, simplified in tokens.TRADITIONAL.items():
        assert tables.fold(traditional) == simplified


def test_function_words_are_marked_and_others_are_not() -> None:
    for word in STOP_WORDS:
        assert [int(row["flags"]) & tables.TOKEN_STOP for row in tables.tokenize(word)] == [tables.TOKEN_STOP], word
    for word in OTHER_WORDS:
        assert not any(int(row["flags"]) & tables.TOKEN_STOP for row in tables.tokenize(word)), word
