"""The learner's course as an Anki package: each item a note with its draws, its memory and its log."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final

from srs_roulette.anki import model
from srs_roulette.anki.fields import fields_of
from srs_roulette.anki.writer import BY_HAND, LEARNING, RELEARNING, REVIEW, Card, Note, Package, Review, deck_name, tag
from srs_roulette.recall.anki_draws import card_words, draws
from srs_roulette.scheduling.days import utc_ms
from srs_roulette.scheduling.forward import WEIGHTS, Forward
from srs_roulette.scheduling.replay import COUNTED, Kind
from srs_roulette.store.anki_notes import fresh_notes, kept_notes
from srs_roulette.wording.catalog import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.session.open import Desk
    from srs_roulette.store.anki_notes import AnkiNote
    from srs_roulette.store.attempt import Attempt
    from srs_roulette.store.attempts import Store

TOP: Final = "Roulette"
"""The deck above all of ours, and the first part of our tags."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A package with what is to be told of it."""

    package: Package
    variants: int
    """draws in all notes together"""
    ahead: int
    """answers dated after now, which are left out: Anki would give them another date"""


def make(
    opened: Desk, *, language: str, variants: int, sections: Sequence[str] = (), with_history: bool = True
) -> Made | None:
    """Make the package of the decks in use; ``None`` when no item is left. Notes are written down in the data file.

    :param opened: open for writing, unless there is no file yet
    :param sections: only these; none: all
    :raises NotFound: no such deck, house, section or language
    :raises FileFaults: faults of a deck
    :raises StoreError: the file cannot be used
    """
    course, catalog = opened.course(), load(language)
    wanted = {course.section(key)[1] for key in sections}
    entries = [one for one in course.entries.values() if not wanted or one.item.section in wanted]
    if not entries:
        return None
    words, titles = card_words(catalog), {key: one.title for key, one in course.sections().items()}
    drawn = {one.id: draws(one, variants, catalog, titles[one.section]) for one in entries}
    fields = {
        item: fields_of(item, some, rollover=opened.settings.rollover, words=words) for item, some in drawn.items()
    }
    notes = _notes(opened, {item: _hash(values) for item, values in fields.items()})
    store = opened.store if with_history else None
    history = _History(store, utc_ms(opened.now)) if store else None
    return Made(
        package=Package(
            notes=[
                Note(
                    guid=model.guid(notes[one.id].item_id),
                    note_id=notes[one.id].note_id,
                    card_id=notes[one.id].card_id,
                    changed=notes[one.id].text_mod,
                    fields=fields[one.id],
                    deck=_deck(course, one),
                    tags=(tag(TOP, "skill", one.family), tag(TOP, "section", one.item.section)),
                    card=history.card(one.id) if history else None,
                    suspended=history is not None and one.id in history.paused,
                    reviews=history.reviews(one.id) if history else (),
                )
                for one in entries
            ],
            zone=opened.zone,
            weights=(store.weights() if store else None) or WEIGHTS,
            retention=opened.settings.retention,
            maximum_interval=opened.settings.maximum_interval,
            new_per_day=opened.settings.new_per_day,
            reviews_per_day=opened.settings.reviews_per_day,
            today=opened.today,
        ),
        variants=sum(map(len, drawn.values())),
        ahead=history.ahead if history else 0,
    )


def _deck(course: Course, entry: Entry) -> str:
    deck = next(one for one in course.decks if one.id == entry.deck)
    return deck_name(TOP, deck.title, deck.sections[entry.item.section].title)


def _notes(opened: Desk, contents: Mapping[ItemId, str]) -> dict[ItemId, AnkiNote]:
    if opened.store is None:
        return fresh_notes(contents, _stamp_of_this_version())
    return kept_notes(opened.store, contents, utc_ms(opened.now) // 1000)


def _stamp_of_this_version() -> int:
    """Return when texts changed, epoch seconds, where no file keeps it: it grows with the program's version."""
    try:
        numbers = re.findall(r"\d+", version("srs-roulette"))
    except PackageNotFoundError:
        numbers = []
    major, minor, patch = map(int, [*numbers, 0, 0, 0][:3])
    return model.MODEL_MOD + (1000 * major + minor) * 1000 + patch


def _hash(values: Iterable[str]) -> str:
    return hashlib.sha256("\x1f".join(values).encode()).hexdigest()


class _History:
    """A learner's memories and answers, as Anki counts them."""

    def __init__(self, store: Store, now_ms: int) -> None:
        self.paused = store.paused()
        self.ahead = 0
        """answers left out so far"""
        self._now_ms = now_ms
        self._memories = store.memories()
        self._forward = Forward(store.weights())
        self._attempts: dict[ItemId, list[Attempt]] = defaultdict(list)
        for attempt in store.attempts():
            self._attempts[attempt.item_id].append(attempt)

    def card(self, item: ItemId) -> Card | None:
        """Tell how an item stands; ``None``: it is new."""
        memory = self._memories.get(item)
        if memory is None:
            return None
        last = max(one.id for one in self._attempts[item] if one.kind in COUNTED)
        return Card(
            stability=memory.stability,
            difficulty=memory.difficulty,
            last_ms=min(last, self._now_ms),
            last_day=memory.last_day,
            due_day=memory.due_day,
            reps=memory.reps,
            lapses=memory.lapses,
        )

    def reviews(self, item: ItemId) -> list[Review]:
        """List an item's answers that count, up to now, and when it was made new between them."""
        rows: list[Review] = []
        memory: tuple[float, float] | None = None
        last_day: StudyDay | None = None
        interval = 0
        for one in self._attempts[item]:
            if one.kind is Kind.RESET and memory and one.id <= self._now_ms:
                # Without this row Anki, where it reckons memories anew, takes a single answer before it along.
                rows.append(Review(one.id, 0, BY_HAND, 0, interval, 0.0, 0))
            if one.kind is Kind.RESET:
                memory, interval = None, 0
            if one.kind not in COUNTED or one.rating is None:
                continue
            kind = LEARNING if memory is None else RELEARNING if one.kind is Kind.RELEARN else REVIEW
            memory = self._after(memory, one.rating, 0 if last_day is None else one.study_day - last_day)
            before, last_day = interval, one.study_day if last_day is None else max(last_day, one.study_day)
            # What came back from Anki sets a due day only where it is the newest.
            interval = max(1, (one.due_day or one.study_day) - one.study_day)
            if one.id > self._now_ms:
                self.ahead += 1
                continue
            rows.append(
                Review(
                    id=one.id,
                    rating=one.rating.value,
                    type=kind,
                    interval=interval,
                    last_interval=before,
                    difficulty=memory[1],
                    elapsed_ms=one.elapsed_ms or 0,
                )
            )
        return rows

    def _after(self, memory: tuple[float, float] | None, rating: Rating, days: int) -> tuple[float, float]:
        if memory is None:
            return self._forward.first(rating)
        chance = self._forward.recall(memory[0], days) if days > 0 else None
        return self._forward.after(*memory, rating, chance)
