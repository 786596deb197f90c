"""grpc.health.v1.Health. All services of a process are healthy together, from its start until its end begins.

Not the servicer of grpcio-health-checking: while that tells its watchers of the end, it holds a lock that grpc's own
thread needs when one of them leaves at this moment, and neither ever goes on. Nor does it let its watchers go, so that
each of them would hold up the end for the whole grace.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format
from grpc_health.v1 import health_pb2

from sidecar.errors import InvalidRequest
from sidecar.server import translate
from sidecar.server.ending import end_with

SERVICE_NAME = "grpc.health.v1.Health"
OVERALL = ""

Reply = health_pb2.HealthCheckResponse

# What grpcio-health-checking does not know before 1.76: the messages of List.
_LIST_MESSAGES = """
message_type {
  name: "HealthListRequest"
}
message_type {
  name: "HealthListResponse"
  field {
    name: "statuses" number: 1 label: LABEL_REPEATED type: TYPE_MESSAGE
    type_name: ".grpc.health.v1.HealthListResponse.StatusesEntry"
  }
  nested_type {
    name: "StatusesEntry"
    field { name: "key" number: 1 label: LABEL_OPTIONAL type: TYPE_STRING }
    field {
      name: "value" number: 2 label: LABEL_OPTIONAL type: TYPE_MESSAGE type_name: ".grpc.health.v1.HealthCheckResponse"
    }
    options { map_entry: true }
  }
}
"""


def schema() -> descriptor_pb2.FileDescriptorProto:
    """The file of grpc.health.v1, with List."""
    file = descriptor_pb2.FileDescriptorProto()
    health_pb2.DESCRIPTOR.CopyToProto(file)
    (service,) = file.service
    if all(method.name != "List" for method in service.method):
        text_format.Merge(_LIST_MESSAGES, file)
        service.method.add(
            name="List",
            input_type=".grpc.health.v1.HealthListRequest",
            output_type=".grpc.health.v1.HealthListResponse",
        )
    return file


_POOL = descriptor_pool.DescriptorPool()
_POOL.Add(schema())
_ListReply: Any = message_factory.GetMessageClass(_POOL.FindMessageTypeByName("grpc.health.v1.HealthListResponse"))


class Health:
    """Answers for services by name, and for "", the whole. Each watcher occupies a thread for as long as it watches."""

    def __init__(self, services: tuple[str, ...]) -> None:
        """All of `services`, and the whole, are healthy until `end`."""
        self._known = frozenset((*services, OVERALL))
        self._ended = False
        self._changed = threading.Condition()

    def handlers(self) -> dict[str, dict[str, Any]]:
        """Method handlers by service and method."""
        write = Reply.SerializeToString
        return {
            SERVICE_NAME: {
                "Check": grpc.unary_unary_rpc_method_handler(self.check, None, write),
                "List": grpc.unary_unary_rpc_method_handler(self.list_all, None, _ListReply.SerializeToString),
                "Watch": grpc.unary_stream_rpc_method_handler(self.watch, None, write),
            }
        }

    def check(self, data: bytes, context: grpc.ServicerContext) -> Reply:
        """The health of one service; NOT_FOUND where there is no such service."""
        service = _service_of(data, context)
        if service not in self._known:
            context.abort(grpc.StatusCode.NOT_FOUND, "the server has no such service")
        return self._reply(service)

    def list_all(self, _: bytes, context: grpc.ServicerContext) -> Any:  # noqa: ARG002 - grpc hands it over
        """The health of every service, and of the whole."""
        return _ListReply(statuses={name: {"status": self._reply(name).status} for name in sorted(self._known)})

    def watch(self, data: bytes, context: grpc.ServicerContext) -> Iterator[Reply]:
        """The health of one service, and that it has ended once it has; then the stream is over."""
        service = _service_of(data, context)
        context.add_callback(self._wake)
        if not self._ended:
            yield self._reply(service)
        with self._changed:
            self._changed.wait_for(lambda: self._ended or not context.is_active())
        if self._ended:
            yield self._reply(service)

    def end(self) -> None:
        """Nothing is healthy any more; watchers are told, and let go."""
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _reply(self, service: str) -> Reply:
        if service not in self._known:
            return Reply(status=Reply.SERVICE_UNKNOWN)
        return Reply(status=Reply.NOT_SERVING if self._ended else Reply.SERVING)


def _service_of(data: bytes, context: grpc.ServicerContext) -> str:
    """Of a serialized HealthCheckRequest; what is none ends the call. (grpc would say INTERNAL.)"""
    try:
        return translate.parsed(health_pb2.HealthCheckRequest(), data).service
    except InvalidRequest as error:
        end_with(context, error)
