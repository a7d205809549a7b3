"""The attempts as rows of a spreadsheet, for an instructor or for whoever reckons further."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final
from unicodedata import category, normalize

from srs_roulette.errors import SrsRouletteError
from srs_roulette.scheduling.days import instant, instant_text, iso, resolve_zone
from srs_roulette.scheduling.types import StudyDay
from srs_roulette.session.kept import rebuild
from srs_roulette.session.skills import check_families

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from datetime import tzinfo

    from srs_roulette.session.course import Course
    from srs_roulette.session.open import Desk
    from srs_roulette.store.attempt import Attempt
    from srs_roulette.wording.catalog import Catalog

COLUMNS: Final = (
    *("id", "answered_at", "local_time", "zone", "study_day", "kind", "surface", "deck", "section", "item"),
    *("family", "house", "question", "given", "expected", "verdict", "slip", "rating", "elapsed_ms", "due"),
    *("seed", "params", "flags", "note", "undone_at"),
)
"""docs/cli.md says what each holds."""

Cell = int | str | None

_QUOTE: Final = "'"
_SIGNS: Final = frozenset("=+-@")
_BREAKS: Final = frozenset("\t\r\n")
_DRAWS: Final = 16_384
"""Draws kept in mind: short tables are asked again and again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Which attempts, and what of them."""

    since: StudyDay | None = None
    families: Sequence[str] = ()
    """only these; none: all"""
    everything: bool = False
    """withdrawn ones too"""
    catalog: Catalog | None = None
    """to put the questions into words; ``None``: they are left out"""


def rows(opened: Desk, part: Part) -> Generator[Sequence[Cell]]:
    """Give the attempts, the oldest first, a cell for each of ``COLUMNS``; where a deck was asked for, its own alone.

    To be closed before the desk.

    :raises NotFound: no such family, deck or house
    :raises StoreError: the file cannot be read
    """
    course = opened.course()
    families = check_families(course, part.families)
    return _rows(opened, course, part, families)


def defused(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: an apostrophe stands before one.

    A formula begins with ``= + - @`` or one of their full-width and small forms, or after blanks and signs that are
    not seen; a tab or a line break at the beginning counts as one. To get the text back, take one apostrophe off where
    a formula follows the apostrophes at the beginning: that is why a text which had some gets one more.
    """
    return _QUOTE + text if _is_formula(text.lstrip(_QUOTE)) else text


def _is_formula(text: str) -> bool:
    for sign in text:
        if sign in _BREAKS:
            return True
        if not sign.isspace() and category(sign)[0] not in "CZ":
            return normalize("NFKC", sign)[0] in _SIGNS
    return False


def _rows(opened: Desk, course: Course, part: Part, families: Sequence[str]) -> Generator[Sequence[Cell]]:
    if opened.store is None:
        return
    notes = {flag.attempt_id: flag.text for flag in opened.store.flags()}
    closed = bool(opened.wishes.decks)
    asked = _Asked(part.catalog) if part.catalog else None
    with opened.store.attempts_from(part.since or StudyDay(0), include_undone=part.everything) as attempts:
        for one in attempts:
            entry = course.entries.get(one.item_id)
            family = one.family or (entry.family if entry else None)
            if (closed and entry is None) or (families and family not in families):
                continue
            zone = _zone(one.zone)
            yield [
                cell if not isinstance(cell, str) else defused(cell)
                for cell in (
                    one.id,
                    instant_text(one.id),
                    f"{instant(one.id).astimezone(zone):%Y-%m-%d %H:%M:%S}" if zone else None,
                    one.zone,
                    iso(one.study_day),
                    one.kind.value,
                    one.surface,
                    entry.deck if entry else one.item_id.partition("/")[0],
                    entry.item.section if entry else None,
                    one.item_id,
                    family,
                    one.house,
                    asked.of(one) if asked else None,
                    one.given,
                    one.expected,
                    one.verdict,
                    one.slip,
                    None if one.rating is None else one.rating.name.lower(),
                    one.elapsed_ms,
                    None if one.due_day is None else iso(one.due_day),
                    one.seed,
                    None if one.params is None else _drawn(one.params),
                    " ".join(one.flags) or None,
                    notes.get(one.id),
                    None if one.undone_ms is None else instant_text(one.undone_ms),
                )
            ]


class _Asked:
    """Puts the questions of attempts into words."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._worded: dict[tuple[str | None, str | None], str | None] = {}

    def of(self, attempt: Attempt) -> str | None:
        """Return the question as it was asked; ``None`` where none was kept, or it cannot be made again."""
        key = attempt.family, attempt.params
        if key not in self._worded:
            if len(self._worded) >= _DRAWS:
                self._worded.clear()
            self._worded[key] = self._say(attempt)
        return self._worded[key]

    def _say(self, attempt: Attempt) -> str | None:
        try:
            return self._catalog.text(rebuild(attempt).message)
        # doctor names such an attempt.
        except (SrsRouletteError, LookupError, TypeError, ValueError, AttributeError):
            return None


@lru_cache(_DRAWS)
def _drawn(kept: str) -> str:
    """Return the drawn parameters alone of what is kept of a question, as JSON; as it is, what cannot be read."""
    try:
        return json.dumps(json.loads(kept)["params"], ensure_ascii=False, separators=(",", ":"))
    except (ValueError, LookupError, TypeError, RecursionError):
        return kept


@cache
def _zone(name: str) -> tzinfo | None:
    """Return a zone by its name; ``None`` where this computer does not know it."""
    zone, _, unknown = resolve_zone(name, {})
    return None if unknown else zone
