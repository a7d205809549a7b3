"""What the families about announced bets share: the call as drawn, in words and in chips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.parts import POCKETS, call_name, layout_house, pick
from srs_roulette.questions.types import Key
from srs_roulette.rules import announced
from srs_roulette.rules.announced import SERIES
from srs_roulette.rules.pockets import NUMBERS

if TYPE_CHECKING:
    from random import Random

    from srs_roulette.questions.types import Bands
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.pockets import Pocket
    from srs_roulette.wording.message import Message

FINALS: Final = tuple(str(n) for n in range(10))
CHEVAL: Final = ("0/3", "1/4", "2/5", "3/6", "4/7", "5/8", "6/9", "7/10", "8/11", "9/12")

CALL: Final = Key(name="call", values=tuple(SERIES), default=("voisins", "tiers", "orphelins", "jeu_zero"))
ON: Final = Key(name="on", values=(*POCKETS, *CHEVAL), default=("0", *NUMBERS))
EACH_SIDE: Final = Key(name="each_side", low=1, high=9, default=())

call_house: Final = (
    *layout_house,
    *("neighbours", "orphelins", "finals", "call_bets", "chip_step", "minor_digits", "limits"),
)
"""House values that a call depends on."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call with its number, where it has one."""

    name: str
    on: str | None = None
    each_side: int | None = None

    @property
    def words(self) -> Message:
        """The call as the player says it."""
        return call_name(self.name, self.on, self.each_side)

    def spots(self, house: HouseRules) -> tuple[tuple[Bet, int], ...]:
        """List its spots with their chips.

        :raises CallRefused: the house takes no such call
        """
        return _spots(self, house)

    def numbers(self, house: HouseRules) -> tuple[Pocket, ...]:
        """List the numbers it covers."""
        return announced.numbers_of(SERIES[self.name], house, self.spots(house))


@lru_cache(maxsize=256)
def _spots(call: Call, house: HouseRules) -> tuple[tuple[Bet, int], ...]:
    return announced.chips_of(SERIES[call.name], house, call.on, call.each_side)


def drawn_call(bands: Bands, house: HouseRules, rng: Random, key: Key = CALL) -> Call:
    """Draw a call, with a number and neighbours where it takes them."""
    name = str(pick(bands, key, rng))
    if not SERIES[name].takes_number:
        return Call(name)
    if name == "neighbours":
        numbers = [n for n in bands.get("on", ON.default or ()) if n in house.wheel.ring]
        sides = bands.get("each_side") or (house.neighbours[0],)
        return Call(name, str(rng.choice(numbers)), int(str(rng.choice(sides))))
    allowed = FINALS if name == "finals" else CHEVAL
    numbers = [n for n in bands.get("on", allowed) if n in allowed]
    return Call(name, str(rng.choice(numbers or list(allowed))))
