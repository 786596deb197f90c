"""The pitfalls of grpcio's servers, what they do unless told otherwise, each with the test that it is none of ours.

- a second server binds the same port in silence
  test_life: test_a_port_that_is_taken_is_an_error
  test_life: test_a_port_that_another_grpc_server_offers_to_share_is_taken
- requests over 4 MiB are refused
  test_pitfalls: test_five_mebibytes_go_in_and_out
- replies over 4 MiB fail at the client
  test_client: test_a_long_report_arrives
- what is over a limit is refused without a reason
  test_server_calls: test_the_longest_request_is_answered_and_longer_ones_are_explained
- a compressed message is inflated whole, whatever its size
  test_compression: test_a_bomb_is_refused_and_takes_no_memory
- open streams use up the threads, unary calls time out
  test_health_and_reflection: test_idle_watchers_do_not_use_up_the_server
  test_pitfalls: test_idle_streams_do_not_let_calls_time_out
- a handler goes on when the deadline has passed
  test_server_calls: test_work_stops_when_the_caller_has_gone
- a call whose deadline has passed is begun all the same
  test_gate: test_a_caller_that_has_gone_is_not_served_and_leaves_its_place
- an exception's text is sent to the caller
  test_server_calls: test_an_unexpected_exception_tells_the_client_and_the_log_nothing_of_the_answer
- details that are not ASCII, or too long, spoil the status
  test_server_calls: test_long_words_of_a_caller_are_clipped_and_stay_within_what_metadata_may_hold
- headers over 16 KiB end the call
  test_server_calls: test_headers_that_are_too_long_are_refused_and_the_server_goes_on
- SIGTERM kills the process and what it answers
  test_life: test_what_runs_is_answered_and_what_is_new_is_not
- a watcher of health holds up the end
  test_health_and_reflection: test_watchers_hear_of_the_drain_and_do_not_hold_it_up
- reflection speaks v1alpha alone
  test_health_and_reflection: test_reflection_lists_the_services
- a process that has used grpc cannot fork
  test_pitfalls: test_the_supervisor_never_loads_grpc
- certificates are read once
  test_tls: test_a_replaced_certificate_is_shown_to_new_connections
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from wire_support import WAIT_SECONDS, FakeEngine, raw_verify

from sidecar import model
from sidecar.client import Client
from sidecar.config import Limits
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.app import Server

HERE = Path(__file__).parent
GOOD = verify_service_pb2.VerifyRequest(request_id="good", answer_text="x").SerializeToString()


def test_every_test_of_the_table_is_there() -> None:
    named = re.findall(r"(test_[a-z_]+): (test_[a-z0-9_]+)", __doc__ or "")
    assert len(named) == 18
    for module, test in named:
        tree = ast.parse((HERE / f"{module}.py").read_text("utf-8"))
        there = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert test in there, f"{module} has no {test}"


def test_five_mebibytes_go_in_and_out(server: Server, engine: FakeEngine) -> None:
    text = "x" * (5 << 20)
    with Client(server.address) as client:
        assert client.verify(model.Request(answer_text="x", sources=(model.Source("a", text),)))
    assert engine.requests[-1].sources[0].text == text


class TestStreams:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_concurrent_rpcs=2)

    def test_idle_streams_do_not_let_calls_time_out(self, channel: grpc.Channel) -> None:
        method: Any = channel.stream_stream("/verify.v1.VerifyService/BatchVerify")
        batch = verify_service_pb2.BatchVerifyRequest(requests=[{"answer_text": "x"}]).SerializeToString()
        streams = [Stream(method, batch) for _ in range(2)]
        with pytest.raises(grpc.RpcError) as caught:
            raw_verify(channel)(GOOD, timeout=WAIT_SECONDS)
        status: Any = rpc_status.from_call(caught.value)  # type: ignore[arg-type]
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert any(detail.Is(error_details_pb2.RetryInfo.DESCRIPTOR) for detail in status.details)
        for stream in streams:
            stream.end()
        assert raw_verify(channel)(GOOD, timeout=WAIT_SECONDS)


class Stream:
    """A stream that has been answered once and then says nothing, until its end."""

    def __init__(self, method: Any, first: bytes) -> None:
        import queue

        self._messages: queue.Queue[bytes | None] = queue.Queue()
        self._messages.put(first)
        self._call = method(iter(self._messages.get, None), timeout=WAIT_SECONDS)
        assert next(self._call)

    def end(self) -> None:
        self._messages.put(None)
        assert list(self._call) == []


def test_the_supervisor_never_loads_grpc() -> None:
    program = "import sys, sidecar.server.supervisor; sys.exit('grpc' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False, cwd=HERE.parents[1]).returncode == 0
