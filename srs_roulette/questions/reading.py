"""A typed line as an answer. One rule for terminal, page and file: what can be read in two ways is asked again.

Nothing here raises for what a learner types: the line is an ``Answer``, ``Unknown`` or ``Unreadable``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

from srs_roulette.errors import NoSuchBet, NoSuchPocket, short
from srs_roulette.questions.types import FieldType, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.pockets import NAMES, in_order
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from srs_roulette.questions.types import Answer, Field, Question, Value
    from srs_roulette.rules.pockets import Pocket

    Reader = Callable[[str, Field, Question, Mapping[str, str]], "Value | Unreadable"]

T = TypeVar("T")

MAX_DIGITS: Final = 30
"""Of an amount: more than any table has seen, and far from Python's limit on long integers."""
MAX_LENGTH: Final = 4000
"""Of a line: every spot of a layout with its chips is half of it."""
MAX_BET: Final = 120
"""Of one bet: the eighteen reds by number are half of it."""
NOTHING: Final = "none"
"""Typed for a list or a placement that holds nothing."""

_NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})
_DONT_KNOW: Final = frozenset("?？؟")
_POCKETS: Final = frozenset(NAMES)
_LISTS: Final = frozenset({FieldType.POCKETS, FieldType.ORDER, FieldType.TEXT})
_TAKES_THE_REST: Final = frozenset({FieldType.PLACEMENT, FieldType.TEXT})
# Odds "to 1" too: 6.2 for the five is a known slip (PROMPTS.md 2) and must not be asked again.
_WITH_DECIMALS: Final = frozenset({Unit.CASH, Unit.PERCENT, Unit.TO_ONE})

# Direction marks, isolates and the byte order mark: they come along when text is copied, and nobody sees them.
_MARKS: Final = dict.fromkeys([0x200E, 0x200F, 0x061C, 0xFEFF, *range(0x2066, 0x206A)])
_LINE_BLANKS: Final = frozenset("\t\n\v\f\r")

_SIGN: Final = r"(?P<sign>[+\-\u2212]?)"
_number: Final = re.compile(
    _SIGN + r"(?P<whole>\d{1,3}(?P<mark>[ \u00a0\u2007\u2009\u202f'\u2019,])\d{3}(?:(?P=mark)\d{3})*|\d+)"
    r"(?:\.(?P<decimals>\d+))?",
    re.ASCII,
)
_comma: Final = re.compile(_SIGN + r"(?P<whole>\d+),(?P<decimals>\d+)", re.ASCII)
_three_decimals: Final = re.compile(r"-?[1-9]\d{0,2}\.\d{3}", re.ASCII)
_digits_only: Final = re.compile(r"\d+(?: \d+)*", re.ASCII)
_pocket_digits: Final = re.compile(r"\d{1,30}", re.ASCII)
_between_pockets: Final = re.compile(r"[\s,;/\-\u2013\u060c]+")
_between_items: Final = re.compile(r"[,;\u060c]")
_to_one: Final = re.compile(r"(?<=\d)(?: to |:| : )1(?![\d.,:'])")
_spot: Final = re.compile(r"(?P<bet>[^=]+)(?:=(?P<chips>\d{1,6}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The line is no answer: ask again, log nothing."""

    message: Message


@dataclass(frozen=True, slots=True)
class Unknown:
    """The learner says "I don't know"."""


UNKNOWN: Final = Unknown()


def read(raw: str, question: Question, names: Mapping[str, str] = _NO_NAMES) -> Answer | Unreadable | Unknown:
    """Read a line as the answer to ``question``; the values are canonical.

    Several fields stand in their order, a blank between them; a placement or a text at the end, or else the only
    list, takes what the others leave. ``none`` is the empty list or placement.

    :param names: key of a choice to its text in the learner's language
    """
    text = raw.translate(_MARKS)
    if fault := _unfit(text):
        return fault
    text = unicodedata.normalize("NFC", text).strip()
    if text in _DONT_KNOW:
        return UNKNOWN
    if any(field.unit is Unit.TO_ONE for field in question.fields):
        # Dealers say odds as they stand: "35 to 1", "35:1".
        text = _to_one.sub("", text)
    parts = _parts(_joined(text, question, names), question.fields)
    if isinstance(parts, Unreadable):
        return parts
    answer: dict[str, Value] = {}
    for field, part in zip(question.fields, parts, strict=True):
        value = _READERS[field.type](part, field, question, names)
        if isinstance(value, Unreadable):
            return value
        answer[field.name] = value
    return answer


def answer_text(answer: Answer, question: Question) -> str:
    """Write an answer on one line so that :func:`read` gives it back.

    Fields in their order, one blank apart; pockets joined by ``-``, other lists by ``,``, a placement as ``17-20=2``
    with blanks between.
    """
    return " ".join([_written(answer[field.name], field, question) for field in question.fields])


def text_form(text: str) -> str:
    """Return the form in which texts are compared: NFC, case folded, one blank at most, straight apostrophes."""
    folded = unicodedata.normalize("NFD", text).casefold().replace("\u2019", "'")
    return " ".join(unicodedata.normalize("NFC", folded).split())


def _unfit(text: str) -> Unreadable | None:
    if len(text) > MAX_LENGTH:
        return _asked("too_long", text)
    if not text.strip():
        return Unreadable(say("reading.blank"))
    if not text.isprintable() and any(unicodedata.category(c) in {"Cc", "Cs"} and c not in _LINE_BLANKS for c in text):
        return Unreadable(say("reading.signs"))
    return None


def _asked(why: str, text: str, **values: str | tuple[str, ...]) -> Unreadable:
    return Unreadable(say(f"reading.{why}", text=short(text), **values))


def _parts(text: str, fields: Sequence[Field]) -> list[str] | Unreadable:
    if len(fields) == 1:
        return [text]
    words = text.split()
    wide = _wide(fields)
    if wide is None:
        # "8, 4": a comma at the end of a value groups no digits.
        words = [word.rstrip(",;") or word for word in words]
    spare = len(words) - len(fields)
    if spare < 0 or (spare and wide is None):
        labels = tuple(say(f"field.{field.name}") for field in fields)
        why = "too_few" if spare < 0 else "too_many"
        return Unreadable(say(f"reading.{why}", wanted=len(fields), fields=labels, given=len(words)))
    if wide is None:
        return words
    after = wide + spare + 1
    return [*words[:wide], " ".join(words[wide:after]), *words[after:]]


def _wide(fields: Sequence[Field]) -> int | None:
    """Find the field that may hold blanks among several."""
    if fields[-1].type in _TAKES_THE_REST:
        return len(fields) - 1
    lists = [place for place, field in enumerate(fields) if field.type in _LISTS]
    return lists[0] if len(lists) == 1 else None


def _ascii_digits(text: str) -> str:
    if text.isascii():
        return text
    # Decimal digits of any script; a superscript is no decimal digit and stays what it is.
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)


# -- amounts


def _amount(text: str, field: Field, _question: Question, _names: Mapping[str, str]) -> str | Unreadable:
    plain = _ascii_digits(text)
    if len(plain) > MAX_DIGITS and sum(c.isdecimal() for c in plain) > MAX_DIGITS:
        return _asked("too_long", text)
    if field.unit is Unit.PERCENT and plain.count(",") == 1 and "." not in plain:
        # No percentage here has thousands, so a comma in one can only be the decimal sign.
        plain = plain.replace(",", ".")
    found = _number.fullmatch(plain)
    if not found or (found["mark"] == "," and plain.lstrip("+-\u2212").startswith("0")):
        comma = _comma.fullmatch(plain)
        return _two_ways(text, comma) if comma else _asked("number", text)
    if found["decimals"] is None:
        return _canonical(found)
    if field.unit is not Unit.PERCENT and _three_decimals.fullmatch(plain.lstrip("+-\u2212")):
        return _two_ways(text, found)
    return _canonical(found) if field.unit in _WITH_DECIMALS else _asked("whole", text)


def _two_ways(text: str, found: re.Match[str]) -> Unreadable:
    sign = "" if found["sign"] in {"", "+"} else "-"
    joined = (found["whole"] + found["decimals"]).lstrip("0") or "0"
    return _asked("ambiguous", text, first=f"{sign}{joined}", second=_unmistakable(_canonical(found)))


def _canonical(found: re.Match[str]) -> str:
    digits = found["whole"]
    if not digits.isdecimal():
        digits = "".join(c for c in digits if c.isdecimal())
    whole = digits.lstrip("0") or "0"
    decimals = (found["decimals"] or "").rstrip("0")
    size = f"{whole}.{decimals}" if decimals else whole
    return f"-{size}" if found["sign"] not in {"", "+"} and size != "0" else size


def _unmistakable(amount: str) -> str:
    # 12.125 could be twelve thousand; 12.1250 could not.
    return f"{amount}0" if _three_decimals.fullmatch(amount) else amount


def _joined(text: str, question: Question, names: Mapping[str, str]) -> str:
    """Put keys in the place of names that hold blanks, such as "straight up": between fields a blank divides."""
    if len(question.fields) == 1:
        return text
    long = {_fold(names[key]): key for keys in question.choices.values() for key in keys if " " in names.get(key, "")}
    if not long:
        return text
    words = text.split()
    for name in sorted(long, key=len, reverse=True):
        size = len(name.split())
        for at in range(len(words) - size + 1):
            if _fold(" ".join(words[at : at + size]).rstrip(",;")) == name:
                words[at : at + size] = [long[name]]
    return " ".join(words)


# -- choices


def _choice(text: str, field: Field, question: Question, names: Mapping[str, str]) -> str | Unreadable:
    keys = question.choices.get(field.name, ())
    found = _chosen(text, keys, names)
    return found or _asked("choice", text, choices=tuple(names.get(key, key) for key in keys))


def _chosen(text: str, keys: tuple[str, ...], names: Mapping[str, str]) -> str | None:
    """Find the one choice meant: its key, its name, its place, or the beginning of only one key or name."""
    if text in keys:
        return text
    word = _fold(text)
    if not word:
        return None
    spellings = {key: (_fold(key), _fold(names.get(key, key))) for key in keys}
    for place in (0, 1):
        if exact := [key for key, spelled in spellings.items() if spelled[place] == word]:
            return exact[0] if len(exact) == 1 else None
    begun = [key for key, spelled in spellings.items() if any(s.startswith(word) for s in spelled)]
    if word.isdecimal():
        if any(_digits_only.fullmatch(s) for spelled in spellings.values() for s in spelled):
            return None
        at = int(word) if len(word) <= MAX_DIGITS else 0
        # A place that contradicts a name ("2" for the first of "2nd dozen", "1st dozen") is no guess to make.
        return keys[at - 1] if 1 <= at <= len(keys) and set(begun) <= {keys[at - 1]} else None
    # 17-2 is a mistake, not the beginning of 17-20.
    return begun[0] if len(begun) == 1 and not any(c.isdecimal() for c in word) else None


def _fold(text: str) -> str:
    bare = text.casefold()
    if not text.isascii():
        apart = unicodedata.normalize("NFD", _ascii_digits(text).casefold()).replace("\u2019", "'")
        bare = "".join(c for c in apart if not unicodedata.combining(c))
    # Only inside a word: in front of digits it is a minus.
    return " ".join(re.sub(r"(?<=\w)[-_](?=\w)", " ", bare).split())


# -- pockets and lists


def _pocket(text: str, _field: Field, question: Question, _names: Mapping[str, str]) -> str | Unreadable:
    return _pocket_of(text, question) or _asked("pocket", text)


def _pocket_of(text: str, question: Question) -> Pocket | None:
    digits = _ascii_digits(text.strip())
    if not _pocket_digits.fullmatch(digits):
        return None
    try:
        return question.layout.wheel.pocket(digits.lstrip("0") or digits)
    except NoSuchPocket:
        return None


def _run(text: str, question: Question) -> tuple[Pocket, ...] | Unreadable:
    run: list[Pocket] = []
    for word in _between_pockets.split(text):
        pocket = _pocket_of(word, question)
        if pocket is None:
            return _asked("pockets", text)
        run.append(pocket)
    return tuple(run)


def _pockets(text: str, _field: Field, question: Question, names: Mapping[str, str]) -> tuple[str, ...] | Unreadable:
    if _is_nothing(text, names):
        return ()
    run = _run(text, question)
    return run if isinstance(run, Unreadable) else in_order(set(run))


def _order(text: str, field: Field, question: Question, names: Mapping[str, str]) -> tuple[str, ...] | Unreadable:
    if _is_nothing(text, names):
        return ()
    if _holds_pockets(field, question):
        return _run(text, question)
    keys = question.choices.get(field.name, ())
    if not keys:
        return _items(text, lambda item: _bet(item, question))
    return _items(
        text,
        lambda item: _choice_or_bet(item, field, question, names),
        hyphen=not any("-" in key or "-" in names.get(key, "") for key in keys),
    )


def _holds_pockets(field: Field, question: Question) -> bool:
    if field.type is not FieldType.ORDER or field.name in question.choices:
        return field.type is FieldType.POCKETS
    expected = question.expected[field.name]
    return isinstance(expected, tuple) and _POCKETS.issuperset(expected)


def _choice_or_bet(text: str, field: Field, question: Question, names: Mapping[str, str]) -> str | Unreadable:
    chosen = _choice(text, field, question, names)
    if isinstance(chosen, Unreadable):
        bet = _bet(text, question)
        if bet in question.choices[field.name]:
            return bet
    return chosen


def _items(text: str, one: Callable[[str], T | Unreadable], *, hyphen: bool = False) -> tuple[T, ...] | Unreadable:
    """Read a list: commas separate; blanks too where the whole is no item ("1st dozen" is one)."""
    found: list[T] = []
    for chunk in _between_items.split(text):
        whole = one(chunk.strip())
        if not isinstance(whole, Unreadable):
            found.append(whole)
            continue
        words = re.split(r"[\s-]+" if hyphen else r"\s+", chunk.strip())
        if len(words) == 1:
            return whole
        for word in words:
            item = one(word)
            if isinstance(item, Unreadable):
                return item
            found.append(item)
    return tuple(found)


def _is_nothing(text: str, names: Mapping[str, str]) -> bool:
    return _fold(text) in {NOTHING, _fold(names.get(NOTHING, NOTHING))}


# -- bets


def _bet(text: str, question: Question) -> str | Unreadable:
    if len(text) > MAX_BET:
        return _asked("too_long", text)
    plain = _ascii_digits(text)
    # Notation sees through typographic forms, so a superscript or a circled number would become a digit there.
    if not plain.isascii() and any(c.isnumeric() and not c.isdecimal() for c in plain):
        return _asked("placement", text)
    try:
        return notation.write(notation.read(plain, question.layout))
    except NoSuchBet as fault:
        return Unreadable(say("reading.bet", reason=str(fault)))


def _placement(
    text: str, _field: Field, question: Question, names: Mapping[str, str]
) -> Mapping[str, int] | Unreadable:
    if _is_nothing(text, names):
        return {}
    spots = _items(re.sub(r"\s*[=:]\s*", "=", text), lambda item: _chips_on(item, question))
    if isinstance(spots, Unreadable):
        return spots
    placed: dict[str, int] = {}
    for bet, chips in spots:
        placed[bet] = placed.get(bet, 0) + chips
    return placed


def _chips_on(text: str, question: Question) -> tuple[str, int] | Unreadable:
    found = _spot.fullmatch(_ascii_digits(text))
    chips = int(found["chips"] or 1) if found else 0
    if not found or chips == 0:
        return _asked("placement", text)
    bet = _bet(found["bet"].strip(), question)
    return bet if isinstance(bet, Unreadable) else (bet, chips)


# -- texts, and writing


def _text(text: str, _field: Field, _question: Question, _names: Mapping[str, str]) -> str:
    return text_form(text)


def _written(value: Value, field: Field, question: Question) -> str:
    if isinstance(value, str):
        ambiguous = field.type is FieldType.AMOUNT and field.unit is not Unit.PERCENT
        return _unmistakable(value) if ambiguous else value
    if isinstance(value, tuple):
        return ("-" if _holds_pockets(field, question) else ",").join(value) or NOTHING
    return " ".join(f"{bet}={chips}" for bet, chips in value.items()) or NOTHING


_READERS: Final[Mapping[FieldType, Reader]] = {
    FieldType.AMOUNT: _amount,
    FieldType.CHOICE: _choice,
    FieldType.POCKET: _pocket,
    FieldType.POCKETS: _pockets,
    FieldType.ORDER: _order,
    FieldType.PLACEMENT: _placement,
    FieldType.TEXT: _text,
}
