"""`serve`: it says where it listens, answers there, and ends on a signal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path

import pytest
import typer.main

from sidecar import Outcome, Request, Source, verify
from sidecar._version import __version__
from sidecar.cli import serving
from sidecar.cli.commands import app
from sidecar.client import Client
from sidecar.config import Limits, ServerSettings, read_settings
from sidecar.errors import ConfigurationError

ROOT = Path(__file__).parents[2]
Start = Callable[..., subprocess.Popen[bytes]]


def test_serve_announces_its_address_answers_and_ends_on_a_signal(start: Start) -> None:
    process = start("serve", "--address", "127.0.0.1:0")
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        announced = process.stdout.readline().decode()
        address = announced.removeprefix("verify-sidecar is listening on ").strip()
        assert address.startswith("127.0.0.1:")
        assert not address.endswith(":0")
        with Client(address) as client:
            assert client.info().version == __version__
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        process.stdout.close()
        process.stdin.close()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_tables_of_a_folder_judge_in_every_worker(start: Start, workers: str, tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('[phrases]\nnot_found = ["the annexes are silent on"]\n')
    process = start("serve", "--address", "127.0.0.1:0", "--workers", workers, "--language-folder", str(tmp_path))
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        address = process.stdout.readline().decode().removeprefix("verify-sidecar is listening on ").strip()
        request = Request("The annexes are silent on parking.", (Source("s1", "The gate opens at nine."),))
        assert verify(request).outcome != Outcome.ABSTAIN  # here, without the folder
        for _ in range(4):  # connections, which the kernel spreads over the workers
            with Client(address) as client:
                assert client.verify(request).outcome == Outcome.ABSTAIN
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        process.stdout.close()
        process.stdin.close()


def test_faults_of_settings_and_of_the_policy_are_told_together(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[server]\nworkers = 0\n[limits]\nmax_sources = -1\n[policy]\ncheck_ids = ["quantitees"]\n')
    with pytest.raises(ConfigurationError) as told:
        serving.serve({"config_file": str(file)})
    lines = str(told.value).splitlines()
    assert len(lines) == 3
    assert all(
        any(word in line for line in lines) for word in ("workers", "max_sources", "[policy] config.check_ids[0]")
    )


def test_every_setting_is_an_option_with_a_line_of_help() -> None:
    command = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]  # a group has them
    options = {option.name: option for option in command.params}
    settings = {row.name for table in (ServerSettings, Limits) for row in fields(table)} - {"limits"}
    # What an argument says is seen by every user of the machine.
    assert settings - set(options) == {"token"}
    assert not set(options) - settings - {"help"}
    for name in settings - {"token"}:
        assert options[name].opts == ["--" + name.replace("_", "-")]
        assert len(options[name].help) > 10


def test_every_setting_is_in_the_readme_or_on_the_page_for_operators() -> None:
    readme, page = (ROOT / name for name in ("README.md", "docs/operating.md"))
    told = readme.read_text("utf-8") + page.read_text("utf-8")
    for table in (ServerSettings, Limits):
        for row in fields(table):
            if row.name != "limits":
                spellings = (row.name.upper(), row.name, "--" + row.name.replace("_", "-"))
                assert any(spelling in told for spelling in spellings), row.name


def _settings(flags: Mapping[str, object]) -> ServerSettings | str:
    try:
        return read_settings(flags, {})
    except ConfigurationError as error:
        return str(error)


def _read_by_typer(arguments: Sequence[str]) -> Mapping[str, object]:
    command = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]  # a group has them
    params: Mapping[str, object] = command.make_context("serve", list(arguments)).params
    return params


_NAMES = [
    row.name for table in (ServerSettings, Limits) for row in fields(table) if row.name not in ("limits", "token")
]


@pytest.mark.parametrize("name", _NAMES)
@pytest.mark.parametrize(
    "value", ["3", "600", "0", "0.5", "127.0.0.1:7000", "unix:/run/a b.sock", "a,b", "json", "", "买方", "a=b"]
)
@pytest.mark.parametrize("joined", [False, True])
def test_a_plain_option_is_read_as_typer_reads_it(name: str, value: str, joined: bool) -> None:
    option = "--" + name.replace("_", "-")
    arguments = [f"{option}={value}"] if joined else [option, value]

    flags = serving.plain_flags(["serve", *arguments])

    if flags is None:  # left to Typer
        numbers = {*(row.name for row in fields(Limits)), "workers", "threads", "drain_grace_seconds"}
        numbers |= {"unix_socket_mode", "record_max_file_bytes", "record_max_files"}
        assert name in numbers
        assert value not in ("3", "600")
    else:
        assert _settings(flags) == _settings(_read_by_typer(arguments))


@pytest.mark.parametrize(
    ("arguments", "flags"),
    [
        (["serve"], {}),
        (["serve", "--workers", "2", "--address=localhost:1"], {"workers": "2", "address": "localhost:1"}),
        (["serve", "--workers", "2", "--workers", "3"], {"workers": "3"}),
    ],
)
def test_of_an_option_given_twice_the_last_counts(arguments: list[str], flags: dict[str, str]) -> None:
    assert serving.plain_flags(arguments) == flags
    assert _settings(flags) == _settings(_read_by_typer(arguments[1:]))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "info",
        "--version",
        "--version serve",
        "serve --help",
        "serve --address",
        "serve --addres localhost:1",
        "serve --address --workers",
        "serve --address -x",
        "serve --address=-x",
        "serve localhost:1",
        "serve -- --address localhost:1",
        "serve --workers many",
        "serve --workers 0",
        "serve --workers 1.5",
        "serve --workers=",
        "serve --workers 9999999999999999999",
        "serve --drain-grace-seconds -1",
        "serve --drain-grace-seconds nan",
        "serve --drain-grace-seconds 1e400",
        "serve --token abcdefghijklmnopqrst",
        "serve --limits 1",
        "serve --max_sources 1",
        "serve --config-file a\udc80.toml",
        "serve --address localhost:1 --help",
    ],
)
def test_what_is_not_plain_is_left_to_typer(line: str) -> None:
    assert serving.plain_flags(line.split()) is None


def test_a_reader_that_has_gone_ends_the_server_quietly() -> None:
    program = "import sys; from sidecar.cli.main import main; sys.argv = ['verify-sidecar', *sys.argv[1:]]; main()"
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        command = [sys.executable, "-c", program, "serve", "--address", "127.0.0.1:0"]
        done = subprocess.run(command, stdout=write_end, stderr=subprocess.PIPE, cwd=ROOT, timeout=60, check=False)
    finally:
        os.close(write_end)

    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr
