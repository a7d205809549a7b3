"""An announced bet on the layout: how many chips, which spots, which of them carry two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.calls import CALL, EACH_SIDE, ON, Call, call_house, drawn_call
from srs_roulette.questions.later import later
from srs_roulette.questions.parts import Slips, added, amount_field, pick
from srs_roulette.questions.reading import NOTHING
from srs_roulette.questions.types import Answer, Chip, Family, Field, FieldType, Key, Question, Scene, Solution, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.pockets import Pocket
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Slip
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.layouts import Layout

MODE: Final = Key(name="mode", values=("chips", "place", "doubles"), default=("place",))


_SWAPS: Final[Mapping[str, tuple[tuple[str, str, Mapping[str, int]], ...]]] = {
    "voisins": (
        ("wrong_trio", "0-2-3", {"0-1-2": 2}),
        *(("split_for_corner", "25-26-28-29", {split: 2}) for split in ("25-28", "26-29", "28-29", "25-26")),
    ),
    "orphelins": (
        ("orphan_17_once", "17-20", {"20": 1}),
        ("orphan_17_once", "17-20", {}),
        ("orphan_17_once", "14-17", {"14": 1}),
        ("orphan_17_once", "14-17", {}),
    ),
    "jeu_zero": tuple(("split_26", "26", {split: 1}) for split in ("23-26", "25-26", "26-29", "26-27")),
}
"""Of a call: the slip, the spot that it takes off, and what it puts there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The call, and what of it is asked."""

    call: str
    mode: str
    on: str | None = None
    each_side: int | None = None


class CallLayout(Family[Params]):
    """Chips and spots of a call."""

    name = "call_layout"
    params = Params
    keys = (CALL, MODE, ON, EACH_SIDE)
    uses = call_house
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a call that the house takes."""
        call = drawn_call(bands, house, rng)
        return Params(call=call.name, on=call.on, each_side=call.each_side, mode=pick(bands, MODE, rng))

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask for the chips, for every spot with its chips, or for the spots with two."""
        call = Call(params.call, params.on, params.each_side)
        spots = call.spots(house)
        chips = sum(n for _, n in spots)
        if params.mode == "doubles":
            spots = tuple((bet, n) for bet, n in spots if n > 1)
        placed = {notation.write(bet): n for bet, n in spots}
        right: Answer
        if params.mode == "chips":
            fields = (amount_field("chips", Unit.CHIPS),)
            right = {"chips": str(chips)}
            slips = _chip_slips(call, house, right)
            working = (added([n for _, n in spots], chips),)
        else:
            fields = (Field("spots", FieldType.PLACEMENT, Unit.CHIPS),)
            right = {"spots": placed}
            slips = _place_slips(call, house.layout, right, placed)
            working = (say("work.result", answer=" ".join(f"{text}={n}" for text, n in placed.items()) or NOTHING),)
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(f"prompt.call_layout.{params.mode}", call=call.words),
            fields=fields,
            expected=right,
            slips=slips,
            working=working,
            # Chips would answer: the spots are read off them, and their number is counted.
            scene=Scene(),
            solution=Solution(chips=_chips(spots)),
        )


@later
def _chips(spots: Sequence[tuple[Bet, int]]) -> Sequence[Chip]:
    return [Chip(bet=bet, chips=n) for bet, n in spots]


@later
def _chip_slips(call: Call, house: HouseRules, right: Answer) -> Sequence[Slip]:
    slips = Slips("call_layout", right)
    spots = call.spots(house)
    slips.add("numbers_as_chips", {"chips": str(len(call.numbers(house)))})
    if len(spots) < sum(n for _, n in spots):
        slips.add("spots_as_chips", {"chips": str(len(spots))})
    return slips.result()


@later
def _place_slips(call: Call, layout: Layout, right: Answer, placed: Mapping[str, int]) -> Sequence[Slip]:
    slips = Slips("call_layout", right)

    def swap(slip: str, take: str, put: Mapping[str, int]) -> None:
        if take in placed and all(layout.find(frozenset(map(Pocket, text.split("-")))) for text in put):
            rest = {text: n for text, n in placed.items() if text != take}
            slips.add(slip, {"spots": {**rest, **put}}, spot=take)

    for text, n in placed.items():
        if n > 1:
            swap("single_on_trio" if text == "0-2-3" else "single_on_corner", text, {text: 1})
    for slip, take, put in _SWAPS.get(call.name, ()):
        swap(slip, take, put)
    if call.name == "orphelins" and "17-20" in placed:
        rest = {text: n for text, n in placed.items() if text not in {"14-17", "17-20"}}
        slips.add("straight_for_split", {"spots": {**rest, "17": 1, "14": 1, "20": 1}}, spot="17")
        slips.add("straight_for_split", {"spots": {**rest, "17": 1}}, spot="17")
    return slips.result()


FAMILY = CallLayout()
