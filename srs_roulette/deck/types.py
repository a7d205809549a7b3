"""Decks, sections and items as frozen values. Nothing here reads a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from srs_roulette.questions.types import Bands
    from srs_roulette.scheduling.types import ItemId
    from srs_roulette.tables import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A chapter of a deck; it opens when those it requires are known."""

    key: str
    title: str
    requires: tuple[str, ...] = ()
    """keys of sections that are in the deck"""
    lesson: str = ""
    """a page shown once when the section opens; empty: none"""
    max_interval: int | None = None
    """days; its items have taken it over"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """What is scheduled: a family with its parameters pinned to a band."""

    id: ItemId
    """``deck/key[/value...]``, without ``@house``: ``identity.full_id`` adds it"""
    deck: str
    """the deck that owns it, also where it is borrowed"""
    key: str
    """the name of its table in the deck file, which its ``each`` values share"""
    family: str
    bands: Bands = field(hash=False)
    """what the deck says, in the family's order of keys; ``draw`` knows the defaults of the others"""
    section: str
    house: str | None = None
    """pinned, immune to ``--house``"""
    deck_house: str
    """the house of the deck that owns it"""
    max_interval: int | None = None
    """days; the item's own, else its section's"""
    target_seconds: float | None = None
    limit_seconds: float | None = None
    was: tuple[ItemId, ...] = ()
    """ids under which it was known, each complete with this item's ``each`` values"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A deck with everything it borrows."""

    id: str
    title: str
    house: str
    """the house unless the setting or ``--house`` says otherwise"""
    about: str
    sections: Mapping[str, Section] = field(hash=False)
    """by key: its own in the order of the file, then the borrowed ones"""
    items: tuple[Item, ...]
    """in the order of the file, then the borrowed ones, which keep their own ids"""
    path: Source = field(compare=False)
