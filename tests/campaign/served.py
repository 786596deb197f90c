"""A real server in a process of its own, what it takes of memory, and whether it still answers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
from runner import ROOT, CampaignFault

from sidecar import model
from sidecar.wire.report_reader import report_from_bytes
from sidecar.wire.requests import request_bytes

VERIFY = "/verify.v1.VerifyService/Verify"
WAIT_SECONDS = 60.0
"""Far above what an answer takes: who waits so long has found a fault."""
_MOST_OPEN_FILES_LEFT = 8
OWN_CONNECTION = (("grpc.use_local_subchannel_pool", 1),)

# An answer with a wrong number: the server that finds it is well.
CANARY = request_bytes(
    model.Request(
        request_id="canary",
        answer_text="The fee is 40 euros.",
        sources=(model.Source("1", "The fee is 30 euros."),),
    )
)


@dataclass(frozen=True, slots=True)
class Served:
    """A running `verify-sidecar serve`."""

    process: subprocess.Popen[str]
    address: str
    http: str

    def workers(self) -> list[int]:
        """Process ids of its workers; with one worker, its own."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text("ascii").split()
        return [int(one) for one in children] or [self.process.pid]

    def resident_bytes(self) -> int:
        """Memory that its processes hold; pages that they share count in each."""
        return sum(_resident(pid) for pid in self.workers())

    def open_files(self) -> int:
        """Descriptors that its processes hold."""
        return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in self.workers())

    def check_alive(self, channel: grpc.Channel | None = None) -> None:
        """Raises CampaignFault unless it runs and finds the wrong number of the canary."""
        if self.process.poll() is not None:
            raise CampaignFault(f"the server ended with {self.process.returncode}")
        try:
            if channel is not None:
                ask_canary(channel)
            else:
                with grpc.insecure_channel(self.address, OWN_CONNECTION) as own:
                    ask_canary(own)
        except grpc.RpcError as error:
            raise CampaignFault(f"the canary was not answered: {error.code()} {error.details()}") from None

    def check_let_go(self, before: int) -> None:
        """Raises CampaignFault unless no more descriptors are open than `before`, or soon will be.

        Each canary gives the server time to notice that callers are gone, and to fill a killed worker's place.
        """
        for _ in range(2000):
            self.check_alive()
            left = self.open_files() - before
            if left <= _MOST_OPEN_FILES_LEFT:
                return
        raise CampaignFault(f"{left} descriptors are still open behind connections that are gone")


def ask_canary(channel: grpc.Channel) -> None:
    """Raises CampaignFault where the server judges the canary otherwise than FAIL."""
    reply = channel.unary_unary(VERIFY)(CANARY, timeout=WAIT_SECONDS, wait_for_ready=True)
    report = report_from_bytes(reply)
    if (report.request_id, report.outcome) != ("canary", model.Outcome.FAIL):
        raise CampaignFault(f"the canary was judged otherwise: {report.request_id} {report.outcome!r}")


@contextmanager
def serving(
    *arguments: str,
    environment: dict[str, str] | None = None,
    log: Path | None = None,
    prefix: tuple[str, ...] = (),
) -> Iterator[Served]:
    """A server with these arguments, on free ports of loopback; ends it, and says so where it does not end well.

    `prefix` is a command that runs the one behind it in its own place, as env does.
    """
    command = [sys.executable, "-m", "sidecar", "serve", "--address", "127.0.0.1:0", "--http-address", "127.0.0.1:0"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})}
    with (log or Path(os.devnull)).open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [*prefix, *command, *arguments], stdout=subprocess.PIPE, stderr=errors, text=True, env=env
        )
        try:
            assert process.stdout is not None
            address, http = (process.stdout.readline().rpartition(" ")[2].strip() for _ in range(2))
            if not http:
                raise CampaignFault(f"the server did not start: status {process.wait()}")
            yield Served(process, address, http.removeprefix("http://"))
            process.send_signal(signal.SIGTERM)
            if (status := process.wait(WAIT_SECONDS)) != 0:
                raise CampaignFault(f"the server ended with {status} behind SIGTERM")
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGESIZE")
    except (FileNotFoundError, ProcessLookupError):
        return 0
