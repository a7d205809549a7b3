"""Completes: against the oracle's chips, pays, hits and profiles of every number."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from family_helpers import ask, carries, judged, paid, slips, stations_of, telling

from srs_roulette.questions import registry
from srs_roulette.rules import house_file

HOUSES = {"single_zero": "european", "double_zero": "american"}
ORDER = ("straight", "split", "street", "trio", "corner", "first_four", "five", "six_line")


def stations(oracle, number, wheel="single_zero"):
    """List kind and text of a number's stations, by kind."""
    return sorted(
        ((kind, bet) for bet, kind in stations_of(oracle, number, wheel).items()), key=lambda s: ORDER.index(s[0])
    )


def facts(oracle):
    positions = oracle("positions")
    return positions["odds"], positions["covers"]


def rows_of(oracle):
    return [("single_zero", row) for row in oracle("completes")["single_zero"]] + [
        ("double_zero", row) for row in oracle("completes")["double_zero"]
    ]


def count_slips(oracle, number, mode, wheel):
    """Of a count or a cost, in units."""
    _, size = facts(oracle)
    kinds = [kind for kind, _ in stations(oracle, number, wheel)]
    chips = sum(size[k] for k in kinds) if mode == "full" else len(kinds)
    yield "forty_for_all", 40
    if "six_line" in kinds:
        yield "six_line_missing", chips - (6 if mode == "full" else 1)
    yield ("flat_for_full", len(kinds)) if mode == "full" else ("full_for_flat", sum(size[k] for k in kinds))


def pay_slips(oracle, number, mode, wheel):
    """Of what it pays, in units."""
    odds, size = facts(oracle)
    kinds = [kind for kind, _ in stations(oracle, number, wheel)]
    chips = [size[k] if mode == "full" else 1 for k in kinds]
    won = sum(odds[k] * n for k, n in zip(kinds, chips, strict=True))
    yield "with_stake", won + sum(chips)
    yield "flat_for_full", sum(odds[k] for k in kinds)
    for kind, n in dict(zip(kinds, chips, strict=True)).items():
        yield "station_missed", won - odds[kind] * n


@pytest.mark.parametrize("mode", ["full", "flat"])
def test_chips_and_pays_of_every_number(mode, oracle):
    done = Counter()
    for wheel, row in rows_of(oracle):
        number, house = row["number"], HOUSES[wheel]
        chips, pays = row[f"{mode}_chips"], row[f"{mode}_pays"]
        count = ask("complete", house, on=number, asked="chips", mode=mode)
        assert count.expected == {"chips": str(chips)}
        assert slips(count) == telling(count.expected, paid(count_slips(oracle, number, mode, wheel), "chips")), row
        won = ask("complete", house, on=number, asked="pays", mode=mode)
        assert won.expected == {"pays": str(pays)}
        wrongs = [*pay_slips(oracle, number, mode, wheel), *carries(pays)]
        assert slips(won) == telling(won.expected, paid(wrongs)), row
        done[wheel] += 1
    assert done == {"single_zero": 37, "double_zero": 38}


@pytest.mark.parametrize("unit", [1, 5, 25, 100])
def test_cost_and_pay_in_cash(unit, oracle):
    for wheel, row in rows_of(oracle):
        number, house, cost, pays = row["number"], HOUSES[wheel], unit * row["full_chips"], unit * row["full_pays"]
        question = ask("complete", house, on=number, asked="cost", mode="full", unit=str(unit))
        assert question.expected == {"cost": str(cost)}
        wrongs = [(slip, wrong * unit) for slip, wrong in count_slips(oracle, number, "full", wheel)]
        assert slips(question) == telling(
            question.expected, paid([*wrongs, *carries(cost), ("unit_mixed", cost // unit)], "cost")
        )
        question = ask("complete", house, on=number, asked="cash", mode="full", unit=str(unit))
        assert question.expected == {"pays": str(pays)}
        wrongs = [(slip, wrong * unit) for slip, wrong in pay_slips(oracle, number, "full", wheel)]
        assert slips(question) == telling(
            question.expected, paid([*wrongs, *carries(pays), ("unit_mixed", pays // unit)])
        )


def hit_slips(oracle, on, number, unit):
    odds, size = facts(oracle)
    mine = stations(oracle, on)
    hit = [kind for kind, bet in mine if bet in stations_of(oracle, number)]
    won, stays = sum(odds[k] * size[k] for k in hit), sum(size[k] for k in hit)
    yield "paid_in_full", {"pays": str(unit * sum(odds[k] * size[k] for k, _ in mine))}
    yield "with_stake", {"pays": str(36 * len(hit) * unit)}
    yield "flat_for_full", {"pays": str(unit * sum(odds[k] for k in hit)), "chips": str(len(hit))}
    if len(hit) > 1:
        for kind in hit:
            missed = {"pays": str(unit * (won - odds[kind] * size[kind])), "chips": str(stays - size[kind])}
            yield "station_missed", missed
    yield from paid([*carries(unit * won), ("unit_mixed", won)])


def test_every_number_that_hits_every_complete(oracle):
    pairs = 0
    for on, hits in oracle("completes")["all_hits"].items():
        for number, (_, units, stays) in hits.items():
            if number == on:
                continue
            unit = (1, 2, 5, 10, 25)[pairs % 5]
            question = ask("complete", on=on, asked="hit", mode="full", unit=str(unit), number=number)
            right = {"pays": str(units * unit), "chips": str(stays)}
            assert question.expected == right
            assert slips(question) == telling(right, hit_slips(oracle, on, number, unit)), (on, number)
            pairs += 1
    assert pairs == oracle("completes")["profiles_total"]["pairs"]


@pytest.mark.rows("completes", "hits")
def test_hits_laid_flat(row):
    if row["stations"] and row["complete"] != row["hit"]:
        params = {"on": row["complete"], "asked": "hit", "unit": "1", "number": row["hit"]}
        question = ask("complete", mode="flat", **params)
        assert question.expected == {"pays": str(row["flat_pays"]), "chips": str(row["stations"])}


def test_complete_17_when_20_falls():
    """Seed 000: four stations in common win 128 units; 24 of 40 are lost."""
    question = ask("complete", on="17", asked="hit", mode="full", unit="1", number="20")
    assert judged(question, "128 16") == ("correct", None)
    assert judged(question, "392 16") == ("wrong", "paid_in_full")
    assert judged(question, "144 16") == ("wrong", "with_stake")
    assert judged(question, "94 14") == ("wrong", "station_missed")


@pytest.mark.rows("completes", "cash")
def test_worked_hits_in_cash(row):
    if row["hit"] != row["number"]:
        question = ask("complete", on=row["number"], asked="hit", mode="full", unit=row["unit"], number=row["hit"])
        assert question.expected == {"pays": row["pays"], "chips": str(row["kept_units"])}
    cost = ask("complete", on=row["number"], asked="cost", mode="full", unit=row["unit"])
    assert cost.expected == {"cost": row["cost"]}


def test_twelve_profiles_commonest_first(oracle):
    profiles = oracle("completes")["profiles"]
    assert len(profiles) == 12
    family, house = registry.family("complete"), house_file.house("european")
    hits = oracle("completes")["all_hits"]
    sizes = []
    for place in range(12):
        bands = {"asked": ("hit",), "profile": (place,), "unit": (1,)}
        drawn = [family.draw(bands, house, Random(seed)) for seed in range(60)]
        results = {tuple(hits[p.on][p.number]) for p in drawn}
        shared = {tuple(sorted(Counter(common(oracle, p.on, p.number)).items())) for p in drawn}
        assert len(shared) == 1, place
        (known,) = [r for r in profiles if tuple(sorted((k, r[k]) for k in ORDER if k in r)) in shared]
        assert results == {(known["stations"], known["full_pays"], known["full_stays"])}
        sizes.append(known["pairs"])
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == 276


def common(oracle, a, b):
    return [kind for kind, bet in stations(oracle, a) if bet in stations_of(oracle, b)]


@pytest.mark.rows("completes", "overlaps")
def test_worked_overlaps(row):
    if row["shared_stations"]:
        question = ask("complete", on=row["a"], asked="shared", mode="full", other=row["b"])
        assert question.expected == {"chips": str(row["shared_units"])}
        assert dict(slips(question))["added_up"] == {"chips": str(row["sum_units"])}


@pytest.mark.parametrize("mode", ["full", "flat"])
def test_every_overlap(mode, oracle):
    _, size = facts(oracle)
    chips = {row["number"]: row[f"{mode}_chips"] for row in oracle("completes")["single_zero"]}
    for a, b in permutations(chips, 2):
        parts = [size[kind] if mode == "full" else 1 for kind in common(oracle, a, b)]
        if not parts:
            continue
        question = ask("complete", on=a, asked="shared", mode=mode, other=b)
        right = {"chips": str(sum(parts))}
        assert question.expected == right
        wrongs = [("added_up", chips[a] + chips[b])]
        wrongs += [("station_missed", sum(parts) - n) for n in parts] if len(parts) > 1 else []
        assert slips(question) == telling(right, [(s, {"chips": str(w)}) for s, w in wrongs]), (a, b)


@pytest.mark.rows("completes", "to_the_maximum")
def test_to_the_maximum(row, oracle):
    question = ask("complete", on=row["number"], asked="maximum", mode="full", maximum=row["maximum"])
    right = {"cost": row["cost"], "pays": row["pays"]}
    assert question.expected == right
    wrongs = [
        ("forty_for_all", {"cost": str(40 * int(row["maximum"]))}),
        ("with_stake", {"pays": str(int(row["pays"]) + int(row["cost"]))}),
    ]
    maximum, cost, pays = (int(row[key]) for key in ("maximum", "cost", "pays"))
    odds, size = facts(oracle)
    for kind in dict.fromkeys(kind for kind, _ in stations(oracle, row["number"])):
        stake = size[kind] * maximum
        wrongs.append(("station_missed", {"cost": str(cost - stake), "pays": str(pays - stake * odds[kind])}))
    wrongs += [*paid(carries(cost), "cost"), *paid(carries(pays))]
    wrongs += [*paid([("unit_mixed", cost // maximum)], "cost"), *paid([("unit_mixed", pays // maximum)])]
    assert slips(question) == telling(right, wrongs)


@pytest.mark.rows("completes", "french_law")
def test_to_limits_that_are_no_multiples(row):
    question = ask("complete", "french_law", on=row["number"], asked="maximum", mode="full", maximum="30")
    assert question.expected == {"cost": str(row["stake"]), "pays": str(row["pays"])}


def test_limits_that_are_amounts_follow_no_drawn_maximum():
    """What is drawn is what is asked, so that the answer can be reckoned from the parameters."""
    family, house = registry.family("complete"), house_file.house("french_law")
    params = family.draw({"asked": ("maximum",), "maximum": (500,)}, house, Random(1))
    assert params.maximum == "30"
    assert "maximum" not in family.build(params, house).message.values["limits"].values


@pytest.mark.parametrize("mode", ["full", "flat"])
def test_every_station_is_placed(mode, oracle):
    _, size = facts(oracle)
    for number in (row["number"] for row in oracle("completes")["single_zero"]):
        mine = stations(oracle, number)
        right = {bet: size[kind] if mode == "full" else 1 for kind, bet in mine}
        question = ask("complete", on=number, asked="place", mode=mode)
        assert question.expected == {"spots": right}
        wrongs = [("flat_for_full", dict.fromkeys(right, 1))]
        wrongs += [
            ("six_line_missing", {b: n for b, n in right.items() if b != bet})
            for kind, bet in mine
            if kind == "six_line"
        ]
        assert slips(question) == telling({"spots": right}, [(s, {"spots": w}) for s, w in wrongs]), number


@pytest.mark.rows("completes", "stations")
def test_stations_of_the_oracle(row):
    assert ask("complete", on=row["number"], asked="place", mode="full").expected == {"spots": row["spots"]}


def test_costs_of_the_document(oracle):
    costs = oracle("completes")["seed_costs"]
    classes = {"middle": "17", "outer": "16", "0": "0", "1,3": "1", "2": "2", "34,36": "34", "35": "35"}
    for name, number in classes.items():
        assert ask("complete", on=number, asked="chips", mode="full").expected == {"chips": str(costs[name])}


def test_forty_is_told_for_all_numbers_but_the_middle_ones():
    for n in range(37):
        told = dict(slips(ask("complete", on=str(n), asked="chips", mode="full")))
        assert ("forty_for_all" in told) == (n not in range(5, 33, 3)), n


def test_a_picture_in_cash_shows_what_each_spot_carries():
    cash = ask("complete", on="17", asked="cash", mode="full", unit="25")
    assert {chip.amount for chip in cash.picture} == {"25", "50", "75", "100", "150"}
    assert {chip.amount for chip in ask("complete", on="17", asked="pays", mode="full").picture} == {None}


@pytest.mark.parametrize(
    ("on", "returned", "won"), [("17", 432, 392), ("4", 324, 294), ("0", 252, 235), ("36", 216, 198)]
)
def test_what_the_player_gets_with_the_stake(on, returned, won):
    """Source document 000 for 17: 392 and the 40 that stand; ROULETTE.md B5 for the others."""
    question = ask("complete", on=on, asked="returned", mode="full")
    assert question.expected == {"returned": str(returned)}
    assert ("stake_forgotten", {"returned": str(won)}) == (question.slips[0].id, dict(question.slips[0].answer))
