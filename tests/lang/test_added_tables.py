"""Tables of an operator's own: each in a process of its own, as tables are read once."""

from __future__ import annotations

import importlib.resources
import json
import subprocess
import sys
from pathlib import Path

import pytest

CONTRACTS = """
[phrases]
not_found = ["the annexes are silent on"]

[unit_names]
d = ["sleeps"]

[[contrasts.opposites]]
check = "modality"
sides = [["is bound to"], ["has leave to"]]
"""
ASKED = """
import json, sys
from sidecar import Request, Source, lang, verify
from sidecar.engine import info, policy_id
if sys.argv[1]:
    lang.add_tables(sys.argv[1])
rows = []
for answer, evidence in json.loads(sys.argv[2]):
    report = verify(Request(answer, (Source("s1", evidence),)))
    rows.append([report.outcome.name, [row.reason_id for row in report.findings], report.policy_id])
print(json.dumps({"rows": rows, "languages": info().language_codes}))
"""
PAIRS = [
    ["The annexes are silent on parking.", "The gate opens at nine."],
    ["The tenant has leave to paint the fence in spring.", "The tenant is bound to paint the fence in spring."],
    ["The walk takes 3 sleeps.", "The walk takes 72 hours."],
    ["The gate opens at nine.", "The gate opens at nine."],
]


def _asked(folder: str) -> dict[str, list[list[str]]]:
    done = subprocess.run(
        [sys.executable, "-c", ASKED, folder, json.dumps(PAIRS)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answered: dict[str, list[list[str]]] = json.loads(done.stdout)
    return answered


def _fault(folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "sidecar", "serve", "--language-folder", str(folder), "--address", "127.0.0.1:0"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    return done.stderr


def test_phrases_opposites_and_units_of_a_domain_are_judged_by(tmp_path: Path) -> None:
    (tmp_path / "contracts.en.toml").write_text(CONTRACTS)
    before, after = _asked("")["rows"], _asked(str(tmp_path))["rows"]
    assert [row[0] for row in before] == ["REVIEW", "PASS", "FAIL", "PASS"]
    assert [row[0] for row in after] == ["ABSTAIN", "FAIL", "PASS", "PASS"]
    assert after[1][1] == ["modality-conflict"]
    assert {row[2] for row in before}.isdisjoint(row[2] for row in after)  # policy_id says that the tables differ


def test_the_same_tables_have_the_same_policy_id(tmp_path: Path) -> None:
    ids = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "en.toml").write_text('[phrases]\nnot_found = ["the annexes are silent on"]\n')
        ids.append(_asked(str(folder))["rows"][0][2])
    assert ids[0] == ids[1]


def test_a_further_language(tmp_path: Path) -> None:
    french = importlib.resources.files("sidecar.lang").joinpath("fr.toml")
    (tmp_path / "nl.toml").write_bytes(french.read_bytes())  # whole, as that of a further language must be
    assert "nl" in _asked(str(tmp_path))["languages"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("en.toml", "[phrases\n", ("en.toml", "not TOML")),
        ("en.toml", '[phrases]\nnot_fuond = ["x"]\n', ("phrases.not_fuond", "not_found")),
        ("en.toml", '[phrase]\nnot_found = ["x"]\n', ("unknown table phrase", "phrases")),
        ("en.toml", '[numbers]\nscale_plural = "z"\n', ("scale_plural", "only add")),
        ("en.toml", "[phrases]\nnot_found = [5]\n", ("not_found", "list of texts")),
        ("en.toml", '[[contrasts.opposites]]\ncheck = "roles"\n', ("sides",)),
        ("nl.toml", '[words]\nstop = ["de", "het"]\n', ("nl.toml", "is missing")),
        ("readme.txt", "nothing", ("has no .toml file",)),
    ],
)
def test_a_fault_is_told_at_the_start(name: str, content: str, words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    told = _fault(tmp_path)
    assert all(word in told for word in words), told
    assert "Traceback" not in told


def test_a_missing_folder_is_told_with_several_workers(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sidecar", "serve", "--workers", "2", "--language-folder", str(tmp_path / "none"),
         "--address", "127.0.0.1:0"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "cannot read the folder" in done.stderr


def test_tables_come_before_the_first_verification(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('[phrases]\nnot_found = ["the annexes are silent on"]\n')
    late = (
        "import sys\nfrom sidecar import Request, lang, verify\nfrom sidecar.errors import ConfigurationError\n"
        "verify(Request('x'))\n"
        "try:\n    lang.add_tables(sys.argv[1])\nexcept ConfigurationError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", late, str(tmp_path)], capture_output=True, text=True, check=True)
    assert "before the first verification" in done.stdout
