"""Draw every item of a deck many times and say what is wrong with the questions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.deck.identity import house_of
from srs_roulette.errors import SrsRouletteError
from srs_roulette.questions import params as codec
from srs_roulette.questions import registry
from srs_roulette.questions.draw import draw
from srs_roulette.questions.types import FieldType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from srs_roulette.deck.known import FamilyOf
    from srs_roulette.deck.types import Deck, Item
    from srs_roulette.questions.types import Answer, Family, Question
    from srs_roulette.rules.house import HouseRules

    Complaints = Callable[[Question], Iterable[str]]

SEEDS: Final = 200

_LINES: Final = 5
"""Different complaints about one item that are shown; the rest are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What the draws showed."""

    deck: str
    items: int
    questions: int
    faults: tuple[str, ...]
    """one line each: file, item, the first seed that shows it, complaint"""


def check(
    deck: Deck,
    house: Callable[[str], HouseRules],
    *,
    seeds: int = SEEDS,
    option: str | None = None,
    family: FamilyOf | None = None,
    extra: Iterable[Complaints] = (),
) -> Report:
    """Draw ``seeds`` questions of each item, with seeds from 0, and check each. Same deck and houses, same report.

    :param option: the house for house-sensitive items without one of their own, in place of the deck's
    :param extra: more checks; each lists what it finds wrong with a question
    """
    checks = (_fields, _slips, _working, _picture, *extra)
    of = family or registry.family
    faults: list[str] = []
    questions = 0
    for item in deck.items:
        found: dict[str, list[int]] = {}
        skill = of(item.family)
        where = house_of(item, house_sensitive=skill.house_sensitive, option=option, deck_house=deck.house)
        try:
            rules = house(where)
        except SrsRouletteError as fault:
            faults += [f'{deck.path}: {item.id}: house "{where}": {line}' for line in str(fault).splitlines()]
            continue
        for seed in range(seeds):
            questions += 1
            for complaint in _complaints(skill, item, rules, seed, checks):
                found.setdefault(complaint, []).append(seed)
        faults += _lines(f"{deck.path}: {item.id}", found)
    return Report(deck=deck.id, items=len(deck.items), questions=questions, faults=tuple(faults))


def _lines(where: str, found: dict[str, list[int]]) -> Iterator[str]:
    for complaint, seeds in list(found.items())[:_LINES]:
        more = f" ({len(seeds)} draws)" if len(seeds) > 1 else ""
        yield f"{where} seed {seeds[0]}: {complaint}{more}"
    if len(found) > _LINES:
        yield f"{where}: {len(found) - _LINES} more complaints."


def _complaints(
    family: Family[Any], item: Item, house: HouseRules, seed: int, checks: Iterable[Complaints]
) -> Iterator[str]:
    try:
        question = draw(family, item.bands, house, seed)
        yield from _repeats(family, item, house, seed, question)
        for one in checks:
            yield from one(question)
    except SrsRouletteError as fault:
        yield str(fault)
    except Exception as fault:  # noqa: BLE001 - a family's own slip must name the item and seed that show it
        yield f"{type(fault).__name__}: {fault}"


def _repeats(family: Family[Any], item: Item, house: HouseRules, seed: int, question: Question) -> Iterator[str]:
    """Check that draw, log and build give the same again: a past question is rebuilt from its kept parameters."""
    if draw(family, item.bands, house, seed) != question:
        yield "the same seed draws something else the second time."
    kept = json.loads(json.dumps(codec.encode(question.params), allow_nan=False))
    again = codec.decode(type(question.params), kept)
    if again != question.params:
        yield "its parameters do not come back from JSON."
    elif family.build(again, house) != question:
        yield "the same parameters build another question the second time."


def _fields(question: Question) -> Iterator[str]:
    names = [field.name for field in question.fields]
    if not names:
        yield "asks for nothing."
    if len(set(names)) < len(names):
        yield "has two fields of one name."
    yield from _unlike("the right answer", question.expected, names)
    for field in question.fields:
        if field.type is FieldType.CHOICE:
            offered = question.choices.get(field.name, ())
            if question.expected.get(field.name) not in offered:
                yield f'"{field.name}" does not offer the right choice.'
            if len(set(offered)) < len(offered):
                yield f'"{field.name}" offers a choice twice.'


def _slips(question: Question) -> Iterator[str]:
    names = [field.name for field in question.fields]
    seen: list[tuple[str, Answer]] = []
    for slip in question.slips:
        yield from _unlike(f'slip "{slip.id}"', slip.answer, names)
        if slip.answer == question.expected:
            yield f'slip "{slip.id}" is the right answer.'
        for other, answer in seen:
            if answer == slip.answer:
                yield f'slips "{other}" and "{slip.id}" give the same answer.'
        seen.append((slip.id, slip.answer))


def _unlike(what: str, answer: Answer, names: list[str]) -> Iterator[str]:
    """Say which fields an answer lacks or has beyond those asked for."""
    for name in names:
        if name not in answer:
            yield f'{what} lacks "{name}".'
    for name in answer:
        if name not in names:
            yield f'{what} has "{name}", which is not asked for.'


def _working(question: Question) -> Iterator[str]:
    if not question.working:
        yield "has no working."


def _picture(question: Question) -> Iterator[str]:
    solution = question.solution.chips if question.solution else ()
    for chip in (*question.picture, *solution):
        if chip.chips < 1:
            yield f"its picture has {chip.chips} chips on a spot."
