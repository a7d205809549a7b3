"""``stats``, key by key as docs/cli.md has it, and as people see it."""

from __future__ import annotations

import json
import re

import pytest
from sitting_helpers import FIRST, SECOND

from srs_roulette.cli.stats_terminal import _View
from srs_roulette.recall.document import DEFINITIONS

KEYS = [
    *("study_day", "reviews", "true_retention", "bands", "families", "months", "calibration", "transfer", "fluency"),
    *("slips", "known", "load", "leeches"),
]
MORE = ["since", "speed_due", "activity", "seconds_a_day", "streak", "memory", "definitions"]
SHARE = ["n", "passed", "value", "low", "high"]
NOTHING = {"n": 0, "passed": 0, "value": None, "low": None, "high": None}


@pytest.fixture
def learned(home):
    """An item right on its first day, wrong and then right three days later, right the day after; and a new one."""
    home.sit(True, True, most=1)
    home.sit(False, True, day=3, words=("--new", "0"))
    home.sit(True, day=4, words=("--new", "0"))
    home.sit(True, day=5, most=1)
    return home


def stats(home, *words, day=5):
    return home.json("stats", "--deck", str(home.deck), *words, day=day)


def shown(home, *words, day=5, columns=80, **env):
    return home.run("stats", "--deck", str(home.deck), *words, day=day, COLUMNS=str(columns), **env).stdout


def test_every_key_is_there(learned):
    told = stats(learned)
    assert list(told) == KEYS + MORE
    assert list(told["true_retention"]) == ["definition", *SHARE]
    assert [list(band) for band in told["bands"]] == [["from", "to", *SHARE]] * 4
    assert [list(one) for one in told["families"]] == [["family", *SHARE]]
    assert [list(one) for one in told["months"]] == [["month", *SHARE]]
    assert list(told["calibration"]) == ["log_loss", "rmse_bins", "auc", "constant", "moving_average", "bins", "n"]
    assert list(told["calibration"]["constant"]) == ["log_loss", "rmse_bins", "auc"]
    assert list(told["known"]) == ["now", "in_7", "in_30", "in_90", "seen", "items", "sections"]
    assert [(one["deck"], one["section"], one["items"]) for one in told["known"]["sections"]] == [
        ("mine", "one", 3),
        ("mine", "two", 1),
    ]
    assert list(told["transfer"]) == ["fresh", "repeated", "families"]
    assert list(told["definitions"]) == list(DEFINITIONS)


def test_the_figures_are_those_of_the_sittings(learned):
    told = stats(learned)
    assert (told["study_day"], told["reviews"]) == ("2026-03-07", 5)
    assert [told["true_retention"][key] for key in ("n", "passed", "value")] == [2, 1, 0.5]
    assert "earlier day" in told["true_retention"]["definition"]
    assert told["months"][0] | {"low": None, "high": None} == {"month": "2026-03"} | NOTHING | {
        "n": 2,
        "passed": 1,
        "value": 0.5,
    }
    # The item has one question only, so every draw of it is a repeated one.
    assert (told["transfer"]["fresh"], told["transfer"]["repeated"]["n"]) == (NOTHING, 2)
    assert told["fluency"][0]["family"] == "times_table"
    assert told["fluency"][0]["n"] == 4
    assert told["streak"] == {"days": 3, "longest": 3}
    assert [(day["study_day"], day["answers"], day["new"]) for day in told["activity"]] == [
        ("2026-03-02", 1, 1),
        ("2026-03-05", 2, 0),
        ("2026-03-06", 1, 0),
        ("2026-03-07", 1, 1),
    ]
    assert 1.5 < told["known"]["now"] <= 2
    assert told["known"]["now"] > told["known"]["in_7"] > told["known"]["in_30"] > told["known"]["in_90"] > 0


def test_the_load_is_that_of_due(learned):
    due = learned.json("due", "--deck", str(learned.deck), day=5)
    assert stats(learned)["load"] == due["forecast"]


def test_a_part_of_the_history(learned):
    assert [stats(learned, "--since", "2026-03-06")[key] for key in ("reviews", "since")] == [2, "2026-03-06"]
    assert stats(learned, "--since", "2030-01-01")["true_retention"]["value"] is None
    assert stats(learned, "--family", "times-table")["reviews"] == 5
    other = stats(learned, "--family", "call_value")
    assert (other["reviews"], other["known"]["items"], other["known"]["now"]) == (0, 1, None)
    assert sum(day["due"] for day in other["load"]) == 0
    assert learned.json("stats", "--deck", "american", day=5)["reviews"] == 0
    assert learned.json("stats", day=5)["reviews"] == 5


def test_slips_and_leeches(home):
    home.sit(True, most=1)
    for day in range(2, 12):
        home.send({"answer": "36"}, {"command": "quit"}, day=day, words=("--new", "0"))
    told = stats(home, day=12)
    assert [(one["slip"], one["family"]) for one in told["slips"]] == [("stake_included", "times_table")]
    (slip,) = told["slips"]
    assert slip["items"] == [{"item": FIRST, "n": slip["n"]}]
    assert (slip["share"], slip["lately"]) == (1.0, slip["n"])
    assert told["leeches"] == [{"item": FIRST, "family": "times_table", "wrong": 8, "of": 8}]
    text = shown(home, day=12)
    assert "stake included" in text
    assert f"{FIRST}" in text.partition("Leeches")[2]


def test_what_is_wrong_is_said(home):
    deck = ["--deck", str(home.deck)]
    assert "--since" in home.fault("stats", *deck, "--since", "2026-02-30", code=2)
    assert "times_table" in home.fault("stats", *deck, "--family", "times_tabel")


def test_an_empty_history_is_told_and_creates_nothing(home):
    told = stats(home)
    assert not home.folder.exists()
    assert told["true_retention"] | {"definition": ""} == {"definition": ""} | NOTHING
    assert told["calibration"]["constant"] == {"log_loss": None, "rmse_bins": None, "auc": None}
    assert told["known"]["now"] is told["known"]["in_90"] is told["seconds_a_day"] is None
    assert shown(home).startswith("Long-term recall on 2026-03-07. Answers counted: 0.\nNo reviews yet.")


def none(home):
    """Nothing was ever asked."""


def only_new(home):
    home.sit(True, True, most=2)


def only_suspended(home):
    home.sit(True, True, most=2)
    home.run("items", "suspend", FIRST, SECOND, "--deck", str(home.deck))


def one_attempt(home):
    home.sit(False, most=1)


@pytest.mark.parametrize("history", [none, only_new, only_suspended, one_attempt])
@pytest.mark.parametrize("columns", [80, 40])
def test_nothing_to_count_is_a_dash_and_a_sentence(home, history, columns):
    history(home)
    told = stats(home, day=1)
    for table in (told["true_retention"], told["transfer"]["fresh"], told["transfer"]["repeated"]):
        assert [table[key] for key in SHARE] == [0, 0, None, None, None]
    assert told["calibration"]["log_loss"] is None
    assert "NaN" not in json.dumps(told)
    text = shown(home, day=1, columns=columns)
    assert re.search(r"True retention\n- Nothing was asked again", text)
    assert re.search(r"Calibration\n- There is no prediction", text)
    assert "nan" not in text.lower()
    assert " 0.0 %" not in text.partition("Fluency")[0]
    assert "100.0 %" not in text.partition("Fluency")[0]
    assert max(map(len, text.splitlines())) <= columns


@pytest.mark.parametrize("columns", [120, 80, 40])
def test_it_fits_the_terminal(learned, columns):
    text = shown(learned, columns=columns)
    assert max(map(len, text.splitlines())) <= columns
    for word in ("True retention", "50.0 %", "times_table", "FSRS", "moving average", "Streak, days: 3", "times_table"):
        assert word in " ".join(text.split())


def test_every_table_is_explained_on_demand(learned):
    for columns in (80, 40):
        text = " ".join(shown(learned, "--explain", columns=columns).split())
        for definition in DEFINITIONS.values():
            assert definition in text
    assert DEFINITIONS["true_retention"][:40] not in shown(learned)


def test_it_is_shown_in_ascii_without_colours(home, learned):
    words = ["stats", "--deck", str(home.deck)]
    with learned.process(*words, day=5, PYTHONIOENCODING="ascii", COLUMNS="80", NO_COLOR="1") as running:
        printed, said = running.communicate(timeout=60)
    assert (running.returncode, said) == (0, b"")
    text = printed.decode("ascii")
    assert "\x1b" not in text
    assert "?" not in text
    assert "######" in text


def test_titles_are_coloured_and_no_sign_of_it_is_seen(learned, monkeypatch):
    monkeypatch.setattr("srs_roulette.cli.output.coloured", lambda: True)
    text = shown(learned)
    assert "\x1b[1mTrue retention\x1b[0m\n" in text
    assert "\N{SYMBOL FOR ESCAPE}" not in text


@pytest.mark.parametrize("columns", [100, 80, 64, 40, 20])
def test_an_id_is_never_broken(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    item = "european/spot-name/split_street"
    row = ("six line as street", "name_spot", item, "3", "16.2 %")
    _View(explain=False).table(("mistake", "skill", "most often at", "lately", "of wrong"), [row], left=3, spare=(4,))
    text = capsys.readouterr().out
    assert {"six", "line", "as", "street", "name_spot", item, "3"} <= set(text.split())
    assert max(map(len, text.splitlines())) <= max(columns, len(item) + 2)
    assert ("16.2 %" in text) == (columns >= 80)


@pytest.mark.parametrize("columns", [26, 18, 14])
def test_no_word_is_broken_where_it_has_room(learned, columns):
    text = shown(learned, columns=columns)
    assert max(map(len, text.splitlines())) <= columns
    words = {word for line in shown(learned, columns=200).splitlines() for word in line.split() if len(word) <= columns}
    short = {word for word in text.split() if word.isalpha() or "_" in word}
    assert short <= words | {"RMSE"}
    assert "times_table" in short
