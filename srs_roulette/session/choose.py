"""A setting as it is typed, checked and written as it is kept: whichever folder it is read from later."""

from __future__ import annotations

from pathlib import Path

from srs_roulette.deck import find
from srs_roulette.errors import BadSetting
from srs_roulette.rules.house_file import house_files
from srs_roulette.session.course import house_id
from srs_roulette.session.settings import read, setting


def checked(key: str, text: str, data_folder: Path) -> str | None:
    """Check what was typed for a setting and return it as it is kept; ``None``, for nothing, is its default.

    :raises NotFound: no such setting, house or deck
    :raises BadSetting: out of its range, which is named
    :raises FileFaults: faults of a house or deck
    """
    setting(key)
    value = text.strip()
    if not value:
        return None
    found = read(key, value)
    if key == "house":
        return _house(value)
    return " ".join(_deck(word, data_folder) for word in found) if isinstance(found, tuple) else value


def _house(word: str) -> str:
    """Check a house and return its id, or its file by the whole path."""
    house_id(word)
    return word if word in house_files() else str(Path(word).expanduser().resolve())


def _deck(word: str, data_folder: Path) -> str:
    """Check a deck and return its id, or its file by the whole path."""
    file = find.find(word, data_folder)
    if word in find.ids(find.installed(data_folder)):
        return word
    whole = str(Path(str(file)).resolve())
    if " " in whole:
        raise BadSetting(f'"{whole}": a blank divides decks here. Put the file into the folder decks of your data.')
    return whole
