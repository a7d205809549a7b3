"""``items`` and what changes one item: suspended, resumed, new again."""

from __future__ import annotations

import pytest
from sitting_helpers import FIRST, SECOND, THIRD, of_type

from srs_roulette.store.attempts import Store

CALL = "mine/call@european"
ALL = [FIRST, SECOND, THIRD, CALL]


@pytest.fixture
def items(home):
    """Run ``items`` on the small deck: ``items("suspend", FIRST)``, or the listing as JSON."""

    def run(*words, day=0):
        return home.json("items", *words, "--deck", str(home.deck), day=day)["items"]

    return run


def states(rows):
    return {row["item"]: row["state"] for row in rows}


def asked(home, *words, day=0):
    return [one["item"] for one in of_type(home.sit(words=words, day=day), "question")]


# ---- suspend, resume


def test_suspend_creates_the_file_and_says_what_changed(home, items):
    assert not home.folder.exists()
    assert items("suspend", FIRST, SECOND, FIRST) == [
        {"item": FIRST, "changed": True},
        {"item": SECOND, "changed": True},
    ]
    assert home.database.exists()
    assert items("suspend", SECOND, THIRD) == [{"item": SECOND, "changed": False}, {"item": THIRD, "changed": True}]
    assert states(items()) == dict.fromkeys(ALL[:3], "suspended") | {CALL: "new"}
    assert asked(home) == []
    deck = ["--deck", str(home.deck)]
    assert home.run("items", "resume", FIRST, THIRD, *deck).stdout == f"Resumed: {FIRST}\nResumed: {THIRD}\n"
    assert home.run("items", "resume", FIRST, *deck).stdout == f"Was not suspended: {FIRST}\n"
    assert home.run("items", "suspend", SECOND, *deck).stdout == f"Was suspended before: {SECOND}\n"
    assert asked(home)[:2] == [FIRST, THIRD]


def test_a_suspended_item_keeps_its_day_and_its_history(home, items):
    home.sit(True, most=1)
    before = home.state()
    items("suspend", FIRST)
    row = items()[0]
    assert (row["state"], row["due"]) == ("suspended", "2026-03-04")
    assert home.json("due", "--deck", str(home.deck), day=9)["due"] == 0
    assert FIRST not in asked(home, "--new", "0", day=9)
    items("resume", FIRST)
    assert home.state() == before


@pytest.mark.parametrize("command", ["resume", "reset"])
def test_nothing_to_change_creates_nothing(home, items, command):
    assert items(command, FIRST) == [{"item": FIRST, "changed": False}]
    assert not home.folder.exists()


@pytest.mark.parametrize("command", ["suspend", "resume", "reset"])
@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("mine/split/99", FIRST.rpartition("/")[0]),
        ("split/2", FIRST),
        ("minne/split/3", SECOND),
        ("mine/cal", "mine/call"),
    ],
)
def test_an_unknown_item_names_the_nearest_and_nothing_is_changed(home, command, typed, near):
    # The item is found, the deck of the other is not one in use: it is read from a file.
    (home.folder / "decks").mkdir(parents=True)
    home.deck = home.deck.rename(home.folder / "decks" / "mine.toml")
    said = home.fault("items", command, FIRST, typed, "--deck", "mine")
    assert said.startswith(f'There is no item "{typed}". Did you mean "{near}')
    assert not home.database.exists()


@pytest.mark.parametrize("command", ["suspend", "resume", "reset"])
def test_an_item_is_needed(home, command):
    assert "ITEM" in home.fault("items", command, code=2)


@pytest.mark.parametrize("typed", ["mine/call", "MINE/call@european", " mine/call "])
def test_an_item_is_named_with_or_without_its_house(items, typed):
    assert items("suspend", typed) == [{"item": CALL, "changed": True}]
    assert items("suspend", "mine/call@german", "--house", "german") == [{"item": "mine/call@german", "changed": True}]


def test_an_item_of_a_deck_that_is_not_in_use(home):
    home.run("settings", "set", "decks", str(home.deck))
    done = home.json("items", "suspend", "european/split-table/7", FIRST)["items"]
    assert [(one["item"], one["changed"]) for one in done] == [("european/split-table/7", True), (FIRST, True)]
    home.run("settings", "set", "decks", "european")
    assert {row["item"] for row in home.json("items", "--state", "suspended")["items"]} == {"european/split-table/7"}


def test_history_without_an_item_can_be_suspended_and_reset(home, items):
    home.sit(True, True, most=2)
    home.deck.write_text(home.deck.read_text("utf-8").replace("[items.split]", "[items.other]"), "utf-8")
    orphan = home.json("decks", "orphans", "--deck", str(home.deck))["orphans"][0]["item"]
    assert orphan == FIRST
    assert items("suspend", FIRST) == [{"item": FIRST, "changed": True}]
    assert items("resume", FIRST) == [{"item": FIRST, "changed": True}]
    assert items("reset", FIRST) == [{"item": FIRST, "changed": True}]
    assert items("reset", FIRST) == [{"item": FIRST, "changed": False}]


# ---- reset


def test_reset_makes_new_and_undo_brings_the_memory_back(home, items):
    home.sit(True, most=1)
    home.sit(True, day=2, words=("--new", "0"))
    home.sit(False, True, day=13, words=("--new", "0"))
    before = home.state(14)
    with Store.for_reading(home.database) as store:
        memories = store.memories()
    assert items("reset", FIRST, SECOND, day=14) == [
        {"item": FIRST, "changed": True},
        {"item": SECOND, "changed": False},
    ]
    assert states(items(day=14))[FIRST] == "new"
    assert [one["kind"] for one in home.json("history")["attempts"]][-1] == "reset"
    assert home.json("due", "--deck", str(home.deck), day=20)["due"] == 0
    assert home.json("undo", day=14)["undone"]["kind"] == "reset"
    assert home.state(14) == before
    with Store.for_reading(home.database) as store:
        assert store.memories() == memories
        assert store.differences() == {}


def test_a_reset_item_begins_anew(home, items):
    home.sit(True, most=1)
    items("reset", FIRST)
    question = home.sit(True, most=1, day=1)[0]
    assert (question["item"], question["new"]) == (FIRST, True)
    assert states(items(day=1))[FIRST] == "review"
    # The reset is no longer the newest, and can be taken back by its id: both answers count again.
    reset = next(one for one in home.json("history")["attempts"] if one["kind"] == "reset")
    home.run("undo", str(reset["id"]), day=1)
    with Store.for_reading(home.database) as store:
        assert store.memory(FIRST).reps == 2
        assert store.differences() == {}


def test_resets_are_taken_back_one_by_one(home, items):
    home.sit(True, True, most=2)
    items("reset", FIRST, SECOND)
    assert states(items()) == dict.fromkeys(ALL, "new")
    home.run("undo")
    assert states(items()) == {FIRST: "new", SECOND: "review", THIRD: "new", CALL: "new"}
    home.run("undo")
    assert states(items())[FIRST] == "review"


def test_a_reset_is_seen_in_the_history(home, items):
    home.sit(True, most=1)
    items("reset", FIRST)
    assert f"reset  {FIRST}" in home.run("history").stdout


# ---- flags


def test_a_flag_pauses_and_resume_says_so(home, items):
    home.sit(True, most=1)
    home.run("flag", "the key is odd")
    deck = ["--deck", str(home.deck)]
    assert states(items())[FIRST] == "suspended"
    assert "suspended, flagged" in home.run("items", *deck).stdout
    items("suspend", FIRST)
    done = home.run("items", "resume", FIRST, *deck)
    assert done.stdout == f"Resumed: {FIRST}\n"
    assert done.stderr == f"{FIRST} stays paused: its key is flagged. See: srs-roulette flags\n"
    number = home.json("flags")["flags"][0]["attempt"]
    home.run("flags", "clear", str(number))
    assert states(items())[FIRST] == "review"


# ---- the list


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], ALL),
        (["--section", "one"], ALL[:3]),
        (["--section", "one", "--section", "two"], ALL),
        (["--family", "call_value"], [CALL]),
        (["--family", "call-value", "--family", "times_table"], ALL),
        (["--section", "one", "--family", "call_value"], []),
        (["--state", "new"], ALL[1:]),
        (["--state", "review"], [FIRST]),
        (["--state", "suspended"], []),
        (["--state", "leech"], []),
        (["--search", "SPLIT/3"], [SECOND]),
        (["--search", "times"], ALL[:3]),
        (["--search", "two"], [CALL]),
        (["--search", "zzz"], []),
        (["--search", "split", "--state", "new"], ALL[1:3]),
    ],
)
def test_filters(home, items, words, found):
    home.sit(True, most=1)
    assert [row["item"] for row in items(*words)] == found
    shown = home.run("items", *words, "--deck", str(home.deck)).stdout
    assert [item for item in ALL if item in shown] == found
    assert ("No item is like that." in shown) is (not found)


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (["--section", "on"], 'Did you mean "one"', 1),
        (["--family", "call_valu"], 'Did you mean "call_value"', 1),
        (["--family", "announce"], "no items of the family", 1),
        (["--state", "lech"], 'Did you mean "leech"', 2),
        (["--stat", "new"], 'Did you mean "--state"', 2),
        (["suspnd", FIRST], 'Did you mean "suspend"', 2),
    ],
)
def test_filters_that_mean_nothing(home, words, said, code):
    assert said in home.fault("items", "--deck", str(home.deck), *words, code=code)


def test_the_list_at_80_columns(home):
    home.sit(True, most=1)
    assert home.run("items", "--deck", str(home.deck), COLUMNS="80").stdout.splitlines() == [
        "One (one)",
        f"  {FIRST}  review  2026-03-04",
        f"  {SECOND}  new",
        f"  {THIRD}  new",
        "Two (two)",
        f"  {CALL}  new",
        "Items: 4 (new 3, review 1).",
    ]


@pytest.mark.parametrize("columns", ["40", "25"])
def test_the_list_on_a_narrow_terminal(home, columns):
    home.sit(True, most=1)
    lines = home.run("items", "--deck", str(home.deck), COLUMNS=columns).stdout.splitlines()
    assert max(map(len, lines)) <= int(columns)
    assert " ".join(" ".join(lines).split()).startswith(f"One (one) {FIRST} review 2026-03-04 {SECOND} new")


def test_leeches_are_shown_with_what_to_do(home):
    for day in (0, 1):
        home.sit(False, False, False, False, day=day, words=("--new", str(1 - day)), most=8)
    deck = ["--deck", str(home.deck)]
    assert [row["item"] for row in home.json("items", "--state", "leech", *deck)["items"]] == [FIRST]
    assert home.json("items", *deck)["items"][0]["state"] == "review"
    shown = " ".join(home.run("items", "--state", "leech", *deck).stdout.split())
    for help_ in (
        f"Leech: {FIRST}, wrong 8 of its last 8.",
        "srs-roulette drill times_table",
        f"srs-roulette items suspend {FIRST}",
        f"srs-roulette history {FIRST}",
        "srs-roulette flag ID TEXT",
    ):
        assert help_ in shown
    assert "lesson" not in shown  # this section has none
    assert home.json(*deck)["leeches"] == 1
    assert "1: srs-roulette items --state leech" in home.run(*deck).stdout
    home.run("items", "suspend", FIRST, *deck)
    assert home.json(*deck)["leeches"] == 0
