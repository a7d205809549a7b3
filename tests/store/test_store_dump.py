"""The JSON document: everything of the learner goes into it, and the same comes out of it."""

from __future__ import annotations

import io
import json
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from store_helpers import DAY, NOON, Learner

from srs_roulette.errors import Damaged, NotFound, NothingToUndo, NotOurs, StoreError, TooNew
from srs_roulette.scheduling.forward import WEIGHTS
from srs_roulette.scheduling.fsrs import Parameters, Scheduler
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.spread import next_memory
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
from srs_roulette.store import dump
from srs_roulette.store.attempts import Store
from srs_roulette.store.database import VERSION, connect
from srs_roulette.store.migrations import bring_up_to_date
from srs_roulette.store.restore import restore

NOW = datetime(2026, 3, 2, 10, tzinfo=UTC)
DAY_MS = 86_400_000


def tables(path):
    """Every row of every table that tells of the learner, as SQLite itself gives them."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        # Not of the learner: when this file was brought up to date.
        names.remove("_sqlite_migrations")
        return {name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in names}  # noqa: S608


def written(path):
    file = io.StringIO()
    dump.dump(path, file)
    return file.getvalue()


def put_back(text, folder, name="other.db"):
    document = folder / f"{name}.json"
    document.write_text(text, encoding="utf-8")
    restore(document, folder / name, NOW)
    return folder / name


def filled(path):
    """Write a row, or some, into every table."""
    with Store.for_writing(path) as store:
        learner = Learner(store)
        learner.answer("deck/a", elapsed_ms=1200, given="1'750\x00ü\U0001f3b0\u2028", expected="1750", seed=2**63 - 1)
        gone = learner.answer("deck/a", Rating.AGAIN, day=2, slip="stake_included", params='{"params":{},"house":{}}')
        learner.answer("deck/b", day=3)
        learner.answer("deck/c", Rating.AGAIN, day=1)  # the clock was set back
        store.undo(gone.attempt.id, gone.attempt.id + 1)
        learner.event(Kind.RESET, "deck/b", day=4)
        store.suspend(ItemId("deck/b"), NOON)
        store.flag(store.newest_attempt(ItemId("deck/c")), "wrong \udcff?", NOON)
        store.set_setting("new_per_day", "7")
        store.open_section("deck", "one", NOON, "placement")
        store.rename({ItemId("deck/a"): ItemId("deck/new")})
        store.adopt((0.3, *WEIGHTS[1:]), made_ms=NOON, fsrs_version="6", evaluation={"log_loss": 0.1 + 0.2})
        store.connection.execute("INSERT INTO anki_notes VALUES ('deck/a', 1, 2, 'hash', 3)")
        store.connection.execute("INSERT INTO anki_imports VALUES (1, 2, 'sum', 3, 4, 5)")
    return path


@pytest.fixture
def whole(path):
    return filled(path)


def test_every_table_of_the_schema_has_a_row_and_comes_back(whole, tmp_path):
    before = tables(whole)
    assert all(before.values()), "this test fills a new table too"
    assert before.keys() == json.loads(written(whole))["tables"].keys()
    other = put_back(written(whole), tmp_path)
    assert tables(other) == before
    assert written(other) == written(whole)
    with Store.for_reading(other) as store:
        assert store.differences() == {}


def test_the_document_says_what_it_is(whole):
    text = written(whole)
    told = json.loads(text)
    assert (told["format"], told["version"], told["schema"]) == ("srs-roulette history", 1, VERSION)
    attempts = told["tables"]["attempts"]
    assert attempts["columns"][:3] == ["id", "item_id", "kind"]
    assert [row[1] for row in attempts["rows"]] == ["deck/a", "deck/c", "deck/a", "deck/b", "deck/b"]
    # A line a row, for whoever compares two documents.
    assert sum(line.startswith(f"[{NOON // 10**9}") for line in text.splitlines()) >= len(attempts["rows"])


def test_the_number_told_is_that_of_live_attempts(whole):
    assert dump.dump(whole, io.StringIO()) == 4


def test_there_is_nothing_to_write(path):
    with pytest.raises(NotFound, match="nothing to export"):
        dump.dump(path, io.StringIO())
    assert not path.parent.exists()


TEXTS = st.text(max_size=8) | st.sampled_from(["\x00", "-5", "\udcff", "\u2028", '"\\', "\ufeff"])
WAITS = st.sampled_from([0, 1, 60_000, DAY_MS, 9 * DAY_MS, -60_000, -5 * DAY_MS])
ITEMS = st.sampled_from([ItemId(f"deck/{one}") for one in "abc"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("answer"), ITEMS, st.sampled_from(Rating), WAITS, TEXTS, st.integers(0, 2**63 - 1)),
        st.tuples(st.just("event"), ITEMS, st.sampled_from([Kind.RESET, Kind.DRILL, Kind.TEST]), WAITS),
        st.tuples(st.just("undo")),
        st.tuples(st.just("suspend"), ITEMS),
        st.tuples(st.just("flag"), ITEMS, TEXTS),
        st.tuples(st.just("rename"), ITEMS, ITEMS),
        st.tuples(st.just("set"), st.text("abc", min_size=1), st.text("abc\x00é")),
        st.tuples(st.just("open"), st.sampled_from("xy"), st.sampled_from(["asked", "placement"])),
        st.tuples(st.just("adopt"), st.none() | st.floats(0.1, 10)),
    ),
    max_size=25,
)


def scheduled(weights, answer, memory):
    """Schedule as a sitting does: by the weights in force."""
    reviewer = Scheduler(Parameters(weights=weights))
    item, day = answer.item_id, answer.study_day
    return next_memory(reviewer, memory, answer.rating, day, item=item, cap=36500, spread=True)


def live(store, steps):  # noqa: C901 - a case for each thing that a learner does
    """Let a learner do all this, at a clock that goes as it likes."""
    learner, now = Learner(store), NOON
    for step, *with_ in steps:
        match step, with_:
            case "answer", (item, rating, wait, text, number):
                now += wait
                day = (now - NOON) // DAY_MS
                memory = store.memory(store.now(item))
                study_day = StudyDay(max(DAY + day, memory.last_day if memory else 0))
                answer = learner.attempt(
                    store.now(item), rating=rating, id=now, study_day=study_day, given=text, seed=number
                )
                store.record(
                    answer, partial(scheduled, store.weights(), answer), seen=store.newest_attempt(answer.item_id)
                )
            case "event", (item, kind, wait):
                now += wait
                learner.event(kind, store.now(item), id=now, study_day=StudyDay(DAY + (now - NOON) // DAY_MS))
            case "undo", _:
                try:
                    store.undo(None, now)
                except NothingToUndo:
                    continue
            case "suspend", (item,):
                store.suspend(item, now)
            case "flag", (item, text):
                if (newest := store.newest_attempt(item)) is not None:
                    store.flag(newest, text, now)
            case "rename", (old, new) if old != new and store.now(new) != old:
                store.rename({old: new})
            case "set", (key, value):
                store.set_setting(key, value)
            case "open", (section, how):
                store.open_section("deck", section, now, how)
            case "adopt", (first,):
                weights = None if first is None else (first, *WEIGHTS[1:])
                store.adopt(weights, made_ms=now, fsrs_version="6", evaluation={"x": first})


@settings(max_examples=60)
@given(steps=STEPS)
@example(steps=[])
@example(steps=[("adopt", 5.0), ("answer", ItemId("deck/a"), Rating.AGAIN, 0, "", 0)])
@example(
    steps=[
        ("answer", ItemId("deck/a"), Rating.GOOD, 0, "", 0),
        *(("rename", ItemId("deck/a"), ItemId(f"deck/{new}")) for new in "bc"),
    ]
)
def test_whatever_was_done_comes_back_row_by_row(steps):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Store.for_writing(folder / "learner.db") as store:
            store.connection.execute("PRAGMA synchronous = OFF")
            live(store, steps)
            assert store.differences() == {}
        text = written(folder / "learner.db")
        other = put_back(text, folder)
        assert tables(other) == tables(folder / "learner.db")
        assert written(other) == text


# ---- what is no document, or none that is whole


def changed(text, change):
    document = json.loads(text)
    change(document)
    return json.dumps(document)


def column(table, name, value, row=0):
    def change(document):
        found = document["tables"][table]
        found["rows"][row][found["columns"].index(name)] = value

    return change


def refused(text, folder, error):
    """Refuse a document on one line, and leave the history that it would replace as it is."""
    before = filled(folder / "mine.db").read_bytes()
    document = folder / "document.json"
    document.write_text(text, encoding="utf-8")
    with pytest.raises(error) as caught:
        restore(document, folder / "mine.db", NOW)
    assert (folder / "mine.db").read_bytes() == before
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == ["document.json", "mine.db"]
    said = str(caught.value)
    assert "\n" not in said
    assert str(document) in said
    assert "nothing was restored" in said
    return said


FAULTS = {
    "a number as text": column("attempts", "study_day", "20000"),
    "a fraction": column("attempts", "study_day", 20000.0),
    "true": column("attempts", "study_day", True),
    "a day that has no date": column("attempts", "study_day", 10**9),
    "more than SQLite holds": column("attempts", "seed", 2**63),
    "no key": column("attempts", "id", None),
    "the same key twice": lambda d: d["tables"]["attempts"]["rows"].append(d["tables"]["attempts"]["rows"][0]),
    "no kind": column("attempts", "kind", "guess"),
    "no rating": column("attempts", "rating", None),
    "parameters that are no JSON": column("attempts", "params", "{"),
    "half a sign": column("attempts", "given", "\ud800"),
    "a flag on nothing": column("flagged", "attempt_id", 5),
    "weights that cannot be": column("optimizations", "parameters", "[1]"),
    "weights that FSRS refuses": column("optimizations", "parameters", json.dumps([1e9] * 21)),
    "no number": column("memories", "stability", float("nan")),
    "a whole number": column("memories", "stability", 2),
    "a column too few": lambda d: d["tables"]["attempts"]["rows"][0].pop(),
    "another column": lambda d: d["tables"]["attempts"]["columns"].reverse(),
    "no columns": lambda d: d["tables"]["settings"].pop("columns"),
    "rows that are none": lambda d: d["tables"]["settings"].update(rows={"a": 1}),
    "a table too few": lambda d: d["tables"].pop("late"),
    "a table too many": lambda d: d["tables"].update(more={"columns": [], "rows": []}),
    "no tables": lambda d: d.update(tables=[]),
    "no version": lambda d: d.pop("version"),
    "a version that is none": lambda d: d.update(schema="2"),
    "version 0": lambda d: d.update(schema=0),
}


@pytest.mark.parametrize("change", FAULTS.values(), ids=FAULTS)
def test_a_document_that_holds_what_no_version_wrote(whole, tmp_path, change):
    assert "is damaged (" in refused(changed(written(whole), change), tmp_path, Damaged)


def test_what_is_missing_is_named(whole, tmp_path):
    said = refused(changed(written(whole), column("attempts", "parameters_id", 99)), tmp_path, Damaged)
    assert "(attempts refers to what is missing in optimizations)" in said


def test_a_table_that_stands_twice_is_not_half_read(whole, tmp_path):
    text = written(whole)
    twice = text.replace('"settings":{', '"settings":{"columns":["key","value"],"rows":[]},\n"settings":{')
    assert "a name stands twice" in refused(twice, tmp_path, Damaged)


@pytest.mark.parametrize("upto", [-1, -4, 0.9, 0.5, 0.1])
def test_a_document_that_is_cut_off(whole, tmp_path, upto):
    text = written(whole).rstrip()
    assert "cut off" in refused(text[: upto if upto < 0 else int(len(text) * upto)], tmp_path, Damaged)


@pytest.mark.parametrize("change", [{"version": 2}, {"schema": VERSION + 1}])
def test_a_document_of_a_newer_version(whole, tmp_path, change):
    said = refused(changed(written(whole), lambda document: document.update(change)), tmp_path, TooNew)
    assert said.endswith("Install the newer version.")


@pytest.mark.parametrize(
    "text", ["{}", '{"format": "notes"}', '{"a": [', "{", "{" + "[" * 100_000, '{"a": 1, "a": 2}', '{"format": 1e999}']
)
def test_json_of_others(tmp_path, text):
    assert "is no data file of srs-roulette" in refused(text, tmp_path, NotOurs)


def test_a_number_that_is_too_large(whole, tmp_path):
    text = changed(written(whole), column("memories", "stability", 12345.5)).replace("12345.5", "1e999")
    assert "memories, row 1: stability is" in refused(text, tmp_path, Damaged)


def test_a_document_that_memory_cannot_hold(whole, tmp_path, monkeypatch):
    def too_large(*_, **__):
        raise MemoryError

    text = written(whole)
    monkeypatch.setattr(dump, "_read", too_large)
    assert "larger than this computer's memory" in refused(text, tmp_path, StoreError)


def test_a_memory_that_does_not_follow_from_the_attempts_is_reckoned_again(whole, tmp_path):
    text = changed(written(whole), column("memories", "due_day", 1))
    assert tables(put_back(text, tmp_path)) == tables(whole)


def test_a_document_that_an_editor_marked_and_laid_out_anew(whole, tmp_path):
    text = json.dumps(json.loads(written(whole)), indent=4)
    assert tables(put_back(f"\ufeff\n{text}", tmp_path)) == tables(whole)


@pytest.mark.parametrize("schema", range(1, VERSION))
def test_a_document_of_an_older_version(tmp_path, schema):
    """As that version would have written it: its tables, an attempt in them."""
    old = tmp_path / "old.db"
    old.touch()
    with closing(connect(old, "rw")) as connection:
        bring_up_to_date(connection, None, version=schema, application_id=0x53525352)
        assert connection.execute("PRAGMA user_version").fetchone() == (schema,)
        names = [row[1] for row in connection.execute("SELECT * FROM sqlite_schema WHERE type = 'table'")]
    found = json.loads(written(filled(tmp_path / "now.db")))
    found["tables"] = {name: table for name, table in found["tables"].items() if name in names}
    other = put_back(json.dumps(found | {"schema": schema}), tmp_path)
    assert tables(other) == tables(tmp_path / "now.db") | {
        name: [] for name in tables(other).keys() - found["tables"].keys()
    }
