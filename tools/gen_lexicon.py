"""Writes the compiled language tables where the native tests find them, so that those need no Python.

python tools/gen_lexicon.py           writes csrc/tests/lexicon.tsv if it differs
python tools/gen_lexicon.py --check   writes nothing; exit status 1 when it is stale
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sidecar.lang import compile_tables

OUTPUT = Path(__file__).resolve().parent.parent / "csrc" / "tests" / "lexicon.tsv"


def main() -> int:
    """Writes or checks the file and returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when the file is stale")
    check = parser.parse_args().check
    blob = compile_tables()
    if OUTPUT.exists() and OUTPUT.read_bytes() == blob:
        return 0
    if check:
        print(f"{OUTPUT} is stale: run `make generate`", file=sys.stderr)
        return 1
    OUTPUT.write_bytes(blob)
    return 0


if __name__ == "__main__":
    sys.exit(main())
