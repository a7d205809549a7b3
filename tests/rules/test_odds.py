"""Chances and edges as exact fractions, checked by series reckoned here."""

from fractions import Fraction

import pytest

from srs_roulette.rules import house_file, notation, odds
from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.layouts import DOUBLE, SINGLE
from srs_roulette.rules.wheels import DOUBLE_ZERO, SINGLE_ZERO

LAYOUTS = {"single_zero": SINGLE, "double_zero": DOUBLE}
EVEN_CHANCE = {wheel: notation.read("red", layout) for wheel, layout in LAYOUTS.items()}


def _terms(house="german", **changes):
    return house_file.build(house_file.table_of(house) | changes, house).zero


def _edge(wheel, terms):
    layout = LAYOUTS[wheel]
    return odds.edge(EVEN_CHANCE[wheel], layout.wheel, terms)


@pytest.mark.rows("zero_rules", "probabilities")
def test_the_chance_of_a_bet_is_its_numbers_over_the_pockets(row):
    layout = LAYOUTS[row["wheel"]]
    bets = [bet for bet in layout.bets if len(bet.covers) == row["covers"]]
    assert bets
    for bet in bets:
        chance = odds.chance(bet, layout.wheel)
        assert chance == Fraction(row["fraction"])
        for digits in (1, 2):
            assert f"{float(chance) * 100:.{digits}f}" == row[f"percent_{digits}"]


@pytest.mark.rows("zero_rules", "edge_of_kind")
def test_the_edge_of_a_kind_without_a_zero_rule(row):
    layout = LAYOUTS[row["wheel"]]
    bets = [bet for bet in layout.bets if bet.kind == row["kind"]]
    assert bets
    assert {odds.edge(bet, layout.wheel) for bet in bets} == {Fraction(row["fraction"])}


def test_red_pays_1_to_1_and_covers_18_of_38_on_two_zeros():
    # public-failures 06: two zeros are 2/38, never 2/36.
    assert SPECS[Kind.RED].odds == 1
    assert odds.chance(EVEN_CHANCE["double_zero"], DOUBLE_ZERO) == Fraction(18, 38)
    assert odds.chance(notation.read("0-00", DOUBLE), DOUBLE_ZERO) == Fraction(2, 38)


@pytest.mark.parametrize(
    ("known", "wheel", "terms"),
    [
        ("none", "single_zero", _terms("european")),
        ("half", "single_zero", _terms("french_partage")),
        ("half", "single_zero", _terms("english")),
        ("prison_one_level", "single_zero", _terms(prison_levels=1)),
        ("prison_two_levels", "single_zero", _terms()),
        ("prison_three_levels", "single_zero", _terms(prison_levels=3)),
        ("double_zero", "double_zero", _terms("american")),
        ("surrender", "double_zero", _terms("surrender")),
    ],
)
def test_the_edge_on_an_even_chance_under_a_zero_rule(known, wheel, terms, oracle):
    row = oracle("zero_rules")["edges"][known]
    edge = _edge(wheel, terms)
    assert edge == Fraction(row["fraction"])
    for digits in (2, 3):
        assert f"{float(edge) * 100:.{digits}f}" == row[f"percent_{digits}"]


def test_the_edge_under_two_prisons_is_685_over_1351_of_the_zeros_share():
    # ROULETTE.md C.
    assert _edge("single_zero", _terms()) == Fraction(685, 1351 * 37)
    assert _edge("single_zero", _terms(prison_levels=1)) == Fraction(19, 1369)


def test_the_five_number_bet_costs_3_in_38(oracle):
    assert odds.edge(notation.read("five", DOUBLE), DOUBLE_ZERO) == Fraction(
        oracle("zero_rules")["edges"]["five_number"]["fraction"]
    )


def test_prison_on_ever_deeper_levels_costs_1_3701_percent(oracle):
    known = float(oracle("zero_rules")["edges_irrational"]["prison_unlimited_percent_4"]) / 100
    deep = Fraction(1, 37) - Fraction(1, 37) * _series(1, 60, deepest=60)
    assert abs(float(deep) - known) < 5e-7


def test_a_stake_locked_until_a_number_falls_is_worth_half():
    # 18 of the 36 numbers free it: as with la partage.
    assert _edge("single_zero", _terms(second_zero="locked")) == Fraction(1, 74)


def test_dozens_and_inside_bets_are_never_spared_by_a_zero_rule():
    for house in house_file.house_files():
        terms = house_file.house(house)
        for bet in terms.layout.bets:
            if not bet.even_chance:
                assert odds.edge(bet, terms.wheel, terms.zero) == odds.edge(bet, terms.wheel)


@pytest.mark.parametrize(("level", "name"), [(1, "single_prison"), (2, "double_prison")])
def test_a_locked_stake_is_worth_slightly_less_than_its_share(level, name, oracle):
    known = oracle("zero_rules")["locked_value"]
    value = odds.locked_value(_terms(), SINGLE_ZERO, level)
    assert value == Fraction(known[name])
    assert f"{float(value):.5f}" == known[f"{name}_5"]
    assert value < Fraction(known["share_single" if level == 1 else "share_double"])


def test_locked_stakes_are_worth_0_49297_and_0_23982():
    # ROULETTE.md B8.
    worth = [odds.locked_value(_terms(), SINGLE_ZERO, level) for level in (1, 2)]
    assert [f"{float(value):.5f}" for value in worth] == ["0.49297", "0.23982"]


def _series(level, spins, pockets=37, zeros=1, *, second_zero="next_level", deepest=1):
    """Follow a stake locked on a level spin by spin and add up what comes back.

    A win leads one level back (from 1 the stake is free), a loss takes it, zero does as the house says.
    """
    win, zero = Fraction(18, pockets), Fraction(zeros, pockets)
    locked, back = {level: Fraction(1)}, Fraction(0)
    for _ in range(spins):
        after = {}
        for at, weight in locked.items():
            back += weight * {"freed": zero, "half": zero / 2}.get(second_zero, 0)
            back += weight * win if at == 1 else 0
            moves = {at - 1: win, at + 1 if second_zero == "next_level" else at: zero}
            for to, chance in moves.items():
                stays = second_zero in {"next_level", "locked"} or to < at
                if 1 <= to <= deepest and stays:
                    after[to] = after.get(to, 0) + weight * chance
        locked = after
    return back


@pytest.mark.parametrize(("pockets", "zeros", "wheel"), [(37, 1, SINGLE_ZERO), (38, 2, DOUBLE_ZERO)])
@pytest.mark.parametrize(
    ("levels", "second_zero"),
    [(1, "next_level"), (2, "next_level"), (3, "next_level"), (1, "locked"), (1, "half"), (1, "freed")],
)
def test_locked_values_are_the_sums_of_their_series(pockets, zeros, wheel, levels, second_zero):
    terms = _terms(prison_levels=levels, second_zero=second_zero)
    for level in range(1, levels + 1):
        low = _series(level, 48, pockets, zeros, second_zero=second_zero, deepest=levels)
        exact = odds.locked_value(terms, wheel, level)
        # The series grows towards the exact value; after 48 spins little is still locked.
        assert low <= exact
        assert exact - low < Fraction(1, 10**9)


@pytest.mark.parametrize("second_zero", ["next_level", "locked", "half", "freed"])
def test_the_edge_under_prison_is_the_zeros_share_of_what_is_not_saved(second_zero):
    terms = _terms(prison_levels=1, second_zero=second_zero)
    saved = _series(1, 48, second_zero=second_zero)
    by_series = 1 - Fraction(18, 37) * 2 - Fraction(1, 37) * saved
    assert abs(_edge("single_zero", terms) - by_series) < Fraction(1, 10**9)


def test_sharing_always_saves_half_as_la_partage_does():
    assert _edge("single_zero", _terms(sharing="always")) == Fraction(1, 74)
    assert odds.saved(_terms(sharing="always"), SINGLE_ZERO) == Fraction(1, 2)
    assert odds.saved(_terms("french_partage"), SINGLE_ZERO) == Fraction(1, 2)
