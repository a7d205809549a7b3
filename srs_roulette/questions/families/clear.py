"""Clearing the cloth: what stays when a number falls, and so all that comes off."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.cloth import (
    COLOURS,
    Stack,
    boxes,
    cloth_house,
    drawn_boxes,
    drawn_inside,
    fallen,
    in_words,
    locks,
    places,
    settled,
)
from srs_roulette.questions.later import later
from srs_roulette.questions.parts import POCKETS, Slips, band, pick, pockets, result, spot
from srs_roulette.questions.types import Answer, Chip, Family, Field, FieldType, Key, Question, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.money import ONE
from srs_roulette.rules.pockets import NUMBERS, Pocket
from srs_roulette.rules.zero_rules import ZeroRule
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Slip
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.settle import Line
    from srs_roulette.wording.message import Message

MODE: Final = Key(name="mode", values=("few", "many", "zero", "colours"), default=("few",))
NUMBER: Final = Key(name="number", values=POCKETS, default=tuple(NUMBERS))

_CHIPS: Final = {"few": range(6, 9), "many": range(15, 26), "zero": range(9, 14), "colours": range(12, 19)}
"""Chips on the cloth."""
_BOXES: Final = {"few": (2, 1), "many": (4, 2), "zero": (3, 0), "colours": (3, 1)}
"""Spots outside the numbers, and how many of them win."""
_STAY: Final = {"few": 2, "many": 5, "zero": 4, "colours": 4}
"""Spots on the numbers that win."""
_TENTHS: Final = {"few": (8, 9, 10), "many": (7, 8, 9), "zero": (7, 8, 9), "colours": (5, 6, 7)}
"""Spots for every ten chips: most stacks are of one chip; with two colours some spots carry two stacks."""
_SHARED: Final = 3
"""Spots on which both colours stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The number that falls and the chips, spot by spot."""

    mode: str
    number: str
    bets: tuple[str, ...]
    chips: tuple[int, ...]
    owners: tuple[str, ...] | None = None
    """the colour of each stack, where two play; a spot given twice has both, the upper first"""


class Clear(Family[Params]):
    """What stays on the cloth."""

    name = "clear"
    params = Params
    keys = (MODE, NUMBER)
    uses = cloth_house
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a number, spots that hold it and spots that do not, and share the chips out among them."""
        mode = str(pick(bands, MODE, rng))
        number = _number(mode, bands, house, rng)
        chips = rng.choice(_CHIPS[mode])
        outside = _outside(mode, number, house, rng)
        inside = chips * rng.choice(_TENTHS[mode]) // 10 - len(outside)
        bets = drawn_inside(house.layout, number, inside, min(_STAY[mode], inside - 1), rng) + outside
        order = places(house.layout)
        bets.sort(key=order.__getitem__)
        written = [notation.write(bet) for bet in bets]
        if mode != "colours":
            stacks = _shared_out(chips, len(bets), rng)
            return Params(mode=mode, number=number, bets=tuple(written), chips=tuple(stacks))
        both = {place for place, bet in enumerate(bets) if bet.wins(number) and bet.inside}
        both = set(rng.sample(sorted(both), min(_SHARED - 1, len(both))))
        both |= set(rng.sample([i for i in range(len(bets)) if i not in both], _SHARED - len(both)))
        colours = rng.sample(COLOURS, 2)
        entries = [
            (written[place], owner)
            for place in range(len(bets))
            for owner in rng.sample(colours, 2 if place in both else 1)
        ]
        return Params(
            mode=mode,
            number=number,
            bets=tuple(bet for bet, _ in entries),
            chips=tuple(_shared_out(chips, len(entries), rng)),
            owners=tuple(owner for _, owner in entries),
        )

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask ``{h} falls. {spot}: {chips}; ... What stays:``."""
        number, stacks = Pocket(params.number), _stacks(params, house)
        lines = {id(stack): line for stack, line in settled(house, number, stacks)}
        fates = [lines[id(stack)] for stack in stacks]
        stays = [stack for stack, line in zip(stacks, fates, strict=True) if _stays(line)]
        right: Answer = {"spots": _placed(stays)}
        if params.owners:
            listed = in_words(stacks)
        else:
            listed = tuple(say("stack.chips", spot=spot(stack.bet), chips=stack.chips) for stack in stacks)
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(
                f"prompt.clear.{'colours' if params.owners else 'one'}",
                fall=fallen(number, house, [stack.bet for stack in stacks]),
                stacks=listed,
            ),
            fields=(Field("spots", FieldType.PLACEMENT, Unit.CHIPS),),
            expected=right,
            slips=_slips(params, stacks, stays, house),
            working=_worked(stacks, stays, fates, number),
            picture=tuple(Chip(bet=stack.bet, chips=stack.chips) for stack in stacks),
            number=number,
        )


def _number(mode: str, bands: Bands, house: HouseRules, rng: Random) -> Pocket:
    if mode == "zero":
        return rng.choice(house.wheel.zeros)
    return rng.choice(pockets(band(bands, NUMBER), NUMBERS) or NUMBERS)


def _outside(mode: str, number: Pocket, house: HouseRules, rng: Random) -> list[Bet]:
    every = boxes(house.layout)
    count, won = _BOXES[mode]
    if mode != "zero":
        return drawn_boxes(every, number, count, won, rng)
    other = [bet for bet in every if not bet.even_chance]
    if not _even_told(house):
        return rng.sample(other, count)
    return rng.sample([bet for bet in every if bet.even_chance], count - 1) + rng.sample(other, 1)


def _even_told(house: HouseRules) -> bool:
    """Tell whether it is certain what stays of an even chance on zero.

    Where half goes back, no source says whether the player's half is handed over or left lying: not asked there.
    """
    return house.zero.rule is ZeroRule.NONE or (locks(house) and house.zero.sharing != "always")


def _shared_out(chips: int, spots: int, rng: Random) -> list[int]:
    """Put one chip on each spot and the others where they fall."""
    stacks = [1] * spots
    for _ in range(chips - spots):
        stacks[rng.randrange(spots)] += 1
    return stacks


def _stacks(params: Params, house: HouseRules) -> list[Stack]:
    owners = params.owners or ("",) * len(params.bets)
    return [
        # No value is asked for; a stack of its own place in the list settles as any other.
        Stack(bet=notation.read(bet, house.layout), chips=chips, value=ONE, owner=owner)
        for bet, chips, owner in zip(params.bets, params.chips, owners, strict=True)
    ]


def _stays(line: Line) -> bool:
    return line.outcome in {"wins", "held"}


def _placed(stacks: Sequence[Stack]) -> dict[str, int]:
    """Add up the chips spot by spot, whoever's they are."""
    placed: dict[str, int] = {}
    for stack in stacks:
        bet = notation.write(stack.bet)
        placed[bet] = placed.get(bet, 0) + stack.chips
    return placed


@later
def _worked(
    stacks: Sequence[Stack], stays: Sequence[Stack], fates: Sequence[Line], number: Pocket
) -> Sequence[Message]:
    steps = []
    for bet, group in groupby(zip(stacks, fates, strict=True), key=lambda pair: pair[0].bet):
        pairs = list(group)
        if not _stays(pairs[0][1]):
            continue
        chips = [stack.chips for stack, _ in pairs]
        if len(chips) > 1:
            parts = " + ".join(str(n) for n in chips)
            steps.append(say("work.named_sum", what=spot(bet), parts=parts, result=str(sum(chips))))
        elif pairs[0][1].outcome == "held":
            steps.append(say("work.locked", what=spot(bet), stake=str(chips[0])))
        else:
            steps.append(say("work.holds", what=spot(bet), number=number))
    return (*steps, result(" ".join(f"{bet}={chips}" for bet, chips in _placed(stays).items())))


# -- slips


@later
def _slips(params: Params, stacks: Sequence[Stack], stays: Sequence[Stack], house: HouseRules) -> Sequence[Slip]:
    number, right = Pocket(params.number), _placed(stays)
    slips = Slips("clear", {"spots": right})
    bets = list(dict.fromkeys(stack.bet for stack in stacks))
    kept = [bet for bet in bets if notation.write(bet) in right]
    laid = _placed(stacks)

    def only(slip: str, bets: Collection[Bet], **values: Message | str) -> None:
        slips.add(slip, {"spots": {text: laid[text] for text in map(notation.write, bets)}}, **values)

    if params.owners:
        _under_slips(slips, stays, right)
    if number.is_zero:
        for slip, wrong in _zero_slips(bets, kept, house):
            only(slip, wrong)
    for bet in kept:
        if bet.wins(number):
            slip = "corner_missed" if bet.kind in {Kind.CORNER, Kind.FIRST_FOUR} else "winner_taken"
            only(slip, [b for b in kept if b != bet], spot=spot(bet), number=number)
    for bet in bets:
        if bet not in kept:
            slip = "column_confused" if bet.kind is Kind.COLUMN else "loser_left"
            only(slip, [*kept, bet], spot=spot(bet), number=number)
    return slips.result()


def _zero_slips(bets: Sequence[Bet], kept: Sequence[Bet], house: HouseRules) -> list[tuple[str, list[Bet]]]:
    """Give the spots that stay by mistake when zero falls."""
    found = []
    if locks(house):
        found.append(("prison_taken", [bet for bet in kept if not bet.even_chance]))
    elif house.zero.rule is ZeroRule.NONE:
        found.append(("even_left", [bet for bet in bets if bet in kept or bet.even_chance]))
    touching = [bet for bet in kept if bet.inside and bet.kind is not Kind.STRAIGHT]
    found.append(("zero_spots_taken", [bet for bet in kept if bet not in touching]))
    return found


def _under_slips(slips: Slips, stays: Sequence[Stack], right: Mapping[str, int]) -> None:
    """Add what is typed when the lower or the upper colour of a stack is not counted."""
    for bet, group in groupby(stays, key=lambda stack: stack.bet):
        top, *under = group
        if under:
            written = notation.write(bet)
            for slip, chips in (("bottom_missed", top.chips), ("top_missed", under[0].chips)):
                slips.add(slip, {"spots": {**right, written: chips}}, spot=spot(bet))


FAMILY = Clear()
