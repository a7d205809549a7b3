"""Uneven stacks round a number: each spot by the oracle's odds, and the pictures of the school."""

from __future__ import annotations

from random import Random

import pytest
from family_helpers import ask, carries, judged, paid, slips, spots_of, stations_of, telling

from srs_roulette.questions import registry
from srs_roulette.rules import house_file

HOUSES = {"single_zero": "european", "double_zero": "american"}
CLASSES = ("outer", "middle", "one_three", "two", "zero", "thirtyfour_six", "thirtyfive")


def wrong_ways(stacks, number):
    """The slips of PROMPTS.md, family 5. A stack: odds, kind, chips, numbers."""
    winners = [(odds, kind, n) for odds, kind, n, numbers in stacks if number in numbers]
    right = sum(odds * n for odds, _, n in winners)

    def chips_on(*kinds):
        return sum(n for _, kind, n in winners if kind in kinds)

    yield "stake_included", right + sum(n for *_, n in winners)
    yield from (("spot_missed", right - odds * n) for odds, _, n in winners)
    yield from (("loser_paid", right + odds * n) for odds, _, n, numbers in stacks if number not in numbers)
    yield "street_as_corner", right - 3 * chips_on("street", "trio")
    yield "corner_as_street", right + 3 * chips_on("corner", "first_four")
    yield "six_line_at_6", right + chips_on("six_line")
    yield "one_chip_each", sum(odds for odds, *_ in winners)
    yield from carries(right)


@pytest.mark.parametrize("wheel", HOUSES)
def test_every_spot_that_holds_a_number_pays_its_odds(wheel, oracle):
    odds = oracle("positions")["odds"]
    for number in oracle("wheels")[wheel]["ring"]:
        stations = stations_of(oracle, number, wheel)
        for bet, kind in stations.items():
            question = ask("mixed", HOUSES[wheel], number=number, bets=(bet,), chips=(7,))
            assert question.expected == {"pays": str(7 * odds[kind])}, bet
        everything = ask("mixed", HOUSES[wheel], number=number, bets=tuple(stations), chips=(1,) * len(stations))
        assert everything.expected == {"pays": str(sum(odds[kind] for kind in stations.values()))}


@pytest.mark.parametrize("number", ["17", "16", "1", "2", "0", "34", "35"])
def test_draws_of_every_class_by_the_oracle(number, oracle):
    odds, family, house = oracle("positions")["odds"], registry.family("mixed"), house_file.house("european")
    facts = {bet: (odds[kind], kind, numbers) for bet, kind, numbers in spots_of(oracle)}
    name = next(c for c in CLASSES if number in oracle_class(c))
    told = set()
    for seed in range(150):
        bands = {"number_class": (name,), "spots": (2, 4, 7), "chips": (1, 2, 3, 5, 20), "losers": (0, 1, 2)}
        params = family.draw(bands, house, Random(seed))
        question = family.build(params, house)
        stacks = [(*facts[bet][:2], n, facts[bet][2]) for bet, n in zip(params.bets, params.chips, strict=True)]
        right = sum(o * n for o, _, n, numbers in stacks if params.number in numbers)
        assert question.expected == {"pays": str(right)}
        wrongs = [
            (slip, wrong)
            for slip, wrong in wrong_ways(stacks, params.number)
            if slip != "spot_missed" or wrong > 0  # the only winner missed pays nothing
        ]
        assert slips(question) == telling(question.expected, paid(wrongs)), params
        told |= {slip for slip, _ in slips(question)}
    assert {"stake_included", "spot_missed", "loser_paid", "one_chip_each"} <= told


def oracle_class(name):
    middle = {str(n) for n in range(5, 33, 3)}
    return {
        "zero": {"0"},
        "one_three": {"1", "3"},
        "two": {"2"},
        "middle": middle,
        "outer": {str(n) for n in range(4, 34)} - middle,
        "thirtyfour_six": {"34", "36"},
        "thirtyfive": {"35"},
    }[name]


@pytest.mark.parametrize("name", CLASSES)
def test_bands_hold(name):
    family, house = registry.family("mixed"), house_file.house("european")
    for seed in range(200):
        bands = {"number_class": (name,), "spots": (7, 8, 9), "chips": tuple(range(1, 21)), "at_most": (60,)}
        params = family.draw(bands, house, Random(seed))
        assert params.number in oracle_class(name)
        assert len(set(params.bets)) == len(params.bets) == len(params.chips)
        assert len(params.bets) in ({6, 7} if name == "thirtyfour_six" else {7, 8, 9})
        assert sum(params.chips) <= 60
        assert min(params.chips) >= 1


def test_pictures_of_one_chip_on_each_spot(oracle):
    """Where a number has the spots of a picture, they pay its total."""
    done = set()
    for number in ("17", "16", "0", "1", "2", "34", "35"):
        stations = stations_of(oracle, number)
        for row in oracle("pictures")["pictures"]:
            of = {kind: [bet for bet, k in stations.items() if k == kind][:n] for kind, n in row["spots"].items()}
            if all(len(of[kind]) == n for kind, n in row["spots"].items()):
                bets = tuple(bet for same in of.values() for bet in same)
                question = ask("mixed", number=number, bets=bets, chips=(1,) * len(bets))
                assert question.expected == {"pays": str(row["total"])}, (number, row)
                done.add(row["total"])
    assert len(done) >= 40


def test_a_loser_is_not_paid():
    question = ask("mixed", number="17", bets=("17", "17-20", "18-21"), chips=(2, 3, 4))
    assert question.expected == {"pays": "121"}
    assert judged(question, "189") == ("wrong", "loser_paid")
    assert judged(question, "126") == ("wrong", "stake_included")
    assert judged(question, "70") == ("wrong", "spot_missed")
    assert judged(question, "52") == ("wrong", "one_chip_each")


def test_the_only_spot_is_never_missed():
    assert "spot_missed" not in dict(slips(ask("mixed", number="17", bets=("17",), chips=(3,))))
