"""Settings and policy from a file, read again under a running server."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
import httpx
import pytest
from wire_support import WAIT_SECONDS, FakeEngine, raw_verify, small_report

from sidecar import model
from sidecar.client import Client
from sidecar.config import Limits, ServerSettings, read_settings
from sidecar.errors import ConfigurationError
from sidecar.model import CitationPolicy, Config, Severity, SeverityOverride
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.app import Server, create_server
from sidecar.server.policy import PolicyFile, read_policy

ROOT = Path(__file__).parent.parent.parent

WHOLE = """
[server]
address = "127.0.0.1:0"
workers = 3
http_allowed_hosts = ["A.internal", "b"]

[limits]
max_sources = 7

[policy]
check_ids = ["quantities", "citations"]
severity_overrides = [{ reason_id = "citation-missing", severity = "SEVERITY_INFO" }]

[policy.citation_policy]
required = true
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text(WHOLE)
    return path


def replaced(path: Path, text: str) -> None:
    """At once, as operators and Kubernetes do."""
    fresh = path.with_suffix(".new")
    fresh.write_text(text)
    fresh.replace(path)


class TestSettings:
    """The tables [server] and [limits]."""

    def test_a_flag_wins_over_the_environment_over_the_file_over_the_default(self, file: Path) -> None:
        environment = {"VERIFY_SIDECAR_CONFIG_FILE": str(file), "VERIFY_SIDECAR_WORKERS": "4"}
        settings = read_settings({"address": "127.0.0.1:9"}, environment)
        assert settings.address == "127.0.0.1:9"
        assert settings.workers == 4
        assert settings.limits == Limits(max_sources=7)
        assert settings.http_allowed_hosts == ("a.internal", "b")
        assert settings.drain_grace_seconds == 10.0
        assert read_settings({"config_file": str(file)}, {}).workers == 3

    def test_all_faults_are_told_at_once(self, file: Path) -> None:
        file.write_text('[server]\nadress = "x"\nworkers = 0\nconfig_file = "y"\n[limits]\nmax_sources = "many"\n')
        with pytest.raises(ConfigurationError) as caught:
            read_settings({"config_file": str(file), "threads": 0}, {})
        told = str(caught.value).splitlines()
        assert len(told) == 5
        assert any("unknown setting adress in [server]" in line for line in told)
        assert any("unknown setting config_file in [server]" in line for line in told)
        assert any(f"{file}: workers is '0'" in line for line in told)
        assert any("max_sources is 'many'" in line for line in told)
        assert any("--threads is '0'" in line for line in told)

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("[server", "is not TOML"),
            ("[servers]", "unknown table servers; known are server, limits, policy, shadow"),
            ("server = 3", "server is no table"),
            ("#\xff", "is not UTF-8 at byte 1"),
        ],
    )
    def test_a_file_that_is_none_is_told(self, file: Path, text: str, told: str) -> None:
        file.write_bytes(text.encode("latin-1"))
        with pytest.raises(ConfigurationError, match=told):
            read_settings({"config_file": str(file)}, {})

    def test_an_unknown_table_hides_no_other_fault(self, file: Path) -> None:
        file.write_text("[extra]\n[limits]\nmax_sources = 0\n")
        with pytest.raises(ConfigurationError) as caught:
            read_settings({"config_file": str(file)}, {})
        told = str(caught.value).splitlines()
        assert len(told) == 2
        assert "unknown table extra" in told[0]
        assert "max_sources is '0'" in told[1]

    def test_a_file_that_is_not_there_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(ConfigurationError, match=r"cannot read .*none\.toml"):
            read_settings({"config_file": str(tmp_path / "none.toml")}, {})


class TestPolicy:
    """The tables [policy] and [shadow]."""

    def test_fields_have_the_names_of_the_schema(self, file: Path) -> None:
        assert read_policy(file.read_text(), str(file)).defaults == Config(
            check_ids=("quantities", "citations"),
            severity_overrides=(SeverityOverride("citation-missing", Severity.INFO),),
            citation_policy=CitationPolicy(required=True),
        )

    def test_without_a_file_the_code_s_own(self) -> None:
        assert PolicyFile("").current.defaults == Config()

    def test_all_faults_are_told_at_once(self, file: Path) -> None:
        file.write_text(
            "[policy]\ncheck_ids = 3\nvew = 1\n[policy.source_policy]\nmax_sources = -1\n"
            '[shadow]\ncheck_ids = ["nothing"]\n'
        )
        with pytest.raises(ConfigurationError) as caught:
            read_policy(file.read_text(), str(file))
        told = str(caught.value).splitlines()
        assert len(told) == 4
        for word in ("[policy] check_ids", "vew", "max_sources", "[shadow]"):
            assert any(word in line for line in told), word

    def test_a_bad_file_leaves_the_last_good_policy(self, file: Path, caplog: pytest.LogCaptureFixture) -> None:
        policy = PolicyFile(str(file))
        replaced(file, "[policy]\nvew = 1\n")
        with caplog.at_level(logging.INFO, "sidecar.server"):
            policy.reload()
            assert policy.current.defaults.citation_policy.required
            assert "the policy is not replaced" in caplog.text
            replaced(file, "[policy]\nlanguage_codes = ['zh']\n")
            policy.reload()
        assert policy.current.defaults == Config(language_codes=("zh",))
        assert "the policy is replaced" in caplog.text

    def test_a_table_whose_name_is_wrong_does_not_pass_as_no_policy(self, file: Path) -> None:
        policy = PolicyFile(str(file))
        replaced(file, "[polcy]\n")
        policy.reload()
        assert policy.current.defaults.citation_policy.required

    def test_a_worker_that_comes_while_the_file_is_bad_gets_the_last_good_policy(self, file: Path) -> None:
        good = file.read_text()
        file.write_text("[policy]\nvew = 1\n")
        assert PolicyFile(str(file), good).current.defaults.citation_policy.required
        with pytest.raises(ConfigurationError, match="vew"):
            PolicyFile(str(file))


class TestServer:
    """What requests get."""

    @pytest.fixture
    def server(self, engine: FakeEngine, file: Path) -> Iterator[Server]:
        settings = ServerSettings(address="127.0.0.1:0", http_address="127.0.0.1:0", config_file=str(file))
        running = create_server(settings, engine=engine)
        running.start()
        yield running
        running.drain(0)

    def test_what_a_request_leaves_out_comes_from_the_file(self, server: Server, engine: FakeEngine) -> None:
        with Client(server.address) as client:
            client.verify(model.Request(answer_text="x"))
            list(client.verify_batch([model.Request(answer_text="x", config=Config(language_codes=("zh",)))]))
        assert [request.config.citation_policy.required for request in engine.requests] == [True, True]
        assert engine.requests[0].config.check_ids == ("quantities", "citations")
        assert engine.requests[1].config.language_codes == ("zh",)
        url = f"http://{server.http_address}/v1/verify"
        asked = {"answerText": "x", "config": {"checkIds": ["words"]}}
        assert httpx.post(url, json=asked, timeout=WAIT_SECONDS, trust_env=False).status_code == 200
        over_http = engine.requests[-1].config
        assert over_http.check_ids == ("words",)
        assert over_http.citation_policy.required

    def test_the_shadow_s_outcome_is_counted_and_not_told(self, server: Server, engine: FakeEngine, file: Path) -> None:
        def strict(request: model.Request) -> model.Report:
            outcome = model.Outcome.FAIL if request.config.citation_policy.required else model.Outcome.PASS
            return model.Report(outcome, small_report(request).classification, model.Counts(), ())

        engine.behave = strict
        replaced(file, "[shadow.citation_policy]\nrequired = true\n")
        server.policy.reload()
        url = f"http://{server.http_address}"
        body = httpx.post(f"{url}/v1/verify", json={"answerText": "x"}, timeout=WAIT_SECONDS, trust_env=False).json()
        assert body["outcome"] == "OUTCOME_PASS"
        page = httpx.get(f"{url}/metrics", timeout=WAIT_SECONDS, trust_env=False).text
        assert 'verify_shadow_outcomes_total{outcome="PASS",shadow="FAIL"} 1.0' in page
        assert 'verify_outcomes_total{outcome="PASS"} 1.0' in page


@pytest.mark.parametrize("workers", [1, 2])
def test_a_hangup_reads_the_file_again_in_every_worker(file: Path, workers: int) -> None:
    # Only the answer's own text can tell: a policy id is a hash of the configuration that judged it.
    file.write_text("[policy]\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "sidecar", "serve", "--address", "127.0.0.1:0", "--config-file", str(file)]
        + ["--workers", str(workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().rpartition(" ")[2].strip()

        def policies() -> set[str]:
            ids = set()
            for _ in range(8):
                with Client(address) as client:
                    ids.add(client.verify(model.Request(answer_text="x"), timeout_seconds=WAIT_SECONDS).policy_id)
            return ids

        (before,) = policies()
        replaced(file, "[policy.citation_policy]\nrequired = true\n")
        process.send_signal(signal.SIGHUP)
        while before in (after := policies()):
            pass
        assert len(after) == 1
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT_SECONDS) == 0
    finally:
        process.kill()
        process.communicate()


def test_a_worker_is_replaced_while_the_file_is_bad(file: Path) -> None:
    file.write_text("[policy.citation_policy]\nrequired = true\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "sidecar", "serve", "--address", "127.0.0.1:0", "--config-file", str(file)]
        + ["--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().rpartition(" ")[2].strip()
        with Client(address) as client:
            before = client.verify(model.Request(answer_text="x"), timeout_seconds=WAIT_SECONDS).policy_id
        replaced(file, "[policy]\nvew = 1\n")
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        old = children.read_text().split()
        for one in old:
            os.kill(int(one), signal.SIGKILL)
        while set(children.read_text().split()) & set(old) or len(children.read_text().split()) < len(old):
            pass
        channel_options = (("grpc.use_local_subchannel_pool", 1),)
        data = verify_service_pb2.VerifyRequest(answer_text="x").SerializeToString()
        with grpc.insecure_channel(address, channel_options) as channel:
            reply = raw_verify(channel)(data, timeout=WAIT_SECONDS, wait_for_ready=True)
        assert verify_service_pb2.VerifyResponse.FromString(reply).policy_id == before
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT_SECONDS) == 0
    finally:
        process.kill()
        process.communicate()
