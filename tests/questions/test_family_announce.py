"""What a number is, and which numbers are that: against the colours and rings of the oracle."""

from __future__ import annotations

from random import Random

import pytest
from family_helpers import ask, judged, other_house, slips, telling

from srs_roulette.questions import registry
from srs_roulette.rules import house_file

FIELDS = ("colour", "parity", "half", "dozen", "column")
ABSENT = {"parity": "neither", "half": "neither", "dozen": "none", "column": "none"}


def known(oracle):
    """Each number to its five answers."""
    return {
        row["number"]: {field: str(row.get(field, ABSENT.get(field))) for field in FIELDS}
        for row in oracle("wheels")["numbers"]
    }


def by_parity(row):
    return "red" if row["parity"] == "odd" else "black"


def wrong_ways(number, row):
    """The slips of PROMPTS.md, family 1, by their formulas."""
    if number in {"0", "00"}:
        return [
            ("zero_even", {"parity": "even"}),
            ("zero_low", {"half": "low"}),
            ("zero_even", {"parity": "even", "half": "low"}),
        ]
    edge = str(int(number) // 12 + 1)
    return [
        ("colour_by_parity", {"colour": by_parity(row)}),
        *([("dozen_edge", {"dozen": edge})] if edge in {"1", "2", "3"} else []),
        ("column_mirrored", {"column": str(4 - int(row["column"]))}),
        *([("half_edge", {"half": "high"})] if number == "18" else []),
        *([("half_edge", {"half": "low"})] if number == "19" else []),
    ]


def test_every_number_in_five_fields(oracle):
    rows = known(oracle)
    assert len(rows) == 38
    for number, row in rows.items():
        question = ask("announce", "american" if number == "00" else "european", number=number, mode="full")
        assert question.expected == row
        assert slips(question) == telling(row, wrong_ways(number, row)), number


@pytest.mark.parametrize("number", ["10", "11", "18", "19", "20", "28", "29", "30"])
def test_colours_turn_where_the_wheel_says_and_not_at_the_tens(number, oracle):
    reds = oracle("wheels")["colours"]["red"]
    question = ask("announce", number=number, mode="full")
    assert question.expected["colour"] == ("red" if number in reds else "black")


def test_colour_by_parity_is_told_for_sixteen_numbers(oracle):
    told = {
        number
        for number in known(oracle)
        if number != "00" and "colour_by_parity" in dict(slips(ask("announce", number=number, mode="full")))
    }
    assert told == {str(n) for n in (*range(11, 19), *range(29, 37))}


def test_zero_taken_for_even_and_low():
    question = ask("announce", number="0", mode="full")
    assert judged(question, "green neither neither none none") == ("correct", None)
    assert judged(question, "green even neither none none") == ("wrong", "zero_even")
    assert judged(question, "green neither low none none") == ("wrong", "zero_low")
    assert judged(question, "green even low none none") == ("wrong", "zero_even")


@pytest.mark.parametrize(
    ("house", "fields"),
    [("european", ("colour", "parity", "half")), ("hungarian", ("colour",)), ("english", FIELDS)],
)
def test_the_call_has_the_fields_of_the_house(house, fields, oracle):
    question = ask("announce", house, number="17", mode="call")
    assert question.expected == {field: known(oracle)["17"][field] for field in fields}


def test_slips_in_a_field_that_the_house_does_not_call_are_left_out():
    assert slips(ask("announce", "hungarian", number="24", mode="call")) == []
    assert [slip for slip, _ in slips(ask("announce", "hungarian", number="11", mode="call"))] == ["colour_by_parity"]
    zero = ask("announce", other_house(announce=["number", "half"]), number="0", mode="call")
    assert slips(zero) == [("zero_low", {"half": "low"})]


def alike(rows, **wanted):
    return tuple(n for n, row in rows.items() if all(row[field] == value for field, value in wanted.items()))


def test_every_description_asks_for_all_that_fit(oracle):
    rows = {number: row for number, row in known(oracle).items() if number not in {"0", "00"}}
    for number, row in rows.items():
        told = {field: row[field] for field in FIELDS if field != "half"}
        question = ask("announce", number=number, mode="reverse")
        fit = alike(rows, **told)
        right = {"numbers": fit}
        assert question.expected == right
        mirrored = alike(rows, **told | {"column": str(4 - int(row["column"]))})
        counted = {n: r for n, r in rows.items() if by_parity(r) == row["colour"]}
        by_odd = alike(counted, **{field: value for field, value in told.items() if field != "colour"})
        wrongs = [("one_of_two", one) for one in [(n,) for n in fit] if len(fit) > 1]
        wrongs += [("column_mirrored", mirrored), ("colour_by_parity", by_odd)]
        assert slips(question) == telling(right, [(s, {"numbers": wrong}) for s, wrong in wrongs if wrong]), number


def test_descriptions_drawn_fit_one_number_or_two():
    announce, house = registry.family("announce"), house_file.house("european")
    sizes = set()
    for seed in range(300):
        params = announce.draw({"mode": ("reverse",), "number": ("0", *map(str, range(1, 37)))}, house, Random(seed))
        sizes.add(len(announce.build(params, house).expected["numbers"]))
    assert sizes == {1, 2}


def test_pockets_of_a_description_in_any_order():
    question = ask("announce", number="4", mode="reverse")
    assert judged(question, "10 4") == judged(question, "4-10") == ("correct", None)
    assert judged(question, "4") == judged(question, "10") == ("wrong", "one_of_two")
