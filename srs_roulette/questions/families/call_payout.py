"""What an announced bet pays, or nets, on the number that falls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.calls import CALL, EACH_SIDE, ON, Call, call_house, drawn_call
from srs_roulette.questions.later import later
from srs_roulette.questions.parts import Slips, added, amount_field, drawn_money, named_product, pick, spot
from srs_roulette.questions.types import Chip, Family, Key, Question, Unit
from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.money import Money, floor_to, money_text, times, units
from srs_roulette.rules.pockets import Pocket
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Slip
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.wording.message import Message

HITS: Final = ("any", "straight", "split", "two_splits", "trio", "corner")
"""The spot that holds the number; ``two_splits``: 17 of the Orphelins."""

ASKED: Final = Key(name="asked", values=("pays", "net"), default=("pays",))
HIT: Final = Key(name="hit", values=HITS, default=("any",))
BY: Final = Key(name="by", low=1, high=1000, default=tuple(range(5, 105, 5)))
SECOND: Final = Key(name="second", values=("none", *(CALL.values or ())), default=("none",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """One call or two, each by a value, and the number that falls."""

    call: str
    by: str
    number: str
    asked: str
    on: str | None = None
    each_side: int | None = None
    second: str | None = None
    second_on: str | None = None
    second_each_side: int | None = None
    second_by: str | None = None


class CallPayout(Family[Params]):
    """Winnings of a call, or winnings less its losing chips."""

    name = "call_payout"
    params = Params
    keys = (CALL, ASKED, HIT, ON, EACH_SIDE, BY, SECOND)
    uses = call_house
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a call, a value, and a number that it holds; a second call holds the number too."""
        call, asked = drawn_call(bands, house, rng), pick(bands, ASKED, rng)
        hit = pick(bands, HIT, rng)
        spots, numbers = call.spots(house), call.numbers(house)
        number = rng.choice([n for n in numbers if _fits(spots, n, hit)] or numbers)
        values = [_value(pick(bands, BY, rng), house) for _ in range(2)]
        name = str(pick(bands, SECOND, rng))
        second = None if name in {"none", call.name} else _holding(name, number, house, rng)
        return Params(
            call=call.name,
            on=call.on,
            each_side=call.each_side,
            by=money_text(values[0]),
            number=number,
            asked=str(asked),
            second=second.name if second else None,
            second_on=second.on if second else None,
            second_each_side=second.each_side if second else None,
            second_by=money_text(values[1]) if second else None,
        )

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask ``{call} by {v}. {h} falls. To pay, cash:`` or the net of it."""
        number = Pocket(params.number)
        calls = [(Call(params.call, params.on, params.each_side), drawn_money(params.by))]
        if params.second:
            second = Call(params.second, params.second_on, params.second_each_side)
            calls.append((second, drawn_money(params.second_by)))
        chips = [(bet, n, value) for call, value in calls for bet, n in call.spots(house)]
        hit = [(bet, n, value) for bet, n, value in chips if bet.wins(number)]
        pays = Money(sum(value * n * bet.odds for bet, n, value in hit))
        lost = Money(sum(value * n for bet, n, value in chips if not bet.wins(number)))
        net = params.asked == "net"
        right = {params.asked: money_text(Money(pays - lost) if net else pays)}
        words: dict[str, str | Message] = {"call": calls[0][0].words, "by": params.by, "number": number}
        if params.second:
            words |= {"second": calls[1][0].words, "second_by": params.second_by or ""}
        form = f"{'two_' if params.second else ''}{params.asked}"
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(f"prompt.call_payout.{form}", **words),
            fields=(amount_field(params.asked, Unit.CASH),),
            expected=right,
            slips=_slips(params, chips, number, right),
            working=_working(hit, pays, lost, net=net),
            picture=tuple(Chip(bet=bet, chips=n, amount=money_text(times(value, n))) for bet, n, value in chips),
            number=number,
        )


Chips = list[tuple["Bet", int, Money]]
_ODDS: Final = {kind: spec.odds for kind, spec in SPECS.items()}


@later
def _slips(params: Params, chips: Chips, number: Pocket, right: dict[str, str]) -> Sequence[Slip]:
    slips, asked = Slips("call_payout", right), params.asked
    hit = [(bet, n, value) for bet, n, value in chips if bet.wins(number)]
    pays = sum(value * n * bet.odds for bet, n, value in hit)
    staked = sum(value * n for _, n, value in chips)
    stays = sum(value * n for _, n, value in hit)

    def wrong(slip: str, winnings: int, stay: int, **values: str | int | Message) -> None:
        """Add what one answers who sees these winnings, and chips worth ``stay`` that do not lose."""
        slips.cash(slip, winnings - (staked - stay if asked == "net" else 0), name=asked, **values)

    for bet, n, value in hit:
        if n > 1:
            more = value * (n - 1)
            wrong("one_chip_only", pays - more * bet.odds, stays - more, spot=spot(bet))
    splits = [(bet, value * n) for bet, n, value in hit if bet.kind is Kind.SPLIT]
    if len(splits) > 1:
        bet, stake = splits[0]
        wrong("seventeen_once", pays - stake * bet.odds, stays - stake, number=number)
    for bet, n, value in hit:
        if bet.kind is Kind.TRIO:
            wrong("split_for_trio", pays + value * n * (_ODDS[Kind.SPLIT] - bet.odds), stays)
    if splits:
        # Straight up there would be one stake in place of all on the splits.
        straight, less = splits[0][1], sum(stake for _, stake in splits)
        winnings = pays - less * _ODDS[Kind.SPLIT] + straight * _ODDS[Kind.STRAIGHT]
        wrong("straight_for_split", winnings, stays - less + straight, number=number)
    wrong("stake_included", pays + stays, stays)
    if asked == "net":
        slips.cash("pay_for_net", pays, name=asked)
        slips.cash("all_chips_deducted", pays - staked, name=asked)
    else:
        slips.cash("net_for_pay", pays - (staked - stays), name=asked)
    slips.arithmetic(asked)
    if len({value for _, _, value in chips}) == 1:
        losing = sum(n for bet, n, _ in chips if not bet.wins(number)) if asked == "net" else 0
        slips.unit_mixed(sum(n * bet.odds for bet, n, _ in hit) - losing, asked)
    return slips.result()


@later
def _working(hit: Chips, pays: Money, lost: Money, *, net: bool) -> Sequence[Message]:
    lines = []
    for bet, n, value in hit:
        stake = times(value, n)
        if n > 1:
            lines.append(named_product(spot(bet), n, money_text(value), money_text(stake)))
        lines.append(named_product(spot(bet), money_text(stake), bet.odds, money_text(times(stake, bet.odds))))
    if len(hit) > 1:
        lines.append(added([money_text(times(value, n * bet.odds)) for bet, n, value in hit], money_text(pays)))
    if net:
        result = money_text(Money(pays - lost))
        lines.append(say("work.difference", whole=money_text(pays), part=money_text(lost), result=result))
    return tuple(lines)


def _fits(spots: Sequence[tuple[Bet, int]], number: Pocket, hit: str) -> bool:
    holding = [bet for bet, _ in spots if bet.wins(number)]
    if hit == "two_splits":
        return len(holding) > 1
    return hit == "any" or (len(holding) == 1 and holding[0].kind == hit)


def _holding(name: str, number: Pocket, house: HouseRules, rng: Random) -> Call | None:
    """Make a second call that holds the number that falls; none where it cannot."""
    if name == "neighbours":
        side = house.neighbours[0]
        return Call(name, house.wheel.step(number, rng.randint(-side, side)), side)
    call = Call(name)
    return call if number in call.numbers(house) else None


def _value(by: int, house: HouseRules) -> Money:
    """Keep a drawn value to the house's step and straight-up limit."""
    step = house.chip_step
    return max(step, min(floor_to(units(by), step), floor_to(house.limits.straight, step)))


FAMILY = CallPayout()
