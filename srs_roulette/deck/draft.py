"""One deck file by itself: its own sections and items, and what it asks to borrow."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple

from srs_roulette.deck.fields import NAME_RULE, Table, is_name, nearest, shown
from srs_roulette.deck.types import Item, Section
from srs_roulette.deck.values import MAX_VALUES, Parameter, ParameterReader, id_part
from srs_roulette.errors import short
from srs_roulette.rules.money import MAX_MINOR_DIGITS
from srs_roulette.scheduling.types import ItemId
from srs_roulette.tables import Faults, read_table

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from srs_roulette.deck.known import Known
    from srs_roulette.deck.values import Value
    from srs_roulette.questions.types import Family
    from srs_roulette.tables import Source

DECK_KEYS: Final = ("id", "title", "house", "about", "sections", "items", "use")
SECTION_KEYS: Final = ("title", "requires", "lesson", "max_interval")
ITEM_KEYS: Final = ("section", "family", "house", "max_interval", "target_seconds", "limit_seconds", "was")
USE_KEYS: Final = ("deck", "sections", "items")

_MAX_ID: Final = 200
"""Characters of an item id."""


class Use(NamedTuple):
    """One ``[[use]]``: names of sections, or of item tables, of another deck."""

    place: str
    deck: str
    what: str
    """``sections`` or ``items``"""
    names: tuple[str, ...]


@dataclass(slots=True)
class Draft:
    """A deck file as read, before borrowing; ``faults`` holds what is wrong with it so far."""

    path: Source
    faults: Faults
    id: str = ""
    title: str = ""
    house: str = ""
    about: str = ""
    sections: dict[str, Section] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    keys: tuple[str, ...] = ()
    """the names of its item tables, faulty ones among them"""


def read(path: Source, known: Known) -> Draft:
    """Read a deck file; what is wrong with its contents is noted in the draft.

    :raises FileFaults: it is no TOML file
    """
    faults = Faults(str(path))
    draft = Draft(path, faults)
    top = Table(read_table(path), "", faults)
    top.unknown(DECK_KEYS)
    draft.id = top.name("id")
    draft.title = top.text("title")
    draft.house = top.word("house", known.houses.ids, "house")
    draft.about = top.text("about", "", keep="\n\t")
    for key, raw in top.tables("sections").items():
        draft.sections[key] = _section(key, Table(raw, f"sections.{short(key)}", faults))
    uses = top.raw.get("use", [])
    if isinstance(uses, list):
        draft.uses = [use for number, raw in enumerate(uses, 1) if (use := _use(raw, f"use[{number}]", draft))]
    else:
        top.fault("use", f"is {shown(uses)}: write [[use]].")
    tables = top.tables("items")
    draft.keys = tuple(tables)
    for key, raw in tables.items():
        reader = _ItemReader(key, Table(raw, f"items.{short(key)}", faults), draft, known)
        draft.items += reader.read()
    if not top.raw.get("items") and not uses:
        faults.add("", "has no items: write [items.NAME] or [[use]].")
    _refuse_doubles(draft)
    return draft


def _section(key: str, table: Table) -> Section:
    if not is_name(key):
        table.faults.add(table.place, f"is no section name: {NAME_RULE}.")
    table.unknown(SECTION_KEYS)
    return Section(
        key=key,
        title=table.text("title"),
        requires=table.words("requires"),
        lesson=table.text("lesson", "", keep="\n\t"),
        max_interval=table.days("max_interval"),
    )


def _use(raw: object, place: str, draft: Draft) -> Use | None:
    if not isinstance(raw, dict):
        draft.faults.add(place, f"is {shown(raw)}: write [[use]].")
        return None
    table = Table(raw, place, draft.faults)
    table.unknown(USE_KEYS)
    deck = table.name("deck")
    given = [what for what in ("sections", "items") if what in raw]
    if len(given) != 1:
        draft.faults.add(place, "takes exactly one of sections and items.")
        return None
    if raw[given[0]] == []:
        table.fault(given[0], "is empty: name what to borrow.")
    if deck and deck == draft.id:
        table.fault("deck", "is this deck itself: its items are in it already.")
        return None
    return Use(place, deck, given[0], table.words(given[0])) if deck else None


class _ItemReader:
    """Reads one item table, which is one item or one for each ``each`` value."""

    def __init__(self, key: str, table: Table, draft: Draft, known: Known) -> None:
        self.key = key
        self.table = table
        self.draft = draft
        self.known = known
        self.house = ""

    def read(self) -> list[Item]:
        table, draft = self.table, self.draft
        before = len(table.faults.lines)
        if not is_name(self.key):
            table.faults.add(table.place, f"is no item name: {NAME_RULE}.")
        family_name = table.word("family", self.known.family_names, "family")
        section = self._section()
        pinned = table.word("house", self.known.houses.ids, "house") if "house" in table.raw else None
        self.house = pinned or draft.house
        target, limit = table.seconds("target_seconds"), table.seconds("limit_seconds")
        if target is not None and limit is not None and target > limit:
            table.fault("limit_seconds", f"is {limit:g}, less than target_seconds, which is {target:g}.")
        max_interval = table.days("max_interval")
        old = [self._was(word) for word in table.words("was")]
        parameters = self._parameters(self.known.family(family_name)) if family_name else {}
        if len(table.faults.lines) > before or not draft.id:
            return []
        capped = draft.sections[section].max_interval if max_interval is None else max_interval
        return [
            Item(
                id=ItemId(f"{draft.id}/{self.key}{tail}"),
                deck=draft.id,
                key=self.key,
                family=family_name,
                bands=bands,
                section=section,
                house=pinned,
                deck_house=draft.house,
                max_interval=capped,
                target_seconds=target,
                limit_seconds=limit,
                was=tuple(ItemId(word + tail) for word in old),
            )
            for tail, bands in self._spread(parameters)
        ]

    def _section(self) -> str:
        sections = self.draft.sections
        key = self.table.text("section")
        if key and key not in sections:
            self.table.fault("section", f"there is no section {shown(key)}; {nearest(key, sections)}")
        return key

    def _was(self, word: str) -> str:
        full = word if "/" in word else f"{self.draft.id}/{word}"
        if not all(is_name(part) for part in full.split("/")):
            self.table.fault("was", f'holds {shown(word)}: write "old-key" or "deck/old-key"; {NAME_RULE}.')
        elif full == f"{self.draft.id}/{self.key}":
            self.table.fault("was", f"holds {shown(word)}, which is the item itself.")
        return full

    def _parameters(self, family: Family[Any]) -> dict[str, Parameter]:
        """Read the keys of the family that stand here, in its order."""
        table = self.table
        names = [key.name for key in family.keys]
        table.unknown((*ITEM_KEYS, *names))
        found: dict[str, Parameter] = {}
        for key in family.keys:
            if key.name in table.raw:
                reader = ParameterReader(key, table.at(key.name), table.faults, self._minor_digits)
                parameter = reader.read(table.raw[key.name])
                if parameter:
                    found[key.name] = parameter
            elif key.default is None:
                table.fault(key.name, f"is missing: {family.name} needs it.")
        return found

    def _minor_digits(self) -> int:
        return self.known.houses.rules(self.house).minor_digits if self.house else MAX_MINOR_DIGITS

    def _spread(self, parameters: dict[str, Parameter]) -> list[tuple[str, Mapping[str, tuple[Value, ...]]]]:
        """List the end of the id and the bands of every item of this table, in the order of the values."""
        each = {name: parameter.values for name, parameter in parameters.items() if parameter.way == "each"}
        count = prod(len(values) for values in each.values())
        if count > MAX_VALUES:
            self.table.faults.add(self.table.place, f"makes {count:,} items: at most {MAX_VALUES:,}.")
            return []
        common = {name: parameter.values for name, parameter in parameters.items()}
        spread: list[tuple[str, Mapping[str, tuple[Value, ...]]]] = []
        for values in product(*each.values()):
            tail = "".join(f"/{part}" for part in self._parts(dict(zip(each, values, strict=True))))
            spread.append((tail, common | {name: (value,) for name, value in zip(each, values, strict=True)}))
        return spread

    def _parts(self, values: Mapping[str, Value]) -> list[str]:
        parts = [id_part(value) for value in values.values()]
        for name, part in zip(values, parts, strict=True):
            if not is_name(part):
                self.table.fault(f"{name}.each", f"makes an id with {shown(part)}: {NAME_RULE}.")
        if len("/".join((self.draft.id, self.key, *parts))) > _MAX_ID:
            self.table.faults.add(self.table.place, f"makes an id longer than {_MAX_ID} characters.")
        return parts


def _refuse_doubles(draft: Draft) -> None:
    """Refuse one id for two values of a table (``b-c`` and ``b/c`` are written alike), or for two tables."""
    for item_id, count in Counter(item.id for item in draft.items).items():
        if count > 1:
            draft.faults.add(f"items.{item_id.split('/')[1]}", f"makes the item {item_id} {count} times.")
    folded: dict[str, str] = {}
    for key in draft.keys:
        other = folded.setdefault(key.casefold(), key)
        if other != key:
            draft.faults.add(f"items.{short(key)}", f"and items.{short(other)} are one id without case.")
