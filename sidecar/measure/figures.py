"""The figures of a benchmark as cells of a table and as JSON."""

from __future__ import annotations

import html
from dataclasses import asdict, dataclass
from typing import Any

from sidecar.measure import bench, table
from sidecar.measure.bench import Effort, Row, Wanted
from sidecar.measure.cases import Surface
from sidecar.measure.load import Load

_SAID = {
    Surface.ENGINE: "The engine alone, from texts as bytes to a report; CPU of its thread.",
    Surface.UNARY: "Verify, a call each.",
    Surface.BATCH: "BatchVerify, 64 requests a message; p50 and p99 of a message, all else of one verification.",
    Surface.STREAM: "VerifyStream, a call each, the answer in pieces of 4 characters (en) or 2 (zh).",
}
_CASE_COLUMNS = ("language", "size", "view", "evidence", "request bytes")
_LOAD_COLUMNS = ("items/s", "p50 us", "p99 us", "CPU us")
_ECHO_COLUMNS = ("reply bytes", "client CPU us", *(f"echo {name}" for name in _LOAD_COLUMNS), "added us", "of echo")
_WANTED_COLUMNS = ("wanted", "bound", "measured", "met")


@dataclass(frozen=True, slots=True)
class Figures:
    """All that one run found."""

    machine: dict[str, str]
    effort: Effort
    rows: tuple[Row, ...]
    wanted: tuple[Wanted, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a sentence above it."""

    said: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def text(self) -> str:
        """For a terminal, and for a page in Markdown."""
        return f"{self.said}\n\n{table.render(self.columns, self.rows)}"

    def html(self) -> str:
        """For a page."""
        lines = [
            "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row) + "</tr>"
            for tag, row in (("th", self.columns), *(("td", row) for row in self.rows))
        ]
        return f"<p>{html.escape(self.said)}</p>\n<table>\n" + "\n".join(lines) + "\n</table>"


def tables_of(figures: Figures) -> list[Table]:
    """One for each surface that was measured, and the wanted figures."""
    found = []
    for surface in Surface:
        rows = [row for row in figures.rows if row.case.surface is surface]
        if rows:
            echo = () if surface is Surface.ENGINE else _ECHO_COLUMNS
            columns = (*_CASE_COLUMNS, *_LOAD_COLUMNS, *echo)
            found.append(Table(_SAID[surface], columns, tuple(_cells(row) for row in rows)))
    if figures.wanted:
        rows_of_wanted = tuple(
            (one.name, f"{'at least' if one.at_least else 'at most'} {one.bound:.3g}", f"{one.value:.3g}", _word(one))
            for one in figures.wanted
        )
        found.append(Table("Wanted of one core of the server.", _WANTED_COLUMNS, rows_of_wanted))
    return found


def _word(wanted: Wanted) -> str:
    return "yes" if wanted.met else "no"


def _cells(row: Row) -> tuple[str, ...]:
    case = row.case
    cells = [case.language, case.size, case.view.name, case.evidence, str(row.request_bytes), *_load_cells(row.verify)]
    if row.echo is not None and row.verify.client_cpu_seconds is not None:
        cells += [str(row.reply_bytes), _microseconds(row.verify.client_cpu_seconds), *_load_cells(row.echo)]
        cells += [_microseconds(row.verify.cpu_seconds - row.echo.cpu_seconds), f"{row.echo_share:.3f}"]
    return tuple(cells)


def _load_cells(load: Load) -> tuple[str, ...]:
    times = (load.p50_seconds, load.p99_seconds, load.cpu_seconds)
    return (f"{load.items_per_second:.0f}", *map(_microseconds, times))


def _microseconds(seconds: float) -> str:
    return f"{seconds * 1e6:.1f}" if seconds < 1e-5 else f"{seconds * 1e6:.0f}"


def as_json(figures: Figures) -> dict[str, Any]:
    """The same for `json.dumps`; seconds and bytes are of one verification, but p50 and p99, which are of a call."""
    return {
        "machine": figures.machine,
        "effort": {**asdict(figures.effort), "rounds": bench.ROUNDS},
        "rows": [_row_json(row) for row in figures.rows],
        "wanted": [{**asdict(one), "met": one.met} for one in figures.wanted],
    }


def _row_json(row: Row) -> dict[str, Any]:
    case = row.case
    return {
        "surface": case.surface.value,
        "language": case.language.value,
        "size": case.size.value,
        "view": case.view.name,
        "evidence": case.evidence.value,
        "items_per_call": case.surface.items,
        "request_bytes": row.request_bytes,
        "reply_bytes": row.reply_bytes,
        "verify": asdict(row.verify),
        "echo": None if row.echo is None else asdict(row.echo),
        "added_cpu_seconds": row.added_seconds,
        "echo_share": row.echo_share,
    }
