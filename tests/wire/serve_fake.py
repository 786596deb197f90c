"""A server process for tests: `serve_fake.py ADDRESS GRACE_SECONDS`. Prints its address, and "inside" in each call.

A request with the id "hold" is answered when a line comes in on standard input.
"""

from __future__ import annotations

import sys

from wire_support import FakeEngine, small_report

from sidecar import model
from sidecar.config import read_settings
from sidecar.server.app import run


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def hold(request: model.Request) -> model.Report:
    tell("inside")
    if request.request_id == "hold":
        sys.stdin.readline()
    return small_report(request)


if __name__ == "__main__":
    chosen = read_settings({"address": sys.argv[1], "drain_grace_seconds": sys.argv[2]}, {})
    sys.exit(run(chosen, engine=FakeEngine(hold), on_ready=lambda address, _: tell(address)))
