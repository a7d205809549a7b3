"""What the commands about a learner share: opening the file, finding items."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import TYPE_CHECKING

from srs_roulette.cli import output
from srs_roulette.session.open import Desk, Wishes, sit_down

if TYPE_CHECKING:
    from srs_roulette.cli.shell import Shell
    from srs_roulette.session.course import Entry

SEEDS = 2**31


def desk(shell: Shell, *, writing: bool = False, quiet: bool = False) -> Desk:
    """Open the learner's file and, unless ``quiet``, say what is worth a line.

    :raises StoreError: it cannot be used
    """
    wishes = Wishes(
        database=shell.database(),
        data_folder=shell.data_folder(),
        decks=shell.decks,
        house=shell.house,
        environ=shell.environ,
    )
    opened = sit_down(wishes, shell.now(), writing=writing)
    for notice in () if quiet else opened.notices:
        output.complain(notice)
    return opened


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
