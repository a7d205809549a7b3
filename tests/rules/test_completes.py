"""Completes: cost, winnings, hits, what two have in common."""

from collections import Counter

import pytest

from srs_roulette.rules import completes, house_file, notation
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.layouts import DOUBLE, SINGLE
from srs_roulette.rules.limits import lay
from srs_roulette.rules.money import Money, money_text, read_money, times, total
from srs_roulette.rules.pockets import Pocket

LIMITS = house_file.house("european").limits
FRENCH = house_file.house("french_law").limits
UNBOUNDED = LIMITS.with_maximum(read_money("1000000"))
KINDS = ("straight", "split", "street", "trio", "corner", "first_four", "five", "six_line")


def _complete(number, mode="full", layout=SINGLE):
    return completes.complete(layout, Pocket(number), mode)


def _pays(number, mode="full", layout=SINGLE):
    return completes.pays_units(_complete(number, mode, layout), Pocket(number))


def _laid(number, value, limits=UNBOUNDED):
    return lay(_complete(number), read_money(value), limits)


def _hit(laid, number):
    return [spot for spot in laid.spots if number in spot.bet.covers]


def _assert_class(row, layout):
    full, flat = _complete(row["number"], layout=layout), _complete(row["number"], "flat", layout)
    kinds = Counter(bet.kind.value for bet, _ in full)
    assert dict(kinds) == {kind: row[kind] for kind in KINDS if kind in row}
    assert len(full) == len(flat) == row["stations"]
    assert (completes.chips(full), _pays(row["number"], layout=layout)) == (row["full_chips"], row["full_pays"])
    assert (completes.chips(flat), _pays(row["number"], "flat", layout)) == (row["flat_chips"], row["flat_pays"])


@pytest.mark.rows("completes", "single_zero")
def test_a_complete_on_one_zero_costs_and_pays_as_its_class(row):
    _assert_class(row, SINGLE)
    assert row["full_pays"] + row["full_chips"] == row["full_returned"]


@pytest.mark.rows("completes", "double_zero")
def test_a_complete_on_two_zeros_costs_and_pays_as_its_oracle_says(row):
    _assert_class(row, DOUBLE)


def test_the_37_costs_fall_into_the_seven_classes_of_document_000(oracle):
    costs = oracle("completes")["seed_costs"]
    classes = {row["number"]: row["class"] for row in oracle("completes")["single_zero"]}
    assert len(classes) == 37
    assert set(classes.values()) == set(costs) - {"source"}
    for number, name in classes.items():
        assert completes.chips(_complete(number)) == costs[name], number


@pytest.mark.rows("completes", "stations")
def test_the_stations_of_a_number_with_their_chips(row):
    assert {notation.write(bet): chips for bet, chips in _complete(row["number"])} == row["spots"]
    assert {notation.write(bet): chips for bet, chips in _complete(row["number"], "flat")} == dict.fromkeys(
        row["spots"], 1
    )


def test_every_station_hit_returns_36_units_with_its_stake_for_every_number_and_hit():
    assert completes.STATION == 36
    for number in SINGLE.wheel.ring:
        spots = _complete(number)
        for fallen in SINGLE.wheel.ring:
            hit = completes.hit(spots, fallen)
            assert completes.pays_units(spots, fallen) + completes.chips(hit) == 36 * len(hit)


def test_on_two_zeros_the_five_returns_35_and_every_other_station_36():
    for number in DOUBLE.wheel.ring:
        spots = _complete(number, layout=DOUBLE)
        for fallen in DOUBLE.wheel.ring:
            hit = completes.hit(spots, fallen)
            fives = sum(bet.kind is Kind.FIVE for bet, _ in hit)
            assert completes.pays_units(spots, fallen) + completes.chips(hit) == 36 * len(hit) - fives


@pytest.mark.rows("completes", "hits")
def test_a_hit_on_a_complete(row):
    spots, fallen = _complete(row["complete"]), Pocket(row["hit"])
    hit = completes.hit(spots, fallen)
    assert len(hit) == row["stations"]
    assert completes.pays_units(spots, fallen) == row["pays_units"]
    assert completes.chips(hit) == row["kept_units"]
    assert completes.chips(spots) - completes.chips(hit) == row["taken_units"]
    assert completes.pays_units(_complete(row["complete"], "flat"), fallen) == row["flat_pays"]


@pytest.mark.rows("completes", "all_hits")
def test_all_numbers_that_hit_a_complete_and_no_other(row):
    number, hits = row
    spots = _complete(number)
    for fallen in SINGLE.wheel.ring:
        hit = completes.hit(spots, fallen)
        found = [len(hit), completes.pays_units(spots, fallen), completes.chips(hit)]
        assert found == hits.get(fallen, [0, 0, 0]), fallen


def _profile(number, fallen):
    return {kind.value: count for kind, count in completes.profile(SINGLE, Pocket(number), Pocket(fallen))}


@pytest.mark.rows("completes", "profiles")
def test_a_profile_of_shared_stations_pays_the_same_for_all_its_pairs(row):
    shape = {kind: row[kind] for kind in KINDS if kind in row}
    assert _profile(row["complete"], row["hit"]) == shape
    pairs = [
        (one, other)
        for one in SINGLE.wheel.ring
        for other in SINGLE.wheel.ring
        if one != other and _profile(one, other) == shape
    ]
    assert len(pairs) == row["pairs"]
    for one, other in pairs:
        full, flat = _complete(one), _complete(one, "flat")
        assert len(completes.shared(SINGLE, one, other)) == row["stations"]
        assert completes.pays_units(full, other) == row["full_pays"]
        assert completes.chips(completes.hit(full, other)) == row["full_stays"]
        assert completes.pays_units(flat, other) == row["flat_pays"]


def test_there_are_twelve_profiles_over_276_ordered_pairs(oracle):
    known = oracle("completes")["profiles_total"]
    shapes = Counter(
        completes.profile(SINGLE, one, other)
        for one in SINGLE.wheel.ring
        for other in SINGLE.wheel.ring
        if one != other
    )
    del shapes[()]
    assert (len(shapes), shapes.total()) == (known["profiles"], known["pairs"])


@pytest.mark.rows("completes", "overlaps")
def test_two_completes_share_stations_either_way(row):
    one, other = Pocket(row["a"]), Pocket(row["b"])
    both = completes.shared(SINGLE, one, other)
    assert sorted(notation.write(bet) for bet in both) == sorted(row["shared"])
    assert set(both) == set(completes.shared(SINGLE, other, one))
    assert len(both) == row["shared_stations"]
    units = completes.chips(tuple((bet, chips) for bet, chips in _complete(one) if bet in both))
    whole = completes.chips(_complete(one)) + completes.chips(_complete(other))
    assert (units, whole, whole - units) == (row["shared_units"], row["sum_units"], row["union_units"])


@pytest.mark.rows("completes", "plein_cheval_carre")
def test_without_transversals_a_complete_costs_and_pays(row):
    spots = _complete(row["number"], "plein_cheval_carre")
    assert completes.chips(spots) == row["chips"]
    assert completes.pays_units(spots, Pocket(row["number"])) == row["pays"]
    assert {bet.kind for bet, _ in spots} <= {Kind.STRAIGHT, Kind.SPLIT, Kind.CORNER, Kind.FIRST_FOUR}


@pytest.mark.rows("completes", "cash")
def test_a_complete_in_cash(row):
    laid = _laid(row["number"], row["unit"])
    hit = _hit(laid, row["hit"])
    assert sum(spot.chips for spot in laid.spots) == row["chips"]
    assert money_text(laid.total) == row["cost"]
    assert len(hit) == row["stations"]
    assert money_text(laid.pays(hit)) == row["pays"]
    kept = sum(spot.chips for spot in hit)
    assert (kept, row["chips"] - kept) == (row["kept_units"], row["taken_units"])
    assert completes.pays_units(_complete(row["number"]), Pocket(row["hit"])) == row["pays_units"]


@pytest.mark.rows("completes", "to_the_maximum")
def test_a_number_to_the_maximum(row):
    laid = _laid(row["number"], row["maximum"], LIMITS.with_maximum(read_money(row["maximum"])))
    assert money_text(laid.total) == row["cost"]
    assert len(laid.capped) == len(laid.spots)
    assert money_text(laid.pays(_hit(laid, row["number"]))) == row["pays"]


def test_17_to_the_maximum_of_1000_is_40000_and_pays_392000():
    # ROULETTE.md B5.
    laid = _laid("17", "1000", LIMITS.with_maximum(read_money("1000")))
    assert (money_text(laid.total), money_text(laid.pays(laid.spots))) == ("40000", "392000")


@pytest.mark.rows("completes", "french_law")
def test_a_number_to_the_maximum_under_french_law(row):
    # Every chip worth 30, the straight-up maximum: the transversals hold back 90 of 100 and 180 of 200, so go above.
    laid = _laid(row["number"], "100", FRENCH)
    assert money_text(laid.total) == str(row["stake"])
    assert money_text(laid.pays(_hit(laid, row["number"]))) == str(row["pays"])


def test_a_unit_over_the_limits_fills_every_station_and_no_more():
    laid = _laid("17", "250", LIMITS)
    assert money_text(laid.total) == "4000"
    assert len(laid.capped) == 12


def _two(first, second, unit, limits):
    """Cash on the cloth by spot, the second complete over the first."""
    value = read_money(unit)
    below = lay(_complete(first), value, limits)
    above = completes.lay_two(below, _complete(second), value, limits)
    stands = {spot.bet: spot.amount for spot in below.spots}
    for bet, amount in above:
        stands[bet] = Money(stands.get(bet, 0) + amount)
    return below, above, stands


def test_within_the_limits_the_second_complete_is_laid_in_full(oracle):
    known = next(row for row in oracle("completes")["overlaps"] if (row["a"], row["b"]) == ("17", "20"))
    _, above, stands = _two("17", "20", "10", LIMITS)
    assert total([amount for _, amount in above]) == read_money("400")
    assert total(tuple(stands.values())) == times(read_money("10"), known["sum_units"])


def test_two_completes_at_the_maximum_occupy_only_their_union(oracle):
    for row in oracle("completes")["overlaps"]:
        below, above, stands = _two(row["a"], row["b"], "100", LIMITS)
        assert total(tuple(stands.values())) == times(read_money("100"), row["union_units"])
        left_over = {notation.write(bet) for bet, amount in above if amount == 0}
        assert left_over == set(row["shared"])
        assert below.total + total([amount for _, amount in above]) == total(tuple(stands.values()))


@pytest.mark.parametrize("unit", ["30", "50", "60", "75", "100", "130"])
def test_a_shared_station_takes_what_its_limit_leaves_whoever_comes_first(unit):
    value = read_money(unit)
    for first, second in (("17", "20"), ("17", "16"), ("0", "2"), ("1", "3"), ("34", "35"), ("17", "22")):
        _, _, stands = _two(first, second, unit, LIMITS)
        _, _, other_way = _two(second, first, unit, LIMITS)
        assert stands == other_way
        wanted = Counter()
        for number in (first, second):
            for bet, chips in _complete(number):
                wanted[bet] += value * chips
        # 100 times the numbers of a spot: the limits of the european house.
        assert stands == {bet: min(amount, read_money("100") * len(bet.covers)) for bet, amount in wanted.items()}


def test_two_completes_under_french_law_are_held_at_its_amounts():
    _, _, stands = _two("17", "20", "20", FRENCH)
    shared = {notation.write(bet): money_text(amount) for bet, amount in stands.items()}
    assert (shared["17-20"], shared["16-21"], shared["17-18-20-21"], shared["17"]) == ("60", "200", "120", "20")


def test_a_station_that_stands_over_the_limit_takes_nothing_more_and_nothing_back():
    below = _laid("17", "250", UNBOUNDED)
    above = completes.lay_two(below, _complete("17"), read_money("10"), LIMITS)
    assert {amount for _, amount in above} == {0}
