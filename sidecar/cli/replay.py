"""`verify --check-digest`: a stored request verified again, held against the response that was stored with it."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

from sidecar.cli.lines import open_input, read_whole
from sidecar.cli.output import console, one_line
from sidecar.errors import InvalidRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sidecar.config import Limits
    from sidecar.model import Request

MOST_SHOWN = 50


def replay(request: Request, name: str, limits: Limits) -> int:
    """Prints whether the digest and everything around it holds, and what differs. Returns the exit status, 0 or 1.

    Raises:
        InvalidRequest: the file holds no response with a digest.
    """
    from sidecar import engine
    from sidecar.server.translate import report_to_json

    with open_input(name) as stream:
        stored = _response(read_whole(stream, limits.max_message_bytes))
    config = dataclasses.replace(request.config, want_digest=True)
    found = json.loads(report_to_json(engine.verify(dataclasses.replace(request, config=config), limits)))
    out = console()
    different = list(_differences(found, stored, ""))
    if not different:
        out.print(f"the digest holds: {found['digest']}", soft_wrap=True)
        return 0
    if found["digest"] == stored["digest"]:
        # It is what the request gives; so somebody changed the response around it.
        out.print("the digest is right, and the response was changed; these members differ:")
    else:
        out.print("the digest does not hold; these members differ:")
    for number, place in enumerate(different):
        if number == MOST_SHOWN:
            out.print("  ...")
            break
        out.print(f"  {one_line(place)}")
    return 1


def _response(data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict) and isinstance(value.get("digest"), str) and value["digest"]:
        return value
    raise InvalidRequest(
        "the stored response holds no digest; store one that was asked for with want_digest",
        field="check-digest",
        reason="NO_DIGEST",
        fix="give the JSON of a response to a request with wantDigest",
    )


def _differences(one: Any, other: Any, place: str) -> Iterator[str]:
    """The members of two JSON values that differ, each by its path; never what they hold."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted({*one, *other}):
            path = f"{place}.{name}" if place else name
            if name not in one or name not in other:
                yield path
            else:
                yield from _differences(one[name], other[name], path)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (item, counterpart) in enumerate(zip(one, other, strict=True)):
            yield from _differences(item, counterpart, f"{place}[{number}]")
    elif one != other:
        yield place
