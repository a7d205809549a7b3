"""Chips cut for the eye, counted again by hand."""

from __future__ import annotations

from random import Random

import pytest
from drawn_helpers import draws, prompt, worked
from family_helpers import ask, judged, other_house, said, slips, telling

from srs_roulette.questions import registry
from srs_roulette.rules import house_file

EUROPEAN = house_file.house("european")
BANDS = {"fives": tuple(range(1, 25)), "full": tuple(range(19, 201)), "colours": tuple(range(1, 31))}


def one_colour(stacks, fives, singles):
    """The slips of PROMPTS.md, family 28."""
    count = 20 * stacks + 5 * fives + singles
    wrongs = [("one_off", count + 1), ("one_off", count - 1), ("five_off", count + 5), ("five_off", count - 5)]
    if stacks:
        wrongs.append(("stack_not_seen", count - 20))
    wrongs.append(("offset_as_one", 20 * stacks + fives + singles))
    return count, [(slip, {"chips": str(wrong)}) for slip, wrong in wrongs if wrong > 0]


@pytest.mark.parametrize("mode", ["fives", "full"])
def test_every_way_to_count_wrongly(mode):
    for stacks in range(6) if mode == "full" else (0,):
        for fives in range(5):
            for singles in range(5):
                if stacks or fives or singles:
                    question = ask("stack_count", mode=mode, stacks=stacks, fives=(fives,), singles=(singles,))
                    count, wrongs = one_colour(stacks, fives, singles)
                    assert question.expected == {"chips": str(count)}
                    assert slips(question) == telling(question.expected, wrongs)


@pytest.mark.parametrize(
    ("fives", "singles", "count"), [(3, 4, "19"), (4, 0, "20"), (4, 1, "21"), (1, 0, "5"), (0, 3, "3")]
)
def test_offsets_of_five(fives, singles, count):
    question = ask("stack_count", mode="fives", stacks=0, fives=(fives,), singles=(singles,))
    assert prompt(question) == f"Offsets of five: {fives}; on top: {singles}. Chips:"
    assert question.expected == {"chips": count}


def test_two_stacks_and_seventeen():
    question = ask("stack_count", mode="full", stacks=2, fives=(3,), singles=(2,))
    assert prompt(question) == "Full stacks: 2; offsets of five: 3; on top: 2. Chips:"
    assert worked(question) == ["2 x 20 = 40", "3 x 5 = 15", "singles: 2", "40 + 15 + 2 = 57"]
    for raw, slip in {
        "58": "one_off",
        "56": "one_off",
        "62": "five_off",
        "52": "five_off",
        "37": "stack_not_seen",
        "45": "offset_as_one",
        "59": None,
    }.items():
        assert judged(question, raw) == ("wrong", slip)
    assert said(question, "62") == "One offset of five."


def test_two_colours_by_hand():
    question = ask("stack_count", mode="colours", stacks=0, fives=(2, 1), singles=(3, 4), colours=("red", "blue"))
    assert prompt(question) == (
        "Below: red, offsets of five: 2, singles: 3. On it: blue, offsets of five: 1, singles: 4. Chips, red; blue:"
    )
    assert question.expected == {"red": "13", "blue": "9"}
    for raw, slip in {
        "13 9": None,
        "9 13": "colours_swapped",
        "22 9": "both_colours",
        "13 22": "both_colours",
        "14 9": "one_off",
        "13 8": "one_off",
        "8 9": "five_off",
        "13 14": "five_off",
        "5 5": "offset_as_one",
    }.items():
        assert judged(question, raw) == ("correct" if slip is None else "wrong", slip), raw
    assert said(question, "22 9") == "That is both colours; red alone is asked."


@pytest.mark.parametrize("mode", BANDS)
def test_draws_are_sound(mode):
    for question in draws("stack_count", {"mode": (mode,), "chips": BANDS[mode]}, EUROPEAN):
        params = question.params
        counts = [5 * fives + singles for fives, singles in zip(params.fives, params.singles, strict=True)]
        counts[0] += 20 * params.stacks
        assert [int(value) for value in question.expected.values()] == counts
        assert all(count in BANDS[mode] for count in counts)
        assert all(singles < 5 for singles in params.singles)
        assert (params.stacks == 0) == (mode != "full" or counts[0] < 20)
        if mode == "colours":
            assert tuple(question.expected) == params.colours
            assert len(set(params.colours)) == 2


@pytest.mark.campaign
@pytest.mark.parametrize("mode", BANDS)
def test_many_draws_are_sound(mode):
    assert len(list(draws("stack_count", {"mode": (mode,)}, EUROPEAN, 1000))) == 1000


def test_each_mode_has_counts_of_its_own():
    family = registry.family("stack_count")
    for mode in BANDS:
        for seed in range(100):
            params = family.draw({"mode": (mode,)}, EUROPEAN, Random(seed))
            assert params.fives[0] > 0 or mode == "full"
            assert params.stacks > 0 or mode != "full"


def test_a_house_of_other_stacks():
    house = other_house(stack=25, colour_set=300)
    for question in draws("stack_count", {"mode": ("full",)}, house, 50):
        params = question.params
        assert question.expected == {"chips": str(25 * params.stacks + 5 * params.fives[0] + params.singles[0])}
        assert params.fives[0] < 5
