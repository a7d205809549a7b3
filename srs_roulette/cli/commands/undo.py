"""Withdraw an answer: the newest, or the one of that id."""

from typing import Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import NothingToUndo

app = Commands()


@app.command()
def undo(
    ctx: typer.Context,
    number: Annotated[str | None, typer.Argument(metavar="ID", help="As listed by history; else the newest.")] = None,
) -> None:
    """Withdraw an answer. Its item, the history and what is due become as they were before it."""
    from srs_roulette.cli.commands.history import as_json
    from srs_roulette.cli.learner import desk, has_history
    from srs_roulette.cli.lookup import attempt_id
    from srs_roulette.scheduling.days import utc_ms

    shell = shell_of(ctx)
    wanted = None if number is None else attempt_id(number)
    if not has_history(shell):
        raise NothingToUndo("There is nothing to withdraw: no history yet.")
    with desk(shell, writing=True) as opened:
        undone = opened.store.undo(wanted, utc_ms(opened.now)) if opened.store else None
    if undone is None:
        return
    if shell.json:
        output.emit_json({"undone": as_json(undone)})
    elif undone.rescheduling:
        output.say("Withdrawn: the rescheduling, as a whole. Its items are due as they were before.")
    else:
        output.say(f"Withdrawn: attempt {undone.id}, {undone.item_id}, {undone.verdict or undone.kind.value}.")
