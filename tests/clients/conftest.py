"""A real server on TCP, TLS and a Unix socket, and the programs of examples/, built with each language's own tools.

A language whose tools are not here is skipped, and the summary names them; with REQUIRE_TOOLCHAINS=1, as in .ci/run, it
is an error.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import trustme

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
BUILD_SECONDS = 900.0
"""For a first build on a slow machine; whole toolchains come from the network."""
# Beside this interpreter lie buf and the rest of what the test group installs.
ENVIRONMENT = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}


@dataclass(frozen=True, slots=True)
class Language:
    """How an example is built and started, and what it needs: commands, and modules of this Python."""

    name: str
    unit: str
    tools: tuple[str, ...]
    build: tuple[tuple[str, ...], ...]
    run: tuple[str, ...]
    modules: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()

    @property
    def folder(self) -> Path:
        return EXAMPLES / self.name

    def missing(self) -> list[str]:
        """The tools that are not here."""
        absent = [tool for tool in self.tools if shutil.which(tool, path=ENVIRONMENT["PATH"]) is None]
        return absent + [module for module in self.modules if importlib.util.find_spec(module) is None]


PROTOS = tuple(sorted(path.relative_to(ROOT / "proto").as_posix() for path in (ROOT / "proto").rglob("*.proto")))

# The commands are those of the READMEs beside the examples; test_examples.py compares them.
LANGUAGES = (
    Language(
        name="python",
        unit="code points",
        tools=(),
        modules=("grpc_tools",),
        build=(
            ("mkdir", "-p", "gen"),
            ("python", "-m", "grpc_tools.protoc", "-I", "../../proto", "--python_out=gen", "--grpc_python_out=gen")
            + PROTOS,
        ),
        run=("python", "check.py"),
        environment=(("PYTHONPATH", "gen"),),
    ),
    Language(
        name="go",
        unit="bytes",
        tools=("go", "buf"),
        build=(("buf", "generate"), ("go", "build", "-o", "target/check", ".")),
        run=("target/check",),
    ),
    Language(
        name="java",
        unit="UTF-16",
        tools=("java", "javac", "mvn"),
        build=(("mvn", "-q", "-B", "compile"),),
        run=("java", "-cp", "target/classes:target/lib/*", "dev.verifysidecar.example.Check"),
    ),
    Language(
        name="node",
        unit="UTF-16",
        tools=("node", "npm"),
        build=(("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"),),
        run=("node", "check.js"),
    ),
    Language(
        name="rust",
        unit="bytes",
        tools=("cargo",),
        build=(("cargo", "build", "--locked"),),
        run=("target/debug/check",),
    ),
)


@dataclass(frozen=True, slots=True)
class Server:
    """Where a server listens, the authority of its certificate and the URL of its metrics where it has them."""

    address: str
    ca_file: str = ""
    url: str = ""


@contextmanager
def serving(address: str, ca_file: str = "", *options: str) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, "-m", "sidecar", "serve", "--address", address, *options],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stdout is not None
        said = [
            process.stdout.readline().rpartition(" ")[2].strip() for _ in range(2 if "--http-address" in options else 1)
        ]
        yield Server(said[0], ca_file, *said[1:])
        process.terminate()
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def tcp_server() -> Iterator[Server]:
    metrics = ("--http-address", "127.0.0.1:0")
    with serving("127.0.0.1:0", "", *metrics) as server:
        yield server


@pytest.fixture(scope="session")
def unix_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"unix:{tmp_path_factory.mktemp('socket')}/verify.sock") as server:
        yield server


@pytest.fixture(scope="session")
def tls_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("tls")
    authority = trustme.CA()
    issued = authority.issue_cert("localhost")
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    issued.private_key_pem.write_to_path(str(folder / "key.pem"))
    for blob in issued.cert_chain_pems:
        blob.write_to_path(str(folder / "chain.pem"), append=True)
    files = ("--tls-certificate-file", f"{folder}/chain.pem", "--tls-key-file", f"{folder}/key.pem")
    with serving("localhost:0", f"{folder}/ca.pem", *files) as server:
        yield server


@pytest.fixture(params=["tcp", "tls", "unix"])
def server(request: pytest.FixtureRequest) -> Server:
    found: Server = request.getfixturevalue(f"{request.param}_server")
    return found


Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session", params=LANGUAGES, ids=lambda language: language.name)
def language(request: pytest.FixtureRequest) -> Language:
    """A language whose example is built."""
    chosen: Language = request.param
    missing = chosen.missing()
    if missing:
        why = f"examples/{chosen.name} needs {', '.join(missing)}"
        if os.environ.get("REQUIRE_TOOLCHAINS"):
            pytest.fail(f"{why}, and REQUIRE_TOOLCHAINS is set")
        pytest.skip(why)
    for command in chosen.build:
        built = started(chosen, command, BUILD_SECONDS)
        assert built.returncode == 0, f"{' '.join(command)}\n{built.stdout}\n{built.stderr}"
    return chosen


def started(language: Language, command: tuple[str, ...], seconds: float) -> subprocess.CompletedProcess[str]:
    """Runs a command in the folder of the example to its end."""
    program = shutil.which(command[0], path=ENVIRONMENT["PATH"]) or str(language.folder / command[0])
    return subprocess.run(
        [program, *command[1:]],
        cwd=language.folder,
        env={**ENVIRONMENT, **dict(language.environment)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
