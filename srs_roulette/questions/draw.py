"""From an item's bands and a seed to the question on the screen."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.questions.reading import answer_text
from srs_roulette.wording.message import Message

if TYPE_CHECKING:
    from srs_roulette.questions.types import Bands, Family, Question
    from srs_roulette.rules.house import HouseRules

TRIES: Final = 50
"""Draws before one that gives its answer away is taken after all; no band of a sound deck comes near."""


def draw(family: Family[Any], bands: Bands, house: HouseRules, seed: int) -> Question:
    """Draw a question: the same bands, house and seed give the same one.

    A draw whose prompt happens to hold its answer as a word is drawn again.
    """
    rng = Random(seed)
    question = family.build(family.draw(bands, house, rng), house)
    for _ in range(TRIES):
        if family.answer_in_prompt or not gives_away(question):
            break
        question = family.build(family.draw(bands, house, rng), house)
    return question


def gives_away(question: Question) -> bool:
    """Tell whether a value in the prompt is the whole answer."""
    answer = answer_text(question.expected, question)
    holding = _holding(answer, question.message)
    if not holding:
        return False
    alone = rf"(?<![\w./-]){re.escape(answer)}(?![\w/-]|\.\d)"
    return any(re.search(alone, text) for text in holding)


def _holding(answer: str, message: Message) -> list[str]:
    """List the values of a message, and of those within it, that hold the answer, as a word or not."""
    found: list[str] = []
    waiting: list[object] = [message]
    for value in waiting:
        if isinstance(value, str | int):
            if answer in (text := str(value)):
                found.append(text)
        elif isinstance(value, Message):
            waiting.extend(value.values.values())
        elif isinstance(value, tuple):
            waiting.extend(value)
    return found
