"""What the tests of the house-bound families share: draws that are checked through, answers, and sums as told."""

import json
import re
from decimal import Decimal

from srs_roulette.questions import registry
from srs_roulette.questions.complaints import complaints
from srs_roulette.questions.draw import draw
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.parts import kept_values
from srs_roulette.questions.reading import answer_text
from srs_roulette.rules import house_file
from srs_roulette.wording.catalog import load

_SUM = re.compile(r"(?:.*: )?(\d[\d.]*(?: [+x-] \d[\d.]*)+) = ([\d.]+)")
_ROUNDED = re.compile(r"([\d.]+) / (\d+), down to a multiple of ([\d.]+) = ([\d.]+)")


def house(name, **changes):
    """Return a shipped house, or one that differs from it in some keys of its file."""
    return house_file.build(house_file.table_of(name) | changes, name) if changes else house_file.house(name)


def ask(family, where="european", **params):
    """Build a question from its parameters in a house or a house's id."""
    skill = registry.family(family)
    return skill.build(skill.params(**params), house_file.house(where) if isinstance(where, str) else where)


def text(message):
    return load().text(message)


def answer(question):
    return answer_text(question.expected, question)


def wrong(question, *slips):
    """List the slips of these ids, or all, as they would be typed."""
    return [(s.id, answer_text(s.answer, question)) for s in question.slips if not slips or s.id in slips]


def params(question):
    """Return the parameters as ``ask`` gives them."""
    return json.loads(json.dumps(encode(question.params)))


def sound(family, where, seeds, **bands):
    """Draw, and check what every question must hold; yields each question."""
    skill, rules = registry.family(family), house_file.house(where) if isinstance(where, str) else where
    kept = house_file.restored(kept_values(skill.uses, rules))
    for seed in seeds:
        question = draw(skill, bands, rules, seed)
        assert list(complaints(question)) == [], (rules.id, seed)
        assert question == draw(skill, bands, rules, seed)
        assert decode(skill.params, params(question)) == question.params
        assert skill.build(question.params, rules) == question
        assert skill.build(question.params, kept) == question
        told_true(question)
        yield question


def told_true(question):
    """Check every line of the working that holds a sum."""
    for line in map(text, question.working):
        if found := _ROUNDED.fullmatch(line):
            whole, parts, step, value = map(Decimal, found.groups())
            assert value == whole / parts // step * step, line
        elif found := _SUM.fullmatch(line):
            assert _worth(found[1]) == Decimal(found[2]), line
        else:
            assert " = " not in line, line
            assert not re.search(r"\d [+x/-] \d", line), line


def _worth(terms):
    total = Decimal(0)
    for sign, product in re.findall(r"(?:^|([+-]) )([\d.]+(?: x [\d.]+)*)", terms):
        part = Decimal(1)
        for factor in product.split(" x "):
            part *= Decimal(factor)
        total += -part if sign == "-" else part
    return total
