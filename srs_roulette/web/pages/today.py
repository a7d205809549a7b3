"""Today at a glance, and the way into the sitting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.days import iso
from srs_roulette.session.glance import glance
from srs_roulette.web.render import page

if TYPE_CHECKING:
    from starlette.responses import Response

    from srs_roulette.web.call import Call

_DAYS: Final = 7
"""Days of the forecast that are shown."""


def today(call: Call) -> Response:
    """Show what is due and new, the minutes it will take, the streak, and where to begin."""
    with call.desk() as opened:
        course = opened.course()
        seen = glance(opened, course)
        open_now = course.open(
            opened.store.last_attempts() if opened.store else {},
            opened.store.opened_sections() if opened.store else {},
        )
    day = seen.load
    seat = call.sittings.review
    return page(
        "today.html",
        titles=[deck.title for deck in course.decks],
        day=day,
        seen=seen,
        forecast=[(iso(on), count) for on, count in day.forecast[:_DAYS]],
        most=max(1, *(count for _, count in day.forecast[:_DAYS])),
        sections=[(key[1], section.title, key in open_now) for key, section in course.sections().items()],
        notices=opened.notices,
        refused=len(course.refused),
        running=None if seat is None else seat.sitting.tally.answered,
    )
