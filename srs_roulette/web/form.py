"""How a question is answered in the page: what to tap, press or type for each of its fields.

Whatever it is, the form posts what could be typed in a terminal: ``answer``, or ``answer.0`` and on, field by field.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from srs_roulette.questions.types import FieldType, Unit
from srs_roulette.web.felt import answer_widget, is_tapped_on_its_picture
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from srs_roulette.questions.types import Field
    from srs_roulette.session.worded import Words

_DECIMAL: Final = frozenset({Unit.CASH, Unit.PERCENT, Unit.TO_ONE})
_UNTOLD: Final = frozenset({Unit.NONE, Unit.POCKETS})
_SIGNED: Final = frozenset({"net"})
"""Fields whose amount may be negative: the numeric pad of some phones has no minus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One field of the form."""

    label: str
    kind: Literal["buttons", "radios", "text"]
    mode: str = "text"
    """the keyboard of a phone: HTML's ``inputmode``"""
    choices: Sequence[tuple[str, str]] = ()
    """what is posted, and what is read"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """The whole form."""

    boxes: Sequence[Box]
    widget: Markup | None
    """the felt or the keys that write into the one box"""
    tapped: bool
    """on the question's own picture, which is then not drawn a second time"""


def answering(words: Words) -> Answering:
    """Lay the form of a question out."""
    question = words.question
    widget = answer_widget(question, words.catalog)
    tapped = widget is not None and is_tapped_on_its_picture(question)
    fields = question.fields
    if widget is not None:
        # One box: the widget writes all fields into it.
        return Answering(boxes=[Box(label="Your answer", kind="text")], widget=widget, tapped=tapped)
    return Answering(boxes=[_box(field, words, alone=len(fields) == 1) for field in fields], widget=None, tapped=False)


def _box(field: Field, words: Words, *, alone: bool) -> Box:
    label = "Your answer" if alone else _label(field, words)
    if field.type is FieldType.CHOICE:
        choices = [(key, words.names[key]) for key in words.question.choices[field.name]]
        return Box(label=label, kind="buttons" if alone else "radios", choices=choices)
    return Box(label=label, kind="text", mode=_mode(field))


def _label(field: Field, words: Words) -> str:
    name = words.text(say(f"field.{field.name}"))
    unit = words.text(say(f"unit.{field.unit.value}")) if field.unit not in _UNTOLD else ""
    return f"{name}, {unit}" if unit and unit != name else name


def _mode(field: Field) -> str:
    if field.type is FieldType.POCKET:
        return "numeric"
    if field.type is not FieldType.AMOUNT or field.name in _SIGNED:
        return "text"
    return "decimal" if field.unit in _DECIMAL else "numeric"
