"""What `serve` does, and its plain command lines read without Typer, which takes longer to load than the server.

Only command lines that leave no question are read here. Whatever else there is, help and every fault of usage, is left
to Typer, which reads these in the same way.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields

from sidecar.config import Limits, ServerSettings, config_path, read_settings
from sidecar.errors import ConfigurationError

_NOT_FLAGS = frozenset({"limits", "token"})
_DEFAULTS = {
    "--" + row.name.replace("_", "-"): (row.name, row.default)
    for table in (ServerSettings, Limits)
    for row in fields(table)
    if row.name not in _NOT_FLAGS
}
# As they are usually written; another spelling may still be right.
_PLAIN = {int: re.compile(r"[1-9][0-9]{0,17}"), float: re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")}


def plain_flags(arguments: Sequence[str]) -> dict[str, str] | None:
    """The settings that `serve --name value --other=value` gives, the last of each; None for any other command line.

    Numbers stay as they are written, as those of the environment do.
    """
    if not arguments or arguments[0] != "serve":
        return None
    flags: dict[str, str] = {}
    rest = iter(arguments[1:])
    for argument in rest:
        option, equals, value = argument.partition("=")
        if not equals:
            value = next(rest, "-")
        if option not in _DEFAULTS or value.startswith("-") or not value.isprintable():
            return None
        name, default = _DEFAULTS[option]
        plain = _PLAIN.get(type(default))
        if plain is not None and not plain.fullmatch(value):
            return None
        flags[name] = value
    return flags


def serve(flags: Mapping[str, object]) -> int:
    """Serves with these settings, None for one that is not given, until a signal; returns the exit status.

    Raises ConfigurationError where a setting is wrong or an address cannot be had.
    """
    settings = _settings(flags)
    if settings.workers > 1:
        from sidecar.server import supervisor

        return supervisor.run(settings, on_ready=_announce)
    from sidecar.server import app

    return app.run(settings, on_ready=_announce)


def _settings(flags: Mapping[str, object]) -> ServerSettings:
    """The settings; where one is wrong, the faults of the policy in the same file are told with it."""
    try:
        return read_settings(flags)
    except ConfigurationError as error:
        from sidecar.server.policy import PolicyFile

        faults = str(error).splitlines()
        try:
            PolicyFile(config_path(flags))
        except ConfigurationError as other:
            faults += [fault for fault in str(other).splitlines() if fault not in faults]
        raise ConfigurationError("\n".join(faults)) from None


def serve_plainly(flags: Mapping[str, object]) -> int:
    """`serve`, ended as Typer ends a command whose reader has gone, or that is interrupted before it heeds signals."""
    try:
        return serve(flags)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what was not written is not tried again
        return 1
    except KeyboardInterrupt:
        return 130


def _announce(address: str, http_address: str) -> None:
    sys.stdout.write(f"verify-sidecar is listening on {address}\n")
    if http_address:
        sys.stdout.write(f"verify-sidecar is listening on http://{http_address}\n")
    sys.stdout.flush()
