from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.scheduling.fsrs import Parameters, Scheduler
from srs_roulette.scheduling.replay import Event, Kind, replay, step
from srs_roulette.scheduling.types import Rating, StudyDay

DAY = StudyDay(20_000)
SCHEDULER = Scheduler()


def event(kind=Kind.REVIEW, rating=Rating.GOOD, day=0, due=None):
    due_day = None if due is None else StudyDay(DAY + due)
    return Event(kind=kind, rating=rating, day=StudyDay(DAY + day), due_day=due_day)


def test_nothing_is_new():
    assert replay([], SCHEDULER) is None


def test_the_due_day_is_the_stored_one():
    memory = replay([event(due=3), event(day=3, due=9)], SCHEDULER)
    assert memory.due_day == DAY + 9
    assert (memory.reps, memory.last_day) == (2, DAY + 3)


def test_without_a_stored_due_day_it_is_computed():
    assert replay([event(Kind.ANKI)], SCHEDULER).due_day == DAY + 2


def test_other_parameters_move_no_date():
    events = [event(due=3), event(day=3, due=9)]
    weights = SCHEDULER._fsrs.parameters
    other = Scheduler(Parameters(retention=0.8, weights=(*weights[:2], 5.0, *weights[3:])))
    mine, theirs = replay(events, SCHEDULER), replay(events, other)
    assert mine.due_day == theirs.due_day
    assert mine.stability != theirs.stability


def test_reset_makes_new_and_reschedule_moves_the_due_day_only():
    seen = replay([event(due=3)], SCHEDULER)
    assert step(seen, event(Kind.RESET, None), SCHEDULER) is None
    assert step(seen, event(Kind.RESCHEDULE, None, 1, 7), SCHEDULER) == replace(seen, due_day=DAY + 7)
    assert step(None, event(Kind.RESCHEDULE, None, 1, 7), SCHEDULER) is None
    assert replay([event(rating=Rating.AGAIN), event(Kind.RESET, None), event(due=3)], SCHEDULER) == seen


@given(st.lists(st.sampled_from([Kind.DRILL, Kind.TEST])), st.sampled_from([None, Rating.AGAIN]))
def test_drills_and_tests_change_nothing(kinds, rating):
    seen = replay([event(due=3)], SCHEDULER)
    assert replay([event(due=3), *(event(k, rating, 2, 5) for k in kinds)], SCHEDULER) == seen


@pytest.mark.parametrize("kind", [Kind.REVIEW, Kind.RELEARN, Kind.ANKI])
def test_a_counted_attempt_without_a_rating_is_refused(kind):
    with pytest.raises(ValueError, match="has no rating"):
        replay([event(kind, None)], SCHEDULER)


def test_a_clock_set_back_counts_at_the_items_last_day():
    assert replay([event(due=3), event(day=-90, due=4)], SCHEDULER) == replay(
        [event(due=3), event(day=0, due=4)], SCHEDULER
    )
