"""A table to play with: bets laid by taps, a number, and the settlement line by line by the rules of a house.

All of it stands in the address. Nothing is written down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import CallRefused, NotFound, SrsRouletteError, WrongUse, short
from srs_roulette.questions.parts import call_name
from srs_roulette.rules.announced import SERIES, chips_of
from srs_roulette.rules.house_file import DEFAULT, house, house_files
from srs_roulette.rules.money import SCALE, Money, money_text, read_money
from srs_roulette.rules.notation import name, read
from srs_roulette.rules.pockets import in_order
from srs_roulette.rules.settle import Stake, lock, settle
from srs_roulette.rules.zero_rules import ZeroRule
from srs_roulette.web import felt
from srs_roulette.web.render import page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from starlette.responses import Response

    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.settle import Line, Settlement
    from srs_roulette.web.call import Call
    from srs_roulette.wording.catalog import Catalog

_MOST_BETS: Final = 200
"""More than a cloth has spots."""
_ALWAYS: Final = ("Pays", "Taken")
_OUTCOMES: Final = {"wins": "wins", "loses": "loses", "half": "half back", "held": "in prison", "freed": "freed"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    """What the address asks for."""

    bets: str
    number: str
    share: bool
    locked: int

    @classmethod
    def of(cls, query: Mapping[str, str], rules: HouseRules) -> _Wish:
        """Read it; what this house does not know falls away, as when another house was just chosen."""
        level = query.get("locked", "")
        return cls(
            bets=query.get("bets", "").strip(),
            number=query.get("number", "").strip(),
            share="share" in query and _shares(rules),
            locked=int(level) if level in map(str, _levels(rules)) else 0,
        )


def table(call: Call) -> Response:
    """Show the table, and the settlement once a number has fallen."""
    with call.desk() as opened:
        chosen = opened.wishes.house or opened.settings.house or DEFAULT
        catalog = call.catalog(opened)
    rules = _rules(call.query.get("house", ""), chosen)
    wish = _Wish.of(call.query, rules)
    settlement, fault, stakes = None, "", []
    try:
        stakes = _stakes(wish.bets, rules)
        if wish.number:
            settlement = _settled(rules, stakes, wish)
    except SrsRouletteError as refused:
        fault = str(refused)
    return page(
        "table.html",
        houses=[(key, house(key).name) for key in house_files()],
        rules=rules,
        wish=wish,
        levels=_levels(rules),
        shares=_shares(rules),
        fault=fault,
        cloth=felt.cloth(
            rules.layout,
            [(stake.bet, max(1, stake.amount // SCALE)) for stake in stakes],
            number=settlement.number if settlement else None,
            steps=[money_text(value) for value in rules.denominations if value % SCALE == 0],
            more=felt.calls(_calls(rules, catalog)),
            name="bets",
        ),
        pad=felt.pad([(p, p) for p in in_order(list(rules.wheel.ring))], "one", name="number"),
        **_told(settlement),
    )


def _told(settlement: Settlement | None) -> dict[str, object]:
    """Word a settlement, with a column for each sum that any line moves."""
    if settlement is None:
        return {"number": None, "lines": [], "sums": []}
    sums = {key: money for key, money in _sums(settlement).items() if money or key in _ALWAYS}
    return {
        "number": settlement.number,
        "lines": [_row(line, [*sums]) for line in settlement.lines],
        "sums": [(key, money_text(money)) for key, money in sums.items()],
    }


def _rules(word: str, chosen: str) -> HouseRules:
    """Return a shipped house by its id, or the learner's own.

    :raises NotFound: another one; no address names a file of the disk
    """
    if word and word != chosen and word not in house_files():
        raise NotFound(f'There is no house "{short(word)}". Houses: {", ".join(house_files())}.')
    return house(word or chosen)


def _levels(rules: HouseRules) -> range:
    return range(1, rules.zero.levels + 1 if rules.zero.rule is ZeroRule.PRISON else 1)


def _shares(rules: HouseRules) -> bool:
    return rules.zero.sharing == "on_request"


def _stakes(text: str, rules: HouseRules) -> list[Stake]:
    words = text.split()
    if len(words) > _MOST_BETS:
        raise WrongUse(f"More than {_MOST_BETS} bets: a cloth has fewer spots.")
    return [_stake(word, rules) for word in words]


def _stake(word: str, rules: HouseRules) -> Stake:
    bet, equals, amount = word.rpartition("=")
    if not equals:
        raise WrongUse(f'"{short(word)}" names no stake: write BET=STAKE, such as 17-20=100.')
    return Stake(bet=read(bet, rules.layout), amount=read_money(amount, rules.minor_digits))


def _settled(rules: HouseRules, stakes: Sequence[Stake], wish: _Wish) -> Settlement:
    number = rules.wheel.pocket(wish.number)
    if wish.locked:
        stakes = [lock(rules, stake, wish.locked) for stake in stakes]
    return settle(rules, number, stakes, share=wish.share)


def _calls(rules: HouseRules, catalog: Catalog) -> list[tuple[str, Sequence[tuple[Bet, int]]]]:
    """List the series that this house lays."""
    found: list[tuple[str, Sequence[tuple[Bet, int]]]] = []
    for call in SERIES.values():
        try:
            if call.legs:
                found.append((catalog.text(call_name(call.name)), chips_of(call, rules)))
        except CallRefused:
            continue
    return found


def _row(line: Line, shown: Sequence[str]) -> tuple[str, str, str, list[str]]:
    """Word a line: the bet, its stake, what becomes of it, and the sums that are shown."""
    fate = f"wins {line.bet.odds} to 1" if line.outcome == "wins" else _OUTCOMES[line.outcome]
    if line.level:
        fate += f", level {line.level}"
    sums = _sums(line)
    return name(line.bet), money_text(line.stake), fate, [money_text(sums[key]) if sums[key] else "" for key in shown]


def _sums(settled: Line | Settlement) -> dict[str, Money]:
    return {"Pays": settled.pays, "Returned": settled.returned, "Taken": settled.taken, "Held": settled.held}
