"""Every error this program raises on purpose.

::

    SrsRouletteError            a fault said in one line; exit code 1
    ├── WrongUse                the command line itself was wrong; exit code 2
    ├── RulesError              roulette does not allow it
    │   ├── NoSuchPocket        "37", "-1"
    │   ├── NoSuchBet           "3-4" does not touch, "splt" is no word
    │   ├── BadMoney            a stake, value or amount that is no exact positive decimal
    │   ├── CallRefused         the house does not take the call, or not for that amount
    │   └── RuleRefused         the house has no such zero rule, level or move
    ├── FileFaults              one or more faults of a deck or house file, each with file and key
    ├── NotFound                an unknown house, deck, section, item, family, lesson, attempt
    ├── BadPackage              no package of Anki, or one that cannot be read
    ├── NothingToUndo           no live attempt to withdraw
    ├── BadSetting              a setting outside its range; the old value is kept
    ├── NeedsExtra              a package that is not installed, with the command that installs it
    ├── TooFew                  fewer reviews than there must be to learn from
    └── StoreError              the data file
        ├── NotOurs             it is no database, or another program's
        ├── TooNew              a newer version of this program wrote it
        ├── Damaged             SQLite says it is malformed
        └── NotSaved            locked, read-only or full: nothing of this step was written

What a learner does wrong is never an exception.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable


SHORT: Final = 40
"""Characters of a typed word that an error repeats."""


class SrsRouletteError(Exception):
    """A fault that the user reads as one line saying what to do."""

    exit_code = 1


class WrongUse(SrsRouletteError):
    """The command was used wrongly."""

    exit_code = 2


class RulesError(SrsRouletteError):
    """Roulette, or this house, does not allow it."""


class NoSuchPocket(RulesError):
    """No wheel has that pocket."""


class NoSuchBet(RulesError):
    """The layout has no such spot, or the text names no bet."""


class BadMoney(RulesError):
    """Not an exact positive amount of the house's money."""


class CallRefused(RulesError):
    """The house does not take the call, or not for that amount."""


class RuleRefused(RulesError):
    """The house has no such zero rule, prison level or move."""


class FileFaults(SrsRouletteError):
    """All faults found in one run over deck or house files, one line each."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


class NotFound(SrsRouletteError):
    """Nothing of that name; the message holds the nearest right one."""


class BadPackage(SrsRouletteError):
    """No package of Anki, or one that cannot be read; nothing was imported."""


class NothingToUndo(SrsRouletteError):
    """There is no live attempt to withdraw."""


class BadSetting(SrsRouletteError):
    """A setting outside its range; the old value is kept."""


class NeedsExtra(SrsRouletteError):
    """A package is missing that only some need; the message holds the command that installs it."""

    def __init__(self, what: str, extra: str) -> None:
        """Name what needs the packages of an extra, and the Python that runs: learners have several."""
        python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
        super().__init__(f'{what} Install once: {python} -m pip install "srs-roulette[{extra}]"')


class TooFew(SrsRouletteError):
    """There are fewer reviews than there must be to learn from."""


class StoreError(SrsRouletteError):
    """The data file cannot be used as asked."""


class NotOurs(StoreError):
    """The file is no database, or another program's; it was not touched."""


class TooNew(StoreError):
    """A newer version of this program wrote the file; it was not touched."""


class Damaged(StoreError):
    """SQLite says the file is malformed."""


class NotSaved(StoreError):
    """Locked, read-only or full: nothing of this step was written."""


def short(text: str) -> str:
    """Return what was typed as an error repeats it: its beginning, so that a line stays a line."""
    return text if len(text) <= SHORT else f"{text[:SHORT]}..."


def short_path(text: str) -> str:
    """Return a typed path or id as an error repeats it: its beginning and its end, which says which file it is."""
    return text if len(text) <= 3 * SHORT else f"{text[:SHORT]}...{text[-SHORT:]}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``' Did you mean "split"?'`` for the nearest of ``known``, or ``""`` when none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a fault needs it

    by_fold = {k.casefold(): k for k in known}
    near = get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.6)
    return f' Did you mean "{by_fold[near[0]]}"?' if near else ""
