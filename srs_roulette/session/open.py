"""The composition root: a learner's file, settings and decks, put together for a command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from srs_roulette.errors import NotSaved
from srs_roulette.scheduling.days import resolve_zone, study_day, utc_ms
from srs_roulette.session import course as courses
from srs_roulette.session import settings as all_settings
from srs_roulette.store.attempts import Store

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime, tzinfo
    from pathlib import Path
    from random import Random
    from typing import Self

    from srs_roulette.scheduling.replay import Reviewer
    from srs_roulette.scheduling.types import StudyDay
    from srs_roulette.session.course import Course
    from srs_roulette.session.session import Limits, Session
    from srs_roulette.session.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What the command line asked for."""

    database: Path
    data_folder: Path
    decks: tuple[str, ...] = ()
    """ids or files; none: the setting"""
    house: str | None = None
    environ: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A learner's file with everything needed to read it."""

    wishes: Wishes
    store: Store | None
    """``None``: there is no file yet, the history is empty"""
    settings: Settings
    zone: tzinfo
    zone_name: str
    today: StudyDay
    now: datetime
    notices: tuple[str, ...]
    """one line each, to be said on stderr"""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.store:
            self.store.close()

    def course(self) -> Course:
        """Load the decks in use.

        :raises NotFound: a deck or house that there is not
        :raises FileFaults: faults of a deck
        """
        course = courses.load(
            self.wishes.decks or self.settings.decks,
            data_folder=self.wishes.data_folder,
            house_option=self.wishes.house,
            house_setting=self.settings.house,
        )
        if self.store:
            self._follow(course, self.store)
        return course

    def _follow(self, course: Course, store: Store) -> None:
        """Let the history of renamed items follow, once, whichever command sees the new name first."""
        renames = store.unfollowed(course.renames())
        if not renames and not store.aliases().keys() & course.entries.keys():
            return
        try:
            with Store.for_writing(self.wishes.database) as writing:
                writing.rename(renames, course.entries.keys())
        except NotSaved:
            # A file that can only be read is read as it is; a sitting on it is refused anyway.
            return
        store.forget_aliases()


def sit_down(wishes: Wishes, now: datetime, *, writing: bool = False) -> Desk:
    """Open a learner's file; only ``writing`` creates it.

    :raises StoreError: it cannot be used, said before the first question
    """
    store = Store.for_writing(wishes.database) if writing else Store.for_reading(wishes.database)
    settings = all_settings.load(store.settings()) if store else all_settings.Settings()
    zone, zone_name, notice = resolve_zone(settings.zone, wishes.environ)
    return Desk(
        wishes=wishes,
        store=store,
        settings=settings,
        zone=zone,
        zone_name=zone_name,
        today=study_day(now, zone, settings.rollover),
        now=now,
        notices=(notice,) if notice else (),
    )


def scheduler(settings: Settings) -> Reviewer:
    """Make the scheduler that the settings ask for."""
    from srs_roulette.scheduling.fsrs import Scheduler  # noqa: PLC0415 - readers of the history need no FSRS
    from srs_roulette.scheduling.parameters import Parameters  # noqa: PLC0415 - the same

    return Scheduler(Parameters(retention=settings.retention, maximum_interval=settings.maximum_interval))


def begin(
    desk: Desk, course: Course, rng: Random, *, limits: Limits | None = None, section: tuple[str, str] | None = None
) -> Session:
    """Begin a sitting; ``section`` opens that section, with what it requires, for good, and asks it alone."""
    from srs_roulette.session.session import Session  # noqa: PLC0415 - only a sitting needs it all

    if desk.store is None:
        raise ValueError("A sitting needs a file to write to.")
    for deck, key in course.required(section) if section else ():
        desk.store.open_section(deck, key, utc_ms(desk.now), "asked")
    return Session(
        course,
        desk.store,
        desk.settings,
        reviewer=scheduler(desk.settings),
        rng=rng,
        zone=desk.zone,
        zone_name=desk.zone_name,
        now=desk.now,
        limits=limits,
        section=section,
    )
