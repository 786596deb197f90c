"""The standard services: health of each service, and reflection in both versions."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2
from grpc_status import rpc_status
from wire_support import WAIT_SECONDS

from sidecar.server.app import Server

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
SERVICE_UNKNOWN = health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
REFLECTIONS = [f"reflection.{version}.ServerReflection/ServerReflectionInfo" for version in ("v1", "v1alpha")]
SERVICES = [
    "",
    "verify.v1.EvidenceService",
    "verify.v1.VerifyService",
    "verify.v1.InfoService",
    "grpc.health.v1.Health",
]


def check(channel: grpc.Channel, service: str) -> Any:
    request = health_pb2.HealthCheckRequest(service=service)
    stub: Any = health_pb2_grpc.HealthStub(channel)
    return stub.Check(request, timeout=WAIT_SECONDS).status


def watch(channel: grpc.Channel, service: str) -> Iterator[Any]:
    request = health_pb2.HealthCheckRequest(service=service)
    stub: Any = health_pb2_grpc.HealthStub(channel)
    for reply in stub.Watch(request, timeout=WAIT_SECONDS):
        yield reply.status


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_is_healthy_by_name(channel: grpc.Channel, service: str) -> None:
    assert check(channel, service) == SERVING
    assert next(watch(channel, service)) == SERVING


def test_a_service_that_does_not_exist_is_not_found(channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        check(channel, "verify.v1.Nonsense")
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND
    assert next(watch(channel, "verify.v1.Nonsense")) == SERVICE_UNKNOWN


def test_watchers_hear_of_the_drain_and_do_not_hold_it_up(channel: grpc.Channel, server: Server) -> None:
    watchers = [watch(channel, service) for service in [*SERVICES, "verify.v1.Nonsense"]]
    assert [next(watcher) for watcher in watchers] == [SERVING] * 5 + [SERVICE_UNKNOWN]
    # Were a watcher to hold it up, its stream would be canceled at the end of the grace, and the next line would raise.
    server.drain(WAIT_SECONDS / 2)
    assert [list(watcher) for watcher in watchers] == [[NOT_SERVING]] * 5 + [[SERVICE_UNKNOWN]]


@pytest.mark.parametrize("round_number", range(5))
def test_watchers_that_leave_while_it_drains_do_not_hold_it_up(server: Server, round_number: int) -> None:
    with grpc.insecure_channel(server.address, [("test.round", round_number)]) as leaving:
        watchers = [watch(leaving, "") for _ in range(20)]
        assert {next(watcher) for watcher in watchers} == {SERVING}
        drain = threading.Thread(target=server.drain, args=(WAIT_SECONDS,))
        drain.start()
    drain.join(WAIT_SECONDS)
    assert not drain.is_alive()


def test_idle_watchers_do_not_use_up_the_server(channel: grpc.Channel) -> None:
    watchers = [watch(channel, "") for _ in range(20)]
    assert {next(watcher) for watcher in watchers} == {SERVING}
    assert check(channel, "") == SERVING


def ask(channel: grpc.Channel, version: str, **request: Any) -> Any:
    method = channel.stream_stream(
        f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    (reply,) = method(iter([reflection_pb2.ServerReflectionRequest(**request)]), timeout=WAIT_SECONDS)
    return reply


@pytest.mark.parametrize("version", ["v1", "v1alpha"])
def test_reflection_lists_the_services(channel: grpc.Channel, version: str) -> None:
    reply = ask(channel, version, list_services="")
    assert [service.name for service in reply.list_services_response.service] == [
        "grpc.health.v1.Health",
        "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection",
        "verify.v1.EvidenceService",
        "verify.v1.InfoService",
        "verify.v1.VerifyService",
    ]


@pytest.mark.parametrize("version", ["v1", "v1alpha"])
def test_reflection_describes_every_service_that_it_lists(channel: grpc.Channel, version: str) -> None:
    listed = ask(channel, version, list_services="").list_services_response.service
    for service in listed:
        reply = ask(channel, version, file_containing_symbol=service.name)
        assert not reply.HasField("error_response"), service.name
        files = map(descriptor_pb2.FileDescriptorProto.FromString, reply.file_descriptor_response.file_descriptor_proto)
        described = {f"{file.package}.{found.name}" for file in files for found in file.service}
        assert service.name in described


@pytest.mark.parametrize("version", ["v1", "v1alpha"])
def test_health_is_described_with_all_its_methods(channel: grpc.Channel, version: str) -> None:
    reply = ask(channel, version, file_containing_symbol="grpc.health.v1.Health")
    (data,) = reply.file_descriptor_response.file_descriptor_proto
    file = descriptor_pb2.FileDescriptorProto.FromString(data)
    methods = {method.name: (method.input_type, method.output_type) for method in file.service[0].method}
    assert set(methods) == {"Check", "List", "Watch"}
    assert methods["List"] == (".grpc.health.v1.HealthListRequest", ".grpc.health.v1.HealthListResponse")
    # A client that knows the schema from here alone can call it.
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(data)
    asked, told = (message_factory.GetMessageClass(pool.FindMessageTypeByName(name[1:])) for name in methods["List"])
    reply = told.FromString(channel.unary_unary("/grpc.health.v1.Health/List")(asked().SerializeToString()))
    assert {name: row.status for name, row in reply.statuses.items()} == dict.fromkeys(SERVICES, SERVING)


@pytest.mark.parametrize("symbol", ["grpc.health.v1.HealthListResponse", "google.rpc.RetryInfo", "verify.v1.Outcome"])
def test_what_is_loaded_is_described_and_what_is_not_is_not_found(channel: grpc.Channel, symbol: str) -> None:
    assert ask(channel, "v1", file_containing_symbol=symbol).HasField("file_descriptor_response")
    assert ask(channel, "v1", file_containing_symbol=symbol + "x").error_response.error_code == 5
    assert ask(channel, "v1", file_by_filename="none.proto").error_response.error_code == 5


@pytest.mark.parametrize("method", ["health.v1.Health/Check", "health.v1.Health/Watch", *REFLECTIONS])
@pytest.mark.parametrize(("data", "field"), [(b"\x0a\x05", ""), (b"\x0a\x01\xff", "service")])
def test_what_is_no_message_is_an_invalid_argument(channel: grpc.Channel, method: str, data: bytes, field: str) -> None:
    call: Any = channel.stream_stream("/grpc." + method)
    with pytest.raises(grpc.RpcError) as caught:
        list(call(iter([data]), timeout=WAIT_SECONDS))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    details = rpc_status.from_call(caught.value).details
    violation = error_details_pb2.BadRequest()
    named = [row.field for detail in details if detail.Unpack(violation) for row in violation.field_violations]
    assert named == ([field] if field and "health" in method else ["host"] if field else [])  # field 1 of each


def test_verify_is_described_with_all_that_its_messages_need(channel: grpc.Channel) -> None:
    reply = ask(channel, "v1", file_containing_symbol="verify.v1.VerifyRequest")
    files = {
        descriptor_pb2.FileDescriptorProto.FromString(data).name
        for data in reply.file_descriptor_response.file_descriptor_proto
    }
    assert files == {f"verify/v1/{name}.proto" for name in ("verify_service", "config", "report", "text")}


def test_all_services_are_listed_with_their_health(channel: grpc.Channel, server: Server) -> None:
    method: Any = channel.unary_unary("/grpc.health.v1.Health/List")
    # health.proto: message HealthListResponse { map<string, HealthCheckResponse> statuses = 1; }
    told = entries(method(b"", timeout=WAIT_SECONDS))
    assert told == {name.encode(): b"\x08\x01" for name in SERVICES}
    server._health.end()
    assert set(entries(method(b"", timeout=WAIT_SECONDS)).values()) == {b"\x08\x02"}


def entries(data: bytes) -> dict[bytes, bytes]:
    """Keys and values of a map in field 1, all shorter than 128 bytes."""
    out = {}
    while data:
        assert data[0] == 0x0A
        entry, data = data[2 : 2 + data[1]], data[2 + data[1] :]
        key = b""
        if entry[0] == 0x0A:
            key, entry = entry[2 : 2 + entry[1]], entry[2 + entry[1] :]
        assert entry[0] == 0x12
        assert len(entry) == 2 + entry[1]
        out[key] = entry[2:]
    return out
