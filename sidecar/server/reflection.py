"""Server reflection, v1alpha and v1. The two differ in their package's name alone, and so do they here."""

from __future__ import annotations

from typing import Any

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, text_format
from grpc_reflection.v1alpha import reflection, reflection_pb2

_V1_SERVICE = "grpc.reflection.v1.ServerReflection"
_V1_FILE = "grpc/reflection/v1/reflection.proto"


def reflection_handlers(services: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Method handlers by service and method that tell about `services`, full names whose descriptors are loaded, and
    about reflection itself.
    """
    _load_v1_descriptor()
    names = (*services, reflection.SERVICE_NAME, _V1_SERVICE)
    servicer = reflection.ReflectionServicer(names)
    handler = grpc.stream_stream_rpc_method_handler(
        servicer.ServerReflectionInfo,
        request_deserializer=reflection_pb2.ServerReflectionRequest.FromString,
        response_serializer=reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    return {name: {"ServerReflectionInfo": handler} for name in (reflection.SERVICE_NAME, _V1_SERVICE)}


def _load_v1_descriptor() -> None:
    """Puts the schema of v1 where reflection looks, as grpcio-reflection ships that of v1alpha only."""
    pool = descriptor_pool.Default()
    try:
        pool.FindFileByName(_V1_FILE)
    except KeyError:
        alpha = descriptor_pb2.FileDescriptorProto()
        reflection_pb2.DESCRIPTOR.CopyToProto(alpha)
        renamed = text_format.MessageToString(alpha).replace("v1alpha", "v1")
        pool.AddSerializedFile(text_format.Parse(renamed, descriptor_pb2.FileDescriptorProto()).SerializeToString())
