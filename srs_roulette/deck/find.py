"""Where decks are: shipped with the program, in the learner's data folder, or in any file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from srs_roulette.errors import FileFaults, NotFound, did_you_mean, short_path
from srs_roulette.tables import read_head, shipped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from srs_roulette.tables import Source


def decks_folder() -> Source:
    """Return the folder of the shipped decks; it may lie in a zip."""
    return shipped()


def installed(data_folder: Path | None = None) -> list[Source]:
    """List the deck files: those shipped, then those in ``decks`` of the learner's data folder, each by name."""
    found = _toml_files(decks_folder())
    if data_folder is not None:
        found += _toml_files(data_folder / "decks")
    return found


def ids(files: Iterable[Source]) -> dict[str, list[Source]]:
    """Return the files of each deck id; the id stands in the file, whose name says nothing.

    A file that cannot be read, or says no id, is left out: it may not keep a learner from another deck.
    """
    return identify(files)[0]


def identify(files: Iterable[Source]) -> tuple[dict[str, list[Source]], list[str]]:
    """Return the files of each deck id as ``ids`` does, and the faults of those left out as unreadable."""
    found: dict[str, list[Source]] = {}
    faults: list[str] = []
    for file in files:
        try:
            name = read_head(file).get("id")
        except FileFaults as fault:
            faults += fault.faults
            continue
        if isinstance(name, str):
            found.setdefault(name, []).append(file)
    return found, faults


def find(word: str, data_folder: Path | None = None) -> Source:
    """Return the file of an installed deck by its id, or any file by its path.

    :raises NotFound: neither; with the nearest installed id
    :raises FileFaults: two installed decks have that id; or none, and an installed file cannot be read
    """
    known, faults = identify(installed(data_folder))
    files = known.get(word, [])
    if len(files) > 1:
        raise FileFaults(
            [f'{file}: id: "{word}" is the id of {files[0]} as well: one id, one deck.' for file in files[1:]]
        )
    if files:
        return files[0]
    path = Path(word).expanduser()
    if _exists(path):
        return path
    missing = f'There is no deck "{short_path(word)}".{did_you_mean(word, known)} See: srs-roulette decks list'
    if faults:
        raise FileFaults([missing, *faults])
    raise NotFound(missing)


def _toml_files(folder: Source) -> list[Source]:
    """List the deck files of a folder; hidden ones are other programs' (macOS leaves ``._name.toml``)."""
    if not folder.is_dir():
        return []
    files = [
        file
        for file in folder.iterdir()
        if file.name.endswith(".toml") and not file.name.startswith(".") and not file.is_dir()
    ]
    return sorted(files, key=lambda file: file.name)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long for the disk, or with a NUL in it
        return False
