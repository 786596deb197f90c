"""The record of verifications, for the day when somebody asks why: one line of JSON for each answer that was checked.

Written in a thread of its own, behind a queue with a bound: no call ever waits for the disk, and what does not fit is
counted and lost. Each process writes files of its own, which it holds locked, and removes the oldest that nobody holds.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import threading
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from sidecar import model
from sidecar.config import ServerSettings
from sidecar.errors import ConfigurationError
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server import calls, translate
from sidecar.wire.requests import request_bytes

LOGGER = logging.getLogger("sidecar.server")

_MAX_WAITING = 1_000
_MAX_WAITING_CHARACTERS = 32 * 1024 * 1024
_END_SECONDS = 5.0
_MIN_KEY_BYTES = 16
_HASH_BYTES = 16
_PATTERN = "record-*.jsonl"
# Strings that are no text of an answer, a question or evidence, by the schema's names; every other one is hashed.
_KEPT = frozenset(
    "as_of_date block_id check_id check_ids digest doc_id engine_version evidence_id finding_id kind language_codes"
    " page_label policy_id reason reason_id relative_tolerance request_id source_id source_ids test_id waivers"
    " better_source_ids".split()
)

Count = Callable[[str], None]


class Recorder(calls.Observer):
    """Keeps the record in the folder of the settings. `count` is told of each record: written, dropped or failed."""

    def __init__(self, settings: ServerSettings, count: Count) -> None:
        """Raises ConfigurationError where the folder or the key cannot be used."""
        self._count = count
        self._key = _read_key(settings.record_key_file) if settings.record_texts == "hashed" else b""
        self._files = _Files(Path(settings.record_folder), settings.record_max_file_bytes, settings.record_max_files)
        self._waiting: deque[tuple[datetime, str, model.Request, model.Report, float]] = deque()
        self._waiting_characters = 0
        self._changed = threading.Condition()
        self._over = False
        self._dropping = False
        self._thread = threading.Thread(target=self._run, name="record", daemon=True)
        self._thread.start()

    def verified(self, request: model.Request, report: model.Report, seconds: float) -> None:
        """Puts it into the queue, or drops it where that is full."""
        size = _characters(request)
        call = calls.current()
        with self._changed:
            full = len(self._waiting) >= _MAX_WAITING or self._waiting_characters + size > _MAX_WAITING_CHARACTERS
            if not full or not self._waiting:
                self._waiting.append((datetime.now(UTC), call.trace_id if call else "", request, report, seconds))
                self._waiting_characters += size
                self._changed.notify()
                self._dropping = False
                return
            first, self._dropping = not self._dropping, True
        self._count("dropped")
        if first:
            LOGGER.warning("the record cannot keep up; what does not fit into its queue is lost, and counted")

    def closed(self) -> None:
        """Writes what still waits, for a few seconds at most."""
        with self._changed:
            self._over = True
            self._changed.notify()
        self._thread.join(_END_SECONDS)

    def _run(self) -> None:
        failing = False
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._over)
                if not self._waiting:
                    break
                row = self._waiting.popleft()
                self._waiting_characters -= _characters(row[2])
            try:
                self._files.write(self._line(*row))
            except OSError as error:
                self._count("failed")
                if not failing:
                    LOGGER.error("the record cannot be written: %s; calls are answered all the same", error.strerror)
                failing = True
            else:
                self._count("written")
                if failing:
                    LOGGER.info("the record is written again")
                failing = False
        self._files.close()

    def _line(
        self, moment: datetime, trace_id: str, request: model.Request, report: model.Report, seconds: float
    ) -> bytes:
        asked = verify_service_pb2.VerifyRequest.FromString(request_bytes(request))
        told = verify_service_pb2.VerifyResponse.FromString(translate.report_to_bytes(report))
        if self._key:
            _hash_texts(asked, self._key)
            _hash_texts(told, self._key)
        row = {
            "time": moment.isoformat(timespec="microseconds"),
            **({"traceId": trace_id} if trace_id else {}),
            "seconds": round(seconds, 6),
            "request": MessageToDict(asked),
            "response": MessageToDict(told),
        }
        return json.dumps(row, ensure_ascii=False).encode() + b"\n"


class _Files:
    """The files of this process, one after the other."""

    def __init__(self, folder: Path, max_bytes: int, max_files: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._max_files = max_files
        self._number = 0
        self._size = 0
        self._file = -1
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._next()
        except OSError as error:
            raise ConfigurationError(f"cannot write to the record folder {folder}: {error.strerror}") from None

    def write(self, line: bytes) -> None:
        """Appends a whole line or nothing. Raises OSError where the disk takes no more."""
        if self._file < 0 or (self._size and self._size + len(line) > self._max_bytes):
            self._next()
        done = 0
        try:
            while done < len(line):
                done += os.write(self._file, line[done:])
        except OSError:
            os.ftruncate(self._file, self._size)  # half a line would spoil the next one
            os.lseek(self._file, self._size, os.SEEK_SET)
            raise
        self._size += done

    def close(self) -> None:
        """Lets the last file go, which nobody else wrote to."""
        os.close(self._file)

    def _next(self) -> None:
        self._number += 1
        # The moment first, so that the names of all processes' files sort by age.
        moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        path = self._folder / f"record-{moment}-{os.getpid()}-{self._number:06}.jsonl"
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        fcntl.flock(opened, fcntl.LOCK_EX)
        if self._file >= 0:
            os.close(self._file)
        self._file, self._size = opened, 0
        self._remove_oldest()

    def _remove_oldest(self) -> None:
        """Removes what is more than `max_files` in the folder, but no file that a process still writes to."""
        found = sorted(self._folder.glob(_PATTERN))
        excess = len(found) - self._max_files
        for path in found:
            if excess <= 0:
                break
            try:
                held = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            except FileNotFoundError:
                excess -= 1  # another process was faster
                continue
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.unlink(missing_ok=True)
                excess -= 1
            except BlockingIOError:
                continue
            finally:
                os.close(held)


def _characters(request: model.Request) -> int:
    """Of the texts that may be long."""
    claims = request.structured_answer.claims if request.structured_answer is not None else ()
    answer = (
        len(request.answer_text or "") + len(request.structured_json or "") + sum([len(one.text) for one in claims])
    )
    return answer + len(request.question_text) + sum([len(source.text) for source in request.sources])


def _read_key(path: str) -> bytes:
    try:
        key = Path(path).read_bytes().strip()
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror}") from None
    if len(key) < _MIN_KEY_BYTES:
        raise ConfigurationError(f"{path} has {len(key)} bytes; a key has at least {_MIN_KEY_BYTES}")
    return blake2b(key).digest()


def _hash_texts(message: Message, key: bytes) -> None:
    """Puts a keyed hash in the place of each text: the same for the same text, of 32 hexadecimal digits."""
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for one in value if field.is_repeated else (value,):
                _hash_texts(one, key)
        elif field.type == FieldDescriptor.TYPE_STRING and field.name not in _KEPT:
            if field.is_repeated:
                value[:] = [_hashed(one, key) for one in value]
            else:
                setattr(message, field.name, _hashed(value, key))


def _hashed(text: str, key: bytes) -> str:
    return blake2b(text.encode(), digest_size=_HASH_BYTES, key=key).hexdigest()
