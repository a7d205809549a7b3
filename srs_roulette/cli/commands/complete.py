"""Lay a complete: every spot that touches a number, and what it pays; or what two completes share."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

if TYPE_CHECKING:
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import CompleteMode
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.rules.limits import Limits, Spread
    from srs_roulette.rules.money import Money
    from srs_roulette.rules.pockets import Pocket

    Spots = tuple[tuple[Bet, int], ...]

app = Commands()


@app.command()
def complete(
    ctx: typer.Context,
    *,
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="The number in the middle.")],
    second: Annotated[
        str | None, typer.Argument(metavar="NUMBER", help="A second complete, laid after the first.")
    ] = None,
    unit: Annotated[str, typer.Option("--unit", metavar="U", help="Value of one chip.")] = "1",
    flat: Annotated[bool, typer.Option("--flat", help="One chip a spot, whatever the house plays.")] = False,
    hit: Annotated[str | None, typer.Option("--hit", metavar="N", help="The number that fell.")] = None,
    maximum: Annotated[
        str | None, typer.Option("--maximum", metavar="M", help="Straight-up limit, instead of the house's.")
    ] = None,
) -> None:
    """Lay the complete of a number as the house plays it, each spot up to its limit, and pay a hit.

    With two numbers: the stations they share, and what the limits leave of the second.
    """
    from srs_roulette.cli.lookup import amount, limits
    from srs_roulette.rules.completes import complete as spots_of
    from srs_roulette.rules.limits import lay

    shell = shell_of(ctx)
    rules = shell.rules()
    mode: CompleteMode = "flat" if flat else rules.complete
    pocket = rules.wheel.pocket(number)
    highest = limits(rules, maximum)
    laid = lay(spots_of(rules.layout, pocket, mode), amount(unit, rules, "unit"), highest)
    fallen = None if hit is None else rules.wheel.pocket(hit)
    if second is None:
        document = _single(pocket, mode, laid, fallen)
        show = _print_single
    else:
        other = rules.wheel.pocket(second)
        document = _double(
            numbers=(pocket, other),
            mode=mode,
            first=laid,
            second=spots_of(rules.layout, other, mode),
            limits=highest,
            fallen=fallen,
        )
        show = _print_double
    if shell.json:
        output.emit_json(document)
    else:
        show(document, rules.layout)


def _single(number: "Pocket", mode: str, laid: "Spread", fallen: "Pocket | None") -> dict[str, Any]:
    from srs_roulette.cli.lookup import spot_json
    from srs_roulette.rules.money import money_text
    from srs_roulette.rules.notation import write

    return {
        "number": str(number),
        "mode": mode,
        "chips": sum(spot.chips for spot in laid.spots),
        "cost": money_text(laid.total),
        "spots": [spot_json(spot.bet, spot.chips, spot.amount) for spot in laid.spots],
        "capped": [write(bet) for bet in laid.capped],
    } | _hit(laid, fallen)


def _hit(laid: "Spread", fallen: "Pocket | None") -> dict[str, Any]:
    from srs_roulette.rules.money import money_text

    if fallen is None:
        return dict.fromkeys(("hit", "stations", "pays_units", "pays", "taken_units", "kept_units"))
    stations = [spot for spot in laid.spots if spot.bet.wins(fallen)]
    kept = sum(spot.chips for spot in stations)
    return {
        "hit": str(fallen),
        "stations": len(stations),
        "pays_units": sum(spot.chips * spot.bet.odds for spot in stations),
        "pays": money_text(laid.pays(stations)),
        "taken_units": sum(spot.chips for spot in laid.spots) - kept,
        "kept_units": kept,
    }


def _double(
    *,
    numbers: "tuple[Pocket, Pocket]",
    mode: str,
    first: "Spread",
    second: "Spots",
    limits: "Limits",
    fallen: "Pocket | None",
) -> dict[str, Any]:
    from srs_roulette.cli.lookup import spot_json
    from srs_roulette.rules.completes import lay_two
    from srs_roulette.rules.money import Money, money_text, times
    from srs_roulette.rules.notation import write

    added = lay_two(first, second, first.value, limits)
    chips = dict(second)
    shared = [spot for spot in first.spots if spot.bet in chips]
    units = sum(spot.chips for spot in shared)
    both = sum(spot.chips for spot in first.spots) + sum(chips.values())
    return {
        "numbers": [str(number) for number in numbers],
        "mode": mode,
        "chips": both,
        "stations": len(shared),
        "shared_units": units,
        "union_units": both - units,
        "shared": [spot_json(spot.bet, spot.chips, spot.amount) for spot in shared],
        "first": [spot_json(spot.bet, spot.chips, spot.amount) for spot in first.spots],
        "second": [spot_json(bet, chips[bet], amount) for bet, amount in added],
        "capped": [write(bet) for bet, amount in added if amount < times(first.value, chips[bet])],
        "cost": money_text(Money(first.total + sum(amount for _, amount in added))),
    } | _hit_both(first, added, fallen)


def _hit_both(first: "Spread", added: "tuple[tuple[Bet, Money], ...]", fallen: "Pocket | None") -> dict[str, Any]:
    from srs_roulette.rules.money import Money, money_text

    if fallen is None:
        return {"hit": None, "pays": None}
    standing = [(spot.bet, spot.amount) for spot in first.spots] + list(added)
    return {
        "hit": str(fallen),
        "pays": money_text(Money(sum(amount * bet.odds for bet, amount in standing if bet.wins(fallen)))),
    }


def _print_single(document: dict[str, Any], cloth: "Layout") -> None:
    from srs_roulette.cli.lookup import counted

    output.say(f"Complete {document['number']} ({_mode(document)}), {counted(document['chips'])}", indent="  ")
    _print_spots(cloth, document["spots"], document["capped"])
    output.say(f"{document['cost']} on the cloth.", indent="  ")
    if document["hit"] is not None:
        output.say(
            f"{document['hit']} falls: {document['stations']} stations, pays {document['pays']} "
            f"({document['pays_units']} units), {document['taken_units']} units taken, "
            f"{document['kept_units']} stay.",
            indent="  ",
        )


def _print_double(document: dict[str, Any], cloth: "Layout") -> None:
    one, other = document["numbers"]
    output.say(
        f"Completes {one} and {other} ({_mode(document)}) share {document['stations']} stations, "
        f"{document['shared_units']} units: {document['union_units']} different units of {document['chips']}",
        indent="  ",
    )
    _print_spots(cloth, document["shared"], [])
    output.say(f"After {one}, the complete {other} takes", indent="  ")
    _print_spots(cloth, document["second"], document["capped"])
    output.say(f"Both: {document['cost']} on the cloth.", indent="  ")
    if document["hit"] is not None:
        output.say(f"{document['hit']} falls: both together pay {document['pays']}.", indent="  ")


def _print_spots(cloth: "Layout", spots: list[dict[str, Any]], capped: list[str]) -> None:
    from srs_roulette.cli.lookup import counted
    from srs_roulette.rules.notation import name, read

    rows = [
        [
            f"  {name(read(spot['bet'], cloth))}",
            counted(spot["chips"]),
            spot["amount"],
            "full" if spot["bet"] in capped else "",
        ]
        for spot in spots
    ]
    output.table(rows, right=[2])


def _mode(document: dict[str, Any]) -> str:
    return str(document["mode"]).replace("_", ", ")
