"""Chips and spots of announced bets: against the legs of the oracle."""

from __future__ import annotations

from random import Random

import pytest
from family_helpers import ask, judged, legs_of, said, slips, telling

from srs_roulette.errors import CallRefused
from srs_roulette.questions import registry
from srs_roulette.questions.complaints import complaints
from srs_roulette.rules import house_file

SERIES = ("voisins", "tiers", "orphelins", "orphelins_plein", "jeu_zero")


def house_of(call):
    return "german" if call == "orphelins_plein" else "european"


def without(legs, *taken, **_):
    return {bet: n for bet, n in legs.items() if bet not in taken}


def place_slips(call, legs):
    """The slips of PROMPTS.md, family 12: what is taken off, what is put in its place."""
    swaps = {
        "voisins": [
            ("single_on_trio", ["0-2-3"], {"0-2-3": 1}),
            ("single_on_corner", ["25-26-28-29"], {"25-26-28-29": 1}),
            ("wrong_trio", ["0-2-3"], {"0-1-2": 2}),
            *(("split_for_corner", ["25-26-28-29"], {s: 2}) for s in ("25-28", "26-29", "28-29", "25-26")),
        ],
        "orphelins": [
            ("orphan_17_once", ["17-20"], {"20": 1}),
            ("orphan_17_once", ["17-20"], {}),
            ("orphan_17_once", ["14-17"], {"14": 1}),
            ("orphan_17_once", ["14-17"], {}),
            ("straight_for_split", ["14-17", "17-20"], {"14": 1, "17": 1, "20": 1}),
            ("straight_for_split", ["14-17", "17-20"], {"17": 1}),
        ],
        "jeu_zero": [("split_26", ["26"], {s: 1}) for s in ("23-26", "25-26", "26-29", "26-27")],
    }
    return [(slip, {"spots": {**without(legs, *taken), **put}}) for slip, taken, put in swaps.get(call, [])]


@pytest.mark.rows("calls", "calls")
def test_chips_and_spots_of_every_series(row):
    call, known = row
    legs, numbers = known["legs"], known["numbers_count"]
    chips = ask("call_layout", house_of(call), call=call, mode="chips")
    right = {"chips": str(known["chips"])}
    assert chips.expected == right
    wrongs = [("numbers_as_chips", numbers), ("spots_as_chips", len(legs))]
    assert slips(chips) == telling(right, [(slip, {"chips": str(wrong)}) for slip, wrong in wrongs])
    place = ask("call_layout", house_of(call), call=call, mode="place")
    assert place.expected == {"spots": legs}
    assert slips(place) == telling({"spots": legs}, place_slips(call, legs))


def test_voisins_has_two_spots_with_two_chips(oracle):
    question = ask("call_layout", call="voisins", mode="doubles")
    right = {"spots": {"0-2-3": 2, "25-26-28-29": 2}}
    assert question.expected == right
    assert slips(question) == telling(right, place_slips("voisins", right["spots"]))
    assert judged(question, "0-2-3=2 25-26-28-29=2") == ("correct", None)
    assert {bet: n for bet, n in legs_of(oracle, "voisins").items() if n > 1} == right["spots"]


@pytest.mark.parametrize("call", ["tiers", "orphelins", "jeu_zero"])
def test_no_spot_with_two_chips_is_answered_by_none(call):
    question = ask("call_layout", call=call, mode="doubles")
    assert question.expected == {"spots": {}}
    assert judged(question, "none") == ("correct", None)
    assert list(complaints(question)) == []


@pytest.mark.rows("calls", "neighbour_calls")
def test_neighbours(row):
    params = {"call": "neighbours", "on": row["number"], "each_side": row["each_side"]}
    assert ask("call_layout", "german", **params, mode="place").expected == {"spots": row["legs"]}
    chips = ask("call_layout", "german", **params, mode="chips")
    assert chips.expected == {"chips": str(row["chips"])}
    assert slips(chips) == []


@pytest.mark.rows("calls", "finals")
def test_finals_where_a_house_knows_them(row):
    if row["zero"]:
        question = ask("call_layout", "german", call="finals", on=row["final"], mode="place")
        assert question.expected == {"spots": dict.fromkeys(row["numbers"], 1)}


@pytest.mark.rows("calls", "finals_cheval")
def test_finals_on_splits(row):
    house = {"splits": "german", "all_endings": "french_partage"}[row["form"]]
    if row["zero"]:
        question = ask("call_layout", house, call="finals_cheval", on=row["final"], mode="place")
        assert question.expected == {"spots": row["legs"]}


@pytest.mark.parametrize(
    ("call", "raw", "slip", "message"),
    [
        ("voisins", "0-2-3 4-7 12-15 18-21 19-22 32-35 25-29=2", "single_on_trio", "Two chips on 0-2-3."),
        ("voisins", "0-2-3=2 4-7 12-15 18-21 19-22 32-35 25-29", "single_on_corner", "Two chips on 25-26-28-29."),
        ("voisins", "0-1-2=2 4-7 12-15 18-21 19-22 32-35 25-29=2", "wrong_trio", "The trio is 0-2-3."),
        ("orphelins", "1 6-9 14-17 31-34", "orphan_17_once", "17 stands in two splits: 17-20 is one of them."),
        ("orphelins", "1 6-9 17-20 31-34", "orphan_17_once", "17 stands in two splits: 14-17 is one of them."),
        ("orphelins", "1 6-9 17 31-34", "straight_for_split", "17 is played on two splits, not straight up."),
        ("jeu_zero", "26-29 0-3 12-15 32-35", "split_26", "26 is straight up."),
        ("tiers", "5-8 10-11 13-16 23-24 27-30", None, "Missing: 33-36 (1)."),
    ],
)
def test_wrong_placements_are_named(call, raw, slip, message):
    question = ask("call_layout", call=call, mode="place")
    assert judged(question, raw) == ("wrong", slip)
    assert said(question, raw) == message


def test_any_notation_in_any_order():
    question = ask("call_layout", call="voisins", mode="place")
    raw = "25/26/28/29: 2, 32/35, 19/22, 18/21, 12/15, 4/7, 0/2/3: 2"
    assert judged(question, raw) == ("correct", None)


def test_houses_that_refuse():
    with pytest.raises(CallRefused):
        ask("call_layout", "american", call="voisins", mode="chips")
    with pytest.raises(CallRefused):
        ask("call_layout", "european", call="orphelins_plein", mode="chips")
    with pytest.raises(CallRefused):
        ask("call_layout", "european", call="neighbours", on="17", each_side=3, mode="chips")


def test_neighbours_drawn_have_the_first_count_of_the_house():
    family = registry.family("call_layout")
    for house in ("european", "german"):
        params = family.draw({"call": ("neighbours",)}, house_file.house(house), Random(1))
        assert params.each_side == 2
        assert params.on is not None
