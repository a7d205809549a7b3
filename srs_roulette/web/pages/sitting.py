"""What sittings of reviews and of practice have in common: the question, its answer, what is said of it, the flag."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import NotFound, NotSaved
from srs_roulette.questions.grading import grade
from srs_roulette.questions.reading import Unknown, Unreadable, read
from srs_roulette.questions.registry import family
from srs_roulette.rules.house_file import house
from srs_roulette.scheduling.days import utc_ms
from srs_roulette.scheduling.rating import VOID
from srs_roulette.session.kept import rebuild
from srs_roulette.session.skills import too_slow
from srs_roulette.session.worded import Words
from srs_roulette.store.attempt import CLOCK_BACK
from srs_roulette.web import pictures
from srs_roulette.web.call import go
from srs_roulette.web.felt import feedback_pictures
from srs_roulette.web.form import answering
from srs_roulette.web.render import page
from srs_roulette.web.ticket import Ticket
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.responses import Response

    from srs_roulette.session.practice import Practice
    from srs_roulette.session.session import Session
    from srs_roulette.session.sitting import Asked
    from srs_roulette.store.attempt import Attempt
    from srs_roulette.web.call import Call, Form
    from srs_roulette.web.sittings import Put, Seat
    from srs_roulette.wording.catalog import Catalog

    AnySeat = Seat[Session] | Seat[Practice]

_MOST_DIGITS: Final = 18
_MOST_BOXES: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Where a sort of sitting lies."""

    root: str
    question: str
    """the address of the open question"""
    withdraws: bool = False
    """an answer can be taken back"""

    def feedback(self, attempt: int, notice: str = "") -> Response:
        """Send the browser to what is said of an answer."""
        return go(f"{self.root}/feedback/{attempt}{f'?{notice}' if notice else ''}")


def show_question(
    room: Room,
    seat: AnySeat,
    put: Put,
    *,
    parts: Callable[[Put], Sequence[str]],
    again: str = "",
    typed: Sequence[str] = (),
    status: int = 200,
    notice: str = "",
    seconds: float | None = None,
) -> Response:
    """Show the open question.

    :param parts: what stands above it, before its section
    :param again: why it is asked again, with what was ``typed``
    :param seconds: what is left of a sprint
    """
    asked = put.asked
    if not again:
        seat.show(put)
    words = seat.words(asked)
    form = answering(words)
    tally = seat.sitting.tally
    return page(
        "question.html",
        status,
        room=room,
        headline=_headline(seat, asked, parts(put)),
        prompt=words.prompt,
        language=words.catalog.language,
        views=_views(words),
        picture=None if form.tapped else pictures.as_asked(asked.question),
        form=form,
        ticket=put.ticket.fields(),
        done=tally.answered,
        left=asked.left,
        minutes=None if asked.left is None else ceil(asked.left * seat.seconds_each / 60),
        undo=seat.steps[-1] if room.withdraws and seat.steps else None,
        again=again,
        typed=[*typed, *[""] * len(form.boxes)],
        notice=notice,
        seconds=seconds,
    )


def _headline(seat: AnySeat, asked: Asked, parts: Sequence[str]) -> list[str]:
    """Say where the question belongs."""
    told = [*parts, seat.sitting.course.sections()[asked.entry.section].title]
    if family(asked.question.family).house_sensitive or asked.entry.item.house:
        told.append(house(asked.entry.house).name)
    return told


def take_answer(call: Call, room: Room, seat: AnySeat, parts: Callable[[Put], Sequence[str]]) -> Response:
    """Judge the form of a question and go on to what is said of it; show it again where nothing was counted."""
    typed = _typed(call.form)
    put = seat.find(Ticket.read(call.form))
    if isinstance(put, int):
        return room.feedback(put, "again")
    try:
        found = seat.answer(put, typed, call.form)
    except NotSaved as fault:
        return show_question(room, seat, put, parts=parts, again=str(fault), typed=typed, status=503)
    if isinstance(found, Unreadable):
        message = seat.catalog.text(found.message)
        return show_question(room, seat, put, parts=parts, again=message, typed=typed)
    return room.feedback(found.attempt)


def _typed(form: Form) -> list[str]:
    """Return what was typed: in one box, or field by field in the order of their numbers."""
    if "answer" in form:
        return [form["answer"]]
    numbered = (form.get(f"answer.{place}") for place in range(_MOST_BOXES))
    return [text for text in numbered if text is not None] or [""]


def show_feedback(call: Call, room: Room, seat: AnySeat | None, consequence: str = "") -> Response:
    """Say what is to be said of an answer, as the log holds it: after a restart, too, and however often.

    :param consequence: what a slow answer means here
    """
    number = attempt_id(call.path["attempt"])
    if seat is not None:
        attempt, catalog = seat.store.attempt(number), seat.catalog
    else:
        with call.desk() as opened:
            if opened.store is None:
                raise NotFound(f"There is no attempt {number}.")
            attempt, catalog = opened.store.attempt(number), call.catalog(opened)
    words = Words(rebuild(attempt), catalog)
    given = read(attempt.given or "", words.question, words.names)
    if isinstance(given, Unreadable):
        raise NotFound(f"Attempt {attempt.id} cannot be read any more.")
    verdict = grade(words.question, given)
    last = seat.last if seat and seat.last and seat.last.attempt == attempt.id else None
    beside = None if verdict.passed else feedback_pictures(words.question, attempt.given or "", catalog)
    return page(
        "feedback.html",
        room=room,
        attempt=attempt,
        passed=verdict.passed,
        said=words.said(verdict),
        prompt=words.prompt,
        language=catalog.language,
        views=_views(words),
        given=None if isinstance(given, Unknown) else words.told(given),
        right=words.right(verdict.expected),
        working=[] if verdict.passed else words.steps,
        picture=pictures.as_asked(words.question),
        beside=beside,
        solution=None if verdict.passed or beside else pictures.solution(words.question),
        seconds=None if attempt.elapsed_ms is None else f"{attempt.elapsed_ms / 1000:.1f}",
        first=None if last is None or last.times.first_key_ms is None else f"{last.times.first_key_ms / 1000:.1f}",
        void=not VOID.isdisjoint(attempt.flags),
        slow=_slow(seat, attempt, consequence, catalog) if verdict.passed else "",
        overtaken=last is not None and last.overtaken,
        clock_back=CLOCK_BACK in attempt.flags,
        undo=attempt.id if room.withdraws and seat and seat.steps[-1:] == [attempt.id] else None,
        again="again" in call.query,
        flagged="flagged" in call.query,
        unflagged="unflagged" in call.query,
    )


def _slow(seat: AnySeat | None, attempt: Attempt, consequence: str, catalog: Catalog) -> str:
    """Say that an answer came later than the table allows."""
    entry = seat.sitting.course.entries.get(attempt.item_id) if seat else None
    if entry is None or not too_slow(entry.item, attempt.elapsed_ms):
        return ""
    return f"{catalog.text(say('verdict.too_slow', seconds=f'{entry.item.limit_seconds:g}'))}. {consequence}".strip()


def take_flag(call: Call, room: Room, seat: AnySeat | None) -> Response:
    """Call the key of an answer wrong: its item is paused."""
    number, text = attempt_id(call.form.get("attempt", "")), call.form.get("text", "").strip()
    if not text:
        return room.feedback(number, "unflagged")
    now = call.world.now()
    if seat is not None and seat.steps[-1:] == [number]:
        flagged = seat.sitting.flag(text, now)
        if flagged is not None and seat.put is not None and seat.put.asked.entry.id == flagged.flag.item_id:
            seat.put = None
        return room.feedback(number, "flagged")
    with call.desk(writing=True) as opened:
        if opened.store is not None:
            opened.store.flag(number, text, utc_ms(now))
    call.sittings.renew_review()
    return room.feedback(number, "flagged")


def _views(words: Words) -> list[tuple[str, str]]:
    """Say from where the cloth is seen, where that matters: as it lies, and as it stands on a phone."""
    scene = words.question.scene
    if scene is None or scene.view is None:
        return []
    keys = (("lying", f"scene.{scene.view}"), ("standing", f"scene.{scene.view}_turned"))
    return [(look, words.text(say(key))) for look, key in keys]


def attempt_id(text: str) -> int:
    """Read the id of an attempt.

    :raises NotFound: it is none
    """
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise NotFound("There is no such answer.")
    return int(text)
