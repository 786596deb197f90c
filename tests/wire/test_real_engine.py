"""The way through everything: client, gRPC, translation, the real engine, and back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import sidecar
from sidecar import model
from sidecar.client import Client
from sidecar.config import ServerSettings
from sidecar.errors import InvalidRequest
from sidecar.server.app import create_server

REQUEST = model.Request(
    request_id="r1",
    answer_text="The fee is 12 euros [1].",
    sources=(model.Source("a", "The fee is 12 euros.", page=0),),
)


@pytest.fixture
def client() -> Iterator[Client]:
    server = create_server(ServerSettings(address="127.0.0.1:0"))
    server.start()
    with Client(server.address) as opened:
        yield opened
    server.drain(0)


def test_a_report_is_the_one_that_the_engine_gives_in_process(client: Client) -> None:
    report = client.verify(REQUEST)
    assert report == sidecar.verify(REQUEST)
    assert report.request_id == "r1"
    assert report.outcome is model.Outcome.PASS


def test_what_the_engine_refuses_is_refused_with_its_field(client: Client) -> None:
    twice = model.Request(answer_text="x", sources=(model.Source("a", ""), model.Source("a", "")))
    for verify in (sidecar.verify, client.verify):
        with pytest.raises(InvalidRequest) as caught:
            verify(twice)
        assert caught.value.field == "sources[1].source_id"
        assert caught.value.reason == "DUPLICATE_SOURCE_ID"


def test_info_tells_the_version_and_the_limits(client: Client) -> None:
    info = client.info()
    assert info.version == sidecar.__version__
    assert model.Limit("max-message-bytes", 16_777_216) in info.limits
    assert "quantities" in {check.check_id for check in info.checks}
