"""One worker of a supervisor, in a process of its own: `python -m sidecar.server.worker`, started by it alone.

Its settings, the last good policy, and the folder and the key of the evidence that all workers hold come as one line of
JSON on standard input; the end of standard input means that the supervisor is gone.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from sidecar.config import Limits, ServerSettings
from sidecar.errors import ConfigurationError
from sidecar.evidence.store import EvidenceStore
from sidecar.server import app


def main() -> int:
    """Serves until a signal, or until the supervisor is gone; returns the exit status."""
    given = json.loads(sys.stdin.buffer.readline())
    fields = given["settings"]
    plain: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    settings = ServerSettings(**{**plain, "limits": Limits(**fields["limits"])})
    key = bytes.fromhex(given["evidence"]["key"])
    store = EvidenceStore(Path(given["evidence"]["folder"]), key, settings.limits.max_held_evidence_bytes)
    threading.Thread(target=_watch, name="supervisor", daemon=True).start()
    try:
        return app.run(settings, shares_port=True, last_good_policy=given["policy"], store=store, on_ready=_announce)
    except ConfigurationError as error:
        sys.stderr.write(f"verify-sidecar: {error}\n")
        return 2


def _announce(address: str, http_address: str) -> None:
    sys.stdout.write(f"{address} {http_address}\n")
    sys.stdout.flush()


def _watch() -> None:
    # Not through sys.stdin: the lock that this thread would hold is wanted when the interpreter ends.
    while os.read(sys.stdin.fileno(), 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
