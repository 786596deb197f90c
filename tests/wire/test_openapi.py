"""The OpenAPI document says what the HTTP server does: its paths are the routes, its schemas hold whatever comes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from wire_support import WAIT_SECONDS

from sidecar.config import ServerSettings
from sidecar.server.app import Server, create_server

DOCUMENT: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "sidecar" / "server" / "openapi.json").read_text("utf-8")
)
# Not among them: that all a schema allows is accepted, or all else refused. The contract has rules that no schema says,
# an id that stands twice, and protobuf's JSON takes more than one form of a value, 1 and "1", null for what is absent.
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
OPERATIONS = [(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods]


@pytest.fixture(scope="module")
def served() -> Iterator[Server]:
    running = create_server(ServerSettings(address="127.0.0.1:0", http_address="127.0.0.1:0"))
    running.start()
    yield running
    running.drain(0)


def test_the_document_is_served_as_it_is_committed(served: Server) -> None:
    reply = httpx.get(f"http://{served.http_address}/openapi.json", trust_env=False, timeout=WAIT_SECONDS)
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("application/json")
    assert reply.json() == DOCUMENT


def test_its_paths_are_those_that_are_answered(served: Server) -> None:
    assert served._http is not None
    assert set(DOCUMENT["paths"]) == served._http.paths


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_whatever_comes_is_answered_as_the_document_says(
    path: str, method: str, mode: GenerationMode, served: Server
) -> None:
    operation = schemathesis.openapi.from_dict(DOCUMENT)[path][method]
    if mode is GenerationMode.NEGATIVE and method == "get":
        return  # nothing of it can be wrong

    @settings(max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def holds(case: Any) -> None:
        case.call_and_validate(base_url=f"http://{served.http_address}", checks=CHECKS, timeout=WAIT_SECONDS)

    holds()


def test_a_whole_request_is_answered_by_the_schema(served: Server) -> None:
    operation = schemathesis.openapi.from_dict(DOCUMENT)["/v1/verify"]["post"]
    body = {
        "requestId": "r",
        "answerText": 'The fee is 15 euros [1], "about as much" as 10 % [9]. I found nothing on dogs.',
        "questionText": "What is the fee?",
        "sources": [{"sourceId": "a", "text": "Fee: 12 euros.", "page": 0, "title": "t", "sectionPath": ["1"]}],
        "config": {"wantRepair": True, "wantRendering": True, "wantDigest": True, "wantEffectiveConfig": True},
    }
    case = operation.Case(body=body, media_type="application/json")
    reply = case.call_and_validate(base_url=f"http://{served.http_address}", checks=CHECKS)
    assert reply.json()["outcome"] == "OUTCOME_FAIL"
