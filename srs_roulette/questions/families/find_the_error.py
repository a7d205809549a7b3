"""A payout with one planted slip, or a right one: right, too much or too little, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.questions import registry
from srs_roulette.questions.later import later
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.parts import Slips, band, layout_house, result
from srs_roulette.questions.types import Family, Field, FieldType, Key, Question, Unit
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Answer, Bands, Slip
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.wording.message import Message

_BANDS: Final[Mapping[str, Bands]] = {
    "times_table": {"chips": tuple(range(2, 41))},
    "picture": {},
    "call_payout": {"asked": ("pays", "net")},
    "mixed": {"spots": (4, 5, 6), "at_most": (30,)},
    "complete": {"asked": ("pays", "cash", "cost", "hit")},
    "table_round": {"mode": ("four", "eight")},
}
"""The families whose pays are checked, and what is drawn of them beside their own defaults."""
_PAID: Final = ("pays", "net", "returned", "cost")
"""The field in doubt, in a question that may ask for more."""
VERDICTS: Final = ("right", "too_much", "too_little")
_RIGHT_ONE_IN: Final = 3
_TRIES: Final = 20
"""Draws of the inner family until one has a slip to plant."""

_there: Final = tuple(name for name in _BANDS if name in registry.names())
INNER: Final = Key(name="inner", values=_there, default=_there)


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The question that was paid, what was paid, and the slip behind it."""

    inner: str
    """its family"""
    question: Mapping[str, Any]
    """its own parameters, as JSON values"""
    paid: str
    planted: str | None = None
    """id of a slip of the inner family; ``None``: paid right"""


class FindTheError(Family[Params]):
    """Another dealer's pay, checked."""

    name = "find_the_error"
    params = Params
    keys = (INNER,)
    uses = tuple(dict.fromkeys([*layout_house, *(use for name in _there for use in registry.family(name).uses)]))
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a question of the inner family; a third of them is paid right."""
        names = [str(name) for name in band(bands, INNER)]
        name = rng.choice([n for n in names if n != "call_payout" or house.call_bets] or names)
        family = registry.family(name)
        wanted = rng.randrange(_RIGHT_ONE_IN) > 0
        drawn = family.draw(_BANDS[name], house, rng)
        inner = _inner(name, drawn, house)
        for _ in range(_TRIES):
            if not wanted or _payable(inner):
                break
            drawn = family.draw(_BANDS[name], house, rng)
            inner = _inner(name, drawn, house)
        slips = _payable(inner) if wanted else []
        if not slips:
            return Params(inner=name, question=encode(drawn), paid=_paid(inner, inner.expected))
        # The likelier a slip, the oftener it is planted: they stand in that order, some several times.
        ids = list(dict.fromkeys(slip.id for slip in slips))
        planted = rng.choices(ids, weights=range(len(ids), 0, -1))[0]
        slip = rng.choice([slip for slip in slips if slip.id == planted])
        return Params(inner=name, question=encode(drawn), paid=_paid(inner, slip.answer), planted=slip.id)

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask ``{question} {paid}, says the dealer. Right, too much or too little; by how much:``."""
        inner = _inner(params.inner, decode(registry.family(params.inner).params, params.question), house)
        right, doubted = _paid(inner, inner.expected), _doubted(inner)
        answer = _verdict(params.paid, right)
        said = [params.paid if f is doubted else str(inner.expected[f.name]) for f in inner.fields]
        return Question(
            family=self.name,
            house=house.id,
            layout=inner.layout,
            params=params,
            message=say(
                f"prompt.find_the_error.{'one' if len(said) == 1 else 'several'}",
                question=inner.message,
                said="; ".join(said),
                doubted=say(f"field.{doubted.name}"),
                unit=_unit(doubted),
            ),
            fields=(Field("verdict", FieldType.CHOICE), Field("amount", FieldType.AMOUNT, doubted.unit)),
            choices={"verdict": VERDICTS},
            expected=answer,
            slips=_slips(params, inner, answer),
            working=_working(params, inner, answer),
            picture=inner.picture,
            scene=inner.scene,
            solution=inner.solution,
            number=inner.number,
        )


@lru_cache(maxsize=8)
def _inner(name: str, params: Any, house: HouseRules) -> Question:  # noqa: ANN401 - any family's dataclass
    """Build the question within: the one that ``draw`` looked at is the one that ``build`` asks."""
    return registry.family(name).build(params, house)


@later
def _working(params: Params, inner: Question, answer: Mapping[str, str]) -> Sequence[Message]:
    working, right = [*inner.working], _paid(inner, inner.expected)
    if params.paid != right:
        high, low = sorted((params.paid, right), key=Decimal, reverse=True)
        working.append(say("work.difference", whole=high, part=low, result=answer["amount"]))
    return [*working, result(" ".join(answer.values()))]


@later
def _slips(params: Params, inner: Question, answer: Mapping[str, str]) -> Sequence[Slip]:
    slips, right = Slips("find_the_error", answer), _paid(inner, inner.expected)
    others = [s for s in _payable(inner) if _paid(inner, s.answer) != params.paid]
    if params.paid == right:
        for slip in others:
            slips.add("called_wrong", _verdict(_paid(inner, slip.answer), right))
        return slips.result()
    side = answer["verdict"]
    other_side = "too_little" if side == "too_much" else "too_much"
    slips.add("sign", {"verdict": other_side}, paid=params.paid, right=right, side=say(f"choice.{side}"))
    planted = [s for s in _payable(inner) if s.id == params.planted and _paid(inner, s.answer) == params.paid]
    why = planted[0].message if planted else say("slip.find_the_error.called_right", right=right)
    slips.put("called_right", _verdict(right, right), why)
    slips.add("whole_pay", {"amount": right})
    slips.add("whole_pay", {"amount": params.paid})
    for slip in others:
        slips.add("other_slip", _verdict(_paid(inner, slip.answer), right), why=why)
    return slips.result()


def _verdict(paid: str, right: str) -> dict[str, str]:
    off = Decimal(paid) - Decimal(right)
    verdict = "too_much" if off > 0 else "too_little" if off < 0 else "right"
    # Not normalised: that writes 100 as 1E+2 and keeps no zero of 0.
    text = f"{abs(off):f}"
    return {"verdict": verdict, "amount": text.rstrip("0").rstrip(".") if "." in text else text}


def _payable(inner: Question) -> list[Slip]:
    """List the slips that pay otherwise and have right whatever else is asked."""
    doubted = _doubted(inner)
    return [
        slip
        for slip in inner.slips
        if all((slip.answer[f.name] == inner.expected[f.name]) is (f is not doubted) for f in inner.fields)
    ]


def _doubted(inner: Question) -> Field:
    return next((f for f in inner.fields if f.name in _PAID), inner.fields[0])


def _paid(inner: Question, answer: Answer) -> str:
    return str(answer[_doubted(inner).name])


def _unit(doubted: Field) -> Message | str:
    return say(f"unit.{doubted.unit.value}") if doubted.unit is not Unit.NONE else ""


FAMILY = FindTheError()
