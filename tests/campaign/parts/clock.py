"""The wall clock of the server jumps, and of nobody else: the same bytes are answered, and none waits."""

from __future__ import annotations

import random
import shutil
import subprocess
import tempfile
from pathlib import Path

import grpc
from runner import CampaignFault, Figures, Part, Step
from served import CANARY, OWN_CONNECTION, VERIFY, WAIT_SECONDS, serving

_JUMPS = ("-20y", "+20y", "-1d", "+1d", "-3s", "+90m", "+0")
_CALLS = 20


def _library() -> str:
    """What LD_PRELOAD must be for libfaketime as Debian's package of that name brings it; empty where it is not."""
    program = shutil.which("faketime")
    if program is None:
        return ""
    command = [program, "1 day ago", "printenv", "LD_PRELOAD"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    return listed.stdout.strip().replace("libfaketime.so", "libfaketimeMT.so")  # for programs with threads


def missing() -> str:
    """Why this cannot run, if so."""
    return "" if _library() else "libfaketime is not here (Debian, Ubuntu: faketime)"


def run(step: Step) -> Figures:
    """The server reads how far its clock is off from a file; the monotonic clock stays right, as it does in a jump."""
    figures = Figures()
    chance = random.Random(f"{step.seed}/{step.first}")
    with tempfile.TemporaryDirectory() as folder:
        offset = Path(folder) / "offset"
        offset.write_text("+0\n", "ascii")
        environment = {
            "LD_PRELOAD": _library(),
            "FAKETIME_TIMESTAMP_FILE": str(offset),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
        }
        with (
            serving(environment=environment) as server,
            grpc.insecure_channel(server.address, OWN_CONNECTION) as channel,
        ):
            verify = channel.unary_unary(VERIFY)
            first = verify(CANARY, timeout=WAIT_SECONDS, wait_for_ready=True)
            for _ in range(step.count):
                jump = chance.choice(_JUMPS)
                offset.write_text(f"{jump}\n", "ascii")
                for _call in range(_CALLS):
                    call = verify.future(CANARY, timeout=WAIT_SECONDS)
                    call.exception()
                    if call.code() is not grpc.StatusCode.OK:
                        raise CampaignFault(f"a jump of {jump} was answered with {call.code().name}")
                    if call.result() != first:
                        raise CampaignFault(f"a jump of {jump} changed the reply")
                figures.counts["jumps"] += 1
            server.check_alive()
    return figures


PART = Part("clock", "jumps", 500, 100, run, missing)
