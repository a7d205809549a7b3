"""What will be known on a date: single items against the package of FSRS, whole plans against chance itself."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recall_helpers import life

from srs_roulette.recall.readiness import readiness
from srs_roulette.recall.simulation import Group, Limits, Seen, World, play
from srs_roulette.scheduling.forward import WEIGHTS, Forward
from srs_roulette.scheduling.fsrs import Parameters, Scheduler
from srs_roulette.scheduling.types import Memory, Rating, StudyDay

TODAY = StudyDay(20_000)
FREE = Limits(new=500, reviews=inf, seconds=inf)
NONE = Limits(new=0, reviews=0, seconds=0)
PACKAGE = Scheduler(Parameters())
SOME = st.lists(
    st.tuples(st.floats(0.3, 200), st.floats(1, 10), st.integers(1, 60), st.integers(-5, 40)), min_size=1, max_size=12
)


def world(days, *, seen=(), new=0, groups=None, **more):
    return World(
        **{
            "today": TODAY,
            "date": StudyDay(TODAY + days),
            "groups": groups or [Group(10.0, None)],
            "seen": seen,
            "new": [0] * new,
            "first_right": 1.0,
            "forward": Forward(),
            "retention": 0.9,
            "maximum_interval": 36500,
            "exam": None,
            "pause_until": None,
            "done": NONE,
        }
        | more
    )


def seen(stability, last=1, due=0, difficulty=5.0, group=0):
    """An item answered ``last`` days ago and due in ``due`` days."""
    return Seen(
        group=group,
        stability=stability,
        difficulty=difficulty,
        last_day=StudyDay(TODAY - last),
        due_day=None if due is None else StudyDay(TODAY + due),
    )


def items(rows):
    return [seen(stability, last, due, difficulty) for stability, difficulty, last, due in rows]


def curve(stability, days):
    """FSRS-6's forgetting curve, written down once more."""
    decay = -WEIGHTS[20]
    return (1 + (0.9 ** (1 / decay) - 1) * days / stability) ** decay


def answered(memory, day, *ratings, cap=36500):
    for rating in ratings:
        memory = PACKAGE.review(memory, rating, StudyDay(day), cap=cap)
    return memory


def expected(memory, date, cap=36500):
    """Go through every way in which an item's answers may turn out, with the package; return how likely it is known."""

    @cache
    def known(memory):
        if memory.due_day >= date:
            return curve(memory.stability, date - memory.last_day)
        day = max(memory.due_day, TODAY)
        chance = PACKAGE.recall(memory, day)
        right = answered(memory, day, Rating.GOOD, cap=cap)
        wrong = answered(memory, day, Rating.AGAIN, Rating.GOOD, cap=cap)
        return chance * known(right) + (1 - chance) * known(wrong)

    return known(memory)


def memory_of(one):
    return Memory(
        stability=one.stability,
        difficulty=one.difficulty,
        due_day=one.due_day,
        last_day=one.last_day,
        reps=3,
        lapses=0,
    )


# ---- one item


def test_what_is_not_asked_is_forgotten_along_the_curve():
    told = play(world(30, seen=[seen(10.0, last=4)], new=1), NONE)
    assert told.known == [pytest.approx(curve(10.0, 34), abs=1e-12)]
    assert told.seconds == [0.0] * 30
    assert play(world(30, seen=[seen(10.0, last=4, due=None)]), FREE).known == told.known


def test_a_new_item():
    """FSRS: stability 2.3065 after Good, so it is due on the second day; 0.212 after Again."""
    assert play(world(1, new=1), FREE).known == [pytest.approx(curve(2.3065, 1), abs=1e-12)]
    assert play(world(2, new=1), FREE).known == [pytest.approx(curve(2.3065, 2), abs=1e-12)]
    told = play(world(3, new=1), FREE)
    chance = curve(2.3065, 2)
    right = answered(answered(None, TODAY, Rating.GOOD), TODAY + 2, Rating.GOOD)
    wrong = answered(answered(None, TODAY, Rating.GOOD), TODAY + 2, Rating.AGAIN, Rating.GOOD)
    by_hand = chance * curve(right.stability, 1) + (1 - chance) * curve(wrong.stability, 1)
    assert told.known == [pytest.approx(by_hand, abs=1e-12)]
    assert told.seconds == [10.0, 0.0, pytest.approx(10 * (2 - chance), abs=1e-12)]


def test_a_new_item_that_is_often_wrong_at_first():
    told = play(world(1, new=1, first_right=0.25), FREE)
    wrong = answered(None, TODAY, Rating.AGAIN, Rating.GOOD).stability
    assert told.known == [pytest.approx(0.25 * curve(2.3065, 1) + 0.75 * curve(wrong, 1), abs=1e-12)]
    assert told.seconds == [17.5]


@settings(max_examples=25)
@given(rows=SOME, days=st.integers(1, 9))
def test_without_limits_every_item_is_what_all_its_answers_make_of_it(rows, days):
    for one in items(rows):
        known = play(world(days, seen=[one]), FREE).known[0]
        assert known == pytest.approx(expected(memory_of(one), TODAY + days), abs=0.004)


@settings(max_examples=40)
@given(rows=SOME, days=st.integers(1, 60))
def test_many_items_are_the_sum_of_each(rows, days):
    together = play(world(days, seen=items(rows)), FREE)
    alone = [play(world(days, seen=[one]), FREE) for one in items(rows)]
    assert together.known[0] == pytest.approx(sum(one.known[0] for one in alone), abs=0.004 * len(rows))
    for day, seconds in enumerate(together.seconds):
        assert seconds == pytest.approx(sum(one.seconds[day] for one in alone), abs=0.4 * len(rows))


@pytest.mark.parametrize("cap", [1, 3, 7])
def test_intervals_are_capped(cap):
    one = seen(40.0, last=30)
    right = pytest.approx(expected(memory_of(one), TODAY + 9, cap), abs=0.004)
    assert play(world(9, seen=[one], maximum_interval=cap), FREE).known == [right]
    assert play(world(9, seen=[one], groups=[Group(10.0, cap)]), FREE).known == [right]
    assert sum(play(world(9, seen=[one]), FREE).seconds) < sum(
        play(world(9, seen=[one], maximum_interval=cap), FREE).seconds
    )


def test_an_exam_brings_everything_back_by_its_day():
    told = play(world(12, seen=[seen(40.0, last=30)], exam=StudyDay(TODAY + 10)), FREE)
    asked = [day for day, seconds in enumerate(told.seconds) if seconds > 5]
    assert asked == [0, 10]


def test_a_pause_holds_all_back():
    told = play(world(10, seen=[seen(5.0)], new=3, pause_until=StudyDay(TODAY + 4)), FREE)
    assert told.seconds[:4] == [0.0] * 4
    assert told.seconds[4] > 40


def test_what_was_done_today_is_not_done_again():
    some = [seen(5.0) for _ in range(4)]
    limits = Limits(new=3, reviews=2, seconds=inf)
    alone, rest = (
        play(world(1, seen=some, new=5, done=done), limits).seconds[0]
        for done in (NONE, Limits(new=2, reviews=1, seconds=0))
    )
    chance = curve(5.0, 1)
    assert alone == pytest.approx(2 * 10 * (2 - chance) + 3 * 10)
    assert rest == pytest.approx(1 * 10 * (2 - chance) + 1 * 10)
    assert play(world(1, seen=some, done=Limits(new=0, reviews=9, seconds=9)), limits).seconds == [0.0]


def test_the_least_sure_come_first_and_the_rest_waits():
    weak, firm = seen(1.0, last=20), seen(100.0, last=20, group=1)
    two = [Group(10.0, None), Group(10.0, None)]
    told = play(world(1, seen=[firm, weak], groups=two), Limits(new=0, reviews=1, seconds=inf))
    assert told.known[1] == pytest.approx(curve(100.0, 21))
    assert told.known[0] > curve(1.0, 21) + 0.1


# ---- whole plans


def chance_itself(start, limits, rng):
    """Play a plan once with answers that fall as they may, item by item, with the package."""
    memories, new = [memory_of(one) for one in start.seen], len(start.new)
    for day in range(start.today, start.date):
        spent, begun = 0.0, 0
        due = sorted((m for m in memories if m.due_day <= day), key=lambda m: PACKAGE.recall(m, StudyDay(day)))
        for reviews, memory in enumerate(due):
            if spent >= limits.seconds or reviews >= limits.reviews:
                break
            right = rng.random() < PACKAGE.recall(memory, StudyDay(day))
            spent += 10 * (1 if right else 2)
            ratings = (Rating.GOOD,) if right else (Rating.AGAIN, Rating.GOOD)
            memories[memories.index(memory)] = answered(memory, day, *ratings)
        while new and begun < limits.new and spent < limits.seconds:
            right = rng.random() < start.first_right
            spent += 10 * (1 if right else 2)
            begun, new = begun + 1, new - 1
            memories.append(answered(None, day, *((Rating.GOOD,) if right else (Rating.AGAIN, Rating.GOOD))))
    return sum(curve(memory.stability, start.date - memory.last_day) for memory in memories)


@pytest.mark.parametrize(
    "limits",
    [
        FREE,
        Limits(new=3, reviews=inf, seconds=inf),
        Limits(new=2, reviews=4, seconds=inf),
        Limits(new=4, reviews=inf, seconds=60),
    ],
    ids=["no limits", "new", "reviews", "time"],
)
def test_what_is_expected_is_the_mean_of_what_chance_brings(limits):
    rng = Random(7)
    some = [seen(rng.uniform(1, 30), last=rng.randint(1, 20), due=rng.randint(-3, 10)) for _ in range(10)]
    start = world(20, seen=some, new=20, first_right=0.6)
    runs = [chance_itself(start, limits, rng) for _ in range(60)]
    told = sum(play(start, limits).known)
    # Three standard errors; and a limit that cuts an item in two is no limit of whole ones: 2 % of the items.
    assert told == pytest.approx(fmean(runs), abs=3 * stdev(runs) / sqrt(len(runs)) + 0.02 * 30)


@settings(max_examples=30)
@given(rows=SOME, new=st.integers(0, 30), days=st.integers(1, 40), pace=st.integers(0, 10))
def test_more_minutes_a_day_lower_nothing(rows, new, days, pace):
    """But for this: what waits is worth a little more when it is right at last."""
    start = world(days, seen=items(rows), new=new, first_right=0.5)
    shares = [
        sum(play(start, Limits(new=pace, reviews=inf, seconds=60 * minutes)).known) / (len(rows) + new)
        for minutes in (0, 1, 2, 4, 8, 20)
    ]
    assert all(0 <= share <= 1 for share in shares)
    assert all(more >= less - 0.02 for less, more in pairwise(shares))


# ---- a learner


@pytest.fixture(scope="module")
def learner():
    with life(12) as one:
        yield one


def test_a_learner_s_sections_add_up(learner):
    told = readiness(learner.desk(12), StudyDay(learner.desk(12).today + 30), 0.9)
    whole = told.known
    assert whole.items == sum(one.known.items for one in told.sections) == len(learner.desk(12).course().entries)
    assert whole.seen == sum(one.known.seen for one in told.sections) == len(learner.store.memories())
    for share in ("now", "then"):
        parts = sum(getattr(one.known, share) * one.known.items for one in told.sections)
        assert getattr(whole, share) * whole.items == pytest.approx(parts)
    assert whole.now < whole.then
    assert readiness(learner.desk(12), told.date, 0.9) == told


def test_known_now_is_what_the_statistics_tell(learner):
    told = readiness(learner.desk(12), StudyDay(learner.desk(12).today + 1), 0.9)
    known = learner.told(12).report.knowledge.all
    assert told.known.now * told.known.items == pytest.approx(known.expected[0])
    assert told.known.seen == known.seen


@pytest.mark.parametrize("target", [0.3, 0.6, 0.9])
def test_the_plan_that_is_needed_reaches_the_target_and_a_smaller_one_does_not(learner, target):
    desk = learner.desk(12)
    date = StudyDay(desk.today + 60)
    told = readiness(desk, date, target)
    assert told.most is None
    assert told.needed.then >= target
    assert told.minutes >= 0
    less = readiness(with_settings(desk, told.needed, minutes=told.needed.minutes - 1), date, target)
    assert less.known.then < target
    enough = readiness(with_settings(desk, told.needed), date, target)
    assert enough.known.then == pytest.approx(told.needed.then, abs=0.002)


def with_settings(desk, plan, minutes=None):
    of = replace(
        desk.settings,
        new_per_day=plan.new_per_day,
        minutes_per_day=plan.minutes if minutes is None else minutes,
        reviews_per_day=9999,
    )
    return replace(desk, settings=of)


def test_what_cannot_be_reached_is_said_with_the_most_that_can(learner):
    desk = learner.desk(12)
    told = readiness(desk, StudyDay(desk.today + 60), 0.99)
    assert told.needed is None
    assert told.known.then < told.most.then + 0.02 < 0.99 + 0.02
