"""Workers are killed with SIGKILL while calls are under way: callers see UNAVAILABLE, and others answer at once."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from collections import Counter

import grpc
from runner import CampaignFault, Figures, Part, Step
from served import CANARY, OWN_CONNECTION, VERIFY, WAIT_SECONDS, Served, serving

_WORKERS = 3
_CALLERS = 4
_CALLS_OF_ONE_CONNECTION = 20
_CALLS_BETWEEN = 40
_FITS = {"OK", "UNAVAILABLE"}


def _call_on(address: str, end: threading.Event, counts: Counter[str], answered: threading.Semaphore) -> None:
    """Calls without a pause and counts the statuses; over a new connection after a few calls, or one that failed."""
    while not end.is_set():
        with grpc.insecure_channel(address, OWN_CONNECTION) as channel:
            verify = channel.unary_unary(VERIFY)
            for _ in range(_CALLS_OF_ONE_CONNECTION):
                call = verify.future(CANARY, timeout=WAIT_SECONDS)
                call.exception()
                counts[call.code().name] += 1
                if call.code() is not grpc.StatusCode.OK:
                    break
                answered.release()


def _kill_one(server: Served, chance: random.Random) -> None:
    """Waits until the last one that was killed has been replaced."""
    deadline = time.monotonic() + WAIT_SECONDS
    while len(workers := server.workers()) < _WORKERS:
        if time.monotonic() > deadline:
            raise CampaignFault("a killed worker was not replaced")
    with contextlib.suppress(ProcessLookupError):  # the supervisor had not noticed yet that it is gone
        os.kill(chance.choice(workers), signal.SIGKILL)


def run(step: Step) -> Figures:
    """Kills a worker again and again, always when some calls have been answered since the last time."""
    figures = Figures()
    chance = random.Random(f"{step.seed}/{step.first}")
    with serving("--workers", str(_WORKERS)) as server:
        end = threading.Event()
        answered = threading.Semaphore(0)
        counts = [Counter[str]() for _ in range(_CALLERS)]
        callers = [
            threading.Thread(target=_call_on, args=(server.address, end, one, answered), daemon=True) for one in counts
        ]
        for caller in callers:
            caller.start()
        try:
            for _ in range(step.count):
                for _call in range(_CALLS_BETWEEN):
                    if not answered.acquire(timeout=WAIT_SECONDS):
                        raise CampaignFault("no call was answered any more")
                _kill_one(server, chance)
                figures.counts["killed"] += 1
        finally:
            end.set()
            for caller in callers:
                caller.join()
        server.check_alive()
    for one in counts:
        figures.counts.update(one)
        if not set(one) <= _FITS:
            raise CampaignFault(f"callers saw {dict(one)}")
    return figures


PART = Part("kills", "kills", 500, 50, run)
