"""`serve`: it says where it listens, answers there, and ends on a signal."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import typer.main

from sidecar._version import __version__
from sidecar.cli.main import app
from sidecar.client import Client
from sidecar.config import Limits, ServerSettings

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
    readme, page = (Path(__file__).parents[2] / name for name in ("README.md", "docs/operating.md"))
    told = readme.read_text("utf-8") + page.read_text("utf-8")
    for table in (ServerSettings, Limits):
        for row in fields(table):
            if row.name != "limits":
                spellings = (row.name.upper(), row.name, "--" + row.name.replace("_", "-"))
                assert any(spelling in told for spelling in spellings), row.name
