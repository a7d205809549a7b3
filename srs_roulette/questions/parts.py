"""What families build questions from: draws within bands, spots in words, slips, working."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.errors import RuleRefused
from srs_roulette.questions.later import Later
from srs_roulette.questions.slips import checked
from srs_roulette.questions.types import Answer, Field, FieldType, Key, Scalar, Slip, Unit, Value
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.money import MAX_MINOR_DIGITS, Money, money_text, read_money
from srs_roulette.rules.pockets import NAMES, Pocket
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.wording.message import Value as Words

POCKETS: Final = NAMES
"""Every pocket name, for the ``values`` of a Key."""

layout_house: Final = ("wheel", "trios", "zero_splits", "first_four")
"""House values that make a layout. They go together: a house with two zeros has other trios and no first four."""


def pick(bands: Bands, key: Key, rng: Random) -> Any:  # noqa: ANN401 - a text or number, as the key declares
    """Draw one value of a key: from the deck's band, else from the family's default."""
    values = bands.get(key.name, key.default)
    if values is None:
        raise ValueError(f"{key.name} has neither band nor default")
    return rng.choice(values)


def band(bands: Bands, key: Key) -> tuple[Any, ...]:
    """Return all values that a key may take."""
    return bands.get(key.name, key.default) or ()


def stations(layout: Layout, number: Pocket) -> tuple[Bet, ...]:
    """List the inside spots that hold a number."""
    return layout.holding(number)


@lru_cache(maxsize=256)
def pockets(names: tuple[Scalar, ...], among: tuple[Pocket, ...]) -> tuple[Pocket, ...]:
    """Read the names of a band that are among these pockets, such as a wheel's."""
    return tuple(Pocket(str(name)) for name in names if str(name) in among)


def on_the_wheel(bands: Bands, key: Key, house: HouseRules) -> tuple[Pocket, ...]:
    """List the pockets of a key's band that the house's wheel has.

    :raises RuleRefused: it has none of them
    """
    wanted = band(bands, key)
    found = pockets(wanted, house.wheel.ring)
    if not found:
        raise RuleRefused(f'The wheel of the house "{house.id}" has no pocket {", ".join(map(str, wanted))}.')
    return found


@lru_cache(maxsize=4096)
def drawn_money(text: str | None) -> Money:
    """Read an amount that a family drew, in the decimals of any house."""
    return read_money(text or "", MAX_MINOR_DIGITS)


def amount_field(name: str, unit: Unit) -> Field:
    """Ask for an amount."""
    return Field(name, FieldType.AMOUNT, unit)


CHIPS: Final = (amount_field("pays", Unit.CHIPS),)
CASH: Final = (amount_field("pays", Unit.CASH),)


@lru_cache(maxsize=512)
def spot(bet: Bet) -> Message:
    """Put a spot as dealers say it into words: ``17/20``, ``corner 17-21``."""
    first, last = bet.covers[0], bet.covers[-1]
    if bet.kind in {Kind.DOZEN, Kind.COLUMN}:
        return say(f"spot.{bet.box}")
    return say(
        f"spot.{bet.kind.value}",
        numbers="-".join(bet.covers),
        pair="/".join(bet.covers),
        ends=f"{first}-{last}",
    )


def kind(of: Kind) -> Message:
    """Put a kind of bet into words."""
    return say(f"kind.{of.value}")


def call_name(name: str, on: str | None = None, each_side: int | None = None) -> Message:
    """Put a call into words: ``Voisins``, ``Neighbours 17-2-2``."""
    return say(f"call.{name}", **({"on": on} if on else {}), **({"each_side": each_side} if each_side else {}))


@dataclass(slots=True)
class Slips:
    """Collects the slips of one draw, the likeliest first; each is made when the first of them is read."""

    family: str
    right: Answer
    waiting: list[Callable[[], Iterable[Slip]]] = field(default_factory=list)

    def add(self, slip: str, answer: Mapping[str, Value], /, **values: Words) -> None:
        """Add a slip by the fields in which it differs from the right answer."""
        self.waiting.append(lambda: [self._made(slip, answer, say(f"slip.{self.family}.{slip}", **values))])

    def put(self, slip: str, answer: Mapping[str, Value], message: Message) -> None:
        """Add a slip with a message that several families share."""
        self.waiting.append(lambda: [self._made(slip, answer, message)])

    def _made(self, slip: str, answer: Mapping[str, Value], message: Message) -> Slip:
        return Slip(slip, {**self.right, **answer}, message)

    def chips(self, slip: str, pays: int, /, **values: Words) -> None:
        """Add a slip in the field ``pays`` of a question in chips; a payout of nothing is no slip."""
        if pays > 0:
            self.add(slip, {"pays": str(pays)}, **values)

    def cash(self, slip: str, amount: int, /, name: str = "pays", **values: Words) -> None:
        """Add a slip in one field of a question in cash."""
        if amount > 0:
            self.add(slip, {name: money_text(Money(amount))}, **values)

    def arithmetic(self, name: str = "pays") -> None:
        """Add the slips of any sum, last: two digits exchanged, a ten or a hundred lost in carrying."""
        self.waiting.append(lambda: self._miscalculated(name))

    def _miscalculated(self, name: str) -> Iterator[Slip]:
        right = self.right[name]
        if not isinstance(right, str) or not right.isdigit():
            return
        number = int(right)
        swapped = int(right[:-2] + right[-1] + right[-2]) if len(right) > 1 else number
        for slip, wrong in (("digits_swapped", swapped), ("ten_lost", number - 10), ("hundred_lost", number - 100)):
            if wrong > 0:
                yield self._made(slip, {name: str(wrong)}, say(f"slip.money.{slip}"))

    def unit_mixed(self, amount: int, name: str = "pays") -> None:
        """Add the right amount counted in the other unit: chips for cash."""
        if amount > 0:
            self.put("unit_mixed", {name: str(amount)}, say("slip.money.unit_mixed"))

    def result(self, *, either_direction: bool = False) -> Sequence[Slip]:
        """Return the slips that tell: none with the right answer, none with an earlier one's."""
        waiting = tuple(self.waiting)
        return Later(
            lambda: checked(
                (slip for make in waiting for slip in make()), self.right, either_direction=either_direction
            )
        )


def product(count: int | str, each: int | str, result: int | str) -> Message:
    """Work one multiplication: ``7 x 17 = 119``."""
    return say("work.product", count=str(count), each=str(each), result=str(result))


def named_product(what: Message, count: int | str, each: int | str, result: int | str) -> Message:
    """Work one multiplication of a spot: ``17/20: 7 x 17 = 119``."""
    return say("work.named_product", what=what, count=str(count), each=str(each), result=str(result))


def added(parts: Sequence[int | str], result: int | str) -> Message:
    """Work a sum: ``105 + 34 = 139``."""
    return say("work.sum", parts=" + ".join(str(p) for p in parts), result=str(result))


def paid_spots(spots: Sequence[tuple[Bet, int]], number: Pocket) -> tuple[Message, ...]:
    """Work the winnings in chips spot by spot, and their sum where there is more than one."""
    wins = [(bet, chips) for bet, chips in spots if bet.wins(number)]
    lines = [named_product(spot(bet), chips, bet.odds, bet.odds * chips) for bet, chips in wins]
    if len(wins) == 1:
        return tuple(lines)
    parts = [bet.odds * chips for bet, chips in wins]
    return (*lines, added(parts, sum(parts)))


ANSWER_ALONE: Final = "work.result"
"""Id of the line that tells the answer and nothing of the way to it."""


def result(text: str) -> Message:
    """End a working with the whole answer, where the steps do not."""
    return say(ANSWER_ALONE, answer=text)


def kept_values(uses: tuple[str, ...], house: HouseRules) -> dict[str, Any]:
    """Return the house values that a family reads, to be kept with an attempt."""
    return {key: house.values[key] for key in ("id", "name", *uses) if key in house.values}
