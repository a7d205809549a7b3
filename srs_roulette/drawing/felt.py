"""A placement on the cloth as text, each count on the line or crossing where its chips stand. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from srs_roulette.drawing.canvas import Canvas
from srs_roulette.drawing.geometry import (
    COLUMN_BOX,
    COLUMNS,
    INNER,
    MIDDLE,
    OUTER,
    STREETS,
    STRIP,
    ZERO_LINE,
    Axis,
    Piece,
    Point,
    fit,
    spot,
    start_of,
    zero_right,
)
from srs_roulette.drawing.signs import ASCII, STYLES, UNICODE, WON, Signs, box_text, number_text
from srs_roulette.rules.bets import Bet, Kind
from srs_roulette.rules.notation import write

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from srs_roulette.drawing.geometry import Side, View
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.rules.pockets import Pocket

WHOLE: Final = range(STREETS.stop)
"""Every street, with the zeros as street 0."""

LIES_FROM: Final = 78
"""width from which the cloth lies; below it, and where its chips need more, it stands"""
_STANDS_FROM: Final = 30

_CHIP_STYLE: Final = "30;43"
LABELLED: Final = (Kind.STRAIGHT, Kind.COLUMN, Kind.DOZEN, *STRIP)
"""the kinds whose spot is a box with something printed in it"""

_STREET_WIDTHS: Final = {True: 5, False: 9}
"""base widths on the whole cloth and on a part of it, lying"""
_END_WIDTH: Final = 7
_COLUMN_WIDTH: Final = 12
"""base width, standing"""
_STUB: Final = 2
_OVERHANG: Final = 2
"""room beside the standing cloth for the half of a three-figure count on its outer edge"""

Segment = tuple[Point, Point]


def draw(
    layout: Layout,
    chips: Sequence[tuple[Bet, int]],
    *,
    width: int = 80,
    ascii_only: bool = False,
    colour: bool = False,
    number: Pocket | None = None,
    marked: Collection[Pocket] = (),
    around: Pocket | None = None,
    view: View = "player",
    zero: Side | None = None,
) -> str:
    """Draw the cloth with its chips, no line wider than ``width``.

    From 78 columns on it lies; the player has the outside bets in front of him, the dealer beyond the numbers. From 30
    on it stands, that picture turned clockwise by a quarter: zero at the left comes on top, the players to the left,
    the numbers upright. Below that it is a list of ``bet: chips``. Where counts would hide each other, the next of the
    three takes its place. Counts stand in round brackets, those of one bet added up. ``number``, which won, and
    ``marked`` ones carry a sign. ``around`` shows only the streets near that number, the marked ones and the chips. Red
    numbers carry a sign of their own, so that nothing depends on ``colour`` (ANSI escape codes).

    :param chips: bets of ``layout`` with their counts, one or more each
    :param zero: at which hand the zeros lie; else at the player's left, and so at the dealer's right
    """
    shown = WHOLE if around is None else crop_for(chips, (around, *marked))
    cloth = _Cloth(
        layout=layout,
        zeros=layout.wheel.zeros,
        chips=total(chips),
        shown=shown,
        signs=ASCII if ascii_only else UNICODE,
        marked=(*marked,) if number is None else (number, *marked),
        dealer=view == "dealer",
        zero_right=zero_right(view, zero),
    )
    sheet = None
    if width >= LIES_FROM:
        sheet = _horizontal(cloth, width)
    if sheet is None and width >= _STANDS_FROM:
        sheet = _vertical(cloth, width)
    if sheet is None:
        sheet = _listed(cloth)
    return sheet.render(ascii_only=ascii_only, colour=colour)


def crop_for(chips: Sequence[tuple[Bet, int]], numbers: Collection[Pocket] = ()) -> range:
    """Return the streets worth showing: those of numbers and chips and one more each side, the zeros as street 0.

    The whole cloth when there are neither, or any chips outside the numbers.
    """
    touched = {pocket.street or 0 for pocket in [*numbers, *(p for bet, _ in chips for p in bet.covers)]}
    if not touched or not all(bet.inside for bet, _ in chips):
        return WHOLE
    return range(max(min(touched) - 1, WHOLE.start), min(max(touched) + 2, WHOLE.stop))


def spots_text(chips: Sequence[tuple[Bet, int]]) -> str:
    """List the chips on one line, in the order given, those of one bet added up: ``17-20 x 7, 16-21 x 3``."""
    return ", ".join(f"{write(bet)} x {count}" for bet, count in total(chips).items())


def total(chips: Sequence[tuple[Bet, int]]) -> dict[Bet, int]:
    """Add up the counts of each bet, in the order given."""
    counts: dict[Bet, int] = {}
    for bet, count in chips:
        counts[bet] = counts.get(bet, 0) + count
    return counts


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cloth:
    """What is to be drawn."""

    layout: Layout
    zeros: tuple[Pocket, ...]
    chips: Mapping[Bet, int]
    shown: range
    signs: Signs
    marked: tuple[Pocket, ...]
    dealer: bool
    """seen from the dealer's side"""
    zero_right: bool

    @property
    def whole(self) -> bool:
        return self.shown == WHOLE

    @property
    def boxes(self) -> range:
        """Boxes along the cloth that are shown; the column boxes belong to the last street."""
        return range(self.shown.start, self.shown.stop + (self.shown.stop == WHOLE.stop))

    @property
    def ends(self) -> tuple[int, int]:
        """First and last line along the cloth."""
        return 4 * self.boxes.start - 2, 4 * self.boxes.stop - 2

    @property
    def goes_on(self) -> tuple[int, int]:
        """Characters of open lines before and after, where the cloth is cut."""
        return (_STUB if 0 not in self.shown else 0), (_STUB if COLUMN_BOX not in self.boxes else 0)

    @property
    def labelled(self) -> list[Bet]:
        """Bets whose spot is a box with something printed in it, as far as shown."""
        return [bet for bet in self.layout.bets if bet.kind in LABELLED and self._shows(bet)]

    def _shows(self, bet: Bet) -> bool:
        if bet.kind is Kind.STRAIGHT:
            return (bet.covers[0].street or 0) in self.shown
        return self.whole or (bet.kind is Kind.COLUMN and COLUMN_BOX in self.boxes)

    def label(self, bet: Bet) -> tuple[str, str]:
        """Return what is printed in a box, and its style."""
        if bet.kind is Kind.STRAIGHT:
            return self._number(bet.covers[0])
        text = box_text(bet)
        return (f"{self.signs.red} {text}" if bet.kind is Kind.RED else text), STYLES.get(bet.kind, "")

    def _number(self, pocket: Pocket) -> tuple[str, str]:
        text, style = number_text(pocket, self.signs), STYLES[pocket.colour]
        if pocket in self.marked:
            before, after = self.signs.won
            return f"{before}{text.strip()}{after}", style + WON
        return text, style

    def rules(self) -> list[Segment]:
        """List the lines of the zeros, the numbers and the column boxes, as ``(u, v)``."""
        first, last = self.ends
        lines = [((u, OUTER), (u, INNER)) for u in range(first, last + 1, 4)]
        lines += [((first, v), (last, v)) for v in (OUTER, INNER)]
        lines += [((max(first, ZERO_LINE), v), (last, v)) for v in range(OUTER + 4, INNER, 4)]
        if len(self.zeros) > 1 and 0 in self.shown:
            lines.append(((first, MIDDLE), (ZERO_LINE, MIDDLE)))
        return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """How a cloth lies on the page: everything but the widths of its boxes."""

    place: Callable[[Bet], Point]
    """``(x, y)`` of a bet"""
    lines: list[Segment]
    """as ``(x, y)``"""
    first: int
    """place of the first box from the left"""
    base: list[int]
    """widths of the boxes as long as nothing asks for more"""
    beside: tuple[int, int]
    """characters left and right of the cloth"""
    halves: Mapping[Kind, int]
    """quarters from the middle to the sides of boxes over several streets"""
    y: Axis
    across: tuple[int, int] = (0, 0)
    """characters by which level lines go on to the left and right"""
    down: tuple[int, int] = (0, 0)
    """characters by which upright lines go on above and below"""

    def mirrored(self) -> _Page:
        """Exchange left and right."""
        turn = 8 * self.first + 4 * len(self.base) - 4

        def turned(point: Point) -> Point:
            return turn - point[0], point[1]

        return replace(
            self._moved(turned),
            base=self.base[::-1],
            beside=self.beside[::-1],
            across=self.across[::-1],
        )

    def flipped(self) -> _Page:
        """Exchange top and bottom."""
        turn = 8 * self.y.first + 4 * len(self.y.widths) - 4

        def turned(point: Point) -> Point:
            return point[0], turn - point[1]

        above, below = self.down
        return replace(
            self._moved(turned),
            y=replace(self.y, start=below, widths=self.y.widths[::-1]),
            down=(below, above),
        )

    def _moved(self, move: Callable[[Point], Point]) -> _Page:
        return replace(
            self,
            place=lambda bet: move(self.place(bet)),
            lines=[(move(start), move(end)) for start, end in self.lines],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Text:
    """A label or a count of chips on its row."""

    x: int
    """quarter"""
    row: int
    text: str
    style: str
    half: int
    """quarters from ``x`` to each side of a box over several streets, which may have grown unevenly; else 0"""


def _horizontal(cloth: _Cloth, width: int) -> Canvas | None:
    def place(bet: Bet) -> Point:
        if bet.kind is Kind.DOZEN:
            return 16 * (bet.covers[0].dozen or 0) - 6, 16
        if bet.kind in STRIP:
            return 8 * STRIP.index(bet.kind) + 6, 20
        u, v = spot(bet, cloth.zeros)
        return u, 16 - v

    lines = [((u, 16 - v), (to_u, 16 - to_v)) for (u, v), (to_u, to_v) in cloth.rules()]
    # The quarters between 0 and 00 need three rows inside a box of the second column.
    heights = [4 if len(cloth.zeros) > 1 and 0 in cloth.shown else 3] * len(COLUMNS)
    if cloth.whole:
        lines += _strip(range(2, 51, 16), 14) + _strip(range(2, 51, 8), 18)
        heights += [_height(cloth, (Kind.DOZEN,)), _height(cloth, STRIP)]
    before, after = cloth.goes_on
    page = _Page(
        place=place,
        lines=lines,
        first=cloth.boxes.start,
        base=[_STREET_WIDTHS[cloth.whole] if box in STREETS else _END_WIDTH for box in cloth.boxes],
        beside=(before, after),
        y=Axis(1, 0, tuple(heights), up=True),
        halves={Kind.DOZEN: 8, **dict.fromkeys(STRIP, 4)},
        across=(before, after),
    )
    if cloth.zero_right:
        page = page.mirrored()
    return _compose(cloth, page.flipped() if cloth.dealer else page, width)


def _strip(uprights: range, top: int) -> list[Segment]:
    """List the lines of boxes in a row, open at the top."""
    return [*(((x, top), (x, top + 4)) for x in uprights), ((uprights[0], top + 4), (uprights[-1], top + 4))]


def _height(cloth: _Cloth, kinds: Sequence[Kind]) -> int:
    """Return the height of a row of boxes, taller when chips in them want a row of their own."""
    return 3 if any(bet.kind in kinds for bet in cloth.chips) else 2


def _vertical(cloth: _Cloth, width: int) -> Canvas | None:
    def place(bet: Bet) -> Point:
        if bet.kind is Kind.DOZEN:
            return 4 * (bet.covers[0].dozen or 0), 56
        if bet.kind in STRIP:
            down, right = divmod(STRIP.index(bet.kind), 3)
            return 4 * right + 4, 60 + 4 * down
        u, v = spot(bet, cloth.zeros)
        return v, u

    lines = [((v, u), (to_v, to_u)) for (u, v), (to_u, to_v) in cloth.rules()]
    places = [*cloth.boxes]
    if cloth.whole:
        for top in (54, 58, 62):
            lines += _strip(range(OUTER, INNER + 1, 4), top)
        places += [14, 15, 16]
    full = {place(bet)[1] // 4 for bet in cloth.chips if bet.kind in LABELLED}
    before, after = (min(1, stub) for stub in cloth.goes_on)
    outside = max([_OVERHANG, *((len(str(n)) + 2) // 2 for bet, n in cloth.chips.items() if place(bet)[0] == OUTER)])
    page = _Page(
        place=place,
        lines=lines,
        first=COLUMNS.start,
        base=[min(_COLUMN_WIDTH, (width - 1 - outside) // 3)] * 3,
        beside=(outside, 0),
        y=Axis(places[0], before, tuple(3 if box in full else 2 for box in places), up=True),
        halves={},
        down=(before, after),
    )
    if cloth.dealer:
        page = page.mirrored()
    return _compose(cloth, page.flipped() if cloth.zero_right else page, width)


def _compose(cloth: _Cloth, page: _Page, width: int) -> Canvas | None:
    """Put everything on a sheet, or return ``None`` when it has no room."""
    texts = _texts(cloth, page)
    room = width - 1 - sum(page.beside)
    widths = fit(_pieces(texts, page), first=page.first, base=page.base, room=room)
    if widths is None:
        return None
    x, y = Axis(page.first, page.beside[0], widths), page.y
    sheet = Canvas()
    for (from_x, from_y), (to_x, to_y) in page.lines:
        if from_y == to_y:
            sheet.across(y.at(from_y), *_reach(x, from_x, to_x, page.across))
        else:
            sheet.down(x.at(from_x), *_reach(y, from_y, to_y, page.down))
    for text in texts:
        centre = (x.at(text.x - text.half) + x.at(text.x + text.half)) // 2
        sheet.write(start_of(centre, len(text.text)), text.row, text.text, text.style)
    return sheet


def _reach(axis: Axis, start: int, end: int, beyond: tuple[int, int]) -> tuple[int, int]:
    """Return where a line between two places begins and ends: one that reaches the cut goes on beyond it."""
    near, far = sorted((axis.at(start), axis.at(end)))
    return near - beyond[0] * (near == axis.lines[0]), far + beyond[1] * (far == axis.lines[-1])


def _texts(cloth: _Cloth, page: _Page) -> list[_Text]:
    texts = []
    for bet in cloth.labelled:
        x, y = page.place(bet)
        label, style = cloth.label(bet)
        # A box with one row keeps it for the label: chips make it taller.
        row = page.y.at(y) - (page.y.width(y) > 2)  # noqa: PLR2004 - two lines' distance is one row
        texts.append(_Text(x=x, row=row, text=label, style=style, half=page.halves.get(bet.kind, 0)))
    for bet, count in cloth.chips.items():
        x, y = page.place(bet)
        half = page.halves.get(bet.kind, 0)
        texts.append(_Text(x=x, row=page.y.at(y), text=f"({count})", style=_CHIP_STYLE, half=half))
    return texts


def _pieces(texts: Iterable[_Text], page: _Page) -> dict[int, list[Piece]]:
    """Return what may not overlap, by row: the texts, and the upright lines on which none of them stands."""
    rows: dict[int, dict[int, Piece]] = {}
    for text in texts:
        rows.setdefault(text.row, {})[text.x] = Piece(
            at=text.x,
            size=len(text.text),
            lead=len(text.text) - len(text.text.lstrip()),
            count=text.style == _CHIP_STYLE,
        )
    for (from_x, from_y), (to_x, to_y) in page.lines:
        if from_x == to_x:
            top, bottom = sorted((page.y.at(from_y), page.y.at(to_y)))
            for row in rows.keys() & set(range(top, bottom + 1)):
                rows[row].setdefault(from_x, Piece(at=from_x, size=1))
    return {row: list(pieces.values()) for row, pieces in rows.items()}


def _listed(cloth: _Cloth) -> Canvas:
    sheet = Canvas()
    lines = [(f"{write(bet)}: {count}", "") for bet, count in cloth.chips.items()]
    before, after = cloth.signs.won
    lines[:0] = [(f"{before}{pocket}{after}", STYLES[pocket.colour] + WON) for pocket in cloth.marked]
    for row, (line, style) in enumerate(lines):
        sheet.write(0, row, line, style)
    return sheet
