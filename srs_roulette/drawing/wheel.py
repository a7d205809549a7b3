"""The wheel and the racetrack as text, and as SVG. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from srs_roulette.drawing.canvas import Canvas
from srs_roulette.drawing.ring import svg_racetrack, svg_wheel
from srs_roulette.drawing.signs import ASCII, STYLES, UNICODE, WON, Signs, number_text
from srs_roulette.drawing.track import Border, bend, sections

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from srs_roulette.rules.pockets import Pocket
    from srs_roulette.rules.wheels import Wheel

__all__ = ["racetrack", "sector_text", "svg_racetrack", "svg_wheel"]

_BOX: Final = 4
"""characters from a box's line to the next"""
_STUB: Final = 1
_SIDE: Final = 18
"""boxes on each side of the track; 0 lies between their ends, 00 between the other ones"""

_LYING_FROM: Final = _BOX * _SIDE + 1
_LYING_ROWS: Final = (0, 3, 7, 10)
_STANDING_COLUMNS: Final = (0, 8, 30, 38)
_STANDING_FROM: Final = _STANDING_COLUMNS[-1] + 1


def sector_text(
    wheel: Wheel,
    middle: Pocket,
    each_side: int,
    *,
    width: int = 80,
    ascii_only: bool = False,
    colour: bool = False,
    marked: Collection[Pocket] = (),
) -> str:
    """Draw the pockets round ``middle`` in a row, clockwise from the left, with a pointer under it.

    What does not fit into ``width`` goes on in the next row. Red numbers and marked pockets carry signs of their own.

    :raises NoSuchPocket: when the run would meet itself
    """
    run = wheel.neighbours(middle, each_side)
    signs = ASCII if ascii_only else UNICODE
    return _rows(run, middle, set(marked), signs, width).render(ascii_only=ascii_only, colour=colour)


def racetrack(
    wheel: Wheel,
    marked: Collection[Pocket] = (),
    *,
    width: int = 80,
    ascii_only: bool = False,
    colour: bool = False,
) -> str:
    """Draw the whole ring as the oval on which calls are placed, the marked pockets with a sign.

    From 73 columns on it lies, 0 at the right; from 39 on it stands, 0 on top; below that the ring is broken into rows.
    Clockwise on the wheel is clockwise here. The single-zero track names its sections.
    """
    signs = ASCII if ascii_only else UNICODE
    if width >= _STANDING_FROM:
        sheet = Canvas()
        if width >= _LYING_FROM:
            _lying(sheet, wheel, set(marked), signs)
        else:
            _standing(sheet, wheel, set(marked), signs)
    else:
        sheet = _rows(wheel.ring, None, set(marked), signs, width)
    return sheet.render(ascii_only=ascii_only, colour=colour)


def _rows(run: Sequence[Pocket], middle: Pocket | None, marked: set[Pocket], signs: Signs, width: int) -> Canvas:
    sheet = Canvas()
    most = max((width - 1 - 2 * _STUB) // _BOX, 1)
    rows = -(-len(run) // most)
    each, tall = -(-len(run) // rows), (3 if marked else 2)
    top = 0
    for start in range(0, len(run), each):
        row = run[start : start + each]
        end = _STUB + _BOX * len(row)
        for y in (top, top + tall):
            sheet.across(y, 0, end + _STUB)
        for x in range(_STUB, end + 1, _BOX):
            sheet.down(x, top, top + tall)
        for k, pocket in enumerate(row):
            x = _STUB + _BOX * k + 1
            _pocket(sheet, pocket, (x, top + 1), (x + 1, top + 2), signs, marked=pocket in marked)
            if pocket == middle:
                sheet.write(x + 1, top + tall + 1, signs.here)
        top += tall + 1 + (middle in row)
    return sheet


def _pocket(
    sheet: Canvas, pocket: Pocket, at: tuple[int, int], sign_at: tuple[int, int], signs: Signs, *, marked: bool
) -> None:
    text = number_text(pocket, signs)
    # A zero stands in the middle of three characters, or at the end of them.
    sheet.write(*at, f"{text:>2}" if pocket.is_zero else text, STYLES[pocket.colour] + (WON if marked else ""))
    if marked:
        sheet.write(*sign_at, signs.marked)


def _lying(sheet: Canvas, wheel: Wheel, marked: set[Pocket], signs: Signs) -> None:
    top, upper, lower, bottom = _LYING_ROWS
    right = _BOX * _SIDE
    for y in _LYING_ROWS:
        sheet.across(y, 0, right)
    for x in range(0, right + 1, _BOX):
        sheet.down(x, top, upper)
        sheet.down(x, lower, bottom)
    for x in (0, right):
        sheet.down(x, upper, lower)
    track = bend(wheel, 0)
    places = [(right - _BOX, upper, p) for p in track.near] + [(0, upper, p) for p in track.far]
    places += [(right - _BOX * (k + 1), lower, p) for k, p in enumerate(track.out)]
    places += [(_BOX * k, top, p) for k, p in enumerate(track.back)]
    for x, y, pocket in places:
        _pocket(sheet, pocket, (x + 1, y + 1), (x + 2, y + 2), signs, marked=pocket in marked)
    for x in [right - _BOX for _ in track.near] + [_BOX for _ in track.far]:
        sheet.down(x, upper, lower)
    names, borders = sections(wheel)
    middle = (upper + lower) // 2
    for border in borders:
        above, below = right - _BOX * border.back, right - _BOX * border.out
        sheet.down(above, upper, middle)
        sheet.across(middle, *sorted((above, below)))
        sheet.down(below, middle, lower)
    walls = [0, *(right - _BOX * border.back for border in borders), right - _BOX]
    for name, left, end in zip(names, walls, walls[1:], strict=False):
        sheet.write((left + end - len(name)) // 2 + 1, upper + 1, name)


def _standing(sheet: Canvas, wheel: Wheel, marked: set[Pocket], signs: Signs) -> None:
    left, inner, outer, right = _STANDING_COLUMNS
    bottom = 2 * _SIDE
    for x in _STANDING_COLUMNS:
        sheet.down(x, 0, bottom)
    for y in range(0, bottom + 1, 2):
        sheet.across(y, left, inner)
        sheet.across(y, outer, right)
    for y in (0, bottom):
        sheet.across(y, inner, outer)
    track = bend(wheel, 0)
    middle = (inner + outer) // 2
    places = [(middle - 3, 0, p) for p in track.near] + [(middle - 3, bottom - 2, p) for p in track.far]
    places += [(outer, 2 * k, p) for k, p in enumerate(track.out)]
    places += [(left, bottom - 2 * (k + 1), p) for k, p in enumerate(track.back)]
    for x, y, pocket in places:
        _pocket(sheet, pocket, (x + 2, y + 1), (x + 6, y + 1), signs, marked=pocket in marked)
    for y in [2 for _ in track.near] + [bottom - 2 for _ in track.far]:
        sheet.across(y, inner, outer)
    names, borders = sections(wheel)
    for border in borders:
        _step_across(sheet, border, (inner, middle, outer))
    walls = [bottom, *(2 * border.back for border in borders), 2]
    for name, low, high in zip(names, walls, walls[1:], strict=False):
        sheet.write((inner + middle - len(name)) // 2 + 1, (low + high) // 2, name)


def _step_across(sheet: Canvas, border: Border, columns: tuple[int, int, int]) -> None:
    left, middle, right = columns
    sheet.across(2 * border.back, left, middle)
    sheet.down(middle, *sorted((2 * border.back, 2 * border.out)))
    sheet.across(2 * border.out, middle, right)
