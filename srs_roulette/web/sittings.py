"""The sittings that are open in the page: one of reviews, one of practice, whatever number of tabs look at them.

What a tab shows is a form with its ticket, and an answer is judged by the ticket, not by what is open here meanwhile.
So nothing is lost with the server: a new one puts the questions anew, and takes the forms of the old one too. Only
practice ends with it.

Everything runs on the one thread of the event loop, which also opened the file: a question is never put while another
is judged, no lock is needed, and SQLite's connections stay with their thread. A learner alone asks for nothing at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from srs_roulette.errors import FileFaults, RulesError, SrsRouletteError
from srs_roulette.questions.reading import Unreadable
from srs_roulette.rules.house_file import house
from srs_roulette.scheduling.days import utc_ms
from srs_roulette.scheduling.rating import PUT_AGAIN
from srs_roulette.scheduling.replay import COUNTED
from srs_roulette.session.glance import seconds_each
from srs_roulette.session.kept import keep
from srs_roulette.session.open import Desk, begin, sit_down
from srs_roulette.session.practice import Practice
from srs_roulette.session.session import Session
from srs_roulette.session.sitting import Asked
from srs_roulette.session.worded import Words
from srs_roulette.web.ticket import BrokenForm, Ticket, mark
from srs_roulette.web.times import Times, times
from srs_roulette.wording.catalog import Catalog, load

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from srs_roulette.deck.types import Section
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.session.sitting import Reason
    from srs_roulette.store.attempts import Store
    from srs_roulette.web.world import World

SURFACE = "page"

AnySitting = TypeVar("AnySitting", bound=Session | Practice)


class Gone(SrsRouletteError):
    """The question of a form is in the learner's decks no more, or would not be the same."""

    def __init__(self) -> None:
        super().__init__(
            "The decks or the house have changed since this question was shown: your answer was not counted."
        )


@dataclass(slots=True)
class Put:
    """A question that is open in the page."""

    asked: Asked
    ticket: Ticket
    lesson: Section | None = None
    """to be read first"""
    at: float | None = None
    """when it was first shown, by the monotonic clock; ``None``: by another server"""
    shown: int = 0
    """pages of this server that showed it; only of the first is the time worth anything"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What the log does not hold of the last answer."""

    attempt: int
    overtaken: bool
    """the item was answered elsewhere meanwhile"""
    times: Times


@dataclass(slots=True, kw_only=True)
class Seat(Generic[AnySitting]):
    """A sitting with its file, and what of it is on the screen."""

    world: World
    desk: Desk
    sitting: AnySitting
    catalog: Catalog
    seconds_each: float
    """expected of a question"""
    put: Put | None = None
    steps: list[int] = field(default_factory=list)
    """the attempts of this sitting that can be withdrawn"""
    last: Answered | None = None

    @property
    def store(self) -> Store:
        """The learner's file, open for writing."""
        return self.sitting.store

    def words(self, asked: Asked) -> Words:
        """Put a question into the learner's language."""
        return Words(asked.question, self.catalog)

    def open(self) -> Put | Reason:
        """Return the open question, or put the next, or say why the sitting ends."""
        if self.put is None:
            now = self.world.now()
            asked = self.sitting.next(now)
            if not isinstance(asked, Asked):
                return asked
            before = len(self.store.attempts_of_draw(asked.entry.id, asked.seed))
            ticket = Ticket.of(asked, before=before, shown=utc_ms(now))
            self.put = Put(asked, ticket, self.sitting.lesson(asked))
        return self.put

    def show(self, put: Put) -> None:
        """Take note that a page shows the question; its time begins with the first."""
        if put.at is None:
            put.at = self.world.monotonic()
        put.shown += 1

    def find(self, ticket: Ticket) -> Put | int:
        """Find the question of a form, or the attempt that answered it before: an answer counts once.

        :raises Gone: there is no such question any more
        :raises BrokenForm: the log never was as the form says
        """
        done = self.store.attempts_of_draw(ticket.item, ticket.seed)
        if len(done) > ticket.before:
            return done[ticket.before]
        if len(done) < ticket.before:
            # A log that an answer would not fill up to there would take it again and again.
            raise BrokenForm
        if self.put is not None and self.put.ticket.same_draw(ticket):
            return self.put
        put = Put(self._drawn_again(ticket), ticket)
        if self.put is None:
            self.put = put
        return put

    def answer(self, put: Put, typed: Sequence[str], form: Mapping[str, str]) -> Answered | Unreadable:
        """Judge the answer to a question, by that question, and store it.

        :param typed: what was typed, field by field
        :raises StoreError: it was not saved
        """
        asked, measured = put.asked, self._times(form, put)
        # Between fields a blank divides, so there is none within one.
        raw = typed[0] if len(typed) == 1 else " ".join("".join(one.split()) for one in typed)
        found = self.sitting.answer(
            asked, raw, measured.elapsed_ms, self.world.now(), self.words(asked).names, flags=measured.flags
        )
        if isinstance(found, Unreadable):
            return found
        if put is self.put:
            self.put = None
        self.steps.append(found.attempt.id)
        self.last = Answered(attempt=found.attempt.id, overtaken=found.overtaken, times=measured)
        return self.last

    def undo(self, attempt: int) -> bool:
        """Withdraw the last answer; ``False`` when that is not the one that was meant."""
        if not self.steps or self.steps[-1] != attempt or self.sitting.undo(self.world.now()) is None:
            return False
        self.steps.pop()
        self.put = None
        return True

    def close(self) -> None:
        """Leave the file, with its backup of the day."""
        if failed := self.desk.back_up_the_day():
            self.world.say(failed)
        self.desk.__exit__()

    def _times(self, form: Mapping[str, str], put: Put) -> Times:
        world = self.world
        since = None if put.at is None else round((world.monotonic() - put.at) * 1000)
        wall = None if world.frozen else utc_ms(world.now()) - put.ticket.shown
        found = times(form, since_put_ms=since, wall_ms=wall)
        if put.shown == 1 or put.asked.put_again:
            return found
        return replace(found, flags=(*found.flags, PUT_AGAIN))

    def _drawn_again(self, ticket: Ticket) -> Asked:
        """Draw the question of a form that is not open here: an older tab's, or another server's."""
        entry = self.sitting.course.entries.get(ticket.item)
        if entry is None or not isinstance(self.sitting, Session) or ticket.kind not in COUNTED:
            raise Gone
        asked = _drawn(entry, ticket)
        # The plan of this sitting may hold it too, as a repeat.
        self.sitting.plan.queue.drop_repeat(entry)
        return asked


def _drawn(entry: Entry, ticket: Ticket) -> Asked:
    try:
        question = entry.draw(ticket.seed)
        kept = keep(question, house(entry.house))
    except (RulesError, FileFaults) as fault:
        raise Gone from fault
    if mark(kept) != ticket.mark:
        raise Gone
    return Asked(
        n=0,
        entry=entry,
        question=question,
        kept=kept,
        seed=ticket.seed,
        kind=ticket.kind,
        new=ticket.new,
        left=None,
        seen=ticket.seen,
    )


class Sittings:
    """The two seats of a learner."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.review: Seat[Session] | None = None
        self.practice: Seat[Practice] | None = None
        self.enough = 0
        """percent that pass the test that is going on"""
        self.over: dict[str, dict[str, object]] = {}
        """what is told of the last sitting that ended, by the room it was in"""

    def sit_for_review(self, *, section: str | None = None, ahead: bool = False) -> Seat[Session]:
        """Begin a sitting of reviews, the one before being over.

        :raises NotFound: a deck, house or section that there is not
        :raises StoreError: the file cannot be used
        """
        self.end_review()

        def sit(desk: Desk, course: Course) -> Session:
            chosen = course.section(section) if section else None
            return begin(desk, course, self.world.rng, section=chosen, ahead=ahead, surface=SURFACE)

        self.review = self._sit(sit)
        return self.review

    def sit_for_practice(self, make: Callable[[Course, Desk], Practice]) -> Seat[Practice]:
        """Begin a practice, the one before being over."""
        self.end_practice()

        def sit(desk: Desk, course: Course) -> Practice:
            practice = make(course, desk)
            practice.surface = SURFACE
            return practice

        self.practice = self._sit(sit)
        return self.practice

    def end_review(self) -> None:
        """Leave the sitting of reviews, if there is one."""
        seat, self.review = self.review, None
        if seat:
            seat.close()

    def end_practice(self) -> None:
        """Leave the practice, if there is one."""
        seat, self.practice = self.practice, None
        if seat:
            seat.close()

    def renew_review(self) -> None:
        """Plan the sitting of reviews anew, if there is one: settings or items have changed."""
        if self.review:
            self.sit_for_review()

    def close(self) -> None:
        """Leave everything."""
        self.end_review()
        self.end_practice()

    def _sit(self, sit: Callable[[Desk, Course], AnySitting]) -> Seat[AnySitting]:
        world = self.world
        desk = sit_down(world.wishes, world.now(), writing=True)
        for notice in desk.notices:
            world.say(notice)
        try:
            catalog = load(world.language or desk.settings.lang)
            sitting = sit(desk, desk.course())
            return Seat(
                world=world, desk=desk, sitting=sitting, catalog=catalog, seconds_each=seconds_each(sitting.store)
            )
        except BaseException:
            desk.__exit__()
            raise
