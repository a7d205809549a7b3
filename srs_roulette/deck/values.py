"""What an item says about one parameter: ``key = v``, ``key.each = L`` or ``key.any = L`` (DECKS.md)."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from srs_roulette.deck.fields import listed, shown
from srs_roulette.errors import BadMoney, did_you_mean, short
from srs_roulette.rules.money import money_text, read_money

if TYPE_CHECKING:
    from collections.abc import Callable

    from srs_roulette.questions.types import Key, Scalar
    from srs_roulette.tables import Faults

    Value = Scalar | tuple[Scalar, ...]

MAX_VALUES: Final = 10_000
"""Values of a list, and items of a table: more is a slip of the pen."""

_range: Final = re.compile(r"\s*(-?\d{1,15})\s*\.\.\s*(-?\d{1,15})(?:\s+step\s+(\d{1,15}))?\s*", re.ASCII)
_HOW: Final = 'a list such as [1, 2] or a range such as "1..20" or "5..100 step 5"'


class Parameter(NamedTuple):
    """One parameter as a deck wrote it; ``any`` and a pin are one band, ``each`` is an item a value."""

    way: Literal["pin", "each", "any"]
    values: tuple[Value, ...]


class ParameterReader:
    """Reads what stands at one key of an item."""

    def __init__(self, key: Key, place: str, faults: Faults, minor_digits: Callable[[], int]) -> None:
        """``minor_digits`` is asked only when an amount has decimals, since it may have to read a house file."""
        self.key = key
        self.place = place
        self.faults = faults
        self.minor_digits = minor_digits

    def read(self, raw: object) -> Parameter | None:
        """Return the values, in the form the family declares; ``None`` when faults were noted."""
        before = len(self.faults.lines)
        parameter = self._ways(raw) if isinstance(raw, dict) else Parameter("pin", self._pin(raw))
        return parameter if len(self.faults.lines) == before else None

    def _ways(self, raw: dict[str, object]) -> Parameter | None:
        for word in raw:
            if word not in {"each", "any"}:
                self._fault("unknown key; write a value, .each or .any." + did_you_mean(word, ("each", "any")), word)
        if "each" in raw and "any" in raw:
            self._fault("each and any do not share a key: keep one of them.")
        if not raw:
            self._fault("is an empty table: write a value, .each or .any.")
        for word in ("each", "any"):
            if isinstance(raw.get(word), dict):
                self._fault(f"each and any do not nest: write {_HOW}.", word)
            elif word in raw:
                values = self._list(raw[word], word)
                return Parameter("each" if word == "each" else "any", values)
        return None

    def _pin(self, raw: object) -> tuple[Value, ...]:
        if self.key.is_list:
            return self._whole_list(raw, "")
        if isinstance(raw, list):
            self._fault("is a list: write .any for a band or .each for an item a value.")
        elif isinstance(raw, str) and _range.fullmatch(raw) and not self._among(raw):
            self._fault(f"is the range {shown(raw)}: write .any for a band or .each for an item a value.")
        else:
            return self._scalar(raw, "")
        return ()

    def _list(self, raw: object, word: str) -> tuple[Value, ...]:
        """Read L; a value that stands twice is refused, since it would make one id twice or weigh the draw."""
        if isinstance(raw, str):
            raw = [raw]
            if self.key.is_list or not _range.fullmatch(raw[0]):
                self._fault(f"is the text {shown(raw[0])}: write {self._how()}.", word)
                return ()
        if not isinstance(raw, list) or not raw:
            self._fault(f"is {shown(raw)}: write {self._how()}.", word)
            return ()
        values: list[Value] = []
        for entry in raw:
            values += self._whole_list(entry, word) if self.key.is_list else self._entry(entry, word)
        if len(values) > MAX_VALUES:
            self._fault(f"has {len(values):,} values: at most {MAX_VALUES:,}.", word)
            return ()
        for value, count in Counter(values).items():
            if count > 1:
                self._fault(f"holds {_plain(value)} twice.", word)
        return tuple(values)

    def _whole_list(self, raw: object, word: str) -> tuple[Value, ...]:
        """Read one value that is itself a list; ranges may stand in it."""
        if not isinstance(raw, list):
            what = "a list of lists is wanted" if word else "a list is wanted"
            self._fault(f"{'holds' if word else 'is'} {shown(raw)}: {what}, each entry {self._allowed()}.", word)
            return ()
        if not raw:
            self._fault(f"{'holds' if word else 'is'} an empty list: each entry {self._allowed()}.", word)
            return ()
        return (tuple(value for entry in raw for value in self._entry(entry, word)),)

    def _entry(self, raw: object, word: str) -> tuple[Scalar, ...]:
        """Read an entry of a list: a value or a range."""
        if isinstance(raw, str) and not self._among(raw):
            ends = _range.fullmatch(raw)
            if ends:
                return self._span(ends, word)
            if ".." in raw:
                self._fault(f'{shown(raw)} is no range: write "1..20" or "5..100 step 5".', word)
                return ()
        if isinstance(raw, dict):
            self._fault("each and any do not nest.", word)
            return ()
        return self._scalar(raw, word)

    def _span(self, ends: re.Match[str], word: str) -> tuple[Scalar, ...]:
        """Read a range; its first value that is not allowed stands for all."""
        low, high, step = int(ends[1]), int(ends[2]), int(ends[3] or 1)
        if step < 1:
            self._fault(f"the range {shown(ends[0])} has step 0: at least 1.", word)
        elif low > high:
            self._fault(f'the range {shown(ends[0])} is reversed: write "{high}..{low}".', word)
        elif (high - low) // step >= MAX_VALUES:
            self._fault(f"the range {shown(ends[0])} has more than {MAX_VALUES:,} values.", word)
        else:
            values: list[Scalar] = []
            for number in range(low, high + 1, step):
                found = self._scalar(number, word)
                if not found:
                    break
                values += found
            return tuple(values)
        return ()

    def _scalar(self, raw: object, word: str) -> tuple[Scalar, ...]:
        """Read one value; a tuple of it, or of nothing when a fault was noted."""
        if isinstance(raw, bool) or not isinstance(raw, int | str):
            self._fault(f"is {shown(raw)}: {self._allowed()} is allowed.", word)
            return ()
        if self.key.money:
            return self._money(raw, word)
        if self.key.values is None:
            if isinstance(raw, int) and self.key.low <= raw <= self.key.high:
                return (raw,)
        elif self._among(raw):
            return (raw,)
        elif isinstance(raw, int) and str(raw) in self.key.values:
            # Pockets are texts, because of 00; a deck may write those of one number as numbers.
            return (str(raw),)
        self._fault(f"is {shown(raw)}: {self._allowed()} is allowed.{self._hint(raw)}", word)
        return ()

    def _money(self, raw: int | str, word: str) -> tuple[Scalar, ...]:
        text = str(raw) if isinstance(raw, str) or abs(raw) < 10**30 else "9" * 31
        try:
            money = read_money(text, self.minor_digits() if "." in text else 0, self.key.name)
        except BadMoney as fault:
            self._fault(str(fault), word)
            return ()
        return (money_text(money),)

    def _among(self, raw: object) -> bool:
        return self.key.values is not None and raw in self.key.values

    def _hint(self, raw: int | str) -> str:
        words = [value for value in self.key.values or () if isinstance(value, str)]
        return did_you_mean(raw, words) if isinstance(raw, str) else ""

    def _allowed(self) -> str:
        if self.key.money:
            return "an amount such as 25 or 2.50"
        if self.key.values is not None:
            return f"one of {listed(self.key.values)}"
        return f"a whole number from {self.key.low} to {self.key.high}"

    def _how(self) -> str:
        return f"a list of lists, each entry {self._allowed()}" if self.key.is_list else f"{_HOW}, {self._allowed()}"

    def _fault(self, sentence: str, word: str = "") -> None:
        self.faults.add(f"{self.place}.{short(word)}" if word else self.place, sentence)


def id_part(value: Value) -> str:
    """Write a value as it stands in an item id; a value that is a list has its entries joined by ``-``."""
    texts = value if isinstance(value, tuple) else (value,)
    return "-".join(str(text).replace("/", "-") for text in texts)


def _plain(value: Value) -> str:
    return ", ".join(str(text) for text in value) if isinstance(value, tuple) else str(value)
