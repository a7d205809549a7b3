"""Procedure: every fact against what the documents say, written down here again, and every house against its own."""

import json
from random import Random

import pytest

from srs_roulette.errors import RuleRefused
from srs_roulette.questions.complaints import complaints
from srs_roulette.questions.families import procedure
from srs_roulette.questions.families.procedure import FAMILY, Params
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.parts import kept_values
from srs_roulette.rules.house_file import build, house, house_files, restored, table_of
from srs_roulette.wording.catalog import load
from srs_roulette.wording.message import say

HOUSES = tuple(house_files())
FACTS, REQUESTS = procedure.facts(), procedure.requests()
DOCUMENTS = {"000": "european", "002": "german", "003": "hungarian", "004": "english"}
# Whether a player may do it, in the phases in which a document says so (seed 000: nothing is placed or withdrawn from
# "no more bets" until the marker is lifted; 003: chips are sold once all is paid and the new game announced; the
# stake that won is the player's).
MAY = {
    "open": {"place": True, "withdraw": True, "buy_in": True, "take_down": True},
    "running": {"place": True, "withdraw": True},
    "closed": {"place": False, "withdraw": False, "buy_in": False},
    "marked": {"place": False, "withdraw": False, "buy_in": False, "take_down": False},
}
# What the documents say, in a word of the right choice.
SAID = {
    "coup": "spin",
    "masse": "losing",
    "rateau": "rake",
    "dolly": "marker",
    "basket": "trio",
    "two_to_one": "column",
    "low_chances": "even chances, dozens and columns",
    "dozen_12m": "middle dozen",
    "group_call": "lowest and the highest",
    "premiers": "zero, one and two",
    "opening_call": "faites vos jeux",
    "closing_call": "rien ne va plus",
    "partagez": "half",
    "dozen_12p": "first dozen",
    "dozen_12d": "last dozen",
    "halves_sum": "333",
    "halves_balance": "nine red, nine even, nine low",
    "serie_023": "Voisins",
    "serie_58": "Tiers",
    "special_fields": "wheel",
    "take_a_colour": "value chips or cash",
    "own_colour": "colour of their own",
    "colour_value": "before play",
    "value_board": "board",
    "handed_out": "stacks of twenty",
    "set_proof": "four fives, one five spread out",
    "buying_in": "collected, paid and the new game announced",
    "leaving": "value chips at this table",
    "leftover_worth": "table minimum",
    "cash_chips_why": "mixed up",
    "first_settled": "losing bets are collected",
    "after_paying": "takes the marker off and opens",
    "winning_stake": "player's",
    "directions": "against",
    "closing_time": "shortly before",
    "who_places": "the player, or the dealer on a call",
    "call_bet_words": "bet and the amount",
    "netting": "takes the losing bet and pays the winning one",
    "late_bet": "gives it back",
    "late_withdrawal": "stands",
    "unclear_chip": "before the spin",
    "out_of_reach": "repeats",
    "same_spot": "on top",
    "dealers_fault": "no spin",
    "dispute": "management",
}


def asked(fact, where="european", seed=1, **bands):
    rules = house(where) if isinstance(where, str) else where
    return FAMILY.build(FAMILY.draw({"fact": (fact,), **bands}, rules, Random(seed)), rules)


def answer(question):
    (value,) = question.expected.values()
    return value


def knowing(fact):
    """A house whose sources say it."""
    return next(name for name in HOUSES if FACTS[fact].known_to(house(name)))


def slips(question):
    return {(slip.id, *slip.answer.values()) for slip in question.slips}


def test_the_table_is_whole():
    modes = [fact.mode for fact in FACTS.values()]
    assert modes.count("word") >= 12
    assert modes.count("state") >= 10
    assert modes.count("fault") >= 8
    for key, fact in FACTS.items():
        assert fact.sources or fact.value, key
        assert set(fact.sources) <= set(DOCUMENTS), key
        if fact.choices:
            assert len(fact.choices) >= 4, key
            assert len(set(fact.choices)) == len(fact.choices), key
        assert set(fact.terms) <= set(fact.choices) | set(fact.order), key
    assert all(len(choices) >= 4 for choices in REQUESTS.values())


@pytest.mark.parametrize(("fact", "word"), SAID.items())
def test_static_facts_are_what_the_documents_say(fact, word):
    assert word in load().text(say(f"choice.{answer(asked(fact, knowing(fact)))}"))


def test_every_static_fact_is_judged_here():
    static = {key for key, fact in FACTS.items() if isinstance(fact.answer, str) and fact.answer}
    assert static == {*SAID, *(f"{phase}-{request}" for phase, may in MAY.items() for request in may)}


@pytest.mark.parametrize("phase", MAY)
def test_states(phase):
    for request, may in MAY[phase].items():
        fact = f"{phase}-{request}"
        question = asked(fact, knowing(fact))
        assert answer(question) == ("yes" if may else "no")
        slip = {"open": "phase_early", "running": "phase_late", "closed": "phase_early", "marked": "marker_up"}[phase]
        assert slips(question) == {(slip, "no" if may else "yes")}
        assert question.choices["answer"] == REQUESTS[request]


@pytest.mark.parametrize("name", HOUSES)
def test_a_house_is_asked_only_what_its_sources_or_its_file_say(name):
    rules = house(name)
    own = {document for document in DOCUMENTS if any(source.startswith(document) for source in rules.sources)}
    for key, fact in FACTS.items():
        if fact.sources and not own & set(fact.sources):
            with pytest.raises(RuleRefused, match=name):
                asked(key, rules)
        else:
            assert asked(key, rules).params.fact == key


def test_unknown_facts_of_a_band_are_passed_over():
    for seed in range(50):
        rules = house("german")
        assert FAMILY.draw({"fact": ("dispute", "coup")}, rules, Random(seed)).fact == "coup"


@pytest.mark.parametrize(
    ("fact", "right"),
    [
        ("column_name", {"european": "by_first_number", "german": "by_last_number", "french_law": "by_last_number"}),
        ("odds_words", {"european": "two_to_one_odds", "hungarian": "three_for_one", "english": "twice_the_stake"}),
        ("cash_chips", {"european": "chips_welcome", "hungarian": "chips_discouraged"}),
        (
            "first_after_fall",
            {"european": "announces", "hungarian": "marks", "english": "marks", "german": "announces"},
        ),
        (
            "marker",
            {"european": "with_dolly", "hungarian": "with_dolly", "english": "with_figure", "german": "with_rake"},
        ),
        (
            "announced",
            {
                "german": ("number", "colour", "parity", "half"),
                "hungarian": ("number", "colour"),
                "english": ("number",),
            },
        ),
    ],
)
def test_facts_that_the_house_decides(fact, right):
    for where, expected in right.items():
        question = asked(fact, where)
        assert answer(question) == expected
        others = {value for name, value in FACTS[fact].elsewhere.items() if value != expected}
        assert {slip.answer[question.fields[0].name] for slip in question.slips if slip.id == "other_house"} == others


def test_what_stands_elsewhere_is_what_those_houses_answer():
    for key, fact in FACTS.items():
        for where, expected in fact.elsewhere.items():
            assert answer(asked(key, where)) == expected, key


@pytest.mark.parametrize(("marks_first", "name"), [(False, "european"), (True, "hungarian")])
def test_order_of_the_round(marks_first, name):
    question = asked("round_order", name)
    both = ("marks", "announces") if marks_first else ("announces", "marks")
    assert answer(question) == ("opens", "spins", "closes", *both, "collects", "pays", "lifts_marker")
    assert sorted(question.choices["order"]) == sorted(answer(question))
    found = slips(question)
    swapped = ("opens", "spins", "closes", *both[::-1], "collects", "pays", "lifts_marker")
    assert ("other_house", swapped) in found
    assert ("winners_first", ("opens", "spins", "closes", *both, "pays", "collects", "lifts_marker")) in found


@pytest.mark.parametrize("day", range(1, 32))
def test_the_first_ball_of_the_day_follows_the_date_and_later_ones_the_last_number(day):
    first = asked("first_ball", "hungarian", seed=day, day=(day,))
    assert (first.params.day, first.params.spin) == (day, 1)
    assert answer(first) == str(day)
    assert slips(first) == {("last_number_first_day", first.params.last)}
    later = asked("ball_release", "hungarian", seed=day, day=(day,))
    assert later.params.spin > 1
    assert answer(later) == later.params.last != str(day)
    assert slips(later) == {("date_too_late", str(day))}


@pytest.mark.parametrize("seed", range(30))
def test_of_two_wishes_that_of_the_larger_stake_counts(seed):
    question = asked("wishes", "hungarian", seed)
    params = encode(question.params)
    stakes = dict(zip(params["wishes"], params["stakes"], strict=True))
    more = "long" if stakes["long"] > stakes["short"] else "short"
    assert answer(question) == f"{more}_spin"
    assert ("smaller_stake", "short_spin" if more == "long" else "long_spin") in slips(question)


@pytest.mark.parametrize("fewest", [1, 3, 4])
def test_turns(fewest):
    rules = build(table_of("european") | {"minimum_turns": fewest}, "turns")
    drawn = set()
    for seed in range(40):
        question = asked("turns", rules, seed)
        turns = question.params.turns
        drawn.add(turns)
        assert answer(question) == ("calls_no_spin" if turns < fewest else "lets_it_count")
        (slip,) = question.slips
        assert slip.id == "turns"
        assert str(fewest) in load().text(slip.message)
    assert drawn == {n for n in range(fewest - 2, fewest + 2) if n > 0}


def test_choices_are_offered_in_any_order_but_yes_and_no():
    orders = {asked("late_bet", seed=seed).choices["dealer"] for seed in range(20)}
    assert len(orders) > 5
    assert len({asked("closed-place", seed=seed).choices["answer"] for seed in range(20)}) == 1


def test_the_working_names_the_source():
    assert load().text(asked("dispute", "english").working[-1]) == "Source document 004: management_decides"
    assert load().text(asked("marker", "german").working[-1]) == "House file, marker: with_rake"


@pytest.mark.parametrize("name", HOUSES)
def test_draws_hold_what_every_question_must(name):
    rules = house(name)
    kept = json.loads(json.dumps(kept_values(FAMILY.uses, rules)))
    for seed in range(200):
        params = FAMILY.draw({}, rules, Random(seed))
        question = FAMILY.build(params, rules)
        assert list(complaints(question)) == []
        again = decode(Params, json.loads(json.dumps(encode(params))))
        assert again == params
        assert FAMILY.build(again, restored(kept)) == question


@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_is_worded(fact):
    rules = house(knowing(fact))
    question = asked(fact, rules)
    assert list(complaints(question)) == []
    texts = [load().text(say(f"choice.{key}")) for keys in question.choices.values() for key in keys]
    assert len(set(texts)) == len(texts)


def test_what_is_known_before_the_facts_are_read():
    """The ids and house keys are taken from the text, so that a count of the day parses no fact."""
    assert procedure.FACT.values == tuple(FACTS)
    assert set(FAMILY.uses) >= {fact.value for fact in FACTS.values() if fact.value}
