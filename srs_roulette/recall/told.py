"""What ``stats`` tells, gathered: the tables of the history, the days ahead, and what will not stick."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from srs_roulette.session.leeches import leeches
from srs_roulette.session.plan import load, streak
from srs_roulette.session.skills import check_families
from srs_roulette.stats.report import report
from srs_roulette.stats.types import Placed, Scope

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from srs_roulette.scheduling.types import ItemId, StudyDay
    from srs_roulette.session.course import Course
    from srs_roulette.session.leeches import Leech
    from srs_roulette.session.open import Desk
    from srs_roulette.stats.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Everything that is shown, in whatever form."""

    report: Report
    load: tuple[tuple[StudyDay, int], ...]
    """today with the overdue, then day by day"""
    leeches: Sequence[Leech]
    streak: int
    titles: Mapping[tuple[str, str], str]
    """of the sections, by deck and key"""
    lessons: frozenset[tuple[str, str]]
    """the sections that have one"""
    retention: float
    """the recall asked for, 0 to 1"""
    families: tuple[str, ...]
    """only these are told of; none: all"""
    decks: tuple[str, ...]
    """titles of those that alone are told of; none: all that was ever asked"""


def gather(opened: Desk, *, since: StudyDay | None = None, families: Sequence[str] = ()) -> Told:
    """Read a learner's history.

    :param since: what was answered before is not counted
    :param families: only these; none: all
    :raises NotFound: no such family, deck or house
    :raises FileFaults: faults of a deck
    :raises StoreError: the file cannot be used
    """
    course, store = opened.course(), opened.store
    only = check_families(course, families)
    inside, sections = _only(course, only), course.sections()
    return Told(
        report=report(
            store,
            Scope(course=_places(course), closed=bool(opened.wishes.decks), families=only),
            opened.today,
            since=since,
            retained=opened.settings.retention,
            weights=store.weights() if store else None,
        ),
        load=load(inside, store, opened.settings, opened.today).forecast,
        leeches=leeches(inside, store),
        streak=streak(store.study_days(), opened.today) if store else 0,
        titles={key: section.title for key, section in sections.items()},
        lessons=frozenset(key for key, section in sections.items() if section.lesson),
        retention=opened.settings.retention,
        families=only,
        decks=tuple(deck.title for deck in course.decks) if opened.wishes.decks else (),
    )


def _only(course: Course, families: Sequence[str]) -> Course:
    """Return the course with the items of some families alone; none: all."""
    if not families:
        return course
    return replace(course, entries={id_: one for id_, one in course.entries.items() if one.family in families})


def _places(course: Course) -> dict[ItemId, Placed]:
    return {
        item: Placed(
            family=entry.family,
            deck=entry.deck,
            section=entry.item.section,
            target_seconds=entry.item.target_seconds,
        )
        for item, entry in course.entries.items()
    }
