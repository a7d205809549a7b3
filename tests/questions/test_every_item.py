"""Every item of every shipped deck, drawn many times: what must hold of any question, whatever it asks."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from math import prod
from pathlib import Path
from types import SimpleNamespace

import pytest
from family_helpers import legs_of, names, other_house, stations_of

from srs_roulette.deck import find, loader
from srs_roulette.errors import CallRefused, RuleRefused
from srs_roulette.questions import registry
from srs_roulette.questions.calls import CALL
from srs_roulette.questions.complaints import complaints
from srs_roulette.questions.draw import draw
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.parts import kept_values
from srs_roulette.questions.types import FieldType
from srs_roulette.rules import house_file, notation
from srs_roulette.session.kept import keep, rebuild
from srs_roulette.wording.catalog import load

DECKS = {deck.id: deck for deck in loader.load_all(find.installed())}
ITEMS = {item.id: item for deck in DECKS.values() for item in deck.items}
HOUSES = ("european", "german", "french_partage", "french_law", "american")
GOLDENS = Path(__file__).parent.parent / "goldens"

QUICK = 6
LONG = 200
ELSEWHERE = 1
"""Seeds under each house but the item's own."""
LONG_ELSEWHERE = 5


def own_house(item):
    return item.house or item.deck_house


def others_of(item):
    """Name the houses that can ask an item beside its own: a fact or a call may be unknown to a house."""
    if item.house:
        return ()
    return tuple(house for house in HOUSES if house != own_house(item) and _asks(item, house))


def _asks(item, house):
    try:
        draw(registry.family(item.family), item.bands, house_file.house(house), 0)
    except (CallRefused, RuleRefused):
        return False
    return True


@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_an_item_asks_sound_questions(item, oracle):
    _all(item, oracle, QUICK, ELSEWHERE)


@pytest.mark.campaign
@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_an_item_asks_sound_questions_two_hundred_times(item, oracle):
    _all(item, oracle, LONG, LONG_ELSEWHERE)


def _all(item, oracle, own, elsewhere):
    for house, seeds in ((own_house(item), own), *((other, elsewhere) for other in others_of(item))):
        checked = []
        for seed in range(seeds):
            _check(item, house, seed, oracle, checked)


def _check(item, house, seed, oracle, checked):
    family, rules = registry.family(item.family), house_file.house(house)
    question = draw(family, item.bands, rules, seed)
    where = f"{item.id}@{house} seed {seed}"
    if question in checked:
        # A pinned fact is the same question whatever the seed: it has been looked at.
        return
    if len(checked) < SAME:
        checked.append(question)
        assert draw(family, item.bands, rules, seed) == question, where
    # Among these: its own answer is right, no slip is, and each slip is named for its answer.
    assert list(complaints(question)) == [], where
    _prompt(question, where)
    _working(question, where)
    if question.family in ASKED:
        assert _shown(question) == ASKED[question.family](question, oracle), where
    _comes_back(family, question, rules, where)


SAME = 8
"""Questions of an item that later ones are compared with."""


# -- prompt

_UNITS = {
    "chips": "chips",
    "cash": "cash",
    "units": "units",
    "to_one": "to 1",
    "percent": "percent",
    "steps": "steps",
    "pockets": "pocket|numbers",
    "stacks": "stacks",
    "singles": "singles",
    "stations": "stations",
}
_BY_FORM = {FieldType.CHOICE, FieldType.ORDER, FieldType.PLACEMENT}
"""What is no count needs no unit."""


def _prompt(question, where):
    prompt = load().text(question.message)
    assert prompt[-1] == ":", (where, prompt)
    assert "\n" not in prompt, (where, prompt)
    tail = prompt.rpartition(". ")[2].lower() if ". " in prompt else prompt.lower()
    for field in question.fields:
        if field.unit and field.type not in _BY_FORM:
            assert re.search(_UNITS[field.unit.value], tail), (where, field.unit, prompt)
        else:
            assert field.type in _BY_FORM or field.unit, (where, field)


# -- working

_SUM = re.compile(r"(?:.*: )?(?P<left>\d[\d.]*(?: [+x-] \d[\d.]*)+) = (?P<result>-?[\d.]+)")
_OTHERS = {
    "rounded": re.compile(r"(?P<a>[\d.]+) / (?P<b>\d+), down to a multiple of (?P<step>[\d.]+) = (?P<result>[\d.]+)"),
    "odds": re.compile(r"36 / (?P<a>\d+) - 1 = (?P<result>\d+): .+"),
    "five": re.compile(r"36 / 5 - 1 = (?P<result>6\.2), but the five numbers pay 6: (?:6 5|five 6)"),
    "percent": re.compile(r"(?P<a>\d+) ?/ ?(?P<b>\d+)(?: of the stake)?, percent = (?P<result>[\d.]+)"),
}


def _working(question, where):
    lines = [load().text(step) for step in question.working]
    seen = set(_numbers(load().text(question.message)))
    for place, line in enumerate(lines):
        if " = " in line:
            step = _SUM.fullmatch(line)
            if step:
                assert _reckoned(step["left"]) == Fraction(step["result"]), (where, line)
                if " + " in line and place:
                    # A sum adds what the prompt says or the lines before it found, one line for all spots of a kind.
                    assert set(step["left"].split(" + ")) <= seen, (where, lines)
            else:
                kind, step = next(((k, m) for k, r in _OTHERS.items() if (m := r.fullmatch(line))), (None, None))
                assert kind, (where, line)
                assert _is_true(kind, step), (where, line)
        seen |= set(_numbers(line))


def _numbers(text):
    return re.findall(r"\d+(?:\.\d+)?", text)


def _reckoned(terms):
    total = Fraction(0)
    for sign, product in re.findall(r"(?:^|([+-]) )([\d.]+(?: x [\d.]+)*)", terms):
        part = prod(map(Fraction, product.split(" x ")))
        total += -part if sign == "-" else part
    return total


def _is_true(kind, step):
    result = Fraction(step["result"])
    match kind:
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


def _counted(question, _oracle):
    params = question.params
    return [(bet, chips, None) for bet, chips in zip(params.bets, params.chips, strict=True)]


def _single_chips(question, _oracle):
    return [(bet, 1, None) for bet in question.params.bets]


def _staked(question, _oracle):
    params = question.params
    return [(bet, max(1, int(Fraction(s))), s) for bet, s in zip(params.bets, params.stake, strict=True)]


def _owned(question, oracle):
    params = question.params
    if not params.colours:
        return _staked(question, oracle)
    worth = dict(zip(params.colours, params.value, strict=True))
    laid = [*zip(params.bets, params.owners, params.chips, strict=True)]
    if getattr(params, "call", None):
        each = int(Fraction(params.by) / Fraction(worth[params.caller]))
        legs = legs_of(oracle, params.call, params.on, params.each_side)
        laid += [(bet, params.caller, n * each) for bet, n in legs.items()]
    return [(bet, n, f"{float(n * Fraction(worth[owner])):.15g}") for bet, owner, n in laid]


def _called(question, oracle):
    params = question.params
    calls = [(params.call, params.on, params.each_side, params.by)]
    if params.second:
        calls.append((params.second, params.second_on, params.second_each_side, params.second_by))
    return [
        (bet, chips, str(chips * int(by)))
        for call, on, side, by in calls
        for bet, chips in legs_of(oracle, call, on, side).items()
    ]


def _complete(question, oracle):
    params = question.params
    if params.asked not in {"pays", "cash", "hit"}:
        return []
    size = oracle("positions")["covers"]
    laid = {bet: size[kind] for bet, kind in stations_of(oracle, params.on, question.layout.wheel.name).items()}
    shown = [notation.write(chip.bet) for chip in question.picture]
    assert sorted(shown) == sorted(laid)
    return [(bet, laid[bet], params.unit and str(laid[bet] * int(params.unit))) for bet in shown]


ASKED = {
    "mixed": _counted,
    "clear": _counted,
    "pay_order": _single_chips,
    "outside": _staked,
    "table_round": _owned,
    "full_table": _owned,
    "call_payout": _called,
    "complete": _complete,
}
"""The chips that a question is about, from its parameters and the oracles alone."""


# -- what is kept


def _comes_back(family, question, rules, where):
    written = json.loads(json.dumps(encode(question.params), allow_nan=False))
    again = decode(family.params, written)
    assert again == question.params, where
    assert family.build(again, rules) == question, where
    assert family.build(again, _kept(family, rules)) == question, where


@cache
def _kept(family, rules):
    """The house as it comes back from what an attempt keeps."""
    return house_file.restored(json.loads(json.dumps(kept_values(family.uses, rules))))


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
        attempt = SimpleNamespace(id=1, family=family.name, params=keep(question, house))
        if seed % 10 == 0:
            assert rebuild(attempt) == question, seed


# -- the decks


def test_call_families_are_refused_where_no_calls_are_taken():
    american = house_file.house("american")
    for item in ITEMS.values():
        if item.family in {"call_layout", "call_payout", "call_value", "call_limit"} and not item.house:
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
    """COURSE.md; the racetrack item of neighbours is not built, double_zero borrows its families."""
    counts = {}
    for item in DECKS["european"].items:
        counts.setdefault(item.section, Counter())[item.family] += 1
    assert counts == {
        "layout": {"name_spot": 26, "odds": 14, "procedure": 6},
        "numbers": {"announce": 41},
        "tables": {"times_table": 72},
        "pictures": {"picture": 63},
        "chips": {"chips": 14, "stack_count": 6, "procedure": 6},
        "mixed": {"mixed": 22},
        "outside": {"outside": 8, "procedure": 8},
        "wheel": {"neighbours": 40, "wheel": 6},
        "cash": {"cash_out": 16},
        "calls": {"section": 12, "call_layout": 10, "call_value": 14},
        "call_pay": {"call_payout": 24},
        "limits": {"limits": 13, "call_limit": 10},
        "completes": {"complete": 40},
        "round": {"clear": 4, "table_round": 8, "pay_order": 6, "procedure": 10},
        "audition": {"full_table": 6, "find_the_error": 10},
        "elsewhere": {"zero": 14, "finals": 16, "odds": 6, "neighbours": 3, "wheel": 3, "times_table": 1},
    }
    assert len(DECKS["european"].items) == 558


@pytest.mark.parametrize("deck", DECKS)
def test_its_ids_are_those_that_histories_follow(deck):
    golden = GOLDENS / f"{deck}_items.txt"
    assert [item.id for item in DECKS[deck].items] == golden.read_text(encoding="utf-8").split()


def test_no_skill_stands_in_two_items():
    seen = {}
    for item in ITEMS.values():
        skill = registry.family(item.family)
        bands = tuple((key.name, item.bands.get(key.name, key.default)) for key in skill.keys)
        assert seen.setdefault((item.family, own_house(item), bands), item.id) == item.id


def test_no_pinned_fact_is_asked_by_two_items():
    """A pinned item asks one prompt, whatever the seed; no other pinned item of its house asks the same."""
    prompts = {}
    for item in ITEMS.values():
        if all(len(values) == 1 for values in item.bands.values()):
            family, house = registry.family(item.family), house_file.house(item.house or item.deck_house)
            drawn = [draw(family, item.bands, house, seed) for seed in range(3)]
            asked = {(load().text(q.message), q.picture) for q in drawn}
            if len(asked) == 1:
                assert prompts.setdefault((house.id, asked.pop()), item.id) == item.id


def test_basics_borrows_all_that_it_has():
    assert {item.id for item in DECKS["basics"].items} < {item.id for item in DECKS["european"].items}


def test_every_item_has_its_seconds_and_every_drawn_skill_of_pay_a_short_interval():
    pay = {"tables", "pictures", "mixed", "cash", "calls", "call_pay", "limits", "completes"}
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
