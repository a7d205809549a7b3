"""A question in the learner's language: what every shell shows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.questions.parts import ANSWER_ALONE
from srs_roulette.questions.reading import answer_text
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from srs_roulette.questions.grading import Verdict
    from srs_roulette.questions.types import Answer, Question, Value
    from srs_roulette.wording.catalog import Catalog
    from srs_roulette.wording.message import Message


class Words:
    """The sentences of one question."""

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
        """The steps of a dealer; the last line ends with the answer as ``check`` takes it."""
        return [self.text(step) for step in self.question.working]

    @property
    def steps(self) -> list[str]:
        """The working for people: an answer that holds keys of choices stands in words at its end.

        There is none where it would be the answer once more.
        """
        if self.question.working[0].id == ANSWER_ALONE:
            return []
        *before, last = self.working
        typed = answer_text(self.question.expected, self.question)
        if self.names and last.endswith(typed):
            last = last.removesuffix(typed) + self.told(self.question.expected)
        return [*before, last]

    def text(self, message: Message) -> str:
        """Put a message into words."""
        return self.catalog.text(message)

    def said(self, verdict: Verdict) -> str:
        """Say what a verdict is, with the slip that explains it."""
        return self.text(verdict.message or say("verdict.correct"))

    def right(self, expected: str) -> str:
        """Show the right answer, ``expected`` being its text; of bare values also what each is."""
        fields = self.question.fields
        if not self.names:
            labels = ", ".join(self.text(say(f"field.{field.name}")) for field in fields)
            return expected + (f" ({labels})" if len(fields) > 1 else "")
        return self.told(self.question.expected)

    def told(self, answer: Answer) -> str:
        """Write an answer as people read it."""
        return ", ".join(self._value(answer[field.name]) for field in self.question.fields)

    def _value(self, value: Value) -> str:
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, tuple):
            return "-".join(value)
        return " ".join(f"{bet}={chips}" for bet, chips in value.items())
