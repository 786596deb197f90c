"""Server reflection, v1alpha and v1. The two differ in their package's name alone, and so do they here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, text_format
from grpc_reflection.v1alpha import reflection, reflection_pb2

from sidecar.errors import InvalidRequest
from sidecar.server import health, translate
from sidecar.server.ending import end_with

_V1_SERVICE = "grpc.reflection.v1.ServerReflection"


def reflection_handlers(services: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Method handlers by service and method that tell about `services`, full names whose descriptors are loaded, and
    about reflection itself.
    """
    names = (*services, reflection.SERVICE_NAME, _V1_SERVICE)
    servicer = reflection.ReflectionServicer(names, pool=descriptor_pool.DescriptorPool(_Schemas()))

    def answer(messages: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[Any]:
        try:
            yield from servicer.ServerReflectionInfo(map(_request, messages), context)
        except InvalidRequest as error:
            end_with(context, error)

    handler: grpc.RpcMethodHandler[bytes, Any] = grpc.stream_stream_rpc_method_handler(
        answer, response_serializer=reflection_pb2.ServerReflectionResponse.SerializeToString
    )
    return {name: {"ServerReflectionInfo": handler} for name in (reflection.SERVICE_NAME, _V1_SERVICE)}


def _request(data: bytes) -> reflection_pb2.ServerReflectionRequest:
    return translate.parsed(reflection_pb2.ServerReflectionRequest(), data)


class _Schemas:
    """Files of schemas, as a pool looks for them: those that are loaded, and two that the libraries lack."""

    def __init__(self) -> None:
        alpha = descriptor_pb2.FileDescriptorProto()
        reflection_pb2.DESCRIPTOR.CopyToProto(alpha)
        renamed = text_format.MessageToString(alpha).replace("v1alpha", "v1")
        v1 = text_format.Parse(renamed, descriptor_pb2.FileDescriptorProto())
        self._own = {file.name: file for file in (health.schema(), v1)}

    def FindFileByName(self, name: str) -> descriptor_pb2.FileDescriptorProto:  # noqa: N802 - protobuf's name
        """The file. Raises KeyError where there is none."""
        if name in self._own:
            return self._own[name]
        file = descriptor_pb2.FileDescriptorProto()
        descriptor_pool.Default().FindFileByName(name).CopyToProto(file)
        return file

    def FindFileContainingSymbol(self, symbol: str) -> descriptor_pb2.FileDescriptorProto:  # noqa: N802 - as above
        """The file that has a message, a service or another thing of this full name. Raises KeyError where none has."""
        for file in self._own.values():
            if symbol.startswith(file.package + "."):
                return file
        return self.FindFileByName(descriptor_pool.Default().FindFileContainingSymbol(symbol).name)
