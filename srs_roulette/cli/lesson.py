"""A lesson in the terminal: paragraphs wrapped, drawings with characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.cli import output
from srs_roulette.session.lesson import OnFelt, OnWheel, pieces
from srs_roulette.wording.visible import visible

if TYPE_CHECKING:
    from srs_roulette.deck.types import Section
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.session.lesson import OnTrack

_SIGNS = "│┌◆»"
"""What the drawings are made of, where the terminal can show it."""


def show(section: Section, rules: HouseRules) -> None:
    """Print a section's title and lesson."""
    output.say(visible(section.title))
    for piece in pieces(section.lesson, rules):
        output.line()
        if isinstance(piece, str):
            output.say(piece)
        else:
            output.drawing(_drawn(piece, rules))


def _drawn(piece: OnFelt | OnWheel | OnTrack, rules: HouseRules) -> str:
    from srs_roulette.drawing.felt import draw
    from srs_roulette.drawing.wheel import racetrack, sector_text

    width, ascii_only, colour = output.width(), not output.can_show(_SIGNS), output.coloured()
    if isinstance(piece, OnFelt):
        return draw(
            rules.layout,
            piece.chips,
            width=width,
            ascii_only=ascii_only,
            colour=colour,
            number=piece.number,
            around=piece.around,
        )
    if isinstance(piece, OnWheel):
        return sector_text(
            rules.wheel, piece.middle, piece.each_side, width=width, ascii_only=ascii_only, colour=colour
        )
    return racetrack(rules.wheel, marked=piece.marked, width=width, ascii_only=ascii_only, colour=colour)
