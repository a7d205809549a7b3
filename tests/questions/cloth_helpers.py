"""The cloth written down once more, apart from the engine: what a bet in notation covers and pays, and sums as told."""

from __future__ import annotations

import json
import re
from decimal import Decimal

from srs_roulette.questions import registry
from srs_roulette.questions.complaints import complaints
from srs_roulette.questions.draw import draw
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.parts import kept_values
from srs_roulette.rules.house_file import house, restored
from srs_roulette.wording.catalog import load

REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
ALL = range(1, 37)
BOXES = {
    "red": REDS,
    "black": set(ALL) - REDS,
    "odd": set(range(1, 37, 2)),
    "even": set(range(2, 37, 2)),
    "low": set(range(1, 19)),
    "high": set(range(19, 37)),
    **{f"dozen{d}": set(range(12 * d - 11, 12 * d + 1)) for d in (1, 2, 3)},
    **{f"column{c}": set(range(c, 37, 3)) for c in (1, 2, 3)},
}
EVEN = ("red", "black", "odd", "even", "low", "high")
ODDS = {1: 35, 2: 17, 3: 11, 4: 8, 5: 6, 6: 5, 12: 2, 18: 1}


def covers(bet):
    """The pockets of a bet as ``ask`` writes it."""
    if bet in BOXES:
        return {str(n) for n in BOXES[bet]}
    names = bet.split("-")
    if len(names) == 2 and "0" not in names and "00" not in names and int(names[1]) - int(names[0]) == 5:
        return {str(n) for n in range(int(names[0]), int(names[1]) + 1)}
    return set(names)


def odds(bet):
    return ODDS[len(covers(bet))]


def wins(bet, number):
    return number in covers(bet)


def asked(question):
    """Parameters as JSON gives them."""
    return json.loads(json.dumps(encode(question.params)))


def text(message):
    return load("en").text(message)


def answers(question, slip):
    """The whole answers of a slip, by its id."""
    return [dict(s.answer) for s in question.slips if s.id == slip]


def sums_hold(question):
    """Every line with an equals sign is true arithmetic; returns how many are."""
    count = 0
    for step in question.working:
        told = re.fullmatch(r"(?:.*: )?([\d.]+(?: [+x-] [\d.]+)+) = ([\d.]+)", text(step))
        if told:
            count += 1
            assert _worth(told[1]) == Decimal(told[2]), text(step)
        else:
            assert " = " not in text(step), text(step)
    return count


def _worth(sum_):
    total = Decimal(0)
    for sign, product in re.findall(r"(?:^|([+-]) )([\d.]+(?: x [\d.]+)*)", sum_):
        part = Decimal(1)
        for factor in product.split(" x "):
            part *= Decimal(factor)
        total += -part if sign == "-" else part
    return total


def sound(family, bands, where, seeds):
    """Draw, and check what every question must hold: no complaint, rebuilt from what is kept. Yields each question."""
    skill, rules = registry.family(family), house(where)
    kept = restored(kept_values(skill.uses, rules))
    for seed in seeds:
        question = draw(skill, bands, rules, seed)
        assert list(complaints(question)) == [], (where, seed)
        assert decode(skill.params, asked(question)) == question.params
        assert skill.build(question.params, rules) == question
        assert skill.build(question.params, kept) == question, (where, seed)
        assert draw(skill, bands, rules, seed) == question
        assert question.picture
        yield question
