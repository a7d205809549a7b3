from __future__ import annotations

import pytest
from store_helpers import DAY

from srs_roulette.scheduling.types import ItemId
from srs_roulette.store import queries
from srs_roulette.store.database import VERSION


def plan(store, sql, *values):
    rows = store.connection.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
    return [row[3] for row in rows]


@pytest.fixture
def course(learner, store):
    """A file with statistics that would tempt the planner: many attempts, few items."""
    for n in range(60):
        learner.answer(f"deck/{n % 6}", day=n // 6, ms=n)
    store.connection.execute("ANALYZE")
    return store


ANSWER = {
    "NEWEST": ("deck/a",),
    "NEWEST_LATE": ("deck/a", 0),
    "MEMORY": ("deck/a",),
    "FREE": (1,),
    "ATTEMPT": (1,),
    "BEGUN": (1,),
    "ATTEMPTS_ON": (1,),
    "HAS_LATE": ("deck/a",),
    "RATED": ("deck/a",),
    "TIMES": ("times_table", "terminal", DAY, 60),
}


@pytest.mark.parametrize("name", ANSWER)
@pytest.mark.parametrize("analysed", [False, True])
def test_what_an_answer_asks_is_neither_scanned_nor_sorted(request, store, name, analysed):
    if analysed:
        request.getfixturevalue("course")
    steps = plan(store, getattr(queries, name), *ANSWER[name])
    assert any("SEARCH" in step for step in steps)
    assert not any("SCAN" in step or "TEMP B-TREE" in step for step in steps), steps


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("NEWEST", "attempts_counted"),
        ("BEGUN", "attempts_day"),
        ("BEGUN", "attempts_counted"),
        ("TIMES", "attempts_times (family=? AND surface=? AND study_day<?)"),
        ("DUE", "memories_due"),
    ],
)
def test_the_indexes_are_used(course, name, index):
    values = {**ANSWER, "DUE": (DAY - 1,)}[name]
    assert any(index in step for step in plan(course, getattr(queries, name), *values))


def test_due_items_are_searched_by_the_due_index(store):
    steps = plan(store, queries.DUE, DAY)
    assert steps[0] == "SEARCH m USING INDEX memories_due (due_day<?)"
    assert not any("SCAN" in step or "TEMP B-TREE" in step for step in steps), steps


def test_how_items_stand_is_read_without_reading_the_log(course):
    steps = plan(course, queries.LAST)
    assert not any("SCAN a" in step or "SCAN b" in step or "TEMP" in step for step in steps), steps


def test_last_ratings_are_read_without_reading_the_log(course):
    steps = plan(course, queries.LAST_RATINGS, 8, 5)
    assert any("SEARCH b USING INDEX attempts_counted (item_id=?)" in step for step in steps)
    assert not any(step.startswith(("SCAN a", "SCAN b")) for step in steps), steps


def test_days_are_leapt_over(course):
    steps = plan(course, queries.DAYS)
    assert not any("SCAN attempts" in step for step in steps), steps
    assert len(course.study_days()) == 10


def test_an_items_replay_reads_that_item_only(course):
    assert any(
        "SEARCH a USING INDEX attempts_counted (item_id=?)" in step for step in plan(course, queries.EVENTS_OF, "x")
    )
    steps = plan(course, queries.attempts(of_item=True, include_undone=True), "x", 5)
    assert any("attempts_item (item_id=?)" in step for step in steps)


def test_an_answer_is_one_transaction_of_a_fixed_number_of_statements(learner, store):
    def statements(n):
        said = []
        store.connection.set_trace_callback(said.append)
        learner.answer("deck/a", day=n, ms=1, seen=seen)
        store.connection.set_trace_callback(None)
        return [" ".join(line.split()[:3]) for line in said if not line.startswith("--")]

    seen = None
    for n in range(30):
        learner.answer("deck/b", day=n)
        done = statements(n)
        seen = store.newest_attempt(ItemId("deck/a"))
        assert done == [
            "BEGIN IMMEDIATE",
            "SELECT substr(key, length('renamed/')",  # the renames: the deck may have been changed meanwhile
            "SELECT id FROM",
            "SELECT l.attempt_id FROM",
            "SELECT stability, difficulty,",
            "SELECT max(id) FROM",
            "INSERT INTO attempts",
            "INSERT INTO attempts",  # said again after its trigger
            "INSERT INTO memories",
            "COMMIT",
        ]


def test_the_file_promises_what_the_design_says(store):
    def pragma(name):
        return store.connection.execute(f"PRAGMA {name}").fetchone()[0]

    assert (pragma("journal_mode"), pragma("synchronous"), pragma("foreign_keys")) == ("wal", 2, 1)
    assert (pragma("application_id"), pragma("user_version")) == (0x53525352, VERSION)
    assert pragma("busy_timeout") >= 5000
    strict = store.connection.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict"
    ).fetchall()
    assert {name for (name,) in strict} == {"_sqlite_migrations", "sqlite_schema"}
