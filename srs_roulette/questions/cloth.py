"""What the families about a whole cloth share: stacks and whose they are, spots that win or miss, zero in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.parts import layout_house, spot, stations
from srs_roulette.questions.types import Chip
from srs_roulette.rules.money import ONE, Money, money_text, times
from srs_roulette.rules.pockets import NUMBERS
from srs_roulette.rules.settle import Line, Stake, settle
from srs_roulette.rules.zero_rules import ZeroRule
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.rules.pockets import Pocket
    from srs_roulette.wording.message import Value as Words

cloth_house: Final = (
    *layout_house,
    *("zero_rule", "zero_name", "sharing", "sharing_needs_even_multiple", "prison_levels", "move_prisoner", "half"),
    *("second_zero", "pay_order_outside", "pay_order_inside", "far_first", "limits", "minor_digits"),
)
"""House values on which a settled spin depends, its order of payment included."""

COLOURS: Final = ("blue", "yellow", "green", "white")
"""Of chips. None is red or black: those are bets."""

CASH: Final = "cash"
"""Owner of value chips, which belong to no colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Chips of one owner on one spot."""

    bet: Bet
    chips: int
    value: Money
    """of one chip"""
    owner: str = CASH

    @property
    def amount(self) -> Money:
        """Worth in cash."""
        return times(self.value, self.chips)

    def won(self) -> int:
        """Chips that a win of it pays."""
        return self.bet.odds * self.chips


# -- drawing


@lru_cache(maxsize=128)
def beside(layout: Layout, number: Pocket) -> tuple[Bet, ...]:
    """List inside spots that miss the number but lie in its street or the next: what a dealer might pay by mistake."""
    near = {p for p in NUMBERS if abs((p.street or 0) - (number.street or 0)) <= 1}
    return tuple(bet for bet in layout.inside if not bet.wins(number) and any(p in near for p in bet.covers))


@lru_cache(maxsize=32)
def boxes(layout: Layout) -> tuple[Bet, ...]:
    """List the spots outside the numbers."""
    return tuple(bet for bet in layout.bets if not bet.inside)


@lru_cache(maxsize=32)
def places(layout: Layout) -> Mapping[Bet, int]:
    """Give each spot its place as the layout reads."""
    return {bet: place for place, bet in enumerate(layout.bets)}


def drawn(winners: Sequence[Bet], losers: Sequence[Bet], count: int, won: int, rng: Random) -> list[Bet]:
    """Draw ``count`` spots, ``won`` of them winners as far as there are so many."""
    won = min(won, count, len(winners))
    return [*rng.sample(winners, won), *rng.sample(losers, min(count - won, len(losers)))]


def drawn_inside(layout: Layout, number: Pocket, count: int, won: int, rng: Random) -> list[Bet]:
    """Draw spots on the numbers; the losers lie beside the number."""
    return drawn(stations(layout, number), beside(layout, number), count, won, rng)


def drawn_boxes(outside: Sequence[Bet], number: Pocket, count: int, won: int, rng: Random) -> list[Bet]:
    """Draw some of these spots outside the numbers."""
    wins = [bet for bet in outside if bet.wins(number)]
    return drawn(wins, [bet for bet in outside if not bet.wins(number)], count, won, rng)


def kept_to_limits(wanted: Money, bet: Bet, house: HouseRules) -> Money:
    """Keep a drawn stake between the minimum and the limit of its spot."""
    return max(_least(bet, house), min(wanted, house.limits.cap(bet.kind)))


def chips_within_limits(wanted: int, value: Money, bet: Bet, house: HouseRules) -> int:
    """Keep drawn chips of a value between the minimum and the limit of their spot; at least one."""
    least, most = -(-_least(bet, house) // value), house.limits.cap(bet.kind) // value
    return max(1, min(max(wanted, least), most))


def _least(bet: Bet, house: HouseRules) -> Money:
    return house.limits.minimum_inside if bet.inside else house.limits.minimum_outside


# -- settling


def settled(house: HouseRules, number: Pocket, stacks: Sequence[Stack]) -> list[tuple[Stack, Line]]:
    """Settle every stack, winners first in the house's order of payment. Nobody asks to share."""
    waiting: dict[tuple[Bet, Money], list[Stack]] = {}
    stakes = [Stake(bet=stack.bet, amount=stack.amount) for stack in stacks]
    for stack, stake in zip(stacks, stakes, strict=True):
        waiting.setdefault((stake.bet, stake.amount), []).append(stack)
    lines = settle(house, number, stakes).lines
    # Lines of one spot keep the order given, so stacks of equal worth come back to their owners.
    return [(waiting[line.bet, line.stake].pop(0), line) for line in lines]


def locks(house: HouseRules) -> bool:
    """Tell whether zero locks even chances here."""
    return house.zero.rule is ZeroRule.PRISON


# -- in words


def fallen(number: Pocket, house: HouseRules, bets: Sequence[Bet]) -> Message:
    """Say what fell, and that nobody asks to share where that would change what becomes of an even chance."""
    asks = number.is_zero and house.zero.sharing == "on_request" and any(bet.even_chance for bet in bets)
    return say("fall.no_sharing" if asks else "fall.plain", number=number)


@lru_cache(maxsize=16)
def colour(owner: str) -> Message:
    """Name a colour of chips, or value chips."""
    return say("chip.cash" if owner == CASH else f"chip_colour.{owner}")


def board(owners: Sequence[str], values: Sequence[Money]) -> tuple[Message, ...]:
    """Say what a chip of each colour is worth."""
    return tuple(
        say("chip.worth", colour=colour(owner), value=money_text(value))
        for owner, value in zip(owners, values, strict=True)
    )


@lru_cache(maxsize=2048)
def owned_spot(stack: Stack) -> Message:
    """Name a spot with the colour of the chips on it."""
    return say("stack.of", colour=colour(stack.owner), spot=spot(stack.bet))


def in_words(stacks: Sequence[Stack]) -> tuple[Message, ...]:
    """List stacks spot by spot; of two colours on a spot the upper is given first."""
    listed = []
    for bet, group in groupby(stacks, key=lambda stack: stack.bet):
        top, *under = group
        below: dict[str, Words] = {}
        if under:
            below = {"under": colour(under[0].owner), "under_chips": under[0].chips}
        form = "stack.two" if under else "stack.colour"
        listed.append(say(form, spot=spot(bet), colour=colour(top.owner), chips=top.chips, **below))
    return tuple(listed)


def staked(stacks: Sequence[Stack]) -> tuple[Message, ...]:
    """List stakes in cash spot by spot."""
    return tuple(say("stack.chips", spot=spot(s.bet), chips=money_text(s.amount)) for s in stacks)


def picture(stacks: Sequence[Stack]) -> tuple[Chip, ...]:
    """Show stacks of colour chips; cash without a chip of its own as so many units of the currency."""
    return tuple(Chip(bet=s.bet, chips=s.chips, amount=money_text(s.amount)) for s in stacks)


def cash_picture(stacks: Sequence[Stack]) -> tuple[Chip, ...]:
    """Show stakes in cash, counted in units of the currency."""
    return tuple(Chip(bet=s.bet, chips=max(1, s.amount // ONE), amount=money_text(s.amount)) for s in stacks)
