"""`bench`: its tables, JSON, pictures and page, and what it refuses. No absolute times."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sidecar.measure

Run = Callable[..., subprocess.CompletedProcess[bytes]]

PNG = b"\x89PNG\r\n\x1a\n"
LOAD = {"calls", "items_per_second", "p50_seconds", "p99_seconds", "cpu_seconds", "client_cpu_seconds"}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the CPU of a server is read as Linux has it")
def test_all_surfaces_shortly_with_json_and_plots(run: Run, tmp_path: Path) -> None:
    done = run(
        *("bench", "--quick", "--size", "2KiB", "--seconds", "0.01", "--view", "full"),
        *("--json", str(tmp_path / "bench.json"), "--plots", str(tmp_path / "plots")),
    )

    assert done.returncode == 0, done.stderr
    out = done.stdout.decode()
    assert out.count("| language |") == 4
    assert "batch zh 2KiB FULL: verifications for each of the echo's" in out
    assert "16/16" in done.stderr.decode()

    found = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert {"date", "processor", "python", "sidecar", "packages"} <= found["machine"].keys()
    assert found["effort"] == {"seconds": 0.01, "callers": 1, "workers": 1, "rounds": 3}
    cases = [(row["surface"], row["language"], row["evidence"]) for row in found["rows"]]
    assert cases == [
        (surface, language, evidence)
        for surface in ("engine", "unary", "batch", "stream")
        for language in ("en", "zh")
        for evidence in ("inline", "handle")
    ]
    for row in found["rows"]:
        assert (row["size"], row["view"], row["items_per_call"]) == (
            "2KiB",
            "FULL",
            64 if row["surface"] == "batch" else 1,
        )
        assert row["verify"].keys() == LOAD
        loads = [row["verify"]] if row["surface"] == "engine" else [row["verify"], row["echo"]]
        for load in loads:
            assert 0.0 < load["p50_seconds"] <= load["p99_seconds"]
            assert load["cpu_seconds"] > 0.0
            assert load["calls"] >= 9
        if row["surface"] == "engine":
            assert row["echo"] is row["echo_share"] is None
        else:
            assert row["echo_share"] == pytest.approx(row["echo"]["cpu_seconds"] / row["verify"]["cpu_seconds"])
            assert row["reply_bytes"] > 1_000
            handle_bytes = 1_000 if row["evidence"] == "handle" else 0
            assert abs(row["request_bytes"] - 2_048) > handle_bytes
    assert {one["met"] for one in found["wanted"]} <= {True, False}

    plots = tmp_path / "plots"
    assert sorted(file.name for file in plots.iterdir()) == ["bench.html", "cpu.png", "latency.png", "rate.png"]
    for name in ("cpu", "latency", "rate"):
        data = (plots / f"{name}.png").read_bytes()
        assert data.startswith(PNG)
        assert int.from_bytes(data[16:20], "big") > 1_000  # pixels of width: two fields
        assert len(data) > 5_000
    page = (plots / "bench.html").read_text(encoding="utf-8")
    assert page.count("data:image/png;base64,") == 3
    assert page.count("<table>") == 6  # the machine, four surfaces, what is wanted
    assert "http" not in page  # nothing is fetched


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the CPU of a server is read as Linux has it")
def test_several_workers_and_callers(run: Run) -> None:
    done = run(
        *("bench", "--surface", "unary", "--language", "zh", "--size", "2KiB", "--view", "verdict"),
        *("--seconds", "0.01", "--workers", "2"),
    )

    assert done.returncode == 0, done.stderr
    (line,) = [line for line in done.stdout.decode().splitlines() if line.startswith("| zh ")]
    assert "| VERDICT | inline " in line


def test_a_file_that_cannot_be_written_is_told_behind_the_figures(run: Run, tmp_path: Path) -> None:
    arguments = ("bench", "--surface", "engine", "--language", "en", "--size", "2KiB", "--seconds", "0.01")
    done = run(*arguments, "--json", str(tmp_path / "none" / "bench.json"))

    assert done.returncode == 2
    assert b"bench.json: No such file or directory; the figures are printed" in done.stderr
    assert b"| en " in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--surface", "http"), b"http"),
        (("--size", "3KiB"), b"3KiB"),
        (("--view", "most"), b"'most' is not one of verdict, findings, full"),
        (("--seconds", "0"), b"greater than or equal to 0.01"),
        (("--workers", "0"), b"greater than or equal to 1"),
        (("--evidence", "file.pdf"), b"file.pdf"),
    ],
)
def test_wrong_options_are_status_2(run: Run, arguments: tuple[str, ...], message: bytes) -> None:
    done = run("bench", *arguments)

    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == b""


def test_plots_without_their_library_are_refused_before_anything_is_measured(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "sidecar.measure.plots", raising=False)
    monkeypatch.delattr(sidecar.measure, "plots", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib.axes", None)
    done = run("bench", "--surface", "engine", "--quick", "--plots", str(tmp_path / "plots"))

    assert done.returncode == 2
    assert b"pip install 'verify-sidecar[plots]'" in done.stderr
    assert not (tmp_path / "plots").exists()
