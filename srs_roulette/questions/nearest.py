"""A wrong answer that is right as a step: the learner worked, and stopped too early."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.questions.types import FieldType

if TYPE_CHECKING:
    from srs_roulette.questions.types import Answer, Question
    from srs_roulette.wording.message import Message


def step_reached(question: Question, given: Answer) -> Message | None:
    """Return the first step of the working whose result was given in place of the answer.

    Only where one amount is asked for: of several it would be a guess which step was meant.
    """
    if len(question.fields) != 1 or question.fields[0].type is not FieldType.AMOUNT:
        return None
    typed = given[question.fields[0].name]
    if typed == question.expected[question.fields[0].name]:
        return None
    return next((step for step in question.working if str(step.values.get("result", "")) == typed), None)
