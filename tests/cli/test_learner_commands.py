"""The commands about a learner, key by key as docs/cli.md and CLI.md have them."""

from __future__ import annotations

import pytest
from sitting_helpers import FIRST, SECOND, THIRD, UNDO, answer, right

QUESTION = [
    *("item", "family", "house", "seed", "params", "number", "prompt", "unit", "fields", "answer", "answer_text"),
    *("choices", "slips", "working", "picture"),
]
ATTEMPT = [
    *("id", "item", "seed", "answered_at", "study_day", "kind", "surface", "verdict", "slip", "given", "expected"),
    *("rating", "elapsed_ms", "due", "undone"),
]
SPLIT = "european/split-table/7"


def keys(document, *names):
    assert list(document) == list(names)
    return document


# ---- asking and checking, without a file


def test_ask(home):
    asked = keys(home.json("ask", SPLIT, "--seed", "7"), *QUESTION)
    assert asked["item"] == SPLIT
    assert (asked["family"], asked["house"], asked["seed"]) == ("times_table", "european", 7)
    assert asked["params"] == {"bet": "split", "chips": 7}
    assert (asked["answer"], asked["answer_text"]) == ({"pays": "119"}, "119")
    assert asked["fields"] == [{"name": "pays", "type": "amount", "unit": "chips"}]
    assert {slip["id"]: slip["answer_text"] for slip in asked["slips"]}["stake_included"] == "126"
    assert all(list(slip) == ["id", "answer", "answer_text", "message"] for slip in asked["slips"])
    assert asked["working"] == ["7 x 17 = 119"]
    assert all(list(chip) == ["bet", "chips", "amount"] for chip in asked["picture"])
    assert asked == home.json("ask", SPLIT, "--seed", "7")


def test_ask_a_family(home):
    asked = keys(home.json("ask", "--family", "announce", "--seed", "3"), *QUESTION)
    assert asked["item"] is None
    assert set(asked["choices"]) == {"colour", "parity", "half", "dozen", "column"}
    assert all(list(one) == ["key", "text"] for offered in asked["choices"].values() for one in offered)


def test_ask_under_a_house(home):
    asked = home.json("ask", "european/call-by/voisins", "--seed", "1", "--house", "german")
    assert (asked["item"], asked["house"]) == ("european/call-by/voisins@german", "german")
    assert home.json("ask", asked["item"], "--seed", "1") == asked
    assert home.json("ask", SPLIT, "--seed", "1", "--house", "german")["item"] == SPLIT


def test_ask_for_people(home):
    shown = home.run("ask", SPLIT, "--seed", "7").stdout
    assert "119" in shown
    assert "7 x 17 = 119" in shown
    assert "126" in shown


def test_ask_shows_what_is_drawn(home):
    track = ("ask", "european/neighbours-track", "--seed", "3")
    scene = keys(home.json(*track), *QUESTION, "scene")["scene"]
    assert scene == {"surface": "racetrack", "view": None, "zero_side": None, "marked": ["15"]}
    before, _, after = home.run(*track).stdout.partition("So it lies:")
    assert (before.count("●"), after.count("●")) == (1, 5)

    call = ("ask", "european/call-place/tiers", "--seed", "1")
    assert home.json(*call)["picture"] == []
    before, _, after = home.run(*call).stdout.partition("So it lies:")
    assert "RED" in before
    assert ("(1)" in before, after.count("(1)")) == (False, 6)


@pytest.mark.parametrize("columns", ["80", "40"])
def test_the_side_from_which_a_chip_is_seen_is_said(home, columns):
    """On the whole cloth the box of the last column lies at the hand that the scene names, or stands at that end."""
    turned = "" if columns == "80" else ", turned clockwise by a quarter"
    seen = set()
    for seed in map(str, range(8)):
        asked = ("ask", "european/spot-name/dozen", "--seed", seed)
        scene = home.json(*asked)["scene"]
        drawn = " ".join(home.run(*asked, COLUMNS=columns).stdout.split())
        assert drawn.startswith(f"From the {scene['view']}'s side{turned}:")
        first, last = drawn.index("1-18"), drawn.index("19-36")
        assert columns == "40" or (first < last) == (scene["zero_side"] == "left")
        seen.add((scene["view"], scene["zero_side"]))
    assert len(seen) > 2


def test_ask_without_a_seed_differs(home):
    draws = {home.json("ask", "--family", "times_table")["prompt"] for _ in range(8)}
    assert len(draws) > 1


@pytest.mark.parametrize(
    ("typed", "verdict", "slip"),
    [
        (["119"], "correct", None),
        (["0119"], "correct", None),
        (["٣", "١١"], "unreadable", None),
        (["126"], "wrong", "stake_included"),
        (["-126"], "wrong", None),
        (["?"], "wrong", None),
        (["abc"], "unreadable", None),
        ([""], "unreadable", None),
        (["1,75"], "unreadable", None),
    ],
)
def test_check(home, typed, verdict, slip):
    checked = home.json("check", SPLIT, "--seed", "7", *([] if typed[0].startswith("-") else ["--"]), *typed)
    keys(checked, "verdict", "slip", "expected", "message")
    assert (checked["verdict"], checked["slip"]) == (verdict, slip)
    assert checked["expected"] == (None if verdict == "unreadable" else "119")
    assert checked["message"]
    assert not home.folder.exists()


def test_check_close(home):
    asked = home.json("ask", "european/neighbours/0", "--seed", "1")
    turned = asked["answer_text"].split("-")
    mixed = "-".join([turned[1], turned[0], *turned[2:]])
    assert home.json("check", "european/neighbours/0", "--seed", "1", "--", mixed)["verdict"] == "close"
    assert home.json("check", "european/neighbours/0", "--seed", "1", "--", "-".join(turned))["verdict"] == "correct"


def test_check_takes_several_words(home):
    asked = home.json("ask", "european/odds/split", "--seed", "1")
    assert asked["answer_text"] == "17 2"
    assert home.json("check", "european/odds/split", "--seed", "1", "--", "17", "2")["verdict"] == "correct"
    assert home.run("check", "european/odds/split", "--seed", "1", "--", "2", "17").stdout.endswith("Right is: 17 2\n")


def test_check_wants_a_seed(home):
    assert "--seed" in home.fault("check", SPLIT, "119", code=2)


# ---- lists


def test_decks_list(home):
    decks = {deck["id"]: deck for deck in home.json("decks", "list")["decks"]}
    assert {"european", "basics"} <= set(decks)
    for deck in decks.values():
        keys(deck, "id", "title", "house", "items", "path")
        assert deck["items"] > 50
        assert deck["path"].endswith(".toml")


def test_own_decks_stand_in_the_data_folder(home):
    (home.folder / "decks").mkdir(parents=True)
    home.deck.rename(home.folder / "decks" / "x.toml")
    assert "mine" in {deck["id"] for deck in home.json("decks", "list")["decks"]}
    assert len(home.json("items", "--deck", "mine")["items"]) == 4


def test_families(home):
    families = home.json("families")["families"]
    for family in families:
        keys(family, "id", "about", "house_sensitive")
    sensitive = {family["id"] for family in families if family["house_sensitive"]}
    assert {"call_value", "call_payout", "complete"} <= sensitive
    assert not {"times_table", "odds", "announce", "wheel"} & sensitive


def test_items(home):
    items = home.json("items", "--deck", str(home.deck))["items"]
    assert [keys(item, "item", "deck", "section", "family", "state", "due")["item"] for item in items] == [
        FIRST,
        SECOND,
        THIRD,
        "mine/call@european",
    ]
    assert items[0] == {
        "item": FIRST,
        "deck": "mine",
        "section": "one",
        "family": "times_table",
        "state": "new",
        "due": None,
    }
    home.send({"answer": "34"})
    seen = home.json("items", "--deck", str(home.deck))["items"]
    assert seen[0] == items[0] | {"state": "review", "due": "2026-03-04"}
    assert seen[1:] == items[1:]
    assert home.json("items", "--deck", str(home.deck), "--house", "german")["items"][3]["item"] == "mine/call@german"


def test_every_item_is_found_by_its_id(home):
    for item in home.json("items", "--deck", str(home.deck))["items"]:
        assert home.json("ask", item["item"], "--deck", str(home.deck))["item"] == item["item"]
        assert home.json("history", item["item"], "--deck", str(home.deck)) == {"attempts": []}


def test_items_of_a_deck_that_is_only_a_setting(home):
    home.run("settings", "set", "decks", str(home.deck))
    assert home.json("ask", FIRST)["item"] == FIRST
    assert home.json("history", FIRST) == {"attempts": []}
    assert home.json("ask", SPLIT)["item"] == SPLIT


def test_items_of_a_house_file(home, tmp_path):
    house = tmp_path / "ours.toml"
    house.write_text('extends = "european"\nid = "ours"\nname = "Ours"\n', encoding="utf-8")
    options = ["--deck", str(home.deck), "--house", str(house)]
    assert home.json("items", *options)["items"][3]["item"] == "mine/call@ours"
    assert home.json("ask", "mine/call@ours", *options)["house"] == "ours"


def test_settings(home):
    rows = home.json("settings")["settings"]
    assert {row["key"] for row in rows} >= {"house", "decks", "lang", "new_per_day", "retention", "spread", "exam_date"}
    for row in rows:
        keys(row, "key", "value", "default", "meaning", "allowed")
        assert row["value"] == row["default"]
    assert not home.folder.exists()
    assert home.json("settings", "set", "new_per_day", "7") == {"key": "new_per_day", "value": "7"}
    assert {row["key"]: row["value"] for row in home.json("settings")["settings"]}["new_per_day"] == "7"
    assert "new_per_day" in home.run("settings").stdout
    assert home.run("settings", "set", "exam_date", "").stdout == "exam_date: -\n"


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("new_per_day", "501", "0 to 500"),
        ("new_per_day", "-1", "0 to 500"),
        ("retention", "0.5", "0.70 to 0.99"),
        ("new_perday", "5", 'Did you mean "new_per_day"'),
        ("house", "germa", 'Did you mean "german"'),
        ("decks", "europan", 'Did you mean "european"'),
        ("zone", "Mars", "Europe/Paris"),
        ("lang", "xx", "languages"),
    ],
)
def test_settings_that_are_refused(home, key, value, said):
    assert said in home.fault("settings", "set", key, value)
    assert not home.folder.exists()
    home.run("settings", "set", "new_per_day", "7")
    home.fault("settings", "set", key, value)
    assert {row["key"]: row["value"] for row in home.json("settings")["settings"]}["new_per_day"] == "7"


# ---- the log


def test_history(home):
    assert home.json("history") == {"attempts": []}
    home.sit(True, False, most=2)
    first, second = home.json("history")["attempts"]
    assert keys(first, *ATTEMPT) | {"elapsed_ms": 0, "seed": 0} == {
        "id": first["id"],
        "item": FIRST,
        "seed": 0,
        "answered_at": "2026-03-02T10:00:00.000Z",
        "study_day": "2026-03-02",
        "kind": "review",
        "surface": "terminal",
        "verdict": "correct",
        "slip": None,
        "given": "34",
        "expected": "34",
        "rating": "good",
        "elapsed_ms": 0,
        "due": "2026-03-04",
        "undone": False,
    }
    assert second["id"] == first["id"] + 1
    assert second["answered_at"] == "2026-03-02T10:00:00.001Z"
    assert (second["verdict"], second["given"], second["rating"]) == ("wrong", "?", "again")
    assert home.json("history", FIRST, "--deck", str(home.deck))["attempts"] == [first]
    assert home.json("history", SECOND, "--deck", str(home.deck))["attempts"] == [second]
    shown = home.run("history").stdout
    assert shown.splitlines()[0] == f"2026-03-02 10:00  correct  {FIRST}"
    assert shown.splitlines()[1] == f"  typed 34; attempt {first['id']}"


def test_history_of_withdrawn_attempts(home):
    home.send({"answer": "34"}, UNDO, {"answer": "?"})
    assert len(home.json("history")["attempts"]) == 1
    every = home.json("history", "--all")["attempts"]
    assert [one["undone"] for one in every] == [True, False]
    assert "withdrawn" in home.run("history", "--all").stdout
    assert "withdrawn" not in home.run("history").stdout


def test_attempt(home):
    said = home.sit(False, most=1)
    question = said[0]
    shown = keys(home.json("attempt", str(said[1]["attempt"])), "attempt", "question")
    keys(shown["attempt"], *ATTEMPT)
    assert set(shown["question"]) == set(QUESTION)
    assert {key: shown["question"][key] for key in question if key in QUESTION} == {
        key: value for key, value in question.items() if key in QUESTION
    }
    assert shown["question"]["answer_text"] == right(question)
    for_people = home.run("attempt", str(said[1]["attempt"])).stdout
    assert question["prompt"] in " ".join(for_people.split())
    assert home.fault("attempt", "1").startswith("There is no attempt 1")
    assert "no attempt" in home.fault("attempt", "x", code=2)


def test_undo(home):
    assert "nothing to withdraw" in home.fault("undo")
    assert not home.folder.exists()
    before = home.state()
    home.sit(True, False, most=2)
    between = home.state()
    home.sit(False, most=1)
    undone = keys(home.json("undo"), "undone")["undone"]
    assert keys(undone, *ATTEMPT)["undone"] is True
    assert home.state() == between
    first = between[0]["attempts"][0]
    assert home.json("undo", str(first["id"]))["undone"]["id"] == first["id"]
    assert "withdrawn before" in home.fault("undo", str(first["id"]))
    home.run("undo")
    assert home.state() == before
    assert "no attempt to withdraw" in home.fault("undo")
    assert home.fault("undo", "77") == "There is no attempt 77."
    assert "is no attempt" in home.fault("undo", "x", code=2)


# ---- today


def test_due(home):
    deck = ["--deck", str(home.deck)]
    fresh = keys(home.json("due", *deck), "study_day", "due", "new", "forecast")
    assert (fresh["study_day"], fresh["due"], fresh["new"]) == ("2026-03-02", 0, 3)
    assert [list(day) for day in fresh["forecast"]] == [["study_day", "due"]] * 30
    assert not home.folder.exists()
    home.sit(True, False, most=2)
    day = home.json("due", *deck)
    assert (day["due"], day["new"]) == (1, 1)
    assert day["forecast"][:3] == [
        {"study_day": "2026-03-02", "due": 1},
        {"study_day": "2026-03-03", "due": 1},
        {"study_day": "2026-03-04", "due": 1},
    ]
    later = home.json("due", *deck, day=10)
    assert (later["study_day"], later["due"]) == ("2026-03-12", 2)
    assert later["forecast"][0] == {"study_day": "2026-03-12", "due": 2}
    assert sum(one["due"] for one in later["forecast"]) == 2
    assert "Due today: 2. New today: 1." in home.run("due", *deck, day=10).stdout


def test_today(home):
    deck = ["--deck", str(home.deck)]
    fresh = keys(
        home.json(*deck),
        *("study_day", "decks", "due", "new", "minutes", "streak", "next_due", "leeches", "pause_until"),
    )
    assert fresh | {"minutes": 1} == {
        "study_day": "2026-03-02",
        "decks": ["mine"],
        "due": 0,
        "new": 3,
        "minutes": 1,
        "streak": 0,
        "next_due": None,
        "leeches": 0,
        "pause_until": None,
    }
    assert "srs-roulette review" in home.run(*deck).stdout
    home.sit()
    done = home.json(*deck)
    assert (done["due"], done["new"], done["minutes"], done["streak"]) == (0, 0, 0, 1)
    assert done["next_due"] == "2026-03-04"
    assert "Done for today. Next due: 2026-03-04." in " ".join(home.run(*deck).stdout.split())
    assert home.json(*deck, day=1)["streak"] == 1
    assert home.json(*deck, day=2)["streak"] == 0
    home.sit(day=1)
    assert home.json(*deck, day=2)["streak"] == 0


def test_the_streak_counts_days_with_answers(home):
    for day in range(3):
        home.talk(lambda objects: answer(objects[-1]), "--new", "1", day=day)
    assert home.json("--deck", str(home.deck), day=2)["streak"] == 3


# ---- reading creates nothing


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["due"],
        ["items"],
        ["history"],
        ["history", SPLIT],
        ["settings"],
        ["ask", SPLIT],
        ["check", SPLIT, "--seed", "1", "--", "1"],
        ["decks", "list"],
        ["decks", "preview", SPLIT],
        ["families"],
        ["houses", "list"],
    ],
    ids=" ".join,
)
def test_reading_creates_nothing(home, words):
    home.run(*words)
    home.run(*words, "--json")
    assert not home.folder.exists()


@pytest.mark.parametrize("words", [["undo"], ["undo", "5"], ["attempt", "5"]])
def test_nothing_to_find_creates_nothing(home, words):
    home.fault(*words)
    assert not home.folder.exists()


def test_profiles_are_files(home):
    home.run("review", "--profile", "ann", "--deck", str(home.deck), typed="34\n")
    assert (home.folder / "ann.db").exists()
    assert not home.database.exists()
    assert len(home.json("history", "--profile", "ann")["attempts"]) == 1
    assert home.json("history") == {"attempts": []}
