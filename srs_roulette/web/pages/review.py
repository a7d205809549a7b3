"""The daily sitting: what is due, then new items. The same session as in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from srs_roulette.rules.house_file import house
from srs_roulette.scheduling.days import iso
from srs_roulette.scheduling.replay import Kind
from srs_roulette.web.call import go
from srs_roulette.web.lesson import paragraphs
from srs_roulette.web.pages.sitting import Room, attempt_id, show_feedback, show_question, take_answer, take_flag
from srs_roulette.web.render import page

if TYPE_CHECKING:
    from starlette.responses import Response

    from srs_roulette.session.session import Session
    from srs_roulette.session.sitting import Reason
    from srs_roulette.web.call import Call
    from srs_roulette.web.sittings import Put, Seat

ROOM: Final = Room(root="/review", question="/review", withdraws=True)
_NOTICES: Final = {
    "1": "Withdrawn. The question comes again.",
    "0": "Nothing was withdrawn: that answer is not the last of this sitting any more.",
}


def begin(call: Call) -> Response:
    """Sit down, or go on where the sitting stands."""
    section, ahead = call.form.get("section", ""), "ahead" in call.form
    if call.sittings.review is None or section or ahead:
        call.sittings.sit_for_review(section=section or None, ahead=ahead)
    return go(ROOM.question)


def question(call: Call) -> Response:
    """Show the open question, the lesson before it, or the end."""
    seat = call.sittings.review
    if seat is None:
        return go("/")
    if seat.put is None and seat.sitting.day_of(call.world.now()) != seat.desk.today:
        # A new day: what is due now was not in the plan of yesterday.
        seat = call.sittings.sit_for_review()
    put = seat.open()
    if isinstance(put, str):
        return _end(call, seat, put)
    if put.lesson is not None:
        return page(
            "lesson.html",
            section=put.lesson,
            pieces=list(paragraphs(put.lesson, house(put.asked.entry.house))),
            language=seat.catalog.language,
        )
    return show_question(ROOM, seat, put, parts=_parts, notice=_NOTICES.get(call.query.get("undo", ""), ""))


def lesson_read(call: Call) -> Response:
    """Go on from the lesson to its first question."""
    if call.sittings.review is not None and call.sittings.review.put is not None:
        call.sittings.review.put.lesson = None
    return go(ROOM.question)


def answer(call: Call) -> Response:
    """Judge an answer. A form of a server that is gone is judged by a new one."""
    seat = call.sittings.review or call.sittings.sit_for_review()
    return take_answer(call, ROOM, seat, _parts)


def feedback(call: Call) -> Response:
    """Say what is to be said of an answer."""
    return show_feedback(call, ROOM, call.sittings.review)


def undo(call: Call) -> Response:
    """Withdraw the last answer, if it is the one that was meant."""
    seat = call.sittings.review
    done = seat is not None and seat.undo(attempt_id(call.form.get("attempt", "")))
    return go(f"{ROOM.question}?undo={int(done)}")


def flag(call: Call) -> Response:
    """Call the key of an answer wrong."""
    return take_flag(call, ROOM, call.sittings.review)


def end(call: Call) -> Response:
    """End the sitting."""
    seat = call.sittings.review
    return go("/") if seat is None else _end(call, seat, "quit")


def over(call: Call) -> Response:
    """Say what was done, and when to come back."""
    told = call.sittings.over.get(ROOM.root)
    return go("/") if told is None else page("over.html", **told)


def _parts(put: Put) -> list[str]:
    asked = put.asked
    kind = "new" if asked.new else "again" if asked.kind is Kind.RELEARN else ""
    return [kind] if kind else []


def _end(call: Call, seat: Seat[Session], reason: Reason) -> Response:
    session = seat.sitting
    due, until, tally = session.next_due(), session.plan.until, session.tally
    minutes, seconds = divmod(tally.milliseconds // 1000, 60)
    call.sittings.over[ROOM.root] = {
        "reason": reason,
        "tally": tally,
        "time": f"{minutes}:{seconds:02d}",
        "leeches": session.leeches(),
        "refused": len(session.refused),
        "paused": None if until is None else iso(until),
        "due": None if due is None else iso(max(due, session.today)),
    }
    call.sittings.end_review()
    return go(f"{ROOM.root}/over")
