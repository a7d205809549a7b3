"""Free practice of some skills, without end or against the clock."""

from typing import Annotated

import typer

from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()

SHORTEST, LONGEST = 5, 3600


@app.command()
def drill(
    ctx: typer.Context,
    families: Annotated[
        list[str] | None, typer.Argument(metavar="FAMILY...", help="See families; none: your weakest and slowest.")
    ] = None,
    seconds: Annotated[
        str | None, typer.Option("--seconds", metavar="N", help="A sprint of so many seconds, with your best.")
    ] = None,
) -> None:
    """Practise freely. It moves no due day and begins no new item; it ends with quit, Ctrl-D, or the time."""
    from srs_roulette.cli.learner import desk, language, rng
    from srs_roulette.cli.lookup import whole
    from srs_roulette.cli.practice_terminal import DrillTable
    from srs_roulette.session.practice import Drill
    from srs_roulette.session.skills import check_families
    from srs_roulette.wording.catalog import load

    shell = shell_of(ctx)
    sprint = None if seconds is None else whole(seconds, "--seconds", SHORTEST, LONGEST)
    # Whatever is wrong with words, decks or houses is said before a file is made.
    with desk(shell, quiet=True) as opened:
        spoken, course = language(shell, opened), opened.course()
    load(spoken)
    wanted = check_families(course, families or ())
    with desk(shell, writing=True) as opened:
        practice = Drill(course, opened, rng(shell), wanted, seconds=sprint, clock=shell.monotonic)
        DrillTable(practice, shell, spoken).run()
