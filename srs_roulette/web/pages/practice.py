"""Drills, tests and the placement: kept in the history, and no day of the plan moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from srs_roulette.errors import NotFound, WrongUse, short
from srs_roulette.session.practice import Drill, Placement, Practice, Test
from srs_roulette.session.skills import check_families
from srs_roulette.web.call import go
from srs_roulette.web.pages.sitting import Room, show_feedback, show_question, take_answer, take_flag
from srs_roulette.web.render import page
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.responses import Response

    from srs_roulette.session.course import Course
    from srs_roulette.session.open import Desk
    from srs_roulette.session.sitting import Reason
    from srs_roulette.web.call import Call
    from srs_roulette.web.sittings import Put, Seat

    Make = Callable[[Course, Desk], Practice]

ROOM: Final = Room(root="/practice", question="/practice/question")
_SPRINT: Final = (5, 3600)
_QUESTIONS: Final = (1, 500)
_PERCENT: Final = (1, 100)


def choose(call: Call) -> Response:
    """Offer what can be practised."""
    with call.desk() as opened:
        course, catalog = opened.course(), call.catalog(opened)
        counts: dict[str, int] = {}
        for entry in course.entries.values():
            counts[entry.family] = counts.get(entry.family, 0) + 1
        skills = [(name, count, catalog.text(say(f"about.{name}"))) for name, count in sorted(counts.items())]
        sections = [(key, section.title) for (_, key), section in course.sections().items()]
    return page(
        "practice.html",
        skills=skills,
        sections=sections,
        wanted=call.query.get("family", ""),
        running=call.sittings.practice is not None,
    )


def begin(call: Call) -> Response:
    """Begin what was chosen; what was going on is over."""
    kinds: dict[str, Callable[[Call], Make]] = {"drill": _drill, "test": _test, "placement": _placement}
    make = kinds.get(call.form.get("what", ""))
    if make is None:
        raise WrongUse("Choose what to practise: a drill, a test or the placement.")
    call.sittings.sit_for_practice(make(call))
    return go(ROOM.question)


def question(call: Call) -> Response:
    """Show the open question, or the end."""
    seat = call.sittings.practice
    if seat is None:
        return go(ROOM.root)
    seconds = seat.sitting.seconds_left() if isinstance(seat.sitting, Drill) else None
    if seconds is not None and seconds <= 0:
        return _end(call, seat, "done")
    put = seat.open()
    if isinstance(put, str):
        return _end(call, seat, put)
    if isinstance(seat.sitting, Drill):
        seconds = seat.sitting.seconds_left()
    return show_question(ROOM, seat, put, parts=lambda put: _parts(seat, put), seconds=seconds)


def answer(call: Call) -> Response:
    """Judge an answer. With the server that put it a practice is over, and its forms count no more."""
    seat = call.sittings.practice
    if seat is None:
        raise NotFound("This practice is over: the answer was not counted. Begin it again.")
    return take_answer(call, ROOM, seat, lambda put: _parts(seat, put))


def feedback(call: Call) -> Response:
    """Say what is to be said of an answer."""
    seat = call.sittings.practice
    consequence = "In a test that is a fault." if seat and isinstance(seat.sitting, Test) else ""
    return show_feedback(call, ROOM, seat, consequence)


def flag(call: Call) -> Response:
    """Call the key of an answer wrong."""
    return take_flag(call, ROOM, call.sittings.practice)


def end(call: Call) -> Response:
    """End the practice."""
    seat = call.sittings.practice
    return go(ROOM.root) if seat is None else _end(call, seat, "quit")


def over(call: Call) -> Response:
    """Say how it went."""
    told = call.sittings.over.get(ROOM.root)
    return go(ROOM.root) if told is None else page("practice_over.html", **told)


def _drill(call: Call) -> Make:
    text = call.form.get("seconds", "").strip()
    seconds = _whole(text, "The seconds of a sprint", _SPRINT) if text else None
    names, world = call.form.getlist("family"), call.world

    def make(course: Course, desk: Desk) -> Practice:
        wanted = check_families(course, names)
        return Drill(course, desk, world.rng, wanted, seconds=seconds, clock=world.monotonic)

    return make


def _test(call: Call) -> Make:
    questions = _whole(call.form.get("questions", ""), "The questions of a test", _QUESTIONS)
    enough = _whole(call.form.get("enough", ""), "The percent that pass", _PERCENT)
    section, rng = call.form.get("section", ""), call.world.rng
    call.sittings.enough = enough
    return lambda course, desk: Test(course, desk, rng, course.section(section), questions)


def _placement(call: Call) -> Make:
    return lambda course, desk: Placement(course, desk, call.world.rng)


def _whole(text: str, what: str, allowed: tuple[int, int]) -> int:
    low, high = allowed
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < len(str(high)) + 1 and low <= int(text) <= high):
        raise WrongUse(f'{what}: a whole number from {low} to {high}, not "{short(text)}".')
    return int(text)


def _parts(seat: Seat[Practice], put: Put) -> list[str]:
    practice, asked = seat.sitting, put.asked
    if isinstance(practice, Test):
        return [f"Test, {asked.n} of {practice.questions}"]
    return [f"Drill, {asked.n}" if isinstance(practice, Drill) else f"Placement, {asked.n}"]


def _end(call: Call, seat: Seat[Practice], reason: Reason) -> Response:
    practice = seat.sitting
    told: dict[str, object] = {"tally": practice.tally, "reason": reason, "drill": None, "test": None, "placed": None}
    if isinstance(practice, Drill):
        told["drill"] = _drilled(practice)
    elif isinstance(practice, Test):
        percent = practice.percent()
        told["test"] = {
            "questions": practice.questions,
            "points": practice.points,
            "slow": practice.too_slow,
            "percent": percent,
            "enough": call.sittings.enough,
            "passed": percent >= call.sittings.enough,
        }
    elif isinstance(practice, Placement):
        opened, open_now = set(practice.opened), practice.open_now()
        told["placed"] = [
            (section.title, "placed" if key in opened else "open" if key in open_now else "")
            for key, section in practice.course.sections().items()
        ]
        call.sittings.renew_review()
    call.sittings.over[ROOM.root] = told
    call.sittings.end_practice()
    return go(f"{ROOM.root}/over")


def _drilled(drill: Drill) -> dict[str, object]:
    pace, before = drill.per_minute(), drill.best()
    return {
        "seconds": drill.seconds,
        "score": drill.score,
        "late": drill.tally.right - drill.score,
        "pace": None if pace is None else f"{pace:.1f}",
        "before": before,
        "best": drill.keep_best(),
    }
