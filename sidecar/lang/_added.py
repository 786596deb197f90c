"""Tables of an operator's own domain, laid beside the package's: more phrases, roles, units, a further language."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sidecar.errors import ConfigurationError

MOST_BYTES = 4 << 20  # of all files of a folder together
# Tables whose keys have a meaning of their own; of the others the keys are units, currencies or words.
_CLOSED = ("phrases", "words", "contrasts", "citations", "phrases_before", "phrases_after")


def read_folder(folder: Path, packaged: Mapping[str, Mapping[str, Any]]) -> tuple[dict[str, Mapping[str, Any]], str]:
    """The packaged tables with those of `folder` added, and a hash of what was added.

    A file is named `CODE.toml` or `NAME.CODE.toml`: `contracts.en.toml` adds to English. Lists grow, tables get further
    keys, and nothing that stands is replaced. Raises ConfigurationError naming file, key and fix.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except OSError as error:
        raise ConfigurationError(f"cannot read the folder {folder}: {error.strerror}") from None
    if not files:
        raise ConfigurationError(f"the folder {folder} has no .toml file")
    tables = dict(packaged)
    hasher = hashlib.sha256()
    size = 0
    for path in files:
        try:
            content = path.read_bytes()
            added = tomllib.loads(content.decode())
        except OSError as error:
            raise ConfigurationError(f"cannot read {path}: {error.strerror}") from None
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ConfigurationError(f"{path} is not TOML in UTF-8: {error}") from None
        size += len(content)
        if size > MOST_BYTES:
            raise ConfigurationError(f"the tables of {folder} have more than the {MOST_BYTES} bytes that are read")
        code = path.stem.rpartition(".")[2]
        _check_names(path, added, packaged)
        tables[code] = _merged(tables.get(code, {}), added, str(path))
        hasher.update(f"{path.name}\n{len(content)}\n".encode() + content)
    return dict(sorted(tables.items())), hasher.hexdigest()[:32]


def _check_names(path: Path, added: Mapping[str, Any], packaged: Mapping[str, Mapping[str, Any]]) -> None:
    known = {name for table in packaged.values() for name in table}
    for name, value in added.items():
        if name not in known:
            raise ConfigurationError(f"{path}: unknown table {name}; known are {', '.join(sorted(known))}")
        if name not in _CLOSED or not isinstance(value, dict):
            continue
        keys = {key for table in packaged.values() for key in table.get(name, {})}
        unknown = sorted(value.keys() - keys)
        if unknown:
            raise ConfigurationError(f"{path}: unknown list {name}.{unknown[0]}; known are {', '.join(sorted(keys))}")


def _merged(old: Any, new: Any, where: str) -> Any:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        out = {**old, **new}
        for key in sorted(old.keys() & new.keys()):
            out[key] = _merged(old[key], new[key], f"{where}: {key}")
        return out
    if isinstance(old, list) and isinstance(new, list):
        return old + [item for item in new if item not in old]
    if old == new:
        return old
    raise ConfigurationError(f"{where} is {old!r} and cannot be replaced by {new!r}; added tables only add")
