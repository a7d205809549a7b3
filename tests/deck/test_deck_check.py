from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from srs_roulette.deck.check import check
from srs_roulette.errors import FileFaults, RulesError
from srs_roulette.questions.types import Field, FieldType, Slip
from srs_roulette.wording.message import say

ITEM = '[items.a]\nsection = "s"\nfamily = "times"\nbet = "split"\nchips.any = "1..60"\n'


@pytest.fixture
def checked(deck, house, family_class):
    """Check a deck of one item of a family that spoils its questions."""

    def of(spoil=lambda question: question, *, seeds=20, draw=None, **options):
        class Spoilt(family_class):
            def draw(self, bands, house, rng):
                return (draw or super().draw)(bands, house, rng)

            def build(self, params, house):
                return spoil(super().build(params, house))

        return check(deck(ITEM), house, seeds=seeds, family=lambda _: Spoilt(), **options)

    return of


def slip(name, pays):
    return Slip(name, {"pays": pays}, say("slip"))


def test_good_questions(checked):
    report = checked()
    assert (report.deck, report.items, report.questions, report.faults) == ("d", 1, 20, ())


def test_the_default_is_two_hundred_draws(deck, house, family):
    assert check(deck(ITEM), house, family=family).questions == 200


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"working": ()}, "has no working."),
        ({"fields": ()}, "asks for nothing."),
        ({"fields": (Field("pays"), Field("pays"))}, "has two fields of one name."),
        ({"fields": (Field("pays"), Field("net"))}, 'the right answer lacks "net".'),
        ({"fields": (Field("net"),)}, 'the right answer has "pays", which is not asked for.'),
        ({"fields": (Field("pays", FieldType.CHOICE),)}, '"pays" does not offer the right choice.'),
        ({"expected": {"pays": "1"}, "slips": (slip("stake", "1"),)}, 'slip "stake" is the right answer.'),
        ({"slips": (slip("one", "x"), slip("two", "x"))}, 'slips "one" and "two" give the same answer.'),
        ({"slips": (Slip("one", {"net": "1"}, say("slip")),)}, 'slip "one" lacks "pays".'),
    ],
)
def test_what_is_wrong_names_item_seed_and_draws(checked, changes, said):
    report = checked(lambda question: replace(question, **changes))
    (line,) = [line for line in report.faults if said in line]
    assert line.endswith(f"deck.toml: d/a seed 0: {said} (20 draws)")


def test_choices_twice(checked):
    choice = {"fields": (Field("pays", FieldType.CHOICE),), "expected": {"pays": "a"}, "choices": {"pays": ("a", "a")}}
    assert '"pays" offers a choice twice.' in checked(lambda question: replace(question, **choice)).faults[0]


def test_chips_that_are_not_there(checked, chip_class):
    picture = (chip_class(bet=None, chips=0),)
    assert "0 chips on a spot" in checked(lambda question: replace(question, picture=picture)).faults[0]


def test_what_draw_and_build_raise(checked):
    def refuse(question):
        if question.params.chips > 30:
            raise RulesError("The house does not take that.")
        return question

    (line,) = checked(refuse, seeds=200).faults
    assert "d/a seed " in line
    assert "The house does not take that. (" in line

    def stumble(bands, house, rng):  # noqa: ARG001 - as every family
        return bands["none"]

    assert "seed 0: KeyError: 'none' (20 draws)" in checked(draw=stumble).faults[0]


def test_what_does_not_repeat(checked):
    left = iter(range(1, 1000))

    def counts(bands, house, rng):  # noqa: ARG001 - as every family
        return Params(("split",), next(left))

    @dataclass(frozen=True)
    class Params:
        bet: tuple
        chips: int

    said = " ".join(checked(draw=counts, seeds=1).faults)
    assert "the same seed draws something else the second time." in said
    said = checked(lambda question: replace(question, expected={"pays": str(next(left))}), seeds=1).faults
    assert "the same parameters build another question the second time." in " ".join(said)
    nested = checked(draw=lambda *_: Params((("split",),), 1), seeds=1).faults
    assert "do not come back from JSON" in nested[0]
    assert "not JSON serializable" in checked(draw=lambda *_: Params(({1},), 1), seeds=1).faults[0]


def test_callers_may_check_more(checked):
    def dear(question):
        yield f"pays {question.expected['pays']}"

    report = checked(extra=[dear], seeds=200)
    assert len(report.faults) == 6
    assert report.faults[-1].endswith(" more complaints.")


def test_house_sensitive_items_are_checked_in_the_house_given(deck, family, house):
    asked = []

    def of(name):
        asked.append(name)
        if name == "english":
            raise FileFaults(["h.toml: one.", "h.toml: two."])
        return house(name)

    sensitive = deck(
        '[items.z]\nsection = "s"\nfamily = "zero"\n[items.p]\nsection = "s"\nfamily = "zero"\nhouse = "german"\n'
        + ITEM
    )
    assert check(sensitive, of, seeds=1, family=family).faults == ()
    assert asked == ["european", "german", "european"]
    faults = check(sensitive, of, seeds=1, option="english", family=family).faults
    assert [line.split(": ", 1)[1] for line in faults] == [
        'd/z: house "english": h.toml: one.',
        'd/z: house "english": h.toml: two.',
    ]
