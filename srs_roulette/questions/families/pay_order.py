"""The order in which the winners of a spin are paid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import RuleRefused
from srs_roulette.questions.later import later
from srs_roulette.questions.parts import Slips, kind, layout_house, pick, result, spot
from srs_roulette.questions.types import Chip, Family, Field, FieldType, Key, Question
from srs_roulette.rules import notation
from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.money import units
from srs_roulette.rules.pockets import Pocket
from srs_roulette.rules.settle import Stake, settle
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Slip
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.wording.message import Message

    Order = tuple[Bet, ...]

MODE: Final = Key(name="mode", values=("all", "inside", "outside", "far"), default=("all",))
"""``all``: inside and outside together. ``far``: inside, two or more of one kind, for a house that ranks those."""
COUNT: Final = Key(name="count", low=2, high=12, default=(3,))
"""Winners; where the house ranks fewer, all that it ranks."""

_SIDES: Final = {"all": (True, False), "inside": (True,), "outside": (False,), "far": (True,)}
"""Whether the winners stand on the numbers."""
_TRIES: Final = 12
"""Draws of a number and its winners; nine in ten give as many as the house ranks."""

# ROULETTE.md D2: the two orders of the outside that dealers know.
_EVEN_FIRST: Final = ("even", "dozen", "column")
_ELEVEN_EIGHT: Final = (Kind.STREET, Kind.CORNER)
_COLUMNS_FIRST: Final = ("column", "high", "odd", "dozen3", "black", "red", "dozen2", "even", "low", "dozen1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The number that falls and its winners as they are shown."""

    number: str
    bets: tuple[str, ...]


class PayOrder(Family[Params]):
    """Winners in the house's order."""

    name = "pay_order"
    params = Params
    keys = (MODE, COUNT)
    uses = (*layout_house, "pay_order_outside", "pay_order_inside", "far_first")
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw winners of one number of which the house ranks every two, and show them in another order."""
        mode, count = str(pick(bands, MODE, rng)), int(pick(bands, COUNT, rng))
        best: tuple[Pocket, Order] = Pocket("0"), ()
        for _ in range(_TRIES):
            number = rng.choice(house.wheel.ring)
            bets = _winners(number, mode, count, house, rng)
            if len(bets) > len(best[1]):
                best = number, bets
            if len(bets) == count:
                break
        number, bets = best
        if len(bets) < 2:  # noqa: PLR2004 - one bet has no order
            raise RuleRefused(f'The house "{house.id}" ranks no two winners for "{mode}".')
        right, shown = _paid(house, number, bets), list(bets)
        while tuple(shown) == right:
            rng.shuffle(shown)
        return Params(number=number, bets=tuple(notation.write(bet) for bet in shown))

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask ``{h} falls. Winning: {bet}, {bet}, ... In the order of payment:``."""
        number = Pocket(params.number)
        shown = tuple(notation.read(text, house.layout) for text in params.bets)
        for one, other in combinations(shown, 2):
            if not house.ranks_apart(one, other):
                raise RuleRefused(
                    f'The house "{house.id}" does not rank {notation.write(one)} and {notation.write(other)}.'
                )
        right = _paid(house, number, shown)
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say("prompt.pay_order", number=number, bets=params.bets),
            fields=(Field("order", FieldType.ORDER),),
            expected=_answer(right),
            slips=_slips(house, right),
            working=_working(right),
            picture=tuple(Chip(bet=bet, chips=1) for bet in shown),
            number=number,
        )


@lru_cache(maxsize=256)
def _holding(layout: Layout, number: Pocket) -> tuple[Bet, ...]:
    return tuple(bet for bet in layout.bets if bet.wins(number))


def _winners(number: Pocket, mode: str, count: int, house: HouseRules, rng: Random) -> Order:
    """Choose winners of a number one by one, each ranked towards all before it."""
    holding = [bet for bet in _holding(house.layout, number) if bet.inside in _SIDES[mode]]
    rng.shuffle(holding)
    if mode in {"all", "far"}:
        # What the mode promises comes first: both sides of the layout, or two of one kind.
        fits = _both_sides if mode == "all" else _one_kind
        pairs = (pair for pair in combinations(holding, 2) if fits(house, *pair) and house.ranks_apart(*pair))
        first = next(pairs, None)
        holding = [*first, *holding] if first else []
    chosen: list[Bet] = []
    for bet in holding:
        if len(chosen) < count and all(house.ranks_apart(bet, other) for other in chosen):
            chosen.append(bet)
    return tuple(chosen)


def _both_sides(_house: HouseRules, one: Bet, other: Bet) -> bool:
    return one.inside != other.inside


def _one_kind(house: HouseRules, one: Bet, other: Bet) -> bool:
    return house.pay_rank(one) == house.pay_rank(other)


def _paid(house: HouseRules, number: Pocket, bets: Sequence[Bet]) -> Order:
    spin = settle(house, number, [Stake(bet=bet, amount=units(1)) for bet in bets])
    return tuple(line.bet for line in spin.lines)


@later
def _slips(house: HouseRules, right: Order) -> Sequence[Slip]:
    slips = Slips("pay_order", _answer(right))
    outside = [bet for bet in right if not bet.inside]
    inside = [bet for bet in right if bet.inside]
    place = {bet: house.pay_rank(bet) for bet in right}

    def by(order: Callable[[Bet], tuple[int, ...]]) -> dict[str, tuple[str, ...]]:
        return _answer(tuple(sorted(right, key=order)))

    slips.add("inside_first", _answer((*inside, *outside)))
    columns = house.pay_order_outside[:1] == ("column",)
    other = replace(house, pay_order_outside=_EVEN_FIRST if columns else _COLUMNS_FIRST)
    first = say("pay_order.even_first" if columns else "pay_order.columns_first")
    slips.add("other_house", by(lambda bet: place[bet] if bet.inside else other.pay_rank(bet)), order=first)
    # Along one kind the far end comes first (ROULETTE.md D2), so the near end first turns each kind round.
    places = sorted(set(place.values()))
    turned = [bet for at in places for bet in reversed(right) if place[bet] == at]
    slips.add("near_first", _answer(turned))
    slips.add("high_odds_first", _answer((*outside, *reversed(inside))))
    street, corner = (next((place[b] for b in inside if b.odds == SPECS[k].odds), None) for k in _ELEVEN_EIGHT)
    if street and corner:
        exchanged = {street: corner, corner: street}
        slip = "street_before_corner" if corner < street else "street_after_corner"
        comes_first = Kind.CORNER if corner < street else Kind.STREET
        slips.add(slip, by(lambda bet: exchanged.get(place[bet], place[bet])), kind=kind(comes_first))
    return slips.result()


def _answer(bets: Sequence[Bet]) -> dict[str, tuple[str, ...]]:
    return {"order": tuple(notation.write(bet) for bet in bets)}


@later
def _working(right: Order) -> Sequence[Message]:
    """Name outside and inside apart, with the kinds in words, then the whole as it is typed."""
    lines = []
    for side, inside in (("outside", False), ("inside", True)):
        bets = tuple(spot(bet) for bet in right if bet.inside is inside)
        if bets:
            lines.append(say("work.named_result", what=say(f"pay_order.{side}"), answer=bets))
    return (*lines, result(",".join(notation.write(bet) for bet in right)))


FAMILY = PayOrder()
