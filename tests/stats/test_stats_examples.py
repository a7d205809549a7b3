"""Cases worked out by hand, and histories with nothing to count."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from math import isnan

import pytest
from stats_helpers import COURSE, DAY, attempt, tell

from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
from srs_roulette.stats.types import Share

AGAIN, GOOD = Rating.AGAIN, Rating.GOOD
MINUTES = 60_000
LESSON = [
    attempt(day=0, rating=GOOD),
    attempt(day=0, ms=10 * MINUTES, rating=GOOD, kind=Kind.RELEARN),
    attempt(day=3, rating=AGAIN),
    attempt(day=3, ms=10 * MINUTES, rating=GOOD, kind=Kind.RELEARN),
    attempt(day=4, rating=GOOD),
]
"""Good on a new item, Good 10 min later, Again after 3 days, Good 10 min later, Good next day."""


def numbers(told):
    """Every number in a table of tables."""
    if is_dataclass(told):
        return [n for one in fields(told) for n in numbers(getattr(told, one.name))]
    if isinstance(told, dict):
        return [n for one in told.values() for n in numbers(one)]
    if isinstance(told, list | tuple):
        return [n for one in told for n in numbers(one)]
    return [told] if isinstance(told, int | float) else []


@pytest.mark.parametrize("repeat", [Kind.RELEARN, Kind.REVIEW, Kind.ANKI])
def test_the_example_gives_one_of_two(store, repeat):
    same_day = [attempt(day=day, ms=10 * MINUTES, kind=repeat) for day in (0, 3)]
    store.keep([LESSON[0], same_day[0], LESSON[2], same_day[1], LESSON[4]])
    told = tell(store, DAY + 4)
    assert (told.reviews, told.retention.all.n, told.retention.all.passed, told.retention.all.value) == (5, 2, 1, 0.5)
    assert {band: share.n for band, share in told.retention.bands.items()} == {
        (1, 6): 2,
        (7, 20): 0,
        (21, 90): 0,
        (91, None): 0,
    }


@pytest.mark.parametrize(("days", "band"), [(1, 0), (6, 0), (7, 1), (20, 1), (21, 2), (90, 2), (91, 3), (4000, 3)])
def test_a_band_ends_where_the_next_begins(store, days, band):
    store.keep([attempt(day=0), attempt(day=days)])
    assert [share.n for share in tell(store, DAY + days).retention.bands.values()] == [n == band for n in range(4)]


def test_practice_moves_no_figure_of_recall(store):
    store.keep(LESSON)
    before = tell(store, DAY + 4)
    store.keep([attempt(day=day, ms=-MINUTES, kind=kind) for day in (2, 4) for kind in (Kind.DRILL, Kind.TEST)])
    after = tell(store, DAY + 4)
    assert (after.retention, after.calibration, after.knowledge) == (
        before.retention,
        before.calibration,
        before.knowledge,
    )
    assert sum(day.answers for day in after.activity.days) == 9


def test_a_withdrawn_answer_counts_nowhere(store):
    store.keep(LESSON)
    before = tell(store, DAY + 5)
    (extra,) = store.keep([attempt(day=5, rating=AGAIN, elapsed_ms=3000, slip="stake_included", params="{}")])
    assert tell(store, DAY + 5) != before
    store.undo(extra.id, extra.id + 1)
    assert tell(store, DAY + 5) == before


def test_a_reset_makes_the_item_new(store):
    store.keep([*LESSON, attempt(day=5, kind=Kind.RESET), attempt(day=9)])
    told = tell(store, DAY + 9)
    assert told.retention.all.n == 2
    assert [day.new for day in told.activity.days] == [1, 0, 0, 1]


def test_history_follows_a_new_name(store):
    store.keep([attempt("deck/old", day=0), attempt("deck/a", day=0, ms=1), attempt("deck/a", day=2)])
    assert tell(store, DAY + 2).retention.all.n == 1
    store.rename({ItemId("deck/old"): ItemId("deck/b")})
    (late,) = store.keep([attempt("deck/b", day=3)])
    told = tell(store, DAY + 3)
    assert (told.retention.all.n, list(told.retention.families)) == (2, ["odds"])
    assert told.retention.bands[1, 6].n == 2
    assert late.item_id == "deck/b"


def test_what_was_before_since_is_remembered_but_not_counted(store):
    store.keep(LESSON)
    told = tell(store, DAY + 4, since=StudyDay(DAY + 4))
    assert (told.reviews, told.retention.all.n, told.retention.all.passed) == (1, 1, 1)
    assert told.knowledge == tell(store, DAY + 4).knowledge


def test_a_scope_keeps_to_its_items(store):
    store.keep([attempt(item, day=day) for day in (0, 1) for item in ("deck/a", "deck/c", "deck/x")])
    assert set(tell(store, DAY + 1).retention.families) == {"odds", "wheel", "mixed"}
    assert set(tell(store, DAY + 1, closed=True).retention.families) == {"odds", "wheel"}
    only = tell(store, DAY + 1, families=("wheel",))
    assert (set(only.retention.families), only.knowledge.all.seen, only.reviews) == ({"wheel"}, 1, 2)
    assert set(tell(store, DAY + 1, families=("mixed",)).retention.families) == {"mixed"}


@pytest.mark.parametrize(
    "history",
    [
        [],
        [attempt()],
        [attempt(item) for item in COURSE],
        [attempt(kind=Kind.DRILL, elapsed_ms=1000)],
        [attempt(kind=Kind.ANKI, surface="anki", family=None)],
        [attempt(), attempt(day=1, kind=Kind.RESET)],
    ],
    ids=["empty", "one attempt", "only new", "only a drill", "only Anki", "made new"],
)
def test_nothing_to_count_is_none_and_never_a_share(store, history):
    store.keep(history)
    for told in (tell(store), tell(None)):
        assert told.retention.all == Share(n=0, passed=0, value=None, low=None, high=None)
        assert set(told.retention.bands.values()) == {told.retention.all}
        assert (told.retention.families, told.retention.months) == ({}, {})
        for scores in (told.calibration.fsrs, told.calibration.constant, told.calibration.moving_average):
            assert (scores.log_loss, scores.rmse_bins, scores.auc) == (None, None, None)
        assert (told.transfer.fresh.value, told.transfer.repeated.value) == (None, None)
        assert not any(map(isnan, numbers(told)))
    nothing = tell(None)
    assert (nothing.knowledge.all.expected, nothing.activity.seconds_a_day) == (None, None)


def test_one_review_has_a_range_as_wide_as_it_is(store):
    store.keep([attempt(), attempt(day=2)])
    told = tell(store, DAY + 2)
    share = told.retention.all
    assert (share.n, share.value, share.high) == (1, 1.0, 1.0)
    assert share.low == pytest.approx(0.2065, abs=5e-5)
    assert told.calibration.fsrs.auc is None
    assert told.calibration.fsrs.log_loss > 0


@pytest.mark.parametrize(
    ("passed", "n", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_is_that_of_the_published_table(passed, n, low, high):
    share = Share.of(passed, n)
    assert (share.low, share.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_months_and_days_are_those_that_were_stored(store):
    """A flight over the date line: the later answer has the earlier study day."""
    store.keep([attempt("deck/a", day=0), attempt("deck/a", day=31), attempt("deck/b", day=0, ms=40 * 86_400_000)])
    told = tell(store, DAY + 40)
    assert [(one.day, one.answers) for one in told.activity.days] == [(DAY, 2), (DAY + 31, 1)]
    assert list(told.retention.months) == ["2024-11"]


@pytest.mark.parametrize(("days", "lately"), [(0, 1), (29, 1), (30, 0), (-1, 0)])
def test_lately_is_the_last_thirty_days(store, days, lately):
    store.keep([attempt(rating=AGAIN, slip="stake_included")])
    assert [(slip.n, slip.lately) for slip in tell(store, DAY + days).slips] == [(1, lately)]


def test_after_the_clock_was_set_back_an_answer_counts_at_the_items_last_day(store):
    store.keep([attempt(day=0), attempt(day=10), attempt(day=3), attempt(day=11)])
    assert [share.n for share in tell(store, DAY + 11).retention.bands.values()] == [1, 1, 0, 0]
