from __future__ import annotations

import tomllib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import inf, isfinite, nan
from pathlib import Path

import fsrs as package
import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.errors import BadSetting
from srs_roulette.scheduling.fsrs import Parameters, Scheduler
from srs_roulette.scheduling.recall import DECAY, recall
from srs_roulette.scheduling.types import Memory, Rating, StudyDay

GOLDEN = tomllib.loads((Path(__file__).parents[1] / "oracles" / "fsrs_golden.toml").read_text())
LETTERS = {"A": Rating.AGAIN, "H": Rating.HARD, "G": Rating.GOOD, "E": Rating.EASY}
DAY = StudyDay(20_000)
DEFAULTS = package.Scheduler().parameters


@pytest.fixture(scope="module")
def scheduler():
    return Scheduler()


def live(scheduler, days, memory=None, day=DAY):
    """Answer each group on its due day; yields the memory after each day."""
    for answers in days:
        for answer in answers:
            memory = scheduler.review(memory, LETTERS[answer], day)
        yield memory
        day = memory.due_day


@pytest.mark.parametrize("case", [*GOLDEN["on_time"], *GOLDEN["same_day"]], ids=lambda c: str(c.get("days", "on time")))
def test_golden_intervals(scheduler, case):
    memories = list(live(scheduler, case.get("days", case.get("answers"))))
    assert [m.due_day - m.last_day for m in memories] == case["intervals"]


@pytest.mark.parametrize("case", GOLDEN["stability"], ids=lambda c: c["days"][0])
def test_golden_stability_of_one_day(scheduler, case):
    *_, memory = live(scheduler, case["days"])
    assert memory.stability == pytest.approx(case["stability"], abs=5e-5)
    assert memory.due_day - DAY == case.get("due", memory.due_day - DAY)


def test_slept_once_is_one_day(scheduler):
    easy = scheduler.review(None, Rating.EASY, DAY)
    assert scheduler.review(easy, Rating.GOOD, DAY).stability == pytest.approx(8.2956, abs=5e-5)
    assert scheduler.review(easy, Rating.GOOD, StudyDay(DAY + 1)).stability == pytest.approx(13.4851, abs=5e-5)


def test_fifty_times_again(scheduler):
    for step in (0, 1):
        memory = None
        for n in range(50):
            memory = scheduler.review(memory, Rating.AGAIN, StudyDay(DAY + n * step))
            assert memory.stability >= 0.001
            assert 1 <= memory.difficulty <= 10
            assert memory.due_day > memory.last_day
            assert 0 <= scheduler.recall(memory, StudyDay(memory.due_day + 1)) <= 1
        assert (memory.reps, memory.lapses) == (50, 49 * step)


def test_a_lapse_is_again_on_a_later_day(scheduler):
    memory = scheduler.review(None, Rating.AGAIN, DAY)
    memory = scheduler.review(memory, Rating.AGAIN, DAY)
    assert (memory.reps, memory.lapses) == (2, 0)
    memory = scheduler.review(memory, Rating.AGAIN, StudyDay(DAY + 1))
    memory = scheduler.review(memory, Rating.GOOD, StudyDay(DAY + 2))
    assert (memory.reps, memory.lapses) == (4, 1)


def test_a_clock_set_back_counts_at_the_last_day(scheduler):
    memory = scheduler.review(None, Rating.GOOD, DAY)
    for rating in Rating:
        same = scheduler.review(memory, rating, DAY)
        assert scheduler.review(memory, rating, StudyDay(DAY - 400)) == same
        assert same.last_day == DAY


def test_the_due_day_does_not_change_what_is_remembered(scheduler):
    memory = scheduler.review(None, Rating.GOOD, DAY)
    moved = replace(memory, due_day=StudyDay(DAY + 300))
    assert scheduler.review(moved, Rating.GOOD, StudyDay(DAY + 5)) == scheduler.review(
        memory, Rating.GOOD, StudyDay(DAY + 5)
    )


def test_caps(scheduler):
    *_, memory = live(scheduler, "GGGG")
    free = scheduler.review(memory, Rating.GOOD, memory.due_day)
    capped = scheduler.review(memory, Rating.GOOD, memory.due_day, cap=14)
    assert capped.due_day - capped.last_day == 14
    assert replace(capped, due_day=free.due_day) == free
    assert scheduler.review(None, Rating.GOOD, DAY, cap=14).due_day == DAY + 2
    most = Scheduler(Parameters(maximum_interval=30)).review(memory, Rating.GOOD, memory.due_day, cap=365)
    assert most.due_day - most.last_day == 30
    with pytest.raises(ValueError, match="capped at 0"):
        scheduler.review(None, Rating.GOOD, DAY, cap=0)


@pytest.mark.parametrize("rating", [0, 1, 3, 5, 3.0, "3", True, None, package.Rating.Good])
def test_no_rating_but_the_four(scheduler, rating):
    with pytest.raises(ValueError, match="one of the four"):
        scheduler.review(None, rating, DAY)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("stability", 0.0),
        ("stability", nan),
        ("stability", -1.0),
        ("stability", inf),
        ("difficulty", 0),
        ("difficulty", nan),
    ],
)
def test_an_impossible_memory_is_refused(scheduler, field, value):
    memory = replace(scheduler.review(None, Rating.GOOD, DAY), **{field: value})
    with pytest.raises(ValueError, match=f"{field} of {value} is impossible"):
        scheduler.review(memory, Rating.GOOD, DAY)


def test_nothing_that_is_no_number_leaves(monkeypatch):
    monkeypatch.setattr(package.Scheduler, "_initial_stability", lambda *_, **__: 1e308 * 10)
    monkeypatch.setattr(package.Scheduler, "_next_interval", lambda *_, **__: 1)
    with pytest.raises(ValueError, match="FSRS gave a stability of inf"):
        Scheduler().review(None, Rating.GOOD, DAY)


@pytest.mark.parametrize("value", [0, 1, 1.5, -0.1, 90, nan, inf, True, "0.9", "0,9", None, 0.0001, 0.69, 0.991])
def test_retention_is_checked(value):
    with pytest.raises(BadSetting, match=r"0\.70 to 0\.99"):
        Parameters(retention=value)


@pytest.mark.parametrize("value", [0, -5, 36501, True, 1.0, 1.5, "30", nan, None])
def test_the_maximum_is_checked(value):
    with pytest.raises(BadSetting, match="1 to 36500"):
        Parameters(maximum_interval=value)


@pytest.mark.parametrize(
    "weights", [(), DEFAULTS[:19], (*DEFAULTS, 0.1), (nan, *DEFAULTS[1:]), (True, *DEFAULTS[1:]), ("1", *DEFAULTS[1:])]
)
def test_weights_are_checked(weights):
    with pytest.raises(BadSetting, match="weight"):
        Parameters(weights=weights)


def test_weights_outside_the_packages_bounds_are_refused_in_one_line():
    with pytest.raises(BadSetting, match="out of bounds") as refused:
        Scheduler(Parameters(weights=(1000.0, *DEFAULTS[1:])))
    assert "\n" not in str(refused.value)


def test_the_edges_of_the_ranges_are_allowed():
    for parameters in (
        Parameters(retention=0.70, maximum_interval=1, weights=DEFAULTS),
        Parameters(retention=0.99, maximum_interval=36500, weights=DEFAULTS),
    ):
        memory = Scheduler(parameters).review(None, Rating.EASY, DAY)
        assert 1 <= memory.due_day - DAY <= parameters.maximum_interval


def test_the_default_decay_is_the_packages():
    assert DEFAULTS[-1] == DECAY == Parameters().decay
    assert Parameters(weights=(*DEFAULTS[:-1], 0.3)).decay == 0.3
    assert Scheduler(Parameters(weights=DEFAULTS)).review(None, Rating.GOOD, DAY) == Scheduler().review(
        None, Rating.GOOD, DAY
    )


@given(
    st.floats(0.001, 36500),
    st.integers(-5, 40_000),
    st.sampled_from([DECAY, 0.1, 0.5, 0.8]),
)
def test_recall_equals_the_packages_bit_for_bit(stability, elapsed, decay):
    noon = datetime(1970, 1, 1, 12, tzinfo=UTC) + timedelta(days=20_000)
    card = package.Card(
        card_id=0, state=package.State.Review, stability=stability, difficulty=5.0, due=noon, last_review=noon
    )
    weights = (*DEFAULTS[:-1], decay)
    theirs = package.Scheduler(weights).get_card_retrievability(card, noon + timedelta(days=elapsed))
    memory = Memory(
        stability=stability, difficulty=5.0, due_day=StudyDay(20_001), last_day=StudyDay(20_000), reps=1, lapses=0
    )
    day = StudyDay(20_000 + elapsed)
    assert recall(memory, day, decay=decay) == theirs
    assert Scheduler(Parameters(weights=weights)).recall(memory, day) == theirs


@given(st.lists(st.tuples(st.sampled_from(Rating), st.integers(0, 400)), min_size=1, max_size=40))
def test_the_adapter_is_the_package_on_the_day_clock(history):
    scheduler, memory, day = Scheduler(), None, DAY
    theirs = package.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    noon = datetime(1970, 1, 1, 12, tzinfo=UTC)
    card = package.Card(card_id=0, due=noon)
    for rating, wait in history:
        day = StudyDay(day + wait)
        memory = scheduler.review(memory, rating, day)
        card, _ = theirs.review_card(card, package.Rating(rating.value), noon + timedelta(days=day))
        assert (memory.stability, memory.difficulty) == (card.stability, card.difficulty)
        assert noon + timedelta(days=memory.due_day) == card.due
        assert isfinite(memory.stability)
