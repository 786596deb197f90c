"""Limits and server settings, read once at start from flags, from the environment and from a file.

A flag wins over its twin in the environment, which wins over the file, which wins over the default. The twin of
`max_message_bytes` is `VERIFY_SIDECAR_MAX_MESSAGE_BYTES`; in the file, which is TOML, it stands in the table
`[limits]`, and everything that is no limit in `[server]`. No other module reads the environment.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from sidecar.errors import ConfigurationError

ENVIRONMENT_PREFIX = "VERIFY_SIDECAR_"
# Kubernetes puts these into every pod beside a Service called verify-sidecar; they are not ours.
_FOREIGN_VARIABLE = re.compile(r"VERIFY_SIDECAR_(SERVICE_.*|PORT(_.*)?)")
_MAX_PORT = 65535
_TLS_FILES = ("tls_certificate_file", "tls_key_file", "tls_client_ca_file")
_TCP_ADDRESS = re.compile(r"(?P<host>\[[0-9A-Fa-f:.%a-z]+\]|[^:/\[\]\s]+):(?P<port>[0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Limits:
    """What this process accepts; each number is still allowed, one more is not.

    `max_message_bytes` holds for requests and for replies. Evidence is counted in code points over all texts.
    """

    max_message_bytes: int = 16 * 1024 * 1024
    max_sources: int = 10_000
    max_evidence_characters: int = 8 * 1024 * 1024
    max_claims: int = 2_000
    max_request_id_characters: int = 128
    max_concurrent_rpcs: int = 64
    max_batch_requests: int = 1_000


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How `serve` runs.

    Attributes:
        address: `HOST:PORT` (port 0: any free one) or `unix:PATH`.
        workers: processes that share the address, >= 1; a Unix socket has one.
        threads: verifications that run at the same time in one worker, >= 1; further RPCs wait, as many as the limit
            lets in.
        tls_certificate_file, tls_key_file: PEM; both or neither. With them the address speaks TLS alone.
        tls_client_ca_file: PEM; only callers with a certificate of it are answered.
        http_address: `HOST:PORT` of the HTTP server, "" for none.
        http_allowed_hosts: host names, beside the loopback's and that of `http_address`, by which callers may name it.
        drain_grace_seconds: how long running RPCs may still take after the first signal to end, >= 0.
        config_file: TOML that settings come from, and the policy, which is read again on change; "" for none.
        limits: see there; they hold for each worker.
    """

    address: str = "127.0.0.1:50051"
    workers: int = 1
    threads: int = 2
    drain_grace_seconds: float = 10.0
    tls_certificate_file: str = ""
    tls_key_file: str = ""
    tls_client_ca_file: str = ""
    http_address: str = ""
    http_allowed_hosts: tuple[str, ...] = ()
    config_file: str = ""
    limits: Limits = Limits()


_LIMIT_NAMES = tuple(field.name for field in fields(Limits))
_SERVER_NAMES = tuple(field.name for field in fields(ServerSettings) if field.name != "limits")
_TABLES = ("server", "limits", "policy", "shadow")


def read_settings(
    flags: Mapping[str, object] | None = None, environment: Mapping[str, str] | None = None
) -> ServerSettings:
    """Settings from `flags` (names of fields of ServerSettings and Limits; None: not given), environment and file.

    `environment` is the process's own unless given. Raises ConfigurationError that lists every fault, one a line; those
    of a policy in the file are not looked for here.
    """
    variables = os.environ if environment is None else environment
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    known = set(_LIMIT_NAMES + _SERVER_NAMES)
    faults = [f"unknown setting {name}" for name in sorted(set(given) - known)]
    faults += [
        f"unknown environment variable {name}; known are {', '.join(sorted(map(_variable, known)))}"
        for name in sorted(variables)
        if name.startswith(ENVIRONMENT_PREFIX)
        and not _FOREIGN_VARIABLE.fullmatch(name)
        and name not in map(_variable, known)
    ]
    config_file = str(given.get("config_file", variables.get(_variable("config_file"), "")))
    filed: dict[str, object] = {}
    if config_file:
        try:
            filed = _filed(config_file, faults)
        except ConfigurationError as error:
            faults.append(str(error))

    def raw(name: str, default: object) -> tuple[object, str]:
        """The value of one setting, not yet checked, and what the person who set it calls it."""
        if name in given:
            return given[name], "--" + name.replace("_", "-")
        if _variable(name) in variables:
            return variables[_variable(name)], _variable(name)
        return filed.get(name, default), f"{config_file}: {name}"

    def number(name: str, default: int) -> int:
        value, label = raw(name, default)
        try:
            parsed = int(str(value))
        except ValueError:
            parsed = 0
        if parsed < 1:
            faults.append(f"{label} is {str(value)!r}; it must be a whole number of at least 1")
        return parsed

    limits = Limits(**{name: number(name, getattr(Limits(), name)) for name in _LIMIT_NAMES})
    defaults = ServerSettings()
    address, label = raw("address", defaults.address)
    if fault := address_fault(str(address)):
        faults.append(f"{label} is {str(address)!r}; {fault}")
    grace_value, label = raw("drain_grace_seconds", defaults.drain_grace_seconds)
    try:
        grace = float(str(grace_value))
    except ValueError:
        grace = -1.0
    if not 0.0 <= grace < float("inf"):
        faults.append(f"{label} is {str(grace_value)!r}; it must be a number of seconds, 0 or more")
    http_address, label = raw("http_address", "")
    if http_address and split_tcp_address(str(http_address)) is None:
        faults.append(f"{label} is {str(http_address)!r}; it must be HOST:PORT with a port from 0 to 65535")
    hosts, _ = raw("http_allowed_hosts", "")
    host_names = hosts if isinstance(hosts, list) else str(hosts).split(",")
    tls = {name: str(raw(name, "")[0]) for name in _TLS_FILES}
    if fault := _tls_fault(tls, unix_path(str(address)) is not None):
        faults.append(fault)
    workers = number("workers", defaults.workers)
    threads = number("threads", max(defaults.threads, os.cpu_count() or 1))
    if faults:
        raise ConfigurationError("\n".join(faults))
    return ServerSettings(
        address=str(address),
        workers=workers,
        threads=threads,
        drain_grace_seconds=grace,
        **tls,
        http_address=str(http_address),
        http_allowed_hosts=tuple(str(host).strip().lower() for host in host_names if str(host).strip()),
        config_file=config_file,
        limits=limits,
    )


def read_text(path: str) -> str:
    """A settings file as it stands. Raises ConfigurationError where it cannot be read."""
    try:
        return Path(path).read_text("utf-8")
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path} is not UTF-8 at byte {error.start}") from None


def parse_tables(text: str, path: str, faults: list[str]) -> dict[str, object]:
    """The tables of a settings file; unknown ones go to `faults`. Raises ConfigurationError where it is no TOML."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{path} is not TOML: {error}") from None
    faults += [
        f"{path}: unknown table {name}; known are {', '.join(_TABLES)}" for name in sorted(tables.keys() - set(_TABLES))
    ]
    return tables


def _filed(path: str, faults: list[str]) -> dict[str, object]:
    """The settings that a file has, by name. Raises ConfigurationError as `read_text` and `parse_tables` do."""
    tables = parse_tables(read_text(path), path, faults)
    out: dict[str, object] = {}
    for table, names in (("server", _SERVER_NAMES), ("limits", _LIMIT_NAMES)):
        rows = tables.get(table, {})
        if not isinstance(rows, dict):
            faults.append(f"{path}: {table} is no table")
            continue
        known = [name for name in names if name != "config_file"]
        faults += [
            f"{path}: unknown setting {name} in [{table}]; known are {', '.join(sorted(known))}"
            for name in sorted(rows.keys() - set(known))
        ]
        out.update({name: value for name, value in rows.items() if name in known})
    return out


def _tls_fault(files: Mapping[str, str], unix: bool) -> str:
    """What does not go together in the names of files for TLS, "" when nothing."""
    certificate, key, client_ca = (files[name] for name in _TLS_FILES)
    if bool(certificate) != bool(key):
        return "TLS needs both --tls-certificate-file and --tls-key-file"
    if client_ca and not certificate:
        return "--tls-client-ca-file needs --tls-certificate-file and --tls-key-file"
    if certificate and unix:
        return "a Unix socket is guarded by its permissions; TLS is for HOST:PORT addresses"
    return ""


def unix_path(address: str) -> str | None:
    """The file system path of a `unix:PATH` or `unix:///PATH` address, or None for any other address."""
    if not address.startswith("unix:"):
        return None
    path = address.removeprefix("unix:")
    return path.removeprefix("//") if path.startswith("///") else path


def split_tcp_address(address: str) -> tuple[str, int] | None:
    """Host (without brackets) and port of a `HOST:PORT` address, or None where it is none."""
    match = _TCP_ADDRESS.fullmatch(address)
    if match is None or int(match["port"]) > _MAX_PORT:
        return None
    return match["host"].strip("[]"), int(match["port"])


def address_fault(address: str) -> str:
    """What is wrong with the form of an address, "" when nothing is."""
    path = unix_path(address)
    if path is not None:
        return "" if path else "a unix address needs a path: unix:/run/verify-sidecar.sock"
    if split_tcp_address(address) is None:
        return "it must be HOST:PORT with a port from 0 to 65535, or unix:PATH"
    return ""


def _variable(name: str) -> str:
    return ENVIRONMENT_PREFIX + name.upper()
