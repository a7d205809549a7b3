"""Exact money: no float, no rounding, no silent reading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.errors import BadMoney
from srs_roulette.rules import money
from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.money import Money, money_text, read_money

amounts = st.integers(min_value=1, max_value=10**30)


@pytest.mark.parametrize(
    ("stake", "kind", "pays"),
    [
        # public-failures 12; floats give 10.149999999999999 and the like.
        ("0.29", "straight", "10.15"),
        ("0.35", "split", "5.95"),
        ("2.30", "split", "39.1"),
        ("0.70", "street", "7.7"),
        (str(10**25), "straight", str(35 * 10**25)),
    ],
)
def test_winnings_are_exact_where_floats_are_not(stake, kind, pays):
    assert money_text(money.times(read_money(stake), SPECS[Kind(kind)].odds)) == pays


def test_ten_stakes_of_0_10_are_1_exactly():
    assert money.total([read_money("0.10")] * 10) == money.units(1)
    assert money_text(money.total((read_money("0.10"),) * 10)) == "1"


@pytest.mark.rows("settlements", "refused_stakes")
def test_a_refused_stake_is_named(row):
    with pytest.raises(BadMoney) as caught:
        read_money(row["stake"])
    assert row["stake"] in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "+5",
        "1e3",
        "0x10",
        "1_000",
        "1,000",
        "1.",
        ".5",
        "1.2.3",
        "5 0",
        "٥",
        "²",
        "½",
        "€5",
        "0.000",
        "x",
    ],
)
def test_what_is_no_plain_positive_decimal_is_refused(text):
    with pytest.raises(BadMoney):
        read_money(text)


def test_a_very_long_amount_is_refused_shortened_and_never_converted():
    with pytest.raises(BadMoney, match=r"9{30}\.\.\."):
        read_money("9" * 5000)


def test_the_thing_refused_is_named():
    with pytest.raises(BadMoney, match='"x" is no value'):
        read_money("x", what="value")
    with pytest.raises(BadMoney, match="0 is no value"):
        read_money("0", what="value")
    with pytest.raises(BadMoney, match=r"The value 1\.5 has more than 0 decimals"):
        read_money("1.5", 0, "value")


@pytest.mark.parametrize(
    ("text", "digits", "millionths"),
    [
        ("100", 2, 100_000_000),
        ("2.50", 2, 2_500_000),
        (" 2.5 ", 2, 2_500_000),
        ("0.01", 2, 10_000),
        ("7.000000000", 0, 7_000_000),
        ("0.125", 3, 125_000),
        ("007", 2, 7_000_000),
    ],
)
def test_amounts_are_read_in_millionths(text, digits, millionths):
    assert read_money(text, digits) == millionths


def test_more_decimals_than_the_houses_money_has_are_refused():
    assert read_money("0.125", 3) == 125_000
    with pytest.raises(BadMoney, match="more than 2 decimals"):
        read_money("0.125", 2)


@pytest.mark.parametrize(
    ("millionths", "text"),
    [(0, "0"), (12_500_000, "12.5"), (100_000_000, "100"), (-3_000_000, "-3"), (-500_000, "-0.5"), (1, "0.000001")],
)
def test_amounts_are_written_without_exponent_or_trailing_zeros(millionths, text):
    assert money_text(Money(millionths)) == text


@given(count=amounts.map(lambda n: n // 10_000 + 1))
def test_reading_what_was_written_gives_the_same_amount(count):
    amount = Money(count * 10_000)
    if len(money_text(amount)) <= money.MAX_LENGTH:
        assert read_money(money_text(amount)) == amount


@given(count=st.integers(min_value=1, max_value=10**18), decimals=st.integers(min_value=1, max_value=3))
def test_reading_a_decimal_gives_its_whole_number_of_smallest_money(count, decimals):
    whole, part = divmod(count, 10**decimals)
    assert read_money(f"{whole}.{part:0{decimals}d}", decimals) == count * 10 ** (6 - decimals)


@given(amount=amounts, step=st.integers(min_value=1, max_value=10**9))
def test_rounding_down_to_a_step_takes_less_than_a_step_away(amount, step):
    floored = money.floor_to(Money(amount), Money(step))
    assert floored % step == 0
    assert 0 <= amount - floored < step


@given(text=st.text(max_size=40))
def test_any_text_is_an_amount_or_refused(text):
    try:
        amount = read_money(text)
    except BadMoney:
        return
    assert amount > 0
    assert amount % 10_000 == 0
