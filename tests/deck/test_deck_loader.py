# ruff: noqa: E501 - a row of a table of cases is one line
from __future__ import annotations

import codecs
import itertools
from pathlib import Path
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from srs_roulette.deck import loader
from srs_roulette.deck.known import known
from srs_roulette.questions import registry
from srs_roulette.tables import MAX_BYTES

HEAD = 'id = "d"\ntitle = "D"\nhouse = "european"\n'
SECTION = '[sections.s]\ntitle = "S"\n'
ONE = '[items.a]\nsection = "s"\nfamily = "times"\nbet = "split"\nchips = 1\n'
GOOD = HEAD + SECTION + ONE


@pytest.fixture
def load(names):
    def of(*paths, library=()):
        return loader.load_all(paths, library=library, **names)

    return of


@pytest.fixture
def complaints(write, load, faults):
    """The faults of one file, without its name."""

    def of(text):
        lines = faults(load, write(text))
        assert all(line.startswith("deck.toml: ") for line in lines)
        return [line.removeprefix("deck.toml: ") for line in lines]

    return of


def test_a_whole_deck(write, load):
    text = """
    id = "european"
    title = "European roulette"
    house = "european"
    about = "From odds to limits."

    [sections.layout]
    title = "The layout"

    [sections.tables]
    title = "The five tables"
    requires = ["layout"]
    lesson = "A page.\\nTwo lines."
    max_interval = 14

    [items.split-table]
    section = "tables"
    family = "times"
    bet = "split"
    chips.each = "1..2"
    was = ["splits", "old/splits"]
    target_seconds = 3
    limit_seconds = 7.5

    [items.here]
    section = "layout"
    family = "zero"
    house = "german"
    max_interval = 30
    """
    path = write(text)
    (deck,) = load(path)
    assert (deck.id, deck.title, deck.house, deck.about) == (
        "european",
        "European roulette",
        "european",
        "From odds to limits.",
    )
    assert deck.path == path
    assert list(deck.sections) == ["layout", "tables"]
    tables = deck.sections["tables"]
    assert (tables.title, tables.requires, tables.lesson, tables.max_interval) == (
        "The five tables",
        ("layout",),
        "A page.\nTwo lines.",
        14,
    )
    one, two, here = deck.items
    assert [one.id, two.id, here.id] == ["european/split-table/1", "european/split-table/2", "european/here"]
    assert two.was == ("european/splits/2", "old/splits/2")
    assert (one.key, one.deck, one.family, one.section) == ("split-table", "european", "times", "tables")
    assert (one.target_seconds, one.limit_seconds, one.max_interval) == (3.0, 7.5, 14)
    assert (one.house, one.deck_house) == (None, "european")
    assert (here.house, here.max_interval) == ("german", 30)
    assert len({one, two, here}) == 3


@pytest.mark.parametrize(
    "raw",
    [
        GOOD.encode(),
        codecs.BOM_UTF8 + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        codecs.BOM_UTF8 + GOOD.replace("\n", "\r\n").encode(),
    ],
)
def test_byte_order_mark_and_crlf_are_accepted(write, load, raw):
    (deck,) = load(write(raw))
    assert [item.id for item in deck.items] == ["d/a"]


MISSING = ["id: is missing: a text.", "title: is missing: a text.", "house: is missing: a text."]
NO_ITEMS = "has no items: write [items.NAME] or [[use]]."


@pytest.mark.parametrize("text", ["", "# only\n# comments\n", "\n\n"])
def test_a_file_that_says_nothing(complaints, text):
    assert complaints(text) == [*MISSING, NO_ITEMS]


TOML = [
    (GOOD.encode("utf-16"), "line 1 is not UTF-8 text: save the file as UTF-8."),
    (GOOD.replace("S", "é").encode("cp1252"), "line 5 is not UTF-8 text"),
    (HEAD + 'about = "open\n', "(at line 4"),
    (HEAD + 'about = "C:\\Users"\n', "(at line 4"),
    (GOOD + "chips = 2\n", "(at line 11"),
    (GOOD + ONE, "(at line 11"),
    (GOOD + "target_seconds = 05\n", "(at line 11"),
    (GOOD + "target_seconds = 2027-02-29\n", "is not valid TOML"),
    (GOOD + f"target_seconds = {'9' * 5000}\n", "a number too long"),
    (GOOD + "target_seconds = " + "[" * 5000, "nested too deeply"),
    (b"x" * (MAX_BYTES + 1), "is larger than 1,000,000 bytes"),
]


@pytest.mark.parametrize(("raw", "said"), TOML, ids=range(len(TOML)))
def test_what_is_no_toml_is_named_with_its_line(complaints, raw, said):
    (line,) = complaints(raw)
    assert said in line


def test_folders_missing_files_and_links_to_themselves(tmp_path, load, faults):
    knot = tmp_path / "knot.toml"
    knot.symlink_to(knot)
    lines = faults(load, tmp_path, tmp_path / "none.toml", knot)
    assert lines[0].endswith("is a folder, not a TOML file.")
    assert lines[1].startswith("none.toml: cannot be read: No such file")
    assert lines[2].startswith("knot.toml: cannot be read: ")


def tables(**changes):
    """Write the item table ``a`` with keys changed; ``None`` leaves a key out."""
    keys = {"section": '"s"', "family": '"times"', "bet": '"split"', "chips": "1"} | changes
    lines = "\n".join(f"{key} = {value}" for key, value in keys.items() if value is not None)
    return f"{HEAD}{SECTION}[items.a]\n{lines}\n"


def head(**changes):
    keys = {"id": '"d"', "title": '"D"', "house": '"european"'} | changes
    return "\n".join(f"{key} = {value}" for key, value in keys.items()) + f"\n{SECTION}{ONE}"


REFUSED = [
    (head(id="5"), "id: is 5: a text is allowed."),
    (head(id='""'), "id: is empty: a text is allowed."),
    (head(id='"a b"'), 'id: is "a b": only a-z 0-9 . _ - can stand in an id'),
    (head(id='"a/b"'), 'id: is "a/b"'),
    (head(id='"A"'), 'id: is "A"'),
    (head(title='" "'), "title: is empty: a text is allowed."),
    (head(title="true"), "title: is true: a text is allowed."),
    (head(house='"europaen"'), 'house: there is no house "europaen"; known: european, german, english. Did you mean "european"?'),
    (head(house="1"), "house: is 1: a text is allowed."),
    (head(abuot='"x"'), 'abuot: unknown key. Did you mean "about"?'),
    (head(about="5"), "about: is 5"),
    (head(sections="5").replace(SECTION, "").replace('"s"', '"s"'), "sections: is 5: write tables such as [sections.NAME]."),
    (head(use="5"), "use: is 5: write [[use]]."),
    (HEAD + SECTION + "items = 5\n", "sections.s.items: unknown key."),
    ("items = []\n" + HEAD, "items: is an empty list: write tables such as [items.NAME]."),
    (HEAD + "[items]\na = 5\n", "items.a: is 5: write a table [items.a]."),
    (HEAD + "[sections]\ns = 5\n", "sections.s: is 5: write a table [sections.s]."),
    (GOOD + '[sections."S x"]\ntitle = "T"\n', "sections.S x: is no section name"),
    (GOOD + "[sections.t]\n", "sections.t.title: is missing: a text."),
    (GOOD + '[sections.t]\ntitle = "T"\nlessno = "x"\n', 'sections.t.lessno: unknown key. Did you mean "lesson"?'),
    (GOOD + '[sections.t]\ntitle = "T"\nlesson = 5\n', "sections.t.lesson: is 5: a text is allowed."),
    (GOOD + '[sections.t]\ntitle = "T"\nmax_interval = 0\n', "sections.t.max_interval: is 0: a whole number of days from 1 is allowed."),
    (GOOD + '[sections.t]\ntitle = "T"\nrequires = "s"\n', 'sections.t.requires: is "s": a list of texts is allowed.'),
    (GOOD + '[sections.t]\ntitle = "T"\nrequires = [1]\n', "sections.t.requires: holds 1: a list of texts is allowed."),
    (GOOD + '[sections.t]\ntitle = "T"\nrequires = ["s", "s"]\n', 'sections.t.requires: holds "s" twice.'),
    (GOOD + '[sections.tables]\ntitle = "T"\nrequires = ["tabels"]\n', 'sections.tables.requires: there is no section "tabels"; known: s, tables. Did you mean "tables"?'),
    (GOOD + '[sections.t]\ntitle = "T"\nrequires = ["t"]\n', "sections.t.requires: goes in a circle: t -> t."),
    (tables(section='"tt"'), 'items.a.section: there is no section "tt"; known: s.'),
    (tables(section=None), "items.a.section: is missing: a text."),
    (tables(family='"tmies"'), 'items.a.family: there is no family "tmies"; known: times, announce, pay, mixed, zero, words. Did you mean "times"?'),
    (tables(family=None), "items.a.family: is missing: a text."),
    (tables(anwser='"x"'), "items.a.anwser: unknown key. Known: bet, chips, family, house,"),
    (tables(chisp="2"), 'items.a.chisp: unknown key. Did you mean "chips"?'),
    (tables(house='"dutch"'), 'items.a.house: there is no house "dutch"'),
    (tables(max_interval="0"), "items.a.max_interval: is 0"),
    (tables(max_interval="true"), "items.a.max_interval: is true"),
    (tables(max_interval="1.5"), "items.a.max_interval: is 1.5"),
    (tables(max_interval='"14"'), 'items.a.max_interval: is "14"'),
    (tables(target_seconds="0"), "items.a.target_seconds: is 0: a number of seconds above 0 is allowed."),
    (tables(limit_seconds="-1"), "items.a.limit_seconds: is -1"),
    (tables(limit_seconds="nan"), "items.a.limit_seconds: is nan"),
    (tables(limit_seconds="inf"), "items.a.limit_seconds: is inf"),
    (tables(limit_seconds="true"), "items.a.limit_seconds: is true"),
    (tables(limit_seconds='"9"'), 'items.a.limit_seconds: is "9"'),
    (tables(target_seconds="9", limit_seconds="3"), "items.a.limit_seconds: is 3, less than target_seconds, which is 9."),
    (tables(was='"b"'), 'items.a.was: is "b": a list of texts is allowed.'),
    (tables(was="[1]"), "items.a.was: holds 1"),
    (tables(was='["b", "b"]'), 'items.a.was: holds "b" twice.'),
    (tables(was='["B"]'), 'items.a.was: holds "B": write "old-key" or "deck/old-key"'),
    (tables(was='["d/a@german"]'), 'items.a.was: holds "d/a@german"'),
    (tables(was='["a"]'), 'items.a.was: holds "a", which is the item itself.'),
    (tables(was='["d/a"]'), 'items.a.was: holds "d/a", which is the item itself.'),
    (GOOD + ONE.replace("items.a]", "items.b]") + 'was = ["a"]\n', "items.b.was: d/a is an item of deck.toml: a history follows one item."),
    (GOOD + 'was = ["x"]\n' + ONE.replace("items.a]", "items.b]") + 'was = ["x"]\n', "items.b.was: d/a was d/x as well"),
    (GOOD + "[items.a.b]\nx = 1\n", "items.a.b: unknown key."),
    (GOOD + "[[use]]\n", "use[1].deck: is missing: a text."),
    (GOOD + '[[use]]\ndeck = "d"\nitems = ["a"]\n', "use[1].deck: is this deck itself"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), REFUSED, ids=range(len(REFUSED)))
def test_refused_at_the_place(complaints, text, said):
    assert any(line.startswith(said) for line in complaints(text)), complaints(text)


@pytest.mark.parametrize(
    "text", [text for text, _ in REFUSED if text.startswith(f"{HEAD}{SECTION}[items.a]") and "[[use]]" not in text]
)
def test_one_fault_is_one_line(complaints, text):
    assert len(complaints(text)) == 1


@pytest.mark.parametrize(
    "key", ['"A"', '"é"', '"e\\u0301"', '"a b"', '"a/b"', '"a\\nb"', '""', f'"{"x" * 300}"', '"a@german"']
)
def test_keys_that_cannot_be_ids(complaints, key):
    (line,) = complaints(f"{HEAD}{SECTION}{ONE.replace('items.a]', f'items.{key}]')}")
    assert line.startswith("items.")
    assert "is no item name: only a-z 0-9 . _ - can stand in an id, 1 to 64 characters." in line


def test_keys_equal_without_case(complaints):
    lines = complaints(GOOD + ONE.replace("items.a]", "items.A]"))
    assert "items.A: and items.a are one id without case." in lines


def test_all_faults_of_all_files_in_one_run(write, load, faults):
    one = write(tables(bet='"splt"', chips="0", max_interval="0") + '[items.b]\nsection = "x"\n', "one.toml")
    two = write("id = 5\n", "two.toml")
    three = write("x = [", "three.toml")
    lines = faults(load, one, two, three)
    assert [":".join(line.split(":")[:2]) for line in lines] == [
        "three.toml: is not valid TOML",
        "one.toml: items.a.max_interval",
        "one.toml: items.a.bet",
        "one.toml: items.a.chips",
        "one.toml: items.b.family",
        "one.toml: items.b.section",
        "two.toml: id",
        "two.toml: title",
        "two.toml: house",
        "two.toml: has no items",
    ]


def test_one_id_in_two_files_names_both_places(write, load, faults):
    lines = faults(load, write(GOOD, "one.toml"), write(GOOD, "two.toml"))
    assert lines == [
        'two.toml: id: "d" is the id of one.toml as well: one id, one deck.',
        "two.toml: items.a: stands in one.toml: items.a as well.",
    ]


def test_loading_twice_changes_nothing(write, load):
    path = write(GOOD)
    assert load(path) == load(path) == load(path, path)


def test_two_circles_are_both_said(complaints):
    edges = {"a": "b", "b": "a", "x": "y", "y": "z", "z": "x"}
    text = "".join(f'[sections.{key}]\ntitle = "T"\nrequires = ["{word}"]\n' for key, word in edges.items())
    lines = complaints(GOOD + text)
    assert len(lines) == 2
    for line in lines:
        circle = line.split("circle: ")[1].rstrip(".").split(" -> ")
        assert circle[0] == circle[-1]
        assert all(edges[one] == other for one, other in itertools.pairwise(circle))


def test_texts_of_a_deck_cannot_drive_a_terminal(write, load):
    text = head(title='"a\\u001b]0;x\\u0007\\nb"', about='"one\\ntwo\\u001b[2J"')
    (deck,) = load(write(text))
    assert deck.title == "a␛]0;x␇␊b"
    assert deck.about == "one\ntwo␛[2J"


blocks = {
    "a": 'section = "s"\nfamily = "times"\nbet = "split"\nchips.each = "1..3"\n',
    "b": 'section = "s"\nfamily = "zero"\nhouse = "german"\n',
    "c": 'section = "t"\nfamily = "announce"\nnumber.each = ["0", 17, "32..33"]\nwas = ["old"]\n',
    "d": 'section = "t"\nfamily = "mixed"\nbets.each = [["17"], ["0-1", "0-2"]]\ncounts.each = [[1, 2], [3]]\n',
}


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    order=st.permutations(sorted(blocks)),
    lines=st.randoms(use_true_random=False),
    words=st.tuples(*[st.from_regex(r"[A-Za-z0-9_]{1,20}", fullmatch=True)] * 2),
)
def test_ids_do_not_change_with_order_file_or_wording(tmp_path_factory, names, order, lines, words):
    name, wording = words

    def ordered(block):
        rows = block.splitlines()
        lines.shuffle(rows)
        return "\n".join(rows)

    path = Path(tmp_path_factory.mktemp("decks")) / f"{name}.toml"
    body = "".join(f"[items.{key}]\n{ordered(blocks[key])}\n" for key in order)
    sections = '[sections.t]\ntitle = "T"\n' + SECTION
    path.write_text(f'house = "english"\ntitle = "{wording}"\nid = "d"\n{body}{sections}')
    deck = loader.load(path, library=(), **names)
    assert {item.id for item in deck.items} == {
        *("d/a/1", "d/a/2", "d/a/3", "d/b", "d/c/0", "d/c/17", "d/c/32", "d/c/33"),
        *("d/d/17/1-2", "d/d/17/3", "d/d/0-1-0-2/1-2", "d/d/0-1-0-2/3"),
    }
    assert [key for key, _ in itertools.groupby(item.key for item in deck.items)] == order


def test_loading_grows_with_the_deck_and_no_faster(write, names):
    def spent(items):
        body = "".join(
            f'[items.i{n}]\nsection = "s"\nfamily = "times"\nbet = "split"\nchips.any = "1..20"\n'
            f"max_interval = 14\ntarget_seconds = 3\nlimit_seconds = 8\n"
            for n in range(items)
        )
        path = write(HEAD + SECTION + body)
        rounds = []
        for _ in range(5):
            start = process_time()
            assert len(loader.load(path, library=(), **names).items) == items
            rounds.append(process_time() - start)
        return min(rounds)

    # Eight times the items: linear growth gives 8, a look at every other item 64.
    assert spent(800) < 24 * spent(100)


def test_what_the_program_ships_is_known_unless_given():
    shipped = known()
    assert "european" in shipped.houses.ids
    assert shipped.houses.rules("european").id == "european"
    assert tuple(shipped.family_names) == registry.names()
    assert shipped.family is registry.family
