"""The audition: colours of different value on one cloth, a call, value chips. Each colour is paid by itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import lcm
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import CallRefused
from srs_roulette.questions.calls import Call, call_house, drawn_call
from srs_roulette.questions.cloth import (
    CASH,
    COLOURS,
    Stack,
    board,
    boxes,
    chips_within_limits,
    cloth_house,
    colour,
    drawn_boxes,
    drawn_inside,
    in_words,
    owned_spot,
    picture,
    places,
    settled,
)
from srs_roulette.questions.later import later
from srs_roulette.questions.parts import (
    POCKETS,
    Slips,
    added,
    amount_field,
    band,
    drawn_money,
    named_product,
    pick,
    pockets,
    product,
    result,
    spot,
)
from srs_roulette.questions.types import Family, Field, Key, Question, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.announced import SERIES
from srs_roulette.rules.money import Money, money_text, times, units
from srs_roulette.rules.pockets import NUMBERS, Pocket
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Slip
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.rules.settle import Line
    from srs_roulette.wording.message import Message
    from srs_roulette.wording.message import Value as Words

MODE: Final = Key(name="mode", values=("two", "three", "four"), default=("two",))
CALL: Final = Key(name="call", values=("none", *SERIES), default=("none",))
CASH_CHIPS: Final = Key(name="cash", values=("no", "yes"), default=("no",))
NUMBER: Final = Key(name="number", values=POCKETS, default=("0", *NUMBERS))
CHIPS: Final = Key(name="chips", low=1, high=100, default=tuple(range(1, 13)))
VALUE: Final = Key(name="value", low=1, high=1000, default=(1, 2, 5, 10, 25))

_OWNERS: Final = {"two": 2, "three": 3, "four": 4}
_INSIDE: Final = {"two": (range(6, 9), 4), "three": (range(8, 12), 5), "four": (range(12, 16), 8)}
"""Spots on the numbers, and how many of them win."""
_BOXES: Final = {"two": (0, 0), "three": (3, 1), "four": (4, 2)}
_SHARED: Final = {"two": 1, "three": 2, "four": 3}
"""Spots on which two colours stand, of those that win."""
_HELD: Final = 3
"""The call holds the number in all but one draw of so many."""
_FEW_CASH: Final = 6
"""A loser is of value chips in one spot of so many, where there are any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The number that falls, the colours with the value of a chip, and the stacks; the chips of a call come besides."""

    mode: str
    number: str
    colours: tuple[str, ...]
    """``cash`` among them stands for value chips"""
    value: tuple[str, ...]
    bets: tuple[str, ...]
    owners: tuple[str, ...]
    """the colour of each stack; a spot given twice has two, the upper first"""
    chips: tuple[int, ...]
    call: str | None = None
    on: str | None = None
    each_side: int | None = None
    caller: str | None = None
    by: str | None = None
    """value of one chip of the call, laid in chips of the caller's colour"""


class FullTable(Family[Params]):
    """Several players on one cloth, each paid in its own chips."""

    name = "full_table"
    params = Params
    keys = (MODE, CALL, CASH_CHIPS, NUMBER, CHIPS, VALUE)
    uses = tuple(dict.fromkeys((*cloth_house, *call_house, "cash_chips", "denominations")))
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw colours, a call that the house takes, a number, and stacks; each colour has a winner."""
        mode = str(pick(bands, MODE, rng))
        cash = _cash_value(house, rng) if pick(bands, CASH_CHIPS, rng) == "yes" else None
        count = min(_OWNERS[mode], 3) if cash else _OWNERS[mode]
        colours = rng.sample(COLOURS, count)
        values = [units(value) for value in rng.sample(_values(bands, count), count)]
        call = _call(bands, house, rng)
        number = _number(bands, house, call, rng)
        if cash:
            colours, values = [*colours, CASH], [*values, cash]
        stacks = _drawn_stacks(
            _drawn_bets(mode, number, house.layout, rng),
            number,
            dict(zip(colours, values, strict=True)),
            house,
            rng,
            shared_spots=_SHARED[mode],
            chips=[int(str(n)) for n in band(bands, CHIPS)],
        )
        found = Params(
            mode=mode,
            number=number,
            colours=tuple(colours),
            value=tuple(money_text(value) for value in values),
            bets=tuple(notation.write(stack.bet) for stack in stacks),
            owners=tuple(stack.owner for stack in stacks),
            chips=tuple(stack.chips for stack in stacks),
        )
        if call is None:
            return found
        place = rng.randrange(count)
        by = _by(values[place], house)
        return replace(
            found, call=call.name, on=call.on, each_side=call.each_side, caller=colours[place], by=money_text(by)
        )

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask what each colour is paid, in its own chips; fields in the house's order of payment."""
        number, worth = Pocket(params.number), _worth(params)
        stacks = [
            Stack(bet=notation.read(bet, house.layout), chips=chips, value=worth[owner], owner=owner)
            for bet, chips, owner in zip(params.bets, params.chips, params.owners, strict=True)
        ]
        called = _called(params, house)
        fates = settled(house, number, [*stacks, *called])
        wins = [(stack, line) for stack, line in fates if line.outcome == "wins"]
        owners = _in_order(params, [stack for stack, _ in wins])
        right = {owner: _paid(wins, owner, worth[owner]) for owner in owners}
        values = tuple(worth.values())
        words: dict[str, Words] = {
            "number": number,
            "board": board(params.colours, values),
            "stacks": in_words(stacks),
            "asked": tuple(say(f"chip.{'asked_cash' if o == CASH else 'asked'}", colour=colour(o)) for o in owners),
        }
        if params.call:
            call = Call(params.call, params.on, params.each_side).words
            words |= {"caller": colour(params.caller or ""), "call": call, "by": params.by or ""}
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(f"prompt.full_table.{'call' if params.call else 'table'}", **words),
            fields=tuple(_field(owner) for owner in owners),
            expected=right,
            slips=_slips(params, fates, called, number, right),
            working=_worked(wins, right, worth),
            picture=picture([*stacks, *called]),
            number=number,
        )


# -- drawing


def _values(bands: Bands, count: int) -> list[int]:
    """Return values that differ; a band with too few is filled from the family's own."""
    values = list(dict.fromkeys(int(str(v)) for v in band(bands, VALUE)))
    if len(values) >= count:
        return values
    return list(dict.fromkeys([*values, *(int(str(v)) for v in VALUE.default or ())]))


def _cash_value(house: HouseRules, rng: Random) -> Money | None:
    """Draw a value chip that may lie on a number here; none where the house wants none on the layout."""
    if house.cash_chips == "no":
        return None
    limits = house.limits
    fitting = [d for d in house.denominations if limits.minimum_inside <= d <= limits.straight]
    return rng.choice(fitting) if fitting else None


def _call(bands: Bands, house: HouseRules, rng: Random) -> Call | None:
    names = tuple(name for name in band(bands, CALL) if name != "none")
    if pick(bands, CALL, rng) == "none" or not names:
        return None
    call = drawn_call({"call": names}, house, rng)
    try:
        call.spots(house)
    except CallRefused:
        # A house without such calls has the same table without one.
        return None
    return call


def _number(bands: Bands, house: HouseRules, call: Call | None, rng: Random) -> Pocket:
    numbers = pockets(band(bands, NUMBER), house.wheel.ring) or (Pocket("0"),)
    if call and rng.randrange(_HELD):
        held = {p for bet, _ in call.spots(house) for p in bet.covers}
        numbers = tuple(p for p in numbers if p in held) or numbers
    return rng.choice(numbers)


def _drawn_bets(mode: str, number: Pocket, layout: Layout, rng: Random) -> list[Bet]:
    inside, won = _INSIDE[mode]
    bets = drawn_inside(layout, number, rng.choice(inside), won, rng)
    bets += drawn_boxes(boxes(layout), number, *_BOXES[mode], rng)
    order = places(layout)
    return sorted(bets, key=order.__getitem__)


def _drawn_stacks(
    bets: Sequence[Bet],
    number: Pocket,
    worth: Mapping[str, Money],
    house: HouseRules,
    rng: Random,
    *,
    shared_spots: int,
    chips: Sequence[int],
) -> list[Stack]:
    owners = _owners(bets, number, tuple(worth), rng)
    shared = [bet for bet in bets if bet.wins(number) and bet.inside and owners[bet] != CASH]
    double = set(rng.sample(shared, min(shared_spots, len(shared))))
    colours = [owner for owner in worth if owner != CASH]
    stacks = []
    for bet in bets:
        both = [owners[bet]]
        if bet in double:
            both.append(rng.choice([c for c in colours if c != owners[bet]]))
        for owner in both:
            wanted = 1 if owner == CASH else rng.choice(chips)
            count = chips_within_limits(wanted, worth[owner], bet, house)
            stacks.append(Stack(bet=bet, chips=count, value=worth[owner], owner=owner))
    return stacks


def _owners(bets: Sequence[Bet], number: Pocket, owners: Sequence[str], rng: Random) -> dict[Bet, str]:
    """Share the spots out: each owner has a winner as far as they go, value chips one and now and then a loser."""
    colours = [owner for owner in owners if owner != CASH]
    winners = [bet for bet in bets if bet.wins(number)]
    rng.shuffle(winners)
    found = {bet: owners[place] for place, bet in enumerate(winners[: len(owners)])}
    for bet in bets:
        if bet not in found:
            few = CASH in owners and not bet.wins(number) and rng.randrange(_FEW_CASH) == 0
            found[bet] = CASH if few else rng.choice(colours)
    return found


def _by(value: Money, house: HouseRules) -> Money:
    """Return the least value of a call's chip that the house's step and the caller's chips both make."""
    return Money(lcm(value, house.chip_step))


# -- building


def _worth(params: Params) -> dict[str, Money]:
    return {owner: drawn_money(value) for owner, value in zip(params.colours, params.value, strict=True)}


def _called(params: Params, house: HouseRules) -> list[Stack]:
    """Lay the call in chips of its caller."""
    if params.call is None:
        return []
    caller = params.caller or ""
    value = _worth(params)[caller]
    each = drawn_money(params.by) // value
    spots = Call(params.call, params.on, params.each_side).spots(house)
    return [Stack(bet=bet, chips=chips * each, value=value, owner=caller) for bet, chips in spots]


def _in_order(params: Params, wins: Sequence[Stack]) -> list[str]:
    """Order the colours by their first winner in the house's order of payment; who wins nothing comes last."""
    return list(dict.fromkeys([*(stack.owner for stack in wins), *params.colours]))


def _field(owner: str) -> Field:
    return amount_field(owner, Unit.CASH if owner == CASH else Unit.CHIPS)


def _paid(wins: Sequence[tuple[Stack, Line]], owner: str, value: Money) -> str:
    pays = sum(line.pays for stack, line in wins if stack.owner == owner)
    return _told(owner, pays // value, value)


def _told(owner: str, chips: int, value: Money) -> str:
    """Write chips as they are asked for: a colour in chips, value chips in cash."""
    return money_text(times(value, chips)) if owner == CASH else str(chips)


@later
def _worked(
    wins: Sequence[tuple[Stack, Line]], right: Mapping[str, str], worth: Mapping[str, Money]
) -> Sequence[Message]:
    steps: list[Message] = []
    for owner in right:
        own = [stack for stack, _ in wins if stack.owner == owner]
        steps += [named_product(owned_spot(s), s.chips, s.bet.odds, s.won()) for s in own]
        chips = sum(stack.won() for stack in own)
        if len(own) > 1:
            steps.append(added([stack.won() for stack in own], chips))
        if own and owner == CASH:
            value = worth[owner]
            steps.append(product(chips, money_text(value), money_text(times(value, chips))))
    return [*steps, result(" ".join(right.values()))]


# -- slips


@later
def _slips(
    params: Params,
    fates: Sequence[tuple[Stack, Line]],
    called: Sequence[Stack],
    number: Pocket,
    right: Mapping[str, str],
) -> Sequence[Slip]:
    wins = [stack for stack, line in fates if line.outcome == "wins"]
    pays = {owner: sum(stack.won() for stack in wins if stack.owner == owner) for owner in right}
    wrong = _Wrong(Slips("full_table", right), _worth(params), pays)
    losers = [stack for stack, line in fates if line.outcome != "wins"]
    # By identity: a stack of the caller's own may be just like one of the call.
    laid = {id(stack) for stack in called}
    _mixed(params, [stack for stack in wins if id(stack) not in laid], wrong)
    if missed := [stack for stack in wins if id(stack) in laid]:
        wrong.less("call_forgotten", missed, number=number)
    wrong.by("stake_included", {owner: sum(s.chips for s in wins if s.owner == owner) for owner in right})
    for stack in wins:
        wrong.less("spot_missed", [stack], spot=owned_spot(stack))
    for stack in losers:
        wrong.by("loser_left", {stack.owner: stack.won()}, spot=owned_spot(stack), number=number)
    if all(text.isdigit() for text in right.values()):
        # A value chip of less than one could not be read in the field of a colour.
        wrong.slips.add("order_wrong", dict(zip(right, (right[owner] for owner in params.colours), strict=True)))
    cash = {owner: money_text(times(wrong.worth[owner], n)) for owner, n in pays.items() if owner != CASH}
    wrong.slips.add("cash_for_chips", cash)
    return wrong.slips.result()


def _mixed(params: Params, wins: Sequence[Stack], wrong: _Wrong) -> None:
    """Add the slips of two colours on one spot, and of value chips taken for a colour."""
    pairs = [(top, under) for top, under in pairwise(wins) if top.bet == under.bet]
    for _, under in pairs:
        wrong.less("bottom_missed", [under], spot=owned_spot(under))
    for top, under in pairs:
        wrong.by("colours_mixed", {top.owner: under.won(), under.owner: -under.won()}, spot=owned_spot(under))
    for stack in wins:
        if stack.owner == CASH:
            for owner in params.colours:
                if owner != CASH:
                    wrong.by("cash_as_colour", {owner: stack.won(), CASH: -stack.won()}, spot=spot(stack.bet))


@dataclass(frozen=True, slots=True)
class _Wrong:
    """Collects answers that are out by some chips of some colours."""

    slips: Slips
    worth: Mapping[str, Money]
    pays: Mapping[str, int]
    """chips, of value chips too"""

    def by(self, slip: str, chips: Mapping[str, int], /, **values: str | Message) -> None:
        answer = {owner: _told(owner, self.pays[owner] + more, self.worth[owner]) for owner, more in chips.items()}
        self.slips.add(slip, answer, **values)

    def less(self, slip: str, stacks: Sequence[Stack], /, **values: str | Message) -> None:
        chips: dict[str, int] = {}
        for stack in stacks:
            chips[stack.owner] = chips.get(stack.owner, 0) - stack.won()
        self.by(slip, chips, **values)


FAMILY = FullTable()
