"""What may stand on a spot, what goes back, and what is under the minimum."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.errors import RuleRefused
from srs_roulette.questions.maximum import limit_line, table_limits
from srs_roulette.questions.parts import (
    Slips,
    added,
    amount_field,
    drawn_money,
    kind,
    layout_house,
    pick,
    result,
    spot,
    stations,
)
from srs_roulette.questions.types import Chip, Family, Key, Question, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.money import Money, money_text, times, total, units
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.limits import Limits
    from srs_roulette.wording.message import Message

    Stakes = Sequence[tuple[Bet, Money]]

MODE: Final = Key(name="mode", values=("highest", "back", "several", "minimum"), default=("highest",))
BET: Final = Key(
    name="bet",
    values=("split", "street", "trio", "corner", "first_four", "five", "six_line", "dozen", "column", "even"),
    default=("split", "street", "corner", "six_line"),
)
"""Not straight up: its limit is the maximum itself. ``even`` is any even chance."""
SPOTS: Final = Key(name="spots", low=3, high=5, default=(3, 4, 5))
MAXIMUM: Final = Key(name="maximum", low=10, high=100_000, default=(25, 50, 75, 100, 150, 200, 250, 300, 400, 500))
MINIMUM: Final = Key(name="minimum", low=2, high=1000, default=(5, 10, 20, 25))

_TRIES: Final = 20
"""Draws before one whose answer stands in its own prompt is taken after all."""
_SMALL: Final = units(50)
"""Limits up to this are asked in single units, others in fives."""
_PARTNER: Final = {
    Kind.STREET: Kind.CORNER,
    Kind.TRIO: Kind.CORNER,
    Kind.CORNER: Kind.STREET,
    Kind.FIRST_FOUR: Kind.STREET,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """A kind with its maximum and perhaps what was offered; or several bets with their stakes."""

    mode: str
    bet: str | None = None
    maximum: str | None = None
    """straight up; ``None`` where the limit asked for is an amount of the house"""
    stake: str | None = None
    bets: tuple[str, ...] | None = None
    stakes: tuple[str, ...] | None = None
    minimum: str | None = None


class LimitsFamily(Family[Params]):
    """The highest stake of a spot and what a dealer hands back."""

    name = "limits"
    params = Params
    keys = (MODE, BET, SPOTS, MAXIMUM, MINIMUM)
    uses = (*layout_house, "limits", "minor_digits", "under_minimum")
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a kind and a maximum, and what is offered; or spots of one number; or boxes and a minimum."""
        mode = str(pick(bands, MODE, rng))
        if mode == "minimum":
            return _drawn_minimum(mode, pick(bands, MINIMUM, rng), house, rng)
        limits = table_limits(house, units(pick(bands, MAXIMUM, rng)))
        if mode == "several":
            return _drawn_several(mode, pick(bands, SPOTS, rng), house, limits, rng)
        bet = str(pick(bands, BET, rng))
        cap = limits.cap(Kind(bet))
        extras = (_part(cap, 5, 100, rng) for _ in range(_TRIES))
        # The maximum stands in the prompt, so it should not be what goes back.
        more = next((extra for extra in extras if extra != limits.straight), cap)
        return Params(
            mode=mode,
            bet=bet,
            maximum=None if limits.is_amount(Kind(bet)) else money_text(limits.straight),
            stake=money_text(Money(cap + more)) if mode == "back" else None,
        )

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask the highest stake, what goes back, or what a minimum lets stand."""
        if params.mode == "minimum":
            return self._minimum(params, house)
        if params.mode == "several":
            return self._several(params, house)
        of = Kind(params.bet or "")
        if of is not Kind.EVEN and not any(bet.kind is of for bet in house.layout.bets):
            raise RuleRefused(f'The layout of the house "{house.id}" has no {of.value.replace("_", " ")}.')
        limits = table_limits(house, drawn_money(params.maximum)) if params.maximum else house.limits
        cap, name = limits.cap(of), "stake" if params.stake is None else "back"
        what = say("limits.even_chance") if of is Kind.EVEN else kind(of)
        words: dict[str, str | Message] = {"limits": _said(params.maximum, house), "bet": what}
        working = [limit_line(what, of, limits)]
        answer = cap
        offered = None
        if params.stake is not None:
            offered = drawn_money(params.stake)
            answer, words["stake"] = Money(offered - cap), params.stake
            working.append(_difference(offered, cap))
        right = {name: money_text(answer)}
        slips = Slips(self.name, right)
        for slip, wrong, values in _wrong_limits(of, what, limits):
            slips.cash(slip, wrong if offered is None else offered - wrong, name=name, **values)
        if offered is not None:
            slips.cash("all_back", offered, name=name)
            slips.cash("kept_for_back", cap, name=name)
        slips.arithmetic(name)
        return self._question(
            params, house, message=say(f"prompt.limits.{params.mode}", **words), slips=slips, working=working
        )

    def _several(self, params: Params, house: HouseRules) -> Question:
        limits = table_limits(house, drawn_money(params.maximum)) if params.maximum else house.limits
        stakes = _stakes(params, house)

        def back(cap: Callable[[Bet], Money]) -> int:
            return sum(max(0, stake - cap(bet)) for bet, stake in stakes)

        def own(bet: Bet) -> Money:
            return limits.cap(bet.kind)

        excess = [(bet, Money(stake - own(bet))) for bet, stake in stakes if stake > own(bet)]
        right = {"back": money_text(Money(back(own)))}
        slips = Slips(self.name, right)
        for bet, more in excess:
            slips.cash("spot_missed", back(own) - more, name="back", spot=spot(bet))
        slips.cash("set_off", sum(stake - own(bet) for bet, stake in stakes), name="back")
        slips.cash("maximum_for_all", back(lambda _: limits.straight), name="back", maximum=money_text(limits.straight))
        slips.cash("street_corner", back(lambda bet: limits.cap(_PARTNER.get(bet.kind, bet.kind))), name="back")
        slips.cash("odds_as_factor", back(lambda bet: times(limits.straight, bet.odds)), name="back")
        if any(bet.kind is Kind.SIX_LINE for bet, _ in stakes):
            five = times(limits.straight, 5)
            slips.cash("six_at_5", back(lambda bet: five if bet.kind is Kind.SIX_LINE else own(bet)), name="back")
        slips.cash("kept_for_back", sum(min(stake, own(bet)) for bet, stake in stakes), name="back")
        slips.arithmetic("back")
        working: list[Message] = []
        for bet, stake in stakes:
            working.append(limit_line(spot(bet), bet.kind, limits))
            if stake > own(bet):
                working.append(_difference(stake, own(bet)))
        if len(excess) > 1:
            working.append(added([money_text(more) for _, more in excess], right["back"]))
        else:
            working.append(result(right["back"]))
        message = say("prompt.limits.several", limits=_said(params.maximum, house), stacks=_stacks(stakes))
        return self._question(params, house, message=message, slips=slips, working=working, stakes=stakes)

    def _minimum(self, params: Params, house: HouseRules) -> Question:
        if house.under_minimum != "refused":
            raise RuleRefused(f'The house "{house.id}" does not refuse what is under the minimum.')
        minimum, stakes = drawn_money(params.minimum), _stakes(params, house)
        taken = [stake for _, stake in stakes if stake >= minimum]
        refused = [stake for _, stake in stakes if stake < minimum]
        whole = total([*taken, *refused])

        def answer(stays: int) -> dict[str, str]:
            return {"stake": money_text(Money(stays)), "back": money_text(Money(whole - stays))}

        slips = Slips(self.name, answer(total(taken)))
        slips.add("under_minimum_taken", answer(whole), minimum=money_text(minimum))
        for stake in refused if len(refused) > 1 else ():
            slips.add("one_not_refused", answer(total(taken) + stake), stake=money_text(stake))
        slips.add("minimum_refused", answer(sum(stake for stake in taken if stake > minimum)))
        slips.add("filled_up", {"stake": money_text(Money(sum(max(s, minimum) for _, s in stakes))), "back": "0"})
        slips.add("kept_for_back", {"stake": slips.right["back"], "back": slips.right["stake"]})
        sums = [part for part in (taken, refused) if len(part) > 1]
        working = [added([money_text(stake) for stake in part], money_text(total(part))) for part in sums]
        message = say("prompt.limits.minimum", minimum=money_text(minimum), stacks=_stacks(stakes))
        working.append(result(" ".join(str(value) for value in slips.right.values())))
        return self._question(params, house, message=message, slips=slips, working=working, stakes=stakes)

    def _question(
        self,
        params: Params,
        house: HouseRules,
        *,
        message: Message,
        slips: Slips,
        working: list[Message],
        stakes: Stakes = (),
    ) -> Question:
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=message,
            fields=tuple(amount_field(name, Unit.CASH) for name in slips.right),
            expected=slips.right,
            slips=slips.result(),
            working=tuple(working),
            picture=tuple(Chip(bet=bet, chips=1, amount=money_text(stake)) for bet, stake in stakes),
        )


def _drawn_several(mode: str, count: int, house: HouseRules, limits: Limits, rng: Random) -> Params:
    """Draw spots of one number, of as many kinds as there are: two or more over their limit, one or more within."""
    holding = list(stations(house.layout, rng.choice(house.wheel.ring)))
    rng.shuffle(holding)
    kinds: set[Kind] = set()
    bets = []
    for again in (False, True):
        for bet in holding:
            if bet not in bets and (again or bet.kind not in kinds):
                kinds.add(bet.kind)
                bets.append(bet)
    bets = bets[:count]
    caps = [limits.cap(bet.kind) for bet in bets]
    stakes: list[Money] = []
    for _ in range(_TRIES):
        over = rng.sample(range(len(bets)), rng.randint(2, len(bets) - 1))
        stakes = [
            Money(cap + _part(cap, 5, 60, rng) if place in over else cap - _part(cap, 0, 50, rng))
            for place, cap in enumerate(caps)
        ]
        back = sum(max(0, stake - cap) for stake, cap in zip(stakes, caps, strict=True))
        if back not in {limits.straight, *stakes}:
            break
    laid = dict(zip(bets, stakes, strict=True))
    order = [bet for bet in house.layout.inside if bet in laid]
    return Params(
        mode=mode,
        maximum=None if limits.fixed else money_text(limits.straight),
        bets=tuple(notation.write(bet) for bet in order),
        stakes=tuple(money_text(laid[bet]) for bet in order),
    )


def _drawn_minimum(mode: str, minimum: int, house: HouseRules, rng: Random) -> Params:
    """Draw three or four boxes: one or more under the minimum, one or more not."""
    boxes = [bet for bet in house.layout.bets if not bet.inside]
    bets = rng.sample(boxes, rng.choice((3, 4)))
    under = rng.sample(range(len(bets)), rng.randint(1, len(bets) - 1))
    stakes = [
        rng.randint(1, minimum - 1) if place in under else minimum + rng.choice((0, 1, 2, 5, 10))
        for place in range(len(bets))
    ]
    return Params(
        mode=mode,
        bets=tuple(notation.write(bet) for bet in bets),
        stakes=tuple(str(stake) for stake in stakes),
        minimum=str(minimum),
    )


def _part(cap: Money, low: int, high: int, rng: Random) -> Money:
    """Draw ``low`` to ``high`` percent of a limit, in fives (ones for a small limit)."""
    step = units(5) if cap > _SMALL else units(1)
    least = -(-cap * low // 100 // step)
    return times(step, rng.randint(least, max(least, cap * high // 100 // step)))


def _wrong_limits(of: Kind, what: Message, limits: Limits) -> list[tuple[str, int, dict[str, Any]]]:
    """Give what a limit is taken for, the likeliest first."""
    straight, cap = limits.straight, limits.cap(of)
    outside = not SPECS[of].inside
    found: list[tuple[str, int, dict[str, Any]]] = []
    if limits.is_amount(of):
        found.append(("straight_limit", straight, {}))
        by_size = "inside_rule_outside" if outside else "own_amounts"
        found.append((by_size, straight * SPECS[of].size, {"limit": money_text(cap)}))
    else:
        found.append(("factor_forgotten", straight, {"bet": what, "factor": str(Fraction(cap, straight))}))
    found.append(("odds_as_factor", straight * SPECS[of].odds, {}))
    if of in _PARTNER:
        found.append(("street_corner", limits.cap(_PARTNER[of]), {}))
    if of is Kind.SIX_LINE:
        found.append(("six_at_5", straight * 5, {}))
    if outside:
        other = Kind.DOZEN if of is Kind.EVEN else Kind.EVEN
        found.append(("other_box", limits.cap(other), {"limit": money_text(cap)}))
    return found


def _said(maximum: str | None, house: HouseRules) -> Message:
    """Say the maximum, or the house whose amounts are asked."""
    return say("limits.maximum", maximum=maximum) if maximum else say("limits.house", house=house.name)


def _stakes(params: Params, house: HouseRules) -> list[tuple[Bet, Money]]:
    bets = [notation.read(text, house.layout) for text in params.bets or ()]
    return list(zip(bets, map(drawn_money, params.stakes or ()), strict=True))


def _stacks(stakes: Stakes) -> tuple[Message, ...]:
    return tuple(say("stack.chips", spot=spot(bet), chips=money_text(stake)) for bet, stake in stakes)


def _difference(whole: Money, part: Money) -> Message:
    rest = money_text(Money(whole - part))
    return say("work.difference", whole=money_text(whole), part=money_text(part), result=rest)


FAMILY = LimitsFamily()
