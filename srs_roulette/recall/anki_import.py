"""Reviews brought back from Anki: the package, the learner's log and the decks put together, and written."""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose
from typing import TYPE_CHECKING, Final

from srs_roulette.anki.merge import RAISED, Learner, Log, merge
from srs_roulette.deck import find, identity, loader
from srs_roulette.errors import BadPackage, FileFaults
from srs_roulette.scheduling.days import utc_ms
from srs_roulette.scheduling.replay import Kind
from srs_roulette.store.imports import Import, exported, taken_from

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from srs_roulette.anki.merge import Merged
    from srs_roulette.anki.reader import Package
    from srs_roulette.scheduling.types import ItemId
    from srs_roulette.session.open import Desk
    from srs_roulette.store.attempts import Store

ALIKE: Final = 0.01
"""Memories that differ by no more, relatively, are alike: Anki rounds what it exports."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the decks and the history here know of a package's items."""

    families: Mapping[ItemId, str | None]
    """the items that one of them has, as they are called now"""
    names: Mapping[ItemId, ItemId]
    """ids that items had before, and those that they have now"""


def known_items(package: Package, desk: Desk) -> Known:
    """Find the items of a package in the decks in use, in the history, and in other decks that are installed.

    :raises BadPackage: the package holds no card of ours
    :raises NotFound: a deck in use that there is not
    :raises FileFaults: faults of a deck in use
    """
    if not package.cards:
        raise BadPackage(
            f"No card in it is from srs-roulette (other notes: {package.other_notes}); nothing was imported."
            " In Anki, export the deck that you once imported from here."
        )
    course = desk.course()
    names = course.renames() | (desk.store.aliases() if desk.store else {})
    wanted = {names.get(card.item, card.item) for card in package.cards.values()}
    families: dict[ItemId, str | None] = {
        item: entry.family for item in wanted if (entry := course.entries.get(item)) is not None
    }
    if rest := wanted - families.keys():
        families |= _of_history(rest, desk.store) | dict(_of_other_decks(rest, desk))
    return Known(families, names)


def look(package: Package, desk: Desk, known: Known) -> Merged:
    """Tell what a package would bring; nothing is written."""
    store = desk.store
    taken = taken_from(store, package.rows[0].ms) if store and package.rows else []
    practice = {Kind.DRILL, Kind.TEST}
    log = Log(
        families=known.families,
        names=known.names,
        taken={one.id: None if one.kind in practice else (one.item, one.surface) for one in taken},
        raised=frozenset(
            (one.item, int(flag.removeprefix(RAISED)))
            for one in taken
            if RAISED in one.flags
            for flag in one.flags.split()
            if flag.startswith(RAISED)
        ),
    )
    learner = Learner(
        zone=desk.zone, zone_name=desk.zone_name, rollover=desk.settings.rollover, now_ms=utc_ms(desk.now)
    )
    return merge(package, log, learner)


def take_in(package: Package, desk: Desk, found: Merged) -> None:
    """Write what ``look`` found, all of it or nothing.

    :raises NotSaved: nothing was written
    """
    if desk.store is None:
        raise ValueError("An import needs a file to write to.")
    rows, new = len(package.rows), len(found.attempts)
    done = Import(at_ms=utc_ms(desk.now), sha256=package.sha256, rows=rows, new=new, skipped=rows - new)
    desk.store.take_in(found.attempts, done)


def differing(merged: Merged, store: Store) -> list[ItemId]:
    """List the items whose newest answer came from Anki, which reckons their memory otherwise: with other options."""
    last = {one.item_id: one.id for one in merged.attempts}
    return sorted(
        item
        for item, theirs in merged.newest.items()
        if store.newest_attempt(item) == last.get(item)
        and (ours := store.memory(item)) is not None
        and not all(
            isclose(one, other, rel_tol=ALIKE, abs_tol=ALIKE)
            for one, other in zip((ours.stability, ours.difficulty), theirs, strict=True)
        )
    )


def _of_history(items: set[ItemId], store: Store | None) -> dict[ItemId, str | None]:
    if store is None:
        return {}
    kept = {item for item, _, _ in store.histories()} | exported(store)
    return {item: store.family_of(item) for item in items & kept}


def _of_other_decks(items: set[ItemId], desk: Desk) -> Iterator[tuple[ItemId, str]]:
    """Find items in installed decks that are not in use; one that cannot be read has none."""
    files = find.installed(desk.wishes.data_folder)
    by_id = find.ids(files)
    for deck in sorted({item.partition("/")[0] for item in items} & by_id.keys()):
        try:
            loaded = loader.load_all(by_id[deck], library=files)
        except FileFaults:
            continue
        families = {item.id: item.family for one in loaded for item in one.items}
        for item in items:
            bare, _ = identity.parse(item)
            if bare in families:
                yield item, families[bare]
