"""Copy your history into a file that is proved to be whole."""

from typing import Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.command()
def backup(
    ctx: typer.Context,
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A file that is not there yet; else one in the folder backups.")
    ] = None,
) -> None:
    """Copy your history into one file, opened and counted before it gets its name. It is kept until you delete it."""
    from srs_roulette.store.backup import back_up
    from srs_roulette.store.backups import by_hand

    shell = shell_of(ctx)
    source = shell.database()
    target = shell.file(file) if file is not None else by_hand(source, shell.now())
    attempts = back_up(source, target)
    if shell.json:
        output.emit_json({"path": str(target), "attempts": attempts})
    else:
        output.say(f"Backed up, attempts: {attempts}. File: {target}", indent="  ")
