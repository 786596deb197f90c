"""The texts to measure with are what they say, in both languages, at every size, for many seeds."""

from __future__ import annotations

import re

import pytest

import sidecar
from sidecar.measure import calls, material
from sidecar.measure.cases import Language, Size
from sidecar.model import Outcome, Verdict, View
from sidecar.wire.requests import request_bytes

KIB = {Size.KIB_2: 2_048, Size.KIB_8: 8_192, Size.KIB_23: 23_552, Size.KIB_64: 65_536}
WORDS = {Size.WORDS_1K: 1_000, Size.WORDS_4K: 4_000, Size.WORDS_16K: 16_000}
NUMBER = re.compile(r"[0-9],[0-9]{3}")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", KIB)
def test_a_request_of_so_many_kib_is_nearly_that_long_and_never_longer(language: Language, size: Size) -> None:
    for seed in range(4):
        length = len(request_bytes(material.request(language, size, seed=seed)))
        assert KIB[size] - 200 <= length <= KIB[size]


@pytest.mark.parametrize("size", WORDS)
def test_evidence_of_so_many_words_has_nearly_as_many(size: Size) -> None:
    english = " ".join(source.text for source in material.request(Language.EN, size).sources)
    assert WORDS[size] - 25 <= len(english.split()) <= WORDS[size]

    chinese = "".join(source.text for source in material.request(Language.ZH, size).sources)
    assert (
        2 * WORDS[size] - 60 <= len(chinese) <= 2 * WORDS[size] * 1.05
    )  # an odd character of a sentence is not counted


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", Size)
def test_three_of_four_claims_are_supported(language: Language, size: Size) -> None:
    report = sidecar.verify(material.request(language, size))
    assert report.outcome is Outcome.FAIL
    verdicts = [claim.verdict for claim in report.claims]
    assert verdicts[:3] == [Verdict.SUPPORTED] * 3
    assert verdicts[3] is not Verdict.SUPPORTED
    assert len(verdicts) == 4


@pytest.mark.parametrize("language", Language)
def test_each_request_of_a_batch_is_another_and_has_the_same_verdicts(language: Language) -> None:
    requests = [material.request(language, Size.KIB_2, View.VERDICT, seed) for seed in range(64)]
    assert len({request.answer_text for request in requests}) == 64
    assert len({request.sources[0].text for request in requests}) == 64
    for request in requests:
        calls.check_report(sidecar.verify(request))


@pytest.mark.parametrize("language", Language)
def test_no_number_of_the_evidence_comes_twice(language: Language) -> None:
    sources = material.request(language, Size.WORDS_16K).sources
    numbers = NUMBER.findall(" ".join(source.text for source in sources))
    assert len(set(numbers)) == len(numbers) > 100
    assert "9,999" not in numbers


def test_the_same_seed_gives_the_same_request() -> None:
    first, second = (material.request(Language.ZH, Size.KIB_8, seed=5) for _ in range(2))
    assert first == second
    assert first != material.request(Language.ZH, Size.KIB_8, seed=6)
