"""A real server in this process, on TCP and on a Unix socket, around an engine that does as the test says."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from sidecar.config import Limits, ServerSettings
from sidecar.server.app import Server, create_server

sys.path.insert(0, str(Path(__file__).parent))

from wire_support import FakeEngine


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture(params=["tcp", "unix"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return "127.0.0.1:0" if request.param == "tcp" else f"unix:{tmp_path}/verify.sock"


@pytest.fixture
def limits() -> Limits:
    return Limits()


@pytest.fixture
def server(engine: FakeEngine, address: str, limits: Limits) -> Iterator[Server]:
    running = create_server(ServerSettings(address=address, threads=2, limits=limits), engine=engine)
    running.start()
    yield running
    running.drain(0)


@pytest.fixture
def channel(server: Server) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(server.address) as opened:
        yield opened
