"""What every question must hold, whatever it asks: worded, answered, diagnosed, worked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from srs_roulette.questions import registry
from srs_roulette.questions.draw import gives_away
from srs_roulette.questions.grading import VerdictKind, grade
from srs_roulette.questions.reading import Unknown, Unreadable, answer_text, read
from srs_roulette.questions.types import Scene, Solution
from srs_roulette.rules.notation import write
from srs_roulette.wording.catalog import load
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from srs_roulette.questions.types import Answer, Chip, Question, Value


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
    yield from _drawn(question)


def _judged(question: Question, answer: str, names: Mapping[str, str]) -> Iterator[str]:
    own = _grade(question, answer, names)
    if own != (VerdictKind.CORRECT, None):
        yield f'its own answer "{answer}" is judged {own}'
    for slip in question.slips:
        text = answer_text(slip.answer, question)
        kind, named = _grade(question, text, names)
        if kind is VerdictKind.CORRECT or named != slip.id:
            yield f'the slip {slip.id} "{text}" is judged {kind}, {named}'


def _drawn(question: Question) -> Iterator[str]:
    """Check that all that is drawn can be, tells nothing before the answer, and tells it after."""
    scene, solution = question.scene or Scene(), question.solution or Solution()
    for chip in (*question.picture, *solution.chips):
        if chip.bet not in question.layout.bets:
            yield f"there is no {write(chip.bet)} on the cloth that is drawn"
    for pocket in (*scene.marked, *solution.marked):
        if pocket not in question.layout.wheel.ring:
            yield f"there is no {pocket} to be marked"
    for name, right in question.expected.items():
        if right and right in (_placed(question.picture), scene.marked):
            yield f"the drawing shows the answer {name}"
        if question.solution and (drawn := _told(name, right, solution)) != right:
            yield f"drawn after the answer: {name} {drawn}"


def _told(name: str, right: Value, solution: Solution) -> Value:
    """Return what a drawing says of a field; of a sum of money and the like it says nothing."""
    if isinstance(right, Mapping):
        return _placed(solution.chips)
    if isinstance(right, tuple):
        return solution.marked or tuple(pocket for chip in solution.chips for pocket in chip.bet.covers)
    return str(sum(chip.chips for chip in solution.chips)) if name == "chips" else right


def _placed(chips: Iterable[Chip]) -> Mapping[str, int]:
    return {write(chip.bet): chip.chips for chip in chips}


def _grade(question: Question, text: str, names: Mapping[str, str]) -> tuple[VerdictKind | None, str | None]:
    given: Answer | Unknown | Unreadable = read(text, question, names)
    if isinstance(given, Unreadable):
        return None, None
    verdict = grade(question, given)
    return verdict.kind, verdict.slip
