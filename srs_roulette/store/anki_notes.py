"""Which note in Anki belongs to which item, and when what the note says last changed.

Anki knows a note again by its guid and takes a text only when its stamp is newer than the one there. So ids are given
once, and a stamp grows with every change by at least one second, whatever the clock says, and with nothing else.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.types import ItemId
from srs_roulette.store.faults import guard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from srs_roulette.store.aliases import Aliases

_FIRST_ID: Final = 1_735_689_600_000
"""2025-01-01, epoch ms: a note's id is also its date in Anki, which renumbers notes of the future"""
_IDS: Final = 365 * 86_400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AnkiNote:
    """An item's note in Anki."""

    item_id: ItemId
    """the id that the item had when its note was first written: the guid is made of it for ever"""
    note_id: int
    """epoch ms; the card's id is ``card_id``"""
    card_id: int
    content: str
    """a hash of what the note says"""
    text_mod: int
    """when that last changed, epoch seconds"""


def fresh_notes(contents: Mapping[ItemId, str], changed: int) -> dict[ItemId, AnkiNote]:
    """Return the notes of items that have none yet, each changed at ``changed``, epoch seconds.

    The ids follow from the items' own, so that two learners' packages hold the same notes.

    :param contents: item to the hash of what its note says
    """
    return _made(contents, {}, changed)


def kept_notes(store: Aliases, contents: Mapping[ItemId, str], now: int) -> dict[ItemId, AnkiNote]:
    """Return each item's note, new ones and changed texts written down; all of them or none.

    :param now: epoch seconds
    :raises NotSaved: nothing was written
    """
    with store.transaction():
        old = _stored(store)
        found = {item: old[one] for item in contents for one in reversed(store.ids_of(item)) if one in old}
        notes = {
            item: one
            if one.content == contents[item]
            else replace(one, content=contents[item], text_mod=max(now, one.text_mod + 1))
            for item, one in found.items()
        }
        notes |= _made({item: content for item, content in contents.items() if item not in notes}, old, now)
        store.connection.executemany(
            "INSERT INTO anki_notes VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (item_id) DO UPDATE SET content = excluded.content, text_mod = excluded.text_mod",
            [
                (one.item_id, one.note_id, one.card_id, one.content, one.text_mod)
                for item, one in notes.items()
                if found.get(item) != one
            ],
        )
    return notes


def _stored(store: Aliases) -> dict[ItemId, AnkiNote]:
    with guard(store.path):
        rows = store.connection.execute(
            "SELECT item_id, note_id, card_id, content, text_mod FROM anki_notes"
        ).fetchall()
    return {
        ItemId(item): AnkiNote(item_id=ItemId(item), note_id=note, card_id=card, content=content, text_mod=changed)
        for item, note, card, content, changed in rows
    }


def _made(contents: Mapping[ItemId, str], old: Mapping[ItemId, AnkiNote], changed: int) -> dict[ItemId, AnkiNote]:
    taken = {id_ for one in old.values() for id_ in (one.note_id, one.card_id)}
    made = {}
    for item, content in contents.items():
        wanted = _FIRST_ID + int.from_bytes(hashlib.sha256(item.encode()).digest()[:8]) % _IDS
        while wanted in taken:
            wanted += 1
        taken.add(wanted)
        made[item] = AnkiNote(item_id=item, note_id=wanted, card_id=wanted, content=content, text_mod=changed)
    return made
