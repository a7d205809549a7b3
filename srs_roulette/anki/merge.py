"""What a package brings: which rows of Anki's log become attempts, and what becomes of the others. Data in, data out.

An answer is known by its item and its millisecond, so our own answers, which Anki has from our packages, and those of
an earlier import are found again and come back once.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final

from srs_roulette.anki.payload import pick
from srs_roulette.anki.reader import EPOCH_SECONDS
from srs_roulette.scheduling.days import instant, study_day
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import Rating, StudyDay
from srs_roulette.store.attempt import Attempt

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import tzinfo

    from srs_roulette.anki.payload import Drawn
    from srs_roulette.anki.reader import Card, Package, Row
    from srs_roulette.scheduling.types import ItemId

SURFACE: Final = "anki"
RAISED: Final = "anki_ms:"
"""Flag of an attempt whose millisecond another item's attempt had: what follows is the one that Anki gave."""
FIRST_MS: Final = 1_136_073_600_000
"""2006-01-01: there was no Anki before"""
AHEAD_MS: Final = 86_400_000
"""So far ahead of our clock no answer lies, whatever the clock of the device."""
CAPS_MS: Final = frozenset({60_000, 600_000})
"""The longest time that Anki notes: its own, and that of our preset. It may stand for a longer one."""
LONGEST_MS: Final = 86_400_000
"""No answer takes a day: a longer time is none."""
LONGEST: Final = 36_500
"""days: no interval of Anki's is longer"""

_LAST_S: Final = 2**37
"""epoch seconds, within the years that have dates"""
_GRADES, _LEARNING, _RELEARNING, _FILTERED, _BY_HAND, _RESCHEDULED = range(1, 5), 0, 2, 3, 4, 5


@unique
class Sort(StrEnum):
    """What a row of Anki's log tells of. The first five are answers."""

    LEARNING = "learning"
    REVIEW = "review"
    RELEARNING = "relearning"
    EARLY = "early"
    """in a filtered deck that reschedules"""
    GRADE_NOW = "grade_now"
    """graded from the list of cards, without being shown"""
    FORGET = "forget"
    """made new again"""
    SET_DUE = "set_due_date"
    RESCHEDULED = "rescheduled"
    """moved because the options changed"""
    CRAM = "cram"
    """practice in a filtered deck that does not reschedule"""
    OTHER = "other"


ANSWERS: Final = (Sort.LEARNING, Sort.REVIEW, Sort.RELEARNING, Sort.EARLY, Sort.GRADE_NOW)

_STANDING: Final = frozenset({Sort.CRAM, Sort.OTHER})
"""What leaves the card where it is."""


def sort_of(row: Row) -> Sort:
    """Tell what a row is."""
    if row.kind == _BY_HAND:
        return Sort.SET_DUE if row.factor else Sort.FORGET
    if row.kind == _RESCHEDULED:
        return Sort.RESCHEDULED
    if row.button not in _GRADES or not _LEARNING <= row.kind <= _FILTERED:
        return Sort.OTHER
    if row.kind == _FILTERED:
        return Sort.EARLY if row.factor else Sort.CRAM
    if row.taken_ms <= 0:
        return Sort.GRADE_NOW
    return (Sort.LEARNING, Sort.REVIEW, Sort.RELEARNING)[row.kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Learner:
    """Whose day counts, and when it is."""

    zone: tzinfo
    zone_name: str
    rollover: int
    now_ms: int

    def day(self, ms: int) -> StudyDay:
        """Return the study day of an instant in UTC ms."""
        return study_day(instant(ms), self.zone, self.rollover)


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """What is known here."""

    families: Mapping[ItemId, str | None]
    """the items that the package names and that are known here, with their family"""
    names: Mapping[ItemId, ItemId]
    """old ids of items, and those they have now"""
    taken: Mapping[int, tuple[ItemId, str] | None]
    """by id, from the package's oldest row on: item and surface of each attempt; ``None``: a drill's or a test's"""
    raised: frozenset[tuple[ItemId, int]]
    """item and Anki's millisecond of the attempts that bear another"""


@dataclass(slots=True, kw_only=True)
class Merged:
    """What is to be written, and what is to be told."""

    attempts: list[Attempt] = field(default_factory=list)
    """new here, by id; their ids are free"""
    sorts: Counter[Sort] = field(default_factory=Counter)
    """rows that are new here, and those that never become an attempt"""
    already: int = 0
    """rows of answers that are here"""
    capped: int = 0
    """new answers with a time at a cap"""
    raised: int = 0
    """new attempts with another id than Anki's"""
    drawn: int = 0
    """new answers of which the draw is known"""
    implausible: list[tuple[ItemId, int]] = field(default_factory=list)
    """left out: item and UTC ms of rows from before there was Anki or from the future"""
    unknown: Counter[ItemId] = field(default_factory=Counter)
    """left out: rows by items that no deck and no history here has"""
    newest: dict[ItemId, tuple[float, float]] = field(default_factory=dict)
    """stability and difficulty in Anki of items whose newest answer came from there"""

    def answers(self) -> int:
        """Return how many of the attempts are answers."""
        return sum(self.sorts[sort] for sort in ANSWERS)


def merge(package: Package, log: Log, learner: Learner) -> Merged:
    """Sort out the rows of a package."""
    merged = Merged()
    by_item: dict[ItemId, list[Row]] = defaultdict(list)
    for row in package.rows:
        by_item[package.cards[row.card].item].append(row)
    found: list[Attempt] = []
    for named, rows in by_item.items():
        item = log.names.get(named, named)
        if item in log.families:
            found += _Item(item, package, log, learner, merged).read(rows)
        else:
            merged.unknown[item] += len(rows)
    merged.attempts = _with_free_ids(found, log.taken)
    merged.raised = sum(bool(one.flags) for one in merged.attempts)
    return merged


class _Item:
    """The rows of one item."""

    def __init__(self, item: ItemId, package: Package, log: Log, learner: Learner, merged: Merged) -> None:
        self.item, self.package, self.log, self.learner, self.merged = item, package, log, learner, merged
        self.shown: set[StudyDay] = set()
        """the days on which Anki has had an answer"""
        self._draws: dict[int, tuple[str, Sequence[Drawn]]] = {}
        self.remembered = False
        """it was answered since it was last new"""

    def read(self, rows: Sequence[Row]) -> Iterator[Attempt]:
        """Give the attempts that are new here, oldest first."""
        sorted_out = [(row, sort_of(row)) for row in rows]
        newest = next((row for row, sort in reversed(sorted_out) if sort not in _STANDING), None)
        for row, sort in sorted_out:
            if not FIRST_MS <= row.ms <= self.learner.now_ms + AHEAD_MS:
                self.merged.implausible.append((self.item, row.ms))
            elif (surface := self._surface(row.ms)) is None:
                self.merged.sorts[sort] += 1
                yield from self._taken_in(row, sort, newest=row is newest)
            elif sort in ANSWERS:
                self.merged.already += 1
                if surface == SURFACE:
                    self.shown.add(self.learner.day(row.ms))
            if sort in ANSWERS or sort is Sort.FORGET:
                self.remembered = sort in ANSWERS

    def _surface(self, ms: int) -> str | None:
        """Tell on which surface the attempt of a row was made; ``None``: it is not here."""
        if (self.item, ms) in self.log.raised:
            return SURFACE
        item, surface = self.log.taken.get(ms) or (None, "")
        return surface if item == self.item else None

    def _taken_in(self, row: Row, sort: Sort, *, newest: bool) -> Iterator[Attempt]:
        day = self.learner.day(row.ms)
        if sort in ANSWERS:
            yield self._answer(row, day, asked=sort is not Sort.GRADE_NOW, newest=newest)
        elif sort is Sort.FORGET:
            yield self._event(row, day, Kind.RESET, None)
        elif sort is Sort.CRAM:
            self.shown.add(day)
        elif newest and self.remembered and (due := self._due_in_anki(row, day)) is not None:
            # A date set by hand, or moved with the options: only the card says to when.
            yield self._event(row, day, Kind.RESCHEDULE, due)

    def _event(self, row: Row, day: StudyDay, kind: Kind, due: StudyDay | None) -> Attempt:
        return Attempt(
            id=row.ms,
            item_id=self.item,
            kind=kind,
            surface=SURFACE,
            zone=self.learner.zone_name,
            study_day=day,
            due_day=due,
        )

    def _answer(self, row: Row, day: StudyDay, *, asked: bool, newest: bool) -> Attempt:
        card = self.package.cards[row.card]
        drawn = self._drawn(row, card, day) if asked else None
        self.shown.add(day)
        self.merged.drawn += drawn is not None
        self.merged.capped += row.taken_ms in CAPS_MS
        due = self._due_in_anki(row, day) if newest else None
        if newest and card.memory:
            self.merged.newest[self.item] = card.memory
        return Attempt(
            id=row.ms,
            item_id=self.item,
            kind=Kind.ANKI,
            surface=SURFACE,
            zone=self.learner.zone_name,
            study_day=day,
            family=self.log.families[self.item],
            house=drawn.house if drawn else None,
            params=drawn.kept if drawn else None,
            seed=drawn.seed if drawn else None,
            elapsed_ms=row.taken_ms if 0 < row.taken_ms <= LONGEST_MS else None,
            verdict="wrong" if row.button == Rating.AGAIN else "correct",
            rating=Rating(row.button),
            due_day=self._due_by_interval(row, day) if due is None else due,
        )

    def _due_by_interval(self, row: Row, day: StudyDay) -> StudyDay:
        if row.interval >= 0:
            return StudyDay(day + min(row.interval, LONGEST))
        # Seconds: the same day, unless they reach beyond the night.
        return max(day, self.learner.day(row.ms - max(row.interval, -86_400 * LONGEST) * 1000))

    def _due_in_anki(self, row: Row, day: StudyDay) -> StudyDay | None:
        """Return the day on which Anki puts the card again; ``None`` when it is new there, or says nothing sensible."""
        due = self.package.cards[row.card].due
        if due is None or abs(due) > _LAST_S:
            return None
        found = self.learner.day(due * 1000) if due >= EPOCH_SECONDS else StudyDay(self._first_day() + due)
        return found if day <= found <= day + LONGEST else None

    def _first_day(self) -> StudyDay:
        """Return the day that the collection counts from: where it was made, else, if it does not say, where we are."""
        created, west = self.package.created_s, self.package.west_minutes
        return self.learner.day(created * 1000) if west is None else StudyDay((created - west * 60) // 86_400)

    def _drawn(self, row: Row, card: Card, day: StudyDay) -> Drawn | None:
        """Tell which draw was shown; ``None`` where that is not certain.

        The card picks it by the day on which it is shown. Later on that day it counts on, by device; and an answer from
        before the note's last change may have been to other draws.
        """
        shown = row.ms - min(row.taken_ms, LONGEST_MS)
        if day in self.shown or shown < card.note_ms:
            return None
        if row.card not in self._draws:
            self._draws[row.card] = self.package.draws(row.card)
        item, draws = self._draws[row.card]
        if not draws or self.learner.day(shown) != day:
            return None
        drawn = draws[pick(item, day, len(draws))]
        return drawn if _keeps_a_question(drawn.kept) else None


def _keeps_a_question(kept: str) -> bool:
    try:
        document = json.loads(kept)
        return isinstance(document["params"], dict) and isinstance(document["house"], dict)
    except (ValueError, TypeError, LookupError, RecursionError):
        return False


def _with_free_ids(attempts: Iterable[Attempt], taken: Collection[int]) -> list[Attempt]:
    """Keep Anki's milliseconds where they are free; raise the others until they are, the same way each time."""
    used = set(taken)
    placed: list[Attempt] = []
    waiting: list[Attempt] = []
    for attempt in sorted(attempts, key=lambda one: (one.id, one.item_id)):
        (waiting if attempt.id in used else placed).append(attempt)
        used.add(attempt.id)
    for attempt in waiting:
        free = attempt.id
        while free in used:
            free += 1
        used.add(free)
        placed.append(replace(attempt, id=free, flags=(f"{RAISED}{attempt.id}",)))
    return sorted(placed, key=lambda one: one.id)
