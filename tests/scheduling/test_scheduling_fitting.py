"""Weights that a package fits: what is handed to it, and that nothing unusable comes back."""

from __future__ import annotations

import sys
from math import nan
from types import SimpleNamespace

import pytest
from forgetting import FORGETFUL, attempts
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.errors import NeedsExtra
from srs_roulette.scheduling.fitting import Fitter, NoFit
from srs_roulette.scheduling.forward import WEIGHTS
from srs_roulette.scheduling.fsrs import Parameters, Scheduler
from srs_roulette.scheduling.recall import interval
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.trial import Trial
from srs_roulette.scheduling.types import Rating, StudyDay

ITEMS = [f"deck/{n}" for n in range(80)]


def trial_of(rows):
    trial = Trial()
    for one in rows:
        trial.add(one.item_id, one.kind, one.rating, one.study_day)
    return trial


@pytest.fixture
def package(monkeypatch):
    """Stands in for the real one: notes what it is given and gives back what a test wants."""
    given_ = []

    def compute_parameters(reviews, lives, **_):
        given_.append((reviews, lives))
        if isinstance(package.found, Exception):
            raise package.found
        return package.found

    package = SimpleNamespace(
        found=list(WEIGHTS),
        given=given_,
        DEFAULT_PARAMETERS=list(WEIGHTS),
        FSRS=lambda _: SimpleNamespace(compute_parameters=compute_parameters),
        FSRSItem=tuple,
        FSRSReview=lambda rating, days: (rating, days),
        TrainingConfig=lambda **settings: settings,
    )
    monkeypatch.setitem(sys.modules, "fsrs_rs_python", package)
    return package


def changed(place, value):
    return [*WEIGHTS[:place], value, *WEIGHTS[place + 1 :]]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (list(WEIGHTS), "gave back its defaults"),
        ([one + 1e-7 for one in WEIGHTS], "gave back its defaults"),
        (changed(3, nan), "finite"),
        ([nan] * 21, "finite"),
        (list(WEIGHTS[:20]), "21 weights, not 20"),
        ([*WEIGHTS, 0.5], "21 weights, not 22"),
        ([], "21 weights, not 0"),
        (changed(20, 0.9), "out of bounds"),
        (changed(0, -1.0), "out of bounds"),
        (ValueError("NotEnoughData"), "NotEnoughData"),
    ],
)
def test_what_cannot_be_used_is_never_given_back(package, found, said):
    package.found = found
    with pytest.raises(NoFit, match=said):
        Fitter(trial_of(attempts(ITEMS, 5))).fit()


def test_bounds_hold_for_the_weights_of_single_precision(package):
    package.found = changed(9, 0.800000011920929)
    assert Fitter(trial_of(attempts(ITEMS, 5))).fit()[9] == 0.8


def test_the_package_gets_each_judged_review_with_what_came_before_it(package):
    trial = Trial()
    for item, kind, rating, day in [
        ("a", Kind.REVIEW, Rating.GOOD, 1),
        ("b", Kind.REVIEW, Rating.AGAIN, 1),
        ("b", Kind.RELEARN, Rating.GOOD, 1),
        ("a", Kind.REVIEW, Rating.AGAIN, 3),
        ("a", Kind.RELEARN, Rating.GOOD, 3),
        ("b", Kind.DRILL, Rating.GOOD, 4),
        ("b", Kind.ANKI, Rating.EASY, 5),
        ("a", Kind.RESET, None, 6),
        ("a", Kind.REVIEW, Rating.GOOD, 7),
        ("a", Kind.REVIEW, Rating.HARD, 8),
    ]:
        trial.add(item, kind, rating, StudyDay(day))
    package.found = list(FORGETFUL)
    fitter = Fitter(trial)
    assert fitter.fit() == FORGETFUL
    fitter.fit(before=StudyDay(5))
    assert package.given == [
        ([((3, 0), (1, 2)), ((1, 0), (3, 0), (4, 4)), ((3, 0), (2, 1))], [0, 1, 2]),
        ([((3, 0), (1, 2))], [0]),
    ]


@pytest.mark.parametrize("broken", [None, SimpleNamespace()])
def test_without_the_package_the_line_says_how_to_get_it(monkeypatch, broken):
    class Broken:
        def find_spec(self, name, *_):
            if name == "fsrs_rs_python":
                raise ImportError("libfsrs.so: wrong ELF class")

    monkeypatch.delitem(sys.modules, "fsrs_rs_python", raising=False)
    if broken is None:
        monkeypatch.setitem(sys.modules, "fsrs_rs_python", None)
    else:
        monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    with pytest.raises(NeedsExtra, match=r'-m pip install "srs-roulette\[optimize\]"$'):
        Fitter(Trial())


# ---- the real package


@pytest.fixture
def real():
    pytest.importorskip("fsrs_rs_python", reason="the extra optimize is not installed")


@pytest.mark.usefixtures("real")
def test_the_same_history_gives_the_same_weights():
    rows = list(attempts(ITEMS, 60))
    first, second = (Fitter(trial_of(rows)).fit() for _ in range(2))
    assert first == second
    assert first != WEIGHTS
    Scheduler(Parameters(weights=first))


@pytest.mark.usefixtures("real")
def test_nothing_is_learned_from_what_came_later():
    rows = list(attempts(ITEMS, 60))
    day = rows[len(rows) // 2].study_day
    early = trial_of(one for one in rows if one.study_day < day)
    assert Fitter(trial_of(rows)).fit(before=day) == Fitter(early).fit()


@pytest.mark.usefixtures("real")
@given(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), st.sampled_from([1, 3]), st.sampled_from([0, 0, 1, 1, 2, 9, 40])),
        max_size=60,
    )
)
def test_whatever_the_history_the_weights_are_allowed_or_none(history):
    trial, day = Trial(), 100
    for item, rating, gap in history:
        day += gap
        trial.add(item, Kind.REVIEW, Rating(rating), StudyDay(day))
    try:
        weights = Fitter(trial).fit()
    except NoFit:
        return
    Scheduler(Parameters(weights=weights))
    assert len(trial.days) >= 8


@given(
    st.sampled_from([None, FORGETFUL]),
    st.floats(0.70, 0.99),
    st.lists(st.tuples(st.sampled_from(list(Rating)), st.integers(0, 400)), min_size=1, max_size=12),
)
def test_an_interval_is_the_package_s(weights, retention, answers):
    scheduler = Scheduler(Parameters(weights=weights, retention=retention))
    memory, day = None, 100
    for rating, gap in answers:
        day += gap
        memory = scheduler.review(memory, rating, StudyDay(day))
        ours = interval(memory.stability, retention=retention, decay=scheduler.parameters.decay)
        assert memory.due_day - memory.last_day == min(ours, 36500)
