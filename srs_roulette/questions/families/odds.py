"""What a bet pays and covers, which bets pay the same, chances and house edges."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.parts import Slips, amount_field, band, kind, layout_house, pick
from srs_roulette.questions.types import Answer, Family, Field, FieldType, Key, Question, Unit
from srs_roulette.rules import odds
from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.layouts import DOUBLE, SINGLE, Layout
from srs_roulette.rules.money import ZERO
from srs_roulette.rules.wheels import WHEELS
from srs_roulette.rules.zero_rules import ZeroRule, ZeroTerms, smallest
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from random import Random

    from srs_roulette.questions.types import Bands
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules

MODE: Final = Key(name="mode", values=("pays", "reverse", "chance", "edge"), default=("pays",))
BET: Final = Key(
    name="bet", values=tuple(k.value for k in Kind), default=tuple(k.value for k in Kind if k is not Kind.FIVE)
)
PAYS: Final = Key(name="pays", values=(11, 8, 2, 1), default=(11, 8, 2, 1))
WHEEL: Final = Key(name="wheel", values=tuple(WHEELS), default=("single_zero",))
RULE: Final = Key(name="rule", values=("none", "half", "prison", "double_prison"), default=("none",))

SAME: Final = {
    11: "street_trio",
    8: "corner_first_four",
    2: "dozen_column",
    1: "even_chances",
}
"""Every bet that pays so much, as one choice."""
_GROUPS: Final = (*SAME.values(), "street_corner", "six_line_dozen")

_LAYOUTS: Final = {layout.wheel.name: layout for layout in (SINGLE, DOUBLE)}
_PRISONS: Final = {"prison": 1, "double_prison": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """What is asked, and of which bet, wheel and zero rule."""

    mode: str
    bet: str | None = None
    pays: int | None = None
    wheel: str | None = None
    rule: str | None = None


class Odds(Family[Params]):
    """The law of odds: 36 / numbers - 1, with one exception."""

    name = "odds"
    params = Params
    keys = (MODE, BET, PAYS, WHEEL, RULE)
    uses = layout_house
    answer_in_prompt = "some odds and counts are small figures, as the odds asked about are"

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:  # noqa: ARG002 - one signature
        """Draw what the form needs."""
        mode = pick(bands, MODE, rng)
        if mode == "reverse":
            return Params(mode=mode, pays=pick(bands, PAYS, rng))
        if mode == "pays":
            return Params(mode=mode, bet=pick(bands, BET, rng))
        wheel = pick(bands, WHEEL, rng)
        bet = rng.choice([bet for bet in band(bands, BET) if _examples(bet, _LAYOUTS[wheel])])
        return Params(mode=mode, bet=bet, wheel=wheel, rule=pick(bands, RULE, rng) if mode == "edge" else None)

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask one of the four forms."""
        match params.mode:
            case "pays":
                parts = _pays(Kind(params.bet or ""))
            case "reverse":
                parts = _reverse(params.pays or 0)
            case "chance":
                parts = _chance(params)
            case _:
                parts = _edge(params)
        message, fields, right, slips, working, choices = parts
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=message,
            fields=fields,
            choices=choices,
            expected=right,
            slips=slips.result(),
            working=working,
        )


Parts = tuple[Message, tuple[Field, ...], Answer, Slips, tuple[Message, ...], dict[str, tuple[str, ...]]]


def _pays(bet: Kind) -> Parts:
    pays, size = SPECS[bet].odds, SPECS[bet].size
    right = {"pays": str(pays), "numbers": str(size)}
    slips = Slips("odds", right)
    slips.add("for_one", {"pays": str(pays + 1)}, odds=pays)
    if bet is Kind.FIVE:
        slips.add("five_fair", {"pays": "6.2"})
    if size != pays:
        slips.add("covers_as_pays", {"pays": str(size)})
    if swapped := {11: 8, 8: 11}.get(pays):
        slips.add("street_corner", {"pays": str(swapped)})
    if bet is Kind.FIVE:
        rule = say("work.five", answer=f"{pays} {size}")
    else:
        rule = say("work.odds", numbers=size, pays=pays, answer=f"{pays} {size}")
    fields = (amount_field("pays", Unit.TO_ONE), amount_field("numbers", Unit.POCKETS))
    return say("prompt.odds.pays", bet=kind(bet)), fields, right, slips, (rule,), {}


def _reverse(pays: int) -> Parts:
    right = {"bets": SAME[pays]}
    slips = Slips("odds", right)
    if pays in {11, 8}:
        slips.add("street_corner", {"bets": SAME[19 - pays]})
        slips.add("street_corner", {"bets": "street_corner"})
    if counted := SAME.get(pays - 1):
        slips.add("for_one", {"bets": counted}, odds=pays - 1)
    working = (say("work.named_result", what=say("work.pays_to_one", pays=pays), answer=SAME[pays]),)
    fields = (Field("bets", FieldType.CHOICE),)
    return say("prompt.odds.reverse", pays=pays), fields, right, slips, working, {"bets": _GROUPS}


def _examples(bet: str, layout: Layout) -> list[Bet]:
    return [b for b in layout.bets if b.kind == bet]


def _chance(params: Params) -> Parts:
    layout = _LAYOUTS[params.wheel or ""]
    bet = _examples(params.bet or "", layout)[0]
    exact = odds.chance(bet, layout.wheel)
    size, pockets = len(bet.covers), len(layout.wheel.ring)
    right = {"chance": percent(exact, 1)}
    slips = Slips("odds", right)
    slips.add("over_36", {"chance": percent(Fraction(size, 36), 1)})
    slips.add("other_wheel", {"chance": percent(Fraction(size, 75 - pockets), 1)})
    working = (say("work.chance", numbers=size, pockets=pockets, answer=right["chance"]),)
    message = say("prompt.odds.chance", bet=kind(bet.kind), wheel=say(f"wheel.{params.wheel}"))
    return message, (amount_field("chance", Unit.PERCENT),), right, slips, working, {}


def _edge(params: Params) -> Parts:
    layout = _LAYOUTS[params.wheel or ""]
    bet, rule = _examples(params.bet or "", layout)[0], params.rule or "none"
    terms = _terms(rule)
    exact = odds.edge(bet, layout.wheel, terms)
    right = {"edge": percent(exact, 2)}
    slips = Slips("odds", right)
    slips.add("rule_forgotten", {"edge": percent(odds.edge(bet, layout.wheel), 2)})
    other = DOUBLE if layout is SINGLE else SINGLE
    for same in _examples(bet.kind, other)[:1]:
        slips.add("other_wheel", {"edge": percent(odds.edge(same, other.wheel, terms), 2)})
    if rule in _PRISONS:
        slips.add("prison_as_half", {"edge": percent(odds.edge(bet, layout.wheel, _terms("half")), 2)})
    working = (say("work.edge", exact=f"{exact.numerator}/{exact.denominator}", answer=right["edge"]),)
    message = say("prompt.odds.edge", bet=kind(bet.kind), wheel=say(f"wheel.{params.wheel}"), rule=say(f"rule.{rule}"))
    return message, (amount_field("edge", Unit.PERCENT),), right, slips, working, {}


def _terms(rule: str) -> ZeroTerms:
    levels = _PRISONS.get(rule, 0)
    return ZeroTerms(
        rule=ZeroRule.PRISON if levels else ZeroRule(rule),
        name="",
        sharing="never",
        sharing_needs_even_multiple=False,
        levels=levels,
        move=False,
        half="exact",
        second_zero="next_level",
        minor=smallest(2),
        minimum=ZERO,
    )


def percent(share: Fraction, decimals: int) -> str:
    """Write a share as percent, rounded half up to so many decimals, without trailing zeros."""
    scaled = share * 100 * 10**decimals
    rounded = (scaled.numerator * 2 + scaled.denominator) // (scaled.denominator * 2)
    whole, rest = divmod(rounded, 10**decimals)
    tail = f"{rest:0{decimals}d}".rstrip("0")
    return f"{whole}.{tail}" if tail else str(whole)


FAMILY = Odds()
