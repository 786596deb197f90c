"""Where settings come from, and how faults in them are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from sidecar.config import Limits, ServerSettings, address_fault, read_settings, split_tcp_address, unix_path
from sidecar.errors import ConfigurationError


def test_nothing_given_takes_the_promised_limits() -> None:
    settings = read_settings({}, {})
    assert settings.limits == Limits(
        max_message_bytes=16_777_216,
        max_sources=10_000,
        max_evidence_characters=8_388_608,
        max_claims=2_000,
        max_request_id_characters=128,
        max_concurrent_rpcs=64,
        max_batch_requests=1_000,
    )
    assert settings.address == "127.0.0.1:50051"
    assert settings.workers == 1
    assert settings.threads >= 2


def test_a_flag_wins_over_the_environment_which_wins_over_the_default() -> None:
    environment = {"VERIFY_SIDECAR_ADDRESS": "0.0.0.0:1", "VERIFY_SIDECAR_MAX_SOURCES": "7", "HOME": "/root"}
    settings = read_settings({"address": "unix:/run/v.sock", "workers": 3, "max_claims": None}, environment)
    assert settings.address == "unix:/run/v.sock"
    assert settings.workers == 3
    assert settings.limits == Limits(max_sources=7)


def test_the_grace_may_be_zero_and_fractional() -> None:
    assert read_settings({"drain_grace_seconds": 0}, {}).drain_grace_seconds == 0.0
    assert read_settings({}, {"VERIFY_SIDECAR_DRAIN_GRACE_SECONDS": "2.5"}).drain_grace_seconds == 2.5


def test_all_faults_are_told_at_once_with_the_names_their_author_used() -> None:
    environment = {
        "VERIFY_SIDECAR_MAX_SOURCES": "many",
        "VERIFY_SIDECAR_MAX_MESAGE_BYTES": "1",
        "VERIFY_SIDECAR_DRAIN_GRACE_SECONDS": "nan",
    }
    with pytest.raises(ConfigurationError) as caught:
        read_settings({"address": "nowhere", "workers": 0, "color": "red"}, environment)
    told = str(caught.value)
    for word in (
        "VERIFY_SIDECAR_MAX_SOURCES is 'many'",
        "VERIFY_SIDECAR_MAX_MESAGE_BYTES",
        "VERIFY_SIDECAR_DRAIN_GRACE_SECONDS is 'nan'",
        "--address is 'nowhere'",
        "--workers is '0'",
        "unknown setting color",
    ):
        assert word in told


def test_variables_that_kubernetes_makes_of_a_service_name_are_not_ours() -> None:
    environment = {
        "VERIFY_SIDECAR_SERVICE_HOST": "10.0.0.1",
        "VERIFY_SIDECAR_SERVICE_PORT_GRPC": "50051",
        "VERIFY_SIDECAR_PORT": "tcp://10.0.0.1:50051",
        "VERIFY_SIDECAR_PORT_50051_TCP_ADDR": "10.0.0.1",
    }
    assert read_settings({}, environment) == read_settings({}, {})


def test_words_with_commas_and_lists_of_a_file_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text('[server]\nguarded = ["metrics", "verify"]\nunix_socket_mode = "0660"\n')
    settings = read_settings({"config_file": str(path)}, {})
    assert settings.guarded == ("metrics", "verify")
    assert settings.unix_socket_mode == 0o660
    assert read_settings({}, {"VERIFY_SIDECAR_GUARDED": " metrics, verify,"}).guarded == ("metrics", "verify")


@pytest.mark.parametrize(
    ("flags", "fault"),
    [
        ({"guarded": "metrics,doors"}, "--guarded has 'doors'"),
        ({"unix_socket_mode": "8"}, "--unix-socket-mode is '8'"),
        ({"log_format": "xml"}, "--log-format is 'xml'"),
        ({"client_names": "a"}, "--client-names needs --tls-client-ca-file"),
        ({"tls_key_file": "k"}, "TLS needs both"),
        ({"workers": "1e3"}, "--workers is '1e3'"),
    ],
)
def test_settings_that_cannot_be(flags: dict[str, str], fault: str) -> None:
    with pytest.raises(ConfigurationError, match=fault):
        read_settings(flags, {})


def test_a_token_comes_from_the_environment_and_is_never_repeated(tmp_path: Path) -> None:
    settings = read_settings({}, {"VERIFY_SIDECAR_TOKEN": "0123456789abcdef"})
    assert settings.token == "0123456789abcdef"
    assert settings.token not in repr(settings)
    with pytest.raises(ConfigurationError) as caught:
        read_settings({}, {"VERIFY_SIDECAR_TOKEN": "hunter2"})
    assert "has 7 characters" in str(caught.value)
    assert "hunter2" not in str(caught.value)
    path = tmp_path / "s.toml"
    path.write_text('[server]\ntoken = "0123456789abcdef"\n')
    with pytest.raises(ConfigurationError, match="unknown setting token"):
        read_settings({"config_file": str(path)}, {})


@pytest.mark.parametrize(
    "address", ["localhost:0", "0.0.0.0:65535", "[::1]:50051", "unix:v.sock", "unix:///run/v.sock"]
)
def test_good_addresses(address: str) -> None:
    assert address_fault(address) == ""
    assert ServerSettings(address=address).address == address


@pytest.mark.parametrize("address", ["", "localhost", ":50051", "host:65536", "host:port", "::1:80", "unix:", "a b:1"])
def test_bad_addresses(address: str) -> None:
    assert address_fault(address) != ""


def test_addresses_are_taken_apart() -> None:
    assert split_tcp_address("[::1]:80") == ("::1", 80)
    assert split_tcp_address("example.internal:443") == ("example.internal", 443)
    assert unix_path("unix:///run/v.sock") == "/run/v.sock"
    assert unix_path("unix:v.sock") == "v.sock"
    assert unix_path("127.0.0.1:80") is None
