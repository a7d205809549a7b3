"""What a day holds, from the command line: going ahead, holidays, sections, houses, leeches at the end."""

from __future__ import annotations

import pytest
from sitting_helpers import FIRST, SECOND, THIRD, of_type

DECKS = ["settings", "set", "decks"]


def asked(objects):
    return [(one["item"], one["kind"], one["new"], one["left"]) for one in of_type(objects, "question")]


# ---- ahead


def test_ahead_in_json_lines(home):
    home.sit(True, True, most=2)
    assert [one["type"] for one in home.send(words=("--new", "0"), day=1)] == ["end"]
    said = home.sit(day=1, words=("--new", "0", "--ahead"))
    assert asked(said) == [(FIRST, "review", False, 2), (SECOND, "review", False, 1)]
    assert {key: said[-1][key] for key in ("type", "reason", "answered", "right")} == {
        "type": "end",
        "reason": "done",
        "answered": 2,
        "right": 2,
    }
    days = [one["due"] for one in of_type(said, "feedback")]
    assert said[-1]["next_due"] == min(days)
    assert min(days) >= "2026-03-04"
    kept = home.json("history")["attempts"]
    assert [(one["item"], one["kind"], one["study_day"]) for one in kept[2:]] == [
        (FIRST, "review", "2026-03-03"),
        (SECOND, "review", "2026-03-03"),
    ]


def test_ahead_within_the_limits_of_the_day_and_of_the_sitting(home):
    home.sit()
    home.run("settings", "set", "reviews_per_day", "2")
    said = home.sit(day=1, words=("--ahead", "--limit", "1", "--new", "0"))
    assert (len(asked(said)), said[-1]["reason"]) == (1, "limit")
    said = home.sit(day=1, words=("--ahead", "--new", "0"))
    assert (len(asked(said)), said[-1]["reason"]) == (1, "limit")
    assert home.send(day=1, words=("--ahead", "--new", "0"))[0]["type"] == "end"


# ---- holidays


def test_a_pause_is_said_in_one_line_with_its_end(home):
    deck = ["--deck", str(home.deck)]
    home.sit(True, most=1)
    home.run("settings", "set", "pause_until", "2026-03-20")
    line = 'Paused until 2026-03-20: nothing is due. To go on now: srs-roulette settings set pause_until ""'
    for words in ([], ["due"], ["review"]):
        assert " ".join(home.run(*words, *deck, day=5).stdout.split()).count(line) == 1
    assert home.run("review", *deck, day=5).stdout.strip().count("\n") <= 1
    assert home.json("due", *deck, day=5)["due"] == 0
    assert home.json("due", *deck, day=5)["forecast"][13] == {"study_day": "2026-03-20", "due": 1}
    today = home.json(*deck, day=5)
    assert (today["due"], today["new"], today["pause_until"]) == (0, 0, "2026-03-20")
    said = home.send(day=5)
    assert home.said == f"{line}\n"
    assert said == [{"type": "end", "reason": "done", "answered": 0, "right": 0, "next_due": "2026-03-20"}]
    # On its day it is over by itself, and before it when it is taken back.
    assert home.json(*deck, day=18)["pause_until"] is None
    assert asked(home.sit(day=18))[0][0] == FIRST
    home.run("settings", "set", "pause_until", "")
    assert asked(home.sit(day=5, words=("--ahead",)))


@pytest.mark.parametrize("key", ["exam_date", "pause_until"])
@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2026-03-01", "2026-03-01 has come: it changes nothing.\n"),
        ("2026-03-02", "2026-03-02 has come: it changes nothing.\n"),
        ("2026-03-03", ""),
        ("", ""),
    ],
)
def test_a_day_that_has_come_is_taken_and_said(home, key, day, said):
    done = home.run("settings", "set", key, day)
    assert (done.stdout, done.stderr) == (f"{key}: {day or '-'}\n", said)
    assert home.json("due")["new"] == (0 if (key, day) == ("pause_until", "2026-03-03") else 10)


# ---- settings


GOOD_AND_BAD = {
    "house": (["german", "european"], ["germa", "no/such/file.toml"]),
    "decks": (["european basics", "basics"], ["europan", "basics basics", "european nix"]),
    "lang": (["en"], ["xx", "EN"]),
    "new_per_day": (["0", "500"], ["-1", "501", "1.5", "many"]),
    "reviews_per_day": (["1", "9999"], ["0", "10000"]),
    "minutes_per_day": (["0", "600"], ["-1", "601"]),
    "retention": (["0.70", "0.99"], ["0.69", "1", "90", "0,9", "nan"]),
    "maximum_interval": (["1", "36500"], ["0", "-5", "36501"]),
    "rollover": (["0", "12"], ["-1", "13", "4.5"]),
    "zone": (["UTC", "Australia/Lord_Howe"], ["Mars", "+2"]),
    "spread": (["true", "off"], ["maybe", "1"]),
    "grading": (["pass_fail"], ["guess"]),
    "exam_date": (["2026-09-01", "2028-02-29"], ["2026-02-29", "1.9.2026", "20260901"]),
    "pause_until": (["2026-09-01", "2028-02-29"], ["2026-02-29", "soon", "2026-9-1"]),
}


def values(home):
    return {row["key"]: (row["value"], row["default"]) for row in home.json("settings")["settings"]}


def test_every_setting_stands_in_the_table(home):
    assert set(values(home)) == set(GOOD_AND_BAD)


@pytest.mark.parametrize("key", GOOD_AND_BAD)
def test_good_values_are_kept_bad_ones_change_nothing_and_none_is_the_default(home, key):
    good, bad = GOOD_AND_BAD[key]
    for value in good:
        home.run("settings", "set", key, f" {value} ")
        now = values(home)[key][0]
        assert now == {"off": "false", "0.70": "0.7"}.get(value, value)
        for wrong in bad:
            assert home.fault("settings", "set", key, wrong).count("\n") == 0
            assert values(home)[key][0] == now
    home.run("settings", "set", key, "")
    assert values(home)[key][0] == values(home)[key][1]


@pytest.mark.parametrize("columns", ["80", "40"])
def test_settings_are_read_on_every_terminal(home, columns):
    home.run("settings", "set", "new_per_day", "7")
    lines = home.run("settings", COLUMNS=columns).stdout.splitlines()
    assert max(map(len, lines)) <= int(columns)
    keys = [text.partition(":")[0] for text in lines if not text.startswith(" ")]
    assert keys == list(GOOD_AND_BAD)
    whole = " ".join(" ".join(lines).split())
    assert (
        "new_per_day: 7 New items that you begin on one day. Range: a whole number from 0 to 500. Default: 10." in whole
    )


def test_a_deck_that_is_gone_says_which_setting_names_it(home):
    home.run(*DECKS, str(home.deck))
    home.deck.unlink()
    for words in ([], ["due"], ["items"], ["review"]):
        said = home.fault(*words)
        assert said.startswith("There is no deck")
        assert said.endswith('The setting decks names it; for the default: srs-roulette settings set decks ""')
    # Who typed the name knows where it stands.
    assert "setting" not in home.fault("due", "--deck", "nonsense")
    home.run(*DECKS, "")
    assert home.json("due")["new"] == 10


def test_a_house_that_is_gone_says_which_setting_names_it(home, tmp_path):
    house = tmp_path / "ours.toml"
    house.write_text('extends = "european"\nid = "ours"\nname = "Ours"\n', encoding="utf-8")
    home.run("settings", "set", "house", str(house))
    house.unlink()
    # A process of its own: this one remembers the houses that it has read.
    due = home.process("due")
    _, said = due.communicate(timeout=60)
    assert due.returncode == 1
    assert (
        said.decode()
        .rstrip()
        .endswith('The setting house names it; for the default: srs-roulette settings set house ""')
    )
    assert home.json("due", "--house", "german")["new"] == 10


# ---- sections, decks, houses


def test_one_section_a_sitting(home):
    said = home.fault("review", "--section", "one", "--section", "two", "--deck", str(home.deck), code=2)
    assert said == "--section is given twice: a sitting asks one section."
    assert not home.folder.exists()


def test_decks_in_use_are_listed_or_named(home):
    assert 'Did you mean "european"' in home.fault("decks", "list", "--deck", "europan")
    assert [deck["id"] for deck in home.json("decks", "list", "--deck", str(home.deck))["decks"]] == ["mine"]
    listed = home.json("decks", "list", "--deck", "basics", "--deck", "french")["decks"]
    assert [deck["id"] for deck in listed] == ["basics", "french"]
    assert home.run("decks", "check", "--deck", str(home.deck)).stdout.startswith("mine: items 4, ")
    assert 'Did you mean "basics"' in home.fault("decks", "check", "--deck", "basic")


def test_a_house_without_call_bets_is_asked_none(home):
    deck = ["--house", "american", "--deck", str(home.deck)]
    assert [row["item"] for row in home.json("items", *deck)["items"]] == [FIRST, SECOND, THIRD]
    said = home.sit(words=deck[:2])
    assert [item for item, *_ in asked(said)] == [FIRST, SECOND, THIRD]
    assert said[-1]["reason"] == "done"
    assert home.said == "Items left out: 1. What they ask about is not played in the house american.\n"
    said = home.sit(words=[*deck[:2], "--section", "two"])
    assert [one["type"] for one in said] == ["end"]
    # The item itself says why, and its own house asks it.
    assert "takes no call bets" in home.fault("ask", "mine/call@american", "--deck", str(home.deck))
    assert asked(home.sit(words=("--section", "two")))[0][0] == "mine/call@european"


def test_a_house_that_the_decks_cannot_use_is_said_when_it_is_set(home):
    done = home.run("settings", "set", "house", "american")
    assert done.stdout == "house: american\n"
    assert done.stderr.startswith("Items left out: ")
    assert home.run("settings", "set", "decks", "american").stderr == ""
    assert home.run("settings", "set", "house", "german").stderr == ""


# ---- leeches


def test_the_end_of_a_sitting_tells_of_leeches(home):
    deck = ["--deck", str(home.deck), "--new", "1"]
    first = home.run("review", *deck, typed="?\n?\n?\n?\n")
    assert "Leech" not in first.stdout
    second = home.run("review", *deck[:2], "--new", "0", typed="?\n34\n", day=1)
    shown = " ".join(second.stdout.split())
    assert f"Leech: {FIRST}, wrong 5 of its last 8." in shown
    assert f"To leave it: srs-roulette items suspend {FIRST}" in shown
    assert "Leech" not in home.run("review", *deck[:2], "--jsonl", typed="").stdout
