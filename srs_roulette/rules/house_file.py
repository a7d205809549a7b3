"""House files: TOML to :class:`HouseRules`, with every fault said at once (DECKS.md, section House)."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.errors import BadMoney, FileFaults, NoSuchPocket, NotFound, did_you_mean, short, short_path
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.house import Finals, HouseRules
from srs_roulette.rules.layouts import Layout
from srs_roulette.rules.limits import Limits
from srs_roulette.rules.money import MAX_MINOR_DIGITS, Money, read_money
from srs_roulette.rules.pockets import Pocket, in_order
from srs_roulette.rules.wheels import DOUBLE_ZERO, WHEELS
from srs_roulette.rules.zero_rules import MAX_LEVELS, ZeroRule, ZeroTerms, smallest
from srs_roulette.tables import Faults, read_table, shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.resources.abc import Traversable

    Table = dict[str, Any]
    Check = Callable[["_Reader", str, Any], None]

DEFAULT: Final = "european"

ZERO_RULES: Final = {
    "none": ZeroRule.NONE,
    "half": ZeroRule.HALF,
    "la_partage": ZeroRule.HALF,
    "half_collected": ZeroRule.HALF,
    "surrender": ZeroRule.HALF,
    "prison": ZeroRule.PRISON,
}

_BOXES: Final = ("dozen1", "dozen2", "dozen3", "column1", "column2", "column3")
_OUTSIDE: Final = ("even", "dozen", "column", *_BOXES, "red", "black", "odd", "low", "high")
_INSIDE: Final = ("six_line", "corner", "street", "split", "straight")
_LIMIT_KINDS: Final = ("split", "street", "corner", "five", "six_line", "dozen", "column", "even")
_factor: Final = re.compile(r"(\d{1,6})(?:/([1-9]\d{0,5}))?x", re.ASCII)
_id: Final = re.compile(r"[a-z0-9][a-z0-9._-]*", re.ASCII)


def _text(reader: _Reader, key: str, value: object) -> None:
    if not isinstance(value, str):
        reader.expected(key, "a text", value)


def _flag(reader: _Reader, key: str, value: object) -> None:
    if not isinstance(value, bool):
        reader.expected(key, "true or false", value)


def _whole(low: int, high: int) -> Check:
    def check(reader: _Reader, key: str, value: object) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            reader.expected(key, f"a whole number from {low} to {high}", value)

    return check


def _word(*words: str) -> Check:
    def check(reader: _Reader, key: str, value: object) -> None:
        if value not in words:
            hint = did_you_mean(value, words) if isinstance(value, str) else ""
            reader.expected(key, f"one of {', '.join(words)}", value, hint)

    return check


def _list(each: Check, *, empty: bool = False) -> Check:
    def check(reader: _Reader, key: str, value: object) -> None:
        if not isinstance(value, list) or not (value or empty):
            reader.expected(key, "a list" if empty else "a list that is not empty", value)
            return
        for entry in value:
            each(reader, key, entry)
        if len({str(entry) for entry in value}) != len(value):
            reader.expected(key, "a list without repeats", value)

    return check


def _money(reader: _Reader, key: str, value: object) -> None:
    digits = reader.table.get("minor_digits", 2)
    known = digits if type(digits) is int and 0 <= digits <= MAX_MINOR_DIGITS else MAX_MINOR_DIGITS
    hint = ""
    try:
        if type(value) in (int, str):
            read_money(str(value), known, "amount")
            return
    except BadMoney as fault:
        hint = f" {fault}"
    reader.expected(key, "an amount such as 100 or 2.50", value, hint)


def _spot(reader: _Reader, key: str, value: object) -> None:
    names = value.split("-") if isinstance(value, str) else []
    size = 2 if key == "zero_splits" else 3
    try:
        pockets = {Pocket(name) for name in names}
    except NoSuchPocket as fault:
        reader.expected(key, "a spot such as 0-1", value, f" {fault}")
        return
    wheel = WHEELS.get(str(reader.table.get("wheel")))
    if len(pockets) != size or len(names) != size or not any(p.is_zero for p in pockets):
        reader.expected(key, f"{size} different numbers with a zero among them", value)
    elif wheel and not pockets <= set(wheel.ring):
        reader.expected(key, f"pockets of the {wheel.label} wheel", value)


def _finals(reader: _Reader, key: str, value: object) -> None:
    if not isinstance(value, dict) or set(value) != {"zero", "cheval"}:
        reader.expected(key, "a table with zero and cheval", value)
        return
    _flag(reader, f"{key}.zero", value["zero"])
    _word("splits", "all_endings")(reader, f"{key}.cheval", value["cheval"])


def _limits(reader: _Reader, key: str, value: object) -> None:
    if not isinstance(value, dict):
        reader.expected(key, "a table of limits", value)
        return
    known = ("straight", *_LIMIT_KINDS, "minimum_inside", "minimum_outside")
    for name in value:
        if name not in known:
            reader.faults.unknown(key, name, known)
    for name in known:
        place = f"{key}.{name}"
        if name not in value:
            reader.faults.add(place, "is missing.")
        elif name in _LIMIT_KINDS and isinstance(value[name], str) and value[name].endswith("x"):
            if not _factor.fullmatch(value[name]) or value[name].startswith("0"):
                reader.expected(place, "an exact factor such as 2x or 10/3x", value[name])
        else:
            _money(reader, place, value[name])


KEYS: Final[Mapping[str, Check]] = {
    "id": _text,
    "name": _text,
    "sources": _list(_text),
    "wheel": _word(*WHEELS),
    "zero_rule": _word(*ZERO_RULES),
    "zero_name": _text,
    "sharing": _word("never", "on_request", "always"),
    "sharing_needs_even_multiple": _flag,
    "prison_levels": _whole(0, MAX_LEVELS),
    "move_prisoner": _flag,
    "half": _word("exact", "house", "player", "prison"),
    "second_zero": _word("next_level", "locked", "half", "freed"),
    "trios": _list(_spot, empty=True),
    "zero_splits": _list(_spot),
    "first_four": _flag,
    "neighbours": _list(_whole(1, 18)),
    "orphelins": _list(_word("split", "straight")),
    "finals": _finals,
    "complete": _word("full", "flat", "plein_cheval_carre"),
    "call_bets": _flag,
    "chip_step": _money,
    "minor_digits": _whole(0, MAX_MINOR_DIGITS),
    "pay_order_outside": _list(_word(*_OUTSIDE), empty=True),
    "pay_order_inside": _list(_word(*_INSIDE), empty=True),
    "far_first": _flag,
    "announce": _list(_word("number", "colour", "parity", "half", "dozen", "column")),
    "marker": _word("dolly", "figure", "rake"),
    "mark_first": _flag,
    "minimum_turns": _whole(1, 20),
    "column_names": _word("first", "last"),
    "odds_notation": _word("to", "for", "times"),
    "cash_chips": _word("allowed", "discouraged", "no"),
    "under_minimum": _text,
    "stack": _whole(2, 100),
    "colour_set": _whole(2, 1000),
    "leftover_value": _text,
    "denominations": _list(_money),
    "limits": _limits,
}
"""Every key of a house file and how it is checked; ``finals`` alone may be absent from a resolved house."""


class _Reader:
    def __init__(self, table: Table, source: str) -> None:
        self.table = table
        self.faults = Faults(source)

    def expected(self, key: str, allowed: str, value: object, hint: str = "") -> None:
        self.faults.add(key, f"must be {allowed}, not {_shown(value)}.{hint}")

    def check(self) -> None:
        for key in self.table:
            if key not in KEYS:
                self.faults.unknown("", key, KEYS)
        for key, check in KEYS.items():
            if key in self.table:
                check(self, key, self.table[key])
            elif key != "finals":
                self.faults.add(key, "is missing.")
        self.faults.stop()
        self._together()
        self.faults.stop()

    def _together(self) -> None:
        """Check what two keys must agree on, once each is right by itself."""
        table = self.table
        if not _id.fullmatch(table["id"]):
            self.expected("id", "made of a-z 0-9 . _ -", table["id"])
        if table["zero_rule"] == "prison" and table["prison_levels"] == 0:
            self.faults.add("prison_levels", "must be at least 1 where zero_rule is prison.")
        if table["first_four"] and table["wheel"] == DOUBLE_ZERO.name:
            self.faults.add("first_four", "must be false on the double-zero layout: two zeros leave no room for it.")
        if table["colour_set"] % table["stack"]:
            self.faults.add("colour_set", f"must be whole stacks of {table['stack']}.")
        for key in ("trios", "zero_splits"):
            if len({_pockets(spot) for spot in table[key]}) != len(table[key]):
                self.expected(key, "a list without repeats", table[key])
        self._room(table["limits"])

    def _room(self, limits: Table) -> None:
        """Every limit leaves room for its minimum: "2" where "2x" was meant does not."""

        def money(value: object) -> Money:
            return read_money(str(value), MAX_MINOR_DIGITS, "amount")

        straight = money(limits["straight"])
        for kind in ("straight", *_LIMIT_KINDS):
            minimum = "minimum_outside" if kind in ("dozen", "column", "even") else "minimum_inside"
            highest = _highest(limits[kind], money)
            cap = highest * straight if isinstance(highest, Fraction) else highest
            if cap < money(limits[minimum]):
                self.expected(f"limits.{kind}", f"at least the {minimum} of {limits[minimum]}", limits[kind])


def build(table: Table, source: str) -> HouseRules:
    """Turn a resolved table into a house.

    :raises FileFaults: every fault of it, one line each
    """
    _Reader(table, source).check()
    digits = table["minor_digits"]

    def money(value: object) -> Money:
        return read_money(str(value), digits, "amount")

    wheel = WHEELS[table["wheel"]]
    limits = table["limits"]
    highest = {Kind(name): _highest(limits[name], money) for name in _LIMIT_KINDS}
    finals = table.get("finals")
    layout = Layout(
        wheel=wheel,
        zero_splits=tuple(_pockets(spot) for spot in table["zero_splits"]),
        trios=tuple(_pockets(spot) for spot in table["trios"]),
        first_four=table["first_four"],
    )
    zero = ZeroTerms(
        rule=ZERO_RULES[table["zero_rule"]],
        name=table["zero_name"],
        sharing=table["sharing"],
        sharing_needs_even_multiple=table["sharing_needs_even_multiple"],
        levels=table["prison_levels"],
        move=table["move_prisoner"],
        half=table["half"],
        second_zero=table["second_zero"],
        minor=smallest(digits),
        minimum=money(limits["minimum_outside"]),
    )
    lists = ("sources", "neighbours", "orphelins", "pay_order_outside", "pay_order_inside", "announce")
    taken_over: Table = {key: tuple(table[key]) for key in lists} | {
        key: table[key]
        for key in (
            *("id", "name", "complete", "call_bets", "minor_digits", "far_first", "marker", "mark_first", "stack"),
            *("minimum_turns", "column_names", "odds_notation", "cash_chips", "under_minimum", "colour_set"),
            "leftover_value",
        )
    }
    return HouseRules(
        **taken_over,
        wheel=wheel,
        layout=layout,
        zero=zero,
        finals=Finals(**finals) if finals else None,
        chip_step=money(table["chip_step"]),
        denominations=tuple(sorted(money(value) for value in table["denominations"])),
        limits=Limits(
            straight=money(limits["straight"]),
            highest=highest,
            minimum_inside=money(limits["minimum_inside"]),
            minimum_outside=money(limits["minimum_outside"]),
            minor=smallest(digits),
        ),
        values=table,
    )


def read_file(path: Traversable | Path) -> Table:
    """Read a house file and put it over the house it extends; not yet checked.

    :raises FileFaults: unreadable, or ``extends`` names no house
    """
    table = read_table(path)
    parent = table.pop("extends", None)
    if parent is None:
        return table
    shown = str(path)
    if not isinstance(parent, str) or parent not in house_files():
        hint = did_you_mean(str(parent), house_files())
        raise FileFaults([f"{shown}: extends: must name a shipped house, not {_shown(parent)}.{hint}"])
    base = read_file(house_files()[parent])
    limits = table.get("limits")
    if isinstance(limits, dict):
        table["limits"] = base["limits"] | limits
    return base | table


@cache
def house_files() -> Mapping[str, Traversable | Path]:
    """List the shipped houses by id; a house's file has its id as name."""
    folder = shipped() / "houses"
    found = {p.name.removesuffix(".toml"): p for p in folder.iterdir() if p.name.endswith(".toml")}
    return dict(sorted(found.items()))


@cache
def table_of(word: str) -> Table:
    """Return the resolved table of a shipped house, or of a house file.

    :raises NotFound: neither a house nor a file
    :raises FileFaults: its faults
    """
    if word in house_files():
        return read_file(house_files()[word])
    if word.endswith(".toml") or "/" in word or "\\" in word:
        return read_file(Path(word).expanduser())
    raise NotFound(
        f'There is no house "{short_path(word)}".{did_you_mean(word, house_files())} See: srs-roulette houses list'
    )


@cache
def house(word: str) -> HouseRules:
    """Return a house by its id or file.

    :raises NotFound: neither a house nor a file
    :raises FileFaults: its faults, one line each
    """
    table = table_of(word)
    if word not in house_files() and table.get("id") in house_files():
        # What is learnt under its rules would count for the shipped house.
        raise FileFaults([f'{word}: id: "{table["id"]}" is the id of a shipped house: choose another.'])
    return build(table, f"houses/{word}.toml" if word in house_files() else word)


def restored(values: Table) -> HouseRules:
    """Rebuild a house from the values kept with an attempt; what was not kept is not used by its question."""
    return build(table_of(DEFAULT) | values, "kept house values")


def _highest(value: object, money: Callable[[object], Money]) -> Money | Fraction:
    factor = _factor.fullmatch(value) if isinstance(value, str) else None
    return Fraction(int(factor[1]), int(factor[2] or 1)) if factor else money(value)


def _pockets(spot: str) -> tuple[Pocket, ...]:
    return in_order(tuple(Pocket(name) for name in spot.split("-")))


def _shown(value: object) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return short(text)
