"""Every spot of the cloth, its name both ways, and what is refused."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from srs_roulette.errors import NoSuchBet, NoSuchPocket
from srs_roulette.rules import house_file, notation
from srs_roulette.rules.bets import EVEN_CHANCES, SPECS, Kind
from srs_roulette.rules.layouts import DOUBLE, SINGLE
from srs_roulette.rules.pockets import NAMES, Pocket, in_order

LAYOUTS = {"single_zero": SINGLE, "double_zero": DOUBLE}
BOTH = pytest.mark.parametrize("wheel", LAYOUTS)
HOUSES = pytest.mark.parametrize("house_id", house_file.house_files())

texts = st.one_of(
    st.text(max_size=60),
    st.text(alphabet=st.characters(), max_size=20),
    st.text(alphabet="0123456789-/ ", max_size=24),
    st.from_regex(r"[a-zé]{0,12} ?[0-9]{1,3}([-/][0-9]{1,2}){0,5}", fullmatch=True),
)


@BOTH
def test_the_layout_has_as_many_spots_of_each_kind_as_its_oracle(wheel, oracle):
    known = oracle("positions")[wheel]
    bets = LAYOUTS[wheel].bets
    counted = {kind.value: sum(bet.kind is kind for bet in bets) for kind in Kind}
    assert {kind: count for kind, count in counted.items() if count} == known["counts"]
    assert sum(bet.inside for bet in bets) == known["inside_total"]
    assert sum(not bet.inside for bet in bets) == known["outside_total"]
    assert len(bets) == known["all_total"]
    assert len({frozenset(bet.covers) for bet in bets}) == len(bets)


@BOTH
def test_every_inside_spot_is_on_the_list_of_its_kind_and_no_other(wheel, oracle):
    known = oracle("positions")[wheel]["spots"]
    layout = LAYOUTS[wheel]
    written = {
        kind.value: sorted(notation.write(bet) for bet in layout.inside if bet.kind is kind)
        for kind in Kind
        if SPECS[kind].inside
    }
    assert {kind: spots for kind, spots in written.items() if spots} == {k: sorted(v) for k, v in known.items()}


@BOTH
def test_outside_boxes_hold_the_numbers_of_their_oracle(wheel, oracle):
    boxes = {bet.box: list(bet.covers) for bet in LAYOUTS[wheel].bets if not bet.inside}
    assert boxes == oracle("positions")["outside"]


def test_odds_and_sizes_of_all_kinds_are_those_of_the_sources(oracle):
    known = oracle("positions")
    assert {kind.value: SPECS[kind].odds for kind in Kind} == known["odds"]
    assert {kind.value: SPECS[kind].size for kind in Kind} == known["covers"]


def test_odds_follow_36_over_size_less_1_but_for_the_five(oracle):
    law = {int(size): odds for size, odds in oracle("payout_tables")["law"].items() if size.isdigit()}
    for kind, spec in SPECS.items():
        assert spec.odds == (6 if kind is Kind.FIVE else law[spec.size])


def test_payout_tables_are_the_odds_times_the_chips(oracle):
    tables = [table for name, table in oracle("payout_tables").items() if name.startswith("odds_")]
    assert len(tables) == 8
    for table in tables:
        for kind in table["kinds"]:
            assert [SPECS[Kind(kind)].odds * n for n in range(1, len(table["products"]) + 1)] == table["products"]


def test_picture_bets_add_up_to_their_total(oracle):
    pictures = oracle("pictures")
    for picture in pictures["pictures"]:
        assert sum(SPECS[Kind(kind)].odds * n for kind, n in picture["spots"].items()) == picture["total"]
    assert len(pictures["pictures"]) == pictures["counts"]["pictures"]


@BOTH
def test_every_bet_holds_its_numbers_in_layout_order(wheel):
    for bet in LAYOUTS[wheel].bets:
        assert len(bet.covers) == SPECS[bet.kind].size
        assert list(bet.covers) == sorted(bet.covers, key=NAMES.index)
        assert bet.covers == in_order(set(bet.covers))
        assert [p for p in NAMES if p in LAYOUTS[wheel].wheel.ring and bet.wins(Pocket(p))] == list(bet.covers)


def _over_all_numbers(layout, bet):
    """A stake of 1 on every number in turn: winnings less losses."""
    return sum(bet.odds if bet.wins(number) else -1 for number in layout.wheel.ring)


def test_each_single_zero_spot_loses_one_stake_over_the_37_numbers():
    assert {_over_all_numbers(SINGLE, bet) for bet in SINGLE.bets} == {-1}


def test_each_double_zero_spot_loses_two_stakes_over_the_38_numbers_and_the_five_three():
    assert {_over_all_numbers(DOUBLE, bet) for bet in DOUBLE.bets if bet.kind is not Kind.FIVE} == {-2}
    assert [_over_all_numbers(DOUBLE, bet) for bet in DOUBLE.bets if bet.kind is Kind.FIVE] == [-3]


@BOTH
def test_bets_on_the_zeros_are_those_of_the_oracle(wheel, oracle):
    known, layout = oracle("positions")[wheel]["zero_bets"], LAYOUTS[wheel]
    touching = [bet for bet in layout.inside if layout.touches_zero(bet)]
    assert {notation.write(b) for b in touching if b.kind is Kind.SPLIT} == set(known["splits"])
    for zero in layout.wheel.zeros:
        assert {notation.write(bet) for bet in layout.holding(zero)} == set(known[f"covering_{zero}"])
    assert set(touching) == {bet for zero in layout.wheel.zeros for bet in layout.holding(zero)}


def test_first_four_stands_on_one_zero_only_and_the_five_on_two():
    assert (SINGLE.first_four, SINGLE.five) == (True, False)
    assert (DOUBLE.first_four, DOUBLE.five) == (False, True)


def test_even_chances_are_the_six_outside_pairs():
    assert [kind.value for kind in EVEN_CHANCES] == ["red", "black", "odd", "even", "low", "high"]
    assert {bet.kind for bet in SINGLE.bets if bet.even_chance} == set(EVEN_CHANCES)


@HOUSES
def test_reading_what_was_written_gives_the_same_bet_on_every_houses_layout(house_id):
    layout = house_file.house(house_id).layout
    for bet in layout.bets:
        assert notation.read(notation.write(bet), layout) == bet
        assert notation.read("-".join(bet.covers), layout) == bet
        assert notation.read("/".join(bet.covers), layout) == bet
        for language in ("en", "fr"):
            assert notation.read(notation.name(bet, language), layout) == bet


def test_a_layout_without_zero_trios_and_first_four_reads_back_too():
    bare = house_file.build(house_file.table_of("european") | {"trios": [], "first_four": False}, "bare").layout
    assert len(bare.inside) == 142
    for bet in bare.bets:
        assert notation.read(notation.write(bet), bare) == bet
    with pytest.raises(NoSuchBet, match="0-1-2-3 share no spot"):
        notation.read("0-1-2-3", bare)


@BOTH
def test_names_in_one_language_are_all_different(wheel):
    for language in ("en", "fr"):
        names = [notation.name(bet, language) for bet in LAYOUTS[wheel].bets]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        # QUESTIONS.md and seed 002: lowest and highest name a spot, a split has both, the dozens are 12P, 12M, 12D.
        ("17", "straight 17", "plein 17"),
        ("17-20", "split 17/20", "cheval 17/20"),
        ("19-20-21", "street 19-21", "transversale 19-21"),
        ("23-27", "corner 23-27", "carré 23-27"),
        ("4-9", "six line 4-9", "transversale 4-9"),
        ("0-1-2", "trio 0-1-2", "trois premiers"),
        ("0-2-3", "trio 0-2-3", "trio 0-2-3"),
        ("0-1-2-3", "first four", "quatre premiers"),
        ("dozen1", "1st dozen", "12P"),
        ("dozen2", "2nd dozen", "12M"),
        ("dozen3", "3rd dozen", "12D"),
        ("column1", "column 1", "colonne 34"),
        ("column3", "column 3", "colonne 36"),
        ("low", "low 1-18", "manque"),
        ("high", "high 19-36", "passe"),
    ],
)
def test_a_bet_is_named_as_a_dealer_calls_it(text, english, french):
    bet = notation.read(text, SINGLE)
    assert (notation.name(bet), notation.name(bet, "fr")) == (english, french)


@pytest.mark.rows("positions", "accepted", "single_zero")
def test_accepted_on_the_single_zero_layout(row):
    bet = notation.read(row["text"], SINGLE)
    assert (notation.write(bet), bet.kind.value) == (row["bet"], row["kind"])


@pytest.mark.rows("positions", "accepted", "double_zero")
def test_accepted_on_the_double_zero_layout(row):
    bet = notation.read(row["text"], DOUBLE)
    assert (notation.write(bet), bet.kind.value) == (row["bet"], row["kind"])


def _assert_refused_by_name(text, layout):
    with pytest.raises(NoSuchBet) as caught:
        notation.read(text, layout)
    message = str(caught.value)
    assert text in message
    assert set(re.findall(r"\d+", text)) <= set(re.findall(r"\d+", message))


@pytest.mark.rows("positions", "refused", "single_zero")
def test_refused_by_name_on_the_single_zero_layout(row):
    _assert_refused_by_name(row["text"], SINGLE)


@pytest.mark.rows("positions", "refused", "double_zero")
def test_refused_by_name_on_the_double_zero_layout(row):
    _assert_refused_by_name(row["text"], DOUBLE)


@pytest.mark.rows("positions", "by_reading")
def test_two_numbers_that_do_not_touch_name_the_ends_of_a_spot(row):
    bet = notation.read(row["text"], SINGLE)
    assert (notation.write(bet), bet.kind.value) == (row["notation"], row["notation_kind"])
    with pytest.raises(NoSuchBet, match=f"no {row['refused_as']}"):
        notation.read(f"{row['refused_as']} {row['text']}", SINGLE)


@pytest.mark.rows("positions", "spoken")
def test_a_spoken_call_is_read(row):
    bet = notation.read(row["call"], SINGLE)
    assert (notation.write(bet), bet.kind.value) == (row["bet"], row["kind"])
    assert (list(bet.covers), bet.odds) == (row["numbers"], row["pays"])


@pytest.mark.rows("positions", "names")
def test_every_kind_is_understood_by_its_english_and_french_names(row):
    kind, names = row
    layout = DOUBLE if kind == "five" else SINGLE
    some = next(bet for bet in layout.bets if bet.kind == kind)
    boxes = {"dozen": " 1", "column": " 1"}
    for name in (*names["en"], *names["fr"]):
        if name == "douzaine":
            # The French dozens have names of their own.
            read = notation.read("première douzaine", layout)
        elif not some.inside or kind in {"first_four", "five"} or name in {"first three", "trois premiers"}:
            read = notation.read(f"{name}{boxes.get(kind, '')}".replace("-number bet", " number bet"), layout)
        elif name == "les trois premiers":
            read = notation.read(name, layout)
        else:
            read = notation.read(f"{name} {'-'.join(some.covers)}", layout)
        assert read == some, name


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (" Split 17/20 ", "17-20"),
        ("CARRÉ 17-21", "17-18-20-21"),
        ("carre 0-1-2-3", "0-1-2-3"),
        ("carr\N{LATIN SMALL LETTER E}\N{COMBINING ACUTE ACCENT} 17-21", "17-18-20-21"),
        ("17\N{EN DASH}20", "17-20"),
        ("six_line 16-21", "16-21"),
        ("17 - 20", "17-20"),
        ("20-17", "17-20"),
        ("18-17-21-20", "17-18-20-21"),
        ("colonne34", "column1"),
        ("milieu", "dozen2"),
        ("dernier", "dozen3"),
    ],
)
def test_case_accents_dashes_blanks_and_order_do_not_matter(text, written):
    assert notation.write(notation.read(text, SINGLE)) == written


@pytest.mark.parametrize(
    ("text", "nearest"),
    [("splt 17-20", "split"), ("reed", "red"), ("dozn1", "dozen1"), ("cornr 17-21", "corner"), ("rouje", "rouge")],
)
def test_an_unknown_word_suggests_the_nearest(text, nearest):
    with pytest.raises(NoSuchBet, match=f'Did you mean "{nearest}"'):
        notation.read(text, SINGLE)


@pytest.mark.parametrize("text", ["", "   ", "xyzzyq", "\N{GRINNING FACE}"])
def test_a_text_near_to_nothing_says_what_to_write(text):
    with pytest.raises(NoSuchBet, match="Write numbers, such as 17-20, or a word"):
        notation.read(text, SINGLE)


def test_a_neighbour_call_is_pointed_to_its_own_command():
    with pytest.raises(NoSuchBet, match=r"is a call, not a bet.*call neighbours 7 --each-side 2"):
        notation.read("7-2-2", SINGLE)


@pytest.mark.parametrize(
    ("text", "what"),
    [("corner 17-20", "17-20 is a split, no corner"), ("plein 16-21", "16-21 is a six line, no plein")],
)
def test_a_kind_that_does_not_fit_the_numbers_is_refused(text, what):
    with pytest.raises(NoSuchBet, match=what):
        notation.read(text, SINGLE)


def test_a_pocket_that_no_wheel_has_is_named():
    with pytest.raises(NoSuchBet, match="There is no pocket"):
        notation.read("35-38", SINGLE)
    with pytest.raises(NoSuchBet, match="single-zero wheel has no pocket 00"):
        notation.read("00-2", SINGLE)


@BOTH
@given(text=texts)
@example(text="1" * 5000)
@example(text="a" * 5000)
@example(text="1-" * 3000 + "1")
@example(text="1" * 5000 + "-2-2")
@example(text="corner " + " " * 5000 + "17-20")
@example(text="\ud800-17")
@example(text="١٧")
@example(text="17\x00")
def test_reading_any_text_gives_a_bet_or_the_one_error(wheel, text):
    layout = LAYOUTS[wheel]
    try:
        bet = notation.read(text, layout)
    except NoSuchBet as fault:
        said = str(fault)
    else:
        assert bet in layout.bets
        return
    # One line, however long the text.
    assert 0 < len(said) < 300


@pytest.mark.rows("wheels", "numbers")
def test_a_numbers_colour_parity_half_dozen_and_column(row):
    pocket = Pocket(row["number"])
    facts = {key: getattr(pocket, key) for key in ("colour", "parity", "half", "dozen", "column")}
    assert facts == {key: row.get(key) for key in facts}
    assert pocket.is_zero == (row["colour"] == "green")


def test_streets_run_from_1_to_12_and_zeros_lie_in_none(oracle):
    streets = oracle("positions")["single_zero"]["spots"]["street"]
    for place, street in enumerate(streets, start=1):
        assert {Pocket(n).street for n in street.split("-")} == {place}
    assert (Pocket("0").street, Pocket("00").street) == (None, None)


@pytest.mark.parametrize("name", ["37", "-1", "037", "000", "", " 7", "7.0", "x", "٧"])
def test_there_is_no_such_pocket(name):
    with pytest.raises(NoSuchPocket, match="no pocket"):
        Pocket(name)


def test_0_and_00_are_different_pockets():
    assert Pocket("0") != Pocket("00")
    assert [Pocket("0").rank, Pocket("00").rank, Pocket("1").rank, Pocket("36").rank] == [0, 1, 2, 37]
    assert Pocket("0").number == Pocket("00").number == 0
