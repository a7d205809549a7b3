"""``optimize`` as people and scripts meet it."""

from __future__ import annotations

import sys

import pytest
from forgetting import FIRST_DAY, attempts, told

from srs_roulette.recall.optimize import DEFINITION
from srs_roulette.session import course as courses
from srs_roulette.store import queries
from srs_roulette.store.attempt import to_row
from srs_roulette.store.attempts import Store

pytest.importorskip("fsrs_rs_python", reason="the extra optimize is not installed")

COURSE = courses.load(["european"], data_folder=None, house_option=None, house_setting=None)
ITEMS = [item for item, entry in COURSE.entries.items() if entry.item.max_interval is None][:80]
MORNING_DAY = 20_514
"""The study day of day 0 of ``home``, 2026-03-02."""
DAY = FIRST_DAY + 60 - MORNING_DAY
"""The day after the history, as ``home`` counts days."""


def write(home, days=60, **more):
    with Store.for_writing(home.database) as store:
        with store.transaction():
            store.connection.executemany(queries.INSERT, map(to_row, attempts(ITEMS, days, **more)))
        store.rebuild()


@pytest.fixture
def learned(home):
    write(home)
    return home


def state(home):
    with Store.for_reading(home.database) as store:
        return told(store), store.memories(), store.weights()


def said(home, *words, columns=80, **env):
    return home.run("optimize", *words, day=DAY, COLUMNS=str(columns), **env).stdout


def test_too_few_reviews_are_one_line_and_nothing_is_created(home):
    line = home.fault("optimize")
    assert line == (
        "Next-day reviews so far: 0; to fit parameters to you, at least 64 are needed. Nothing was changed."
        " Go on with: srs-roulette review"
    )
    assert not home.folder.exists()
    write(home, 4)
    before = state(home)
    for words in ([], ["--dry-run"], ["--json"]):
        assert "\n" not in home.fault("optimize", *words, day=DAY)
    assert state(home) == before


def test_without_the_package_one_line_says_how_to_get_it(learned, monkeypatch):
    monkeypatch.setitem(sys.modules, "fsrs_rs_python", None)
    before = state(learned)
    line = learned.fault("optimize", day=DAY)
    install = f'{sys.executable} -m pip install "srs-roulette[optimize]"'
    assert line == f"To fit parameters one more package is needed. Install once: {install}"
    assert state(learned) == before
    # What fits nothing does not need it.
    assert "would move" in said(learned, "--reschedule", "--dry-run")
    assert "already" in said(learned, "--defaults")


def test_every_key_is_there(learned):
    found = learned.json("optimize", day=DAY)
    scores = ["log_loss", "rmse_bins", "auc"]
    assert list(found) == [
        *("reviews", "needed", "judged", "stretches", "definition", "old", "new", "defaults", "better", "reason"),
        *("adopted", "backup", "grading", "versions"),
    ]
    assert list(found["old"]) == list(found["new"]) == ["parameters", *scores]
    assert list(found["defaults"]) == scores
    assert list(found["grading"]) == ["setting", "pass_fail", "latency", "better", "command"]
    assert list(found["versions"]) == ["fsrs", "fsrs_then", "fitter"]
    assert (found["needed"], found["stretches"], found["definition"]) == (64, 5, DEFINITION)
    assert (found["old"]["parameters"], len(found["new"]["parameters"])) == (None, 21)
    assert (found["better"], found["reason"], found["adopted"]) == (True, None, True)
    assert found["reviews"] > found["judged"] > 0
    again = learned.json("optimize", day=DAY)
    assert again["old"]["parameters"] == found["new"]["parameters"]
    assert (again["better"], again["reason"], again["adopted"], again["backup"]) == (False, "few_new", False, None)


def test_it_is_adopted_once_and_taken_back(learned):
    rows, memories, _ = state(learned)
    dry = said(learned, "--dry-run")
    assert "Nothing was changed.\nTo put them in force: srs-roulette optimize\n" in dry
    assert state(learned) == (rows, memories, None)
    text = " ".join(said(learned).split())
    assert "The new parameters are in force: they forecast better. Due days stay as they are." in text
    assert "--reschedule --dry-run" in text
    after, _, weights = state(learned)
    assert len(weights) == 21
    assert after["attempts"] == rows["attempts"]
    assert after["due"] == rows["due"]
    assert learned.run("doctor", day=DAY).exit_code == 0
    assert "fewer than 64 next-day reviews" in " ".join(said(learned).split())
    assert "in force again" in said(learned, "--defaults")
    assert state(learned)[1:] == (memories, None)
    assert learned.run("doctor", day=DAY).exit_code == 0


def test_due_days_move_when_asked_and_undo_moves_them_back(learned):
    learned.run("optimize", day=DAY)
    rows, memories, _ = state(learned)
    dry = learned.json("optimize", "--reschedule", "--dry-run", day=DAY)
    assert list(dry) == ["dry_run", "items", "moved", "load", "backup"]
    assert (dry["dry_run"], dry["items"], dry["backup"]) == (True, len(ITEMS), None)
    assert list(dry["load"][0]) == ["study_day", "before", "after"]
    assert state(learned)[0] == rows
    text = said(learned, "--reschedule")
    assert f"Due days moved: {len(dry['moved'])} of {len(ITEMS)};" in text
    assert "To take it all back: srs-roulette undo" in text
    assert state(learned)[1] != memories
    due = learned.json("due", day=DAY)["forecast"]
    assert [(one["study_day"], one["due"]) for one in due] == [(one["study_day"], one["after"]) for one in dry["load"]]
    shown = learned.run("history", day=DAY).stdout
    assert f"items rescheduled: {len(dry['moved'])}" in shown
    moved = dry["moved"][0]
    of_item = learned.run("history", moved["item"], day=DAY).stdout
    assert f"reschedule  {moved['item']}\n    due {moved['after']}; attempt " in of_item
    assert learned.run("undo", day=DAY).stdout == (
        "Withdrawn: the rescheduling, as a whole. Its items are due as they were before.\n"
    )
    assert state(learned)[1] == memories
    assert "(withdrawn)" in learned.run("history", "--all", day=DAY).stdout


def test_nothing_to_reschedule_is_said(home):
    assert "Nothing moves" in said(home, "--reschedule")
    assert "already" in said(home, "--defaults")
    assert not home.folder.exists()


def test_the_better_rule_comes_with_its_command(learned, monkeypatch):
    from srs_roulette.recall import optimize as module  # noqa: PLC0415 - read where it is changed

    told_of = module.optimize

    def better(store, course):
        found = told_of(store, course)
        grading = module.Grading(pass_fail=found.old, latency=found.new, better=better.rule)
        return module.replace(found, grading=grading)

    monkeypatch.setattr(module, "optimize", better)
    command = "srs-roulette settings set grading latency"
    for rule, end in (
        ("latency", command),
        ("pass_fail", "is your setting."),
        (None, "Your setting stays: pass_fail."),
    ):
        better.rule = rule
        assert said(learned, "--dry-run").endswith(f"{end}\n")
        grading = learned.json("optimize", "--dry-run", day=DAY)["grading"]
        assert (grading["better"], grading["command"]) == (rule, command if rule == "latency" else None)
    settings = {one["key"]: one["value"] for one in learned.json("settings", day=DAY)["settings"]}
    assert settings["grading"] == "pass_fail"
    better.rule = "latency"
    learned.run(*command.split()[1:], day=DAY)
    assert "latency forecast better, and is your setting." in said(learned, "--dry-run")


def test_another_fsrs_is_told_of_and_moves_nothing(learned):
    learned.run("optimize", day=DAY)
    with Store.for_writing(learned.database) as store:
        store.connection.execute("UPDATE optimizations SET fsrs_version = '6.0.0'")
    before = state(learned)
    assert "were fitted with fsrs 6.0.0;" in " ".join(said(learned).split())
    assert state(learned) == before
    assert learned.json("optimize", day=DAY)["versions"]["fsrs_then"] == "6.0.0"


@pytest.mark.parametrize("words", [["--defaults", "--reschedule"], ["--defaults", "--dry-run"]])
def test_what_does_not_go_together_is_wrong_use(learned, words):
    assert "--defaults stands alone" in learned.fault("optimize", *words, code=2)


@pytest.mark.parametrize("columns", [80, 40])
def test_it_fits_the_terminal(learned, columns):
    for words in (["--dry-run"], ["--reschedule", "--dry-run"]):
        text = said(learned, *words, columns=columns)
        assert max(map(len, text.splitlines())) <= columns
        assert "nan" not in text.lower()
    assert DEFINITION in " ".join(said(learned, "--dry-run", columns=columns).split())
