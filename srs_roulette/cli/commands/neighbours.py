"""List the pockets on each side of a number."""

from typing import Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.command()
def neighbours(
    ctx: typer.Context,
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="The number in the middle.")],
    each_side: Annotated[
        str | None, typer.Option("--each-side", metavar="K", help="1 to 18; else the house's own.")
    ] = None,
) -> None:
    """List a number's neighbours clockwise, the number in the middle, whatever the house takes in calls."""
    from srs_roulette.cli.lookup import whole
    from srs_roulette.rules.wheels import MAX_EACH_SIDE

    shell = shell_of(ctx)
    rules = shell.rules()
    pocket = rules.wheel.pocket(number)
    side = rules.neighbours[0] if each_side is None else whole(each_side, "--each-side", 1, MAX_EACH_SIDE)
    found = [str(p) for p in rules.wheel.neighbours(pocket, side)]
    if shell.json:
        output.emit_json({"number": str(pocket), "each_side": side, "numbers": found})
    else:
        output.say(f"{pocket} with {side} each side: {' '.join(found)}", indent="  ")
