"""A text that a command writes into a file of the learner's choice, or to stdout."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import NotSaved
from srs_roulette.store.backup import name, part_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TextIO

STDOUT: Final = "-"
"""What is typed in place of a file; a file of that name is ``./-``."""


@contextmanager
def new_file(target: Path, *, encoding: str = "utf-8", replacing: bool = False) -> Iterator[TextIO]:
    """Open a file that must not be there yet. It gets its name when it is whole; after a fault there is none.

    :param replacing: it may be there, and is kept after a fault
    :raises NotSaved: it exists, or cannot be written
    """
    # Before the work; what comes to be there meanwhile is not replaced either.
    if os.path.lexists(target) and not (replacing and target.is_file()):
        raise _exists(target)
    if target.parent.exists() and not target.parent.is_dir():
        raise NotSaved(f"{target.parent} is no folder; nothing was exported. Choose another name.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with part_of(target) as part:
            with part.open("w", encoding=encoding, newline="") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if replacing:
                part.replace(target)
                return
            try:
                name(part, target)
            except FileExistsError as error:
                raise _exists(target) from error
    except OSError as error:
        raise NotSaved(f"{target} cannot be written ({error.strerror}); nothing was exported.") from error


def _exists(target: Path) -> NotSaved:
    return NotSaved(f"{target} already exists; nothing was exported. Choose another name.")


@contextmanager
def stdout(*, encoding: str = "utf-8") -> Iterator[TextIO]:
    """Open stdout for a text that goes on into a file: encoded so in every locale, line breaks as they are given."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        yield sys.stdout or io.StringIO()
        return
    sys.stdout.flush()
    file = io.TextIOWrapper(buffer, encoding=encoding, newline="")
    try:
        yield file
        file.flush()
    finally:
        # Or it would close stdout; what it still holds after a fault goes nowhere.
        file.detach()
