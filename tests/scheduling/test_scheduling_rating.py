"""Grading by latency, on logs whose ratings are reckoned by hand.

Eight answers of 1,000 ms have the median ln 1000 and no spread, so the least, 0.15, holds. Then z is above 1.5 from
1000 x e^0.225 = 1252.3 ms on, below -1.5 up to 1000 / e^0.225 = 798.5 ms, above 4 from 1000 x e^0.6 = 1822.1 ms on.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.scheduling.rating import (
    Pace,
    Timed,
    in_time,
    rating_by_latency,
    rating_for,
    ratings_by_latency,
)
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay

AGAIN, HARD, GOOD, EASY = Rating.AGAIN, Rating.HARD, Rating.GOOD, Rating.EASY
ITEM = ItemId("deck/a")


def timed(day, ms=1000, item=ITEM, *, passed=True, kind=Kind.REVIEW, family="odds", surface="terminal", target=60.0):
    return Timed(
        item=item,
        kind=kind,
        family=family,
        surface=surface,
        day=StudyDay(20_000 + day),
        passed=passed,
        elapsed_ms=ms,
        target_seconds=target,
    )


def others(count, day=0, ms=1000, **more):
    """Answers to other items, each seen for the first time."""
    return [timed(day, ms, ItemId(f"deck/{day}/{n}"), **more) for n in range(count)]


KNOWN = [timed(-3), timed(-2), timed(-1)]
"""The item was passed on three days, in usual time."""


def last(attempts):
    return [*ratings_by_latency(attempts)][-1]


def test_pass_fail_knows_two_ratings():
    assert [rating_for(True), rating_for(False)] == [GOOD, AGAIN]


def test_a_pace_reckoned_by_hand():
    # The median lies between the fourth and the fifth: both 4,000. Off it, in ln: four times ln 2 and four times 0,
    # so the median of that is ln(2) / 2 = 0.3465736; times 1.4826 it is 0.5138300.
    pace = Pace.of([2000, 2000, 4000, 4000, 4000, 4000, 8000, 8000])
    assert pace.median == pytest.approx(log(4000))
    assert pace.spread == pytest.approx(0.5138300, abs=5e-8)
    # 4000 x e^(1.5 x 0.51383) = 8645.6 ms, 4000 x e^(4 x 0.51383) = 31237.3 ms.
    assert pace.z(8645) < 1.5 < pace.z(8646)
    assert pace.z(31_237) < 4 < pace.z(31_238)


def test_an_odd_number_has_a_middle():
    # 1, 2, 4, ... 256 s: the middle is 16 s; off it 4, 3, 2, 1, 0, 1, 2, 3, 4 times ln 2, in the middle 2 ln 2.
    pace = Pace.of([1000 * 2**n for n in range(9)])
    assert pace.median == pytest.approx(log(16_000))
    assert pace.spread == pytest.approx(1.4826 * 2 * log(2))


def test_the_spread_is_never_below_its_least():
    assert Pace.of([1000] * 8) == Pace(log(1000), 0.15)
    # Off the median by ln 1.1 = 0.0953 each: 0.1413 would be less than 0.15. By ln 1.2 = 0.1823: 0.2703.
    assert Pace.of([1000, 1210] * 4).spread == 0.15
    assert Pace.of([1000, 1440] * 4).spread == pytest.approx(1.4826 * log(1.2))


def test_no_time_at_all_is_a_millisecond():
    pace = Pace.of([0] * 8)
    assert (pace.median, pace.z(0), pace.z(1)) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("z", "rating"),
    [
        (None, GOOD),
        (0.0, GOOD),
        (1.5, GOOD),
        (1.5001, HARD),
        (4.0, HARD),
        (4.0001, GOOD),
        (-1.5, GOOD),
        (-1.5001, EASY),
    ],
)
def test_exactly_at_a_bound_a_time_is_still_usual(z, rating):
    days = [StudyDay(1), StudyDay(1), StudyDay(2)]
    assert rating_by_latency(z, first=False, in_time=True, passes=lambda: days) is rating
    assert rating_by_latency(z, first=True, in_time=True, passes=lambda: days) is GOOD


@pytest.mark.parametrize(
    ("ms", "rating"),
    [(1, EASY), (798, EASY), (799, GOOD), (1000, GOOD), (1252, GOOD), (1253, HARD), (1822, HARD), (1823, GOOD)],
)
def test_a_time_against_a_pace(ms, rating):
    assert last([*KNOWN, *others(5), timed(1, ms)]) is rating
    assert last([*KNOWN, *others(5), timed(1, ms, passed=False)]) is AGAIN


@pytest.mark.parametrize(("count", "rating"), [(4, GOOD), (5, HARD)])
def test_seven_answers_make_no_pace_and_eight_do(count, rating):
    assert last([*KNOWN, *others(count), timed(1, 1500)]) is rating


@pytest.mark.parametrize(
    "without",
    [
        others(1, family="zero"),
        others(1, surface="page"),
        others(1, day=1),
        others(1, passed=False),
        others(1, ms=None),
        others(1, kind=Kind.DRILL),
        others(1, kind=Kind.TEST),
        others(1, kind=Kind.ANKI),
        others(1, kind=Kind.ANKI, surface="anki"),
    ],
    ids=["other family", "other surface", "same day", "wrong", "void", "drill", "test", "anki", "surface anki"],
)
def test_what_makes_no_pace(without):
    assert last([*KNOWN, *others(4), *without, timed(1, 1500)]) is GOOD
    relearned = [replace(one, kind=Kind.RELEARN) for one in others(1)]
    assert last([*KNOWN, *others(4), *relearned, timed(1, 1500)]) is HARD


@pytest.mark.parametrize(("ms", "rating"), [(1822, GOOD), (1823, HARD)])
def test_a_time_of_somebody_who_was_away_makes_no_pace(ms, rating):
    # Eight more of 1,822 ms make 1,500 ms usual. From 1,823 ms on they are void, and the pace is that of before.
    assert last([*KNOWN, *others(5), *others(8, day=1, ms=ms), timed(2, 1500)]) is rating


@pytest.mark.parametrize(
    ("slow", "first", "second"), [(29, HARD, GOOD), (30, GOOD, GOOD), (31, GOOD, GOOD), (90, GOOD, GOOD)]
)
def test_the_sixtieth_answer_makes_the_pace_and_the_one_before_does_not(slow, first, second):
    # The newest 30 took 1,000 ms, those before 2,000 ms. With 29 of these the median is ln 1000 and the spread the
    # least: 1,253 ms is slow, 2,600 ms is away. With 30 the median is ln 1414.2, the spread 1.4826 x ln(2) / 2: both
    # are usual. Were a 61st looked at, it would be ln 2000 and the least again, and 2,600 ms would be slow.
    before = [*others(slow, day=-9, ms=2000), *others(27, day=-8), *KNOWN]
    assert (last([*before, timed(1, 1253)]), last([*before, timed(1, 2600)])) == (first, second)


@pytest.mark.parametrize(
    ("earlier", "rating"),
    [
        ([], GOOD),
        ([timed(-2), timed(-1)], GOOD),
        ([timed(-2), timed(-1), timed(0)], EASY),
        ([timed(-1), timed(-1), timed(0)], EASY),
        ([timed(-1), timed(1), timed(1)], EASY),
        ([timed(-1), timed(-1), timed(-1)], GOOD),
        ([timed(1), timed(1), timed(1), timed(1)], GOOD),
        ([timed(-2), timed(-1), timed(0, passed=False)], GOOD),
        ([timed(-2), timed(-1), timed(0, passed=False), timed(0, kind=Kind.RELEARN)], EASY),
        ([timed(-2), timed(-1), timed(0, kind=Kind.DRILL), timed(0, kind=Kind.TEST)], GOOD),
        ([timed(-2), timed(-1), timed(0, kind=Kind.ANKI)], EASY),
        ([timed(-2), timed(-1), timed(0, passed=False, kind=Kind.RESCHEDULE), timed(0)], EASY),
        ([*KNOWN, timed(0, passed=False, kind=Kind.RESET), timed(0), timed(1)], GOOD),
    ],
)
def test_easy_needs_three_passes_that_are_not_all_of_one_day(earlier, rating):
    assert last([*others(8, day=-4), *earlier, timed(1, 700)]) is rating


@pytest.mark.parametrize(
    ("ms", "target", "rating"),
    [(700, 0.7, EASY), (701, 0.7, GOOD), (700, 0.6999, GOOD), (700, None, GOOD), (None, 9.0, GOOD)],
)
def test_easy_is_within_the_target_time(ms, target, rating):
    assert in_time(ms, target) is (rating is EASY)
    assert last([*KNOWN, *others(5), timed(1, ms, target=target)]) is rating


def test_hard_needs_no_target_time():
    assert last([*KNOWN, *others(5), timed(1, 1500, target=None)]) is HARD


def test_passes_are_looked_up_only_where_easy_is_possible():
    def never():
        raise AssertionError

    for z, first, timely in [
        (None, False, True),
        (-1.5, False, True),
        (2, False, True),
        (-3, True, True),
        (-3, False, False),
    ]:
        rating_by_latency(z, first=first, in_time=timely, passes=never)


def test_what_is_no_answer_has_no_rating():
    assert [*ratings_by_latency([timed(0, passed=False, kind=kind) for kind in Kind])] == [
        AGAIN if kind in {Kind.REVIEW, Kind.RELEARN} else None for kind in Kind
    ]


# ---- what holds for every log


def random_log(seed):
    """Eighty events of five items, most of them right answers, with now and then a night between two."""
    rng, day, attempts = Random(seed), 0, []
    for _ in range(80):
        day += rng.random() < 0.15
        attempts.append(
            timed(
                day,
                rng.choice([None, *[round(1000 * rng.lognormvariate(0, 0.4)) for _ in range(9)]]),
                ItemId(f"deck/{rng.randrange(5)}"),
                passed=rng.random() < 0.85,
                kind=rng.choice([*[Kind.REVIEW] * 12, *[Kind.RELEARN] * 4, Kind.ANKI, Kind.DRILL, Kind.RESET]),
                target=rng.choice([None, 2.0, 9.0]),
            )
        )
    return attempts


LOGS = st.integers(0, 2**32).map(random_log)


def test_the_random_logs_hold_every_rating():
    found = Counter(rating for seed in range(100) for rating in ratings_by_latency(random_log(seed)))
    assert min(found[rating] for rating in (AGAIN, HARD, GOOD, EASY, None)) > 50, found


@given(LOGS)
def test_a_first_exposure_is_never_hard_or_easy(attempts):
    seen = set()
    for one, rating in zip(attempts, ratings_by_latency(attempts), strict=True):
        if one.item not in seen:
            assert rating in {AGAIN, GOOD, None}
        if one.kind is Kind.RESET:
            seen.discard(one.item)
        elif one.kind in {Kind.REVIEW, Kind.RELEARN, Kind.ANKI}:
            seen.add(one.item)


@given(LOGS, st.integers(0, 80))
def test_nothing_that_came_later_plays_a_part(attempts, cut):
    assert [*ratings_by_latency(attempts[:cut])] == [*ratings_by_latency(attempts)][:cut]


@given(LOGS)
def test_both_rules_agree_on_what_was_wrong(attempts):
    for one, rating in zip(attempts, ratings_by_latency(attempts), strict=True):
        assert rating is None or (rating is AGAIN) is (rating_for(one.passed) is AGAIN)


def slower(attempts, *, targets):
    return [
        replace(
            one,
            elapsed_ms=None if one.elapsed_ms is None else 10 * one.elapsed_ms,
            target_seconds=one.target_seconds and one.target_seconds * (10 if targets else 1),
        )
        for one in attempts
    ]


@given(LOGS)
def test_a_learner_ten_times_slower_gets_the_same_ratings_for_the_same_relative_times(attempts):
    """Easy alone looks at the clock on the wall: a slow learner who is quick for once may still miss the target."""
    ratings = [*ratings_by_latency(attempts)]
    assert [*ratings_by_latency(slower(attempts, targets=True))] == ratings
    for one, ten in zip(ratings, ratings_by_latency(slower(attempts, targets=False)), strict=True):
        assert ten is one or (one, ten) == (EASY, GOOD)
