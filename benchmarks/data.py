"""Evidence and answers to measure with: real prose, the same on every machine that has the same Python.

The prose is the language reference that ships inside Python (`pydoc_data.topics`); no copy of it is kept here. It holds
few numbers, so a sentence with one is laid between its paragraphs every `WORDS_PER_FIGURE` words; their values are
steps of a fixed linear congruence. A word is what stands between white space, as both sides count.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pydoc_data import topics

WORDS_PER_FIGURE = 80
ANSWER_WORDS = 60
PASSAGE_WORDS = 42
ANSWER_KINDS = ("grounded", "ungrounded", "numeric")
# Evidence of so many words in so many blocks.
SHAPES = ((1_000, 10), (1_000, 50), (4_000, 10), (4_000, 50), (4_000, 200), (16_000, 10), (16_000, 50), (16_000, 200))

_THINGS = ("entries", "statements", "arguments", "loops", "modules", "names", "frames", "blocks", "scopes", "targets")
_LEAST_PARAGRAPH_WORDS = 10
_MOST_ODD_SHARE = 0.03
# Paragraphs at the end of the prose that no evidence holds: what an ungrounded answer is made of.
_OTHER_PARAGRAPHS = 12


@dataclass(frozen=True, slots=True)
class Case:
    """One evidence and one answer. `confirmed` of the answer's `numbers` stand in the evidence."""

    name: str
    kind: str
    word_count: int
    blocks: tuple[str, ...]
    answer: str
    numbers: int
    confirmed: int

    @property
    def byte_count(self) -> int:
        """The bytes of the evidence in UTF-8."""
        return sum(len(block.encode()) for block in self.blocks)


@dataclass(frozen=True, slots=True)
class _Evidence:
    blocks: tuple[str, ...]
    sentences: tuple[str, ...]  # the ones with a number, in order
    values: tuple[str, ...]  # their numbers
    passage: tuple[str, ...]  # words from its middle, in order


@cache
def paragraphs() -> tuple[str, ...]:
    """Paragraphs of plain prose without code, each once, white space folded, in a fixed order."""
    found: dict[str, None] = {}
    for name in sorted(topics.topics):
        for paragraph in topics.topics[name].split("\n\n"):
            if any(line.startswith("   ") for line in paragraph.splitlines()):
                continue
            words = paragraph.split()
            text = " ".join(words)
            odd = sum(not (sign.isalpha() or sign in " ,.;:'\"()-") for sign in text)
            if len(words) >= _LEAST_PARAGRAPH_WORDS and text.endswith(".") and odd <= _MOST_ODD_SHARE * len(text):
                found[text] = None
    return tuple(found)


def corpus_id() -> str:
    """Names the prose: figures compare only where it is the same."""
    return hashlib.sha256("\n".join(paragraphs()).encode()).hexdigest()[:12]


def figures(count: int) -> tuple[str, ...]:
    """So many different whole numbers of four digits, "4,217"; always the same ones, in an order that looks random."""
    if count > 8_000:
        raise ValueError(f"{count} numbers are asked for; there are 8,000")
    # The step and 8,009 have no common divisor, so no value comes twice before all have come.
    return tuple(f"{1_900 + 3_083 * step % 8_009:,}" for step in range(1, count + 1))


@cache
def _evidence(word_count: int, block_count: int) -> _Evidence:
    """Evidence of exactly `word_count` words in `block_count` blocks of about one length, a paragraph a line."""
    words: list[str] = []
    sentences: list[str] = []
    values = figures(word_count // WORDS_PER_FIGURE + 2)
    inside: set[int] = set()  # places where a cut would part such a sentence
    due = WORDS_PER_FIGURE
    for paragraph in paragraphs()[:-_OTHER_PARAGRAPHS]:
        words += _line(paragraph)
        while len(words) >= due and len(words) < word_count:
            number = len(sentences)
            sentences.append(f"The limit is {values[number]} for {_THINGS[number % len(_THINGS)]}.")
            line = _line(sentences[-1])
            inside.update(range(len(words) + 1, len(words) + len(line)))
            words += line
            due += WORDS_PER_FIGURE
        if len(words) >= word_count:
            break
    if len(words) < word_count:
        raise ValueError(f"this Python's reference has {len(words)} words of prose; {word_count} are needed")
    words = words[:word_count]
    if not words[-1].endswith("\n"):
        words[-1] += "\n"
    text = " ".join(words).replace("\n ", "\n")
    whole = [sentence for sentence in sentences if sentence + "\n" in text]
    bounds = [word_count * block // block_count for block in range(block_count + 1)]
    for place in range(1, block_count):
        while bounds[place] in inside:
            bounds[place] += 1
    blocks = tuple(
        " ".join(words[start:end]).replace("\n ", "\n").rstrip("\n")
        for start, end in zip(bounds, bounds[1:], strict=False)
    )
    return _Evidence(blocks, tuple(whole), values[: len(whole)], _passage(words))


def _passage(words: list[str]) -> tuple[str, ...]:
    """Words without a digit that stand together, from the start of a paragraph in the second half."""
    for place in range(len(words) // 2, len(words) - PASSAGE_WORDS):
        passage = words[place : place + PASSAGE_WORDS]
        if words[place - 1].endswith("\n") and not any(sign.isdigit() for word in passage for sign in word):
            return tuple(word.rstrip("\n") for word in passage)
    raise ValueError(f"no {PASSAGE_WORDS} words without a digit in {len(words)} words of evidence")


def _line(paragraph: str) -> list[str]:
    words = paragraph.split(" ")
    words[-1] += "\n"
    return words


def case(word_count: int, block_count: int, kind: str) -> Case:
    """One of `SHAPES` with an answer of 60 words of one of `ANSWER_KINDS`.

    grounded: 57 words of the evidence and 3 numbers from its end. ungrounded: 57 words of other prose and 3 numbers
    that the evidence does not have. numeric: 40 words and 20 numbers, every second one from the evidence.
    """
    evidence = _evidence(word_count, block_count)
    invented = figures(word_count // WORDS_PER_FIGURE + 40)[-20:]
    if kind == "grounded":
        # Each sentence has five words beside its number.
        late = evidence.sentences[-3:]
        answer, numbers, confirmed = " ".join((*_closed(evidence.passage), *late)), 3, 3
    elif kind == "ungrounded":
        other = tuple(" ".join(paragraphs()[-_OTHER_PARAGRAPHS:]).split(" "))
        late = tuple(f"Nobody counted {value} of them yesterday." for value in invented[:3])
        answer, numbers, confirmed = " ".join((*_closed(other[:PASSAGE_WORDS]), *late)), 3, 0
    elif kind == "numeric":
        known = evidence.values[-10:]
        pairs = zip(known, invented, strict=False)
        answer, numbers, confirmed = " ".join(f"The limit is {one} and {other}." for one, other in pairs), 20, 10
    else:
        raise ValueError(f"{kind!r} is no kind of answer; there are {', '.join(ANSWER_KINDS)}")
    return Case(f"{word_count}/{block_count}/{kind}", kind, word_count, evidence.blocks, answer, numbers, confirmed)


def _closed(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with a full stop behind the last one."""
    return (*words[:-1], words[-1].rstrip(",;:.") + ".")
