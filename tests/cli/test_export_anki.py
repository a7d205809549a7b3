"""export anki through its command line; what Anki makes of the package is in tests/anki."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from zipfile import ZipFile

import pytest


@pytest.fixture
def target(home):
    return home.folder.parent / "mine.apkg"


def cards(path):
    with ZipFile(path) as packed, closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(packed.read("collection.anki21"))
        sql = "SELECT guid, type, queue, reps, (SELECT count(*) FROM revlog WHERE cid = c.id) FROM cards c"
        return {row[0]: row[1:] for row in database.execute(f"{sql} JOIN notes n ON n.id = nid")}


def test_what_was_learned_goes_along(home, target):
    home.sit(True, True, most=2)
    home.run("items", "suspend", "mine/split/4", "--deck", str(home.deck))
    told = home.json("export", "anki", str(target), "--deck", str(home.deck), "--variants", "2", day=1)
    assert told == {
        "path": str(target),
        "fresh": False,
        "notes": 4,
        "new": 2,
        "review": 2,
        "suspended": 1,
        "reviews": 2,
        "variants": 5,
        "ahead": 0,
    }
    assert cards(target) == {
        "srs:mine/split/2": (2, 2, 1, 1),
        "srs:mine/split/3": (2, 2, 1, 1),
        "srs:mine/split/4": (0, -1, 0, 0),
        "srs:mine/call@european": (0, 0, 0, 0),
    }


def test_an_item_made_new_is_new_there_with_its_answers_behind_it(home, target):
    home.sit(True, True, most=2)
    home.run("items", "reset", "mine/split/2", "--deck", str(home.deck))
    told = home.json("export", "anki", str(target), "--deck", str(home.deck), "--variants", "1", day=1)
    # In the log stands also when it was made new; that is no answer.
    assert (told["new"], told["review"], told["reviews"]) == (3, 1, 2)
    assert cards(target)["srs:mine/split/2"] == (0, 0, 0, 2)


def test_a_fresh_package_is_all_new(home, target):
    home.sit(True, True, most=2)
    told = home.json("export", "anki", str(target), "--fresh", "--deck", str(home.deck), "--variants", "1", day=1)
    assert (told["fresh"], told["new"], told["review"], told["reviews"]) == (True, 4, 0, 0)
    assert set(cards(target).values()) == {(0, 0, 0, 0)}


def test_a_section_alone(home, target):
    home.json("export", "anki", str(target), "--section", "two", "--deck", str(home.deck))
    assert list(cards(target)) == ["srs:mine/call@european"]


def test_it_is_said_what_to_tick(home, target):
    said = home.run("export", "anki", str(target), "--deck", str(home.deck), COLUMNS="200").stdout
    assert f"Written: {target}" in said
    assert "Cards: 4 (4 new, 0 in review, 0 suspended). Answers in their log: 0." in said
    for box in ('"Import any learning progress"', '"Import any deck presets"', '"If newer"', "turn on FSRS"):
        assert box in said
    fresh = home.run("export", "anki", str(target), "--fresh", "--deck", str(home.deck), COLUMNS="200").stdout
    assert "learning progress" not in fresh


def test_no_file_is_made_for_whoever_has_learned_nothing(home, target):
    packages = []
    for day in (0, 9):
        home.run("export", "anki", str(target), "--deck", str(home.deck), day=day)
        packages.append(target.read_bytes())
    assert packages[0] == packages[1]
    assert not home.database.exists()


def test_no_cards_no_package(home, target):
    home.deck.write_text(home.deck.read_text("utf-8") + '\n[sections.empty]\ntitle = "Empty"\n', "utf-8")
    said = home.fault("export", "anki", str(target), "--section", "empty", "--deck", str(home.deck))
    assert "no cards" in said
    assert not target.exists()


def test_wrong_use_is_said(home, target):
    deck = ("--deck", str(home.deck))
    assert home.fault("export", "anki", str(target.with_suffix(".zip")), *deck, code=2).endswith("mine.zip.apkg")
    assert "There is no section" in home.fault("export", "anki", str(target), "--section", "nowhere", *deck)
    assert "--variants" in home.fault("export", "anki", str(target), "--variants", "0", *deck, code=2)
    target.write_bytes(b"of somebody else")
    assert "Choose another name" in home.fault("export", "anki", str(target), *deck)
    assert target.read_bytes() == b"of somebody else"
