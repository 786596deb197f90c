from collections.abc import Iterator as _Iterator

import grpc as _grpc

from sidecar.pb.verify.v1 import info_service_pb2 as _pb2

class InfoServiceStub:
    def __init__(self, channel: _grpc.Channel) -> None: ...
    GetInfo: _grpc.UnaryUnaryMultiCallable[_pb2.GetInfoRequest, _pb2.GetInfoResponse]

class InfoServiceServicer:
    def GetInfo(self, request: _pb2.GetInfoRequest, context: _grpc.ServicerContext) -> _pb2.GetInfoResponse: ...

def add_InfoServiceServicer_to_server(servicer: InfoServiceServicer, server: _grpc.Server) -> None: ...
