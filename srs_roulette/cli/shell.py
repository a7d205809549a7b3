"""What a command gets from the world: options, folders, clock. Nothing else reads the clock or the environment."""

from __future__ import annotations

import errno
import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import WrongUse, short, short_path

if TYPE_CHECKING:
    from collections.abc import Mapping

    import typer

    from srs_roulette.rules.house import HouseRules

DEFAULT_PROFILE: Final = "learner"
FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 9000
"""Study days are counted from 1970, and due days lie up to a hundred years ahead."""
MAX_SEED: Final = 2**63 - 1
"""What a data file can hold."""

_profile: Final = re.compile(r"[\w][\w.-]{0,59}")
_seed: Final = re.compile(r"\d{1,19}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """The options of one call of the program, and the doors to the world."""

    data: str | None
    """folder given with ``--data``"""
    profile: str
    """the learner, a checked file name"""
    house: str | None
    """id or file given with ``--house``; ``None``: whatever is in force"""
    decks: tuple[str, ...]
    """ids or files given with ``--deck``; none: all"""
    language: str | None
    seed: int | None
    json: bool
    """one document on stdout and nothing else there"""
    environ: Mapping[str, str]

    def rules(self) -> HouseRules:
        """Return the rules of the house asked for, else of the shipped default.

        :raises NotFound: neither a house nor a file
        :raises FileFaults: its faults
        """
        from srs_roulette.rules.house_file import DEFAULT, house

        return house(self.house or DEFAULT)

    def data_folder(self) -> Path:
        """Return the folder of the learners' files; it need not exist."""
        given = self.data or self.environ.get("SRS_ROULETTE_HOME")
        if given:
            return self.file(given)
        from platformdirs import user_data_path

        return user_data_path("srs-roulette", appauthor=False)

    @staticmethod
    def file(given: str) -> Path:
        """Return the path that was typed, ``~`` being the home folder.

        :raises WrongUse: there is no such home, or no file can be called so
        """
        try:
            path = Path(given).expanduser()
        except RuntimeError as fault:
            raise WrongUse(f'There is no home folder for "{short_path(given)}": write the whole path.') from fault
        try:
            path.lstat()
        except ValueError as fault:
            raise WrongUse(f'No file or folder can be called "{short_path(given)}".') from fault
        except OSError as fault:
            # Every other fault is for whoever opens it: what does not exist yet may be made.
            if fault.errno == errno.ENAMETOOLONG:
                raise WrongUse(f'"{short_path(given)}" is too long for a file or a folder.') from fault
        return path

    def database(self) -> Path:
        """Return the learner's file; it need not exist."""
        return self.data_folder() / f"{self.profile}.db"

    @property
    def frozen(self) -> bool:
        """Whether the wall clock stands still."""
        return bool(self.environ.get("SRS_ROULETTE_NOW"))

    def now(self) -> datetime:
        """Return the instant, in UTC unless ``SRS_ROULETTE_NOW`` freezes it in another zone.

        :raises WrongUse: ``SRS_ROULETTE_NOW`` is no date with a time and a zone
        """
        frozen = self.environ.get("SRS_ROULETTE_NOW")
        if not frozen:
            return datetime.now(UTC)  # noqa: TID251 - the one place that reads the wall clock
        try:
            instant = datetime.fromisoformat(frozen)
            instant.astimezone(UTC)
        except (ValueError, OverflowError):
            instant = None
        if instant is None or instant.tzinfo is None or not FIRST_YEAR <= instant.year <= LAST_YEAR:
            raise WrongUse(
                f'SRS_ROULETTE_NOW="{short(frozen)}": write a time with its zone, such as 2026-03-02T10:00:00Z.'
            )
        return instant

    def monotonic(self) -> float:
        """Return seconds of a clock that only runs forward; never frozen."""
        return time.monotonic()  # noqa: TID251 - the one place that measures durations


def shell_of(ctx: typer.Context) -> Shell:
    """Return the shell of the running command."""
    shell = ctx.find_object(Shell)
    if shell is None:
        raise TypeError("The program's options were not read before its command ran.")
    return shell


def read_profile(name: str) -> str:
    """Check a learner's name, which names a file.

    :raises WrongUse: it holds anything but letters, digits, ``.``, ``_`` and ``-``
    """
    if not _profile.fullmatch(name):
        raise WrongUse(f'"{short(name)}" is no profile: up to 60 letters, digits and . _ - that begin with no . or -')
    return name


def read_seed(text: str) -> int:
    """Read a seed.

    :raises WrongUse: no whole number from 0 to ``MAX_SEED``
    """
    if not _seed.fullmatch(text) or int(text) > MAX_SEED:
        raise WrongUse(f'--seed "{short(text)}" is no whole number from 0 to {MAX_SEED}.')
    return int(text)
