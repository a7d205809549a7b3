"""Beyond the day: what is due later, holidays, and the limits of a day with a backlog."""

from __future__ import annotations

import re
from random import Random

import pytest
from session_helpers import DECK, MORNING, ONE, Learner, at, ids

from srs_roulette.scheduling.days import iso, utc_ms
from srs_roulette.scheduling.recall import recall
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import Rating, StudyDay
from srs_roulette.session.sitting import Asked
from srs_roulette.store.attempt import Attempt

TODAY = StudyDay(MORNING.toordinal() - 719_163)


def attempt(item, *, ago, due, kind=Kind.ANKI, number=0, rating=Rating.GOOD):
    """Make an attempt of some days ago that set a due day, so many days from today."""
    return Attempt(
        id=utc_ms(at(-ago)) + number,
        item_id=item,
        kind=kind,
        surface="anki",
        zone="UTC",
        study_day=StudyDay(TODAY - ago),
        rating=rating,
        due_day=StudyDay(TODAY + due),
    )


def remember(learner, *rows):
    """Write one right answer for each item: how many days ago, and how many days from today it is due."""
    learner.desk().store.keep(attempt(item, ago=ago, due=due) for item, ago, due in rows)


# ---- ahead


def test_what_is_due_later_comes_after_the_day_by_lowest_recall(learner):
    # By due day it would be 4, 3, 2: what was seen long ago is surest to be forgotten.
    remember(learner, ("mine/split/2", 9, 30), ("mine/split/3", 2, 20), ("mine/split/4", 1, 10))
    remember(learner, ("mine/odds/straight", 5, 0))
    sitting = learner.sit(new=1, ahead=True)
    came, reason = sitting.play()
    assert ids(came) == [
        *("mine/odds/straight", "mine/call/voisins@european"),
        *(f"mine/split/{n}" for n in (2, 3, 4)),
    ]
    assert {kind for _, kind in came} == {"review"}
    assert reason == "limit"  # of new items: more are open
    assert ids(learner.sit(hour=1, new=0).play()[0]) == []


def test_without_ahead_nothing_that_is_due_later_is_asked(learner):
    remember(learner, *((item, 1, 1) for item in ONE))
    assert learner.sit(new=0).next() == "done"
    assert isinstance(learner.sit(new=0, ahead=True).next(), Asked)


def test_what_is_left_ahead(learner):
    remember(learner, ("mine/split/2", 3, 0), *((item, 1, 9) for item in ONE[1:]))
    learner.set("reviews_per_day", "4")
    sitting = learner.sit(new=0, ahead=True)
    left = []
    while isinstance(asked := sitting.next(), Asked):
        left.append((asked.left, asked.kind.value))
        sitting.answer(asked, right=len(left) != 2)
    # The second is asked again after three others: repeats count in no limit, and are left besides.
    assert left == [(4, "review"), (3, "review"), (3, "review"), (2, "review"), (1, "relearn")]
    assert asked == "limit"
    assert learner.sit(new=0, ahead=True, hour=1).next() == "limit"
    assert len(learner.sit(new=0, ahead=True, day=1).play()[0]) == 4


def test_a_sitting_ahead_ends_when_all_was_asked_once(learner):
    remember(learner, *((item, 1, 9) for item in ONE))
    came, reason = learner.sit(new=0, ahead=True).play()
    assert (sorted(ids(came)), reason) == (sorted(ONE), "done")
    assert learner.sit(new=0, ahead=True, answers=3).play()[1] == "limit"


def test_new_items_that_answers_open_come_before_what_is_due_later(learner):
    remember(learner, *((item, 9, 30) for item in ONE))
    came, _ = learner.sit(ahead=True).play()
    assert [item.split("@")[0] for item in ids(came)][:3] == ["mine/call/voisins", "mine/call/tiers", "mine/next"]
    assert sorted(ids(came)[3:]) == sorted(ONE)


def test_an_item_left_for_tomorrow_is_left(learner):
    came, _ = learner.sit(new=1).play({ONE[0]: 4})
    assert len(came) == 4
    assert learner.sit(new=0, ahead=True, hour=1).next() == "done"
    # Tomorrow it is simply due.
    assert learner.sit(new=0, day=1).next().entry.id == ONE[0]


def test_a_repeat_of_a_cut_sitting_is_asked_once(learner):
    sitting = learner.sit(new=1)
    sitting.answer(sitting.next(), right=False)
    came, _ = learner.sit(new=0, ahead=True, hour=1).play()
    assert came == [(ONE[0], "relearn")]


def test_what_another_process_asked_ahead_is_not_asked_again(learner):
    remember(learner, *((item, 1, 9) for item in ONE))
    one, two = learner.sit(new=0, ahead=True), learner.sit(new=0, ahead=True, seed=2)
    one.answer(first := one.next())
    came, _ = two.play()
    assert len(came) == 4
    assert first.entry.id not in ids(came)
    assert one.next() == "done"


def test_paused_items_are_not_asked_ahead_either(learner):
    remember(learner, *((item, 1, 9) for item in ONE))
    learner.desk().store.suspend(ONE[0], utc_ms(MORNING))
    assert sorted(ids(learner.sit(new=0, ahead=True).play()[0])) == sorted(ONE[1:])


def test_a_section_alone_ahead(learner):
    remember(learner, *((item, 1, 9) for item in ONE), ("mine/next", 1, 4))
    assert ids(learner.sit(new=0, ahead=True, section="three").play()[0]) == ["mine/next"]


@pytest.mark.parametrize("early", [0, 1, 3, 8, 15, 19])
def test_an_early_right_answer_never_shortens(learner, early):
    """FSRS takes an early answer as it is: a little more is known, and the item comes back no sooner."""
    learner.set("spread", "false")
    reviewer = learner.sit().session.reviewer
    memory = None
    for ago in (80, 60, 0):
        memory = reviewer.review(memory, Rating.GOOD, StudyDay(TODAY - ago))
    store = learner.desk().store
    store.keep(attempt(ONE[0], ago=ago, due=memory.due_day - TODAY) for ago in (80, 60, 0))
    assert store.memory(ONE[0]) == memory
    sitting = learner.sit(day=early, hour=1, new=0, ahead=True)
    feedback = sitting.answer(sitting.next())
    assert feedback.attempt.kind is Kind.REVIEW
    assert feedback.memory == reviewer.review(memory, Rating.GOOD, StudyDay(TODAY + early))
    assert feedback.memory.due_day >= memory.due_day
    assert feedback.memory.stability >= memory.stability


def test_an_early_answer_taken_back_leaves_everything_as_it_was(learner):
    remember(learner, *((item, 1, 9) for item in ONE))
    sitting = learner.sit(new=0, ahead=True)
    before = learner.state()
    asked = sitting.next()
    sitting.answer(asked, right=False)
    sitting.undo()
    assert learner.state() == before
    again = sitting.next()
    assert (again.entry, again.seed, again.left) == (asked.entry, asked.seed, asked.left)
    assert len(sitting.play()[0]) == 4


# ---- holidays


@pytest.mark.parametrize(
    ("until", "day", "paused"),
    [(1, 0, True), (0, 0, False), (-1, 0, False), (7, 6, True), (7, 7, False), (7, 8, False)],
)
def test_a_pause_ends_on_its_day(learner, until, day, paused):
    remember(learner, *((item, 9, 0) for item in ONE[:3]))
    learner.set("pause_until", iso(StudyDay(TODAY + until)))
    load = learner.load(day)
    assert (load.due, load.new) == ((0, 0) if paused else (3, 2))
    assert load.until == (TODAY + until if paused else None)
    sitting = learner.sit(day=day, ahead=True)
    assert sitting.session.plan.until == load.until
    assert (sitting.next() == "done") is paused


def test_a_backlog_stands_at_the_end_of_the_pause(learner):
    remember(learner, (ONE[0], 9, -2), (ONE[1], 9, 0), (ONE[2], 9, 4), (ONE[3], 9, 5), (ONE[4], 9, 6))
    learner.set("pause_until", iso(StudyDay(TODAY + 5)))
    load = learner.load()
    assert {on - TODAY: count for on, count in load.forecast if count} == {5: 4, 6: 1}
    assert learner.sit().session.next_due() == TODAY + 5
    # A pause that ends beyond the forecast leaves it empty.
    learner.set("pause_until", iso(StudyDay(TODAY + 40)))
    assert not any(count for _, count in learner.load().forecast)


def test_a_pause_holds_repeats_and_new_items_back_without_a_file_too(learner):
    sitting = learner.sit(new=1)
    sitting.answer(sitting.next(), right=False)
    learner.set("pause_until", iso(StudyDay(TODAY + 1)))
    held = learner.sit(hour=1)
    assert (held.next(), held.next()) == ("done", "done")
    assert learner.sit(day=1, hour=1, new=0).next().entry.id == ONE[0]


def test_a_pause_ends_when_it_is_taken_back(learner):
    learner.set("pause_until", iso(StudyDay(TODAY + 9)))
    assert learner.load().new == 0
    learner.set("pause_until", None)
    assert learner.load().new == 5


# ---- 500 overdue items

MANY = 500


@pytest.fixture
def backlog(tmp_path):
    """Everything of 500 items fell due during a month: seen on different days, with different intervals."""
    file = tmp_path / "many.toml"
    file.write_text(re.sub(r'"2\.\.4"', f'"1..{MANY}"', DECK), encoding="utf-8")
    chance = Random(4)
    with Learner(tmp_path / "many", [str(file)]) as learner:
        ages = [chance.randint(31, 200) for _ in range(MANY)]
        numbers = [f"mine/split/{n}" for n in range(1, MANY + 1)]
        learner.desk().store.keep(
            attempt(item, ago=ago, due=-chance.randint(1, 30), number=n)
            for n, (item, ago) in enumerate(zip(numbers, ages, strict=True))
        )
        learner.set("new_per_day", "0")
        yield learner


def test_a_backlog_comes_by_lowest_recall_within_the_day(backlog):
    load = backlog.load()
    assert (load.due, load.forecast[0]) == (MANY, (TODAY, MANY))
    memories = backlog.desk().store.memories()
    learned = sorted(memories, key=lambda item: (recall(memories[item], TODAY), memories[item].due_day))
    backlog.set("reviews_per_day", "40")
    # Three sittings and two processes share the day.
    first, reason = backlog.sit(answers=15).play()
    assert reason == "limit"
    one, two = backlog.sit(hour=1), backlog.sit(hour=1, seed=2)
    assert one.session.left(one.next()) == 25
    rest = []
    while isinstance(asked := two.next(), Asked):
        rest.append(asked.entry.id)
        two.answer(asked)
    assert ids(first) + rest == learned[:40]
    assert asked == backlog.sit(hour=2).next() == "limit"
    assert backlog.load().due == MANY - 40
    day_two, _ = backlog.sit(day=1).play()
    assert len(day_two) == 40
    assert not set(ids(day_two)) & {*ids(first), *rest}


def test_after_a_pause_the_backlog_comes_by_lowest_recall(backlog):
    backlog.set("pause_until", iso(StudyDay(TODAY + 10)))
    assert backlog.sit().next() == "done"
    memories = backlog.desk().store.memories()
    forgotten = sorted(
        memories, key=lambda item: (recall(memories[item], StudyDay(TODAY + 10)), memories[item].due_day)
    )
    assert ids(backlog.sit(day=10, answers=20).play()[0]) == forgotten[:20]


def test_minutes_of_a_day_are_shared_by_processes(backlog):
    backlog.set("minutes_per_day", "2")
    one, two = backlog.sit(), backlog.sit(seed=2)
    for sitting in (one, two, one):
        sitting.answer(sitting.next(), elapsed=40_000)
    # Two minutes are over, whoever spent them; at the rollover there are two more.
    assert one.next() == two.next() == "limit"
    assert backlog.sit(hour=1).next() == "limit"
    one.now = at(0, 18)
    assert isinstance(one.next(), Asked)
