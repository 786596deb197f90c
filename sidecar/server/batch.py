"""The messages of BatchVerify: many requests in, many results out, a bad one among them no matter to the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import grpc
from google.protobuf.message import DecodeError

from sidecar.config import Limits
from sidecar.errors import InvalidRequest, ResourceExhausted
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server import status, translate
from sidecar.server.ending import logged
from sidecar.server.gate import remaining_seconds
from sidecar.wire import batches

# What the message around results takes: a tag and a length for each of them, and the mark of the last one.
_RESULT_OVERHEAD_BYTES = 6
_RESPONSE_OVERHEAD_BYTES = 2


def replies(
    data: bytes, answer: Callable[[bytes], bytes], limits: Limits, context: grpc.ServicerContext
) -> Iterator[bytes]:
    """The serialized reply messages to one serialized BatchVerifyRequest, each of at most `batches.MAX_REPLY_BYTES`.

    `answer` gives the serialized reply to one serialized request. Computes no further than the reply that is asked for.
    Raises ResourceExhausted and InvalidRequest where the message as a whole is refused, GoneError where nobody waits.
    """
    translate.check_length(len(data), limits)
    requests = _requests(data, limits)
    results: list[bytes] = []
    size = _RESPONSE_OVERHEAD_BYTES
    for index, request in enumerate(requests):
        remaining_seconds(context)
        result = _result(index, request, answer)
        added = len(result) + _RESULT_OVERHEAD_BYTES
        if results and size + added > batches.MAX_REPLY_BYTES:
            yield batches.response_bytes(results, last=False)
            results, size = [], _RESPONSE_OVERHEAD_BYTES
        results.append(result)
        size += added
    yield batches.response_bytes(results, last=True)


def _requests(data: bytes, limits: Limits) -> list[bytes]:
    try:
        requests = batches.request_parts(data)
    except DecodeError:
        raise InvalidRequest(
            "the message is not a serialized BatchVerifyRequest",
            field="",
            reason="MALFORMED_MESSAGE",
            limit="verify.v1.BatchVerifyRequest",
            fix="serialize the message with the schema of verify.v1",
        ) from None
    translate.check_batch_count(len(requests), limits)
    return requests


def _result(index: int, request: bytes, answer: Callable[[bytes], bytes]) -> bytes:
    """The serialized BatchVerifyResult of one request."""
    request_id = batches.request_id(request)
    try:
        response = answer(request)
        result = batches.result_bytes(index, request_id, response=response)
        if len(result) + _RESULT_OVERHEAD_BYTES + _RESPONSE_OVERHEAD_BYTES <= batches.MAX_REPLY_BYTES:
            return result
        error = status.request_error(_too_long(len(result)))
    except status.REFUSALS as refusal:
        error = status.request_error(refusal)
    except Exception as fault:  # noqa: BLE001 - one request's fault is not the others'
        ended = status.internal_status(logged(fault))
        error = verify_service_pb2.RequestError(code=grpc.StatusCode.INTERNAL.name, message=ended.message)
    return batches.result_bytes(index, request_id, error=error.SerializeToString())


def _too_long(size: int) -> ResourceExhausted:
    fix = "ask for a smaller view, check a shorter answer, or call Verify"
    return ResourceExhausted(
        f"the reply has {size} bytes; at most {batches.MAX_REPLY_BYTES} fit into a message of a batch; {fix}",
        field="",
        reason="REPLY_TOO_LONG",
        limit=str(batches.MAX_REPLY_BYTES),
        value=str(size),
        fix=fix,
    )
