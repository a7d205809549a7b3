"""The twin of the package's formulas against the package itself, bit for bit."""

from __future__ import annotations

import fsrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from srs_roulette.scheduling.forward import WEIGHTS, Forward
from srs_roulette.scheduling.fsrs import Parameters, Scheduler
from srs_roulette.scheduling.types import Rating, StudyDay

BOUNDS = list(zip(fsrs.scheduler.LOWER_BOUNDS_PARAMETERS, fsrs.scheduler.UPPER_BOUNDS_PARAMETERS, strict=True))

histories = st.lists(
    st.tuples(st.integers(0, 4000) | st.sampled_from([0, 0, 1, 2]), st.sampled_from(Rating)), min_size=1, max_size=60
)
weights = st.none() | st.tuples(*(st.floats(low, high) for low, high in BOUNDS))


@given(history=histories, weights=weights)
def test_every_history_gives_the_floats_of_the_package(history, weights):
    scheduler, forward = Scheduler(Parameters(weights=weights)), Forward(weights)
    memory, day, state = None, StudyDay(20_000), None
    for gap, rating in history:
        day = StudyDay(day + gap)
        if memory is None:
            state = forward.first(rating)
        else:
            chance = forward.recall(state[0], day - memory.last_day)
            assert chance == scheduler.recall(memory, day)
            state = forward.after(*state, rating, None if day == memory.last_day else chance)
        memory = scheduler.review(memory, rating, day)
        assert state == (memory.stability, memory.difficulty)


def test_the_defaults_are_those_of_the_package():
    assert fsrs.scheduler.DEFAULT_PARAMETERS == WEIGHTS


@pytest.mark.parametrize("rating", Rating)
def test_the_rating_may_be_its_number(rating):
    forward = Forward()
    assert forward.first(rating.value) == forward.first(rating)
    assert forward.after(5.0, 5.0, rating.value, 0.9) == forward.after(5.0, 5.0, rating, 0.9)


@given(stability=st.floats(0.001, 30_000), retention=st.floats(0.7, 0.99), weights=weights)
def test_an_interval_is_so_many_stabilities(stability, retention, weights):
    package = Scheduler(Parameters(weights=weights, retention=retention))
    days = stability * Forward(weights).stretch(retention)
    # The package rounds; on the very middle between two days it may round the other way.
    assume(abs(days % 1 - 0.5) > 1e-6)
    assert min(max(round(days), 1), 36500) == package._fsrs._next_interval(stability=stability)
