"""Write a file: your course for Anki, your history as a table for a spreadsheet, or all of it as JSON."""

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from srs_roulette.cli import output
from srs_roulette.cli.export_anki import export_anki
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import WrongUse

if TYPE_CHECKING:
    from srs_roulette.cli.shell import Shell

app = Commands()

Target = Annotated[str, typer.Argument(metavar="FILE", help="A file that is not there yet; - for the output.")]


@app.callback()
def export() -> None:
    """Write a file: your course for Anki, your history as a table for a spreadsheet, or all of it as JSON."""


app.command("anki")(export_anki)


@app.command("csv")
def export_csv(
    ctx: typer.Context,
    file: Target,
    *,
    everything: Annotated[bool, typer.Option("--all", help="Also the attempts that were withdrawn.")] = False,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE", help="Only what was answered from this study day on.")
    ] = None,
    family: Annotated[
        list[str] | None, typer.Option("--family", metavar="F", help="Only this skill; may be repeated.")
    ] = None,
    questions: Annotated[
        bool, typer.Option("--questions", help="Also each question in words, which takes a while.")
    ] = False,
    semicolon: Annotated[
        bool, typer.Option("--semicolon", help="Semicolons for commas: for an Excel that writes 1,5.")
    ] = False,
    bom: Annotated[
        bool, typer.Option("--bom", help="Mark the file as UTF-8: for Excel, which else breaks accents.")
    ] = False,
) -> None:
    """Write the attempts as a table, a line each, the oldest first. docs/cli.md says what the columns hold."""
    import csv
    from contextlib import closing

    from srs_roulette.cli.learner import day_option, desk, language
    from srs_roulette.recall.sheet import COLUMNS, Part, rows
    from srs_roulette.wording.catalog import load

    shell = shell_of(ctx)
    first, count = day_option("--since", since), 0
    with desk(shell) as opened:
        part = Part(
            since=first,
            families=family or (),
            everything=everything,
            catalog=load(language(shell, opened)) if questions else None,
        )
        encoding = "utf-8-sig" if bom else "utf-8"
        with closing(rows(opened, part)) as found, _open(shell, file, encoding=encoding) as into:
            sheet = csv.writer(into, delimiter=";" if semicolon else ",")
            sheet.writerow(COLUMNS)
            for row in found:
                sheet.writerow(row)
                count += 1
    _say(shell, file, count)


@app.command("json")
def export_json(ctx: typer.Context, file: Target) -> None:
    """Write all there is of you, withdrawn answers and settings too. restore FILE puts it back, on any computer."""
    from srs_roulette.store.dump import dump

    shell = shell_of(ctx)
    with _open(shell, file) as into:
        count = dump(shell.database(), into)
    _say(shell, file, count)


def _open(shell: "Shell", given: str, **encoding: Any) -> AbstractContextManager[TextIO]:  # noqa: ANN401 - handed on
    from srs_roulette.cli.new_file import STDOUT, new_file, stdout

    if given != STDOUT:
        return new_file(shell.file(given), **encoding)
    if shell.json:
        raise WrongUse("With - the file itself goes to the output: leave --json out.")
    return stdout(**encoding)


def _say(shell: "Shell", given: str, attempts: int) -> None:
    from srs_roulette.cli.new_file import STDOUT

    if given == STDOUT:
        return
    path = shell.file(given)
    if shell.json:
        output.emit_json({"path": str(path), "attempts": attempts})
    else:
        output.say(f"Exported, attempts: {attempts}. File: {path}", indent="  ")
