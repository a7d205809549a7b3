"""Announced bets: which chips a dealer lays for which call. To add a series: one row in ``SERIES``."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import CallRefused, did_you_mean, short
from srs_roulette.rules.house import Finals
from srs_roulette.rules.layouts import spots as read_spots
from srs_roulette.rules.pockets import NUMBERS, Pocket, in_order
from srs_roulette.rules.wheels import SINGLE_ZERO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.layouts import Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedBet:
    """A series of fixed legs, or a call that takes a number."""

    name: str
    legs: tuple[tuple[tuple[Pocket, ...], int], ...] = ()
    """numbers of each spot, and the chips on it"""
    takes_number: bool = False
    on_wheel: bool = True
    """its numbers are read round the wheel, not up the layout"""
    also: str = ""
    """other spellings, divided by ``|``"""
    source: str


def _legs(text: str) -> tuple[tuple[tuple[Pocket, ...], int], ...]:
    legs = []
    for leg in text.split():
        chips, _, spot = leg.rpartition("*")
        legs.append((read_spots(spot)[0], int(chips or 1)))
    return tuple(legs)


SERIES: Final = {
    call.name: call
    for call in (
        AnnouncedBet(
            name="voisins",
            legs=_legs("2*0-2-3 4-7 12-15 18-21 19-22 32-35 2*25-26-28-29"),
            also="voisins du zero|grosse serie|grande serie|serie 0/2/3|serie 0-2-3|0/2/3",
            source="seeds 000, 002",
        ),
        AnnouncedBet(
            name="tiers",
            legs=_legs("5-8 10-11 13-16 23-24 27-30 33-36"),
            also="tiers du cylindre|kleine serie|petite serie|serie 5/8|serie 5-8|5/8",
            source="seeds 000, 002",
        ),
        AnnouncedBet(
            name="orphelins",
            legs=_legs("1 6-9 14-17 17-20 31-34"),
            also="orphelins a cheval|orphelines|orphans|waisenkinder",
            source="seeds 000, 002",
        ),
        AnnouncedBet(
            name="orphelins_plein",
            legs=_legs("1 6 9 14 17 20 31 34"),
            also="orphelins en plein|orphelines en plein",
            source="seed 002",
        ),
        AnnouncedBet(
            name="jeu_zero",
            legs=_legs("26 0-3 12-15 32-35"),
            also="jeu 0|zero spiel|zerospiel|zero game",
            source="seeds 000, 002",
        ),
        AnnouncedBet(
            name="neighbours",
            takes_number=True,
            also="neighbors|nachbarn|voisins de|mit nachbarn",
            source="seeds 000, 002",
        ),
        AnnouncedBet(
            name="finals",
            takes_number=True,
            on_wheel=False,
            also="final|finale|finales|finalen|finales en plein|finale en plein",
            source="seed 002; ROULETTE.md B3",
        ),
        AnnouncedBet(
            name="finals_cheval",
            takes_number=True,
            on_wheel=False,
            also="final a cheval|finale a cheval|finales a cheval|chevaux finale|chevaux finalen",
            source="seed 002; ROULETTE.md B3",
        ),
        AnnouncedBet(
            name="naca",
            legs=_legs("26 0-3 12-15 32-35 19"),
            also="zero spiel naca|jeu zero naca",
            source="ROULETTE.md B2",
        ),
        AnnouncedBet(
            name="tiers_5_8_10_11",
            legs=_legs("5-8 10-11 13-16 23-24 27-30 33-36 5 8 10 11"),
            also="tiers 5/8/10/11",
            source="ROULETTE.md B2",
        ),
        AnnouncedBet(
            name="jeu_7_8_9",
            legs=_legs("19 27 7-8 8-9 17-18 28-29"),
            on_wheel=False,
            also="jeu 7/8/9|jeu 7/9|jeu 7 9",
            source="ROULETTE.md B2",
        ),
        AnnouncedBet(
            name="red_splits",
            legs=_legs("9-12 16-19 18-21 27-30"),
            on_wheel=False,
            also="chevaux rouges|rote chevaux",
            source="ROULETTE.md B2",
        ),
        AnnouncedBet(
            name="black_splits",
            legs=_legs("8-11 10-11 10-13 17-20 26-29 28-29 28-31"),
            on_wheel=False,
            also="chevaux noirs|schwarze chevaux",
            source="ROULETTE.md B2",
        ),
    )
}

SECTIONS: Final = ("voisins", "tiers", "orphelins")
"""They tile the wheel, 17 + 12 + 8. Jeu zéro lies inside Voisins and is no section."""


def find(word: str) -> AnnouncedBet:
    """Return the call of that name, in English, French or German spelling.

    :raises CallRefused: there is none; says the nearest
    """
    spellings = {_plain(s): c for c in SERIES.values() for s in (c.name, *c.also.split("|")) if s}
    call = spellings.get(_plain(word))
    if call is None:
        hint = did_you_mean(_plain(word), spellings) or f" Calls: {', '.join(SERIES)}."
        raise CallRefused(f'"{short(word)}" is no call.{hint}')
    return call


def chips_of(
    call: AnnouncedBet, house: HouseRules, number: str | None = None, each_side: int | None = None
) -> tuple[tuple[Bet, int], ...]:
    """List the spots of a call with their chips, as this house lays it.

    :param number: of neighbours (``"17"``) and finals (``"7"``, ``"2/5"``)
    :raises CallRefused: the house takes no such call, or the number does not fit it
    """
    _admit(call, house)
    if call.takes_number != (number is not None):
        raise CallRefused(
            f"The call {call.name} needs a number." if call.takes_number else f"{call.name} takes no number."
        )
    if call.name == "neighbours":
        side = house.neighbours[0] if each_side is None else each_side
        if side not in house.neighbours:
            taken = ", ".join(str(k) for k in house.neighbours)
            raise CallRefused(f'The house "{house.id}" takes neighbours with {taken} each side, not {side}.')
        run = house.wheel.neighbours(house.wheel.pocket(number or ""), side)
        return tuple((_spot(house.layout, (p,)), 1) for p in run)
    if each_side is not None:
        raise CallRefused(f"Only neighbours take --each-side, not {call.name}.")
    if number is not None:
        if call.name == "finals_cheval" and number.isdigit():
            raise CallRefused(
                f'"{short(number)}" is no final à cheval: name a pair such as 2/5 (across) or 0/1 (side by side).'
            )
        return finals(number, house.layout, house.finals or Finals())
    return tuple((_spot(house.layout, covers), chips) for covers, chips in call.legs)


def _admit(call: AnnouncedBet, house: HouseRules) -> None:
    if not house.call_bets:
        raise CallRefused(f'The house "{house.id}" takes no call bets: "{call.name}" is refused.')
    if house.wheel != SINGLE_ZERO and call.legs:
        raise CallRefused(f'"{call.name}" lies on the single-zero wheel; the house "{house.id}" has another.')
    if call.name == "orphelins_plein" and "straight" not in house.orphelins:
        raise CallRefused(f'The house "{house.id}" plays the Orphelins on splits only, not en plein.')


def numbers_of(call: AnnouncedBet, house: HouseRules, spots: Iterable[tuple[Bet, int]]) -> tuple[Pocket, ...]:
    """List the numbers a call covers: round the wheel from its first pocket, or up the layout."""
    covered = {p for bet, _ in spots for p in bet.covers}
    if not call.on_wheel:
        return in_order(covered)
    ring = [p for p in house.wheel.ring if p in covered]
    # The run begins behind the widest gap, so that Voisins reads 22 ... 25 and not from the zero.
    gaps = [house.wheel.distance(ring[i - 1], p) for i, p in enumerate(ring)]
    start = gaps.index(max(gaps))
    return tuple(ring[start:] + ring[:start])


def section_of(number: Pocket) -> str:
    """Return which of Voisins, Tiers and Orphelins holds a number of the single-zero wheel."""
    for name in SECTIONS:
        if any(number in covers for covers, _ in SERIES[name].legs):
            return name
    raise CallRefused(f"{number} lies on no section: they divide the single-zero wheel.")


def finals(final: str, layout: Layout, rule: Finals) -> tuple[tuple[Bet, int], ...]:
    """List the spots of a final: a digit (plein), ``a/a+3`` or ``a/a+1`` (à cheval), one chip each.

    Source: ROULETTE.md B3. Side-by-side finals play every ending in all sources.

    :raises CallRefused: no such final
    """
    ends = final.replace("-", "/").split("/")
    if not all(e.isascii() and e.isdigit() and len(e) <= 2 for e in ends) or len(ends) > 2:  # noqa: PLR2004 - a pair
        raise _no_final(final)
    first, *rest = (int(e) for e in ends)
    if any(e != str(int(e)) for e in ends):  # 00 is a pocket, no digit
        raise _no_final(final)
    if first > 9 or (rest and rest[0] - first not in {1, 3}):  # noqa: PLR2004 - a final is a digit
        raise _no_final(final)
    digits = {first % 10, *(second % 10 for second in rest)}
    zeros = [z for z in layout.wheel.zeros if z == "0" and rule.zero]
    endings = [p for p in (*zeros, *NUMBERS) if p.number % 10 in digits]
    placed: list[Bet] = []
    if rest:
        gap = rest[0] - first
        pairs = [(a, b) for a in endings for b in endings if b.number - a.number == gap]
        pairs = [(a, b) for a, b in pairs if a.number % 10 == first % 10]
        placed = [bet for pair in pairs if (bet := layout.find(frozenset(pair)))]
    covered = {p for bet in placed for p in bet.covers}
    if not rest or rest[0] - first == 1 or rule.cheval == "all_endings":
        placed += [_spot(layout, (p,)) for p in endings if p not in covered]
    return tuple((bet, 1) for bet in placed)


def _no_final(final: str) -> CallRefused:
    return CallRefused(
        f'"{short(final)}" is no final: a digit 0 to 9, or a pair such as 2/5 (across) or 0/1 (side by side).'
    )


def _spot(layout: Layout, covers: tuple[Pocket, ...]) -> Bet:
    bet = layout.find(frozenset(covers))
    if bet is None:
        raise CallRefused(f"This house's layout has no spot {'-'.join(covers)}, which the call needs.")
    return bet


def _plain(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(bare.replace("_", " ").replace("-", " ").split())
