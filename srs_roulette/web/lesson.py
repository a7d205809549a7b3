"""A lesson in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.drawing.ring import svg_racetrack, svg_wheel
from srs_roulette.drawing.svg import felt
from srs_roulette.session.lesson import OnFelt, OnWheel, pieces
from srs_roulette.web.pictures import drawn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markupsafe import Markup

    from srs_roulette.deck.types import Section
    from srs_roulette.rules.house import HouseRules


def paragraphs(section: Section, rules: HouseRules) -> Iterator[tuple[str, Markup | None]]:
    """Give each paragraph as its text, or as a drawing."""
    for piece in pieces(section.lesson, rules):
        if isinstance(piece, str):
            yield piece, None
        elif isinstance(piece, OnFelt):
            yield "", drawn(felt(rules.layout, piece.chips, number=piece.number, around=piece.around))
        elif isinstance(piece, OnWheel):
            yield "", drawn(svg_wheel(rules.wheel, middle=piece.middle, each_side=piece.each_side))
        else:
            yield "", drawn(svg_racetrack(rules.wheel, piece.marked))
