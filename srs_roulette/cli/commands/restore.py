"""Put a backup in the place of your history, which is kept."""

from typing import Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.command()
def restore(
    ctx: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A backup, which doctor lists, or a file of export json.")
    ],
) -> None:
    """Put a backup, or what export json wrote, in the place of your history.

    It is proved first, and the history replaced goes to backups.
    """
    from srs_roulette.store.restore import restore as put_back

    shell = shell_of(ctx)
    source = shell.file(file)
    done = put_back(source, shell.database(), shell.now())
    if shell.json:
        kept = str(done.kept) if done.kept else None
        output.emit_json({"restored": str(source), "attempts": done.attempts, "before": done.before, "kept": kept})
        return
    output.say(f"Restored, attempts: {done.attempts}. From: {source}", indent="  ")
    if done.before is not None:
        output.say(
            f"What was there is kept, attempts: {done.before}. To go back: srs-roulette restore {done.kept}",
            indent="  ",
        )
    elif done.kept:
        output.say(f"What was there is kept, damaged: {done.kept}", indent="  ")
