"""The identity that history follows: ``deck/key[/value...]``, and ``@house`` where the answer depends on the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.errors import NotFound, did_you_mean, short, short_path
from srs_roulette.questions import registry
from srs_roulette.scheduling.types import ItemId

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from srs_roulette.deck.known import FamilyOf
    from srs_roulette.deck.types import Item


def parse(text: str) -> tuple[ItemId, str | None]:
    """Split a full id into the id without house and its house, if it says one. Case and outer blanks do not count."""
    bare, at, house = text.strip().lower().partition("@")
    return ItemId(bare), house if at else None


def full_id(item: Item, house: str, *, house_sensitive: bool) -> ItemId:
    """Return the id under which the item's history is kept when ``house`` is in force."""
    return ItemId(f"{item.id}@{item.house or house}") if house_sensitive else item.id


def house_of(
    item: Item,
    *,
    house_sensitive: bool,
    option: str | None = None,
    setting: str | None = None,
    deck_house: str | None = None,
) -> str:
    """Return the house that asks an item typed without one.

    A pinned house is immune. An item whose answer no house changes is asked by its own deck's, so that one history
    never meets two wheels. Else ``--house``, the setting, the house of the deck in use, that of the item's own deck.
    """
    if item.house or not house_sensitive:
        return item.house or item.deck_house
    return option or setting or deck_house or item.deck_house


def resolve(
    text: str,
    items: Iterable[Item],
    *,
    option: str | None = None,
    setting: str | None = None,
    deck_house: str | None = None,
    family: FamilyOf | None = None,
    houses: Collection[str] = (),
) -> tuple[Item, str]:
    """Find the item that a typed id means and the house that asks it: the id's own, else as ``house_of``.

    :param houses: ids that a suffix may name; not checked when empty
    :raises NotFound: no such item, with the nearest right one; or a house that the item cannot have
    """
    bare, suffix = parse(text)
    by_id = {item.id: item for item in items}
    item = by_id.get(bare)
    if item is None:
        raise NotFound(f'There is no item "{short_path(bare)}".{_hint(bare, by_id)}')
    sensitive = (family or registry.family)(item.family).house_sensitive
    house = house_of(item, house_sensitive=sensitive, option=option, setting=setting, deck_house=deck_house)
    if suffix is None:
        return item, house
    if not sensitive:
        raise NotFound(f'The item "{bare}" is the same in every house: write it without "@{short(suffix)}".')
    if item.house and suffix != item.house:
        raise NotFound(f'The item "{bare}" is always asked by its own house: write "{bare}@{item.house}".')
    if houses and suffix not in houses:
        raise NotFound(
            f'There is no house "{short(suffix)}".{did_you_mean(suffix, houses)} See: srs-roulette houses list'
        )
    return item, suffix


def renames(items: Iterable[Item]) -> dict[ItemId, ItemId]:
    """Map the ids that items had before to the ids they have, without house: the house stays as it was."""
    return {old: item.id for item in items for old in item.was}


def _hint(bare: ItemId, by_id: dict[ItemId, Item]) -> str:
    new = renames(by_id.values()).get(bare)
    if new:
        return f' It is called "{new}" now.'
    ends = [known for known in by_id if known.endswith(f"/{bare}")]
    return f' Did you mean "{ends[0]}"?' if ends else did_you_mean(bare, by_id)
