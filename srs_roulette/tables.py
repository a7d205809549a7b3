"""TOML files as tables whose every fault is said at once, each with file, place and key.

Small and our own, for two reasons: a structuring library stops at the first fault of a table and knows no
"nearest right word"; and it would be loaded by every look-up command (tests/test_startup.py bounds that).
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from srs_roulette.errors import FileFaults, did_you_mean, short_path

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable

    Source = Path | Traversable
    """A file or folder: on the disk, or inside the zip from which the package is imported."""

MAX_BYTES = 1_000_000
"""No deck or house comes near this; a larger file is a mistake, and parsing it would hang the learner."""

_table_header = re.compile(r"^[ \t]*\[", re.MULTILINE)
_symbols = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)

MAX_BITS = 10_000
"""of a whole number"""


def symbols(text: str, keep: str = "") -> str:
    """Show control characters as symbols, so that no file's text drives a terminal; those in ``keep`` stay."""
    if text.isprintable():
        return text
    kept = {ord(character): ord(character) for character in keep}
    return text.translate(_symbols | kept)


def shipped() -> Source:
    """Return the folder of the data shipped with the program: the decks, and ``houses`` in it."""
    inside = Path(__file__).parent / "_decks"
    beside = Path(__file__).resolve().parent.parent / "decks"
    for folder in (inside, beside):
        if folder.is_dir():
            return folder
    # Only from a zip: loading this takes longer than reading a house.
    from importlib.resources import files  # noqa: PLC0415

    return files("srs_roulette") / "_decks"


class Faults:
    """Collects the faults of one file; ``stop`` raises them all."""

    def __init__(self, source: str) -> None:
        """``source`` is the file as the user knows it."""
        self.source = source
        self.lines: list[str] = []

    def add(self, place: str, sentence: str) -> None:
        """Note a fault at ``place``, such as ``items.split-table.bet``; an empty place means the file."""
        where = f"{self.source}: {place}" if place else self.source
        self.lines.append(symbols(f"{where}: {sentence}"))

    def unknown(self, place: str, key: str, known: Iterable[str]) -> None:
        """Note a key that the format does not have."""
        names = sorted(known)
        hint = did_you_mean(key, names) or f" Known: {', '.join(names)}."
        self.add(f"{place}.{key}".lstrip("."), f"unknown key.{hint}")

    def stop(self) -> None:
        """Raise everything noted so far, if anything was.

        :raises FileFaults: with one line a fault
        """
        if self.lines:
            raise FileFaults(self.lines)


def read_table(path: Source) -> dict[str, Any]:
    """Read one TOML file: UTF-8 with or without byte order mark, LF or CRLF.

    :raises FileFaults: unreadable, too large, not UTF-8 or not TOML; with the line where known
    """
    table = _parse(path, _read_text(path))
    if too_long := _too_long(table):
        raise FileFaults([f"{path}: {too_long}: is a number of thousands of digits."])
    return table


def read_head(path: Source) -> dict[str, Any]:
    """Read the keys that stand before a TOML file's first table, such as its id, without parsing the rest.

    :raises FileFaults: as ``read_table``, for what was read
    """
    text = _read_text(path)
    header = _table_header.search(text)
    if header is None:
        return _parse(path, text)
    try:
        return tomllib.loads(text[: header.start()])
    except ValueError:
        # The bracket stood in a text or list of several lines, which the cut left open; or the head is faulty.
        return _parse(path, text)


def _too_long(value: object, place: str = "") -> str:
    """Return where a whole number stands that Python would refuse to print; hexadecimal ones can be read."""
    if isinstance(value, int):
        return place if value.bit_length() > MAX_BITS else ""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = (_too_long(one, f"{place}.{key}".lstrip(".")) for key, one in inner)
    return next(filter(None, found), "")


def _read_text(path: Source) -> str:
    faults = Faults(str(path))
    try:
        if path.is_dir():
            faults.add("", "is a folder, not a TOML file.")
        elif isinstance(path, Path) and path.exists() and not path.is_file():
            # Reading a pipe or a device would wait for ever.
            faults.add("", "is no file that can be read.")
        faults.stop()
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as fault:
        unread = f"{short_path(str(path))}: cannot be read: {fault.strerror or fault}."
        raise FileFaults([unread]) from fault
    if len(raw) > MAX_BYTES:
        faults.add("", f"is larger than {MAX_BYTES:,} bytes: no deck or house is.")
        faults.stop()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw[: fault.start].count(b"\n") + 1
        faults.add("", f"line {line} is not UTF-8 text: save the file as UTF-8.")
        raise FileFaults(faults.lines) from fault


def _parse(path: Source, text: str) -> dict[str, Any]:
    faults = Faults(str(path))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        faults.add("", f"is not valid TOML: {fault}.")
        raise FileFaults(faults.lines) from fault
    except (ValueError, RecursionError) as fault:
        # Python's own bounds: a number of thousands of digits, lists in lists in lists.
        faults.add("", "is not valid TOML: a number too long, or tables or lists nested too deeply.")
        raise FileFaults(faults.lines) from fault
