"""Calls by a value and for an amount: against the worked examples and the grid of the oracle."""

from __future__ import annotations

from random import Random

import pytest
from family_helpers import REFUSED, ask, carries, judged, legs_of, other_house, said, slips, telling

from srs_roulette.errors import CallRefused
from srs_roulette.questions import registry
from srs_roulette.rules import house_file
from srs_roulette.wording.catalog import load

AMPLE = "1000000"
"""A maximum that no amount here reaches."""
NUMBERS = {"voisins": 17, "tiers": 12, "orphelins": 8, "orphelins_plein": 8, "jeu_zero": 7, "neighbours": 5}


def house_for(row):
    """Make the house of a row: its straight-up maximum or vector, its step, every call of any house."""
    base = "french_law" if row.get("limits") == "french_law" else "german"
    limits = house_file.table_of(base)["limits"]
    if row.get("limits") == "flat":
        limits = limits | dict.fromkeys(("straight", "split", "street", "corner", "five", "six_line"), "200")
    elif base == "german":
        limits = limits | {"straight": row.get("maximum", AMPLE)}
    return other_house(base, limits=limits, chip_step=row.get("chip_step", "5"))


def asked_for(row):
    on = row.get("number") or row.get("final")
    return ask(
        "call_value",
        house_for(row),
        mode="for",
        call=row["call"],
        on=on,
        each_side=row.get("each_side"),
        amount=row["amount"],
    )


def test_every_row_of_the_grid(oracle):
    rows = oracle("calls")["grid"]
    assert len(rows) > 500
    for row in rows:
        assert asked_for(row).expected == {key: row[key] for key in ("value", "total", "change")}, row


@pytest.mark.rows("calls", "grid_vector")
def test_limits_that_are_no_multiples(row):
    assert asked_for(row).expected == {key: row[key] for key in ("value", "total", "change")}


def test_worked_examples(oracle):
    for row in oracle("calls")["worked"]:
        if row["mode"] == "for" and row.get("refused"):
            with pytest.raises(CallRefused, match=row["least"]):
                asked_for(row)
        elif row["mode"] == "for":
            assert asked_for(row).expected == {key: row[key] for key in ("value", "total", "change")}, row
        elif "given" in row:
            question = ask("call_value", mode="by", call=row["call"], by=row["value"], given=row["given"])
            assert question.expected == {key: row[key] for key in ("total", "change")}, row


def for_slips(call, amount, legs, step=5):
    """The slips of PROMPTS.md, family 13, below the limits: q chips, step t."""
    q, t = sum(legs.values()), step

    def three(value, count):
        return {"value": str(value), "total": str(value * count), "change": str(amount - value * count)}

    counts = [("numbers_for_chips", NUMBERS[call])]
    counts += [("spots_for_chips", len(legs))] if len(legs) != q else []
    for slip, count in counts:
        value = amount // count // t * t
        if value > 0:
            yield slip, three(value, count)
    yield "not_rounded", three(amount // q, q)
    up = (amount // q // t + 1) * t
    yield "rounded_up", {"value": str(up), "total": str(up * q), "change": "0"}
    yield "change_kept", {"change": "0"}
    yield "rest_of_step", {"change": str(amount % t)}
    yield "rest_of_step", {"change": str(amount % q)}
    yield from total_slips(amount // q // t * t * q, q)


def total_slips(total, q):
    """A sum gone wrong, last; and chips for cash."""
    return [(slip, {"total": str(wrong)}) for slip, wrong in (*carries(total), ("unit_mixed", q)) if wrong > 0]


@pytest.mark.parametrize("call", NUMBERS)
def test_slips_for_every_amount(call, oracle):
    on, side = ("17", 2) if call == "neighbours" else (None, None)
    legs, house = legs_of(oracle, call, on, side), other_house("german", limits=ample_limits())
    q = sum(legs.values())
    for amount in range(5 * q, 150 * q, 7):
        value = amount // q // 5 * 5
        right = {"value": str(value), "total": str(value * q), "change": str(amount - value * q)}
        question = ask("call_value", house, mode="for", call=call, on=on, each_side=side, amount=str(amount))
        assert question.expected == right
        assert slips(question) == telling(right, for_slips(call, amount, legs)), amount


def ample_limits():
    return house_file.table_of("german")["limits"] | {"straight": AMPLE}


def test_where_as_many_numbers_as_chips_are_played_no_count_is_mistaken():
    for call in ("orphelins_plein", "neighbours"):
        on, side = ("0", 2) if call == "neighbours" else (None, None)
        told = dict(slips(ask("call_value", "german", mode="for", call=call, on=on, each_side=side, amount="400")))
        assert "numbers_for_chips" not in told
        assert "spots_for_chips" not in told


@pytest.mark.parametrize("call", ["voisins", "tiers", "orphelins", "jeu_zero", "neighbours"])
def test_by_a_value(call, oracle):
    on, side = ("17", 2) if call == "neighbours" else (None, None)
    legs = legs_of(oracle, call, on, side)
    q = sum(legs.values())
    for value in range(5, 101, 5):
        for over in (0, 5, 45, 95, 900):
            total, given = q * value, q * value + over
            right = {"total": str(total), "change": str(over)}
            question = ask("call_value", mode="by", call=call, on=on, each_side=side, by=str(value), given=str(given))
            assert question.expected == right
            counted = NUMBERS[call] * value
            wrongs = [("numbers_for_chips", {"total": str(counted), "change": str(given - counted)})]
            wrongs = [] if counted > given else wrongs
            assert slips(question) == telling(right, [*wrongs, *rest_slips(given, q), *total_slips(total, q)])


def rest_slips(given, q):
    return [("change_kept", {"change": "0"}), *(("rest_of_step", {"change": str(given % n)}) for n in (5, q))]


def test_two_calls_by_one_value(oracle):
    for second, on, side in (("tiers", None, None), ("orphelins", None, None), ("neighbours", "5", 2)):
        first, other = (sum(legs_of(oracle, *call).values()) for call in (("voisins",), (second, on, side)))
        for value in (5, 25, 100):
            total, given = (first + other) * value, (first + other) * value + 40
            params = {"second": second, "second_on": on, "second_each_side": side, "by": str(value)}
            question = ask("call_value", mode="combo", call="voisins", given=str(given), **params)
            right = {"total": str(total), "change": "40"}
            assert question.expected == right
            wrongs = [
                ("one_call_forgotten", {"total": str(n * value), "change": str(given - n * value)})
                for n in (first, other)
            ]
            q = first + other
            assert slips(question) == telling(right, [*wrongs, *rest_slips(given, q), *total_slips(total, q)])


def test_three_calls_in_one_breath():
    """6 + 5 + 5 chips at 25: 400 of 500."""
    question = ask(
        "call_value",
        mode="combo",
        call="tiers",
        second="orphelins",
        third="neighbours",
        third_on="17",
        third_each_side=2,
        by="25",
        given="500",
    )
    assert question.expected == {"total": "400", "change": "100"}
    assert judged(question, "275 225") == ("wrong", "one_call_forgotten")
    assert said(question, "250 250") == "All three calls are played."
    assert text_of(question) == "Tiers, Orphelins and Neighbours 17-2-2, each by 25. Given: 500. Total; change, cash:"


def text_of(question):
    return load().text(question.message)


def test_a_third_call_is_another_one():
    family, house = registry.family("call_value"), house_file.house("european")
    seen = set()
    for seed in range(200):
        bands = {"mode": ("combo",), "third": ("none", "tiers", "orphelins", "jeu_zero", "neighbours")}
        params = family.draw(bands, house, Random(seed))
        names = [name for name in (params.call, params.second, params.third) if name]
        assert len(set(names)) == len(names)
        seen.add(len(names))
    assert seen == {2, 3}


def test_an_empty_line_is_never_the_right_change():
    """Public failure 10: tiers of 180 leaves nothing over."""
    question = ask("call_value", mode="for", call="tiers", amount="180")
    assert question.expected == {"value": "30", "total": "180", "change": "0"}
    assert judged(question, "30 180 0") == ("correct", None)
    for raw in ("", "   ", "-", "30 180", "30 180 -", "\u200f", "30  180"):
        assert judged(question, raw) == (REFUSED, None), raw


def test_voisins_for_nine_hundred():
    """Seed 000: a ninth is 100 exactly."""
    question = ask("call_value", mode="for", call="voisins", amount="900")
    assert judged(question, "100 900 0") == ("correct", None)
    assert judged(question, "50 850 50") == ("wrong", "numbers_for_chips")
    assert judged(question, "125 875 25") == ("wrong", "spots_for_chips")
    assert judged(question, "105 945 0") == ("wrong", "rounded_up")


def test_tiers_for_a_thousand():
    """166 a chip, down to a multiple of 5."""
    question = ask("call_value", mode="for", call="tiers", amount="1000")
    assert judged(question, "165 990 10") == ("correct", None)
    assert judged(question, "166 996 4") == ("wrong", "not_rounded")
    assert judged(question, "165 990 0") == ("wrong", "change_kept")
    assert judged(question, "165 990 4") == ("wrong", "rest_of_step")


@pytest.mark.parametrize("house", ["european", "german", "french_law"])
@pytest.mark.parametrize("call", ["voisins", "tiers", "orphelins", "jeu_zero", "neighbours"])
def test_amounts_drawn_lie_between_the_least_and_the_first_full_spot(house, call, oracle):
    rules = house_file.house(house)
    straight, step = (30, 1) if house == "french_law" else (100, 5)
    family = registry.family("call_value")
    caps = {"straight": straight, "split": 2 * straight, "trio": 100 if house == "french_law" else 300}
    caps["corner"] = 4 * straight
    kinds = {"voisins": {"trio": 2, "split": 1, "corner": 2}, "tiers": {"split": 1}, "neighbours": {"straight": 1}}
    full = min(caps[kind] / n for kind, n in kinds.get(call, {"straight": 1, "split": 1}).items())
    for seed in range(150):
        params = family.draw({"mode": ("for",), "call": (call,)}, rules, Random(seed))
        q = sum(legs_of(oracle, call, params.on, params.each_side).values())
        amount = int(params.amount)
        assert amount % 5 == 0
        assert step * q <= amount <= max(full * q, 5 * q), amount
        assert family.build(params, rules).expected["value"] == str(amount // q // step * step)
