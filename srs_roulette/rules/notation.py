"""Bets as text, both ways: numbers joined by ``-`` or ``/``, the words of the outside boxes, calls in two languages."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from srs_roulette.errors import NoSuchBet, NoSuchPocket, did_you_mean, short
from srs_roulette.rules.bets import Bet, Kind
from srs_roulette.rules.pockets import in_order

if TYPE_CHECKING:
    from collections.abc import Mapping

    from srs_roulette.rules.layouts import Layout

Language = Literal["en", "fr"]

_DOZENS_FR: Final = {1: "12P", 2: "12M", 3: "12D"}
_ORDINALS: Final = {1: "1st", 2: "2nd", 3: "3rd"}
_COLUMN_LAST: Final = {1: "34", 2: "35", 3: "36"}

_CALLS: Final[Mapping[Language, Mapping[Kind, str]]] = {
    "en": {
        Kind.STRAIGHT: "straight {numbers}",
        Kind.SPLIT: "split {pair}",
        Kind.STREET: "street {ends}",
        Kind.TRIO: "trio {numbers}",
        Kind.CORNER: "corner {ends}",
        Kind.FIRST_FOUR: "first four",
        Kind.FIVE: "five numbers",
        Kind.SIX_LINE: "six line {ends}",
        Kind.DOZEN: "{ordinal} dozen",
        Kind.COLUMN: "column {column}",
        Kind.RED: "red",
        Kind.BLACK: "black",
        Kind.ODD: "odd",
        Kind.EVEN: "even",
        Kind.LOW: "low 1-18",
        Kind.HIGH: "high 19-36",
    },
    # Source document 002: the lowest and the highest number name a spot; a transversale has three or six.
    "fr": {
        Kind.STRAIGHT: "plein {numbers}",
        Kind.SPLIT: "cheval {pair}",
        Kind.STREET: "transversale {ends}",
        Kind.TRIO: "trio {numbers}",
        Kind.CORNER: "carré {ends}",
        Kind.FIRST_FOUR: "quatre premiers",
        Kind.FIVE: "cinq premiers",
        Kind.SIX_LINE: "transversale {ends}",
        Kind.DOZEN: "{dozen_fr}",
        Kind.COLUMN: "colonne {last}",
        Kind.RED: "rouge",
        Kind.BLACK: "noir",
        Kind.ODD: "impair",
        Kind.EVEN: "pair",
        Kind.LOW: "manque",
        Kind.HIGH: "passe",
    },
}

_KIND_WORDS: Final[Mapping[str, frozenset[Kind]]] = {
    "straight": frozenset({Kind.STRAIGHT}),
    "straight up": frozenset({Kind.STRAIGHT}),
    "plein": frozenset({Kind.STRAIGHT}),
    "en plein": frozenset({Kind.STRAIGHT}),
    "split": frozenset({Kind.SPLIT}),
    "cheval": frozenset({Kind.SPLIT}),
    "a cheval": frozenset({Kind.SPLIT}),
    "street": frozenset({Kind.STREET}),
    "transversale": frozenset({Kind.STREET, Kind.SIX_LINE}),
    "transversale pleine": frozenset({Kind.STREET}),
    "transversale simple": frozenset({Kind.SIX_LINE}),
    "sixain": frozenset({Kind.SIX_LINE}),
    "six line": frozenset({Kind.SIX_LINE}),
    "double street": frozenset({Kind.SIX_LINE}),
    "trio": frozenset({Kind.TRIO}),
    "corner": frozenset({Kind.CORNER}),
    "square": frozenset({Kind.CORNER}),
    "carre": frozenset({Kind.CORNER, Kind.FIRST_FOUR}),
}

_WORDS: Final[Mapping[Kind, str]] = {
    Kind.FIRST_FOUR: "firstfour|first four|quatre premiers|les quatre premiers",
    Kind.FIVE: "five|five numbers|five number bet|top line|cinq premiers",
    Kind.RED: "red|rouge",
    Kind.BLACK: "black|noir",
    Kind.ODD: "odd|impair",
    Kind.EVEN: "even|pair",
    Kind.LOW: "low|manque|1-18|low 1-18",
    Kind.HIGH: "high|passe|19-36|high 19-36",
}
_FRENCH_DOZENS: Final = {1: "12p|premier|premiere douzaine", 2: "12m|milieu", 3: "12d|dernier"}

_numbers: Final = re.compile(r"(?:(?P<kind>[a-z][a-z ]*?) ?)?(?P<numbers>\d+(?: ?[-/] ?\d+)*)")
_neighbour_call: Final = re.compile(r"(\d\d?)-([1-9])-\2")


@lru_cache(maxsize=512)
def write(bet: Bet) -> str:
    """Write a bet so that :func:`read` gives it back: all its numbers, ``16-21`` for six lines, the box outside."""
    if not bet.inside:
        return bet.box
    if bet.kind is Kind.SIX_LINE:
        return f"{bet.covers[0]}-{bet.covers[-1]}"
    return "-".join(bet.covers)


def name(bet: Bet, language: Language = "en") -> str:
    """Name a bet as a dealer calls it: ``corner 17-21``, ``transversale 16-18``."""
    first = bet.covers[0]
    # ROULETTE.md A1, section D: only 0-1-2 is "les trois premiers" (source document 002).
    if language == "fr" and bet.kind is Kind.TRIO and bet.covers == ("0", "1", "2"):
        return "trois premiers"
    return _CALLS[language][bet.kind].format(
        numbers="-".join(bet.covers),
        pair="/".join(bet.covers),
        ends=f"{first}-{bet.covers[-1]}",
        ordinal=_ORDINALS.get(first.dozen or 0),
        dozen_fr=_DOZENS_FR.get(first.dozen or 0),
        column=first.column,
        last=_COLUMN_LAST.get(first.column or 0),
    )


@lru_cache(maxsize=2048)
def read(text: str, layout: Layout) -> Bet:
    """Read a bet that stands on ``layout``.

    Two numbers that touch are the split; otherwise the lowest and the highest name a street, corner or six line.

    :raises NoSuchBet: naming what is wrong; nothing is corrected in silence
    """
    plain = _plain(text)
    if bet := _words(layout).get(plain):
        return bet
    if call := _neighbour_call.fullmatch(plain):
        raise NoSuchBet(
            f'"{short(text)}" is a call, not a bet: {call[1]} with neighbours, each side: {call[2]}. '
            f"Look it up with: call neighbours {call[1]} --each-side {call[2]}"
        )
    parts = _numbers.fullmatch(plain)
    if not parts:
        known = (*_words(layout), *_KIND_WORDS)
        hint = did_you_mean(plain, known) or " Write numbers, such as 17-20, or a word, such as red or dozen1."
        raise NoSuchBet(f'"{short(text)}" is no bet.{hint}')
    wanted = _kinds(parts["kind"], text, layout)
    bet = _from_numbers([n.strip() for n in re.split(r"[-/]", parts["numbers"])], layout, text)
    if wanted and bet.kind not in wanted:
        raise NoSuchBet(f'"{short(text)}": {write(bet)} is a {bet.kind.value.replace("_", " ")}, no {parts["kind"]}.')
    return bet


def _kinds(word: str | None, text: str, layout: Layout) -> frozenset[Kind] | None:
    if not word:
        return None
    kinds = _KIND_WORDS.get(word)
    if kinds is None:
        hint = did_you_mean(word, _KIND_WORDS) or did_you_mean(_plain(text), _words(layout))
        raise NoSuchBet(f'"{short(text)}" is no bet.{hint}')
    return kinds


def _from_numbers(names: list[str], layout: Layout, text: str) -> Bet:
    try:
        pockets = [layout.wheel.pocket(n) for n in names]
    except NoSuchPocket as fault:
        raise NoSuchBet(f'"{short(text)}" is no bet: {fault}') from fault
    covers = frozenset(pockets)
    if len(covers) != len(pockets):
        raise NoSuchBet(f'"{short(text)}" is no bet: a number stands twice.')
    if bet := layout.find(covers):
        return bet
    in_row = in_order(covers)
    if len(covers) != 2:  # noqa: PLR2004 - a pair may also name the ends of a spot
        raise NoSuchBet(f'"{short(text)}" is no bet: the numbers {"-".join(in_row)} share no spot.')
    low, high = in_row
    spans = {2: Kind.STREET, 4: Kind.CORNER, 5: Kind.SIX_LINE}
    kind = spans.get(high.number - low.number) if not low.is_zero else None
    for bet in layout.bets:
        if bet.kind is kind and bet.covers[0] == low and bet.covers[-1] == high:
            return bet
    raise NoSuchBet(
        f'"{short(text)}" is no bet: {low} and {high} do not touch, and no street, corner or six line '
        f"runs from {low} to {high}."
    )


@lru_cache(maxsize=32)
def _words(layout: Layout) -> Mapping[str, Bet]:
    words: dict[str, Bet] = {}
    for bet in layout.bets:
        spellings = _WORDS.get(bet.kind, "")
        if bet.kind is Kind.TRIO:
            spellings = f"trio{''.join(bet.covers)}"
            if bet.covers == ("0", "1", "2"):
                spellings += "|trois premiers|les trois premiers|first three"
        elif bet.kind is Kind.DOZEN:
            dozen = bet.covers[0].dozen or 0
            spellings = f"{bet.box}|dozen {dozen}|{_ORDINALS[dozen]} dozen|{_FRENCH_DOZENS[dozen]}"
        elif bet.kind is Kind.COLUMN:
            column = bet.covers[0].column or 0
            last = _COLUMN_LAST[column]
            spellings = (
                f"{bet.box}|column {column}|column{last}|column {last}|colonne{last}|colonne {last}"
                f"|colonne {column}|colonne{column}"
            )
        words.update({spelling: bet for spelling in spellings.split("|") if spelling})
    return words


def _plain(text: str) -> str:
    """Lower case without accents, dashes as ``-``, one blank at most."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(bare.replace("–", "-").replace("_", " ").split())
