"""What the time of an answer does to its rating, through the session and the store."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from session_helpers import Learner, at

from srs_roulette.questions.reading import answer_text
from srs_roulette.scheduling.rating import AWAY, CLOCK_JUMP, HIDDEN, PAUSE, PUT_AGAIN
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import Rating
from srs_roulette.session.pace import ratings_again
from srs_roulette.session.sitting import Asked
from srs_roulette.session.skills import weakest
from srs_roulette.store.attempt import Attempt

DECK = """\
id = "mine"
title = "Mine"
house = "european"
about = "For these tests."

[sections.one]
title = "One"

[items.split]
section = "one"
family = "times_table"
target_seconds = 5
bet = "split"
chips.each = "2..10"

[items.odds]
section = "one"
family = "odds"
mode = "pays"
bet.each = ["straight", "street"]
"""
HARD, GOOD, EASY = Rating.HARD, Rating.GOOD, Rating.EASY


@pytest.fixture
def learner(tmp_path):
    deck = tmp_path / "mine.toml"
    deck.write_text(DECK, encoding="utf-8")
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        for key, value in (("grading", "latency"), ("new_per_day", "100"), ("spread", "false")):
            learner.set(key, value)
        yield learner


def answer(sitting, ms, asked=None, *, right=True, flags=()):
    """Answer the next question, or one that is open."""
    asked = asked or sitting.next()
    sitting.now += timedelta(seconds=1)
    given = answer_text(asked.question.expected, asked.question) if right else "?"
    return sitting.session.answer(asked, given, ms, sitting.now, {}, flags=flags).attempt


def play(sitting, *times, usual=3000, flags=()):
    """Answer all of a day rightly, the table of multiples with these times and then the usual one; return these."""
    waiting, done = list(times), []
    while isinstance(asked := sitting.next(), Asked):
        if asked.question.family != "times_table":
            answer(sitting, 9000, asked)
            continue
        done.append(answer(sitting, waiting.pop(0) if waiting else usual, asked, flags=flags))
    return done


def rated(attempts):
    return [attempt.rating for attempt in attempts]


FACTORS = (*[1] * 12, 0.4, 0.4, 0.5, 1.4, 1.8, 20)
"""A learner's times: mostly alike, now and then quick, slow, or away."""

# A pace of nine times 3,000 ms has the least spread: Hard begins above 3000 x e^0.225 = 3757 ms and ends at
# 3000 x e^0.6 = 5466 ms, Easy ends at 3000 / e^0.225 = 2396 ms.


def test_slow_is_hard_against_the_days_before(learner):
    assert rated(play(learner.sit(0), 100, 50_000, 100)) == [GOOD] * 9
    done = play(learner.sit(2), 3756, 3758, 5466, 5467)
    assert rated(done) == [GOOD, HARD, HARD, *[GOOD] * 6]
    assert [one.flags for one in done] == [(), (), (), (AWAY,), *[()] * 5]


def test_quick_is_easy_after_three_passes(learner):
    for day in (0, 2, 13):
        assert rated(play(learner.sit(day), 3000, 2390)) == [GOOD] * 9
    assert rated(play(learner.sit(59), 2390, 2400)) == [EASY, *[GOOD] * 8]


@pytest.mark.parametrize(("flags", "slowest"), [((), "times_table"), ((CLOCK_JUMP,), "odds")])
def test_a_void_time_makes_no_skill_a_slow_one(learner, flags, slowest):
    # Beyond the target of five seconds; with none slow and none wrong the name decides.
    play(learner.sit(0), usual=9000, flags=flags)
    desk = learner.desk()
    assert weakest(desk.course(), desk.store)[0] == slowest


def test_beyond_the_target_nothing_is_easy(learner):
    for day in (0, 2, 13):
        play(learner.sit(day), usual=9000)
    assert rated(play(learner.sit(59), 5000, 5001))[:2] == [EASY, GOOD]


def test_without_latency_a_time_that_says_nothing_is_told_and_rates_nothing(learner):
    learner.set("grading", "pass_fail")
    play(learner.sit(0))
    done = play(learner.sit(2), 5000, 6000)
    assert rated(done) == [GOOD] * 9
    assert [one.flags for one in done[:3]] == [(), (AWAY,), ()]


@pytest.mark.parametrize("flag", [CLOCK_JUMP, PAUSE, HIDDEN])
def test_a_void_time_rates_nothing_and_makes_no_pace(learner, flag):
    play(learner.sit(0), flags=(flag,))
    assert rated(play(learner.sit(2), 5000)) == [GOOD] * 9
    done = play(learner.sit(13), 5000, flags=(flag,))
    assert rated(done) == [GOOD] * 9
    assert {one.flags for one in done} == {(flag,)}


def test_what_an_undo_brings_back_has_no_time(learner):
    for day in (0, 2, 13):
        play(learner.sit(day))
    sitting = learner.sit(59)
    while (asked := sitting.next()).question.family != "times_table":
        answer(sitting, 3000, asked)
    assert answer(sitting, 2000, asked).rating is EASY
    opened = sitting.next()
    sitting.undo()
    both = [answer(sitting, 2000), answer(sitting, 300)]
    assert [one.seed for one in both] == [asked.seed, opened.seed]
    assert rated(both) == [GOOD, GOOD]
    assert {one.flags for one in both} == {(PUT_AGAIN,)}
    assert answer(sitting, 2000).flags == ()


def test_only_the_same_surface_makes_a_pace(learner):
    play(learner.sit(0))
    sitting = learner.sit(2)
    assert len(sitting.session.store.times("times_table", "terminal", before=10**6, limit=60)) == 9
    assert sitting.session.store.times("times_table", "page", before=10**6, limit=60) == []
    sitting.session._timing.surface = "page"
    assert rated(play(sitting, 5000)) == [GOOD] * 9


def test_wrong_is_again_at_any_speed(learner):
    play(learner.sit(0))
    sitting = learner.sit(2)
    assert {answer(sitting, ms, right=False).rating for ms in (1, 4000, 10**6)} == {Rating.AGAIN}


def test_an_item_made_new_begins_its_passes_anew(learner):
    for day in (0, 2, 13):
        play(learner.sit(day))
    store = learner.desk(at(20)).store
    assert len(store.passes("mine/split/2", least=99)) == 3
    newest = store.attempts("mine/split/2")[-1]
    store.keep(
        [
            Attempt(
                id=newest.id + 1,
                item_id=newest.item_id,
                kind=Kind.RESET,
                surface="terminal",
                zone="UTC",
                study_day=newest.study_day,
            )
        ]
    )
    assert store.passes("mine/split/2", least=99) == []
    assert GOOD in rated(play(learner.sit(59), usual=2390))
    assert len(store.passes("mine/split/2", least=99)) == 1


def test_passes_and_times_follow_a_new_name(learner):
    for day in (0, 2, 13):
        play(learner.sit(day))
    renamed = DECK.replace("[items.split]", '[items.shared]\nwas = ["split"]')
    Path(learner.wishes["decks"][0]).write_text(renamed, encoding="utf-8")
    assert rated(play(learner.sit(59), usual=2390)) == [EASY] * 9


def test_a_pace_is_read_once_a_family_and_day(learner):
    play(learner.sit(0))
    sitting = learner.sit(2)
    said = []
    sitting.session.store.connection.set_trace_callback(said.append)
    play(sitting, *range(2000, 6500, 500))
    assert sum("SELECT elapsed_ms" in line for line in said) == 2


@pytest.mark.parametrize("seed", [2, 3])
def test_the_log_reckoned_again_gives_every_rating(learner, seed):
    """Eleven days of every sort of answer: what was decided live is what follows from the log afterwards."""
    rng = Random(seed)
    for day in (0, 1, 2, 3, 5, 8, 12, 17, 30, 60, 120):
        sitting = learner.sit(day)
        while isinstance(asked := sitting.next(), Asked):
            ms = rng.choice([None, *[round(3000 * rng.lognormvariate(0, 0.2) * factor) for factor in FACTORS]])
            flags = (PAUSE,) if rng.random() < 0.05 else ()
            answer(sitting, ms, asked, right=rng.random() < 0.9, flags=flags)
            if rng.random() < 0.03:
                sitting.undo()
    attempts = learner.desk(at(120)).store.attempts()
    live = rated(attempts)
    assert [*ratings_again(learner.desk(at(120)).course(), attempts)] == live
    assert set(live) == set(Rating)
    assert any(AWAY in one.flags for one in attempts)
