"""What every question must hold, whatever it asks: worded, answered, diagnosed, worked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.questions import registry
from srs_roulette.questions.draw import gives_away
from srs_roulette.questions.grading import VerdictKind, grade
from srs_roulette.questions.reading import Unknown, Unreadable, answer_text, read
from srs_roulette.wording.catalog import load
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from srs_roulette.questions.types import Answer, Question


def complaints(question: Question, language: str = "en") -> Iterator[str]:
    """List what is wrong with a question, in a language; nothing for a sound one."""
    catalog = load(language)
    try:
        prompt = catalog.text(question.message)
        working = [catalog.text(step) for step in question.working]
        names = {key: catalog.text(say(f"choice.{key}")) for keys in question.choices.values() for key in keys}
        if len(question.fields) > 1:
            for field in question.fields:
                catalog.text(say(f"field.{field.name}"))
        for slip in question.slips:
            catalog.text(slip.message)
    except KeyError as missing:
        yield f"wording: {missing.args[0]}"
        return
    answer = answer_text(question.expected, question)
    if not prompt.endswith(":"):
        yield f'the prompt does not end by asking: "{prompt}"'
    if not registry.family(question.family).answer_in_prompt and gives_away(question):
        yield f'the prompt holds its answer {answer}: "{prompt}"'
    # 4.375 is typed as 4.3750, which nobody takes for thousands; a working may show either.
    plain = " ".join(value for value in question.expected.values() if isinstance(value, str)) or answer
    if not working or not working[-1].endswith((answer, plain)):
        yield f"the working does not end in the answer {answer}"
    yield from _judged(question, answer, names)


def _judged(question: Question, answer: str, names: Mapping[str, str]) -> Iterator[str]:
    own = _grade(question, answer, names)
    if own != (VerdictKind.CORRECT, None):
        yield f'its own answer "{answer}" is judged {own}'
    for slip in question.slips:
        text = answer_text(slip.answer, question)
        kind, named = _grade(question, text, names)
        if kind is VerdictKind.CORRECT or named != slip.id:
            yield f'the slip {slip.id} "{text}" is judged {kind}, {named}'


def _grade(question: Question, text: str, names: Mapping[str, str]) -> tuple[VerdictKind | None, str | None]:
    given: Answer | Unknown | Unreadable = read(text, question, names)
    if isinstance(given, Unreadable):
        return None, None
    verdict = grade(question, given)
    return verdict.kind, verdict.slip
