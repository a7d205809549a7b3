"""List the attempts, of all items or of one."""

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
        for attempt in attempts:
            _print(attempt, opened.zone)
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


def _print(attempt: "Attempt", zone: "tzinfo") -> None:
    from srs_roulette.scheduling.days import instant

    verdict = attempt.verdict or attempt.kind.value
    withdrawn = " (withdrawn)" if attempt.undone_ms is not None else ""
    when = f"{instant(attempt.id).astimezone(zone):%Y-%m-%d %H:%M}"
    output.say(f"{when}  {verdict}{withdrawn}  {attempt.item_id}", indent="  ")
    right = "" if verdict == "correct" else f", right {attempt.expected}"
    given = "" if attempt.given is None else f"typed {attempt.given}{right}; "
    output.say(f"  {given}attempt {attempt.id}", indent="    ")
