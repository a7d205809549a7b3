"""Chips on one kind of bet: the tables of 35, 17, 11, 8 and 5, and stakes in money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.later import later
from srs_roulette.questions.parts import Slips, amount_field, drawn_money, kind, layout_house, pick, product
from srs_roulette.questions.types import Family, Key, Question, Unit
from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.money import ONE, Money, money_text, times, units
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from srs_roulette.questions.types import Answer, Bands, Slip
    from srs_roulette.rules.house import HouseRules

BET: Final = Key(
    name="bet",
    values=tuple(k.value for k in Kind),
    default=("straight", "split", "street", "corner", "six_line"),
)
CHIPS: Final = Key(name="chips", low=1, high=500, default=tuple(range(2, 21)))
STAKE: Final = Key(name="stake", money=True, default=())
ASKED: Final = Key(name="asked", values=("pays", "with_stake"), default=("pays",))

_OTHER: Final = {35: 17, 17: 35, 11: 8, 8: 11}
"""The table that each is taken for. A six line paid at 6 is the stake counted in, so 5 has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """Chips, or a stake in money in their place."""

    bet: str
    chips: int | None = None
    stake: str | None = None
    asked: str | None = None
    """``with_stake``: what the player gets back in all"""


class TimesTable(Family[Params]):
    """n chips times the odds."""

    name = "times_table"
    params = Params
    keys = (BET, CHIPS, STAKE, ASKED)
    uses = layout_house
    answer_in_prompt = "an even chance pays as much as was staked"

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:  # noqa: ARG002 - one signature
        """Draw the kind, and chips or, where the deck gives stakes, a stake."""
        bet = pick(bands, BET, rng)
        if bands.get("stake"):
            asked = pick(bands, ASKED, rng)
            return Params(bet=bet, stake=pick(bands, STAKE, rng), asked=None if asked == "pays" else asked)
        return Params(bet=bet, chips=pick(bands, CHIPS, rng))

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask ``{bet}. Chips: {n}. To pay, chips:`` or the same in money."""
        if params.stake is not None:
            return self._in_money(params, drawn_money(params.stake), house)
        bet, odds, n = Kind(params.bet), SPECS[Kind(params.bet)].odds, params.chips or 0
        right = {"pays": str(n * odds)}
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say("prompt.times_table.pays", bet=kind(bet), chips=n),
            fields=(amount_field("pays", Unit.CHIPS),),
            expected=right,
            slips=_slips(odds, n, right),
            working=(product(n, odds, n * odds),),
        )

    def _in_money(self, params: Params, stake: Money, house: HouseRules) -> Question:
        bet, odds = Kind(params.bet), SPECS[Kind(params.bet)].odds
        pays, returned = times(stake, odds), times(stake, odds + 1)
        working = [product(money_text(stake), odds, money_text(pays))]
        whole = params.asked == "with_stake"
        if whole:
            parts = f"{money_text(pays)} + {money_text(stake)}"
            working.append(say("work.sum", parts=parts, result=money_text(returned)))
        name = "returned" if whole else "pays"
        right = {name: money_text(returned if whole else pays)}
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(
                f"prompt.times_table.{'returned' if whole else 'cash'}", bet=kind(bet), stake=money_text(stake)
            ),
            fields=(amount_field(name, Unit.CASH),),
            expected=right,
            slips=_money_slips(odds, stake, right),
            working=tuple(working),
        )


@later
def _slips(odds: int, n: int, right: Answer) -> Sequence[Slip]:
    slips = Slips("times_table", right)
    slips.chips("stake_included", n * (odds + 1), times=odds + 1)
    slips.chips("one_too_many", (n + 1) * odds)
    slips.chips("one_too_few", (n - 1) * odds)
    if odds in _OTHER:
        slips.chips("wrong_table", n * _OTHER[odds], other=_OTHER[odds])
    for slip, wrong in _methods(odds, n):
        slips.chips(slip, wrong)
    slips.arithmetic()
    return slips.result()


@later
def _money_slips(odds: int, stake: Money, right: Answer) -> Sequence[Slip]:
    (name,) = right
    slips, whole = Slips("times_table", right), name == "returned"
    if whole:
        slips.cash("stake_forgotten", times(stake, odds), name=name)
    else:
        slips.cash("stake_included", times(stake, odds + 1), name=name, times=odds + 1)
    if odds in _OTHER:
        slips.cash("wrong_table", times(stake, _OTHER[odds] + whole), name=name, other=_OTHER[odds])
    if stake % ONE == 0:
        n = stake // ONE
        for slip, wrong in _methods(odds, n):
            slips.cash(slip, units(wrong + (n if whole else 0)), name=name)
    slips.arithmetic(name)
    return slips.result()


def _methods(odds: int, n: int) -> list[tuple[str, int]]:
    """Give the results of a dealer's short cut left half done (PROMPTS.md, family 3)."""
    if odds == SPECS[Kind.STRAIGHT].odds:
        return [("not_halved", 70 * n)]
    if odds == SPECS[Kind.SPLIT].odds and n > 1:
        return [("twice_forgotten", 15 * n if n % 2 == 0 else 15 * (n - 1) + 17)]
    if odds == SPECS[Kind.STREET].odds:
        tens, ones = divmod(n, 10)
        if 1 <= tens < 10 <= tens + ones:  # noqa: PLR2004 - the digits of a two-digit number
            return [("carry_forgotten", 100 * tens + 10 * ((tens + ones) % 10) + ones)]
    if odds == SPECS[Kind.FIVE].odds:
        six_line, first_four = SPECS[Kind.SIX_LINE].odds * n, SPECS[Kind.FIRST_FOUR].odds * n
        # Fair would be 36 / 5 - 1: in whole chips only for every fifth stake.
        fair = [("fair_odds", 31 * n // 5)] if n % 5 == 0 else []
        return [*fair, ("six_line_odds", six_line), ("first_four", first_four)]
    return []


FAMILY = TimesTable()
