"""The draws of a sitting: never the one just shown, and no slip planted that the learner has not met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

    from srs_roulette.questions.types import Question
    from srs_roulette.scheduling.types import ItemId
    from srs_roulette.session.course import Entry
    from srs_roulette.store.attempts import Store

SEEDS: Final = 2**31
REDRAWS: Final = 8
"""Tries for a draw that differs from the one before; a pinned item has only one."""
PLANTED_REDRAWS: Final = 30
"""Tries for a draw whose planted slip is known to the learner; a third of all draws have none."""
PLANTING: Final = "find_the_error"


class Draws:
    """Draws questions for one learner."""

    def __init__(self, store: Store, rng: Random) -> None:
        """``rng`` gives the seeds."""
        self.store, self.rng = store, rng
        self._last: dict[ItemId, object] = {}
        self._met: set[tuple[str, str]] | None = None

    def draw(self, entry: Entry) -> tuple[int, Question]:
        """Draw a question and return it with its seed."""
        seed = self.rng.randrange(SEEDS)
        question = entry.draw(seed)
        for _ in range(PLANTED_REDRAWS if entry.family == PLANTING else REDRAWS):
            if question.params != self._last.get(entry.id) and not self._plants_unknown(question):
                break
            seed = self.rng.randrange(SEEDS)
            question = entry.draw(seed)
        self._last[entry.id] = question.params
        return seed, question

    def note(self, family: str, slip: str | None) -> None:
        """Take note of a slip that an answer of this sitting showed."""
        if self._met is not None and slip is not None:
            self._met.add((family, slip))

    def _plants_unknown(self, question: Question) -> bool:
        """Tell whether a slip is planted that no answer of the learner ever showed."""
        planted = question.params.planted if question.family == PLANTING else None
        if planted is None:
            return False
        if self._met is None:
            self._met = self.store.slips_met()
        return (question.params.inner, planted) not in self._met
