"""A placement on the cloth as one SVG, each pile on the line or crossing where its chips stand. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
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
_RADIUS: Final = 14.0
_STANDING_RADIUS: Final = 11.5
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
    standing: bool = False,
    roomy: bool = False,
    signs: Mapping[Bet, str] | None = None,
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
    :param standing: turned clockwise by a quarter, the numbers upright: the whole cloth on a page 320 wide
    :param roomy: words leave room for chips wherever some may come to stand
    :param signs: set beside chips and numbers; chips with a ``+`` are missing, and hollow
    """
    counts, signs = total(chips), signs or {}
    cloth = Cloth(
        zeros=layout.wheel.zeros,
        shown=WHOLE if around is None else crop_for(chips, (around, *marked)),
        turned=view == "dealer",
        zero_right=zero_right(view, zero),
        standing=standing,
    )
    bets = [bet for bet in layout.bets if bet.kind in LABELLED and cloth.shows(bet)]
    framed = [bet for bet in bets if bet.kind is Kind.STRAIGHT and bet.covers[0] in {number, *marked}]
    shapes = [
        *_ground(layout, cloth),
        *_labels(cloth, bets, bets if roomy else counts, small=standing or roomy),
        paint.path(f'{paint.ink("won")} stroke-width="4"', (cloth.box(bet, inset=2) for bet in framed)),
        *_piles(cloth, counts, signs),
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
class Cloth:
    """Which part of a cloth lies how on the page."""

    zeros: tuple[Pocket, ...]
    shown: range = WHOLE
    turned: bool
    zero_right: bool
    standing: bool = False

    @property
    def whole(self) -> bool:
        """Not cut to some streets."""
        return self.shown == WHOLE

    @property
    def boxes(self) -> range:
        """Boxes along the cloth that are shown, the column boxes after the last street where a phone has room."""
        columns = self.shown.stop == WHOLE.stop and (self.whole or len(self.shown) < _PHONE)
        return range(self.shown.start, self.shown.stop + columns)

    @property
    def wide(self) -> float:
        """Length of a box along the cloth."""
        if self.standing:
            return 52.0
        return 50.0 if self.whole else 64.0

    @property
    def tall(self) -> float:
        """Length of a number's box across the cloth."""
        if self.standing:
            return 72.0
        # Between 0 and 00 chips stand a quarter of a box apart.
        return 112.0 if len(self.zeros) > 1 and 0 in self.shown and not self.whole else 92.0

    @property
    def low(self) -> float:
        """Length of the boxes outside the numbers across the cloth."""
        return 44.0 if self.standing else 64.0

    @property
    def radius(self) -> float:
        """Of a disc with room round it."""
        return _STANDING_RADIUS if self.standing else _RADIUS

    @property
    def font(self) -> float:
        """Size of the numbers."""
        if self.standing:
            return 15.0
        return 22.0 if self.whole else 24.0

    @property
    def lift(self) -> float:
        """Distance from a box's middle up to its number: chips stand below it and on the line above."""
        return self.radius + self.font * 0.36 + 1

    @property
    def margins(self) -> tuple[float, float]:
        """Return the room before and after the cloth, and at its sides."""
        return (10.0 if self.whole else 20.0), (10.0 if self.whole else self.radius + 4)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page."""
        width, height = self._lying
        return (height, width) if self.standing else (width, height)

    @property
    def _lying(self) -> tuple[float, float]:
        x, y = self.margins
        return len(self.boxes) * self.wide + 2 * x, self._height + 2 * y

    @property
    def _height(self) -> float:
        return 3 * self.tall + (2 * self.low if self.whole else 0)

    def at(self, point: tuple[float, float]) -> paint.Spot:
        """Return a place of the cloth on the page."""
        u, v = point
        along = (u + 2 - 4 * self.boxes.start) * self.wide / 4
        across = (INNER - v) * self.tall / 4 if v >= OUTER else 3 * self.tall + (OUTER - v) * self.low / 4
        (x, y), (width, height) = self.margins, self._lying
        x = width - x - along if self.zero_right else x + along
        y += self._height - across if self.turned else across
        return (height - y, x) if self.standing else (x, y)

    def shows(self, bet: Bet) -> bool:
        """Tell whether the box of a bet is on the page."""
        if bet.kind is Kind.STRAIGHT:
            return (bet.covers[0].street or 0) in self.shown
        return self.whole or (bet.kind is Kind.COLUMN and COLUMN_BOX in self.boxes)

    def box(self, bet: Bet, *, inset: float = 0) -> str:
        """Return the box of a number or of a bet outside the numbers as a piece of a path."""
        (u, v), (half_u, half_v) = place(bet, self.zeros), self.halves(bet)
        (x, y), (to_x, to_y) = self.at((u - half_u, v - half_v)), self.at((u + half_u, v + half_v))
        (x, to_x), (y, to_y) = sorted((x, to_x)), sorted((y, to_y))
        return paint.box((x + inset, y + inset), (to_x - inset, to_y - inset))

    def halves(self, bet: Bet) -> Point:
        """Return how far a box goes from its middle, in quarters along the cloth and across it."""
        if bet.kind is Kind.STRAIGHT and bet.covers[0].is_zero:
            return 2, (INNER - OUTER) // (2 * len(self.zeros))
        return {Kind.DOZEN: 8, **dict.fromkeys(STRIP, 4)}.get(bet.kind, 2), 2


@lru_cache(maxsize=256)
def _ground(layout: Layout, cloth: Cloth) -> tuple[str, str]:
    """Paint what is there before any chip: the coloured boxes and the lines. A package for Anki has it in thousands."""
    coloured = [bet for bet in layout.bets if bet.kind in {Kind.STRAIGHT, Kind.RED, Kind.BLACK} and cloth.shows(bet)]
    return (
        paint.fields((bet.covers[0], cloth.box(bet)) for bet in coloured),
        paint.path(f'{paint.ink("line")} stroke-width="2" stroke-linecap="square"', _lines(cloth)),
    )


def _lines(cloth: Cloth) -> Iterable[str]:
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


def _labels(cloth: Cloth, bets: Iterable[Bet], taken: Collection[Bet], *, small: bool) -> Iterable[str]:
    """Write what stands in the boxes: numbers always beside the middle, words only where chips need it.

    :param small: words that make room shrink, too
    """
    texts: dict[float, list[str]] = {}
    diamonds = []
    for bet in bets:
        at, size = _label_at(cloth, bet, taken), cloth.font
        text, letters = bet.covers[0] if bet.kind is Kind.STRAIGHT else box_text(bet).replace("-", "–"), 4.5
        if bet.kind is Kind.STRAIGHT:
            letters = len(text)
        else:
            size = (13.0 if cloth.standing else 15.0) if small and bet in taken else 17.0 if cloth.standing else 19.0
        upwards = cloth.standing and _low(bet)
        texts.setdefault(size, []).append((paint.write_upwards if upwards else paint.write)(at, size, text))
        if bet.kind is Kind.RED or (bet.kind is Kind.STRAIGHT and bet.covers[0].colour == "red"):
            diamonds.append((paint.diamond_below if upwards else paint.diamond_before)(at, size, letters))
    for size, same in texts.items():
        yield paint.group(f'{paint.ink("text")} font-size="{paint.short(size)}"', same)
    yield paint.path(paint.ink("text"), diamonds)


def _low(bet: Bet) -> bool:
    """Tell whether a bet's box lies beside the numbers."""
    return bet.kind is Kind.DOZEN or bet.kind in STRIP


def _label_at(cloth: Cloth, bet: Bet, taken: Collection[Bet]) -> paint.Spot:
    x, y = cloth.at(place(bet, cloth.zeros))
    if bet.kind is not Kind.STRAIGHT and bet not in taken:
        return x, y
    if bet.kind is Kind.DOZEN:
        # Towards the numbers it would lie under the chips of streets.
        return (x, y + 54) if cloth.standing else (x - 50, y)
    if bet.kind in STRIP:
        return (x - cloth.low / 2 + 8.5, y) if cloth.standing else (x, y - cloth.low / 2 + 9)
    # Standing, a number has room between the middle and the line across the cloth only.
    return (x - cloth.tall / 4, y) if cloth.standing else (x, y - cloth.lift)


def _piles(cloth: Cloth, counts: Mapping[Bet, int], signs: Mapping[Bet, str]) -> Iterable[str]:
    radius = _radius(cloth, counts)
    at = {bet: cloth.at(place(bet, cloth.zeros)) for bet in (*counts, *signs)}
    for hollow in (False, True):
        piles = ((at[bet], n) for bet, n in counts.items() if (signs.get(bet) == "+") is hollow)
        yield paint.chips(piles, radius, hollow=hollow)
    signed = (
        ((x + radius, y - radius) if bet in counts else (x, y), signs[bet])
        for bet, (x, y) in at.items()
        if bet in signs
    )
    yield paint.badges(signed, 0.7 * radius)


def _radius(cloth: Cloth, counts: Mapping[Bet, int]) -> float:
    """Return how large discs may be without touching each other."""
    spots = [cloth.at(place(bet, cloth.zeros)) for bet in counts]
    return min([cloth.radius, *(dist(*both) / 2 - 0.5 for both in combinations(spots, 2))])


def _dolly(cloth: Cloth, bet: Bet, *, pile: bool) -> str:
    """Stand it in the middle of the number, or below the pile that is there, or right of it."""
    x, y = cloth.at(place(bet, cloth.zeros))
    if not pile:
        return paint.dolly((x, y + 5), 30)
    if cloth.standing:
        return paint.dolly((x + cloth.tall / 4 + 3, y), 20)
    return paint.dolly((x, y + cloth.tall / 4), cloth.tall / 2 - 2 * _RADIUS - 1)
