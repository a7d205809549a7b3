"""The cloth of a question in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.cli import output

if TYPE_CHECKING:
    from srs_roulette.questions.types import Question


def show(question: Question) -> None:
    """Draw the question's chips on the streets that matter; print nothing where it has no picture."""
    if not question.picture:
        return
    from srs_roulette.drawing import felt

    output.drawing(
        felt.draw(
            question.layout,
            [(chip.bet, chip.chips) for chip in question.picture],
            width=output.width(),
            ascii_only=not output.can_show("│┌◆»"),
            colour=output.coloured(),
            number=question.number,
            around=question.number or question.picture[0].bet.covers[0],
        )
    )
