"""Settle a spin: what each bet wins, loses or leaves locked."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import RuleRefused, WrongUse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.money import Money
    from srs_roulette.rules.pockets import Pocket
    from srs_roulette.rules.settle import Line, Settlement, Stake

app = Commands()


@app.command()
def settle(
    ctx: typer.Context,
    *,
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="The number that fell.")],
    bets: Annotated[
        list[str],
        typer.Argument(
            metavar="BET=STAKE...", help="17-20=100, red=50, dozen1=25; chips of a player's colour: blue:17-20=5"
        ),
    ],
    value: Annotated[
        list[str] | None,
        typer.Option("--value", metavar="COLOUR=V", help="What a chip of a colour is worth; once for each colour."),
    ] = None,
    prison: Annotated[
        str | None, typer.Option("--prison", metavar="N", help="The even chances stood locked on this level.")
    ] = None,
    share: Annotated[bool, typer.Option("--share", help="The players share stakes that zero locks.")] = False,
    move: Annotated[
        str | None, typer.Option("--move", metavar="BET", help="The locked stake was moved to this even chance.")
    ] = None,
) -> None:
    """Settle a spin, line by line, in the house's order of payment.

    Pays what stands on the cloth and judges no limit. A bet given twice is settled twice. Players of several colours
    are settled each by itself and never against each other.
    """
    from srs_roulette.cli.players import placed
    from srs_roulette.rules.settle import settle as settled

    shell = shell_of(ctx)
    rules = shell.rules()
    pocket = rules.wheel.pocket(number)
    laid, worth = placed(bets, value or (), rules)
    stakes = [one.stake for one in laid]
    if prison is not None:
        stakes = _locked(rules, stakes, prison)
    if move is not None:
        stakes = _moved(rules, stakes, move)
    settlement = settled(rules, pocket, stakes, share=share)

    def of(colour: str | None) -> "Settlement":
        own = [stake for one, stake in zip(laid, stakes, strict=True) if one.colour == colour]
        return settled(rules, pocket, own, share=share)

    players = [(colour, money, of(colour)) for colour, money in worth.items()]
    if shell.json:
        document = _document(rules, settlement)
        output.emit_json(document | {"players": [_player(*player) for player in players]} if players else document)
    elif players:
        _print_players(rules, settlement, players, of(None))
    else:
        _print(rules, settlement)


def _locked(rules: "HouseRules", stakes: list["Stake"], prison: str) -> list["Stake"]:
    from srs_roulette.cli.lookup import whole
    from srs_roulette.rules.settle import lock

    level = whole(prison, "--prison", 0, 999)
    try:
        return [lock(rules, stake, level) for stake in stakes]
    except RuleRefused as fault:
        # A level that the house does not have is a wrong option (CLI.md), where a refused --share is a fault.
        raise WrongUse(str(fault)) from fault


def _moved(rules: "HouseRules", stakes: list["Stake"], to: str) -> list["Stake"]:
    from srs_roulette.rules.notation import read
    from srs_roulette.rules.settle import move

    locked = [place for place, stake in enumerate(stakes) if stake.level is not None]
    if len(locked) != 1:
        raise WrongUse("--move moves one locked stake: give --prison N and one even chance.")
    moved = move(rules, stakes[locked[0]], read(to, rules.layout))
    return [moved if place == locked[0] else stake for place, stake in enumerate(stakes)]


def _document(rules: "HouseRules", settlement: "Settlement") -> dict[str, Any]:
    from srs_roulette.rules.money import money_text

    number = settlement.number
    return {
        "house": rules.id,
        "number": str(number),
        "announce": {
            "colour": number.colour,
            "parity": number.parity,
            "half": number.half,
            "dozen": number.dozen,
            "column": number.column,
        },
        "lines": [_line(line) for line in settlement.lines],
        "pays": money_text(settlement.pays),
        "returned": money_text(settlement.returned),
        "taken": money_text(settlement.taken),
        "held": money_text(settlement.held),
    }


def _line(line: "Line") -> dict[str, Any]:
    from srs_roulette.rules.money import money_text
    from srs_roulette.rules.notation import write

    return {
        "bet": write(line.bet),
        "kind": line.bet.kind.value,
        "stake": money_text(line.stake),
        "odds": line.bet.odds,
        "outcome": line.outcome,
        "pays": money_text(line.pays),
        "returned": money_text(line.returned),
        "taken": money_text(line.taken),
        "held": money_text(line.held),
        "level": line.level,
    }


def _player(colour: str, value: "Money", settlement: "Settlement") -> dict[str, Any]:
    from srs_roulette.rules.money import money_text

    return {
        "colour": colour,
        "value": money_text(value),
        "lines": [_line(line) for line in settlement.lines],
        "pays": money_text(settlement.pays),
        # Winnings are whole chips at whole odds; what a zero rule halves need not be.
        "pays_chips": settlement.pays // value,
        "returned": money_text(settlement.returned),
        "taken": money_text(settlement.taken),
        "held": money_text(settlement.held),
    }


def _print(rules: "HouseRules", settlement: "Settlement") -> None:
    output.say(f"{_announced(rules, settlement.number)} (house: {rules.id})", indent="  ")
    _print_lines(settlement)
    _print_totals(settlement)


def _print_players(
    rules: "HouseRules",
    settlement: "Settlement",
    players: "Sequence[tuple[str, Money, Settlement]]",
    cash: "Settlement",
) -> None:
    from srs_roulette.cli.lookup import counted
    from srs_roulette.rules.money import money_text

    output.say(f"{_announced(rules, settlement.number)} (house: {rules.id})", indent="  ")
    for colour, value, own in players:
        output.say(f"{colour}, a chip {money_text(value)}:", indent="  ")
        _print_lines(own)
        _print_totals(own, f" ({counted(own.pays // value)})" if own.pays else "")
    if cash.lines:
        output.say("cash:", indent="  ")
        _print_lines(cash)
        _print_totals(cash)


def _print_lines(settlement: "Settlement") -> None:
    from srs_roulette.rules.money import money_text
    from srs_roulette.rules.notation import name

    rows = [[f"  {name(line.bet)}", money_text(line.stake), line.outcome, _fate(line)] for line in settlement.lines]
    output.table(rows, right=[1])


def _print_totals(settlement: "Settlement", chips: str = "") -> None:
    from srs_roulette.rules.money import money_text

    totals = [("Pays", settlement.pays, chips), ("takes", settlement.taken, "")]
    rest = (("returns", settlement.returned), ("holds", settlement.held))
    totals += [(word, sum_, "") for word, sum_ in rest if sum_]
    output.say(", ".join(f"{word} {money_text(sum_)}{more}" for word, sum_, more in totals) + ".", indent="  ")


def _announced(rules: "HouseRules", number: "Pocket") -> str:
    said = {
        "number": str(number),
        "colour": number.colour,
        "parity": number.parity,
        "half": number.half,
        "dozen": number.dozen and f"dozen {number.dozen}",
        "column": number.column and f"column {number.column}",
    }
    words = [said[word] for word in rules.announce]
    # Whoever settles a number wants to read which, even where the house announces only the rest.
    if "number" not in rules.announce:
        words.insert(0, said["number"])
    return ", ".join(word for word in words if word)


def _fate(line: "Line") -> str:
    from srs_roulette.rules.money import money_text

    if line.outcome == "wins":
        return f"{line.bet.odds} to 1 pays {money_text(line.pays)}"
    parts = [
        f"{money_text(sum_)} {word}"
        for sum_, word in ((line.returned, "returned"), (line.taken, "taken"), (line.held, f"on level {line.level}"))
        if sum_
    ]
    return ", ".join(parts)
