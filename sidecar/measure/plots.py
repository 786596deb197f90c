"""Plots of a benchmark: a PNG for each question, and one page of HTML that holds them and the tables.

matplotlib draws them (extra `plots`); it is loaded by whoever imports this module, and keeps no state between figures.
"""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Callable, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sidecar.measure.bench import Row
from sidecar.measure.cases import Evidence, Language, Size, Surface
from sidecar.measure.figures import Figures, tables_of
from sidecar.model import View

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>verify-sidecar bench</title><style>
body {{ font: 14px/1.5 sans-serif; margin: 2em auto; max-width: 90em; padding: 0 1em }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; margin: 1em 0 2em }}
th, td {{ border: 1px solid #bbb; padding: .2em .6em; text-align: right; white-space: nowrap }}
img {{ max-width: 100% }}
</style></head><body>
<h1>verify-sidecar bench</h1>
<table>{machine}</table>
{images}
{tables}
</body></html>
"""
_WIDTH_INCHES, _HEIGHT_INCHES = 6.0, 4.5
_DOTS_PER_INCH = 110


def write(figures: Figures, folder: Path) -> list[Path]:
    """Writes the files into `folder`, which is made where it is missing; returns them. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = {name: _png(figures.rows, draw) for name, draw in _PLOTS.items()}
    files = []
    for name, data in drawn.items():
        files.append(folder / f"{name}.png")
        files[-1].write_bytes(data)
    files.append(folder / "bench.html")
    files[-1].write_text(_page(figures, drawn), encoding="utf-8")
    return files


def _page(figures: Figures, drawn: dict[str, bytes]) -> str:
    machine = "".join(
        f"<tr><th>{html.escape(name)}</th><td>{html.escape(value)}</td></tr>" for name, value in figures.machine.items()
    )
    images = "\n".join(
        f'<p><img alt="{name}" src="data:image/png;base64,{base64.b64encode(data).decode()}"></p>'
        for name, data in drawn.items()
    )
    return _PAGE.format(machine=machine, images=images, tables="\n".join(one.html() for one in tables_of(figures)))


def _png(rows: Sequence[Row], draw: Callable[[Axes, Sequence[Row]], None]) -> bytes:
    """One picture, a field for each language."""
    languages = [language for language in Language if any(row.case.language is language for row in rows)]
    figure = Figure((_WIDTH_INCHES * len(languages), _HEIGHT_INCHES), layout="constrained")
    for place, language in enumerate(languages, 1):
        axes = figure.add_subplot(1, len(languages), place)
        draw(axes, [row for row in rows if row.case.language is language])
        axes.set_title(language.value)
        axes.grid(alpha=0.3)
        axes.legend(fontsize="small")
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=_DOTS_PER_INCH)
    return data.getvalue()


def _rate(axes: Axes, rows: Sequence[Row]) -> None:
    """Verifications a second of one core, over the size of the evidence."""
    for label, line in _lines(rows):
        at = [row.case.size.value for row in line]
        axes.plot(at, [row.verify.items_per_core_second for row in line], marker="o", label=label)
    axes.set_yscale("log")
    axes.set_ylabel("verifications / second of one core")


def _latency(axes: Axes, rows: Sequence[Row]) -> None:
    """Median of a call, and up to its 99th percentile, over the size of the evidence."""
    for label, line in _lines(rows):
        median = [row.verify.p50_seconds * 1e3 for row in line]
        above = [max(0.0, row.verify.p99_seconds * 1e3 - middle) for row, middle in zip(line, median, strict=True)]
        at = [row.case.size.value for row in line]
        axes.errorbar(at, median, yerr=([0.0] * len(line), above), marker="o", capsize=3, label=label)
    axes.set_yscale("log")
    axes.set_ylabel("ms of a call, median to 99th percentile")


def _cpu(axes: Axes, rows: Sequence[Row]) -> None:
    """CPU of a verification beside that of its echo, by surface and view, at the least size."""
    size = next(size for size in Size if any(row.case.size is size for row in rows))
    chosen = [row for row in rows if row.case.size is size]
    names = [f"{row.case.surface} {row.case.view.name.lower()}\n{row.case.evidence}" for row in chosen]
    axes.barh(names, [row.verify.cpu_seconds * 1e6 for row in chosen], label="verify")
    echo = [0.0 if row.echo is None else row.echo.cpu_seconds * 1e6 for row in chosen]
    axes.barh(names, echo, height=0.4, label="echo")
    axes.set_xscale("log")
    axes.set_xlim(left=1.0)
    axes.set_xlabel(f"us of CPU for one verification, {size.value}")
    axes.tick_params(axis="y", labelsize="x-small")
    axes.invert_yaxis()


def _lines(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """The rows of each surface, evidence inline and by handle apart, in the largest view that was measured."""
    view = max((row.case.view for row in rows), default=View.FULL)
    lines = []
    for surface in Surface:
        for evidence in Evidence:
            line = [
                row
                for row in rows
                if row.case.surface is surface and row.case.evidence is evidence and row.case.view is view
            ]
            if line:
                lines.append((f"{surface}, {evidence}", line))
    return lines


_PLOTS: dict[str, Callable[[Axes, Sequence[Row]], None]] = {"rate": _rate, "latency": _latency, "cpu": _cpu}
