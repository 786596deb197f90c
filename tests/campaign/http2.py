"""A connection that speaks HTTP/2 only as well as it wants to."""

from __future__ import annotations

import socket
import struct
from contextlib import suppress

import h2.config
import h2.connection
import h2.events
import h2.exceptions
from runner import CampaignFault
from served import VERIFY, WAIT_SECONDS

_HEADERS = [
    (":method", "POST"),
    (":scheme", "http"),
    (":path", VERIFY),
    (":authority", "localhost"),
    ("te", "trailers"),
    ("content-type", "application/grpc"),
]


def message(data: bytes) -> bytes:
    """A gRPC message on the wire: not compressed, its length, its bytes."""
    return b"\0" + struct.pack(">I", len(data)) + data


class Http2:
    """One connection that speaks HTTP/2 only as well as it wants to."""

    def __init__(self, address: str) -> None:
        """Connects and says hello."""
        self.socket = connected(address)
        self.peer = h2.connection.H2Connection(
            h2.config.H2Configuration(validate_outbound_headers=False, normalize_outbound_headers=False)
        )
        self.peer.initiate_connection()
        self.flush()

    def flush(self) -> None:
        """Sends what is to be sent; the other side may be gone."""
        with suppress(OSError):
            self.socket.sendall(self.peer.data_to_send())

    def request(self, data: bytes, *, end: bool = True) -> int:
        """Opens a stream with the headers of Verify and these bytes; its number."""
        stream = self.peer.get_next_available_stream_id()
        self.peer.send_headers(stream, _HEADERS)
        if data or end:
            self.peer.send_data(stream, data, end_stream=end)
        self.flush()
        return stream

    def status_of(self, stream: int) -> str:
        """How a stream ended: its grpc-status, "reset", or "closed" with the connection."""
        while True:
            try:
                data = self.socket.recv(65536)
                events = self.peer.receive_data(data) if data else None
            except (OSError, h2.exceptions.ProtocolError) as error:
                if isinstance(error, TimeoutError):
                    raise CampaignFault("a whole request had no answer") from None
                return "closed"
            if events is None:
                return "closed"
            for event in events:
                if isinstance(event, h2.events.ConnectionTerminated):
                    return "closed"
                if getattr(event, "stream_id", None) != stream:
                    continue
                if isinstance(event, h2.events.StreamReset):
                    return "reset"
                if isinstance(event, h2.events.TrailersReceived | h2.events.ResponseReceived):
                    headers = dict(event.headers)
                    status = headers.get(b"grpc-status", headers.get("grpc-status"))
                    if status is not None:
                        return f"grpc-status {status.decode() if isinstance(status, bytes) else status}"
            self.flush()


def connected(address: str) -> socket.socket:
    """A socket that is connected to HOST:PORT."""
    host, _, port = address.rpartition(":")
    connection = socket.create_connection((host, int(port)), timeout=WAIT_SECONDS)
    connection.settimeout(WAIT_SECONDS)
    return connection
