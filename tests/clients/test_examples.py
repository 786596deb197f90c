"""The smallest client of each language against a real server, over every transport: what it prints is worked out here.

Each program asks for spans in the unit of its own strings, and ends with an error when a slice of its own text is not
the text that the server says the span covers. Here the numbers are compared with offsets counted in Python.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import httpx
import pytest
from conftest import EXAMPLES, LANGUAGES, ROOT, Language, Server, started

RUN_SECONDS = 120.0

# An emoji beyond the first plane with a variation selector, a letter with a combining mark, Han, and CR LF between.
CLAIMS = (
    ("The fee 🎟️ is 15 euros.\r\n", "VERDICT_CONTRADICTED", "The fee is 12 euros."),
    ("退款需要3天。\r\n", "VERDICT_SUPPORTED", "退款需要3天。"),
    ("Cafe\u0301 Zoë has 40 seats.", "VERDICT_SUPPORTED", "Cafe\u0301 Zoë has 40 seats."),
)
ANSWER = "".join(text for text, _, _ in CLAIMS)
SOURCE = "𝒱isitors 🧑‍🚀: The fee is 12 euros. 退款需要3天。\r\nCafe\u0301 Zoë has 40 seats.\r\n"


def units(text: str, unit: str) -> int:
    """The length of a text in a unit."""
    if unit == "bytes":
        return len(text.encode())
    return len(text.encode("utf-16-le")) // 2 if unit == "UTF-16" else len(text)


def covered(text: str, start: int, end: int, unit: str) -> str:
    """What a span covers."""
    if unit == "bytes":
        return text.encode()[start:end].decode()
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le") if unit == "UTF-16" else text[start:end]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    folder = tmp_path_factory.mktemp("texts")
    for name, text in (("answer.txt", ANSWER), ("source.txt", SOURCE)):
        (folder / name).write_bytes(text.encode())
    return str(folder / "answer.txt"), str(folder / "source.txt")


def rows(language: Language, server: Server, files: tuple[str, str]) -> list[list[str]]:
    """What the program prints, a list of columns for each line."""
    ca_file = [server.ca_file] if server.ca_file else []
    done = started(language, (*language.run, server.address, *files, *ca_file), RUN_SECONDS)
    assert done.returncode == 0, done.stderr
    return [line.split("\t") for line in done.stdout.splitlines()]


def test_the_example_does_what_its_readme_says(language: Language, server: Server, files: tuple[str, str]) -> None:
    printed = rows(language, server, files)
    by_kind = {
        kind: [row[1:] for row in printed if row[0] == kind] for kind in dict.fromkeys(row[0] for row in printed)
    }

    assert by_kind["verify"] == [["OUTCOME_FAIL"]]
    starts = [units("".join(text for text, _, _ in CLAIMS[:count]), language.unit) for count in range(len(CLAIMS) + 1)]
    assert by_kind["claim"] == [
        [str(start), str(end), verdict] for start, end, (_, verdict, _) in zip(starts, starts[1:], CLAIMS, strict=False)
    ]
    places = [covered(SOURCE, int(start), int(end), language.unit) for start, end in by_kind["ref"]]
    for _, _, passage in CLAIMS:
        assert any(passage in place for place in places)
    assert ["quantity-not-in-evidence", "SEVERITY_ERROR"] in by_kind["finding"]

    assert by_kind["batch"] == [["0", "OUTCOME_FAIL"], ["1", "INVALID_ARGUMENT", "answer"], ["2", "OUTCOME_FAIL"]]
    assert by_kind["stream"] == [["OUTCOME_FAIL", str(len(by_kind["finding"]))]]  # each finding once
    assert by_kind["stopped"] == [["quantity-not-in-evidence"]]
    assert by_kind["refused"] == [["INVALID_ARGUMENT", "ANSWER_UNSET", "answer"]]
    assert by_kind["deadline"] == [["DEADLINE_EXCEEDED"]]
    assert set(by_kind) == {"verify", "claim", "ref", "finding", "batch", "stream", "stopped", "refused", "deadline"}


def test_the_server_lets_go_of_a_stream_that_is_given_up_and_counts_it_as_that(
    language: Language, tcp_server: Server, files: tuple[str, str]
) -> None:
    before = ended_streams(tcp_server)
    rows(language, tcp_server, files)
    end = time.monotonic() + RUN_SECONDS
    while ended_streams(tcp_server) != before + Counter(OK=1, CANCELLED=1):
        # The server may see it a moment after the client has gone.
        assert time.monotonic() < end, ended_streams(tcp_server) - before
        time.sleep(0.05)


def ended_streams(server: Server) -> Counter[str]:
    """How many streams the server says have ended, by status."""
    out: Counter[str] = Counter()
    for line in httpx.get(f"{server.url}/metrics", trust_env=False).text.splitlines():
        if line.startswith("grpc_server_handled_total{") and '"VerifyStream"' in line:
            out[line.partition('grpc_code="')[2].partition('"')[0]] += int(float(line.rpartition(" ")[2]))
    return out


def test_a_server_that_is_away_ends_the_program(language: Language, tmp_path: Path, files: tuple[str, str]) -> None:
    done = started(language, (*language.run, f"unix:{tmp_path}/nobody.sock", *files), RUN_SECONDS)
    assert done.returncode != 0
    assert "OUTCOME" not in done.stdout


@pytest.mark.parametrize("language_row", LANGUAGES, ids=lambda row: row.name)
def test_the_readme_shows_the_commands_that_are_run_here(language_row: Language) -> None:
    words = (language_row.folder / "README.md").read_text("utf-8").replace("'", "").split()
    for command in (*language_row.build, language_row.run):
        shown = [word for word in command if not word.endswith(".proto")]
        starts = [at for at, word in enumerate(words) if word == shown[0]]
        assert any(words[at : at + len(shown)] == shown for at in starts), f"README.md lacks: {' '.join(command)}"


@pytest.mark.parametrize(
    ("language", "file"),
    [
        ("go", "go/main.go"),
        ("java", "java/src/main/java/dev/verifysidecar/example/Check.java"),
        ("js", "node/check.js"),
        ("rust", "rust/src/main.rs"),
    ],
)
def test_what_the_main_readme_shows_stands_in_the_examples(language: str, file: str) -> None:
    _, _, rest = (ROOT / "README.md").read_text("utf-8").partition(f"```{language}\n")
    shown = rest.partition("```")[0].splitlines()
    assert shown
    lines = [line.strip() for line in (EXAMPLES / file).read_text("utf-8").splitlines()]
    assert [line for line in shown if line not in lines] == []
