"""An announced bet "by" a value or "for" an amount: value of a chip, total, change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.calls import CALL, EACH_SIDE, ON, Call, call_house, drawn_call
from srs_roulette.questions.later import later
from srs_roulette.questions.parts import Slips, added, amount_field, drawn_money, pick, product, result
from srs_roulette.questions.types import Family, Key, Question, Unit
from srs_roulette.rules.limits import spread
from srs_roulette.rules.money import Money, floor_to, money_text, times, units
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from srs_roulette.questions.types import Answer, Bands, Slip
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.wording.message import Message

MODE: Final = Key(name="mode", values=("by", "for", "combo"), default=("for",))
BY: Final = Key(name="by", low=1, high=1000, default=tuple(range(5, 105, 5)))
OVER: Final = Key(name="over", low=0, high=1000, default=tuple(range(5, 100, 5)))
SECOND: Final = Key(name="second", values=CALL.values, default=("tiers", "orphelins", "jeu_zero", "neighbours"))
THIRD: Final = Key(name="third", values=("none", *(CALL.values or ())), default=("none",))
"""A third call in one breath, or none."""

_PAIR: Final = ("second", "third")
"""What stands in the prompt for the calls after the first."""
_LIST_STEP: Final = 5
"""Amounts given are multiples of this: players give notes and value chips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The call or calls with either ``by`` and ``given``, or ``amount``."""

    mode: str
    call: str
    on: str | None = None
    each_side: int | None = None
    second: str | None = None
    second_on: str | None = None
    second_each_side: int | None = None
    third: str | None = None
    third_on: str | None = None
    third_each_side: int | None = None
    by: str | None = None
    given: str | None = None
    amount: str | None = None


class CallValue(Family[Params]):
    """What a call costs and what goes back."""

    name = "call_value"
    params = Params
    keys = (CALL, MODE, ON, EACH_SIDE, SECOND, THIRD, BY, OVER)
    uses = call_house
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a call; by: a value and cash over the total; for: an amount below the first spot's limit."""
        mode = pick(bands, MODE, rng)
        call = drawn_call(bands, house, rng)
        if mode == "for":
            return Params(
                mode=mode,
                call=call.name,
                on=call.on,
                each_side=call.each_side,
                amount=money_text(_amount(call, house, rng)),
            )
        second, third = None, None
        if mode == "combo":
            second = _another(bands, SECOND, (call,), house, rng)
            third = _another(bands, THIRD, (call, second), house, rng) if second else None
        by = _value(bands, house, rng)
        chips = sum(_chips(c, house) for c in (call, second, third) if c)
        given = Money(times(by, chips) + units(pick(bands, OVER, rng)))
        return Params(
            mode=mode,
            call=call.name,
            on=call.on,
            each_side=call.each_side,
            second=second.name if second else None,
            second_on=second.on if second else None,
            second_each_side=second.each_side if second else None,
            third=third.name if third else None,
            third_on=third.on if third else None,
            third_each_side=third.each_side if third else None,
            by=money_text(by),
            given=money_text(given),
        )

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask total and change (by), or value, total and change (for)."""
        call = Call(params.call, params.on, params.each_side)
        if params.amount is not None:
            return self._for(params, call, drawn_money(params.amount), house)
        by, given = drawn_money(params.by), drawn_money(params.given)
        calls = [call]
        if params.second:
            calls.append(Call(params.second, params.second_on, params.second_each_side))
        if params.third:
            calls.append(Call(params.third, params.third_on, params.third_each_side))
        counts = [_chips(c, house) for c in calls]
        count = sum(counts)
        total = times(by, count)
        right = {"total": money_text(total), "change": _text(given - total)}
        words: dict[str, str | Message] = {"call": call.words, "by": money_text(by), "given": money_text(given)}
        words |= {name: other.words for name, other in zip(_PAIR, calls[1:], strict=False)}
        chips_line = [added(counts, count)] if len(calls) > 1 else []
        return self._question(
            params=params,
            house=house,
            message=say(f"prompt.call_value.{params.mode}{'_three' if params.third else ''}", **words),
            right=right,
            slips=_by_slips(calls, by, given, house, right),
            working=(
                *chips_line,
                product(count, money_text(by), money_text(total)),
                say("work.difference", whole=money_text(given), part=money_text(total), result=right["change"]),
                result(" ".join(right.values())),
            ),
        )

    def _for(self, params: Params, call: Call, amount: Money, house: HouseRules) -> Question:
        laid = spread(call.spots(house), amount, house.chip_step, house.limits)
        chips, step = _chips(call, house), house.chip_step
        right = {
            "value": money_text(laid.value),
            "total": money_text(laid.total),
            "change": _text(amount - laid.total),
        }
        return self._question(
            params=params,
            house=house,
            message=say("prompt.call_value.for", call=call.words, amount=money_text(amount)),
            right=right,
            slips=_for_slips(call, amount, laid.value, house, right),
            working=(
                say(
                    "work.rounded", amount=money_text(amount), chips=chips, step=money_text(step), result=right["value"]
                ),
                product(chips, right["value"], right["total"]),
                say("work.difference", whole=money_text(amount), part=right["total"], result=right["change"]),
                result(" ".join(right.values())),
            ),
        )

    def _question(
        self,
        *,
        params: Params,
        house: HouseRules,
        message: Message,
        right: dict[str, str],
        slips: Sequence[Slip],
        working: tuple[Message, ...],
    ) -> Question:
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=message,
            fields=tuple(amount_field(name, Unit.CASH) for name in right),
            expected=right,
            slips=slips,
            working=working,
        )


@later
def _by_slips(calls: Sequence[Call], by: Money, given: Money, house: HouseRules, right: Answer) -> Sequence[Slip]:
    slips, counts = Slips("call_value", right), [_chips(call, house) for call in calls]
    count = sum(counts)
    if len(calls) == 1:
        numbers = times(by, len(calls[0].numbers(house)))
        if numbers <= given:
            change = _text(given - numbers)
            slips.add(
                "numbers_for_chips", {"total": _text(numbers), "change": change}, call=calls[0].words, chips=count
            )
    forgotten = "one_call_forgotten" if len(calls) <= len(_PAIR) else "one_of_three_forgotten"
    for one in reversed(counts) if len(calls) > 1 else ():
        missed = times(by, count - one)
        slips.put(
            "one_call_forgotten",
            {"total": money_text(missed), "change": _text(given - missed)},
            say(f"slip.call_value.{forgotten}"),
        )
    slips.add("change_kept", {"change": "0"})
    _rest_slips(slips, given, count, house.chip_step)
    slips.arithmetic("total")
    slips.unit_mixed(count, "total")
    return slips.result()


@later
def _for_slips(call: Call, amount: Money, laid: Money, house: HouseRules, right: Answer) -> Sequence[Slip]:
    slips, chips, step = Slips("call_value", right), _chips(call, house), house.chip_step
    numbers, spots = len(call.numbers(house)), len(call.spots(house))
    for slip, count in (("numbers_for_chips", numbers), ("spots_for_chips", spots)):
        value = floor_to(Money(amount // count), step)
        if count != chips and value > 0:
            slips.add(slip, _three(value, count, amount), call=call.words, chips=chips)
    exact = floor_to(Money(amount // chips), units(1))
    slips.add("not_rounded", _three(exact, chips, amount), step=money_text(step))
    up = Money(laid + step)
    if times(up, chips) > amount:
        slips.add("rounded_up", {"value": money_text(up), "total": money_text(times(up, chips)), "change": "0"})
    slips.add("change_kept", {"change": "0"})
    _rest_slips(slips, amount, chips, step)
    slips.arithmetic("total")
    slips.unit_mixed(chips, "total")
    return slips.result()


def _rest_slips(slips: Slips, amount: Money, chips: int, step: Money) -> None:
    """Add what is left of the amount alone, by the step or by the chips."""
    slips.add("rest_of_step", {"change": _text(amount % step)})
    slips.add("rest_of_step", {"change": _text(amount % times(units(1), chips))})


def _chips(call: Call, house: HouseRules) -> int:
    return sum(chips for _, chips in call.spots(house))


def _another(bands: Bands, key: Key, before: tuple[Call, ...], house: HouseRules, rng: Random) -> Call | None:
    """Draw a call that is not among those before it; none where the deck says so or nothing is left."""
    said = {call.name for call in before}
    others = tuple(name for name in bands.get(key.name, key.default or ()) if name not in said)
    if not others or (name := rng.choice(others)) == "none":
        return None
    return drawn_call({**bands, key.name: (name,)}, house, rng, key)


def _value(bands: Bands, house: HouseRules, rng: Random) -> Money:
    """Draw a value a chip that the house's step and limits allow."""
    wanted = units(pick(bands, BY, rng))
    value = min(floor_to(wanted, house.chip_step), floor_to(house.limits.straight, house.chip_step))
    return max(value, house.chip_step)


def _amount(call: Call, house: HouseRules, rng: Random) -> Money:
    """Draw an amount from the least the call needs to the point where its first spot is full."""
    spots, chips = call.spots(house), _chips(call, house)
    full = min(house.limits.cap(bet.kind) // n for bet, n in spots)
    value = max(house.chip_step, house.limits.minimum_inside)
    least, most = times(Money(-(-value // house.chip_step) * house.chip_step), chips), times(Money(full), chips)
    step = max(house.chip_step, units(_LIST_STEP))
    first = -(-least // step)
    return times(step, rng.randint(first, max(first, most // step)))


def _three(value: Money, chips: int, amount: Money) -> Answer:
    total = times(value, chips)
    return {"value": money_text(value), "total": money_text(total), "change": _text(amount - total)}


def _text(money: int) -> str:
    return money_text(Money(money))


FAMILY = CallValue()
