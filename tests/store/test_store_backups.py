"""Backups that can be trusted, which of them are kept, and how one takes the place of the history."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import date, datetime, timedelta, timezone

import pytest
import sqlite_utils
from hypothesis import given
from hypothesis import strategies as st
from store_helpers import DAY, NOON, Learner, dump

from srs_roulette.errors import Damaged, NotFound, NotOurs, NotSaved, StoreError, TooNew
from srs_roulette.scheduling.days import from_iso, iso
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import StudyDay
from srs_roulette.store import backup, database, migrations, restore
from srs_roulette.store.attempts import Store
from srs_roulette.store.backup import back_up, read_through
from srs_roulette.store.backups import back_up_before, back_up_daily, by_hand, kept, lacks, newest_good, thin_out
from srs_roulette.store.checkup import check_up
from srs_roulette.store.database import VERSION, open_for_reading

NOW = datetime(2026, 3, 2, 11, 15, tzinfo=timezone(timedelta(hours=1)))
TODAY = from_iso("2026-03-02")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def scribble(path):
    """Overwrite everything but the first page."""
    raw = path.read_bytes()
    path.write_bytes(raw[:4096] + b"\xa5" * (len(raw) - 4096))


@pytest.fixture
def folder(path):
    return path.parent / "backups"


# ---- one copy


def test_a_copy_made_while_another_process_answers_is_of_one_moment(path, store, tmp_path):
    for n in range(300):
        Learner(store).answer(f"deck/{n}", ms=n)
    code = (
        "import sys; from pathlib import Path\n"
        f"sys.path.insert(0, {os.path.dirname(__file__)!r})\n"  # noqa: PTH120 - a path as text
        "from store_helpers import Learner; from srs_roulette.store.attempts import Store\n"
        "with Store.for_writing(Path(sys.argv[1])) as store:\n"
        "    n = 0\n"
        "    while True:\n"
        "        n += 1; Learner(store).answer(f'other/{n}', day=1, ms=n); print(n, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE, text=True) as other:
        try:
            other.stdout.readline()
            counts = [back_up(path, tmp_path / f"copy-{n}.db") for n in range(5)]
        finally:
            other.kill()
    assert counts == sorted(counts)
    assert 300 < counts[0] < counts[-1]
    for n, attempts in enumerate(counts):
        with Store.for_reading(tmp_path / f"copy-{n}.db") as copy:
            assert len(copy.attempts()) == attempts
            assert copy.differences() == {}


def test_fifty_two_rows_live_are_fifty_two_in_the_copy_alone(path, store, tmp_path):
    for n in range(52):
        Learner(store).answer(f"deck/{n}")
    plain = tmp_path / "plain" / "learner.db"
    plain.parent.mkdir()
    shutil.copy(path, plain)
    with closing(sqlite3.connect(plain)) as copied:
        assert copied.execute("SELECT count(*) FROM attempts").fetchone()[0] < 52, "the fault that is guarded against"
    assert back_up(path, tmp_path / "alone" / "copy.db") == 52
    assert names(tmp_path / "alone") == ["copy.db"]
    with closing(sqlite3.connect(tmp_path / "alone" / "copy.db")) as copied:
        assert copied.execute("SELECT count(*) FROM attempts").fetchone() == (52,)
        assert copied.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copied.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.parametrize(
    "make", [lambda p: p.write_text("mine"), lambda p: p.symlink_to("nowhere"), lambda p: p.mkdir()]
)
@pytest.mark.usefixtures("store")
def test_a_copy_never_takes_the_place_of_anything(path, tmp_path, make):
    target = tmp_path / "copy.db"
    make(target)
    before = os.lstat(target)
    with pytest.raises(NotSaved, match="already exists"):
        back_up(path, target)
    assert os.lstat(target) == before
    assert names(tmp_path) == ["copy.db", "home"]


@pytest.mark.usefixtures("store")
def test_a_name_taken_in_the_last_moment_is_not_overwritten(path, tmp_path, monkeypatch):
    target = tmp_path / "copy.db"
    real = backup.write_copy
    monkeypatch.setattr(backup, "write_copy", lambda *args: (target.write_text("mine"), real(*args))[1])
    with pytest.raises(NotSaved, match="already exists"):
        back_up(path, target)
    assert target.read_text() == "mine"


@pytest.mark.usefixtures("store")
def test_where_no_links_can_be_made_a_copy_is_renamed(path, tmp_path, monkeypatch):
    def no_links(*_):
        raise PermissionError("no links here")

    monkeypatch.setattr(backup.os, "link", no_links)
    back_up(path, tmp_path / "copy.db")
    assert names(tmp_path) == ["copy.db", "home"]
    with pytest.raises(NotSaved, match="already exists"):
        back_up(path, tmp_path / "copy.db")


@pytest.mark.skipif(os.name == "nt", reason="no limit of a file's size here")
def test_a_disk_that_is_full_leaves_no_half_copy(path, store, tmp_path):
    for n in range(300):
        Learner(store).answer(f"deck/{n}", given="x" * 500)
    code = (
        "import sys, signal, resource; from pathlib import Path; from srs_roulette.store.backup import back_up\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (90_000, 90_000))\n"
        "try: back_up(Path(sys.argv[1]), Path(sys.argv[2]))\n"
        "except Exception as fault: print(type(fault).__name__, fault)"
    )
    target = tmp_path / "to" / "copy.db"
    done = subprocess.run([sys.executable, "-c", code, path, target], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("NotSaved "), done.stdout
    assert done.stdout.count("\n") == 1
    assert names(target.parent) == []
    assert len(store.attempts()) == 300


# ---- which are kept


def test_what_is_kept_after_three_years_of_every_day():
    first = from_iso("2024-01-01")
    held = set()
    for n in range(3 * 366):
        held = kept(held | {StudyDay(first + n)})
        assert len(held) <= 7 + 4 + 12
    last = first + 3 * 366 - 1
    assert {StudyDay(last - n) for n in range(7)} <= held
    days = [date.fromisoformat(iso(day)) for day in held]
    ends = {(day.year, day.month): day for day in sorted(days)}
    assert len(ends) == 12
    # Every month that is over is there by its last day.
    assert all((day + timedelta(days=1)).month != day.month for day in sorted(ends.values())[:-1])
    assert len({day.isocalendar()[:2] for day in days if last - from_iso(day.isoformat()) < 28}) >= 4


@given(st.sets(st.integers(0, 60_000).map(StudyDay), max_size=60))
def test_what_is_kept_of_any_days(days):
    held = kept(days)
    assert held <= days
    assert set(sorted(days)[-7:]) <= held
    assert kept(held) == held, "what was kept once is kept until there is something newer"


def test_a_pause_of_years_deletes_nothing(path, store, folder):
    Learner(store).answer()
    back_up_daily(path, StudyDay(DAY))
    back_up_daily(path, StudyDay(DAY + 3000))
    assert names(folder) == [f"learner-daily-{iso(day)}.db" for day in (DAY, DAY + 3000)]


def test_only_daily_ones_of_this_learner_are_ever_deleted(path, store, folder):
    Learner(store).answer()
    others = [
        "ann-daily-2020-01-01.db",
        "learner-daily-2020-01-01.db.txt",
        "learner-daily-2020-13-01.db",
        "learner-daily-2020-01-01-2.db",
        "learner-2020-01-01T000000Z.db",
        "learner-before-import-2020-01-01T000000Z.db",
        "learner-before-version-2.db",
        "learner-daily-2031-01-01.db",
        "my own.db",
        f"learner-daily-2020-01-04.db.{os.getppid()}.part",
        "my own.db.4194305.part",
    ]
    folder.mkdir()
    for name in others:
        (folder / name).write_text("x")
    (folder / "learner-daily-2020-01-02.db").symlink_to("my own.db")
    (folder / "learner-daily-2020-01-03.db").mkdir()
    # No system counts processes so far: whoever wrote these is gone.
    (folder / "learner-daily-2020-01-04.db.4194305.part").touch()
    (folder / "learner-2020-01-04T000000Z.db.4194305.part").touch()
    (folder / "learner-daily-2020-01-04.db.4194305.part-journal").touch()
    path.with_name("learner.db.4194305.part").touch()
    old = [f"learner-daily-2020-01-{day:02}.db" for day in range(5, 30)]
    for name in old:
        (folder / name).touch()
    assert back_up_daily(path, TODAY).name == "learner-daily-2026-03-02.db"
    left = {"learner-daily-2020-01-02.db", "learner-daily-2020-01-03.db", "learner-daily-2026-03-02.db"}
    # The six newest before today, and the last of the fourth week; a month holds no more.
    stays = {*old[-6:], "learner-daily-2020-01-19.db"}
    assert {*names(folder)} == {*others, *left, *stays}
    assert {"learner.db.4194305.part"}.isdisjoint(names(path.parent))


def test_the_day_is_backed_up_once(path, store, folder):
    Learner(store).answer()
    assert back_up_daily(path, TODAY)
    before = (folder / "learner-daily-2026-03-02.db").read_bytes()
    Learner(store).answer(day=1)
    assert back_up_daily(path, TODAY) is None
    assert (folder / "learner-daily-2026-03-02.db").read_bytes() == before


def test_what_a_cut_off_sitting_left_in_no_backup(path, store):
    Learner(store).answer()
    assert not lacks(path, None, TODAY)
    assert lacks(path, StudyDay(TODAY - 1), TODAY)
    back_up_daily(path, StudyDay(TODAY - 1))
    assert not lacks(path, StudyDay(TODAY - 1), TODAY)
    # One from a clock that was ahead is no proof of anything.
    back_up_daily(path, StudyDay(TODAY + 30))
    assert lacks(path, TODAY, StudyDay(TODAY + 1))


@pytest.mark.usefixtures("store")
def test_a_nearly_full_disk_is_left_to_the_answers(path, folder, monkeypatch):
    size = path.stat().st_size
    monkeypatch.setattr(backup.shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, 2 * size))
    with pytest.raises(NotSaved, match="nearly full"):
        back_up_daily(path, TODAY)
    assert not folder.exists()


@pytest.mark.parametrize("what", ["import", "optimize"])
def test_before_a_great_step(path, store, folder, what):
    Learner(store).answer()
    target = back_up_before(path, what, NOW)
    assert target == folder / f"learner-before-{what}-2026-03-02T101500Z.db"
    assert read_through(target) == 1
    assert back_up_before(path, what, NOW).name == f"learner-before-{what}-2026-03-02T101500Z-2.db"
    assert back_up_before(path.with_name("nobody.db"), what, NOW) is None
    thin_out(path, StudyDay(TODAY + 9999))
    assert len(names(folder)) == 2


def test_the_newest_good_one_is_named_where_the_file_is_damaged(path, store):
    for n in range(200):
        Learner(store).answer(f"deck/{n}", given="x" * 100)
    good, broken = by_hand(path, NOW), by_hand(path, NOW + timedelta(hours=1))
    back_up(path, good)
    back_up(path, broken)
    scribble(broken)
    os.utime(good, (1, 1))
    store.close()
    scribble(path)
    assert newest_good(path).path == good
    before = path.read_bytes()
    with pytest.raises(Damaged, match="nothing was written") as said:
        open_for_reading(path)
    assert f"{good}, attempts: 200." in str(said.value)
    assert "\n" not in str(said.value)
    assert path.read_bytes() == before
    kinds = [(one.kind, one.about) for one in check_up(path, NOON * 2).findings]
    assert kinds == [("damaged", str(path)), ("backup", str(broken))]


# ---- putting one in place


@pytest.fixture
def saved(path, store, tmp_path):
    """A backup with three attempts of a file that got a fourth."""
    for n in range(3):
        Learner(store).answer(f"deck/{n}")
    back_up(path, tmp_path / "saved.db")
    Learner(store).answer("deck/3", day=1)
    return tmp_path / "saved.db"


def whole(path):
    with Store.for_reading(path) as store:
        assert store.differences() == {}
        return dump(store)


def test_a_backup_takes_the_place_and_the_history_replaced_is_kept(path, store, saved, folder):
    four = dump(store)
    store.close()
    bytes_before = saved.read_bytes()
    done = restore.restore(saved, path, NOW)
    assert (done.attempts, done.before) == (3, 4)
    assert done.kept == folder / "learner-before-restore-2026-03-02T101500Z.db"
    assert names(path.parent) == ["backups", "learner.db"]
    assert len(whole(path)["attempts"]) == 3
    assert saved.read_bytes() == bytes_before
    assert whole(done.kept) == four
    back = restore.restore(done.kept, path, NOW)
    assert (back.attempts, back.before) == (4, 3)
    assert whole(path) == four
    with Store.for_writing(path) as again:
        assert Learner(again).answer("deck/9", day=2).memory.reps == 1
        assert again.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("opening", [Store.for_writing, Store.for_reading])
def test_nothing_is_restored_under_an_open_sitting(path, store, saved, monkeypatch, opening):
    monkeypatch.setattr(database, "_ALONE_TRIES", 2)
    store.close()
    with opening(path) as other:
        before = dump(other)
        with pytest.raises(NotSaved, match="open in another process; nothing was restored"):
            restore.restore(saved, path, NOW)
        assert dump(other) == before
    assert whole(path) == before
    assert names(path.parent) == ["learner.db"]
    assert restore.restore(saved, path, NOW).before == 4


def test_a_look_up_is_waited_for(path, store, saved, monkeypatch):
    store.close()
    reading = Store.for_reading(path)
    monkeypatch.setattr(database, "sleep", lambda _: reading.close())
    assert restore.restore(saved, path, NOW).attempts == 3


def test_an_old_log_beside_the_file_is_not_read_into_the_new_one(path, store, saved):
    for n in range(10):
        Learner(store).answer(f"deck/{n}", day=2)
    log = path.with_name("learner.db-wal")
    left = {log: log.read_bytes(), path: path.read_bytes()}
    store.close()
    for file, data in left.items():
        file.write_bytes(data)  # as a killed process leaves it
    done = restore.restore(saved, path, NOW)
    assert (done.attempts, done.before) == (3, 14)
    assert not log.exists()
    assert len(whole(path)["attempts"]) == 3
    assert len(whole(done.kept)["attempts"]) == 14


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_an_old_log_without_its_file_is_not_read_into_the_new_one(path, store, saved, folder, end):
    for n in range(10):
        Learner(store).answer(f"deck/{n}", day=2)
    log = path.with_name(f"learner.db{end}")
    left = path.with_name("learner.db-wal").read_bytes()
    store.close()
    path.unlink()
    log.write_bytes(left)  # the learner deleted the file, and not what a killed sitting left beside it
    assert restore.restore(saved, path, NOW).attempts == 3
    assert len(whole(path)["attempts"]) == 3
    assert (folder / f"learner-damaged-2026-03-02T101500Z.db{end}").read_bytes() == left


def test_no_copy_is_made_beside_an_old_log(path, store, tmp_path):
    Learner(store).answer()
    copy = tmp_path / "copy.db"
    log = copy.with_name("copy.db-wal")
    log.write_bytes(path.with_name("learner.db-wal").read_bytes())
    with pytest.raises(NotSaved, match=r"copy\.db-wal already exists"):
        back_up(path, copy)
    assert names(tmp_path) == ["copy.db-wal", "home"]


def test_a_backup_is_restored_where_nothing_is(saved, tmp_path):
    path = tmp_path / "new" / "folder" / "learner.db"
    done = restore.restore(saved, path, NOW)
    assert (done.attempts, done.before, done.kept) == (3, None, None)
    assert names(path.parent) == ["learner.db"]
    assert len(whole(path)["attempts"]) == 3


def header_gone(path):
    path.write_bytes(b"\0" * 4096 + path.read_bytes()[4096:])


def cut(path):
    os.truncate(path, 5000)


def cut_short(path):
    os.truncate(path, 60)


@pytest.mark.parametrize("harm", [scribble, header_gone, cut, cut_short])
def test_a_damaged_history_is_replaced_and_kept_byte_for_byte(path, store, saved, harm):
    store.close()
    harm(path)
    for end in ("-wal", "-journal"):
        path.with_name(path.name + end).write_bytes(b"an old one")
    path.with_name(path.name + "-journal").unlink()
    before = path.read_bytes()
    done = restore.restore(saved, path, NOW)
    assert (done.attempts, done.before) == (3, None)
    assert done.kept.read_bytes() == before
    assert done.kept.name == "learner-damaged-2026-03-02T101500Z.db"
    assert names(path.parent) == ["backups", "learner.db"]
    assert kinds(path) == [], "what was set aside is no backup"
    assert len(whole(path)["attempts"]) == 3


def test_a_link_to_the_history_stays_a_link(path, store, saved, tmp_path):
    store.close()
    link = tmp_path / "elsewhere" / "learner.db"
    link.parent.mkdir()
    link.symlink_to(path)
    assert restore.restore(saved, link, NOW).before == 4
    header_gone(path)
    assert restore.restore(saved, link, NOW + timedelta(hours=1)).before is None
    assert link.is_symlink()
    assert len(whole(path)["attempts"]) == 3


def newer(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")


def foreign(path):
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE notes (a); INSERT INTO notes VALUES (1)")


def text(path):
    path.write_text("Dear diary,\n" * 50)


def empty(path):
    path.write_bytes(b"")


def missing(path):
    path.unlink()


def pipe(path):
    path.unlink()
    os.mkfifo(path)


BAD = [
    (newer, TooNew, "newer version"),
    (foreign, NotOurs, "is no data file of srs-roulette"),
    (text, NotOurs, "is no data file of srs-roulette"),
    (pipe, NotOurs, "is no data file of srs-roulette"),
    (scribble, Damaged, "is damaged"),
    (cut, Damaged, "is damaged"),
    (empty, NotFound, "There is no backup"),
    (missing, NotFound, "There is no backup"),
]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad[0].__name__)
def test_what_cannot_be_trusted_is_not_restored(path, store, saved, bad):
    harm, error, said = bad
    harm(saved)
    store.close()
    before = path.read_bytes()
    with pytest.raises(error, match=said) as refused:
        restore.restore(saved, path, NOW)
    assert str(saved) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == before
    assert names(path.parent) == ["learner.db"]


@pytest.mark.parametrize(("harm", "error"), [(newer, TooNew), (foreign, NotOurs)])
def test_what_others_wrote_is_not_replaced(path, store, saved, harm, error):
    store.close()
    harm(path)
    before = path.read_bytes()
    with pytest.raises(error):
        restore.restore(saved, path, NOW)
    assert path.read_bytes() == before
    assert names(path.parent) == ["learner.db"]


def test_the_file_itself_is_no_backup(path, store):
    Learner(store).answer()
    with pytest.raises(NotSaved, match="the data file itself"):
        restore.restore(path.parent / "." / path.name, path, NOW)


def test_a_backup_of_an_older_version_is_brought_up_to_date(path, store, saved, folder):
    first = sqlite_utils.Migrations("srs_roulette")
    first(name="first")(migrations.first)
    saved.unlink()
    with closing(sqlite3.connect(saved, isolation_level=None)) as old:
        migrations.bring_up_to_date(old, None, version=1, application_id=0x53525352, steps=first)
        with closing(Store(old, saved)) as older:
            Learner(older).answer()
    before = saved.read_bytes()
    store.close()
    assert restore.restore(saved, path, NOW).attempts == 1
    assert saved.read_bytes() == before
    with Store.for_reading(path) as now:
        assert now.connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert names(folder) == ["learner-before-restore-2026-03-02T101500Z.db"]


@pytest.mark.skipif(os.name == "nt", reason="no limit of a file's size here")
@pytest.mark.parametrize("most", [30_000, 100_000, 140_000])
def test_a_disk_that_is_full_leaves_the_history_as_it_was(path, store, saved, most):
    store.close()
    with Store.for_writing(saved) as larger:
        for n in range(150):
            Learner(larger).answer(f"more/{n}", day=5, given="x" * 500)
    before = whole(path)
    code = (
        "import sys, signal, resource, datetime; from pathlib import Path\n"
        "from srs_roulette.store.restore import restore\n"
        f"signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))\n"
        "try: restore(Path(sys.argv[1]), Path(sys.argv[2]), datetime.datetime.now(datetime.UTC))\n"
        "except Exception as fault: print(type(fault).__name__, fault)"
    )
    done = subprocess.run([sys.executable, "-c", code, saved, path], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("NotSaved "), done.stdout
    assert whole(path) == before
    assert not list(path.parent.glob("*.part*"))


KILLED_RESTORE = """
import datetime, os, signal, sys; from pathlib import Path
from srs_roulette.store import restore
restore.put_in_place = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
restore.restore(Path(sys.argv[1]), Path(sys.argv[2]), datetime.datetime.now(datetime.UTC))
"""


@pytest.mark.skipif(os.name == "nt", reason="no process is killed like this")
@pytest.mark.parametrize("next_step", ["restore", "daily"])
def test_what_a_killed_restore_left_goes_with_the_next_step(path, store, saved, next_step):
    store.close()
    before = path.read_bytes()
    killed = subprocess.run([sys.executable, "-c", KILLED_RESTORE, saved, path], check=False)
    assert killed.returncode == -9
    (left,) = path.parent.glob("learner.db.*.part")
    assert path.read_bytes() == before
    living = path.with_name(f"learner.db.{os.getppid()}.part")
    living.write_bytes(b"somebody writes this")
    if next_step == "restore":
        restore.restore(saved, path, NOW)
    else:
        back_up_daily(path, TODAY)
    assert not left.exists()
    assert living.read_bytes() == b"somebody writes this"


# ---- the look over


def kinds(path, now=NOON * 2):
    return [one.kind for one in check_up(path, now).findings]


def test_a_sound_file(path, store):
    Learner(store).answer()
    Learner(store).event(Kind.DRILL, ms=5)
    Learner(store).answer("deck/b", day=1)
    store.undo(None, 1)
    found = check_up(path, NOON * 2)
    assert (found.attempts, found.memories, found.findings, found.backups) == (2, 1, (), ())


def test_no_file_is_an_empty_history_unless_backups_say_otherwise(path, store, tmp_path):
    found = check_up(tmp_path / "none" / "learner.db", NOON)
    assert (found.attempts, found.memories, found.findings) == (0, 0, ())
    assert not (tmp_path / "none").exists()
    Learner(store).answer()
    store.close()
    copy = back_up_daily(path, StudyDay(DAY))
    path.unlink()
    (gone,) = check_up(path, NOON * 2).findings
    assert gone.kind == "missing"
    assert gone.advice.endswith(f"srs-roulette restore {copy}")


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE memories SET due_day = due_day + 3", "is due on 2024-10-09, but its attempts set 2024-10-06"),
        ("UPDATE memories SET stability = stability + 1", "has another memory than its attempts make"),
        ("DELETE FROM memories", "has attempts that count, but no memory"),
    ],
)
def test_a_memory_that_is_not_what_the_attempts_make(path, store, sql, said):
    Learner(store).answer()
    store.connection.execute(sql)
    (fault,) = check_up(path, NOON * 2).findings
    assert (fault.kind, fault.about) == ("memory", "deck/a")
    assert said in fault.text
    assert "--rebuild" in fault.advice
    assert store.rebuild() == 1
    assert kinds(path) == []


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE memories SET stability = -1.0", "has a memory with a stability of -1 and"),
        ("UPDATE memories SET difficulty = 11", "and a difficulty of 11"),
        ("UPDATE memories SET due_day = 1 << 40", "has a memory with a study day of 1099511627776"),
        ("INSERT INTO memories VALUES ('deck/b', 0, 5, 1, 1, 1, 0)", "has a memory with a stability of 0 and"),
    ],
)
def test_a_memory_that_cannot_be_is_mended_too(path, store, sql, said):
    Learner(store).answer()
    right = dump(store)
    store.connection.execute(sql)
    with pytest.raises(Damaged, match=r"Mend it: srs-roulette doctor --rebuild$"):
        store.memories()
    (fault,) = check_up(path, NOON * 2).findings
    assert fault.kind == "memory"
    assert said in fault.text
    assert store.rebuild() == 1
    assert dump(store) == right
    assert kinds(path) == []


def test_attempts_in_the_future_each_with_its_undo(path, store):
    ids = [Learner(store).answer(f"deck/{n}", day=n).attempt.id for n in range(3)]
    faults = check_up(path, ids[0]).findings
    assert [one.advice.rpartition("srs-roulette ")[2] for one in faults] == [f"undo {one}" for one in ids[1:]]
    # A process that waited a little, or an id raised until it was free, is no clock set forward.
    assert kinds(path, ids[2] - 10_000) == []
    store.undo(ids[1], 1)
    assert kinds(path, ids[0]) == ["future"]


@pytest.mark.parametrize("params", ['{"a": 1}', '{"params": {}, "house": 3}', "[]"])
def test_a_kept_question_that_cannot_be_read(path, store, params):
    Learner(store).answer(params='{"params": {}, "house": {}}')
    attempt = Learner(store).answer("deck/b", params=params).attempt
    (fault,) = check_up(path, NOON * 2).findings
    assert (fault.kind, fault.about) == ("params", str(attempt.id))


def test_what_sqlite_finds_wrong(path, store):
    Learner(store).answer()
    store.connection.execute("PRAGMA foreign_keys = OFF")
    store.connection.execute("INSERT INTO flagged VALUES (7, 'deck/a', 'x', 1, NULL)")
    (fault,) = check_up(path, NOON * 2).findings
    assert fault.kind == "damaged"
    assert "row 7 of flagged belongs to no row of attempts" in fault.text


def test_a_journal_that_was_left_over(path, store):
    Learner(store).answer()
    store.close()
    journal = path.with_name("learner.db-journal")
    journal.write_bytes(bytes(600))
    assert kinds(path) == []
    journal.write_bytes(b"x" * 600)
    assert kinds(path) == ["journal"]
    assert kinds(path) == []


@pytest.mark.parametrize(
    ("harm", "said"), [(newer, "is of a newer version"), (foreign, "is no data file"), (scribble, "is damaged")]
)
def test_a_backup_that_cannot_be_used_is_named(path, store, harm, said):
    for n in range(50):
        Learner(store).answer(f"deck/{n}")
    copy = back_up_daily(path, StudyDay(DAY))
    back_up(path, by_hand(path, NOW))
    harm(copy)
    found = check_up(path, NOON * 2)
    (fault,) = found.findings
    assert (fault.kind, fault.about) == ("backup", str(copy))
    assert said in fault.text
    assert {one.attempts for one in found.backups} == {None, 50}


# ---- what the outside packages promise


def test_the_commit_rules_on_which_migrations_rest(tmp_path):
    """sqlite-utils commits what stands alone at once, and never cuts a transaction that was begun."""
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as one, closing(sqlite3.connect(path)) as two:
        database = sqlite_utils.Database(one, execute_plugins=False)
        database.execute("CREATE TABLE rows (a)")
        database.execute("INSERT INTO rows VALUES (1)")
        assert two.execute("SELECT count(*) FROM rows").fetchone() == (1,)
        one.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO rows VALUES (2)")
        database["rows"].insert({"a": 3})
        assert one.in_transaction
        assert two.execute("SELECT count(*) FROM rows").fetchone() == (1,)
        one.execute("ROLLBACK")
        assert two.execute("SELECT count(*) FROM rows").fetchone() == (1,)


def test_a_reading_user_who_may_not_write_leaves_nothing_beside_the_file(path, store, monkeypatch):
    Learner(store).answer()
    store.close()
    monkeypatch.setattr("srs_roulette.store.database._may_be_written", lambda _: False)
    before = path.read_bytes()
    with Store.for_reading(path) as reading:
        assert len(reading.attempts()) == 1
        assert names(path.parent) == ["learner.db"]
    assert names(path.parent) == ["learner.db"]
    assert path.read_bytes() == before
    assert back_up(path, path.with_name("copy.db")) == 1


@pytest.mark.parametrize("index", [False, True])
def test_a_reading_user_misses_no_answer_behind_a_link(path, store, tmp_path, monkeypatch, index):
    Learner(store).answer()
    held = sqlite3.connect(path)
    held.execute("SELECT count(*) FROM attempts").fetchone()  # else the last to close would write the log into the file
    kept = {end: path.with_name(f"learner.db{end}").read_bytes() for end in ("", "-wal")}
    store.close()
    held.close()
    far = tmp_path / "far"
    far.mkdir()
    for end, data in kept.items():
        far.joinpath(f"real.db{end}").write_bytes(data)
    if index:
        far.joinpath("real.db-shm").touch()
    link = tmp_path / "link.db"
    link.symlink_to(far / "real.db")
    monkeypatch.setattr("srs_roulette.store.database._may_be_written", lambda _: False)
    if index:
        with Store.for_reading(link) as reading:
            assert len(reading.attempts()) == 1
    else:
        with pytest.raises(StoreError, match=r"newest answers in real\.db-wal"):
            Store.for_reading(link)


def test_a_folder_of_backups_that_cannot_be_listed(path, store, folder, monkeypatch):
    Learner(store).answer()
    folder.mkdir()

    def refused(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(folder), "iterdir", refused)
    with pytest.raises(StoreError, match="cannot be read"):
        lacks(path, StudyDay(1), TODAY)
