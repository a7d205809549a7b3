"""What bets pay and cover, their chances and the edges of the house: against the oracle's facts and fractions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from family_helpers import ask, judged, said, slips, telling

from srs_roulette.questions import registry
from srs_roulette.rules import house_file

EDGES = {
    ("single_zero", "none"): "none",
    ("single_zero", "half"): "half",
    ("single_zero", "prison"): "prison_one_level",
    ("single_zero", "double_prison"): "prison_two_levels",
    ("double_zero", "none"): "double_zero",
    ("double_zero", "half"): "surrender",
}
EVEN_CHANCES = ("red", "black", "odd", "even", "low", "high")


def shown(share, decimals):
    """A share in percent, half up, without zeros at the end."""
    scaled = Fraction(share) * 100 * 10**decimals
    whole = int(scaled + Fraction(1, 2))
    text = f"{whole / 10**decimals:.{decimals}f}"
    return text.rstrip("0").rstrip(".")


def test_every_kind_pays_and_covers(oracle):
    facts = oracle("positions")
    assert len(facts["odds"]) == 16
    for kind, pays in facts["odds"].items():
        covers = facts["covers"][kind]
        right = {"pays": str(pays), "numbers": str(covers)}
        question = ask("odds", mode="pays", bet=kind)
        assert question.expected == right
        wrongs = [("for_one", pays + 1)]
        wrongs += [("five_fair", "6.2")] if kind == "five" else []
        wrongs += [("covers_as_pays", covers)]
        wrongs += [("street_corner", 19 - pays)] if pays in {11, 8} else []
        assert slips(question) == telling(right, [(slip, {"pays": str(wrong)}) for slip, wrong in wrongs]), kind


def test_the_five_pays_six_whatever_the_law_gives():
    question = ask("odds", "american", mode="pays", bet="five")
    assert judged(question, "6 5") == ("correct", None)
    assert judged(question, "6.2 5") == ("wrong", "five_fair")
    assert judged(question, "7 5") == ("wrong", "for_one")


def test_red_pays_one_to_one_and_two_to_one_counts_the_stake():
    question = ask("odds", mode="pays", bet="red")
    assert judged(question, "1 18") == ("correct", None)
    assert judged(question, "2 18") == ("wrong", "for_one")
    assert judged(ask("odds", mode="pays", bet="dozen"), "3 12") == ("wrong", "for_one")


@pytest.mark.parametrize(
    ("pays", "right", "wrong"),
    [
        (11, "street_trio", {"corner_first_four": "street_corner", "street_corner": "street_corner"}),
        (8, "corner_first_four", {"street_trio": "street_corner", "street_corner": "street_corner"}),
        (2, "dozen_column", {"even_chances": "for_one"}),
        (1, "even_chances", {}),
    ],
)
def test_every_bet_that_pays_so_much(pays, right, wrong, oracle):
    question = ask("odds", mode="reverse", pays=pays)
    assert question.expected == {"bets": right}
    assert {slip["bets"]: name for name, slip in slips(question)} == wrong
    odds = oracle("positions")["odds"]
    kinds = {kind for kind, paid in odds.items() if paid == pays}
    assert kinds == (set(EVEN_CHANCES) if right == "even_chances" else {right.split("_")[0], right.split("_", 1)[1]})


def test_even_chances_for_two_are_said_to_pay_one():
    question = ask("odds", mode="reverse", pays=2)
    assert said(question, "even chances") == 'That is "for 1": the stake is counted. To 1 it is 1.'


@pytest.mark.parametrize("wheel", ["single_zero", "double_zero"])
def test_every_chance_to_one_decimal(wheel, oracle):
    covers = oracle("positions")["covers"]
    rows = {row["covers"]: row for row in oracle("zero_rules")["probabilities"] if row["wheel"] == wheel}
    pockets = {"single_zero": 37, "double_zero": 38}
    (other,) = set(pockets) - {wheel}
    for kind, size in covers.items():
        if kind in {"five", "first_four"} and (kind == "five") != (wheel == "double_zero"):
            continue
        right = {"chance": shown(Fraction(rows[size]["percent_1"]) / 100, 1)}
        question = ask("odds", mode="chance", bet=kind, wheel=wheel)
        assert question.expected == right
        wrongs = [("over_36", Fraction(size, 36)), ("other_wheel", Fraction(size, pockets[other]))]
        assert slips(question) == telling(right, [(s, {"chance": shown(wrong, 1)}) for s, wrong in wrongs]), kind


def test_a_dozen_has_32_4_percent_and_not_the_32_2_of_a_document():
    question = ask("odds", mode="chance", bet="dozen", wheel="single_zero")
    assert question.expected == {"chance": "32.4"}
    assert judged(question, "32.2") == ("wrong", None)


@pytest.mark.parametrize(("wheel", "rule"), EDGES)
def test_edges_of_an_even_chance(wheel, rule, oracle):
    edges = oracle("zero_rules")["edges"]
    exact = Fraction(edges[EDGES[wheel, rule]]["fraction"])
    (other,) = {"single_zero", "double_zero"} - {wheel}
    for bet in EVEN_CHANCES:
        question = ask("odds", mode="edge", bet=bet, wheel=wheel, rule=rule)
        right = {"edge": shown(exact, 2)}
        assert question.expected == right
        wrongs = [("rule_forgotten", Fraction(edges[EDGES[wheel, "none"]]["fraction"]))]
        if (other, rule) in EDGES:
            wrongs.append(("other_wheel", Fraction(edges[EDGES[other, rule]]["fraction"])))
        if "prison" in rule:
            wrongs.append(("prison_as_half", Fraction(edges["half"]["fraction"])))
        told = [(slip, fields) for slip, fields in slips(question) if slip != "other_wheel" or (other, rule) in EDGES]
        assert told == telling(right, [(slip, {"edge": shown(wrong, 2)}) for slip, wrong in wrongs])


def test_edges_of_every_kind_without_a_rule(oracle):
    for row in oracle("zero_rules")["edge_of_kind"]:
        question = ask("odds", mode="edge", bet=row["kind"], wheel=row["wheel"], rule="none")
        assert question.expected == {"edge": shown(Fraction(row["fraction"]), 2)}, row


def test_no_rule_spares_a_dozen(oracle):
    plain = shown(Fraction(oracle("zero_rules")["edges"]["none"]["fraction"]), 2)
    for rule in ("half", "prison", "double_prison"):
        assert ask("odds", mode="edge", bet="dozen", wheel="single_zero", rule=rule).expected == {"edge": plain}


@pytest.mark.parametrize("wheel", ["single_zero", "double_zero"])
@pytest.mark.parametrize("mode", ["chance", "edge"])
def test_only_kinds_that_stand_on_the_wheel_are_drawn(mode, wheel):
    family, house = registry.family("odds"), house_file.house("european")
    bands = {"mode": (mode,), "wheel": (wheel,), "bet": ("five", "first_four", "red")}
    drawn = {family.draw(bands, house, Random(seed)).bet for seed in range(60)}
    assert drawn == {"red", "five" if wheel == "double_zero" else "first_four"}
    for bet in drawn:
        assert family.build(family.params(mode=mode, bet=bet, wheel=wheel, rule="none"), house).expected
