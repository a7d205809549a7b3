"""Chances and house edges as exact fractions (ROULETTE.md A1, C)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from srs_roulette.rules.zero_rules import ZeroRule

if TYPE_CHECKING:
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.wheels import Wheel
    from srs_roulette.rules.zero_rules import ZeroTerms


def chance(bet: Bet, wheel: Wheel) -> Fraction:
    """Probability that the bet holds the number that falls."""
    return Fraction(len(bet.covers), len(wheel.ring))


def edge(bet: Bet, wheel: Wheel, zero: ZeroTerms | None = None) -> Fraction:
    """Share of the stake that the house keeps on average.

    :param zero: the house's terms, which spare even chances only
    """
    plain = 1 - chance(bet, wheel) * (bet.odds + 1)
    if zero is None or not bet.even_chance or zero.rule is ZeroRule.NONE:
        return plain
    zeros = Fraction(len(wheel.zeros), len(wheel.ring))
    return plain - zeros * saved(zero, wheel)


def saved(zero: ZeroTerms, wheel: Wheel) -> Fraction:
    """Part of an even chance's stake that zero leaves the player, on average."""
    if zero.rule is ZeroRule.HALF or zero.sharing == "always":
        return Fraction(1, 2)
    return locked_value(zero, wheel, 1)


def locked_value(zero: ZeroTerms, wheel: Wheel, level: int) -> Fraction:
    """Worth of a locked stake, as part of the stake, before its next spin.

    On one level a win frees it; on a higher one it leads back a level; zero does as the house says.
    """
    win = Fraction(18, len(wheel.ring))
    again = Fraction(len(wheel.zeros), len(wheel.ring))
    match zero.second_zero:
        case "freed":
            return win + again
        case "half":
            return win + again / 2
        case "locked":
            return win / (1 - again)
        case "next_level":
            return _levels(win, again, zero.levels)[level - 1]


def _levels(win: Fraction, again: Fraction, levels: int) -> list[Fraction]:
    """Solve V(1) = win + again V(2), V(k) = win V(k-1) + again V(k+1), V(levels + 1) = 0, from the last level down.

    V(k) = c(k) V(k-1) with V(0) = 1.
    """
    factors: list[Fraction] = []
    behind = Fraction(0)
    for _ in range(levels):
        behind = win / (1 - again * behind)
        factors.append(behind)
    values, value = [], Fraction(1)
    for factor in reversed(factors):
        value *= factor
        values.append(value)
    return values
