"""Chips by the stack, buying in, value chips."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.errors import BadMoney
from srs_roulette.rules.chips import Chips, chips_for, fewest_pieces, stacks_and_singles
from srs_roulette.rules.money import Money, money_text, read_money, times, units


def _money(*amounts):
    return [read_money(amount) for amount in amounts]


def _pieces(amount, *denominations):
    found = fewest_pieces(read_money(amount), _money(*denominations))
    return {money_text(coin): count for coin, count in found.items()}


@pytest.mark.rows("payout_tables", "stacks")
def test_chips_are_cut_into_stacks_of_twenty(row):
    assert stacks_and_singles(Chips(row["chips"])) == (row["stacks"], row["singles"])


def test_a_house_may_stack_otherwise():
    assert stacks_and_singles(Chips(235), 25) == (9, 10)


@pytest.mark.rows("payout_tables", "buy_in")
def test_buying_in(row):
    chips, change = chips_for(read_money(row["cash"]), read_money(row["value"]))
    assert (chips, change) == (row["chips"], 0)
    assert stacks_and_singles(chips) == (row["stacks"], row["singles"])


def test_buying_in_gives_change_for_what_is_no_whole_chip():
    assert chips_for(read_money("103"), read_money("2.50")) == (41, read_money("0.50"))


@pytest.mark.rows("payout_tables", "colour_up")
def test_colouring_up(row):
    chips = row["stacks"] * 20 + row["singles"]
    assert (chips, money_text(times(read_money(row["value"]), chips))) == (row["chips"], row["cash"])


@pytest.mark.rows("payout_tables", "cash_out")
def test_the_rest_of_a_cash_out_is_paid_in_colour(row):
    due = times(read_money(row["value"]), row["units"])
    assert money_text(due) == row["all_in_cash"]
    left, change = chips_for(Money(due - read_money(row["cash_asked"])), read_money(row["value"]))
    assert (left, change) == (row["chips_left"], 0)


def test_175_over_is_four_quarters_three_stacks_and_fifteen(oracle):
    known = oracle("payout_tables")["over"]
    assert _pieces(known["hundreds"], "25") == {"25": known["quarters"]}
    rest = Chips(known["units"] - int(known["hundreds"]))
    assert stacks_and_singles(rest) == (known["stacks"], known["singles"])


@pytest.mark.parametrize(
    ("amount", "pieces"),
    [
        ("1175", {"1000": 1, "100": 1, "25": 3}),
        ("3000", {"1000": 3}),
        ("4", {"1": 4}),
        ("1631", {"1000": 1, "500": 1, "100": 1, "25": 1, "5": 1, "1": 1}),
    ],
)
def test_value_chips_are_paid_largest_first(amount, pieces):
    paid = _pieces(amount, "1", "5", "25", "100", "500", "1000")
    assert paid == pieces
    assert list(paid) == list(pieces)


def test_odd_denominations_are_paid_in_the_fewest_pieces_not_the_largest_first():
    # Largest first would take 4 + 1 + 1, and 25 + 1 x 5.
    assert _pieces("6", "1", "3", "4") == {"3": 2}
    assert _pieces("30", "1", "10", "25") == {"10": 3}
    assert _pieces("80", "20", "50") == {"20": 4}
    assert _pieces("7.50", "1", "2.50", "5") == {"5": 1, "2.5": 1}


@pytest.mark.parametrize(
    ("amount", "denominations"),
    [("3", ("5", "25")), ("30", ("20", "50")), ("1", ("4", "6")), ("7", ("4", "6")), ("0.50", ("1", "5"))],
)
def test_what_the_chips_cannot_make_is_refused_with_the_amount(amount, denominations):
    with pytest.raises(BadMoney, match=f"{money_text(read_money(amount))} cannot be paid"):
        _pieces(amount, *denominations)


def test_a_large_amount_in_odd_denominations_is_paid_and_stays_exact():
    paid = fewest_pieces(units(10**9 + 6), [units(n) for n in (7, 10, 25)])
    assert sum(coin * count for coin, count in paid.items()) == units(10**9 + 6)
    # 6 is left over 25 and cannot be made; 31 is 10 and three times 7, in fewer pieces than 56, 81 or 106.
    assert paid == {units(25): 39_999_999, units(10): 1, units(7): 3}


def test_sums_beyond_the_table_are_refused_rather_than_tried():
    with pytest.raises(BadMoney, match="cannot be paid"):
        fewest_pieces(units(10**9), [units(9_999_991), units(9_999_973)])


def _brute(amount, coins):
    """Every combination."""
    counts = product(*(range(amount // coin + 1) for coin in coins))
    return min(
        (sum(each) for each in counts if sum(c * n for c, n in zip(coins, each, strict=True)) == amount), default=None
    )


@given(
    amount=st.integers(min_value=1, max_value=40),
    coins=st.lists(st.integers(min_value=2, max_value=15), min_size=2, max_size=4, unique=True),
)
def test_no_combination_has_fewer_pieces(amount, coins):
    fewest = _brute(amount, coins)
    denominations = [units(coin) for coin in coins]
    if fewest is None:
        with pytest.raises(BadMoney):
            fewest_pieces(units(amount), denominations)
    else:
        paid = fewest_pieces(units(amount), denominations)
        assert sum(coin * count for coin, count in paid.items()) == units(amount)
        assert sum(paid.values()) == fewest


@given(
    amount=st.integers(min_value=1, max_value=3000),
    coins=st.lists(st.integers(min_value=2, max_value=12), min_size=2, max_size=3, unique=True),
)
def test_taking_large_chips_for_sure_changes_nothing(amount, coins):
    best = [0] + [None] * amount
    for total in range(1, amount + 1):
        before = [best[total - coin] for coin in coins if coin <= total and best[total - coin] is not None]
        best[total] = min(before) + 1 if before else None
    try:
        found = sum(fewest_pieces(units(amount), [units(coin) for coin in coins]).values())
    except BadMoney:
        found = None
    assert found == best[amount]
