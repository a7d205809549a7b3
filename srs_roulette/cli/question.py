"""A question for people and for JSON: worded, with its choices, picture and working."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from srs_roulette.questions.params import encode
from srs_roulette.questions.reading import answer_text
from srs_roulette.rules.notation import write
from srs_roulette.session.worded import Words
from srs_roulette.wording.catalog import load

if TYPE_CHECKING:
    from srs_roulette.questions.types import Answer, Question


class Worded(Words):
    """A question in a language, and in the keys of ``ask``."""

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


def worded(question: Question, language: str) -> Worded:
    """Put a question into a language.

    :raises NotFound: no such language
    """
    return Worded(question, load(language))


def plain(answer: Answer) -> dict[str, Any]:
    """Turn an answer into JSON values."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in answer.items()}
