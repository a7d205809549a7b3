from __future__ import annotations

from decimal import Decimal

import pytest
from cloth_helpers import EVEN, answers, asked, covers, odds, sound, sums_hold, text, wins

from srs_roulette.questions.complaints import complaints
from srs_roulette.questions.families.table_round import FAMILY, Params
from srs_roulette.rules.house_file import house, house_files

HALF = ("english", "french_partage", "french_law", "surrender")
SIZES = {"four": 4, "eight": 8, "twelve": 12}


def question(number, bets, where="european"):
    params = Params(mode="four", number=number, bets=tuple(bets), stake=tuple(bets.values()))
    return FAMILY.build(params, house(where))


def of_two(number, value, *stacks, where="european"):
    bets, owners, chips = zip(*stacks, strict=True)
    params = Params(
        mode="eight",
        number=number,
        bets=bets,
        colours=tuple(value),
        value=tuple(value.values()),
        owners=owners,
        chips=chips,
    )
    return FAMILY.build(params, house(where))


def amounts(params):
    if params.get("colours") is None:
        return [Decimal(stake) for stake in params["stake"]]
    worth = dict(zip(params["colours"], map(Decimal, params["value"]), strict=True))
    return [worth[owner] * chips for owner, chips in zip(params["owners"], params["chips"], strict=True)]


def expected(params, where):
    """Pay and take by rules of its own."""
    pays = take = Decimal(0)
    for bet, amount in zip(params["bets"], amounts(params), strict=True):
        if wins(bet, params["number"]):
            pays += odds(bet) * amount
        elif bet in EVEN and params["number"] in {"0", "00"} and where == "german":
            pass
        elif bet in EVEN and params["number"] in {"0", "00"} and where in HALF:
            take += amount / 2
        else:
            take += amount
    return [pays, take]


@pytest.mark.parametrize("where", sorted(house_files()))
@pytest.mark.parametrize("players", [1, 2])
def test_drawn(where, players):
    bands = {"mode": tuple(SIZES), "colours": (players,)}
    for drawn in sound("table_round", bands, where, range(20)):
        params = asked(drawn)
        assert [Decimal(value) for value in drawn.expected.values()] == expected(params, where)
        assert sums_hold(drawn)
        assert len(params["bets"]) == SIZES[params["mode"]]
        assert [Decimal(c.amount) for c in drawn.picture] == amounts(params)
        assert len(params.get("colours", ())) == (0 if players == 1 else 2)


@pytest.mark.parametrize("where", ["german", "french_partage", "american", "surrender"])
def test_zero(where):
    zeros = tuple(house(where).wheel.zeros)
    for drawn in sound("table_round", {"number": zeros, "colours": (1, 2)}, where, range(30)):
        params = asked(drawn)
        assert params["number"] in zeros
        assert [Decimal(value) for value in drawn.expected.values()] == expected(params, where)
        even = any(bet in EVEN for bet in params["bets"])
        assert ("nobody asks" in text(drawn.message)) == (even and where == "german")


def test_within_the_limits():
    for drawn in sound("table_round", {"mode": ("twelve",), "colours": (1, 2)}, "french_law", range(20)):
        most = {1: 30, 2: 60, 3: 100, 4: 120, 6: 200, 12: 500, 18: 1000}
        params = asked(drawn)
        for bet, amount in zip(params["bets"], amounts(params), strict=True):
            assert 1 <= amount <= most[len(covers(bet))]


def test_two_colours_both_win():
    for drawn in sound("table_round", {"mode": ("eight",), "colours": (2,)}, "european", range(30)):
        params = asked(drawn)
        assert len(set(params["value"])) == 2
        rows = zip(params["bets"], params["owners"], strict=True)
        assert {owner for bet, owner in rows if wins(bet, params["number"])} == set(params["colours"])


@pytest.mark.rows("settlements", "spins")
def test_oracle_spins(row):
    if row.get("share") or any(line["outcome"] == "freed" for line in row["lines"]):
        pytest.skip("shared or freed stakes are not asked here")
    bets = tuple(line["bet"] for line in row["lines"])
    params = Params(mode="four", number=row["number"], bets=bets, stake=tuple(line["stake"] for line in row["lines"]))
    found = FAMILY.build(params, house(row["house"]))
    assert found.expected == {"pays": row["pays"], "take": row["taken"]}


def test_wording():
    drawn = question("17", {"17-20": "100", "13-14-16-17": "100", "red": "100"})
    assert text(drawn.message) == "17 falls. 17/20: 100, corner 13-17: 100, red: 100. To pay; to take, cash:"
    two = of_two("17", {"blue": "5", "white": "2"}, ("17", "white", 3), ("17-20", "blue", 4))
    assert text(two.message) == (
        "17 falls. Value of a chip: blue 5, white 2. 17 straight up: white 3, 17/20: blue 4. "
        "Both colours together: to pay; to take, cash:"
    )


def test_slips_of_one_player():
    # 17: split 17 x 20 = 340, corner 8 x 10 = 80; red and 18 lose 50 and 5.
    drawn = question("17", {"18": "5", "17-20": "20", "13-14-16-17": "10", "red": "50"})
    assert drawn.expected == {"pays": "420", "take": "55"}
    assert answers(drawn, "set_off") == [{"pays": "365", "take": "55"}]
    assert answers(drawn, "stake_included") == [{"pays": "450", "take": "55"}]
    assert answers(drawn, "winners_taken") == [{"pays": "420", "take": "85"}]
    assert answers(drawn, "bet_missed") == [{"pays": "340", "take": "55"}, {"pays": "80", "take": "55"}]
    assert answers(drawn, "loser_left") == [{"pays": "420", "take": "50"}, {"pays": "420", "take": "5"}]
    assert answers(drawn, "colours_mixed") == []


def test_slips_of_two_colours():
    # Blue at 5: 17 x 4 = 68 chips, 340. White at 2: 35 x 3 = 105 chips, 210; its 6 on red lose 12.
    stacks = (("17", "white", 3), ("17-20", "blue", 4), ("red", "white", 6))
    drawn = of_two("17", {"blue": "5", "white": "2"}, *stacks)
    assert drawn.expected == {"pays": "550", "take": "12"}
    assert answers(drawn, "colours_mixed") == [{"pays": "346", "take": "12"}, {"pays": "865", "take": "12"}]
    assert answers(drawn, "set_off") == [{"pays": "538", "take": "12"}]
    assert answers(drawn, "stake_included") == [{"pays": "576", "take": "12"}]
    assert answers(drawn, "winners_taken") == [{"pays": "550", "take": "38"}]
    # 68 and 105 chips; 6 of them lose.
    assert answers(drawn, "unit_mixed") == [{"pays": "173", "take": "12"}, {"pays": "550", "take": "6"}]
    steps = [text(step) for step in drawn.working]
    assert "blue, 17/20: 4 x 17 = 68" in steps
    assert "68 x 5 = 340" in steps
    assert steps[-1] == "= 550 12"


def test_slips_on_zero():
    # Zero pays 35 x 10; half of red's 30 goes back, dozen 40 is lost.
    drawn = question("0", {"0": "10", "dozen1": "40", "red": "30"}, "english")
    assert drawn.expected == {"pays": "350", "take": "55"}
    assert answers(drawn, "zero_rule_forgotten") == [{"pays": "350", "take": "70"}]
    assert answers(drawn, "winners_taken") == [{"pays": "350", "take": "80"}]
    prison = question("0", {"0": "10", "dozen1": "40", "red": "30"}, "german")
    assert prison.expected == {"pays": "350", "take": "40"}
    assert list(complaints(prison)) == []


def test_two_colours_on_one_spot():
    drawn = of_two("17", {"blue": "5", "white": "2"}, ("17", "blue", 2), ("17", "white", 5))
    assert drawn.expected == {"pays": "700", "take": "0"}
    assert "17 straight up: blue 2 on white 5" in text(drawn.message)
    assert sums_hold(drawn)


@pytest.mark.campaign
def test_many():
    for where in house_files():
        for drawn in sound("table_round", {"mode": tuple(SIZES), "colours": (1, 2)}, where, range(300)):
            assert [Decimal(value) for value in drawn.expected.values()] == expected(asked(drawn), where)
            assert sums_hold(drawn)
