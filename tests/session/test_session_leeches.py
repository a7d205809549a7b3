from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from session_helpers import MORNING, ONE

from srs_roulette.scheduling.days import utc_ms
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
from srs_roulette.session.leeches import leeches
from srs_roulette.store.attempt import Attempt
from srs_roulette.store.attempts import Store

SIGNS = {
    "+": (None, Rating.GOOD),
    "-": (None, Rating.AGAIN),
    "d": (Kind.DRILL, None),
    "r": (Kind.RESET, None),
}


def log(store, signs, item="mine/split/2", *, first=0, answers=Kind.ANKI):
    """Write attempts of one item, a day apart: right, wrong, a wrong drill, made new."""
    store.keep(
        Attempt(
            id=utc_ms(MORNING) + (first + n) * 86_400_000,
            item_id=ItemId(item),
            kind=kind or answers,
            surface="anki",
            zone="UTC",
            study_day=StudyDay(20_000 + first + n),
            rating=rating,
            verdict="wrong" if kind is Kind.DRILL else None,
        )
        for n, (kind, rating) in enumerate(SIGNS[sign] for sign in signs)
    )


@pytest.mark.parametrize(
    ("signs", "wrong"),
    [
        ("", None),
        ("----", None),  # four wrong are not more than half of eight
        ("-----", 5),
        ("----++++", None),
        ("-----+++", 5),
        ("--------", 8),
        ("--------++++", None),  # of the last eight four were wrong
        ("++++-----+++", 5),
        ("+++++++++++++-----", 5),
        ("----ddddd", None),  # practice is no attempt of the schedule
        ("----d-", 5),
        ("-----r", None),  # new again
        ("-----r+", None),
        ("-----r++++++", None),
        ("-----r+-----", 5),
        ("rr-----", 5),
    ],
)
def test_more_than_half_of_the_last_eight(learner, signs, wrong):
    desk = learner.desk()
    log(desk.store, signs)
    log(desk.store, "++++++++", ONE[1], first=50)
    found = leeches(desk.course(), desk.store)
    assert [(leech.entry.id, leech.wrong) for leech in found] == ([] if wrong is None else [(ONE[0], wrong)])


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with Store.for_writing(tmp_path_factory.mktemp("log") / "learner.db") as store:
        yield store


@given(signs=st.text("+-rd", max_size=30))
def test_last_ratings_are_those_since_it_was_new(store, signs):
    item = ItemId(f"mine/{len(store.histories())}")
    log(store, signs, item, first=(store.newest_id() or 0) // 86_400_000)
    seen = [SIGNS[sign][1] for sign in signs.rpartition("r")[2] if sign in "+-"]
    ratings = store.last_ratings(8, least=5)
    assert ratings.get(item, []) == (seen[-8:] if len(seen) >= 5 else [])


def test_a_clock_set_back_does_not_change_which_were_last(learner):
    store = learner.desk().store
    log(store, "++++", first=50, answers=Kind.REVIEW)
    # With ids of long ago, but written after the others: by their ids one of them would be none of the last eight.
    log(store, "-----", answers=Kind.REVIEW)
    ratings = store.last_ratings(8, least=5)[ItemId(ONE[0])]
    assert ratings == [Rating.GOOD] * 3 + [Rating.AGAIN] * 5


def test_history_under_an_old_name_counts(learner):
    store = learner.desk().store
    log(store, "-----", "mine/old/2")
    store.rename({ItemId("mine/old/2"): ItemId(ONE[0])})
    assert [leech.entry.id for leech in leeches(learner.desk().course(), store)] == [ONE[0]]


def test_a_withdrawn_answer_makes_no_leech(learner):
    desk = learner.desk()
    log(desk.store, "----")
    sitting = learner.sit(day=60, new=0)
    sitting.answer(sitting.next(), right=False)
    assert [leech.entry.id for leech in sitting.session.leeches()] == [ONE[0]]
    sitting.undo()
    assert sitting.session.leeches() == []
    assert leeches(desk.course(), desk.store) == []


def test_a_sitting_tells_of_those_it_met(learner):
    store = learner.desk().store
    for item in ONE[:2]:
        log(store, "------", item, first=ONE.index(item) * 20)
    sitting = learner.sit(day=60, new=0)
    assert sitting.session.leeches() == []
    met = sitting.next()
    sitting.answer(met)
    assert [(leech.entry.id, leech.wrong) for leech in sitting.session.leeches()] == [(met.entry.id, 6)]


def test_paused_items_are_no_leeches_and_the_worst_come_first(learner):
    desk = learner.desk()
    for n, (item, signs) in enumerate(zip(ONE, ("-----", "--------", "-------"), strict=False)):
        log(desk.store, signs, item, first=n * 20)
    assert [leech.entry.id for leech in leeches(desk.course(), desk.store)] == [ONE[1], ONE[2], ONE[0]]
    desk.store.suspend(ItemId(ONE[1]), 1)
    assert [leech.entry.id for leech in leeches(desk.course(), desk.store)] == [ONE[2], ONE[0]]
    assert leeches(desk.course(), None) == []
