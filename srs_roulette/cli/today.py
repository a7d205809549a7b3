"""``srs-roulette`` without a command: today at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.cli import output

if TYPE_CHECKING:
    from srs_roulette.cli.shell import Shell

SECONDS_A_QUESTION = 15
"""Expected where the learner has no times of their own yet."""


def show(shell: Shell) -> None:
    """Print what is due and new, the minutes it will take, the streak, and what to type."""
    from srs_roulette.cli.learner import desk, paused_line
    from srs_roulette.scheduling.days import iso
    from srs_roulette.session.leeches import leeches
    from srs_roulette.session.plan import load, streak

    with desk(shell) as opened:
        course = opened.course()
        day = load(course, opened.store, opened.settings, opened.today)
        days = streak(opened.store.study_days(), opened.today) if opened.store else 0
        recent = opened.store.attempts(limit=100) if opened.store else []
        leeched = len(leeches(course, opened.store))
    times = [min(a.elapsed_ms, 60_000) for a in recent if a.elapsed_ms]
    each = sum(times) / len(times) / 1000 if times else SECONDS_A_QUESTION
    minutes = -(-round((day.due + day.new) * each) // 60)
    ahead = next((iso(on) for on, count in day.forecast[1:] if count), None)
    if shell.json:
        output.emit_json(
            {
                "study_day": iso(day.study_day),
                "decks": [deck.id for deck in course.decks],
                "due": day.due,
                "new": day.new,
                "minutes": minutes,
                "streak": days,
                "next_due": ahead,
                "leeches": leeched,
                "pause_until": None if day.until is None else iso(day.until),
            }
        )
        return
    output.say(f"{', '.join(deck.title for deck in course.decks)} · {iso(day.study_day)}")
    output.table(
        [
            ["Due", str(day.due)],
            ["New", str(day.new)],
            ["Minutes", f"about {minutes}" if minutes else "-"],
            ["Streak", f"days: {days}" if days else "begins today"],
            *([["Leeches", f"{leeched}: srs-roulette items --state leech"]] if leeched else []),
        ]
    )
    if day.until is not None:
        output.say(paused_line(day.until))
    elif day.due or day.new:
        output.say("Begin: srs-roulette review")
    else:
        output.say(f"Done for today.{f' Next due: {ahead}.' if ahead else ''} Practise freely: srs-roulette drill")
