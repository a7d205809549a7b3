"""The tables of 35, 17, 11, 8 and 5: against products made by repeated addition."""

from __future__ import annotations

from fractions import Fraction

import pytest
from family_helpers import REFUSED, ask, carries, judged, other_house, paid, said, slips, telling

OTHER = {35: 17, 17: 35, 11: 8, 8: 11}


def tables(oracle):
    """Each kind with its odds and its products, the first at 1."""
    return {
        kind: (table["odds"], [0, *table["products"]])
        for name, table in oracle("payout_tables").items()
        if name.startswith("odds_")
        for kind in table["kinds"]
    }


def short_cuts(odds, n):
    """A dealer's way left half done: halve, seven times, the 0; three to two; carry."""
    if odds == 35:
        return [("not_halved", 70 * n)]
    if odds == 17 and n > 1:
        return [("twice_forgotten", 15 * n if n % 2 == 0 else 15 * (n - 1) + 17)]
    if odds == 11 and n > 9:
        a, b = divmod(n, 10)
        return [("carry_forgotten", int(f"{a}{(a + b) % 10}{b}"))] if a + b > 9 and a < 10 else []
    if odds == 6:
        fair = [("fair_odds", n * 62 // 10)] if n * 62 % 10 == 0 else []
        return [*fair, ("six_line_odds", 5 * n), ("first_four", 8 * n)]
    return []


def test_every_table_to_fifty(oracle):
    found = tables(oracle)
    assert len(found) == 16
    for kind, (odds, products) in found.items():
        for n in range(1, 51):
            right = products[n]
            question = ask("times_table", bet=kind, chips=n)
            assert question.expected == {"pays": str(right)}
            wrongs = [
                ("stake_included", right + n),
                ("one_too_many", right + odds),
                ("one_too_few", right - odds),
                *([("wrong_table", n * OTHER[odds])] if odds in OTHER else []),
                *short_cuts(odds, n),
                *carries(right),
            ]
            assert slips(question) == telling({"pays": str(right)}, paid(wrongs)), (kind, n)


@pytest.mark.rows("payout_tables", "quoted")
def test_products_quoted_by_dealers(row):
    kind = {35: "straight", 17: "split", 11: "street", 8: "corner", 5: "six_line"}[row["odds"]]
    assert ask("times_table", bet=kind, chips=row["chips"]).expected == {"pays": str(row["pays"])}


@pytest.mark.parametrize(("kind", "odds"), [("split", 17), ("street", 11), ("corner", 8), ("six_line", 5)])
def test_the_stake_is_named_before_one_chip_too_many(kind, odds):
    """Both give n (o + 1) = (n + 1) o where n = o."""
    question = ask("times_table", bet=kind, chips=odds)
    assert judged(question, str(odds * (odds + 1))) == ("wrong", "stake_included")
    assert "one_too_many" not in dict(slips(question))


def test_a_six_line_paid_at_six_is_the_stake_counted_in():
    told = dict(slips(ask("times_table", bet="six_line", chips=4)))
    assert told["stake_included"] == {"pays": "24"}
    assert "wrong_table" not in told


def test_twice_is_never_forgotten_with_one_chip():
    assert "twice_forgotten" not in dict(slips(ask("times_table", bet="split", chips=1)))


@pytest.mark.rows("payout_tables", "stakes")
def test_stakes_of_ten_and_twenty_five(row):
    for stake in ("10", "25"):
        pays, returned = row[f"stake_{stake}"], row[f"with_stake_{stake}"]
        question = ask("times_table", bet=row["kind"], stake=stake)
        assert question.expected == {"pays": pays}
        assert dict(slips(question))["stake_included"] == {"pays": returned}
        whole = ask("times_table", bet=row["kind"], stake=stake, asked="with_stake")
        assert whole.expected == {"returned": returned}
        assert dict(slips(whole))["stake_forgotten"] == {"returned": pays}


@pytest.mark.parametrize("asked", [None, "with_stake"])
@pytest.mark.parametrize("stake", [5, 10, 25, 50, 100])
def test_slips_of_stakes_in_money(stake, asked, oracle):
    for kind, (odds, products) in tables(oracle).items():
        won = products[stake] if stake <= 50 else 2 * products[50]
        field, right = ("returned", won + stake) if asked else ("pays", won)
        wrongs = [("stake_forgotten", won) if asked else ("stake_included", won + stake)]
        if odds in OTHER:
            wrongs.append(("wrong_table", stake * OTHER[odds] + (stake if asked else 0)))
        wrongs += [(slip, wrong + (stake if asked else 0)) for slip, wrong in short_cuts(odds, stake)]
        question = ask("times_table", bet=kind, stake=str(stake), asked=asked)
        assert question.expected == {field: str(right)}
        assert slips(question) == telling({field: str(right)}, paid([*wrongs, *carries(right)], field)), kind


@pytest.mark.parametrize(
    ("kind", "stake", "pays"),
    [
        ("straight", "0.29", "10.15"),
        ("split", "0.35", "5.95"),
        ("split", "2.3", "39.1"),
        ("street", "0.7", "7.7"),
        ("six_line", "2.5", "12.5"),
        ("split", str(10**25), str(17 * 10**25)),
    ],
)
def test_money_is_exact(kind, stake, pays):
    question = ask("times_table", bet=kind, stake=stake)
    assert question.expected == {"pays": pays}
    assert judged(question, pays) == ("correct", None)


def test_money_of_a_house_with_three_decimals():
    question = ask("times_table", other_house(minor_digits=3), bet="split", stake="2.125")
    assert Fraction(question.expected["pays"]) == Fraction("2.125") * 17


def test_paid_and_returned_are_two_questions():
    """Public failure 09: 1000 on a number pays 35 000 and returns 36 000."""
    pays = ask("times_table", bet="straight", stake="1000")
    assert judged(pays, "35000") == ("correct", None)
    assert judged(pays, "36000") == ("wrong", "stake_included")
    assert said(pays, "36000") == "That is 36 times: the stake stays on the layout."
    returned = ask("times_table", bet="straight", stake="1000", asked="with_stake")
    assert judged(returned, "36000") == ("correct", None)
    assert judged(returned, "35000") == ("wrong", "stake_forgotten")
    assert said(returned, "35000") == "The player gets the stake back with the winnings."


@pytest.mark.parametrize("raw", ["119", "119 ", " 119", "0119", "+119", "\u0661\u0661\u0669"])
def test_119_for_seven_chips_on_a_split(raw):
    assert judged(ask("times_table", bet="split", chips=7), raw) == ("correct", None)


@pytest.mark.parametrize("raw", ["", " ", "-", "119abc", "119.0", "1_19", "1.19e2", "0x77", "seventeen"])
def test_what_is_no_119_is_asked_again(raw):
    """Public failure 10."""
    assert judged(ask("times_table", bet="split", chips=7), raw) == (REFUSED, None)


@pytest.mark.parametrize(
    ("raw", "slip"),
    [
        ("126", "stake_included"),
        ("136", "one_too_many"),
        ("102", "one_too_few"),
        ("245", "wrong_table"),
        ("107", "twice_forgotten"),
        ("191", "digits_swapped"),
        ("109", "ten_lost"),
        ("19", "hundred_lost"),
        ("-119", None),
        ("118", None),
    ],
)
def test_every_slip_of_seven_chips_on_a_split(raw, slip):
    assert judged(ask("times_table", bet="split", chips=7), raw) == ("wrong", slip)


def test_the_five_pays_six():
    question = ask("times_table", "american", bet="five", chips=10)
    assert question.expected == {"pays": "60"}
    assert judged(question, "62") == ("wrong", "fair_odds")
