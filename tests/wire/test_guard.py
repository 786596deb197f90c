"""Guarded surfaces ask for a token or a certificate's name; health, reflection and what is not guarded never do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
import trustme
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status
from wire_support import WAIT_SECONDS, FakeEngine, raw_verify

from sidecar.config import SURFACES, ServerSettings
from sidecar.errors import AccessRefused, ConfigurationError
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.app import Server, create_server
from sidecar.server.guard import Guard, surface_of_path, surface_of_service
from sidecar.server.servicer import Servicer

GOOD = verify_service_pb2.VerifyRequest(request_id="good", answer_text="x").SerializeToString()
TOKEN = "correct-horse-battery"
OTHER_TOKEN = "staple-of-the-horse"


@contextmanager
def serving(**settings: Any) -> Iterator[Server]:
    server = create_server(ServerSettings(**{"address": "127.0.0.1:0", **settings}), engine=FakeEngine())
    server.start()
    try:
        yield server
    finally:
        server.drain(0)


def refused(call: Callable[[], object]) -> grpc.RpcError:
    with pytest.raises(grpc.RpcError) as caught:
        call()
    return caught.value


def reason_of(error: grpc.RpcError) -> str:
    status = rpc_status.from_call(error)  # type: ignore[arg-type]
    assert status is not None
    info = error_details_pb2.ErrorInfo()
    assert any(detail.Unpack(info) for detail in status.details)
    assert TOKEN not in str(status)
    return str(info.reason)


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)


def test_a_guarded_service_asks_for_the_token() -> None:
    with serving(token=TOKEN, guarded=("verify",)) as server, grpc.insecure_channel(server.address) as channel:
        verify = raw_verify(channel)
        missing = refused(lambda: verify(GOOD, timeout=WAIT_SECONDS))
        assert missing.code() is grpc.StatusCode.UNAUTHENTICATED
        assert reason_of(missing) == "CREDENTIAL_MISSING"
        for wrong in (bearer(TOKEN + "x"), bearer(TOKEN[:-1]), bearer(""), (("authorization", f"Basic {TOKEN}"),)):
            error = refused(lambda wrong=wrong: verify(GOOD, timeout=WAIT_SECONDS, metadata=wrong))  # type: ignore[misc]
            assert error.code() is grpc.StatusCode.UNAUTHENTICATED
            assert reason_of(error) == "CREDENTIAL_INVALID"
        assert verify(GOOD, timeout=WAIT_SECONDS, metadata=bearer(TOKEN))


def test_a_stream_is_refused_before_its_first_message() -> None:
    with serving(token=TOKEN, guarded=("verify",)) as server, grpc.insecure_channel(server.address) as channel:
        stream: Any = channel.stream_stream("/verify.v1.VerifyService/BatchVerify")
        error = refused(lambda: list(stream(iter([]), timeout=WAIT_SECONDS)))
        assert error.code() is grpc.StatusCode.UNAUTHENTICATED


def test_what_is_not_guarded_and_health_stay_open() -> None:
    with serving(token=TOKEN, guarded=("info",)) as server, grpc.insecure_channel(server.address) as channel:
        assert raw_verify(channel)(GOOD, timeout=WAIT_SECONDS)
        health = health_pb2_grpc.HealthStub(channel)
        assert health.Check(health_pb2.HealthCheckRequest(), timeout=WAIT_SECONDS).status
        info: Any = channel.unary_unary("/verify.v1.InfoService/GetInfo")
        assert refused(lambda: info(b"", timeout=WAIT_SECONDS)).code() is grpc.StatusCode.UNAUTHENTICATED


def test_without_any_credential_nothing_is_guarded() -> None:
    with serving(guarded=SURFACES) as server, grpc.insecure_channel(server.address) as channel:
        assert raw_verify(channel)(GOOD, timeout=WAIT_SECONDS)


def test_http_asks_too_and_metrics_are_guarded_unless_said_otherwise() -> None:
    with serving(token=TOKEN, http_address="127.0.0.1:0") as server:
        base = f"http://{server.http_address}"
        with httpx.Client(base_url=base, trust_env=False, timeout=WAIT_SECONDS) as client:
            missing = client.get("/metrics")
            assert missing.status_code == 401
            assert missing.headers["WWW-Authenticate"] == "Bearer"
            assert missing.json()["error"]["code"] == "UNAUTHENTICATED"
            assert client.get("/metrics", headers={"Authorization": f"bearer {TOKEN}"}).status_code == 200
            assert client.get("/healthz").status_code == 200
            assert client.post("/v1/verify", json={"answerText": "x"}).status_code == 200


def test_guarding_a_surface_closes_it_over_http_as_over_grpc() -> None:
    with serving(token=TOKEN, guarded=("verify",), http_address="127.0.0.1:0") as server:
        base = f"http://{server.http_address}"
        for path, body in (("/v1/verify", {"answerText": "x"}), ("/v1/verify:batch", {"requests": []})):
            assert httpx.post(base + path, json=body, trust_env=False).status_code == 401
            told = httpx.post(base + path, json=body, trust_env=False, headers={"Authorization": f"Bearer {TOKEN}"})
            assert told.status_code != 401


def test_every_service_and_path_of_ours_belongs_to_a_surface_that_can_be_guarded() -> None:
    services = Servicer.handlers(Servicer(None, None, None, None, None))  # type: ignore[arg-type]
    assert {surface_of_service(name) for name in services} <= set(SURFACES)
    assert surface_of_service("verify.v1.ReviewService") == "review"
    assert surface_of_service("grpc.health.v1.Health") == ""
    assert [surface_of_path(path) for path in ("/v1/verify", "/v1/verify:stream", "/metrics")] == [
        "verify",
        "verify",
        "metrics",
    ]
    assert surface_of_path("/healthz") not in SURFACES


def test_tokens_of_a_file_are_replaced_when_it_changes_and_kept_when_it_is_spoiled(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text(f"{TOKEN}\n{OTHER_TOKEN}\n")
    guard = Guard(ServerSettings(token_file=str(path), guarded=("verify",)))
    guard.check(f"Bearer {TOKEN}")
    guard.check(f"Bearer {OTHER_TOKEN}")
    path.write_text(f"{OTHER_TOKEN}\n")
    os.utime(path, ns=(1, 1))
    with pytest.raises(AccessRefused):
        guard.check(f"Bearer {TOKEN}")
    path.write_text("short\n")
    os.utime(path, ns=(2, 2))
    guard.check(f"Bearer {OTHER_TOKEN}")
    path.unlink()
    guard.check(f"Bearer {OTHER_TOKEN}")


@pytest.mark.parametrize(
    ("content", "fault"),
    [(b"", "has no token"), (b"short\n", "token 1: the token has 5"), (b"caf\xc3\xa9" * 9, "not ASCII")],
)
def test_a_file_without_good_tokens_stops_the_start(content: bytes, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match=fault):
        create_server(ServerSettings(address="127.0.0.1:0", token_file=str(path)), engine=FakeEngine())


def test_a_certificate_with_a_known_name_needs_no_token(tmp_path: Path) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    own = authority.issue_cert("localhost")
    own.cert_chain_pems[0].write_to_path(tmp_path / "own.pem")
    own.private_key_pem.write_to_path(tmp_path / "own.key")
    settings = {
        "address": "localhost:0",
        "tls_certificate_file": str(tmp_path / "own.pem"),
        "tls_key_file": str(tmp_path / "own.key"),
        "tls_client_ca_file": str(tmp_path / "ca.pem"),
        "client_names": ("reviewer.example",),
        "guarded": ("verify",),
    }
    with serving(**settings) as server:
        for name, code in (("reviewer.example", None), ("other.example", grpc.StatusCode.UNAUTHENTICATED)):
            shown = authority.issue_cert(name)
            credentials = grpc.ssl_channel_credentials(
                authority.cert_pem.bytes(), shown.private_key_pem.bytes(), shown.cert_chain_pems[0].bytes()
            )
            with grpc.secure_channel(server.address, credentials) as channel:
                if code is None:
                    assert raw_verify(channel)(GOOD, timeout=WAIT_SECONDS)
                else:
                    assert refused(lambda: raw_verify(channel)(GOOD, timeout=WAIT_SECONDS)).code() is code


def test_a_caller_gains_nothing_from_another_one_s_token() -> None:
    with serving(token=TOKEN, guarded=("verify",), http_address="127.0.0.1:0") as server:
        for _ in range(3):
            with grpc.insecure_channel(server.address) as channel:
                verify = raw_verify(channel)
                assert verify(GOOD, timeout=WAIT_SECONDS, metadata=bearer(TOKEN))
                assert refused(lambda: verify(GOOD, timeout=WAIT_SECONDS)).code() is grpc.StatusCode.UNAUTHENTICATED  # noqa: B023 - called at once
