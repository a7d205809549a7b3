"""The ring of a wheel bent to an oval track, with 0 in the middle of its near end, and the sections on it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from srs_roulette.rules.announced import SERIES, section_of
from srs_roulette.rules.wheels import SINGLE_ZERO

if TYPE_CHECKING:
    from srs_roulette.rules.pockets import Pocket
    from srs_roulette.rules.wheels import Wheel

_NAMES: Final = {"voisins": "VOISINS", "tiers": "TIERS", "orphelins": "ORPHELINS"}
_ZERO: Final = "ZERO"


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """The ring in four pieces, each of them clockwise: near end, one side, far end, the side back."""

    near: tuple[Pocket, ...]
    out: tuple[Pocket, ...]
    far: tuple[Pocket, ...]
    back: tuple[Pocket, ...]


@dataclass(frozen=True, slots=True)
class Border:
    """A line between two sections across the track, as steps round the ring from 0."""

    out: int
    """pockets before it, clockwise from the one after 0"""
    back: int
    """pockets before it, anticlockwise from the one before 0"""


def bend(wheel: Wheel, each_side: int) -> Track:
    """Lay the ring round a track whose near end holds 0 and ``each_side`` pockets on both its sides.

    Both sides are equally long; the far end takes what they leave.
    """
    size = len(wheel.ring)
    run = tuple(wheel.step(wheel.ring[0], k) for k in range(-each_side, size - each_side))
    side, near = (size - 1) // 2 - 2 * each_side, 2 * each_side + 1
    far = size - side
    return Track(near=run[:near], out=run[near : near + side], far=run[near + side : far], back=run[far:])


def sections(wheel: Wheel) -> tuple[tuple[str, ...], tuple[Border, ...]]:
    """Return the sections from the far end to the near one, and the borders between them.

    The part of Voisins that the zero game covers is a section of its own here, as it is printed. The double-zero wheel
    has none.
    """
    if wheel != SINGLE_ZERO:
        return (), ()
    half = range((len(wheel.ring) + 1) // 2)
    out, back = ([_section(wheel.step(wheel.ring[0], way * k)) for k in half] for way in (1, -1))
    steps_out, steps_back = ([k for k, (a, b) in enumerate(pairwise(names)) if a != b] for names in (out, back))
    names = [out[0], *(out[k + 1] for k in steps_out)]
    borders = [Border(*both) for both in zip(steps_out, steps_back, strict=True)]
    return tuple(reversed(names)), tuple(reversed(borders))


def _section(pocket: Pocket) -> str:
    if any(pocket in covers for covers, _ in SERIES["jeu_zero"].legs):
        return _ZERO
    return _NAMES[section_of(pocket)]
