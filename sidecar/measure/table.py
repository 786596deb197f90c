"""Plain tables for a terminal and for a page."""

from __future__ import annotations

from collections.abc import Sequence


def render(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lines of cells between strokes; numbers to the right. It is a Markdown table as well.

    Raises ValueError where a row has another number of cells than there are columns.
    """
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"a row has {len(row)} cells, there are {len(columns)} columns")
    widths = [max(len(line[place]) for line in (columns, *rows)) for place in range(len(columns))]
    right = [all(_number(row[place]) for row in rows) and bool(rows) for place in range(len(columns))]
    rule = [
        ("-" * (width - 1) + ":") if to_right else "-" * width for width, to_right in zip(widths, right, strict=True)
    ]
    lines = [columns, rule, *rows]
    return "\n".join(
        "| "
        + " | ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(line, widths, right, strict=True)
        )
        + " |"
        for line in lines
    )


def _number(cell: str) -> bool:
    return not cell or cell[0].isdigit()
