"""The daily sitting: what is due, then new items."""

import sys
from typing import Annotated

import typer

from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import WrongUse

app = Commands()

MOST = 9999


@app.command()
def review(  # noqa: PLR0917 - Typer calls it by name
    ctx: typer.Context,
    limit: Annotated[
        str | None, typer.Option("--limit", metavar="N", help="So many answers; repeats are free.")
    ] = None,
    minutes: Annotated[str | None, typer.Option("--minutes", metavar="M", help="So many minutes of answering.")] = None,
    new: Annotated[str | None, typer.Option("--new", metavar="N", help="So many new items; 0: none.")] = None,
    section: Annotated[
        list[str] | None, typer.Option("--section", metavar="S", help="Open this section for good and ask it alone.")
    ] = None,
    ahead: Annotated[
        bool, typer.Option("--ahead", help="After what is due and new also what is due later, least sure first.")
    ] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="One JSON object a line, in and out.")] = False,
) -> None:
    """Sit down for the day: what is due first, then new items. Every answer is kept at once.

    Ctrl-C or Ctrl-D ends the sitting at any prompt.
    """
    from srs_roulette.cli.learner import desk, language, rng
    from srs_roulette.cli.lookup import whole
    from srs_roulette.session.open import begin
    from srs_roulette.session.sitting import Limits
    from srs_roulette.wording.catalog import load

    shell = shell_of(ctx)
    if section and len(section) > 1:
        raise WrongUse("--section is given twice: a sitting asks one section.")
    if sys.stdout is None:
        # Nobody sees a question: the sitting ends before it begins.
        raise typer.Exit
    limits = Limits(
        answers=None if limit is None else whole(limit, "--limit", 1, MOST),
        minutes=None if minutes is None else whole(minutes, "--minutes", 1, MOST),
        new=None if new is None else whole(new, "--new", 0, MOST),
    )
    # Whatever is wrong with decks, houses or words is said before a file is made or opened for writing.
    with desk(shell, quiet=True) as opened:
        spoken, course = language(shell, opened), opened.course()
    load(spoken)
    chosen = course.section(section[0]) if section else None
    with desk(shell, writing=True) as opened:
        session = begin(opened, course, rng(shell), limits=limits, section=chosen, ahead=ahead)
        if jsonl or shell.json:
            from srs_roulette.cli.review_jsonl import run
        else:
            from srs_roulette.cli.review_terminal import run
        run(session, shell, spoken)
