"""A question for people and for JSON: worded, with its choices, picture and working."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from srs_roulette.questions.params import encode
from srs_roulette.questions.reading import answer_text
from srs_roulette.rules.notation import write
from srs_roulette.wording.catalog import load
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from srs_roulette.questions.grading import Verdict
    from srs_roulette.questions.types import Answer, Question
    from srs_roulette.wording.catalog import Catalog
    from srs_roulette.wording.message import Message


class Worded:
    """A question in a language."""

    def __init__(self, question: Question, catalog: Catalog) -> None:
        self.question, self.catalog = question, catalog
        keys = {key for offered in question.choices.values() for key in offered}
        self.names: Mapping[str, str] = {key: catalog.text(say(f"choice.{key}")) for key in sorted(keys)}

    @property
    def prompt(self) -> str:
        """The line that asks."""
        return self.text(self.question.message)

    @property
    def working(self) -> list[str]:
        """The steps of a dealer."""
        return [self.text(step) for step in self.question.working]

    def text(self, message: Message) -> str:
        """Put a message into words."""
        return self.catalog.text(message)

    def asked(self, item: str | None, seed: int) -> dict[str, Any]:
        """Return what a learner may see before answering, in the keys of ``ask``."""
        question = self.question
        return {
            "item": item,
            "family": question.family,
            "house": question.house,
            "seed": seed,
            "params": encode(question.params),
            "number": question.number,
            "prompt": self.prompt,
            "unit": question.fields[0].unit.value,
            "fields": [{"name": f.name, "type": f.type.value, "unit": f.unit.value} for f in question.fields],
            "choices": {
                name: [{"key": key, "text": self.names[key]} for key in offered]
                for name, offered in question.choices.items()
            },
            "picture": [{"bet": write(c.bet), "chips": c.chips, "amount": c.amount} for c in question.picture],
            **({"scene": asdict(question.scene)} if question.scene else {}),
        }

    def answered(self) -> dict[str, Any]:
        """Return the right answer, the known slips and the working, in the keys of ``ask``."""
        question = self.question
        return {
            "answer": plain(question.expected),
            "answer_text": answer_text(question.expected, question),
            "slips": [
                {
                    "id": slip.id,
                    "answer": plain(slip.answer),
                    "answer_text": answer_text(slip.answer, question),
                    "message": self.text(slip.message),
                }
                for slip in question.slips
            ],
            "working": self.working,
        }

    def said(self, verdict: Verdict) -> str:
        """Say what a verdict is, with the slip that explains it."""
        return self.text(verdict.message or say("verdict.correct"))


def worded(question: Question, language: str) -> Worded:
    """Put a question into a language.

    :raises NotFound: no such language
    """
    return Worded(question, load(language))


def plain(answer: Answer) -> dict[str, Any]:
    """Turn an answer into JSON values."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in answer.items()}
