"""Finals: the numbers with one last digit, straight up, or two of them on splits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import CallRefused
from srs_roulette.questions.calls import CHEVAL, FINALS, Call, call_house
from srs_roulette.questions.parts import Slips, amount_field, drawn_money, named_product, pick, product, result, spot
from srs_roulette.questions.types import Chip, Family, Field, FieldType, Key, Question, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.money import Money, floor_to, money_text, times, units
from srs_roulette.rules.pockets import NUMBERS, Pocket, in_order
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from random import Random

    from srs_roulette.questions.types import Bands
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.wording.message import Message

    Spots = tuple[tuple[Bet, int], ...]

MODE: Final = Key(name="mode", values=("numbers", "chips", "place", "pays", "net"), default=("numbers",))
ON: Final = Key(name="on", values=(*FINALS, *CHEVAL), default=FINALS)
"""The last digit, or a pair of them for a final à cheval."""
BY: Final = Key(name="by", low=1, high=1000, default=tuple(range(5, 105, 5)))

_MISSING: Final = ("7", "8", "9")
"""Digits of which there is no fourth number: the layout ends at 36."""
_DIGITS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The final, and where it is paid the value of a chip and the number that falls."""

    mode: str
    on: str
    by: str | None = None
    number: str | None = None


class FinalsFamily(Family[Params]):
    """Which numbers, how many chips, where they stand and what they pay."""

    name = "finals"
    params = Params
    keys = (MODE, ON, BY)
    uses = call_house
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a final, and a value and a number of it where it is paid."""
        mode, on = str(pick(bands, MODE, rng)), str(pick(bands, ON, rng))
        spots = _spots(on, house)
        if mode not in {"pays", "net"}:
            return Params(mode=mode, on=on)
        step = house.chip_step
        by = max(step, min(floor_to(units(pick(bands, BY, rng)), step), floor_to(house.limits.straight, step)))
        return Params(mode=mode, on=on, by=money_text(by), number=rng.choice(_numbers(spots)))

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask the numbers, the chips, the spots, the winnings or the net."""
        spots = _spots(params.on, house)
        number = Pocket(params.number) if params.number else None
        words: dict[str, str | Message] = {"call": _call(params.on).words}
        fields: tuple[Field, ...]
        if number is not None:
            words |= {"by": params.by or "", "number": number}
            fields = (amount_field(params.mode, Unit.CASH),)
            slips, working = _paid(params, spots, number)
        elif params.mode == "numbers":
            fields = (Field("numbers", FieldType.POCKETS, Unit.POCKETS),)
            slips, working = _which(params.on, spots)
        elif params.mode == "chips":
            fields = (amount_field("chips", Unit.CHIPS),)
            slips, working = _count(params.on, spots, house)
        else:
            fields = (Field("spots", FieldType.PLACEMENT, Unit.CHIPS),)
            slips, working = _place(params.on, spots, house)
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(f"prompt.finals.{params.mode}", **words),
            fields=fields,
            expected=slips.right,
            slips=slips.result(),
            working=working,
            picture=tuple(Chip(bet=bet, chips=n, amount=params.by) for bet, n in spots) if number else (),
            number=number,
        )


Parts = tuple[Slips, "tuple[Message, ...]"]


def _call(on: str) -> Call:
    return Call("finals_cheval" if "/" in on else "finals", on)


def _spots(on: str, house: HouseRules) -> Spots:
    """List the spots of a final.

    :raises CallRefused: the house knows no finals, or takes no calls
    """
    if house.finals is None:
        raise CallRefused(f'The house "{house.id}" knows no finals: name a house that does.')
    return _call(on).spots(house)


def _numbers(spots: Spots) -> tuple[Pocket, ...]:
    return in_order({p for bet, _ in spots for p in bet.covers})


@lru_cache(maxsize=64)
def _endings(on: str, *, zero: bool) -> tuple[Pocket, ...]:
    """List every number with one of the last digits, whatever the house plays."""
    digits = {int(end) % _DIGITS for end in on.split("/")}
    return tuple(p for p in ((Pocket("0"), *NUMBERS) if zero else NUMBERS) if p.number % _DIGITS in digits)


def _which(on: str, spots: Spots) -> Parts:
    numbers = _numbers(spots)
    slips = Slips("finals", {"numbers": numbers})
    _zero_slip(slips, on, numbers)
    for left in _endings(on, zero=True):
        if left not in numbers:
            slips.add("left_over_played", {"numbers": in_order({*numbers, left})}, number=left)
        elif "/" in on and Kind.STRAIGHT in {bet.kind for bet, _ in spots if bet.wins(left)}:
            slips.add("left_over_missed", {"numbers": tuple(p for p in numbers if p != left)}, number=left)
    if "/" not in on:
        first = tuple(p for p in NUMBERS if str(p)[0] == on)
        if first:
            slips.add("first_digit", {"numbers": first})
    for number in numbers[::-1]:
        slips.add("number_missed", {"numbers": tuple(p for p in numbers if p != number)}, number=number)
    return slips, (result("-".join(numbers)),)


def _zero_slip(slips: Slips, on: str, numbers: tuple[Pocket, ...]) -> None:
    """Add the final with the zero where the house plays it without, and the other way round."""
    if "0" in numbers and on == "0":
        slips.add("zero_lost", {"numbers": numbers[1:]}, chips=len(numbers))
    elif on == "0":
        slips.add("zero_played", {"numbers": (Pocket("0"), *numbers)}, chips=len(numbers))


def _count(on: str, spots: Spots, house: HouseRules) -> Parts:
    chips = len(spots)
    slips = Slips("finals", {"chips": str(chips)})
    if on in _MISSING:
        slips.add("fourth_chip", {"chips": str(chips + 1)}, digit=on)
    if on == "0":
        with_zero = house.finals is not None and house.finals.zero
        slips.add(
            "zero_lost" if with_zero else "zero_played", {"chips": str(chips + (-1 if with_zero else 1))}, chips=chips
        )
    if "/" in on:
        splits = sum(bet.kind is Kind.SPLIT for bet, _ in spots)
        left = [p for p in _endings(on, zero=True) if all(not (b.wins(p) and b.kind is Kind.SPLIT) for b, _ in spots)]
        if splits < chips:
            slips.add("left_over_missed", {"chips": str(splits)}, number=left[-1])
        elif left:
            slips.add("left_over_played", {"chips": str(splits + len(left))}, number=left[-1])
        slips.add("numbers_as_chips", {"chips": str(len(_numbers(spots)))})
    else:
        slips.add("third_only", {"chips": "3"}, number=_numbers(spots)[-1])
    listed = tuple(notation.write(bet) for bet, _ in spots)
    return slips, (say("work.named_result", what=_call(on).words, answer=listed), result(str(chips)))


def _place(on: str, spots: Spots, house: HouseRules) -> Parts:
    placed = {notation.write(bet): n for bet, n in spots}
    slips = Slips("finals", {"spots": placed})

    def without(*texts: str) -> dict[str, int]:
        return {text: n for text, n in placed.items() if text not in texts}

    if "/" in on:
        for number in _endings(on, zero=True):
            if number in placed:
                slips.add("left_over_missed", {"spots": without(number)}, number=number)
            elif number not in _numbers(spots):
                slips.add("left_over_played", {"spots": {**placed, str(number): 1}}, number=number)
        every = _endings(on, zero=house.finals is not None and house.finals.zero)
        slips.add("straight_for_split", {"spots": {str(p): 1 for p in every}})
    elif on == "0":
        zero = {"zero_lost": without("0")} if "0" in placed else {"zero_played": {"0": 1, **placed}}
        for slip, wrong in zero.items():
            slips.add(slip, {"spots": wrong}, chips=len(placed))
    for text in reversed(placed):
        slips.add("number_missed", {"spots": without(text)}, number=text)
    return slips, (result(" ".join(f"{text}={n}" for text, n in placed.items())),)


def _paid(params: Params, spots: Spots, number: Pocket) -> Parts:
    by, asked = drawn_money(params.by), params.mode
    (bet,) = (bet for bet, _ in spots if bet.wins(number))
    pays, lost = times(by, bet.odds), times(by, len(spots) - 1)
    net = asked == "net"
    right = {asked: money_text(Money(pays - lost) if net else pays)}
    slips = Slips("finals", right)

    def wrong(slip: str, odds: int, losing: int, **values: str | Message) -> None:
        slips.cash(slip, by * (odds - (losing if net else 0)), name=asked, **values)

    losing = len(spots) - 1
    other, slip = (
        (Kind.SPLIT, "split_for_straight") if bet.kind is Kind.STRAIGHT else (Kind.STRAIGHT, "straight_for_split")
    )
    wrong(slip, SPECS[other].odds, losing, call=_call(params.on).words, number=number)
    if net:
        if params.on in _MISSING:
            wrong("fourth_lost_too", bet.odds, losing + 1)
        wrong("all_chips_deducted", bet.odds, losing + 1)
        slips.cash("pay_for_net", pays, name=asked)
    else:
        slips.cash("net_for_pay", pays - lost, name=asked)
    wrong("stake_included", bet.odds + 1, losing)
    slips.arithmetic(asked)
    slips.unit_mixed(bet.odds - (losing if net else 0), asked)
    lines = [named_product(spot(bet), money_text(by), bet.odds, money_text(pays))]
    if net:
        lines.append(product(losing, money_text(by), money_text(lost)))
        lines.append(say("work.difference", whole=money_text(pays), part=money_text(lost), result=right[asked]))
    return slips, tuple(lines)


FAMILY = FinalsFamily()
