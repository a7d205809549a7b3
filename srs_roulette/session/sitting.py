"""What a shell needs of a sitting, whether it moves the schedule or not: one loop plays them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from srs_roulette.deck.types import Section
    from srs_roulette.questions.reading import Unreadable
    from srs_roulette.session.course import Course
    from srs_roulette.session.session import Asked, Feedback, Reason, Tally
    from srs_roulette.store.attempt import Attempt
    from srs_roulette.store.marks import Flag


@dataclass(frozen=True, slots=True)
class Flagged:
    """What became of ``!``."""

    flag: Flag
    open_too: bool
    """the open question was of the same item: it is dropped"""


class Sitting(Protocol):
    """Questions, answers, and what may be said between them."""

    course: Course
    tally: Tally

    def next(self, now: datetime, /) -> Asked | Reason:
        """Put the next question, or say why it ends."""

    def answer(
        self,
        asked: Asked,
        raw: str,
        elapsed_ms: int | None,
        now: datetime,
        names: Mapping[str, str],
        *,
        flags: tuple[str, ...] = (),
    ) -> Feedback | Unreadable:
        """Judge an answer and store it."""

    def undo(self, now: datetime) -> Attempt | None:
        """Withdraw the last answer; ``None`` where there is none to withdraw."""

    def flag(self, text: str, now: datetime) -> Flagged | None:
        """Call the key of the last answer wrong; ``None`` before the first."""

    def lesson(self, asked: Asked) -> Section | None:
        """Return the section whose lesson stands before this question."""
