"""Another's pay, checked: the difference is reckoned here from the odds, not from the family that is wrapped."""

import json
from collections import Counter
from decimal import Decimal
from random import Random

import pytest

from srs_roulette.questions import registry
from srs_roulette.questions.complaints import complaints
from srs_roulette.questions.families.find_the_error import FAMILY, INNER, Params
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.parts import kept_values
from srs_roulette.rules.house_file import house, restored
from srs_roulette.wording.catalog import load

EUROPEAN = house("european")
WRAPPED = INNER.values
KIND_ODDS = {"straight": 35, "split": 17, "street": 11, "corner": 8, "six_line": 5}
# By the numbers that a spot holds; the bets of notation name six lines by their ends.
ODDS = {1: 35, 2: 17, 3: 11, 4: 8, 6: 5}


def drawn(seed, rules=EUROPEAN, **bands):
    return FAMILY.build(FAMILY.draw(bands, rules, Random(seed)), rules)


def built(inner, paid, planted=None, **question):
    return FAMILY.build(Params(inner=inner, question=question, paid=paid, planted=planted), EUROPEAN)


def odds(bet):
    numbers = bet.split("-")
    six = len(numbers) == 2 and int(numbers[1]) - int(numbers[0]) == 5
    return 5 if six else ODDS[len(numbers)]


def verdict(paid, right):
    off = paid - right
    return {"verdict": "right" if not off else "too_much" if off > 0 else "too_little", "amount": str(abs(off))}


def slips(question):
    return {(slip.id, *slip.answer.values()) for slip in question.slips}


def test_it_wraps_the_families_that_there_are():
    assert {"times_table", "call_payout", "mixed", "complete"} <= set(WRAPPED)
    for name in WRAPPED:
        assert set(registry.family(name).uses) <= set(FAMILY.uses)


@pytest.mark.parametrize("seed", range(60))
def test_tables(seed):
    question = drawn(seed, inner=("times_table",))
    params = encode(question.params)
    right = params["question"]["chips"] * KIND_ODDS[params["question"]["bet"]]
    assert question.expected == verdict(int(params["paid"]), right)
    assert ("planted" in params) == (question.expected["verdict"] != "right")


@pytest.mark.parametrize("seed", range(60))
def test_mixed_stacks(seed):
    question = drawn(seed, inner=("mixed",))
    params = encode(question.params)
    stacks = zip(params["question"]["bets"], params["question"]["chips"], strict=True)
    right = sum(odds(bet) * chips for bet, chips in stacks)
    assert question.expected == verdict(int(params["paid"]), right)


def test_a_third_of_the_draws_is_right():
    for name in WRAPPED:
        planted = [FAMILY.draw({"inner": (name,)}, EUROPEAN, Random(seed)).planted for seed in range(90)]
        assert 18 <= planted.count(None) <= 42, name
        assert len(Counter(planted)) > 4, name


def test_what_is_planted_is_a_slip_of_the_wrapped_family_and_gives_what_was_paid():
    for seed in range(100):
        params = drawn(seed).params
        family = registry.family(params.inner)
        inner = family.build(decode(family.params, params.question), EUROPEAN)
        name = next(field.name for field in inner.fields if field.name in {"pays", "net", "cost"})
        if params.planted is None:
            assert params.paid == inner.expected[name]
        else:
            assert params.paid in [slip.answer[name] for slip in inner.slips if slip.id == params.planted]


def test_worked_examples():
    # ROULETTE.md E2 no. 20.
    voisins = built("call_payout", "340", call="voisins", by="20", number="0", asked="pays")
    assert voisins.expected == {"verdict": "too_little", "amount": "100"}
    bets = ["14-17", "17-20", "13-14-16-17", "14-15-17-18", "16-17-19-20"]
    corners = built("mixed", "57", number="17", bets=bets, chips=[1] * 5)
    assert corners.expected == {"verdict": "too_little", "amount": "1"}


def test_prompts():
    def text(question):
        return load().text(question.message)

    assert text(built("times_table", "126", "stake_included", bet="split", chips=7)) == (
        "Split. Chips: 7. To pay, chips: 126, says the dealer. Right, too much or too little; by how much, chips:"
    )
    hit = built("complete", "3200", on="17", asked="hit", mode="full", unit="25", number="20")
    assert text(hit).endswith(
        "3200; 16, says the dealer. In doubt is: to pay. Right, too much or too little; by how much, cash:"
    )
    assert hit.expected == {"verdict": "right", "amount": "0"}


def test_slips_of_a_planted_fault():
    # 7 on a split, paid 126 for 119: one slip off the table is 136 and 102, that of the straight up 245.
    question = built("times_table", "126", "stake_included", bet="split", chips=7)
    assert question.expected == {"verdict": "too_much", "amount": "7"}
    found = slips(question)
    assert ("sign", "too_little", "7") in found
    assert ("called_right", "right", "0") in found
    assert {("whole_pay", "too_much", "119"), ("whole_pay", "too_much", "126")} <= found
    assert {("other_slip", "too_much", "17"), ("other_slip", "too_little", "17")} <= found
    by_id = {slip.id: load().text(slip.message) for slip in question.slips}
    assert by_id["called_right"] == "That is 18 times: the stake stays on the layout."
    assert by_id["sign"] == "Paid: 126, right: 119: too much."
    assert by_id["other_slip"].endswith(by_id["called_right"])


def test_slips_of_a_pay_too_small():
    question = built("times_table", "170", "one_too_few", bet="split", chips=11)
    assert question.expected == {"verdict": "too_little", "amount": "17"}
    assert ("sign", "too_much", "17") in slips(question)
    assert ("other_slip", "too_much", "11") in slips(question)


def test_slips_of_a_right_pay():
    question = built("times_table", "187", bet="split", chips=11)
    assert question.expected == {"verdict": "right", "amount": "0"}
    found = slips(question)
    assert {slip[0] for slip in found} == {"called_wrong"}
    assert {
        ("called_wrong", "too_much", "11"),
        ("called_wrong", "too_much", "17"),
        ("called_wrong", "too_little", "17"),
    } <= found


def test_the_working_ends_in_the_difference():
    working = [
        load().text(step) for step in built("times_table", "126", "stake_included", bet="split", chips=7).working
    ]
    assert working == ["7 x 17 = 119", "126 - 119 = 7", "= too_much 7"]


def test_a_difference_may_have_decimals():
    question = built("times_table", "87", "x", bet="split", stake="5.10")
    assert question.expected == {"verdict": "too_much", "amount": "0.3"}
    question = built("times_table", "86.5", "x", bet="split", stake="5.00")
    assert question.expected == {"verdict": "too_much", "amount": "1.5"}


def test_houses_without_announced_bets_check_other_pays():
    american = house("american")
    assert all(FAMILY.draw({}, american, Random(seed)).inner != "call_payout" for seed in range(30))


@pytest.mark.parametrize(("where", "seeds"), [("european", 200), ("german", 40), ("american", 40), ("french_law", 40)])
def test_draws_hold_what_every_question_must(where, seeds):
    rules = house(where)
    kept = json.loads(json.dumps(kept_values(FAMILY.uses, rules)))
    for seed in range(seeds):
        params = FAMILY.draw({}, rules, Random(seed))
        question = FAMILY.build(params, rules)
        assert list(complaints(question)) == []
        again = decode(Params, json.loads(json.dumps(encode(params))))
        assert again == params
        assert encode(again) == encode(params)
        assert FAMILY.build(again, restored(kept)) == question


def test_the_difference_is_exact_whatever_is_wrapped():
    for seed in range(60):
        question = drawn(seed)
        right = Decimal(question.params.paid)
        off = Decimal(question.expected["amount"])
        side = {"right": 0, "too_much": -1, "too_little": 1}[question.expected["verdict"]]
        family = registry.family(question.params.inner)
        inner = family.build(decode(family.params, question.params.question), EUROPEAN)
        name = next(field.name for field in inner.fields if field.name in {"pays", "net", "cost"})
        assert right + side * off == Decimal(inner.expected[name])
