"""Several worker processes on one port: what a caller sees while they come, die and go."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import httpx
import pytest
from wire_support import WAIT_SECONDS, raw_verify

from sidecar.config import ServerSettings
from sidecar.errors import ConfigurationError
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.listen import reserve
from sidecar.server.supervisor import Supervisor

ROOT = Path(__file__).parent.parent.parent
GOOD = verify_service_pb2.VerifyRequest(request_id="good", answer_text="x").SerializeToString()
# Each call over a connection of its own: the kernel chooses the worker by connection.
OWN = (("grpc.use_local_subchannel_pool", 1),)


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def ask(address: str) -> str:
    with grpc.insecure_channel(address, OWN) as channel:
        reply = raw_verify(channel)(GOOD, timeout=WAIT_SECONDS, wait_for_ready=True)
    return verify_service_pb2.VerifyResponse.FromString(reply).request_id


def serve(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "sidecar", "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


@pytest.fixture
def served() -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = serve("--address", "127.0.0.1:0", "--workers", "2", "--drain-grace-seconds", str(WAIT_SECONDS))
    assert process.stdout is not None
    assert process.stderr is not None
    line = process.stdout.readline()
    yield process, line.rpartition(" ")[2].strip()
    process.kill()  # its workers see that it is gone
    process.wait()
    process.stdout.close()
    process.stderr.close()


def test_calls_are_answered_and_a_signal_ends_all_of_it_with_status_0(
    served: tuple[subprocess.Popen[str], str],
) -> None:
    process, address = served
    workers = children(process.pid)
    assert len(workers) == 2
    assert {ask(address) for _ in range(8)} == {"good"}
    process.send_signal(signal.SIGTERM)
    assert process.wait(WAIT_SECONDS) == 0
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_http_is_shared_too() -> None:
    process = serve("--address", "127.0.0.1:0", "--workers", "2", "--http-address", "127.0.0.1:0")
    try:
        assert process.stdout is not None
        process.stdout.readline()
        url = process.stdout.readline().rpartition(" ")[2].strip()
        for _ in range(8):
            reply = httpx.post(f"{url}/v1/verify", json={"answerText": "x"}, timeout=WAIT_SECONDS, trust_env=False)
            assert reply.status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT_SECONDS) == 0
    finally:
        process.kill()
        process.communicate()


def test_a_killed_worker_is_replaced_and_calls_go_on(served: tuple[subprocess.Popen[str], str]) -> None:
    process, address = served
    first, second = children(process.pid)
    os.kill(first, signal.SIGKILL)
    assert process.stderr is not None
    assert f"worker {first} ended with status -9" in process.stderr.readline()
    while len(workers := children(process.pid)) < 2 or first in workers:
        pass
    assert second in workers
    assert {ask(address) for _ in range(8)} == {"good"}
    process.send_signal(signal.SIGTERM)
    assert process.wait(WAIT_SECONDS) == 0


def test_workers_whose_supervisor_is_gone_drain(served: tuple[subprocess.Popen[str], str]) -> None:
    process, _ = served
    workers = children(process.pid)
    process.kill()
    process.wait()
    while any(Path(f"/proc/{worker}").exists() and not zombie(worker) for worker in workers):
        pass


def zombie(pid: int) -> bool:
    """Whether it has ended, and only whoever has it now has not looked yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_a_port_taken_by_a_stranger_is_an_error_even_if_it_would_share() -> None:
    with ThreadPoolExecutor(1) as pool:
        other = grpc.server(pool, options=[("grpc.so_reuseport", 1)])
        port = other.add_insecure_port("127.0.0.1:0")
        other.start()
        try:
            process = serve("--address", f"127.0.0.1:{port}", "--workers", "2")
            _, told = process.communicate(timeout=WAIT_SECONDS)
        finally:
            other.stop(0).wait()
    assert process.returncode == 2
    assert f"cannot listen on 127.0.0.1:{port}" in told


def test_a_second_supervisor_cannot_have_the_port(served: tuple[subprocess.Popen[str], str]) -> None:
    _, address = served
    with pytest.raises(ConfigurationError, match="already in use"):
        reserve(address)
    assert ask(address) == "good"


def test_a_unix_socket_has_one_worker(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be shared by 3 workers"):
        Supervisor(ServerSettings(address=f"unix:{tmp_path}/v.sock", workers=3), None)


def test_a_reserved_port_is_held_on_every_address_of_a_name() -> None:
    address, held = reserve("localhost:0")
    try:
        port = int(address.rpartition(":")[2])
        assert {one.getsockname()[1] for one in held} == {port}
        with socket.socket() as stranger, pytest.raises(OSError, match="in use"):
            stranger.bind(("127.0.0.1", port))
    finally:
        for one in held:
            one.close()


def test_the_supervisor_stays_free_of_grpc() -> None:
    code = "import sys, sidecar.server.supervisor; sys.exit('grpc' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)
