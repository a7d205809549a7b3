"""A disk that fills up at each write in turn, and values that no version of this program wrote."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from store_helpers import NOON, Learner, dump

from srs_roulette.errors import Damaged, NotSaved
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId
from srs_roulette.store.attempts import Store
from srs_roulette.store.backup import back_up

LONG = "x" * 6000
"""More than a page holds, so that each write needs a new one."""

WRITES = {
    "record": lambda learner: learner.answer("deck/new", given=LONG),
    "keep": lambda learner: learner.event(Kind.DRILL, given=LONG, ms=9),
    "flag": lambda learner: learner.store.flag(NOON, LONG, NOON),
    "suspend": lambda learner: learner.store.suspend(ItemId(LONG), NOON),
    "set_setting": lambda learner: learner.store.set_setting("zone", LONG),
    "open_section": lambda learner: learner.store.open_section("european", LONG, NOON, "asked"),
    "rename": lambda learner: learner.store.rename({ItemId("deck/a"): ItemId(LONG)}),
}


def pages(store):
    return store.connection.execute("PRAGMA page_count").fetchone()[0]


def allow(store, most):
    store.connection.execute(f"PRAGMA max_page_count = {most:d}")


def check_sound(store):
    assert store.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert store.differences() == {}


@pytest.mark.parametrize("name", WRITES)
def test_no_room_for_one_write(learner, store, path, name):
    learner.answer()
    before = dump(store)
    allow(store, pages(store))
    with pytest.raises(NotSaved, match="the disk is full") as said:
        WRITES[name](learner)
    assert str(path) in str(said.value)
    assert dump(store) == before
    check_sound(store)
    allow(store, pages(store) + 20)
    WRITES[name](learner)
    assert dump(store) != before
    check_sound(store)


def test_no_room_at_each_write_of_a_sitting(learner, store):
    """Page by page: what was acknowledged is there, the answer that found no room is not, and can be given again."""
    kept = 0
    for page in range(40):
        allow(store, pages(store))
        before = dump(store)
        for n in range(1000):
            try:
                learner.answer(f"deck/{n % 5}", day=page, ms=n, given="y" * 300)
            except NotSaved as refused:
                assert "the disk is full" in str(refused)  # noqa: PT017 - how many fit before is not known
                break
            kept, before = kept + 1, dump(store)
        else:
            pytest.fail("the disk was never full")
        assert dump(store) == before
        assert len(store.attempts()) == kept
        check_sound(store)
        # Room for a single page more: the next write that needs two finds it missing half-way.
        allow(store, pages(store) + 1)
        try:
            learner.answer("deck/0", day=page, ms=2000, given=LONG)
            kept += 1
        except NotSaved:
            assert dump(store) == before
        allow(store, pages(store) + 4)
        learner.answer("deck/1", day=page, ms=3000, given="z")
        kept += 1


@pytest.mark.parametrize(
    ("cell", "value", "said"),
    [
        ("attempts.kind", "'reviev'", "a kind of 'reviev'"),
        ("attempts.rating", "7", "a rating of 7"),
        ("attempts.study_day", "1 << 40", "a study day of"),
        ("attempts.due_day", "-1", "a study day of -1"),
        ("attempts.id", "1 << 60", "an attempt at"),
        ("attempts.flags", "x'05'", "of a type"),
        ("attempts.given", "x'ff'", "of a type"),
        ("attempts.given", "CAST(x'ff' AS TEXT)", "text that is none"),
        ("memories.due_day", "1 << 40", "a study day of"),
        ("memories.stability", "-1.0", "a stability of -1"),
        ("memories.stability", "9e999", "a stability of inf"),
        ("memories.difficulty", "0.5", "a difficulty of 0.5"),
        ("memories.reps", "'x'", "of a type"),
    ],
)
def test_a_value_that_no_version_wrote_is_damage(store, path, cell, value, said):
    Learner(store).answer()
    store.close()
    forge(path, *cell.split("."), value)
    before = path.read_bytes()
    with pytest.raises(Damaged) as refused:
        read_all(path)
    assert str(path) in str(refused.value)
    # Of the schedule, SQLite's own check has spoken before.
    assert said in str(refused.value) or cell.startswith("memories")
    assert str(refused.value).isprintable()
    assert path.read_bytes() == before


def read_all(path):
    with Store.for_reading(path) as store:
        return store.attempts(), store.memories()


def forge(path, table, column, value):
    """Write what the schema forbids, as a damaged page may hold it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("DROP TRIGGER attempts_never_changed")
        other.execute("PRAGMA writable_schema = ON")
        other.execute("UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE type = 'table'")
        other.execute("PRAGMA writable_schema = RESET")
        other.execute("PRAGMA ignore_check_constraints = ON")
        other.execute(f"UPDATE {table} SET {column} = {value}")  # noqa: S608 - names and values of this module


def test_a_schema_that_is_no_text_is_said_on_one_line(learner, store, path):
    learner.answer()
    store.close()
    raw = path.read_bytes()
    for noise in (b"\xff\xfe", b"\n`"):
        place = raw.index(b"CREATE TABLE attempts") + 13
        path.write_bytes(raw[:place] + noise + raw[place + len(noise) :])
        with pytest.raises(Damaged) as refused:
            Store.for_reading(path)
        assert str(refused.value).isprintable()
        assert len(str(refused.value)) < 400 + len(str(path))


def test_a_page_of_the_schedule_is_looked_at_before_the_first_question(path):
    """SQLite itself would read on: the list of cells names one memory twice and forgets another."""
    with Store.for_writing(path) as store:
        for n in range(5):
            Learner(store).answer(f"deck/{n}", ms=n)
        root = store.connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'memories'").fetchone()[0]
    raw = bytearray(path.read_bytes())
    cells = (root - 1) * 4096 + 8
    raw[cells : cells + 2] = raw[cells + 2 : cells + 4]
    path.write_bytes(raw)
    for opening in (Store.for_reading, Store.for_writing):
        with pytest.raises(Damaged, match="is damaged"):
            opening(path)
    assert path.read_bytes() == raw


def test_a_page_of_the_log_is_found_by_the_next_backup(path, tmp_path):
    """No start reads the log through; its copy is read, and what is wrong with it is said of the file itself."""
    with Store.for_writing(path) as store:
        for n in range(60):
            Learner(store).answer(f"deck/{n}", ms=n, given="x" * 200)
        root = store.connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'attempts'").fetchone()[0]
    raw = bytearray(path.read_bytes())
    cells = (root - 1) * 4096 + 12
    raw[cells : cells + 2] = raw[cells + 2 : cells + 4]
    path.write_bytes(raw)
    with Store.for_reading(path) as store:
        assert len(store.memories()) == 60
    with pytest.raises(Damaged) as refused:
        back_up(path, tmp_path / "copies" / "copy.db")
    assert str(refused.value).startswith(f"{path} is damaged")
    assert str(refused.value).isprintable()
    assert list((tmp_path / "copies").iterdir()) == []
    assert path.read_bytes() == raw
