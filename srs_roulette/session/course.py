"""The learner's course: the items of the decks in use, each under the house that asks it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from srs_roulette.deck import find, identity, loader
from srs_roulette.errors import NotFound, RulesError, did_you_mean, short
from srs_roulette.questions import registry
from srs_roulette.scheduling.types import ItemId, Rating

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from srs_roulette.deck.types import Deck, Item, Section
    from srs_roulette.questions.types import Question
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.store.attempt import LastAttempt

OPEN_SHARE = 0.8
"""A section opens when so much of each section it requires was right at its last attempt (LEARNING.md)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An item as it is asked here."""

    id: ItemId
    """with its house where the answer depends on it: the id under which history is kept"""
    item: Item
    house: str
    """id or file of the house that asks it"""
    deck: str
    """the deck in use through which it is asked; sections open deck by deck"""

    @property
    def family(self) -> str:
        """The skill it asks."""
        return self.item.family

    @property
    def section(self) -> tuple[str, str]:
        """Deck in use and section."""
        return self.deck, self.item.section

    def draw(self, seed: int) -> Question:
        """Draw its question; the same seed gives the same one.

        :raises FileFaults: the house's faults
        """
        from srs_roulette.questions.draw import draw  # noqa: PLC0415 - the load of a day draws nothing
        from srs_roulette.rules.house_file import house  # noqa: PLC0415 - the same

        return draw(registry.family(self.item.family), self.item.bands, house(self.house), seed)


@dataclass(frozen=True, slots=True)
class Course:
    """Everything that may be asked, in deck order."""

    decks: tuple[Deck, ...]
    entries: Mapping[ItemId, Entry] = field(hash=False)
    members: Mapping[tuple[str, str], Collection[ItemId]] = field(hash=False)
    """deck and section to the items in it; an item of two decks stands in a section of each"""
    refused: tuple[Entry, ...] = ()
    """left out: what they ask about is not played in the house that would ask them"""

    def sections(self) -> dict[tuple[str, str], Section]:
        """List the sections by deck and key, in order."""
        return {(deck.id, key): section for deck in self.decks for key, section in deck.sections.items()}

    def section(self, key: str) -> tuple[str, str]:
        """Find a section by its key, in the first deck that has it.

        :raises NotFound: with the nearest right key
        """
        known: dict[str, tuple[str, str]] = {}
        for deck, section in self.sections():
            known.setdefault(section, (deck, section))
        if key not in known:
            raise NotFound(
                f'There is no section "{short(key)}".{did_you_mean(key, known)} Sections: {", ".join(known)}.'
            )
        return known[key]

    def required(self, section: tuple[str, str]) -> list[tuple[str, str]]:
        """List a section with all that it requires, directly and not."""
        deck, key = section
        sections = self.sections()
        found: dict[str, None] = {}
        waiting = [key]
        while waiting:
            found[one := waiting.pop()] = None
            waiting += [r for r in sections[deck, one].requires if r not in found]
        return [(deck, one) for one in found]

    def known(self, last: Mapping[ItemId, LastAttempt]) -> set[tuple[str, str]]:
        """List the sections of which enough was right at its last attempt."""
        right = {item for item, seen in last.items() if seen.rating is not Rating.AGAIN}
        return {
            section
            for section in self.sections()
            if len(right.intersection(items := self.members.get(section, ()))) >= OPEN_SHARE * len(items)
        }

    @staticmethod
    def placed(opened: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
        """List the sections opened by the placement; ``opened`` must say how, else there are none."""
        return {section for section, how in opened.items() if how == "placement"} if isinstance(opened, dict) else set()

    def open(
        self, last: Mapping[ItemId, LastAttempt], opened: Iterable[tuple[str, str]] = ()
    ) -> frozenset[tuple[str, str]]:
        """Tell which sections are open: opened for good, or all they require is known."""
        known = self.known(last)
        # Whoever was placed in a section has shown what it teaches.
        known |= self.placed(opened)
        for_good = set(opened)
        return frozenset(
            (deck, key)
            for (deck, key), section in self.sections().items()
            if (deck, key) in for_good or all((deck, required) in known for required in section.requires)
        )

    def renames(self) -> dict[ItemId, ItemId]:
        """Map the ids that items had before to those they have, each with the house that asks it."""
        return {
            ItemId(old + entry.id.removeprefix(entry.item.id)): entry.id
            for entry in self.entries.values()
            for old in entry.item.was
        }

    def find(self, text: str) -> Entry | None:
        """Find an item of this course by its id, with or without its house; ``None`` when it is not in it."""
        word = text.strip().lower()
        return next((entry for entry in self.entries.values() if word in {entry.id, entry.item.id}), None)


def load(
    words: Iterable[str], *, data_folder: Path | None, house_option: str | None, house_setting: str | None
) -> Course:
    """Load the decks by id or file; an item in two of them is asked through the first.

    :raises NotFound: a deck or house that there is not
    :raises FileFaults: faults of a deck
    """
    files = [find.find(word, data_folder) for word in words]
    decks = loader.load_all(files, library=find.installed(data_folder))
    entries: dict[ItemId, Entry] = {}
    members: dict[tuple[str, str], list[ItemId]] = {}
    refused: list[Entry] = []
    for deck in decks:
        for item in deck.items:
            entry = entry_of(item, deck, house_option=house_option, house_setting=house_setting)
            if _is_refused(entry):
                refused.append(entry)
                continue
            entries.setdefault(entry.id, entry)
            members.setdefault(entry.section, []).append(entry.id)
    return Course(decks, entries, members, tuple(refused))


def _is_refused(entry: Entry) -> bool:
    """Tell whether the house cannot ask an item of a deck that was written for another one."""
    if entry.house in {entry.item.deck_house, entry.item.house}:
        return False
    from srs_roulette.rules.house_file import house  # noqa: PLC0415 - no other house, no look at houses

    if not _plays_less(house(entry.house), house(entry.item.deck_house)):
        return False
    try:
        entry.draw(0)
    except RulesError:
        return True
    return False


def _plays_less(here: HouseRules, own: HouseRules) -> bool:
    """Tell whether a house may lack spots or calls that another one has; drawing every item would take too long."""
    return (
        here.layout != own.layout
        or own.call_bets > here.call_bets
        or not set(own.orphelins) <= set(here.orphelins)
        or (here.finals is None and own.finals is not None)
    )


def entry_of(
    item: Item,
    deck: Deck,
    *,
    house_option: str | None = None,
    house_setting: str | None = None,
    house: str | None = None,
) -> Entry:
    """Put an item under the house that asks it; ``house`` is one that its id names."""
    sensitive = registry.family(item.family).house_sensitive
    asked_by = house or identity.house_of(
        item, house_sensitive=sensitive, option=house_option, setting=house_setting, deck_house=deck.house
    )
    return Entry(
        id=identity.full_id(item, house_id(asked_by), house_sensitive=sensitive),
        item=item,
        house=asked_by,
        deck=deck.id,
    )


def house_id(word: str) -> str:
    """Return the id of a house given by id or file.

    :raises NotFound: neither
    :raises FileFaults: the file's faults
    """
    from srs_roulette.rules.house_file import house, house_files  # noqa: PLC0415 - as above

    return word if word in house_files() else house(word).id
