"""Drives of other computers: how they are told, and that no write-ahead log is kept there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path, PureWindowsPath

import pytest
from store_helpers import Learner, dump

from srs_roulette.errors import NotSaved
from srs_roulette.store import database, volume
from srs_roulette.store.attempts import Store
from srs_roulette.store.backup import back_up
from srs_roulette.store.volume import network_in, network_of

TABLE = rb"""22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 27 0:40 / /srv rw,relatime shared:2 master:1 - nfs4 server:/srv rw,vers=4.2
31 30 0:41 / /srv/ann/local rw - btrfs /dev/sdb rw
32 27 0:42 / /mnt/a\040b\134c rw - cifs //server/share rw
33 27 0:43 / /media/keys rw - fuse.sshfs ann@server: rw
34 27 0:44 / /media/stick rw - fuseblk /dev/sdc1 rw
35 27 0:45 / /mnt/twice rw - nfs server:/old rw
36 35 254:3 / /mnt/twice rw - xfs /dev/sdd rw
37 27 0:46 / /mnt/host rw - 9p host rw
38 27 0:47 / /mnt/\303\274 rw - smb3 //server/u rw
broken line
39 27 0:48 - nfs
"""
"""As of proc(5), with blanks and backslashes written as octal."""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/srv/ann/.local/share/srs-roulette/learner.db", "nfs4"),
        ("/srv", "nfs4"),
        ("/srvs/learner.db", None),
        ("/srv/ann/local/learner.db", None),
        ("/srv/ann/localized/learner.db", "nfs4"),
        ("/mnt/a b\\c/learner.db", "cifs"),
        ("/media/keys/x/y/learner.db", "fuse.sshfs"),
        ("/media/stick/learner.db", None),
        ("/mnt/twice/learner.db", None),
        ("/mnt/host/learner.db", "9p"),
        ("/mnt/ü/learner.db", "smb3"),
        ("/learner.db", None),
    ],
)
def test_the_mount_nearest_above_a_path_tells(path, kind):
    assert network_in(TABLE, Path(path)) == kind


def test_a_link_is_followed_to_where_the_file_lies(tmp_path):
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "far")
    table = f"1 0 0:1 / {tmp_path}/far rw - nfs s:/ rw\n".encode()
    assert network_in(table, tmp_path / "link" / "learner.db") == "nfs"
    assert network_in(table, tmp_path / "learner.db") is None


@pytest.mark.parametrize(
    ("path", "shared"),
    [
        (r"\\server\learners\learner.db", True),
        (r"\\?\UNC\server\learners\learner.db", True),
        (r"\\?\C:\learner.db", False),
        (r"C:\learner.db", False),
        (r"Z:\learner.db", False),
    ],
)
def test_a_windows_share_is_told_by_its_name_and_not_by_its_letter(path, shared, monkeypatch, tmp_path):
    monkeypatch.setattr(volume, "MOUNTS", tmp_path / "none")
    assert network_of(PureWindowsPath(path)) == ("a Windows share" if shared else None)


# ---- a data file there


@pytest.fixture
def far(path, monkeypatch, tmp_path):
    """Let the learner's folder lie on a network drive: ``far()``; until then it is this computer's."""

    def move():
        table = tmp_path / "mountinfo"
        table.write_bytes(f"1 0 0:1 / {path.parent} rw - nfs4 server:/srv rw\n".encode())
        monkeypatch.setattr(volume, "MOUNTS", table)

    return move


def mode(store):
    return tuple(store.connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous"))


def names(path):
    return sorted(one.name for one in path.parent.iterdir())


EXTRA = 3
"""SQLite's number of the one above FULL, which is 2."""


def test_a_first_start_there_keeps_no_log(path, far):
    far()
    with Store.for_writing(path) as store:
        assert mode(store) == ("delete", EXTRA)
        Learner(store).answer()
        assert names(path) == ["learner.db"]
        # Two sittings, where the drive has locks at all, take turns as anywhere.
        with Store.for_writing(path) as other:
            Learner(other).answer("deck/b", ms=5)
        with Store.for_reading(path) as reading:
            assert len(reading.attempts()) == 2
        assert back_up(path, path.with_name("copy.db")) == 2
    assert names(path) == ["copy.db", "learner.db"]


@pytest.mark.parametrize("opening", [Store.for_writing, Store.for_reading])
def test_a_file_with_a_log_leaves_it_there(path, far, opening):
    with Store.for_writing(path) as store:
        assert mode(store) == ("wal", 2)
        Learner(store).answer()
        before = dump(store)
    far()
    with opening(path) as store:
        assert mode(store)[0] == "delete"
        assert dump(store) == before
        assert names(path) == ["learner.db"]
    assert path.read_bytes()[18:20] == b"\x01\x01", "the header's mark of a rollback journal"


@pytest.mark.parametrize("opening", [Store.for_writing, Store.for_reading])
def test_a_log_that_is_in_use_is_not_taken_away(path, store, far, opening, monkeypatch):
    """A program on the computer that the drive belongs to sees no network drive, and keeps a log."""
    Learner(store).answer()
    far()
    monkeypatch.setattr(database, "_ALONE_TRIES", 2)
    with pytest.raises(NotSaved, match="is open in another process; nothing was done"):
        opening(path)
    assert len(store.attempts()) == 1
    assert names(path) == ["learner.db", "learner.db-shm", "learner.db-wal"]


def test_answers_left_in_a_log_are_folded_in(path, far):
    with Store.for_writing(path) as store:
        Learner(store).answer()
        copies = {one.name: one.read_bytes() for one in path.parent.iterdir()}
    for name, raw in copies.items():
        path.with_name(name).write_bytes(raw)
    path.with_name("learner.db-shm").unlink()
    far()
    with Store.for_reading(path) as store:
        assert len(store.attempts()) == 1
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as alone:
        assert alone.execute("SELECT count(*) FROM attempts").fetchone() == (1,)
    assert names(path) == ["learner.db"]


def test_back_on_this_computer_the_log_is_kept_again(path, far, monkeypatch, tmp_path):
    far()
    with Store.for_writing(path) as store:
        Learner(store).answer()
    monkeypatch.setattr(volume, "MOUNTS", tmp_path / "none")
    with Store.for_writing(path) as store:
        assert mode(store) == ("wal", 2)
        assert len(store.attempts()) == 1
