from __future__ import annotations

import pytest
from cloth_helpers import EVEN, answers, asked, sound, sums_hold, text, wins

from srs_roulette.questions.families.clear import FAMILY, Params
from srs_roulette.questions.grading import VerdictKind, grade
from srs_roulette.questions.reading import answer_text, read
from srs_roulette.rules.house_file import house, house_files
from srs_roulette.rules.notation import write

HALF = ("english", "french_partage", "french_law", "surrender")
CHIPS = {"few": range(6, 9), "many": range(15, 26), "zero": range(9, 14), "colours": range(12, 19)}
MODES = tuple(CHIPS)


def question(number, bets, where="european"):
    params = Params(mode="few", number=number, bets=tuple(bets), chips=tuple(bets.values()))
    return FAMILY.build(params, house(where))


def expected(params, where):
    """What stays, by rules of its own."""
    stays = {}
    for bet, chips in zip(params["bets"], params["chips"], strict=True):
        locked = where == "german" and params["number"] == "0" and bet in EVEN
        if wins(bet, params["number"]) or locked:
            stays[bet] = stays.get(bet, 0) + chips
    return stays


@pytest.mark.parametrize("where", sorted(house_files()))
def test_drawn(where):
    for drawn in sound("clear", {"mode": MODES}, where, range(26)):
        params = asked(drawn)
        stays = expected(params, where)
        assert drawn.expected == {"spots": stays}
        assert 0 < len(stays) < len(set(params["bets"]))
        assert sum(params["chips"]) in CHIPS[params["mode"]]
        assert [(write(c.bet), c.chips) for c in drawn.picture] == list(
            zip(params["bets"], params["chips"], strict=True)
        )
        assert sums_hold(drawn) == sum(params["bets"].count(bet) == 2 for bet in stays if params["mode"] == "colours")


@pytest.mark.parametrize("where", ["european", "german", *HALF])
def test_zero(where):
    for drawn in sound("clear", {"mode": ("zero",)}, where, range(25)):
        params = asked(drawn)
        assert params["number"] in {"0", "00"}
        even = [bet for bet in params["bets"] if bet in EVEN]
        # Half back: no source says whether the player's half is handed over or left lying, so it is not asked.
        assert bool(even) == (where not in HALF)
        assert ("nobody asks" in text(drawn.message)) == (where == "german")


def test_two_colours():
    for drawn in sound("clear", {"mode": ("colours",)}, "european", range(30)):
        params = asked(drawn)
        assert len(set(params["owners"])) == 2
        both = {bet for bet in params["bets"] if params["bets"].count(bet) == 2}
        assert len(both) == 3
        assert any(wins(bet, params["number"]) for bet in both)
        for bet in both:
            place = params["bets"].index(bet)
            assert params["bets"][place + 1] == bet
            assert params["owners"][place] != params["owners"][place + 1]


def test_wording_and_answer():
    bets = {"17": 2, "18": 1, "17-20": 3, "13-14-16-17": 1, "16-21": 1, "column2": 1, "red": 4}
    drawn = question("17", bets)
    assert text(drawn.message) == (
        "17 falls. Chips: 17 straight up: 2, 18 straight up: 1, 17/20: 3, corner 13-17: 1, six line 16-21: 1, "
        "column 2: 1, red: 4. What stays, such as 17-20=2:"
    )
    assert answer_text(drawn.expected, drawn) == "17=2 17-20=3 13-14-16-17=1 16-21=1 column2=1"
    given = read("column2 17/20=3, 13-17 16-21=1 17=2", drawn)
    assert grade(drawn, given).kind is VerdictKind.CORRECT


def test_slips_on_a_number():
    # 17 stays on 17/20 and the corner; column 1, 18 and red come off.
    drawn = question("17", {"18": 1, "17-20": 3, "13-14-16-17": 2, "column1": 1, "red": 4})
    stays = {"17-20": 3, "13-14-16-17": 2}
    assert drawn.expected == {"spots": stays}
    assert answers(drawn, "winner_taken") == [{"spots": {"13-14-16-17": 2}}]
    assert answers(drawn, "corner_missed") == [{"spots": {"17-20": 3}}]
    assert answers(drawn, "loser_left") == [{"spots": stays | {"18": 1}}, {"spots": stays | {"red": 4}}]
    assert answers(drawn, "column_confused") == [{"spots": stays | {"column1": 1}}]


def test_slips_on_zero():
    bets = {"0": 1, "0-3": 2, "0-1-2": 1, "0-1-2-3": 1, "1-2-3": 1, "dozen1": 1, "red": 3}
    zero = {"0": 1, "0-3": 2, "0-1-2": 1, "0-1-2-3": 1}
    none = question("0", bets)
    assert none.expected == {"spots": zero}
    assert answers(none, "even_left") == [{"spots": zero | {"red": 3}}]
    assert answers(none, "zero_spots_taken") == [{"spots": {"0": 1}}]
    assert answers(none, "prison_taken") == []
    prison = question("0", bets, "german")
    assert prison.expected == {"spots": zero | {"red": 3}}
    assert answers(prison, "prison_taken") == [{"spots": zero}]
    assert answers(prison, "zero_spots_taken") == [{"spots": {"0": 1, "red": 3}}]
    assert answers(prison, "loser_left")[0] == {"spots": zero | {"red": 3, "1-2-3": 1}}


def test_slips_of_two_colours():
    params = Params(
        mode="colours",
        number="17",
        bets=("17", "17-20", "17-20", "red"),
        chips=(1, 2, 3, 4),
        owners=("blue", "blue", "white", "white"),
    )
    drawn = FAMILY.build(params, house("european"))
    assert text(drawn.message) == (
        "17 falls. Chips: 17 straight up: blue 1, 17/20: blue 2 on white 3, red: white 4. "
        "What stays, both colours counted together, such as 17-20=2:"
    )
    assert drawn.expected == {"spots": {"17": 1, "17-20": 5}}
    assert answers(drawn, "bottom_missed") == [{"spots": {"17": 1, "17-20": 2}}]
    assert answers(drawn, "top_missed") == [{"spots": {"17": 1, "17-20": 3}}]
    assert answers(drawn, "winner_taken") == [{"spots": {"17-20": 5}}, {"spots": {"17": 1}}]


def test_nothing_left_of_the_zero_spots():
    drawn = question("0", {"0-3": 2, "0-1-2": 1, "red": 1})
    assert answers(drawn, "zero_spots_taken") == [{"spots": {}}]
    assert grade(drawn, read("none", drawn)).slip == "zero_spots_taken"


@pytest.mark.campaign
def test_many():
    for where in house_files():
        for drawn in sound("clear", {"mode": MODES}, where, range(200)):
            assert drawn.expected == {"spots": expected(asked(drawn), where)}
