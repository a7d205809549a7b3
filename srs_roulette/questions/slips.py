"""Which slips of a draw tell something."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from srs_roulette.questions.types import Answer, Slip, Value


def checked(slips: Iterable[Slip], expected: Answer, *, either_direction: bool = False) -> tuple[Slip, ...]:
    """Leave out the slips that give the right answer, or the answer of an earlier slip.

    :param either_direction: as in the question: a run the other way round is the same answer
    """
    seen = {_frozen(expected, expected, either_direction)}
    kept: list[Slip] = []
    for slip in slips:
        key = _frozen(slip.answer, expected, either_direction)
        if key not in seen:
            seen.add(key)
            kept.append(slip)
    return tuple(kept)


def _frozen(answer: Answer, expected: Answer, either_direction: bool) -> tuple[object, ...]:  # noqa: FBT001 - private
    return tuple([_still(answer[name], either_direction) for name in expected])


def _still(value: Value, either_direction: bool) -> object:  # noqa: FBT001 - private
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return min(value, value[::-1]) if either_direction else value
    return frozenset(value.items())
