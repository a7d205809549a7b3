"""What the documents work out (ROULETTE.md E2), as the questions answer it; and what they have wrong (D1, F3)."""

from __future__ import annotations

import pytest
from family_helpers import ask, judged, other_house

from srs_roulette.errors import CallRefused
from srs_roulette.rules import house_file
from srs_roulette.rules.chips import stacks_and_singles

M100 = {"maximum": "100"}
OVER_17 = {"17": 3, "17-20": 2, "14-17": 1, "16-17-19-20": 4, "16-17-18": 2, "13-18": 5}
ON_ZERO = {"0": 2, "0-2": 3, "0-2-3": 4, "0-1-2-3": 5}
EVENING = {"dozen2": "40", "column3": "35", "red": "60"}


def calls(name, **params):
    return "call_value", {"call": name, **params}


def mixed(number, stacks):
    return "mixed", {"number": number, "bets": tuple(stacks), "chips": tuple(stacks.values())}


def number(name):
    return "announce", {"number": name, "mode": "full"}


def times(bet, **params):
    return "times_table", {"bet": bet, **params}


def neighbours(on, mode="wheel"):
    return "neighbours", {"on": on, "each_side": 2, "mode": mode}


def paid(call, by, fallen, asked="pays", **params):
    return "call_payout", {"call": call, "by": by, "number": fallen, "asked": asked, **params}


def complete(on, asked, **params):
    return "complete", {"on": on, "asked": asked, "mode": "full", **params}


def limit(bet, **params):
    return "call_limit", {"call": bet, **M100, **params}


# Number of the example, family with parameters, house, what is typed.
WORKED = [
    (1, number("29"), "european", "black odd high 3 2"),
    (1, number("36"), "european", "red even high 3 3"),
    (2, times("split", chips=14), "european", "238"),
    (2, times("straight", chips=23), "european", "805"),
    (4, mixed("17", OVER_17), "european", "235"),
    (4, mixed("0", ON_ZERO), "european", "205"),
    (5, ("cash_out", {"mode": "colour_left", "chips": 235, "value": "5", "amount": "1000"}), "european", "35"),
    (5, ("cash_out", {"mode": "colour_left", "chips": 392, "value": "2", "amount": "600"}), "european", "92"),
    (5, ("cash_out", {"mode": "stacks", "chips": 92}), "european", "4 12"),
    (5, ("cash_out", {"mode": "over", "chips": 175, "value": "1", "over": 100}), "european", "100 3 15"),
    (7, neighbours("26"), "european", "35-3-26-0-32"),
    (7, neighbours("5"), "european", "23-10-5-24-16"),
    (7, neighbours("26", "layout"), "european", "0-3-26-32-35"),
    (7, neighbours("5", "layout"), "european", "5-10-16-23-24"),
    (8, calls("tiers", mode="for", amount="1000"), "european", "165 990 10"),
    (8, calls("orphelins", mode="by", by="25", given="150"), "european", "125 25"),
    (9, limit("voisins", mode="capped", amount="1500"), "european", "170 1490 10"),
    (9, limit("jeu_zero", mode="capped", amount="550"), "european", "150 550 0"),
    (10, ("section", {"number": "14"}), "european", "orphelins"),
    (10, ("section", {"number": "33"}), "european", "tiers"),
    (11, paid("orphelins", "10", "17"), "european", "340"),
    (11, paid("orphelins", "10", "17", "net"), "european", "310"),
    (11, paid("voisins", "50", "0"), "european", "1100"),
    (11, paid("voisins", "50", "0", "net"), "european", "750"),
    (11, paid("neighbours", "20", "32", on="0", each_side=2), "european", "700"),
    (11, paid("neighbours", "20", "32", "net", on="0", each_side=2), "european", "620"),
    (12, complete("17", "cost", unit="25"), "european", "1000"),
    (12, complete("17", "cash", unit="25"), "european", "9800"),
    (12, complete("17", "hit", unit="25", number="16"), "european", "4775 25"),
    (12, complete("2", "cost", unit="10"), "european", "360"),
    (12, complete("2", "cash", unit="10"), "european", "3960"),
    (16, ("finals", {"mode": "pays", "on": "7", "by": "50", "number": "27"}), "german", "1750"),
    (16, ("finals", {"mode": "net", "on": "7", "by": "50", "number": "27"}), "german", "1650"),
    (16, ("finals", {"mode": "pays", "on": "0/3", "by": "25", "number": "20"}), "german", "425"),
    (16, ("finals", {"mode": "net", "on": "0/3", "by": "25", "number": "20"}), "german", "350"),
    (18, ("pay_order", {"number": "18", "bets": ("17-18", "dozen2", "red")}), "hungarian", "red dozen2 17-18"),
    (
        18,
        ("pay_order", {"number": "18", "bets": ("17-18-20-21", "13-18", "red", "column3")}),
        "american",
        "column3 red 13-18 17-18-20-21",
    ),
    (19, times("five", chips=12), "american", "72"),
    (20, paid("voisins", "20", "0"), "european", "440"),
    (20, mixed("17", {"17-20": 1, "14-17": 1, "16-17-19-20": 1, "13-14-16-17": 1, "17-18-20-21": 1}), "european", "58"),
]


@pytest.mark.parametrize(("example", "asked", "house", "answer"), WORKED)
def test_a_worked_example(example, asked, house, answer):
    family, params = asked
    assert judged(ask(family, house, **params), answer) == ("correct", None), example


# The source, what it asks, what it says, and the slip that this is.
WRONG = [
    ("D1: seed 000 on zero's neighbours", neighbours("0"), "european", "26-0-32-15-19", "shifted"),
    ("F3: 36 is black", number("36"), "european", "black even high 3 3", "colour_by_parity"),
    ("F3: voisins with one chip", paid("voisins", "20", "0"), "european", "340", None),
    ("one chip on the trio", paid("voisins", "20", "2"), "european", "220", "one_chip_only"),
    ("six line at 6", mixed("17", {"13-18": 5, "17": 1}), "european", "65", "six_line_at_6"),
    (
        "F3: one chip on the trio",
        ("call_layout", {"call": "voisins", "mode": "place"}),
        "european",
        "0-2-3 4-7 12-15 18-21 19-22 32-35 25-26-28-29=2",
        "single_on_trio",
    ),
    (
        "F3: voisins on the split 25/26",
        ("call_layout", {"call": "voisins", "mode": "place"}),
        "european",
        "0-2-3=2 4-7 12-15 18-21 19-22 32-35 25-26=2",
        "split_for_corner",
    ),
    ("F3: six lines at 8", times("six_line", chips=4), "european", "32", None),
    ("D1: a stack of 200", ("cash_out", {"mode": "stacks", "chips": 235}), "european", "1 35", "stack_200"),
    ("F3: straight and six line", mixed("23", {"23": 50, "22-27": 40}), "european", "785", None),
    ("S2 on a final of seven", ("finals", {"mode": "chips", "on": "7"}), "german", "4", "fourth_chip"),
]


@pytest.mark.parametrize(("source", "asked", "house", "answer", "slip"), WRONG)
def test_a_wrong_truth_is_refused(source, asked, house, answer, slip):
    family, params = asked
    verdict, named = judged(ask(family, house, **params), answer)
    assert verdict == "wrong", source
    if slip:
        assert named == slip, source


def test_zero_and_its_neighbours():
    assert judged(ask("neighbours", on="0", each_side=2, mode="wheel"), "3-26-0-32-15") == ("correct", None)


def test_a_dozen_pays_two_to_one():
    """Seed 003 counts the stake: 3 for 1."""
    question = ask("outside", mode="one", number="14", bets=("dozen2",), stake=("20",), asked="pays")
    assert judged(question, "40") == ("correct", None)
    assert judged(question, "60") == ("wrong", "for_one")
    odds = ask("odds", mode="pays", bet="dozen")
    assert judged(odds, "2 12") == ("correct", None)
    assert judged(odds, "3 12") == ("wrong", "for_one")


def test_the_chance_of_a_dozen():
    """Seed 003 has 32.2 percent."""
    question = ask("odds", mode="chance", bet="dozen", wheel="single_zero")
    assert judged(question, "32.4") == ("correct", None)
    assert judged(question, "32.2")[0] == "wrong"


def test_pictures():
    """Example 3: a straight with two corners, and one with four splits."""
    mickey = ("17", "13-14-16-17", "14-15-17-18")
    cross = ("17", "16-17", "17-18", "14-17", "17-20")
    for picture, bets, chips, total in (("mickey_mouse", mickey, 4, "204"), ("cross", cross, 2, "206")):
        question = ask("picture", picture=picture, number="17", bets=bets, chips=chips, named=1)
        assert judged(question, total) == ("correct", None)


def test_outside_bets_of_one_spin():
    """Example 6: 18 falls; and zero under three rules."""
    params = {"mode": "four", "number": "18", "bets": tuple(EVENING), "stake": tuple(EVENING.values())}
    assert judged(ask("outside", **params, asked="pays"), "210") == ("correct", None)
    on_zero = {"mode": "zero", "number": "0", "bets": ("red",), "stake": ("130",)}
    assert judged(ask("outside", **on_zero), "0 130") == ("correct", None)
    assert judged(ask("outside", "french_partage", **on_zero), "65 65") == ("correct", None)
    assert judged(ask("outside", "german", **on_zero), "0 0 130") == ("correct", None)


def test_highest_stakes():
    """Example 13: a corner 400, so that 50 of 450 go back; a six line 600, a street 300."""
    for bet, most in (("corner", "400"), ("six_line", "600"), ("street", "300")):
        assert judged(ask("limits", mode="highest", bet=bet, maximum="100"), most) == ("correct", None)
    assert judged(ask("limits", mode="back", bet="corner", maximum="100", stake="450"), "50") == ("correct", None)


def test_calls_name_the_lowest_and_the_highest():
    """Example 14."""
    for bet, pockets in (("16-17-19-20", "16 17 19 20"), ("4-9", "4 5 6 7 8 9")):
        assert judged(ask("name_spot", mode="call", bet=bet, language="fr"), pockets) == ("correct", None)


def zero_of(stake, *numbers, mode="next", house="german", **params):
    return ask("zero", house, mode=mode, bets=("red",), stakes=(stake,), numbers=numbers, **params)


def test_prison():
    """Example 15: red 40 locked, freed by a red number and nothing won; 50 is no even multiple of 10."""
    assert judged(zero_of("40", "0", mode="one"), "0 0") == ("correct", None)
    assert judged(zero_of("40", "0", "1"), "freed 40") == ("correct", None)
    assert judged(zero_of("40", "0", "1"), "freed 80") == ("wrong", "prison_paid")
    assert judged(zero_of("40", "0", mode="share", minimum="10"), "yes 20") == ("correct", None)
    assert judged(zero_of("50", "0", mode="share", minimum="10"), "no 0") == ("correct", None)
    assert judged(zero_of("40", "0", "0", mode="quarter", minimum="10"), "yes 10") == ("correct", None)
    assert judged(zero_of("40", "0", "0", "0", mode="double"), "lost 0") == ("correct", None)


def test_chips_bought_and_changed():
    """Example 17: 300 at 2.50 is six stacks; three stacks and seven at 5 are 335."""
    bought = ask("chips", mode="buy_in", value="2.5", given="300")
    assert judged(bought, "6 0") == ("correct", None)
    assert judged(ask("chips", mode="colour_up", value="5", stacks=3, singles=7), "335") == ("correct", None)


def test_surrender():
    """Example 19."""
    assert judged(zero_of("50", "0", mode="one", house="surrender"), "25 25") == ("correct", None)


def test_the_edge_of_prison():
    """1.35 percent is that of half back, not of prison: 1.388, or 1.370 with a second level."""
    question = ask("odds", mode="edge", bet="red", wheel="single_zero", rule="prison")
    assert judged(question, "1.35")[0] == "wrong"
    assert judged(question, "1.39") == ("correct", None)


def test_a_final_of_zero_and_seven_does_not_exist():
    with pytest.raises(CallRefused):
        ask("finals", "german", mode="chips", on="0/7")


def test_the_pay_of_another_dealer():
    """Example 20: voisins by 20 paid 340 on zero was split odds, on one chip."""
    question = ask(
        "find_the_error",
        inner="call_payout",
        question={"call": "voisins", "by": "20", "number": "0", "asked": "pays"},
        paid="340",
    )
    assert judged(question, "too_little 100") == ("correct", None)


def test_a_stack_is_twenty_in_every_house():
    assert stacks_and_singles(235, 20) == (11, 15)
    assert {house_file.house(name).stack for name in house_file.house_files()} == {20}


def test_the_first_three_are_not_the_only_trio():
    assert house_file.house("german").layout.trios == house_file.house("european").layout.trios
    other = other_house(trios=["0-2-3"])
    assert [list(trio) for trio in other.layout.trios] == [["0", "2", "3"]]
