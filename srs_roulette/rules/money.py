"""Exact money and chips. No floats: every amount is a whole number of millionths.

A house's stakes carry at most three decimals (``minor_digits``), so a half, a quarter (from double prison) and an
eighth are whole here, whatever the house pays out.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NewType

from srs_roulette.errors import BadMoney, short

Money = NewType("Money", int)
"""Millionths of the house's currency unit."""

Chips = NewType("Chips", int)
"""A count of chips, whatever one is worth."""

SCALE: Final = 1_000_000
DIGITS: Final = 6
MAX_MINOR_DIGITS: Final = 3
MAX_LENGTH: Final = 30
"""Characters of an amount: more than any table has seen, and far from Python's limit on long integers."""

ZERO: Final = Money(0)
ONE: Final = Money(SCALE)
"""One unit of the currency."""

_amount: Final = re.compile(r"\d+(?:\.\d+)?", re.ASCII)


@lru_cache(maxsize=4096)
def read_money(text: str, minor_digits: int = 2, what: str = "stake") -> Money:
    """Read an exact positive decimal such as ``"100"`` or ``"2.50"``.

    :param minor_digits: decimals that the house's money has
    :param what: the thing named in the error
    :raises BadMoney: zero, negative, NaN, exponents, too many decimals or digits
    """
    bare = text.strip()
    if len(bare) > MAX_LENGTH or not _amount.fullmatch(bare):
        raise BadMoney(f'"{short(bare)}" is no {what}: write a positive amount such as 25 or 2.50.')
    whole, _, decimals = bare.partition(".")
    if len(decimals.rstrip("0")) > minor_digits:
        raise BadMoney(f"The {what} {bare} has more than {minor_digits} decimals, the smallest money here.")
    money = Money(int(whole) * SCALE + int(decimals.rstrip("0").ljust(DIGITS, "0") or "0"))
    if money == 0:
        raise BadMoney(f"0 is no {what}: write a positive amount.")
    return money


@lru_cache(maxsize=4096)
def money_text(money: Money) -> str:
    """Write an amount as decimal text without exponent or trailing zeros: ``"12.5"``, ``"100"``, ``"-3"``."""
    sign, size = ("-" if money < 0 else ""), abs(money)
    whole, rest = divmod(size, SCALE)
    decimals = f"{rest:0{DIGITS}d}".rstrip("0")
    return f"{sign}{whole}.{decimals}" if decimals else f"{sign}{whole}"


def units(count: int) -> Money:
    """Turn whole currency units into money."""
    return Money(count * SCALE)


def times(money: Money, factor: int) -> Money:
    """Multiply an amount by a whole number."""
    return Money(money * factor)


def total(amounts: list[Money] | tuple[Money, ...]) -> Money:
    """Add amounts."""
    return Money(sum(amounts))


def floor_to(money: Money, step: Money) -> Money:
    """Round down to a multiple of ``step``."""
    return Money(money // step * step)
