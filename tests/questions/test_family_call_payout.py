"""What calls pay and net: against the oracle's result of every number."""

from __future__ import annotations

from random import Random

import pytest
from family_helpers import ask, carries, hit_of, judged, legs_of, paid, said, slips, telling

from srs_roulette.questions import registry
from srs_roulette.rules import house_file

VALUES = (5, 20, 95)


def house_of(call):
    return "german" if call == "orphelins_plein" else "european"


def wrong_ways(hit, staked, asked):
    """The slips of PROMPTS.md, family 14. Every way sees winnings, and chips that stay; a net takes off the others.

    A hit: kind, winning cash, chips, cash on the spot.
    """
    pays, stays = sum(won for _, won, _, _ in hit), sum(stake for *_, stake in hit)

    def off(stay):
        return staked - stay if asked == "net" else 0

    for _, won, chips, stake in hit:
        if chips > 1:
            less_won, less_stake = won - won // chips, stake - stake // chips
            yield "one_chip_only", pays - less_won - off(stays - less_stake)
    splits = [(won, stake) for kind, won, _, stake in hit if kind == "split"]
    if len(splits) > 1:
        yield "seventeen_once", pays - splits[0][0] - off(stays - splits[0][1])
    for kind, won, _, stake in hit:
        if kind == "trio":
            yield "split_for_trio", pays - won + 17 * stake - off(stays)
    if splits:
        one = splits[0][1]
        others_won, others_stay = pays - sum(w for w, _ in splits), stays - sum(s for _, s in splits)
        yield "straight_for_split", others_won + 35 * one - off(others_stay + one)
    yield "stake_included", pays + stays - off(stays)
    if asked == "net":
        yield "pay_for_net", pays
        yield "all_chips_deducted", pays - staked
    else:
        yield "net_for_pay", pays - (staked - stays)


def cash(oracle, calls, number):
    """What stands and what wins, in cash, by the legs alone."""
    hit, staked = [], 0
    for legs, value in calls:
        staked += value * sum(legs.values())
        hit += [(kind, odds * n * value, n, n * value) for _, kind, n, odds in hit_of(oracle, legs, number)]
    return hit, staked


def expect(question, asked, hit, staked):
    pays, stays = sum(won for _, won, _, _ in hit), sum(stake for *_, stake in hit)
    right = pays if asked == "pays" else pays - (staked - stays)
    assert question.expected == {asked: str(right)}
    params = question.params
    wrongs = [*wrong_ways(hit, staked, asked), *carries(right)]
    if params.second_by in {None, params.by}:
        wrongs.append(("unit_mixed", right // int(params.by)))
    assert slips(question) == telling({asked: str(right)}, paid(wrongs, asked)), question.params


@pytest.mark.rows("calls", "calls")
def test_every_number_of_every_series(row, oracle):
    call, known = row
    for hit in known["hits"]:
        for value in VALUES:
            for asked in ("pays", "net"):
                question = ask(
                    "call_payout", house_of(call), call=call, by=str(value), number=hit["number"], asked=asked
                )
                assert question.expected == {asked: str(hit[asked] * value)}
                expect(question, asked, *cash(oracle, [(known["legs"], value)], hit["number"]))


@pytest.mark.rows("calls", "neighbour_calls")
def test_every_number_of_neighbours(row, oracle):
    for number in row["numbers"]:
        for asked in ("pays", "net"):
            question = ask(
                "call_payout",
                "german",
                call="neighbours",
                on=row["number"],
                each_side=row["each_side"],
                by="20",
                number=number,
                asked=asked,
            )
            assert question.expected == {asked: str(20 * row[asked])}
            expect(question, asked, *cash(oracle, [(row["legs"], 20)], number))


def test_worked_results_by_a_value(oracle):
    done = 0
    for row in oracle("calls")["worked"]:
        if row["mode"] != "by" or "hit" not in row or row["pays"] == "0" or row["call"].startswith("finals"):
            continue
        params = {"call": row["call"], "on": row.get("number"), "each_side": row.get("each_side")}
        for asked in ("pays", "net"):
            question = ask("call_payout", by=row["value"], number=row["hit"], asked=asked, **params)
            assert question.expected == {asked: row[asked]}, row
        done += 1
    assert done >= 4


@pytest.mark.parametrize(("number", "pays"), [("26", "1600"), ("0", "2200")])
def test_voisins_of_nine_hundred(number, pays):
    """Seed 000: nine chips of 100, two of them on 0-2-3 and on 25-29."""
    question = ask("call_payout", call="voisins", by="100", number=number, asked="pays")
    assert judged(question, pays) == ("correct", None)
    assert judged(question, str(int(pays) // 2)) == ("wrong", "one_chip_only")


def test_net_of_one_chip_where_two_stand_takes_off_eight():
    """PROMPTS.md: winnings of one chip less eight chips, of those there are nine."""
    zero = dict(slips(ask("call_payout", call="voisins", by="10", number="0", asked="net")))
    assert zero["one_chip_only"] == {"net": str(110 - 80)}
    corner = dict(slips(ask("call_payout", call="voisins", by="20", number="28", asked="net")))
    assert "one_chip_only" not in corner  # 8 v less 8 v is nothing


def test_orphelins_on_seventeen():
    pays = ask("call_payout", call="orphelins", by="10", number="17", asked="pays")
    assert judged(pays, "340") == ("correct", None)
    assert judged(pays, "170") == ("wrong", "seventeen_once")
    assert judged(pays, "350") == ("wrong", "straight_for_split")
    assert said(pays, "170") == "17 is hit on two splits."


def test_net_of_seventeen_straight_up_is_the_right_net_and_no_slip():
    """PROMPTS.md: 35 - 4 = 34 - 3 = 31."""
    net = ask("call_payout", call="orphelins", by="10", number="17", asked="net")
    assert judged(net, "310") == ("correct", None)
    assert "straight_for_split" not in dict(slips(net))


def test_net_and_pay_are_two_questions():
    pays = ask("call_payout", call="tiers", by="10", number="5", asked="pays")
    assert judged(pays, "170") == ("correct", None)
    assert judged(pays, "120") == ("wrong", "net_for_pay")
    net = ask("call_payout", call="tiers", by="10", number="5", asked="net")
    assert judged(net, "120") == ("correct", None)
    assert judged(net, "170") == ("wrong", "pay_for_net")
    assert judged(net, "110") == ("wrong", "all_chips_deducted")
    assert judged(net, "130") == ("wrong", "stake_included")


@pytest.mark.parametrize("asked", ["pays", "net"])
def test_two_calls_on_one_number(asked, oracle):
    family, house = registry.family("call_payout"), house_file.house("european")
    both = 0
    for seed in range(300):
        bands = {"call": ("voisins", "tiers", "orphelins", "jeu_zero"), "second": ("neighbours",), "asked": (asked,)}
        params = family.draw(bands, house, Random(seed))
        calls = [
            (legs_of(oracle, params.call), int(params.by)),
            (legs_of(oracle, params.second, params.second_on, params.second_each_side), int(params.second_by)),
        ]
        both += all(hit_of(oracle, legs, params.number) != [] for legs, _ in calls)
        expect(family.build(params, house), asked, *cash(oracle, calls, params.number))
    assert both == 300


@pytest.mark.parametrize("asked", ["pays", "net"])
def test_jeu_zero_over_voisins(asked, oracle):
    """Both have 12/15 and 32/35: two stacks on one split."""
    for number in ("12", "15", "32", "35"):
        params = {"call": "voisins", "by": "20", "second": "jeu_zero", "second_by": "50"}
        question = ask("call_payout", number=number, asked=asked, **params)
        calls = [(legs_of(oracle, "voisins"), 20), (legs_of(oracle, "jeu_zero"), 50)]
        expect(question, asked, *cash(oracle, calls, number))


@pytest.mark.parametrize(
    ("call", "hit", "numbers"),
    [
        ("voisins", "trio", {"0", "2", "3"}),
        ("voisins", "corner", {"25", "26", "28", "29"}),
        ("voisins", "split", {"4", "7", "12", "15", "18", "21", "19", "22", "32", "35"}),
        ("orphelins", "straight", {"1"}),
        ("orphelins", "two_splits", {"17"}),
        ("orphelins", "split", {"6", "9", "14", "20", "31", "34"}),
        ("jeu_zero", "straight", {"26"}),
        ("jeu_zero", "split", {"0", "3", "12", "15", "32", "35"}),
    ],
)
def test_the_number_falls_where_the_band_says(call, hit, numbers):
    family, house = registry.family("call_payout"), house_file.house("european")
    drawn = {family.draw({"call": (call,), "hit": (hit,)}, house, Random(seed)).number for seed in range(200)}
    assert drawn == numbers


def test_values_keep_to_the_step_and_the_limit_of_the_house():
    family = registry.family("call_payout")
    for name, step, limit in (("european", 5, 100), ("french_law", 1, 30)):
        house = house_file.house(name)
        drawn = {int(family.draw({"by": tuple(range(1, 1001))}, house, Random(seed)).by) for seed in range(200)}
        assert all(value % step == 0 and step <= value <= limit for value in drawn), drawn
