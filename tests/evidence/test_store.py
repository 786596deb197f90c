"""The store of registered evidence: whole files or none, bounded, private, swept."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from sidecar.errors import ConfigurationError, ResourceExhausted, Unavailable
from sidecar.evidence import store as stores
from sidecar.evidence.store import EvidenceFolder, EvidenceStore

ROOT = Path(__file__).resolve().parents[2]
KEY = bytes(range(32))
SOURCES = b"sources as they were sent"
IMAGE = bytes(range(256)) * 4
ONE_FILE = 2048  # bytes that one of these takes, rounded up


@pytest.fixture
def store(tmp_path: Path) -> EvidenceStore:
    return EvidenceStore(tmp_path, KEY, 1 << 20)


def kept(store: EvidenceStore, text: bytes = SOURCES) -> str:
    """The id of something that is put into the store."""
    name = store.id_of(text)
    store.put(name, text, IMAGE)
    return name


def used_at(folder: Path, name: str, nanoseconds: int) -> None:
    os.utime(folder / name, ns=(nanoseconds, nanoseconds))


def test_what_is_put_is_there_for_every_process_with_the_key(store: EvidenceStore, tmp_path: Path) -> None:
    name = kept(store)
    other = EvidenceStore(tmp_path, KEY, 1 << 20)
    assert other.id_of(SOURCES) == name
    found = other.open(name)
    assert found is not None
    assert (bytes(found.sources), bytes(found.image)) == (SOURCES, IMAGE)
    assert found.size == (tmp_path / name).stat().st_size <= ONE_FILE


def test_an_id_is_a_keyed_hash(store: EvidenceStore, tmp_path: Path) -> None:
    assert store.id_of(SOURCES) != store.id_of(SOURCES + b".")
    assert store.id_of(SOURCES) != EvidenceStore(tmp_path, bytes(32), 1 << 20).id_of(SOURCES)
    assert len(store.id_of(SOURCES)) == 64


def test_files_are_for_their_owner_alone(store: EvidenceStore, tmp_path: Path) -> None:
    name = kept(store)
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    assert name in os.listdir(tmp_path)


@pytest.mark.parametrize("name", ["", "x", "../secret", "owner.lock", "A" * 64, "0" * 63, "0" * 65, "0" * 64])
def test_other_names_are_unknown(store: EvidenceStore, tmp_path: Path, name: str) -> None:
    (tmp_path / "owner.lock").write_bytes(b"")
    (tmp_path.parent / "secret").write_bytes(b"")
    kept(store)
    assert not store.touch(name)
    assert not store.holds(name)
    assert store.open(name) is None
    assert not store.delete(name)
    assert (tmp_path / "owner.lock").exists()
    assert (tmp_path.parent / "secret").exists()


def test_what_is_deleted_is_gone_and_stays_readable_to_who_has_it(store: EvidenceStore) -> None:
    name = kept(store)
    found = store.open(name)
    assert store.delete(name)
    assert not store.delete(name)
    assert not store.touch(name)
    assert store.open(name) is None
    assert found is not None
    assert bytes(found.image) == IMAGE


@pytest.mark.parametrize("place", [0, 40, 64, 72, 80, 100, 200, -1])
def test_a_damaged_file_is_not_there_and_is_removed(store: EvidenceStore, tmp_path: Path, place: int) -> None:
    name = kept(store)
    data = bytearray((tmp_path / name).read_bytes())
    data[place] ^= 1
    (tmp_path / name).write_bytes(data)
    assert store.open(name) is None
    assert not store.touch(name)
    kept(store)
    assert store.open(name) is not None


@pytest.mark.parametrize("size", [0, 1, 63, 64, 80, 100, 500])
def test_a_file_that_is_cut_off_is_not_there(store: EvidenceStore, tmp_path: Path, size: int) -> None:
    name = kept(store)
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes()[:size])
    assert store.open(name) is None


def test_a_file_of_another_build_is_not_there(
    store: EvidenceStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = kept(store)
    monkeypatch.setattr(stores, "_build_hash", lambda: b"another build".ljust(32))
    assert store.open(name) is None
    assert not (tmp_path / name).exists()


def test_the_least_recently_used_goes_first(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path, KEY, 3 * ONE_FILE)
    names = [kept(store, b"%d" % number) for number in range(2)]
    size, count = store.usage()
    assert count == 2
    room_for = 3 * ONE_FILE // (size // 2)
    names += [kept(store, b"%d" % number) for number in range(2, room_for)]
    assert store.usage()[1] == room_for
    for number, name in enumerate(names):
        used_at(tmp_path, name, 1_000 + number)
    assert store.touch(names[0])  # now it is the last one used
    newest = store.id_of(b"new")
    assert store.put(newest, b"new", IMAGE) == 1
    assert [store.holds(name) for name in names] == [True, False, *[True] * (room_for - 2)]
    assert store.holds(newest)
    assert store.usage()[0] <= 3 * ONE_FILE


def test_what_is_used_by_another_process_counts_too(tmp_path: Path) -> None:
    store, other = (EvidenceStore(tmp_path, KEY, 3 * ONE_FILE) for _ in range(2))
    first, second = kept(store, b"1"), kept(store, b"2")
    used_at(tmp_path, first, 1)
    used_at(tmp_path, second, 2)
    assert other.touch(first)
    store.put(store.id_of(b"3"), b"3", IMAGE * 4)
    assert store.holds(first)
    assert not store.holds(second)


def test_what_alone_is_over_the_bound_is_refused_and_nothing_goes(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path, KEY, ONE_FILE)
    name = kept(store)
    with pytest.raises(ResourceExhausted) as caught:
        store.put(store.id_of(b"long"), b"long", IMAGE * 2)
    assert (caught.value.reason, caught.value.limit) == ("HELD_EVIDENCE_TOO_LONG", str(ONE_FILE))
    assert int(caught.value.value) > ONE_FILE
    assert store.holds(name)


def test_putting_again_keeps_one_file(store: EvidenceStore) -> None:
    kept(store)
    kept(store)
    assert store.usage()[1] == 1


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    code = f"""
import resource
from pathlib import Path
from sidecar.errors import ResourceExhausted
from sidecar.evidence.store import EvidenceStore
store = EvidenceStore(Path({str(tmp_path)!r}), bytes(32), 1 << 20)
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
try:
    store.put("0" * 64, b"sources", bytes(100_000))
except ResourceExhausted as error:
    print(error.reason, error.value)
store.put("1" * 64, b"sources", bytes(10_000))
print(store.usage()[1])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    reason, size, count = done.stdout.split()
    assert reason == "EVIDENCE_DISK_FULL"
    assert int(size) > 100_000
    assert count == "1"
    assert sorted(os.listdir(tmp_path)) == ["1" * 64, "writer.lock"]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 50_000


def test_what_a_killed_writer_left_goes_with_the_next_one(store: EvidenceStore, tmp_path: Path) -> None:
    (tmp_path / ("0" * 64 + ".part")).write_bytes(b"half of it")
    assert not store.holds("0" * 64)
    name = store.id_of(SOURCES)
    (tmp_path / (name + ".part")).write_bytes(b"half of the same")
    kept(store)
    assert sorted(os.listdir(tmp_path)) == sorted([name, "writer.lock"])


def test_a_writer_that_is_killed_in_midst_of_its_file_hinders_nobody(store: EvidenceStore, tmp_path: Path) -> None:
    name = store.id_of(SOURCES)
    # The kernel ends it with a signal at the very byte at which its file would become too long.
    code = f"""
import resource, signal
from pathlib import Path
from sidecar.evidence.store import EvidenceStore
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
EvidenceStore(Path({str(tmp_path)!r}), bytes(32), 1 << 20).put({name!r}, b"sources", bytes(100_000))
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, cwd=ROOT)
    assert done.returncode == -signal.SIGXFSZ
    assert (tmp_path / (name + ".part")).stat().st_size == 50_000
    assert not store.holds(name)
    assert store.open(name) is None
    assert store.usage() == (0, 0)
    kept(store)
    assert sorted(os.listdir(tmp_path)) == sorted([name, "writer.lock"])


def test_a_folder_that_was_removed_is_told_and_counts_as_empty(store: EvidenceStore, tmp_path: Path) -> None:
    name = kept(store)
    shutil.rmtree(tmp_path)
    with pytest.raises(Unavailable) as caught:
        kept(store)
    assert caught.value.reason == "EVIDENCE_FOLDER_GONE"
    assert store.usage() == (0, 0)
    assert not store.touch(name)
    assert store.open(name) is None
    assert not store.delete(name)


def _write_many(folder: str, start: int) -> None:
    store = EvidenceStore(Path(folder), KEY, 8 * ONE_FILE)
    for number in range(60):
        text = b"%d" % ((start + number) % 12)
        name = store.id_of(text)
        if not store.touch(name):
            store.put(name, text, IMAGE)
        found = store.open(name)
        assert found is None or bytes(found.sources) == text


def test_processes_that_write_at_once_keep_the_bound_and_whole_files(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write_many, args=(str(tmp_path), start)) for start in (0, 5, 7)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    store = EvidenceStore(tmp_path, KEY, 8 * ONE_FILE)
    size, count = store.usage()
    assert size <= 8 * ONE_FILE
    assert count >= 8
    for number in range(12):
        text = b"%d" % number
        found = store.open(store.id_of(text))
        assert found is None or bytes(found.sources) == text


def test_a_folder_is_private_and_goes_with_its_owner(tmp_path: Path) -> None:
    folder = EvidenceFolder(str(tmp_path))
    assert folder.path.parent == tmp_path
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    kept(EvidenceStore(folder.path, KEY, 1 << 20))
    folder.close()
    assert os.listdir(tmp_path) == []
    folder.close()


def test_folders_of_the_dead_are_swept_and_those_of_the_living_are_not(tmp_path: Path) -> None:
    living = EvidenceFolder(str(tmp_path))
    code = f"""
import os
from sidecar.evidence.store import EvidenceFolder
folder = EvidenceFolder({str(tmp_path)!r})
print(folder.path)
os._exit(9)
"""
    killed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    dead = Path(killed.stdout.strip())
    assert dead.is_dir()
    bystander = tmp_path / "verify-sidecar-other"
    bystander.mkdir()
    link = tmp_path / "verify-sidecar-evidence-link"
    link.symlink_to(bystander)
    newer = EvidenceFolder(str(tmp_path))
    assert not dead.exists()
    assert living.path.is_dir()
    assert bystander.is_dir()
    newer.close()
    living.close()
    assert sorted(os.listdir(tmp_path)) == ["verify-sidecar-evidence-link", "verify-sidecar-other"]


def test_the_lock_of_a_folder_is_not_handed_on_to_children(tmp_path: Path) -> None:
    folder = EvidenceFolder(str(tmp_path))
    path, pipe = folder.path, subprocess.PIPE
    child = subprocess.Popen([sys.executable, "-c", "input('runs\\n')"], stdin=pipe, stdout=pipe, close_fds=False)
    assert child.stdout is not None
    assert child.stdout.readline() == b"runs\n"
    os.close(folder.close.detach()[2][1])  # as the kernel does it when the owner is killed
    with (path / "owner.lock").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    child.communicate(b"\n")


def test_a_folder_that_cannot_be_had_is_an_error_that_names_the_setting(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="No such file or directory; give --evidence-folder"):
        EvidenceFolder(str(tmp_path / "missing"))


def test_without_a_setting_it_lies_with_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = EvidenceFolder("")
    assert folder.path.parent == tmp_path
    folder.close()
