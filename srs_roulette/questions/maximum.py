"""What the families about limits share: a table's limits, in words and as steps of a working."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.parts import kind, named_product
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.limits import FOLLOWS
from srs_roulette.rules.money import money_text
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.limits import Limits
    from srs_roulette.rules.money import Money
    from srs_roulette.wording.message import Message

_SHOWN: Final = (Kind.STRAIGHT, Kind.SPLIT, Kind.TRIO, Kind.CORNER)
"""The limits that a call may reach."""


@lru_cache(maxsize=64)
def table_limits(house: HouseRules, maximum: Money) -> Limits:
    """Return the house's limits at a table with this straight-up maximum; limits that are amounts follow none."""
    return house.limits if house.limits.fixed else house.limits.with_maximum(maximum)


def vector(house: HouseRules, limits: Limits, kinds: tuple[Kind, ...] = _SHOWN) -> Message:
    """Say the limits that a question goes by: the maximum straight up, or the amounts of a house that has such.

    :param kinds: those whose amounts the answer rests on
    """
    if not limits.fixed:
        return say("limits.maximum", maximum=money_text(limits.straight))
    amounts = tuple(say("limits.amount", kind=kind(of), amount=money_text(limits.cap(of))) for of in kinds)
    return say("limits.amounts", house=house.name, amounts=amounts)


def limit_line(what: Message, of: Kind, limits: Limits) -> Message:
    """Work the limit of a spot: ``corner 25-29: 4 x 100 = 400``; an amount by itself."""
    cap, straight = limits.cap(of), limits.straight
    factor = limits.highest.get(FOLLOWS.get(of, of))
    if not isinstance(factor, Fraction) or factor * straight != cap:
        return say("work.named_result", what=what, answer=money_text(cap))
    return named_product(what, str(factor), money_text(straight), money_text(cap))
