"""The help pages: which commands stand together, and pages that fit the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

# Typer hands no formatter on, and its pages are never narrower than 50 columns.
from typer._click.core import Context
from typer._click.formatting import HelpFormatter

from srs_roulette.cli import output

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

GROUPS: Final = {
    "Learn": ("review", "drill", "placement", "test", "web", "lesson", "words"),
    "Look up": ("settle", "call", "complete", "neighbours", "finals", "wheel", "layout", "houses"),
    "Your progress": ("due", "stats", "readiness", "items", "history", "attempt", "undo", "flag", "flags"),
    "Questions": ("decks", "families", "ask", "check"),
    "Your data": ("settings", "profiles", "backup", "restore", "doctor", "export", "import", "optimize"),
}
"""What a newcomer needs first; a command that stands nowhere comes last."""

_REST: Final = "More"
_WIDEST: Final = 80
_NARROWEST: Final = 28
"""Narrower, single letters would stand below each other; the terminal breaks such lines itself."""
_MARGIN: Final = 2
_ROOM: Final = 18
"""Columns beside a name in which a sentence can still be read."""


def grouped(names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the headings, and under each those of ``names`` that belong to it; no heading without a name."""
    left = set(names)
    for heading, wanted in [*GROUPS.items(), (_REST, sorted(left.difference(*GROUPS.values())))]:
        if found := [name for name in wanted if name in left]:
            yield heading, found


class Page(HelpFormatter):
    """A help page as wide as the terminal, and no wider than eighty columns."""

    def __init__(self, indent_increment: int = _MARGIN, width: int | None = None, max_width: int | None = None) -> None:
        """Take Typer's arguments; only ``width`` can overrule the terminal."""
        super().__init__(indent_increment, width or _columns(), max_width)

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write names with what they mean beside them, or below where there is no room beside."""
        longest = min(max(len(name) for name, _ in rows), col_max)
        if self.width - self.current_indent - longest - col_spacing >= _ROOM:
            super().write_dl(rows, col_max, col_spacing)
            return
        for name, meaning in rows:
            self.write_text(name)
            with self.indentation():
                self.write_text(meaning)


def _columns() -> int:
    return max(_NARROWEST, min(output.width(), _WIDEST) - _MARGIN)


class PageContext(Context):
    """Where a command finds the form of its help page."""

    formatter_class = Page
