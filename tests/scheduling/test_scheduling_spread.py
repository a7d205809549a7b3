from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.scheduling.fsrs import Scheduler
from srs_roulette.scheduling.parameters import Parameters
from srs_roulette.scheduling.replay import Event, Kind, replay
from srs_roulette.scheduling.spread import interval_cap, next_memory, spread_due
from srs_roulette.scheduling.types import ItemId, Memory, Rating, StudyDay

DAY = StudyDay(20_000)
ITEM = ItemId("european/split-table/7")


def memory(interval, reps=1, last=DAY):
    return Memory(stability=10.0, difficulty=5.0, due_day=StudyDay(last + interval), last_day=last, reps=reps, lapses=0)


def draws(interval, count=4000, cap=36500):
    after = memory(interval)
    items = [ItemId(f"deck/item-{n}") for n in range(count)]
    return Counter(spread_due(None, after, Rating.GOOD, item=i, cap=cap) - DAY for i in items)


@pytest.mark.parametrize("interval", [1, 2])
def test_short_intervals_are_not_spread(interval):
    assert set(draws(interval, 100)) == {interval}


@pytest.mark.parametrize(("interval", "reach"), [(3, 1), (5, 1), (10, 1), (29, 1), (31, 2), (100, 5), (1000, 50)])
def test_the_spread_is_uniform_in_its_range(interval, reach):
    found = draws(interval)
    assert set(found) == set(range(interval - reach, interval + reach + 1))
    if reach == 1:
        # Three values, 4000 draws: 1333 each, sigma 30.
        assert all(1180 < n < 1490 for n in found.values())


@pytest.mark.campaign
@pytest.mark.parametrize(("interval", "reach"), [(3, 1), (5, 1), (10, 1), (46, 2), (100, 5), (365, 18), (1000, 50)])
def test_forty_thousand_draws(interval, reach):
    count, values = 40_000, 2 * reach + 1
    found = draws(interval, count)
    assert set(found) == set(range(interval - reach, interval + reach + 1))
    mean = sum(days * n for days, n in found.items()) / count
    # A uniform whole number of so many values has the variance (values^2 - 1) / 12.
    assert abs(mean - interval) < 4 * sqrt((values**2 - 1) / 12 / count)
    each = count / values
    assert all(abs(n - each) < 5 * sqrt(each) for n in found.values())


@pytest.mark.parametrize("interval", [3, 5, 10, 46, 100, 365, 1000])
def test_both_clamps_hold_at_once(interval):
    before = memory(interval - 1)
    after = memory(interval, last=before.due_day)
    items = [ItemId(f"d/{n}") for n in range(1000)]
    found = {spread_due(before, after, Rating.GOOD, item=i, cap=interval) - after.last_day for i in items}
    assert found == {interval - 1, interval}


def test_the_maximum_of_thirty_days_holds_whatever_is_remembered():
    known = replace(memory(30), stability=400.0)
    items = [ItemId(f"d/{n}") for n in range(1000)]
    dues = {
        next_memory(Scheduler(), known, Rating.GOOD, known.due_day, item=i, cap=30, spread=True).due_day for i in items
    }
    assert {due - known.due_day for due in dues} == {30}
    lapsed = {spread_due(None, memory(30), Rating.GOOD, item=i, cap=30) - DAY for i in items}
    assert lapsed == {28, 29, 30}


def test_the_draw_is_the_items_and_the_attempts():
    after = memory(200, reps=4)
    expected = DAY + 200 + Random(f"{ITEM}|4").randint(-10, 10)
    assert spread_due(None, after, Rating.GOOD, item=ITEM, cap=36500) == expected
    different = {spread_due(None, replace(after, reps=n), Rating.GOOD, item=ITEM, cap=36500) for n in range(20)}
    assert len(different) > 5


def test_the_draw_is_the_same_under_any_hash_seed():
    code = (
        "from srs_roulette.scheduling.spread import *; from srs_roulette.scheduling.types import *\n"
        "m = Memory(stability=1., difficulty=5., due_day=20200, last_day=20000, reps=3, lapses=0)\n"
        "print([spread_due(None, m, Rating.GOOD, item=f'd/{i}', cap=999) for i in range(20)])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


def test_the_maximum_holds_after_the_spread():
    found = draws(30, 500, cap=30)
    assert (min(found), max(found)) == (28, 30)


@pytest.mark.parametrize("late", [0, 1, 40])
@pytest.mark.parametrize("rating", [Rating.HARD, Rating.GOOD, Rating.EASY])
def test_a_right_answer_on_the_due_day_or_later_never_shortens(rating, late):
    before = memory(4)
    after = memory(4, last=StudyDay(before.due_day + late))
    dues = {spread_due(before, after, rating, item=ItemId(f"d/{n}"), cap=36500) - after.last_day for n in range(50)}
    assert dues == {4, 5}


def test_a_wrong_or_an_early_answer_may_shorten():
    before = memory(4)
    on_time, early = memory(4, last=before.due_day), memory(4, last=StudyDay(before.due_day - 1))
    items = [ItemId(f"d/{n}") for n in range(50)]
    wrong = {spread_due(before, on_time, Rating.AGAIN, item=i, cap=99) - on_time.last_day for i in items}
    ahead = {spread_due(before, early, Rating.GOOD, item=i, cap=99) - early.last_day for i in items}
    assert wrong == ahead == {3, 4, 5}


def test_a_cap_that_came_later_outweighs_the_interval_just_passed():
    before = memory(100)
    after = memory(14, last=before.due_day)
    assert spread_due(before, after, Rating.GOOD, item=ITEM, cap=14) - after.last_day <= 14


def test_caps_are_the_least_of_all():
    assert interval_cap(DAY, maximum=36500) == 36500
    assert interval_cap(DAY, maximum=36500, item=14) == 14
    assert interval_cap(DAY, maximum=10, item=14) == 10
    assert interval_cap(DAY, maximum=36500, item=14, exam=StudyDay(DAY + 5)) == 5
    assert interval_cap(DAY, maximum=36500, item=14, exam=DAY) == 14
    assert interval_cap(DAY, maximum=36500, exam=StudyDay(DAY - 5)) == 36500


@given(
    st.lists(st.tuples(st.sampled_from(Rating), st.integers(0, 60)), min_size=1, max_size=25),
    st.integers(1, 60),
    st.booleans(),
    st.text(min_size=1, max_size=8),
)
def test_a_whole_history_keeps_every_bound(history, cap, spread, name):
    scheduler, before, day, item, log = Scheduler(), None, DAY, ItemId(name), []
    for rating, wait in history:
        day = StudyDay(day + wait)
        after = next_memory(scheduler, before, rating, day, item=item, cap=cap, spread=spread)
        plain = scheduler.review(before, rating, day, cap=cap)
        interval, unspread = after.due_day - day, plain.due_day - day
        assert replace(after, due_day=plain.due_day) == plain
        assert after == next_memory(scheduler, before, rating, day, item=item, cap=cap, spread=spread)
        assert 1 <= interval <= cap
        passed = 0
        if before is not None and rating > Rating.AGAIN and day >= before.due_day:
            passed = before.due_day - before.last_day
        if not spread or unspread < 3:
            assert interval == unspread
        else:
            reach = max(1, round(0.05 * unspread))
            assert min(passed, cap, unspread - reach) <= interval <= max(min(passed, cap), unspread + reach)
            assert interval >= min(passed, cap)
        log.append(Event(kind=Kind.REVIEW, rating=rating, day=day, due_day=after.due_day))
        before = after
    # Other parameters would set other days: replay takes those that are written.
    assert replay(log, scheduler) == before
    assert replay(log, Scheduler(Parameters(retention=0.8))).due_day == before.due_day
