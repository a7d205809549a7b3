"""What will be known on a date if the learner goes on as now, and the least that would do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import ceil, inf
from statistics import median
from typing import TYPE_CHECKING, Final

from srs_roulette.recall.simulation import Group, Limits, Seen, World, play
from srs_roulette.scheduling.forward import Forward
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import Rating, StudyDay
from srs_roulette.session.glance import SECONDS_A_QUESTION
from srs_roulette.session.plan import COUNTED_SECONDS, new_entries, spent_ms
from srs_roulette.store.attempt import LastAttempt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from srs_roulette.scheduling.types import ItemId, Memory
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.session.open import Desk
    from srs_roulette.session.settings import Settings
    from srs_roulette.store.attempts import Store

MOST_DAYS: Final = 730
"""Farther ahead nothing is told: a plan is not kept so long."""
MOST_NEW, MOST_MINUTES = 500, 600
"""The largest plan that the settings take."""
_SURFACES: Final = ("terminal", "page")
_TIMES: Final = 60
"""So many of the last right answers of a family tell its pace, at least ``_LEAST_TIMES``."""
_LEAST_TIMES: Final = 3
_RIGHT: Final = LastAttempt(
    id=0, kind=Kind.REVIEW, verdict="correct", rating=Rating.GOOD, study_day=StudyDay(0), due_day=None
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Some items; the shares are expected values from 0 to 1, and what was never answered counts as not known."""

    items: int
    seen: int
    now: float
    then: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionKnown:
    """A section of a deck in use."""

    deck: str
    section: str
    title: str
    known: Known


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """So much a day, and what comes of it."""

    new_per_day: int
    reviews_per_day: int
    """due items, on every day at most"""
    minutes: int
    """of answering, on every day at most"""
    then: float
    """the share of all items known on the date, 0 to 1"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readiness:
    """A date, and how ready the learner is for it."""

    date: StudyDay
    days: int
    """with answers, today included"""
    target: float
    """0 to 1"""
    known: Known | None
    """``None``: there is no item"""
    sections: tuple[SectionKnown, ...]
    minutes: float
    """a day that the present plan takes, on average"""
    needed: Plan | None
    """the plan with the fewest minutes a day that reaches the target; ``None``: none does"""
    most: Plan | None
    """where none does, the one that comes nearest"""
    first_right: float
    """how often a new item is expected to be right at first, 0 to 1"""


def readiness(opened: Desk, date: StudyDay, target: float) -> Readiness:
    """Play the present plan up to a date, and search for the least that reaches a target.

    :param date: after today, ``MOST_DAYS`` ahead at most
    :param target: share of all items, 0 to 1
    :raises NotFound: no such deck or house
    :raises FileFaults: faults of a deck
    :raises StoreError: the file cannot be read
    """
    course = opened.course()
    world, members = _world(opened, course, date)
    items = len(course.entries)
    present = play(world, _present(opened.settings))
    needed, most = _search(world, target, items) if items else (None, None)
    now = play(replace(world, date=world.today), _present(opened.settings)).known
    sections = course.sections()
    return Readiness(
        date=date,
        days=date - opened.today,
        target=target,
        known=_known(world, range(len(members)), items, now, present.known) if items else None,
        sections=tuple(
            SectionKnown(
                deck=deck,
                section=key,
                title=sections[deck, key].title,
                known=_known(world, groups, sum(len(members[group]) for group in groups), now, present.known),
            )
            for (deck, key), groups in _by_section(members).items()
        ),
        minutes=sum(present.seconds) / len(present.seconds) / 60,
        needed=needed,
        most=most,
        first_right=world.first_right,
    )


def _world(opened: Desk, course: Course, date: StudyDay) -> tuple[World, Sequence[Sequence[Entry]]]:
    """Return how the learner stands, and the items of each group."""
    store, settings = opened.store, opened.settings
    seconds = _seconds(course, store, opened.today)
    grouped: dict[tuple[tuple[str, str], int | None], list[Entry]] = {}
    for entry in course.entries.values():
        grouped.setdefault((entry.section, entry.item.max_interval), []).append(entry)
    group_of = {entry.id: group for group, entries in enumerate(grouped.values()) for entry in entries}
    memories = store.memories() if store else {}
    paused = store.paused() if store else frozenset()
    right, answered = store.first_answers() if store else (0, 0)
    world = World(
        today=opened.today,
        date=date,
        groups=[
            Group(sum(seconds[entry.id] for entry in entries) / len(entries), max_interval)
            for (_, max_interval), entries in grouped.items()
        ],
        seen=[
            _seen(group, memories[item], paused=item in paused) for item, group in group_of.items() if item in memories
        ],
        new=[group_of[entry.id] for entry in _in_order(course, store, paused)],
        first_right=(right + 1) / (answered + 2),
        forward=Forward(store.weights() if store else None),
        retention=settings.retention,
        maximum_interval=settings.maximum_interval,
        exam=settings.exam_date,
        pause_until=settings.pause_until,
        done=_done(store, opened.today),
    )
    return world, list(grouped.values())


def _seen(group: int, memory: Memory, *, paused: bool) -> Seen:
    return Seen(
        group=group,
        stability=memory.stability,
        difficulty=memory.difficulty,
        last_day=memory.last_day,
        due_day=None if paused else memory.due_day,
    )


def _seconds(course: Course, store: Store | None, today: StudyDay) -> Mapping[ItemId, float]:
    """Expect of each item the learner's own pace in its family, else the target of the deck."""

    def pace(family: str) -> float | None:
        before = StudyDay(today + 1)
        times = [ms for on in _SURFACES for ms in store.times(family, on, before=before, limit=_TIMES)] if store else []
        return min(median(times) / 1000, COUNTED_SECONDS) if len(times) >= _LEAST_TIMES else None

    paces = {family: pace(family) for family in {entry.family for entry in course.entries.values()}}
    return {
        item: paces[entry.family] or entry.item.target_seconds or SECONDS_A_QUESTION
        for item, entry in course.entries.items()
    }


def _in_order(course: Course, store: Store | None, paused: frozenset[ItemId]) -> list[Entry]:
    """List the items not seen yet as they come, section after section; what never opens is left out.

    What is asked is repeated until it was right, so every section opens in the end that requires no paused items.
    """
    standing = store.last_attempts() if store else {}
    last = {item: seen if item in paused else _RIGHT for item, seen in standing.items()}
    opened = store.opened_sections() if store else {}
    order: list[Entry] = []
    while found := new_entries(course, last, opened, paused, None):
        order += found
        last |= {entry.id: _RIGHT for entry in found}
    return order


def _done(store: Store | None, today: StudyDay) -> Limits:
    if store is None:
        return Limits(new=0, reviews=0, seconds=0)
    seconds = spent_ms(store.attempts_on(today)) / 1000
    return Limits(new=store.new_begun(today), reviews=store.reviews_done(today), seconds=seconds)


def _present(settings: Settings) -> Limits:
    seconds = settings.minutes_per_day * 60 or inf
    return Limits(new=settings.new_per_day, reviews=settings.reviews_per_day, seconds=seconds)


def _by_section(members: Sequence[Sequence[Entry]]) -> Mapping[tuple[str, str], Sequence[int]]:
    found: dict[tuple[str, str], list[int]] = {}
    for group, entries in enumerate(members):
        found.setdefault(entries[0].section, []).append(group)
    return found


def _known(world: World, groups: Sequence[int], items: int, now: Sequence[float], then: Sequence[float]) -> Known:
    return Known(
        items=items,
        seen=sum(one.group in groups for one in world.seen),
        now=sum(now[group] for group in groups) / items,
        then=sum(then[group] for group in groups) / items,
    )


# ---- the least that does


class _Tried:
    """Plans that were played."""

    def __init__(self, world: World, items: int) -> None:
        self._world, self._items = world, items
        self._plans: dict[tuple[int, int], Plan] = {}

    def plan(self, new: int, minutes: int) -> Plan:
        """Play a plan, once."""
        if (new, minutes) not in self._plans:
            outcome = play(self._world, Limits(new=new, reviews=inf, seconds=minutes * 60))
            # What is not needed on the fullest day is not asked for.
            self._plans[new, minutes] = Plan(
                new_per_day=new,
                reviews_per_day=ceil(max(outcome.reviews)),
                minutes=min(minutes, ceil(max(outcome.seconds) / 60)),
                then=sum(outcome.known) / self._items,
            )
        return self._plans[new, minutes]

    def most(self) -> Plan:
        """Return the plan that came nearest."""
        return max(self._plans.values(), key=lambda one: one.then)


def _search(world: World, target: float, items: int) -> tuple[Plan | None, Plan | None]:
    """Return the plan with the fewest minutes a day that reaches the target, or the one that comes nearest.

    First the fewest new items a day, with all the time there is; then the fewest minutes in which they and what is due
    can be done; then whether more new items a day, begun while little is due, need fewer.
    """
    tried = _Tried(world, items)

    def reaches(new: int, minutes: int) -> bool:
        return tried.plan(new, minutes).then >= target

    most = min(len(world.new), MOST_NEW)
    # Fewer would leave too many never seen.
    low = min(most, max(0, ceil((target * items - len(world.seen)) / (world.date - world.today))))
    new = next((new for new in _paces(low, most) if reaches(new, MOST_MINUTES)), None)
    if new is None:
        return None, tried.most()
    new = _least(low, new, lambda fewer: reaches(fewer, MOST_MINUTES))
    best = tried.plan(new, MOST_MINUTES)
    for pace in (new, min(2 * new, most), min(4 * new, most)):
        minutes = best.minutes if pace == new else best.minutes - 1
        if minutes > 0 and reaches(pace, minutes):
            minutes = _least(0, minutes, partial(reaches, pace))
            best = tried.plan(pace, minutes)
    return best, None


def _paces(low: int, high: int) -> Iterator[int]:
    """Give numbers to try, each a third more than the one before."""
    while low < high:
        yield low
        low += 1 + low // 3
    yield high


def _least(low: int, high: int, does: Callable[[int], bool]) -> int:
    """Return the least number from ``low`` to ``high`` that does; ``high`` is known to."""
    while low < high:
        middle = (low + high) // 2
        if does(middle):
            high = middle
        else:
            low = middle + 1
    return high
