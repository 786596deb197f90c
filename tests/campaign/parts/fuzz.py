"""The fuzz targets of the core under the address and undefined-behavior sanitizers, on running seeds."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from runner import ROOT, CampaignFault, Figures, Part, Step

# Executions of each target among 100; the whole path, and what parses most, take the most.
TARGETS = {
    "fuzz_compare": 30,
    "fuzz_quotes": 15,
    "fuzz_quantities": 20,
    "fuzz_structure": 10,
    "fuzz_markers": 10,
    "fuzz_tokenize": 10,
    "fuzz_utf8": 5,
}
BUILD = ROOT / "build" / "native"
CORPUS = ROOT / "csrc" / "fuzz" / "corpus"
# A sanitizer that finds something aborts, so that the replayer can leave the input behind.
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "abort_on_error=1:handle_abort=0", "UBSAN_OPTIONS": "abort_on_error=1"}
_SEEDS_OF_ONE = 1 << 40  # a seed of the campaign has so many seeds of texts for itself


def missing() -> str:
    """Why this cannot run, if so."""
    return "" if shutil.which("cmake") else "cmake is not here; `make campaign` brings it"


@functools.cache
def built() -> Path:
    """The folder of the built targets; builds what is not there or not new."""
    for command in (["cmake", "-S", "csrc", "-B", str(BUILD), "-G", "Ninja"], ["cmake", "--build", str(BUILD)]):
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return BUILD


def run(step: Step) -> Figures:
    """Runs each target on its share of the step's texts."""
    figures = Figures()
    for target, share in TARGETS.items():
        rounds = max(1, step.count * share // 100)
        first = step.seed * _SEEDS_OF_ONE + step.first
        with tempfile.TemporaryDirectory() as folder:
            command = [str(built() / target), str(CORPUS), str(rounds), str(first)]
            done = subprocess.run(
                command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, errors="replace", check=False
            )
            if done.returncode != 0:
                kept = built() / f"{target}-{first}.bin"
                shutil.copy(Path(folder) / "failed-input.bin", kept)
                head = " ".join(done.stderr.split()[:40])
                raise CampaignFault(f"{target} {rounds} {first} ended with {done.returncode}; input in {kept}: {head}")
        figures.counts[target] += rounds
    return figures


PART = Part("fuzz", "executions", 10_000_000, 100_000, run, missing)
