"""Addresses to listen on.

grpc takes over a Unix socket that is in use, and is content with one of the addresses of a name; neither is right here.
"""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidecar.config import address_fault, split_tcp_address, unix_path
from sidecar.errors import ConfigurationError

if TYPE_CHECKING:  # the supervisor of several workers comes here too, and must not import it
    import grpc


def bind(
    server: grpc.Server,
    address: str,
    *,
    shares_port: bool = False,
    credentials: grpc.ServerCredentials | None = None,
    unix_socket_mode: int = 0o600,
) -> str:
    """Binds the server; returns the address as bound, with the real port.

    `shares_port`: others hold the address too, by arrangement. `credentials`: to speak TLS with; None for plain text.
    `unix_socket_mode`: permissions of a Unix socket, from its first moment on.

    Raises ConfigurationError when the address is wrong or taken, or the process may not bind it.
    """
    if fault := address_fault(address):
        raise ConfigurationError(f"address {address!r}: {fault}")
    path = unix_path(address)
    if path is not None:
        _make_way(path)
    elif not shares_port:
        _probe(address)
    with _masked(unix_socket_mode) if path is not None else nullcontext():
        try:
            if credentials is None:
                port = server.add_insecure_port(address)
            else:
                port = server.add_secure_port(address, credentials)
        except RuntimeError as error:
            raise ConfigurationError(f"cannot listen on {address}: {error}") from None
    if path is not None:
        Path(path).chmod(unix_socket_mode)
        return address
    return f"{address.rpartition(':')[0]}:{port}"


def reserve(address: str) -> tuple[str, list[socket.socket]]:
    """Takes a TCP address for processes that will share it: the address with its real port, and what holds it.

    The sockets are bound and do not listen, so no connection ever comes to them; as long as they are open, a port that
    was chosen freely stays taken while workers come and go. Raises ConfigurationError when the address cannot be had.
    """
    if fault := address_fault(address):
        raise ConfigurationError(f"address {address!r}: {fault}")
    _probe(address)
    parsed = split_tcp_address(address)
    assert parsed is not None
    host, port = parsed
    held: list[socket.socket] = []
    try:
        for family, kind, protocol, _, target in _targets(address, host, port):
            holder = socket.socket(family, kind, protocol)
            held.append(holder)
            holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            if family == socket.AF_INET6:
                holder.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            holder.bind((target[0], port, *target[2:]))
            port = holder.getsockname()[1]
    except OSError as error:
        for holder in held:
            holder.close()
        raise ConfigurationError(f"cannot listen on {address}: {error.strerror}") from None
    return f"{address.rpartition(':')[0]}:{port}", held


def listener(address: str, *, shares_port: bool = False) -> socket.socket:
    """A bound socket for a server that listens itself, on the first address of the name.

    `shares_port` as for `bind`. Raises ConfigurationError when the address cannot be had.
    """
    parsed = split_tcp_address(address)
    if parsed is None:
        raise ConfigurationError(f"address {address!r}: it must be HOST:PORT with a port from 0 to 65535")
    if not shares_port:
        _probe(address)
    family, kind, protocol, _, target = _targets(address, *parsed)[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT if shares_port else socket.SO_REUSEADDR, 1)
        bound.bind(target)
    except OSError as error:
        bound.close()
        raise ConfigurationError(f"cannot listen on {address}: {error.strerror}") from None
    return bound


def _targets(address: str, host: str, port: int) -> list[tuple[Any, ...]]:
    """Every address of the name. Raises ConfigurationError where it has none."""
    try:
        return list(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE))
    except OSError as error:
        raise ConfigurationError(f"cannot listen on {address}: {error.strerror}") from None


@contextmanager
def _masked(mode: int) -> Iterator[None]:
    """Whatever is made within has no permission beyond `mode`. For the start of a process: the mask is all threads'."""
    previous = os.umask(0o777 & ~mode)
    try:
        yield
    finally:
        os.umask(previous)


def _make_way(path: str) -> None:
    """Removes a socket that nobody listens on any more, as a killed process leaves it."""
    try:
        mode = Path(path).stat().st_mode
    except FileNotFoundError:
        _probe_path(path)
        return
    except OSError as error:
        raise ConfigurationError(f"cannot listen on unix:{path}: {error.strerror}") from None
    if not stat.S_ISSOCK(mode):
        raise ConfigurationError(f"cannot listen on unix:{path}: it exists and is no socket; choose another path")
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except ConnectionRefusedError:
            Path(path).unlink()
            return
        except OSError as error:
            raise ConfigurationError(f"cannot listen on unix:{path}: {error.strerror}") from None
    raise ConfigurationError(f"cannot listen on unix:{path}: a server listens there; stop it or choose another path")


def _probe_path(path: str) -> None:
    """Refuses a path where no socket can be made, which grpc tells in lines of its own log."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.bind(path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise ConfigurationError(
                f"cannot listen on unix:{path}: {reason}; choose a short path in a folder that may be written to"
            ) from None
    Path(path).unlink()


def _probe(address: str) -> None:
    """Refuses an address of which any part is taken: grpc would be content with the free part, or give no reason."""
    parsed = split_tcp_address(address)
    if parsed is None or parsed[1] == 0:
        return
    host, port = parsed
    for family, kind, protocol, _, target in _targets(address, host, port):
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(target)
            except OSError as error:
                raise ConfigurationError(f"cannot listen on {address}: {error.strerror}") from None
