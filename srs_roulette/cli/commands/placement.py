"""A short test that opens the sections already mastered."""

import typer

from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.command()
def placement(ctx: typer.Context) -> None:
    """Show what you know: three right answers open a section, whose items then come last. No memory is made up."""
    from srs_roulette.cli.learner import desk, language, rng
    from srs_roulette.cli.practice_terminal import PlacementTable
    from srs_roulette.session.practice import Placement
    from srs_roulette.wording.catalog import load

    shell = shell_of(ctx)
    with desk(shell, quiet=True) as opened:
        spoken, course = language(shell, opened), opened.course()
    load(spoken)
    with desk(shell, writing=True) as opened:
        PlacementTable(Placement(course, opened, rng(shell)), shell, spoken).run()
