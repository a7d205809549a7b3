"""Lay an announced bet: voisins, tiers, orphelins, neighbours, finals and the rest."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import CallRefused, WrongUse

if TYPE_CHECKING:
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.limits import Limits, Spread
    from srs_roulette.rules.money import Money
    from srs_roulette.rules.pockets import Pocket

    Spots = tuple[tuple[Bet, int], ...]

app = Commands()


@app.command()
def call(
    ctx: typer.Context,
    *,
    name: Annotated[str, typer.Argument(metavar="NAME", help="voisins, tiers, orphelins, jeu_zero, finals...")],
    number: Annotated[str | None, typer.Argument(metavar="NUMBER", help="Of neighbours and finals.")] = None,
    by: Annotated[str | None, typer.Option("--by", metavar="V", help="Value of one chip.")] = None,
    cash: Annotated[str | None, typer.Option("--for", metavar="A", help="Amount to lay; the rest is change.")] = None,
    maximum: Annotated[
        str | None, typer.Option("--maximum", metavar="M", help="Straight-up limit, instead of the house's.")
    ] = None,
    each_side: Annotated[str | None, typer.Option("--each-side", metavar="K", help="Neighbours on each side.")] = None,
    hit: Annotated[str | None, typer.Option("--hit", metavar="N", help="The number that fell.")] = None,
) -> None:
    """Lay an announced bet, and pay it.

    With --for: the largest value a chip that the amount pays for; full spots stay at their limit. With neither
    --by nor --for: the chips alone, and a hit is counted in chips.
    """
    from srs_roulette.cli.lookup import limits, whole
    from srs_roulette.rules.announced import chips_of, find, numbers_of

    if by is not None and cash is not None:
        raise WrongUse("Give --by, the value of a chip, or --for, the whole amount: not both.")
    shell = shell_of(ctx)
    rules = shell.rules()
    name, number, each_side = _short_call(name, number, each_side)
    called = find(name)
    side = None if each_side is None else whole(each_side, "--each-side", 1, 18)
    spots = chips_of(called, rules, number, side)
    laid, change = _laid(rules, spots, limits(rules, maximum), by, cash)
    result = _hit(spots, laid, None if hit is None else rules.wheel.pocket(hit))
    numbers = [str(pocket) for pocket in numbers_of(called, rules, spots)]
    if shell.json:
        head = {"call": called.name, "numbers": numbers, "chips": sum(chips for _, chips in spots)}
        output.emit_json(head | _document(spots, laid, change) | result)
        return
    title = called.name if number is None else f"{called.name} {number}"
    _print(title, f"house: {rules.id}", numbers, spots, laid)
    _print_sums(laid, change, result)


def _short_call(name: str, number: str | None, each_side: str | None) -> tuple[str, str | None, str | None]:
    """Read the short call ``7-2-2`` as seven and its neighbours, two each side (source document 002)."""
    import re

    short = re.fullmatch(r"(\d+)-([1-9])-\2", name, re.ASCII)
    if short and number is None and each_side is None:
        return "neighbours", short[1], short[2]
    return name, number, each_side


def _laid(
    rules: "HouseRules", spots: "Spots", limits: "Limits", by: str | None, cash: str | None
) -> tuple["Spread | None", "Money | None"]:
    from srs_roulette.cli.lookup import amount
    from srs_roulette.rules.limits import lay, spread
    from srs_roulette.rules.money import Money

    if by is not None:
        value = amount(by, rules, "value")
        _check_step(value, rules.chip_step)
        return lay(spots, value, limits), None
    if cash is not None:
        given = amount(cash, rules, "amount")
        laid = spread(spots, given, rules.chip_step, limits)
        return laid, Money(given - laid.total)
    return None, None


def _check_step(value: "Money", step: "Money") -> None:
    from srs_roulette.rules.money import Money, floor_to, money_text

    lower = floor_to(value, step)
    if lower != value:
        right = [money_text(near) for near in (lower, Money(lower + step)) if near]
        raise CallRefused(
            f"A chip of {money_text(value)} is none here: the value is a multiple of {money_text(step)}, "
            f"such as {' or '.join(right)}."
        )


def _document(spots: "Spots", laid: "Spread | None", change: "Money | None") -> dict[str, Any]:
    from srs_roulette.cli.lookup import spot_json
    from srs_roulette.rules.money import money_text
    from srs_roulette.rules.notation import write

    if laid is None:
        return {
            "value": None,
            "total": None,
            "change": None,
            "capped": [],
            "spots": [spot_json(bet, chips, None) for bet, chips in spots],
        }
    return {
        "value": money_text(laid.value),
        "total": money_text(laid.total),
        "change": None if change is None else money_text(change),
        "capped": [write(bet) for bet in laid.capped],
        "spots": [spot_json(spot.bet, spot.chips, spot.amount) for spot in laid.spots],
    }


def _hit(spots: "Spots", laid: "Spread | None", fallen: "Pocket | None") -> dict[str, Any]:
    """Count in money, or in chips where a chip has no value."""
    from srs_roulette.rules.money import Money, money_text, units

    if fallen is None:
        return {"hit": None, "pays": None, "taken": None, "net": None}
    on_spots = [(bet, units(chips)) for bet, chips in spots]
    if laid is not None:
        on_spots = [(spot.bet, spot.amount) for spot in laid.spots]
    pays = sum(amount * bet.odds for bet, amount in on_spots if bet.wins(fallen))
    taken = sum(amount for bet, amount in on_spots if not bet.wins(fallen))
    sums = {"pays": pays, "taken": taken, "net": pays - taken}
    return {"hit": str(fallen)} | {key: money_text(Money(sum_)) for key, sum_ in sums.items()}


def _print(title: str, house: str, numbers: list[str], spots: "Spots", laid: "Spread | None") -> None:
    from srs_roulette.cli.lookup import counted, spot_rows
    from srs_roulette.rules.notation import name

    output.say(f"{title} ({house}), {counted(sum(chips for _, chips in spots))} on {' '.join(numbers)}", indent="  ")
    if laid is None:
        output.table([[f"  {name(bet)}", counted(chips)] for bet, chips in spots])
    else:
        output.table(spot_rows(laid.spots), right=[2])


def _print_sums(laid: "Spread | None", change: "Money | None", result: dict[str, Any]) -> None:
    from srs_roulette.rules.money import money_text

    if laid is not None:
        rest = "" if change is None else f", change {money_text(change)}"
        output.say(f"By {money_text(laid.value)}: {money_text(laid.total)} on the cloth{rest}.", indent="  ")
    if result["hit"] is not None:
        unit = "" if laid is not None else " chips"
        output.say(
            f"{result['hit']} falls: pays {result['pays']}{unit}, takes {result['taken']}{unit}, "
            f"net {result['net']}{unit}.",
            indent="  ",
        )
