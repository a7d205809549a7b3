"""The composition root: a learner's file, settings and decks, put together for a command."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from srs_roulette.errors import Damaged, FileFaults, NotFound, NotSaved, StoreError, short_path
from srs_roulette.scheduling.days import resolve_zone, study_day, utc_ms
from srs_roulette.session import course as courses
from srs_roulette.session import settings as all_settings
from srs_roulette.store.attempts import Store
from srs_roulette.store.volume import network_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime, tzinfo
    from pathlib import Path
    from random import Random
    from typing import Self

    from srs_roulette.scheduling.replay import Reviewer
    from srs_roulette.scheduling.types import StudyDay
    from srs_roulette.session.course import Course
    from srs_roulette.session.session import Session
    from srs_roulette.session.settings import Settings
    from srs_roulette.session.sitting import Limits


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
    backup_due: bool = False
    """the day has no backup yet, and none was tried"""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.store:
            self.store.close()

    def back_up_the_day(self) -> str | None:
        """Make the day's backup, if anything was written and there is none; return a line that says why it failed.

        That is done when the desk is left, since it takes half a second for 100,000 attempts: nobody waits for a
        question then, and the copy takes no room from the answers.
        """
        if self.backup_due and self.store and self.store.touched():
            try:
                return _back_up(self.wishes.database, self.today)
            except Damaged as fault:
                return str(fault)
        return None

    def course(self) -> Course:
        """Load the decks in use.

        :raises NotFound: a deck or house that there is not
        :raises FileFaults: faults of a deck
        """
        try:
            course = courses.load(
                self.wishes.decks or self.settings.decks,
                data_folder=self.wishes.data_folder,
                house_option=self.wishes.house,
                house_setting=self.settings.house,
            )
        except NotFound as fault:
            raise NotFound(" ".join([str(fault), *self._set_where(str(fault))])) from fault
        except FileFaults as fault:
            raise FileFaults([*fault.faults, *self._set_where(str(fault))]) from fault
        if self.store:
            self._follow(course, self.store)
        return course

    def _set_where(self, fault: str) -> list[str]:
        """Say which setting names a deck or a house that is gone: whoever reads it did not type the name just now."""
        decks = () if self.wishes.decks else self.settings.decks
        houses = () if self.wishes.house else (self.settings.house,)
        for key, words in (("decks", decks), ("house", houses)):
            names = [name for word in words if word for name in (word, short_path(word))]
            if any(f'"{name}"' in fault or fault.startswith(f"{name}:") for name in names):
                return [f'The setting {key} names it; for the default: srs-roulette settings set {key} ""']
        return []

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
    today = study_day(now, zone, settings.rollover)
    late = writing and store is not None and _lacks_a_backup(store, today)
    try:
        failed = _back_up(wishes.database, today) if late else None
    except Damaged:
        if store:
            store.close()
        raise
    return Desk(
        wishes=wishes,
        store=store,
        settings=settings,
        zone=zone,
        zone_name=zone_name,
        today=today,
        now=now,
        notices=tuple(line for line in (notice, _network_line(wishes.database) if writing else None, failed) if line),
        backup_due=writing and not late,
    )


def _network_line(database: Path) -> str | None:
    kind = network_of(database)
    if kind is None:
        return None
    return (
        f"{database.parent} lies on a network drive ({kind}): never learn on two computers at once, and keep backups"
        " elsewhere: srs-roulette backup FILE"
    )


def _lacks_a_backup(store: Store, today: StudyDay) -> bool:
    """Tell whether an earlier day is in no backup: its sitting was killed, or its window closed."""
    from srs_roulette.store.backups import lacks  # noqa: PLC0415 - readers of the history make no backups

    return lacks(store.path, next((day for day in store.study_days() if day < today), None), today)


def _back_up(database: Path, today: StudyDay) -> str | None:
    from srs_roulette.store.backups import back_up_daily  # noqa: PLC0415 - the same

    try:
        back_up_daily(database, today)
    except Damaged:
        # Nobody should answer into it: the next answer may be written where it cannot be read again.
        raise
    except (StoreError, OSError) as fault:
        return f"There is no backup of today: {fault}"
    return None


def scheduler(settings: Settings, weights: tuple[float, ...] | None) -> Reviewer:
    """Make the scheduler that the settings ask for; ``weights`` are the personal ones, None the defaults."""
    from srs_roulette.scheduling.fsrs import Scheduler  # noqa: PLC0415 - readers of the history need no FSRS
    from srs_roulette.scheduling.parameters import Parameters  # noqa: PLC0415 - the same

    return Scheduler(
        Parameters(retention=settings.retention, maximum_interval=settings.maximum_interval, weights=weights)
    )


def begin(
    desk: Desk,
    course: Course,
    rng: Random,
    *,
    limits: Limits | None = None,
    section: tuple[str, str] | None = None,
    ahead: bool = False,
    surface: str = "terminal",
) -> Session:
    """Begin a sitting.

    :param section: open that section, with what it requires, for good, and ask it alone
    :param ahead: after the day's questions ask what is due later
    :param surface: where it is answered, as in ``Attempt.surface``
    """
    from srs_roulette.session.session import Session  # noqa: PLC0415 - only a sitting needs it all

    if desk.store is None:
        raise ValueError("A sitting needs a file to write to.")
    for deck, key in course.required(section) if section else ():
        desk.store.open_section(deck, key, utc_ms(desk.now), "asked")
    return Session(
        course,
        desk.store,
        desk.settings,
        scheduler=partial(scheduler, desk.settings),
        rng=rng,
        zone=desk.zone,
        zone_name=desk.zone_name,
        now=desk.now,
        limits=limits,
        section=section,
        ahead=ahead,
        surface=surface,
    )
