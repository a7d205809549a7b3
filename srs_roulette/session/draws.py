"""The draws of a sitting: never the one just shown, and slips planted that the learner has made, if there are any."""

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
"""Tries for a slip that the learner has made. Where none comes up another is planted all the same: who makes no slips
would learn to answer "right" without looking. So two thirds of the pays are wrong for everybody."""
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
        drawn = self._other(entry)
        if self._plants(drawn[1]) and not self._is_own(drawn[1]):
            others = (self._other(entry) for _ in range(PLANTED_REDRAWS))
            drawn = next((other for other in others if self._plants(other[1]) and self._is_own(other[1])), drawn)
        self._last[entry.id] = drawn[1].params
        return drawn

    def note(self, family: str, slip: str | None) -> None:
        """Take note of a slip that an answer of this sitting showed."""
        if self._met is not None and slip is not None:
            self._met.add((family, slip))

    def _other(self, entry: Entry) -> tuple[int, Question]:
        """Draw until the question is not the one just shown."""
        drawn = self._any(entry)
        for _ in range(REDRAWS):
            if drawn[1].params != self._last.get(entry.id):
                break
            drawn = self._any(entry)
        return drawn

    def _any(self, entry: Entry) -> tuple[int, Question]:
        seed = self.rng.randrange(SEEDS)
        return seed, entry.draw(seed)

    def _plants(self, question: Question) -> bool:
        return question.family == PLANTING and question.params.planted is not None

    def _is_own(self, question: Question) -> bool:
        """Tell whether an answer of the learner ever showed the slip that is planted."""
        if self._met is None:
            self._met = self.store.slips_met()
        return (question.params.inner, question.params.planted) in self._met
