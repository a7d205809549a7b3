"""Calls at the limit, against the rows of tests/oracles/calls.toml and a spread written apart."""

from collections import Counter

import pytest
from limit_helpers import answer, ask, house, params, sound, text, wrong

from srs_roulette.errors import CallRefused

PROGRESSIVE = {1: 1, 2: 2, 3: 3, 4: 4}
"""ROULETTE.md A4: limits in straight-up maximums, by the numbers of a spot."""
FRENCH_LAW = {1: 30, 2: 60, 3: 100, 4: 120}
MODES = ("capped", "just_above", "far_above", "over", "maximum", "below")
ROWS = ("voisins", "tiers", "orphelins", "jeu_zero", "naca", "tiers_5_8_10_11", "orphelins_plein")


def _legs(oracle, call):
    """Chips and numbers of every spot of a series."""
    legs = oracle("calls")["calls"][call]["legs"]
    return [(chips, len(bet.split("-"))) for bet, chips in legs.items()]


def _spread(legs, caps, amount, step):
    """The largest value, a multiple of the step, that the amount pays for; found by trying each."""
    best = None
    for value in range(step, max(caps[size] // chips for chips, size in legs) + 1, step):
        laid = sum(min(chips * value, caps[size]) for chips, size in legs)
        if laid <= amount:
            best = value, laid
    return (*best, amount - best[1])


def _caps(asked, where):
    if where == "french_law":
        return FRENCH_LAW
    return {size: factor * int(asked["maximum"]) for size, factor in PROGRESSIVE.items()}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("where", ["european", "german", "french_law"])
def test_drawn(where, mode, oracle):
    step = 1 if where == "french_law" else 5
    for question in sound("call_limit", where, range(40), mode=(mode,)):
        asked = params(question)
        legs, caps = _legs(oracle, asked["call"]), _caps(asked, where)
        most = sum(caps[size] for _, size in legs)
        if mode == "maximum":
            assert answer(question) == str(most)
            continue
        amount = int(asked["amount"])
        value, total, change = _spread(legs, caps, amount, step)
        assert answer(question) == f"{value} {total} {change}"
        cut = any(chips * value > caps[size] for chips, size in legs)
        first = min(caps[size] // chips for chips, size in legs)
        assert (amount > most) == (mode == "over")
        assert cut == (mode != "below")
        assert mode != "just_above" or value <= first + (max(caps[2], 1) - first) // 2 + step
        assert amount % 5 == 0 or where == "french_law"


@pytest.mark.parametrize("call", ROWS)
def test_every_series_of_the_house(call, oracle):
    for question in sound("call_limit", "german", range(25), mode=("over", "maximum", "below"), call=(call,)):
        asked = params(question)
        legs, caps = _legs(oracle, call), _caps(asked, "german")
        if "amount" in asked:
            assert answer(question) == " ".join(map(str, _spread(legs, caps, int(asked["amount"]), 5)))
        else:
            assert answer(question) == str(sum(caps[size] for _, size in legs))


def test_neighbours_and_finals_are_full_all_at_once():
    for call in ("neighbours", "finals"):
        for question in sound("call_limit", "german", range(25), mode=("over", "maximum"), call=(call,)):
            asked = params(question)
            chips = 5 if call == "neighbours" else 3 + (asked["on"] < "7")
            maximum = int(asked["maximum"])
            total = chips * maximum
            over = f"{maximum} {total} {int(asked['amount']) - total}" if "amount" in asked else str(total)
            assert answer(question) == over


@pytest.mark.rows("calls", "grid")
def test_a_row_of_the_oracle(row):
    if "maximum" not in row or row["call"] in {"neighbours", "finals"} or "number" in row or "final" in row:
        return
    question = ask(
        "call_limit", "german", mode="capped", call=row["call"], maximum=row["maximum"], amount=row["amount"]
    )
    assert answer(question) == f"{row['value']} {row['total']} {row['change']}"


# ROULETTE.md E2 9 and B6.
@pytest.mark.parametrize(
    ("call", "amount", "wanted"),
    [
        ("voisins", "1500", "170 1490 10"),
        ("jeu_zero", "550", "150 550 0"),
        ("orphelins", "777", "165 760 17"),
        ("voisins", "1800", "200 1700 100"),
    ],
)
def test_worked_examples(call, amount, wanted):
    assert answer(ask("call_limit", mode="capped", call=call, maximum="100", amount=amount)) == wanted


@pytest.mark.parametrize(("call", "most"), [("voisins", 17), ("tiers", 12), ("orphelins", 9), ("jeu_zero", 7)])
def test_to_the_maximum(call, most):
    # ROULETTE.md B6.
    question = ask("call_limit", mode="maximum", call=call, maximum="75")
    assert answer(question) == str(75 * most)
    assert text(question.message).startswith("Maximum straight up: 75. ")
    assert text(question.message).endswith(" to the maximum. Total, cash:")


def test_just_above_the_change_point_the_rounded_value_may_fill_nothing():
    # ROULETTE.md B6: the closed formula would say 995.
    question = ask("call_limit", mode="below", call="voisins", maximum="75", amount="1015")
    assert answer(question) == "110 990 25"
    assert wrong(question, "capped_too_early") == [("capped_too_early", "110 995 20")]


def test_slips_of_voisins():
    # PROMPTS.md 15, M = 100, right 170; totals by hand: q x v, or what stands on the full spots and the rest.
    question = ask("call_limit", mode="capped", call="voisins", maximum="100", amount="1500")
    assert wrong(question) == [
        ("limit_ignored", "165 1485 15"),
        ("capped_not_deducted", "210 1470 30"),
        ("wrong_divisor", "130 1470 30"),
        ("wrong_cap", "185 1495 5"),
        ("wrong_cap", "200 1500 0"),
        ("corner_capped", "160 1500 0"),
        ("not_rounded", "171 1497 3"),
        ("change_to_bank", "170 1490 0"),
    ]


def test_slips_of_jeu_zero():
    # 580: 100 on 26, 480 / 3 = 160. 580 / 4 = 145; 580 / 3 = 193; 480 / 4 = 120; with 200 on 26 380 / 3 = 126.
    question = ask("call_limit", mode="capped", call="jeu_zero", maximum="100", amount="590")
    assert answer(question) == "160 580 10"
    assert wrong(question) == [
        ("limit_ignored", "145 580 10"),
        ("capped_not_deducted", "195 585 5"),
        ("wrong_divisor", "120 580 10"),
        ("wrong_cap", "130 590 0"),
        ("not_rounded", "163 589 1"),
        ("change_to_bank", "160 580 0"),
    ]


def test_slips_of_orphelins():
    # 777: 100 on the 1, 677 / 4 = 169. 777 / 5 = 155; 777 / 4 = 194; 677 / 5 = 135; with 200 on the 1 577 / 4 = 144.
    question = ask("call_limit", mode="capped", call="orphelins", maximum="100", amount="777")
    assert wrong(question) == [
        ("limit_ignored", "155 775 2"),
        ("capped_not_deducted", "190 760 17"),
        ("wrong_divisor", "135 775 2"),
        ("wrong_cap", "140 760 17"),
        ("not_rounded", "169 776 1"),
        ("change_to_bank", "165 760 0"),
    ]


def test_slips_over_the_spread():
    # 1,800: after the trio's 300 there are 1,500 for seven chips, 214; over nine chips it is 200.
    question = ask("call_limit", mode="over", call="voisins", maximum="100", amount="1900")
    assert answer(question) == "200 1700 200"
    assert wrong(question) == [
        ("over_spread", "225 1875 25"),
        ("limit_ignored", "210 1890 10"),
        ("change_to_bank", "200 1700 0"),
    ]


def test_slips_of_a_call_to_the_maximum():
    question = ask("call_limit", mode="maximum", call="voisins", maximum="50")
    assert answer(question) == "850"
    assert wrong(question)[:6] == [
        ("straight_for_all", "450"),
        ("straight_for_all", "350"),
        ("wrong_cap", "800"),
        ("wrong_cap", "750"),
        ("limit_for_each_chip", "1000"),
        ("limit_for_each_chip", "1050"),
    ]


def test_a_house_with_amounts_is_named_with_them():
    question = ask("call_limit", "french_law", mode="capped", call="voisins", maximum="30", amount="480")
    assert text(question.message) == (
        "French law of 2007, table minimum 1. Straight up: 30, Split: 60, Trio: 100, Corner: 120. "
        "Voisins for 480. Value of a chip; total; change, cash:"
    )
    # 100 on the trio, 380 / 7 = 54; three times the maximum, as elsewhere, would be 90 on it: 390 / 7 = 55.
    assert answer(question) == "54 478 2"
    assert ("wrong_cap", "55 475 5") in wrong(question)
    for drawn in sound("call_limit", "french_law", range(5), maximum=(500,)):
        assert params(drawn)["maximum"] == "30"


def test_flat_limits_cap_the_corner_too():
    # ROULETTE.md B6: trio and corner cap at 100, so five chips share the rest.
    limits = house("german").values["limits"]
    flat = house("german", limits=limits | dict.fromkeys(("straight", "split", "street", "corner"), "200"))
    question = ask("call_limit", flat, mode="capped", call="voisins", maximum="200", amount="1000")
    assert answer(question) == "120 1000 0"
    assert "200 + 200 = 400" in [text(step) for step in question.working]


def test_limits_off_the_step():
    # 52: splits to 104, but chips are worth 5, 10, 15 ...: 100 each, and 52 on the 26.
    question = ask("call_limit", mode="over", call="jeu_zero", maximum="52", amount="500")
    assert answer(question) == "100 352 148"
    assert answer(ask("call_limit", mode="maximum", call="jeu_zero", maximum="52")) == "364"


def test_what_no_amount_can_be_asked_for():
    for mode in ("capped", "just_above", "far_above"):
        with pytest.raises(CallRefused, match="tiers has no amount"):
            next(sound("call_limit", "european", range(1), mode=(mode,), call=("tiers",)))
    with pytest.raises(CallRefused, match="no call bets"):
        next(sound("call_limit", "american", range(1)))
    # The least chip is worth 25, and no number may carry more than 5.
    low = house("european", chip_step="25", limits=house("european").values["limits"] | {"straight": "5"})
    with pytest.raises(CallRefused, match="no room"):
        next(sound("call_limit", low, range(1), call=("neighbours",), mode=("over",), maximum=(5,)))


def test_three_calls_are_drawn_unless_the_deck_says_others():
    calls = Counter(params(q)["call"] for q in sound("call_limit", "european", range(60)))
    assert set(calls) == {"voisins", "orphelins", "jeu_zero"}


@pytest.mark.campaign
def test_many(oracle):
    for question in sound("call_limit", "german", range(3000), mode=MODES):
        asked = params(question)
        if "amount" in asked:
            wanted = _spread(_legs(oracle, asked["call"]), _caps(asked, "german"), int(asked["amount"]), 5)
            assert answer(question) == " ".join(map(str, wanted))
