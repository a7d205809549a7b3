"""A read answer against the right one. The engine grades, not the learner; nothing is nearly right."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import reduce
from typing import TYPE_CHECKING

from srs_roulette.questions.nearest import step_reached
from srs_roulette.questions.reading import Unknown, answer_text, text_form
from srs_roulette.questions.types import FieldType
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from srs_roulette.questions.types import Answer, Field, Question, Value


@unique
class VerdictKind(StrEnum):
    """What an answer is worth. ``close``: the right ones in the wrong order; it counts as wrong."""

    CORRECT = "correct"
    CLOSE = "close"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is said of an answer."""

    kind: VerdictKind
    expected: str
    """the right answer as text that reads back to it"""
    slip: str | None = None
    """id of the known way to be wrong that gives this answer"""
    message: Message | None = None
    """what is wrong; ``None`` for a right answer"""

    @property
    def passed(self) -> bool:
        """Right, and not merely close."""
        return self.kind is VerdictKind.CORRECT


def grade(question: Question, answer: Answer | Unknown) -> Verdict:
    """Judge an answer that ``reading.read`` gave for this question.

    A wrong answer that a slip of the question gives carries the slip's id and message; any other says what differs.
    """
    expected = answer_text(question.expected, question)
    if isinstance(answer, Unknown):
        return Verdict(kind=VerdictKind.WRONG, expected=expected, message=say("verdict.unknown"))
    wrong = _differing(question, answer, question.expected)
    if not wrong:
        return Verdict(kind=VerdictKind.CORRECT, expected=expected)
    close = all(_same_set(field, answer, question.expected) for field in wrong)
    kind = VerdictKind.CLOSE if close else VerdictKind.WRONG
    for slip in question.slips:
        if not _differing(question, answer, slip.answer):
            return Verdict(kind=kind, expected=expected, slip=slip.id, message=slip.message)
    message = say("verdict.close") if close else _what_differs(question, answer, wrong)
    return Verdict(kind=kind, expected=expected, message=message)


def _differing(question: Question, given: Answer, wanted: Answer) -> tuple[Field, ...]:
    return tuple(
        field
        for field in question.fields
        if not _same(field, given[field.name], wanted[field.name], question.either_direction)
    )


def _same(field: Field, given: Value, wanted: Value, either_direction: bool) -> bool:  # noqa: FBT001 - private
    if field.type is FieldType.TEXT and isinstance(given, str) and isinstance(wanted, str):
        return text_form(given) == text_form(wanted)
    if isinstance(given, tuple) and isinstance(wanted, tuple):
        if field.type is FieldType.POCKETS:
            return set(given) == set(wanted)
        return given == wanted or (either_direction and given[::-1] == wanted)
    return given == wanted


def _same_set(field: Field, given: Answer, wanted: Answer) -> bool:
    return field.type is FieldType.ORDER and Counter(given[field.name]) == Counter(wanted[field.name])


def _what_differs(question: Question, given: Answer, wrong: tuple[Field, ...]) -> Message:
    parts: list[Message] = []
    right = tuple(field for field in question.fields if field not in wrong)
    if right:
        parts.append(say("verdict.fields", right=_labels(right), wrong=_labels(wrong)))
    for field in wrong:
        parts.extend(differences(given[field.name], question.expected[field.name]))
    if not parts:
        step = step_reached(question, given)
        parts = [say("verdict.wrong"), *([say("verdict.step", step=step)] if step else [])]
    return reduce(lambda first, second: say("verdict.two", first=first, second=second), parts)


def _labels(fields: tuple[Field, ...]) -> tuple[Message, ...]:
    return tuple(say(f"field.{field.name}") for field in fields)


def differences(given: Value, wanted: Value) -> list[Message]:
    """Say what a list or a placement lacks, has too much of and stacks otherwise; nothing for single values."""
    if isinstance(given, str) or isinstance(wanted, str):
        return []
    if isinstance(given, tuple) or isinstance(wanted, tuple):
        more, less = Counter(given) - Counter(wanted), Counter(wanted) - Counter(given)
        return _said(missing=tuple(less), extra=tuple(more))
    return _said(
        missing=_spots(wanted, without=given),
        extra=_spots(given, without=wanted),
        stacked=tuple(
            say("verdict.stack", spot=bet, wanted=chips, given=given[bet])
            for bet, chips in wanted.items()
            if bet in given and given[bet] != chips
        ),
    )


def _spots(placed: Mapping[str, int], without: Mapping[str, int]) -> tuple[Message, ...]:
    return tuple(say("verdict.spot", spot=b, chips=n) for b, n in placed.items() if b not in without)


def _said(**spots: tuple[str, ...] | tuple[Message, ...]) -> list[Message]:
    return [say(f"verdict.{what}", spots=listed) for what, listed in spots.items() if listed]
