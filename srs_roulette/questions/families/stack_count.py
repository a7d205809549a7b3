"""Chips cut for the eye: full stacks, offsets of five, what lies on top, two colours in one stack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.parts import Slips, added, amount_field, layout_house, pick, product, result
from srs_roulette.questions.types import Family, Key, Question, Unit
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from random import Random

    from srs_roulette.questions.types import Bands
    from srs_roulette.rules.house import HouseRules

_MODES: Final = {"fives": tuple(range(6, 25)), "full": tuple(range(21, 121)), "colours": tuple(range(6, 20))}
"""Each mode with the counts it draws from when the deck gives none; for two colours, of each of them."""

MODE: Final = Key(name="mode", values=tuple(_MODES), default=("fives",))
CHIPS: Final = Key(name="chips", low=1, high=400, default=())

COLOURS: Final = ("red", "blue", "yellow", "green")

_FIVE: Final = 5
"""Chips between two offsets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """What is seen, one entry a colour from the bottom up."""

    mode: str
    stacks: int
    """full stacks"""
    fives: tuple[int, ...]
    """offsets of five"""
    singles: tuple[int, ...]
    """chips above the last offset"""
    colours: tuple[str, ...] | None = None


class StackCount(Family[Params]):
    """How many chips these are."""

    name = "stack_count"
    params = Params
    keys = (MODE, CHIPS)
    uses = (*layout_house, "stack")

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a count, or one for each of two colours, and cut it."""
        mode = str(pick(bands, MODE, rng))
        counts = [int(n) for n in bands.get("chips") or _MODES[mode] if isinstance(n, int)]
        if mode == "colours":
            below, above = rng.choice(counts), rng.choice(counts)
            return Params(
                mode=mode,
                stacks=0,
                fives=(below // _FIVE, above // _FIVE),
                singles=(below % _FIVE, above % _FIVE),
                colours=tuple(rng.sample(COLOURS, 2)),
            )
        stacks, rest = divmod(rng.choice(counts), house.stack) if mode == "full" else (0, rng.choice(counts))
        return Params(mode=mode, stacks=stacks, fives=(rest // _FIVE,), singles=(rest % _FIVE,))

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask the chips of one colour, or of each of two."""
        message, right, slips, working = (_two if params.colours else _one)(params, house)
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=message,
            fields=tuple(amount_field(name, Unit.CHIPS) for name in right),
            expected=right,
            slips=slips.result(),
            working=working,
        )


Parts = tuple[Message, dict[str, str], Slips, tuple[Message, ...]]


def _one(params: Params, house: HouseRules) -> Parts:
    stacks, fives, singles, stack = params.stacks, params.fives[0], params.singles[0], house.stack
    count = stacks * stack + fives * _FIVE + singles
    right = {"chips": str(count)}
    slips = Slips("stack_count", right)
    wrongs = _miscounted(count)
    if stacks:
        wrongs.append(("stack_not_seen", count - stack))
    for slip, wrong in wrongs:
        if wrong > 0:
            slips.add(slip, {"chips": str(wrong)})
    if fives:
        slips.add("offset_as_one", {"chips": str(stacks * stack + fives + singles)})
    message = say(f"prompt.stack_count.{params.mode}", stacks=stacks, fives=fives, singles=singles)
    return message, right, slips, _steps(((stacks, stack), (fives, _FIVE)), singles, count)


def _two(params: Params, _house: HouseRules) -> Parts:
    below, above = params.colours or ("", "")
    counts = [fives * _FIVE + singles for fives, singles in zip(params.fives, params.singles, strict=True)]
    right = {below: str(counts[0]), above: str(counts[1])}
    slips = Slips("stack_count", right)
    slips.add("colours_swapped", {below: right[above], above: right[below]}, colour=_colour(below))
    for colour in right:
        slips.add("both_colours", {colour: str(sum(counts))}, colour=_colour(colour))
    for colour, count in zip(right, counts, strict=True):
        for slip, wrong in _miscounted(count):
            if wrong > 0:
                slips.add(slip, {colour: str(wrong)})
    flat = [fives + singles for fives, singles in zip(params.fives, params.singles, strict=True)]
    slips.add("offset_as_one", {below: str(flat[0]), above: str(flat[1])})
    message = say(
        "prompt.stack_count.colours",
        below=_colour(below),
        above=_colour(above),
        below_fives=params.fives[0],
        below_singles=params.singles[0],
        above_fives=params.fives[1],
        above_singles=params.singles[1],
    )
    working = [
        step
        for fives, singles, count in zip(params.fives, params.singles, counts, strict=True)
        for step in _steps(((fives, _FIVE),), singles, count)
    ]
    return message, right, slips, (*working, result(" ".join(right.values())))


def _miscounted(count: int) -> list[tuple[str, int]]:
    return [(slip, count + sign * size) for slip, size in (("one_off", 1), ("five_off", _FIVE)) for sign in (1, -1)]


def _steps(heaps: tuple[tuple[int, int], ...], singles: int, count: int) -> tuple[Message, ...]:
    """Work ``2 x 20 = 40``, ``3 x 5 = 15``, ``singles: 2``, ``40 + 15 + 2 = 57``; what is not there is not added."""
    seen = [(heap, size) for heap, size in heaps if heap]
    if not seen:
        return (result(str(count)),)
    steps = [product(heap, size, heap * size) for heap, size in seen]
    parts = [heap * size for heap, size in seen]
    if singles:
        steps.append(say("work.named_result", what=say("unit.singles"), answer=str(singles)))
        parts.append(singles)
    if len(parts) > 1:
        steps.append(added(parts, count))
    return tuple(steps)


def _colour(name: str) -> Message:
    return say(f"chip_colour.{name}")


FAMILY = StackCount()
