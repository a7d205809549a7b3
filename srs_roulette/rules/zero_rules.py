"""What becomes of an even chance when zero falls, and of a locked stake on the spin after.

To add a rule: one member of :class:`ZeroRule` and one function in ``FRESH``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final, Literal

from srs_roulette.rules.money import SCALE, ZERO, Money

if TYPE_CHECKING:
    from collections.abc import Callable


@unique
class ZeroRule(StrEnum):
    """The rule for even chances on zero. Every other outside bet loses in every house."""

    NONE = "none"
    HALF = "half"
    PRISON = "prison"


Outcome = Literal["wins", "loses", "half", "held", "freed"]
Half = Literal["exact", "house", "player", "prison"]
Sharing = Literal["never", "on_request", "always"]
SecondZero = Literal["next_level", "locked", "half", "freed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ZeroTerms:
    """A house's terms for even chances on zero."""

    rule: ZeroRule
    name: str
    """what the house calls it: ``la_partage``, ``surrender``..."""
    sharing: Sharing
    """half of a newly locked stake back, a quarter from double prison"""
    sharing_needs_even_multiple: bool
    """of the minimum"""
    levels: int
    """prison levels; a win on level 2 leads back to level 1, on level 1 it frees"""
    move: bool
    """a locked stake may be moved to another even chance"""
    half: Half
    """who gets what of a half that is not whole in the house's money; ``exact``: both halves are paid"""
    second_zero: SecondZero
    """what zero does to a locked stake; beyond the last level it is lost"""
    minor: Money
    """the smallest money of the house"""
    minimum: Money
    """of an outside bet"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What becomes of a stake that did not simply win."""

    outcome: Outcome
    returned: Money = ZERO
    taken: Money = ZERO
    held: Money = ZERO
    level: int | None = None
    """the level on which a held stake stands after the spin"""


def lost(stake: Money) -> Fate:
    """Let the house take it all."""
    return Fate(outcome="loses", taken=stake)


def may_share(terms: ZeroTerms, stake: Money) -> bool:
    """Tell whether the house shares this stake (document 002: only an even multiple of the minimum)."""
    if terms.sharing == "never":
        return False
    return not terms.sharing_needs_even_multiple or stake % (2 * terms.minimum) == 0


def shared(terms: ZeroTerms, stake: Money, part: int) -> Fate:
    """Give ``1 / part`` of the stake back; an odd rest goes as the house's ``half`` says."""
    exact = Money(stake // part)
    if exact % terms.minor == 0 or terms.half == "exact":
        return Fate(outcome="half", returned=exact, taken=Money(stake - exact))
    whole = Money(exact - exact % terms.minor)
    if terms.half == "house":
        return Fate(outcome="half", returned=whole, taken=Money(stake - whole))
    if terms.half == "player":
        more = Money(whole + terms.minor)
        return Fate(outcome="half", returned=more, taken=Money(stake - more))
    return Fate(outcome="half", returned=whole, taken=Money(stake - whole - terms.minor), held=terms.minor, level=1)


def _fresh_none(_terms: ZeroTerms, stake: Money, _share: bool) -> Fate:  # noqa: FBT001 - one signature for all
    return lost(stake)


def _fresh_half(terms: ZeroTerms, stake: Money, _share: bool) -> Fate:  # noqa: FBT001
    return shared(terms, stake, 2)


def _fresh_prison(terms: ZeroTerms, stake: Money, share: bool) -> Fate:  # noqa: FBT001
    return _locked_on(terms, stake, level=1, share=share)


FRESH: Final[dict[ZeroRule, Callable[[ZeroTerms, Money, bool], Fate]]] = {
    ZeroRule.NONE: _fresh_none,
    ZeroRule.HALF: _fresh_half,
    ZeroRule.PRISON: _fresh_prison,
}


def on_zero(terms: ZeroTerms, stake: Money, *, share: bool = False) -> Fate:
    """Judge a free even chance when zero falls."""
    return FRESH[terms.rule](terms, stake, share)


def locked_on_zero(terms: ZeroTerms, stake: Money, level: int, *, share: bool = False) -> Fate:
    """Judge a locked even chance when zero falls again."""
    match terms.second_zero:
        case "freed":
            return Fate(outcome="freed", returned=stake)
        case "half":
            return shared(terms, stake, 2)
        case "locked":
            return Fate(outcome="held", held=stake, level=level)
        case "next_level":
            if level >= terms.levels:
                return lost(stake)
            return _locked_on(terms, stake, level=level + 1, share=share)


def locked_on_number(stake: Money, level: int, *, wins: bool) -> Fate:
    """Judge a locked even chance when a number falls: one level at a time, and no winnings."""
    if not wins:
        return lost(stake)
    if level > 1:
        return Fate(outcome="held", held=stake, level=level - 1)
    return Fate(outcome="freed", returned=stake)


def _locked_on(terms: ZeroTerms, stake: Money, *, level: int, share: bool) -> Fate:
    asked = share or terms.sharing == "always"
    if asked and may_share(terms, stake):
        # Document 002: half of the stake, a quarter from double prison.
        return shared(terms, stake, 2**level)
    return Fate(outcome="held", held=stake, level=level)


MAX_LEVELS: Final = 3
"""An eighth of a stake is the least part that money here holds exactly."""


def smallest(minor_digits: int) -> Money:
    """Return one unit in the last decimal of a house's money."""
    return Money(SCALE // 10**minor_digits)
