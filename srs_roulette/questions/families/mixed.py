"""Uneven stacks round one winning number: what they pay in chips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.later import later
from srs_roulette.questions.parts import CHIPS as PAYS_CHIPS
from srs_roulette.questions.parts import Slips, band, layout_house, paid_spots, pick, spot, stations
from srs_roulette.questions.scenes import VIEW, ZERO_SIDE, seen_from
from srs_roulette.questions.types import Chip, Family, Key, Question
from srs_roulette.rules import notation
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.completes import CLASSES
from srs_roulette.rules.pockets import NUMBERS, Pocket
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Side, Slip, View
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.layouts import Layout

CLASS: Final = Key(name="number_class", values=tuple(CLASSES), default=tuple(CLASSES))
SPOTS: Final = Key(name="spots", low=1, high=12, default=(2, 3))
CHIPS: Final = Key(name="chips", low=1, high=100, default=(1, 2, 3, 4, 5))
AT_MOST: Final = Key(name="at_most", low=1, high=1000, default=(1000,))
LOSERS: Final = Key(name="losers", low=0, high=3, default=(0,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The number that falls and the stacks, spot by spot."""

    number: str
    bets: tuple[str, ...]
    chips: tuple[int, ...]
    view: View | None = None
    zero_side: Side | None = None


class Mixed(Family[Params]):
    """Several spots of one number, uneven chips."""

    name = "mixed"
    params = Params
    keys = (CLASS, SPOTS, CHIPS, AT_MOST, LOSERS, VIEW, ZERO_SIDE)
    uses = layout_house

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a number of the class, its spots, chips for each, and losing spots beside it if the deck asks."""
        number = rng.choice(CLASSES[pick(bands, CLASS, rng)])
        holding = stations(house.layout, number)
        # A class with fewer stations than the band's least shows all it has.
        fitting = [n for n in band(bands, SPOTS) if n <= len(holding)] or [len(holding)]
        bets = rng.sample(holding, rng.choice(fitting))
        bets += rng.sample(_beside(number, house.layout), pick(bands, LOSERS, rng))
        chips = [pick(bands, CHIPS, rng) for _ in bets]
        at_most = pick(bands, AT_MOST, rng)
        while sum(chips) > at_most and max(chips) > 1:
            chips[chips.index(max(chips))] -= 1
        places = _places(house.layout)
        order = sorted(range(len(bets)), key=lambda i: places[bets[i]])
        return Params(
            number=number,
            bets=tuple(notation.write(bets[i]) for i in order),
            chips=tuple(chips[i] for i in order),
            view=pick(bands, VIEW, rng),
            zero_side=pick(bands, ZERO_SIDE, rng),
        )

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask ``{h} wins. {spot}: {chips}; ... To pay, chips:``."""
        number = Pocket(params.number)
        bets = [notation.read(text, house.layout) for text in params.bets]
        stacks = list(zip(bets, params.chips, strict=True))
        listed = tuple(say("stack.chips", spot=spot(bet), chips=chips) for bet, chips in stacks)
        right = {"pays": str(_pays(stacks, number))}
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say("prompt.mixed", number=number, stacks=listed),
            fields=PAYS_CHIPS,
            expected=right,
            slips=_slips(stacks, number, right),
            working=paid_spots(stacks, number),
            picture=tuple(Chip(bet=bet, chips=chips) for bet, chips in stacks),
            scene=seen_from(params.view, params.zero_side),
            number=number,
        )


def _pays(stacks: Sequence[tuple[Bet, int]], number: Pocket) -> int:
    return sum(bet.odds * chips for bet, chips in stacks if bet.wins(number))


def _on(stacks: Sequence[tuple[Bet, int]], *kinds: Kind) -> int:
    return sum(chips for bet, chips in stacks if bet.kind in kinds)


@later
def _slips(stacks: Sequence[tuple[Bet, int]], number: Pocket, right: dict[str, str]) -> Sequence[Slip]:
    winners = [(bet, chips) for bet, chips in stacks if bet.wins(number)]
    pays = _pays(stacks, number)
    slips = Slips("mixed", right)
    slips.chips("stake_included", pays + sum(chips for _, chips in winners))
    for bet, chips in winners:
        if len(winners) > 1:
            slips.chips("spot_missed", pays - bet.odds * chips, spot=spot(bet))
    for bet, chips in stacks:
        if not bet.wins(number):
            slips.chips("loser_paid", pays + bet.odds * chips, spot=spot(bet), number=number)
    if on := _on(winners, Kind.STREET, Kind.TRIO):
        slips.chips("street_as_corner", pays - 3 * on)
    if on := _on(winners, Kind.CORNER, Kind.FIRST_FOUR):
        slips.chips("corner_as_street", pays + 3 * on)
    if on := _on(winners, Kind.SIX_LINE):
        slips.chips("six_line_at_6", pays + on)
    slips.chips("one_chip_each", sum(bet.odds for bet, _ in winners))
    slips.arithmetic()
    return slips.result()


@lru_cache(maxsize=32)
def _places(layout: Layout) -> Mapping[Bet, int]:
    return {bet: place for place, bet in enumerate(layout.bets)}


@lru_cache(maxsize=128)
def _beside(number: Pocket, layout: Layout) -> tuple[Bet, ...]:
    """List inside spots that miss the number but lie in its street or the next: what a dealer might pay by mistake."""
    near = {p for p in NUMBERS if p.street and abs(p.street - (number.street or 0)) <= 1}
    return tuple(bet for bet in layout.inside if not bet.wins(number) and any(p in near for p in bet.covers))


FAMILY = Mixed()
