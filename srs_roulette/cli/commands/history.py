"""List the attempts, of all items or of one."""

from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

if TYPE_CHECKING:
    from datetime import tzinfo

    from srs_roulette.store.attempt import Attempt

app = Commands()


@app.command()
def history(
    ctx: typer.Context,
    item: Annotated[str | None, typer.Argument(metavar="ITEM", help="Only this item's attempts.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also the attempts that were withdrawn.")] = False,
) -> None:
    """List the attempts, newest last."""
    from srs_roulette.cli.learner import desk, find_entry

    shell = shell_of(ctx)
    only = find_entry(shell, item).id if item else None
    with desk(shell) as opened:
        attempts = opened.store.attempts(only, include_undone=everything) if opened.store else []
    if shell.json:
        output.emit_json({"attempts": [as_json(attempt) for attempt in attempts]})
    else:
        for rescheduling, group in groupby(attempts, key=lambda attempt: attempt.rescheduling):
            _print_all(list(group), opened.zone, together=rescheduling is not None)
    if not attempts and not shell.json:
        output.say("No attempts yet. Begin with: srs-roulette review")


def as_json(attempt: "Attempt") -> dict[str, Any]:
    """Write an attempt in the keys of ``history``."""
    from srs_roulette.scheduling.days import instant_text, iso

    return {
        "id": attempt.id,
        "item": attempt.item_id,
        "seed": attempt.seed,
        "answered_at": instant_text(attempt.id),
        "study_day": iso(attempt.study_day),
        "kind": attempt.kind.value,
        "surface": attempt.surface,
        "verdict": attempt.verdict,
        "slip": attempt.slip,
        "given": attempt.given,
        "expected": attempt.expected,
        "rating": attempt.rating.name.lower() if attempt.rating else None,
        "elapsed_ms": attempt.elapsed_ms,
        "due": iso(attempt.due_day) if attempt.due_day is not None else None,
        "undone": attempt.undone_ms is not None,
    }


def _print_all(attempts: "list[Attempt]", zone: "tzinfo", *, together: bool) -> None:
    """Print attempts, those of one rescheduling together."""
    if not together or len(attempts) == 1:
        for attempt in attempts:
            _print(attempt, zone)
        return
    last = attempts[-1]
    output.say(f"{_when(last, zone)}  items rescheduled: {len(attempts)}{_withdrawn(last)}", indent="  ")
    output.say(f"    all as one: attempt {last.id}", indent="    ")


def _when(attempt: "Attempt", zone: "tzinfo") -> str:
    from srs_roulette.scheduling.days import instant

    return f"{instant(attempt.id).astimezone(zone):%Y-%m-%d %H:%M}"


def _withdrawn(attempt: "Attempt") -> str:
    return " (withdrawn)" if attempt.undone_ms is not None else ""


def _print(attempt: "Attempt", zone: "tzinfo") -> None:
    from srs_roulette.scheduling.days import iso
    from srs_roulette.scheduling.replay import Kind

    verdict = attempt.verdict or attempt.kind.value
    output.say(f"{_when(attempt, zone)}  {verdict}{_withdrawn(attempt)}  {attempt.item_id}", indent="  ")
    if attempt.rescheduling and attempt.due_day is not None:
        output.say(f"    due {iso(attempt.due_day)}; attempt {attempt.id}", indent="    ")
        return
    right = "" if verdict == "correct" else f", right {attempt.expected}"
    given = "" if attempt.given is None else f"typed {attempt.given}{right}; "
    if attempt.kind is Kind.ANKI:
        given = "answered in Anki; "
    output.say(f"  {given}attempt {attempt.id}", indent="    ")
