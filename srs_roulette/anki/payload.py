"""What the last field of a note holds: the draws of an item as JSON, and the rule that picks one for a day.

The script on the card (``card.js``) reads this JSON and follows the same rule, so a review that comes back from Anki
can be told which draw it answered. Anki's importer rewrites field text that looks like HTML, and its templates see
braces and brackets; so every sign that means something to either is written as an escape, and all is ASCII.

A phone keeps the field as it is, so what draws have in common stands there once: whatever is the same for all of them,
and the elements of their drawings.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Plain = str | Sequence[str] | Mapping[str, int]

_string: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_ESCAPES: Final = str.maketrans({sign: f"\\u00{ord(sign):02x}" for sign in "<>&'[]{}()$"})
_BETWEEN: Final = "><"
"""ends one element of a drawing and begins the next"""
_FNV_START: Final = 0x811C9DC5
_FNV_PRIME: Final = 0x01000193
_WORD: Final = 0xFFFFFFFF


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One thing that a card asks for."""

    name: str
    type: str
    """amount, choice, pocket, pockets, order, placement or text"""
    unit: str = ""
    """what an amount counts; it says whether decimals are read"""
    label: str
    choices: Sequence[tuple[str, str]] = ()
    """keys and their words, to be tapped"""
    spellings: Mapping[str, str] | None = None
    """of a placement: ways to write a bet, and the bet"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A known mistake: the answer it gives, value by value, and what is said of it."""

    answer: Sequence[Plain]
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawing, as SVG."""

    wide: str
    narrow: str = ""
    """the same for a page 320 wide; empty where the wide one fits"""
    note: str = ""
    """from where it is seen"""
    narrow_note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One draw of an item, worded. Texts are plain: the card puts them in as text."""

    seed: int
    house: str
    kept: str
    """the question as ``attempts.params`` keeps it: JSON with its ``params`` and its ``house``"""
    head: str
    """what stands small above the question"""
    prompt: str
    fields: Sequence[Asked]
    answer: Sequence[Plain]
    """the right values, in the order of the fields"""
    told: Sequence[str]
    """the right values in words"""
    working: Sequence[str]
    slips: Sequence[Slip] = ()
    either_direction: bool = False
    """a run of pockets is right both ways round"""
    picture: Picture | None = None
    solution: Picture | None = None
    """what the picture shows once the question is answered"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What a note read back says of one of its draws."""

    seed: int
    house: str
    kept: str
    """as in ``attempts.params``"""


def pick(item_id: str, day: int, n: int, again: int = 0) -> int:
    """Return which of ``n`` draws a card shows on a day: 0 to ``n - 1``.

    By a hash, not by counting days: with seven draws, an interval of seven days would show one of them for ever.

    :param item_id: the item's id, as in the note's first field
    :param day: the study day in the place where the card is shown, days since 1970-01-01
    :param again: how often the card was answered on that day before, on that device. Anki does not tell which device
        that was, so only the first answer of a day can be told its draw with some certainty.
    """
    value = _FNV_START
    for byte in f"{item_id}|{day}:{again}".encode():
        value = (value ^ byte) * _FNV_PRIME & _WORD
    # FNV's low bits depend on few bits of the end; the remainder below needs all of them mixed.
    value = (value ^ value >> 16) * 0x85EBCA6B & _WORD
    value = (value ^ value >> 13) * 0xC2B2AE35 & _WORD
    return (value ^ value >> 16) % n


def pack(item_id: str, variants: Sequence[Variant], *, rollover: int, words: Mapping[str, str]) -> str:
    """Write the field.

    :param rollover: the local hour at which a day begins
    :param words: what the card itself says, by the names that ``card.js`` has for it
    """
    elements: dict[str, int] = {}
    draws = [_document(variant, elements) for variant in variants]
    shared = {key: value for key, value in draws[0].items() if all(draw[key] == value for draw in draws)}
    own = [{key: value for key, value in draw.items() if key not in shared} for draw in draws]
    return written({"id": item_id, "r": rollover, "t": words, "all": shared, "v": own, "svg": list(elements)})


def drawn(field: str) -> tuple[Drawn, ...]:
    """Read the draws of a note's last field back; none when it is not one that ``pack`` wrote."""
    try:
        document = json.loads(field)
        draws = [document["all"] | own for own in document["v"]]
        return tuple(
            Drawn(
                seed=int(one["seed"]),
                house=str(one["house"]),
                kept=_compact({"params": one["params"], "house": one["rules"]}),
            )
            for one in draws
        )
    except (ValueError, TypeError, LookupError, RecursionError):
        return ()


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def written(value: object) -> str:
    """Write JSON in which strings hold only letters, digits and signs that mean nothing to HTML or Anki."""
    return _string.sub(_escaped, json.dumps(value, separators=(",", ":")))


def _escaped(found: re.Match[str]) -> str:
    # Every backslash begins an escape, so from the left the pairs, which stand for one, are found as they are.
    return found[0].replace(r"\\", r"\u005c").translate(_ESCAPES)


def _document(variant: Variant, elements: dict[str, int]) -> dict[str, Any]:
    fields = [
        {
            "name": field.name,
            "type": field.type,
            "unit": field.unit,
            "label": field.label,
            "choices": [list(choice) for choice in field.choices],
            "spell": None if field.spellings is None else dict(field.spellings),
        }
        for field in variant.fields
    ]
    kept = json.loads(variant.kept)
    return {
        "seed": variant.seed,
        "house": variant.house,
        "params": kept["params"],
        "rules": kept["house"],
        "head": variant.head,
        "q": variant.prompt,
        "p": _picture(variant.picture, elements),
        "f": fields,
        "a": list(variant.answer),
        "told": list(variant.told),
        "w": list(variant.working),
        "s": _picture(variant.solution, elements),
        "slips": [{"a": list(slip.answer), "m": slip.message} for slip in variant.slips],
        "either": variant.either_direction,
    }


def _picture(picture: Picture | None, elements: dict[str, int]) -> list[list[Any]] | None:
    """List the drawing for wide and for narrow pages: the places of its elements in those of the note, and its note."""
    if picture is None:
        return None
    ways = ((picture.wide, picture.note), (picture.narrow, picture.narrow_note))
    return [
        [[elements.setdefault(element, len(elements)) for element in svg.split(_BETWEEN)], note]
        for svg, note in ways
        if svg
    ]
