"""The log of a process: plain lines, or JSON with a line for each call. Never a text of an answer or of evidence."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from sidecar.server.calls import Call, Observer

LOGGER = logging.getLogger("sidecar.server")
_CALLS = logging.getLogger("sidecar.server.calls")
_MICROSECONDS = 6


def set_up(log_format: str) -> None:
    """Makes the process log in this format, on standard error. "text": warnings and errors, as logging does anyway."""
    if log_format == "json":
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonLines())
        root = logging.getLogger()
        root.handlers[:] = [handler]
        root.setLevel(logging.INFO)


class JsonLines(logging.Formatter):
    """One object a line: `time` (UTC), `level`, `logger`, `message`, and what the record has in `fields`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line. Exceptions by type alone: their texts may quote an answer."""
        row: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="microseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            row["exception"] = record.exc_info[0].__name__
        return json.dumps(row, ensure_ascii=True)


class CallLog(Observer):
    """One line for each call, when it has ended."""

    def ended(self, call: Call) -> None:
        """Ids and outcomes are told of calls with one answer; of several, how many had which outcome."""
        fields: dict[str, object] = {
            "service": call.service,
            "method": call.method,
            **({"path": call.path} if call.path else {}),
            "code": call.code,
            "seconds": round(call.seconds, _MICROSECONDS),
            "stage_seconds": {name: round(value, _MICROSECONDS) for name, value in call.stage_seconds.items()},
            "received_bytes": call.received_bytes,
            "sent_bytes": call.sent_bytes,
        }
        if len(call.request_ids) == 1:
            fields["request_id"] = call.request_ids[0]
            fields["outcome"] = next(iter(call.outcomes))
        elif call.outcomes:
            fields["outcomes"] = dict(sorted(call.outcomes.items()))
        if call.reason:
            fields["reason"] = call.reason
        if call.trace_id:
            fields["trace_id"] = call.trace_id
        _CALLS.info("call", extra={"fields": fields})
