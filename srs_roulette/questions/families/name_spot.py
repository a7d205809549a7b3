"""Spots: from a picture to the name, from a call to the numbers, from a name to the place; a chip that lies unclear."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, cast

from srs_roulette.questions.parts import Slips, amount_field, band, kind, layout_house, pick, spot
from srs_roulette.questions.scenes import VIEW, ZERO_SIDE, seen_from
from srs_roulette.questions.types import Answer, Chip, Family, Field, FieldType, Key, Question, Scene, Solution, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.pockets import Pocket, in_order
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Scalar, Side, View
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.layouts import Layout

_SPLITS: Final = ("split_street", "split_across", "zero_split")
SORTS: Final = (
    *("straight", *_SPLITS, "street", "trio", "corner", "first_four", "five", "six_line"),
    *("dozen", "column", "even_chance"),
)
"""Kinds of spot as a school tells them apart: a split lies in a street, across two, or at the zero."""

MODE: Final = Key(name="mode", values=("name", "call", "place", "ambiguous"), default=("name",))
BET: Final = Key(name="bet", values=SORTS, default=tuple(s for s in SORTS if s != "five"))
LANGUAGE: Final = Key(name="language", values=("en", "fr"), default=("en",))

_CALLED: Final = ("street", "corner", "six_line", "trio", "first_four", "five")
"""Sorts whose call does not list their numbers; drawn from where the deck leaves the choice."""
_MAY_BE_CALLED: Final = (*_CALLED, *_SPLITS, "dozen", "column")
_UNCLEAR: Final = (*_SPLITS, "street", "corner", "trio")
"""What a chip on a number becomes when it touches a line."""
_TWIN: Final = {"first_four": "five", "five": "first_four"}
"""What the other wheel has in its place."""

EVEN_CHANCE: Final = "even_chance"
_NAMES: Final = (
    *("straight", "split", "street", "trio", "corner", "first_four", "five", "six_line", "dozen", "column"),
    EVEN_CHANCE,
)
"""Offered on every cloth: what the other wheel has is a name to be mistaken in."""
PLACES: Final = (
    *("on_number", "between_two", "outer_line", "outer_two_rows", "four_meet", "zero_meets_two", "zero_corner"),
    *("box_beside", "box_at_end"),
)
_PLACE_OF: Final = {
    Kind.STRAIGHT: "on_number",
    Kind.SPLIT: "between_two",
    Kind.STREET: "outer_line",
    Kind.SIX_LINE: "outer_two_rows",
    Kind.CORNER: "four_meet",
    Kind.TRIO: "zero_meets_two",
    Kind.FIRST_FOUR: "zero_corner",
    Kind.FIVE: "zero_corner",
    Kind.COLUMN: "box_at_end",
}
"""Source documents 000 and 003; all other boxes lie along the numbers."""
_MISPLACED: Final = {
    "on_number": ("between_two",),
    "between_two": ("four_meet", "on_number"),
    "outer_line": ("outer_two_rows", "between_two"),
    "outer_two_rows": ("outer_line", "four_meet"),
    "four_meet": ("outer_two_rows", "between_two"),
    "zero_meets_two": ("outer_line", "zero_corner"),
    "zero_corner": ("zero_meets_two", "outer_two_rows"),
    "box_beside": ("box_at_end",),
    "box_at_end": ("box_beside",),
}
"""Where else the chip is put by mistake, the likeliest first."""
DEALER: Final = ("asks_first", "reads_number", "reads_line", "asks_after", "gives_back")


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The spot, by the notation of bets."""

    mode: str
    bet: str
    language: str | None = None
    """in which it is called"""
    on: str | None = None
    """the number on which a chip lies that touches the line to ``bet``"""
    view: View | None = None
    """of the chip that is to be named"""
    zero_side: Side | None = None


class NameSpot(Family[Params]):
    """Every spot by its picture, its call, its name."""

    name = "name_spot"
    params = Params
    keys = (MODE, BET, LANGUAGE, VIEW, ZERO_SIDE)
    uses = layout_house

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a spot of the sort that the layout has."""
        mode = str(pick(bands, MODE, rng))
        sort = _sort(mode, bands, rng)
        kinds = (sort, _TWIN.get(sort, "straight"), "straight")
        spots = next(found for kind in kinds if (found := _of_sort(house.layout, kind)))
        if mode == "call" and sort == "trio":
            # Only 0-1-2 has a name that does not list its numbers: first three, les trois premiers (source 002).
            spots = tuple(bet for bet in spots if bet.covers == ("0", "1", "2")) or spots
        bet = rng.choice(spots)
        if mode == "ambiguous":
            # A street lies on the outer line, which only the first of its numbers touches.
            near = bet.covers[:1] if bet.kind is Kind.STREET else bet.covers
            return Params(mode=mode, bet=notation.write(bet), on=rng.choice(near))
        if mode == "name":
            view, zero_side = pick(bands, VIEW, rng), pick(bands, ZERO_SIDE, rng)
            return Params(mode=mode, bet=notation.write(bet), view=view, zero_side=zero_side)
        return Params(mode=mode, bet=notation.write(bet), language=str(pick(bands, LANGUAGE, rng)))

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask one of the four forms."""
        bet = notation.read(params.bet, house.layout)
        called = called_by(bet, params.language or "en")
        match params.mode:
            case "name":
                parts = _name(bet)
            case "call":
                parts = _call(bet, called)
            case "place":
                parts = _place(bet, called, house.layout)
            case _:
                parts = _ambiguous(bet, Pocket(params.on or ""))
        message, fields, choices, right, slips, working = parts
        chip = (Chip(bet=bet, chips=1),)
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=message,
            fields=fields,
            choices=choices,
            expected=right,
            slips=slips.result(),
            working=working,
            # Only here does the chip ask; elsewhere it would answer.
            picture=chip if params.mode == "name" else (),
            scene=_scene(params),
            solution=Solution(chips=chip) if params.mode in {"call", "place"} else None,
        )


Parts = tuple[Message, tuple[Field, ...], "Mapping[str, tuple[str, ...]]", Answer, Slips, tuple[Message, ...]]


def _scene(params: Params) -> Scene | None:
    if params.mode == "name":
        return seen_from(params.view, params.zero_side)
    return Scene(marked=(Pocket(params.on),)) if params.on else None


def called_by(bet: Bet, language: str) -> str:
    """Say a bet as it is called."""
    if language == "en" and bet.covers == ("0", "1", "2"):
        return "first three"
    return notation.name(bet, cast("Literal['en', 'fr']", language))


def _name(bet: Bet) -> Parts:
    key, odds = _key(bet), bet.odds
    right = {"bet": key, "pays": str(odds)}
    slips = Slips("name_spot", right)

    def taken_for(slip: str, other: Kind) -> None:
        wrong = {"bet": other.value, "pays": str(SPECS[other].odds)}
        slips.add(slip, wrong, numbers="-".join(bet.covers), first=bet.covers[0], last=bet.covers[-1])

    for slip, other in _TAKEN_FOR.get(bet.kind, ()):
        taken_for(slip, other)
    slips.add("for_one", {"pays": str(odds + 1)}, odds=odds)
    if swapped := {11: 8, 8: 11}.get(odds):
        slips.add("street_corner", {"pays": str(swapped)})
    slips.add("covers_as_pays", {"pays": str(len(bet.covers))})
    working = (say("work.odds", numbers=len(bet.covers), pays=odds, answer=f"{key} {odds}"),)
    if bet.kind is Kind.FIVE:
        working = (say("work.five", answer=f"{key} {odds}"),)
    fields = (Field("bet", FieldType.CHOICE), amount_field("pays", Unit.TO_ONE))
    return say("prompt.name_spot.name"), fields, {"bet": _NAMES}, right, slips, working


_TAKEN_FOR: Final[Mapping[Kind, tuple[tuple[str, Kind], ...]]] = {
    Kind.STRAIGHT: (("touches", Kind.SPLIT),),
    Kind.SPLIT: (("touches", Kind.CORNER), ("touches", Kind.STRAIGHT)),
    Kind.STREET: (("street_as_six_line", Kind.SIX_LINE), ("touches", Kind.SPLIT)),
    Kind.TRIO: (("trio_as_street", Kind.STREET), ("touches", Kind.CORNER)),
    Kind.CORNER: (("touches", Kind.SPLIT), ("touches", Kind.SIX_LINE)),
    Kind.FIRST_FOUR: (("first_four_as_six_line", Kind.SIX_LINE), ("touches", Kind.CORNER)),
    Kind.FIVE: (("first_four_as_six_line", Kind.SIX_LINE), ("five_as_first_four", Kind.FIRST_FOUR)),
    Kind.SIX_LINE: (("six_line_as_street", Kind.STREET), ("touches", Kind.CORNER)),
    Kind.DOZEN: (("boxes", Kind.COLUMN),),
    Kind.COLUMN: (("boxes", Kind.DOZEN),),
}


def _call(bet: Bet, called: str) -> Parts:
    right: Answer = {"numbers": bet.covers}
    slips = Slips("name_spot", right)
    first, last = bet.covers[0], bet.covers[-1]

    def add(slip: str, numbers: Sequence[str]) -> None:
        slips.add(slip, {"numbers": in_order([Pocket(n) for n in numbers])}, first=first, last=last)

    if bet.kind is Kind.SIX_LINE:
        add("six_line_as_street", bet.covers[:3])
    if bet.kind is Kind.STREET:
        start = first.number if first.number <= 31 else first.number - 3  # noqa: PLR2004 - the last six line
        add("street_as_six_line", [str(n) for n in range(start, start + 6)])
    zeros = [p for p in bet.covers if p.is_zero]
    if bet.inside and len(bet.covers) > 2 and not zeros:  # noqa: PLR2004 - a split is its ends
        add("ends_only", (first, last))
    if bet.kind is Kind.CORNER or (bet.kind is Kind.SPLIT and not zeros):
        add("all_between", [str(n) for n in range(first.number, last.number + 1)])
    if bet.kind is Kind.TRIO:
        add("trio_as_street", ("1", "2", "3"))
    if bet.kind in {Kind.FIRST_FOUR, Kind.FIVE}:
        add("first_four_as_six_line", [str(n) for n in range(1, 7)])
        add("without_zero", [str(n) for n in range(1, len(bet.covers) + 1)])
    working = (say("work.named_result", what=spot(bet), answer="-".join(bet.covers)),)
    fields = (Field("numbers", FieldType.POCKETS, Unit.POCKETS),)
    return say("prompt.name_spot.call", call=called), fields, {}, right, slips, working


def _place(bet: Bet, called: str, layout: Layout) -> Parts:
    place, text = _PLACE_OF.get(bet.kind, "box_beside"), notation.write(bet)
    right: Answer = {"place": place, "spots": {text: 1}}
    slips = Slips("name_spot", right)

    def other(slip: str, covers: Sequence[str]) -> None:
        found = next((b for b in layout.inside if set(b.covers) == set(covers)), None)
        if found:
            wrong: Answer = {"place": _PLACE_OF.get(found.kind, "box_beside"), "spots": {notation.write(found): 1}}
            slips.add(slip, wrong, first=bet.covers[0], last=bet.covers[-1])

    if bet.kind is Kind.TRIO:
        other("trio_as_street", ("1", "2", "3"))
    if bet.kind in {Kind.FIRST_FOUR, Kind.FIVE}:
        other("first_four_as_six_line", [str(n) for n in range(1, 7)])
    if bet.kind is Kind.SIX_LINE:
        other("six_line_as_street", bet.covers[:3])
    if bet.kind is Kind.SPLIT and not layout.touches_zero(bet):
        first, last = (p.number for p in bet.covers)
        other("other_split", (str(first), str(first + 4 - (last - first))))
    for wrong in _MISPLACED[place]:
        slips.add("other_place", {"place": wrong}, bet=_there(wrong))
    working = (say("work.named_result", what=spot(bet), answer=f"{place} {text}=1"),)
    fields = (Field("place", FieldType.CHOICE), Field("spots", FieldType.PLACEMENT, Unit.CHIPS))
    return say("prompt.name_spot.place", call=called), fields, {"place": PLACES}, right, slips, working


def _there(place: str) -> Message:
    """Name what a chip is that lies there."""
    if place == "box_beside":
        return say("name_spot.boxes")
    found = next(k for k, at in _PLACE_OF.items() if at == place)
    return kind(found)


def _ambiguous(bet: Bet, on: Pocket) -> Parts:
    right = {"dealer": "asks_first"}
    slips = Slips("name_spot", right)
    for wrong in ("reads_line", "reads_number"):
        slips.add("guessed", {"dealer": wrong})
    slips.add("too_late", {"dealer": "asks_after"})
    message = say("prompt.name_spot.ambiguous", number=on, spot=spot(bet))
    working = (say("work.named_result", what=say("name_spot.unclear", number=on, spot=spot(bet)), answer="asks_first"),)
    return message, (Field("dealer", FieldType.CHOICE),), {"dealer": DEALER}, right, slips, working


def _key(bet: Bet) -> str:
    return EVEN_CHANCE if bet.even_chance else bet.kind.value


def _sort(mode: str, bands: Bands, rng: Random) -> str:
    """Draw a sort that the mode can ask."""
    allowed: Sequence[Scalar | tuple[Scalar, ...]] = band(bands, BET)
    if mode == "call":
        allowed = [s for s in bands.get("bet", _CALLED) if s in _MAY_BE_CALLED] or _CALLED
    elif mode == "ambiguous":
        allowed = [s for s in allowed if s in _UNCLEAR] or _UNCLEAR
    return str(rng.choice(allowed))


@lru_cache(maxsize=128)
def _of_sort(layout: Layout, sort: str) -> tuple[Bet, ...]:
    return tuple(bet for bet in layout.bets if _sort_of(bet) == sort)


def _sort_of(bet: Bet) -> str:
    if bet.kind is not Kind.SPLIT:
        return _key(bet)
    if any(p.is_zero for p in bet.covers):
        return "zero_split"
    return "split_street" if all(b.number - a.number == 1 for a, b in pairwise(bet.covers)) else "split_across"


FAMILY = NameSpot()
