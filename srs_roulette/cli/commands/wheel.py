"""Show the wheel: every pocket clockwise from 0."""

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.command()
def wheel(ctx: typer.Context) -> None:
    """List the pockets of the house's wheel, clockwise from 0."""
    shell = shell_of(ctx)
    ring = shell.rules().wheel
    if shell.json:
        output.emit_json({"wheel": ring.name, "numbers": [str(p) for p in ring.ring]})
    else:
        output.say(f"The {ring.label} wheel, clockwise from 0: {' '.join(ring.ring)}", indent="  ")
