from __future__ import annotations

import pytest

from srs_roulette.deck import identity
from srs_roulette.errors import NotFound


@pytest.fixture
def items(deck):
    return deck("""
    [items.split-table]
    section = "s"
    family = "times"
    bet = "split"
    chips.each = "1..20"
    was = ["splits"]
    [items.american-split]
    section = "s"
    family = "times"
    house = "german"
    bet = "split"
    chips = 1
    [items.zero]
    section = "s"
    family = "zero"
    [items.prison]
    section = "s"
    family = "zero"
    house = "german"
    """).items


@pytest.fixture
def resolve(items, family):
    def of(text, **options):
        item, house = identity.resolve(text, items, family=family, **options)
        return item.id, house

    return of


@pytest.mark.parametrize(
    ("text", "options", "asks"),
    [
        ("d/zero", {}, "european"),
        ("d/zero", {"deck_house": "german"}, "german"),
        ("d/zero", {"deck_house": "german", "setting": "english"}, "english"),
        ("d/zero", {"setting": "english", "option": "european"}, "european"),
        ("d/zero@german", {"setting": "english", "option": "european"}, "german"),
        ("D/Zero@German ", {}, "german"),
        # Pinned: immune.
        ("d/prison", {"option": "english", "setting": "english", "deck_house": "english"}, "german"),
        ("d/prison@german", {"option": "english"}, "german"),
        # The same in every house: asked by its own deck's, whatever is in force.
        ("d/split-table/7", {"option": "english", "setting": "english", "deck_house": "english"}, "european"),
        ("d/american-split", {"option": "english"}, "german"),
    ],
)
def test_the_house_of_a_typed_id(resolve, text, options, asks):
    assert resolve(text, **options) == (text.strip().lower().partition("@")[0], asks)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("d/split-tabel/7", 'There is no item "d/split-tabel/7". Did you mean "d/split-table/7"?'),
        ("d/split-table", 'There is no item "d/split-table". Did you mean "d/split-table/'),
        ("split-table/7", 'There is no item "split-table/7". Did you mean "d/split-table/7"?'),
        ("d/splits/7", 'There is no item "d/splits/7". It is called "d/split-table/7" now.'),
        ("", 'There is no item "".'),
        ("d/split-table/7@german", 'is the same in every house: write it without "@german".'),
        ("d/american-split@german", 'is the same in every house: write it without "@german".'),
        ("d/prison@english", 'is always asked by its own house: write "d/prison@german".'),
        ("d/zero@germna", 'There is no house "germna". Did you mean "german"?'),
        ("d/zero@", 'There is no house "".'),
    ],
)
def test_refused_with_the_nearest_right_word(resolve, text, said):
    with pytest.raises(NotFound) as caught:
        resolve(text, houses=("european", "german", "english"))
    assert said in str(caught.value)


def test_full_ids(items):
    full = [identity.full_id(item, "english", house_sensitive=item.family == "zero") for item in items[-4:]]
    assert full == ["d/split-table/20", "d/american-split", "d/zero@english", "d/prison@german"]


def test_full_ids_are_read_back(items, family):
    for item in items:
        sensitive = family(item.family).house_sensitive
        house = identity.house_of(item, house_sensitive=sensitive, option="english")
        text = identity.full_id(item, house, house_sensitive=sensitive)
        assert identity.resolve(text, items, family=family) == (item, house)


def test_renames_carry_the_each_values(items):
    assert identity.renames(items) == {f"d/splits/{n}": f"d/split-table/{n}" for n in range(1, 21)}
