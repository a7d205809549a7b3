"""The log as statistics read it."""

from __future__ import annotations

import sqlite3

import pytest
from store_helpers import DAY

from srs_roulette.errors import Damaged
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId, Rating
from srs_roulette.store import queries
from srs_roulette.store.attempts import Store


def read(store):
    with store.log() as log:
        return list(log)


def items(store):
    return [item for item, *_ in read(store)]


def test_every_live_attempt_is_read_once_with_what_is_needed(learner, store):
    assert read(store) == []
    learner.answer(elapsed_ms=1200, params='{"n":1}', flags=("pause",))
    gone = learner.answer(day=1)
    learner.answer("deck/b", Rating.AGAIN, day=1, ms=5, slip="stake_included")
    learner.event(Kind.DRILL, day=2, verdict="correct")
    learner.event(Kind.RESET, day=2, ms=1)
    store.undo(gone.attempt.id, gone.attempt.id + 1)
    assert read(store) == [
        ("deck/a", "review", 3, DAY, 1, None, 1200, "pause", '{"n":1}'),
        ("deck/b", "review", 1, DAY + 1, 0, "stake_included", None, "", None),
        ("deck/a", "drill", None, DAY + 2, 1, None, None, "", None),
        ("deck/a", "reset", None, DAY + 2, None, None, None, "", None),
    ]


def test_what_was_written_late_is_read_where_it_was_written(learner, store):
    for n, item in enumerate("abc"):
        learner.answer(f"deck/{item}", day=5, ms=n)
    for item in "de":
        learner.answer(f"deck/{item}", day=1)  # the clock was set back
    learner.answer("deck/f", day=6)
    gone = learner.answer("deck/g", day=2)
    learner.answer("deck/h", day=3)
    store.undo(gone.attempt.id, gone.attempt.id + 1)
    assert items(store) == [f"deck/{item}" for item in "abcdefh"]


def test_reading_sorts_nothing(learner, store):
    learner.answer()
    for sql, values in ((queries.LOG, (-1, 9)), (queries.LOG_LATE, (1,)), (queries.FAMILY_OF, ("deck/a",))):
        steps = [row[3] for row in store.connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
        assert any("SEARCH" in step for step in steps)
        assert not any("SCAN" in step or "TEMP" in step for step in steps), steps


def test_the_reading_sees_one_moment(learner, path, store):
    learner.answer()
    with Store.for_reading(path) as other:
        with other.log() as log:
            first = next(log)
            learner.answer("deck/b", day=1)
            assert [first, *log] == read(store)[:1]
        assert items(other) == ["deck/a", "deck/b"]


def test_the_family_is_that_of_the_newest_attempt_that_has_one(learner, store):
    assert store.family_of(ItemId("deck/a")) is None
    learner.answer("deck/old", family="odds")
    store.rename({ItemId("deck/old"): ItemId("deck/a")})
    learner.answer(day=1, family="wheel")
    learner.answer(day=2)
    assert store.family_of(ItemId("deck/a")) == "wheel"


@pytest.mark.parametrize(
    ("column", "value"),
    [("study_day", -1), ("study_day", 3_000_000), ("rating", 9), ("rating", None), ("rating", 2.5), ("slip", b"x")],
)
def test_a_value_that_no_version_wrote_is_damage(learner, path, store, column, value):
    learner.answer()
    store.close()
    # What a damaged page may show, and no version writes.
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA writable_schema = ON")
    raw.execute("PRAGMA ignore_check_constraints = ON")
    raw.execute("DROP TRIGGER attempts_never_changed")
    raw.execute("UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'attempts'")
    raw.close()
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA ignore_check_constraints = ON")
    raw.execute(f"UPDATE attempts SET {column} = ?", (value,))  # noqa: S608 - a name of this test
    raw.close()
    with Store.for_reading(path) as damaged, pytest.raises(Damaged):
        read(damaged)


def test_attempts_are_given_one_by_one_from_a_day_on_as_items_are_called_now(learner, store):
    learner.answer("deck/old")
    gone = learner.answer("deck/b", day=2)
    learner.answer("deck/c", day=1, ms=5)
    store.undo(gone.attempt.id, gone.attempt.id + 1)
    store.rename({ItemId("deck/old"): ItemId("deck/new")})
    for day, undone, named in [(0, False, ["new", "c"]), (0, True, ["new", "c", "b"]), (2, True, ["b"])]:
        with store.attempts_from(DAY + day, include_undone=undone) as found:
            assert [one.item_id for one in found] == [f"deck/{name}" for name in named]
    steps = [row[3] for row in store.connection.execute(f"EXPLAIN QUERY PLAN {queries.EVERY_ATTEMPT}", (0, 1))]
    assert not any("TEMP" in step for step in steps), steps


def test_first_answers_are_counted_whatever_came_later(learner, store):
    assert store.first_answers() == (0, 0)
    learner.event(Kind.DRILL, "deck/a")
    learner.answer("deck/a", Rating.AGAIN, day=1)
    learner.answer("deck/a", day=2)
    gone = learner.answer("deck/b", day=2, ms=1)
    learner.answer("deck/b", Rating.HARD, day=3)
    learner.answer("deck/c", Rating.AGAIN, day=3, ms=1)
    assert store.first_answers() == (1, 3)
    store.undo(gone.attempt.id, gone.attempt.id + 1)
    assert store.first_answers() == (1, 3)
    steps = [row[3] for row in store.connection.execute(f"EXPLAIN QUERY PLAN {queries.FIRST_ANSWERS}")]
    assert any("attempts_counted" in step for step in steps), steps
