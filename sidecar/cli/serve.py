"""`verify-sidecar serve`: the gRPC server, until a signal ends it."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def serve(
    address: Annotated[
        str | None,
        typer.Option(help="HOST:PORT or unix:PATH; port 0 takes any free one. Default: 127.0.0.1:50051."),
    ] = None,
    drain_grace_seconds: Annotated[
        float | None, typer.Option(help="How long running calls may still take after the first signal. Default: 10.")
    ] = None,
) -> None:
    """Serve verify.v1 over gRPC. Every other setting is an environment variable, VERIFY_SIDECAR_...; see the README."""
    from sidecar.config import read_settings
    from sidecar.server import app

    settings = read_settings({"address": address, "drain_grace_seconds": drain_grace_seconds})
    raise typer.Exit(app.run(settings, on_ready=_announce))


def _announce(address: str) -> None:
    sys.stdout.write(f"verify-sidecar is listening on {address}\n")
    sys.stdout.flush()
