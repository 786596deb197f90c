from collections.abc import Iterator as _Iterator

import grpc as _grpc

from sidecar.pb.verify.v1 import evidence_service_pb2 as _pb2

class EvidenceServiceStub:
    def __init__(self, channel: _grpc.Channel) -> None: ...
    RegisterEvidence: _grpc.UnaryUnaryMultiCallable[_pb2.RegisterEvidenceRequest, _pb2.RegisterEvidenceResponse]
    DeleteEvidence: _grpc.UnaryUnaryMultiCallable[_pb2.DeleteEvidenceRequest, _pb2.DeleteEvidenceResponse]

class EvidenceServiceServicer:
    def RegisterEvidence(self, request: _pb2.RegisterEvidenceRequest, context: _grpc.ServicerContext) -> _pb2.RegisterEvidenceResponse: ...
    def DeleteEvidence(self, request: _pb2.DeleteEvidenceRequest, context: _grpc.ServicerContext) -> _pb2.DeleteEvidenceResponse: ...

def add_EvidenceServiceServicer_to_server(servicer: EvidenceServiceServicer, server: _grpc.Server) -> None: ...
