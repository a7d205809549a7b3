"""``srs-roulette`` without a command: today at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.cli import output

if TYPE_CHECKING:
    from srs_roulette.cli.shell import Shell


def show(shell: Shell) -> None:
    """Print what is due and new, the minutes it will take, the streak, and what to type."""
    from srs_roulette.cli.learner import desk, paused_line
    from srs_roulette.scheduling.days import iso
    from srs_roulette.session.glance import glance

    with desk(shell) as opened:
        course = opened.course()
        seen = glance(opened, course)
    day = seen.load
    ahead = None if seen.next_due is None else iso(seen.next_due)
    if shell.json:
        output.emit_json(
            {
                "study_day": iso(day.study_day),
                "decks": [deck.id for deck in course.decks],
                "due": day.due,
                "new": day.new,
                "minutes": seen.minutes,
                "streak": seen.streak,
                "next_due": ahead,
                "leeches": seen.leeches,
                "pause_until": None if day.until is None else iso(day.until),
            }
        )
        return
    output.say(f"{', '.join(deck.title for deck in course.decks)} · {iso(day.study_day)}")
    output.table(
        [
            ["Due", str(day.due)],
            ["New", str(day.new)],
            ["Minutes", f"about {seen.minutes}" if seen.minutes else "-"],
            ["Streak", f"days: {seen.streak}" if seen.streak else "begins today"],
            *([["Leeches", f"{seen.leeches}: srs-roulette items --state leech"]] if seen.leeches else []),
        ]
    )
    if day.until is not None:
        output.say(paused_line(day.until))
    elif day.due or day.new:
        output.say("Begin: srs-roulette review")
    else:
        output.say(f"Done for today.{f' Next due: {ahead}.' if ahead else ''} Practise freely: srs-roulette drill")
