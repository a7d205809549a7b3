"""A lesson as paragraphs and drawings, for every shell to draw in its way.

A drawing is a paragraph of its own: ``{{felt 17=1 17-20=2 number=17}}``, ``{{wheel 0 5}}`` (a number and how many on
each side), ``{{racetrack voisins}}``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import SrsRouletteError
from srs_roulette.rules.notation import read

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.pockets import Pocket

_drawing: Final = re.compile(r"\{\{(felt|wheel|racetrack) ([^{}]+)\}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class OnFelt:
    """Chips on the cloth."""

    chips: Sequence[tuple[Bet, int]]
    number: Pocket | None

    @property
    def around(self) -> Pocket:
        """The number whose streets matter."""
        return self.number or self.chips[0][0].covers[0]


@dataclass(frozen=True, slots=True)
class OnWheel:
    """A number with its neighbours."""

    middle: Pocket
    each_side: int


@dataclass(frozen=True, slots=True)
class OnTrack:
    """Numbers of the racetrack."""

    marked: Collection[Pocket]


Piece = str | OnFelt | OnWheel | OnTrack
"""A paragraph on one line, or a drawing."""


def pieces(lesson: str, rules: HouseRules) -> Iterator[Piece]:
    """Divide a lesson; a drawing that this house's cloth or wheel cannot hold is left out."""
    for paragraph in lesson.strip().split("\n\n"):
        found = _drawing.fullmatch(paragraph.strip())
        if found is None:
            yield " ".join(paragraph.split())
            continue
        try:
            yield {"felt": _felt, "wheel": _wheel, "racetrack": _track}[found[1]](found[2].split(), rules)
        except (SrsRouletteError, ValueError):
            continue


def _felt(words: list[str], rules: HouseRules) -> Piece:
    pairs = [word.partition("=") for word in words]
    number = next((rules.wheel.pocket(value) for key, _, value in pairs if key == "number"), None)
    chips = [(read(key, rules.layout), int(value)) for key, _, value in pairs if key != "number"]
    return OnFelt(chips=chips, number=number)


def _wheel(words: list[str], rules: HouseRules) -> Piece:
    run = OnWheel(rules.wheel.pocket(words[0]), int(words[1]))
    rules.wheel.neighbours(run.middle, run.each_side)
    return run


def _track(words: list[str], rules: HouseRules) -> Piece:
    from srs_roulette.rules.announced import chips_of, find, numbers_of  # noqa: PLC0415 - few lessons need it

    call = find(words[0])
    return OnTrack(numbers_of(call, rules, chips_of(call, rules)))
