"""The ring of pockets: next, steps, between, opposite, a run, the halves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.later import later
from srs_roulette.questions.parts import POCKETS, Slips, amount_field, layout_house, on_the_wheel, pick
from srs_roulette.questions.types import Answer, Family, Field, FieldType, Key, Question, Unit
from srs_roulette.rules.pockets import NUMBERS, Pocket
from srs_roulette.rules.wheels import DOUBLE_ZERO, SINGLE_ZERO, Wheel
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Slip
    from srs_roulette.rules.house import HouseRules

NUMBER: Final = Key(name="number", values=POCKETS, default=("0", *NUMBERS))
MODE: Final = Key(
    name="mode", values=("right", "left", "steps", "between", "distance", "run", "half", "opposite"), default=("right",)
)
STEPS: Final = Key(name="steps", low=-18, high=18, default=(2, 3, 4, 5, 6, -2, -3, -4, -5, -6))


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """Where to start, and how far: clockwise, anticlockwise when negative."""

    number: str
    mode: str
    steps: int | None = None


class WheelOrder(Family[Params]):
    """What lies where on the wheel."""

    name = "wheel"
    params = Params
    keys = (NUMBER, MODE, STEPS)
    uses = layout_house
    answer_in_prompt = "a distance may be the same figure as one of its two pockets"

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a pocket of the house's wheel, and steps where the form has them."""
        mode = pick(bands, MODE, rng)
        numbers = on_the_wheel(bands, NUMBER, house)
        if mode == "half":
            numbers = tuple(p for p in numbers if not p.is_zero)
        steps = {"right": 1, "left": -1, "between": 2, "run": 2}.get(mode)
        if mode in {"steps", "distance"}:
            steps = pick(bands, STEPS, rng)
        return Params(number=str(rng.choice(numbers)), mode=mode, steps=steps)

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask one form; forms share the ring, the slips of direction and the count."""
        wheel, start, steps = house.wheel, Pocket(params.number), params.steps or 0
        end = wheel.step(start, steps)
        prompt: dict[str, str | int] = {"number": start}
        fields: tuple[Field, ...] = (Field("numbers", FieldType.POCKET, Unit.POCKETS),)
        choices: dict[str, tuple[str, ...]] = {}
        right: Answer = {"numbers": end}
        either = False
        match params.mode:
            case "steps":
                prompt["steps"] = abs(steps)
            case "between":
                prompt["other"], right = end, {"numbers": wheel.step(start, 1)}
            case "distance":
                prompt["other"] = end
                fields = (amount_field("steps", Unit.STEPS),)
                right = {"steps": str(wheel.distance(start, end))}
            case "run":
                fields = (Field("numbers", FieldType.ORDER, Unit.POCKETS),)
                right = {"numbers": wheel.neighbours(start, steps)}
                prompt["count"], either = 2 * steps + 1, True
            case "half":
                fields = (Field("side", FieldType.CHOICE), Field("colour", FieldType.CHOICE))
                choices = {"side": ("right", "left"), "colour": ("red", "black")}
                right = {"side": "right" if wheel.right_of_zero(start) else "left", "colour": start.colour}
            case "opposite":
                right = {"numbers": wheel.step(start, len(wheel.ring) // 2)}
        form = f"{params.mode}_{'back' if steps < 0 else 'on'}" if params.mode == "steps" else params.mode
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(f"prompt.wheel.{form}", **prompt),
            fields=fields,
            choices=choices,
            expected=right,
            slips=_slips(wheel, start, params, right),
            working=(_working(wheel, start, params, right),),
            either_direction=either,
        )


@later
def _slips(wheel: Wheel, start: Pocket, params: Params, right: Answer) -> Sequence[Slip]:
    slips, steps = Slips("wheel", right), params.steps or 0
    match params.mode:
        case "right" | "left" | "steps":
            _walk_slips(slips, wheel, start, steps)
        case "distance":
            distance = int(str(right["steps"]))
            slips.add("wrong_direction", {"steps": str(len(wheel.ring) - distance)})
            slips.add("one_short", {"steps": str(distance - 1)})
            slips.add("one_far", {"steps": str(distance + 1)})
        case "run":
            for step in (1, -1):
                slips.add("shifted", {"numbers": wheel.neighbours(wheel.step(start, step), steps)})
            _run_slips(slips, wheel, start, steps)
        case "between":
            # The pockets outside the two, the far one first.
            for step in (steps + 1, -1):
                slips.add("outside", {"numbers": wheel.step(start, step)})
            _other_ring(slips, wheel, start, 1)
        case "opposite":
            for step in (1, -1):
                slips.add("beside", {"numbers": wheel.step(Pocket(str(right["numbers"])), step)})
        case "half":
            first, last = wheel.step(wheel.ring[0], 1), wheel.step(wheel.ring[0], -1)
            slips.add("other_half", {"side": "left" if right["side"] == "right" else "right"}, first=first, last=last)
    return slips.result(either_direction=params.mode == "run")


def _walk_slips(slips: Slips, wheel: Wheel, start: Pocket, steps: int) -> None:
    sign = 1 if steps > 0 else -1
    slips.add("wrong_direction", {"numbers": wheel.step(start, -steps)})
    if any(wheel.step(start, sign * k).is_zero for k in range(1, abs(steps) + 1)):
        slips.add("zero_skipped", {"numbers": wheel.step(start, steps + sign)})
    if abs(steps) > 1:
        slips.add("one_short", {"numbers": wheel.step(start, steps - sign)})
    slips.add("one_far", {"numbers": wheel.step(start, steps + sign)})
    if abs(steps) == 1 and 1 <= start.number + sign <= len(NUMBERS):
        slips.add("layout_next", {"numbers": Pocket(str(start.number + sign))})
    _other_ring(slips, wheel, start, steps)


def _run_slips(slips: Slips, wheel: Wheel, start: Pocket, each_side: int) -> None:
    """Add a run without the zero in it, one on the layout, and one of the other wheel."""
    without = [p for p in wheel.ring if not p.is_zero]
    if not start.is_zero:
        at = without.index(start)
        skipped = tuple(without[(at + k) % len(without)] for k in range(-each_side, each_side + 1))
        slips.add("zero_skipped", {"numbers": skipped})
    first, last = start.number - each_side, start.number + each_side
    if first >= 1 and last <= len(NUMBERS):
        slips.add("layout_next", {"numbers": NUMBERS[first - 1 : last]})
    other = _other(wheel)
    if start in other.ring and set(run := other.neighbours(start, each_side)) <= set(wheel.ring):
        slips.add("other_ring", {"numbers": run}, wheel=other.label)


def _other_ring(slips: Slips, wheel: Wheel, start: Pocket, steps: int) -> None:
    other = _other(wheel)
    if start in other.ring and other.step(start, steps) in wheel.ring:
        slips.add("other_ring", {"numbers": other.step(start, steps)}, wheel=other.label)


def _other(wheel: Wheel) -> Wheel:
    return DOUBLE_ZERO if wheel == SINGLE_ZERO else SINGLE_ZERO


def _working(wheel: Wheel, start: Pocket, params: Params, right: Answer) -> Message:
    answer = " ".join("-".join(v) if isinstance(v, tuple) else str(v) for v in right.values())
    if params.mode in {"half", "opposite"}:
        return say("work.named_result", what=start, answer=answer)
    steps = params.steps or 0
    if params.mode == "run":
        return say("work.result", answer=answer)
    sign = 1 if steps > 0 else -1
    walked = "-".join(wheel.step(start, sign * k) for k in range(abs(steps) + 1))
    return say("work.walk", walked=walked, answer=answer)


FAMILY = WheelOrder()
