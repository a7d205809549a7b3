"""An announced bet at the limit: full spots take no more, the rest is spread; more than goes is given back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import CallRefused
from srs_roulette.questions.calls import CALL, EACH_SIDE, ON, Call, call_house, drawn_call
from srs_roulette.questions.later import later
from srs_roulette.questions.maximum import limit_line, table_limits, vector
from srs_roulette.questions.parts import Slips, added, amount_field, drawn_money, pick, product, result, spot
from srs_roulette.questions.types import Family, Key, Question, Unit
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.limits import cost, spread
from srs_roulette.rules.money import Money, floor_to, money_text, times, units
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Answer, Bands, Slip
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.limits import Limits, Spread
    from srs_roulette.wording.message import Message

    Spots = tuple[tuple[Bet, int], ...]

MODE: Final = Key(
    name="mode",
    values=("capped", "just_above", "far_above", "over", "maximum", "below"),
    default=("capped",),
)
"""``capped``: above the change point; ``just_above`` and ``far_above`` its two ends; ``over``: more than the spots
take; ``below``: nothing is over its limit yet."""
LIMITED: Final = Key(name="call", values=CALL.values, default=("voisins", "orphelins", "jeu_zero"))
MAXIMUM: Final = Key(name="maximum", low=5, high=100_000, default=(50, 75, 100, 150, 200, 300, 400, 500))

_LIST_STEP: Final = 5
"""Amounts given are multiples of this: players give notes and value chips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The call, the straight-up maximum, and the amount unless the call is to the maximum."""

    mode: str
    call: str
    maximum: str
    on: str | None = None
    each_side: int | None = None
    amount: str | None = None


class CallLimit(Family[Params]):
    """What becomes of a call when its spots fill up."""

    name = "call_limit"
    params = Params
    keys = (LIMITED, MODE, ON, EACH_SIDE, MAXIMUM)
    uses = call_house
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a call, a maximum (the house's own where its limits are amounts), and an amount that the mode needs."""
        mode = str(pick(bands, MODE, rng))
        call = drawn_call(bands, house, rng, LIMITED)
        limits = table_limits(house, units(pick(bands, MAXIMUM, rng)))
        case = _Case(call, call.spots(house), house, limits)
        amount = None if mode == "maximum" else money_text(_amount(mode, case, rng))
        return Params(
            mode=mode,
            call=call.name,
            on=call.on,
            each_side=call.each_side,
            maximum=money_text(limits.straight),
            amount=amount,
        )

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask value, total and change, or the total of a call to the maximum."""
        call = Call(params.call, params.on, params.each_side)
        limits = table_limits(house, drawn_money(params.maximum))
        case = _Case(call, call.spots(house), house, limits)
        if params.amount is None:
            right: dict[str, str] = {"total": money_text(case.most)}
            slips, working, form = case.maximum_slips(right), case.maximum_working(), "maximum"
        else:
            amount = drawn_money(params.amount)
            laid = spread(case.spots, amount, house.chip_step, limits)
            right = _three(laid.value, laid.total, amount)
            slips, form = case.amount_slips(amount, laid, right), "amount"
            working = case.amount_working(amount, laid, right)
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(
                f"prompt.call_limit.{form}",
                limits=vector(house, limits),
                call=call.words,
                **({"amount": params.amount} if params.amount else {}),
            ),
            fields=tuple(amount_field(name, Unit.CASH) for name in right),
            expected=right,
            slips=slips,
            working=working,
        )


@dataclass(frozen=True, slots=True)
class _Case:
    """A call under one table's limits."""

    call: Call
    spots: Spots
    house: HouseRules
    limits: Limits

    @property
    def step(self) -> Money:
        return self.house.chip_step

    @property
    def chips(self) -> int:
        return sum(n for _, n in self.spots)

    @property
    def most(self) -> Money:
        """Every spot at its limit."""
        return Money(sum(self.limits.cap(bet.kind) for bet, _ in self.spots))

    def cap(self, bet: Bet) -> Money:
        return self.limits.cap(bet.kind)

    @property
    def highest(self) -> Money:
        """The value at which the roomiest spot is full."""
        return floor_to(Money(max(self.cap(bet) // n for bet, n in self.spots)), self.step)

    @property
    def edge(self) -> Money:
        """The value above which the first spot is over its limit."""
        return Money(min(self.cap(bet) // n for bet, n in self.spots))

    def over(self, value: Money) -> Spots:
        """List the spots on which chips of this value would pass the limit."""
        return tuple((bet, n) for bet, n in self.spots if times(value, n) > self.cap(bet))

    def first_full(self) -> Spots:
        """List the spots that fill before the others; none where all fill at once."""
        first = min(self.cap(bet) * self.chips // n for bet, n in self.spots)
        full = tuple((bet, n) for bet, n in self.spots if self.cap(bet) * self.chips // n == first)
        return () if len(full) == len(self.spots) else full

    def is_over(self, amount: Money, laid: Spread) -> bool:
        """Tell whether more was given than the spots take."""
        return amount > laid.total and laid.value == self.highest

    # -- slips

    @later
    def amount_slips(self, amount: Money, laid: Spread, right: Answer) -> Sequence[Slip]:
        slips = Slips("call_limit", right)
        full = self.over(laid.value)
        if self.is_over(amount, laid):
            self._over_slips(slips, amount)
        elif full:
            self._capped_slips(slips, amount, full)
        elif early := self.first_full():
            self._spread_slip(slips, "capped_too_early", amount, early)
        slips.add("change_to_bank", {"change": "0"})
        return slips.result()

    def _over_slips(self, slips: Slips, amount: Money) -> None:
        full = self.first_full()
        bet = next(bet for bet, n in self.spots if (bet, n) not in full)
        self._spread_slip(slips, "over_spread", amount, full, spot=spot(bet), most=money_text(self.cap(bet)))
        value = floor_to(Money(amount // self.chips), self.step)
        if full := self.over(value):
            _add(slips, "limit_ignored", value, times(value, self.chips), amount, spot=spot(full[0][0]))

    def _capped_slips(self, slips: Slips, amount: Money, full: Spots) -> None:
        first = full[0][0]
        rest = self.chips - sum(n for _, n in full)
        stands = Money(sum(self.cap(bet) for bet, _ in full))
        value = floor_to(Money(amount // self.chips), self.step)
        _add(slips, "limit_ignored", value, times(value, self.chips), amount, spot=spot(first))
        value = floor_to(Money(amount // rest), self.step)
        _add(slips, "capped_not_deducted", value, times(value, rest), amount, spot=spot(first))
        value = floor_to(Money((amount - stands) // self.chips), self.step)
        _add(slips, "wrong_divisor", value, Money(stands + times(value, self.chips)), amount, spot=spot(first))
        for wrong in self._wrong_caps(first):
            capped = Money(stands - self.cap(first) + wrong)
            self._rest_slip(
                slips, "wrong_cap", amount, capped, rest, spot=spot(first), most=money_text(self.cap(first))
            )
        for bet, n in self.spots:
            if bet.kind is Kind.CORNER and (bet, n) not in full:
                capped = Money(stands + self.cap(bet))
                self._rest_slip(
                    slips, "corner_capped", amount, capped, rest - n, spot=spot(bet), most=money_text(self.cap(bet))
                )
        value = floor_to(Money((amount - stands) // rest), units(1))
        _add(slips, "not_rounded", value, Money(stands + times(value, rest)), amount, step=money_text(self.step))

    def _wrong_caps(self, bet: Bet) -> list[Money]:
        straight, split = self.limits.straight, self.limits.cap(Kind.SPLIT)
        if bet.kind is Kind.STRAIGHT:
            return [split]
        # Three times the maximum is what other tables hold on a trio.
        return [times(straight, 2), straight, times(straight, 3)]

    def _spread_slip(self, slips: Slips, slip: str, amount: Money, full: Spots, **values: str | Message) -> None:
        stands = Money(sum(self.cap(bet) for bet, _ in full))
        rest = self.chips - sum(n for _, n in full)
        self._rest_slip(slips, slip, amount, stands, rest, chips=str(self.chips), **values)

    def _rest_slip(
        self, slips: Slips, slip: str, amount: Money, stands: Money, rest: int, **values: str | Message
    ) -> None:
        value = floor_to(Money((amount - stands) // rest), self.step)
        _add(slips, slip, value, Money(stands + times(value, rest)), amount, **values)

    @later
    def maximum_slips(self, right: Answer) -> Sequence[Slip]:
        slips = Slips("call_limit", right)
        straight = self.limits.straight
        slips.cash("straight_for_all", straight * self.chips, name="total", maximum=money_text(straight))
        slips.cash("straight_for_all", straight * len(self.spots), name="total", maximum=money_text(straight))
        for bet, _ in self.first_full():
            for wrong in self._wrong_caps(bet):
                most = money_text(self.cap(bet))
                slips.cash("wrong_cap", self.most - self.cap(bet) + wrong, name="total", spot=spot(bet), most=most)
        for bet, n in self.spots:
            if bet.kind is Kind.CORNER:
                split = self.most - self.cap(bet) + self.limits.cap(Kind.SPLIT)
                slips.cash("corner_as_split", split, name="total", spot=spot(bet), most=money_text(self.cap(bet)))
            if n > 1:
                more = self.most + self.cap(bet) * (n - 1)
                slips.cash("limit_for_each_chip", more, name="total", spot=spot(bet), most=money_text(self.cap(bet)))
        slips.arithmetic("total")
        return slips.result()

    # -- working

    @later
    def maximum_working(self) -> Sequence[Message]:
        lines = [limit_line(spot(bet), bet.kind, self.limits) for bet in _one_of_each(self.spots)]
        if len(self.spots) == 1:
            return tuple(lines)
        return (*lines, added([money_text(self.cap(bet)) for bet, _ in self.spots], money_text(self.most)))

    @later
    def amount_working(self, amount: Money, laid: Spread, right: Mapping[str, str]) -> Sequence[Message]:
        change = say(
            "work.difference",
            whole=money_text(amount),
            part=money_text(laid.total),
            result=money_text(Money(amount - laid.total)),
        )
        whole = result(" ".join(right.values()))
        if self.is_over(amount, laid):
            return (*self._over_working(laid), change, whole)
        full = self.over(laid.value)
        stands = Money(sum(self.cap(bet) for bet, _ in full))
        rest, chips = Money(amount - stands), self.chips - sum(n for _, n in full)
        lines = [limit_line(spot(bet), bet.kind, self.limits) for bet in _one_of_each(full)]
        if len(full) > 1:
            lines.append(added([money_text(self.cap(bet)) for bet, _ in full], money_text(stands)))
        if full:
            lines.append(
                say("work.difference", whole=money_text(amount), part=money_text(stands), result=money_text(rest))
            )
        lines.append(_rounded(rest, chips, self.step, laid.value))
        spread_over = money_text(times(laid.value, chips))
        lines.append(product(chips, money_text(laid.value), spread_over))
        if full:
            lines.append(added([money_text(stands), spread_over], money_text(laid.total)))
        return (*lines, change, whole)

    def _over_working(self, laid: Spread) -> list[Message]:
        """Work the value from the spot with the most room for a chip, then every spot as it is laid."""
        roomy, n = max(self.spots, key=lambda leg: self.cap(leg[0]) // leg[1])
        lines = [limit_line(spot(roomy), roomy.kind, self.limits)]
        if times(laid.value, n) != self.cap(roomy) or n > 1:
            lines.append(_rounded(self.cap(roomy), n, self.step, laid.value))
        shown = {roomy.kind}
        for placed in laid.spots:
            if placed.bet.kind not in shown and placed.amount == self.cap(placed.bet):
                lines.append(limit_line(spot(placed.bet), placed.bet.kind, self.limits))
                shown.add(placed.bet.kind)
        if len(laid.spots) > 1:
            lines.append(added([money_text(placed.amount) for placed in laid.spots], money_text(laid.total)))
        return lines


def _amount(mode: str, case: _Case, rng: Random) -> Money:
    """Draw an amount: first the value that it will give, then how much is left over."""
    step = units(_LIST_STEP)
    least, highest = -(-case.limits.minimum_inside // case.step), case.highest // case.step
    if highest < max(1, least):
        raise CallRefused(f"The limits leave no room for the call {case.call.name}.")
    if mode == "over":
        most = cost(case.spots, case.highest, case.limits)
        first = most // step + 1
        return times(step, rng.randint(first, max(first, most * 3 // 2 // step)))
    edge = case.edge // case.step
    over = range(edge + 1, highest + 1)
    fitting = {
        "capped": over,
        "just_above": over[: -(-len(over) // 3)],
        "far_above": over[len(over) // 2 :],
        "below": range(max(1, least, edge // 2), edge + 1),
    }[mode]
    if not fitting:
        raise CallRefused(f"Under these limits the call {case.call.name} has no amount for {mode}.")
    value = times(case.step, rng.choice(fitting))
    laid = cost(case.spots, value, case.limits)
    if value == case.highest:
        return laid
    more = cost(case.spots, Money(value + case.step), case.limits)
    amounts = range(-(-laid // step), -(-more // step))
    return times(step, rng.choice(amounts)) if amounts else laid


def _one_of_each(spots: Spots) -> list[Bet]:
    """Return the first spot of each kind."""
    kinds: dict[Kind, Bet] = {}
    for bet, _ in spots:
        kinds.setdefault(bet.kind, bet)
    return list(kinds.values())


def _three(value: Money, total: Money, amount: Money) -> dict[str, str]:
    return {"value": money_text(value), "total": money_text(total), "change": money_text(Money(amount - total))}


def _add(slips: Slips, slip: str, value: Money, total: Money, amount: Money, **values: str | Message) -> None:
    """Add a slip by its value and total; nobody gives back less than nothing."""
    if value > 0 and total <= amount:
        slips.add(slip, _three(value, total, amount), **values)


def _rounded(amount: Money, chips: int, step: Money, value: Money) -> Message:
    return say("work.rounded", amount=money_text(amount), chips=chips, step=money_text(step), result=money_text(value))


FAMILY = CallLimit()
