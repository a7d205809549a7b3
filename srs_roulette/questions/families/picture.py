"""Picture bets: patterns of equal chips round the winning number, whose total a dealer knows by heart."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import NoSuchBet
from srs_roulette.questions.later import later
from srs_roulette.questions.parts import CHIPS as PAYS_CHIPS
from srs_roulette.questions.parts import Slips, added, band, layout_house, named_product, pick, stations
from srs_roulette.questions.parts import product as multiplied
from srs_roulette.questions.scenes import VIEW, ZERO_SIDE, seen_from
from srs_roulette.questions.types import Chip, Family, Key, Question
from srs_roulette.rules import notation
from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.completes import CLASSES
from srs_roulette.rules.pockets import NUMBERS, Pocket
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Side, Slip, View
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.layouts import Layout

    Shape = Callable[[Pocket, Sequence[Bet]], bool]


# -- how the chips lie


def _offset(number: Pocket, bet: Bet) -> tuple[int, int]:
    """Return where a split or corner lies seen from the number: columns across, streets away from the zero."""
    others = [p for p in bet.covers if p != number and not p.is_zero]
    if number.is_zero or not others:
        return 0, -1
    across = [(p.column or 0) - (number.column or 0) for p in others]
    along = [(p.street or 0) - (number.street or 0) for p in others]
    return max(across, key=abs), max(along, key=abs)


def _of_kind(number: Pocket, bets: Sequence[Bet], kind: Kind) -> list[tuple[int, int]]:
    return [_offset(number, bet) for bet in bets if bet.kind is kind]


def _anyhow(_number: Pocket, _bets: Sequence[Bet]) -> bool:
    return True


def _one_side(number: Pocket, bets: Sequence[Bet]) -> bool:
    """Tell whether two corners lie on one side of the number, not one diagonally from the other."""
    (x, y), (other_x, other_y) = _of_kind(number, bets, Kind.CORNER)
    return x == other_x or y == other_y


def _row(number: Pocket, bets: Sequence[Bet]) -> bool:
    """Tell whether a split lies between two corners."""
    (x, y), (other_x, other_y) = _of_kind(number, bets, Kind.CORNER)
    return _of_kind(number, bets, Kind.SPLIT) == [((x + other_x) // 2, (y + other_y) // 2)]


def _column(number: Pocket, bets: Sequence[Bet]) -> bool:
    """Tell whether that row runs along the column, as the street and the six lines do."""
    return _row(number, bets) and _of_kind(number, bets, Kind.SPLIT)[0][1] == 0


def _across(number: Pocket, bets: Sequence[Bet]) -> bool:
    """Tell whether two splits face each other."""
    (x, y), (other_x, other_y) = _of_kind(number, bets, Kind.SPLIT)
    return (x + other_x, y + other_y) == (0, 0)


def _open_edge(number: Pocket, bets: Sequence[Bet]) -> bool:
    """Tell whether the splits lie on the two lines across the table, as the corners and six lines beside them do."""
    return _across(number, bets) and _of_kind(number, bets, Kind.SPLIT)[0][0] == 0


def _at_zero(_number: Pocket, bets: Sequence[Bet]) -> bool:
    """Tell whether the splits touch the zero."""
    return all(bet.covers[0].is_zero for bet in bets if bet.kind is Kind.SPLIT)


# -- the list


@dataclass(frozen=True, slots=True)
class Picture:
    """A pattern: how many spots of each kind, on which numbers, and how they must lie."""

    spots: Mapping[Kind, int]
    shape: Shape = _anyhow
    numbers: tuple[Pocket, ...] | None = None
    """``None``: wherever the spots are found"""
    named: bool = False
    """it has a name (ROULETTE.md E3), which says more than the list of its spots"""

    @property
    def total(self) -> int:
        """What it pays with one chip on each spot."""
        return sum(SPECS[kind].odds * count for kind, count in self.spots.items())


_KINDS: Final = {
    "S": Kind.STRAIGHT,
    "s": Kind.SPLIT,
    "t": Kind.STREET,
    "o": Kind.TRIO,
    "c": Kind.CORNER,
    "f": Kind.FIRST_FOUR,
    "x": Kind.SIX_LINE,
}


def _spots(letters: str) -> Mapping[Kind, int]:
    return Counter(_KINDS[letter] for letter in letters)


def _picture(
    letters: str, shape: Shape = _anyhow, on: str | tuple[Pocket, ...] | None = None, *, named: bool = False
) -> Picture:
    return Picture(_spots(letters), shape, CLASSES[on] if isinstance(on, str) else on, named)


# ROULETTE.md E3, in the order of the totals. S straight, s split, t street, o trio, c corner, f first four, x six line.
PICTURES: Final = {
    "six_line_corner": _picture("xc"),
    "six_line_street": _picture("xt"),
    "street_corner": _picture("tc"),
    "street_two_six_lines": _picture("txx"),
    "six_line_split": _picture("xs"),
    "top_row": _picture("ftx"),
    "moved_deck": _picture("sc", named=True),
    "zero_split_first_four": _picture("sf", _at_zero),
    "street_split": _picture("ts"),
    "six_line_split_corner": _picture("xsc"),
    "first_four_two_trios": _picture("foo"),
    "jesus": _picture("ccs", _row, named=True),
    "split_trio_first_four": _picture("sof", _at_zero),
    "two_trios_split": _picture("oos", _at_zero),
    "straight_six_line": _picture("Sx"),
    "corner_two_splits": _picture("css"),
    "corner_pocket": _picture("Sc", named=True),
    "straight_street": _picture("St"),
    "mickey_mouse": _picture("Scc", _one_side, named=True),
    "deck_of_cards": _picture("Ss", named=True),
    "street_six_lines_corners_split": _picture("txxccs", _column),
    "straight_split_corner": _picture("Ssc"),
    "straight_split_street": _picture("Sst"),
    "straight_trios_first_four": _picture("Soof", on="zero"),
    "double_jesus": _picture("ccccss", _across, named=True),
    "x": _picture("Scccc", named=True),
    "four_splits": _picture("ssss"),
    "straight_split_two_corners": _picture("Sscc", _one_side),
    "dinner_for_two": _picture("Sss", _across, named=True),
    "edge_one_side": _picture("xxtccss", _open_edge, "outer"),
    "zero_splits_trios": _picture("sssoo", on="zero"),
    "straight_two_splits_corner": _picture("Sssc"),
    "zero_splits_trios_first_four": _picture("sssoof", on="zero"),
    "t": _picture("Ssss", on=NUMBERS, named=True),
    "straight_splits_street_six_lines": _picture("Ssstxx", _across),
    "last_row_end_all": _picture("Ssstcx", on="thirtyfour_six", named=True),
    "four_corners_four_splits": _picture("ccccssss"),
    "straight_four_corners_two_splits": _picture("Sccccss", _across),
    "straight_three_splits_two_corners": _picture("Sssscc", _one_side),
    "cross": _picture("Sssss", named=True),
    "zero_all": _picture("Ssssoof", on="zero", named=True),
    "thirtyfive_all": _picture("Sssstccx", on="thirtyfive", named=True),
    "outer_all": _picture("Sssstccxx", on="outer", named=True),
    "one_three_all": _picture("Sssstocfx", on="one_three", named=True),
    "straight_four_splits_four_corners": _picture("Ssssscccc"),
    "middle_all": _picture("Ssssstccccxx", on="middle", named=True),
    "two_all": _picture("Ssssstooccfx", on="two", named=True),
}

PICTURE: Final = Key(name="picture", values=tuple(PICTURES), default=tuple(PICTURES))
CHIPS: Final = Key(name="chips", low=1, high=100, default=(1,))
NAMED: Final = Key(name="named", low=0, high=1, default=(0, 1))

_TWINS_WITHIN: Final = 3
"""Totals so near each other are taken for one another (PROMPTS.md, family 4)."""


# -- the family


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The picture as it lies round the number that falls."""

    picture: str
    number: str
    bets: tuple[str, ...]
    chips: int
    """on each spot"""
    named: int
    """1: the prompt says the picture too; 0: it is only drawn"""
    view: View | None = None
    zero_side: Side | None = None


class PictureBets(Family[Params]):
    """A picture, one chip or more on each spot."""

    name = "picture"
    params = Params
    keys = (PICTURE, CHIPS, NAMED, VIEW, ZERO_SIDE)
    uses = layout_house

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a picture, a number on which it can lie and one of its mirrored variants.

        :raises NoSuchBet: the house's layout lacks the spots of every picture of the band
        """
        wanted = [str(name) for name in band(bands, PICTURE)]
        fitting = [name for name in wanted if _places(house.layout, name)]
        if not fitting:
            raise NoSuchBet(f'The layout of the house "{house.id}" has no picture {wanted[0]}.')
        name = rng.choice(fitting)
        number, variants = rng.choice(_places(house.layout, name))
        return Params(
            picture=name,
            number=number,
            bets=tuple(notation.write(bet) for bet in rng.choice(variants)),
            chips=pick(bands, CHIPS, rng),
            named=pick(bands, NAMED, rng),
            view=pick(bands, VIEW, rng),
            zero_side=pick(bands, ZERO_SIDE, rng),
        )

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask ``{h} wins. Picture: {name}. Chips on each spot: {m}. To pay, chips:``, or the same from the drawing."""
        number, chips = Pocket(params.number), params.chips
        bets = [notation.read(text, house.layout) for text in params.bets]
        total = sum(bet.odds for bet in bets if bet.wins(number))
        right = {"pays": str(total * chips)}
        form = "named" if params.named else "drawn"
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say(f"prompt.picture.{form}", number=number, picture=_words(params.picture), chips=chips),
            fields=PAYS_CHIPS,
            expected=right,
            slips=_slips(params.picture, bets, chips, right),
            working=_working(bets, total, chips),
            picture=tuple(Chip(bet=bet, chips=chips) for bet in bets),
            scene=seen_from(params.view, params.zero_side),
            number=number,
        )


@lru_cache(maxsize=256)
def _places(layout: Layout, name: str) -> tuple[tuple[Pocket, tuple[tuple[Bet, ...], ...]], ...]:
    """List the numbers on which a picture can lie, each with its variants."""
    found = []
    for number in PICTURES[name].numbers or (*layout.wheel.zeros, *NUMBERS):
        variants = tuple(_variants(layout, PICTURES[name], number))
        if variants:
            found.append((number, variants))
    return tuple(found)


def _variants(layout: Layout, picture: Picture, number: Pocket) -> list[tuple[Bet, ...]]:
    holding = stations(layout, number)
    each_kind = [
        combinations([bet for bet in holding if bet.kind is kind], picture.spots[kind])
        for kind in Kind
        if kind in picture.spots
    ]
    laid = (tuple(chain.from_iterable(chosen)) for chosen in product(*each_kind))
    return [bets for bets in laid if picture.shape(number, bets)]


def _words(name: str) -> Message:
    """Name a picture, or list its spots: ``straight up, split x 2``."""
    picture = PICTURES[name]
    if picture.named:
        return say(f"picture.{name}")
    parts = tuple(
        say("picture.several", kind=_kind(kind), count=picture.spots[kind]) if picture.spots[kind] > 1 else _kind(kind)
        for kind in Kind
        if kind in picture.spots
    )
    return say("picture.spots", spots=parts)


def _kind(kind: Kind) -> Message:
    return say(f"spot_kind.{kind.value}")


@later
def _slips(name: str, bets: Sequence[Bet], chips: int, right: dict[str, str]) -> Sequence[Slip]:
    counts = Counter(bet.kind for bet in bets)
    total = sum(bet.odds for bet in bets)
    slips = Slips("picture", right)
    for kind in counts:
        slips.chips("spot_missed", (total - SPECS[kind].odds) * chips, kind=_kind(kind))
    slips.chips("stake_included", (total + len(bets)) * chips)
    if threes := counts[Kind.STREET] + counts[Kind.TRIO]:
        slips.chips("street_as_corner", (total - 3 * threes) * chips)
    if fours := counts[Kind.CORNER] + counts[Kind.FIRST_FOUR]:
        slips.chips("corner_as_street", (total + 3 * fours) * chips)
    if counts[Kind.STRAIGHT]:
        slips.chips("straight_only_multiplied", total + SPECS[Kind.STRAIGHT].odds * (chips - 1), chips=chips)
    slips.chips("not_multiplied", total)
    for twin in _twins(name):
        slips.chips("twin", PICTURES[twin].total * chips, picture=_words(twin))
    slips.arithmetic()
    return slips.result()


@lru_cache(maxsize=64)
def _twins(name: str) -> tuple[str, ...]:
    """List the pictures with the nearest other total, two where one lies on each side."""
    own = PICTURES[name].total
    others = [twin for twin, picture in PICTURES.items() if 0 < abs(picture.total - own) <= _TWINS_WITHIN]
    nearest = min((abs(PICTURES[twin].total - own) for twin in others), default=0)
    return tuple(twin for twin in others if abs(PICTURES[twin].total - own) == nearest)


@later
def _working(bets: Sequence[Bet], total: int, chips: int) -> Sequence[Message]:
    counts = Counter(bet.kind for bet in bets)
    worth = {kind: count * SPECS[kind].odds for kind, count in counts.items()}
    steps = [
        named_product(say(f"kinds.{kind.value}"), count, SPECS[kind].odds, worth[kind])
        for kind, count in counts.items()
    ]
    if len(worth) > 1:
        steps.append(added(list(worth.values()), total))
    if chips > 1:
        steps.append(multiplied(chips, total, total * chips))
    return tuple(steps)


FAMILY = PictureBets()
