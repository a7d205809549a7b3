"""The learner's settings: what each is for, its default and its range. Kept as text, checked when set."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.errors import BadSetting, NotFound, did_you_mean, short
from srs_roulette.scheduling.days import from_iso, iso

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from srs_roulette.scheduling.types import StudyDay


_digits: Final = re.compile(r"\d{1,12}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings as values."""

    house: str | None = None
    """``None``: the deck's"""
    decks: tuple[str, ...] = ("european",)
    lang: str = "en"
    new_per_day: int = 10
    reviews_per_day: int = 200
    minutes_per_day: int = 0
    """0: no limit"""
    retention: float = 0.90
    """recall at which an item is due"""
    maximum_interval: int = 36500
    """days"""
    rollover: int = 4
    """hour at which the study day begins"""
    zone: str | None = None
    """``None``: the system's"""
    spread: bool = True
    grading: str = "pass_fail"
    exam_date: StudyDay | None = None
    pause_until: StudyDay | None = None
    """holidays: before that day nothing is due and nothing new is offered; a day that has come holds nothing back"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting as a person meets it."""

    key: str
    meaning: str
    """what it is for, in a sentence"""
    allowed: str
    """its range in words"""
    read: Callable[[str], object]
    """text to value; ValueError when out of range"""


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (_digits.fullmatch(text) and low <= int(text) <= high):
            raise ValueError(text)
        return int(text)

    return read


def _share(text: str) -> float:
    head, _, tail = text.partition(".")
    if not (head in {"", "0"} and tail.isascii() and tail.isdigit() and len(tail) <= 4):  # noqa: PLR2004 - 0.9125
        raise ValueError(text)
    value = float(f"0.{tail}")
    if not 0.70 <= value <= 0.99:  # noqa: PLR2004 - LEARNING.md
        raise ValueError(text)
    return value


def _flag(text: str) -> bool:
    return {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}[text.lower()]


def _word(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return read


def _language(text: str) -> str:
    from srs_roulette.wording.catalog import languages  # noqa: PLC0415 - what is due is told without words

    return _word(*languages())(text)


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name for name in text.replace(",", " ").split() if name)
    if not names or len(set(names)) != len(names):
        raise ValueError(text)
    return names


def _zone(text: str) -> str | None:
    if not text:
        return None
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - only a zone that is set needs the database of zones

    return ZoneInfo(text).key


def _day(text: str) -> StudyDay | None:
    return from_iso(text) if text else None


_PERIOD: Final = "a whole number from {} to {}"
_DAYS: Final = frozenset({"exam_date", "pause_until"})

SETTINGS: Final = {
    setting.key: setting
    for setting in (
        Setting(
            key="house",
            meaning="Whose rules the answers follow.",
            allowed='a house of "houses list", or "" for the deck\'s',
            read=lambda text: text or None,
        ),
        Setting(
            key="decks",
            meaning="What you learn: the decks in use.",
            allowed='decks of "decks list", a blank between them',
            read=_names,
        ),
        Setting(
            key="lang", meaning="The language of the texts.", allowed="one of the languages there are", read=_language
        ),
        Setting(
            key="new_per_day",
            meaning="New items that you begin on one day.",
            allowed=_PERIOD.format(0, 500),
            read=_whole(0, 500),
        ),
        Setting(
            key="reviews_per_day",
            meaning="Due items that are asked on one day; the rest waits.",
            allowed=_PERIOD.format(1, 9999),
            read=_whole(1, 9999),
        ),
        Setting(
            key="minutes_per_day",
            meaning="Minutes of answering after which a day is over.",
            allowed=_PERIOD.format(0, 600) + "; 0: no limit",
            read=_whole(0, 600),
        ),
        Setting(
            key="retention",
            meaning="How sure you are to know an item on the day it comes back.",
            allowed="a share from 0.70 to 0.99",
            read=_share,
        ),
        Setting(
            key="maximum_interval",
            meaning="The longest time until an item comes back.",
            allowed=_PERIOD.format(1, 36500) + ", days",
            read=_whole(1, 36500),
        ),
        Setting(
            key="rollover",
            meaning="The hour at which your day begins.",
            allowed=_PERIOD.format(0, 12) + ", the hour",
            read=_whole(0, 12),
        ),
        Setting(
            key="zone",
            meaning="The time zone in which your days are counted.",
            allowed='a zone such as Europe/Paris, or "" for the system\'s',
            read=_zone,
        ),
        Setting(
            key="spread",
            meaning="Whether items begun together come back on days apart.",
            allowed="true or false",
            read=_flag,
        ),
        Setting(
            key="grading",
            meaning="What rates an answer: right or wrong alone, or also its time against your own pace.",
            allowed="pass_fail or latency",
            read=_word("pass_fail", "latency"),
        ),
        Setting(
            key="exam_date",
            meaning="Everything comes back by this day; once it is past it changes nothing.",
            allowed='a day such as 2026-09-01, or "" for none',
            read=_day,
        ),
        Setting(
            key="pause_until",
            meaning="Holidays: before this day nothing is due or new; once it has come it holds nothing back.",
            allowed='a day such as 2026-09-01, or "" for none',
            read=_day,
        ),
    )
}


def setting(key: str) -> Setting:
    """Return a setting by its key.

    :raises NotFound: with the nearest right key
    """
    if key not in SETTINGS:
        hint = did_you_mean(key, SETTINGS) or f" Settings: {', '.join(SETTINGS)}."
        raise NotFound(f'There is no setting "{short(key)}".{hint}')
    return SETTINGS[key]


def read(key: str, text: str) -> object:
    """Turn a setting's text into its value.

    :raises NotFound: no such setting
    :raises BadSetting: out of its range, which is named
    """
    of = setting(key)
    try:
        return of.read(text.strip())
    except (ValueError, KeyError, OSError) as fault:
        raise BadSetting(f'{key} must be {of.allowed}, not "{short(text)}". The old value is kept.') from fault


def is_past(key: str, settings: Settings, today: StudyDay) -> bool:
    """Tell whether a setting names a day that has come, so that it changes nothing any more."""
    return key in _DAYS and (getattr(settings, key) or today + 1) <= today


def load(kept: Mapping[str, str]) -> Settings:
    """Return all settings from what is kept; a value that no longer fits its range falls back to the default."""
    values = {}
    for key, text in kept.items():
        if key in SETTINGS:
            try:
                values[key] = read(key, text)
            except BadSetting:
                continue
    return Settings(**values)  # type: ignore[arg-type]


def text_of(settings: Settings, key: str) -> str:
    """Write a setting's value as it is typed; empty for none."""
    value = getattr(settings, key)
    if key in _DAYS and value is not None:
        return iso(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return " ".join(value)
    return "" if value is None else str(value)
