"""A growing answer: however it is cut, the report is that of the whole, and no finding is withdrawn.

The texts are those of other tests of this folder, alone and several behind one another, and those of `../shared`
where it is there; the cuts are by chance, the chance always the same.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import sidecar
from sidecar import model
from sidecar.checks import names
from sidecar.engine import read_evidence
from sidecar.stream import FailedAnswer, Stream, guarded

FOLDER = Path(__file__).parent
CASES = next((path for path in (up / "shared/cases/cases.jsonl" for up in FOLDER.parents) if path.exists()), None)
BOUND = 4 * 1024
UNITS = (model.OffsetUnit.UTF8_BYTES, model.OffsetUnit.UTF16_CODE_UNITS, model.OffsetUnit.CODE_POINTS)


def _own_texts() -> list[tuple[str, str]]:
    """Answers and their evidence."""
    pairs = [
        (answer, row[0])
        for rows in tomllib.loads((FOLDER / "contradiction_pairs.toml").read_text()).values()
        for row in rows
        for answer in row[1:]
    ]
    quotes = tomllib.loads((FOLDER / "quotes.toml").read_text())["case"]
    return pairs + [(case["answer"], "\n".join(case["evidence"])) for case in quotes]


def _shared_texts() -> list[tuple[str, str]]:
    if CASES is None:
        return []
    rows = [json.loads(line) for line in CASES.read_text().splitlines()]
    return [
        (row["answer"], "\n".join(str(one.get("text", "")) for one in row["evidence"]))
        for row in rows
        if isinstance(row["answer"], str)
    ]


# What answers say where they find nothing, and questions to which this is false: some of them only where they say
# nothing else.
ABSTENTIONS = (
    ("The documents do not say what the fee is.", "The fee is 12 euros. The rent is $40."),
    ("I could not find anything about the rent.", "The rent is $40."),
    ("没有找到相关信息。", "退款在七天内到账。"),
)
QUESTIONS = ("", "What is the fee?", "What is the rent?", "How much is the fee of the museum?", "退款几天到账？")
MARKUP = (
    "",
    "- ",
    "1. ",
    "> ",
    "## ",
    "**Note:** ",
    "| a | b |\n|---|---|\n| ",
    "```\n",
    "“",
    "(",
    "References\n",
    "No. ",
)


def _requests(count: int, most: int, seed: int) -> Iterator[tuple[model.Request, random.Random]]:
    chance = random.Random(seed)
    texts = _own_texts() + _shared_texts()
    texts += ABSTENTIONS * (len(texts) // 20)
    for _ in range(count):
        rows = [chance.choice(texts) for _ in range(chance.randint(1, most))]
        joint = chance.choice((" ", "\n", "\n\n", " [1] ", "\n- "))
        answer = joint.join(chance.choice(MARKUP) * (chance.random() < 0.3) + text for text, _ in rows)
        sources = tuple(model.Source(str(place + 1), evidence) for place, (_, evidence) in enumerate(rows))
        required = model.CitationPolicy(required=chance.random() < 0.5)
        config = model.Config(offset_unit=chance.choice(UNITS), citation_policy=required)
        yield model.Request(answer, sources, chance.choice(QUESTIONS), config=config), chance


def _streamed(
    request: model.Request, chance: random.Random, most: int
) -> tuple[list[model.Progress], model.Progress, model.Report]:
    """What is told before the end of an answer that comes in pieces of up to `most` bytes, and at its end."""
    data = (request.answer_text or "").encode()
    stream = Stream(replace(request, answer_text=None), index=read_evidence(request))
    told = []
    while data:
        size = chance.randint(1, most)
        progress = stream.feed(data[:size])
        data = data[size:]
        if progress is not None:
            told.append(progress)
    return (told, *stream.finish())


@pytest.mark.parametrize(("count", "most_texts"), [(200, 1), (60, 12), (6, 150)])
def test_the_report_is_that_of_the_whole_and_nothing_is_withdrawn(count: int, most_texts: int) -> None:
    early = 0
    for request, chance in _requests(count, most_texts, seed=most_texts):
        told, last, report = _streamed(request, chance, chance.choice((1, 8, 60, 1000)))
        assert report == sidecar.verify(request)
        findings = [finding for progress in (*told, last) for finding in progress.findings]
        known = {finding.finding_id: finding for finding in report.findings}
        assert {finding.finding_id: finding for finding in findings} == known, request.answer_text
        assert len(findings) == len(known)
        places = [progress.verified_through for progress in (*told, last)]
        assert places == sorted(places)
        early += sum(len(progress.findings) for progress in told)
    assert early > 0 or most_texts == 1  # one text is mostly one sentence, whose findings come at its end


@pytest.mark.parametrize(("count", "most_texts"), [(60, 12), (4, 150)])
def test_what_stands_before_the_watermark_was_told_and_it_is_never_far_behind(count: int, most_texts: int) -> None:
    for request, chance in _requests(count, most_texts, seed=3):
        data = (request.answer_text or "").encode()
        utf8 = replace(request, config=replace(request.config, offset_unit=model.OffsetUnit.UTF8_BYTES))
        final = sidecar.verify(utf8)
        stream = Stream(replace(utf8, answer_text=None), index=read_evidence(utf8))
        told: set[str] = set()
        through = at = 0
        while at < len(data):
            size = chance.randint(1, 40)
            progress = stream.feed(data[at : at + size])
            at = min(at + size, len(data))
            if progress is not None:
                through = progress.verified_through
                told.update(finding.finding_id for finding in progress.findings)
                late = [row for row in final.findings if row.claim_index is not None and row.finding_id not in told]
                assert not [row for row in late if row.answer_span is not None and row.answer_span.end <= through]
            assert at - through <= BOUND, data[through:at]


@pytest.mark.parametrize("behind", ["The fee is 12 euros. ", "Is there anything else? "])
@pytest.mark.parametrize("gap", [0, 3000, 5000])
def test_an_abstention_waits_no_longer_than_the_bound_to_stand_alone(behind: str, gap: int) -> None:
    # Two words in common are enough to say that the evidence answers, where the answer says nothing else.
    question = "What is the rent?"
    answer = "I could not find anything about the rent. " + "Is there anything else? " * (gap // 24) + behind * 40
    sources = (model.Source("1", "The rent is $40. The fee is 12 euros."),)
    alone = gap == 5000 or "fee" not in behind
    report = sidecar.verify(model.Request(answer, sources, question))
    assert [row.reason_id for row in report.findings].count("false-abstention") == alone
    stream = Stream(model.Request(sources=sources, question_text=question))
    told: list[model.Finding] = []
    for at in range(0, len(answer), 50):
        progress = stream.feed(answer[at : at + 50])
        told += progress.findings if progress is not None else ()
        if at > 42 + BOUND + 512:
            assert [row.reason_id for row in told].count("false-abstention") == alone
    last, streamed = stream.finish()
    assert streamed == report
    assert {row.finding_id: row for row in (*told, *last.findings)} == {row.finding_id: row for row in report.findings}


@pytest.mark.parametrize("opened", ["“", "(", "[", "```\n", "<co>", "> ", "`", "《", "$"])
def test_what_is_left_open_holds_nothing_back_for_more_than_the_bound(opened: str) -> None:
    sentence = "The fee is 15 euros, and children pay nothing at all. "
    answer = opened + sentence * 300
    data = answer.encode()
    stream = Stream(model.Request(sources=(model.Source("1", "The fee is 12 euros. Children pay nothing at all."),)))
    through = 0
    for at in range(0, len(data), 100):
        progress = stream.feed(data[at : at + 100])
        through = through if progress is None else progress.verified_through
        assert min(at + 100, len(data)) - through <= 2 * BOUND + 2048
    assert stream.finish()[1] == sidecar.verify(
        model.Request(answer, (model.Source("1", "The fee is 12 euros. Children pay nothing at all."),))
    )


def test_a_text_without_a_stop_is_cut_and_told_too() -> None:
    answer = "the fee is 15 euros and " * 1500
    stream = Stream(model.Request(sources=(model.Source("1", "The fee is 12 euros."),)))
    told = [progress for at in range(0, len(answer), 500) if (progress := stream.feed(answer[at : at + 500]))]
    assert len(answer) - told[-1].verified_through <= 2 * BOUND
    last, report = stream.finish()
    assert report == sidecar.verify(model.Request(answer, (model.Source("1", "The fee is 12 euros."),)))
    known = {finding.finding_id: finding for finding in report.findings}
    assert {f.finding_id: f for progress in (*told, last) for f in progress.findings} == known


def test_the_work_for_a_piece_does_not_grow_with_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []
    real = sidecar.engine.judge_piece

    def counted(request: model.Request, text: str, *rest: object) -> object:
        lengths.append(len(text))
        return real(request, text, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(sidecar.engine, "judge_piece", counted)
    stream = Stream(model.Request(sources=(model.Source("1", "The fee is 12 euros."),)))
    through = 0
    for _ in range(400):
        progress = stream.feed("The fee is 15 euros, as the page of the museum says. ")
        through = through if progress is None else progress.verified_through
    assert max(lengths) < 1024
    assert through > 398 * 53  # none of the bounds of a whole answer was met on the way


def test_where_a_bound_of_the_whole_may_be_met_the_rest_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidecar.stream.MOST_SEARCHED", -1)
    request = model.Request("The fee is 15 euros. " * 20, (model.Source("1", "The fee is 12 euros."),))
    told, last, report = _streamed(request, random.Random(1), 20)
    assert told == []
    assert last.findings == report.findings
    assert names.MOST_SEARCHED > 0


class _Delta:
    def __init__(self, content: str | None) -> None:
        self.delta = self
        self.content = content
        self.choices = [self]


def test_pieces_are_handed_on_until_the_first_failing_finding() -> None:
    request = model.Request(sources=(model.Source("1", "The fee is 12 euros."),))
    chunks = [
        {"choices": [{"delta": {"role": "assistant"}}]},
        {"choices": [{"delta": {"content": "The fee is 15 euros. "}}]},
        _Delta("It is paid at the door of the museum, "),
        {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "or on the page of the museum. "}},
        "It is never paid twice.",
    ]
    seen: list[object] = []
    with pytest.raises(FailedAnswer) as caught:
        seen.extend(guarded(request, chunks))
    assert caught.value.finding.answer_span == model.Span(11, 19)
    assert seen == chunks[:3]
    good = ["The fee is ", "12 euros."]
    assert list(guarded(request, good)) == good
