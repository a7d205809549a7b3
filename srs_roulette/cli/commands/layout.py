"""Draw chips on the cloth."""

from typing import TYPE_CHECKING, Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

if TYPE_CHECKING:
    from srs_roulette.rules.bets import Bet

app = Commands()

MOST_CHIPS = 1_000_000
SIGNS = "─│┼◆«»"
"""of a drawing that is not plain ASCII"""


@app.command()
def layout(
    ctx: typer.Context,
    bets: Annotated[list[str], typer.Argument(metavar="BET=CHIPS...", help="17-20=3, red=10, 16-21=1")],
) -> None:
    """Draw chips on the cloth; a bet given twice is one pile."""
    from srs_roulette.cli.lookup import pair, whole
    from srs_roulette.drawing.felt import draw
    from srs_roulette.rules.notation import write

    shell = shell_of(ctx)
    rules = shell.rules()
    piles: dict[Bet, int] = {}
    for text in bets:
        bet, count = pair(text, rules, "CHIPS", "17-20=3")
        piles[bet] = piles.get(bet, 0) + whole(count, f"The chips on {write(bet)}", 1, MOST_CHIPS)
    spots = list(piles.items())
    if shell.json:
        document = {
            "spots": [{"bet": write(bet), "kind": bet.kind.value, "chips": chips} for bet, chips in spots],
            "drawing": draw(rules.layout, spots),
        }
        output.emit_json(document)
    else:
        drawing = draw(rules.layout, spots, width=output.width(), ascii_only=not output.can_show(SIGNS))
        output.lines(drawing.splitlines())
