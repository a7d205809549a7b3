"""Every item of every shipped deck, drawn many times: what must hold of any question, whatever it asks."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from family_helpers import judged, legs_of, names, other_house, stations_of

from srs_roulette.deck import find, loader
from srs_roulette.errors import CallRefused
from srs_roulette.questions import registry
from srs_roulette.questions.calls import CALL
from srs_roulette.questions.complaints import complaints
from srs_roulette.questions.draw import draw
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.reading import answer_text
from srs_roulette.questions.types import FieldType
from srs_roulette.rules import house_file, notation
from srs_roulette.session.kept import keep, rebuild
from srs_roulette.wording.catalog import load

DECKS = {deck.id: deck for deck in loader.load_all(find.installed())}
ITEMS = {item.id: item for deck in DECKS.values() for item in deck.items}
HOUSES = ("european", "german", "french_partage", "french_law", "american")
CALLS = {"call_layout", "call_payout", "call_value"}
"""Families that need a house with call bets."""
GOLDEN = Path(__file__).parent.parent / "goldens" / "european_items.txt"

QUICK = 6
ELSEWHERE = 2
"""Seeds under each house but the item's own."""
LONG = 200


def houses_of(item):
    """Name the houses that can ask an item, its own first."""
    if item.house:
        return (item.house,)
    return tuple(h for h in HOUSES if h != "american" or item.family not in CALLS)


@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_an_item_asks_sound_questions(item, oracle):
    own, *others = houses_of(item)
    for house, seeds in ((own, QUICK), *((other, ELSEWHERE) for other in others)):
        for seed in range(seeds):
            _check(item, house, seed, oracle)


@pytest.mark.campaign
@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_an_item_asks_sound_questions_two_hundred_times(item, oracle):
    own, *others = houses_of(item)
    for house, seeds in ((own, LONG), *((other, LONG // 4) for other in others)):
        for seed in range(seeds):
            _check(item, house, seed, oracle)


def _check(item, house, seed, oracle):
    family, rules = registry.family(item.family), house_file.house(house)
    question = draw(family, item.bands, rules, seed)
    where = f"{item.id}@{house} seed {seed}"
    assert draw(family, item.bands, rules, seed) == question, where
    assert list(complaints(question)) == [], where
    _answers(question, where)
    _prompt(question, where)
    _working(question, where)
    assert _shown(question) == _asked(question, oracle), where
    _comes_back(family, question, rules, where)


# -- answers


def _answers(question, where):
    own = answer_text(question.expected, question)
    assert judged(question, own) == ("correct", None), where
    for slip in question.slips:
        verdict, named = judged(question, answer_text(slip.answer, question))
        assert (verdict in {"wrong", "close"}, named) == (True, slip.id), (where, slip.id)


# -- prompt

_UNITS = {
    "chips": "chips",
    "cash": "cash",
    "units": "units",
    "to_one": "to 1",
    "percent": "percent",
    "steps": "steps",
    "pockets": "pocket|numbers",
}


def _prompt(question, where):
    prompt = load().text(question.message)
    assert prompt[-1] == ":", (where, prompt)
    assert "\n" not in prompt, (where, prompt)
    tail = prompt.rpartition(". ")[2].lower() if ". " in prompt else prompt.lower()
    for field in question.fields:
        if field.type is FieldType.PLACEMENT:
            assert "chips" in tail, (where, prompt)
        elif field.unit:
            assert re.search(_UNITS[field.unit.value], tail), (where, field.unit, prompt)
        else:
            assert field.type is FieldType.CHOICE, (where, field)


# -- working

_EQUATIONS = {
    "product": re.compile(r"(?:.+: )?(?P<a>[\d.]+) x (?P<b>[\d.]+) = (?P<result>[\d.]+)"),
    "sum": re.compile(r"(?P<parts>[\d.]+(?: \+ [\d.]+)+) = (?P<result>[\d.]+)"),
    "difference": re.compile(r"(?P<a>[\d.]+) - (?P<b>[\d.]+) = (?P<result>-?[\d.]+)"),
    "rounded": re.compile(r"(?P<a>[\d.]+) / (?P<b>\d+), down to a multiple of (?P<step>[\d.]+) = (?P<result>[\d.]+)"),
    "odds": re.compile(r"36 / (?P<a>\d+) - 1 = (?P<result>\d+): .+"),
    "five": re.compile(r"36 / 5 - 1 = (?P<result>6\.2), but the five numbers pay 6: 6 5"),
    "percent": re.compile(r"(?P<a>\d+) ?/ ?(?P<b>\d+)(?: of the stake)?, percent = (?P<result>[\d.]+)"),
}


def _working(question, where):
    lines = [load().text(step) for step in question.working]
    assert lines[-1].endswith(answer_text(question.expected, question)), (where, lines)
    seen = Counter()
    for line in lines:
        numbers = Counter(re.findall(r"\d+(?:\.\d+)?", line))
        if " = " not in line:
            seen += numbers
            continue
        kind, step = next(((k, m) for k, r in _EQUATIONS.items() if (m := r.fullmatch(line))), (None, None))
        assert kind, (where, line)
        assert _is_true(kind, step), (where, line)
        if kind == "sum" and seen:
            # A sum adds what the lines before it found.
            assert Counter(step["parts"].split(" + ")) <= seen, (where, lines)
        seen += numbers


def _is_true(kind, step):
    result = Fraction(step["result"])
    match kind:
        case "product":
            return Fraction(step["a"]) * Fraction(step["b"]) == result
        case "sum":
            return sum(map(Fraction, step["parts"].split(" + "))) == result
        case "difference":
            return Fraction(step["a"]) - Fraction(step["b"]) == result
        case "rounded":
            left = Fraction(step["a"]) / Fraction(step["b"]) - result
            return result % Fraction(step["step"]) == 0 and 0 <= left < Fraction(step["step"])
        case "odds" | "five":
            return Fraction(36, int(step.groupdict().get("a") or 5)) - 1 == result
        case _:
            # To as many decimals as are shown, at least one.
            decimals = max(1, len(step["result"].partition(".")[2]))
            exact = Fraction(int(step["a"]), int(step["b"])) * 100
            return abs(exact - result) <= Fraction(1, 2 * 10**decimals)


# -- picture


def _shown(question):
    return [(notation.write(chip.bet), chip.chips, chip.amount) for chip in question.picture]


def _asked(question, oracle):
    """List the chips that the question is about, from its parameters and the oracles alone."""
    params = question.params
    if question.family == "mixed":
        return [(bet, chips, None) for bet, chips in zip(params.bets, params.chips, strict=True)]
    if question.family == "call_payout":
        calls = [(params.call, params.on, params.each_side, params.by)]
        if params.second:
            calls.append((params.second, params.second_on, params.second_each_side, params.second_by))
        return [
            (bet, chips, str(chips * int(by)))
            for call, on, side, by in calls
            for bet, chips in legs_of(oracle, call, on, side).items()
        ]
    if question.family == "complete" and params.asked in {"pays", "cash", "hit"}:
        size = oracle("positions")["covers"]
        wheel = question.layout.wheel.name
        stations = stations_of(oracle, params.on, wheel)
        laid = {bet: size[kind] for bet, kind in stations.items()}
        return [
            (bet, laid[bet], params.unit and str(laid[bet] * int(params.unit)))
            for bet in (notation.write(chip.bet) for chip in question.picture)
            if len(laid) == len(question.picture)
        ]
    return []


# -- what is kept


def _comes_back(family, question, rules, where):
    written = json.loads(json.dumps(encode(question.params), allow_nan=False))
    again = decode(family.params, written)
    assert again == question.params, where
    assert family.build(again, rules) == question, where
    attempt = SimpleNamespace(id=1, family=family.name, params=keep(question, rules))
    assert rebuild(attempt) == question, where


STRANGE = {
    "trios": ["0-2-3"],
    "zero_splits": ["0-1", "0-3"],
    "first_four": False,
    "neighbours": [3],
    "orphelins": ["straight"],
    "finals": {"zero": False, "cheval": "all_endings"},
    "announce": ["number", "dozen"],
    "chip_step": "0.125",
    "minor_digits": 3,
    "limits": house_file.table_of("european")["limits"] | {"straight": "77.125", "minimum_inside": "0.125"},
}
"""A single-zero house like no shipped one, in every value that a question may depend on."""
_EVERY_CALL = {"call": CALL.values}
_BANDS = {
    "announce": {"mode": ("full", "call", "reverse")},
    "call_layout": _EVERY_CALL | {"mode": ("chips", "place", "doubles")},
    "call_payout": _EVERY_CALL | {"second": ("none", "neighbours"), "asked": ("pays", "net")},
    "call_value": _EVERY_CALL | {"mode": ("by", "for", "combo")},
    "complete": {
        "asked": ("chips", "pays", "cost", "cash", "hit", "shared", "maximum", "place"),
        "mode": ("full", "flat"),
    },
    "times_table": {"stake": ("0.125", "7.5")},
}


@pytest.mark.parametrize("name", registry.names())
def test_a_question_of_a_strange_house_comes_back_without_its_file(name):
    """Everything in which a house may differ is kept with the attempt, or no question depends on it."""
    family, house = registry.family(name), other_house(**STRANGE)
    for seed in range(150):
        question = draw(family, _BANDS.get(name, {}), house, seed)
        assert list(complaints(question)) == [], seed
        _comes_back(family, question, house, f"{name} seed {seed}")


# -- the decks


def test_call_families_are_refused_where_no_calls_are_taken():
    american = house_file.house("american")
    for item in ITEMS.values():
        if item.family in CALLS:
            with pytest.raises(CallRefused):
                draw(registry.family(item.family), item.bands, american, 0)


def test_the_families_whose_answer_depends_on_the_house():
    listed = {
        *("call_value", "call_payout", "call_limit", "call_layout", "complete", "finals", "limits", "zero", "chips"),
        *("pay_order", "procedure", "table_round", "outside", "full_table", "clear", "find_the_error"),
    }
    for name in registry.names():
        assert registry.family(name).house_sensitive == (name in listed), name


def test_the_european_deck_has_the_items_of_the_course():
    counts = Counter((item.section, item.family) for item in DECKS["european"].items)
    assert counts == {
        ("layout", "odds"): 14,
        ("numbers", "announce"): 41,
        ("tables", "times_table"): 72,
        ("mixed", "mixed"): 22,
        ("wheel", "neighbours"): 38,
        ("wheel", "wheel"): 6,
        ("calls", "section"): 12,
        ("calls", "call_layout"): 10,
        ("calls", "call_value"): 14,
        ("call_pay", "call_payout"): 24,
        ("completes", "complete"): 40,
        ("elsewhere", "odds"): 5,
        ("elsewhere", "neighbours"): 3,
        ("elsewhere", "wheel"): 1,
        ("elsewhere", "times_table"): 1,
    }


def test_its_ids_are_those_that_histories_follow():
    assert [item.id for item in DECKS["european"].items] == GOLDEN.read_text(encoding="utf-8").split()


def test_no_skill_stands_in_two_items():
    seen = {}
    for item in ITEMS.values():
        skill = registry.family(item.family)
        bands = tuple((key.name, item.bands.get(key.name, key.default)) for key in skill.keys)
        assert seen.setdefault((item.family, item.house, bands), item.id) == item.id


def test_no_pinned_fact_is_asked_by_two_items():
    """A pinned item asks one prompt, whatever the seed; no other pinned item of its house asks the same."""
    prompts = {}
    for item in ITEMS.values():
        if all(len(values) == 1 for values in item.bands.values()):
            family, house = registry.family(item.family), house_file.house(item.house or item.deck_house)
            asked = {load().text(draw(family, item.bands, house, seed).message) for seed in range(3)}
            if len(asked) == 1:
                assert prompts.setdefault((house.id, asked.pop()), item.id) == item.id


def test_basics_borrows_all_that_it_has():
    assert {item.id for item in DECKS["basics"].items} < {item.id for item in DECKS["european"].items}


def test_every_item_has_its_seconds_and_every_drawn_skill_of_pay_a_short_interval():
    pay = {"tables", "mixed", "calls", "call_pay", "completes"}
    for item in DECKS["european"].items:
        assert 0 < item.target_seconds < item.limit_seconds, item.id
        drawn = any(len(values) > 1 for values in item.bands.values())
        if drawn:
            assert item.max_interval, item.id
            assert item.max_interval <= (14 if item.section in pay else 30), item.id


def test_every_choice_has_its_own_name():
    for item in ITEMS.values():
        question = draw(registry.family(item.family), item.bands, house_file.house(item.house or item.deck_house), 0)
        worded = names(question)
        for keys in question.choices.values():
            assert len({worded[key] for key in keys}) == len(keys)
