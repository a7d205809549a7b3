"""readiness through its command line."""

from __future__ import annotations

import re

import pytest

KEYS = ["date", "days", "target", "known", "sections", "plan", "needed", "most", "assumption"]
KNOWN = ["items", "seen", "now", "then"]


def told(home, date, *words, day=0):
    return home.json("readiness", date, "--deck", str(home.deck), *words, day=day)


def shown(home, date, *words, day=0, columns=80):
    done = home.run("readiness", date, "--deck", str(home.deck), *words, day=day, COLUMNS=str(columns))
    assert max(map(len, done.stdout.splitlines())) <= columns
    return done.stdout


@pytest.fixture
def learned(home):
    home.sit(True, False, True, words=("--new", "3"))
    home.sit(day=3, words=("--new", "0"))
    return home


def test_every_key_is_there(learned):
    found = told(learned, "2026-04-01", day=4)
    assert list(found) == KEYS
    assert (found["date"], found["days"], found["target"]) == ("2026-04-01", 26, 0.9)
    assert list(found["known"]) == KNOWN
    assert [list(one) for one in found["sections"]] == [["deck", "section", "title", *KNOWN]] * 2
    assert [(one["deck"], one["section"], one["items"], one["seen"]) for one in found["sections"]] == [
        ("mine", "one", 3, 3),
        ("mine", "two", 1, 0),
    ]
    assert found["sections"][1]["now"] == 0 < found["sections"][1]["then"] < 1
    assert list(found["plan"]) == ["new_per_day", "reviews_per_day", "minutes_per_day", "minutes"]
    assert list(found["needed"]) == ["new_per_day", "reviews_per_day", "minutes", "then"]
    assert found["needed"]["then"] >= 0.9
    assert found["most"] is None
    assert "day before" in found["assumption"]


def test_an_empty_history_is_told_and_creates_nothing(home):
    found = told(home, "2026-03-20")
    assert found["known"] | {"then": 0} == {"items": 4, "seen": 0, "now": 0, "then": 0}
    assert found["known"]["then"] > 0.8
    assert "50 %" in found["assumption"]
    assert not home.folder.exists()


def test_the_settings_make_the_plan(home):
    free = told(home, "2026-03-20")
    home.run("settings", "set", "new_per_day", "0")
    none = told(home, "2026-03-20")
    assert (none["plan"]["new_per_day"], none["plan"]["minutes"], none["known"]["then"]) == (0, 0, 0)
    assert none["needed"] == free["needed"]
    home.run("settings", "set", "new_per_day", "1")
    home.run("settings", "set", "pause_until", "2026-03-18")
    assert [one["seen"] for one in told(home, "2026-03-20")["sections"]] == [0, 0]
    assert 1.5 < 4 * told(home, "2026-03-20")["known"]["then"] <= 2


def test_a_section_that_never_opens_is_never_known(home):
    text = home.deck.read_text(encoding="utf-8")
    home.run("items", "suspend", "mine/split/2", "--deck", str(home.deck))
    assert told(home, "2026-03-20")["sections"][1]["then"] == 0
    assert home.deck.read_text(encoding="utf-8") == text


def test_what_is_said(home):
    home.run("settings", "set", "new_per_day", "1")
    text = shown(home, "2026-03-05")
    assert "On 2026-03-05, days from now: 3." in text
    assert "Your plan: new a day 1, minutes a day about 1." in text
    assert "The least for 90 %: new a day 2, minutes a day 1." in text
    home.run(*text.partition("To set it: srs-roulette ")[2].splitlines()[0].split())
    after = shown(home, "2026-03-05")
    assert "To set it" not in after
    assert "Reckoned so: " in after
    assert "One" in after
    assert shown(home, "2026-03-05", columns=40).split() == after.split()


def test_every_setting_that_stands_in_the_way_is_named(home):
    keys = ("new_per_day", "reviews_per_day", "minutes_per_day")
    for key in keys:
        home.run("settings", "set", key, "1")
    words = ("readiness", "2026-05-01", "--target", "60")
    commands = re.findall(r"To set it: srs-roulette (.*)", home.run(*words).stdout)
    assert [command.split()[2] for command in commands] == [*keys]
    for command in commands:
        assert home.json(*words)["known"]["then"] < 0.6
        home.run(*command.split())
    assert home.json(*words)["known"]["then"] >= 0.6
    assert "To set it" not in home.run(*words).stdout


def test_where_nothing_is_asked_it_is_said(home):
    home.run("settings", "set", "pause_until", "2026-04-01")
    text = shown(home, "2026-03-20")
    assert "Paused until 2026-04-01" in text
    assert "90 % cannot be reached by then: nothing is to be asked before that day." in text
    assert "Paused until" in shown(home, "2026-05-20")
    assert "Paused until" not in shown(home, "2026-05-20", day=40)


def test_what_cannot_be_reached_is_said(home):
    assert "99 % cannot be reached by then. The most is 9" in shown(home, "2026-03-20", "--target", "99")
    found = told(home, "2026-03-20", "--target", "99")
    assert found["needed"] is None
    assert found["known"]["then"] <= found["most"]["then"] < 0.99


def test_what_needs_nothing_is_said(learned):
    text = shown(learned, "2026-03-10", "--target", "30", day=4)
    assert "30 % are known then even if you answer nothing more." in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["2026-03-02"], "is not to come: today is 2026-03-02"),
        (["2026-03-01"], "is not to come"),
        (["2029-03-02"], "is too far"),
        (["tomorrow"], "is no date"),
        (["2026-02-30"], "is no date"),
        ([], "DATE"),
        (["2026-04-01", "--target", "0"], "--target"),
        (["2026-04-01", "--target", "100"], "--target"),
        (["2026-04-01", "--target", "most"], "--target"),
    ],
)
def test_what_is_wrong_is_said(home, words, said):
    assert said in home.fault("readiness", *words, code=2)
    assert not home.folder.exists()


def test_decks_without_an_item_for_the_house(home):
    head, _, call = home.deck.read_text(encoding="utf-8").partition("[items.split]")
    call = call.partition("[items.call]")[2]
    home.deck.write_text(f"{head}[items.call]{call}", encoding="utf-8")
    assert told(home, "2026-03-20")["known"]["items"] == 1
    assert "nothing to know" in shown(home, "2026-03-20", "--house", "american")
    found = told(home, "2026-03-20", "--house", "american")
    assert (found["known"], found["sections"], found["needed"], found["most"]) == (None, [], None, None)
