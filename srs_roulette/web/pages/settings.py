"""The settings, the house and the decks in use: each checked before it is kept, its old value kept otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from srs_roulette.deck import find, loader
from srs_roulette.errors import FileFaults, SrsRouletteError
from srs_roulette.rules.house_file import house, house_files
from srs_roulette.session import settings as all_settings
from srs_roulette.session.choose import checked
from srs_roulette.session.settings import SETTINGS, Settings, text_of
from srs_roulette.web.call import go
from srs_roulette.web.render import page
from srs_roulette.wording.catalog import languages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.responses import Response

    from srs_roulette.session.open import Desk
    from srs_roulette.web.call import Call

_LIST: Final = "decks"
_DAYS: Final = frozenset({"exam_date", "pause_until"})
_CHOICES: Final = {"spread": ("true", "false"), "grading": ("pass_fail", "latency")}
_TITLES: Final = {
    "house": "House",
    "decks": "Decks",
    "lang": "Language",
    "new_per_day": "New items a day",
    "reviews_per_day": "Reviews a day",
    "minutes_per_day": "Minutes a day",
    "retention": "Retention",
    "maximum_interval": "Longest interval, days",
    "rollover": "The day begins at",
    "zone": "Time zone",
    "spread": "Spread",
    "grading": "Grading",
    "exam_date": "Exam date",
    "pause_until": "Pause until",
}


def settings(call: Call) -> Response:
    """Show the settings with what they mean."""
    with call.desk() as opened:
        return _page(call, opened, {}, {})


def save(call: Call) -> Response:
    """Keep what is within its range; say of the rest what its range is."""
    faults: dict[str, str] = {}
    typed: dict[str, str] = {}
    with call.desk(writing=True) as opened:
        for key in SETTINGS:
            if key not in call.form and not (key == _LIST and f"{_LIST}.shown" in call.form):
                continue
            text = " ".join(call.form.getlist(key)) if key == _LIST else call.form.get(key, "")
            if text.strip() == text_of(opened.settings, key):
                continue
            try:
                kept = checked(key, text, call.world.wishes.data_folder)
            except SrsRouletteError as fault:
                faults[key], typed[key] = str(fault), text
                continue
            if opened.store is not None:
                opened.store.set_setting(key, kept)
    call.sittings.renew_review()
    if not faults:
        return go("/settings?saved")
    with call.desk() as opened:
        return _page(call, opened, faults, typed)


def _page(call: Call, opened: Desk, faults: Mapping[str, str], typed: Mapping[str, str]) -> Response:
    now, default, wishes = opened.settings, Settings(), call.world.wishes
    rows = [
        {
            "key": key,
            "title": _TITLES.get(key, key),
            "value": typed.get(key, text_of(now, key)),
            "default": text_of(default, key),
            "meaning": setting.meaning,
            "allowed": setting.allowed,
            "choices": _choices(key),
            "input": _input(key),
            "fault": faults.get(key, ""),
            "past": all_settings.is_past(key, now, opened.today),
        }
        for key, setting in SETTINGS.items()
        if key != _LIST
    ]
    decks, broken = _decks(call)
    return page(
        "settings.html",
        rows=rows,
        decks=decks,
        broken=broken,
        in_use=typed.get(_LIST, text_of(now, _LIST)).split(),
        decks_fault=faults.get(_LIST, ""),
        fixed=[name for name, given in (("--house", wishes.house), ("--deck", wishes.decks)) if given],
        saved="saved" in call.query and not faults,
        faults=[(key, _TITLES.get(key, key)) for key in faults],
    )


def _choices(key: str) -> list[tuple[str, str]]:
    """List the values that a setting may take, with their names; none: any of its range."""
    if key == "house":
        return [("", "the deck's own"), *((word, house(word).name) for word in house_files())]
    if key == "lang":
        return [(word, word) for word in languages()]
    return [(word, word) for word in _CHOICES.get(key, ())]


def _input(key: str) -> Literal["date", "text", "number"]:
    value = getattr(Settings(), key)
    if key in _DAYS:
        return "date"
    return "number" if isinstance(value, int) and not isinstance(value, bool) else "text"


def _decks(call: Call) -> tuple[list[tuple[str, str, int]], list[str]]:
    """List the installed decks, and the faults of those that cannot be read."""
    library = find.installed(call.world.wishes.data_folder)
    found: list[tuple[str, str, int]] = []
    faults: list[str] = []
    for file in library:
        try:
            deck = loader.load(file, library=library)
        except FileFaults as broken:
            faults += broken.faults
            continue
        found.append((deck.id, deck.title, len(deck.items)))
    return found, faults
