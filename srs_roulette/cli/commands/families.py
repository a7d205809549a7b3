"""List the question families: what each asks, in which unit, and how it is judged."""

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.command()
def families(ctx: typer.Context) -> None:
    """List the question families: what each asks, in which unit, and how it is judged."""
    from srs_roulette.questions.registry import family, names
    from srs_roulette.wording.catalog import load
    from srs_roulette.wording.message import say

    shell = shell_of(ctx)
    catalog = load(shell.language or "en")
    rows = [
        {
            "id": name,
            "about": catalog.text(say(f"about.{name}")),
            "house_sensitive": family(name).house_sensitive,
        }
        for name in names()
    ]
    if shell.json:
        output.emit_json({"families": rows})
    else:
        output.table([[str(row["id"]), str(row["about"])] for row in rows])
