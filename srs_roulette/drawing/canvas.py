"""A sheet of characters: ruled lines that join by themselves, and text over them."""

from __future__ import annotations

from itertools import groupby
from typing import Final

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
# Indexed by the sum of the arms a character has.
_BOX: Final = " │││─┘┐┤─└┌├─┴┬┼"
_ASCII: Final = " |||-+++-+++-+++"


class Canvas:
    """Characters by column and row, from 0 at the top left."""

    def __init__(self) -> None:
        self._arms: dict[tuple[int, int], int] = {}
        self._text: dict[tuple[int, int], tuple[str, str]] = {}

    def across(self, row: int, left: int, right: int) -> None:
        """Rule a line from column ``left`` to column ``right``."""
        for x in range(left, right):
            self._add(x, row, _RIGHT)
            self._add(x + 1, row, _LEFT)

    def down(self, column: int, top: int, bottom: int) -> None:
        """Rule a line from row ``top`` to row ``bottom``."""
        for y in range(top, bottom):
            self._add(column, y, _DOWN)
            self._add(column, y + 1, _UP)

    def write(self, column: int, row: int, text: str, style: str = "") -> None:
        """Put text over whatever lies there; ``style`` is what stands between ``ESC [`` and ``m``."""
        for x, char in enumerate(text, column):
            self._text[x, row] = (char, style)

    def render(self, *, ascii_only: bool, colour: bool) -> str:
        """Return the sheet as lines without blanks at their ends; no escape codes unless ``colour``."""
        joints = _ASCII if ascii_only else _BOX
        cells = {place: (joints[arms], "") for place, arms in self._arms.items()} | self._text
        height = max((y for _, y in cells), default=-1) + 1
        width = max((x for x, _ in cells), default=-1) + 1
        blank = (" ", "")
        rows = ([cells.get((x, y), blank) for x in range(width)] for y in range(height))
        return "\n".join(_line(row, colour=colour) for row in rows)

    def _add(self, x: int, y: int, arm: int) -> None:
        self._arms[x, y] = self._arms.get((x, y), 0) | arm


def _line(row: list[tuple[str, str]], *, colour: bool) -> str:
    if not colour:
        return "".join(char for char, _ in row).rstrip()
    runs = ((style, "".join(char for char, _ in run)) for style, run in groupby(row, key=lambda cell: cell[1]))
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in runs).rstrip()
