"""The items of a course with their state, as every shell lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from srs_roulette.session.leeches import leeches

if TYPE_CHECKING:
    from srs_roulette.scheduling.types import StudyDay
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.session.leeches import Leech
    from srs_roulette.store.attempts import Store

State = Literal["new", "review", "suspended"]
STATES: Final = ("new", "review", "suspended", "leech")
"""What a list may be cut down to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """How an item stands."""

    entry: Entry
    state: State
    """suspended: by the learner or by a flag"""
    due: StudyDay | None
    """``None``: new"""
    flagged: bool
    """paused by a flag, whatever else"""
    leech: Leech | None

    def remarks(self) -> str:
        """Say it in words."""
        more = [word for word, here in (("flagged", self.flagged), ("leech", self.leech)) if here]
        return ", ".join([self.state, *more])

    def is_in(self, state: str) -> bool:
        """Tell whether it belongs to a list of one of ``STATES``."""
        return state == self.state or (state == "leech" and self.leech is not None)


def listed(course: Course, store: Store | None) -> list[Listed]:
    """List the items of a course in its order."""
    memories = store.memories() if store else {}
    paused = store.paused() if store else frozenset()
    flagged = {flag.item_id for flag in store.flags()} if store else set()
    sticking = {leech.entry.id: leech for leech in leeches(course, store)}
    return [
        Listed(
            entry=entry,
            state="suspended" if item in paused else "review" if item in memories else "new",
            due=memories[item].due_day if item in memories else None,
            flagged=item in flagged,
            leech=sticking.get(item),
        )
        for item, entry in course.entries.items()
    ]


def found_by(entry: Entry, course: Course, words: str) -> bool:
    """Tell whether an item has these words in its id, its skill or the title of its section."""
    text = f"{entry.id} {entry.family} {course.sections()[entry.section].title}"
    return words.casefold() in text.casefold()
