from __future__ import annotations

import json
import sqlite3
from dataclasses import fields, replace
from math import nan

import pytest
from store_helpers import DAY, NOON, Learner, dump

from srs_roulette.errors import NotFound, NotSaved
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
from srs_roulette.store.attempt import COLUMNS, Attempt
from srs_roulette.store.attempts import Store


def test_an_answer_comes_back_as_it_was_stored(learner, store):
    more = {
        "family": "times_table",
        "house": "european",
        "params": json.dumps({"bet": "split", "chips": 7}),
        "seed": 7,
        "rules_version": "1",
        "elapsed_ms": 1234,
        "given": "119",
        "expected": "119",
        "flags": ("paused", "shown"),
    }
    done = learner.answer(**more)
    assert store.attempts() == [done.attempt]
    assert store.attempt(NOON) == done.attempt
    assert replace(learner.attempt(**more), due_day=done.memory.due_day) == done.attempt
    assert store.memories() == {"deck/a": done.memory} == {"deck/a": store.memory("deck/a")}
    assert not done.overtaken


def test_every_column_is_a_field():
    assert COLUMNS.split(", ") == [
        "id", "item_id", "kind", "surface", "family", "house", "params", "seed", "rules_version", "zone", "study_day",
        "elapsed_ms", "given", "expected", "verdict", "slip", "rating", "due_day", "parameters_id", "flags",
        "undone_ms",
    ]  # fmt: skip
    assert {field.name for field in fields(Attempt)} == set(COLUMNS.split(", "))


@pytest.mark.parametrize("given", ["007", "17", "1,750", "a\0b", " 119 ", "", "١٧", "a\nb", "\u202e17", "x" * 100_000])
def test_what_was_typed_is_kept_exactly(learner, store, given):
    learner.answer(given=given)
    assert store.attempts()[0].given == given


def test_what_was_typed_is_text_in_the_file_too(learner, store):
    """A column first seen as text makes "17" of 17, one first seen as integer takes 17.5 and "1,750" side by side."""
    typed = ["007", "17", "1,750", "17.5", "1e3", "9223372036854775808"]
    for n, given in enumerate(typed):
        learner.answer(f"deck/{n}", given=given, expected=given)
    rows = store.connection.execute("SELECT given, typeof(given), expected, typeof(expected) FROM attempts ORDER BY id")
    assert rows.fetchall() == [(given, "text", given, "text") for given in typed]


def test_what_is_not_written_keeps_its_value(learner, store):
    for n in range(3):
        learner.answer(f"deck/{n}", Rating.EASY, given="x", flags=("shown",))
        store.set_setting(f"key{n}", str(n))
    store.suspend(ItemId("deck/0"), 1)
    before = dump(store)
    learner.answer("deck/1", day=9)
    store.set_setting("key1", "other")
    after = dump(store)
    assert after["attempts"][:3] == before["attempts"]
    for table, place in (("memories", 1), ("settings", 1)):
        changed = [n for n, rows in enumerate(zip(before[table], after[table], strict=True)) if rows[0] != rows[1]]
        assert changed == [place]
        assert None not in after[table][place]
    assert [after[name] for name in ("suspended", "flagged", "late")] == [
        before[name] for name in ("suspended", "flagged", "late")
    ]
    undone = store.undo(None, 77)
    (row,) = store.connection.execute("SELECT * FROM attempts WHERE id = ?", (undone.id,)).fetchall()
    assert row == (*after["attempts"][3][:-1], 77)


def test_bytes_that_are_no_text_are_kept_as_escapes(learner, store):
    learner.answer(given="17\udcff")
    assert store.attempts()[0].given == "17\\udcff"


def test_ids_are_raised_until_free_once(learner, store):
    ids = [learner.answer(f"deck/{n}").attempt.id for n in range(5)]
    assert ids == [NOON + n for n in range(5)]
    learner.answer("deck/later", ms=7)
    assert learner.answer("deck/x").attempt.id == NOON + 5
    assert learner.answer("deck/y", ms=7).attempt.id == NOON + 8
    assert [a.id - NOON for a in store.attempts()] == [0, 1, 2, 3, 4, 5, 7, 8]
    # A clock that stands still is not one set back.
    assert not any(a.flags for a in store.attempts())


def test_an_item_answered_meanwhile_is_stored_as_relearn_on_the_memory_as_it_is_now(learner, store, path):
    seen = store.newest_attempt(ItemId("deck/a"))
    assert seen is None
    with Store.for_writing(path) as other:
        first = Learner(other).answer(ms=1)
    mine = learner.answer(ms=2, seen=seen)
    assert mine.overtaken
    assert mine.attempt.kind is Kind.RELEARN
    assert store.attempt(mine.attempt.id).kind is Kind.RELEARN
    assert mine.memory.reps == 2
    assert first.memory.reps == 1
    assert store.differences() == {}
    assert not learner.answer(ms=3).overtaken


def test_an_attempt_withdrawn_meanwhile_does_not_overtake(learner, store):
    learner.answer(ms=1)
    seen = learner.answer(ms=2).attempt.id
    store.undo(seen, NOON)
    assert not learner.answer(ms=3, seen=seen).overtaken
    assert learner.answer(ms=4, seen=seen).overtaken


@pytest.mark.parametrize("kind", [Kind.DRILL, Kind.TEST])
def test_drills_and_tests_leave_the_schedule_alone(learner, store, kind):
    done = learner.answer()
    kept = learner.event(kind, ms=5, rating=Rating.AGAIN)
    assert store.memory(ItemId("deck/a")) == done.memory
    assert store.newest_attempt(ItemId("deck/a")) == done.attempt.id
    assert store.attempts()[-1] == kept
    assert (store.new_begun(DAY), store.reviews_done(DAY)) == (1, 0)
    assert store.last_attempts()["deck/a"].id == done.attempt.id


@pytest.mark.parametrize(("kind", "rating"), [(Kind.ANKI, 3), (Kind.DRILL, 3), (Kind.RESET, None), (Kind.REVIEW, None)])
def test_only_answers_that_count_are_recorded(learner, store, kind, rating):
    with pytest.raises(ValueError, match="no answer that counts"):
        learner.answer(kind=kind, rating=rating and Rating(rating))
    assert store.attempts() == []


def test_reset_and_reschedule(learner, store):
    learner.answer()
    learner.event(Kind.RESCHEDULE, ms=1, due_day=StudyDay(DAY + 9))
    assert store.memory(ItemId("deck/a")).due_day == DAY + 9
    learner.event(Kind.RESET, ms=2)
    assert store.memory(ItemId("deck/a")) is None
    assert store.last_attempts() == {}
    done = learner.answer(ms=3)
    assert done.memory.reps == 1
    # Two items were new on this day, though they bear one name.
    assert (store.new_begun(DAY), store.reviews_done(DAY)) == (2, 0)
    assert store.differences() == {}


def test_an_import_is_all_or_nothing_and_replayed_in_the_order_of_its_ids(learner, store):
    learner.answer(day=3)
    rows = [learner.attempt(kind=Kind.ANKI, day=day, surface="anki", due_day=StudyDay(DAY + 9)) for day in (2, 1)]
    before = dump(store)
    with pytest.raises(sqlite3.IntegrityError):
        store.keep([*rows, replace(rows[0], verdict="maybe")])
    assert dump(store) == before
    store.keep(rows)
    memory = store.memory(ItemId("deck/a"))
    assert (memory.reps, memory.last_day) == (3, DAY + 3)
    assert not any(a.flags for a in store.attempts())
    assert store.differences() == {}


def test_a_clock_set_back_counts_at_the_items_last_day_and_keeps_the_order_of_writing(learner, store):
    item = ItemId("deck/a")
    learner.answer(day=10)
    assert not learner.answer("deck/b", day=9, ms=86_395_000).attempt.flags
    back = learner.answer(day=2, rating=Rating.AGAIN)
    assert back.attempt.flags == ("clock_back",)
    assert back.attempt.id == NOON + 2 * 86_400_000
    assert (back.memory.last_day, back.memory.reps, back.memory.lapses) == (DAY + 10, 2, 0)
    assert store.newest_attempt(item) == back.attempt.id
    assert store.last_attempts()[item].id == back.attempt.id
    assert learner.answer(day=1, seen=NOON + 10 * 86_400_000).overtaken
    again = learner.answer(day=11)
    assert (again.attempt.flags, again.memory.reps) == ((), 4)
    assert store.last_attempts()[item].id == again.attempt.id
    assert store.differences() == {}
    # Withdrawn newest first, as they were written.
    assert [store.undo(None, 1).study_day - DAY for _ in range(5)] == [11, 1, 2, 9, 10]


def test_how_an_item_stands_after_a_reset_from_the_future(learner, store):
    learner.answer()
    learner.event(Kind.RESET, day=10)
    back = learner.answer(day=1)
    assert back.memory.reps == 1
    assert store.last_attempts()["deck/a"].id == back.attempt.id
    assert store.differences() == {}


def test_days_and_counts(learner, store):
    learner.answer("deck/a", Rating.AGAIN)
    learner.answer("deck/a", kind=Kind.RELEARN, ms=1)
    learner.answer("deck/b", ms=2)
    learner.answer("deck/a", day=1)
    learner.answer("deck/c", day=1, ms=1)
    learner.answer("deck/c", day=5)
    assert [store.new_begun(StudyDay(DAY + n)) for n in (0, 1, 2, 5)] == [2, 1, 0, 0]
    assert [store.reviews_done(StudyDay(DAY + n)) for n in (0, 1, 2, 5)] == [0, 1, 0, 1]
    assert store.study_days() == [DAY + 5, DAY + 1, DAY]
    assert store.newest_id() == NOON + 5 * 86_400_000
    assert [a.id - NOON for a in store.attempts_on(DAY)] == [0, 1, 2]
    standing = store.last_attempts()
    assert {item: (last.study_day - DAY, last.verdict) for item, last in standing.items()} == {
        "deck/a": (1, "correct"),
        "deck/b": (0, "correct"),
        "deck/c": (5, "correct"),
    }


def test_days_and_counts_follow_the_order_of_writing_when_the_clock_was_set_back(learner, store):
    first = learner.answer(rating=Rating.AGAIN, ms=60_000)
    second = learner.answer(kind=Kind.RELEARN)
    assert second.attempt.id < first.attempt.id
    assert store.attempts_on(DAY) == [first.attempt, second.attempt]
    assert (store.new_begun(DAY), store.reviews_done(DAY)) == (1, 0)
    learner.event(Kind.RESET, ms=-5)
    learner.answer(ms=-60_000)
    assert (store.new_begun(DAY), store.reviews_done(DAY)) == (2, 0)


def test_an_item_is_new_though_its_due_day_was_moved(learner, store):
    learner.event(Kind.RESCHEDULE, due_day=StudyDay(DAY + 5))
    learner.answer(ms=1)
    assert (store.new_begun(DAY), store.reviews_done(DAY)) == (1, 0)


def test_an_empty_history(store):
    assert (store.attempts(), store.memories(), store.due(DAY), store.study_days()) == ([], {}, [], [])
    assert (store.new_begun(DAY), store.reviews_done(DAY), store.newest_id()) == (0, 0, None)
    assert (store.last_attempts(), store.differences(), store.rebuild()) == ({}, {}, 0)
    assert store.newest_attempt(ItemId("deck/a")) is None
    with pytest.raises(NotFound, match="no attempt 5"):
        store.attempt(5)


def test_attempts_by_item_and_limit(learner, store):
    for n in range(6):
        learner.answer(f"deck/{n % 2}", ms=n)
    store.undo(NOON + 5, NOON)
    assert [a.id - NOON for a in store.attempts()] == [0, 1, 2, 3, 4]
    assert [a.id - NOON for a in store.attempts(include_undone=True, limit=2)] == [4, 5]
    assert [a.id - NOON for a in store.attempts(ItemId("deck/1"))] == [1, 3]
    assert [a.id - NOON for a in store.attempts(ItemId("deck/1"), include_undone=True, limit=2)] == [3, 5]


def test_due_leaves_out_what_is_paused(learner, store):
    for item in "abcd":
        learner.answer(f"deck/{item}", Rating.AGAIN, ms=ord(item))
    assert {item for item, _ in store.due(DAY)} == set()
    store.suspend(ItemId("deck/b"), NOON)
    store.flag(NOON + ord("c"), "it pays 17", NOON)
    due = dict(store.due(StudyDay(DAY + 1)))
    assert due == {item: store.memory(ItemId(item)) for item in ("deck/a", "deck/d")}


def test_a_memory_that_is_no_number_is_refused(learner, store):
    learner.answer()
    before = dump(store)
    with pytest.raises(ValueError, match="cannot be stored"):
        store.record(learner.attempt(ms=1), lambda memory: replace(memory, stability=nan), seen=NOON)
    assert dump(store) == before


def test_numbers_too_large_for_the_file_are_a_message(learner, store):
    before = dump(store)
    with pytest.raises(NotSaved, match="too large"):
        learner.answer(elapsed_ms=2**63)
    assert dump(store) == before


def test_a_full_disk_keeps_what_was_saved(learner, store):
    done = learner.answer()
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    before = dump(store)
    with pytest.raises(NotSaved, match="disk is full"):
        learner.answer(ms=1, given="x" * 100_000)
    assert dump(store) == before
    assert store.memory(ItemId("deck/a")) == done.memory
    store.connection.execute("PRAGMA max_page_count = 1000000")
    assert learner.answer(ms=1, given="x" * 100_000).memory.reps == 2
    assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_an_interrupted_answer_leaves_nothing(learner, store):
    def interrupt(_memory):
        raise KeyboardInterrupt

    before = dump(store)
    with pytest.raises(KeyboardInterrupt):
        store.record(learner.attempt(), interrupt, seen=None)
    assert dump(store) == before
    assert learner.answer().memory.reps == 1


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM attempts",
        "UPDATE attempts SET given = '119'",
        "UPDATE attempts SET given = NULL, undone_ms = 5",
        "UPDATE attempts SET id = id + 1, undone_ms = 5",
        "UPDATE attempts SET flags = 'x'",
        "INSERT OR REPLACE INTO attempts SELECT * FROM attempts",
        "REPLACE INTO attempts SELECT * FROM attempts WHERE item_id = 'deck/a'",
        "INSERT INTO attempts SELECT * FROM attempts WHERE 1 ON CONFLICT (id) DO UPDATE SET given = '1'",
    ],
)
def test_the_file_itself_keeps_its_rows(learner, store, sql):
    learner.answer(given="126")
    before = dump(store)
    with pytest.raises(sqlite3.IntegrityError, match="attempts are never"):
        store.connection.execute(sql)
    assert dump(store) == before


def test_a_withdrawal_is_set_once(learner, store):
    learner.answer()
    store.connection.execute("UPDATE attempts SET undone_ms = 5")
    for value in ("NULL", "6", "5"):
        with pytest.raises(sqlite3.IntegrityError, match="withdrawn once"):
            store.connection.execute(f"UPDATE attempts SET undone_ms = {value}")  # noqa: S608


@pytest.mark.parametrize(
    "more",
    [{"verdict": "maybe"}, {"params": "{"}, {"elapsed_ms": -1}, {"parameters_id": 9}, {"kind": "nap"}, {"seed": "x"}],
)
def test_the_file_itself_refuses_other_values(store, more):
    values = {"id": 1, "item_id": "a", "kind": "drill", "surface": "terminal", "zone": "UTC", "study_day": 1} | more
    marks = ", ".join("?" * len(values))
    with pytest.raises(sqlite3.IntegrityError):
        store.connection.execute(
            f"INSERT INTO attempts ({', '.join(values)}) VALUES ({marks})",  # noqa: S608
            tuple(values.values()),
        )
    assert store.attempts() == []


def test_passes_are_read_newest_first_and_no_further_than_asked(learner, store):
    for day, rating in enumerate((Rating.GOOD, Rating.EASY, Rating.AGAIN, Rating.HARD)):
        learner.answer(rating=rating, day=day)
    learner.answer(day=3, ms=1)
    learner.event(Kind.DRILL, rating=Rating.GOOD, day=4)
    learner.event(Kind.ANKI, rating=Rating.GOOD, day=4)
    days = [DAY + 4, DAY + 3, DAY + 3, DAY + 1, DAY]
    assert store.passes(ItemId("deck/a"), least=99) == days
    assert store.passes(ItemId("deck/a"), least=2) == days[:2]
    learner.event(Kind.RESET, day=5)
    assert store.passes(ItemId("deck/a"), least=3) == []
    for ms in range(4):
        learner.answer(day=6, ms=ms)
    # Four of one day are not yet two days, and what was before the reset is no more.
    assert store.passes(ItemId("deck/a"), least=3) == [DAY + 6] * 4


def test_passes_follow_the_order_of_writing_when_the_clock_was_set_back(learner, store):
    learner.answer(day=10)
    learner.event(Kind.RESET, day=10, ms=1)
    learner.answer(day=3)
    assert store.passes(ItemId("deck/a"), least=99) == [DAY + 3]


def test_times_are_those_of_right_reviews_without_a_void_flag(learner, store):
    of = {"family": "odds", "surface": "terminal"}
    for n, more in enumerate(
        [
            {"elapsed_ms": 1},
            {"elapsed_ms": 2, "flags": ("clock_back",)},
            {"elapsed_ms": 3, "flags": ("pause",)},
            {"elapsed_ms": 4, "flags": ("clock_jump", "clock_back")},
            {"elapsed_ms": 5, "rating": Rating.AGAIN},
            {"elapsed_ms": 6, "family": "zero"},
            {"elapsed_ms": 7, "surface": "page"},
            {"elapsed_ms": None},
            {"elapsed_ms": 8, "kind": Kind.RELEARN},
        ]
    ):
        learner.answer(f"deck/{n}", day=n // 3, ms=n, **of | more)
    learner.event(Kind.DRILL, rating=Rating.GOOD, day=1, ms=99, elapsed_ms=9, **of)
    learner.answer("deck/undone", day=1, ms=100, elapsed_ms=10, **of)
    store.undo(None, 1)
    learner.answer("deck/today", day=3, elapsed_ms=11, **of)
    assert store.times("odds", "terminal", before=DAY + 3, limit=60) == [8, 2, 1]
    assert store.times("odds", "terminal", before=DAY + 3, limit=2) == [8, 2]
    assert store.times("odds", "terminal", before=DAY + 2, limit=60) == [2, 1]
