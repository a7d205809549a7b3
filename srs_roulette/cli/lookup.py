"""What the look-up commands share: reading words of the command line, and spots as JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.errors import BadMoney, WrongUse, short
from srs_roulette.rules.money import Money, money_text, read_money
from srs_roulette.rules.notation import name, read, write

if TYPE_CHECKING:
    from collections.abc import Iterable

    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.limits import Limits, Placed

_whole: Final = re.compile(r"\d{1,9}", re.ASCII)


def whole(text: str, what: str, low: int, high: int) -> int:
    """Read a whole number in ASCII digits.

    :raises WrongUse: it is none, or not from ``low`` to ``high``
    """
    if not _whole.fullmatch(text) or not low <= int(text) <= high:
        raise WrongUse(f'{what} is a whole number from {low} to {high}, not "{short(text)}".')
    return int(text)


def attempt_id(text: str) -> int:
    """Read the id of an attempt.

    :raises WrongUse: it is none
    """
    if not re.fullmatch(r"\d{1,16}", text, re.ASCII):
        raise WrongUse(f'"{short(text)}" is no attempt: history lists their numbers.')
    return int(text)


def amount(text: str, rules: HouseRules, what: str) -> Money:
    """Read an amount of the house's money.

    :raises BadMoney: it is none; the message names ``what``
    """
    return read_money(text, rules.minor_digits, what)


def stake(text: str, rules: HouseRules) -> tuple[Bet, Money]:
    """Read ``BET=STAKE``.

    :raises WrongUse: no ``=``
    :raises NoSuchBet: the bet does not stand on the house's cloth
    :raises BadMoney: the stake is none; the message names the bet too
    """
    bet, value = pair(text, rules, "STAKE", "17-20=100")
    try:
        return bet, amount(value, rules, "stake")
    except BadMoney as fault:
        raise BadMoney(f"{write(bet)}: {fault}") from fault


def pair(text: str, rules: HouseRules, what: str, example: str) -> tuple[Bet, str]:
    """Read the bet of ``BET=...`` and return it with the rest.

    :raises WrongUse: no ``=``
    :raises NoSuchBet: the bet does not stand on the house's cloth
    """
    bet, equals, rest = text.rpartition("=")
    if not equals:
        raise WrongUse(f'"{short(text)}" names no {what.lower()}: write BET={what}, such as {example}.')
    return read(bet, rules.layout), rest


def limits(rules: HouseRules, maximum: str | None) -> Limits:
    """Return the house's limits, with another straight-up maximum in their place when one is given.

    :raises BadMoney: the maximum is no amount
    :raises RuleRefused: the house's limits follow no maximum
    """
    if maximum is None:
        return rules.limits
    return rules.limits.with_maximum(amount(maximum, rules, "maximum"))


def spot_json(bet: Bet, chips: int, on_it: Money | None) -> dict[str, Any]:
    """Write a spot of a call or complete."""
    return {
        "bet": write(bet),
        "kind": bet.kind.value,
        "chips": chips,
        "amount": None if on_it is None else money_text(on_it),
    }


def counted(chips: int) -> str:
    """Say how many chips."""
    return f"{chips} chip" if chips == 1 else f"{chips} chips"


def spot_rows(spots: Iterable[Placed]) -> list[list[str]]:
    """Write spots as rows: name, chips, amount, whether full."""
    return [
        [f"  {name(spot.bet)}", counted(spot.chips), money_text(spot.amount), "full" if spot.full else ""]
        for spot in spots
    ]
