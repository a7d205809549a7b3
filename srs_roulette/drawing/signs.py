"""What is printed in the boxes of a cloth and the pockets of a wheel, and the signs that do not need colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.rules.bets import Bet, Kind

if TYPE_CHECKING:
    from srs_roulette.rules.pockets import Pocket

STYLES: Final = {"red": "1;31", "black": "1", "green": "1;32"}
"""what stands between ``ESC [`` and ``m``, by colour of a pocket"""
WON: Final = ";7"

_DOZENS: Final = {1: "1st 12", 2: "2nd 12", 3: "3rd 12"}
_BOXES: Final = {
    Kind.RED: "RED",
    Kind.BLACK: "BLACK",
    Kind.ODD: "ODD",
    Kind.EVEN: "EVEN",
    Kind.LOW: "1-18",
    Kind.HIGH: "19-36",
}


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters of a text drawing that carry a meaning."""

    red: str
    """before a red number"""
    won: tuple[str, str]
    """round the winning number"""
    marked: str
    """in the box of a marked pocket"""
    here: str
    """under the pocket a sector is about"""


UNICODE: Final = Signs("◆", ("»", "«"), "●", "▲")
ASCII: Final = Signs("r", ("[", "]"), "*", "^")


def number_text(pocket: Pocket, signs: Signs) -> str:
    """Return a number in three characters, so that the digits of a row stand above each other, red or black."""
    if pocket.is_zero:
        return pocket
    return f"{(signs.red if pocket.colour == 'red' else '') + pocket:>3}"


def box_text(bet: Bet) -> str:
    """Return what is printed in the box of a bet outside the numbers."""
    if bet.kind is Kind.COLUMN:
        return "2:1"
    if bet.kind is Kind.DOZEN:
        return _DOZENS[bet.covers[0].dozen or 0]
    return _BOXES[bet.kind]
