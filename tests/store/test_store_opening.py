from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlite_utils
from store_helpers import DAY, Learner, dump

from srs_roulette.errors import Damaged, NotOurs, NotSaved, StoreError, TooNew
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import Rating, StudyDay
from srs_roulette.store import database, migrations
from srs_roulette.store.attempts import Store
from srs_roulette.store.backup import back_up, free_name
from srs_roulette.store.database import VERSION, open_for_reading, open_for_writing

NOBODY = 65_534


@contextmanager
def ordinary_user():
    """Root may write anything, which hides what others meet."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def home():
    """A folder that belongs to the ordinary user, with a file that holds one answer."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not os.geteuid():
            os.chown(folder, NOBODY, NOBODY)
        with ordinary_user(), Store.for_writing(folder / "learner.db") as store:
            Learner(store).answer()
        yield folder
        folder.chmod(0o755)


def foreign(path, sql="CREATE TABLE notes (a); INSERT INTO notes VALUES (1)"):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql)


def listing(folder):
    return {p.name: (p.read_bytes() if p.is_file() else None) for p in folder.iterdir() if not p.is_fifo()}


def text_file(path):
    path.write_text("I am no database, but I am longer than a hundred bytes, which is what a header takes up." * 3)


def short_file(path):
    path.write_bytes(b"SQLite format 3\0")


def picture(path):
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(500))


def folder(path):
    path.mkdir()


def dangling(path):
    path.symlink_to(path.with_name("nowhere.db"))


def circle(path):
    path.symlink_to(path)


def pipe(path):
    os.mkfifo(path)


def in_wal(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        foreign(path)


def marked_as_another(path):
    foreign(path, "PRAGMA application_id = 1196444487; CREATE TABLE gpkg (a)")


def emptied(path):
    foreign(path, "CREATE TABLE a (b); DROP TABLE a; VACUUM")


def package(path):
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("collection.anki2", bytes(500))
        file.writestr("media", "{}")


def collection(path):
    """As Anki makes it: with a schema number of its own, and an order of text that only Anki knows."""
    foreign(
        path,
        "CREATE TABLE col (id, ver); CREATE TABLE decks (id, name); PRAGMA user_version = 11",
    )
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = 'CREATE TABLE decks (id, name COLLATE unicase)' WHERE name = 'decks'"
        )
        connection.commit()


STRANGERS = [
    *(text_file, short_file, picture, folder, dangling, pipe, foreign, in_wal, marked_as_another, emptied),
    *(package, collection),
]


@pytest.mark.parametrize("stranger", STRANGERS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("opening", [open_for_writing, open_for_reading])
def test_files_of_others_are_refused_untouched_in_one_line(tmp_path, stranger, opening):
    path = tmp_path / "learner.db"
    stranger(path)
    before = listing(tmp_path)
    with pytest.raises(NotOurs) as refused:
        opening(path)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert listing(tmp_path) == before


@pytest.mark.parametrize("opening", [open_for_writing, open_for_reading])
def test_a_link_to_itself_is_refused(tmp_path, opening):
    circle(tmp_path / "learner.db")
    with pytest.raises(StoreError, match=r"learner\.db cannot be read"):
        opening(tmp_path / "learner.db")


@pytest.mark.parametrize("opening", [open_for_writing, open_for_reading])
def test_a_newer_file_is_refused_untouched(path, store, opening):
    store.connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    store.close()
    before = listing(path.parent)
    with pytest.raises(TooNew, match="Install the newer version") as refused:
        opening(path)
    assert str(path) in str(refused.value)
    assert listing(path.parent) == before


@pytest.mark.parametrize("opening", [open_for_writing, open_for_reading])
def test_a_newer_version_still_in_the_log_is_seen(path, store, opening):
    store.connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(TooNew):
        opening(path)


def test_reading_creates_nothing(tmp_path):
    assert Store.for_reading(tmp_path / "learner.db") is None
    assert open_for_reading(tmp_path / "missing" / "learner.db") is None
    assert listing(tmp_path) == {}
    (tmp_path / "learner.db").touch()
    assert open_for_reading(tmp_path / "learner.db") is None
    with pytest.raises(StoreError, match="is no folder"):
        open_for_reading(tmp_path / "learner.db" / "x.db")
    assert listing(tmp_path) == {"learner.db": b""}


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="file is no folder"):
        open_for_writing(tmp_path / "file" / "learner.db")
    with pytest.raises(StoreError, match="folder"):
        open_for_writing(tmp_path / "file" / "sub" / "learner.db")


def test_an_empty_file_is_a_first_start(tmp_path):
    (tmp_path / "learner.db").touch()
    with Store.for_writing(tmp_path / "learner.db") as store:
        assert Learner(store).answer().memory.reps == 1


@pytest.mark.parametrize(
    "name", ["a b", "ü", "ü?x#1%20", "%41", "a'b\"c", ":memory:", "--x", "a&mode=ro", "é\u0301", "💥"]
)
def test_odd_names(tmp_path, name):
    path = tmp_path / name / f"{name}.db"
    with Store.for_writing(path) as store:
        Learner(store).answer()
        assert path.exists()
    with Store.for_reading(path) as store:
        assert len(store.attempts()) == 1
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_name_that_is_no_text(tmp_path):
    path = tmp_path / os.fsdecode(b"\xff.db")
    with Store.for_writing(path) as store:
        Learner(store).answer()
    assert os.listdir(os.fsencode(tmp_path)) == [b"\xff.db"]  # noqa: PTH208 - bytes are the point


def test_a_link_to_a_data_file_and_a_relative_path(path, store, tmp_path, monkeypatch):
    Learner(store).answer()
    (tmp_path / "link.db").symlink_to(path)
    with Store.for_writing(tmp_path / "link.db") as linked:
        assert len(linked.attempts()) == 1
    monkeypatch.chdir(tmp_path)
    with Store.for_reading(Path("home/learner.db")) as relative:
        assert len(relative.attempts()) == 1


@pytest.mark.usefixtures("store")
def test_reading_cannot_write(path):
    with Store.for_reading(path) as reading, pytest.raises(NotSaved):
        Learner(reading).answer()


@pytest.mark.parametrize("size", [150, 4096, 5000, 20_000])
def test_a_file_cut_short(path, store, size):
    Learner(store).answer()
    store.close()
    os.truncate(path, size)
    before = listing(path.parent)
    for opening in (open_for_writing, open_for_reading):
        with pytest.raises(Damaged, match="backups") as refused:
            opening(path)
        assert str(path) in str(refused.value)
    assert listing(path.parent) == before


def test_a_page_overwritten(path, store):
    for n in range(300):
        Learner(store).answer(f"deck/{n}", given="x" * 100)
    store.close()
    data = bytearray(path.read_bytes())
    for page in range(2, len(data) // 4096):
        data[page * 4096 : page * 4096 + 2000] = os.urandom(2000)
    path.write_bytes(data)
    with pytest.raises(Damaged, match="is damaged"), Store.for_writing(path) as broken:
        broken.attempts()


def test_a_file_of_ours_without_its_tables(path, store):
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("DROP TABLE attempts")
    with Store.for_reading(path) as broken, pytest.raises(Damaged, match="no such table"):
        broken.attempts()


def test_a_locked_file_is_said_before_the_first_question(path, store):
    store.connection.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotSaved, match="in use by another program") as refused:
        open_for_writing(path, timeout=0.05)
    assert str(path) in str(refused.value)
    with Store.for_reading(path, timeout=0.05) as reading:
        assert reading.attempts() == []


def test_a_short_wait_is_waited_out(path, store):
    code = (
        "import sys, time, pathlib; from srs_roulette.store.database import open_for_writing\n"
        "c = open_for_writing(pathlib.Path(sys.argv[1])); c.execute('BEGIN IMMEDIATE'); print('held', flush=True)\n"
        "sys.stdin.readline(); c.execute('ROLLBACK'); c.close()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        other.stdout.readline()
        with pytest.raises(NotSaved), Store.for_writing(path, timeout=0.01):
            pass
        other.stdin.write("go\n")
        other.stdin.close()
        with Store.for_writing(path) as later:
            assert Learner(later).answer().memory.reps == 1
    assert len(store.attempts()) == 1


def test_a_read_only_file(home):
    (home / "learner.db").chmod(0o444)
    with ordinary_user():
        with pytest.raises(NotSaved, match="may not be written"):
            open_for_writing(home / "learner.db")
        with Store.for_reading(home / "learner.db") as store:
            assert len(store.attempts()) == 1


def test_a_read_only_folder(home):
    before = listing(home)
    home.chmod(0o555)
    with ordinary_user():
        with pytest.raises(NotSaved, match="Make it and its folder"):
            open_for_writing(home / "learner.db")
        with Store.for_reading(home / "learner.db") as store:
            assert len(store.attempts()) == 1
        with pytest.raises(NotSaved, match="Make it and its folder"):
            open_for_writing(home / "new.db")
        with pytest.raises(NotSaved, match="cannot be created"):
            open_for_writing(home / "sub" / "new.db")
        assert open_for_reading(home / "new.db") is None
    assert listing(home) == before


def test_a_read_only_folder_whose_newest_answers_lie_beside_the_file(home):
    with ordinary_user(), Store.for_writing(home / "learner.db") as store:
        Learner(store).answer("deck/b")
        for name in ("learner.db", "learner.db-wal"):
            shutil.copy(home / name, home / f"copy-{name}")
    shutil.move(home / "copy-learner.db", home / "learner.db")
    shutil.move(home / "copy-learner.db-wal", home / "learner.db-wal")
    home.chmod(0o555)
    with ordinary_user(), pytest.raises(StoreError, match=r"newest answers in learner\.db-wal"):
        open_for_reading(home / "learner.db")
    home.chmod(0o755)
    with ordinary_user(), Store.for_reading(home / "learner.db") as store:
        assert len(store.attempts()) == 2


def test_a_file_that_may_not_be_read(home):
    (home / "learner.db").chmod(0o000)
    with ordinary_user():
        for opening in (open_for_writing, open_for_reading):
            with pytest.raises(StoreError, match="cannot be read"):
                opening(home / "learner.db")


def test_an_up_to_date_file_needs_neither_fsrs_nor_sqlite_utils(path, store):
    Learner(store).answer()
    store.close()
    code = (
        "import sys, pathlib; from srs_roulette.store.attempts import Store\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "with Store.for_reading(path) as store: print(len(store.due(30000)), len(store.last_attempts()))\n"
        "with Store.for_writing(path) as store: store.suspend('deck/a', 1)\n"
        "print(sorted({'fsrs', 'sqlite_utils', 'random', 'zoneinfo', 'tzlocal'} & {*sys.modules}))"
    )
    said = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert said.stdout.split("\n") == ["1 1", "[]", ""]


# ---- migrations


def steps(*statement_lists):
    """The real steps, and further ones."""
    made = sqlite_utils.Migrations("srs_roulette")
    with closing(sqlite3.connect(":memory:")) as connection:
        for step in migrations.STEPS.pending(sqlite_utils.Database(connection)):
            made(name=step.name)(step.fn)
    for n, statements in enumerate(statement_lists, VERSION + 1):
        made(name=f"step {n}")(lambda db, statements=statements: migrations.run(db, statements))
    return made


@pytest.fixture
def next_version(monkeypatch):
    def use(*statement_lists):
        made = steps(*statement_lists)
        monkeypatch.setattr(migrations, "STEPS", made)
        monkeypatch.setattr(migrations.bring_up_to_date, "__kwdefaults__", {"steps": made})
        monkeypatch.setattr(database, "VERSION", VERSION + len(statement_lists))

    return use


def test_the_version_is_the_number_of_steps():
    with closing(sqlite3.connect(":memory:")) as connection:
        assert len(migrations.STEPS.pending(sqlite_utils.Database(connection))) == VERSION


def test_half_a_first_start_leaves_nothing(path, next_version):
    next_version(["CREATE TABLE one (a)", "CREATE TABLE one (a)"])
    with pytest.raises(StoreError, match="already exists"):
        open_for_writing(path)
    assert path.read_bytes() == b""
    assert open_for_reading(path) is None


def test_half_a_migration_is_rolled_back(path, store, next_version):
    Learner(store).answer()
    before = dump(store)
    schema = store.connection.execute("SELECT * FROM sqlite_schema").fetchall()
    next_version(["CREATE TABLE one (a)"], ["CREATE TABLE two (a)", "INSERT INTO three VALUES (1)"])
    with pytest.raises(StoreError):
        open_for_writing(path)
    assert dump(store) == before
    assert store.connection.execute("SELECT * FROM sqlite_schema").fetchall() == schema
    assert store.connection.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_migration_keeps_everything_and_backs_up_first(path, store, next_version):
    for n in range(3):
        Learner(store).answer(f"deck/{n}")
    before = dump(store)
    next_version(["ALTER TABLE optimizations ADD COLUMN why TEXT", "CREATE TABLE sprints (best INTEGER) STRICT"])
    with Store.for_reading(path) as later:
        assert dump(later) == before
        assert later.connection.execute("PRAGMA user_version").fetchone() == (VERSION + 1,)
        assert later.connection.execute("SELECT count(*) FROM sprints").fetchone() == (0,)
    assert [p.name for p in (path.parent / "backups").iterdir()] == [f"learner-before-version-{VERSION + 1}.db"]
    copy = path.parent / "backups" / f"learner-before-version-{VERSION + 1}.db"
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert connection.execute("SELECT * FROM attempts").fetchall() == before["attempts"]
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def tables(path):
    """Every row of the tables that the first version had, in its columns."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        migrations.first(sqlite_utils.Database(memory))
        names = [name for (name,) in memory.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        columns = {
            name: ", ".join(row[1] for row in memory.execute(f"PRAGMA table_info({name})"))
            for name in names
            if not name.startswith(("sqlite_", "_"))
        }
    with closing(sqlite3.connect(path)) as connection:
        return {
            name: (of, connection.execute(f"SELECT {of} FROM {name}").fetchall())  # noqa: S608 - of the first version
            for name, of in columns.items()
        }


@pytest.mark.parametrize("opening", [Store.for_writing, Store.for_reading])
def test_a_file_of_the_first_version_comes_to_the_newest_with_every_row(path, store, learner, tmp_path, opening):
    for n in range(20):
        learner.answer(f"deck/{n % 7}", Rating.AGAIN if n % 3 == 0 else Rating.GOOD, day=n, given=f"{n}", params="{}")
    learner.answer("deck/3", day=2)
    learner.event(Kind.DRILL, day=30)
    store.undo(None, 5)
    store.flag(learner.answer("deck/8", day=31).attempt.id, "a split pays 17", 6)
    store.suspend("deck/1", 7)
    store.set_setting("zone", "Asia/Macau")
    store.open_section("european", "layout", 8, "placement")
    store.rename({"deck/2": "deck/two"})
    store.close()
    rows = tables(path)
    assert all(of_table for name, (_, of_table) in rows.items() if name != "optimizations")
    old = tmp_path / "old" / "learner.db"
    old.parent.mkdir()
    first = sqlite_utils.Migrations("srs_roulette")
    first(name="first")(migrations.first)
    with closing(sqlite3.connect(old, isolation_level=None)) as connection:
        migrations.bring_up_to_date(connection, None, version=1, application_id=0x53525352, steps=first)
        for name, (columns, of_table) in rows.items():
            marks = ", ".join("?" * len(columns.split(", ")))
            connection.executemany(f"INSERT INTO {name} ({columns}) VALUES ({marks})", of_table)  # noqa: S608
        connection.execute("PRAGMA journal_mode = WAL")
    with opening(old) as now:
        assert now.connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert now.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert now.differences() == {}
        assert len(now.attempts(include_undone=True)) == 23
    assert tables(old) == rows
    (copy,) = (old.parent / "backups").iterdir()
    assert copy.name == f"learner-before-version-{VERSION}.db"
    assert tables(copy) == rows
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    with closing(sqlite3.connect(path)) as new, closing(sqlite3.connect(old)) as brought:
        schemas = [
            one.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall() for one in (new, brought)
        ]
    assert schemas[0] == schemas[1]


def test_without_a_backup_there_is_no_migration(path, store, next_version):
    Learner(store).answer()
    (path.parent / "backups").write_text("in the way")
    next_version(["CREATE TABLE one (a)"])
    with pytest.raises(NotSaved, match="no backup was made"):
        open_for_writing(path)
    assert store.connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert (path.parent / "backups").read_text() == "in the way"


def test_a_backup_holds_what_is_still_in_the_log(path, store, tmp_path):
    for n in range(52):
        Learner(store).answer(f"deck/{n}")
    assert path.with_name("learner.db-wal").stat().st_size
    target = tmp_path / "elsewhere" / "copy.db"
    store.undo(None, 1)
    assert back_up(path, target) == 51
    assert [p.name for p in target.parent.iterdir()] == ["copy.db"]
    with Store.for_reading(target) as copy:
        assert dump(copy) == dump(store)
    with pytest.raises(NotSaved, match="already exists"):
        back_up(path, target)
    assert free_name(target.parent, "copy").name == "copy-2.db"


def test_a_copy_that_lacks_rows_is_no_backup(path, store, tmp_path, monkeypatch):
    Learner(store).answer()
    counts = iter([{"attempts": 0}, {"attempts": 1}])
    monkeypatch.setattr("srs_roulette.store.backup._count", lambda _: next(counts))
    with pytest.raises(NotSaved, match="does not hold what it should"):
        back_up(path, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_a_first_start_cut_off_by_a_power_cut_is_undone(tmp_path):
    path = tmp_path / "learner.db"
    script = (
        "import os, sys, pathlib, sqlite3; from srs_roulette.store import database\n"
        "c = database.connect(pathlib.Path(sys.argv[1]), 'rwc', 5)\n"
        "c.execute('PRAGMA cache_size = 2'); c.execute('BEGIN IMMEDIATE')\n"
        "c.execute('CREATE TABLE attempts (a)')\n"
        "c.executemany('INSERT INTO attempts VALUES (?)', [('x' * 3000,)] * 50)\n"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script, path], check=True)
    assert (tmp_path / "learner.db-journal").stat().st_size
    assert path.stat().st_size
    with path.open("r+b") as file:
        file.write(bytes(100))
    assert open_for_reading(path) is None
    with Store.for_writing(path) as store:
        assert store.attempts() == []
        assert store.due(StudyDay(DAY)) == []


def test_a_file_that_became_foreign_meanwhile_is_refused(path, store, monkeypatch):
    store.close()
    path.unlink()
    foreign(path)
    before = path.read_bytes()
    monkeypatch.setattr(database, "holds_data", lambda _: False)
    with pytest.raises(NotOurs, match="another program"):
        open_for_writing(path)
    assert path.read_bytes() == before


def test_where_wal_is_not_to_be_had_the_rollback_journal_stays(path, monkeypatch):
    class Held(sqlite3.Connection):
        def execute(self, sql, *values):
            if sql == "PRAGMA journal_mode = WAL":
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
            return super().execute(sql, *values)

    monkeypatch.setattr(database, "sleep", lambda _: None)
    monkeypatch.setattr(database.sqlite3, "connect", Held)
    with Store.for_writing(path) as store:
        assert Learner(store).answer().memory.reps == 1
        assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
