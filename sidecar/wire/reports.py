"""VerifyResponse, written."""

from __future__ import annotations

from typing import Any

from sidecar import model
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.wire.messages import dicts, writer

_write = writer(verify_service_pb2.VerifyResponse.DESCRIPTOR)
_dict_of = dicts(verify_service_pb2.VerifyResponse.DESCRIPTOR)


def report_bytes(report: model.Report) -> bytes:
    """A serialized VerifyResponse; the same report gives the same bytes, whatever version of protobuf is installed."""
    return _write(report)


def report_message(report: model.Report) -> verify_service_pb2.VerifyResponse:
    """The message of a report."""
    return verify_service_pb2.VerifyResponse.FromString(report_bytes(report))


def report_dict(report: model.Report) -> dict[str, Any]:
    """A VerifyResponse as the dict of its protobuf JSON, which leaves out zero and empty fields."""
    return _dict_of(report)
