"""The package as a package: names, versions, the build, and what crosses the bridge."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

import sidecar
from sidecar import _core, tables

ROOT = Path(__file__).resolve().parents[1]

# The widths that csrc/include/verify/rows.hpp promises to whoever reads whole tables.
ROW_SIZES = {"token": 24, "segment": 64, "quantity": 128, "marker": 28, "marker_id": 16, "offset": 4}


def test_the_version_is_written_once() -> None:
    assert importlib.metadata.version("verify-sidecar") == sidecar.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+|(a|b|rc)\d+)?", sidecar.__version__)


def test_the_package_is_typed_and_licensed() -> None:
    metadata = importlib.metadata.metadata("verify-sidecar")
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    assert (ROOT / "sidecar" / "py.typed").is_file()
    assert "Apache License" in (ROOT / "LICENSE").read_text("utf-8")


def test_the_command_is_installed() -> None:
    (entry,) = importlib.metadata.entry_points(group="console_scripts", name="verify-sidecar")
    assert entry.value == "sidecar.cli.main:main"


def test_every_public_name_is_there() -> None:
    assert sorted(sidecar.__all__) == list(sidecar.__all__)
    for name in sidecar.__all__:
        assert getattr(sidecar, name) is not None


def test_the_build_has_a_name() -> None:
    assert _core.BUILD in {"release", "sanitize", "coverage"}
    assert tables.BUILD == _core.BUILD
    assert _core.SIMD_LEVEL in ("scalar", "sse2", "avx2", "avx512", "neon")


def test_rows_have_the_promised_widths() -> None:
    assert _core.ROW_SIZES == ROW_SIZES
    for name, dtype in (
        ("token", tables.row_dtype("token")),
        ("segment", tables.row_dtype("segment")),
        ("quantity", tables.row_dtype("quantity")),
        ("marker", tables.row_dtype("marker")),
        ("marker_id", tables.row_dtype("marker_id")),
    ):
        assert dtype.itemsize == ROW_SIZES[name]
        # No hidden padding: the fields fill the row.
        assert sum(dtype.fields[field][0].itemsize for field in dtype.names or () if dtype.fields) == dtype.itemsize


def test_rows_are_views_that_cannot_be_written_and_outlive_the_call() -> None:
    rows = tables.tokenize("one two")
    assert rows["start_byte"].tolist() == [0, 4]
    assert rows["end_byte"].tolist() == [3, 7]
    assert not rows.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        rows["start_byte"] = 0


def test_a_text_without_words_has_an_empty_table() -> None:
    rows = tables.tokenize("...")
    assert rows.shape == (0,)
    assert rows.dtype == tables.row_dtype("token")


def test_the_stub_and_the_module_have_the_same_names() -> None:
    tree = ast.parse((ROOT / "sidecar" / "_core.pyi").read_text("utf-8"))
    declared: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            declared.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            declared.add(node.target.id)
    assert declared == {name for name in vars(_core) if not name.startswith("_")}


def test_the_bridge_refuses_what_is_no_text() -> None:
    with pytest.raises(TypeError):
        tables._tables().tokenize(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not valid UTF-8 at byte 1"):
        tables._tables().tokenize(b"a\xff")


def test_a_row_buffer_speaks_the_buffer_protocol() -> None:
    buffer = tables._tables().tokenize(b"one two three")
    assert len(buffer) == 3
    assert buffer.row_size == ROW_SIZES["token"]
    view = memoryview(buffer)
    assert view.readonly
    assert view.nbytes == 3 * ROW_SIZES["token"]
    del buffer
    assert np.frombuffer(view, tables.row_dtype("token"))["start_byte"].tolist() == [0, 4, 8]


def test_every_ignored_rule_has_its_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    ignored = tomllib.loads(text)["tool"]["ruff"]["lint"]["ignore"]
    assert ignored
    for rule in ignored:
        assert re.search(rf'^    "{rule}", *# \S', text, re.MULTILINE), f"{rule} is ignored without a reason"


def test_no_rule_is_switched_off_in_a_file_without_its_name() -> None:
    for folder in ("sidecar", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            if "pb" in path.parts:
                continue
            for line in path.read_text("utf-8").splitlines():
                assert not re.search(r"# noqa(?!: [A-Z]+\d+)|# type: ignore(?!\[)", line), (
                    f"{path.name}: {line.strip()}"
                )


def test_no_file_of_the_core_is_long() -> None:
    """A file says one thing: where it needs more than 500 lines, it is parted. Generated tables may be long."""
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in sorted((ROOT / "csrc").rglob("*.[ch]pp"))
        if path.name != "unicode_tables.cpp"
    }
    assert len(lengths) > 100
    assert [(name, length) for name, length in lengths.items() if length > 500] == []
