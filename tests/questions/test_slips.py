"""The slips of every money family, over many draws: each tells something that nothing else tells."""

from __future__ import annotations

import pytest

from srs_roulette.deck import find, loader
from srs_roulette.errors import RuleRefused
from srs_roulette.questions import registry
from srs_roulette.questions.draw import draw
from srs_roulette.rules import house_file
from srs_roulette.wording.catalog import load

MONEY = (
    *("times_table", "picture", "mixed", "cash_out", "outside", "table_round", "call_value", "call_payout"),
    *("call_limit", "complete", "finals", "limits", "zero", "chips", "find_the_error", "full_table"),
)
QUICK, LONG = 300, 20_000


def items_of(family):
    """List the bands in which the shipped decks ask a family, each under its own house."""
    found = {}
    for deck in loader.load_all(find.installed()):
        for item in deck.items:
            if item.family == family:
                found[item.id] = (item.bands, house_file.house(item.house or item.deck_house))
    return list(found.values())


def frozen(answer):
    return tuple(frozenset(v.items()) if isinstance(v, dict) else v for v in answer.values())


def check(family, draws):
    skill, items, catalog = registry.family(family), items_of(family), load()
    met = {}
    for seed in range(draws):
        bands, house = items[seed % len(items)]
        try:
            question = draw(skill, bands, house, seed)
        except RuleRefused:
            continue
        shown = [frozen(question.expected), *(frozen(slip.answer) for slip in question.slips)]
        assert len(set(shown)) == len(shown), (family, house.id, seed)
        for slip in question.slips:
            assert slip.answer.keys() == question.expected.keys(), (family, slip.id)
            # A message is worded alike in every draw, so long as it has the same values to put in.
            form = (slip.id, slip.message.id, *slip.message.values)
            if met.setdefault(form, 0) < WORDED:
                met[form] += 1
                assert catalog.text(slip.message).endswith((".", "?")), (family, slip.id)
    return {slip for slip, *_ in met}


WORDED = 20
"""Messages of one form that are put into words."""


@pytest.mark.parametrize("family", MONEY)
def test_no_slip_is_right_and_no_two_are_one(family):
    assert check(family, QUICK)


@pytest.mark.campaign
@pytest.mark.parametrize("family", MONEY)
def test_no_slip_is_right_and_no_two_are_one_in_twenty_thousand_draws(family):
    assert check(family, LONG)


@pytest.mark.parametrize(
    "family", ["call_value", "call_payout", "complete", "finals", "table_round", "call_limit", "times_table"]
)
def test_slips_of_any_sum_are_met(family):
    """Last in PROMPTS.md: a wrong carry everywhere; chips for cash where a chip has a value."""
    wanted = {"digits_swapped", "ten_lost", "hundred_lost"}
    if family not in {"call_limit", "times_table"}:
        wanted.add("unit_mixed")
    assert wanted <= check(family, QUICK)
