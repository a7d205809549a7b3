"""What a shell needs of a sitting, whether it moves the schedule or not: one loop plays them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from srs_roulette.deck.types import Section
    from srs_roulette.questions.grading import Verdict
    from srs_roulette.questions.reading import Unreadable
    from srs_roulette.questions.types import Question
    from srs_roulette.scheduling.replay import Kind
    from srs_roulette.scheduling.types import Memory
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.store.attempt import Attempt
    from srs_roulette.store.marks import Flag


Reason = Literal["done", "limit", "quit", "eof"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as it was put. The answer is judged by it, whatever happens to decks or houses meanwhile."""

    n: int
    """place in the sitting, from 1"""
    entry: Entry
    question: Question
    kept: str
    """what is stored of the question: enough to rebuild it"""
    seed: int
    kind: Kind
    """review or relearn; drill or test in practice"""
    new: bool
    left: int | None
    """questions planned in this sitting, this one included; ``None`` where there is no end"""
    seen: int | None
    """the item's newest attempt when the question was put"""
    put_again: bool = False
    """it was on the screen before, and an undo brought it back"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What became of an answer; it is already stored."""

    attempt: Attempt
    verdict: Verdict
    memory: Memory | None
    """``None`` in practice: the schedule did not move"""
    overtaken: bool
    """another process answered the item meanwhile"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What this sitting may hold, beside the limits of a day."""

    answers: int | None = None
    """repeats do not count"""
    minutes: int | None = None
    new: int | None = None
    """in place of the day's limit of new items; 0: none"""


@dataclass(slots=True, kw_only=True)
class Tally:
    """The sitting in figures."""

    answered: int = 0
    right: int = 0
    reviews: int = 0
    """answers that were no repeats"""
    new: int = 0
    milliseconds: int = 0
    """each answer counted up to ``COUNTED_SECONDS``"""


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
