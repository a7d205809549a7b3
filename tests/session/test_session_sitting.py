from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from session_helpers import MORNING, ONE, at, ids

from srs_roulette.errors import NotSaved
from srs_roulette.questions.reading import Unreadable
from srs_roulette.scheduling.days import from_iso, iso
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import Rating
from srs_roulette.session.draws import Draws
from srs_roulette.session.kept import rebuild
from srs_roulette.session.sitting import Asked

# ---- limits


def test_new_items_of_a_day_are_counted_over_sittings(learner):
    learner.set("new_per_day", "3")
    assert len(learner.sit(answers=2).play()[0]) == 2
    came, reason = learner.sit(hour=1).play()
    assert (len(came), reason) == (1, "limit")
    came, reason = learner.sit(hour=2).play()
    assert (came, reason) == ([], "limit")
    assert learner.load().new == 0
    # At four in the morning a new day begins.
    assert len(learner.sit(hour=17, new=None).play()[0]) == 0
    assert len(learner.sit(hour=18, new=None).play()[0]) == 3


def test_new_items_are_counted_over_processes_at_once(learner):
    learner.set("new_per_day", "3")
    one, two = learner.sit(), learner.sit(seed=2)
    for _ in range(2):
        one.answer(one.next())
    asked = two.next()
    assert asked.entry.id == ONE[2]
    two.answer(asked)
    assert one.next() == two.next() == "limit"


def test_what_another_process_did_meanwhile_is_not_asked_again(learner):
    learner.sit(new=4).play()
    one, two = learner.sit(day=3, new=0), learner.sit(day=3, new=0, seed=2)
    first = [one.next()]
    one.answer(first[0])
    came, reason = two.play()
    assert (len(came), reason) == (3, "done")
    assert first[0].entry.id not in ids(came)
    assert one.next() == "done"


def test_a_withdrawn_new_item_may_be_begun_again(learner):
    learner.set("new_per_day", "1")
    sitting = learner.sit()
    sitting.answer(sitting.next())
    assert sitting.next() == "limit"
    sitting.undo()
    assert sitting.next().new


def test_reviews_of_a_day(learner):
    learner.sit(new=5).play()
    learner.set("reviews_per_day", "2")
    came, reason = learner.sit(day=3, new=0).play()
    assert (len(came), reason) == (2, "limit")
    # New items do not count as reviews, nor reviews as new items.
    came, reason = learner.sit(day=3, hour=1, new=1).play()
    assert (len(came), reason) == (1, "limit")
    assert len(learner.sit(day=4, new=0).play()[0]) == 2


def test_repeats_count_in_no_limit(learner):
    learner.set("reviews_per_day", "1")
    learner.sit(new=2).play()
    came, reason = learner.sit(day=3, new=0, answers=1).play(dict.fromkeys(ONE, 2))
    assert [kind for _, kind in came] == ["review", "relearn", "relearn"]
    assert reason == "limit"


@pytest.mark.parametrize(
    ("limits", "count", "reason"),
    [
        ({"answers": 3}, 3, "limit"),
        ({"answers": 8}, 8, "done"),
        ({"answers": 99}, 8, "done"),
        ({"new": 0}, 0, "done"),
        ({"new": 2}, 2, "limit"),
        ({"new": 2, "answers": 1}, 1, "limit"),
        ({"new": 8}, 8, "done"),
        ({"minutes": 1}, 3, "limit"),
        ({"minutes": 3}, 8, "done"),
        ({}, 8, "done"),
    ],
)
def test_why_a_sitting_ends(learner, limits, count, reason):
    sitting = learner.sit(**limits)
    for place in range(count):
        asked = sitting.next()
        assert asked.n == place + 1
        sitting.answer(asked, elapsed=20_000)
    assert sitting.next() == reason
    assert sitting.next() == reason


def test_new_replaces_the_day_s_limit(learner):
    learner.set("new_per_day", "1")
    assert len(learner.sit(new=3).play()[0]) == 3
    assert len(learner.sit(hour=1, new=2).play()[0]) == 2
    assert len(learner.sit(hour=2).play()[0]) == 0


def test_no_new_items_at_all_is_a_wish(learner):
    learner.set("new_per_day", "0")
    assert learner.sit().next() == "done"


def test_minutes_of_a_day(learner):
    learner.set("minutes_per_day", "1")
    sitting = learner.sit()
    # An answer counts a minute at most, however long the learner was away.
    sitting.answer(sitting.next(), elapsed=59_000)
    asked = sitting.next()
    sitting.answer(asked, right=False, elapsed=3_600_000)
    assert sitting.next() == "limit"
    sitting.undo()
    assert isinstance(sitting.next(), Asked)
    assert learner.sit(hour=1).next().entry.id != ONE[0]
    sitting.answer(asked, elapsed=1000)
    assert learner.sit(hour=2).next() == "limit"
    assert isinstance(learner.sit(day=1).next(), Asked)


def test_a_limit_that_holds_nothing_back_is_none(learner):
    sitting = learner.sit(minutes=1, answers=8)
    for _ in range(8):
        sitting.answer(sitting.next(), elapsed=8_000)
    assert sitting.next() == "done"


def test_what_is_left(learner):
    learner.set("new_per_day", "4")
    sitting = learner.sit()
    left = []
    for right in (True, False, True, True, True):
        asked = sitting.next()
        left.append(asked.left)
        sitting.answer(asked, right=right)
    assert left == [4, 3, 3, 2, 1]
    assert sitting.next() == "limit"


def test_what_is_left_within_limits(learner):
    learner.sit(new=5).play()
    learner.set("reviews_per_day", "3")
    assert learner.sit(day=3, new=0).next().left == 3
    assert learner.sit(day=3, new=1).next().left == 4
    sitting = learner.sit(day=3, new=1, answers=2)
    assert sitting.next().left == 2
    sitting.answer(sitting.next(), right=False)
    open_one = sitting.next()
    assert open_one.left == 2
    sitting.undo()
    assert sitting.next().left == 2


# ---- judging and keeping


def test_an_unreadable_answer_stores_nothing_and_leaves_the_question_open(learner):
    sitting = learner.sit()
    asked = sitting.next()
    before = learner.state()
    for text in ("", " ", "119abc", "\x00", "\ud800", "9" * 10_000):
        assert isinstance(sitting.session.answer(asked, text, 5, sitting.now, {}), Unreadable)
    assert learner.state() == before
    assert sitting.answer(asked).verdict.passed
    assert sitting.session.tally.answered == 1


def test_an_attempt_holds_all_that_rebuilds_its_question(learner, deck):
    sitting = learner.sit(section="two", house="german")
    asked = sitting.next()
    deck.unlink()
    stored = sitting.answer(asked, right=False, elapsed=123_456).attempt
    kept = learner.desk().store.attempt(stored.id)
    assert kept == stored
    assert (kept.elapsed_ms, kept.given, kept.zone, kept.surface) == (123_456, "?", "UTC", "terminal")
    assert kept.house == "german"
    assert json.loads(kept.params)["params"]
    assert rebuild(kept) == asked.question


def test_the_stored_instance_judges(learner, deck):
    """The deck is rewritten while a question is open: what was on the screen is what is right."""
    sitting = learner.sit()
    asked = sitting.next()
    deck.write_text(deck.read_text(encoding="utf-8").replace('bet = "split"', 'bet = "corner"'), encoding="utf-8")
    feedback = sitting.session.answer(asked, str(asked.question.params.chips * 17), 1, sitting.now, {})
    assert feedback.verdict.passed


def test_an_answer_that_cannot_be_saved_leaves_the_question_open(learner):
    sitting = learner.sit()
    asked = sitting.next()
    sitting.session.store.connection.execute("PRAGMA busy_timeout = 10")
    other = learner.desk().store.connection
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotSaved, match="in use"):
        sitting.answer(asked)
    other.execute("ROLLBACK")
    assert sitting.session.tally.answered == 0
    assert sitting.answer(asked).attempt.kind is Kind.REVIEW


def test_overtaken_by_another_process(learner):
    one, two = learner.sit(), learner.sit(seed=2)
    first, second = one.next(), two.next()
    assert first.entry == second.entry
    assert not one.answer(first).overtaken
    late = two.answer(second)
    assert late.overtaken
    assert late.attempt.kind is Kind.RELEARN
    store = learner.desk().store
    assert [a.kind.value for a in store.attempts(first.entry.id)] == ["review", "relearn"]
    assert store.new_begun(store.study_days()[0]) == 1
    assert store.differences() == {}


def test_overtaken_while_the_question_is_drawn(learner, monkeypatch):
    one, two = learner.sit(), learner.sit(seed=2)
    drawn = Draws.draw

    def slowly(draws, entry):
        monkeypatch.setattr(Draws, "draw", drawn)
        one.answer(one.next())
        return drawn(draws, entry)

    monkeypatch.setattr(Draws, "draw", slowly)
    late = two.answer(two.next())
    assert late.overtaken
    assert [a.kind.value for a in learner.desk().store.attempts()] == ["review", "relearn"]


def test_two_answers_in_one_instant(learner):
    sitting = learner.sit()
    for _ in range(3):
        asked = sitting.session.next(MORNING)
        sitting.session.answer(asked, "?", 1, MORNING, {})
    attempts = learner.desk().store.attempts()
    assert [a.id - attempts[0].id for a in attempts] == [0, 1, 2]


def test_a_clock_set_back(learner):
    learner.sit(day=10, new=1).play()
    sitting = learner.sit(day=3)
    assert sitting.session.clock_back
    assert sitting.next().new
    stored = sitting.answer(sitting.next()).attempt
    assert stored.flags == ("clock_back",)
    assert iso(stored.study_day) == "2026-03-05"
    # An item that was seen counts at its last day, not before it.
    asked = replace(sitting.next(), entry=learner.desk().course().find(ONE[0]), seen=None)
    again = sitting.answer(asked)
    assert iso(again.attempt.study_day) == "2026-03-12"
    assert again.memory.last_day == again.attempt.study_day
    assert not learner.sit(day=11).session.clock_back
    assert learner.desk().store.differences() == {}


def test_a_sitting_over_the_rollover(learner):
    learner.set("new_per_day", "1")
    sitting = learner.sit(hour=17, now=at(0, 17) + timedelta(minutes=59))
    sitting.answer(sitting.next())
    assert sitting.next() == "limit"
    sitting.now += timedelta(minutes=5)
    assert sitting.next().new


# ---- how far an interval may reach


@pytest.mark.parametrize("spread", ["true", "false"])
def test_the_exam_brings_everything_back(learner, spread):
    learner.set("spread", spread)
    learner.set("exam_date", "2026-03-20")
    exam = from_iso("2026-03-20")
    for day in range(0, 18, 3):
        learner.sit(day=day).play()
        assert all(m.due_day <= exam for m in learner.desk().store.memories().values())
    # On the day itself, and after it, it caps nothing.
    learner.sit(day=18).play()
    assert max(m.due_day for m in learner.desk().store.memories().values()) > exam


@pytest.mark.parametrize("spread", ["true", "false"])
def test_the_longest_interval_of_an_item(learner, spread):
    learner.set("spread", spread)
    day = 0
    for _ in range(6):
        sitting = learner.sit(day=day, section="three", new=1)
        sitting.play()
        memory = learner.desk().store.memory("mine/next")
        assert memory.due_day - memory.last_day <= 5
        day += memory.due_day - memory.last_day
    assert memory.due_day - memory.last_day == 5
    assert memory.stability > 5


def test_the_longest_interval_of_all(learner):
    learner.set("maximum_interval", "1")
    learner.sit(day=0).play()
    learner.sit(day=5).play()
    assert {m.due_day - m.last_day for m in learner.desk().store.memories().values()} == {1}


def test_retention_moves_due_days(learner):
    learner.set("spread", "false")
    learner.set("retention", "0.99")
    learner.sit(new=1).play()
    assert [m.due_day - m.last_day for m in learner.desk().store.memories().values()] == [1]


# ---- the way back


def test_nothing_to_undo(learner):
    sitting = learner.sit()
    assert sitting.undo() is None
    asked = sitting.next()
    assert sitting.undo() is None
    assert sitting.answer(asked).verdict.passed


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("day", [0, 3])
def test_undo_leaves_everything_as_it_was(learner, right, day):
    learner.sit(new=3).play({ONE[0]: 1})
    sitting = learner.sit(day=day, hour=1)
    before = learner.state(day)
    asked = sitting.next()
    attempt = sitting.answer(asked, right=right).attempt
    assert learner.state(day) != before
    assert sitting.undo().id == attempt.id
    assert learner.state(day) == before
    again = sitting.next()
    assert (again.entry, again.question, again.kept, again.seed) == (
        asked.entry,
        asked.question,
        asked.kept,
        asked.seed,
    )
    assert (again.kind, again.new, again.left, again.seen) == (asked.kind, asked.new, asked.left, asked.seen)
    assert sitting.session.tally.answered == sitting.session.tally.milliseconds == 0
    sitting.answer(again, right=False)
    assert [a.rating for a in learner.desk().store.attempts(asked.entry.id)][-1] is Rating.AGAIN
    assert learner.desk().store.differences() == {}


def test_the_open_question_comes_after_the_withdrawn_one(learner):
    sitting = learner.sit()
    first = sitting.next()
    sitting.answer(first)
    second = sitting.next()
    sitting.undo()
    assert sitting.next().question == first.question
    sitting.answer(first)
    again = sitting.next()
    assert (again.question, again.seed) == (second.question, second.seed)


def test_undo_of_everything(learner):
    sitting = learner.sit()
    before = learner.state()
    asked = [sitting.next()]
    for _ in range(3):
        sitting.answer(asked[-1], right=False)
        asked.append(sitting.next())
    for _ in range(3):
        assert sitting.undo()
    assert sitting.undo() is None
    assert learner.state() == before
    questions = []
    for _ in range(4):
        one = sitting.next()
        questions.append(one.question)
        sitting.answer(one)
    assert questions == [one.question for one in asked]


def test_undo_of_a_wrong_answer_drops_its_repeat(learner):
    sitting = learner.sit(new=1)
    asked = sitting.next()
    sitting.answer(asked, right=False)
    assert sitting.next().kind is Kind.RELEARN
    sitting.undo()
    again = sitting.next()
    assert (again.kind, again.new) == (Kind.REVIEW, True)
    sitting.answer(again)
    assert sitting.next() == "limit"


def test_undo_drops_a_repeat_that_already_came(learner):
    """Back over the repeat, the questions between and the wrong answer: the repeat is asked no more."""
    sitting = learner.sit(new=4)
    first = sitting.next()
    sitting.answer(first, right=False)
    for _ in range(3):
        sitting.answer(sitting.next())
    assert sitting.next().entry == first.entry
    for _ in range(4):
        sitting.undo()
    came, reason = sitting.play()
    assert (ids(came), reason) == (ONE[:4], "limit")


def test_undo_of_a_right_repeat_asks_it_again(learner):
    sitting = learner.sit(new=1)
    sitting.answer(sitting.next(), right=False)
    repeat = sitting.next()
    sitting.answer(repeat)
    assert sitting.next() == "limit"
    sitting.undo()
    again = sitting.next()
    assert (again.question, again.kind) == (repeat.question, Kind.RELEARN)


def test_undo_of_the_fourth_wrong_answer(learner):
    sitting = learner.sit(new=1)
    for _ in range(4):
        sitting.answer(sitting.next(), right=False)
    assert sitting.next() == "limit"
    sitting.undo()
    sitting.answer(sitting.next(), right=False)
    assert sitting.next() == "limit"
    sitting.undo()
    sitting.undo()
    # Third and fourth wrong answer anew.
    assert sitting.play({ONE[0]: 9})[0] == [(ONE[0], "relearn")] * 2


def test_an_answer_withdrawn_by_another_process(learner):
    sitting = learner.sit()
    asked = sitting.next()
    attempt = sitting.answer(asked).attempt
    learner.desk().store.undo(None, attempt.id + 1)
    assert sitting.undo().id == attempt.id
    again = sitting.next()
    assert again.question == asked.question
    assert sitting.answer(again).attempt.kind is Kind.REVIEW
    assert len(learner.desk().store.attempts()) == 1


def test_undo_draws_the_same_due_day(learner):
    """With the spread on, an answer withdrawn and given again is due on the day it was due before."""
    learner.sit(new=1).play()
    sitting = learner.sit(day=4, new=0)
    first = sitting.answer(sitting.next()).attempt
    sitting.undo()
    assert sitting.answer(sitting.next()).attempt.due_day == first.due_day


def test_undo_in_a_later_sitting(learner):
    learner.sit(new=1).play()
    before = learner.state()
    sitting = learner.sit(hour=1)
    sitting.answer(sitting.next(), right=False)
    store = learner.desk().store
    store.undo(None, 1)
    assert learner.state() == before
