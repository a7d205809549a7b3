"""Bets outside the numbers: what they pay, what the player gets with the stakes, what becomes of them on zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.cloth import (
    Stack,
    boxes,
    cash_picture,
    cloth_house,
    drawn,
    fallen,
    kept_to_limits,
    locks,
    places,
    settled,
    staked,
)
from srs_roulette.questions.later import later
from srs_roulette.questions.parts import (
    POCKETS,
    Slips,
    added,
    amount_field,
    band,
    drawn_money,
    named_product,
    pick,
    pockets,
    result,
)
from srs_roulette.questions.parts import spot as spot_words
from srs_roulette.questions.types import Family, Key, Question, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.bets import EVEN_CHANCES, Kind
from srs_roulette.rules.money import Money, money_text, units
from srs_roulette.rules.pockets import NUMBERS, Pocket
from srs_roulette.rules.zero_rules import ZeroRule
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Slip
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.settle import Line
    from srs_roulette.wording.message import Message

MODE: Final = Key(name="mode", values=("one", "two", "four", "zero"), default=("one", "two", "four", "zero"))
_KINDS: Final = ("dozen", "column", *(kind.value for kind in EVEN_CHANCES))
BET: Final = Key(name="bet", values=_KINDS, default=_KINDS)
NUMBER: Final = Key(name="number", values=POCKETS, default=tuple(NUMBERS))
STAKE: Final = Key(name="stake", low=1, high=10_000, default=tuple(range(5, 205, 5)))
ASKED: Final = Key(name="asked", values=("pays", "returned"), default=("pays",))

_LOSES: Final = 4
"""A single bet loses in one draw of so many: the box must be looked at, not only its odds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The number that falls and the stakes, box by box."""

    mode: str
    number: str
    bets: tuple[str, ...]
    stake: tuple[str, ...]
    asked: str | None = None
    """``pays``, or ``returned``: with the winning stakes; on zero both what goes back and what is taken are"""


class Outside(Family[Params]):
    """Dozens, columns and even chances."""

    name = "outside"
    params = Params
    keys = (MODE, BET, NUMBER, STAKE, ASKED)
    uses = cloth_house
    house_sensitive = True
    answer_in_prompt = "an even chance pays as much as was staked"

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a number, boxes that hold it and boxes that do not, and a stake for each."""
        mode = str(pick(bands, MODE, rng))
        kinds = bands.get("bet", _KINDS)
        outside = [bet for bet in boxes(house.layout) if bet.kind.value in kinds]
        if mode == "zero":
            number, bets = _on_zero(house, rng)
        else:
            number, bets = _on_a_number(mode, bands, outside, rng)
        order = places(house.layout)
        bets.sort(key=order.__getitem__)
        stakes = [kept_to_limits(units(pick(bands, STAKE, rng)), bet, house) for bet in bets]
        return Params(
            mode=mode,
            number=number,
            bets=tuple(notation.write(bet) for bet in bets),
            stake=tuple(money_text(stake) for stake in stakes),
            asked=None if mode == "zero" else str(pick(bands, ASKED, rng)),
        )

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask ``{h} falls. {bet}: {s}; ... To pay, cash:``, the same with the stakes, or all that zero does."""
        number = Pocket(params.number)
        stacks = [
            Stack(bet=notation.read(bet, house.layout), chips=1, value=drawn_money(stake))
            for bet, stake in zip(params.bets, params.stake, strict=True)
        ]
        # Wording and working follow the list as asked, not the order of payment.
        fates = sorted(settled(house, number, stacks), key=lambda fate: stacks.index(fate[0]))
        if params.asked is None:
            right, slips, working = _zero(fates, house)
            form = "zero_locked" if locks(house) else "zero"
        else:
            right, slips, working = _paid(fates, number, params.asked)
            form = params.asked
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(
                f"prompt.outside.{form}",
                fall=fallen(number, house, [stack.bet for stack in stacks]),
                stacks=staked(stacks),
            ),
            fields=tuple(amount_field(name, Unit.CASH) for name in right),
            expected=right,
            slips=slips,
            working=working,
            picture=cash_picture(stacks),
            number=number,
        )


def _on_a_number(mode: str, bands: Bands, outside: Sequence[Bet], rng: Random) -> tuple[Pocket, list[Bet]]:
    count, won = {"one": (1, 1), "two": (2, 2)}.get(mode, (4, 0))
    if mode == "one" and rng.randrange(_LOSES) == 0:
        won = 0
    if mode == "four":
        won = rng.choice((2, 3))
    numbers = pockets(band(bands, NUMBER), NUMBERS) or NUMBERS
    # The first of the shuffled numbers that has enough winners and losers among these boxes.
    shuffled = rng.sample(numbers, len(numbers))
    number = next((p for p in shuffled if _has(outside, p, won, count - won)), shuffled[0])
    wins = [bet for bet in outside if bet.wins(number)]
    found = drawn(wins, [bet for bet in outside if not bet.wins(number)], count, won, rng)
    return number, found or rng.sample(wins, 1)


def _has(outside: Sequence[Bet], number: Pocket, won: int, lost: int) -> bool:
    holding = sum(bet.wins(number) for bet in outside)
    return holding >= won and len(outside) - holding >= lost


def _on_zero(house: HouseRules, rng: Random) -> tuple[Pocket, list[Bet]]:
    even = [bet for bet in boxes(house.layout) if bet.even_chance]
    other = [bet for bet in boxes(house.layout) if not bet.even_chance]
    bets = rng.sample(even, rng.choice((1, 2))) + rng.sample(other, rng.choice((1, 2)))
    return rng.choice(house.wheel.zeros), bets


# -- on a number


def _paid(
    fates: Sequence[tuple[Stack, Line]], number: Pocket, name: str
) -> tuple[dict[str, str], Sequence[Slip], tuple[Message, ...]]:
    whole = name == "returned"
    wins = [(stack, line) for stack, line in fates if line.outcome == "wins"]
    pays = sum(line.pays for _, line in wins)
    stakes = sum(line.stake for _, line in wins)
    answer = _text(pays + stakes if whole else pays)
    working = [
        named_product(spot_words(s.bet), money_text(s.amount), s.bet.odds, money_text(line.pays)) for s, line in wins
    ]
    parts = [money_text(line.pays) for _, line in wins]
    if whole:
        parts += [money_text(line.stake) for _, line in wins]
    if len(parts) > 1:
        working.append(added(parts, answer))
    if not wins:
        working = [
            *(say("work.misses", what=spot_words(stack.bet), number=number) for stack, _ in fates),
            result(answer),
        ]
    return {name: answer}, _paid_slips(fates, number, name, {name: answer}), tuple(working)


@later
def _paid_slips(
    fates: Sequence[tuple[Stack, Line]], number: Pocket, name: str, right: Mapping[str, str]
) -> Sequence[Slip]:
    slips, whole = Slips("outside", right), name == "returned"
    wins = [(stack, line) for stack, line in fates if line.outcome == "wins"]
    losers = [stack for stack, line in fates if line.outcome != "wins"]
    pays, stakes = sum(line.pays for _, line in wins), sum(line.stake for _, line in wins)
    lost = sum(stack.amount for stack in losers)
    base = stakes if whole else 0
    if whole:
        slips.cash("stake_forgotten", pays, name=name)
    else:
        slips.cash("for_one", pays + stakes, name=name)
    if any(not stack.bet.even_chance for stack, _ in wins):
        slips.cash("dozen_at_1", base + stakes, name=name)
    if any(stack.bet.even_chance for stack, _ in wins):
        slips.cash("even_at_2", base + 2 * stakes, name=name)
    for stack in losers:
        more = stack.amount * (stack.bet.odds + whole)
        slips.cash("loser_paid", base + pays + more, name=name, spot=spot_words(stack.bet), number=number)
    if losers:
        slips.cash("loser_subtracted", base + pays - lost, name=name)
        if whole:
            slips.cash("loser_returned", base + pays + lost, name=name)
    slips.arithmetic(name)
    return slips.result()


# -- on zero


def _zero(
    fates: Sequence[tuple[Stack, Line]], house: HouseRules
) -> tuple[dict[str, str], Sequence[Slip], tuple[Message, ...]]:
    locked = locks(house)
    back = sum(line.returned for _, line in fates)
    taken = sum(line.taken for _, line in fates)
    held = sum(line.held for _, line in fates)
    right = _three(back, taken, held, locked=locked)
    working = [_fate(stack, line) for stack, line in fates]
    for total, parts in (
        (back, [line.returned for _, line in fates if line.returned]),
        (taken, [line.taken for _, line in fates if line.taken]),
        (held, [line.held for _, line in fates if line.held]),
    ):
        if len(parts) > 1:
            working.append(added([money_text(part) for part in parts], _text(total)))
    working.append(result(" ".join(right.values())))
    return right, _zero_slips(fates, house, right), tuple(working)


def _fate(stack: Stack, line: Line) -> Message:
    what = spot_words(stack.bet)
    if line.outcome == "half":
        kept = {"whole": money_text(line.stake), "part": money_text(line.taken)}
        return say("work.half_back", what=what, **kept, result=_text(line.stake - line.taken))
    return say(f"work.{'locked' if line.outcome == 'held' else 'taken'}", what=what, stake=money_text(line.stake))


@later
def _zero_slips(fates: Sequence[tuple[Stack, Line]], house: HouseRules, right: Mapping[str, str]) -> Sequence[Slip]:
    slips, locked, rule = Slips("outside", right), locks(house), house.zero.rule
    even = sum(stack.amount for stack, _ in fates if stack.bet.even_chance)
    rest = sum(stack.amount for stack, _ in fates if not stack.bet.even_chance)

    def add(slip: str, back: int, taken: int, held: int = 0) -> None:
        slips.add(slip, _three(back, taken, held, locked=locked))

    if rule is not ZeroRule.NONE:
        add("rule_forgotten", 0, even + rest)
    if rule is not ZeroRule.HALF:
        add("no_half_here", even // 2, rest + even - even // 2)
    if not locked:
        add("none_locked", 0, rest)
    add("all_back", even, rest)
    if rule is ZeroRule.HALF:
        add("dozen_spared", (even + rest) // 2, even + rest - (even + rest) // 2)
    if locked:
        add("dozen_spared", 0, 0, even + rest)
    left = [line for stack, line in fates if stack.bet.kind not in {Kind.EVEN, Kind.LOW}]
    add(
        "zero_wins",
        sum(line.returned for line in left),
        sum(line.taken for line in left),
        sum(line.held for line in left),
    )
    return slips.result()


def _three(back: int, taken: int, held: int, *, locked: bool) -> dict[str, str]:
    found = {"back": _text(back), "take": _text(taken)}
    return found | {"held": _text(held)} if locked else found


def _text(money: int) -> str:
    return money_text(Money(money))


FAMILY = Outside()
