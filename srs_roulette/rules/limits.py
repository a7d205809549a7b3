"""The highest stake of a spot, and the one engine that spreads an amount under such limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import CallRefused, RuleRefused
from srs_roulette.rules.bets import EVEN_CHANCES, Kind
from srs_roulette.rules.money import ONE, Money, floor_to, money_text, times

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from srs_roulette.rules.bets import Bet

FOLLOWS: Final = {Kind.TRIO: Kind.STREET, Kind.FIRST_FOUR: Kind.CORNER} | dict.fromkeys(EVEN_CHANCES, Kind.EVEN)
"""Kinds whose limit is that of another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """A house's limit vector. The figures are data: France's are no multiples of 2, 3, 4, 6 (ROULETTE.md A4)."""

    straight: Money
    highest: Mapping[Kind, Money | Fraction] = field(hash=False)
    """kind to an amount, or to an exact factor of ``straight``"""
    minimum_inside: Money
    minimum_outside: Money
    minor: Money = ONE
    """the smallest money of the house: a limit by a fraction is rounded down to it"""

    def cap(self, kind: Kind) -> Money:
        """Return the highest stake of a spot of this kind."""
        if kind is Kind.STRAIGHT:
            return self.straight
        highest = self.highest[FOLLOWS.get(kind, kind)]
        if isinstance(highest, int):
            return highest
        return floor_to(Money(highest.numerator * self.straight // highest.denominator), self.minor)

    def with_maximum(self, straight: Money) -> Limits:
        """Put another table's straight-up maximum in place; the factors follow.

        :raises RuleRefused: the house's inside limits are amounts, which follow no maximum
        """
        if self.fixed:
            raise RuleRefused(
                f"The limits of this house are amounts ({self.fixed[0].value} {money_text(self.cap(self.fixed[0]))}): "
                "they follow no other maximum."
            )
        return Limits(
            straight=straight,
            highest=self.highest,
            minimum_inside=self.minimum_inside,
            minimum_outside=self.minimum_outside,
            minor=self.minor,
        )

    @property
    def fixed(self) -> tuple[Kind, ...]:
        """The inside kinds whose limit is an amount: it follows no other straight-up maximum."""
        inside = (Kind.SPLIT, Kind.STREET, Kind.CORNER, Kind.FIVE, Kind.SIX_LINE)
        return tuple(kind for kind in inside if self.is_amount(kind))

    def is_amount(self, kind: Kind) -> bool:
        """Tell whether a kind's limit is an amount of its own, not a factor of the straight-up limit."""
        return isinstance(self.highest[FOLLOWS.get(kind, kind)], int)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """One spot of a call or complete as the dealer lays it."""

    bet: Bet
    chips: int
    amount: Money
    """cash on the spot, within its limit"""
    full: bool
    """the chips at full value reach or pass the limit"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """An amount laid over spots: one value for every chip, full spots held at their limit."""

    value: Money
    """of one chip"""
    spots: tuple[Placed, ...]

    @property
    def total(self) -> Money:
        """What stands on the cloth."""
        return Money(sum(spot.amount for spot in self.spots))

    @property
    def capped(self) -> tuple[Bet, ...]:
        """The spots that are full."""
        return tuple(spot.bet for spot in self.spots if spot.full)

    def pays(self, hit: Sequence[Placed]) -> Money:
        """Winnings of the spots hit, without their stake."""
        return Money(sum(spot.amount * spot.bet.odds for spot in hit))


def lay(spots: Sequence[tuple[Bet, int]], value: Money, limits: Limits) -> Spread:
    """Lay chips of ``value``, each spot up to its limit."""
    placed = []
    for bet, chips in spots:
        cap, wanted = limits.cap(bet.kind), times(value, chips)
        placed.append(Placed(bet=bet, chips=chips, amount=min(wanted, cap), full=wanted >= cap))
    return Spread(value=value, spots=tuple(placed))


def cost(spots: Sequence[tuple[Bet, int]], value: Money, limits: Limits) -> Money:
    """Return what stands on the cloth when chips of ``value`` are laid, each spot up to its limit."""
    return Money(sum([min(value * chips, limits.cap(bet.kind)) for bet, chips in spots]))


def spread(spots: Sequence[tuple[Bet, int]], amount: Money, step: Money, limits: Limits) -> Spread:
    """Lay as much of ``amount`` as goes: the largest value of a chip, a multiple of ``step``, that it pays for.

    Source: document 000 for the rule; ROULETTE.md B6 for this form of it, good for any limit vector.

    :raises CallRefused: less than the least value a chip, and the message says the least amount; or no limit here holds
        even one such chip
    """
    highest = max(floor_to(Money(limits.cap(bet.kind) // chips), step) for bet, chips in spots)
    least = max(step, Money(-(-limits.minimum_inside // step) * step))
    if highest < least:
        raise CallRefused(
            f"The limits leave no room: a chip of this call is worth at least {money_text(least)} "
            f"and at most {money_text(highest)}."
        )
    low, high = 0, highest // step
    while low < high:
        middle = (low + high + 1) // 2
        if cost(spots, times(step, middle), limits) <= amount:
            low = middle
        else:
            high = middle - 1
    value = times(step, low)
    if value < least:
        needed = cost(spots, least, limits)
        raise CallRefused(
            f"{money_text(amount)} is too little: with at least {money_text(least)} a chip "
            f"the call needs {money_text(needed)}."
        )
    return lay(spots, value, limits)
