"""The digest once more, by a program in Go that shares nothing with the package, for all kinds of requests at once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from google.protobuf import json_format

from sidecar import CitationPolicy, Config, OffsetUnit, Request, Source, StructuredAnswer, StructuredClaim, verify
from sidecar.model import Attribute, View
from sidecar.server.translate import report_to_json
from sidecar.wire.requests import request_message

PROGRAM = Path(__file__).with_name("digest")
PAIRS = Path(__file__).parents[1] / "acceptance" / "contradiction_pairs.toml"
RUN_SECONDS = 300.0
FEE = Source(
    "fees.pdf", "The museum ticket costs 12 euros for adults 🎫.", page=0, title="Fées", section_path=("A", "B")
)
HOURS = Source("", "花园九点开门，黄昏关门。The garden closes at dusk.", attributes=(Attribute("k", "v"),), rank=0)
REQUESTS = (
    Request("The garden closes at dusk [2]. Adults pay 14 euros for the ticket [1].", (FEE, HOURS)),
    Request("It says “the garden opens at dusk” [2]. 门票12欧元。", (FEE, HOURS), question_text="Wann?"),
    Request("", ()),
    Request("12 % of $4.5 million.", (FEE,), config=Config(citation_policy=CitationPolicy(max_share_per_source=0.5))),
    Request(
        structured_answer=StructuredAnswer(
            (StructuredClaim("The garden closes.", ("2", "x")), StructuredClaim("", ()))
        ),
        sources=(FEE, HOURS),
    ),
    Request(structured_answer=StructuredAnswer((), insufficient_evidence=True), sources=(FEE,)),
    Request("I could not find it. " * 400, (replace(FEE, text=FEE.text * 90),), as_of_date="2024-02-29"),
)
# Of the reference implementation (test_vectors.json of BLAKE3): bytes 0, 1, ..., 250, 0, ... of these lengths.
VECTORS = (
    (0, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"),
    (1, "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213"),
    (1024, "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7"),
    (1025, "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444"),
)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("go") is None:
        if os.environ.get("REQUIRE_TOOLCHAINS"):
            pytest.fail("tests/clients/digest needs go, and REQUIRE_TOOLCHAINS is set")
        pytest.skip("tests/clients/digest needs go")
    built = tmp_path_factory.mktemp("digest") / "digest"
    subprocess.run(["go", "build", "-o", str(built), "."], cwd=PROGRAM, check=True, timeout=RUN_SECONDS)
    return built


def printed(program: Path, lines: list[object]) -> list[str]:
    data = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([str(program)], input=data, capture_output=True, text=True, timeout=RUN_SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_it_knows_blake3(program: Path) -> None:
    assert printed(program, [{"bytes": size} for size, _ in VECTORS]) == [expected for _, expected in VECTORS]


def test_it_finds_the_digests_that_the_engine_gives(program: Path) -> None:
    pairs = [
        Request(answer, (Source("a", row[0]),))
        for rows in tomllib.loads(PAIRS.read_text(encoding="utf-8")).values()
        for row in rows
        for answer in row[1:]
    ]
    lines: list[object] = []
    digests = []
    for request in (*REQUESTS, *pairs):
        config = replace(request.config, want_digest=True, want_effective_config=True)
        wanting = replace(request, config=config)
        report = verify(wanting)
        sent = json_format.MessageToDict(request_message(wanting))
        lines.append({"request": sent, "response": json.loads(report_to_json(report))})
        # The digest is that of the whole report, however this one is shown.
        shown = replace(config, view=View.VERDICT, offset_unit=OffsetUnit.UTF16_CODE_UNITS)
        digests.append(verify(replace(request, config=shown)).digest)
    assert len(lines) > 100
    assert printed(program, lines) == digests


def test_what_was_changed_has_another(program: Path) -> None:
    request = replace(REQUESTS[0], config=Config(want_digest=True, want_effective_config=True))
    report = verify(request)
    sent = json_format.MessageToDict(request_message(request))
    replied = json.loads(report_to_json(report))
    changed = json.loads(json.dumps(replied))
    changed["claims"][0]["verdict"] = "VERDICT_CONTRADICTED"
    right, wrong = printed(program, [{"request": sent, "response": replied}, {"request": sent, "response": changed}])
    assert right == report.digest != wrong
