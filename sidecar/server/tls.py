"""The server's certificate, which may be replaced under a running server."""

from __future__ import annotations

import logging
from pathlib import Path

import grpc

from sidecar.config import ServerSettings
from sidecar.errors import ConfigurationError

LOGGER = logging.getLogger("sidecar.server")

Stamp = tuple[tuple[int, int, int], ...]


def credentials(settings: ServerSettings) -> grpc.ServerCredentials | None:
    """What the server shows, and asks of callers; None where it speaks plain text.

    The files are read again at the first connection after one of them has changed; where they cannot be read or do not
    fit together, the last good ones stay in use and the log says so. Raises ConfigurationError where the first reading
    fails.
    """
    if not settings.tls_certificate_file:
        return None
    files = _Files(settings)
    return grpc.dynamic_ssl_server_credentials(
        files.read(),
        files.changed,  # type: ignore[arg-type]  # None is "unchanged" to grpc, which its stubs do not know
        require_client_authentication=bool(settings.tls_client_ca_file),
    )


class _Files:
    """The files, and what they looked like when they were last read."""

    def __init__(self, settings: ServerSettings) -> None:
        names = (settings.tls_certificate_file, settings.tls_key_file, settings.tls_client_ca_file)
        self._paths = tuple(Path(name) for name in names if name)
        self._stamp: Stamp = ()

    def read(self) -> grpc.ServerCertificateConfiguration:
        """The configuration as the files have it. Raises ConfigurationError that names the file at fault."""
        self._stamp = self._stamped()
        certificate, key, *client_ca = [self._pem(path) for path in self._paths]
        _check_pair(self._paths[0], self._paths[1])
        return grpc.ssl_server_certificate_configuration([(key, certificate)], client_ca[0] if client_ca else None)

    def changed(self) -> grpc.ServerCertificateConfiguration | None:
        """The configuration if the files have changed and are good, else None. grpc asks at each connection."""
        if self._stamped() == self._stamp:
            return None
        try:
            configuration = self.read()
        except ConfigurationError as error:
            LOGGER.error("the certificate is not replaced: %s", error)
            return None
        LOGGER.info("the certificate is replaced")
        return configuration

    def _stamped(self) -> Stamp:
        out = []
        for path in self._paths:
            try:
                found = path.stat()
            except OSError:
                out.append((0, 0, 0))
            else:
                out.append((found.st_mtime_ns, found.st_size, found.st_ino))
        return tuple(out)

    @staticmethod
    def _pem(path: Path) -> bytes:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ConfigurationError(f"cannot read {path}: {error.strerror}") from None
        if b"-----BEGIN " not in data:
            raise ConfigurationError(f"{path} is no PEM file: it has no line that begins with -----BEGIN")
        return data


def _check_pair(certificate: Path, key: Path) -> None:
    """Raises ConfigurationError where key and certificate do not fit: grpc would only drop every connection."""
    import ssl

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=_no_password)
    except (ssl.SSLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or type(error).__name__
        raise ConfigurationError(f"{certificate} and {key} cannot be used together: {reason}") from None


def _no_password() -> str:
    """Else a key with a password would ask for it on the terminal."""
    raise ValueError
