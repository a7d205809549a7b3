"""A house's rules as one frozen value. The values come from a file (``house_file``): houses are data, never code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from srs_roulette.rules.bets import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.rules.limits import Limits
    from srs_roulette.rules.money import Money
    from srs_roulette.rules.wheels import Wheel
    from srs_roulette.rules.zero_rules import ZeroTerms

CompleteMode = Literal["full", "flat", "plein_cheval_carre"]


@dataclass(frozen=True, slots=True)
class Finals:
    """How a house plays finals."""

    zero: bool = True
    """final 0 has the zero in it"""
    cheval: Literal["splits", "all_endings"] = "splits"
    """whether a final à cheval plays an ending that has no partner straight up"""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """Everything that may differ between two casinos. Field by field as DECKS.md, section House."""

    id: str
    name: str
    sources: tuple[str, ...]
    wheel: Wheel
    layout: Layout
    zero: ZeroTerms
    neighbours: tuple[int, ...]
    """each side, accepted in calls; the first is the default"""
    orphelins: tuple[Literal["split", "straight"], ...]
    finals: Finals | None
    """``None``: the house's source knows none; nothing is asked about them there"""
    complete: CompleteMode
    call_bets: bool
    chip_step: Money
    """a call's value of a chip is a multiple of this"""
    minor_digits: int
    pay_order_outside: tuple[str, ...]
    """kinds or boxes; ``even`` is all even chances, unless one of them stands in the list by itself"""
    pay_order_inside: tuple[str, ...]
    far_first: bool
    announce: tuple[str, ...]
    marker: str
    mark_first: bool
    minimum_turns: int
    column_names: str
    odds_notation: str
    cash_chips: str
    under_minimum: str
    stack: int
    colour_set: int
    leftover_value: str
    denominations: tuple[Money, ...]
    limits: Limits
    values: Mapping[str, Any] = field(compare=False, repr=False)
    """the resolved house file, key by key, as it is shown and kept with attempts"""

    def pay_rank(self, bet: Bet) -> tuple[int, int]:
        """Place of a winner in the order of payment; equal ranks are paid as they come.

        Trio ranks with street, first four and five with corner (DECKS.md).
        """
        if not bet.inside:
            for place, entry in enumerate(self.pay_order_outside):
                if _is_box(bet, entry, self.pay_order_outside):
                    return 0, place
            return 0, len(self.pay_order_outside)
        kind = {Kind.TRIO: Kind.STREET, Kind.FIRST_FOUR: Kind.CORNER, Kind.FIVE: Kind.CORNER}.get(bet.kind, bet.kind)
        order = self.pay_order_inside
        return 1, order.index(kind.value) if kind.value in order else len(order)


def _is_box(bet: Bet, entry: str, order: tuple[str, ...]) -> bool:
    if entry == "even":
        # A house that ranks the even chances one by one means the box of that name.
        one_by_one = any(box in order for box in ("red", "black", "odd", "low", "high"))
        return bet.kind is Kind.EVEN if one_by_one else bet.even_chance
    return entry in {bet.box, bet.kind.value}
