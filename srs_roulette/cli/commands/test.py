"""A test of fixed length on a section, with a score."""

from typing import Annotated

import typer

from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()

MOST = 500


@app.command()
def take(
    ctx: typer.Context,
    section: Annotated[str, typer.Argument(metavar="SECTION", help="See lesson.")],
    questions: Annotated[str, typer.Option("--questions", metavar="N", help="So many questions.")] = "20",
    enough: Annotated[str, typer.Option("--pass", metavar="P", help="Percent that pass.")] = "90",
) -> None:
    """Take a test on a section. It moves no due day; an answer beyond its limit of time is a fault."""
    from srs_roulette.cli.learner import desk, language, rng
    from srs_roulette.cli.lookup import whole
    from srs_roulette.cli.practice_terminal import TestTable
    from srs_roulette.session.practice import Test
    from srs_roulette.wording.catalog import load

    shell = shell_of(ctx)
    count, wanted = whole(questions, "--questions", 1, MOST), whole(enough, "--pass", 1, 100)
    with desk(shell, quiet=True) as opened:
        spoken, course = language(shell, opened), opened.course()
    load(spoken)
    chosen = course.section(section)
    with desk(shell, writing=True) as opened:
        TestTable(Test(course, opened, rng(shell), chosen, count), shell, spoken, wanted).run()
