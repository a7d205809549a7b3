"""The pockets of a wheel: "0", "00", "1" to "36"."""

from __future__ import annotations

from typing import Final, Literal, Self

from srs_roulette.errors import NoSuchPocket, short

Colour = Literal["red", "black", "green"]

REDS: Final = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
"""ROULETTE.md A3. Not parity: the pattern turns at 10/11, 18/19 and 28/29."""

NAMES: Final = ("0", "00", *(str(n) for n in range(1, 37)))
_ranks: Final = {name: rank for rank, name in enumerate(NAMES)}


class Pocket(str):
    """One pocket, by its name. A text and not a number, so that it cannot be added to chips.

    Ordered by ``rank``: 0, 00, 1, ... 36.

    :raises NoSuchPocket: for anything else, ``"037"`` and ``"-1"`` included
    """

    __slots__ = ()

    def __new__(cls, name: str) -> Self:
        """Read a pocket's name."""
        if name not in _ranks:
            raise NoSuchPocket(f'There is no pocket "{short(name)}": 0 to 36, and 00 on the double-zero wheel.')
        return super().__new__(cls, name)

    @property
    def rank(self) -> int:
        """Place in the order 0, 00, 1 to 36."""
        return _ranks[self]

    @property
    def number(self) -> int:
        """1 to 36; 0 for both zeros, which lie in no street, column or dozen."""
        return int(self)

    @property
    def is_zero(self) -> bool:
        """0 or 00."""
        return self in {"0", "00"}

    @property
    def colour(self) -> Colour:
        """Red, black, or green for the zeros."""
        if self.is_zero:
            return "green"
        return "red" if self.number in REDS else "black"

    @property
    def street(self) -> int | None:
        """1 to 12, counted from the zero; ``None`` for the zeros."""
        return None if self.is_zero else (self.number + 2) // 3

    @property
    def column(self) -> int | None:
        """1 holds 1 and 34, 2 holds 2 and 35, 3 holds 3 and 36; ``None`` for the zeros."""
        return None if self.is_zero else (self.number - 1) % 3 + 1

    @property
    def dozen(self) -> int | None:
        """1 to 3; ``None`` for the zeros."""
        return None if self.is_zero else (self.number + 11) // 12

    @property
    def parity(self) -> Literal["odd", "even"] | None:
        """``None`` for the zeros: zero is neither odd nor even."""
        if self.is_zero:
            return None
        return "odd" if self.number % 2 else "even"

    @property
    def half(self) -> Literal["low", "high"] | None:
        """Low 1 to 18, high 19 to 36; ``None`` for the zeros."""
        if self.is_zero:
            return None
        return "low" if self.number <= 18 else "high"  # noqa: PLR2004 - the last of the low numbers


NUMBERS: Final = tuple(Pocket(str(n)) for n in range(1, 37))
"""The thirty-six numbers of every layout."""


def in_order(
    pockets: set[Pocket] | frozenset[Pocket] | tuple[Pocket, ...] | list[Pocket],
) -> tuple[Pocket, ...]:
    """Sort pockets as the layout reads: zeros first, then ascending."""
    return tuple(sorted(pockets, key=_ranks.__getitem__))
