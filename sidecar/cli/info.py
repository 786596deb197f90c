"""`verify-sidecar info`: what this build is and can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sidecar.cli.output import Format, console, write_json

if TYPE_CHECKING:
    from sidecar.model import Info


def info(
    output_format: Annotated[Format, typer.Option("--format", help="A table, or one JSON object.")] = Format.TEXT,
) -> None:
    """Show version, build, limits, checks, reasons and languages."""
    from sidecar import engine
    from sidecar.config import read_settings

    found = engine.info(read_settings().limits)
    if output_format is Format.JSON:
        from sidecar.server.translate import info_to_json

        write_json(info_to_json(found))
    else:
        _print(found)


def _print(found: Info) -> None:
    from rich.table import Table

    rows = [
        ("version", found.version),
        ("build", found.build),
        ("SIMD level", found.simd_level),
        *((limit.limit_id, f"{limit.value:,}") for limit in found.limits),
        ("checks", ", ".join(check.check_id for check in found.checks if check.implemented)),
        ("checks not implemented", ", ".join(check.check_id for check in found.checks if not check.implemented)),
        ("reasons", ", ".join(found.reason_ids)),
        ("languages", ", ".join(found.language_codes)),
        ("encodings", ", ".join(found.encodings)),
        ("kinds of quantity", ", ".join(found.quantity_kinds)),
    ]
    table = Table(show_header=False, box=None)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows:
        table.add_row(name, value or "none")
    console().print(table)
