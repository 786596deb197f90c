"""JSON logs: one object a line, a line for each call, and never a text."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path

import grpc
import httpx
import pytest
from wire_support import WAIT_SECONDS, raw_verify

from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.logs import JsonLines

ROOT = Path(__file__).parent.parent.parent
SECRET = "Walrus"


def test_the_log_of_a_server_is_json_and_tells_of_each_call_but_not_of_texts() -> None:
    arguments = ("--address", "127.0.0.1:0", "--http-address", "127.0.0.1:0", "--log-format", "json")
    process = subprocess.Popen(
        [sys.executable, "-m", "sidecar", "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().rpartition(" ")[2].strip()
        http_address = process.stdout.readline().rpartition("/")[2].strip()
        source = {"source_id": "a", "text": f"{SECRET}: 12 euros."}
        request = verify_service_pb2.VerifyRequest(
            request_id="r-1", answer_text=f"{SECRET}: 15 euros [1].", sources=[source]
        )
        batch = verify_service_pb2.BatchVerifyRequest(requests=[request, request])
        with grpc.insecure_channel(address) as channel:
            raw_verify(channel)(request.SerializeToString(), timeout=WAIT_SECONDS)
            several = channel.stream_stream("/verify.v1.VerifyService/BatchVerify")
            list(several(iter([batch.SerializeToString()]), timeout=WAIT_SECONDS))  # type: ignore[call-arg, arg-type]
            for bad in (b"\xff", verify_service_pb2.VerifyRequest(request_id=SECRET * 99, answer_text="x")):
                data = bad if isinstance(bad, bytes) else bad.SerializeToString()
                with pytest.raises(grpc.RpcError):
                    raw_verify(channel)(data, timeout=WAIT_SECONDS)
        httpx.get(f"http://{http_address}/{SECRET}", trust_env=False)
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=WAIT_SECONDS)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 0
    assert SECRET not in told
    rows = [json.loads(line) for line in told.splitlines()]
    assert all({"time", "level", "logger", "message"} <= row.keys() for row in rows)
    calls = [row for row in rows if row["message"] == "call"]
    first, several_row, garbled, long_id, strange = calls
    assert (first["service"], first["method"], first["code"]) == ("verify.v1.VerifyService", "Verify", "OK")
    assert (first["request_id"], first["outcome"]) == ("r-1", "FAIL")
    assert first["seconds"] > 0
    assert set(first["stage_seconds"]) == {"wait", "read", "verify", "write"}
    assert first["received_bytes"] == len(request.SerializeToString())
    assert several_row["outcomes"] == {"FAIL": 2}
    assert "request_id" not in several_row
    assert garbled["code"] == "INVALID_ARGUMENT"
    assert (long_id["code"], long_id["reason"]) == ("INVALID_ARGUMENT", "REQUEST_ID_TOO_LONG")
    assert (strange["path"], strange["code"]) == ("other", "404")


def test_an_exception_is_told_by_its_type_alone() -> None:
    try:
        raise ValueError(SECRET)
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "it broke\n", (), sys.exc_info())
    line = JsonLines().format(record)
    assert "\n" not in line
    assert SECRET not in line
    assert json.loads(line)["exception"] == "ValueError"
