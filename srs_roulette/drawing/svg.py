"""A placement on the cloth as one SVG, each pile on the line or crossing where its chips stand. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, Final

from srs_roulette.drawing import paint
from srs_roulette.drawing.felt import LABELLED, WHOLE, crop_for, spots_text, total
from srs_roulette.drawing.geometry import (
    COLUMN_BOX,
    INNER,
    MIDDLE,
    OUTER,
    STRIP,
    ZERO_LINE,
    Point,
    spot,
    zero_right,
)
from srs_roulette.drawing.signs import box_text
from srs_roulette.rules.bets import Bet, Kind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from srs_roulette.drawing.geometry import Side, View
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.rules.pockets import Pocket

_DOZEN_ROW: Final = OUTER - 2
_STRIP_ROW: Final = OUTER - 6
_EDGE: Final = OUTER - 8
"""the far line of the even chances, across the cloth"""
_LOW: Final = 64.0
"""height of the boxes outside the numbers"""
_RADIUS: Final = 14.0
_PHONE: Final = 5
"""boxes along the cloth that are at most 360 wide"""
_STUB: Final = 12.0
"""length of lines beyond a cut"""


def felt(
    layout: Layout,
    chips: Sequence[tuple[Bet, int]],
    *,
    number: Pocket | None = None,
    marked: Collection[Pocket] = (),
    view: View = "player",
    around: Pocket | None = None,
    zero: Side | None = None,
    title: str | None = None,
) -> str:
    """Draw the cloth with its chips.

    The player has the outside bets in front of him; the dealer sees the same cloth from the other side, turned by half,
    with the numbers still upright. ``around`` shows only the streets near that number, the marked ones and the chips:
    five of them are at most 360 wide, with no count of up to three digits below 14. Counts of one bet are added up.
    Marked numbers have a frame, the winning ``number`` a frame and the dolly. Red numbers carry a diamond, so that
    nothing depends on colour.

    :param chips: bets of ``layout`` with their counts, one or more each
    :param zero: at which hand the zeros lie; else at the player's left, and so at the dealer's right
    :param title: instead of a list of the chips, which a pointer shows: for questions whose answer it would tell
    """
    counts = total(chips)
    cloth = _Cloth(
        zeros=layout.wheel.zeros,
        shown=WHOLE if around is None else crop_for(chips, (around, *marked)),
        turned=view == "dealer",
        zero_right=zero_right(view, zero),
    )
    bets = [bet for bet in layout.bets if bet.kind in LABELLED and cloth.shows(bet)]
    framed = [bet for bet in bets if bet.kind is Kind.STRAIGHT and bet.covers[0] in {number, *marked}]
    shapes = [
        paint.fields((bet.covers[0], cloth.box(bet)) for bet in bets if _painted(bet)),
        paint.path(f'{paint.ink("line")} stroke-width="2" stroke-linecap="square"', _lines(cloth)),
        *_labels(cloth, bets, counts),
        paint.path(f'{paint.ink("won")} stroke-width="4"', (cloth.box(bet, inset=2) for bet in framed)),
        paint.chips(((cloth.at(place(bet, cloth.zeros)), n) for bet, n in counts.items()), _radius(cloth, counts)),
        *(_dolly(cloth, bet, pile=bet in counts) for bet in framed if bet.covers[0] == number),
    ]
    if title is None:
        title = _title(layout, chips, number, marked, view)
    return paint.page(title, *cloth.size, shapes)


def place(bet: Bet, zeros: Sequence[Pocket]) -> Point:
    """Return where a bet stands, in quarters of a box; the rows outside the numbers lie at 0 and -4 across."""
    if bet.kind is Kind.DOZEN:
        return 16 * (bet.covers[0].dozen or 0) - 6, _DOZEN_ROW
    if bet.kind in STRIP:
        return 8 * STRIP.index(bet.kind) + 6, _STRIP_ROW
    return spot(bet, zeros)


def _painted(bet: Bet) -> bool:
    return bet.kind in {Kind.STRAIGHT, Kind.RED, Kind.BLACK}


def _title(
    layout: Layout,
    chips: Sequence[tuple[Bet, int]],
    number: Pocket | None,
    marked: Collection[Pocket],
    view: View,
) -> str:
    side = ", from the dealer's side" if view == "dealer" else ""
    title = f"Roulette cloth, {layout.wheel.label}{side}, chips: {spots_text(chips) or 'none'}."
    if marked:
        title += f" Marked: {' '.join(marked)}."
    return title if number is None else f"{title} Winning number: {number}."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cloth:
    """Which part of a cloth lies how on the page."""

    zeros: tuple[Pocket, ...]
    shown: range
    turned: bool
    zero_right: bool

    @property
    def whole(self) -> bool:
        return self.shown == WHOLE

    @property
    def boxes(self) -> range:
        """Boxes along the cloth that are shown, the column boxes after the last street where a phone has room."""
        columns = self.shown.stop == WHOLE.stop and (self.whole or len(self.shown) < _PHONE)
        return range(self.shown.start, self.shown.stop + columns)

    @property
    def wide(self) -> float:
        return 50.0 if self.whole else 64.0

    @property
    def tall(self) -> float:
        # Between 0 and 00 chips stand a quarter of a box apart.
        return 112.0 if len(self.zeros) > 1 and 0 in self.shown and not self.whole else 92.0

    @property
    def font(self) -> float:
        return 22.0 if self.whole else 24.0

    @property
    def lift(self) -> float:
        """Distance from a box's middle up to its number: chips stand below it and on the line above."""
        return _RADIUS + self.font * 0.36 + 1

    @property
    def margins(self) -> tuple[float, float]:
        """Return the room beside the cloth, and above and below it."""
        return (10.0 if self.whole else 20.0), (10.0 if self.whole else _RADIUS + 4)

    @property
    def size(self) -> tuple[float, float]:
        x, y = self.margins
        return len(self.boxes) * self.wide + 2 * x, self._height + 2 * y

    @property
    def _height(self) -> float:
        return 3 * self.tall + (2 * _LOW if self.whole else 0)

    def at(self, point: tuple[float, float]) -> paint.Spot:
        """Return a place of the cloth on the page."""
        u, v = point
        along = (u + 2 - 4 * self.boxes.start) * self.wide / 4
        across = (INNER - v) * self.tall / 4 if v >= OUTER else 3 * self.tall + (OUTER - v) * _LOW / 4
        (x, y), (width, _) = self.margins, self.size
        return (
            width - x - along if self.zero_right else x + along,
            y + (self._height - across if self.turned else across),
        )

    def shows(self, bet: Bet) -> bool:
        if bet.kind is Kind.STRAIGHT:
            return (bet.covers[0].street or 0) in self.shown
        return self.whole or (bet.kind is Kind.COLUMN and COLUMN_BOX in self.boxes)

    def box(self, bet: Bet, *, inset: float = 0) -> str:
        """Return the box of a number or of a bet outside the numbers as a piece of a path."""
        (u, v), (half_u, half_v) = place(bet, self.zeros), self._halves(bet)
        (x, y), (to_x, to_y) = self.at((u - half_u, v - half_v)), self.at((u + half_u, v + half_v))
        (x, to_x), (y, to_y) = sorted((x, to_x)), sorted((y, to_y))
        return paint.box((x + inset, y + inset), (to_x - inset, to_y - inset))

    def _halves(self, bet: Bet) -> Point:
        if bet.kind is Kind.STRAIGHT and bet.covers[0].is_zero:
            return 2, (INNER - OUTER) // (2 * len(self.zeros))
        return {Kind.DOZEN: 8, **dict.fromkeys(STRIP, 4)}.get(bet.kind, 2), 2


def _lines(cloth: _Cloth) -> Iterable[str]:
    """List every line once; where the cloth is cut, those that reach the cut go on beyond it."""
    first, last = 4 * cloth.boxes.start - 2, 4 * cloth.boxes.stop - 2
    beyond = 4 * _STUB / cloth.wide
    start = first - (0 if 0 in cloth.shown else beyond)
    end = last + (0 if COLUMN_BOX in cloth.boxes else beyond)
    level = [(start, end, v) for v in (OUTER, INNER)]
    level += [(ZERO_LINE if 0 in cloth.shown else start, end, v) for v in (OUTER + 4, OUTER + 8)]
    if len(cloth.zeros) > 1 and 0 in cloth.shown:
        level.append((first, ZERO_LINE, MIDDLE))
    upright = [(u, OUTER, INNER) for u in range(first, last + 1, 4)]
    if cloth.whole:
        level += [(ZERO_LINE, last - 4, v) for v in (OUTER - 4, _EDGE)]
        upright += [(u, _EDGE, OUTER) for u in range(ZERO_LINE, last, 16)]
        upright += [(u, _EDGE, OUTER - 4) for u in range(ZERO_LINE + 8, last, 16)]
    yield from (paint.line(cloth.at((u, v)), cloth.at((to, v))) for u, to, v in level)
    yield from (paint.line(cloth.at((u, v)), cloth.at((u, to))) for u, v, to in upright)


def _labels(cloth: _Cloth, bets: Iterable[Bet], counts: Mapping[Bet, int]) -> Iterable[str]:
    """Write what stands in the boxes: numbers always above the middle, words only where chips need it."""
    texts: dict[float, list[str]] = {}
    diamonds = []
    for bet in bets:
        at, size = _label_at(cloth, bet, counts), (cloth.font if bet.kind is Kind.STRAIGHT else 19.0)
        text = bet.covers[0] if bet.kind is Kind.STRAIGHT else box_text(bet).replace("-", "–")
        texts.setdefault(size, []).append(paint.write(at, size, text))
        if bet.kind is Kind.RED or (bet.kind is Kind.STRAIGHT and bet.covers[0].colour == "red"):
            # Capitals are wider than digits.
            diamonds.append(paint.diamond_before(at, size, 4.5 if bet.kind is Kind.RED else len(text)))
    for size, same in texts.items():
        yield paint.group(f'{paint.ink("text")} font-size="{paint.short(size)}"', same)
    yield paint.path(paint.ink("text"), diamonds)


def _label_at(cloth: _Cloth, bet: Bet, counts: Mapping[Bet, int]) -> paint.Spot:
    x, y = cloth.at(place(bet, cloth.zeros))
    if bet.kind is Kind.STRAIGHT or (bet.kind is Kind.COLUMN and bet in counts):
        return x, y - cloth.lift
    if bet.kind is Kind.DOZEN and bet in counts:
        # Above the middle it would lie under the chips of streets.
        return x - 50, y
    return x, y - (_LOW / 2 - 9 if bet in counts else 0)


def _radius(cloth: _Cloth, counts: Mapping[Bet, int]) -> float:
    """Return how large discs may be without touching each other."""
    spots = [cloth.at(place(bet, cloth.zeros)) for bet in counts]
    return min([_RADIUS, *(dist(*both) / 2 - 0.5 for both in combinations(spots, 2))])


def _dolly(cloth: _Cloth, bet: Bet, *, pile: bool) -> str:
    """Stand it in the middle of the number, or below the pile that is there."""
    x, y = cloth.at(place(bet, cloth.zeros))
    return (
        paint.dolly((x, y + cloth.tall / 4), cloth.tall / 2 - 2 * _RADIUS - 1) if pile else paint.dolly((x, y + 5), 30)
    )
