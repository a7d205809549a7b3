"""What a card says in Anki: an item's questions, drawn, worded and painted."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Final

from srs_roulette.anki import payload
from srs_roulette.drawing.ring import svg_racetrack
from srs_roulette.drawing.svg import felt
from srs_roulette.errors import NoSuchBet
from srs_roulette.questions import registry
from srs_roulette.questions.types import FieldType, Scene
from srs_roulette.rules import notation
from srs_roulette.rules.house_file import house
from srs_roulette.session.kept import keep
from srs_roulette.session.worded import Words
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from srs_roulette.questions.types import Answer, Chip, Field, Question, Value
    from srs_roulette.rules.pockets import Pocket
    from srs_roulette.session.course import Entry
    from srs_roulette.wording.catalog import Catalog

_TRIES: Final = 3
"""draws tried for each that is wanted: an item with few different ones has fewer variants"""
_SEEDS: Final = 2**31
_FOREVER_ALIKE: Final = 6
"""so many equal draws in a row, and an item has no parameters"""

_PHONE: Final = 420
"""A drawing no wider than this reads on a phone."""
_width: Final = re.compile(r'<svg [^>]*width="(\d+)')

_VERDICTS: Final = ("correct", "wrong", "close", "unknown", "fields", "missing", "extra")
_ASKED_AGAIN: Final = ("blank", "number", "whole", "ambiguous", "pocket", "pockets", "placement")


def card_words(catalog: Catalog) -> dict[str, str]:
    """Word what ``card.js`` says; what it puts in itself stays in braces."""
    places = {name: f"{{{name}}}" for name in ("text", "first", "second", "right", "wrong", "spots")}
    keys = {name: f"anki.{name}" for name in ("check", "given", "expected", "placed", "listed")}
    keys |= {name: f"verdict.{name}" for name in _VERDICTS}
    keys |= {name: f"reading.{name}" for name in _ASKED_AGAIN} | {"solution": "scene.solution"}
    return {name: catalog.text(say(key, **places)) for name, key in keys.items()}


def draws(entry: Entry, wanted: int, catalog: Catalog, title: str) -> list[payload.Variant]:
    """Draw an item's questions, each once: the same ones in every package, as long as item and house stay the same.

    :param title: of its section
    """
    found: dict[str, payload.Variant] = {}
    rules = house(entry.house)
    by_house = registry.family(entry.family).house_sensitive or entry.item.house
    head = f"{title} · {rules.name}" if by_house else title
    for number in range(wanted * _TRIES):
        if len(found) == wanted or (number >= _FOREVER_ALIKE and len(found) == 1):
            break
        seed = int.from_bytes(hashlib.sha256(f"{entry.id}|{rules.id}|{number}".encode()).digest()[:8]) % _SEEDS
        question = entry.draw(seed)
        kept = keep(question, rules)
        if kept not in found:
            words, pictures = Words(question, catalog), _Pictures(question, catalog)
            found[kept] = payload.Variant(
                seed=seed,
                house=rules.id,
                kept=kept,
                head=head,
                prompt=words.prompt,
                fields=[_asked(field, question, words) for field in question.fields],
                answer=_values(question.expected, question),
                told=[_told(question.expected[field.name], words) for field in question.fields],
                working=words.steps,
                slips=[
                    payload.Slip(answer=_values(slip.answer, question), message=words.text(slip.message))
                    for slip in question.slips
                ],
                either_direction=question.either_direction,
                picture=pictures.asked(),
                solution=pictures.solution(),
            )
    return list(found.values())


class _Pictures:
    """What a question shows."""

    def __init__(self, question: Question, catalog: Catalog) -> None:
        self.question, self.catalog = question, catalog
        self.scene = question.scene or Scene()

    def asked(self) -> payload.Picture | None:
        """Draw what is asked about."""
        if self.question.scene is None and not self.question.picture:
            return None
        # A title of its own: a pointer must not read the answer from the picture.
        title = self.catalog.text(say(f"anki.{self.scene.surface}"))
        return self._drawn(self.question.picture, self.scene.marked, title)

    def solution(self) -> payload.Picture | None:
        """Draw the right answer, where the question's picture could not show it."""
        shown = self.question.solution
        return self._drawn(shown.chips, shown.marked or self.scene.marked, None) if shown else None

    def _drawn(self, chips: Sequence[Chip], marked: Sequence[Pocket], title: str | None) -> payload.Picture:
        if self.scene.surface == "racetrack":
            ways = [
                svg_racetrack(self.question.layout.wheel, marked, title=title, standing=way) for way in (False, True)
            ]
            return payload.Picture(wide=ways[0], narrow=ways[1])
        wide = self._cloth(chips, marked, title, standing=False)
        fits = int(_width.findall(wide)[0]) <= _PHONE
        return payload.Picture(
            wide=wide,
            narrow="" if fits else self._cloth(chips, marked, title, standing=True),
            note=self._seen_from(""),
            narrow_note=self._seen_from("_turned"),
        )

    def _cloth(self, chips: Sequence[Chip], marked: Sequence[Pocket], title: str | None, *, standing: bool) -> str:
        number = self.question.number
        matter = [*([number] if number else []), *marked, *(chip.bet.covers[0] for chip in chips)]
        return felt(
            self.question.layout,
            [(chip.bet, chip.chips) for chip in chips],
            number=number,
            marked=marked,
            view=self.scene.view or "player",
            around=matter[0] if matter else None,
            zero=self.scene.zero_side,
            title=title,
            standing=standing,
        )

    def _seen_from(self, turned: str) -> str:
        return self.catalog.text(say(f"scene.{self.scene.view}{turned}")) if self.scene.view else ""


def _asked(field: Field, question: Question, words: Words) -> payload.Asked:
    choices = [(key, words.names[key]) for key in question.choices.get(field.name, ())]
    if field.type is FieldType.ORDER and not choices and question.picture:
        # Bets in an order are tapped, not typed: all that lie there, as they lie.
        choices = [(bet, bet) for bet in dict.fromkeys(notation.write(chip.bet) for chip in question.picture)]
    return payload.Asked(
        name=field.name,
        type=field.type.value,
        unit=field.unit.value,
        label=words.text(say(f"field.{field.name}")),
        choices=choices,
        spellings=_spellings(field, question) if field.type is FieldType.PLACEMENT else None,
    )


def _spellings(field: Field, question: Question) -> dict[str, str]:
    """Map the ways to write each bet of an answer or a slip to the bet: as we write it, its numbers, its ends."""
    spelled: dict[str, str] = {}
    for answer in (question.expected, *(slip.answer for slip in question.slips)):
        for written in answer[field.name]:
            covers = notation.read(written, question.layout).covers
            spelled |= dict.fromkeys((written, "-".join(covers)), written)
            ends = f"{covers[0]}-{covers[-1]}"
            # Two numbers that touch are the split, whatever else runs from one to the other.
            if len(covers) > 1 and _is_bet(ends, written, question):
                spelled[ends] = written
    return spelled


def _is_bet(text: str, written: str, question: Question) -> bool:
    try:
        return notation.write(notation.read(text, question.layout)) == written
    except NoSuchBet:
        return False


def _values(answer: Answer, question: Question) -> list[payload.Plain]:
    values = (answer[field.name] for field in question.fields)
    return [list(value) if isinstance(value, tuple) else value for value in values]


def _told(value: Value, words: Words) -> str:
    """Show a right value: choices by their names, pockets along the wheel with hyphens, bets with commas."""
    if isinstance(value, str):
        return words.names.get(value, value)
    if isinstance(value, tuple):
        return ("-" if all(one.isdecimal() for one in value) else ", ").join(words.names.get(one, one) for one in value)
    return " ".join(f"{bet}={chips}" for bet, chips in value.items())
