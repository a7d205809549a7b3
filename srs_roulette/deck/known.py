"""What a deck may name: families and houses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from srs_roulette.questions import registry
from srs_roulette.rules import house_file

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from srs_roulette.questions.types import Family
    from srs_roulette.rules.house import HouseRules

    FamilyOf = Callable[[str], Family[Any]]


@dataclass(frozen=True, slots=True)
class Houses:
    """The houses that there are."""

    ids: Collection[str]
    rules: Callable[[str], HouseRules]
    """called only for one of ``ids``"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """All that a deck's words are checked against."""

    family: FamilyOf
    """called only for one of ``family_names``"""
    family_names: Collection[str]
    houses: Houses


def shipped_houses() -> Houses:
    """Return the houses shipped with the program; none is read before its rules are asked for."""
    return Houses(house_file.house_files(), house_file.house)


def known(
    family: FamilyOf | None = None, family_names: Collection[str] | None = None, houses: Houses | None = None
) -> Known:
    """Bundle what is given; the rest is what the program ships."""
    return Known(
        family=family or registry.family,
        family_names=registry.names() if family_names is None else family_names,
        houses=shipped_houses() if houses is None else houses,
    )
