"""What a question is made of. The engine writes every answer; nothing here is worded."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from random import Random

    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.rules.pockets import Pocket
    from srs_roulette.wording.message import Message

Value = str | tuple[str, ...] | Mapping[str, int]
"""Canonical form of one answered field, by type: amount ``"119"``, ``"12.5"`` (no exponent or trailing
zeros); choice its key; pocket ``"17"``; pockets and order a tuple; placement bet notation to chips; text."""

Answer = Mapping[str, Value]
"""Field name to value, one for each field of the question."""

Scalar = str | int
Bands = Mapping[str, tuple[Scalar | tuple[Scalar, ...], ...]]
"""Key of the family to the values it may take; a pinned key has one."""

View = Literal["player", "dealer"]
Side = Literal["left", "right"]

P = TypeVar("P")


@unique
class FieldType(StrEnum):
    """How a field is read and compared."""

    AMOUNT = "amount"
    CHOICE = "choice"
    POCKET = "pocket"
    POCKETS = "pockets"
    ORDER = "order"
    PLACEMENT = "placement"
    TEXT = "text"


@unique
class Unit(StrEnum):
    """What an amount counts (PROMPTS.md); ``NONE`` where the form says it all."""

    CHIPS = "chips"
    STACKS = "stacks"
    SINGLES = "singles"
    CASH = "cash"
    UNITS = "units"
    STATIONS = "stations"
    POCKETS = "pockets"
    TO_ONE = "to_one"
    PERCENT = "percent"
    STEPS = "steps"
    NONE = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing asked for."""

    name: str
    type: FieldType = FieldType.AMOUNT
    unit: Unit = Unit.NONE


@dataclass(frozen=True, slots=True)
class Slip:
    """A known way to get it wrong: the whole answer it gives, and why it is wrong."""

    id: str
    answer: Answer
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """Chips on a spot of the cloth, as a picture shows them."""

    bet: Bet
    chips: int
    amount: str | None = None
    """cash on the spot as decimal text, where the question is in cash"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What a question shows, and from where; the chips on it are the question's picture."""

    surface: Literal["cloth", "racetrack"] = "cloth"
    view: View | None = None
    """from whose side of the cloth; ``None``: it does not matter"""
    zero_side: Side | None = None
    """at which hand the zeros lie; ``None``: at the player's left"""
    marked: tuple[Pocket, ...] = ()
    """the numbers asked about"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """What the scene shows once the question is answered: right chips, right numbers."""

    chips: Sequence[Chip] = ()
    marked: tuple[Pocket, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One draw: what is shown, what is right, and the known ways to be wrong."""

    family: str
    house: str
    """id of the house whose rules answer it"""
    layout: Layout
    """the cloth on which bets in the answer are read"""
    params: Any
    """every drawn parameter: the family's frozen dataclass"""
    message: Message
    fields: tuple[Field, ...]
    expected: Answer
    slips: Sequence[Slip] = ()
    """in the order of likelihood; no two with one answer, none with the right one"""
    working: Sequence[Message]
    """the steps of a dealer; the last ends with the answer"""
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """field to the keys offered; worded as ``choice.KEY``"""
    picture: tuple[Chip, ...] = ()
    """the chips on the cloth as asked, losers too"""
    scene: Scene | None = None
    """``None``: the cloth where there are chips, else nothing"""
    solution: Solution | None = None
    """drawn after the answer, where the picture would have given it away"""
    number: Pocket | None = None
    """the number that fell"""
    either_direction: bool = False
    """an ordered run of pockets is right both ways round"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A parameter that a deck may pin, list (``each``) or leave to the draw (``any``)."""

    name: str
    values: tuple[Scalar, ...] | None = None
    """every allowed value; ``None``: a whole number from ``low`` to ``high``"""
    low: int = 0
    high: int = 0
    default: tuple[Scalar | tuple[Scalar, ...], ...] | None = None
    """drawn from when the deck says nothing; ``None``: the deck must say"""
    is_list: bool = False
    """the value is itself a list of the allowed values"""
    money: bool = False
    """an exact positive amount as decimal text, in place of ``values`` or a range"""


class Family(ABC, Generic[P]):
    """A skill. ``draw`` pins every parameter, ``build`` is pure. One instance a file, named ``FAMILY``."""

    name: ClassVar[str]
    params: type[P]
    """frozen dataclass of texts, whole numbers, tuples of them, and mappings of JSON values: JSON both ways"""
    keys: ClassVar[tuple[Key, ...]]
    """in the order in which they stand in item ids"""
    uses: ClassVar[tuple[str, ...]] = ()
    """the house values that ``draw`` and ``build`` read; they are kept with each attempt"""
    house_sensitive: ClassVar[bool] = False
    """the answer depends on the house: the item id carries ``@house``"""
    answer_in_prompt: ClassVar[str] = ""
    """why a prompt may hold its own answer as a word; empty: it must not"""

    @abstractmethod
    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> P:
        """Choose every parameter within ``bands``; the same ``rng`` state gives the same."""

    @abstractmethod
    def build(self, params: P, house: HouseRules) -> Question:
        """Make the question. Reads nothing but its arguments."""
