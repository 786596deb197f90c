"""TLS: who is answered, and a certificate that is replaced under a running server."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
import trustme
from wire_support import WAIT_SECONDS, FakeEngine

from sidecar import model
from sidecar.client import Client
from sidecar.config import ServerSettings, read_settings
from sidecar.errors import ConfigurationError
from sidecar.server.app import create_server

REQUEST = model.Request(request_id="r", answer_text="x")


class Files:
    """A certificate, its key, and the authority that callers must have theirs from."""

    def __init__(self, folder: Path) -> None:
        self.certificate, self.key, self.client_ca = (folder / name for name in ("server.pem", "server.key", "ca.pem"))

    def write(self, authority: trustme.CA) -> None:
        """Replaces certificate and key, as operators do: each file at once."""
        issued = authority.issue_cert("localhost")
        chain = b"".join(blob.bytes() for blob in issued.cert_chain_pems)
        for path, data in ((self.key, issued.private_key_pem.bytes()), (self.certificate, chain)):
            fresh = path.with_suffix(".new")
            fresh.write_bytes(data)
            fresh.replace(path)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@contextmanager
def serving(files: Files, *, mutual: bool = False) -> Iterator[str]:
    settings = ServerSettings(
        address="localhost:0",
        tls_certificate_file=str(files.certificate),
        tls_key_file=str(files.key),
        tls_client_ca_file=str(files.client_ca) if mutual else "",
    )
    server = create_server(settings, engine=FakeEngine())
    server.start()
    try:
        yield server.address
    finally:
        server.drain(0)


def trusting(authority: trustme.CA, caller: trustme.LeafCert | None = None) -> grpc.ChannelCredentials:
    roots = authority.cert_pem.bytes()
    if caller is None:
        return grpc.ssl_channel_credentials(roots)
    chain = b"".join(blob.bytes() for blob in caller.cert_chain_pems)
    return grpc.ssl_channel_credentials(roots, caller.private_key_pem.bytes(), chain)


def ask(address: str, credentials: grpc.ChannelCredentials | None) -> str:
    with Client(address, credentials=credentials) as client:
        return client.verify(REQUEST, timeout_seconds=WAIT_SECONDS).request_id


def refused(address: str, credentials: grpc.ChannelCredentials | None) -> bool:
    with pytest.raises(grpc.RpcError) as caught:
        ask(address, credentials)
    return caught.value.code() is grpc.StatusCode.UNAVAILABLE  # type: ignore[attr-defined]  # a failed call is the error


def test_who_trusts_the_certificate_is_answered_and_plain_text_is_not(files: Files) -> None:
    ours, theirs = trustme.CA(), trustme.CA()
    files.write(ours)
    with serving(files) as address:
        assert ask(address, trusting(ours)) == "r"
        assert refused(address, trusting(theirs))
        assert refused(address, None)


def test_with_an_authority_for_callers_only_theirs_are_answered(files: Files) -> None:
    ours, callers, strangers = trustme.CA(), trustme.CA(), trustme.CA()
    files.write(ours)
    callers.cert_pem.write_to_path(str(files.client_ca))
    with serving(files, mutual=True) as address:
        assert ask(address, trusting(ours, callers.issue_cert("caller.internal"))) == "r"
        assert refused(address, trusting(ours))
        assert refused(address, trusting(ours, strangers.issue_cert("caller.internal")))


def test_a_replaced_certificate_is_shown_to_new_connections(files: Files) -> None:
    old, new = trustme.CA(), trustme.CA()
    files.write(old)
    with serving(files) as address:
        assert ask(address, trusting(old)) == "r"
        files.write(new)
        assert ask(address, trusting(new)) == "r"
        assert refused(address, trusting(old))


def test_a_certificate_that_does_not_fit_its_key_leaves_the_last_good_one(
    files: Files, caplog: pytest.LogCaptureFixture
) -> None:
    old, new = trustme.CA(), trustme.CA()
    files.write(old)
    with serving(files) as address, caplog.at_level(logging.ERROR, "sidecar.server"):
        good = files.key.read_bytes()
        files.write(new)
        files.key.write_bytes(good)
        assert ask(address, trusting(old)) == "r"
        files.key.unlink()
        assert ask(address, trusting(old)) == "r"
    assert "cannot be used together" in caplog.text
    assert "cannot read" in caplog.text


def test_files_that_cannot_be_used_are_told_at_start(files: Files) -> None:
    with pytest.raises(ConfigurationError, match=r"cannot read .*server\.pem"), serving(files):
        pass
    files.write(trustme.CA())
    files.certificate.write_text("hello")
    with pytest.raises(ConfigurationError, match=r"server\.pem is no PEM file"), serving(files):
        pass


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"tls_certificate_file": "c"}, "both --tls-certificate-file and --tls-key-file"),
        ({"tls_key_file": "k"}, "both --tls-certificate-file and --tls-key-file"),
        ({"tls_client_ca_file": "a"}, "--tls-client-ca-file needs"),
        ({"tls_certificate_file": "c", "tls_key_file": "k", "address": "unix:v.sock"}, "guarded by its permissions"),
    ],
)
def test_settings_that_do_not_go_together_are_told(given: dict[str, str], told: str) -> None:
    with pytest.raises(ConfigurationError, match=told):
        read_settings(given, {})
