"""Long-term recall: retention, calibration, transfer, speed, slips, what is known."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import WrongUse, short_path

if TYPE_CHECKING:
    from srs_roulette.recall.told import Told

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
    html: Annotated[
        str | None,
        typer.Option("--html", metavar="FILE", help="Write one page with plots, for a browser or for print."),
    ] = None,
    *,
    explain: Annotated[bool, typer.Option("--explain", help="Say of every table what it counts.")] = False,
) -> None:
    """Show what is remembered, how well that was predicted, how fast it comes, and which mistakes keep coming."""
    from srs_roulette.cli.learner import day_option, desk
    from srs_roulette.recall.told import gather

    shell = shell_of(ctx)
    target = None if html is None else _page_file(shell.file(html))
    first = day_option("--since", since)
    with desk(shell) as opened:
        told = gather(opened, since=first, families=family or ())
    if target:
        _write(target, told)
    if shell.json:
        from srs_roulette.recall.document import document

        output.emit_json(document(told))
        return
    if target:
        output.line(f"Written: {target}. Open it in a browser.")
        return
    from srs_roulette.cli.stats_terminal import show

    show(told, explain=explain)


def _page_file(given: Path) -> Path:
    """Refuse names that are no page's: a slip of the pen must not replace a history or a deck."""
    # What a link leads to is what is written.
    target = Path(os.path.realpath(given))
    for name in (given, target):
        if name.suffix.lower() not in {".html", ".htm"}:
            raise WrongUse(f'--html: "{short_path(str(name))}" must end in .html, such as recall.html.')
    return target


def _write(target: Path, told: "Told") -> None:
    from srs_roulette.cli.new_file import new_file
    from srs_roulette.recall.page import document

    with new_file(target, replacing=True) as file:
        file.write(document(told))
