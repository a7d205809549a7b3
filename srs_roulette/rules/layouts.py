"""The cloth: every spot on which a bet may stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from srs_roulette.rules.bets import SPECS, Bet
from srs_roulette.rules.pockets import Pocket
from srs_roulette.rules.wheels import DOUBLE_ZERO, SINGLE_ZERO, Wheel

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The cloth of a wheel with what the house prints round its zeros."""

    wheel: Wheel
    zero_splits: tuple[tuple[Pocket, ...], ...]
    trios: tuple[tuple[Pocket, ...], ...]
    first_four: bool

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Caches look layouts up all the time; these few values tell all of them apart that houses have.
        return hash((self.wheel.name, len(self.zero_splits), self.trios, self.first_four))

    @property
    def five(self) -> bool:
        """Only two zeros leave room for the five-number bet."""
        return self.wheel == DOUBLE_ZERO

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        """Every spot, straight-ups first, even chances last."""
        return _bets(self)

    @cached_property
    def inside(self) -> tuple[Bet, ...]:
        """Every spot on the numbers."""
        return tuple(bet for bet in self.bets if bet.inside)

    def find(self, covers: frozenset[Pocket]) -> Bet | None:
        """Return the spot that covers exactly these numbers."""
        return _by_covers(self).get(covers)

    def holding(self, number: Pocket) -> tuple[Bet, ...]:
        """List the inside spots that hold a number: the stations of its complete."""
        return _holding(self).get(number, ())

    def touches_zero(self, bet: Bet) -> bool:
        """Tell whether an inside bet holds a zero."""
        return any(p.is_zero for p in bet.covers)


@lru_cache(maxsize=32)
def _bets(layout: Layout) -> tuple[Bet, ...]:
    return tuple(Bet(kind, covers) for kind, spec in SPECS.items() for covers in spec.positions(layout))


@lru_cache(maxsize=32)
def _holding(layout: Layout) -> Mapping[Pocket, tuple[Bet, ...]]:
    return {p: tuple(bet for bet in layout.inside if bet.wins(p)) for p in layout.wheel.ring}


@lru_cache(maxsize=32)
def _by_covers(layout: Layout) -> Mapping[frozenset[Pocket], Bet]:
    return {frozenset(bet.covers): bet for bet in layout.bets}


def spots(text: str) -> tuple[tuple[Pocket, ...], ...]:
    """Read ``"0-1 0-2 0-3"`` as tuples of pockets."""
    return tuple(tuple(Pocket(n) for n in spot.split("-")) for spot in text.split())


SINGLE: Final = Layout(wheel=SINGLE_ZERO, zero_splits=spots("0-1 0-2 0-3"), trios=spots("0-1-2 0-2-3"), first_four=True)
"""145 inside spots and 12 outside (ROULETTE.md A1)."""

DOUBLE: Final = Layout(
    wheel=DOUBLE_ZERO,
    zero_splits=spots("0-00 0-1 0-2 00-2 00-3"),
    trios=spots("0-1-2 0-00-2 00-2-3"),
    first_four=False,
)
"""149 inside spots and 12 outside (ROULETTE.md A1)."""
