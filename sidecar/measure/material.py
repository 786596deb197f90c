"""Requests to measure with, in English and in Chinese, made here from word lists: the same ones on every machine.

The evidence is the ledger of warehouses that do not exist, in sources of about 1 KiB. Every third sentence has a
number, and no number comes twice. An answer repeats four sentences with their citations, one of them with another
number: so three of its claims are supported and one is not.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from sidecar.measure.cases import Language, Size
from sidecar.model import Config, Request, Source, View
from sidecar.wire.requests import request_bytes

SUPPORTED_CLAIMS = 3
"""Of the four claims of each answer."""

_SOURCE_BYTES = 1024
_NUMBERED = 3  # every so many sentences have a number
_SEED_STEP = 32 * _NUMBERED  # so many sentences later does the next seed begin
_MOST_TRIES = 16
_LEAST_STEP_BYTES = 40  # less than a sentence


@dataclass(frozen=True, slots=True)
class _Words:
    """One language: sentences with and without a number, what their blanks are filled with, what stands between."""

    numbered: tuple[str, ...]
    plain: tuple[str, ...]
    lists: dict[str, tuple[str, ...]]
    title: str
    gap: str
    citation: str


_ENGLISH = _Words(
    numbered=(
        "The {place} depot shipped {number} {goods} to the {customer} in {month}.",
        "The {customer} returned {number} {goods} that the {place} depot had packed in {month}.",
        "In {month} the auditors counted {number} {goods} on the shelves of the {place} depot.",
    ),
    plain=(
        "The {goods} are kept dry in {place}, and the {staff} open the crates only when the {customer} asks for them.",
        "Because of {weather} the {staff} in {place} moved the {goods} elsewhere and left a note for the {customer}.",
        "A label on each crate tells the {customer} which of the {staff} in {place} has packed the {goods}.",
        "The {staff} meet every morning to plan which {goods} leave {place} first when {weather} is expected.",
    ),
    lists={
        "place": ("Norbeck", "Ellerton", "Marwick", "Oldham", "Tarrow", "Quayside", "Fenby", "Harlow", "Brackley"),
        "goods": (
            "pumps",
            "valves",
            "lamps",
            "cables",
            "filters",
            "brackets",
            "gaskets",
            "sensors",
            "motors",
            "hinges",
        ),
        "customer": ("shipyard", "hospital", "railway", "brewery", "university", "waterworks", "airport"),
        "staff": ("packers", "drivers", "inspectors", "porters", "clerks"),
        "month": ("January", "March", "April", "June", "July", "September", "October", "December"),
        "weather": ("heavy rain", "frost", "a storm", "fog", "strong wind", "heat"),
    },
    title="Ledger",
    gap=" ",
    citation=" [{}].",
)
_CHINESE = _Words(
    numbered=(
        "{month}，{place}仓库向{customer}发出{number}件{goods}。",
        "{customer}退回了{place}仓库{month}包装的{number}件{goods}。",
        "审计人员{month}在{place}仓库清点出{number}件{goods}。",
    ),
    plain=(
        "{goods}存放在{place}的干燥库房里，{customer}提出要求时，{staff}才会开箱检查。",
        "由于{weather}，{place}的{staff}把{goods}搬到另一间库房，并给{customer}留下说明。",
        "每个箱子上的标签都写明，{place}的哪位{staff}为{customer}包装了这些{goods}。",
        "{staff}每天早晨开会，商量{weather}来临之前先从{place}运走哪些{goods}。",
    ),
    lists={
        "place": ("北滨", "临江", "青岭", "石桥", "云港", "柳湾", "白沙", "松林", "东浦"),
        "goods": ("水泵", "阀门", "灯具", "电缆", "滤芯", "支架", "垫圈", "传感器", "电机", "铰链"),
        "customer": ("造船厂", "医院", "铁路公司", "酿酒厂", "大学", "自来水厂", "机场"),
        "staff": ("包装工", "司机", "检验员", "搬运工", "记账员"),
        "month": ("一月", "三月", "四月", "六月", "七月", "九月", "十月", "十二月"),
        "weather": ("暴雨", "霜冻", "台风", "大雾", "大风", "高温"),
    },
    title="台账",
    gap="",
    citation="[{}]。",
)
_WORDS = {Language.EN: _ENGLISH, Language.ZH: _CHINESE}


def request(language: Language, size: Size, view: View = View.FULL, seed: int = 0) -> Request:
    """An answer and its evidence; each `seed` >= 0 has other ones. Of KiB: as long as fits, short of one sentence."""
    if size.in_words:
        return _request(language, size.amount, view, seed, in_words=True)
    evidence_bytes = size.amount
    for _ in range(_MOST_TRIES):
        made = _request(language, evidence_bytes, view, seed, in_words=False)
        over = len(request_bytes(made)) - size.amount
        if over <= 0:
            return made
        evidence_bytes -= max(over, _LEAST_STEP_BYTES)
    raise ValueError(f"{size.value} cannot hold an answer with its evidence")


def _request(language: Language, amount: int, view: View, seed: int, *, in_words: bool) -> Request:
    words = _WORDS[language]
    sources: list[Source] = []
    numbered: list[tuple[str, int]] = []  # a sentence with a number, and its source as citations count
    block: list[str] = []
    left = amount
    block_bytes = 0

    def close() -> None:
        number = len(sources) + 1
        sources.append(Source(f"ledger-{number}", words.gap.join(block), page=number, title=words.title))
        block.clear()

    for place, sentence in enumerate(_sentences(words, seed)):
        size = len(sentence.encode())
        cost = _word_count(sentence, language) if in_words else size + len(words.gap)
        if cost > left:
            break
        left -= cost
        if block_bytes + size > _SOURCE_BYTES and block:
            close()
            block_bytes = 0
        block.append(sentence)
        block_bytes += size
        if place % _NUMBERED == 0:
            numbered.append((sentence, len(sources) + 1))
    close()
    config = Config() if view is View.FULL else Config(view=view)
    return Request(_answer(words, numbered), tuple(sources), request_id=f"bench-{seed:06d}", config=config)


def _answer(words: _Words, numbered: list[tuple[str, int]]) -> str:
    """Four of the sentences from all over the evidence, the last of them with a number that the evidence has not."""
    if len(numbered) <= SUPPORTED_CLAIMS:
        raise ValueError(f"the evidence has {len(numbered)} sentences with a number; {SUPPORTED_CLAIMS + 1} are needed")
    last = len(numbered) - 1
    chosen = [numbered[last * place // SUPPORTED_CLAIMS] for place in range(SUPPORTED_CLAIMS + 1)]
    chosen[-1] = re.sub("[0-9]", "9", chosen[-1][0]), chosen[-1][1]
    return words.gap.join(sentence.rstrip(".。") + words.citation.format(number) for sentence, number in chosen)


def _sentences(words: _Words, seed: int) -> Iterator[str]:
    """Sentences without end; another seed begins elsewhere."""
    for step in itertools.count(seed * _SEED_STEP):
        forms = words.numbered if step % _NUMBERED == 0 else words.plain
        blanks = {
            name: texts[(step * (7 + 4 * row) + step // len(texts)) % len(texts)]
            for row, (name, texts) in enumerate(words.lists.items())
        }
        yield forms[step // _NUMBERED % len(forms)].format(number=f"{_number(step):,}", **blanks)


def _number(step: int) -> int:
    """A number of four digits, in an order that looks random; 9,999 is none of them."""
    return 1_000 + 3_083 * step % 8_009


def _word_count(sentence: str, language: Language) -> int:
    return len(sentence.split()) if language is Language.EN else max(1, len(sentence) // 2)
