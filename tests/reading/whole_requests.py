"""Requests of many kinds and a walk over everything that a report says, for properties that all reports have."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator

from sidecar.model import (
    CitationPolicy,
    Config,
    OffsetUnit,
    Report,
    Request,
    Source,
    Span,
    StructuredAnswer,
    StructuredClaim,
)

UNITS = (OffsetUnit.UTF8_BYTES, OffsetUnit.UTF16_CODE_UNITS, OffsetUnit.CODE_POINTS)

LEASE = Source(
    "lease.pdf#page=3",
    "§ 4 Rent\r\nThe Tenant 👩‍💻 shall pay a rent of $1,000,000.00 within thirty (30) days.\r\n"
    "The naïve cafe\u0301 owner keeps 12.5 % of the deposit 👍. 押金为三个月租金，逾期按日加收0.05%。",
    page=3,
    title="Lease – main part",
    section_path=("4", "Rent"),
)
POLICY = Source(
    "policy.txt",
    "七天无理由退货，退货运费由买家承担。\n\n"
    "审核需要四十八小时内完成；退款在一至三个工作日内原路返回。😀 ｆｕｌｌ－ｗｉｄｔｈ １２３ 元。",
    title="退货规则",
)
NOTES = Source(
    "notes",
    "| Item | Fee |\n|---|---|\n| Heat | €36 |\n| Water | €12,50 |\n\n- Keys cost 5 dollars each.\n- 𝟙𝟚 rooms.",
)
SOURCES = (LEASE, POLICY, NOTES)

ANSWERS = (
    "The rent is $1,000,000.00, due within 30 days [1]. The deposit share is 12.5 % 👍 [1].",
    "👍🏽 The café owner keeps 12.5% [1]!\r\n\r\n- Heat costs €36 [3].\r\n- Water costs €13 [3].\r\n",
    "退货运费由买家承担 [2]。审核要一周 [2]。以银行为准 [44]。具体可以咨询客服。",
    "退款在１～３个工作日内原路返回【2】，押金为三个月租金[1]。😀",
    "## Fees\n| Item | Fee |\n|---|---|\n| Heat | €36 [3] |\n| Water | €99 [3] |\n\n```\nx[1] = 5\n```\n",
    "I could not find anything about pets in the documents.",
    "没有找到相关信息。",
    "The owner said “keeps 12.5 % of the deposit” e\u0301\u0301 [lease.pdf#page=3]. See [^99] and [policy.txt].",
    "\ufeff\u200b  \r\n",
    "",
    "Hello! Is the rent $2,000,000.00? No: it's −5 °C, ½ of 𝟙𝟚 rooms, 1 000 000 and 二十三点四万元 [1, 2][3][88].",
)
QUESTIONS = ("", "What is the rent of the lease?", "退货运费由谁承担？")


def requests(unit: OffsetUnit) -> Iterator[Request]:
    """Every answer beside every question, and one structured answer, with spans in `unit`."""
    for answer in ANSWERS:
        for question in QUESTIONS:
            yield Request(answer, SOURCES, question, config=Config(offset_unit=unit))
    strict = Config(offset_unit=unit, citation_policy=CitationPolicy(required=True))
    yield from (Request(answer, SOURCES, config=strict) for answer in ANSWERS[:4])
    claims = (
        StructuredClaim("The 👍 rent is $1,000,000.00.", (LEASE.source_id,)),
        StructuredClaim("运费由买家承担。", ("nobody",)),
    )
    yield Request(sources=SOURCES, structured_answer=StructuredAnswer(claims), config=Config(offset_unit=unit))


# Answers beside a source of their own.
PAIRS = [
    (
        "The tenant must pay the landlord's rent of $1,250.50 within 30 days [1].",
        "The tenant must pay the landlord's rent of $1,250.50 within 30 days. Notices go to the landlord.",
    ),
    ("The fee rose to 12.5% in March 2024 [1].", "In March 2024 the fee rose to 12.5%. It was 10% before."),
    ("It doesn't cover pets; l'été is free [1].", "It doesn't cover pets. L'été is free, and it isn't sold."),
    ("买家承担运费，还钱需要三个工作日 [1]。", "运费由买家承担。还钱需要三个工作日。"),
    ("审核需要48个小时，过时不退 [1]。", "审核需要四十八个小时。过时不退。"),
    ("The contract ends after two years and six months [1].", "The contract ends after two years and six months."),
    ("Water costs 1.234,56 € [1].", "Water costs 1.234,56 € a year."),
    (
        "The board approved a dividend of 5 cents per share on 12 June 2021 [1].",
        "The board approved a dividend of 5 cents per share on 12 June 2021. It is payable in July.",
    ),
    (
        "Acme Inc. shall deliver at least 40,000 units by 30 June 2022, i.e. within nine months [1].",
        "Acme Inc. shall deliver at least 40,000 units by 30 June 2022, i.e. within nine months. Dr. Jones signs.",
    ),
    (
        "The plant produced between 10 and 12 million tonnes in 2019 and 2020 [1].",
        "The plant produced between 10 and 12 million tonnes in 2019 and 2020. Output fell by 3.5 percentage points.",
    ),
    ("The fee is $99 [1].", "The tenant pays a fee of $95 for the garden in May 2021."),
]


def conclusions(report: Report) -> tuple[object, ...]:
    """What a report concludes, without places and wording."""
    return (
        report.outcome,
        tuple((claim.verdict, claim.kind) for claim in report.claims),
        tuple((row.status, row.value) for row in report.quantities),
        tuple(row.status for row in report.citations),
    )


ALPHABET = [
    *"The rent is $1,000,000.00 within 30 days . , [1] [2] [9] \n \r\n 12.5 % 👍 👩‍💻 e\u0301 é ﬁ İ ß".split(" "),
    *"退货 运费 由买家 承担 。 ， 三个工作日 四十八小时 【2】 （来源1） 《 》 “ ” 𠀀 が".split(" "),
    *"\u00ad \u200b １２ 〇 ½ ２ # - > | ``` ** \\ ( ) [ ]".split(" "),
    *("\x00", "\x7f", "\u2028", "\ufffd", "\U0010ffff", " ", " ", "\t"),
    *("2024-03-05", "18:30", "not found", "没有找到", "?", "-"),
]


def random_requests(count: int, seed: int) -> Iterator[Request]:
    """Random answers beside random sources, in every unit."""
    chance = random.Random(seed)

    def text(longest: int) -> str:
        return "".join(chance.choices(ALPHABET, k=chance.randint(0, longest)))

    for _ in range(count):
        sources = tuple(Source(f"s{number}", text(60)) for number in range(chance.randint(0, 4)))
        yield Request(text(40), sources, text(8), config=Config(offset_unit=chance.choice(UNITS)))


def slice_of(text: str, span: Span, unit: OffsetUnit) -> str:
    """What a span covers, counted the slow way."""
    if unit == OffsetUnit.CODE_POINTS:
        assert span.end <= len(text)
        return text[span.start : span.end]
    codec, width = ("utf-8", 1) if unit == OffsetUnit.UTF8_BYTES else ("utf-16-le", 2)
    data = text.encode(codec)
    assert span.end * width <= len(data)
    return data[span.start * width : span.end * width].decode(codec)


def spans(report: Report, request: Request) -> Iterator[tuple[str, Span, str]]:
    """Every span of a report: the whole text it counts in, the span, and what the report says that it covers."""
    answer = report.answer_text if request.answer_text is None else request.answer_text
    texts = {source.source_id: source.text for source in request.sources}

    def walk(node: object) -> Iterator[tuple[str, Span, str]]:
        if isinstance(node, tuple):
            for item in node:
                yield from walk(item)
        if not dataclasses.is_dataclass(node) or isinstance(node, type):
            return
        values = {field.name: getattr(node, field.name) for field in dataclasses.fields(node)}
        for name, whole, written in (
            ("answer_span", answer, values.get("text")),
            ("source_span", texts.get(values.get("source_id", ""), ""), values.get("text")),
            ("snippet_span", texts.get(values.get("source_id", ""), ""), values.get("snippet")),
        ):
            span = values.get(name)
            if isinstance(span, Span) and isinstance(written, str):
                yield whole, span, written
            elif isinstance(span, Span):  # findings carry no text: the span alone must be sound
                yield whole, span, slice_of(whole, span, report.offset_unit)
        for value in values.values():
            yield from walk(value)

    yield from walk(report)
