"""What will be known on a date if you go on as now, and the minutes a day that would do."""

from math import ceil
from typing import TYPE_CHECKING, Annotated, Any

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import WrongUse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from srs_roulette.recall.readiness import Known, Plan, Readiness
    from srs_roulette.scheduling.types import StudyDay
    from srs_roulette.session.settings import Settings

app = Commands()


@app.command()
def readiness(
    ctx: typer.Context,
    date: Annotated[str, typer.Argument(metavar="DATE", help="A day to come, such as 2026-09-01.")],
    target: Annotated[str, typer.Option("--target", metavar="N", help="Percent of the items to be known then.")] = "90",
) -> None:
    """Show what will be known on a date if you go on as now, by section, and the minutes a day that would do."""
    from srs_roulette.cli.learner import desk
    from srs_roulette.cli.lookup import whole
    from srs_roulette.recall.readiness import readiness as reckoned

    shell, share = shell_of(ctx), whole(target, "--target", 1, 99) / 100
    with desk(shell) as opened:
        told = reckoned(opened, _date(date, opened.today), share)
    if shell.json:
        output.emit_json(_document(told, opened.settings))
    else:
        _show(told, opened.settings)


def _date(text: str, today: "StudyDay") -> "StudyDay":
    from srs_roulette.recall.readiness import MOST_DAYS
    from srs_roulette.scheduling.days import from_iso, iso

    try:
        day = from_iso(text)
    except ValueError as fault:
        raise WrongUse(str(fault)) from fault
    if day <= today:
        raise WrongUse(f"{iso(day)} is not to come: today is {iso(today)}. Name a later day.")
    if day > today + MOST_DAYS:
        raise WrongUse(f"{iso(day)} is too far: name a day within {MOST_DAYS} days.")
    return day


def _document(told: "Readiness", settings: "Settings") -> dict[str, Any]:
    from dataclasses import asdict

    from srs_roulette.scheduling.days import iso

    return {
        "date": iso(told.date),
        "days": told.days,
        "target": told.target,
        "known": asdict(told.known) if told.known else None,
        "sections": [
            {"deck": one.deck, "section": one.section, "title": one.title, **asdict(one.known)} for one in told.sections
        ],
        "plan": {
            "new_per_day": settings.new_per_day,
            "reviews_per_day": settings.reviews_per_day,
            "minutes_per_day": settings.minutes_per_day,
            "minutes": told.minutes,
        },
        "needed": asdict(told.needed) if told.needed else None,
        "most": asdict(told.most) if told.most else None,
        "assumption": _assumption(told),
    }


def _assumption(told: "Readiness") -> str:
    from srs_roulette.session.glance import SECONDS_A_QUESTION

    return (
        "Reckoned so: you answer each day up to the day before; what is due comes first, the least sure before the"
        " rest, and is right as often as FSRS predicts; new items come in deck order and are right at first in"
        f" {100 * told.first_right:.0f} %, as your first answers were (half, without any); what was wrong is repeated"
        f" once; an answer takes your median time for its skill, else its target, else {SECONDS_A_QUESTION} s."
    )


def _show(told: "Readiness", settings: "Settings") -> None:
    from srs_roulette.scheduling.days import iso

    if told.known is None:
        output.say("There is nothing to know: the decks in use have no items for this house.")
        return
    output.say(f"On {iso(told.date)}, days from now: {told.days}.")
    output.table([["", "then", "now", "seen"], _row("All", told.known)], right=(1, 2, 3))
    output.line()
    rows = [[*_row("", one.known)[1:], one.title] for one in told.sections]
    output.table([["then", "now", "seen", "section"], *rows], right=(0, 1, 2))
    output.line()
    for line in _plans(told, settings):
        output.say(line, indent="  ")
    output.line()
    output.say(_assumption(told))


def _row(title: str, known: "Known") -> list[str]:
    return [title, _percent(known.then), _percent(known.now), f"{known.seen}/{known.items}"]


def _plans(told: "Readiness", settings: "Settings") -> list[str]:
    """Say what the present plan takes, and what would do."""
    from srs_roulette.cli.learner import paused_line

    target, paused = _percent(told.target), settings.pause_until
    about = round(told.minutes) or ceil(told.minutes)
    lines = [f"Your plan: new a day {settings.new_per_day}, minutes a day about {about}."]
    if paused is not None and paused > told.date - told.days:
        lines.append(paused_line(paused))
    if told.most and not told.most.minutes:
        lines.append(f"{target} cannot be reached by then: nothing is to be asked before that day.")
    elif told.most:
        lines.append(f"{target} cannot be reached by then. The most is {_percent(told.most.then)}: {_said(told.most)}.")
    elif told.needed and not told.needed.minutes:
        lines.append(f"{target} are known then even if you answer nothing more.")
    elif told.needed:
        lines.append(f"The least for {target}: {_said(told.needed)}.")
        if told.known and told.known.then < told.target:
            lines += [
                f"To set it: srs-roulette settings set {key} {value}" for key, value in _changes(told.needed, settings)
            ]
    return lines


def _changes(plan: "Plan", settings: "Settings") -> "Iterator[tuple[str, int]]":
    """Give the settings that keep the learner from a plan, with the values that do not."""
    if settings.new_per_day != plan.new_per_day:
        yield "new_per_day", plan.new_per_day
    if settings.reviews_per_day < plan.reviews_per_day:
        yield "reviews_per_day", plan.reviews_per_day
    if 0 < settings.minutes_per_day < plan.minutes:
        yield "minutes_per_day", plan.minutes


def _said(plan: "Plan") -> str:
    new = f"new a day {plan.new_per_day}, " if plan.new_per_day else ""
    return f"{new}minutes a day {plan.minutes}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
