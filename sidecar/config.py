"""Limits and server settings, read once at start from flags, from the environment and from a file.

A flag wins over its twin in the environment, which wins over the file, which wins over the default. The twin of
`max_message_bytes` is `VERIFY_SIDECAR_MAX_MESSAGE_BYTES`; in the file, which is TOML, it stands in the table
`[limits]`, and everything that is no limit in `[server]`. No other module reads the environment.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from sidecar.errors import ConfigurationError

ENVIRONMENT_PREFIX = "VERIFY_SIDECAR_"
# Kubernetes puts these into every pod beside a Service called verify-sidecar; they are not ours.
_FOREIGN_VARIABLE = re.compile(r"VERIFY_SIDECAR_(SERVICE_.*|PORT(_.*)?)")
_MAX_PORT = 65535
LOG_FORMATS = ("text", "json")
RECORD_TEXTS = ("kept", "hashed")
# What can be asked of a server, by the part of it: VerifyService and /v1/verify, InfoService, and so on.
SURFACES = ("evidence", "info", "metrics", "prompt", "review", "verify")
_MIN_TOKEN_CHARACTERS = 16
_TOKEN = re.compile(r"[!-~]+")
_TCP_ADDRESS = re.compile(r"(?P<host>\[[0-9A-Fa-f:.%a-z]+\]|[^:/\[\]\s]+):(?P<port>[0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Limits:
    """What this process accepts; each number is still allowed, one more is not.

    `max_message_bytes` holds for requests and for replies. Evidence is counted in code points over all texts.
    `max_held_evidence_bytes` is for registered evidence with its indexes, of all workers together.
    """

    max_message_bytes: int = 16 * 1024 * 1024
    max_sources: int = 10_000
    max_evidence_characters: int = 8 * 1024 * 1024
    max_claims: int = 2_000
    max_request_id_characters: int = 128
    max_concurrent_rpcs: int = 64
    max_batch_requests: int = 1_000
    max_held_evidence_bytes: int = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How `serve` runs.

    Attributes:
        address: `HOST:PORT` (port 0: any free one) or `unix:PATH`.
        unix_socket_mode: permissions of that socket, 0 to 0o777: who may write to it may call.
        workers: processes that share the address, >= 1; a Unix socket has one.
        threads: verifications that run at the same time in one worker, >= 1; further RPCs wait, as many as the limit
            lets in.
        tls_certificate_file, tls_key_file: PEM; both or neither. With them the address speaks TLS alone.
        tls_client_ca_file: PEM; only callers with a certificate of it are answered.
        guarded: the surfaces that ask for a credential, of SURFACES, where there is one: a token or a client's name.
        token_file: a file with a bearer token on each line, read again on change; "" for none.
        token: one more such token; from the environment alone, as arguments and settings files are seen by others.
        client_names: names in the certificates of callers that need no token.
        http_address: `HOST:PORT` of the HTTP server, "" for none.
        http_allowed_hosts: host names, beside the loopback's and that of `http_address`, by which callers may name it.
        drain_grace_seconds: how long running RPCs may still take after the first signal to end, >= 0.
        log_format: of LOG_FORMATS; "json" writes one line for each call too.
        otlp_endpoint: http(s)://HOST:PORT of a collector that traces and metrics are sent to, "" for none.
        record_folder: where each answer that is checked is written down, "" for nowhere.
        record_texts: of RECORD_TEXTS; "hashed" puts keyed hashes in the place of all texts.
        record_key_file: the key of those hashes.
        record_max_file_bytes, record_max_files: after so many a new file is begun; the oldest of more are removed.
        evidence_folder: where the private folder for registered evidence is made, "" for the folder of temporary files.
        language_folder: tables of the operator's own, laid beside the package's, "" for none.
        config_file: TOML that settings come from, and the policy, which is read again on change; "" for none.
        limits: see there; they hold for each worker.
    """

    address: str = "127.0.0.1:50051"
    unix_socket_mode: int = 0o600
    workers: int = 1
    threads: int = 2
    drain_grace_seconds: float = 10.0
    tls_certificate_file: str = ""
    tls_key_file: str = ""
    tls_client_ca_file: str = ""
    guarded: tuple[str, ...] = ("metrics", "review")
    token_file: str = ""
    token: str = field(default="", repr=False)
    client_names: tuple[str, ...] = ()
    http_address: str = ""
    http_allowed_hosts: tuple[str, ...] = ()
    log_format: str = "text"
    otlp_endpoint: str = ""
    record_folder: str = ""
    record_texts: str = "kept"
    record_key_file: str = ""
    record_max_file_bytes: int = 64 * 1024 * 1024
    record_max_files: int = 16
    evidence_folder: str = ""
    language_folder: str = ""
    config_file: str = ""
    limits: Limits = Limits()


_LIMIT_NAMES = tuple(row.name for row in fields(Limits))
_SERVER_NAMES = tuple(row.name for row in fields(ServerSettings) if row.name != "limits")
_NOT_IN_FILES = frozenset({"config_file", "token"})
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
    config_file = config_path(given, variables)
    filed: dict[str, object] = {}
    if config_file:
        try:
            filed = _filed(config_file, faults)
        except ConfigurationError as error:
            faults.append(str(error))

    def read(name: str, default: object) -> Any:
        """The value of one setting; a fault is told by what the person who set it calls it."""
        if name in given:
            value, label = given[name], "--" + name.replace("_", "-")
        elif _variable(name) in variables:
            value, label = variables[_variable(name)], _variable(name)
        elif name in filed:
            value, label = filed[name], f"{config_file}: {name}"
        else:
            return default
        try:
            return _READERS.get(name, _READERS_BY_TYPE[type(default)])(value)
        except ValueError as error:
            faults.append(f"{label} {error}")
            return default

    limits = Limits(**{name: read(name, getattr(Limits(), name)) for name in _LIMIT_NAMES})
    defaults = ServerSettings(threads=max(ServerSettings().threads, os.cpu_count() or 1))
    settings = ServerSettings(
        **{name: read(name, getattr(defaults, name)) for name in _SERVER_NAMES},
        limits=limits,
    )
    faults += _together(settings)
    if faults:
        raise ConfigurationError("\n".join(faults))
    return settings


def config_path(flags: Mapping[str, object], environment: Mapping[str, str] | None = None) -> str:
    """The settings file that flags or environment name, "" for none."""
    variables = os.environ if environment is None else environment
    given = flags.get("config_file")
    return str(variables.get(_variable("config_file"), "") if given is None else given)


def _whole(value: object) -> int:
    if not re.fullmatch(r"0*[1-9][0-9]{0,18}", str(value)):
        raise ValueError(f"is {str(value)!r}; it must be a whole number of at least 1")
    return int(str(value))


def _seconds(value: object) -> float:
    try:
        seconds = float(str(value))
    except ValueError:
        seconds = -1.0
    if not 0.0 <= seconds < float("inf"):
        raise ValueError(f"is {str(value)!r}; it must be a number of seconds, 0 or more")
    return seconds


def _names(value: object) -> tuple[str, ...]:
    """Words with commas between them, or a list of a file."""
    words = value if isinstance(value, list) else str(value).split(",")
    return tuple(str(word).strip() for word in words if str(word).strip())


def _address(value: object) -> str:
    if fault := address_fault(str(value)):
        raise ValueError(f"is {str(value)!r}; {fault}")
    return str(value)


def _http_address(value: object) -> str:
    if value and split_tcp_address(str(value)) is None:
        raise ValueError(f"is {str(value)!r}; it must be HOST:PORT with a port from 0 to 65535")
    return str(value)


def _mode(value: object) -> int:
    if not (isinstance(value, str) and re.fullmatch("0?[0-7]{3}", value)):
        raise ValueError(f"is {value!r}; it must be three octal digits, in quotation marks in a file, as in '660'")
    return int(value, 8)


def _one_of(choices: tuple[str, ...]) -> Callable[[object], str]:
    def read(value: object) -> str:
        if value not in choices:
            raise ValueError(f"is {str(value)!r}; it must be one of {', '.join(choices)}")
        return str(value)

    return read


def _endpoint(value: object) -> str:
    scheme, _, address = str(value).partition("://")
    if value and (scheme not in {"http", "https"} or split_tcp_address(address.rstrip("/")) is None):
        raise ValueError(f"is {str(value)!r}; it must be http://HOST:PORT or https://HOST:PORT")
    return str(value)


def _surfaces(value: object) -> tuple[str, ...]:
    names = _names(value)
    if unknown := [name for name in names if name not in SURFACES]:
        raise ValueError(f"has {unknown[0]!r}; known are {', '.join(SURFACES)}")
    return names


def _own_token(value: object) -> str:
    if value and (fault := token_fault(str(value))):
        raise ValueError(f"cannot be used: {fault}")
    return str(value)


# How a setting is read: by its name, else by the type of its default.
_READERS: dict[str, Callable[[object], object]] = {
    "address": _address,
    "guarded": _surfaces,
    "http_address": _http_address,
    "http_allowed_hosts": lambda value: tuple(name.lower() for name in _names(value)),
    "log_format": _one_of(LOG_FORMATS),
    "otlp_endpoint": _endpoint,
    "record_texts": _one_of(RECORD_TEXTS),
    "token": _own_token,
    "unix_socket_mode": _mode,
}
_READERS_BY_TYPE: dict[type, Callable[[object], object]] = {int: _whole, float: _seconds, str: str, tuple: _names}


def _together(settings: ServerSettings) -> list[str]:
    """What does not go together in settings that are sound one by one."""
    faults = []
    certificate, key = settings.tls_certificate_file, settings.tls_key_file
    if bool(certificate) != bool(key):
        faults.append("TLS needs both --tls-certificate-file and --tls-key-file")
    if settings.tls_client_ca_file and not certificate:
        faults.append("--tls-client-ca-file needs --tls-certificate-file and --tls-key-file")
    if certificate and unix_path(settings.address) is not None:
        faults.append("a Unix socket is guarded by its permissions; TLS is for HOST:PORT addresses")
    if settings.client_names and not settings.tls_client_ca_file:
        faults.append("--client-names needs --tls-client-ca-file: without it callers show no certificate")
    if settings.record_texts == "hashed" and not settings.record_key_file:
        faults.append("--record-texts hashed needs --record-key-file")
    return faults


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
        known = [name for name in names if name not in _NOT_IN_FILES]
        faults += [
            f"{path}: unknown setting {name} in [{table}]; known are {', '.join(sorted(known))}"
            for name in sorted(rows.keys() - set(known))
        ]
        out.update({name: value for name, value in rows.items() if name in known})
    return out


def token_fault(token: str) -> str:
    """What is wrong with a bearer token, "" when nothing is; never the token itself."""
    if len(token) < _MIN_TOKEN_CHARACTERS:
        return f"the token has {len(token)} characters; it must have at least {_MIN_TOKEN_CHARACTERS}"
    if not _TOKEN.fullmatch(token):
        return "the token must be printable ASCII without blanks"
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
