"""Where things lie on a cloth, in quarters of a box, and how wide its boxes must be for what stands on them.

Along the cloth (``u``) a box's middle is a multiple of four: the zeros at 0, street ``s`` at ``4 * s``, the column
boxes at 52. Across it (``v``) column ``c`` lies at ``4 * c``, and 2 is the outer edge, on which streets and six lines
stand. Lines lie halfway between two middles.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final, Literal

from srs_roulette.rules.bets import Bet, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from srs_roulette.rules.pockets import Pocket

Point = tuple[int, int]
"""``(u, v)`` on the cloth, or ``(x, y)`` on the page; quarters of a box"""
View = Literal["player", "dealer"]
Side = Literal["left", "right"]

STREETS: Final = range(1, 13)
COLUMNS: Final = range(1, 4)
COLUMN_BOX: Final = 13
"""place of the column boxes along the cloth, after the streets"""

ZERO_LINE: Final = 2
OUTER: Final = 2
INNER: Final = 14
MIDDLE: Final = 8
STRIP: Final = (Kind.LOW, Kind.EVEN, Kind.RED, Kind.BLACK, Kind.ODD, Kind.HIGH)
"""the even chances as they are printed, from the zero end"""

_EDGE_KINDS: Final = (Kind.STREET, Kind.SIX_LINE, Kind.FIRST_FOUR, Kind.FIVE)
_LOWER_ZERO, _UPPER_ZERO = 5, 11


def spot(bet: Bet, zeros: Sequence[Pocket]) -> Point:
    """Return where an inside or column bet stands on the cloth of a wheel with these zeros."""
    numbers = [p for p in bet.covers if not p.is_zero]
    held = [p for p in bet.covers if p.is_zero]
    if bet.kind is Kind.COLUMN:
        return 4 * COLUMN_BOX, 4 * (bet.covers[0].column or 0)
    if not numbers:
        return 0, _in_zero(held, zeros)
    outer = bet.kind in _EDGE_KINDS
    if held:
        return ZERO_LINE, OUTER if outer else _at_zero(numbers, held, zeros)
    return _middle([p.street or 0 for p in numbers]), OUTER if outer else _middle([p.column or 0 for p in numbers])


def _middle(places: list[int]) -> int:
    return 2 * (min(places) + max(places))


def _in_zero(held: list[Pocket], zeros: Sequence[Pocket]) -> int:
    if len(zeros) == 1 or len(held) > 1:
        return MIDDLE
    return _LOWER_ZERO if held[0] == "0" else _UPPER_ZERO


def _at_zero(numbers: list[Pocket], held: list[Pocket], zeros: Sequence[Pocket]) -> int:
    at = _middle([p.column or 0 for p in numbers])
    # The line between 0 and 00 meets the middle of 2: 0-2 stands a quarter below it, 00-2 a quarter above.
    if at == MIDDLE and len(zeros) > len(held):
        return MIDDLE - 1 if held[0] == "0" else MIDDLE + 1
    return at


def zero_right(view: View, zero: Side | None) -> bool:
    """Tell whether the zeros lie at the right hand; unless said, they lie at the player's left."""
    return (zero or ("right" if view == "dealer" else "left")) == "right"


@dataclass(frozen=True, slots=True)
class Axis:
    """Boxes side by side on the page, drawn with shared lines."""

    first: int
    """place of the first box"""
    start: int
    """character of its near line"""
    widths: tuple[int, ...]
    """characters from each box's near line to its far line"""
    up: bool = False
    """whether halves round up: the chips' row is the lower of two"""
    lines: tuple[int, ...] = field(init=False)
    """characters of the lines, the far one of the last box included"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", tuple(accumulate(self.widths, initial=self.start)))

    def at(self, quarter: int) -> int:
        """Return the character of a place on this axis."""
        place, rest = divmod(quarter + 2, 4)
        index = place - self.first
        near = self.lines[index]
        if not rest:
            return near
        return near + (rest * self.widths[index] + (3 if self.up else 0)) // 4

    def width(self, quarter: int) -> int:
        """Return the width of the box that holds a place."""
        return self.widths[(quarter + 2) // 4 - self.first]


@dataclass(frozen=True, slots=True)
class Piece:
    """What is centred on a place of one row and must stay whole."""

    at: int
    """quarter on the x axis"""
    size: int
    """characters"""
    lead: int = 0
    """characters at its start that are blank and may be covered"""
    count: bool = False
    """whether it is a count of chips"""


def start_of(centre: int, size: int) -> int:
    """Return the first character of a text that is centred on ``centre``."""
    return centre - (size - 1) // 2


def fit(rows: Mapping[int, Iterable[Piece]], *, first: int, base: Sequence[int], room: int) -> tuple[int, ...] | None:
    """Return box widths with which no two pieces of a row touch the same character, or ``None`` beyond ``room``.

    As near to ``base`` as may be: boxes grow for what stands on them, and only then do the empty ones give way. Counts
    keep a character between them wherever there is room for it.
    """
    ordered = [sorted(pieces, key=lambda p: p.at) for pieces in rows.values()]
    for gap in (1, 0):
        need = _needed(ordered, first, [_LEAST] * len(base), room, gap)
        if need is not None:
            break
    else:
        return None
    widths = [max(pair) for pair in zip(base, need, strict=True)]
    while sum(widths) > room:
        widest = max((i for i in range(len(widths)) if widths[i] > need[i]), key=lambda i: widths[i])
        widths[widest] -= 1
    return tuple(widths)


_LEAST: Final = 4


def _needed(rows: list[list[Piece]], first: int, widths: list[int], room: int, gap: int) -> list[int] | None:
    """Widen the narrowest box between each two pieces in each other's way until none are, or no room is left."""
    pairs = [pair for row in rows for pair in pairwise(row)]
    axis, before = Axis(first, 0, tuple(widths)), None
    while axis != before:
        before = axis
        for left, right in pairs:
            end = start_of(axis.at(left.at), left.size) + left.size
            apart = gap if left.count and right.count else 0
            missing = end + apart - right.lead - start_of(axis.at(right.at), right.size)
            if missing > 0:
                between = range((left.at + 2) // 4 - first, (right.at + 1) // 4 - first + 1)
                widths[min(between, key=lambda i: widths[i])] += 1
                if sum(widths) > room:
                    return None
                axis = Axis(first, 0, tuple(widths))
    return widths
