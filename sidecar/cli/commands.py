"""The list of commands, as Typer reads it."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sidecar._version import __version__
from sidecar.cli.bench import bench
from sidecar.cli.demo import demo
from sidecar.cli.info import info
from sidecar.cli.quantities import quantities
from sidecar.cli.serve import serve
from sidecar.cli.verify import verify


def _print_version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"verify-sidecar {__version__}\n")
        raise typer.Exit


# locals in a traceback would print answers and evidence; completion scripts are not ours to install
app = typer.Typer(
    name="verify-sidecar",
    help="Check generated answers against the evidence they were given.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def options(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version, and end.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """What can be asked of the program itself."""


for _command in (serve, verify, quantities, info, demo, bench):
    app.command()(_command)
