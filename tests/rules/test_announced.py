"""Announced bets: the chips of every call, what each number pays, and what a house refuses."""

import pytest

from srs_roulette.errors import CallRefused, NoSuchPocket
from srs_roulette.rules import announced, house_file, notation
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.house import Finals
from srs_roulette.rules.layouts import SINGLE
from srs_roulette.rules.wheels import SINGLE_ZERO

GERMAN = house_file.house("german")
EUROPEAN = house_file.house("european")
AMERICAN = house_file.house("american")


def _house(base="european", **changes):
    return house_file.build(house_file.table_of(base) | changes, base)


def _legs(spots):
    return {notation.write(bet): chips for bet, chips in spots}


def _spots(name, house=GERMAN, number=None, each_side=None):
    return announced.chips_of(announced.find(name), house, number, each_side)


def _result(spots, number):
    """What one number pays, in chips: winnings, net of the losing chips, winning chips."""
    winning = [(bet, chips) for bet, chips in spots if number in bet.covers]
    pays = sum(bet.odds * chips for bet, chips in winning)
    stays = sum(chips for _, chips in winning)
    return pays, pays - (sum(chips for _, chips in spots) - stays), stays


def _assert_hits(spots, hits):
    known = {hit["number"]: (hit["pays"], hit["net"], hit["winning_chips"]) for hit in hits}
    chips = sum(count for _, count in spots)
    for number in SINGLE_ZERO.ring:
        assert _result(spots, number) == known.get(number, (0, -chips, 0)), number


@pytest.mark.rows("calls", "calls")
def test_a_series_lies_as_its_oracle_says(row):
    name, known = row
    spots = _spots(name)
    assert _legs(spots) == known["legs"]
    assert sum(chips for _, chips in spots) == known["chips"]


@pytest.mark.rows("calls", "calls")
def test_every_number_of_a_series_pays_its_winnings_and_every_other_nothing(row):
    name, known = row
    _assert_hits(_spots(name), known["hits"])


@pytest.mark.rows("calls", "calls")
def test_a_series_covers_the_numbers_of_its_oracle(row):
    name, known = row
    numbers = announced.numbers_of(announced.find(name), GERMAN, _spots(name))
    assert len(numbers) == known["numbers_count"]
    assert set(numbers) == set(known["numbers"])


@pytest.mark.parametrize("name", ["voisins", "tiers", "orphelins", "jeu_zero"])
def test_the_numbers_of_a_section_are_read_clockwise_from_its_first(name, oracle):
    numbers = announced.numbers_of(announced.find(name), GERMAN, _spots(name))
    assert list(numbers) == oracle("wheels")["sections"][name]


def test_voisins_run_from_22_to_25_and_tiers_from_27_to_33():
    # Source document 000.
    for name, first, last in (("voisins", "22", "25"), ("tiers", "27", "33")):
        numbers = announced.numbers_of(announced.find(name), EUROPEAN, _spots(name, EUROPEAN))
        assert (numbers[0], numbers[-1]) == (first, last)


@pytest.mark.parametrize("name", ["jeu_7_8_9", "red_splits", "black_splits"])
def test_calls_of_the_layout_are_read_in_ascending_order(name, oracle):
    numbers = announced.numbers_of(announced.find(name), GERMAN, _spots(name))
    assert list(numbers) == sorted(oracle("calls")["calls"][name]["numbers"], key=int)


def test_every_series_is_in_the_oracle(oracle):
    fixed = [name for name, call in announced.SERIES.items() if not call.takes_number]
    assert sorted(fixed) == sorted(oracle("calls")["calls"])


@pytest.mark.rows("calls", "neighbour_calls")
def test_neighbours_are_straight_ups_clockwise_round_the_number(row):
    spots = _spots("neighbours", number=row["number"], each_side=row["each_side"])
    assert _legs(spots) == row["legs"]
    assert [bet.covers[0] for bet, _ in spots] == row["numbers"]
    assert announced.numbers_of(announced.find("neighbours"), GERMAN, spots) == tuple(row["numbers"])
    for number in row["numbers"]:
        assert _result(spots, number)[:2] == (row["pays"], row["net"])


@pytest.mark.rows("calls", "neighbours_result")
def test_neighbours_of_any_number_net_35_less_the_losing_chips(row):
    for number in SINGLE_ZERO.ring:
        spots = _spots("neighbours", number=number, each_side=row["each_side"])
        assert sum(chips for _, chips in spots) == row["chips"]
        assert {_result(spots, p)[:2] for bet, _ in spots for p in bet.covers} == {(row["pays"], row["net"])}


def test_neighbours_of_0_and_of_26_share_four_numbers_with_two_chips(oracle):
    known = oracle("calls")["neighbours_0_and_26"]
    zero, other = (_spots("neighbours", EUROPEAN, number) for number in ("0", "26"))
    both = (*zero, *other)
    stacked = {}
    for bet, chips in both:
        stacked[notation.write(bet)] = stacked.get(notation.write(bet), 0) + chips
    assert stacked == known["legs"]
    assert sum(stacked.values()) == known["chips"]
    assert sorted(set(_legs(zero)) & set(_legs(other))) == sorted(known["shared"])
    _assert_hits(both, known["hits"])


def test_without_a_count_the_house_plays_the_first_of_its_list():
    assert len(_spots("neighbours", GERMAN, "17")) == 5
    assert len(_spots("neighbours", _house(neighbours=[3, 1]), "17")) == 7


@pytest.mark.parametrize("house", [EUROPEAN, GERMAN])
@pytest.mark.parametrize("each_side", [0, 1, 3, 4, 5, 18])
def test_a_count_of_neighbours_that_the_house_does_not_take_is_refused(house, each_side):
    # Document 000 plays two each side; 002 one to four.
    if each_side in house.neighbours:
        assert len(_spots("neighbours", house, "7", each_side)) == 2 * each_side + 1
    else:
        with pytest.raises(CallRefused, match=f"each side, not {each_side}"):
            _spots("neighbours", house, "7", each_side)


def test_the_neighbours_of_a_house_are_those_of_its_oracle():
    assert EUROPEAN.neighbours == (2,)
    assert set(GERMAN.neighbours) == {1, 2, 3, 4}


@pytest.mark.parametrize("number", ["37", "00", "", "x"])
def test_neighbours_of_no_pocket_are_refused(number):
    with pytest.raises(NoSuchPocket):
        _spots("neighbours", EUROPEAN, number)


def _finals(final, *, zero=True, cheval="splits"):
    return announced.finals(final, SINGLE, Finals(zero=zero, cheval=cheval))


@pytest.mark.rows("calls", "finals")
def test_finals_plein_are_all_numbers_with_that_ending(row):
    spots = _finals(row["final"], zero=row["zero"])
    assert [bet.covers[0] for bet, _ in spots] == row["numbers"]
    assert sum(chips for _, chips in spots) == row["chips"]
    for number in row["numbers"]:
        assert _result(spots, number)[:2] == (row["pays"], row["net"])


@pytest.mark.rows("calls", "finals_cheval")
def test_finals_a_cheval_as_both_kinds_of_house_play_them(row):
    spots = _finals(row["final"], zero=row["zero"], cheval=row["form"])
    assert _legs(spots) == row["legs"]
    assert [notation.write(b) for b, _ in spots if b.kind is Kind.SPLIT] == row["splits"]
    assert [notation.write(b) for b, _ in spots if b.kind is Kind.STRAIGHT] == row["straights"]
    assert sum(chips for _, chips in spots) == row["chips"]
    _assert_hits(spots, row["hits"])


@pytest.mark.rows("calls", "finals_side_by_side")
@pytest.mark.parametrize("form", ["splits", "all_endings"])
def test_finals_side_by_side_play_every_ending_in_all_houses(row, form):
    spots = _finals(row["final"], zero=row["zero"], cheval=form)
    assert _legs(spots) == row["legs"]
    assert sum(chips for _, chips in spots) == row["chips"]
    _assert_hits(spots, row["hits"])


@pytest.mark.parametrize(
    "final",
    ["", "10", "-1", "x", "00", "07", "2/6", "5/2", "0/2", "2/5/8", "9/13", "03/6", "2/", "/5", "²", "٧", "2//5"],
)
def test_there_is_no_such_final(final):
    with pytest.raises(CallRefused, match="is no final"):
        _finals(final)


def test_a_final_pair_is_read_with_either_stroke():
    assert _finals("2-5") == _finals("2/5")


def test_a_house_plays_its_own_form_of_finals():
    german, french = GERMAN, house_file.house("french_partage")
    assert sum(c for _, c in _spots("finals_cheval", german, "4/7")) == 3
    assert sum(c for _, c in _spots("finals_cheval", french, "4/7")) == 4
    without = _house("german", finals={"zero": False, "cheval": "splits"})
    assert list(_legs(_spots("finals", without, "0"))) == ["10", "20", "30"]


def test_a_house_without_finals_of_its_own_is_read_with_the_zero_and_splits():
    # DECKS.md, below the house block.
    assert EUROPEAN.finals is None
    assert list(_legs(_spots("finals", EUROPEAN, "0"))) == ["0", "10", "20", "30"]
    assert sum(c for _, c in _spots("finals_cheval", EUROPEAN, "4/7")) == 3


def test_a_final_a_cheval_needs_a_pair():
    with pytest.raises(CallRefused, match='"7" is no final à cheval'):
        _spots("finals_cheval", GERMAN, "7")


def test_numbers_of_finals_are_ascending():
    spots = _spots("finals_cheval", GERMAN, "0/3")
    assert announced.numbers_of(announced.find("finals_cheval"), GERMAN, spots) == (
        *("0", "3", "10", "13", "20", "23", "30", "33"),
    )


@pytest.mark.parametrize(
    ("word", "name"),
    [
        # English, French and German names of documents 000 and 002, with - or _ or blanks, in any case.
        ("Voisins du zéro", "voisins"),
        ("grosse Serie", "voisins"),
        ("Große Serie", "voisins"),
        ("0/2/3", "voisins"),
        ("Serie 0/2/3", "voisins"),
        ("tiers du cylindre", "tiers"),
        ("kleine Serie", "tiers"),
        ("Serie 5/8", "tiers"),
        ("petite série", "tiers"),
        ("orphans", "orphelins"),
        ("Orphelins à cheval", "orphelins"),
        ("Waisenkinder", "orphelins"),
        ("orphelins en plein", "orphelins_plein"),
        ("orphelins-plein", "orphelins_plein"),
        ("Zéro-Spiel", "jeu_zero"),
        ("JEU ZERO", "jeu_zero"),
        ("zero game", "jeu_zero"),
        ("neighbors", "neighbours"),
        ("Nachbarn", "neighbours"),
        ("voisins de", "neighbours"),
        ("finale", "finals"),
        ("finales à cheval", "finals_cheval"),
        ("Jeu 7/8/9", "jeu_7_8_9"),
        ("jeu-7-8-9", "jeu_7_8_9"),
        ("zero spiel naca", "naca"),
        ("tiers 5/8/10/11", "tiers_5_8_10_11"),
        ("chevaux rouges", "red_splits"),
        ("schwarze Chevaux", "black_splits"),
    ],
)
def test_calls_are_known_by_their_names_in_three_languages(word, name):
    assert announced.find(word).name == name


def test_every_call_is_known_by_its_own_name_with_either_dash():
    for name, call in announced.SERIES.items():
        assert announced.find(name) is call
        assert announced.find(name.replace("_", "-")) is call


def test_no_spelling_belongs_to_two_calls():
    for call in announced.SERIES.values():
        assert all(announced.find(s) is call for s in call.also.split("|") if s)


def test_an_unknown_call_suggests_the_nearest_or_lists_all():
    with pytest.raises(CallRefused, match=r'"voisin" is no call\. Did you mean "voisins"'):
        announced.find("voisin")
    with pytest.raises(CallRefused, match=r"Calls: voisins, tiers, .*black_splits\."):
        announced.find("xyzzyq")


@pytest.mark.parametrize("name", ["voisins", "tiers", "orphelins", "jeu_zero", "naca", "neighbours", "finals"])
@pytest.mark.parametrize("house", ["american", "surrender"])
def test_the_american_house_takes_no_call_bets(house, name):
    number = "7" if announced.find(name).takes_number else None
    with pytest.raises(CallRefused, match="takes no call bets"):
        _spots(name, house_file.house(house), number)


@pytest.mark.parametrize("name", ["voisins", "tiers", "orphelins", "jeu_zero", "red_splits"])
def test_series_lie_on_the_single_zero_wheel_even_where_calls_are_taken(name):
    calling = _house("american", call_bets=True)
    with pytest.raises(CallRefused, match="lies on the single-zero wheel"):
        _spots(name, calling)


def test_neighbours_and_finals_are_played_on_two_zeros_where_calls_are_taken():
    calling = _house("american", call_bets=True)
    # public-failures 07.
    assert list(_legs(_spots("neighbours", calling, "00"))) == ["13", "1", "00", "27", "10"]
    assert list(_legs(_spots("neighbours", calling, "0"))) == ["14", "2", "0", "28", "9"]
    assert list(_legs(_spots("finals", calling, "0"))) == ["0", "10", "20", "30"]


def test_orphelins_en_plein_are_refused_where_the_house_plays_splits_only():
    with pytest.raises(CallRefused, match="on splits only, not en plein"):
        _spots("orphelins_plein", EUROPEAN)
    assert len(_spots("orphelins_plein", GERMAN)) == 8


def test_a_call_without_its_number_or_with_one_too_many_is_refused():
    with pytest.raises(CallRefused, match="finals needs a number"):
        _spots("finals")
    with pytest.raises(CallRefused, match="neighbours needs a number"):
        _spots("neighbours")
    with pytest.raises(CallRefused, match="voisins takes no number"):
        _spots("voisins", number="7")
    with pytest.raises(CallRefused, match="Only neighbours take --each-side, not tiers"):
        _spots("tiers", each_side=2)
    with pytest.raises(CallRefused, match="Only neighbours take --each-side, not finals"):
        _spots("finals", number="7", each_side=2)


def test_a_call_that_needs_a_spot_the_layout_lacks_names_the_spot():
    with pytest.raises(CallRefused, match="no spot 0-2-3"):
        _spots("voisins", _house(trios=["0-1-2"]))
    with pytest.raises(CallRefused, match="no spot 0-3"):
        _spots("jeu_zero", _house(zero_splits=["0-1", "0-2"]))


def test_every_call_says_where_it_comes_from():
    assert all(call.source.startswith(("seed", "ROULETTE.md")) for call in announced.SERIES.values())
