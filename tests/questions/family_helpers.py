"""What the tests of the families share: a question asked, an answer judged, and facts of the cloth from the oracles."""

from __future__ import annotations

from functools import cache

from srs_roulette.questions import registry
from srs_roulette.questions.grading import grade
from srs_roulette.questions.reading import UNKNOWN, Unreadable, read
from srs_roulette.rules import house_file
from srs_roulette.wording.catalog import load
from srs_roulette.wording.message import say

INSIDE = ("straight", "split", "street", "trio", "corner", "first_four", "five", "six_line")
REFUSED = "unreadable"


def ask(family, house="european", **params):
    """Build a question from its parameters; ``house``: an id, or a house as it is."""
    skill = registry.family(family)
    return skill.build(skill.params(**params), house_file.house(house) if isinstance(house, str) else house)


def other_house(base="european", **changes):
    """Make a house of other values."""
    return house_file.build(house_file.table_of(base) | changes, base)


def names(question):
    return {key: load().text(say(f"choice.{key}")) for keys in question.choices.values() for key in keys}


def judged(question, raw):
    """Read a line and judge it: the verdict and the slip, or that it is to be asked again."""
    given = read(raw, question, names(question))
    if isinstance(given, Unreadable):
        return REFUSED, None
    assert given is not UNKNOWN
    verdict = grade(question, given)
    return verdict.kind.value, verdict.slip


def said(question, raw):
    """What a learner is told about a wrong answer."""
    return load().text(grade(question, read(raw, question, names(question))).message)


def slips(question):
    return [(slip.id, dict(slip.answer)) for slip in question.slips]


def telling(right, wrongs):
    """Of ``(id, fields that differ)``, likeliest first, keep what no right or earlier answer is."""
    kept, seen = [], [right]
    for slip, fields in wrongs:
        answer = right | fields
        if answer not in seen:
            seen.append(answer)
            kept.append((slip, answer))
    return kept


def paid(wrongs, field="pays"):
    """Make ``(id, number)`` into fields; nothing paid is no slip."""
    return [(slip, {field: str(wrong)}) for slip, wrong in wrongs if wrong > 0]


def carries(right):
    """The slips of any sum: the last two digits exchanged, a ten or a hundred lost."""
    text = str(right)
    swapped = int(text[:-2] + text[-1] + text[-2]) if len(text) > 1 else right
    return [("digits_swapped", swapped), ("ten_lost", right - 10), ("hundred_lost", right - 100)]


@cache
def spots_of(oracle, wheel="single_zero"):
    """List every inside spot of a layout: its text, kind and numbers."""
    found = []
    for kind, texts in oracle("positions")[wheel]["spots"].items():
        for text in texts:
            numbers = text.split("-")
            if kind == "six_line":
                first, last = map(int, numbers)
                numbers = [str(n) for n in range(first, last + 1)]
            found.append((text, kind, tuple(numbers)))
    return found


@cache
def stations_of(oracle, number, wheel="single_zero"):
    """List the spots that hold a number: text to kind."""
    return {text: kind for text, kind, numbers in spots_of(oracle, wheel) if number in numbers}


def legs_of(oracle, call, on=None, each_side=None):
    """Return the chips of a call, spot by spot; neighbours are counted on the ring."""
    if call == "neighbours":
        ring = oracle("wheels")["single_zero"]["ring"]
        at = ring.index(on)
        return {ring[(at + k) % len(ring)]: 1 for k in range(-each_side, each_side + 1)}
    return oracle("calls")["calls"][call]["legs"]


def hit_of(oracle, legs, number):
    """Return the legs that hold a number: text, kind, chips, odds."""
    odds = oracle("positions")["odds"]
    kinds = {text: kind for text, kind, numbers in spots_of(oracle) if number in numbers}
    return [(text, kinds[text], chips, odds[kinds[text]]) for text, chips in legs.items() if text in kinds]
