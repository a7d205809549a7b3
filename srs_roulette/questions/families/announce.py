"""The number that fell: colour, parity, half, dozen, column; and the numbers that fit a description."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.later import later
from srs_roulette.questions.parts import POCKETS, Slips, layout_house, on_the_wheel, pick, result
from srs_roulette.questions.types import Family, Field, FieldType, Key, Question, Unit
from srs_roulette.rules.pockets import NUMBERS, Pocket, in_order
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Slip
    from srs_roulette.rules.house import HouseRules

NUMBER: Final = Key(name="number", values=POCKETS, default=tuple(NUMBERS))
MODE: Final = Key(name="mode", values=("full", "call", "reverse"), default=("full",))

FULL: Final = ("colour", "parity", "half", "dozen", "column")
CHOICES: Final = {
    "colour": ("red", "black", "green"),
    "parity": ("odd", "even", "neither"),
    "half": ("low", "high", "neither"),
    "dozen": ("1", "2", "3", "none"),
    "column": ("1", "2", "3", "none"),
}
_ABSENT: Final = {"parity": "neither", "half": "neither", "dozen": "none", "column": "none"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The number; in reverse, one of those that fit."""

    number: str
    mode: str


class Announce(Family[Params]):
    """What a number is, and which numbers are that."""

    name = "announce"
    params = Params
    keys = (NUMBER, MODE)
    uses = (*layout_house, "announce")

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a number; in reverse one whose description at most two share, and no zero."""
        mode = pick(bands, MODE, rng)
        numbers = on_the_wheel(bands, NUMBER, house)
        if mode == "reverse":
            numbers = tuple(p for p in numbers if not p.is_zero and len(_alike(p)) <= 2)  # noqa: PLR2004 - one or two answers
        return Params(number=str(rng.choice(numbers)), mode=mode)

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask for the call of the house, for all five, or for every pocket of a description."""
        number = Pocket(params.number)
        if params.mode == "reverse":
            return self._reverse(params, number, house)
        called = tuple(f for f in house.announce if f != "number")
        # A house that calls the number alone leaves nothing to ask but all of it.
        fields = (called if params.mode == "call" else ()) or FULL
        right = {name: what(number, name) for name in fields}
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say("prompt.announce.full", number=number, fields=tuple(say(f"field.{f}") for f in fields)),
            fields=tuple(Field(name, FieldType.CHOICE) for name in fields),
            choices={name: CHOICES[name] for name in fields},
            expected=right,
            slips=_slips(number, right),
            working=(say("work.announce", number=number, answer=" ".join(right.values())),),
            number=number,
        )

    def _reverse(self, params: Params, number: Pocket, house: HouseRules) -> Question:
        alike = _alike(number)
        right = {"numbers": alike}
        colour, parity, dozen, column = _described(number)
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(
                "prompt.announce.reverse",
                colour=say(f"choice.{colour}"),
                parity=say(f"choice.{parity}"),
                dozen=str(dozen),
                column=str(column),
            ),
            fields=(Field("numbers", FieldType.POCKETS, Unit.POCKETS),),
            expected=right,
            slips=_reverse_slips(number, right),
            working=(result("-".join(alike)),),
        )


def what(number: Pocket, field: str) -> str:
    """Return the key of a choice that holds for a number."""
    value = getattr(number, field)
    return _ABSENT[field] if value is None else str(value)


@cache
def _described(number: Pocket) -> tuple[str, str | None, int | None, int | None]:
    return number.colour, number.parity, number.dozen, number.column


@cache
def _alike(number: Pocket) -> tuple[Pocket, ...]:
    return in_order([p for p in NUMBERS if _described(p) == _described(number)])


def _parity_colour(number: Pocket) -> str:
    return "red" if number.parity == "odd" else "black"


@later
def _slips(number: Pocket, right: dict[str, str]) -> Sequence[Slip]:
    slips = Slips("announce", right)

    def add(slip: str, field: str, wrong: str) -> None:
        if field in right:
            slips.add(slip, {field: wrong})

    if number.is_zero:
        add("zero_even", "parity", "even")
        add("zero_low", "half", "low")
        if {"parity", "half"} <= set(right):
            slips.add("zero_even", {"parity": "even", "half": "low"})
        return slips.result()
    add("colour_by_parity", "colour", _parity_colour(number))
    add("dozen_edge", "dozen", str(min(3, number.number // 12 + 1)))
    add("column_mirrored", "column", str(4 - (number.column or 0)))
    if number in {"18", "19"}:
        add("half_edge", "half", "low" if number == "19" else "high")
    return slips.result()


@later
def _reverse_slips(number: Pocket, right: Mapping[str, tuple[Pocket, ...]]) -> Sequence[Slip]:
    slips, alike = Slips("announce", right), right["numbers"]
    if len(alike) > 1:
        for one in alike:
            slips.add("one_of_two", {"numbers": (one,)})
    mirrored = [p for p in NUMBERS if _described(p) == (*_described(number)[:3], 4 - (number.column or 0))]
    if mirrored and number.column != 2:  # noqa: PLR2004 - the middle column has no mirror
        slips.add("column_mirrored", {"numbers": in_order(mirrored)})
    other = [p for p in NUMBERS if _parity_colour(p) == number.colour and _described(p)[1:] == _described(number)[1:]]
    if other:
        slips.add("colour_by_parity", {"numbers": in_order(other)})
    return slips.result()


FAMILY = Announce()
