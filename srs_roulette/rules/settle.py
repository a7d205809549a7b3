"""Settling a spin, line by line, in the house's order of payment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from srs_roulette.errors import RuleRefused
from srs_roulette.rules.money import ZERO, Money, times, total
from srs_roulette.rules.zero_rules import Fate, ZeroRule, locked_on_number, locked_on_zero, lost, on_zero

if TYPE_CHECKING:
    from collections.abc import Sequence

    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.pockets import Pocket
    from srs_roulette.rules.zero_rules import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """Money on a spot before the spin."""

    bet: Bet
    amount: Money
    level: int | None = None
    """prison level on which an even chance stands locked; ``None``: free"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What becomes of one stake. A winner keeps its stake; any other stake = returned + taken + held."""

    bet: Bet
    stake: Money
    outcome: Outcome
    pays: Money = ZERO
    """winnings, without the stake"""
    returned: Money = ZERO
    """given back by a zero rule"""
    taken: Money = ZERO
    held: Money = ZERO
    """locked for the next spin"""
    level: int | None = None
    """the level of what is held, after the spin"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """A whole spin: winners in the order of payment, then half, held, freed, then losers as given."""

    number: Pocket
    lines: tuple[Line, ...]

    @property
    def pays(self) -> Money:
        """Winnings, without stakes."""
        return total([line.pays for line in self.lines])

    @property
    def returned(self) -> Money:
        """What zero rules give back."""
        return total([line.returned for line in self.lines])

    @property
    def taken(self) -> Money:
        """What the house takes."""
        return total([line.taken for line in self.lines])

    @property
    def held(self) -> Money:
        """What stays locked."""
        return total([line.held for line in self.lines])


_ORDER: dict[Outcome, int] = {"wins": 0, "half": 1, "held": 2, "freed": 3, "loses": 4}


def settle(house: HouseRules, number: Pocket, stakes: Sequence[Stake], *, share: bool = False) -> Settlement:
    """Settle a spin. Judges what stands on the cloth, not whether limits allowed it.

    :param share: the players ask to share stakes that zero locks
    :raises RuleRefused: the house has no such prison level, or never shares
    """
    if share and house.zero.sharing == "never":
        raise RuleRefused(f'The house "{house.id}" does not share a stake on zero.')
    lines = [_line(house, number, stake, share=share) for stake in stakes]
    return Settlement(number=number, lines=tuple(sorted(lines, key=lambda line: _rank(house, line))))


def move(house: HouseRules, stake: Stake, to: Bet) -> Stake:
    """Move a locked stake to another even chance; it stays locked (source document 002).

    :raises RuleRefused: the house does not, the stake is free, or the new bet is no even chance
    """
    if not house.zero.move:
        raise RuleRefused(f'The house "{house.id}" moves no locked stake.')
    if stake.level is None or not to.even_chance:
        raise RuleRefused("Only a locked stake is moved, and only to another even chance.")
    return Stake(bet=to, amount=stake.amount, level=stake.level)


def lock(house: HouseRules, stake: Stake, level: int) -> Stake:
    """Put an even chance on a prison level; other bets stay as they are.

    :raises RuleRefused: the house has no such level
    """
    levels = house.zero.levels if house.zero.rule is ZeroRule.PRISON else 0
    if not 1 <= level <= levels:
        known = f"levels 1 to {levels}" if levels else "no prison"
        raise RuleRefused(f'The house "{house.id}" has {known}: there is no level {level}.')
    return Stake(bet=stake.bet, amount=stake.amount, level=level) if stake.bet.even_chance else stake


def _line(house: HouseRules, number: Pocket, stake: Stake, *, share: bool) -> Line:
    wins = stake.bet.wins(number)
    if wins and stake.level is None:
        pays = times(stake.amount, stake.bet.odds)
        return Line(bet=stake.bet, stake=stake.amount, outcome="wins", pays=pays)
    if stake.level is None and not number.is_zero:
        return Line(bet=stake.bet, stake=stake.amount, outcome="loses", taken=stake.amount)
    fate = _fate(house, number, stake, share=share)
    return Line(
        bet=stake.bet,
        stake=stake.amount,
        outcome=fate.outcome,
        returned=fate.returned,
        taken=fate.taken,
        held=fate.held,
        level=fate.level,
    )


def _fate(house: HouseRules, number: Pocket, stake: Stake, *, share: bool) -> Fate:
    if stake.level is not None:
        if number.is_zero:
            return locked_on_zero(house.zero, stake.amount, stake.level, share=share)
        return locked_on_number(stake.amount, stake.level, wins=stake.bet.wins(number))
    if number.is_zero and stake.bet.even_chance:
        return on_zero(house.zero, stake.amount, share=share)
    return lost(stake.amount)


def _rank(house: HouseRules, line: Line) -> tuple[int, tuple[int, int, int]]:
    if line.outcome != "wins":
        return _ORDER[line.outcome], (0, 0, 0)
    group, place = house.pay_rank(line.bet)
    far = -line.bet.covers[0].rank if house.far_first and line.bet.inside else 0
    return 0, (group, place, far)
