"""`serve`: it says where it listens, answers there, and ends on a signal."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable

from sidecar._version import __version__
from sidecar.client import Client

Start = Callable[..., subprocess.Popen[bytes]]


def test_serve_announces_its_address_answers_and_ends_on_a_signal(start: Start) -> None:
    process = start("serve", "--address", "127.0.0.1:0")
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        announced = process.stdout.readline().decode()
        address = announced.removeprefix("verify-sidecar is listening on ").strip()
        assert address.startswith("127.0.0.1:")
        assert not address.endswith(":0")
        with Client(address) as client:
            assert client.info().version == __version__
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        process.stdout.close()
        process.stdin.close()
