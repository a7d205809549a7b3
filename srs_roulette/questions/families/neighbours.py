"""A number with its neighbours: round the wheel, off the racetrack, or ascending, as fast dealers place them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.later import later
from srs_roulette.questions.parts import POCKETS, Slips, layout_house, on_the_wheel, pick
from srs_roulette.questions.types import Family, Field, FieldType, Key, Question, Scene, Solution, Unit
from srs_roulette.rules.pockets import NUMBERS, Pocket, in_order
from srs_roulette.rules.wheels import DOUBLE_ZERO, SINGLE_ZERO
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Slip
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.wheels import Wheel

ON: Final = Key(name="on", values=POCKETS, default=("0", *NUMBERS))
EACH_SIDE: Final = Key(name="each_side", low=1, high=9, default=(2,))
MODE: Final = Key(name="mode", values=("wheel", "short", "layout", "track"), default=("wheel",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The number in the middle and how many on each side of it."""

    on: str
    each_side: int
    mode: str


class Neighbours(Family[Params]):
    """The ``2k + 1`` pockets of a neighbour bet."""

    name = "neighbours"
    params = Params
    keys = (ON, EACH_SIDE, MODE)
    uses = layout_house

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a number of the house's wheel."""
        numbers = on_the_wheel(bands, ON, house)
        return Params(on=str(rng.choice(numbers)), each_side=pick(bands, EACH_SIDE, rng), mode=pick(bands, MODE, rng))

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask for the run in wheel order, by its number or off a racetrack, or for the same numbers ascending."""
        wheel, on, k = house.wheel, Pocket(params.on), params.each_side
        ascending, drawn = params.mode == "layout", params.mode == "track"
        run = wheel.neighbours(on, k)
        right = _shown(run, params)
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(f"prompt.neighbours.{params.mode}", on=on, each_side=k),
            fields=(Field("numbers", FieldType.ORDER, Unit.POCKETS),),
            expected=right,
            slips=_slips(params, wheel),
            working=(say("work.neighbours", on=on, answer="-".join(right["numbers"])),),
            scene=Scene(surface="racetrack", marked=(on,)) if drawn else None,
            solution=Solution(marked=run) if drawn else None,
            either_direction=not ascending,
        )


def _shown(run: tuple[Pocket, ...], params: Params) -> dict[str, tuple[str, ...]]:
    return {"numbers": in_order(run) if params.mode == "layout" else run}


@later
def _slips(params: Params, wheel: Wheel) -> Sequence[Slip]:
    on, k = Pocket(params.on), params.each_side

    def shown(run: tuple[Pocket, ...]) -> dict[str, tuple[str, ...]]:
        return _shown(run, params)

    run = wheel.neighbours(on, k)
    slips = Slips("neighbours", shown(run))
    for step in (1, -1):
        middle = wheel.step(on, step)
        slips.add("shifted", shown(wheel.neighbours(middle, k)), middle=middle)
    if on.number - k >= 1 and on.number + k <= len(NUMBERS):
        layout = tuple(Pocket(str(n)) for n in range(on.number - k, on.number + k + 1))
        slips.add("layout_run", shown(layout))
    if k > 1:
        slips.add("too_few", shown(wheel.neighbours(on, k - 1)), each_side=k)
    slips.add("too_many", shown(wheel.neighbours(on, k + 1)), each_side=k)
    slips.add("centre_missing", shown(tuple(p for p in run if p != on)))
    beyond_left, beyond_right = wheel.step(on, -k - 1), wheel.step(on, k + 1)
    slips.add("other_end", shown((*run[:-1], beyond_right)), wrong=beyond_right)
    slips.add("other_end", shown((beyond_left, *run[1:])), wrong=beyond_left)
    if wheel == DOUBLE_ZERO and on in SINGLE_ZERO.ring:
        slips.add("single_ring", shown(SINGLE_ZERO.neighbours(on, k)))
    return slips.result(either_direction=params.mode != "layout")


FAMILY = Neighbours()
