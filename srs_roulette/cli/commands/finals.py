"""List the numbers that end in a digit, or the splits of two endings."""

from typing import Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.command()
def finals(
    ctx: typer.Context,
    final: Annotated[str, typer.Argument(metavar="DIGIT[/DIGIT]", help="7, or a pair such as 2/5 or 0/1.")],
) -> None:
    """List the spots of a final, one chip each; in a house that knows no finals, as most play them."""
    from srs_roulette.cli.lookup import counted
    from srs_roulette.rules.announced import finals as spots_of
    from srs_roulette.rules.house import Finals
    from srs_roulette.rules.notation import name, write
    from srs_roulette.rules.pockets import in_order

    shell = shell_of(ctx)
    rules = shell.rules()
    laid = spots_of(final, rules.layout, rules.finals or Finals())
    spots = sorted(laid, key=lambda spot: spot[0].covers[0].rank)
    numbers = [str(p) for p in in_order({p for bet, _ in spots for p in bet.covers})]
    shown = final.replace("-", "/")
    if shell.json:
        document = {
            "final": shown,
            "numbers": numbers,
            "spots": [{"bet": write(bet), "kind": bet.kind.value, "chips": chips} for bet, chips in spots],
            "chips": sum(chips for _, chips in spots),
        }
        output.emit_json(document)
    else:
        chips = counted(sum(count for _, count in spots))
        output.say(f"Final {shown}, {chips} on {' '.join(numbers)}", indent="  ")
        output.lines(f"  {name(bet)}" for bet, _ in spots)
