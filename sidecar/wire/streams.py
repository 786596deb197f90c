"""VerifyStreamRequest and VerifyStreamResponse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sidecar import model
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.wire.messages import dicts, writer
from sidecar.wire.report_reader import progress_from, report_from_bytes
from sidecar.wire.reports import report_bytes, report_dict
from sidecar.wire.requests import request_bytes

_write_progress = writer(verify_service_pb2.VerifyStreamProgress.DESCRIPTOR)
_progress_dict = dicts(verify_service_pb2.VerifyStreamProgress.DESCRIPTOR)
_PROGRESS_TAG, _REPORT_TAG = b"\x0a", b"\x12"


def open_bytes(request: model.Request) -> bytes:
    """The first VerifyStreamRequest, from a request without an answer. Raises as `request_bytes` does."""
    opened = verify_service_pb2.VerifyStreamOpen.FromString(request_bytes(request))
    return verify_service_pb2.VerifyStreamRequest(open=opened).SerializeToString()


def delta_bytes(text: str | bytes) -> bytes:
    """A later VerifyStreamRequest."""
    data = text.encode() if isinstance(text, str) else text
    return verify_service_pb2.VerifyStreamRequest(delta=data).SerializeToString()


def request_messages(request: model.Request, texts: Iterable[str | bytes]) -> Iterator[bytes]:
    """The messages of one call, the answer's texts taken as they are sent."""
    yield open_bytes(request)
    for text in texts:
        yield delta_bytes(text)


def progress_bytes(progress: model.Progress) -> bytes:
    """A serialized VerifyStreamResponse."""
    return _framed(_PROGRESS_TAG, _write_progress(progress))


def final_bytes(report: model.Report) -> bytes:
    """The last serialized VerifyStreamResponse; the report in it is byte for byte that of Verify."""
    return _framed(_REPORT_TAG, report_bytes(report))


def _framed(tag: bytes, data: bytes) -> bytes:
    """A message with one field that is a message: set even where that one is empty."""
    size, head = len(data), bytearray(tag)
    while size > 0x7F:
        head.append(size & 0x7F | 0x80)
        size >>= 7
    head.append(size)
    return bytes(head) + data


def progress_dict(progress: model.Progress) -> dict[str, object]:
    """A VerifyStreamResponse as the dict of its protobuf JSON."""
    return {"progress": _progress_dict(progress)}


def final_dict(report: model.Report) -> dict[str, object]:
    """The last VerifyStreamResponse as the dict of its protobuf JSON."""
    return {"report": report_dict(report)}


def response_from_bytes(data: bytes) -> model.Progress | model.Report:
    """What a serialized VerifyStreamResponse tells."""
    message = verify_service_pb2.VerifyStreamResponse.FromString(data)
    if message.WhichOneof("message") == "report":
        return report_from_bytes(message.report.SerializeToString())
    return progress_from(message.progress)
