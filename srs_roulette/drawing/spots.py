"""Where a finger reaches each spot of a cloth and each pocket of a racetrack, on the drawings of ``svg`` and ``ring``.

Areas do not overlap, and on the numbers they leave no gap: a place belongs to the spot that is nearest, so that a split
is as easy to hit as a number. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from srs_roulette.drawing import paint
from srs_roulette.drawing.geometry import COLUMN_BOX, INNER, OUTER, ZERO_LINE, spot, zero_right
from srs_roulette.drawing.ring import outlines
from srs_roulette.drawing.svg import Cloth, place
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.notation import write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from srs_roulette.drawing.geometry import Point, Side, View
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.rules.wheels import Wheel

_NEAR: Final = 1
"""quarters from a spot on the numbers to where the next one begins, which stands two from it"""
_LAST_STREET: Final = 4 * (COLUMN_BOX - 1)

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot on the page of its drawing."""

    key: str
    """as it is typed: ``17-20``, ``red``, a pocket"""
    at: paint.Spot
    """where its chips stand"""
    area: str
    """all that is nearest to it, as a closed piece of a path"""


def cloth_spots(
    layout: Layout, *, view: View = "player", zero: Side | None = None, standing: bool = False
) -> tuple[Spot, ...]:
    """List every spot where ``svg.felt`` puts its chips on the whole cloth, in the order of the layout."""
    zeros = layout.wheel.zeros
    cloth = Cloth(zeros=zeros, turned=view == "dealer", zero_right=zero_right(view, zero), standing=standing)
    across = _across(layout)
    found = []
    for bet in layout.bets:
        u, v = at = place(bet, zeros)
        half_u, half_v = cloth.halves(bet)
        if bet.inside:
            (left, right), (low, high) = _along(u), across[at]
        else:
            # The chips of streets and six lines reach into the dozens.
            (left, right), (low, high) = (u - half_u, u + half_u), (v - half_v, v + half_v - (bet.kind is Kind.DOZEN))
        found.append(Spot(write(bet), cloth.at(at), paint.box(cloth.at((left, low)), cloth.at((right, high)))))
    return tuple(found)


def track_spots(wheel: Wheel, *, standing: bool = False) -> tuple[Spot, ...]:
    """List every pocket where ``ring.svg_racetrack`` draws it, clockwise from the near end."""
    return tuple(Spot(str(pocket), at, outline) for pocket, at, outline in outlines(wheel, standing=standing))


def _along(u: int) -> Span:
    """Return where a spot on the numbers begins and ends along the cloth; boxes at the ends go on to their line."""
    return u - (ZERO_LINE if u == 0 else _NEAR), u + (2 if u == _LAST_STREET else _NEAR)


def _across(layout: Layout) -> Mapping[Point, Span]:
    """Divide each line across the numbers halfway between the spots on it: round two zeros they stand closer."""
    lines: dict[int, set[int]] = {}
    for bet in layout.inside:
        u, v = spot(bet, layout.wheel.zeros)
        lines.setdefault(u, set()).add(v)
    spans: dict[Point, Span] = {}
    for u, places in lines.items():
        ordered = sorted(places)
        start = OUTER - (_NEAR if ordered[0] == OUTER else 0)
        borders = [start, *((a + b) / 2 for a, b in pairwise(ordered)), INNER]
        spans |= {(u, v): span for v, span in zip(ordered, pairwise(borders), strict=True)}
    return spans
