"""Chips over the table: what they are worth and how many there are, reckoned again by hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from drawn_helpers import draws, prompt, worked
from family_helpers import ask, carries, judged, other_house, said, slips, telling

from srs_roulette.errors import RuleRefused
from srs_roulette.questions import registry
from srs_roulette.rules import house_file

EUROPEAN = house_file.house("european")
MODES = ("buy_in", "colour_up", "marker", "board", "set_check", "leftover")
SIZES = (("stack_200", 200), ("stack_10", 10), ("stack_25", 25))


def text(amount):
    """Write an exact amount as decimal text."""
    amount = Fraction(amount)
    whole, rest = divmod(amount, 1)
    return f"{whole}.{str(float(rest))[2:]}" if rest else str(whole)


def cut(chips, stack=20):
    return {"stacks": str(chips // stack), "singles": str(chips % stack)}


def cash(wrongs, field="cash"):
    return [(slip, {field: text(wrong)}) for slip, wrong in wrongs if wrong > 0]


def sums(right):
    return carries(int(right)) if Fraction(right).denominator == 1 else []


def worth_slips(stacks, singles, value):
    """PROMPTS.md, family 21, in cash: 200, 10 or 25 to the stack; the value forgotten; every chip a stack."""
    return [
        *((slip, (size * stacks + singles) * value) for slip, size in SIZES),
        ("value_forgotten", 20 * stacks + singles),
        ("singles_as_stacks", (stacks + singles) * 20 * value),
    ]


@pytest.mark.parametrize("value", ["1", "2", "2.5", "5", "10", "25"])
def test_buying_in(value):
    for chips in (1, 19, 20, 35, 40, 60, 67, 120, 199, 200):
        given = Fraction(value) * chips
        question = ask("chips", mode="buy_in", given=text(given), value=value)
        assert question.expected == cut(chips)
        wrongs = [(slip, cut(chips, size)) for slip, size in SIZES]
        wrongs.append(("value_forgotten", cut(int(given))))
        assert slips(question) == telling(question.expected, wrongs)


def test_buying_in_as_written():
    """ROULETTE.md E2, 17: 300 at 2.50 is 120 chips, 6 stacks."""
    question = ask("chips", mode="buy_in", given="300", value="2.5")
    assert prompt(question) == "Buying in. Cash: 300. Value: 2.5. Stacks; singles:"
    assert judged(question, "6 0") == ("correct", None)
    assert judged(question, "0 120") == ("wrong", "stack_200")
    assert judged(question, "12 0") == ("wrong", "stack_10")
    assert judged(question, "4 20") == ("wrong", "stack_25")
    assert judged(question, "15 0") == ("wrong", "value_forgotten")
    assert worked(question) == ["20 x 2.5 = 50", "6 x 50 = 300", "= 6 0"]


def test_buying_in_broken_stacks():
    question = ask("chips", mode="buy_in", given="335", value="5")
    assert judged(question, "3 7") == ("correct", None)
    assert worked(question) == ["67 x 5 = 335", "3 x 20 = 60", "67 - 60 = 7", "= 3 7"]


@pytest.mark.parametrize("value", ["1", "2", "2.5", "5", "10", "25"])
def test_colouring_up(value):
    for stacks in range(10):
        for singles in (0, 1, 7, 19):
            if stacks or singles:
                question = ask("chips", mode="colour_up", stacks=stacks, singles=singles, value=value)
                right = text((20 * stacks + singles) * Fraction(value))
                assert question.expected == {"cash": right}
                wrongs = [*worth_slips(stacks, singles, Fraction(value)), *sums(right)]
                assert slips(question) == telling(question.expected, cash(wrongs))


def test_colouring_up_as_written():
    """ROULETTE.md E2, 17: 3 stacks and 7 at 5 are 335."""
    question = ask("chips", mode="colour_up", stacks=3, singles=7, value="5")
    assert prompt(question) == "Stacks: 3. Singles: 7. Value: 5. To give, cash:"
    assert worked(question) == ["3 x 20 = 60", "singles: 7", "60 + 7 = 67", "67 x 5 = 335"]
    for raw, slip in {
        "335": None,
        "3035": "stack_200",
        "185": "stack_10",
        "410": "stack_25",
        "67": "value_forgotten",
        "1000": "singles_as_stacks",
        "353": "digits_swapped",
        "325": "ten_lost",
        "235": "hundred_lost",
    }.items():
        assert judged(question, raw) == ("correct" if slip is None else "wrong", slip)
    assert said(question, "67") == "One chip is worth 5."


@pytest.mark.parametrize("value", ["1", "2", "2.5", "5", "10", "25"])
def test_a_marker_shows_the_stack(value):
    shown = 20 * Fraction(value)
    question = ask("chips", mode="marker", marker=text(shown))
    assert prompt(question) == f"Marker of a stack: {text(shown)}. One chip, cash:"
    assert question.expected == {"value": value}
    wrongs = [("marker_as_chip", shown), *((slip, shown / size) for slip, size in SIZES)]
    assert slips(question) == telling(question.expected, cash(wrongs, "value"))


def test_a_marker_of_one_hundred():
    """ROULETTE.md E1, 17: a marker shows the value of a stack, 100 for chips of 5."""
    question = ask("chips", mode="marker", marker="100")
    assert judged(question, "5") == ("correct", None)
    assert judged(question, "100") == ("wrong", "marker_as_chip")
    assert judged(question, "0.5") == ("wrong", "stack_200")
    assert judged(question, "4") == ("wrong", "stack_25")


def test_the_board():
    board = {"red": "5", "blue": "2", "yellow": "10", "white": "1"}
    question = ask(
        "chips",
        mode="board",
        colours=tuple(board),
        values=tuple(board.values()),
        colour="blue",
        stacks=1,
        singles=15,
    )
    assert prompt(question) == (
        "Board, one chip: red: 5, blue: 2, yellow: 10, white: 1. Colour: blue. Stacks: 1. Singles: 15. To give, cash:"
    )
    assert question.expected == {"cash": "70"}
    wrongs = [
        *worth_slips(1, 15, 2),
        ("other_colour", 175),
        ("other_colour", 350),
        ("other_colour", 35),
        *carries(70),
    ]
    assert slips(question) == telling(question.expected, cash(wrongs))
    assert said(question, "350") == "That is the value of yellow."


@pytest.mark.parametrize(
    ("rack", "players", "layout", "missing"), [(120, 57, 11, 12), (60, 130, 10, 0), (1, 1, 1, 197), (140, 40, 19, 1)]
)
def test_what_is_missing_in_a_set(rack, players, layout, missing):
    question = ask("chips", mode="set_check", rack=rack, players=players, layout=layout)
    words = f"Set: 200. Rack: {rack}; players: {players}; layout: {layout}. Missing, chips:"
    assert prompt(question) == words
    assert question.expected == {"chips": str(missing)}
    wrongs = [
        *(("part_forgotten", missing + part) for part in (layout, players, rack)),
        ("counted", rack + players + layout),
        ("carry_forgotten", missing + 10),
        *carries(missing),
    ]
    assert slips(question) == telling(question.expected, cash(wrongs, "chips"))


def test_a_set_of_three_hundred():
    house = other_house(colour_set=300)
    assert ask("chips", house, mode="set_check", rack=200, players=80, layout=15).expected == {"chips": "5"}


def test_chips_left_over():
    """Seed 004: chips not changed are worth only the table's minimum."""
    question = ask("chips", "english", mode="leftover", chips=12, value="25", minimum="5")
    assert prompt(question) == (
        "Colour chips not changed on leaving: 12. Bought at: 25. Table minimum: 5. Worth, cash:"
    )
    assert question.expected == {"cash": "60"}
    assert slips(question) == [
        (slip, {"cash": wrong})
        for slip, wrong in [
            ("bought_value", "300"),
            ("minimum_once", "5"),
            ("leftover_nothing", "0"),
            ("digits_swapped", "6"),
            ("ten_lost", "50"),
        ]
    ]


def test_chips_left_over_are_not_asked_where_no_one_says_what_they_are_worth():
    house = other_house(leftover_value="unknown")
    with pytest.raises(RuleRefused, match="european"):
        registry.family("chips").draw({"mode": ("leftover",)}, house, Random(0))
    with pytest.raises(RuleRefused, match="european"):
        ask("chips", house, mode="leftover", chips=12, value="25", minimum="5")


def test_the_minimum_is_the_house_s_unless_the_deck_gives_one():
    family = registry.family("chips")
    for seed in range(50):
        assert family.draw({"mode": ("leftover",)}, EUROPEAN, Random(seed)).minimum == "5"
        given = family.draw({"mode": ("leftover",), "minimum": ("1", "2"), "value": ("2", "5")}, EUROPEAN, Random(seed))
        assert int(given.minimum) < int(given.value)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("house", ["european", "english", "strange"])
def test_draws_are_sound(house, mode):
    strange = {"stack": 25, "colour_set": 250, "minor_digits": 3}
    rules = other_house(**strange) if house == "strange" else house_file.house(house)
    for question in draws("chips", {"mode": (mode,)}, rules, 200 if house == "european" else 50):
        params = question.params
        assert params.mode == mode
        if mode in {"colour_up", "board"}:
            assert 0 < params.stacks * rules.stack + params.singles <= rules.colour_set
        if mode == "board":
            assert len(set(params.colours)) == len(set(params.values)) == 4
        if mode == "buy_in":
            chips = int(question.expected["stacks"]) * rules.stack + int(question.expected["singles"])
            assert Fraction(params.given) == chips * Fraction(params.value)
        if mode == "set_check":
            assert min(params.rack, params.players, params.layout) > 0
            missing = int(question.expected["chips"])
            assert params.rack + params.players + params.layout == rules.colour_set - missing


@pytest.mark.campaign
@pytest.mark.parametrize("mode", MODES)
def test_many_draws_are_sound(mode):
    bands = {
        "mode": (mode,),
        "value": ("0.5", "1", "2", "2.5", "5", "10", "20", "25", "50"),
        "stacks": tuple(range(11)),
    }
    assert len(list(draws("chips", bands, EUROPEAN, 1000))) == 1000


def test_a_board_repeats_values_only_where_the_deck_gives_few():
    params = registry.family("chips").draw({"mode": ("board",), "value": ("1", "2")}, EUROPEAN, Random(1))
    assert set(params.values) <= {"1", "2"}
    assert len(params.values) == 4


def test_at_least_one_chip():
    family = registry.family("chips")
    params = family.draw({"mode": ("colour_up",), "stacks": (0,), "singles": (0,)}, EUROPEAN, Random(0))
    assert (params.stacks, params.singles) == (0, 1)
    full = family.draw({"mode": ("colour_up",), "stacks": (50,), "singles": (9,)}, EUROPEAN, Random(0))
    assert (full.stacks, full.singles) == (10, 0)
