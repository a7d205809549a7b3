"""A whole spin: what is paid and what is taken, for one player or for two colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.cloth import (
    COLOURS,
    Stack,
    board,
    boxes,
    cash_picture,
    chips_within_limits,
    cloth_house,
    colour,
    drawn_boxes,
    drawn_inside,
    fallen,
    in_words,
    kept_to_limits,
    owned_spot,
    picture,
    places,
    settled,
    staked,
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
from srs_roulette.questions.types import Family, Key, Question, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.money import Money, money_text, times, units
from srs_roulette.rules.pockets import NUMBERS, Pocket
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Slip
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.settle import Line
    from srs_roulette.wording.message import Message

MODE: Final = Key(name="mode", values=("four", "eight", "twelve"), default=("four",))
PLAYERS: Final = Key(name="colours", low=1, high=2, default=(1,))
NUMBER: Final = Key(name="number", values=POCKETS, default=("0", *NUMBERS))
STAKE: Final = Key(name="stake", low=1, high=10_000, default=tuple(range(5, 105, 5)))
CHIPS: Final = Key(name="chips", low=1, high=100, default=tuple(range(1, 11)))
VALUE: Final = Key(name="value", low=1, high=1000, default=(1, 2, 5, 10))

_INSIDE: Final = {"four": (2, 1), "eight": (5, 3), "twelve": (8, 4)}
"""Spots on the numbers, and how many of them win."""
_BOXES: Final = {"four": (2, 1), "eight": (3, 1), "twelve": (4, 2)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The number that falls and the bets: stakes in cash, or chips with the colour of each."""

    mode: str
    number: str
    bets: tuple[str, ...]
    stake: tuple[str, ...] | None = None
    colours: tuple[str, ...] | None = None
    """the players"""
    value: tuple[str, ...] | None = None
    """of a chip of each"""
    owners: tuple[str, ...] | None = None
    """the colour of the chips of each bet"""
    chips: tuple[int, ...] | None = None


class TableRound(Family[Params]):
    """Pay and take, and never set one off against the other."""

    name = "table_round"
    params = Params
    keys = (MODE, PLAYERS, NUMBER, STAKE, CHIPS, VALUE)
    uses = cloth_house
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a number, winners and losers inside and outside, and what stands on each."""
        mode, players = str(pick(bands, MODE, rng)), int(pick(bands, PLAYERS, rng))
        number = rng.choice(pockets(band(bands, NUMBER), house.wheel.ring) or (Pocket("0"),))
        bets = drawn_inside(house.layout, number, *_INSIDE[mode], rng)
        bets += drawn_boxes(boxes(house.layout), number, *_BOXES[mode], rng)
        order = places(house.layout)
        bets.sort(key=order.__getitem__)
        written = tuple(notation.write(bet) for bet in bets)
        if players == 1:
            stakes = [kept_to_limits(units(pick(bands, STAKE, rng)), bet, house) for bet in bets]
            return Params(mode=mode, number=number, bets=written, stake=tuple(money_text(s) for s in stakes))
        colours = rng.sample(COLOURS, players)
        values = [units(int(str(v))) for v in _values(bands, players, rng)]
        owners = _owners(bets, number, colours, rng)
        worth = dict(zip(colours, values, strict=True))
        chips = [
            chips_within_limits(int(pick(bands, CHIPS, rng)), worth[owner], bet, house)
            for bet, owner in zip(bets, owners, strict=True)
        ]
        return Params(
            mode=mode,
            number=number,
            bets=written,
            colours=tuple(colours),
            value=tuple(money_text(value) for value in values),
            owners=tuple(owners),
            chips=tuple(chips),
        )

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask ``{h} falls. {bet}: {s}; ... To pay; to take, cash:``."""
        number, stacks = Pocket(params.number), _stacks(params, house)
        fates = settled(house, number, stacks)
        pays = sum(line.pays for _, line in fates)
        taken = sum(line.taken for _, line in fates)
        right = {"pays": _text(pays), "take": _text(taken)}
        fall = fallen(number, house, [stack.bet for stack in stacks])
        if params.colours:
            values = [drawn_money(value) for value in params.value or ()]
            listed = in_words(stacks)
            message = say("prompt.table_round.colours", fall=fall, board=board(params.colours, values), stacks=listed)
        else:
            message = say("prompt.table_round.one", fall=fall, stacks=staked(stacks))
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=message,
            fields=tuple(amount_field(name, Unit.CASH) for name in right),
            expected=right,
            slips=_slips(params, fates, number, right),
            working=_working(params, fates, taken, right),
            picture=picture(stacks) if params.colours else cash_picture(stacks),
            number=number,
        )


Fate = tuple[Stack, "Line"]


def _values(bands: Bands, players: int, rng: Random) -> list[object]:
    """Draw values that differ; a band with too few is filled from the family's own."""
    values = list(dict.fromkeys([*band(bands, VALUE), *(VALUE.default or ())]))
    first = list(dict.fromkeys(band(bands, VALUE)))
    return rng.sample(first if len(first) >= players else values, players)


def _owners(bets: Sequence[Bet], number: Pocket, colours: Sequence[str], rng: Random) -> list[str]:
    """Share the bets out: each colour has a winner as far as they go, the losers fall as they may."""
    winners = [i for i, bet in enumerate(bets) if bet.wins(number)]
    rng.shuffle(winners)
    owners = [rng.choice(colours) for _ in bets]
    for place, i in enumerate(winners):
        owners[i] = colours[place % len(colours)]
    return owners


def _stacks(params: Params, house: HouseRules) -> list[Stack]:
    bets = [notation.read(text, house.layout) for text in params.bets]
    if params.stake is not None:
        return [
            Stack(bet=bet, chips=1, value=drawn_money(stake)) for bet, stake in zip(bets, params.stake, strict=True)
        ]
    worth = dict(zip(params.colours or (), params.value or (), strict=True))
    return [
        Stack(bet=bet, chips=chips, value=drawn_money(worth[owner]), owner=owner)
        for bet, chips, owner in zip(bets, params.chips or (), params.owners or (), strict=True)
    ]


@later
def _slips(params: Params, fates: Sequence[Fate], number: Pocket, right: dict[str, str]) -> Sequence[Slip]:
    slips = Slips("table_round", right)
    wins = [(stack, line) for stack, line in fates if line.outcome == "wins"]
    losers = [(stack, line) for stack, line in fates if line.outcome == "loses"]
    pays, taken = sum(line.pays for _, line in fates), sum(line.taken for _, line in fates)
    slips.cash("set_off", pays - taken)
    slips.cash("stake_included", pays + sum(line.stake for _, line in wins))
    slips.cash("winners_taken", sum(line.stake for _, line in fates), name="take")
    if any(line.outcome in {"half", "held"} for _, line in fates):
        lost = sum(line.stake for _, line in fates if line.outcome != "wins")
        slips.cash("zero_rule_forgotten", lost, name="take")
    if params.colours:
        first, second = (drawn_money(value) for value in params.value or ())
        for owner, value, other in zip(params.colours, (first, second), (second, first), strict=True):
            mixed = pays + sum(times(other, s.won()) - line.pays for s, line in wins if s.owner == owner)
            slips.cash("colours_mixed", mixed, value=money_text(value), colour=colour(owner))
    for stack, line in wins if len(wins) > 1 else ():
        slips.cash("bet_missed", pays - line.pays, spot=spot(stack.bet))
    for stack, line in losers if len(losers) > 1 else ():
        slips.cash("loser_left", taken - line.taken, name="take", spot=spot(stack.bet), number=number)
    slips.arithmetic()
    slips.arithmetic("take")
    if params.colours:
        slips.unit_mixed(sum(stack.won() for stack, _ in wins))
        slips.unit_mixed(sum(stack.chips for stack, _ in losers), "take")
    return slips.result()


@later
def _working(params: Params, fates: Sequence[Fate], taken: int, right: Mapping[str, str]) -> Sequence[Message]:
    return (
        *(_colours_worked(params, fates) if params.colours else _worked(fates)),
        *_taken_worked(fates, taken, colours=params.colours is not None),
        result(" ".join(right.values())),
    )


def _worked(fates: Sequence[Fate]) -> list[Message]:
    wins = [(stack, line) for stack, line in fates if line.outcome == "wins"]
    steps = [named_product(spot(s.bet), money_text(s.amount), s.bet.odds, money_text(line.pays)) for s, line in wins]
    if len(wins) > 1:
        steps.append(added([money_text(line.pays) for _, line in wins], _text(sum(line.pays for _, line in wins))))
    return steps


def _colours_worked(params: Params, fates: Sequence[Fate]) -> list[Message]:
    """Work each colour in chips, turn it into cash, and add the colours."""
    steps, cash = [], []
    for owner, value in zip(params.colours or (), params.value or (), strict=True):
        own = [stack for stack, line in fates if line.outcome == "wins" and stack.owner == owner]
        steps += [named_product(owned_spot(s), s.chips, s.bet.odds, s.won()) for s in own]
        chips = sum(stack.won() for stack in own)
        if len(own) > 1:
            steps.append(added([stack.won() for stack in own], chips))
        if own:
            cash.append(times(drawn_money(value), chips))
            steps.append(product(chips, value, money_text(cash[-1])))
    if len(cash) > 1:
        steps.append(added([money_text(part) for part in cash], _text(sum(cash))))
    return steps


def _taken_worked(fates: Sequence[Fate], taken: int, *, colours: bool) -> list[Message]:
    steps = [
        say(
            "work.half_back",
            what=spot(stack.bet),
            whole=money_text(line.stake),
            part=money_text(line.taken),
            result=_text(line.stake - line.taken),
        )
        for stack, line in fates
        if line.outcome == "half"
    ]
    steps += [
        say("work.locked", what=spot(stack.bet), stake=money_text(line.stake))
        for stack, line in fates
        if line.outcome == "held"
    ]
    if colours:
        steps += [
            named_product(owned_spot(stack), stack.chips, money_text(stack.value), money_text(line.taken))
            for stack, line in fates
            if line.outcome == "loses"
        ]
    parts = [money_text(line.taken) for _, line in fates if line.taken]
    if len(parts) > 1:
        steps.append(added(parts, _text(taken)))
    return steps


def _text(money: int) -> str:
    return money_text(Money(money))


FAMILY = TableRound()
