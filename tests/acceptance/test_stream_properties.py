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
    for _ in range(count):
        rows = [chance.choice(texts) for _ in range(chance.randint(1, most))]
        joint = chance.choice((" ", "\n", "\n\n", " [1] ", "\n- "))
        answer = joint.join(chance.choice(MARKUP) * (chance.random() < 0.3) + text for text, _ in rows)
        sources = tuple(model.Source(str(place + 1), evidence) for place, (_, evidence) in enumerate(rows))
        required = model.CitationPolicy(required=chance.random() < 0.5)
        config = model.Config(offset_unit=chance.choice(UNITS), citation_policy=required)
        yield model.Request(answer, sources, config=config), chance


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
    assert early > 0


def test_what_stands_before_the_watermark_was_told() -> None:
    for request, chance in _requests(60, 12, seed=3):
        told, last, _ = _streamed(request, chance, 40)
        through = 0
        for progress in (*told, last):
            for finding in progress.findings:
                abstention = finding.reason_id in {"false-abstention", "low-support", "weak-support"}
                if finding.answer_span is not None and finding.claim_index is not None and progress is not last:
                    assert finding.answer_span.start >= through or abstention
            through = progress.verified_through


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
