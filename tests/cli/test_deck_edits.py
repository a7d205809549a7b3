"""Case 47: a deck is edited after five of its items were learned, and no edit loses their history."""

from __future__ import annotations

import pytest

LEARNED = [f"mine/split/{chips}" for chips in range(2, 7)]


@pytest.fixture
def learned(home):
    """Five items learned; returns the deck's text and what the program then told."""
    text = home.deck.read_text(encoding="utf-8").replace("2..4", "2..6")
    home.deck.write_text(text, encoding="utf-8")
    home.sit(words=("--section", "one"), most=5)
    return text


def states(home):
    rows = home.json("items", "--deck", str(home.deck))["items"]
    return {row["item"]: (row["state"], row["due"]) for row in rows}


def history(home):
    return [(one["item"], one["verdict"], one["due"]) for one in home.json("history")["attempts"]]


def head_last(text):
    """The same deck with its items before its sections."""
    head, one, two, split, call = text.split("\n\n")
    return f"{head}\n\n{call.rstrip()}\n\n{split}\n\n{two}\n\n{one}\n"


EDITS = {
    "a title": lambda text: text.replace("For these tests.", "Mended."),
    "an answer": lambda text: text.replace('"split"', '"corner"'),
    "the order": head_last,
    "the section": lambda text: text.replace('section = "one"', 'section = "two"'),
    "more values": lambda text: text.replace("2..6", "1..20"),
    "nothing": lambda text: text,
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_keeps_every_history(home, learned, edit):
    before, past = states(home), history(home)
    home.deck.write_text(EDITS[edit](learned), encoding="utf-8")
    after = states(home)
    assert {item: after[item] for item in LEARNED} == {item: before[item] for item in LEARNED}
    assert all(after[item] == ("new", None) for item in after.keys() - before.keys())
    assert history(home) == past
    # The older version is put back: as if nothing had been.
    home.deck.write_text(learned, encoding="utf-8")
    assert states(home) == before


@pytest.mark.usefixtures("learned")
def test_another_file_is_the_same_deck(home):
    before = states(home)
    home.deck = home.deck.rename(home.deck.with_name("other.toml"))
    assert states(home) == before


def test_an_item_that_is_gone_and_brought_back_has_its_history(home, learned):
    before, past = states(home), history(home)
    home.deck.write_text(learned.replace("2..6", "2..3"), encoding="utf-8")
    assert set(states(home)) == {"mine/split/2", "mine/split/3", "mine/call@european"}
    assert history(home) == past
    home.deck.write_text(learned, encoding="utf-8")
    assert states(home) == before


def test_a_renamed_item_is_reported_and_was_says_that_it_is_the_same(home, learned):
    before = states(home)
    renamed = learned.replace("[items.split]", "[items.pair]")
    home.deck.write_text(renamed, encoding="utf-8")
    orphans = home.run("decks", "orphans", "--deck", str(home.deck)).stdout
    assert all(item in orphans for item in LEARNED)
    assert states(home)["mine/pair/2"] == ("new", None)
    home.deck.write_text(renamed.replace("chips.each", 'was = ["split"]\nchips.each'), encoding="utf-8")
    after = states(home)
    assert {item.replace("pair", "split"): state for item, state in after.items()} == before
    assert [item for item, _, _ in history(home)] == [item.replace("split", "pair") for item in LEARNED]
