"""Units into a pay-out: stacks, cash, the colour that is left, value chips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, Final

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
from srs_roulette.rules.chips import fewest_pieces, stacks_and_singles
from srs_roulette.rules.money import Chips, Money, money_text, times, units
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from random import Random

    from srs_roulette.questions.types import Bands, Field
    from srs_roulette.rules.house import HouseRules

MODE: Final = Key(
    name="mode",
    values=("stacks", "all_cash", "colour_left", "value_chips", "over"),
    default=("colour_left",),
)
CHIPS: Final = Key(name="chips", low=2, high=5000, default=tuple(range(21, 401)))
VALUE: Final = Key(name="value", money=True, default=("2", "5", "10", "25"))
"""No chips of 1: there the forgotten value is no slip (PROMPTS.md, family 6)."""

_ROUND: Final = (100, 50, 25)
"""Players ask for round amounts where the pay has room for them."""
_ENOUGH: Final = 3
_LEAST, _MOST, _WHOLE = 30, 90, 100
"""Percent of the pay that is asked in cash."""
_HUNDRED: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The chips to pay, what one is worth, and what of the pay is no colour."""

    mode: str
    chips: int
    value: str | None = None
    amount: str | None = None
    """cash that the player asks for"""
    over: int | None = None
    """chips of the pay that go over in value chips"""
    denominations: tuple[str, ...] | None = None


class CashOut(Family[Params]):
    """Chips to pay, in the form in which they go out."""

    name = "cash_out"
    params = Params
    keys = (MODE, CHIPS, VALUE)
    uses = (*layout_house, "stack", "denominations", "minor_digits")

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw chips and a value, and for the colour left cash of 30 to 90 percent of the pay."""
        mode = str(pick(bands, MODE, rng))
        if mode == "stacks":
            return Params(mode=mode, chips=pick(bands, CHIPS, rng))
        value = str(pick(bands, VALUE, rng))
        counts = _payable(bands, drawn_money(value), house)
        if mode == "over":
            chips = rng.choice([n for n in counts if n > _HUNDRED] or counts)
            step = _HUNDRED if chips > _HUNDRED else 1
            over = step * rng.randint(1, (chips - 1) // step)
            return Params(mode=mode, chips=chips, value=value, over=over)
        chips = rng.choice(counts)
        if mode == "all_cash":
            return Params(mode=mode, chips=chips, value=value)
        if mode == "value_chips":
            denominations = tuple(money_text(d) for d in house.denominations)
            return Params(mode=mode, chips=chips, value=value, denominations=denominations)
        return Params(mode=mode, chips=chips, value=value, amount=_asked(drawn_money(value), chips, house, rng))

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask one of the forms; each shows its own working."""
        form = _Form(params, house)
        fields, right, slips, working = {
            "stacks": form.stacks,
            "all_cash": form.all_cash,
            "colour_left": form.colour_left,
            "value_chips": form.value_chips,
            "over": form.over,
        }[params.mode]()
        words: dict[str, str | int | tuple[str, ...]] = {"chips": params.chips}
        for name in ("value", "amount", "over", "denominations"):
            if (given := getattr(params, name)) is not None:
                words[name] = given
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(f"prompt.cash_out.{params.mode}", **words),
            fields=fields,
            expected=right,
            slips=slips.result(),
            working=working,
        )


Parts = tuple[tuple["Field", ...], dict[str, str], Slips, tuple[Message, ...]]


@dataclass(frozen=True, slots=True)
class _Form:
    """One draw, asked in one of the ways."""

    params: Params
    house: HouseRules

    @property
    def value(self) -> Money:
        return drawn_money(self.params.value)

    @property
    def pay(self) -> Money:
        return times(self.value, self.params.chips)

    def stacks(self) -> Parts:
        chips, stack = self.params.chips, self.house.stack
        full, singles = stacks_and_singles(Chips(chips), stack)
        right = {"stacks": str(full), "singles": str(singles)}
        slips = Slips("cash_out", right)
        if singles:
            slips.add("one_more_stack", {"stacks": str(full + 1)}, stack=stack)
        _other_stacks(slips, chips, full, stack)
        slips.add("singles_of_10", {"singles": str(chips % 10)}, stack=stack)
        steps = (*_cut(full, singles, stack, chips), result(" ".join(right.values())))
        return (amount_field("stacks", Unit.STACKS), amount_field("singles", Unit.SINGLES)), right, slips, steps

    def all_cash(self) -> Parts:
        right = {"cash": money_text(self.pay)}
        slips = Slips("cash_out", right)
        slips.add("value_forgotten", {"cash": str(self.params.chips)})
        if self.pay % units(10) == 0:
            slips.cash("zero_lost", self.pay // 10, name="cash")
        slips.arithmetic("cash")
        return (amount_field("cash", Unit.CASH),), right, slips, (self._worth(self.params.chips),)

    def colour_left(self) -> Parts:
        chips, asked = self.params.chips, drawn_money(self.params.amount)
        left = Money(self.pay - asked)
        colour = left // self.value
        right = {"chips": str(colour)}
        slips = Slips("cash_out", right)
        # Chips are whole: what would leave part of one is no answer that anybody types.
        if (forgotten := units(chips) - asked) > 0 and asked % units(1) == 0:
            slips.cash("value_forgotten", forgotten, name="chips")
        if left % units(1) == 0:
            slips.cash("cash_not_chips", left, name="chips", value=money_text(self.value))
        slips.add("cash_not_taken", {"chips": str(chips)})
        slips.arithmetic("chips")
        in_chips = asked // self.value
        working = (
            self._worth(chips),
            say("work.difference", whole=money_text(self.pay), part=money_text(asked), result=money_text(left)),
            product(in_chips, money_text(self.value), money_text(asked)),
            say("work.difference", whole=str(chips), part=str(in_chips), result=str(colour)),
        )
        return (amount_field("chips", Unit.CHIPS),), right, slips, working

    def value_chips(self) -> Parts:
        chips = [drawn_money(text) for text in self.params.denominations or ()]
        pieces = fewest_pieces(self.pay, chips)
        count = sum(pieces.values())
        right = {"chips": str(count)}
        slips = Slips("cash_out", right)
        for skipped in pieces:
            rest = [chip for chip in chips if chip != skipped]
            if chips[0] in rest:
                more = sum(fewest_pieces(self.pay, rest).values())
                slips.add("piece_skipped", {"chips": str(more)}, skipped=money_text(skipped))
        forgotten = units(self.params.chips)
        if forgotten % chips[0] == 0:
            slips.add("value_forgotten", {"chips": str(sum(fewest_pieces(forgotten, chips).values()))})
        slips.add("kinds_counted", {"chips": str(len(pieces))})
        working = [self._worth(self.params.chips)]
        working += [product(n, money_text(chip), money_text(times(chip, n))) for chip, n in pieces.items()]
        if len(pieces) > 1:
            worth = [money_text(times(chip, n)) for chip, n in pieces.items()]
            working += [added(worth, money_text(self.pay)), added(list(pieces.values()), count)]
        else:
            working.append(result(str(count)))
        return (amount_field("chips", Unit.CHIPS),), right, slips, tuple(working)

    def over(self) -> Parts:
        chips, over, stack = self.params.chips, self.params.over or 0, self.house.stack
        colour = chips - over
        full, singles = stacks_and_singles(Chips(colour), stack)
        right = {"cash": money_text(times(self.value, over)), "stacks": str(full), "singles": str(singles)}
        slips = Slips("cash_out", right)
        slips.add("value_forgotten", {"cash": str(over)})
        whole, rest = stacks_and_singles(Chips(chips), stack)
        slips.add("cash_not_taken", {"stacks": str(whole), "singles": str(rest)})
        if singles:
            slips.add("one_more_stack", {"stacks": str(full + 1)}, stack=stack)
        _other_stacks(slips, colour, full, stack)
        slips.add("singles_of_10", {"singles": str(colour % 10)}, stack=stack)
        if units(over) % self.value == 0 and units(over) // self.value < chips:
            whole, rest = stacks_and_singles(Chips(chips - units(over) // self.value), stack)
            slips.add("over_as_cash", {"cash": str(over), "stacks": str(whole), "singles": str(rest)})
        slips.add("all_in_cash", {"cash": money_text(self.pay)}, over=over)
        slips.arithmetic("cash")
        working = (
            self._worth(over),
            say("work.difference", whole=str(chips), part=str(over), result=str(colour)),
            *_cut(full, singles, stack, colour),
            result(" ".join(right.values())),
        )
        fields = (
            amount_field("cash", Unit.CASH),
            amount_field("stacks", Unit.STACKS),
            amount_field("singles", Unit.SINGLES),
        )
        return fields, right, slips, working

    def _worth(self, chips: int) -> Message:
        return product(chips, money_text(self.value), money_text(times(self.value, chips)))


def _other_stacks(slips: Slips, chips: int, full: int, stack: int) -> None:
    """Add the cuts into twenty-fives and two hundreds, where they show."""
    for slip, other in (("stack_25", 25), ("stack_200", 200)):
        if other != stack and chips // other != full:
            wrong = {"stacks": str(chips // other), "singles": str(chips % other)}
            slips.add(slip, wrong, stack=stack)


def _cut(full: int, singles: int, stack: int, chips: int) -> tuple[Message, ...]:
    """Work ``11 x 20 = 220`` and ``235 - 220 = 15``."""
    in_stacks = full * stack
    return (
        product(full, stack, in_stacks),
        say("work.difference", whole=str(chips), part=str(in_stacks), result=str(singles)),
    )


def _payable(bands: Bands, value: Money, house: HouseRules) -> list[int]:
    """List the chips of the band whose worth can be paid in the house's value chips."""
    return _whole_pieces(band(bands, CHIPS), value, house.denominations[0])


@lru_cache(maxsize=64)
def _whole_pieces(counts: tuple[int, ...], value: Money, smallest: Money) -> list[int]:
    return [n for n in counts if value * n % smallest == 0] or list(counts)


def _asked(value: Money, chips: int, house: HouseRules, rng: Random) -> str:
    """Draw cash that leaves whole chips and can be paid in value chips: a round amount where there is room."""
    pay, least = times(value, chips), lcm(value, house.denominations[0])
    for step in (*(lcm(least, units(size)) for size in _ROUND), least):
        low, high = -(-pay * _LEAST // (_WHOLE * step)), pay * _MOST // (_WHOLE * step)
        if high - low + 1 >= (_ENOUGH if step > least else 1):
            return money_text(Money(step * rng.randint(low, high)))
    return money_text(times(value, chips // 2))


FAMILY = CashOut()
