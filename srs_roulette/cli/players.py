"""Bets of several players on one cloth: chips of a colour, and what one of them is worth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.cli.lookup import amount, pair, stake, whole
from srs_roulette.errors import WrongUse, short
from srs_roulette.rules.money import times
from srs_roulette.rules.settle import Stake

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.money import Money

_colour: Final = re.compile(r"[a-z]{1,20}", re.ASCII)
_MOST: Final = 999_999


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A stake and whose it is."""

    stake: Stake
    colour: str | None = None
    """``None``: cash, which belongs to no colour"""


def placed(words: Sequence[str], values: Sequence[str], rules: HouseRules) -> tuple[list[Placed], dict[str, Money]]:
    """Read ``BET=STAKE`` in cash and ``COLOUR:BET=CHIPS``, and what a chip of each colour is worth.

    :return: the stakes as given, and the value of each colour in the order in which the bets name them
    :raises WrongUse: a colour that is none, has no value or two, a value without bets, chips that are no whole number
    :raises NoSuchBet: the bet does not stand on the house's cloth
    :raises BadMoney: a stake or value that is no amount
    """
    worth = _values(values, rules)
    bets = [_bet(word, worth, rules) for word in words]
    played = dict.fromkeys(bet.colour for bet in bets if bet.colour is not None)
    for colour in worth:
        if colour not in played:
            raise WrongUse(f'--value {colour}: no bet is of that colour: write it as "{colour}:17-20=5".')
    return bets, {colour: worth[colour] for colour in played}


def _values(texts: Sequence[str], rules: HouseRules) -> dict[str, Money]:
    worth: dict[str, Money] = {}
    for text in texts:
        colour, equals, value = text.partition("=")
        if not equals:
            raise WrongUse(f'--value "{short(text)}" names no value: write COLOUR=VALUE, such as red=5.')
        if _named(colour) in worth:
            raise WrongUse(f"--value {colour} is given twice: a colour has one value.")
        worth[colour] = amount(value, rules, f"value of {colour}")
    return worth


def _bet(word: str, worth: Mapping[str, Money], rules: HouseRules) -> Placed:
    colour, colon, rest = word.partition(":")
    if not colon:
        bet, money = stake(word, rules)
        return Placed(stake=Stake(bet=bet, amount=money))
    value = worth.get(_named(colour))
    if value is None:
        raise WrongUse(f"What is a chip of {colour} worth? Write --value {colour}=5.")
    bet, chips = pair(rest, rules, "CHIPS", f"{colour}:17-20=5")
    money = times(value, whole(chips, f"{short(word)}: the number of chips", 1, _MOST))
    return Placed(stake=Stake(bet=bet, amount=money), colour=colour)


def _named(colour: str) -> str:
    if not _colour.fullmatch(colour):
        raise WrongUse(f'"{short(colour)}" is no colour: a word of the letters a to z, such as red in red:17-20=5.')
    return colour
