"""Bet kinds and bets. To add a kind: one member and one row."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from srs_roulette.rules.pockets import NUMBERS, Pocket

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from srs_roulette.rules.layouts import Layout

    Covers = tuple[Pocket, ...]


@unique
class Kind(StrEnum):
    """The kinds of bet, inside ones first."""

    STRAIGHT = "straight"
    SPLIT = "split"
    STREET = "street"
    TRIO = "trio"
    CORNER = "corner"
    FIRST_FOUR = "first_four"
    FIVE = "five"
    SIX_LINE = "six_line"
    DOZEN = "dozen"
    COLUMN = "column"
    RED = "red"
    BLACK = "black"
    ODD = "odd"
    EVEN = "even"
    LOW = "low"
    HIGH = "high"


EVEN_CHANCES: Final = (Kind.RED, Kind.BLACK, Kind.ODD, Kind.EVEN, Kind.LOW, Kind.HIGH)


@dataclass(frozen=True, slots=True, kw_only=True)
class BetSpec:
    """What is true of every bet of a kind."""

    size: int
    """numbers covered"""
    odds: int
    """paid to 1, the stake stays with the player"""
    inside: bool
    positions: Callable[[Layout], Iterable[Covers]]
    """where it may stand on a layout"""


@dataclass(frozen=True, slots=True)
class Bet:
    """A spot on a layout."""

    kind: Kind
    covers: tuple[Pocket, ...]
    """its numbers in layout order"""

    def __hash__(self) -> int:
        # Caches look bets up all the time, and its numbers nearly always tell a bet from any other.
        return hash(self.covers)

    @property
    def odds(self) -> int:
        """Paid to 1, without the stake."""
        return SPECS[self.kind].odds

    @property
    def inside(self) -> bool:
        """On the numbers, not in a box outside them."""
        return SPECS[self.kind].inside

    @property
    def even_chance(self) -> bool:
        """Red to high: the bets that a zero rule may spare."""
        return self.kind in EVEN_CHANCES

    @property
    def box(self) -> str:
        """``dozen1`` to ``column3`` for the numbered boxes, else the kind."""
        if self.kind is Kind.DOZEN:
            return f"dozen{self.covers[0].dozen}"
        if self.kind is Kind.COLUMN:
            return f"column{self.covers[0].column}"
        return self.kind.value

    def wins(self, number: Pocket) -> bool:
        """Tell whether the bet holds the number that fell."""
        return number in self.covers


def _run(first: int, size: int) -> Covers:
    return NUMBERS[first - 1 : first - 1 + size]


_STREETS: Final = tuple(_run(first, 3) for first in range(1, 37, 3))
_SPLITS: Final = (
    *(pair for street in _STREETS for pair in pairwise(street)),
    *((NUMBERS[n - 1], NUMBERS[n + 2]) for n in range(1, 34)),
)
_CORNERS: Final = tuple(
    (NUMBERS[n - 1], NUMBERS[n], NUMBERS[n + 2], NUMBERS[n + 3]) for n in range(1, 33) if n % 3 != 0
)
_SIX_LINES: Final = tuple(_run(first, 6) for first in range(1, 34, 3))


def _where(**wanted: object) -> Covers:
    return tuple(p for p in NUMBERS if all(getattr(p, key) == value for key, value in wanted.items()))


def _box(**wanted: object) -> Callable[[Layout], Iterable[Covers]]:
    covers = _where(**wanted)
    return lambda _layout: (covers,)


# Odds: source documents 000 and 002 (36 / size - 1); the five-number bet alone pays less, 6 for 6.2 (000).
SPECS: Final = {
    Kind.STRAIGHT: BetSpec(
        size=1, odds=35, inside=True, positions=lambda la: ((p,) for p in (*la.wheel.zeros, *NUMBERS))
    ),
    Kind.SPLIT: BetSpec(size=2, odds=17, inside=True, positions=lambda la: (*la.zero_splits, *_SPLITS)),
    Kind.STREET: BetSpec(size=3, odds=11, inside=True, positions=lambda _: _STREETS),
    Kind.TRIO: BetSpec(size=3, odds=11, inside=True, positions=lambda la: la.trios),
    Kind.CORNER: BetSpec(size=4, odds=8, inside=True, positions=lambda _: _CORNERS),
    Kind.FIRST_FOUR: BetSpec(
        size=4,
        odds=8,
        inside=True,
        positions=lambda la: ((*la.wheel.zeros, *NUMBERS[:3]),) if la.first_four else (),
    ),
    Kind.FIVE: BetSpec(
        size=5,
        odds=6,
        inside=True,
        positions=lambda la: ((*la.wheel.zeros, *NUMBERS[:3]),) if la.five else (),
    ),
    Kind.SIX_LINE: BetSpec(size=6, odds=5, inside=True, positions=lambda _: _SIX_LINES),
    Kind.DOZEN: BetSpec(size=12, odds=2, inside=False, positions=lambda _: (_where(dozen=d) for d in (1, 2, 3))),
    Kind.COLUMN: BetSpec(size=12, odds=2, inside=False, positions=lambda _: (_where(column=c) for c in (1, 2, 3))),
    Kind.RED: BetSpec(size=18, odds=1, inside=False, positions=_box(colour="red")),
    Kind.BLACK: BetSpec(size=18, odds=1, inside=False, positions=_box(colour="black")),
    Kind.ODD: BetSpec(size=18, odds=1, inside=False, positions=_box(parity="odd")),
    Kind.EVEN: BetSpec(size=18, odds=1, inside=False, positions=_box(parity="even")),
    Kind.LOW: BetSpec(size=18, odds=1, inside=False, positions=_box(half="low")),
    Kind.HIGH: BetSpec(size=18, odds=1, inside=False, positions=_box(half="high")),
}
