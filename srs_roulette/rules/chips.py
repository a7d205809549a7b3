"""Chips by the stack, and amounts in value chips."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import BadMoney
from srs_roulette.rules.money import Chips, Money, money_text

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_TABLE: Final = 5_000_000


def stacks_and_singles(chips: Chips, stack: int = 20) -> tuple[int, Chips]:
    """Cut chips into full stacks and what is left over (235 in twenties: 11 and 15)."""
    full, rest = divmod(chips, stack)
    return full, Chips(rest)


def chips_for(cash: Money, value: Money) -> tuple[Chips, Money]:
    """Buy in: whole chips of ``value`` for ``cash``, and the change."""
    return Chips(cash // value), Money(cash % value)


def fewest_pieces(amount: Money, denominations: Sequence[Money]) -> dict[Money, int]:
    """Pay ``amount`` in the fewest value chips, largest first.

    :raises BadMoney: the denominations cannot make the amount
    """
    coins = sorted(denominations, reverse=True)
    if all(big % small == 0 for big, small in pairwise(coins)):
        return _greedy(amount, coins)
    return _exact(amount, coins)


def _greedy(amount: Money, coins: Sequence[Money]) -> dict[Money, int]:
    rest, pieces = amount, {}
    for coin in coins:
        count, rest = rest // coin, Money(rest % coin)
        if count:
            pieces[coin] = count
    if rest:
        raise _cannot(amount)
    return pieces


def _exact(amount: Money, coins: Sequence[Money]) -> dict[Money, int]:
    """Largest chips as far as they surely belong, then every sum below.

    Among any ``coins[0] / unit`` smaller chips some add up to a multiple of the largest, so an amount in the fewest
    pieces holds less than ``coins[0] * coins[1] / unit`` in smaller ones.
    """
    from math import gcd  # noqa: PLC0415 - only houses with odd denominations come here

    unit = gcd(*coins)
    if amount % unit:
        raise _cannot(amount)
    sizes = [coin // unit for coin in coins]
    rest = amount // unit
    sure = max(0, (rest - sizes[0] * sizes[1]) // sizes[0])
    rest -= sure * sizes[0]
    if rest > MAX_TABLE:
        raise _cannot(amount)
    best: list[int | None] = [0] + [None] * rest
    last = [0] * (rest + 1)
    for total in range(1, rest + 1):
        for place, size in enumerate(sizes):
            before = best[total - size] if size <= total else None
            known = best[total]
            if before is not None and (known is None or before + 1 < known):
                best[total], last[total] = before + 1, place
    if best[rest] is None:
        raise _cannot(amount)
    counts = [0] * len(coins)
    counts[0] = sure
    while rest:
        counts[last[rest]] += 1
        rest -= sizes[last[rest]]
    return {coin: count for coin, count in zip(coins, counts, strict=True) if count}


def _cannot(amount: Money) -> BadMoney:
    return BadMoney(f"{money_text(amount)} cannot be paid in these value chips.")
