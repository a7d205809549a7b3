"""History without an item: what it may be called now. Pure: data in, suggestions out."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from srs_roulette.deck import identity
from srs_roulette.scheduling.types import ItemId

if TYPE_CHECKING:
    from collections.abc import Iterable

    from srs_roulette.deck.types import Item
    from srs_roulette.scheduling.types import StudyDay

_NEAR: Final = 0.6
_NEAR_ELSEWHERE: Final = 0.8
"""Another deck must have almost the same id: decks share many keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Orphan:
    """An item of the history that no installed deck has."""

    id: ItemId
    attempts: int
    last_day: StudyDay
    suggestion: ItemId | None
    """the nearest living id; ``None`` when none is near"""
    table: str | None
    """where to write that its history follows, such as ``[items.split]``"""
    was: str | None
    """the line to write there"""


def find_orphans(items: Iterable[Item], histories: Iterable[tuple[ItemId, int, StudyDay]]) -> list[Orphan]:
    """List the orphans among ``histories``: id, number of attempts and last study day of each item."""
    living = {item.id: item for item in items}
    renamed = identity.renames(living.values())
    found = []
    for full_id, attempts, last_day in histories:
        bare, _ = identity.parse(full_id)
        if bare not in living and bare not in renamed:
            near = _nearest(bare, living)
            found.append(
                Orphan(
                    id=full_id,
                    attempts=attempts,
                    last_day=last_day,
                    suggestion=near.id if near else None,
                    table=f"[items.{near.key}]" if near else None,
                    was=f'was = ["{_old_key(bare, near)}"]' if near else None,
                )
            )
    return found


def _nearest(bare: ItemId, living: dict[ItemId, Item]) -> Item | None:
    """Find the nearest id that ends in the same values: ``was`` renames a key, its values follow."""
    values = bare.split("/")[2:]
    same = [known for known in living if known.split("/")[2:] == values]
    deck = bare.partition("/")[0]
    here = [known for known in same if known.startswith(f"{deck}/")]
    near = get_close_matches(bare, here, n=1, cutoff=_NEAR) or get_close_matches(
        bare, same, n=1, cutoff=_NEAR_ELSEWHERE
    )
    return living[ItemId(near[0])] if near else None


def _old_key(bare: ItemId, near: Item) -> str:
    deck, key = bare.split("/")[:2]
    return key if deck == near.deck else f"{deck}/{key}"
