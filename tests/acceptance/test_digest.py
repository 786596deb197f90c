"""The digest (CONTRACT §4): recomputed by a second implementation, the same however the answer is shown."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from asking import pieces
from google.protobuf import json_format

from sidecar import CitationPolicy, Config, OffsetUnit, Request, Source, StructuredAnswer, StructuredClaim, verify
from sidecar.model import View
from sidecar.server.translate import report_to_json
from sidecar.wire.requests import request_message

FEE = "The museum ticket costs 12 euros for adults 🎫."
HOURS = "花园九点开门，黄昏关门。The garden closes at dusk."
REQUESTS = (
    Request("The garden closes at dusk [2]. Adults pay 14 euros for the museum ticket [1].", pieces(FEE, HOURS)),
    Request("It says “the garden opens at dusk” [2]. 门票12欧元。", pieces(FEE, HOURS), question_text="Wann?"),
    Request("", ()),
    Request("Fee: 12 euros.", (Source("", "Fee: 12 euros.", page=0, title="T", section_path=("A", "B"), rank=0),)),
    Request("The garden closes at dusk.", pieces(HOURS), config=Config(citation_policy=CitationPolicy(required=True))),
    Request(
        structured_answer=StructuredAnswer((StructuredClaim("The garden closes at dusk.", ("s2", "s9")),)),
        sources=pieces(FEE, HOURS),
    ),
    Request("I could not find it. " * 40, pieces(FEE * 40), as_of_date="2024-02-29"),
)


@pytest.fixture(scope="module")
def reader() -> ModuleType:
    """The second implementation."""
    spec = importlib.util.spec_from_file_location("digest_reader", Path(__file__).parents[1] / "digest_reader.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def wanting(request: Request) -> Request:
    return replace(request, config=replace(request.config, want_digest=True, want_effective_config=True))


# Of the reference implementation (test_vectors.json of BLAKE3): bytes 0, 1, ..., 250, 0, ... of these lengths.
@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (0, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"),
        (1, "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213"),
        (1024, "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7"),
        (1025, "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444"),
    ],
)
def test_the_second_implementation_knows_blake3(reader: ModuleType, size: int, expected: str) -> None:
    assert reader.blake3(bytes(number % 251 for number in range(size))) == expected


@pytest.mark.parametrize("request_", REQUESTS, ids=range(len(REQUESTS)))
def test_a_second_implementation_finds_the_same(reader: ModuleType, request_: Request) -> None:
    request = wanting(request_)
    report = verify(request)
    sent = json.loads(json_format.MessageToJson(request_message(request)))
    assert report.digest == reader.digest(sent, json.loads(report_to_json(report)))


@pytest.mark.parametrize("request_", REQUESTS, ids=range(len(REQUESTS)))
def test_how_it_is_shown_changes_nothing(request_: Request) -> None:
    request = wanting(request_)
    known = verify(request).digest
    for changes in (
        {"view": View.VERDICT},
        {"view": View.FINDINGS, "offset_unit": OffsetUnit.UTF16_CODE_UNITS},
        {"offset_unit": OffsetUnit.CODE_POINTS, "want_repair": True, "want_rendering": True},
        {"want_effective_config": False},
    ):
        assert verify(replace(request, config=replace(request.config, **changes))).digest == known
    assert verify(replace(request, request_id="another")).digest == known


def test_what_is_judged_changes_it() -> None:
    request = wanting(REQUESTS[0])
    changed = (
        replace(request, answer_text=str(request.answer_text) + " "),
        replace(request, question_text="?"),
        replace(request, sources=request.sources[::-1]),
        replace(request, sources=(replace(request.sources[0], title="T"), *request.sources[1:])),
        replace(request, config=replace(request.config, citation_policy=CitationPolicy(marker_base=0))),
    )
    digests = {verify(one).digest for one in (request, *changed)}
    assert len(digests) == len(changed) + 1
    assert all(len(digest) == 64 for digest in digests)


def test_not_wanted_not_made() -> None:
    assert verify(REQUESTS[0]).digest == ""
