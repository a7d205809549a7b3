"""Limits against the factors of ROULETTE.md A4, the rows of tests/oracles/settlements.toml and sums written apart."""

from collections import Counter

import pytest
from limit_helpers import answer, ask, house, params, sound, text, wrong

from srs_roulette.errors import RuleRefused
from srs_roulette.questions.families.limits import BET

FACTORS = {"split": 2, "street": 3, "trio": 3, "corner": 4, "first_four": 4, "five": 5, "six_line": 6, "straight": 1}
_INSIDE = {"straight": 30, "split": 60, "street": 100, "trio": 100, "corner": 120, "first_four": 120, "six_line": 200}
FRENCH_LAW = _INSIDE | {"dozen": 500, "column": 500, "even": 1000}
OWN = {"dozen": 1000, "column": 1000, "even": 2000}
"""Ours, in decks/houses/european.toml."""
BY_NUMBERS = {1: "straight", 2: "split", 3: "street", 4: "corner", 6: "six_line"}


def _limit(kind, asked, where):
    if where == "french_law":
        return FRENCH_LAW[kind]
    return OWN[kind] if kind in OWN else FACTORS[kind] * int(asked["maximum"])


def _kind(bet):
    """The kind of an inside bet as it is written: six lines by their ends."""
    numbers = bet.split("-")
    if len(numbers) == 2 and int(numbers[1]) - int(numbers[0]) == 5:
        return "six_line"
    return BY_NUMBERS[len(numbers)]


@pytest.mark.parametrize("mode", ["highest", "back"])
@pytest.mark.parametrize("where", ["european", "hungarian", "french_law"])
def test_one_kind(where, mode):
    kinds = tuple(kind for kind in BET.values if kind != "five")
    seen = Counter()
    for question in sound("limits", where, range(120), mode=(mode,), bet=kinds):
        asked = params(question)
        limit = _limit(asked["bet"], asked, where)
        seen[asked["bet"]] += 1
        if mode == "highest":
            assert answer(question) == str(limit)
        else:
            offered = int(asked["stake"])
            assert answer(question) == str(offered - limit)
            assert limit < offered <= 2 * limit
            assert offered - limit >= limit * 0.05
        assert ("maximum" in asked) == (where != "french_law" and asked["bet"] not in OWN)
    assert len(seen) == len(kinds)


@pytest.mark.parametrize("where", ["european", "american", "french_law"])
def test_several(where):
    for question in sound("limits", where, range(100), mode=("several",)):
        asked = params(question)
        if any("00" in bet.split("-") or bet.count("-") == 4 for bet in asked["bets"]):
            continue
        limits = {bet: _limit(_kind(bet), asked, where) for bet in asked["bets"]}
        stakes = dict(zip(asked["bets"], map(int, asked["stakes"]), strict=True))
        over = [stakes[bet] - limits[bet] for bet in stakes if stakes[bet] > limits[bet]]
        assert answer(question) == str(sum(over))
        assert 3 <= len(stakes) <= 5
        assert 2 <= len(over) < len(stakes)
        assert {chip.amount for chip in question.picture} == set(asked["stakes"])


@pytest.mark.parametrize("where", ["european", "german", "american"])
def test_minimum(where):
    for question in sound("limits", where, range(100), mode=("minimum",)):
        asked = params(question)
        stakes, minimum = [int(stake) for stake in asked["stakes"]], int(asked["minimum"])
        taken = sum(stake for stake in stakes if stake >= minimum)
        assert answer(question) == f"{taken} {sum(stakes) - taken}"
        assert 0 < taken < sum(stakes)


@pytest.mark.rows("settlements", "limits")
def test_a_row_of_the_oracle(row):
    if row["kind"] == "straight" or row["system"] != "progressive":
        return
    house_id = "american" if row["kind"] == "five" else "european"
    bounds = {"bet": row["kind"], "maximum": row["straight_maximum"]}
    assert answer(ask("limits", house_id, mode="highest", **bounds)) == row["highest"]
    if "offered" in row:
        assert answer(ask("limits", house_id, mode="back", stake=row["offered"], **bounds)) == row["back"]


def test_worked_example():
    # ROULETTE.md E2 13.
    assert answer(ask("limits", mode="back", bet="corner", maximum="100", stake="450")) == "50"
    assert answer(ask("limits", mode="highest", bet="six_line", maximum="100")) == "600"
    assert answer(ask("limits", mode="highest", bet="street", maximum="100")) == "300"


def test_wording():
    highest = ask("limits", mode="highest", bet="corner", maximum="100")
    assert text(highest.message) == "Maximum straight up: 100. Corner. Highest stake, cash:"
    back = ask("limits", mode="back", bet="corner", maximum="100", stake="450")
    assert text(back.message) == "Maximum straight up: 100. Corner. Offered: 450. To give back, cash:"
    own = ask("limits", "french_law", mode="highest", bet="even")
    assert text(own.message) == "French law of 2007, table minimum 1. Even chance. Highest stake, cash:"


def test_slips_of_the_highest_stake():
    # PROMPTS.md 18, M = 100: M; o M; the other of street and corner; 5 M; 12 M.
    corner = ask("limits", mode="highest", bet="corner", maximum="100")
    assert wrong(corner)[:3] == [("factor_forgotten", "100"), ("odds_as_factor", "800"), ("street_corner", "300")]
    street = ask("limits", mode="highest", bet="street", maximum="100")
    assert wrong(street)[:3] == [("factor_forgotten", "100"), ("odds_as_factor", "1100"), ("street_corner", "400")]
    # Five times the maximum is what the odds give too.
    six_line = ask("limits", mode="highest", bet="six_line", maximum="100")
    assert wrong(six_line)[:2] == [("factor_forgotten", "100"), ("odds_as_factor", "500")]
    dozen = ask("limits", mode="highest", bet="dozen")
    assert wrong(dozen)[:4] == [
        *(("straight_limit", "100"), ("inside_rule_outside", "1200")),
        *(("odds_as_factor", "200"), ("other_box", "2000")),
    ]


def test_slips_of_what_goes_back():
    # s = 450, M = 100: s - M, s - 3 M, s, 4 M; 8 M is more than was offered.
    back = ask("limits", mode="back", bet="corner", maximum="100", stake="450")
    assert wrong(back)[:4] == [
        *(("factor_forgotten", "350"), ("street_corner", "150")),
        *(("all_back", "450"), ("kept_for_back", "400")),
    ]
    six_line = ask("limits", mode="back", bet="six_line", maximum="100", stake="650")
    assert wrong(six_line)[:4] == [
        *(("factor_forgotten", "550"), ("odds_as_factor", "150")),
        *(("all_back", "650"), ("kept_for_back", "600")),
    ]


def test_slips_under_the_french_vector():
    # No multiples of 30: 100, not 90; the corner has 120.
    street = ask("limits", "french_law", mode="highest", bet="street")
    assert wrong(street)[:4] == [
        *(("straight_limit", "30"), ("own_amounts", "90")),
        *(("odds_as_factor", "330"), ("street_corner", "120")),
    ]


def test_slips_of_several_spots():
    # M = 100. 8 alone: 150, 50 over; corner: 520, 120 over; split: 160, 40 within; six line: 590, 10 within.
    # Set off: 50 + 120 - 40 - 10 = 120, as with the 8 missed.
    bets, stakes = ("8", "8-11", "7-8-10-11", "7-12"), ("150", "160", "520", "590")
    question = ask("limits", mode="several", maximum="100", bets=bets, stakes=stakes)
    assert answer(question) == "170"
    assert wrong(question) == [
        ("spot_missed", "120"),
        ("spot_missed", "50"),
        ("maximum_for_all", str(50 + 60 + 420 + 490)),
        ("street_corner", "270"),
        ("odds_as_factor", "90"),
        ("six_at_5", "260"),
        ("kept_for_back", str(100 + 160 + 400 + 590)),
        ("digits_swapped", "107"),
        ("ten_lost", "160"),
        ("hundred_lost", "70"),
    ]
    # 50 + 120 - 40 - 60 set off: 530 on the six line is 70 within.
    stakes = ("150", "160", "520", "530")
    question = ask("limits", mode="several", maximum="100", bets=bets, stakes=stakes)
    assert wrong(question, "set_off") == [("set_off", "60")]


def test_slips_of_a_minimum():
    # 10: red 8 and column 3 5 go back, dozen 15 and low 10 stay; filled up there would be 10 + 15 + 10 + 10.
    bets, stakes = ("red", "dozen2", "low", "column3"), ("8", "15", "10", "5")
    question = ask("limits", mode="minimum", minimum="10", bets=bets, stakes=stakes)
    assert answer(question) == "25 13"
    assert wrong(question) == [
        ("under_minimum_taken", "38 0"),
        ("one_not_refused", "33 5"),
        ("one_not_refused", "30 8"),
        ("minimum_refused", "15 23"),
        ("filled_up", "45 0"),
        ("kept_for_back", "13 25"),
    ]


def test_what_a_house_does_not_have():
    with pytest.raises(RuleRefused, match="no five"):
        next(sound("limits", "european", range(1), bet=("five",)))
    with pytest.raises(RuleRefused, match="no first four"):
        next(sound("limits", "american", range(1), bet=("first_four",)))
    with pytest.raises(RuleRefused, match="does not refuse"):
        next(sound("limits", house("european", under_minimum="taken"), range(1), mode=("minimum",)))
    five = ask("limits", "american", mode="highest", bet="five", maximum="100")
    assert answer(five) == "500"


@pytest.mark.campaign
def test_many():
    for mode in ("highest", "back", "several", "minimum"):
        assert len(list(sound("limits", "european", range(1000), mode=(mode,)))) == 1000
