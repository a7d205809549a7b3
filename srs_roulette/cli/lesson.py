"""A lesson in the terminal: paragraphs wrapped, and drawings where the text asks for one.

A drawing is a paragraph of its own: ``{{felt 17=1 17-20=2 number=17}}``, ``{{wheel 0 5}}`` (a number and how many on
each side), ``{{racetrack voisins}}``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from srs_roulette.cli import output
from srs_roulette.errors import SrsRouletteError
from srs_roulette.wording.visible import visible

if TYPE_CHECKING:
    from srs_roulette.deck.types import Section
    from srs_roulette.rules.house import HouseRules

_drawing: Final = re.compile(r"\{\{(felt|wheel|racetrack) ([^{}]+)\}\}")


def show(section: Section, rules: HouseRules) -> None:
    """Print a section's title and lesson."""
    output.say(visible(section.title))
    for paragraph in section.lesson.strip().split("\n\n"):
        output.line()
        found = _drawing.fullmatch(paragraph.strip())
        if found:
            _draw(found[1], found[2].split(), rules)
        else:
            output.say(" ".join(paragraph.split()))


def _draw(kind: str, words: list[str], rules: HouseRules) -> None:
    """Draw what a lesson asks for; a drawing that this house's cloth or wheel cannot hold is left out."""
    try:
        output.drawing({"felt": _felt, "wheel": _wheel, "racetrack": _racetrack}[kind](words, rules))
    except (SrsRouletteError, ValueError):
        return


def _felt(words: list[str], rules: HouseRules) -> str:
    from srs_roulette.drawing.felt import draw
    from srs_roulette.rules.notation import read

    pairs = [word.partition("=") for word in words]
    number = next((rules.wheel.pocket(value) for key, _, value in pairs if key == "number"), None)
    chips = [(read(key, rules.layout), int(value)) for key, _, value in pairs if key != "number"]
    return draw(
        rules.layout,
        chips,
        width=output.width(),
        ascii_only=not output.can_show("│┌◆»"),
        colour=output.coloured(),
        number=number,
        around=number or chips[0][0].covers[0],
    )


def _wheel(words: list[str], rules: HouseRules) -> str:
    from srs_roulette.drawing.wheel import sector_text

    return sector_text(
        rules.wheel,
        rules.wheel.pocket(words[0]),
        int(words[1]),
        width=output.width(),
        ascii_only=not output.can_show("│┌◆»"),
        colour=output.coloured(),
    )


def _racetrack(words: list[str], rules: HouseRules) -> str:
    from srs_roulette.drawing.wheel import racetrack
    from srs_roulette.rules.announced import chips_of, find, numbers_of

    call = find(words[0])
    return racetrack(
        rules.wheel,
        marked=numbers_of(call, rules, chips_of(call, rules)),
        width=output.width(),
        ascii_only=not output.can_show("│┌◆»"),
        colour=output.coloured(),
    )
