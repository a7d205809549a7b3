"""The two wheels: rings of pockets, read clockwise from 0 (ROULETTE.md A3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from srs_roulette.errors import NoSuchPocket
from srs_roulette.rules.pockets import Pocket

MAX_EACH_SIDE: Final = 18
"""More neighbours than this on each side would count pockets twice on the single-zero wheel."""


@dataclass(frozen=True)
class Wheel:
    """A ring of pockets."""

    name: str
    """``single_zero`` or ``double_zero``"""
    ring: tuple[Pocket, ...]
    """clockwise from 0"""

    @cached_property
    def zeros(self) -> tuple[Pocket, ...]:
        """The green pockets."""
        return tuple(p for p in self.ring if p.is_zero)

    def pocket(self, name: str) -> Pocket:
        """Read a pocket of this wheel.

        :raises NoSuchPocket: also for 00 on the single-zero wheel
        """
        pocket = Pocket(name.strip())
        if pocket not in self.ring:
            raise NoSuchPocket(f"The {self.label} wheel has no pocket {pocket}.")
        return pocket

    @property
    def label(self) -> str:
        """The wheel's name in a sentence."""
        return self.name.replace("_", "-")

    def step(self, pocket: Pocket, steps: int) -> Pocket:
        """Go ``steps`` pockets clockwise (anticlockwise when negative)."""
        return self.ring[(self.ring.index(pocket) + steps) % len(self.ring)]

    def distance(self, start: Pocket, end: Pocket) -> int:
        """Count the steps clockwise from ``start`` to ``end``."""
        return (self.ring.index(end) - self.ring.index(start)) % len(self.ring)

    def neighbours(self, pocket: Pocket, each_side: int) -> tuple[Pocket, ...]:
        """List the ``2 * each_side + 1`` pockets round ``pocket``, clockwise, with it in the middle.

        :raises NoSuchPocket: when the run would meet itself
        """
        if not 1 <= each_side <= MAX_EACH_SIDE:
            raise NoSuchPocket(f"Neighbours each side: 1 to {MAX_EACH_SIDE}, not {each_side}.")
        return tuple(self.step(pocket, k) for k in range(-each_side, each_side + 1))

    def right_of_zero(self, pocket: Pocket) -> bool | None:
        """Tell whether ``pocket`` lies in the half clockwise from 0; ``None`` for the zeros.

        On the single-zero wheel: 32 to 10 on the right, 5 to 26 on the left.
        """
        if pocket.is_zero:
            return None
        return self.ring.index(pocket) <= (len(self.ring) - 1) // 2


def _ring(text: str) -> tuple[Pocket, ...]:
    return tuple(Pocket(name) for name in text.split("-"))


SINGLE_ZERO: Final = Wheel(
    "single_zero",
    # Source document 000, "the European wheel".
    _ring("0-32-15-19-4-21-2-25-17-34-6-27-13-36-11-30-8-23-10-5-24-16-33-1-20-14-31-9-22-18-29-7-28-12-35-3-26"),
)
DOUBLE_ZERO: Final = Wheel(
    "double_zero",
    # ROULETTE.md A3 [G35].
    _ring("0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"),
)
WHEELS: Final = {w.name: w for w in (SINGLE_ZERO, DOUBLE_ZERO)}
