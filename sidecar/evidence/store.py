"""Evidence that was read once and is kept for all processes of a sidecar, in a private folder, a file for each set.

A file holds the sources as they were sent and the image of their index, which every process maps and works on where it
lies. It appears whole or not at all: it is written under another name and renamed. Its head says which build can use it
and what its bytes come to; a file of another build or with other bytes counts as not there.

The bound on bytes is over all processes: who writes holds a lock, and makes room by removing the files that were used
least recently. A file that goes while it is in use stays readable to whoever has mapped it.
"""

from __future__ import annotations

import errno
import fcntl
import mmap
import os
import re
import shutil
import struct
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from blake3 import blake3

from sidecar import lang, tables
from sidecar._version import __version__
from sidecar.errors import ConfigurationError, ResourceExhausted, Unavailable

KEY_BYTES = 32
FOLDER_GONE = "EVIDENCE_FOLDER_GONE"
_FORMAT = b"verify-sidecar/evidence/1"
_ALIGNMENT = 64  # of the image, at which rows may be read in place
_HASH_BYTES = 32
_SIZES = struct.Struct("<QQ")  # of the sources, of the image
_HEAD_BYTES = 2 * _HASH_BYTES + _SIZES.size  # build, checksum of all that follows, sizes
_ID = re.compile(r"[0-9a-f]{64}")
_PREFIX = "verify-sidecar-evidence-"
_NEW_PREFIX = "verify-sidecar-new-"
_OWNER = "owner.lock"  # held as long as the sidecar lives
_WRITER = "writer.lock"
_PART = ".part"
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class EvidenceFolder:
    """A new private folder for one sidecar; `path` is where it lies. It goes when it is closed, or with the process."""

    def __init__(self, root: str) -> None:
        """Makes it in `root`, "" for the system's folder of temporary files, and removes what dead sidecars left there.

        Raises ConfigurationError where that cannot be done.
        """
        try:
            parent = Path(root or tempfile.gettempdir())
            _sweep(parent)
            new = Path(tempfile.mkdtemp(prefix=_NEW_PREFIX, dir=parent))
            owner = _locked(new / _OWNER, fcntl.LOCK_EX)
            # Under this name others look for what is left over, so it is taken only once the lock is held.
            self.path = new.rename(parent / new.name.replace(_NEW_PREFIX, _PREFIX))
            self.close = weakref.finalize(self, _remove, self.path, owner)
        except OSError as error:
            raise ConfigurationError(
                f"cannot keep evidence in {root or 'the folder for temporary files'}: {error.strerror};"
                " give --evidence-folder a folder that may be written to"
            ) from None


def _remove(folder: Path, owner: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.close(owner)


def _sweep(parent: Path) -> None:
    """Removes the folders of sidecars that are gone, of this user."""
    for folder in sorted(parent.glob(_PREFIX + "*")):
        with suppress(OSError):  # somebody else's, or gone already
            found = folder.lstat()
            if found.st_uid != os.geteuid() or folder.is_symlink():
                continue
            _remove(folder, _locked(folder / _OWNER, fcntl.LOCK_EX | fcntl.LOCK_NB))  # a living owner holds it


def _locked(path: Path, operation: int) -> int:
    """An open descriptor that holds a lock on this file; the lock goes with it. Raises OSError."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(descriptor, operation)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of one set of sources: the bytes that were given, and the image of the index, in mapped memory."""

    sources: memoryview
    image: memoryview
    size: int


class EvidenceStore:
    """The evidence in one folder. Safe for threads, and for processes that share the folder and the key."""

    def __init__(self, folder: Path, key: bytes, max_bytes: int) -> None:
        """`key`: KEY_BYTES that callers cannot know. `max_bytes` bounds all files together."""
        self._folder = folder
        self._key = key
        self._max_bytes = max_bytes

    def id_of(self, sources: bytes) -> str:
        """The name of a set of sources, 64 hexadecimal digits: a keyed hash of their canonical bytes."""
        return blake3(sources, key=self._key).hexdigest()

    def put(self, evidence_id: str, sources: bytes, image: bytes) -> int:
        """Keeps a set of sources and the image of its index; returns how many others were removed to make room.

        Raises ResourceExhausted where it alone is over the bound, or the disk is full; Unavailable where the folder has
        been removed.
        """
        padding = bytes(-(_HEAD_BYTES + len(sources)) % _ALIGNMENT)
        sizes = _SIZES.pack(len(sources), len(image))
        rest = (sizes, sources, padding, image)
        head = _build_hash() + _checksum(*rest)
        size = len(head) + sum(map(len, rest))
        if size > self._max_bytes:
            raise _over(size, self._max_bytes)
        try:
            return self._put(evidence_id, size, (head, *rest))
        except FileNotFoundError:
            raise _folder_gone() from None

    def _put(self, evidence_id: str, size: int, parts: tuple[bytes, ...]) -> int:
        with self._writing():
            removed = self._make_room(size, self._path(evidence_id))
            part = self._folder / (evidence_id + _PART)
            try:
                with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.writelines(parts)
                part.rename(self._path(evidence_id))
            except OSError as error:
                part.unlink(missing_ok=True)
                if error.errno in _FULL:
                    raise _disk_full(size) from None
                raise
        return removed

    def holds(self, evidence_id: str) -> bool:
        """Whether this is kept."""
        return bool(_ID.fullmatch(evidence_id)) and self._path(evidence_id).exists()

    def touch(self, evidence_id: str) -> bool:
        """Whether this is kept; if so, it now is what was used last."""
        if not _ID.fullmatch(evidence_id):
            return False
        try:
            os.utime(self._path(evidence_id))
        except FileNotFoundError:
            return False
        return True

    def open(self, evidence_id: str) -> Kept | None:
        """What is kept under this name; None where nothing is. A file of another build or a damaged one goes."""
        if not _ID.fullmatch(evidence_id):
            return None
        path = self._path(evidence_id)
        try:
            with path.open("rb") as file:
                mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except (FileNotFoundError, ValueError):  # not there, or empty
            return None
        kept = _read(mapped)
        if kept is None:
            path.unlink(missing_ok=True)
        return kept

    def delete(self, evidence_id: str) -> bool:
        """Removes what is kept under this name; whether there was something."""
        if not _ID.fullmatch(evidence_id):
            return False
        try:
            self._path(evidence_id).unlink()
        except FileNotFoundError:
            return False
        return True

    def usage(self) -> tuple[int, int]:
        """Bytes and count of what is kept; none where the folder has been removed."""
        sizes = [found.st_size for _, found in self._files()]
        return sum(sizes), len(sizes)

    def _path(self, evidence_id: str) -> Path:
        return self._folder / evidence_id

    def _files(self) -> list[tuple[Path, os.stat_result]]:
        """Every file that is kept, the one that was used least recently first."""
        found = []
        with suppress(FileNotFoundError):  # the folder is gone
            for entry in os.scandir(self._folder):
                if _ID.fullmatch(entry.name):
                    with suppress(FileNotFoundError):  # another process has removed it
                        found.append((Path(entry.path), entry.stat()))
        return sorted(found, key=lambda row: (row[1].st_mtime_ns, row[0].name))

    def _make_room(self, size: int, path: Path) -> int:
        for orphan in self._folder.glob("*" + _PART):  # of a writer that was killed: whoever writes holds the lock
            orphan.unlink()
        files = [(one, found.st_size) for one, found in self._files() if one != path]
        held = sum(bytes_held for _, bytes_held in files)
        removed = 0
        for one, bytes_held in files:
            if held + size <= self._max_bytes:
                break
            one.unlink(missing_ok=True)
            held -= bytes_held
            removed += 1
        return removed

    @contextmanager
    def _writing(self) -> Iterator[None]:
        descriptor = _locked(self._folder / _WRITER, fcntl.LOCK_EX)
        try:
            yield
        finally:
            os.close(descriptor)


def _read(mapped: memoryview) -> Kept | None:
    """The content of a file; None where it is of another build or damaged."""
    if len(mapped) < _HEAD_BYTES or mapped[:_HASH_BYTES] != _build_hash():
        return None
    rest = mapped[2 * _HASH_BYTES :]
    if _checksum(rest) != mapped[_HASH_BYTES : 2 * _HASH_BYTES]:
        return None
    source_bytes, image_bytes = _SIZES.unpack(rest[: _SIZES.size])
    sources_end = _HEAD_BYTES + source_bytes
    image_start = sources_end + -sources_end % _ALIGNMENT
    return Kept(mapped[_HEAD_BYTES:sources_end], mapped[image_start : image_start + image_bytes], len(mapped))


def _checksum(*parts: bytes | memoryview) -> bytes:
    hasher = blake3()
    for part in parts:
        hasher.update(part)
    return hasher.digest()


@cache
def _build_hash() -> bytes:
    """Stands for all that an image depends on: its format, the compiled core, the tables of the languages."""
    return _checksum(_FORMAT, __version__.encode(), Path(tables.CORE_FILE).read_bytes(), lang.compile_tables())


def _over(size: int, limit: int) -> ResourceExhausted:
    fix = "register less evidence at a time, or raise max-held-evidence-bytes of the server"
    return ResourceExhausted(
        f"the evidence takes {size} bytes with its index; at most {limit} are held; {fix}",
        field="",
        reason="HELD_EVIDENCE_TOO_LONG",
        limit=str(limit),
        value=str(size),
        fix=fix,
    )


def _folder_gone() -> Unavailable:
    fix = "send the sources inline, or start the server anew"
    return Unavailable(f"the folder of registered evidence was removed; {fix}", field="", reason=FOLDER_GONE, fix=fix)


def _disk_full(size: int) -> ResourceExhausted:
    fix = "send the sources inline, or make room in evidence-folder of the server"
    return ResourceExhausted(
        f"there is no room on the disk for {size} bytes of evidence; {fix}",
        field="",
        reason="EVIDENCE_DISK_FULL",
        value=str(size),
        fix=fix,
    )
