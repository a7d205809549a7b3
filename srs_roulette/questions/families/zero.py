"""Even chances on zero under the house's rule: half back, prison, double prison, sharing, a moved prisoner."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import RuleRefused
from srs_roulette.questions.parts import Slips, added, amount_field, drawn_money, layout_house, pick, result, spot
from srs_roulette.questions.types import Family, Field, FieldType, Key, Question, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.bets import EVEN_CHANCES
from srs_roulette.rules.money import Money, money_text, total, units
from srs_roulette.rules.pockets import NUMBERS, Pocket
from srs_roulette.rules.settle import Stake, move, settle
from srs_roulette.rules.zero_rules import ZeroRule, locked_on_zero, may_share, on_zero
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from srs_roulette.questions.types import Bands
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.wording.message import Message
    from srs_roulette.wording.message import Value as Words

MODE: Final = Key(name="mode", values=("one", "share", "quarter", "next", "double", "moved"), default=("one",))
"""``one``: zero falls. ``share`` and ``quarter``: the player asks to share, after one zero or two. ``next``: locked,
then a number. ``double``: two zeros and more. ``moved``: locked, put on another even chance, then a number."""
BET: Final = Key(name="bet", values=tuple(k.value for k in EVEN_CHANCES), default=tuple(k.value for k in EVEN_CHANCES))
BESIDE: Final = Key(name="beside", values=("none", "dozen", "column"), default=("none", "dozen", "column"))
"""What the player has on the layout besides the even chance; ``one`` only."""
STAKE: Final = Key(name="stake", money=True, default=tuple(str(n) for n in range(10, 210, 10)))
MINIMUM: Final = Key(name="minimum", low=1, high=1000, default=(5, 10, 20))
MULTIPLE: Final = Key(name="multiple", low=1, high=100, default=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
"""The stake in minimums, where sharing asks for it."""

OUTCOMES: Final = ("freed", "lost", "locked", "halved")
BACK: Final = amount_field("back", Unit.CASH)
_RUNS: Final = (("wins",), ("loses",), ("zero",), ("wins", "wins"), ("wins", "loses"))
"""What may follow two zeros. Zero after a win is left out: no source says what it does there."""
_NAMED: Final = {"freed": "freed", "loses": "lost", "held": "locked", "half": "halved"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """What stands on the layout and every number that falls, in order."""

    mode: str
    bets: tuple[str, ...]
    stakes: tuple[str, ...]
    numbers: tuple[str, ...]
    minimum: str | None = None
    """of the table, where sharing depends on it"""
    to: str | None = None
    """the even chance on which the locked stake is put after the first zero"""


class Zero(Family[Params]):
    """What zero does to even chances."""

    name = "zero"
    params = Params
    keys = (MODE, BET, BESIDE, STAKE, MINIMUM, MULTIPLE)
    uses = (
        *layout_house,
        *("zero_rule", "zero_name", "sharing", "sharing_needs_even_multiple", "prison_levels", "move_prisoner"),
        *("half", "second_zero", "minor_digits", "limits"),
    )
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw the stakes and what falls."""
        mode = str(pick(bands, MODE, rng))
        _admit(mode, house)
        bet, zero = _box(str(pick(bands, BET, rng)), house), str(rng.choice(house.wheel.zeros))
        if mode in {"share", "quarter"}:
            minimum = int(pick(bands, MINIMUM, rng))
            return Params(
                mode=mode,
                bets=(bet.box,),
                stakes=(str(minimum * int(pick(bands, MULTIPLE, rng))),),
                numbers=(zero,) * (1 if mode == "share" else 2),
                minimum=str(minimum),
            )
        stake = str(pick(bands, STAKE, rng))
        if mode == "one":
            beside = str(pick(bands, BESIDE, rng))
            others = [] if beside == "none" else [rng.choice([b.box for b in house.layout.bets if b.kind == beside])]
            stakes = (stake, *(str(pick(bands, STAKE, rng)) for _ in others))
            return Params(mode=mode, bets=(bet.box, *others), stakes=stakes, numbers=(zero,))
        to: Bet | None = None
        numbers: tuple[str, ...] = (zero,)
        if mode == "moved":
            to = rng.choice([b for b in _boxes(house) if b != bet])
            # The number tells the two chances apart: it wins on one of them.
            apart = [n for n in NUMBERS if bet.wins(n) != to.wins(n)]
            numbers = (zero, rng.choice(apart))
        elif mode == "next":
            numbers = (zero, rng.choice(NUMBERS))
        else:
            numbers = (zero, zero, *_run(bet, zero, house, rng))
        return Params(mode=mode, bets=(bet.box,), stakes=(stake,), numbers=numbers, to=to.box if to else None)

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask what goes back and what is taken, whether a stake may be shared, or what becomes of a locked one."""
        _admit(params.mode, house)
        bets = [_box(text, house) for text in params.bets]
        stakes = [Stake(bet=b, amount=drawn_money(s)) for b, s in zip(bets, params.stakes, strict=True)]
        words: dict[str, Words] = {
            "rule": _rule(house) if params.minimum or house.zero.sharing == "never" else _unshared(house),
            "bet": spot(bets[0]),
            "stake": params.stakes[0],
            "zero": params.numbers[0],
            "number": params.numbers[-1],
        }
        fields: tuple[Field, ...] = (BACK,)
        choices: dict[str, tuple[str, ...]] = {}
        if params.mode == "one":
            words["stacks"] = tuple(
                say("stack.chips", spot=spot(b), chips=s) for b, s in zip(bets, params.stakes, strict=True)
            )
            fields = (BACK, amount_field("take", Unit.CASH))
            slips, working = _one(stakes, Pocket(params.numbers[0]), house)
        elif params.minimum is not None:
            words["minimum"] = params.minimum
            fields, choices = (Field("allowed", FieldType.CHOICE), BACK), {"allowed": ("yes", "no")}
            slips, working = _shared(stakes[0].amount, drawn_money(params.minimum), params.mode, house)
        else:
            words["numbers"] = params.numbers
            to = _box(params.to, house) if params.to else None
            if to:
                words["to"] = spot(to)
            fields, choices = (Field("outcome", FieldType.CHOICE), BACK), {"outcome": OUTCOMES}
            slips, working = _locked(stakes[0], params.numbers, to, house)
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(f"prompt.zero.{params.mode}", **words),
            fields=fields,
            expected=slips.right,
            slips=slips.result(),
            working=(*working, result(" ".join(str(value) for value in slips.right.values()))),
            choices=choices,
            number=Pocket(params.numbers[-1]),
        )


Parts = tuple[Slips, list["Message"]]


def _admit(mode: str, house: HouseRules) -> None:
    """Refuse what the house does not have."""
    terms = house.zero
    locks = terms.rule is ZeroRule.PRISON
    fits = {
        "one": True,
        "share": locks and terms.sharing != "never",
        "quarter": locks and terms.sharing != "never" and terms.levels > 1 and terms.second_zero == "next_level",
        "next": locks and terms.sharing != "always",
        "double": locks and terms.sharing != "always",
        "moved": locks and terms.sharing != "always" and terms.move,
    }
    if not fits[mode]:
        raise RuleRefused(f'The zero rule of the house "{house.id}" leaves nothing to ask for "{mode}".')


def _one(stakes: Sequence[Stake], zero: Pocket, house: HouseRules) -> Parts:
    spin = settle(house, zero, stakes)
    first, rest = spin.lines[0], stakes[1:]
    whole, stake = total([s.amount for s in stakes]), stakes[0].amount
    slips = Slips("zero", _two(spin.returned, spin.taken))
    half = Money(stake // 2)
    others = total([s.amount for s in rest])
    wrong = {
        "nothing_back": (Money(0), whole),
        "all_back": (stake, others),
        "dozen_halved": (Money(whole // 2), Money(whole - whole // 2)),
        "prison_for_half": (Money(0), others),
        "half_for_prison": (half, Money(whole - half)),
        "taken_at_once": (Money(0), whole),
        "dozen_locked": (Money(0), Money(0)),
        "half_without_rule": (half, Money(whole - half)),
        "locked_without_rule": (Money(0), others),
    }
    likely = {
        ZeroRule.HALF: ("nothing_back", "dozen_halved", "all_back", "prison_for_half"),
        ZeroRule.PRISON: ("half_for_prison", "taken_at_once", "dozen_locked"),
        ZeroRule.NONE: ("half_without_rule", "locked_without_rule"),
    }
    for slip in likely[house.zero.rule]:
        if rest or not slip.startswith("dozen"):
            slips.add(slip, _two(*wrong[slip]), rule=_rule(house))
    working: list[Message] = []
    if first.outcome == "half":
        working = [*_divided(stake, first.returned), _difference(stake, first.returned)]
    elif first.outcome == "held":
        working.append(say("work.named_result", what=spot(first.bet), answer=say("choice.locked")))
    parts = [line.taken for line in spin.lines if line.taken]
    if len(parts) > 1:
        working.append(added([money_text(part) for part in parts], money_text(spin.taken)))
    return slips, working


def _shared(stake: Money, minimum: Money, mode: str, house: HouseRules) -> Parts:
    terms = replace(house.zero, minimum=minimum)
    allowed = may_share(terms, stake)
    fate = locked_on_zero(terms, stake, 1, share=True) if mode == "quarter" else on_zero(terms, stake, share=True)
    slips = Slips("zero", _may(allowed, fate.returned))
    even, part = money_text(minimum), 4 if mode == "quarter" else 2
    if allowed:
        slips.add("not_shared", _may(False, Money(0)), minimum=even)  # noqa: FBT003 - the answer itself
    else:
        slips.add("shared_odd", _may(True, Money(stake // part)), minimum=even)  # noqa: FBT003
    other = ("half_in_double", 2) if mode == "quarter" else ("quarter_in_prison", 4)
    slips.add(other[0], _may(True, Money(stake // other[1])))  # noqa: FBT003
    slips.add("all_back", _may(True, stake))  # noqa: FBT003
    multiple = stake // minimum
    working = [say("work.product", count=str(multiple), each=even, result=money_text(stake))]
    if allowed:
        working += _divided(stake, fate.returned)
    return slips, working


def _locked(stake: Stake, numbers: Sequence[str], to: Bet | None, house: HouseRules) -> Parts:
    right, levels = _followed(stake, numbers, to, house)
    slips, back = Slips("zero", right), stake.amount
    last = Pocket(numbers[-1])
    if to:
        slips.add("old_chance_counts", _followed(stake, numbers, None, house)[0], to=spot(to))
    if right["outcome"] == "freed":
        slips.add("prison_paid", {"back": money_text(Money(back * 2))})
        slips.add("freed_kept", _came("freed", Money(0)))
        slips.add("still_locked", _came("locked", Money(0)))
    elif right["outcome"] == "locked":
        slips.add("one_win_frees_double", _came("freed", back))
        slips.add("prison_paid", _came("freed", Money(back * 2)))
        slips.add("zero_loses_at_once", _came("lost", Money(0)))
    elif last.is_zero:
        slips.add("last_zero_locked", _came("locked", Money(0)))
        slips.add("zero_halves", _came("halved", Money(back // 2)))
    else:
        slips.add("loser_locked", _came("locked", Money(0)))
        slips.add("zero_halves", _came("halved", Money(back // 2)))
    working: list[Message] = []
    for number, level in zip(numbers, levels, strict=True):
        if level is not None:
            working.append(say("work.named_result", what=number, answer=say("zero.level", level=level)))
    if to:
        working.insert(1, say("work.named_result", what=say("zero.moved"), answer=spot(to)))
    if levels[-1] is None and not last.is_zero:
        came = say(f"zero.{'wins' if (to or stake.bet).wins(last) else 'loses'}", bet=spot(to or stake.bet))
        working.append(say("work.named_result", what=str(last), answer=came))
    return slips, working


def _followed(
    stake: Stake, numbers: Sequence[str], to: Bet | None, house: HouseRules
) -> tuple[dict[str, str], list[int | None]]:
    """Follow a stake through its spins: what becomes of it, and on which level it stands after each spin."""
    levels: list[int | None] = []
    outcome, back = "", Money(0)
    for place, number in enumerate(numbers):
        (line,) = settle(house, Pocket(number), [stake]).lines
        outcome, back = _NAMED[line.outcome], line.returned
        levels.append(line.level)
        stake = Stake(bet=stake.bet, amount=line.held, level=line.level)
        if to and place == 0:
            stake = move(house, stake, to)
    return _came(outcome, back), levels


def _run(bet: Bet, zero: str, house: HouseRules, rng: Random) -> tuple[str, ...]:
    """Draw what falls after two zeros, as long as the stake stays locked."""
    run: tuple[str, ...] = ()
    for what in rng.choice(_RUNS):
        fallen = (zero, zero, *run)
        stake = Stake(bet=bet, amount=units(1))
        if _followed(stake, fallen, None, house)[0]["outcome"] != "locked":
            break
        fitting = [n for n in NUMBERS if bet.wins(n) == (what == "wins")]
        run = (*run, zero if what == "zero" else rng.choice(fitting))
    return run


def _rule(house: HouseRules) -> Message:
    """Name the rule as the house does."""
    name = house.zero.name
    return say("zero.rule", name=name[:1].upper() + name[1:]) if name else say("zero.no_rule")


def _unshared(house: HouseRules) -> Message:
    """Name the rule of a house whose players may ask to share, and say that nobody does."""
    return say("zero.unshared", rule=_rule(house))


def _box(word: str, house: HouseRules) -> Bet:
    return notation.read(word, house.layout)


def _boxes(house: HouseRules) -> tuple[Bet, ...]:
    return tuple(bet for bet in house.layout.bets if bet.even_chance)


def _two(back: Money, take: Money) -> dict[str, str]:
    return {"back": money_text(back), "take": money_text(take)}


def _may(allowed: bool, back: Money) -> dict[str, str]:  # noqa: FBT001 - the two fields of the answer
    return {"allowed": "yes" if allowed else "no", "back": money_text(back)}


def _came(outcome: str, back: Money) -> dict[str, str]:
    return {"outcome": outcome, "back": money_text(back)}


def _divided(stake: Money, part: Money) -> list[Message]:
    """Prove a part by multiplying: nothing to show where the house rounds an odd half."""
    times = stake // part if part else 0
    if not times or part * times != stake:
        return []
    return [say("work.product", count=str(times), each=money_text(part), result=money_text(stake))]


def _difference(whole: Money, part: Money) -> Message:
    rest = money_text(Money(whole - part))
    return say("work.difference", whole=money_text(whole), part=money_text(part), result=rest)


FAMILY = Zero()
