"""GetInfoResponse."""

from __future__ import annotations

from sidecar import model
from sidecar.pb.verify.v1 import info_service_pb2


def info_message(info: model.Info) -> info_service_pb2.GetInfoResponse:
    """The message of an Info."""
    return info_service_pb2.GetInfoResponse(
        version=info.version,
        build=info.build,
        simd_level=info.simd_level,
        limits=[info_service_pb2.Limit(limit_id=limit.limit_id, value=limit.value) for limit in info.limits],
        checks=[
            info_service_pb2.CheckInfo(check_id=check.check_id, implemented=check.implemented) for check in info.checks
        ],
        reason_ids=info.reason_ids,
        language_codes=info.language_codes,
        encodings=info.encodings,
        quantity_kinds=info.quantity_kinds,
    )


def info_from(message: info_service_pb2.GetInfoResponse) -> model.Info:
    """The model's Info."""
    return model.Info(
        version=message.version,
        build=message.build,
        simd_level=message.simd_level,
        limits=tuple(model.Limit(limit.limit_id, limit.value) for limit in message.limits),
        checks=tuple(model.CheckInfo(check.check_id, check.implemented) for check in message.checks),
        reason_ids=tuple(message.reason_ids),
        language_codes=tuple(message.language_codes),
        encodings=tuple(message.encodings),
        quantity_kinds=tuple(message.quantity_kinds),
    )
