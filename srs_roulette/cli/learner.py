"""What the commands about a learner share: opening the file, finding items."""

from __future__ import annotations

from contextlib import contextmanager
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from srs_roulette.cli import output
from srs_roulette.errors import NotFound, WrongUse, did_you_mean, short_path
from srs_roulette.scheduling.days import from_iso, iso
from srs_roulette.scheduling.types import ItemId
from srs_roulette.session.open import Desk, Wishes, sit_down

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from srs_roulette.cli.shell import Shell
    from srs_roulette.scheduling.types import StudyDay
    from srs_roulette.session.course import Course, Entry

SEEDS = 2**31
CLOCK_LINE = "Your clock stands before your newest answer: check it."


@contextmanager
def desk(shell: Shell, *, writing: bool = False, quiet: bool = False) -> Iterator[Desk]:
    """Open the learner's file and, unless ``quiet``, say what is worth a line. Leaving it backs up the day.

    :raises StoreError: it cannot be used
    """
    wishes = Wishes(
        database=shell.database(),
        data_folder=shell.data_folder(),
        decks=shell.decks,
        house=shell.house,
        environ=shell.environ,
    )
    with sit_down(wishes, shell.now(), writing=writing) as opened:
        for notice in () if quiet else opened.notices:
            output.complain(notice)
        try:
            yield opened
        finally:
            if failed := opened.back_up_the_day():
                output.complain(failed)


def has_history(shell: Shell) -> bool:
    """Tell whether there is a learner's file: what withdraws or marks an answer makes none.

    :raises StoreError: there is one, and it cannot be used
    """
    from srs_roulette.store.database import holds_data

    return holds_data(shell.database())


def day_option(name: str, text: str | None) -> StudyDay | None:
    """Read a day that was given on the command line as an ISO date.

    :raises WrongUse: it is none
    """
    try:
        return None if text is None else from_iso(text)
    except ValueError as fault:
        raise WrongUse(f"{name}: {fault}") from fault


def language(shell: Shell, opened: Desk) -> str:
    """Return the language in force: the option, else the setting."""
    return shell.language or opened.settings.lang


def rng(shell: Shell) -> Random:
    """Return where the seeds of draws come from: ``--seed``, else true chance."""
    return SystemRandom() if shell.seed is None else Random(shell.seed)


def seed(shell: Shell) -> int:
    """Return the seed of one draw: ``--seed`` itself, else true chance."""
    return SystemRandom().randrange(SEEDS) if shell.seed is None else shell.seed


def find_entry(shell: Shell, text: str) -> Entry:
    """Find an item by its id, in the decks in use first, then in any installed deck; and the house that asks it.

    :raises NotFound: no such item, deck or house, with the nearest right word
    """
    from srs_roulette.deck import find, identity, loader
    from srs_roulette.rules.house_file import house_files
    from srs_roulette.session.course import entry_of

    with desk(shell, quiet=True) as opened:
        setting = opened.settings.house
        if found := opened.course().find(text):
            return found
    folder = shell.data_folder()
    word = shell.decks[0] if shell.decks else identity.parse(text)[0].partition("/")[0]
    deck = loader.load(find.find(word, folder), library=find.installed(folder))
    item, house = identity.resolve(
        text, deck.items, option=shell.house, setting=setting, deck_house=deck.house, houses=house_files()
    )
    return entry_of(item, deck, house=house)


def find_item(shell: Shell, opened: Desk, course: Course, text: str) -> ItemId:
    """Find the id under which an item's history is kept: in the decks in use, in another, or in the history alone.

    :raises NotFound: no such item, with the nearest
    """
    if found := course.find(text):
        return found.id
    item = ItemId(text.strip().lower())
    if opened.store and opened.store.attempts(item, include_undone=True, limit=1):
        return item
    try:
        return find_entry(shell, text).id
    except NotFound as fault:
        kept = [one for one, _, _ in opened.store.histories()] if opened.store else []
        near = did_you_mean(item, [*course.entries, *kept])
        if near and item.partition("/")[0] not in {deck.id for deck in course.decks}:
            raise NotFound(f'There is no item "{short_path(item)}".{near}') from fault
        raise


def paused_line(until: StudyDay) -> str:
    """Say that the learner rests, and how to end it."""
    return f'Paused until {iso(until)}: nothing is due. To go on now: srs-roulette settings set pause_until ""'


def refused_line(entries: Collection[Entry]) -> str:
    """Say that the house in force does not play what some items ask; empty when there are none."""
    if not entries:
        return ""
    houses = ", ".join(dict.fromkeys(entry.house for entry in entries))
    return f"Items left out: {len(entries)}. What they ask about is not played in the house {houses}."
