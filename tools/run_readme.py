"""Runs the README's own commands, so that they stay true.

    python tools/run_readme.py [--done COMMAND]...

A fenced block runs when the line before it is `<!-- tested -->`: the lines of a `console` block that begin with `$ `
(and the lines that go on behind a backslash) as one bash script, a `python` block as one program. Both run in the root
of the repository. `--done` names a command that has just been run and is left out. The first failure ends it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = "<!-- tested -->"


def blocks(text: str) -> list[tuple[str, str]]:
    """The marked blocks of a text as (language, content), in order.

    Raises:
        ValueError: a mark stands before something else than a block, or a block has no end.
    """
    found = []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.strip() != MARK:
            continue
        opening = lines[number + 1] if number + 1 < len(lines) else ""
        language = opening.removeprefix("```")
        if opening == language or language not in {"console", "python"}:
            raise ValueError(f"line {number + 1}: {MARK} stands before {opening!r}, not a console or python block")
        end = lines.index("```", number + 2)
        found.append((language, "\n".join(lines[number + 2 : end])))
    return found


def commands(block: str) -> list[str]:
    """What is typed in a console block, without its prompts and without the output that it shows."""
    typed: list[str] = []
    goes_on = False
    for line in block.splitlines():
        if line.startswith("$ "):
            typed.append(line[2:])
        elif goes_on:
            typed[-1] += "\n" + line
        goes_on = (line.startswith("$ ") or goes_on) and line.endswith("\\")
    return typed


def main() -> int:
    """Runs every marked block and returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--done", action="append", default=[], metavar="COMMAND", help="leave this command out")
    done = parser.parse_args().done
    marked = blocks((ROOT / "README.md").read_text("utf-8"))
    if not marked:
        print(f"README.md has no block marked {MARK}", file=sys.stderr)
        return 1
    for language, content in marked:
        if language == "python":
            program = [sys.executable, "-c", content]
        else:
            typed = [command for command in commands(content) if command not in done]
            program = ["bash", "-euo", "pipefail", "-c", "\n".join(typed)]
        print(f"\n$ {content}", flush=True)
        status = subprocess.run(program, cwd=ROOT, stdin=subprocess.DEVNULL, check=False, timeout=900).returncode
        if status != 0:
            print(f"exit status {status} of a block of README.md:\n{content}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
