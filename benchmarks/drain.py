"""Ends a server under load, again and again: no RPC that it has accepted may be lost.

`python -m benchmarks.drain --runs 100 --seed 1`. Each run starts `serve` with one or two workers, keeps it busy over
gRPC and HTTP, and sends SIGTERM at a moment of the seed's choice. What was accepted the server itself says, in its log
of calls: each answer that is told there must have reached its caller, the exit status must be 0, within the grace.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException

import grpc

from sidecar.pb.verify.v1 import verify_service_pb2

GRACE_SECONDS = 10
_CALLERS = 6  # of gRPC, each over a connection of its own; one more is of HTTP
LONGEST_LOAD_SECONDS = 0.8
_ANSWER = " ".join(f"Item {number} costs {number} euros [1]." for number in range(40))
_SOURCE = " ".join(f"Item {number} costs {number} euros." for number in range(40))


@dataclass
class Run:
    """What came of one run.

    `lost`: ids of requests that the server answered and whose callers got no answer. `spoiled`: calls that it had begun
    and ended otherwise than well.
    """

    workers: int
    answered: int = 0
    refused: int = 0
    lost: tuple[str, ...] = ()
    spoiled: int = 0
    status: int | None = None
    drain_seconds: float = 0.0

    @property
    def fault(self) -> str:
        """What was wrong, "" when nothing was."""
        if self.lost:
            return f"{len(self.lost)} accepted calls were lost"
        if self.spoiled:
            return f"{self.spoiled} accepted calls were not answered"
        if self.status != 0:
            return f"the exit status is {self.status}"
        if self.drain_seconds > GRACE_SECONDS:
            return f"it took {self.drain_seconds:.1f} s"
        return "" if self.answered else "nothing was answered: no load"


@dataclass
class _Callers:
    """Threads that call until they are refused."""

    answered: set[str] = field(default_factory=set)
    refused: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def call(self, name: str, ask: Callable[[str], None]) -> None:
        """Calls until the server is gone."""
        number = 0
        while True:
            number += 1
            request_id = f"{name}-{number}"
            try:
                ask(request_id)
            except (grpc.RpcError, OSError, HTTPException):
                with self.lock:
                    self.refused += 1
                return
            with self.lock:
                self.answered.add(request_id)


def _over_grpc(address: str, callers: _Callers, name: str) -> None:
    with grpc.insecure_channel(address, (("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0))) as channel:
        verify = channel.unary_unary("/verify.v1.VerifyService/Verify")

        def ask(request_id: str) -> None:
            request = verify_service_pb2.VerifyRequest(
                request_id=request_id, answer_text=_ANSWER, sources=[{"source_id": "a", "text": _SOURCE}]
            )
            verify(request.SerializeToString(), timeout=GRACE_SECONDS)

        callers.call(name, ask)


def _over_http(address: str, callers: _Callers, name: str) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def ask(request_id: str) -> None:
        body = {"requestId": request_id, "answerText": _ANSWER, "sources": [{"sourceId": "a", "text": _SOURCE}]}
        request = urllib.request.Request(
            f"http://{address}/v1/verify", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with opener.open(request, timeout=GRACE_SECONDS) as reply:
            reply.read()

    callers.call(name, ask)


def drain_once(workers: int, load_seconds: float) -> Run:
    """One run. Raises RuntimeError where the server does not start."""
    command = [sys.executable, "-m", "sidecar", "serve", "--address", "127.0.0.1:0", "--http-address", "127.0.0.1:0"]
    command += ["--workers", str(workers), "--log-format", "json", "--drain-grace-seconds", str(GRACE_SECONDS)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ))
    assert process.stdout is not None
    assert process.stderr is not None
    log: list[bytes] = []
    reading = threading.Thread(target=log.extend, args=(process.stderr,))
    reading.start()
    try:
        lines = [process.stdout.readline().decode() for _ in range(2)]
        if not all(lines):
            raise RuntimeError("the server did not start")
        address, http_address = lines[0].rpartition(" ")[2].strip(), lines[1].rpartition("/")[2].strip()
        callers = _Callers()
        threads = [
            threading.Thread(target=_over_grpc, args=(address, callers, f"grpc-{number}")) for number in range(_CALLERS)
        ]
        threads.append(threading.Thread(target=_over_http, args=(http_address, callers, "http")))
        for thread in threads:
            thread.start()
        time.sleep(load_seconds)
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        run = Run(workers)
        try:
            run.status = process.wait(GRACE_SECONDS + 10)
        except subprocess.TimeoutExpired:
            run.status = None
        run.drain_seconds = time.monotonic() - begin
    finally:
        process.kill()
        process.wait()
        reading.join()
        process.stdout.close()
        process.stderr.close()
    for thread in threads:
        thread.join()
    accepted = {row["request_id"] for row in map(json.loads, log) if "request_id" in row}
    run.answered, run.refused = len(callers.answered), callers.refused
    run.lost = tuple(sorted(accepted - callers.answered))
    run.spoiled = sum(row["message"] == "call" and row["code"] not in {"OK", "200"} for row in map(json.loads, log))
    return run


def main() -> int:
    """Prints each run; the exit status is 0 when every one of them held."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.drain", description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    held = answered = 0
    slowest = 0.0
    for number in range(1, arguments.runs + 1):
        run = drain_once(1 + number % 2, chance.uniform(0.05, LONGEST_LOAD_SECONDS))
        held += not run.fault
        answered += run.answered
        slowest = max(slowest, run.drain_seconds)
        print(
            f"run {number}: {run.workers} workers, {run.answered} answered, {run.refused} refused,"
            f" drained in {run.drain_seconds:.2f} s{': ' + run.fault if run.fault else ''}",
            flush=True,
        )
    print(f"{held} of {arguments.runs} runs lost no accepted call; {answered} answered; slowest drain {slowest:.2f} s")
    return int(held != arguments.runs)


if __name__ == "__main__":
    sys.exit(main())
