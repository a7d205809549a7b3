"""Picture bets: the totals of the school's list, where each can lie, and the ways to get one wrong."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from drawn_helpers import draws, prompt, worked
from family_helpers import ask, carries, judged, other_house, paid, said, slips, spots_of, telling

from srs_roulette.errors import NoSuchBet
from srs_roulette.questions import registry
from srs_roulette.questions.families.picture import PICTURES
from srs_roulette.rules import house_file

EUROPEAN = house_file.house("european")
ORDER = ("straight", "split", "street", "trio", "corner", "first_four", "six_line")
COMMON = {"straight", "split", "corner"}
NUMBERS = {
    "zero": {"0"},
    "one_three": {"1", "3"},
    "two": {"2"},
    "outer": {str(n) for n in range(4, 34) if n % 3 != 2},
    "middle": {str(n) for n in range(5, 33, 3)},
    "last_row_end": {"34", "36"},
    "thirtyfive": {"35"},
}


def rows(oracle):
    """Find the oracle's row of each picture by its spots."""
    listed = {frozenset(row["spots"].items()): row for row in oracle("pictures")["pictures"]}
    return {
        name: listed[frozenset((kind.value, n) for kind, n in picture.spots.items())]
        for name, picture in PICTURES.items()
    }


def laid(name, seeds=100, **bands):
    family = registry.family("picture")
    for seed in range(seeds):
        yield family.draw({"picture": (name,), **bands}, EUROPEAN, Random(seed))


def drawn(name, seeds=30, **bands):
    for params in laid(name, seeds, **bands):
        yield params, registry.family("picture").build(params, EUROPEAN)


def wrong_ways(spots, total, m, totals):
    """The slips of PROMPTS.md, family 4."""
    odds = {"straight": 35, "split": 17, "street": 11, "trio": 11, "corner": 8, "first_four": 8, "six_line": 5}
    for kind in ORDER:
        if kind in spots:
            yield "spot_missed", (total - odds[kind]) * m
    yield "stake_included", (total + sum(spots.values())) * m
    yield "street_as_corner", (total - 3 * (spots.get("street", 0) + spots.get("trio", 0))) * m
    yield "corner_as_street", (total + 3 * (spots.get("corner", 0) + spots.get("first_four", 0))) * m
    if "straight" in spots:
        yield "straight_only_multiplied", total + 35 * (m - 1)
    yield "not_multiplied", total
    near = [t for t in totals if 0 < abs(t - total) <= 3]
    yield from (("twin", t * m) for t in sorted(near) if abs(t - total) == min(abs(t - total) for t in near))
    yield from carries(total * m)


def test_the_list_of_the_school(oracle):
    found = rows(oracle)
    assert len(found) == len({frozenset(row["spots"].items()) for row in found.values()}) == 47
    assert [PICTURES[name].total for name in found] == [row["total"] for row in found.values()]
    assert [row["total"] for row in found.values()] == sorted(row["total"] for row in found.values())
    said_names = {"moved deck", "Jesus", "corner pocket", "Mickey Mouse", "deck of cards", "double Jesus", "X", "T"}
    said_names |= {"dinner for two", "cross"}
    assert {row["name"] for row in found.values() if "name" in row} == said_names
    for name, row in found.items():
        if "name" in row:
            question = next(q for _, q in drawn(name, named=(1,)))
            assert f"Picture: {row['name']}. " in prompt(question)


@pytest.mark.parametrize("name", PICTURES)
def test_each_picture_lies_and_pays_as_the_oracle_says(name, oracle):
    row, odds = rows(oracle)[name], oracle("positions")["odds"]
    spots = {text: (kind, numbers) for text, kind, numbers in spots_of(oracle)}
    totals = {other["total"] for other in oracle("pictures")["pictures"]}
    for params, question in drawn(name, chips=(1, 2, 5, 20)):
        kinds = Counter(spots[bet][0] for bet in params.bets)
        assert kinds == row["spots"]
        assert all(params.number in spots[bet][1] for bet in params.bets)
        right = sum(odds[spots[bet][0]] for bet in params.bets) * params.chips
        assert right == row["total"] * params.chips
        assert question.expected == {"pays": str(right)}
        assert question.number == params.number
        assert {(chip.bet.kind.value, chip.chips) for chip in question.picture} == {(k, params.chips) for k in kinds}
        wrongs = wrong_ways(row["spots"], row["total"], params.chips, totals)
        assert slips(question) == telling(question.expected, paid(wrongs)), params


@pytest.mark.parametrize("name", ["zero", "one_three", "two", "outer", "middle", "last_row_end", "thirtyfive"])
def test_a_whole_number_shows_every_spot_of_it(name, oracle):
    spots = spots_of(oracle)
    seen = set()
    for params in laid(f"{name}_all", 200):
        assert set(params.bets) == {text for text, _, numbers in spots if params.number in numbers}
        seen.add(params.number)
    assert seen == NUMBERS[name]


def test_pictures_of_the_zero_and_of_the_edge(oracle):
    for name, row in rows(oracle).items():
        if row.get("note") == "0":
            assert {params.number for params in laid(name)} == {"0"}
    assert {params.number for params in laid("top_row")} == {"1", "2", "3"}
    assert {params.number for params in laid("edge_one_side", 300)} <= NUMBERS["outer"]
    for params in laid("zero_split_first_four"):
        assert params.bets[0].startswith("0-")


@pytest.mark.parametrize("name", ["mickey_mouse", "straight_split_two_corners", "straight_three_splits_two_corners"])
def test_two_corners_lie_on_one_side(name):
    for params in laid(name, 200):
        one, other = [set(bet.split("-")) for bet in params.bets if bet.count("-") == 3]
        assert len(one & other) == 2, params


@pytest.mark.parametrize("name", ["jesus", "street_six_lines_corners_split"])
def test_the_split_lies_between_the_corners(name):
    for params in laid(name, 200):
        one, other = [set(bet.split("-")) for bet in params.bets if bet.count("-") == 3]
        (split,) = [set(bet.split("-")) for bet in params.bets if bet.count("-") == 1 and _is_split(bet)]
        assert split == one & other, params
        if name != "jesus":
            assert abs(int(max(split, key=int)) - int(min(split, key=int))) == 1


def _is_split(bet):
    first, last = map(int, bet.split("-"))
    return first == 0 or last - first in {1, 3}


@pytest.mark.parametrize(
    "name",
    ["dinner_for_two", "double_jesus", "straight_four_corners_two_splits", "straight_splits_street_six_lines"],
)
def test_two_splits_face_each_other(name):
    for params in laid(name, 200):
        number = int(params.number)
        others = [
            sum(map(int, bet.split("-"))) - number for bet in params.bets if bet.count("-") == 1 and _is_split(bet)
        ]
        assert len(others) == 2
        assert sum(others) == 2 * number or (0 in others and number + 3 in others), params


def test_every_mirrored_variant_is_drawn():
    def variants(name, number):
        return {p.bets for p in laid(name, 4000) if p.number == number}

    assert variants("mickey_mouse", "17") == {
        ("17", "13-14-16-17", "14-15-17-18"),
        ("17", "13-14-16-17", "16-17-19-20"),
        ("17", "14-15-17-18", "17-18-20-21"),
        ("17", "16-17-19-20", "17-18-20-21"),
    }
    assert variants("corner_pocket", "16") == {("16", "13-14-16-17"), ("16", "16-17-19-20")}
    assert variants("jesus", "34") == set()
    assert len(variants("t", "17")) == 4


def test_one_chip_on_a_cross_wrongly():
    """35 + 4 x 17 = 103, by hand."""
    question = ask("picture", picture="cross", number="20", bets=("20", "19-20", "20-21", "17-20", "20-23"), **ONE)
    assert prompt(question) == "20 wins. Picture: cross. Chips on each spot: 1. To pay, chips:"
    assert question.expected == {"pays": "103"}
    assert [(i, a["pays"]) for i, a in slips(question)] == [
        ("spot_missed", "68"),
        ("spot_missed", "86"),
        ("stake_included", "108"),
        ("twin", "102"),
        ("digits_swapped", "130"),
        ("ten_lost", "93"),
        ("hundred_lost", "3"),
    ]
    assert said(question, "68") == "One spot is missing: straight up."
    assert said(question, "102") == "That is another picture: straight up, split x 3, corner x 2."


ONE = {"chips": 1, "named": 1}


def test_four_chips_on_mickey_mouse_wrongly():
    """35 + 2 x 8 = 51, 4 x 51 = 204, by hand (ROULETTE.md E2, 3)."""
    bets = ("17", "16-17-19-20", "17-18-20-21")
    question = ask("picture", picture="mickey_mouse", number="17", bets=bets, chips=4, named=0)
    assert prompt(question) == "17 wins. Chips on each spot drawn: 4. To pay, chips:"
    assert worked(question) == [
        "straight up: 1 x 35 = 35",
        "corners: 2 x 8 = 16",
        "35 + 16 = 51",
        "4 x 51 = 204",
    ]
    for raw, slip in {
        "204": None,
        "64": "spot_missed",
        "172": "spot_missed",
        "216": "stake_included",
        "228": "corner_as_street",
        "156": "straight_only_multiplied",
        "51": "not_multiplied",
        "208": "twin",
        "240": "digits_swapped",
        "194": "ten_lost",
        "104": "hundred_lost",
    }.items():
        assert judged(question, raw) == ("correct" if slip is None else "wrong", slip)
    assert said(question, "208") == "That is another picture: deck of cards."


def test_three_chips_on_the_top_row_wrongly():
    """8 + 11 + 5 = 24, 3 x 24 = 72, by hand; 25 is the next total."""
    bets = ("1-2-3", "0-1-2-3", "1-6")
    question = ask("picture", picture="top_row", number="2", bets=bets, chips=3, named=1)
    assert prompt(question).startswith("2 wins. Picture: street, first four, six line. ")
    assert [(i, a["pays"]) for i, a in slips(question)] == [
        ("spot_missed", "39"),
        ("spot_missed", "48"),
        ("spot_missed", "57"),
        ("stake_included", "81"),
        ("street_as_corner", "63"),
        ("not_multiplied", "24"),
        ("twin", "75"),
        ("digits_swapped", "27"),
        ("ten_lost", "62"),
    ]


def test_both_neighbours_are_twins():
    question = ask("picture", picture="x", number="17", bets=("17", "13-17", "14-18", "16-20", "17-21"), **ONE)
    assert [a["pays"] for i, a in slips(question) if i == "twin"] == ["66", "68"]


@pytest.mark.rows("pictures", "multiplied")
def test_several_chips(row, oracle):
    name = next(name for name, r in rows(oracle).items() if r["total"] == row["total"])
    for _, question in drawn(name, 3, chips=(row["chips_each"],)):
        assert question.expected == {"pays": str(row["pays"])}


@pytest.mark.parametrize("house", ["european", "german", "american", "strange"])
def test_draws_are_sound(house):
    rules = (
        other_house(trios=["0-2-3"], zero_splits=["0-1", "0-3"], first_four=False)
        if house == "strange"
        else house_file.house(house)
    )
    for question in draws("picture", {"chips": (1, 2, 3, 12)}, rules, 200 if house == "european" else 40):
        assert all(chip.bet in rules.layout.inside for chip in question.picture)


@pytest.mark.campaign
@pytest.mark.parametrize("name", PICTURES)
def test_draws_of_each_picture_are_sound(name):
    for chips in ((1,), tuple(range(2, 21))):
        assert len(list(draws("picture", {"picture": (name,), "chips": chips}, EUROPEAN))) == 200


def test_the_layout_of_two_zeros_has_no_first_four():
    american = house_file.house("american")
    family = registry.family("picture")
    with pytest.raises(NoSuchBet, match="american"):
        family.draw({"picture": ("top_row", "zero_all")}, american, Random(0))
    for seed in range(20):
        assert family.draw({"picture": ("top_row", "cross")}, american, Random(seed)).picture == "cross"


def test_a_picture_is_named_in_half_of_the_draws():
    told = Counter(params.named for params in laid("cross", 200))
    assert min(told[0], told[1]) > 60
    assert {params.named for params in laid("cross", named=(0,))} == {0}


def test_the_three_groups_of_the_course(oracle):
    kinds = [set(row["spots"]) for row in rows(oracle).values()]
    assert sum(of <= COMMON for of in kinds) == 19
    assert sum(bool(of & {"trio", "first_four"}) for of in kinds) == 11
