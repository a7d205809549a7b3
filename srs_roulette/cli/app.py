"""The program: its options, and :func:`main`. The commands are found in ``commands/`` (``plumbing``)."""

import gc
import os
import sys
from typing import Annotated, Final

import typer

from srs_roulette.cli.plumbing import Commands, Program
from srs_roulette.cli.shell import DEFAULT_PROFILE, Shell, read_profile, read_seed

NAME: Final = "srs-roulette"

GARBAGE: Final = 100_000
"""New objects before the first look for garbage."""

app = Commands(name=NAME, cls=Program)


def main() -> int:
    """Run the command line of this process and return its exit code."""
    # A start makes tens of thousands of objects that all stay: looking through them again and again frees nothing.
    gc.set_threshold(GARBAGE, 20, 20)
    try:
        app(prog_name=NAME)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    finally:
        # What stands at the end dies with the process: without this, leaving costs as much as all of the rules.
        gc.freeze()
    return 0


def _version(asked: bool) -> None:
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    from srs_roulette.cli import output

    try:
        number = version(NAME)
    except PackageNotFoundError:
        number = "(not installed)"
    output.line(f"{NAME} {number}")
    raise typer.Exit


@app.callback(invoke_without_command=True)
def program(
    ctx: typer.Context,
    *,
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="DIR", help="Folder of the learners' files; else SRS_ROULETTE_HOME."),
    ] = None,
    profile: Annotated[
        str, typer.Option("--profile", metavar="NAME", help="The learner: one file each.")
    ] = DEFAULT_PROFILE,
    house: Annotated[
        str | None, typer.Option("--house", metavar="ID|FILE", help="Whose rules: see houses list.")
    ] = None,
    deck: Annotated[
        list[str] | None, typer.Option("--deck", metavar="ID|FILE", help="Only this deck; may be repeated.")
    ] = None,
    lang: Annotated[str | None, typer.Option("--lang", metavar="CODE", help="Language of the texts.")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="N", help="Fixes every draw.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document instead of text.")] = False,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Show the version and exit.")
    ] = False,
) -> None:
    """Spaced repetition for roulette dealers, and the tables to look things up in.

    Begin with: srs-roulette review. More about a command: srs-roulette COMMAND --help

    The options below are taken before and after the command.
    """
    del version
    if lang is not None:
        from srs_roulette.wording.catalog import load

        load(lang)
    shell = Shell(
        data=data,
        profile=read_profile(profile),
        house=house,
        decks=tuple(deck or ()),
        language=lang,
        seed=None if seed is None else read_seed(seed),
        json=json,
        environ=dict(os.environ),
    )
    ctx.obj = shell
    if ctx.invoked_subcommand is None:
        from srs_roulette.cli.today import show

        show(shell)


if __name__ == "__main__":
    sys.exit(main())
