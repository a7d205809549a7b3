"""The plain keys of one table of a deck file, read one by one; every fault is noted, none raised."""

from __future__ import annotations

import math
import re
from datetime import date, time
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import did_you_mean, short
from srs_roulette.tables import symbols

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from srs_roulette.tables import Faults

MAX_NAME: Final = 64
"""Characters of a deck's id or an item's key: they are typed by hand."""

LISTED: Final = 12
"""How many allowed values a fault lists before it only counts them."""

_name: Final = re.compile(r"[a-z0-9._-]+", re.ASCII)


def shown(value: object) -> str:
    """Show a value of a file in a fault, on one line and not too long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{symbols(short(value))}"'
    if isinstance(value, list | tuple):
        return "an empty list" if not value else "a list"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, date | time):
        return f"the date or time {value}"
    return short(repr(value))


def listed(words: Iterable[object]) -> str:
    """List allowed values; of a long list the first ones and how many there are."""
    texts = [str(word) for word in words]
    more = f", ... ({len(texts)} in all)" if len(texts) > LISTED else ""
    return ", ".join(texts[:LISTED]) + more


def nearest(word: object, known: Collection[str]) -> str:
    """Say the allowed words, and the nearest right one where there is one."""
    hint = did_you_mean(word, known) if isinstance(word, str) else ""
    return f"known: {listed(known)}.{hint}" if known else "there are none."


def is_name(text: str) -> bool:
    """Tell whether a text can stand in an item id."""
    return len(text) <= MAX_NAME and _name.fullmatch(text) is not None


NAME_RULE: Final = f"only a-z 0-9 . _ - can stand in an id, 1 to {MAX_NAME} characters"


class Table:
    """One table of a deck file."""

    def __init__(self, raw: Mapping[str, object], place: str, faults: Faults) -> None:
        self.raw = raw
        self.place = place
        self.faults = faults

    def fault(self, key: str, sentence: str) -> None:
        """Note a fault of a key."""
        self.faults.add(self.at(key), sentence)

    def at(self, key: str) -> str:
        """Name the place of a key."""
        return f"{self.place}.{short(key)}" if self.place else short(key)

    def unknown(self, known: Collection[str]) -> None:
        """Refuse every key that is not known."""
        for key in self.raw:
            if key not in known:
                self.faults.unknown(self.place, short(key), known)

    def text(self, key: str, default: str | None = None, keep: str = "") -> str:
        """Read a text; control characters become symbols, except those in ``keep``. Without default it must stand."""
        if key not in self.raw:
            if default is None:
                self.fault(key, "is missing: a text.")
            return default or ""
        value = self.raw[key]
        if not isinstance(value, str):
            self.fault(key, f"is {shown(value)}: a text is allowed.")
            return ""
        if default is None and not value.strip():
            self.fault(key, "is empty: a text is allowed.")
        return symbols(value, keep)

    def name(self, key: str) -> str:
        """Read a text that stands in item ids; ``""`` when it cannot."""
        before = len(self.faults.lines)
        value = self.text(key)
        if len(self.faults.lines) > before:
            return ""
        if not is_name(value):
            self.fault(key, f"is {shown(value)}: {NAME_RULE}.")
            return ""
        return value

    def word(self, key: str, known: Collection[str], what: str) -> str:
        """Read one of the known words; ``""`` when it is none of them."""
        before = len(self.faults.lines)
        value = self.text(key)
        if len(self.faults.lines) > before:
            return ""
        if value not in known:
            self.fault(key, f"there is no {what} {shown(value)}; {nearest(value, known)}")
            return ""
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """Read a list of different texts; empty where it does not stand."""
        value = self.raw.get(key, [])
        if not isinstance(value, list):
            self.fault(key, f"is {shown(value)}: a list of texts is allowed.")
            return ()
        for index, word in enumerate(value):
            if not isinstance(word, str):
                self.fault(key, f"holds {shown(word)}: a list of texts is allowed.")
            elif word in value[:index]:
                self.fault(key, f"holds {shown(word)} twice.")
        return tuple(dict.fromkeys(word for word in value if isinstance(word, str)))

    def days(self, key: str) -> int | None:
        """Read a whole number of days, at least 1."""
        value = self.raw.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            self.fault(key, f"is {shown(value)}: a whole number of days from 1 is allowed.")
            return None
        return value

    def seconds(self, key: str) -> float | None:
        """Read a number of seconds above 0."""
        value = self.raw.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
            self.fault(key, f"is {shown(value)}: a number of seconds above 0 is allowed.")
            return None
        return float(value)

    def tables(self, key: str) -> Mapping[str, Mapping[str, object]]:
        """Read a table of tables; empty where it does not stand."""
        value = self.raw.get(key, {})
        if not isinstance(value, dict):
            self.fault(key, f"is {shown(value)}: write tables such as [{key}.NAME].")
            return {}
        for name, inner in value.items():
            if not isinstance(inner, dict):
                self.fault(f"{key}.{name}", f"is {shown(inner)}: write a table [{key}.{short(name)}].")
        return {name: inner for name, inner in value.items() if isinstance(inner, dict)}
