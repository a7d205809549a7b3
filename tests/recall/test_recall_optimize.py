"""Personal parameters: judged by what they did not know, adopted whole or not at all, and nothing else moves."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from math import exp, log
from pathlib import Path
from random import Random

import pytest
from forgetting import FIRST_DAY, FORGETFUL, MS_OF_A_DAY, attempts, told
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.errors import BadSetting, TooFew
from srs_roulette.questions.reading import answer_text
from srs_roulette.recall import optimize as module
from srs_roulette.recall.optimize import adopt, optimize, read, restore_defaults
from srs_roulette.recall.told import gather
from srs_roulette.scheduling.fitting import Fitter, NoFit
from srs_roulette.scheduling.fsrs import Parameters, Scheduler
from srs_roulette.scheduling.replay import Event, Kind, replay
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
from srs_roulette.session import course as courses
from srs_roulette.session.open import Wishes, begin, sit_down
from srs_roulette.session.plan import plan
from srs_roulette.stats.report import report
from srs_roulette.stats.types import Scope
from srs_roulette.store import queries
from srs_roulette.store.attempt import Attempt, to_row
from srs_roulette.store.attempts import Store
from srs_roulette.store.backups import backups

pytest.importorskip("fsrs_rs_python", reason="the extra optimize is not installed")

COURSE = courses.load(["european"], data_folder=None, house_option=None, house_setting=None)
ITEMS = list(COURSE.entries)[:80]
DAYS = 60
NOW = datetime(1970, 1, 1, 18, tzinfo=UTC) + timedelta(days=FIRST_DAY + DAYS)


def write(store, rows):
    with store.transaction():
        store.connection.executemany(queries.INSERT, map(to_row, rows))
    store.rebuild()


@pytest.fixture
def learned(store):
    """Sixty days of a learner who forgets sooner than the defaults say."""
    write(store, attempts(ITEMS, DAYS))
    return store


@pytest.fixture
def desk(tmp_path, path):
    """Opens the learner's file again, at any time."""
    opened = []

    def sit(now=NOW):
        wishes = Wishes(database=path, data_folder=tmp_path, decks=("european",), environ={"TZ": "UTC"})
        opened.append(sit_down(wishes, now, writing=True))
        return opened[-1]

    yield sit
    for one in opened:
        one.__exit__()


# ---- how many


def next_day_reviews(count):
    """Two items for each review: right on one day, right or wrong on the next."""
    for n in range(count):
        for day, rating in ((n, Rating.GOOD), (n + 2, Rating.AGAIN if n % 3 == 0 else Rating.GOOD)):
            yield Attempt(
                id=(FIRST_DAY + day) * MS_OF_A_DAY + n,
                item_id=ItemId(f"deck/{n}"),
                kind=Kind.REVIEW,
                surface="terminal",
                zone="UTC",
                study_day=StudyDay(FIRST_DAY + day),
                verdict="wrong" if rating is Rating.AGAIN else "correct",
                rating=rating,
                due_day=StudyDay(FIRST_DAY + day + 3),
            )


@pytest.mark.parametrize("count", [0, 1, 63])
def test_too_few_reviews_are_counted_and_nothing_is_changed(store, path, count):
    write(store, next_day_reviews(count))
    before = told(store), store.memories()
    with pytest.raises(TooFew, match=rf"so far: {count}; .*at least 64"):
        optimize(store, COURSE)
    assert (told(store), store.memories()) == before
    assert backups(path) == []


def test_without_a_file_there_are_none():
    with pytest.raises(TooFew, match="so far: 0;"):
        optimize(None, COURSE)


def test_sixty_four_reviews_of_items_asked_twice_are_enough_to_judge(store):
    write(store, next_day_reviews(64))
    found = optimize(store, COURSE)
    assert (found.reviews, found.kept in {None, "not_better", "no_fit"}) == (64, True)
    assert 40 <= found.judged < 64
    assert found.until == FIRST_DAY + 65


def test_items_asked_once_are_no_reviews(store):
    write(store, (one for one in next_day_reviews(200) if one.id // MS_OF_A_DAY - FIRST_DAY == int(one.item_id[5:])))
    assert len(store.memories()) == 200
    with pytest.raises(TooFew, match="so far: 0;"):
        optimize(store, COURSE)


def test_reviews_of_a_single_day_cannot_be_judged(store):
    rows = [replace(one, study_day=StudyDay(FIRST_DAY + n % 2)) for n, one in enumerate(next_day_reviews(80))]
    write(store, sorted(rows, key=lambda one: one.id))
    found = optimize(store, COURSE)
    assert found.kept in {"not_better", "no_fit"}
    assert found.new == found.old == found.defaults
    assert adopt(store, found, NOW) == found


# ---- what is judged


def test_the_figures_are_those_of_the_statistics(learned):
    """Over the same reviews: what is judged here is what ``stats`` counts and predicts."""
    trial = read(learned, COURSE)[0]
    judge = module.Judge(trial, [StudyDay(0)])
    for weights in (None, FORGETFUL):
        (ours,) = judge.scores(trial.predict(weights))
        theirs = report(learned, Scope(course={}), StudyDay(FIRST_DAY + DAYS), weights=weights).calibration
        assert (len(trial.days), ours) == (theirs.n, theirs.fsrs)


one = st.tuples(
    st.sampled_from("abcd"),
    st.sampled_from([Kind.REVIEW, Kind.REVIEW, Kind.REVIEW, *Kind]),
    st.sampled_from(list(Rating)),
    st.sampled_from([0, 0, 1, 2, 7, 30, -3]),
)


@given(st.lists(one, max_size=40), st.sampled_from([None, FORGETFUL]), st.integers(0, 60))
def test_chances_are_what_the_package_expects_review_by_review(history, weights, since):
    trial, events, day, expected = module.Trial(), {}, 20_000, []
    scheduler = Scheduler(Parameters(weights=weights))
    for item, kind, rating, gap in history:
        day = max(20_000, day + gap)
        rated = rating if kind in {Kind.REVIEW, Kind.RELEARN, Kind.ANKI} else None
        before = replay(events.get(item, []), scheduler)
        if rated and before and day > before.last_day and kind is not Kind.RELEARN:
            expected.append((day, scheduler.recall(before, StudyDay(day)), rating > 1, before.reps + 1, before.lapses))
        if kind is not Kind.RESCHEDULE:
            event = Event(kind=kind, rating=rated, day=StudyDay(day), due_day=None)
            events.setdefault(item, []).append(event)
        trial.add(item, kind, rated, StudyDay(day))
    rows = zip(trial.days, trial.predict(weights), map(bool, trial.passed), trial.numbers, trial.lapses, strict=True)
    assert list(rows) == expected
    part = trial.predict(weights, since=StudyDay(20_000 + since), before=StudyDay(20_000 + 2 * since))
    within = [20_000 + since <= row[0] < 20_000 + 2 * since for row in expected]
    assert list(part) == [row[1] if inside else 0.0 for row, inside in zip(expected, within, strict=True)]


def test_each_stretch_is_forecast_by_what_came_before_it_alone(learned):
    trial = read(learned, COURSE)[0]
    cuts, _ = module._cuts(trial, None)
    chances = module.forecasts(trial, Fitter(trial), cuts, None)
    for since, before in zip(cuts, [*cuts[1:], StudyDay(10**6)], strict=True):
        known = module.Trial()
        for attempt in learned.attempts():
            if attempt.study_day < since:
                known.add(attempt.item_id, attempt.kind, attempt.rating, attempt.study_day)
        right = trial.predict(Fitter(known).fit())
        for place, day in enumerate(trial.days):
            if since <= day < before:
                assert chances[place] == right[place]
    assert [chance for chance, day in zip(chances, trial.days, strict=True) if day < cuts[0]] == [0.0] * sum(
        day < cuts[0] for day in trial.days
    )


def test_the_log_loss_by_hand(learned):
    trial = read(learned, COURSE)[0]
    found = optimize(learned, COURSE)
    cuts, _ = module._cuts(trial, None)
    chances = module.forecasts(trial, Fitter(trial), cuts, None)
    losses = [
        -log(chance if passed else 1 - chance)
        for chance, passed, day in zip(chances, trial.passed, trial.days, strict=True)
        if day >= cuts[0]
    ]
    assert found.judged == len(losses)
    assert found.new.log_loss == pytest.approx(sum(losses) / len(losses))


# ---- what is adopted


def test_better_weights_are_adopted_and_nothing_else_moves(learned, path):
    before, memories = told(learned), learned.memories()
    found = adopt(learned, optimize(learned, COURSE), NOW)
    assert found.new.log_loss < found.old.log_loss == found.defaults.log_loss
    assert (found.adopted, found.kept) == (True, None)
    assert learned.weights() == found.weights
    held = learned.optimization()
    assert held.fsrs_version == version("fsrs")
    assert held.evaluation["fitted_by"] == f"fsrs-rs-python {version('fsrs-rs-python')}"
    assert held.evaluation["until"] == "2024-12-02"
    after = told(learned)
    assert after.pop("optimizations")
    assert before.pop("optimizations") == []
    assert after == before
    assert learned.memories().keys() == memories.keys()
    assert learned.memories() != memories
    assert learned.differences() == {}
    (backup,) = backups(path)
    assert (backup.path, backup.attempts, backup.fault) == (found.backup, len(before["attempts"]), None)
    with Store.for_reading(found.backup) as kept:
        assert kept.weights() is None
        assert kept.memories() == memories


def test_back_to_the_defaults(learned):
    before = learned.memories()
    adopt(learned, optimize(learned, COURSE), NOW)
    assert restore_defaults(learned, NOW).exists()
    assert learned.memories() == before
    assert (learned.weights(), learned.optimization(), learned.parameters_id()) == (None, None, None)
    assert learned.differences() == {}


def test_weights_that_are_not_better_are_not_adopted(store, path):
    """This learner forgets just as the defaults say."""
    write(store, attempts(ITEMS, 30, weights=None))
    before = told(store), store.memories()
    found = adopt(store, optimize(store, COURSE), NOW)
    assert found.new.log_loss >= found.old.log_loss
    assert (found.kept, found.adopted, found.backup) == ("not_better", False, None)
    assert (told(store), store.memories()) == before
    assert backups(path) == []


@pytest.mark.parametrize("when", ["always", "whole"])
def test_a_package_that_finds_nothing_changes_nothing(learned, monkeypatch, when):
    fit = Fitter.fit

    def fail(self, before=None):
        if when == "whole" and before is not None:
            return fit(self, before)
        raise NoFit("It gave NaN.")

    monkeypatch.setattr(Fitter, "fit", fail)
    before = told(learned), learned.memories()
    found = adopt(learned, optimize(learned, COURSE), NOW)
    assert (found.kept, found.why, found.weights, found.adopted) == ("no_fit", "It gave NaN.", None, False)
    assert (found.new == found.defaults) == (when == "always")
    assert (told(learned), learned.memories()) == before


def test_weights_in_force_are_not_judged_by_what_they_were_made_from(learned):
    first = adopt(learned, optimize(learned, COURSE), NOW)
    again = optimize(learned, COURSE)
    assert (again.kept, again.weights) == ("few_new", first.weights)
    assert again.old.log_loss < again.new.log_loss
    rows = list(attempts(ITEMS, DAYS + 40, new_a_day=2, first_day=StudyDay(FIRST_DAY + DAYS), seed=2))
    write(learned, rows)
    later = optimize(learned, COURSE)
    fresh = [day for day in read(learned, COURSE)[0].days if day > first.until]
    assert later.judged == len(fresh)
    assert later.kept in {None, "not_better"}


@pytest.mark.parametrize("evaluation", [{}, [], None, {"until": 5}, {"until": "tomorrow"}])
def test_weights_that_do_not_say_what_they_know_are_taken_to_know_it_all(learned, evaluation):
    """A document may be edited by hand before it is restored."""
    learned.adopt(FORGETFUL, made_ms=1, fsrs_version="6", evaluation=evaluation)
    found = optimize(learned, COURSE)
    assert (found.kept, found.held.weights) == ("few_new", FORGETFUL)


def test_impossible_weights_are_never_stored(learned):
    before = told(learned), learned.memories()
    for weights in ((1.0,) * 20, (float("nan"),) * 21):
        with pytest.raises(BadSetting):
            learned.adopt(weights, made_ms=1, fsrs_version="6", evaluation={})
    assert (told(learned), learned.memories()) == before


KILLED = """
import os, signal, sys
from pathlib import Path
from srs_roulette.store.attempts import Store
left = int(sys.argv[2])
set_memory = Store._set
def falter(self, *of):
    global left
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
    set_memory(self, *of)
Store._set = falter
with Store.for_writing(Path(sys.argv[1])) as store:
    store.adopt(tuple(map(float, sys.argv[3].split())), made_ms=1, fsrs_version="6", evaluation={})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("after", [0, 7, 60])
def test_a_kill_half_way_leaves_the_old_parameters(learned, path, after):
    before, memories = told(learned), learned.memories()
    words = [sys.executable, "-c", KILLED, str(path), str(after), " ".join(map(str, FORGETFUL))]
    killed = subprocess.run(words, check=False, timeout=60, cwd=Path(__file__).parents[2])
    assert killed.returncode == -signal.SIGKILL
    with Store.for_writing(path) as again:
        assert again.weights() is None
        assert (told(again), again.memories(), again.differences()) == (before, memories, {})


# ---- who uses them


def test_everything_uses_the_weights_in_force(learned, desk):
    adopted = adopt(learned, optimize(learned, COURSE), NOW)
    session = begin(desk(), COURSE, Random(1))
    assert session.parameters_id == learned.optimization().id
    asked = session.next(NOW)
    before = learned.memory(asked.entry.id)
    given = answer_text(asked.question.expected, asked.question)
    feedback = session.answer(asked, given, 3000, NOW, {})
    personal = Scheduler(Parameters(weights=adopted.weights))
    right = personal.review(before, Rating.GOOD, feedback.attempt.study_day)
    assert (feedback.memory.stability, feedback.memory.difficulty) == (right.stability, right.difficulty)
    assert feedback.attempt.parameters_id == learned.optimization().id
    assert learned.differences() == {}
    session.undo(NOW)
    assert learned.memory(asked.entry.id) == before
    calibration = gather(desk()).report.calibration
    trial = read(learned, COURSE)[0]
    assert calibration.fsrs == module.Judge(trial, [StudyDay(0)]).scores(trial.predict(adopted.weights))[0]


def test_what_is_least_likely_to_be_remembered_comes_first_by_them(learned):
    learned.adopt(FORGETFUL, made_ms=1, fsrs_version="6", evaluation={"until": "2024-01-01"})
    today = StudyDay(FIRST_DAY + DAYS + 20)
    scheduler = Scheduler(Parameters(weights=FORGETFUL))
    order = [scheduler.recall(learned.memory(entry.id), today) for entry in plan(COURSE, learned, today).queue.due]
    assert order == sorted(order)
    assert len(order) > 20


def test_a_sitting_takes_over_what_was_optimized_meanwhile(learned, desk):
    session = begin(desk(), COURSE, Random(1))
    first = session.next(NOW)
    typed = answer_text(first.question.expected, first.question)
    assert session.answer(first, typed, 3000, NOW, {}).attempt.parameters_id is None
    second = session.next(NOW)
    adopt(learned, optimize(learned, COURSE), NOW)
    before = learned.memory(second.entry.id)
    typed = answer_text(second.question.expected, second.question)
    feedback = session.answer(second, typed, 3000, NOW, {})
    assert feedback.attempt.parameters_id == learned.optimization().id
    right = Scheduler(Parameters(weights=learned.weights())).review(before, Rating.GOOD, feedback.attempt.study_day)
    assert feedback.memory.stability == right.stability
    assert learned.differences() == {}
    restore_defaults(learned, NOW)
    third = session.next(NOW)
    typed = answer_text(third.question.expected, third.question)
    assert session.answer(third, typed, 3000, NOW, {}).attempt.parameters_id is None
    assert learned.differences() == {}


# ---- the two rules of grading


def telling(rng, chance):
    """Slow where it was hardly known."""
    return round(exp(8 + 3 * (1 - chance) + rng.gauss(0, 0.1)))


def test_without_telling_times_the_rules_do_not_differ(learned):
    assert optimize(learned, COURSE).grading is None


def test_ratings_are_derived_again_by_both_rules(store):
    write(store, attempts(ITEMS, DAYS, slow=telling))
    rated, pass_fail, latency = read(store, COURSE)
    assert rated.ratings == pass_fail.ratings
    assert set(pass_fail.ratings) == {Rating.AGAIN, Rating.GOOD}
    assert Rating.HARD in latency.ratings
    assert [r == Rating.AGAIN for r in latency.ratings] == [r == Rating.AGAIN for r in pass_fail.ratings]
    found = optimize(store, COURSE)
    assert found.grading.pass_fail == found.new
    assert found.grading.latency != found.grading.pass_fail
    assert optimize(store, COURSE) == found


@pytest.mark.parametrize(
    ("off", "better"), [((0.1, 0.5), "pass_fail"), ((0.5, 0.1), "latency"), ((0.3, 0.3), None), ((0.3, 0.301), None)]
)
def test_a_rule_is_better_only_beyond_chance(store, off, better):
    write(store, attempts(ITEMS, DAYS, slow=telling))
    rated, pass_fail, latency = read(store, COURSE)
    judge = module.Judge(rated, [StudyDay(0)])
    wobble = [0.05 * (place % 5 - 2) for place in range(len(rated.days))]

    def ahead(trial):
        miss = off[trial is latency]
        sign = 1 if trial is latency else -1
        return [
            min(0.99, max(0.01, (1 - miss if passed else miss) + sign * wiggle))
            for passed, wiggle in zip(rated.passed, wobble, strict=True)
        ]

    assert module._grading(pass_fail, latency, judge, ahead).better == better
