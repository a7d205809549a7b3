"""A house's rules as one frozen value. The values come from a file (``house_file``): houses are data, never code."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from srs_roulette.rules.bets import EVEN_CHANCES, Kind

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
    """kinds or boxes that the house ranks; ``even`` is all even chances, unless one of them stands there by itself"""
    pay_order_inside: tuple[str, ...]
    """kinds that the house ranks, paid last; the other inside kinds come before them, in no order of the house"""
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

    def __hash__(self) -> int:
        # Caches look houses up all the time, and a house is known by its id.
        return hash(self.id)

    def pay_rank(self, bet: Bet) -> tuple[int, int]:
        """Place of a winner in the order of payment; equal ranks are paid as they come.

        What the house does not rank stands between its outside and its inside list, as is usual elsewhere.
        Trio ranks with street, first four and five with corner (DECKS.md).
        """
        return _rank(self, bet).place

    def ranks_apart(self, one: Bet, other: Bet) -> bool:
        """Tell whether the house says which of two winners is paid first.

        An outside box that it does not list has no place at all; an inside kind that it does not list has one after
        the outside list and before the inside list, and none towards another such kind.
        """
        first, second = _rank(self, one), _rank(self, other)
        if not (first.listed or one.inside) or not (second.listed or other.inside):
            return False
        if not (first.listed or second.listed):
            return False
        if first.place != second.place:
            return True
        # Only along the table is one bet farther than another: two in one street lie equally far.
        return self.far_first and one.inside and _distance(one) != _distance(other) and one.covers[0] != other.covers[0]


_USUAL: Final = ("even", "dozen", "column", "six_line", "corner", "street", "split", "straight")
"""For what a house does not rank: low odds to high, outside first (ROULETTE.md D2)."""

_RANKS_WITH: Final = {
    Kind.TRIO: Kind.STREET,
    Kind.FIRST_FOUR: Kind.CORNER,
    Kind.FIVE: Kind.CORNER,
} | dict.fromkeys(EVEN_CHANCES, Kind.EVEN)


class _Rank(NamedTuple):
    place: tuple[int, int]
    """see ``pay_rank``"""
    listed: bool
    """the house ranks the bet"""


@lru_cache(maxsize=1024)
def _rank(house: HouseRules, bet: Bet) -> _Rank:
    order = house.pay_order_inside if bet.inside else house.pay_order_outside
    named = (entry == _group(bet) if bet.inside else _is_box(bet, entry, order) for entry in order)
    place = next((place for place, found in enumerate(named) if found), None)
    if place is None:
        usual = _USUAL.index(_group(bet))
        return _Rank((1, usual) if bet.inside else (0, len(order) + usual), listed=False)
    return _Rank((1, len(_USUAL) + place) if bet.inside else (0, place), listed=True)


def _group(bet: Bet) -> str:
    return _RANKS_WITH.get(bet.kind, bet.kind).value


def _distance(bet: Bet) -> int:
    """Return how far along the table an inside bet lies, in half streets from the zero."""
    return (bet.covers[0].street or 0) + (bet.covers[-1].street or 0)


def _is_box(bet: Bet, entry: str, order: tuple[str, ...]) -> bool:
    if entry == "even":
        # A house that ranks the even chances one by one means the box of that name.
        one_by_one = any(box in order for box in ("red", "black", "odd", "low", "high"))
        return bet.kind is Kind.EVEN if one_by_one else bet.even_chance
    return entry in {bet.box, bet.kind.value}
