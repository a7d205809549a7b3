from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from cloth_helpers import BOXES, EVEN, answers, asked, odds, sound, sums_hold, text, wins

from srs_roulette.questions.families.outside import FAMILY, Params
from srs_roulette.rules.house_file import house, house_files

HALF = ("english", "french_partage", "french_law", "surrender")
PRISON = ("german",)


def question(mode, number, bets, asked="pays", where="european"):
    params = Params(mode=mode, number=number, bets=tuple(bets), stake=tuple(bets.values()), asked=asked)
    return FAMILY.build(params, house(where))


def expected(params, where):
    """The answer by rules of its own."""
    stacks = list(zip(params["bets"], map(Decimal, params["stake"]), strict=True))
    if params["mode"] != "zero":
        won = [(bet, stake) for bet, stake in stacks if wins(bet, params["number"])]
        pays = sum((odds(bet) * stake for bet, stake in won), Decimal(0))
        whole = sum((stake for _, stake in won), Decimal(0))
        return [pays + whole if params["asked"] == "returned" else pays]
    even = sum((stake for bet, stake in stacks if bet in EVEN), Decimal(0))
    rest = sum((stake for bet, stake in stacks if bet not in EVEN), Decimal(0))
    if where in PRISON:
        return [Decimal(0), rest, even]
    return [even / 2, rest + even / 2] if where in HALF else [Decimal(0), rest + even]


@pytest.mark.parametrize("where", sorted(house_files()))
def test_drawn(where):
    for drawn in sound("outside", {"asked": ("pays", "returned")}, where, range(60)):
        params = asked(drawn)
        assert [Decimal(value) for value in drawn.expected.values()] == expected(params, where)
        assert sums_hold(drawn) or set(drawn.expected.values()) <= {"0", *params["stake"]}
        assert set(params["bets"]) <= set(BOXES)
        limits = house(where).limits
        assert all(Decimal(s) * 10**6 >= limits.minimum_outside for s in params["stake"])
        assert [(c.bet.box, c.amount) for c in drawn.picture] == list(zip(params["bets"], params["stake"], strict=True))


def test_modes():
    def drawn(**bands):
        return [asked(q) for q in sound("outside", bands, "european", range(60))]

    ones = drawn(mode=("one",))
    assert {len(p["bets"]) for p in ones} == {1}
    lost = [p for p in ones if not wins(p["bets"][0], p["number"])]
    assert 5 < len(lost) < 25
    for params in drawn(mode=("two",)):
        assert [wins(bet, params["number"]) for bet in params["bets"]] == [True, True]
    fours = drawn(mode=("four",))
    assert {sum(wins(bet, p["number"]) for bet in p["bets"]) for p in fours} == {2, 3}
    assert {len(set(p["bets"])) for p in fours} == {4}
    assert {p["number"] for p in drawn(mode=("zero",))} == {"0"}


def test_kinds_of_the_deck():
    for drawn in sound("outside", {"mode": ("two",), "bet": ("dozen", "column")}, "european", range(30)):
        assert sorted(bet[:-1] for bet in asked(drawn)["bets"]) == ["column", "dozen"]
    for drawn in sound("outside", {"mode": ("two",), "bet": ("red", "odd")}, "european", range(30)):
        assert asked(drawn)["bets"] == ["red", "odd"]
    for drawn in sound("outside", {"mode": ("one",), "bet": ("red",), "number": ("12",)}, "european", range(10)):
        assert drawn.expected["pays"] == asked(drawn)["stake"][0]


def test_both_zeros_fall():
    numbers = {q.number for q in sound("outside", {"mode": ("zero",)}, "surrender", range(40))}
    assert numbers == {"0", "00"}


def test_worked_example():
    # ROULETTE.md E2, 6.
    assert question("four", "18", {"dozen2": "40", "column3": "35", "red": "60"}).expected == {"pays": "210"}
    red = {"red": "130"}
    assert question("zero", "0", red, None).expected == {"back": "0", "take": "130"}
    assert question("zero", "0", red, None, "english").expected == {"back": "65", "take": "65"}
    assert question("zero", "0", red, None, "german").expected == {"back": "0", "take": "0", "held": "130"}


def test_wording():
    drawn = question("four", "18", {"dozen2": "40", "column3": "35", "red": "60"})
    assert text(drawn.message) == "18 falls. 2nd dozen: 40, column 3: 35, red: 60. To pay, cash:"
    locked = question("zero", "0", {"red": "130"}, None, "german")
    assert text(locked.message) == (
        "0 falls, nobody asks to share. red: 130. Back to the player; to take; locked, cash:"
    )


def test_slips_of_three_bets():
    # 18: dozen 2 pays 2 x 40 = 80, red 60, and low 25 pays 25; column 2 and odd lose 35 and 10. 165 in all, stakes 125.
    bets = {"dozen2": "40", "column2": "35", "red": "60", "odd": "10", "low": "25"}
    drawn = question("four", "18", bets)
    assert drawn.expected == {"pays": "165"}
    assert answers(drawn, "for_one") == [{"pays": "290"}]
    assert answers(drawn, "dozen_at_1") == [{"pays": "125"}]
    assert answers(drawn, "even_at_2") == [{"pays": "250"}]
    assert answers(drawn, "loser_paid") == [{"pays": "235"}, {"pays": "175"}]
    assert answers(drawn, "loser_subtracted") == [{"pays": "120"}]


def test_slips_with_the_stakes():
    # 1: dozen 1 pays 60, odd 20; the stakes are 30 and 20; black loses 50.
    drawn = question("four", "1", {"dozen1": "30", "black": "50", "odd": "20"}, "returned")
    assert drawn.expected == {"returned": "130"}
    assert answers(drawn, "stake_forgotten") == [{"returned": "80"}]
    assert answers(drawn, "dozen_at_1") == [{"returned": "100"}]
    assert answers(drawn, "even_at_2") == [{"returned": "150"}]
    assert answers(drawn, "loser_paid") == [{"returned": "230"}]
    # 130 - 50 is what the forgotten stakes give already.
    assert answers(drawn, "loser_subtracted") == []
    assert answers(drawn, "loser_returned") == [{"returned": "180"}]


def test_for_one_is_told_for_an_even_chance_alone():
    drawn = question("one", "18", {"red": "60"})
    assert answers(drawn, "for_one") == [{"pays": "120"}]
    assert answers(drawn, "even_at_2") == []


def test_slips_on_zero():
    bets = {"dozen1": "40", "red": "30", "low": "50"}
    none = question("zero", "0", bets, None)
    assert none.expected == {"back": "0", "take": "120"}
    assert answers(none, "no_half_here") == [{"back": "40", "take": "80"}]
    assert answers(none, "none_locked") == [{"back": "0", "take": "40"}]
    assert answers(none, "all_back") == [{"back": "80", "take": "40"}]
    assert answers(none, "zero_wins") == [{"back": "0", "take": "70"}]
    half = question("zero", "0", bets, None, "french_partage")
    assert half.expected == {"back": "40", "take": "80"}
    assert answers(half, "rule_forgotten") == [{"back": "0", "take": "120"}]
    assert answers(half, "dozen_spared") == [{"back": "60", "take": "60"}]
    assert answers(half, "zero_wins") == [{"back": "15", "take": "55"}]
    prison = question("zero", "0", bets, None, "german")
    assert prison.expected == {"back": "0", "take": "40", "held": "80"}
    assert answers(prison, "rule_forgotten") == [{"back": "0", "take": "120", "held": "0"}]
    assert answers(prison, "dozen_spared") == [{"back": "0", "take": "0", "held": "120"}]
    assert answers(prison, "no_half_here") == [{"back": "40", "take": "80", "held": "0"}]


@pytest.mark.campaign
def test_every_amount_is_exact():
    for where in house_files():
        for drawn in sound("outside", {}, where, range(500)):
            wanted = expected(asked(drawn), where)
            assert [Fraction(value) for value in drawn.expected.values()] == [Fraction(value) for value in wanted]
