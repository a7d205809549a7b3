"""Long-term recall: retention, calibration, transfer, speed, slips, what is known."""

from typing import Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.command()
def stats(
    ctx: typer.Context,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE", help="Only what was answered from this study day on.")
    ] = None,
    family: Annotated[
        list[str] | None, typer.Option("--family", metavar="F", help="Only this skill; may be repeated.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say of every table what it counts.")] = False,
) -> None:
    """Show what is remembered, how well that was predicted, how fast it comes, and which mistakes keep coming."""
    from srs_roulette.cli.learner import day_option, desk
    from srs_roulette.recall.told import gather

    shell = shell_of(ctx)
    first = day_option("--since", since)
    with desk(shell) as opened:
        told = gather(opened, since=first, families=family or ())
    if shell.json:
        from srs_roulette.recall.document import document

        output.emit_json(document(told))
        return
    from srs_roulette.cli.stats_terminal import show

    show(told, explain=explain)
