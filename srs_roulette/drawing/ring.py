"""The wheel as a ring or a part of it, and bent to the oval on which calls are placed, as one SVG. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from srs_roulette.drawing import paint
from srs_roulette.drawing.track import bend, sections

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

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

_TRACK_MARGIN: Final = 6.0
_BADGE: Final = 10.0
"""radius of a sign in a pocket of the track"""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """Measures of a track."""

    near: int
    """pockets on both sides of 0 at its end"""
    cell: float
    depth: float
    inner: float
    """half of the room inside the track"""
    signs: _Signs
    name_font: float
    name_up: float = 0
    """how far beside the middle the names stand, where Orphelins has more room"""


_LYING: Final = _Shape(
    near=1,
    cell=40.0,
    depth=64.0,
    inner=38.0,
    signs=_Signs(28.0, 6.0, 8.5, diamond_at=9.0, number_at=28.0, disc_at=51.5),
    name_font=22.0,
    name_up=14.0,
)
_STANDING: Final = _Shape(
    near=3,
    cell=30.0,
    depth=72.0,
    inner=68.0,
    signs=_Signs(22.0, 5.0, 8.5, diamond_at=10.0, number_at=31.0, disc_at=59.0),
    name_font=19.0,
)
"""At most 320 wide."""


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
    wheel: Wheel,
    marked: Collection[Pocket] = (),
    *,
    number: Pocket | None = None,
    title: str | None = None,
    standing: bool = False,
    signs: Mapping[Pocket, str] | None = None,
) -> str:
    """Draw the whole ring as an oval, 0 in the middle of the right end; clockwise on the wheel is clockwise here.

    Marked pockets hold a disc, red ones a diamond at the rim, and the winning ``number`` has a frame. The single-zero
    track names its sections.

    :param title: instead of the pockets in their order, which a pointer shows: for questions whose answer it would tell
    :param standing: 0 at the top, and large enough for a thumb where the page is 320 wide
    :param signs: set into pockets in place of the disc
    """
    signs = signs or {}
    oval = _Oval(wheel, _STANDING if standing else _LYING)
    cells = oval.cells()
    won = [cell.outline for cell in cells if cell.pocket == number]
    shapes = [
        *_painted(cells, [p for p in marked if p not in signs], oval.shape.signs),
        *oval.sections(),
        paint.path(f'{paint.ink("won")} stroke-width="5" stroke-linejoin="round"', won),
        paint.badges(((cell.disc, signs[cell.pocket]) for cell in cells if cell.pocket in signs), _BADGE),
    ]
    if title is None:
        title = _title(f"Racetrack, {wheel.label}, clockwise", wheel.ring, marked)
    return paint.page(title, *oval.size, shapes)


def outlines(wheel: Wheel, *, standing: bool = False) -> list[tuple[Pocket, paint.Spot, str]]:
    """List the pockets of the racetrack with the places of their discs and their outlines as pieces of paths."""
    oval = _Oval(wheel, _STANDING if standing else _LYING)
    return [(cell.pocket, cell.disc, cell.outline) for cell in oval.cells()]


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

    def __init__(self, wheel: Wheel, shape: _Shape) -> None:
        self.shape = shape
        self._track = bend(wheel, shape.near)
        self._wheel = wheel
        self._outer = shape.depth + shape.inner
        self._left = _TRACK_MARGIN + self._outer
        self._right = self._left + shape.cell * len(self._track.out)
        self._y = _TRACK_MARGIN + self._outer
        self._standing = shape is _STANDING

    @property
    def size(self) -> tuple[float, float]:
        size = self._right + self._left, 2 * self._y
        return size[::-1] if self._standing else size

    def cells(self) -> list[_Cell]:
        """List the pockets, clockwise."""
        track, cell = self._track, self.shape.cell
        cells = self._end(track.near, (self._right, self._y), 0)
        cells += [self._straight(p, self._right - (k + 0.5) * cell, 1) for k, p in enumerate(track.out)]
        cells += self._end(track.far, (self._left, self._y), pi)
        cells += [self._straight(p, self._left + (k + 0.5) * cell, -1) for k, p in enumerate(track.back)]
        return cells

    def _at(self, spot: paint.Spot) -> paint.Spot:
        """Turn a place of the lying track anticlockwise by a quarter where it stands."""
        return (spot[1], self._right + self._left - spot[0]) if self._standing else spot

    def _straight(self, pocket: Pocket, x: float, way: int) -> _Cell:
        """Place a pocket on the lower side (``way`` 1) or the upper one (-1)."""
        half, signs = self.shape.cell / 2, self.shape.signs
        outer, inner = self._y + way * self._outer, self._y + way * self.shape.inner
        corners = self._at((x - half, min(outer, inner))), self._at((x + half, max(outer, inner)))
        depths = (signs.number_at, signs.diamond_at, signs.disc_at)
        return _Cell(pocket, paint.box(*corners), *(self._at((x, outer - way * depth)) for depth in depths))

    def _end(self, pockets: Sequence[Pocket], centre: paint.Spot, first: float) -> list[_Cell]:
        cells, signs = [], self.shape.signs
        step, turn = pi / len(pockets), (pi / 2 if self._standing else 0)
        middle = self._at(centre)
        for k, pocket in enumerate(pockets):
            angle = first - turn + (k + 0.5) * step
            outline = _wedge(middle, (self._outer, self.shape.inner), angle - step / 2, angle + step / 2)
            # The diamond and the disc leave the digits less room where the track is bent.
            number_at = signs.number_at + (3 if pocket.colour == "red" else -3)
            depths = (number_at, signs.diamond_at, signs.disc_at + 1.5)
            spots = (_polar(middle, self._outer - depth, angle) for depth in depths)
            cells.append(_Cell(pocket, outline, *spots))
        return cells

    def sections(self) -> list[str]:
        """Draw the borders between the sections and write their names."""
        names, borders = sections(self._wheel)
        shape = self.shape
        # The ends hold some pockets on each side of 0, and the sides begin with the next.
        tops = [self._right - shape.cell * (border.back - shape.near) for border in borders]
        bottoms = [self._right - shape.cell * (border.out - shape.near) for border in borders]
        lines = [
            paint.line(self._at((top, self._y - shape.inner)), self._at((bottom, self._y + shape.inner)))
            for top, bottom in zip(tops, bottoms, strict=True)
        ]
        part = (shape.inner - shape.name_up) / (2 * shape.inner)
        between = [top + (bottom - top) * part for top, bottom in zip(tops, bottoms, strict=True)]
        walls = [self._left - shape.inner, *between, self._right + shape.inner]
        y = self._y - shape.name_up
        texts = [
            paint.write(self._at(((a + b) / 2, y)), shape.name_font, name)
            for name, a, b in zip(names, walls, walls[1:], strict=False)
        ]
        return [
            paint.path(f'{paint.ink("line")} stroke-width="2"', lines),
            paint.group(f'{paint.ink("text")} font-size="{paint.short(shape.name_font)}"', texts),
        ]
