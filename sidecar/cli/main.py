"""The command `verify-sidecar`, and what happens to our own errors.

Exit status: 0 the answer passed, 1 any other outcome, 2 bad input, bad usage or a bad setting.
"""

from __future__ import annotations

import sys

from sidecar.cli import serving
from sidecar.errors import SidecarError


def main() -> None:
    """Runs the command that the process was started with, and ends the process."""
    try:
        flags = serving.plain_flags(sys.argv[1:])
        if flags is not None:
            sys.exit(serving.serve_plainly(flags))
        from sidecar.cli.commands import app  # its libraries take longer to load than a server

        app()
    except SidecarError as error:
        for line in str(error).splitlines():
            sys.stderr.write(f"verify-sidecar: {line}\n")
        sys.exit(2)
