"""Highest stakes, and one engine that spreads an amount under any limits."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from srs_roulette.errors import CallRefused, RuleRefused
from srs_roulette.rules import announced, house_file, notation
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.layouts import SINGLE
from srs_roulette.rules.limits import Limits, lay, spread
from srs_roulette.rules.money import Money, money_text, read_money, times, total

# The german house plays every call of the oracle; its limits are those of the european: 100, factors 2 to 6, step 5.
GERMAN = house_file.house("german")
FLAT = house_file.build(
    house_file.table_of("german")
    | {
        "limits": house_file.table_of("german")["limits"]
        | dict.fromkeys(("straight", "split", "street", "corner", "five", "six_line"), "200")
    },
    "flat",
)
FRENCH = house_file.build(
    house_file.table_of("german") | {key: house_file.table_of("french_law")[key] for key in ("limits", "chip_step")},
    "french law",
)
SYSTEMS = {"progressive": GERMAN, "french_law": FRENCH, "flat": FLAT}


def _spots(house, row):
    name, _, number = row["call"].partition(" ")
    number = row.get("number") or row.get("final") or number or ("17" if name == "neighbours" else None)
    return announced.chips_of(announced.find(name), house, number, row.get("each_side"))


def _limits(house, row):
    """A row without a maximum, in a house with factors, is spread where no limit is reached."""
    if row.get("limits", "progressive") == "progressive":
        return house.limits.with_maximum(read_money(row.get("maximum", "1000000")))
    return house.limits


def _names(bets):
    return sorted(notation.write(bet) for bet in bets)


def _assert_spread(row, house):
    spots, amount = _spots(house, row), read_money(row["amount"])
    assert money_text(house.chip_step) == row.get("chip_step", "5")
    laid = spread(spots, amount, house.chip_step, _limits(house, row))
    assert money_text(laid.value) == row["value"]
    assert money_text(laid.total) == row["total"]
    assert money_text(Money(amount - laid.total)) == row["change"]
    assert _names(laid.capped) == sorted(row["capped"])
    return laid


@pytest.mark.rows("calls", "grid")
def test_an_amount_is_spread_as_its_oracle_says(row):
    _assert_spread(row, GERMAN)


@pytest.mark.rows("calls", "grid_vector")
def test_an_amount_is_spread_under_other_limit_vectors(row):
    _assert_spread(row, SYSTEMS[row["limits"]])


@pytest.mark.rows("calls", "worked")
def test_a_worked_call(row):
    spots, limits = _spots(GERMAN, row), _limits(GERMAN, row)
    if row.get("refused"):
        with pytest.raises(CallRefused, match=rf"{row['amount']} is too little.* needs {row['least']}\.$"):
            spread(spots, read_money(row["amount"]), GERMAN.chip_step, limits)
        assert spread(spots, read_money(row["least"]), GERMAN.chip_step, limits).value == GERMAN.chip_step
        return
    if row["mode"] == "for":
        laid = _assert_spread(row, GERMAN)
        assert {notation.write(spot.bet): money_text(spot.amount) for spot in laid.spots} == row["amounts"]
    else:
        laid = lay(spots, read_money(row["value"]), limits)
        assert money_text(laid.total) == row["total"]
        if "given" in row:
            assert money_text(Money(read_money(row["given"]) - laid.total)) == row["change"]
    if "hit" in row:
        hit = [spot for spot in laid.spots if row["hit"] in spot.bet.covers]
        taken = laid.total - total([spot.amount for spot in hit])
        assert money_text(laid.pays(hit)) == row["pays"]
        assert money_text(Money(taken)) == row["taken"]
        assert money_text(Money(laid.pays(hit) - taken)) == row["net"]


@pytest.mark.rows("calls", "spread")
def test_where_the_first_spot_fills_and_how_much_a_spread_takes(row):
    house = SYSTEMS[row["limits"]]
    spots = _spots(house, row)
    unit = house.limits.straight if row["limits"] == "progressive" else read_money("1")

    def amount(text):
        return Money(int(Fraction(text) * unit))

    first = lay(spots, amount(row["first_full_at_value"]), house.limits)
    assert sum(chips for _, chips in spots) == row["chips"]
    assert _names(first.capped) == sorted(row["first_full"])
    assert lay(spots, Money(first.value - 1), house.limits).capped == ()
    if "change_point" in row:
        assert first.total == amount(row["change_point"])
        assert sum(spot.chips for spot in first.spots if not spot.full) == row["pieces_after"]
    most = spread(spots, read_money("1000000"), house.chip_step, house.limits)
    assert most.total == amount(row["spread_maximum"])
    assert len(most.capped) == len(spots)


def test_voisins_tiers_and_orphelins_together_take_38_maxima(oracle):
    sums = oracle("calls")["spread_sums"]
    house = GERMAN
    most = [
        spread(_spots(house, {"call": name}), read_money("100000"), house.chip_step, house.limits)
        for name in announced.SECTIONS
    ]
    assert total([laid.total for laid in most]) == times(house.limits.straight, int(sums["voisins_tiers_orphelins"]))
    for laid in most:
        for spot in laid.spots:
            returned = laid.pays([spot]) + spot.amount
            assert returned == times(house.limits.straight, int(sums["at_maximum_each_spot_returns"]))


@pytest.mark.rows("settlements", "limits")
def test_the_highest_stake_of_a_kind(row):
    if row["kind"] == "two_dozens":
        return  # no layout here has that spot (optional in ROULETTE.md A1)
    house = SYSTEMS[row["system"]]
    limits = (
        house.limits.with_maximum(read_money(row["straight_maximum"])) if "straight_maximum" in row else house.limits
    )
    cap = limits.cap(Kind(row["kind"]))
    assert money_text(cap) == row["highest"]
    if "offered" in row:
        assert money_text(Money(read_money(row["offered"]) - cap)) == row["back"]


def test_trio_follows_street_first_four_corner_and_all_even_chances_one_limit():
    # DECKS.md.
    limits = house_file.house("french_law").limits
    assert limits.cap(Kind.TRIO) == limits.cap(Kind.STREET) == read_money("100")
    assert limits.cap(Kind.FIRST_FOUR) == limits.cap(Kind.CORNER) == read_money("120")
    evens = [Kind.RED, Kind.BLACK, Kind.ODD, Kind.EVEN, Kind.LOW, Kind.HIGH]
    assert {limits.cap(kind) for kind in evens} == {read_money("1000")}


def test_the_five_number_bet_takes_five_times_the_maximum():
    # ROULETTE.md A4.
    assert house_file.house("american").limits.cap(Kind.FIVE) == read_money("500")


def test_a_factor_may_be_a_fraction_and_follows_another_maximum():
    twice = dict.fromkeys(("split", "corner", "five", "six_line"), Fraction(2))
    thirds = _vector(straight=30, street=Fraction(10, 3), **twice)
    assert thirds.cap(Kind.STREET) == read_money("100")
    assert thirds.with_maximum(read_money("60")).cap(Kind.TRIO) == read_money("200")
    assert not thirds.is_amount(Kind.STREET)


def test_limits_that_are_amounts_follow_no_other_maximum():
    with pytest.raises(RuleRefused, match=r"are amounts \(split 60\)"):
        house_file.house("french_law").limits.with_maximum(read_money("50"))
    assert house_file.house("french_law").limits.is_amount(Kind.SPLIT)


def test_another_maximum_leaves_minimums_and_outside_limits_alone():
    limits = GERMAN.limits.with_maximum(read_money("50"))
    assert limits.cap(Kind.STRAIGHT) == read_money("50")
    assert limits.cap(Kind.RED) == GERMAN.limits.cap(Kind.RED)
    assert (limits.minimum_inside, limits.minimum_outside) == (read_money("5"), read_money("10"))


def _vector(*, straight, minimum=1, step=1, **caps):
    kinds = ("split", "street", "corner", "five", "six_line", "dozen", "column", "even")
    unit = read_money("1") * step
    return Limits(
        straight=Money(straight * unit),
        highest={
            Kind(kind): caps[kind] if isinstance(caps.get(kind), Fraction) else Money(caps.get(kind, 100) * unit)
            for kind in kinds
        },
        minimum_inside=Money(minimum * unit),
        minimum_outside=Money(minimum * unit),
    )


KINDS = ("straight", "split", "street", "corner", "six_line")
PLACES = {kind: [bet for bet in SINGLE.inside if bet.kind == kind] for kind in KINDS}
weights = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(1, 4)), min_size=1, max_size=7)
caps = st.fixed_dictionaries({kind: st.integers(3, 60) for kind in KINDS})


def _legs(chosen):
    return [(PLACES[kind][place], chips) for place, (kind, chips) in enumerate(chosen)]


@given(chosen=weights, cap=caps, step=st.integers(1, 7), minimum=st.integers(1, 5), amount=st.integers(1, 400))
def test_the_spread_is_the_largest_value_that_a_search_over_all_values_finds(chosen, cap, step, minimum, amount):
    spots, limits, one = _legs(chosen), _vector(minimum=minimum, **cap), read_money("1")

    def laid_out(value):
        return sum(min(chips * value, cap[kind]) for kind, chips in chosen)

    least = next(value for value in range(step, 100, step) if value >= minimum)
    ceiling = max(cap[kind] // chips for kind, chips in chosen)
    values = [value for value in range(step, ceiling + 1, step) if value >= least]
    assume(values)
    fitting = [value for value in values if laid_out(value) <= amount]
    if not fitting:
        with pytest.raises(CallRefused, match=rf" needs {laid_out(least)}\.$"):
            spread(spots, times(one, amount), times(one, step), limits)
        assert laid_out(least) > amount
        return
    best = max(fitting)
    laid = spread(spots, times(one, amount), times(one, step), limits)
    assert laid.value == times(one, best)
    assert laid.total == times(one, laid_out(best))
    assert laid.total <= times(one, amount)
    assert [spot.full for spot in laid.spots] == [chips * best >= cap[kind] for kind, chips in chosen]
    # One step more would not fit, or nothing on the cloth could still grow by a whole step.
    assert laid_out(best + step) > amount or best + step > ceiling


@given(chosen=weights, cap=caps, step=st.integers(1, 7), amounts=st.tuples(st.integers(1, 500), st.integers(1, 500)))
def test_more_money_never_lays_less(chosen, cap, step, amounts):
    spots, limits, one = _legs(chosen), _vector(**cap), read_money("1")
    totals = []
    for amount in sorted(amounts):
        try:
            totals.append(spread(spots, times(one, amount), times(one, step), limits).total)
        except CallRefused:
            totals.append(0)
    assert totals[0] <= totals[1]


@given(chosen=weights, cap=caps, step=st.integers(1, 7))
def test_the_least_amount_that_a_refusal_names_is_taken(chosen, cap, step):
    spots, limits, one = _legs(chosen), _vector(**cap), read_money("1")
    try:
        spread(spots, Money(1), times(one, step), limits)
    except CallRefused as fault:
        if "leave no room" in str(fault):
            assert max(cap[kind] // chips for kind, chips in chosen) < step
            return
        needed = read_money(str(fault).rpartition(" ")[2].rstrip("."))
    assert spread(spots, needed, times(one, step), limits).total == needed
    with pytest.raises(CallRefused):
        spread(spots, Money(needed - 1), times(one, step), limits)


def test_limits_below_the_least_chip_refuse_every_amount_and_say_so():
    limits = GERMAN.limits.with_maximum(read_money("3"))
    spots = _spots(GERMAN, {"call": "orphelins_plein"})
    with pytest.raises(CallRefused, match="leave no room: a chip of this call is worth at least 5 and at most 0"):
        spread(spots, read_money("1000"), GERMAN.chip_step, limits)


def test_a_table_minimum_above_the_step_is_the_least_value_of_a_chip():
    limits = _vector(straight=100, minimum=7)
    spots = _spots(GERMAN, {"call": "orphelins"})
    # 7 rounded up to a multiple of 5 is 10; five chips.
    with pytest.raises(CallRefused, match="49 is too little: with at least 10 a chip the call needs 50"):
        spread(spots, read_money("49"), read_money("5"), limits)
    assert spread(spots, read_money("50"), read_money("5"), limits).value == read_money("10")


def test_a_spread_larger_than_the_amount_gives_the_rest_back():
    laid = spread(_spots(GERMAN, {"call": "voisins"}), read_money("1800"), GERMAN.chip_step, GERMAN.limits)
    assert (money_text(laid.total), money_text(laid.value)) == ("1700", "200")
