"""`verify-sidecar bench`: throughput and latency on this machine, beside an echo of the same bytes."""

from __future__ import annotations

import enum
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sidecar.cli.output import console
from sidecar.errors import BenchmarkError
from sidecar.measure.cases import QUICK_SIZES, Case, Choice, Evidence, Language, Size, Surface
from sidecar.model import View

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sidecar.measure.bench import Row
    from sidecar.measure.figures import Figures

_SECONDS = 1.0
_QUICK_SECONDS = 0.05


def _names(kind: type[enum.StrEnum]) -> str:
    return "|".join(kind)


def _view(name: str) -> View:
    try:
        return View[name.upper()]
    except KeyError:
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(one.name.lower() for one in View)}") from None


def bench(
    *,
    surface: Annotated[
        list[Surface] | None,
        typer.Option(metavar=_names(Surface), help="What is asked; may be repeated. Default: all."),
    ] = None,
    language: Annotated[
        list[Language] | None,
        typer.Option(metavar=_names(Language), help="Of the texts; may be repeated. Default: all."),
    ] = None,
    size: Annotated[
        list[Size] | None,
        typer.Option(
            metavar=_names(Size), help="KiB of the request, or words of the evidence; may be repeated. Default: all."
        ),
    ] = None,
    view: Annotated[
        list[View] | None,
        typer.Option(
            parser=_view,
            metavar="|".join(view.name.lower() for view in View),
            help="May be repeated. Default: full, at 2KiB also the others.",
        ),
    ] = None,
    evidence: Annotated[
        list[Evidence] | None,
        typer.Option(
            metavar=_names(Evidence),
            help="In the request, or registered before. Default: inline, with the full view also handle.",
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes of each server; one has a core of its own.")] = 1,
    callers: Annotated[
        int | None,
        typer.Option(
            min=1, help="Calls under way at a time, each over a connection of its own. Default: one a worker."
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, help="Load on each server for each line. Default: 1, with --quick 0.05.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="2KiB and 23KiB alone, and shortly: half a minute.")] = False,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write all figures to this file.")
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also write plots (PNG) and a page (HTML) into this folder.")
    ] = None,
) -> None:
    """Measure this machine: engine, calls, batches and streams, against a server that echoes the same bytes.

    Exit status: 0 whether or not the figures are as wanted, 2 where a report was wrong or a server did not start.
    """
    write_plots = None if plots is None else _plotter()
    from sidecar.measure import bench as measured
    from sidecar.measure import machine
    from sidecar.measure.figures import Figures, as_json, tables_of

    choice = Choice(
        tuple(surface or Surface),
        tuple(language or Language),
        tuple(size or (QUICK_SIZES if quick else Size)),
        tuple(view) if view else None,
        tuple(evidence) if evidence else None,
    )
    effort = measured.Effort(seconds or (_QUICK_SECONDS if quick else _SECONDS), callers or workers, workers)
    described = machine.describe()
    rows = _with_progress(choice.cases(), lambda cases, done: measured.run(cases, effort, done))
    figures = Figures(described, effort, tuple(rows), tuple(measured.wanted(rows)))
    out = [*(f"{name:10} {value}" for name, value in described.items())]
    out += [f"\n{one.text()}" for one in tables_of(figures)]
    sys.stdout.write("\n".join(out) + "\n")
    try:
        if json_file is not None:
            json_file.write_text(json.dumps(as_json(figures), indent=1) + "\n", encoding="utf-8")
        if plots is not None and write_plots is not None:
            write_plots(figures, plots)
    except OSError as error:
        raise BenchmarkError(f"{error.filename}: {error.strerror}; the figures are printed, and not written") from None


def _plotter() -> Callable[[Figures, Path], object]:
    """What writes plots. Raises BadParameter where its library is not here, before anything is measured."""
    try:
        from sidecar.measure import plots
    except ModuleNotFoundError as error:
        raise typer.BadParameter(f"--plots needs {error.name}: pip install 'verify-sidecar[plots]'") from None
    return plots.write


def _with_progress(
    cases: Sequence[Case], work: Callable[[Sequence[Case], Callable[[Case], object]], list[Row]]
) -> list[Row]:
    """`work` on the cases, with a bar on a terminal, which is drawn between measurements alone."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(sys.stderr), auto_refresh=False) as progress:
        task = progress.add_task("measuring", total=len(cases))

        def done(case: Case) -> None:
            progress.update(task, advance=1, description=f"{case.surface} {case.language} {case.size}", refresh=True)

        return work(cases, done)
