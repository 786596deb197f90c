"""The policy of a server: what a request's `config` leaves out is taken from it. Read from a file, again on change.

The tables `[policy]` and `[shadow]` of the settings' TOML file hold fields of `Config` in
`proto/verify/v1/config.proto`, by the names there. A shadow policy lies over the configuration of each request; what
it would have said is only counted.
"""

from __future__ import annotations

import json
import logging
import threading
from dataclasses import dataclass
from pathlib import Path

from sidecar import model, validate
from sidecar.config import parse_tables, read_text
from sidecar.errors import ConfigurationError, InvalidRequest
from sidecar.pb.verify.v1 import config_pb2
from sidecar.server.json_message import fill_from_object
from sidecar.wire.configs import DEFAULTS, config_from_request

LOGGER = logging.getLogger("sidecar.server")
_LOOK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Policy:
    """What requests get where they say nothing, and what lies over them in the shadow; None for no shadow."""

    defaults: model.Config = DEFAULTS
    shadow: config_pb2.Config | None = None

    def shadowed(self, config: model.Config) -> model.Config | None:
        """The configuration of a request as the shadow policy would have it, None where that is the same."""
        if self.shadow is None:
            return None
        over = config_from_request(self.shadow, config)
        return None if over == config else over


def read_policy(text: str, path: str) -> Policy:
    """The policy in the text of a settings file, `path` by name. Raises ConfigurationError that lists every fault."""
    faults: list[str] = []
    tables = parse_tables(text, path, faults)
    policy = _message(tables.get("policy", {}), "policy", faults)
    shadow = _message(tables.get("shadow", {}), "shadow", faults) if "shadow" in tables else None
    defaults = _checked(policy, DEFAULTS, "policy", faults)
    if shadow is not None:
        _checked(shadow, defaults, "shadow", faults)
    if faults:
        raise ConfigurationError("\n".join(fault if fault.startswith(path) else f"{path}: {fault}" for fault in faults))
    return Policy(defaults, shadow)


def _message(table: object, name: str, faults: list[str]) -> config_pb2.Config:
    """The message of a table; each field by itself, so that one fault does not hide the others."""
    message = config_pb2.Config()
    if not isinstance(table, dict):
        faults.append(f"{name} is no table")
        return message
    for field, value in table.items():
        part = config_pb2.Config()
        try:
            # Through JSON, so that dates, which TOML has, are refused like every other wrong type.
            fill_from_object(part, json.loads(json.dumps({field: value}, default=str)))
        except InvalidRequest as error:
            faults.append(f"[{name}] {error}")
        else:
            message.MergeFrom(part)
    return message


def _checked(message: config_pb2.Config, under: model.Config, name: str, faults: list[str]) -> model.Config:
    try:
        config = config_from_request(message, under)
        validate.check_config(config)
    except InvalidRequest as error:
        faults.append(f"[{name}] {error}")
        return under
    return config


class PolicyFile:
    """The policy in force, read again when the file changes or somebody asks; a bad file leaves the last good one.

    `current` is the policy, `text` the whole file that it came from.
    """

    def __init__(self, path: str, last_good: str | None = None) -> None:
        """The policy of the code for a path of "". `last_good`: a text to fall back on where the file is bad.

        Raises ConfigurationError where the first reading fails and there is nothing to fall back on.
        """
        self._path = path
        self._stamp = self._stamped()
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self.text = ""
        self.current = Policy()
        if not path:
            return
        try:
            self._read()
        except ConfigurationError as error:
            if last_good is None:
                raise
            LOGGER.error("the last good policy stays in force: %s", error)
            self.current, self.text = read_policy(last_good, path), last_good

    def _read(self) -> None:
        text = read_text(self._path)
        self.current, self.text = read_policy(text, self._path), text

    def watch(self) -> None:
        """Looks every second whether the file has changed, in a thread of its own, until `end`."""
        if self._path:
            threading.Thread(target=self._watch, name="policy", daemon=True).start()

    def end(self) -> None:
        """Looks no more."""
        self._ended.set()

    def reload(self) -> None:
        """Reads the file now. RPCs that have begun keep the policy that they began with."""
        if not self._path:
            return
        with self._lock:
            self._stamp = self._stamped()
            try:
                self._read()
            except ConfigurationError as error:
                LOGGER.error("the policy is not replaced: %s", error)
            else:
                LOGGER.info("the policy is replaced from %s", self._path)

    def reload_if_changed(self) -> None:
        """Reads the file if it is not as it was."""
        if self._stamped() != self._stamp:
            self.reload()

    def _watch(self) -> None:
        while not self._ended.wait(_LOOK_SECONDS):
            self.reload_if_changed()

    def _stamped(self) -> tuple[int, int, int]:
        if not self._path:
            return (0, 0, 0)
        try:
            found = Path(self._path).stat()
        except OSError:
            return (0, 0, 0)
        return (found.st_mtime_ns, found.st_size, found.st_ino)
