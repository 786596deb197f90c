"""Excel (.xlsx): one piece a sheet, its cells as a person sees them, as far as the number formats tell."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from decimal import Decimal
from io import BytesIO
from typing import Any

import openpyxl

from sidecar.errors import UnreadableDocument
from sidecar.evidence.readers.piece import Piece, ReadLimits, check_archive, pipe_table

_QUOTED = re.compile(r'"[^"]*"|\\.')
_CURRENCY = re.compile(r"\[\$([^\]-]+)[^\]]*\]|([$€£¥₩₹])")


def read(data: bytes, name: str, limits: ReadLimits) -> tuple[Piece, ...]:
    """The sheets in order. Formulas count with the value that was stored with them; where none was, it is reported.

    Raises UnreadableDocument for a file that is damaged, encrypted or over a limit.
    """
    check_archive(data, name, limits)
    try:
        stored = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)
        written = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=False)
        title = stored.properties.title or ""
        budget = _Budget(name, limits)
        pieces = [_sheet(values, written[values.title], title, budget) for values in stored.worksheets]
    except UnreadableDocument:
        raise
    except Exception as error:  # noqa: BLE001 -- on a damaged package the library raises whatever the zip, XML or cell did
        raise UnreadableDocument(f"{name}: damaged ({type(error).__name__}); save the workbook again") from None
    return tuple(pieces)


class _Budget:
    """Counts the cells of a workbook against the limit."""

    def __init__(self, name: str, limits: ReadLimits) -> None:
        self._name = name
        self._limit = limits.max_cells
        self._left = limits.max_cells

    def spend(self, cells: int, sheet: str) -> None:
        self._left -= cells
        if self._left < 0:
            raise UnreadableDocument(f"{self._name}: over {self._limit} cells up to sheet {sheet}; split the workbook")


def _sheet(values: Any, formulas: Any, title: str, budget: _Budget) -> Piece:
    # what a file claims of its own size is often wrong and would cut rows off
    values.reset_dimensions()
    formulas.reset_dimensions()
    rows: list[list[str]] = []
    unknown = 0
    for value_row, formula_row in zip(values.iter_rows(), formulas.iter_rows(), strict=True):
        budget.spend(len(value_row), values.title)
        rows.append([_shown(cell) for cell in value_row])
        unknown += _without_value(value_row, formula_row)
    text = pipe_table(rows)
    problem = ""
    if unknown:
        problem = f"{unknown} formulas without a stored value, open and save the file in a spreadsheet program"
    elif not text:
        problem = "the sheet is empty"
    return Piece(text, values.title, title=title, problem=problem)


def _without_value(values: Iterable[Any], formulas: Iterable[Any]) -> int:
    return sum(
        1 for value, formula in zip(values, formulas, strict=True) if value.value is None and formula.value is not None
    )


def _shown(cell: Any) -> str:
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        return _number(value, cell.number_format or "General")
    if isinstance(value, dt.datetime):
        midnight = value.time() == dt.time()
        return value.date().isoformat() if midnight else value.isoformat(" ", "seconds")
    return str(value)


def _number(value: float, number_format: str) -> str:
    """The number with the percent sign or currency that its format shows, never rounded to the format's digits."""
    # 15 digits are what the program itself keeps; the sixteenth is the noise of binary fractions
    exact = Decimal(f"{value:.15g}")
    bare = _QUOTED.sub("", number_format.partition(";")[0])
    if "%" in re.sub(r"\[[^\]]*\]", "", bare):
        return f"{_plain(exact * 100)}%"
    currency = _CURRENCY.search(number_format.partition(";")[0])
    if currency is None:
        return _plain(exact)
    sign, amount = ("-" if exact < 0 else ""), _plain(abs(exact))
    symbol = (currency[1] or currency[2]).strip()
    # a code of letters would run into the digits
    return f"{sign}{symbol} {amount}" if symbol.isalpha() else f"{sign}{symbol}{amount}"


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
