"""The order of payment, against orders written apart from the documents, and what a house leaves open."""

from collections import Counter
from itertools import combinations

import pytest
from limit_helpers import answer, ask, house, params, sound, text, wrong

from srs_roulette.errors import RuleRefused

BOXES = ("red", "black", "odd", "even", "low", "high")
# ROULETTE.md D2; the house files' own order where they say "ours".
US_OUTSIDE = ("column", "high", "odd", "dozen3", "black", "red", "dozen2", "even", "low", "dozen1")
US_INSIDE = (5, 11, 8, 17, 35)
OURS_INSIDE = (5, 8, 11, 17, 35)
ODDS = {1: 35, 2: 17, 3: 11, 4: 8, 5: 8, 6: 5}
"""By numbers; the five ranks with the corner."""


def _numbers(bet):
    numbers = bet.split("-")
    if len(numbers) == 2 and "0" not in numbers and int(numbers[1]) - int(numbers[0]) == 5:
        return [str(n) for n in range(int(numbers[0]), int(numbers[1]) + 1)]
    return numbers


def _outside(bet):
    return bet in BOXES or bet[:-1] in {"dozen", "column"}


def _row(number):
    return 0 if number in {"0", "00"} else (int(number) + 2) // 3


def _far(bet):
    return _row(_numbers(bet)[0]) + _row(_numbers(bet)[-1])


def _place(bet, where):
    """Where a bet stands: group, place in it, and how near; None where the source says nothing."""
    us = where in {"american", "surrender"}
    if _outside(bet):
        if us:
            return 0, US_OUTSIDE.index("column" if bet.startswith("column") else bet), 0
        return 0, ("even", "dozen", "column").index("even" if bet in BOXES else bet[:-1]), 0
    odds = ODDS[len(_numbers(bet))]
    if where == "hungarian":
        return 1, 0, 0
    if where == "english":
        return 1, int(odds == 35), 0
    return 1, (US_INSIDE if us else OURS_INSIDE).index(odds), -_far(bet) if us else 0


@pytest.mark.parametrize(
    "where", ["european", "german", "french_partage", "english", "hungarian", "american", "surrender"]
)
@pytest.mark.parametrize("count", [3, 6, 12])
def test_drawn(where, count):
    sizes = Counter()
    for question in sound("pay_order", where, range(30), count=(count,)):
        asked = params(question)
        places = {bet: _place(bet, where) for bet in asked["bets"]}
        assert len(set(places.values())) == len(places)
        assert list(question.expected["order"]) == sorted(places, key=places.get)
        assert question.expected["order"] != tuple(asked["bets"])
        assert {_outside(bet) for bet in asked["bets"]} == {True, False}
        assert [chip.chips for chip in question.picture] == [1] * len(places)
        sizes[len(places)] += 1
    most = {"english": 3, "hungarian": 3, "american": 12, "surrender": 12}.get(where, 8)
    assert max(sizes) == min(count, most)
    assert sizes[max(sizes)] > 25


@pytest.mark.parametrize("where", ["english", "hungarian"])
def test_a_question_asks_no_two_kinds_that_the_house_does_not_rank(where):
    for question in sound("pay_order", where, range(100), count=(12,)):
        bets = params(question)["bets"]
        outside = {bet[:-1] for bet in bets if _outside(bet) and bet not in BOXES}
        between = [bet for bet in bets if not _outside(bet) and (where == "hungarian" or len(_numbers(bet)) > 1)]
        assert outside <= ({"dozen"} if where == "hungarian" else set())
        assert len(between) <= 1


def test_modes():
    for question in sound("pay_order", "american", range(60), mode=("far",), count=(4,)):
        bets = params(question)["bets"]
        assert not any(map(_outside, bets))
        alike = [
            pair for pair in combinations(bets, 2) if _place(pair[0], "american")[1] == _place(pair[1], "american")[1]
        ]
        assert alike
        assert all(_far(one) != _far(other) for one, other in alike)
    for question in sound("pay_order", "american", range(30), mode=("outside",), count=(3,)):
        assert all(map(_outside, params(question)["bets"]))
    for question in sound("pay_order", "european", range(30), mode=("inside",), count=(4,)):
        assert not any(map(_outside, params(question)["bets"]))


@pytest.mark.rows("houses", "orders")
def test_an_order_of_the_oracle(row):
    question = ask("pay_order", row["house"], number=row["number"], bets=tuple(row["bets"][::-1]))
    assert list(question.expected["order"]) == row["order"]


@pytest.mark.rows("houses", "unranked")
def test_what_the_oracle_leaves_open_is_refused(row):
    with pytest.raises(RuleRefused, match="does not rank"):
        ask("pay_order", row["house"], number="18", bets=tuple(row["bets"]))


def test_worked_example():
    # ROULETTE.md E2 18.
    hungarian = ask("pay_order", "hungarian", number="18", bets=("17-18", "red", "dozen2"))
    assert answer(hungarian) == "red,dozen2,17-18"
    american = ask("pay_order", "american", number="18", bets=("17-18-20-21", "red", "13-18", "column3"))
    assert answer(american) == "column3,red,13-18,17-18-20-21"


def test_wording():
    question = ask("pay_order", number="18", bets=("17-18", "red", "13-18"))
    assert text(question.message) == "18 falls. Winning: 17-18, red, 13-18. In the order of payment:"
    assert [text(step) for step in question.working] == [
        *("Outside: red", "Inside: six line 13-18, 17/18", "= red,13-18,17-18"),
    ]


def test_slips_of_a_house_that_pays_even_chances_first():
    bets = ("17", "16-17-18", "column2", "13-14-16-17", "black", "dozen2")
    question = ask("pay_order", number="17", bets=bets)
    assert answer(question) == "black,dozen2,column2,13-14-16-17,16-17-18,17"
    assert wrong(question) == [
        ("inside_first", "13-14-16-17,16-17-18,17,black,dozen2,column2"),
        ("other_house", "column2,black,dozen2,13-14-16-17,16-17-18,17"),
        ("high_odds_first", "black,dozen2,column2,17,16-17-18,13-14-16-17"),
        ("street_before_corner", "black,dozen2,column2,16-17-18,13-14-16-17,17"),
    ]
    assert text(question.slips[1].message) == "That is the order of a house that pays columns first."
    assert text(question.slips[3].message) == "Paid first here: Corner."


def test_slips_of_a_house_that_pays_columns_first():
    bets = ("17", "14-17", "16-17-18", "column2", "13-14-16-17", "17-20", "black", "odd", "dozen2")
    question = ask("pay_order", "american", number="17", bets=bets)
    assert answer(question) == "column2,odd,black,dozen2,16-17-18,13-14-16-17,17-20,14-17,17"
    assert wrong(question) == [
        ("inside_first", "16-17-18,13-14-16-17,17-20,14-17,17,column2,odd,black,dozen2"),
        ("other_house", "odd,black,dozen2,column2,16-17-18,13-14-16-17,17-20,14-17,17"),
        ("near_first", "column2,odd,black,dozen2,16-17-18,13-14-16-17,14-17,17-20,17"),
        ("high_odds_first", "column2,odd,black,dozen2,17,14-17,17-20,13-14-16-17,16-17-18"),
        ("street_after_corner", "column2,odd,black,dozen2,13-14-16-17,16-17-18,17-20,14-17,17"),
    ]


def test_slips_of_three_bets():
    question = ask("pay_order", "english", number="17", bets=("17", "17-20", "black"))
    assert answer(question) == "black,17-20,17"
    assert wrong(question) == [("inside_first", "17-20,17,black"), ("high_odds_first", "black,17,17-20")]


@pytest.mark.parametrize(
    ("where", "mode"),
    [("european", "far"), ("english", "outside"), ("hungarian", "inside"), ("hungarian", "far")],
)
def test_what_a_house_does_not_rank_is_not_asked(where, mode):
    with pytest.raises(RuleRefused, match="ranks no two winners"):
        next(sound("pay_order", where, range(1), mode=(mode,)))


def test_a_house_without_any_order_is_refused():
    with pytest.raises(RuleRefused, match="ranks no two winners"):
        next(sound("pay_order", house("european", pay_order_outside=[], pay_order_inside=[]), range(1)))


@pytest.mark.campaign
def test_many():
    for where in ("european", "american"):
        for count in (3, 6, 12):
            assert len(list(sound("pay_order", where, range(1000), count=(count,)))) == 1000
