"""The files of deploy/, each read by the tool that it is for, and a call through the real Envoy.

A tool that is not here is skipped by name; with REQUIRE_TOOLCHAINS=1, as in .ci/run, it is an error.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest

from sidecar.client import Client
from sidecar.config import ENVIRONMENT_PREFIX, Limits, ServerSettings
from sidecar.model import Outcome, Request, Source

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
WAIT_SECONDS = 60.0
KUBERNETES_VERSIONS = ("1.29", "1.37")  # the first with native sidecars on by default, and the newest that is known
EXPOSURE = 20  # of 100, as `systemd-analyze security` counts: below 2.0 of 10
REQUEST = Request("The fee is 15 euros [1].", (Source("a", "Fee: 12 euros."),))


def tool(name: str) -> str:
    found = shutil.which(name, path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if found is None and os.environ.get("REQUIRE_TOOLCHAINS"):
        pytest.fail(f"{name} is absent, and REQUIRE_TOOLCHAINS is set")
    if found is None:
        pytest.skip(f"{name} is absent; it comes with `make check` or with systemd")
    return found


def told(*command: str) -> str:
    """What a validator says of a file that it takes."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT_SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("version", KUBERNETES_VERSIONS)
def test_kubernetes_takes_the_deployment(version: str) -> None:
    said = told(tool("kubernetes-validate"), "--strict", "-k", version, str(DEPLOY / "kubernetes.yaml"))
    assert f"passed for resource deployment/generator against version {version}" in said


def test_systemd_takes_the_unit_and_calls_it_hardened(tmp_path: Path) -> None:
    analyze = tool("systemd-analyze")
    unit = tmp_path / "verify-sidecar.service"
    program = "/opt/verify-sidecar/bin/verify-sidecar"
    text = (DEPLOY / "verify-sidecar.service").read_text("utf-8")
    assert f"ExecStart={program} serve" in text
    unit.write_text(text.replace(program, sys.executable), "utf-8")  # it must be there to be taken
    assert "verify-sidecar.service" not in told(analyze, "verify", str(unit))  # nothing is said of it
    said = told(analyze, "security", "--offline=true", f"--threshold={EXPOSURE}", str(unit))
    assert "Overall exposure level for verify-sidecar.service" in said


def test_envoy_takes_its_configuration() -> None:
    assert "OK" in told(tool("envoy"), "--mode", "validate", "--config-path", str(DEPLOY / "envoy.yaml"))


@contextmanager
def running(*command: str) -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_call_through_envoy_is_answered_and_a_refusal_keeps_its_details(tmp_path: Path) -> None:
    envoy = tool("envoy")
    text = (DEPLOY / "envoy.yaml").read_text("utf-8")
    for port, name in ((50050, "envoy"), (50051, "verify")):
        there = f"socket_address: {{ address: 127.0.0.1, port_value: {port} }}"
        assert text.count(there) == 1
        text = text.replace(there, f"pipe: {{ path: {tmp_path}/{name}.sock }}")
    configuration = tmp_path / "envoy.yaml"
    configuration.write_text(text, "utf-8")
    serve = (sys.executable, "-m", "sidecar", "serve", "--address", f"unix:{tmp_path}/verify.sock")
    with running(*serve) as server:
        assert server.stdout is not None
        assert server.stdout.readline()
        quiet = ("--log-level", "error", "--use-dynamic-base-id", "--concurrency", "1")
        with running(envoy, "--config-path", str(configuration), *quiet):
            address = f"unix:{tmp_path}/envoy.sock"
            with grpc.insecure_channel(address) as channel:
                grpc.channel_ready_future(channel).result(WAIT_SECONDS)
            with Client(address) as client:
                assert client.verify(REQUEST, timeout_seconds=WAIT_SECONDS).outcome is Outcome.FAIL
                results = list(client.verify_batch([REQUEST, REQUEST], timeout_seconds=WAIT_SECONDS))
                assert [getattr(result, "outcome", None) for result in results] == [Outcome.FAIL] * 2
                bad = Request("x", (Source("a", "x"), Source("a", "y")))
                with pytest.raises(Exception, match=r"sources\[1\].source_id"):
                    client.verify(bad, timeout_seconds=WAIT_SECONDS)


@pytest.mark.parametrize("name", ["Dockerfile", "kubernetes.yaml", "verify-sidecar.service", "envoy.yaml"])
def test_every_setting_that_is_named_is_one(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    known = {row.upper() for row in (*ServerSettings.__dataclass_fields__, *Limits.__dataclass_fields__)}
    named = re.findall(rf"{ENVIRONMENT_PREFIX}([A-Z][A-Z_]+)", text)
    assert set(named) <= known
    # Options of `serve`: behind the word, on the line of the command.
    for line in text.splitlines():
        if re.search(r'\bserve"?,? ', line) and not line.lstrip().startswith("#"):
            options = re.findall(r"--([a-z-]+)", line)
            assert {option.replace("-", "_").upper() for option in options} <= known
