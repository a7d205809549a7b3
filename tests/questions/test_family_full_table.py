from __future__ import annotations

from decimal import Decimal

import pytest
from cloth_helpers import answers, asked, covers, odds, sound, sums_hold, text, wins

from srs_roulette.questions.complaints import complaints
from srs_roulette.questions.families.full_table import FAMILY, Params
from srs_roulette.questions.types import Unit
from srs_roulette.rules.house_file import build, house, house_files, table_of

SIZES = {"two": range(6, 9), "three": range(10, 15), "four": range(16, 21)}
LEGS = {
    "voisins": {"0-2-3": 2, "4-7": 1, "12-15": 1, "18-21": 1, "19-22": 1, "32-35": 1, "25-26-28-29": 2},
    "tiers": dict.fromkeys(("5-8", "10-11", "13-16", "23-24", "27-30", "33-36"), 1),
    "orphelins": dict.fromkeys(("1", "6-9", "14-17", "17-20", "31-34"), 1),
    "jeu_zero": dict.fromkeys(("26", "0-3", "12-15", "32-35"), 1),
}
EVERY = {"mode": tuple(SIZES), "call": ("none", *LEGS), "cash": ("no", "yes")}


def table(number, value, *stacks, where="european", **call):
    bets, owners, chips = zip(*stacks, strict=True)
    params = Params(
        mode="two",
        number=number,
        colours=tuple(value),
        value=tuple(value.values()),
        bets=bets,
        owners=owners,
        chips=chips,
        **call,
    )
    return FAMILY.build(params, house(where))


def laid(params):
    """Every stack, those of the call too."""
    stacks = list(zip(params["bets"], params["owners"], params["chips"], strict=True))
    if "call" in params:
        worth = dict(zip(params["colours"], map(Decimal, params["value"]), strict=True))
        each = Decimal(params["by"]) / worth[params["caller"]]
        assert each == int(each) > 0
        stacks += [(bet, params["caller"], chips * int(each)) for bet, chips in LEGS[params["call"]].items()]
    return stacks


def expected(params):
    worth = dict(zip(params["colours"], map(Decimal, params["value"]), strict=True))
    paid = dict.fromkeys(params["colours"], Decimal(0))
    for bet, owner, chips in laid(params):
        if wins(bet, params["number"]):
            paid[owner] += odds(bet) * chips * (worth[owner] if owner == "cash" else 1)
    return paid


@pytest.mark.parametrize("where", sorted(house_files()))
def test_drawn(where):
    for drawn in sound("full_table", EVERY, where, range(25)):
        params = asked(drawn)
        assert {owner: Decimal(value) for owner, value in drawn.expected.items()} == expected(params)
        assert sums_hold(drawn)
        assert 2 <= len(drawn.fields) <= 4
        assert len(set(params["bets"])) in SIZES[params["mode"]] or params["number"] in {"0", "34", "36"}
        units = {field.name: field.unit for field in drawn.fields}
        assert all(unit is (Unit.CASH if name == "cash" else Unit.CHIPS) for name, unit in units.items())
        shown = [(c.chips, Decimal(c.amount)) for c in drawn.picture]
        worth = dict(zip(params["colours"], map(Decimal, params["value"]), strict=True))
        assert shown == [(chips, chips * worth[owner]) for _, owner, chips in laid(params)]
        assert not ("call" in params and not house(where).call_bets)


def test_colours_values_and_stacks_of_two():
    for drawn in sound("full_table", {"mode": ("four",)}, "european", range(20)):
        params = asked(drawn)
        assert len(set(params["colours"])) == len(set(params["value"])) == 4
        both = [bet for bet in set(params["bets"]) if params["bets"].count(bet) == 2]
        assert 2 <= len(both) <= 3 or params["number"] in {"0", "34", "35", "36"}
        assert all(value > 0 for value in expected(params).values())
        for bet in both:
            place = params["bets"].index(bet)
            assert params["bets"][place + 1] == bet
            assert params["owners"][place] != params["owners"][place + 1]


def test_within_the_limits():
    for drawn in sound("full_table", EVERY, "european", range(20)):
        most = {1: 100, 2: 200, 3: 300, 4: 400, 6: 600, 12: 1000, 18: 2000}
        for chip, bet in zip(drawn.picture, asked(drawn)["bets"], strict=False):
            assert (5 if chip.bet.inside else 10) <= Decimal(chip.amount) <= most[len(covers(bet))]


def test_no_value_chips_where_the_house_wants_none():
    rules = build(table_of("european") | {"id": "plain", "cash_chips": "no"}, "plain")
    from random import Random  # noqa: PLC0415 - here alone

    drawn = [FAMILY.draw({"cash": ("yes",), "mode": ("three",)}, rules, Random(seed)) for seed in range(20)]
    assert all("cash" not in params.colours and len(params.colours) == 3 for params in drawn)


def test_no_call_on_the_double_zero_wheel():
    for drawn in sound("full_table", {"call": tuple(LEGS)}, "american", range(10)):
        assert "call" not in asked(drawn)


def test_fields_in_the_order_of_payment():
    value = {"blue": "5", "white": "2", "green": "1"}
    stacks = (("17", "blue", 1), ("17-20", "white", 10), ("red", "white", 5), ("black", "green", 20))
    drawn = table("17", value, *stacks)
    # Black before split before straight up.
    assert [field.name for field in drawn.fields] == ["green", "white", "blue"]
    assert drawn.expected == {"green": "20", "white": "170", "blue": "35"}
    assert answers(drawn, "order_wrong") == [{"green": "35", "white": "170", "blue": "20"}]
    loser = table("17", value, ("17", "blue", 1), ("18", "green", 5), ("17-20", "white", 1))
    assert [field.name for field in loser.fields] == ["white", "blue", "green"]
    assert loser.expected["green"] == "0"
    assert list(complaints(loser)) == []


def test_wording():
    value = {"blue": "5", "white": "2", "cash": "25"}
    stacks = (("17", "cash", 1), ("17-20", "white", 3), ("17-20", "blue", 2))
    call = {"call": "orphelins", "caller": "white", "by": "10"}
    drawn = table("17", value, *stacks, **call)
    assert text(drawn.message) == (
        "17 falls. Value of a chip: blue 5, white 2, value chips 25. 17 straight up: value chips 1, "
        "17/20: white 3 on blue 2. Besides, laid by the dealer for white: Orphelins by 10. "
        "To pay: white in chips, blue in chips, value chips in cash:"
    )


def test_slips_of_a_stack_of_two():
    # Blue 35 x 2 + 17 x 4 = 138; white 17 x 3 = 51 under blue, 18 lost with 6.
    stacks = (("17", "blue", 2), ("18", "white", 6), ("17-20", "blue", 4), ("17-20", "white", 3))
    drawn = table("17", {"blue": "5", "white": "2"}, *stacks)
    assert drawn.expected == {"blue": "138", "white": "51"}
    assert answers(drawn, "bottom_missed") == [{"blue": "138", "white": "0"}]
    assert answers(drawn, "colours_mixed") == [{"blue": "189", "white": "0"}]
    assert answers(drawn, "stake_included") == [{"blue": "144", "white": "54"}]
    assert answers(drawn, "loser_left") == [{"blue": "138", "white": "261"}]
    assert answers(drawn, "order_wrong") == []
    assert answers(drawn, "cash_for_chips") == [{"blue": "690", "white": "102"}]
    assert {"blue": "70", "white": "51"} in answers(drawn, "spot_missed")


def test_slips_of_value_chips():
    # Blue 8 x 3 = 24; two value chips of 25 on 17/20: 17 x 50 = 850; white 11 x 4 = 44.
    stacks = (("17-20", "cash", 2), ("16-17-18", "white", 4), ("13-14-16-17", "blue", 3))
    drawn = table("17", {"blue": "5", "white": "2", "cash": "25"}, *stacks)
    assert drawn.expected == {"blue": "24", "white": "44", "cash": "850"}
    assert answers(drawn, "cash_as_colour") == [
        {"blue": "58", "white": "44", "cash": "0"},
        {"blue": "24", "white": "78", "cash": "0"},
    ]
    assert "34 x 25 = 850" in [text(step) for step in drawn.working]


def test_slips_of_a_call():
    # Orphelins by 10 in chips of 2: five on each spot. 17 is on two splits: 2 x 17 x 5 = 170; white's own 35 x 1.
    stacks = (("17", "white", 1), ("17-20", "blue", 2))
    call = {"call": "orphelins", "caller": "white", "by": "10"}
    drawn = table("17", {"blue": "5", "white": "2"}, *stacks, **call)
    assert drawn.expected == {"blue": "34", "white": "205"}
    assert answers(drawn, "call_forgotten") == [{"blue": "34", "white": "35"}]
    assert answers(drawn, "bottom_missed") == []
    # Each split of the call is missed alike: a value stands once.
    assert answers(drawn, "spot_missed").count({"blue": "34", "white": "120"}) == 1
    assert sums_hold(drawn)
    assert len(drawn.picture) == 7


def test_a_stack_like_one_of_the_call():
    call = {"call": "orphelins", "caller": "white", "by": "10"}
    drawn = table("17", {"blue": "5", "white": "2"}, ("17-20", "white", 5), ("17-20", "blue", 2), **call)
    assert drawn.expected == {"white": "255", "blue": "34"}
    assert answers(drawn, "bottom_missed") == [{"white": "255", "blue": "0"}]
    assert answers(drawn, "call_forgotten") == [{"white": "85", "blue": "34"}]
    assert list(complaints(drawn)) == []


@pytest.mark.campaign
def test_many():
    for where in house_files():
        for drawn in sound("full_table", EVERY, where, range(200)):
            assert {o: Decimal(v) for o, v in drawn.expected.items()} == expected(asked(drawn))
            assert sums_hold(drawn)
