"""Due days set anew: only asked for, all at once, never in the past, and undone as one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from forgetting import FIRST_DAY, FORGETFUL, attempts, told

from srs_roulette.recall.reschedule import look_ahead, reschedule
from srs_roulette.scheduling.days import utc_ms
from srs_roulette.scheduling.fsrs import Parameters, Scheduler
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import StudyDay
from srs_roulette.session import course as courses
from srs_roulette.session.open import Wishes, sit_down
from srs_roulette.store import queries
from srs_roulette.store.attempt import to_row
from srs_roulette.store.attempts import Store
from srs_roulette.store.backups import backups

COURSE = courses.load(["european"], data_folder=None, house_option=None, house_setting=None)
ITEMS = [item for item, entry in COURSE.entries.items() if entry.item.max_interval is None][:80]
CAPPED = next(item for item, entry in COURSE.entries.items() if entry.item.max_interval)
TODAY = StudyDay(FIRST_DAY + 60)
NOW = datetime(1970, 1, 1, 18, tzinfo=UTC) + timedelta(days=TODAY)


@pytest.fixture
def desk(tmp_path):
    path = tmp_path / "home" / "learner.db"
    with Store.for_writing(path) as store:
        with store.transaction():
            store.connection.executemany(queries.INSERT, map(to_row, attempts(ITEMS, 60)))
        store.rebuild()
        store.set_setting("spread", "false")
    wishes = Wishes(database=path, data_folder=tmp_path, decks=("european",), environ={"TZ": "UTC"})
    with sit_down(wishes, NOW, writing=True) as desk:
        yield desk


def adopt(store, weights=FORGETFUL):
    store.adopt(weights, made_ms=1, fsrs_version="6", evaluation={"until": "2024-01-01"})


def made_before(store):
    return [one for one in backups(store.path) if "before-reschedule" in one.path.name]


def dues(store):
    return {item: memory.due_day for item, memory in store.memories().items()}


def test_where_nothing_changed_nothing_moves(desk):
    """Their due days were set by the defaults, through the package's own intervals."""
    before = told(desk.store)
    found = reschedule(desk, desk.store, COURSE)
    assert (found.items, found.moved, found.backup) == (len(ITEMS), (), None)
    assert told(desk.store) == before
    assert made_before(desk.store) == []


def test_due_days_become_those_of_the_weights_in_force(desk):
    store, scheduler = desk.store, Scheduler(Parameters(weights=FORGETFUL))
    adopt(store)
    before, log = dues(store), store.attempts()
    assert [one.before for one in look_ahead(desk, store, COURSE).moved] != []
    assert dues(store) == before
    found = reschedule(desk, store, COURSE)
    assert found.moved == look_ahead_of(before, dues(store))
    for item in found.moved:
        of_item = [one for one in log if one.item_id == item.item]
        memory = None
        for one in of_item:
            memory = scheduler.review(memory, one.rating, one.study_day)
        assert item.after == max(TODAY, memory.due_day)
    assert min(one.after for one in found.moved) == TODAY
    assert store.attempts()[: len(log)] == log
    assert store.differences() == {}
    assert [one.attempts for one in made_before(store)] == [len(log)]
    assert reschedule(desk, store, COURSE).moved == ()


def look_ahead_of(before, after):
    from srs_roulette.recall.reschedule import Moved  # noqa: PLC0415 - read beside its only use

    return tuple(
        Moved(item=item, before=before[item], after=after[item])
        for item in sorted(before)
        if before[item] != after[item]
    )


def test_the_load_is_counted_before_and_after(desk):
    store = desk.store
    adopt(store)
    store.suspend(ITEMS[0], 1)
    before = dues(store)
    found = reschedule(desk, store, COURSE)
    after = dues(store)
    for days, place in ((before, 1), (after, 2)):
        count = Counter(max(day, TODAY) for item, day in days.items() if item != ITEMS[0])
        assert [row[place] for row in found.load] == [count[TODAY + n] for n in range(30)]
    assert found.load[0][0] == TODAY


def test_what_is_due_already_stays_as_it_is(desk):
    store = desk.store
    late = replace(desk, today=StudyDay(TODAY + 4000), now=NOW + timedelta(days=4000))
    adopt(store)
    assert look_ahead(late, store, COURSE).moved == ()


def test_limits_hold(desk):
    store = desk.store
    adopt(store)
    exam = StudyDay(TODAY + 5)
    settings = replace(desk.settings, exam_date=exam, spread=True)
    reschedule(replace(desk, settings=settings), store, COURSE)
    assert {TODAY, exam} <= set(dues(store).values())
    assert max(dues(store).values()) == exam
    settings = replace(desk.settings, maximum_interval=2, exam_date=StudyDay(TODAY - 3))
    reschedule(replace(desk, settings=settings), store, COURSE)
    for memory in store.memories().values():
        assert memory.due_day <= max(TODAY, memory.last_day + 2)


def test_the_limit_of_an_item_holds(desk):
    store, most = desk.store, COURSE.entries[CAPPED].item.max_interval
    with store.transaction():
        for one in attempts([CAPPED], 30, seed=3, weights=None, first_day=StudyDay(TODAY - 30)):
            store.connection.execute(queries.INSERT, to_row(replace(one, id=one.id + 500)))
    store.rebuild()
    assert store.memory(CAPPED).due_day > store.memory(CAPPED).last_day + most
    (moved,) = reschedule(desk, store, COURSE).moved
    assert moved.after == max(TODAY, store.memory(CAPPED).last_day + most)


def test_spread_is_that_of_an_answer(desk):
    """Drawn by item and number of the attempt, so two reschedulings agree, and stay within a twentieth."""
    store = desk.store
    plain = {one.item: one.after for one in look_ahead(desk, store, COURSE).moved}
    assert plain == {}
    spread = replace(desk, settings=replace(desk.settings, spread=True))
    found = reschedule(spread, store, COURSE)
    assert len(found.moved) > 10
    memories = store.memories()
    for one in found.moved:
        interval = one.before - memories[one.item].last_day
        assert abs(one.after - one.before) <= max(1, round(0.05 * interval))
    assert reschedule(spread, store, COURSE).moved == ()


@pytest.mark.parametrize("named", [None, 0, -1])
def test_it_is_undone_as_one(desk, named):
    store = desk.store
    adopt(store)
    before = told(store)
    found = reschedule(desk, store, COURSE)
    rows = [one for one in store.attempts() if one.kind is Kind.RESCHEDULE]
    assert len(rows) == len(found.moved) > 20
    assert {one.rescheduling for one in rows} == {f"reschedule:{utc_ms(NOW)}"}
    assert {one.parameters_id for one in rows} == {store.parameters_id()}
    assert max(one.id for one in rows) == utc_ms(NOW)
    undone = store.undo(None if named is None else rows[named].id, utc_ms(NOW) + 1)
    assert undone.kind is Kind.RESCHEDULE
    after = told(store)
    assert after["due"] == before["due"]
    assert [one for one in store.attempts() if one.kind is Kind.RESCHEDULE] == []
    assert len(after["attempts"]) == len(before["attempts"]) + len(rows)
    assert store.differences() == {}


def test_two_reschedulings_are_undone_one_after_the_other(desk):
    store = desk.store
    first = dues(store)
    adopt(store)
    reschedule(desk, store, COURSE)
    second = dues(store)
    adopt(store, None)
    reschedule(replace(desk, now=NOW + timedelta(minutes=1)), store, COURSE)
    assert dues(store) != second
    store.undo(None, utc_ms(NOW) + 100_000)
    assert dues(store) == second
    store.undo(None, utc_ms(NOW) + 100_001)
    assert dues(store) == first


def test_half_a_rescheduling_is_never_written(desk, monkeypatch):
    store = desk.store
    adopt(store)
    before, insert, left = told(store), Store._insert, [30]

    def falter(self, attempt):
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt
        return insert(self, attempt)

    monkeypatch.setattr(Store, "_insert", falter)
    with pytest.raises(KeyboardInterrupt):
        reschedule(desk, store, COURSE)
    assert told(store) == before
