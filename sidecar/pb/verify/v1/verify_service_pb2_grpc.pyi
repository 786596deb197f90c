from collections.abc import Iterator as _Iterator

import grpc as _grpc

from sidecar.pb.verify.v1 import verify_service_pb2 as _pb2

class VerifyServiceStub:
    def __init__(self, channel: _grpc.Channel) -> None: ...
    Verify: _grpc.UnaryUnaryMultiCallable[_pb2.VerifyRequest, _pb2.VerifyResponse]
    BatchVerify: _grpc.StreamStreamMultiCallable[_pb2.BatchVerifyRequest, _pb2.BatchVerifyResponse]
    VerifyStream: _grpc.StreamStreamMultiCallable[_pb2.VerifyStreamRequest, _pb2.VerifyStreamResponse]

class VerifyServiceServicer:
    def Verify(self, request: _pb2.VerifyRequest, context: _grpc.ServicerContext) -> _pb2.VerifyResponse: ...
    def BatchVerify(self, request: _Iterator[_pb2.BatchVerifyRequest], context: _grpc.ServicerContext) -> _Iterator[_pb2.BatchVerifyResponse]: ...
    def VerifyStream(self, request: _Iterator[_pb2.VerifyStreamRequest], context: _grpc.ServicerContext) -> _Iterator[_pb2.VerifyStreamResponse]: ...

def add_VerifyServiceServicer_to_server(servicer: VerifyServiceServicer, server: _grpc.Server) -> None: ...
