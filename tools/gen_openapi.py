"""Generates sidecar/server/openapi.json, what `/openapi.json` answers, from the descriptor set of proto/.

    python tools/gen_openapi.py           writes it where it differs
    python tools/gen_openapi.py --check   writes nothing; exit status 1 when it is stale

The messages are those of protobuf's JSON form; the comments of the schema are the descriptions. To add a path, add it
to PATHS, and a route to `sidecar/server/http.py`.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2

ROOT = Path(__file__).resolve().parent.parent
DESCRIPTORS = ROOT / "sidecar" / "pb" / "verify.binpb"
OUTPUT = ROOT / "sidecar" / "server" / "openapi.json"

_JSON = "application/json"
_TEXT = "text/plain"
_LINES = ("application/jsonl", "application/x-ndjson")
_EVENTS = "text/event-stream"
_Field = descriptor_pb2.FieldDescriptorProto
_SCALARS: dict[int, dict[str, Any]] = {
    _Field.TYPE_STRING: {"type": "string"},
    _Field.TYPE_BOOL: {"type": "boolean"},
    _Field.TYPE_DOUBLE: {"type": "number", "format": "double"},
    _Field.TYPE_BYTES: {"type": "string", "format": "byte"},
    _Field.TYPE_INT32: {"type": "integer", "format": "int32", "minimum": -(2**31), "maximum": 2**31 - 1},
    _Field.TYPE_INT64: {"type": "string", "format": "int64"},
}
# Of descriptor.proto: the numbers of the fields that a path through a file goes by.
_FILE_MESSAGE, _FILE_ENUM, _MESSAGE_FIELD, _MESSAGE_NESTED = 4, 5, 2, 3


@dataclass(frozen=True, slots=True)
class Call:
    """One path that takes a message and answers with one, over POST; many of both where `streams`."""

    path: str
    request: str
    response: str
    summary: str
    streams: bool = False


PATHS = (
    Call("/v1/verify", "VerifyRequest", "VerifyResponse", "Checks one answer and reports."),
    Call("/v1/verify:batch", "BatchVerifyRequest", "BatchVerifyResponse", "Checks many answers, each by itself."),
    Call(
        "/v1/verify:stream",
        "VerifyStreamRequest",
        "VerifyStreamResponse",
        "Checks an answer while it is being written: a message a line, a reply an event.",
        streams=True,
    ),
    Call(
        "/v1/evidence:register",
        "RegisterEvidenceRequest",
        "RegisterEvidenceResponse",
        "Keeps evidence.",
    ),
    Call("/v1/evidence:delete", "DeleteEvidenceRequest", "DeleteEvidenceResponse", "Lets go of registered evidence."),
)
_PLAIN: tuple[tuple[str, str, str, dict[str, str]], ...] = (
    ("/healthz", _TEXT, "200 from the start to the drain.", {"503": "The server drains."}),
    ("/metrics", _TEXT, "Counters of all workers, for Prometheus.", {"401": "No credential, or a wrong one."}),
    ("/openapi.json", _JSON, "This document.", {}),
)
_REFUSALS = {
    "400": "The content of the request breaks a rule (INVALID_ARGUMENT).",
    "401": "The surface is guarded: no credential, or a wrong one (UNAUTHENTICATED).",
    "404": "evidence_id names nothing that is held (NOT_FOUND): register the evidence again.",
    "413": "The request or its reply is too long (RESOURCE_EXHAUSTED).",
    "429": "Too many calls at once (RESOURCE_EXHAUSTED); try again after Retry-After seconds.",
    "500": "An internal error; the log of the server has its id.",
    "503": "The folder of registered evidence is gone (UNAVAILABLE); try again after Retry-After seconds.",
}
_ERROR = {
    "type": "object",
    "description": "Why there is no reply.",
    "required": ["error"],
    "properties": {
        "requestId": {"type": "string", "description": "The caller's own id, where it could be read."},
        "error": {"$ref": "#/components/schemas/RequestError"},
    },
    "additionalProperties": False,
}


def document(files: descriptor_pb2.FileDescriptorSet) -> dict[str, Any]:
    """The OpenAPI document, version 3.1."""
    schemas: dict[str, Any] = {"Refusal": _ERROR}
    for file in files.file:
        comments = {tuple(row.path): row.leading_comments for row in file.source_code_info.location}
        for number, enum in enumerate(file.enum_type):
            schemas[enum.name] = {
                "type": "string",
                **_described(comments, (_FILE_ENUM, number)),
                "enum": [value.name for value in enum.value],
            }
        for number, message in enumerate(file.message_type):
            schemas |= _schemas(message, comments, (_FILE_MESSAGE, number))
    used = _reached(schemas, [name for call in PATHS for name in (call.request, call.response)] + ["Refusal"])
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "verify-sidecar",
            "version": "v1",
            "description": "Checks answers against their evidence. The messages of verify.v1 in protobuf's JSON form.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": {**{call.path: {"post": _operation(call)} for call in PATHS}, **dict(map(_plain, _PLAIN))},
        "components": {
            "schemas": {name: schemas[name] for name in sorted(used)},
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "Asked for where the server has credentials and the surface is guarded.",
                }
            },
        },
        "security": [{}, {"token": []}],
    }


def _operation(call: Call) -> dict[str, Any]:
    def content(name: str) -> dict[str, Any]:
        return {_JSON: {"schema": {"$ref": f"#/components/schemas/{name}"}}}

    taken, given = content(call.request), content(call.response)
    if call.streams:
        lines = {"type": "string", "description": f"Lines, each a {call.request}."}
        taken |= {media_type: {"schema": lines} for media_type in _LINES}
        given = {_EVENTS: {"schema": {"anyOf": [_event("message", call.response), _event("error", "Refusal")]}}}
    refusals = {code: {"description": text, "content": content("Refusal")} for code, text in _REFUSALS.items()}
    text = {_TEXT: {"schema": {"type": "string"}}}
    return {
        "operationId": call.request.removesuffix("Request"),
        "summary": call.summary,
        "requestBody": {"required": True, "content": taken},
        "responses": {
            "200": {"description": "The reply.", "content": given},
            **refusals,
            "403": {"description": "Another host, or a page of another origin.", "content": text},
            "415": {"description": f"The body is no {' or '.join(taken)}, or is compressed.", "content": text},
        },
    }


def _event(kind: str, data: str) -> dict[str, Any]:
    """One of a stream of server-sent events; their fields are those of the standard."""
    schema = {"$ref": f"#/components/schemas/{data}"}
    text = {"type": "string", "contentMediaType": _JSON, "contentSchema": schema}
    return {"type": "object", "required": ["data"], "properties": {"event": {"const": kind}, "data": text}}


def _plain(row: tuple[str, str, str, dict[str, str]]) -> tuple[str, dict[str, Any]]:
    path, media_type, summary, others = row
    schema = {"type": "object"} if media_type == _JSON else {"type": "string"}
    error = {_JSON: {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    responses: dict[str, Any] = {
        "200": {"description": summary, "content": {media_type: {"schema": schema}}},
        "403": {
            "description": "Another host, or a page of another origin.",
            "content": {_TEXT: {"schema": {"type": "string"}}},
        },
    }
    for code, text in others.items():
        body = error if code == "401" else {_TEXT: {"schema": {"type": "string"}}}
        responses[code] = {"description": text, "content": body}
    return path, {"get": {"operationId": path.strip("/").partition(".")[0], "summary": summary, "responses": responses}}


def _schemas(
    message: descriptor_pb2.DescriptorProto, comments: dict[tuple[int, ...], str], path: tuple[int, ...]
) -> dict[str, Any]:
    """The schemas of a message and of those within it, by name."""
    properties = {}
    choices: dict[int, list[str]] = {}
    for number, field in enumerate(message.field):
        properties[field.json_name] = {**_described(comments, (*path, _MESSAGE_FIELD, number)), **_type(field)}
        if field.HasField("oneof_index") and not field.proto3_optional:
            choices.setdefault(field.oneof_index, []).append(field.json_name)
    schema: dict[str, Any] = {
        "type": "object",
        **_described(comments, path),
        "properties": properties,
        "additionalProperties": False,
    }
    for names in choices.values():
        schema["oneOf"] = [{"required": [name]} for name in names]
    out = {message.name: schema}
    for number, nested in enumerate(message.nested_type):
        out |= _schemas(nested, comments, (*path, _MESSAGE_NESTED, number))
    return out


def _type(field: descriptor_pb2.FieldDescriptorProto) -> dict[str, Any]:
    if field.type in {_Field.TYPE_MESSAGE, _Field.TYPE_ENUM}:
        one: dict[str, Any] = {"$ref": f"#/components/schemas/{field.type_name.rpartition('.')[2]}"}
    else:
        one = _SCALARS[field.type]
    return {"type": "array", "items": one} if field.label == _Field.LABEL_REPEATED else one


def _described(comments: dict[tuple[int, ...], str], path: tuple[int, ...]) -> dict[str, str]:
    text = " ".join(comments.get(path, "").split())
    return {"description": text} if text else {}


def _reached(schemas: dict[str, Any], names: list[str]) -> set[str]:
    """The names of schemas that these refer to, and theirs."""
    seen: set[str] = set()
    while names:
        name = names.pop()
        if name not in seen:
            seen.add(name)
            names += [part.partition('"')[0] for part in json.dumps(schemas[name]).split("#/components/schemas/")[1:]]
    return seen


def main() -> int:
    """Exit status: 0 up to date, 1 stale with --check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when it is stale")
    check: bool = parser.parse_args().check
    files = descriptor_pb2.FileDescriptorSet.FromString(DESCRIPTORS.read_bytes())
    text = json.dumps(document(files), indent=1, ensure_ascii=False) + "\n"
    if OUTPUT.exists() and OUTPUT.read_text("utf-8") == text:
        return 0
    if not check:
        OUTPUT.write_text(text, "utf-8")
    print(f"{'stale' if check else 'changed'}: {OUTPUT.relative_to(ROOT)}")
    return int(check)


if __name__ == "__main__":
    sys.exit(main())
