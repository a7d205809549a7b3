"""Long-term recall: retention, calibration, transfer, speed, slips, what is known."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import NotSaved, WrongUse, short_path

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


def _page_file(target: Path) -> Path:
    """Refuse names that are no page's: a slip of the pen must not replace a history or a deck."""
    if target.suffix.lower() not in {".html", ".htm"}:
        raise WrongUse(f'--html: "{short_path(str(target))}" must end in .html, such as recall.html.')
    return target.absolute()


def _write(target: Path, told: "Told") -> None:
    """Write the page beside its place and name it then: after any fault the old one is still there."""
    from srs_roulette.recall.page import document
    from srs_roulette.store.backup import part_of

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with part_of(target) as part:
            with part.open("w", encoding="utf-8", newline="\n") as file:
                file.write(document(told))
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
    except OSError as fault:
        raise NotSaved(f"{target} cannot be written ({fault.strerror}).") from fault
