"""Chips into a pay-out: stacks, cash, colour left and value chips, each reckoned again by hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from drawn_helpers import draws, prompt, worked
from family_helpers import REFUSED, ask, carries, judged, other_house, said, slips, telling

from srs_roulette.errors import BadMoney
from srs_roulette.questions import registry
from srs_roulette.rules import house_file

EUROPEAN = house_file.house("european")
MODES = ("stacks", "all_cash", "colour_left", "value_chips", "over")
PIECES = (1000, 500, 100, 25, 5, 1)


def positive(wrongs, field):
    return [(slip, {field: str(wrong)}) for slip, wrong in wrongs if wrong > 0]


def cut(chips, stack=20):
    return {"stacks": str(chips // stack), "singles": str(chips % stack)}


def other_stacks(chips):
    return [(slip, cut(chips, n)) for slip, n in (("stack_25", 25), ("stack_200", 200)) if chips // n != chips // 20]


def stack_slips(chips):
    """PROMPTS.md, family 6: ceil(u / 20); floor(u / 25); floor(u / 200); u mod 10."""
    one_more = [("one_more_stack", {"stacks": str(-(-chips // 20))})] if chips % 20 else []
    return [*one_more, *other_stacks(chips), ("singles_of_10", {"singles": str(chips % 10)})]


def pieces(amount, of=PIECES):
    found = {}
    for piece in of:
        found[piece], amount = divmod(amount, piece)
    assert amount == 0
    return {piece: n for piece, n in found.items() if n}


@pytest.mark.parametrize("chips", [21, 39, 40, 59, 100, 199, 200, 235, 399, 400])
def test_stacks_and_singles(chips):
    question = ask("cash_out", mode="stacks", chips=chips)
    assert prompt(question) == f"Chips to pay: {chips}. Stacks; singles:"
    assert question.expected == cut(chips)
    assert slips(question) == telling(question.expected, stack_slips(chips))


def test_the_stack_is_the_house_s():
    assert ask("cash_out", other_house(stack=25, colour_set=300), mode="stacks", chips=235).expected == cut(235, 25)


@pytest.mark.parametrize("value", [2, 5, 10, 25])
def test_all_in_cash(value):
    for chips in range(20, 401):
        question = ask("cash_out", mode="all_cash", chips=chips, value=str(value))
        right = chips * value
        assert question.expected == {"cash": str(right)}
        lost = [("zero_lost", right // 10)] if right % 10 == 0 else []
        wrongs = [("value_forgotten", chips), *lost, *carries(right)]
        assert slips(question) == telling(question.expected, positive(wrongs, "cash"))


@pytest.mark.parametrize("value", [2, 5, 10, 25])
def test_colour_left(value):
    family = registry.family("cash_out")
    bands = {"mode": ("colour_left",), "chips": tuple(range(20, 401)), "value": (str(value),)}
    for seed in range(200):
        params = family.draw(bands, EUROPEAN, Random(seed))
        asked, pay = int(params.amount), params.chips * value
        assert asked % value == 0
        assert Fraction(30, 100) <= Fraction(asked, pay) <= Fraction(90, 100)
        right = params.chips - asked // value
        question = family.build(params, EUROPEAN)
        assert question.expected == {"chips": str(right)}
        wrongs = [
            ("value_forgotten", params.chips - asked),
            ("cash_not_chips", pay - asked),
            ("cash_not_taken", params.chips),
            *carries(right),
        ]
        assert slips(question) == telling(question.expected, positive(wrongs, "chips"))


@pytest.mark.parametrize(
    ("chips", "value", "amount", "left"),
    [(235, "5", "1000", "35"), (392, "2", "600", "92")],
)
def test_colour_for_cash_as_written(chips, value, amount, left):
    """ROULETTE.md E2, 5."""
    question = ask("cash_out", mode="colour_left", chips=chips, value=value, amount=amount)
    assert question.expected == {"chips": left}
    words = f"Chips to pay: {chips}. Value: {value}. Cash asked: {amount}. Colour left, chips:"
    assert prompt(question) == words


def test_colour_for_cash_wrongly():
    """392 at 2 is 784; 184 is left, 92 chips (ROULETTE.md E2, 5)."""
    question = ask("cash_out", mode="colour_left", chips=392, value="2", amount="600")
    assert worked(question) == ["392 x 2 = 784", "784 - 600 = 184", "300 x 2 = 600", "392 - 300 = 92"]
    assert judged(question, "184") == ("wrong", "cash_not_chips")
    assert said(question, "184") == "That is the money left; it is asked in chips of 2."
    assert judged(question, "392") == ("wrong", "cash_not_taken")
    assert judged(question, "29") == ("wrong", "digits_swapped")
    assert judged(question, "82") == ("wrong", "ten_lost")
    assert judged(question, "-208") == ("wrong", None)
    assert judged(question, "92.5") == (REFUSED, None)
    other = ask("cash_out", mode="colour_left", chips=392, value="2", amount="300")
    assert judged(other, "92") == ("wrong", "value_forgotten")


@pytest.mark.parametrize("value", [2, 5, 10, 25])
def test_fewest_value_chips(value):
    denominations = tuple(str(piece) for piece in reversed(PIECES))
    for chips in range(20, 401, 7):
        question = ask("cash_out", mode="value_chips", chips=chips, value=str(value), denominations=denominations)
        laid = pieces(chips * value)
        count = sum(laid.values())
        assert question.expected == {"chips": str(count)}
        wrongs = [
            *(
                ("piece_skipped", sum(pieces(chips * value, [p for p in PIECES if p != piece]).values()))
                for piece in laid
                if piece != 1
            ),
            ("value_forgotten", sum(pieces(chips).values())),
            ("kinds_counted", len(laid)),
        ]
        assert slips(question) == telling(question.expected, positive(wrongs, "chips"))


def test_fewest_value_chips_by_hand():
    """235 at 5 is 1,175: a thousand, a hundred, three twenty-fives."""
    question = ask(
        "cash_out", mode="value_chips", chips=235, value="5", denominations=("1", "5", "25", "100", "500", "1000")
    )
    assert prompt(question) == (
        "Chips to pay: 235. Value: 5. Denominations: 1, 5, 25, 100, 500, 1000. All in value chips, fewest pieces:"
    )
    assert judged(question, "5") == ("correct", None)
    assert judged(question, "6") == ("wrong", "piece_skipped")
    assert judged(question, "8") == ("wrong", "piece_skipped")
    assert judged(question, "17") == ("wrong", "piece_skipped")
    assert judged(question, "3") == ("wrong", "kinds_counted")
    assert "value_forgotten" not in dict(slips(question))  # 235 takes five pieces too
    assert worked(question)[-2:] == ["1000 + 100 + 75 = 1175", "1 + 1 + 3 = 5"]


def test_one_kind_of_value_chip():
    question = ask("cash_out", mode="value_chips", chips=40, value="5", denominations=("5", "100"))
    assert worked(question) == ["40 x 5 = 200", "2 x 100 = 200", "= 2"]


def test_denominations_that_do_not_divide_each_other():
    """30 is two of 15 and no 25."""
    question = ask("cash_out", mode="value_chips", chips=6, value="5", denominations=("5", "15", "25"))
    assert question.expected == {"chips": "2"}


def test_one_hundred_over():
    """ROULETTE.md E2, 5: 175 singles are 100 over, four twenty-fives, and 75 in colour, 3 stacks and 15."""
    question = ask("cash_out", mode="over", chips=175, value="1", over=100)
    assert question.expected == {"cash": "100", "stacks": "3", "singles": "15"}
    assert sum(pieces(100, (25,)).values()) == 4
    assert prompt(question) == (
        'Call: "175, 100 over", counted in chips. Value: 1. In value chips, cash; in colour, stacks; singles:'
    )


def test_one_hundred_over_wrongly():
    question = ask("cash_out", mode="over", chips=175, value="5", over=100)
    assert judged(question, "500 3 15") == ("correct", None)
    for raw, slip in {
        "100 3 15": "value_forgotten",
        "500 8 15": "cash_not_taken",
        "500 4 15": "one_more_stack",
        "500 0 75": "stack_200",
        "500 3 5": "singles_of_10",
        "100 7 15": "over_as_cash",
        "875 3 15": "all_in_cash",
        "490 3 15": "ten_lost",
        "400 3 15": "hundred_lost",
        "500 3 14": None,
    }.items():
        assert judged(question, raw) == ("wrong", slip), raw
    assert judged(question, "500 3") == (REFUSED, None)


def test_over_leaves_some_colour():
    family = registry.family("cash_out")
    for chips in ((5,), (100,), (101,), (300,), (50, 250)):
        for seed in range(50):
            params = family.draw({"mode": ("over",), "chips": chips}, EUROPEAN, Random(seed))
            assert 0 < params.over < params.chips == (250 if chips == (50, 250) else chips[0])
            assert params.chips <= 100 or params.over % 100 == 0


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("house", ["european", "strange"])
def test_draws_are_sound(house, mode):
    strange = {"denominations": ["2", "5", "25"], "stack": 25, "colour_set": 200, "minor_digits": 3}
    rules = EUROPEAN if house == "european" else other_house(**strange)
    values = ("2", "5", "10", "25", "2.5") if house == "european" else ("2", "5", "10")
    counts = tuple(range(20, 401)) if mode != "value_chips" or house == "european" else (20, 30, 55)
    for question in draws("cash_out", {"mode": (mode,), "chips": counts, "value": values}, rules, 200):
        assert question.params.mode == mode


@pytest.mark.campaign
@pytest.mark.parametrize("mode", MODES)
def test_many_draws_are_sound(mode):
    assert len(list(draws("cash_out", {"mode": (mode,)}, EUROPEAN, 1000))) == 1000


def test_value_chips_are_those_of_the_house():
    house = other_house(denominations=["5", "10", "50"])
    family = registry.family("cash_out")
    bands = {"mode": ("value_chips",), "chips": tuple(range(20, 50)), "value": ("2",)}
    for seed in range(100):
        params = family.draw(bands, house, Random(seed))
        assert params.denominations == ("5", "10", "50")
        assert params.chips * 2 % 5 == 0
    with pytest.raises(BadMoney):
        family.build(family.draw(bands | {"chips": (21,)}, house, Random(0)), house)


def test_half_chips_are_no_slip():
    """A value of 2.50 leaves 12.50 in cash: nobody types that as chips."""
    question = ask("cash_out", mode="colour_left", chips=25, value="2.5", amount="50")
    assert question.expected == {"chips": "5"}
    assert [slip for slip, _ in slips(question)] == ["cash_not_taken"]
