# ruff: noqa: E501 - a row of a table of cases is one line
from __future__ import annotations

import pytest

from srs_roulette.deck import loader

COURSE = """
id = "course"
title = "Course"
house = "european"
[sections.layout]
title = "Layout"
lesson = "Look."
[sections.tables]
title = "Tables"
requires = ["layout"]
max_interval = 14
[sections.cash]
title = "Cash"
requires = ["tables", "layout"]
[items.place]
section = "layout"
family = "times"
bet = "split"
chips = 1
[items.split-table]
section = "tables"
family = "times"
bet = "split"
chips.each = "1..3"
[items.zero]
section = "cash"
family = "zero"
"""
OTHER = COURSE.replace('"course"', '"other"')
BASICS = 'id = "basics"\ntitle = "Basics"\nhouse = "german"\n'
USE = '[[use]]\ndeck = "course"\n'


@pytest.fixture
def load(write, names):
    """Load the deck ``basics`` of this text; it may borrow from ``course`` and ``other``."""

    def of(text):
        library = [write(COURSE, "course.toml"), write(OTHER, "other.toml")]
        return loader.load(write(BASICS + text, "basics.toml"), library=library, **names)

    return of


def ids(deck):
    return [item.id for item in deck.items]


def test_a_deck_may_borrow_everything(load):
    deck = load(USE + 'sections = ["tables", "layout"]\n')
    assert ids(deck) == ["course/split-table/1", "course/split-table/2", "course/split-table/3", "course/place"]
    assert list(deck.sections) == ["tables", "layout"]
    assert deck.sections["tables"].requires == ("layout",)
    assert deck.sections["layout"].lesson == "Look."
    first = deck.items[0]
    assert (first.deck, first.deck_house, first.max_interval) == ("course", "european", 14)
    assert (deck.id, deck.house) == ("basics", "german")


def test_what_a_borrowed_section_requires_is_kept_as_far_as_it_is_there(load):
    deck = load(USE + 'items = ["zero", "place"]\n')
    assert ids(deck) == ["course/zero", "course/place"]
    assert deck.sections["cash"].requires == ("layout",)
    assert load(USE + 'sections = ["cash"]\n').sections["cash"].requires == ()


def test_own_items_first_and_an_own_section_stays_own(load):
    own = """
    [sections.week]
    title = "Week"
    requires = ["layout"]
    [sections.tables]
    title = "Mine"
    [items.mine]
    section = "tables"
    family = "zero"
    """
    deck = load(own + USE + 'sections = ["tables"]\n' + USE + 'items = ["place"]\n')
    assert ids(deck)[:2] == ["basics/mine", "course/split-table/1"]
    assert ids(deck)[-1] == "course/place"
    assert list(deck.sections) == ["week", "tables", "layout"]
    assert deck.sections["tables"].title == "Mine"
    assert deck.sections["week"].requires == ("layout",)


def test_borrowed_ids_are_no_doubles(write, names):
    course = write(COURSE, "course.toml")
    basics = write(BASICS + USE + 'sections = ["tables"]\n', "basics.toml")
    decks = loader.load_all([basics, course], library=(), **names)
    assert [deck.id for deck in decks] == ["basics", "course"]
    assert decks[0].items == decks[1].items[1:4]


REFUSED = [
    ('[[use]]\ndeck = "cuorse"\nitems = ["zero"]\n', 'use[1].deck: there is no deck "cuorse"; known: basics, course, other. Did you mean "course"?'),
    (USE + 'sections = ["tabels"]\n', 'use[1].sections: deck "course" has no section "tabels" of its own; known: layout, tables, cash. Did you mean "tables"?'),
    (USE + 'items = ["split_table"]\n', 'use[1].items: deck "course" has no item "split_table" of its own; known: place, split-table, zero. Did you mean "split-table"?'),
    (USE, "use[1]: takes exactly one of sections and items."),
    (USE + 'items = ["zero"]\nsections = ["cash"]\n', "use[1]: takes exactly one of sections and items."),
    (USE + "items = []\n", "use[1].items: is empty: name what to borrow."),
    (USE + "items = [1]\n", "use[1].items: holds 1: a list of texts is allowed."),
    (USE + 'item = ["zero"]\nitems = ["zero"]\n', 'use[1].item: unknown key. Did you mean "items"?'),
    ('[[use]]\ndeck = 5\nitems = ["zero"]\n', "use[1].deck: is 5: a text is allowed."),
    ("use = [5]\n", "use[1]: is 5: write [[use]]."),
    (USE + 'items = ["split-table"]\n' + USE + 'sections = ["tables"]\n', "use[2]: borrows course/split-table, as use[1] does."),
    (USE + 'items = ["zero"]\n' + USE.replace("course", "other") + 'items = ["zero"]\n', 'use[2]: section "cash" would come from "course" and "other": write [sections.cash] here.'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), REFUSED, ids=range(len(REFUSED)))
def test_refused_at_the_place(load, faults, text, said):
    assert faults(load, text) == [f"basics.toml: {said}"]


def test_two_decks_sections_of_one_key_meet_in_an_own_one(load):
    text = '[sections.cash]\ntitle = "Cash"\n' + USE + 'items = ["zero"]\n'
    deck = load(text + USE.replace("course", "other") + 'items = ["zero"]\n')
    assert ids(deck) == ["course/zero", "other/zero"]


def test_what_is_itself_borrowed_is_not_lent(write, load, names, faults):
    basics = load(USE + 'sections = ["tables"]\n').path
    library = [basics, write(COURSE, "course.toml")]
    third = write(BASICS.replace("basics", "third") + '[[use]]\ndeck = "basics"\nsections = ["tables"]\n', "third.toml")
    (line,) = faults(loader.load, third, library=library, **names)
    assert 'deck "basics" has no section "tables" of its own; there are none.' in line
    assert "name the deck in whose file it stands." in line


def test_the_faults_of_a_deck_borrowed_from_are_said_too(write, names, faults):
    course = write(COURSE.replace('"split"', '"splt"'), "course.toml")
    basics = write(BASICS + USE + 'sections = ["tables"]\n', "basics.toml")
    lines = faults(loader.load, basics, library=[course], **names)
    assert [line.split(": ")[:2] for line in lines] == [
        ["course.toml", "items.place.bet"],
        ["course.toml", "items.split-table.bet"],
    ]


def test_a_library_deck_that_nobody_borrows_from_may_be_broken(write, names):
    broken = [write("x = [", "broken.toml"), write("id = 5", "numbered.toml")]
    course = write(COURSE, "course.toml")
    basics = write(BASICS + USE + 'sections = ["tables"]\n', "basics.toml")
    assert loader.load(basics, library=[*broken, course], **names).items


def test_an_item_that_moved_takes_its_old_id_along(write, names, faults):
    moved = '[sections.s]\ntitle = "S"\n[items.zero]\nsection = "s"\nfamily = "zero"\nwas = ["course/zero"]\n'
    new = write(BASICS + moved, "basics.toml")
    assert loader.load(new, library=(), **names).items[0].was == ("course/zero",)
    (line,) = faults(loader.load_all, [new, write(COURSE, "course.toml")], library=(), **names)
    assert line == "basics.toml: items.zero.was: course/zero is an item of course.toml: a history follows one item."


def test_two_library_decks_of_one_id_are_refused(write, names, faults):
    library = [write(COURSE, "course.toml"), write(COURSE, "copy.toml")]
    lines = faults(loader.load, write(BASICS + USE + 'items = ["zero"]\n', "basics.toml"), library=library, **names)
    assert lines[0] == 'copy.toml: id: "course" is the id of course.toml as well: one id, one deck.'


def test_a_missing_deck_may_be_the_broken_one(write, names, faults):
    library = [write("x = [", "broken.toml")]
    lines = faults(loader.load, write(BASICS + USE + 'items = ["zero"]\n', "basics.toml"), library=library, **names)
    assert lines[0].startswith("broken.toml: is not valid TOML")
    assert lines[1] == 'basics.toml: use[1].deck: there is no deck "course"; known: basics.'
