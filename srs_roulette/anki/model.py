"""The note type and the preset of our packages. Ids and fields are frozen: Anki matches by them for ever.

What a card needs more goes into the JSON of the last field, never into a new field: a changed field list makes Anki
leave every note as it was and add a second note type.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

GUID_PREFIX: Final = "srs:"
"""A note's guid is this and the id of its item."""

FIELDS: Final = ("Id", "Question", "Answer", "Explain", "Variants")
"""``Id`` is the item's id; the next three show the first draw where no script runs; ``Variants`` is ``payload``."""

TEMPLATE_VERSION: Final = 2
"""Raised with every change of the card's files: Anki takes a note type only when it is newer than its own."""

MODEL_ID: Final = 1_767_225_600_001
RELEASED: Final = 1_767_225_600
"""2026-01-01, epoch seconds: before any package was written, so that no stamp made from it lies ahead of a clock"""
MODEL_MOD: Final = RELEASED + TEMPLATE_VERSION
"""when the note type was changed, epoch seconds"""

MAX_TAKEN: Final = 600
"""seconds that Anki counts of one answer at most"""

_FIELD_IDS: Final = (7_310_000_000_001, 7_310_000_000_002, 7_310_000_000_003, 7_310_000_000_004, 7_310_000_000_005)
_TEMPLATE_ID: Final = 7_310_000_000_101
_BY_POSITION: Final = 1
_DAYS_OF_THE_WEEK: Final = 7


def guid(item_id: str) -> str:
    """Return the guid of an item's note."""
    return GUID_PREFIX + item_id


def preset(
    *,
    weights: Sequence[float],
    retention: float,
    maximum_interval: int,
    new_per_day: int,
    reviews_per_day: int,
) -> dict[str, Any]:
    """Return the deck options that make Anki's FSRS the one we use.

    Its id follows from what it holds: Anki never overwrites a preset that it has.
    """
    held = json.dumps([list(weights), retention, maximum_interval, new_per_day, reviews_per_day])
    digest = int.from_bytes(hashlib.sha256(held.encode()).digest()[:8])
    return _preset(RELEASED * 1000 + 10_000 + digest % 1_000_000_000, "Roulette") | {
        "maxTaken": MAX_TAKEN,
        # No steps: what was wrong comes back by FSRS itself, as with us.
        "new": _NEW | {"delays": [], "perDay": new_per_day},
        "lapse": _LAPSE | {"delays": []},
        "rev": _REV | {"maxIvl": maximum_interval, "perDay": reviews_per_day},
        # By their place in the course: Anki itself goes by the titles of the sections, from A to Z.
        "newGatherPriority": _BY_POSITION,
        "fsrsParams6": list(weights),
        "desiredRetention": retention,
    }


def default_preset() -> dict[str, Any]:
    """Return Anki's own preset, that of its own deck: it refuses a package in which a deck's preset is missing."""
    return _preset(1, "Default")


_NEW: Final = {"bury": False, "delays": [1.0, 10.0], "initialFactor": 2500, "ints": [1, 4, 0], "order": 1, "perDay": 20}
_REV: Final = {"bury": False, "ease4": 1.3, "ivlFct": 1.0, "maxIvl": 36500, "perDay": 200, "hardFactor": 1.2}
_LAPSE: Final = {"delays": [10.0], "leechAction": 1, "leechFails": 8, "minInt": 1, "mult": 0.0}


def _preset(id_: int, name: str) -> dict[str, Any]:
    return {
        "id": id_,
        "mod": RELEASED,
        "name": name,
        "usn": -1,
        "maxTaken": 60,
        "autoplay": True,
        "timer": 0,
        "replayq": True,
        "new": _NEW,
        "rev": _REV,
        "lapse": _LAPSE,
        "dyn": False,
        "newMix": 0,
        "newPerDayMinimum": 0,
        "interdayLearningMix": 0,
        "reviewOrder": 0,
        "newSortOrder": 0,
        "newGatherPriority": 0,
        "buryInterdayLearning": False,
        "fsrsWeights": [],
        "fsrsParams5": [],
        "fsrsParams6": [],
        "desiredRetention": 0.9,
        "ignoreRevlogsBeforeDate": "",
        "easyDaysPercentages": [1.0] * _DAYS_OF_THE_WEEK,
        "stopTimerOnAnswer": False,
        "secondsToShowQuestion": 0.0,
        "secondsToShowAnswer": 0.0,
        "questionAction": 0,
        "answerAction": 0,
        "waitForAudio": True,
        "sm2Retention": 0.9,
        "weightSearch": "",
    }


def note_type(deck_id: int) -> dict[str, Any]:
    """Return the note type as schema 11 holds it."""
    front, back, css = card()
    return {
        "id": MODEL_ID,
        "name": "Roulette (srs-roulette)",
        "type": 0,
        "mod": MODEL_MOD,
        "usn": -1,
        "sortf": 0,
        "did": deck_id,
        "tmpls": [
            {
                "name": "Card",
                "ord": 0,
                "id": _TEMPLATE_ID,
                "qfmt": front,
                "afmt": back,
                # What the list of cards shows.
                "bqfmt": "{{Question}}",
                "bafmt": "{{Answer}}",
                "did": None,
                "bfont": "",
                "bsize": 0,
            }
        ],
        "flds": [_field(place, name) for place, name in enumerate(FIELDS)],
        "css": css,
        "latexPre": "",
        "latexPost": "",
        "latexsvg": False,
        "req": [[0, "any", [FIELDS.index("Question")]]],
    }


@cache
def card() -> tuple[str, str, str]:
    """Return front, back and style sheet. Each side holds it all: some programs give the back a page of its own."""
    folder = files(__package__)
    html, script, css = (folder.joinpath(f"card.{kind}").read_text(encoding="utf-8") for kind in ("html", "js", "css"))
    both = html.replace("%SCRIPT%", script.strip())
    front, back = (both.replace("%SIDE%", side) for side in ("front", "back"))
    return front.replace("%STATIC%", "{{Question}}"), back.replace("%STATIC%", "{{Question}}{{Answer}}{{Explain}}"), css


def _field(place: int, name: str) -> dict[str, Any]:
    # Nobody reads the JSON in the editor, and no search should find it.
    hidden = name == "Variants"
    return {
        "name": name,
        "ord": place,
        "id": _FIELD_IDS[place],
        "sticky": False,
        "rtl": False,
        "font": "Arial",
        "size": 20,
        "description": "",
        "plainText": hidden,
        "collapsed": hidden,
        "excludeFromSearch": hidden,
        "tag": None,
        "preventDeletion": False,
    }
