"""Completes: every inside spot that touches a number (source document 000; ROULETTE.md B5)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.money import Money
from srs_roulette.rules.pockets import NUMBERS, Pocket

if TYPE_CHECKING:
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import CompleteMode
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.rules.limits import Limits, Spread

STATION: Final = 36
"""A station at its full amount returns 36 units with its stake, whatever its kind; the five-number bet 35."""

_MIDDLE: Final = NUMBERS[3:33]
_CENTRE: Final = _MIDDLE[1::3]
CLASSES: Final = {
    "zero": (Pocket("0"),),
    "one_three": (Pocket("1"), Pocket("3")),
    "two": (Pocket("2"),),
    "outer": tuple(p for p in _MIDDLE if p not in _CENTRE),
    "middle": _CENTRE,
    "thirtyfour_six": (Pocket("34"), Pocket("36")),
    "thirtyfive": (Pocket("35"),),
}
"""The seven classes of numbers by the spots that touch them (ROULETTE.md B5)."""

_CARRE_KINDS: Final = frozenset({Kind.STRAIGHT, Kind.SPLIT, Kind.CORNER, Kind.FIRST_FOUR})


def complete(layout: Layout, number: Pocket, mode: CompleteMode = "full") -> tuple[tuple[Bet, int], ...]:
    """List the stations of a complete with their chips.

    ``full``: as many chips as the spot has numbers; ``flat``: one a station; ``plein_cheval_carre``: one each on the
    number, its splits and its corners.
    """
    stations = layout.holding(number)
    if mode == "plein_cheval_carre":
        return tuple((bet, 1) for bet in stations if bet.kind in _CARRE_KINDS)
    return tuple((bet, SPECS[bet.kind].size if mode == "full" else 1) for bet in stations)


def chips(spots: tuple[tuple[Bet, int], ...]) -> int:
    """Count the chips on spots."""
    return sum(count for _, count in spots)


def hit(spots: tuple[tuple[Bet, int], ...], number: Pocket) -> tuple[tuple[Bet, int], ...]:
    """Keep the spots that win when ``number`` falls."""
    return tuple((bet, count) for bet, count in spots if bet.wins(number))


def pays_units(spots: tuple[tuple[Bet, int], ...], number: Pocket) -> int:
    """Winnings in units when ``number`` falls, without the stake."""
    return sum(bet.odds * count for bet, count in hit(spots, number))


def shared(layout: Layout, one: Pocket, other: Pocket) -> tuple[Bet, ...]:
    """List the stations that two completes have in common."""
    return tuple(bet for bet in layout.holding(one) if bet.wins(other))


def profile(layout: Layout, number: Pocket, fallen: Pocket) -> tuple[tuple[Kind, int], ...]:
    """Return how many shared stations of each kind a hit has: on the single zero twelve profiles in all."""
    counts = Counter(bet.kind for bet in shared(layout, number, fallen))
    return tuple((kind, counts[kind]) for kind in Kind if counts[kind])


def lay_two(
    first: Spread, second: tuple[tuple[Bet, int], ...], value: Money, limits: Limits
) -> tuple[tuple[Bet, Money], ...]:
    """Lay a second complete over the first: a shared station takes only what its limit leaves.

    Source: document 000, "shared positions are added and must stay within the limits".
    """
    stands = {spot.bet: spot.amount for spot in first.spots}
    return tuple(
        (bet, Money(min(value * count, max(0, limits.cap(bet.kind) - stands.get(bet, Money(0))))))
        for bet, count in second
    )
