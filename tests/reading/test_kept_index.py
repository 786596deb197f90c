"""Evidence read once and kept, as rows or as their image, gives the reports that it gives when it is read anew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from whole_requests import ANSWERS, SOURCES, random_requests, requests

from sidecar import Config, InvalidRequest, OffsetUnit, Request, Source, View, engine
from sidecar.tables import SourceIndex


def kept(request: Request) -> tuple[SourceIndex, SourceIndex]:
    """The index of a request's sources, and one on its image."""
    built = engine.read_evidence(request)
    config = request.config
    image = memoryview(built.image())
    return built, SourceIndex(request.sources, config.offset_unit, engine.language_of(config), image)


@pytest.mark.parametrize("unit", OffsetUnit)
def test_reports_are_the_same(unit: OffsetUnit) -> None:
    for request in requests(unit):
        expected = engine.verify(request)
        for index in kept(request):
            assert engine.verify(request, index=index) == expected


def test_reports_on_any_text_are_the_same() -> None:
    for request in random_requests(40, seed=11):
        expected = engine.verify(request)
        for index in kept(request):
            assert engine.verify(request, index=index) == expected


def test_one_index_serves_many_answers_with_digests_repairs_and_views() -> None:
    for unit in OffsetUnit:
        wants = Config(offset_unit=unit, want_digest=True, want_repair=True, want_rendering=True)
        configs = [wants, *(replace(wants, view=view, want_repair=False) for view in View)]
        for index in kept(Request("", SOURCES, config=wants)):
            for answer in ANSWERS:
                for config in configs:
                    request = Request(answer, SOURCES, config=config)
                    assert engine.verify(request, index=index) == engine.verify(request)


def test_a_language_of_its_own_is_kept() -> None:
    config = Config(language_codes=("de-AT",))
    request = Request("Die Gebühr beträgt 22 Euro [1].", (Source("a", "Gebühr: zweiundzwanzig Euro."),), config=config)
    expected = engine.verify(request)
    assert [quantity.status.name for quantity in expected.quantities] == ["SUPPORTED"]
    for index in kept(request):
        assert engine.verify(request, index=index) == expected


def test_equal_evidence_has_equal_images() -> None:
    request = Request("", SOURCES)
    built, mapped = kept(request)
    assert built.image() == mapped.image() == engine.read_evidence(request).image()


def test_an_image_of_other_texts_is_refused() -> None:
    image = memoryview(engine.read_evidence(Request("", (Source("a", "Twelve"),))).image())
    with pytest.raises(ValueError, match="no image of an index"):
        SourceIndex((Source("a", "Thirteen"),), OffsetUnit.UTF8_BYTES, image=image)


@pytest.mark.parametrize(
    ("sources", "field"),
    [
        ((Source("a", "x"), Source("a", "y")), "sources[1].source_id"),
        ((Source("a", "x\ud800"),), "sources[0].text"),
        ((Source("a", "x", title="\ud800"),), "sources[0].title"),
    ],
)
def test_bad_sources_are_refused_when_they_are_read(sources: tuple[Source, ...], field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        engine.read_evidence(Request("", sources))
    assert caught.value.field == field
