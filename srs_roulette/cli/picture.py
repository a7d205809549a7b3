"""What a question shows in the terminal: the cloth or the racetrack, and the right one after the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.cli import output
from srs_roulette.questions.types import Scene
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from srs_roulette.cli.question import Worded
    from srs_roulette.questions.types import Chip, Question
    from srs_roulette.rules.pockets import Pocket


def show(words: Worded) -> None:
    """Draw what a question asks about; print nothing where it has no picture."""
    question = words.question
    scene = question.scene or (Scene() if question.picture else None)
    if scene is not None:
        _draw(words, scene, question.picture, scene.marked)


def show_solution(words: Worded) -> None:
    """Draw the right answer where the picture could not show it."""
    solution = words.question.solution
    if solution is not None:
        scene = words.question.scene or Scene()
        output.say(words.text(say("scene.solution")))
        _draw(words, scene, solution.chips, solution.marked or scene.marked)


def _draw(words: Worded, scene: Scene, chips: Sequence[Chip], marked: Collection[Pocket]) -> None:
    if scene.surface == "racetrack":
        output.drawing(_track(words.question, marked))
        return
    if scene.view is not None:
        output.say(words.text(say(f"scene.{scene.view}{_turned()}")))
    output.drawing(_cloth(words.question, scene, chips, marked))


def _turned() -> str:
    from srs_roulette.drawing.felt import LIES_FROM

    return "" if output.width() >= LIES_FROM else "_turned"


def _cloth(question: Question, scene: Scene, chips: Sequence[Chip], marked: Collection[Pocket]) -> str:
    """Draw the streets that matter, or the whole cloth where nothing says which do."""
    from srs_roulette.drawing.felt import draw

    matter = [*([question.number] if question.number else []), *marked, *(chip.bet.covers[0] for chip in chips)]
    return draw(
        question.layout,
        [(chip.bet, chip.chips) for chip in chips],
        width=output.width(),
        ascii_only=not output.can_show("│┌◆»"),
        colour=output.coloured(),
        number=question.number,
        marked=marked,
        around=matter[0] if matter else None,
        view=scene.view or "player",
        zero=scene.zero_side,
    )


def _track(question: Question, marked: Collection[Pocket]) -> str:
    from srs_roulette.drawing.wheel import racetrack

    return racetrack(
        question.layout.wheel,
        marked,
        width=output.width(),
        ascii_only=not output.can_show("│┌◆●"),
        colour=output.coloured(),
    )
