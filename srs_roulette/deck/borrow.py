"""What a deck borrows from others: their items, which keep their ids, and the sections these stand in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from srs_roulette.deck.fields import nearest, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from srs_roulette.deck.draft import Draft, Use
    from srs_roulette.deck.types import Item, Section
    from srs_roulette.scheduling.types import ItemId


def borrowed(draft: Draft, by_id: Mapping[str, Draft]) -> tuple[dict[str, Section], list[Item]]:
    """Return all sections of the deck, its own first, and the items it borrows; faults are noted in the draft.

    A deck is borrowed from only what stands in its own file. A section that the borrower has itself under the same
    key stays the borrower's. What a borrowed section requires is kept as far as it is here.
    """
    items: dict[ItemId, Item] = {}
    places: dict[ItemId, str] = {}
    twice: dict[tuple[str, str], None] = {}
    owners: dict[str, Draft] = {}
    for use in draft.uses:
        owner = by_id.get(use.deck)
        if owner is None:
            continue
        found = _named(use, owner, draft)
        for item in found:
            if item.id in items:
                twice[use.place, f"borrows {item.deck}/{item.key}, as {places[item.id]} does."] = None
            items.setdefault(item.id, item)
            places.setdefault(item.id, use.place)
        named = [word for word in use.names if use.what == "sections" and word in owner.sections]
        _own(owners, [*named, *(item.section for item in found)], owner, use, draft)
    for place, line in twice:
        draft.faults.add(place, line)
    return _sections(draft, owners), list(items.values())


def _named(use: Use, owner: Draft, draft: Draft) -> list[Item]:
    """List the items that a ``[[use]]`` names, in the order in which it names them."""
    known: Collection[str] = owner.sections if use.what == "sections" else owner.keys
    found: dict[str, list[Item]] = {word: [] for word in use.names}
    for word in use.names:
        if word not in known:
            what = "section" if use.what == "sections" else "item"
            elsewhere = " It may borrow from others: name the deck in whose file it stands." if owner.uses else ""
            draft.faults.add(
                f"{use.place}.{use.what}",
                f'deck "{owner.id}" has no {what} {shown(word)} of its own; {nearest(word, known)}{elsewhere}',
            )
    for item in owner.items:
        word = item.section if use.what == "sections" else item.key
        if word in found:
            found[word].append(item)
    return [item for items in found.values() for item in items]


def _own(owners: dict[str, Draft], keys: list[str], owner: Draft, use: Use, draft: Draft) -> None:
    """Note whose each section is; two decks' sections of one key do not mix unless the borrower has its own."""
    for key in dict.fromkeys(keys):
        other = owners.setdefault(key, owner)
        if other is not owner and key not in draft.sections:
            draft.faults.add(
                use.place,
                f'section "{key}" would come from "{other.id}" and "{owner.id}": write [sections.{key}] here.',
            )


def _sections(draft: Draft, owners: Mapping[str, Draft]) -> dict[str, Section]:
    sections = dict(draft.sections)
    for key, owner in owners.items():
        sections.setdefault(key, owner.sections[key])
    for key, section in sections.items():
        if key not in draft.sections:
            kept = tuple(word for word in section.requires if word in sections)
            sections[key] = replace(section, requires=kept)
    return sections
