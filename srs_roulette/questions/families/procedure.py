"""What a dealer must know beside the arithmetic: words, the state of the round, irregularities, the round itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pkgutil import get_data
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.errors import RuleRefused
from srs_roulette.questions.parts import POCKETS, Slips, band, layout_house, pick
from srs_roulette.questions.types import Answer, Family, Field, FieldType, Key, Question, Unit
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from srs_roulette.questions.types import Bands, Value
    from srs_roulette.rules.house import HouseRules

_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One row of procedure.toml, which says what each means."""

    mode: str
    sources: tuple[str, ...] = ()
    value: str | None = None
    choices: tuple[str, ...] = ()
    answer: str | Mapping[str, str] = ""
    order: tuple[str, ...] = ()
    terms: Mapping[str, str] = field(default_factory=dict)
    elsewhere: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    drawn: str | None = None

    def known_to(self, house: HouseRules) -> bool:
        """Tell whether a house's own sources say it."""
        return not self.sources or any(named.startswith(s) for s in self.sources for named in house.sources)


# Read by the package's loader, since the package may lie in a zip.
_TEXT: Final = (get_data("srs_roulette.questions.families", "procedure.toml") or b"").decode("utf-8")


@cache
def _table() -> dict[str, Any]:
    """Parse the facts when the first is asked: a deck that is only counted needs no more than their ids."""
    import tomllib  # noqa: PLC0415 - the same

    return tomllib.loads(_TEXT)


@cache
def facts() -> dict[str, Fact]:
    """Return every fact by its id."""
    rows = _table()["facts"].items()
    return {key: Fact(**{name: _still(value) for name, value in row.items()}) for key, row in rows}


@cache
def requests() -> dict[str, tuple[str, ...]]:
    """Return what a player does, with the answers offered to "may he?"."""
    return {request: tuple(choices) for request, choices in _table()["requests"].items()}


def _still(value: Any) -> Any:  # noqa: ANN401 - whatever stands in a TOML file
    if isinstance(value, list):
        return tuple(value)
    return {key: _still(one) for key, one in value.items()} if isinstance(value, dict) else value


_IDS: Final = tuple(re.findall(r"^\[facts\.([\w-]+)\]", _TEXT, re.MULTILINE))
_VALUES: Final = tuple(dict.fromkeys(re.findall(r'^value = "(\w+)"', _TEXT, re.MULTILINE)))
"""House keys that decide a fact."""
_ASKED_BY_STATE: Final = {
    "open": "phase_early",
    "running": "phase_late",
    "closed": "phase_early",
    "marked": "marker_up",
}
"""Phases of the round, and the slip of who answers for another: the one before, the one after, or as if the marker
did not stand."""

FACT: Final = Key(name="fact", values=_IDS, default=_IDS)
DAY: Final = Key(name="day", low=1, high=31, default=tuple(range(1, 32)))
SPIN: Final = Key(name="spin", low=2, high=500, default=tuple(range(2, 301)))
LAST: Final = Key(name="last", values=POCKETS, default=("0", *(str(n) for n in range(1, 37))))
STAKE: Final = Key(
    name="stake", low=1, high=100_000, default=(20, 35, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 300)
)
_WISHES: Final = ("long", "short")
_OFF: Final = (-2, -1, 0, 1)
"""Turns drawn, against the fewest that make a spin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The fact, the choices in the order in which they are offered, and what is drawn with it."""

    fact: str
    offered: tuple[str, ...] | None = None
    day: int | None = None
    """of the month"""
    spin: int | None = None
    """of the day"""
    last: str | None = None
    """the last winning number"""
    wishes: tuple[str, ...] | None = None
    """long or short, of two players"""
    stakes: tuple[int, ...] | None = None
    """what the two have on the layout"""
    turns: int | None = None
    """of the ball"""


class Procedure(Family[Params]):
    """Facts with their source."""

    name = "procedure"
    params = Params
    keys = (FACT, DAY, SPIN, LAST, STAKE)
    uses = (*layout_house, "sources", *_VALUES)
    house_sensitive = True
    answer_in_prompt = "the ball is let go at one of two numbers, and the prompt names both"

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a fact that the house's sources know, and the order of its choices.

        :raises RuleRefused: they know none of the band
        """
        known = [str(key) for key in band(bands, FACT) if facts()[str(key)].known_to(house)]
        if not known:
            raise RuleRefused(
                f'The sources of the house "{house.id}" do not say it: pin the item to a house that does.'
            )
        key = rng.choice(known)
        fact = facts()[key]
        if fact.drawn == "ball":
            day = int(pick(bands, DAY, rng))
            last = rng.choice([n for n in band(bands, LAST) if n in house.wheel.ring and n != str(day)])
            return Params(fact=key, day=day, spin=1 if key == "first_ball" else pick(bands, SPIN, rng), last=last)
        offered = list(fact.order or fact.choices)
        rng.shuffle(offered)
        if fact.drawn == "wishes":
            stakes = rng.sample(band(bands, STAKE), 2)
            return Params(fact=key, offered=tuple(offered), wishes=_shuffled(_WISHES, rng), stakes=tuple(stakes))
        turns = max(1, house.minimum_turns + rng.choice(_OFF)) if fact.drawn == "turns" else None
        # "Yes" and "no" keep their places.
        return Params(fact=key, offered=tuple(offered) if fact.mode != "state" else None, turns=turns)

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask one fact."""
        fact = facts()[params.fact]
        match fact.drawn:
            case "ball":
                parts = _ball(params)
            case "wishes":
                parts = _wishes(params)
            case "turns":
                parts = _turns(params, house.minimum_turns)
            case _:
                parts = _static(params, fact, house)
        message, asked, right, slips = parts
        offered = params.offered or (requests()[params.fact.partition("-")[2]] if fact.mode == "state" else ())
        text = next(iter(right.values()))
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=message,
            fields=(asked,),
            choices={asked.name: offered} if offered else {},
            expected=right,
            slips=slips.result(),
            working=(
                say("work.named_result", what=_source(fact), answer=text if isinstance(text, str) else ",".join(text)),
            ),
        )


Parts = tuple[Message, Field, Answer, Slips]


def _static(params: Params, fact: Fact, house: HouseRules) -> Parts:
    right = _right(fact, house)
    asked = Field("dealer" if fact.mode == "fault" else "order" if isinstance(right, tuple) else "answer", _type(right))
    slips = Slips("procedure", {asked.name: right})

    def wrong(slip: str, answer: Value, **values: str | Message) -> None:
        slips.add(slip, {asked.name: answer}, **values)

    for other, answer in fact.elsewhere.items():
        wrong("other_house", answer, house=say(f"house.{other}"))
    if fact.order and isinstance(right, tuple):
        wrong("other_house", _swapped(right, "announces", "marks"), house=say("house.other"))
        wrong("winners_first", _swapped(right, "collects", "pays"))
        wrong("closed_too_early", _swapped(right, "spins", "closes"))
    for choice, term in fact.terms.items():
        wrong("other_word", choice, term=term)
    if fact.mode != "state":
        return say(f"prompt.procedure.{params.fact}"), asked, {asked.name: right}, slips
    phase, _, request = params.fact.partition("-")
    now = say(f"procedure.now.{'open' if right == 'yes' else 'closed'}")
    wrong(_ASKED_BY_STATE[phase], "no" if right == "yes" else "yes", now=now)
    message = say(
        "prompt.procedure.state", phase=say(f"procedure.phase.{phase}"), request=say(f"procedure.request.{request}")
    )
    return message, asked, {asked.name: right}, slips


def _right(fact: Fact, house: HouseRules) -> Value:
    value = house.values[fact.value] if fact.value else None
    if fact.order:
        return _swapped(fact.order, "announces", "marks") if value else fact.order
    if isinstance(value, list):
        return tuple(value)
    if isinstance(fact.answer, str):
        return fact.answer
    return fact.answer[str(value).lower()]


def _ball(params: Params) -> Parts:
    first, day, last = params.spin == 1, str(params.day), params.last or ""
    right = {"numbers": day if first else last}
    slips = Slips("procedure", right)
    slips.add(*(("last_number_first_day", {"numbers": last}) if first else ("date_too_late", {"numbers": day})))
    message = say("prompt.procedure.ball", day=day, spin=params.spin or 0, last=last)
    return message, Field("numbers", FieldType.POCKET, Unit.POCKETS), right, slips


def _wishes(params: Params) -> Parts:
    wishes, stakes = params.wishes or (), params.stakes or ()
    more = wishes[stakes.index(max(stakes))]
    right = {"dealer": f"{more}_spin"}
    slips = Slips("procedure", right)
    slips.add("smaller_stake", {"dealer": "short_spin" if more == "long" else "long_spin"})
    slips.add("wish_ignored", {"dealer": "spin_as_always"})
    first, second = (say(f"procedure.{wish}") for wish in wishes)
    message = say("prompt.procedure.wishes", first=first, stake=stakes[0], second=second, second_stake=stakes[1])
    return message, Field("dealer", FieldType.CHOICE), right, slips


def _turns(params: Params, fewest: int) -> Parts:
    few = (params.turns or 0) < fewest
    right = {"dealer": "calls_no_spin" if few else "lets_it_count"}
    slips = Slips("procedure", right)
    slips.add("turns", {"dealer": "lets_it_count" if few else "calls_no_spin"}, turns=fewest)
    return say("prompt.procedure.turns", turns=params.turns or 0), Field("dealer", FieldType.CHOICE), right, slips


def _type(right: Value) -> FieldType:
    return FieldType.ORDER if isinstance(right, tuple) else FieldType.CHOICE


def _source(fact: Fact) -> Message:
    if fact.value:
        return say("procedure.by_house", key=fact.value)
    return say("procedure.by_source", sources=fact.sources)


def _swapped(order: tuple[str, ...], one: str, other: str) -> tuple[str, ...]:
    return tuple({one: other, other: one}.get(step, step) for step in order)


def _shuffled(words: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    return tuple(rng.sample(words, len(words)))


FAMILY = Procedure()
