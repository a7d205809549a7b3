"""The drawings of questions as they stand in a page, whose style sheet stands apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from srs_roulette.drawing.felt import crop_for
from srs_roulette.drawing.paint import STYLE, without_sheet
from srs_roulette.drawing.ring import svg_racetrack
from srs_roulette.drawing.svg import felt
from srs_roulette.questions.types import Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from srs_roulette.questions.types import Chip, Question
    from srs_roulette.rules.pockets import Pocket

__all__ = ["STYLE", "as_asked", "drawn", "solution"]

_TELLING: Final = frozenset({"name_spot"})
"""Families that ask what a list of the chips would tell."""
_ON_A_PHONE: Final = 5
"""Streets that are no wider than a phone."""


def drawn(svg: str) -> Markup:
    """Return a drawing of ours as it may stand in a page."""
    return Markup(without_sheet(svg))  # noqa: S704 - drawn here, its texts escaped


def as_asked(question: Question) -> Markup | None:
    """Draw what a question asks about; ``None`` where it has no picture."""
    scene = question.scene or (Scene() if question.picture else None)
    if scene is None:
        return None
    if scene.surface == "racetrack":
        return _track(question, scene.marked, "The racetrack, as asked.")
    title = "The cloth, as asked." if question.family in _TELLING else None
    return _cloth(question, scene, question.picture, scene.marked, title)


def solution(question: Question) -> Markup | None:
    """Draw the right answer where the picture could not show it."""
    found = question.solution
    if found is None:
        return None
    scene = question.scene or Scene()
    marked = found.marked or scene.marked
    if scene.surface == "racetrack":
        return _track(question, marked, None)
    return _cloth(question, scene, found.chips, marked, None)


def _track(question: Question, marked: Collection[Pocket], title: str | None) -> Markup:
    wheel = question.layout.wheel
    return _both(lambda standing: svg_racetrack(wheel, marked, title=title, standing=standing))


def _cloth(
    question: Question, scene: Scene, chips: Sequence[Chip], marked: Collection[Pocket], title: str | None
) -> Markup:
    """Draw the streets that matter, or the whole cloth where nothing says which do."""
    matter = [*([question.number] if question.number else []), *marked, *(chip.bet.covers[0] for chip in chips)]
    around = matter[0] if matter else None
    placed = [(chip.bet, chip.chips) for chip in chips]

    def draw(standing: bool) -> str:  # noqa: FBT001 - one of two pictures
        return felt(
            question.layout,
            placed,
            number=question.number,
            marked=marked,
            view=scene.view or "player",
            around=None if standing else around,
            zero=scene.zero_side,
            title=title,
            standing=standing,
        )

    narrow = around is not None and len(crop_for(placed, (around, *marked))) <= _ON_A_PHONE
    return drawn(draw(False)) if narrow else _both(draw)  # noqa: FBT003 - as above


def _both(draw: Callable[[bool], str]) -> Markup:
    """Draw what is too wide for a phone lying and standing; the style sheet shows the one that fits."""
    return Markup("").join(
        Markup('<div class="{}">{}</div>').format(look, drawn(draw(standing)))
        for look, standing in (("lying", False), ("standing", True))
    )
