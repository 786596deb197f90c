"""How a server gets its address and how it ends."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from wire_support import WAIT_SECONDS, FakeEngine, raw_verify

from sidecar.config import Limits, ServerSettings, split_tcp_address, unix_path
from sidecar.errors import ConfigurationError
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.app import Server, create_server

HERE = Path(__file__).parent
HOLD = verify_service_pb2.VerifyRequest(request_id="hold", answer_text="x").SerializeToString()
GOOD = verify_service_pb2.VerifyRequest(request_id="good", answer_text="x").SerializeToString()


def created(address: str) -> Server:
    return create_server(ServerSettings(address=address, limits=Limits()), engine=FakeEngine())


@contextmanager
def serving(address: str) -> Iterator[Server]:
    server = created(address)
    server.start()
    try:
        yield server
    finally:
        server.drain(0)


def answers(address: str) -> bool:
    with grpc.insecure_channel(address) as channel:
        return bool(raw_verify(channel)(GOOD, timeout=WAIT_SECONDS))


def listens(address: str) -> bool:
    target = unix_path(address) or split_tcp_address(address)
    assert target is not None
    with socket.socket(socket.AF_UNIX if isinstance(target, str) else socket.AF_INET) as probe:
        try:
            probe.connect(target)
        except OSError:
            return False
    return True


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_port_that_is_taken_is_an_error(host: str) -> None:
    with serving("127.0.0.1:0") as first:
        port = first.address.rpartition(":")[2]
        assert int(port) > 0
        with pytest.raises(ConfigurationError, match="already in use"):
            created(f"{host}:{port}")
        assert answers(first.address)


def test_a_port_that_another_grpc_server_offers_to_share_is_taken() -> None:
    with ThreadPoolExecutor(1) as pool:
        other = grpc.server(pool, options=[("grpc.so_reuseport", 1)])
        port = other.add_insecure_port("127.0.0.1:0")
        other.start()
        try:
            with pytest.raises(ConfigurationError, match="already in use"):
                created(f"127.0.0.1:{port}")
        finally:
            other.stop(0).wait()


def test_a_port_can_be_had_again_after_the_end() -> None:
    with serving("127.0.0.1:0") as first:
        address = first.address
        assert answers(address)
    with serving(address) as second:
        assert second.address == address
        assert answers(address)


@pytest.mark.parametrize("address", ["nowhere", "unix:", "unix:/no/such/directory/v.sock", "192.0.2.1:50051"])
def test_an_address_that_cannot_be_had_is_an_error(address: str) -> None:
    with pytest.raises(ConfigurationError, match=r"address|listen"):
        created(address)


def test_a_name_that_does_not_resolve_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="cannot listen"):
        created("no-such-host.invalid:50051")


def test_a_socket_that_nobody_listens_on_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "v.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    assert path.is_socket()
    with serving(f"unix:{path}") as server:
        assert answers(server.address)


@pytest.mark.parametrize("mode", [0o600, 0o660, 0o777])
def test_a_socket_has_the_permissions_of_the_settings(mode: int, tmp_path: Path) -> None:
    settings = ServerSettings(address=f"unix:{tmp_path}/v.sock", unix_socket_mode=mode)
    server = create_server(settings, engine=FakeEngine())
    server.start()
    try:
        assert (tmp_path / "v.sock").stat().st_mode & 0o777 == mode
        assert answers(server.address)
        (tmp_path / "later").touch()
        assert (tmp_path / "later").stat().st_mode & 0o777 == 0o666 & ~umask()
    finally:
        server.drain(0)


def umask() -> int:
    found = os.umask(0)
    os.umask(found)
    return found


def test_a_socket_in_use_is_an_error_and_its_server_goes_on(tmp_path: Path) -> None:
    with serving(f"unix:{tmp_path}/v.sock") as first:
        with pytest.raises(ConfigurationError, match="a server listens there"):
            created(f"unix://{tmp_path}/v.sock")
        assert answers(first.address)


def test_a_file_that_is_no_socket_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine")
    with pytest.raises(ConfigurationError, match="no socket"):
        created(f"unix:{path}")
    assert path.read_text() == "mine"


@pytest.mark.parametrize("address", ["127.0.0.1:0", "unix"])
class TestProcess:
    """A server in a process of its own, ended by signals."""

    @pytest.fixture
    def start(self, address: str, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
        chosen = f"unix:{tmp_path}/v.sock" if address == "unix" else address
        paths = os.pathsep.join([str(HERE.parent.parent), str(HERE)])
        process = subprocess.Popen(
            [sys.executable, str(HERE / "serve_fake.py"), chosen, str(WAIT_SECONDS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": paths, "TMPDIR": str(tmp_path)},
        )
        assert process.stdout is not None
        assert process.stdin is not None
        yield process, process.stdout.readline().strip()
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_a_signal_ends_an_idle_server_with_status_0(
        self, start: tuple[subprocess.Popen[str], str], number: signal.Signals
    ) -> None:
        process, bound = start
        assert answers(bound)
        process.send_signal(number)
        assert process.wait(WAIT_SECONDS) == 0

    def test_what_runs_is_answered_and_what_is_new_is_not(self, start: tuple[subprocess.Popen[str], str]) -> None:
        process, bound = start
        assert process.stdout is not None
        assert process.stdin is not None
        with grpc.insecure_channel(bound) as channel, ThreadPoolExecutor(1) as pool:
            running = pool.submit(raw_verify(channel), HOLD, timeout=WAIT_SECONDS)
            assert process.stdout.readline() == "inside\n"
            process.send_signal(signal.SIGTERM)
            # The drain has begun once nobody listens any more.
            while listens(bound):
                pass
            # Over a connection of its own: on the one that this process has, the call may be canceled instead.
            options = (("grpc.use_local_subchannel_pool", 1),)
            with grpc.insecure_channel(bound, options) as late, pytest.raises(grpc.RpcError) as caught:
                raw_verify(late)(GOOD, timeout=WAIT_SECONDS)
            assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
            assert process.poll() is None
            process.stdin.write("go\n")
            process.stdin.flush()
            reply = running.result(WAIT_SECONDS)
        assert verify_service_pb2.VerifyResponse.FromString(reply).request_id == "hold"
        assert process.wait(WAIT_SECONDS) == 0

    def test_a_second_signal_ends_it_at_once(self, start: tuple[subprocess.Popen[str], str], tmp_path: Path) -> None:
        process, bound = start
        assert process.stdout is not None
        with grpc.insecure_channel(bound) as channel, ThreadPoolExecutor(1) as pool:
            running = pool.submit(raw_verify(channel), HOLD, timeout=WAIT_SECONDS)
            assert process.stdout.readline() == "inside\n"
            assert len(list(tmp_path.glob("verify-sidecar-*"))) == 1
            # Two different ones, as two of a kind may become one on the way.
            process.send_signal(signal.SIGTERM)
            process.send_signal(signal.SIGINT)
            assert process.wait(WAIT_SECONDS) in {128 + signal.SIGINT, 128 + signal.SIGTERM}
            assert list(tmp_path.glob("verify-sidecar-*")) == []  # the folder for evidence
            with pytest.raises(grpc.RpcError):
                running.result(WAIT_SECONDS)


MAPPED = """
import ctypes, sys
from sidecar.server import heap

class Mallinfo(ctypes.Structure):
    names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_int) for name in names.split()]

if sys.argv[1] == "little":
    heap.keep_little(2)
large = bytearray(16 << 20)
del large  # by itself glibc now takes blocks of that size from the heap
mallinfo = ctypes.CDLL(None).mallinfo
mallinfo.restype = Mallinfo
mapped = mallinfo().hblkhd
block = bytearray(8 << 20)
print(mallinfo().hblkhd - mapped)
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallopt"), reason="not glibc")
def test_large_blocks_go_back_when_they_are_freed() -> None:
    """A mapped block does; one of the heap may stay."""

    def mapped_bytes(how: str) -> int:
        command = [sys.executable, "-c", MAPPED, how]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert mapped_bytes("little") >= 8 << 20
    assert mapped_bytes("as it is") == 0  # else there is nothing to change, and `sidecar.server.heap` can go
