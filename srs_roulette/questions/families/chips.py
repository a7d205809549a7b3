"""Chips over the table: buying in, colouring up, markers and boards, proving a set, chips left over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.errors import RuleRefused
from srs_roulette.questions.parts import (
    Slips,
    added,
    amount_field,
    band,
    drawn_money,
    layout_house,
    pick,
    product,
    result,
)
from srs_roulette.questions.types import Family, Key, Question, Unit
from srs_roulette.rules.chips import chips_for, stacks_and_singles
from srs_roulette.rules.money import Chips, Money, money_text, times
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from random import Random

    from srs_roulette.questions.types import Bands, Field
    from srs_roulette.rules.house import HouseRules

MODE: Final = Key(
    name="mode",
    values=("buy_in", "colour_up", "marker", "board", "set_check", "leftover"),
    default=("buy_in",),
)
VALUE: Final = Key(name="value", money=True, default=("1", "2", "5", "10", "25"))
STACKS: Final = Key(name="stacks", low=0, high=50, default=tuple(range(1, 10)))
SINGLES: Final = Key(name="singles", low=0, high=99, default=tuple(range(20)))
MISSING: Final = Key(name="missing", low=0, high=200, default=tuple(range(21)))
CHIPS: Final = Key(name="chips", low=1, high=1000, default=tuple(range(2, 20)))
MINIMUM: Final = Key(name="minimum", money=True, default=())

COLOURS: Final = ("red", "blue", "yellow", "green", "white", "orange")

_ON_BOARD: Final = 4
"""Colours that a board shows at once."""
_ON_LAYOUT: Final = 40
"""Most chips of one colour that stand on the layout when a set is counted."""
_OTHER_STACKS: Final = (("stack_200", 200), ("stack_10", 10), ("stack_25", 25))
_MINIMUM: Final = "table_minimum"
"""The only rule about chips left over that a source states (document 004)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """What lies on the table, and what the form adds."""

    mode: str
    value: str | None = None
    """of a chip"""
    given: str | None = None
    """cash of the player"""
    stacks: int | None = None
    singles: int | None = None
    marker: str | None = None
    """what the marker shows: the value of a stack"""
    colours: tuple[str, ...] | None = None
    values: tuple[str, ...] | None = None
    colour: str | None = None
    rack: int | None = None
    players: int | None = None
    layout: int | None = None
    chips: int | None = None
    minimum: str | None = None


class ChipsFamily(Family[Params]):
    """What chips are worth and how many there are."""

    name = "chips"
    params = Params
    keys = (MODE, VALUE, STACKS, SINGLES, MISSING, CHIPS, MINIMUM)
    uses = (*layout_house, "stack", "colour_set", "leftover_value", "limits", "minor_digits")
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw what the form needs.

        :raises RuleRefused: chips left over in a house that does not say what they are worth
        """
        mode = str(pick(bands, MODE, rng))
        if mode == "set_check":
            return _set(bands, house, rng)
        if mode == "leftover":
            return _left_over(bands, house, rng)
        value = drawn_money(str(pick(bands, VALUE, rng)))
        if mode == "marker":
            return Params(mode=mode, marker=money_text(times(value, house.stack)))
        stacks, singles = _counted(bands, house, rng)
        if mode == "buy_in":
            cash = times(value, stacks * house.stack + singles)
            return Params(mode=mode, value=money_text(value), given=money_text(cash))
        if mode == "board":
            return _board(bands, rng, stacks, singles)
        return Params(mode=mode, value=money_text(value), stacks=stacks, singles=singles)

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask one of the forms; each shows its own working."""
        form = _Form(params, house)
        message, field, right, slips, working = {
            "buy_in": form.buy_in,
            "colour_up": form.colour_up,
            "marker": form.marker,
            "board": form.board,
            "set_check": form.set_check,
            "leftover": form.leftover,
        }[params.mode]()
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=message,
            fields=field,
            expected=right,
            slips=slips.result(),
            working=working,
        )


Parts = tuple[Message, tuple["Field", ...], dict[str, str], Slips, tuple[Message, ...]]


@dataclass(frozen=True, slots=True)
class _Form:
    """One draw, asked in one of the ways."""

    params: Params
    house: HouseRules

    def _ask(self, **more: Any) -> Message:  # noqa: ANN401 - whatever the prompt says
        return say(f"prompt.chips.{self.params.mode}", **more)

    def buy_in(self) -> Parts:
        value, cash, stack = drawn_money(self.params.value), drawn_money(self.params.given), self.house.stack
        chips, _ = chips_for(cash, value)
        full, singles = stacks_and_singles(chips, stack)
        right = {"stacks": str(full), "singles": str(singles)}
        slips = Slips("chips", right)

        def cut(slip: str, count: int, size: int) -> None:
            slips.add(
                slip, {"stacks": str(count // size), "singles": str(count % size)}, value=money_text(value), stack=stack
            )

        for slip, size in _OTHER_STACKS:
            cut(slip, chips, size)
        cut("value_forgotten", int(money_text(cash).partition(".")[0]), stack)
        working = (*_bought(chips, value, stack), result(" ".join(right.values())))
        fields = (amount_field("stacks", Unit.STACKS), amount_field("singles", Unit.SINGLES))
        return self._ask(given=money_text(cash), value=money_text(value)), fields, right, slips, working

    def colour_up(self) -> Parts:
        value = drawn_money(self.params.value)
        right, slips, working = self._worth(value)
        slips.arithmetic("cash")
        words = {"stacks": self._stacks, "singles": self._singles, "value": money_text(value)}
        return self._ask(**words), (amount_field("cash", Unit.CASH),), right, slips, working

    def marker(self) -> Parts:
        shown, stack = drawn_money(self.params.marker), self.house.stack
        value = Money(shown // stack)
        right = {"value": money_text(value)}
        slips = Slips("chips", right)
        slips.cash("marker_as_chip", shown, name="value")
        for slip, size in _OTHER_STACKS:
            if shown % size == 0:
                slips.cash(slip, shown // size, name="value", stack=stack)
        working = (product(stack, money_text(value), money_text(shown)), result(money_text(value)))
        return self._ask(marker=money_text(shown)), (amount_field("value", Unit.CASH),), right, slips, working

    def board(self) -> Parts:
        board = dict(zip(self.params.colours or (), self.params.values or (), strict=True))
        colour = self.params.colour or ""
        right, slips, working = self._worth(drawn_money(board[colour]))
        for other, value in board.items():
            if other != colour:
                slips.cash("other_colour", self._chips * drawn_money(value), name="cash", colour=_colour(other))
        slips.arithmetic("cash")
        shown = tuple(say("stack.chips", spot=_colour(other), chips=value) for other, value in board.items())
        words = {"board": shown, "colour": _colour(colour), "stacks": self._stacks, "singles": self._singles}
        return self._ask(**words), (amount_field("cash", Unit.CASH),), right, slips, working

    def set_check(self) -> Parts:
        whole = self.house.colour_set
        counts = [self.params.rack or 0, self.params.players or 0, self.params.layout or 0]
        missing = whole - sum(counts)
        right = {"chips": str(missing)}
        slips = Slips("chips", right)
        for count in reversed(counts):
            slips.add("part_forgotten", {"chips": str(missing + count)})
        slips.add("counted", {"chips": str(sum(counts))})
        slips.add("carry_forgotten", {"chips": str(missing + 10)})
        slips.arithmetic("chips")
        working = (
            added(counts, sum(counts)),
            say("work.difference", whole=str(whole), part=str(sum(counts)), result=str(missing)),
        )
        words = {"set": whole, "rack": counts[0], "players": counts[1], "layout": counts[2]}
        return self._ask(**words), (amount_field("chips", Unit.CHIPS),), right, slips, working

    def leftover(self) -> Parts:
        if self.house.leftover_value != _MINIMUM:
            raise _unknown(self.house)
        chips, value, minimum = (
            self.params.chips or 0,
            drawn_money(self.params.value),
            drawn_money(self.params.minimum),
        )
        worth = times(minimum, chips)
        right = {"cash": money_text(worth)}
        slips = Slips("chips", right)
        slips.cash("bought_value", times(value, chips), name="cash")
        slips.cash("minimum_once", minimum, name="cash")
        slips.add("leftover_nothing", {"cash": "0"})
        slips.arithmetic("cash")
        words = {"chips": chips, "value": money_text(value), "minimum": money_text(minimum)}
        working = (product(chips, money_text(minimum), money_text(worth)),)
        return self._ask(**words), (amount_field("cash", Unit.CASH),), right, slips, working

    @property
    def _stacks(self) -> int:
        return self.params.stacks or 0

    @property
    def _singles(self) -> int:
        return self.params.singles or 0

    @property
    def _chips(self) -> int:
        return self._stacks * self.house.stack + self._singles

    def _worth(self, value: Money) -> tuple[dict[str, str], Slips, tuple[Message, ...]]:
        """Work what stacks and singles are worth, with the slips of reading them."""
        stacks, singles, stack, chips = self._stacks, self._singles, self.house.stack, self._chips
        right = {"cash": money_text(times(value, chips))}
        slips = Slips("chips", right)
        for slip, size in _OTHER_STACKS:
            slips.cash(slip, (size * stacks + singles) * value, name="cash", stack=stack)
        slips.add("value_forgotten", {"cash": str(chips)}, value=money_text(value))
        slips.cash("singles_as_stacks", (stacks + singles) * stack * value, name="cash")
        working: tuple[Message, ...] = (product(chips, money_text(value), right["cash"]),)
        if stacks and singles:
            named = say("work.named_result", what=say("unit.singles"), answer=str(singles))
            working = (named, added([stacks * stack, singles], chips), *working)
        if stacks:
            working = (product(stacks, stack, stacks * stack), *working)
        return right, slips, working


def _bought(chips: int, value: Money, stack: int) -> tuple[Message, ...]:
    """Work a buy-in by what a stack is worth, or where singles are left by the chips."""
    full, singles = stacks_and_singles(Chips(chips), stack)
    if not singles:
        worth = times(value, stack)
        return (
            product(stack, money_text(value), money_text(worth)),
            product(full, money_text(worth), money_text(times(worth, full))),
        )
    in_stacks = full * stack
    return (
        product(chips, money_text(value), money_text(times(value, chips))),
        product(full, stack, in_stacks),
        say("work.difference", whole=str(chips), part=str(in_stacks), result=str(singles)),
    )


def _counted(bands: Bands, house: HouseRules, rng: Random) -> tuple[int, int]:
    """Draw stacks and singles of one colour: at least one chip, at most a set."""
    stacks = min(int(pick(bands, STACKS, rng)), house.colour_set // house.stack)
    singles = int(pick(bands, SINGLES, rng))
    if not stacks:
        return 0, max(singles, 1)
    return stacks, min(singles, house.colour_set - stacks * house.stack)


def _board(bands: Bands, rng: Random, stacks: int, singles: int) -> Params:
    """Draw colours in play and their values; every value once where the deck gives as many."""
    colours = tuple(rng.sample(COLOURS, _ON_BOARD))
    known = [str(value) for value in band(bands, VALUE)]
    values = rng.sample(known, len(colours)) if len(known) >= len(colours) else rng.choices(known, k=len(colours))
    return Params(
        mode="board",
        colours=colours,
        values=tuple(values),
        colour=rng.choice(colours),
        stacks=stacks,
        singles=singles,
    )


def _set(bands: Bands, house: HouseRules, rng: Random) -> Params:
    """Draw where the chips of a set are, some of them missing."""
    missing = min(int(pick(bands, MISSING, rng)), house.colour_set // 2)
    there = house.colour_set - missing
    layout = rng.randint(1, min(_ON_LAYOUT, there // 4))
    players = rng.randint(1, (there - layout) // 2)
    return Params(mode="set_check", rack=there - layout - players, players=players, layout=layout)


def _left_over(bands: Bands, house: HouseRules, rng: Random) -> Params:
    """Draw chips found after play, and a value above the minimum that they have shrunk to."""
    if house.leftover_value != _MINIMUM:
        raise _unknown(house)
    given = [drawn_money(str(text)) for text in band(bands, MINIMUM)]
    minimum = rng.choice(given or [house.limits.minimum_inside])
    values = [drawn_money(str(text)) for text in band(bands, VALUE)]
    value = rng.choice([v for v in values if v > minimum] or values)
    return Params(mode="leftover", chips=pick(bands, CHIPS, rng), value=money_text(value), minimum=money_text(minimum))


def _unknown(house: HouseRules) -> RuleRefused:
    return RuleRefused(f'The house "{house.id}" does not say what chips left over are worth.')


def _colour(name: str) -> Message:
    return say(f"chip_colour.{name}")


FAMILY = ChipsFamily()
