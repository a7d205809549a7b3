"""The wheel as a ring or a part of it, and bent to the oval on which calls are placed, as one SVG. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from srs_roulette.drawing import paint
from srs_roulette.drawing.track import bend, sections

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from srs_roulette.rules.pockets import Pocket
    from srs_roulette.rules.wheels import Wheel

_PAGE: Final = 360.0
"""width of a wheel, and the most of a part of it"""
_MARGIN: Final = 14.0
_RIM: Final = 166.0
_LARGEST_RIM: Final = 420.0
_PITCH: Final = 25.8
"""length of a pocket of the whole ring where its number stands"""
_BAND: Final = 60.0
"""depth of the whole ring"""

_CELL: Final = 40.0
_DEPTH: Final = 64.0
_INNER: Final = 38.0
"""half of the room inside the track"""
_TRACK_MARGIN: Final = 6.0
_NAME_FONT: Final = 22.0
_NAME_UP: Final = 14.0
"""how far above the middle the names stand, where Orphelins has more room"""


@dataclass(frozen=True, slots=True)
class _Signs:
    """Sizes of what stands in a pocket, and distances from the rim."""

    font: float
    diamond: float
    """half of it"""
    disc: float
    """its radius"""
    diamond_at: float
    number_at: float
    disc_at: float

    def times(self, k: float) -> _Signs:
        """Return all of them larger."""
        return _Signs(
            k * self.font, k * self.diamond, k * self.disc, k * self.diamond_at, k * self.number_at, k * self.disc_at
        )


_RING_SIGNS: Final = _Signs(17.0, 3.6, 6.5, diamond_at=6.5, number_at=25.0, disc_at=48.0)
_TRACK_SIGNS: Final = _Signs(28.0, 6.0, 8.5, diamond_at=9.0, number_at=28.0, disc_at=51.5)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A pocket with its outline and where its signs stand."""

    pocket: Pocket
    outline: str
    number: paint.Spot
    diamond: paint.Spot
    disc: paint.Spot


def svg_wheel(
    wheel: Wheel,
    *,
    marked: Collection[Pocket] = (),
    middle: Pocket | None = None,
    each_side: int | None = None,
    title: str | None = None,
) -> str:
    """Draw the ring, clockwise as one looks down on it, or ``each_side`` pockets round ``middle``.

    ``middle`` is on top under a pointer; without it the whole ring begins with 0 there. At most 360 wide. Numbers stand
    upright all round, so that 6 and 9 differ. Marked pockets hold a disc, red ones a diamond at the rim.

    :param title: instead of the pockets in their order, which a pointer shows: for questions whose answer it would tell
    :raises NoSuchPocket: when the run would meet itself
    """
    top = middle or wheel.ring[0]
    start = wheel.ring.index(top)
    run = wheel.ring[start:] + wheel.ring[:start] if each_side is None else wheel.neighbours(top, each_side)
    step = 2 * pi / len(wheel.ring)
    # In radians from the top, to the middle of the first pocket.
    first = 0.0 if each_side is None else -each_side * step
    half = pi if each_side is None else (each_side + 0.5) * step
    fan = _fan(step, half)
    shapes = _painted([fan.cell(pocket, first + k * step) for k, pocket in enumerate(run)], marked, fan.signs)
    if middle is not None:
        x, y = fan.at(fan.rim + 2, 0)
        shapes.append(paint.path(paint.ink("text"), [f"M{paint.pair((x, y))}l-7 -11h14z"]))
    if title is None:
        title = _title(f"Roulette wheel, {wheel.label}, clockwise", run, marked)
    return paint.page(title, *fan.size, shapes)


def svg_racetrack(
    wheel: Wheel, marked: Collection[Pocket] = (), *, number: Pocket | None = None, title: str | None = None
) -> str:
    """Draw the whole ring as an oval, 0 in the middle of the right end; clockwise on the wheel is clockwise here.

    Marked pockets hold a disc, red ones a diamond at the rim, and the winning ``number`` has a frame. The single-zero
    track names its sections.

    :param title: instead of the pockets in their order, which a pointer shows: for questions whose answer it would tell
    """
    oval = _Oval(wheel)
    cells = oval.cells()
    won = [cell.outline for cell in cells if cell.pocket == number]
    shapes = [
        *_painted(cells, marked, _TRACK_SIGNS),
        *oval.sections(),
        paint.path(f'{paint.ink("won")} stroke-width="5" stroke-linejoin="round"', won),
    ]
    if title is None:
        title = _title(f"Racetrack, {wheel.label}, clockwise", wheel.ring, marked)
    return paint.page(title, *oval.size, shapes)


def _title(what: str, run: Iterable[Pocket], marked: Collection[Pocket]) -> str:
    covered = [p for p in run if p in marked]
    return f"{what}: {' '.join(run)}." + (f" Marked: {' '.join(covered)}." if covered else "")


def _painted(cells: Sequence[_Cell], marked: Collection[Pocket], signs: _Signs) -> list[str]:
    size = signs.font
    reds = (paint.diamond(cell.diamond, signs.diamond) for cell in cells if cell.pocket.colour == "red")
    discs = (
        f'<circle cx="{paint.short(x)}" cy="{paint.short(y)}" r="{paint.short(signs.disc)}"/>'
        for x, y in (cell.disc for cell in cells if cell.pocket in marked)
    )
    return [
        paint.fields((cell.pocket, cell.outline) for cell in cells),
        paint.path(f'{paint.ink("line")} stroke-width="1.5"', (cell.outline for cell in cells)),
        paint.group(
            f'{paint.ink("text")} font-size="{paint.short(size)}"',
            (paint.write(cell.number, size, cell.pocket) for cell in cells),
        ),
        paint.path(paint.ink("text"), reds),
        paint.group(f'{paint.ink("chip")} stroke-width="1.5"', discs),
    ]


def _wedge(centre: paint.Spot, radii: tuple[float, float], start: float, end: float) -> str:
    """Return a piece of a ring between two angles, clockwise, as a closed piece of a path."""
    outer, inner = radii
    corners = [_polar(centre, r, a) for r, a in ((outer, start), (outer, end), (inner, end), (inner, start))]
    a, b, c, d = (paint.pair(corner) for corner in corners)
    big, small = (f"{paint.short(r)} {paint.short(r)}" for r in radii)
    return f"M{a}A{big} 0 0 1 {b}L{c}A{small} 0 0 0 {d}z"


def _polar(centre: paint.Spot, radius: float, angle: float) -> paint.Spot:
    """Return a place by its angle from the top, clockwise."""
    return centre[0] + radius * sin(angle), centre[1] - radius * cos(angle)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fan:
    """A ring or a part of it round its top."""

    rim: float
    step: float
    half: float
    """angle from the top to its end"""
    scale: float
    """against the pockets of the whole ring"""

    @property
    def size(self) -> tuple[float, float]:
        wide = self.rim * sin(min(self.half, pi / 2))
        inner = self.rim - _BAND * self.scale
        low = self.rim if self.half >= pi else max(-self.rim * cos(self.half), -inner * cos(self.half))
        return 2 * (wide + _MARGIN), self.rim + low + 2 * _MARGIN

    def at(self, radius: float, angle: float) -> paint.Spot:
        return _polar((self.size[0] / 2, self.rim + _MARGIN), radius, angle)

    def cell(self, pocket: Pocket, angle: float) -> _Cell:
        step = self.step / 2
        radii = (self.rim, self.rim - _BAND * self.scale)
        outline = _wedge(self.at(0, 0), radii, angle - step, angle + step)
        signs = self.signs
        depths = (signs.number_at, signs.diamond_at, signs.disc_at)
        return _Cell(pocket, outline, *(self.at(self.rim - depth, angle) for depth in depths))

    @property
    def signs(self) -> _Signs:
        return _RING_SIGNS.times(self.scale)


def _fan(step: float, half: float) -> _Fan:
    """Make the part as large as the page is wide, and its pockets with it, up to twice those of the whole ring."""
    rim = min((_PAGE / 2 - _MARGIN) / sin(min(half, pi / 2)), _LARGEST_RIM)
    scale = min(max((rim - _RING_SIGNS.number_at) * step / _PITCH, 1.0), 1.8)
    return _Fan(rim=rim, step=step, half=half, scale=scale)


class _Oval:
    """The track: two straight sides, and pockets like the pieces of a cake round both ends."""

    def __init__(self, wheel: Wheel) -> None:
        self._track = bend(wheel, 1)
        self._wheel = wheel
        self._outer = _DEPTH + _INNER
        self._left = _TRACK_MARGIN + self._outer
        self._right = self._left + _CELL * len(self._track.out)
        self._y = _TRACK_MARGIN + self._outer

    @property
    def size(self) -> tuple[float, float]:
        return self._right + self._left, 2 * self._y

    def cells(self) -> list[_Cell]:
        track = self._track
        cells = self._end(track.near, (self._right, self._y), 0)
        cells += [self._straight(p, self._right - (k + 0.5) * _CELL, 1) for k, p in enumerate(track.out)]
        cells += self._end(track.far, (self._left, self._y), pi)
        cells += [self._straight(p, self._left + (k + 0.5) * _CELL, -1) for k, p in enumerate(track.back)]
        return cells

    def _straight(self, pocket: Pocket, x: float, way: int) -> _Cell:
        """Place a pocket on the lower side (``way`` 1) or the upper one (-1)."""
        outer, inner = self._y + way * self._outer, self._y + way * _INNER
        outline = paint.box((x - _CELL / 2, min(outer, inner)), (x + _CELL / 2, max(outer, inner)))
        depths = (_TRACK_SIGNS.number_at, _TRACK_SIGNS.diamond_at, _TRACK_SIGNS.disc_at)
        return _Cell(pocket, outline, *((x, outer - way * depth) for depth in depths))

    def _end(self, pockets: Sequence[Pocket], centre: paint.Spot, first: float) -> list[_Cell]:
        cells = []
        step = pi / len(pockets)
        for k, pocket in enumerate(pockets):
            angle = first + (k + 0.5) * step
            outline = _wedge(centre, (self._outer, _INNER), angle - step / 2, angle + step / 2)
            # The diamond and the disc leave the digits less room where the track is bent.
            depths = (31.0 if pocket.colour == "red" else 25.0, _TRACK_SIGNS.diamond_at, 53.0)
            spots = (_polar(centre, self._outer - depth, angle) for depth in depths)
            cells.append(_Cell(pocket, outline, *spots))
        return cells

    def sections(self) -> list[str]:
        """Draw the borders between the sections and write their names."""
        names, borders = sections(self._wheel)
        # The ends hold one pocket more on each side of 0 than the sides begin with.
        tops = [self._right - _CELL * (border.back - 1) for border in borders]
        bottoms = [self._right - _CELL * (border.out - 1) for border in borders]
        lines = [
            paint.line((top, self._y - _INNER), (bottom, self._y + _INNER))
            for top, bottom in zip(tops, bottoms, strict=True)
        ]
        part = (_INNER - _NAME_UP) / (2 * _INNER)
        between = [top + (bottom - top) * part for top, bottom in zip(tops, bottoms, strict=True)]
        walls = [self._left - _INNER, *between, self._right + _INNER]
        y = self._y - _NAME_UP
        texts = [
            paint.write(((a + b) / 2, y), _NAME_FONT, name) for name, a, b in zip(names, walls, walls[1:], strict=False)
        ]
        return [
            paint.path(f'{paint.ink("line")} stroke-width="2"', lines),
            paint.group(f'{paint.ink("text")} font-size="{paint.short(_NAME_FONT)}"', texts),
        ]
