"""`serve`: it says where it listens, answers there, and ends on a signal."""

from __future__ import annotations

import signal
import subprocess

from cli_runner import COMMAND, environment

from sidecar._version import __version__
from sidecar.client import Client


def test_serve_announces_its_address_answers_and_ends_on_a_signal() -> None:
    process = subprocess.Popen(
        [*COMMAND, "serve", "--address", "127.0.0.1:0"], stdout=subprocess.PIPE, env=environment()
    )
    try:
        assert process.stdout is not None
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
