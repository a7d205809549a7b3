"""Deck files to decks, with all that they borrow from each other. Every fault of every file in one run."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from srs_roulette.deck import draft as drafts
from srs_roulette.deck import find
from srs_roulette.deck.borrow import borrowed
from srs_roulette.deck.fields import nearest, shown
from srs_roulette.deck.known import known
from srs_roulette.deck.types import Deck
from srs_roulette.errors import FileFaults

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from srs_roulette.deck.draft import Draft
    from srs_roulette.deck.known import FamilyOf, Houses, Known
    from srs_roulette.deck.types import Section
    from srs_roulette.scheduling.types import ItemId
    from srs_roulette.tables import Faults, Source


def load(
    path: Source,
    *,
    library: Iterable[Source] | None = None,
    family: FamilyOf | None = None,
    family_names: Collection[str] | None = None,
    houses: Houses | None = None,
) -> Deck:
    """Load one deck. Parameters as for ``load_all``.

    :raises FileFaults: every fault of it and of the decks it borrows from
    """
    return load_all((path,), library=library, family=family, family_names=family_names, houses=houses)[0]


def load_all(
    paths: Iterable[Source],
    *,
    library: Iterable[Source] | None = None,
    family: FamilyOf | None = None,
    family_names: Collection[str] | None = None,
    houses: Houses | None = None,
) -> tuple[Deck, ...]:
    """Load decks, in the order given; a path given twice counts once.

    :param library: files from which they may borrow besides each other; the shipped decks unless given. Only
        those borrowed from are read.
    :param family: families by name; those of the program unless given, as are their names and the houses
    :raises FileFaults: every fault of every file, one line each
    """
    loading = _Loading(known(family, family_names, houses))
    asked = [loading.read(path) for path in dict.fromkeys(paths)]
    loading.fetch(library)
    loading.refuse_one_id_in_two_files()
    loading.refuse_disputed_history()
    decks = [loading.finish(draft) for draft in asked if draft]
    loading.stop()
    return tuple(decks)


class _Loading:
    """The files of one run by deck id, and what is wrong with them."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.drafts: list[Draft] = []
        self.by_id: dict[str, Draft] = {}
        self.unreadable: list[str] = []

    def read(self, path: Source) -> Draft | None:
        try:
            draft = drafts.read(path, self.known)
        except FileFaults as fault:
            self.unreadable += fault.faults
            return None
        self.drafts.append(draft)
        if draft.id:
            self.by_id.setdefault(draft.id, draft)
        return draft

    def refuse_one_id_in_two_files(self) -> None:
        for draft in self.drafts:
            first = self.by_id.get(draft.id, draft)
            if first is draft:
                continue
            draft.faults.add("id", f'"{draft.id}" is the id of {first.path} as well: one id, one deck.')
            for key in draft.keys:
                if key in first.keys:
                    draft.faults.add(f"items.{key}", f"stands in {first.path}: items.{key} as well.")

    def fetch(self, library: Iterable[Source] | None) -> None:
        """Read the decks borrowed from that were not asked for."""
        wanted = {use.deck for draft in self.drafts for use in draft.uses} - set(self.by_id)
        if not wanted:
            return
        ids, unreadable = find.identify(find.installed() if library is None else library)
        if wanted - set(ids):
            self.unreadable += unreadable
        for word in sorted(wanted):
            for path in ids.get(word, ()):
                self.read(path)
        there = sorted({*ids, *self.by_id})
        for draft in self.drafts:
            for use in draft.uses:
                if use.deck not in there:
                    hint = nearest(use.deck, there)
                    draft.faults.add(f"{use.place}.deck", f"there is no deck {shown(use.deck)}; {hint}")

    def refuse_disputed_history(self) -> None:
        """Refuse an old id that is a living item's, or that two items say they had."""
        living = {item.id: draft for draft in self.by_id.values() for item in draft.items}
        claimed: dict[ItemId, ItemId] = {}
        for draft in self.by_id.values():
            for item in draft.items:
                for old in item.was:
                    other = claimed.setdefault(old, item.id)
                    if old in living:
                        _disputed(draft, item.key, f"{old} is an item of {living[old].path}")
                    elif other != item.id:
                        _disputed(draft, item.key, f"{other} was {old} as well")

    def finish(self, draft: Draft) -> Deck:
        """Add what the deck borrows, and check what its sections require."""
        sections, items = borrowed(draft, self.by_id)
        _check_requires(draft, sections)
        return Deck(
            id=draft.id,
            title=draft.title,
            house=draft.house,
            about=draft.about,
            sections=sections,
            items=(*draft.items, *items),
            path=draft.path,
        )

    def stop(self) -> None:
        faults = [*self.unreadable, *(line for draft in self.drafts for line in draft.faults.lines)]
        if faults:
            raise FileFaults(dict.fromkeys(faults))


def _disputed(draft: Draft, key: str, why: str) -> None:
    draft.faults.add(f"items.{key}.was", f"{why}: a history follows one item.")


def _check_requires(draft: Draft, sections: Mapping[str, Section]) -> None:
    for key, section in draft.sections.items():
        for word in section.requires:
            if word not in sections:
                draft.faults.add(
                    f"sections.{key}.requires", f"there is no section {shown(word)}; {nearest(word, sections)}"
                )
    _refuse_cycles({key: {*section.requires} & {*sections} for key, section in sections.items()}, draft.faults)


def _refuse_cycles(requires: dict[str, set[str]], faults: Faults) -> None:
    """Note every circle; each found is cut open to find the next."""
    while True:
        try:
            TopologicalSorter(requires).prepare()
        except CycleError as fault:
            # graphlib lists a node after those that it requires, and the first again at the end.
            circle = fault.args[1][::-1]
            faults.add(f"sections.{circle[0]}.requires", f"goes in a circle: {' -> '.join(circle)}.")
            requires[circle[0]].discard(circle[1])
        else:
            return
