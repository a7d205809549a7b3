"""Writing a package: one SQLite database of schema 11 in a zip, which every Anki since 23.10 imports ("legacy 2").

Anki takes from it the notes, how each card stands, every row of the log and the preset. What each column means is
Anki's; the day of a card is ours: due days are counted from a first day, so they arrive as calendar dates in any zone.
The same data gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import date, datetime, time
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from srs_roulette.anki import model
from srs_roulette.errors import NotSaved
from srs_roulette.scheduling.days import iso
from srs_roulette.scheduling.types import StudyDay
from srs_roulette.store.backup import part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import tzinfo
    from pathlib import Path

LEARNING, REVIEW, RELEARNING, _, BY_HAND = range(5)
"""How a card stood before an answer, in Anki's log; or what was done to it without one."""

SEPARATOR: Final = "\x1f"
"""Stands between the fields of a note, so no field may hold it."""

ROLLOVER: Final = 4
"""Anki's own hour at which a day begins"""

_LEGACY_2: Final = b"\x08\x02"
_OURS: Final = b"srs-roulette"
"""the comment at the end of the zip"""
_NEW, _IN_REVIEW = 0, 2
_SUSPENDED: Final = -1
_TO_BE_SYNCED: Final = -1
_FACTOR: Final = 2500
"""of the scheduler before FSRS, which must be there"""
_LONGEST_NAME: Final = 100
_LEVEL: Final = 3
"""of compression: a third of the time of the usual one, for a package a fifth larger"""
_PAGE: Final = 32_768
"""bytes of a page of the database: a note with its drawings lies in one piece"""
_DAY_SECONDS: Final = 86_400

_json: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

_TABLES: Final = {
    "col": "id crt mod scm ver dty usn ls conf models decks dconf tags",
    "notes": "id guid mid mod usn tags flds sfld csum flags data",
    "cards": "id nid did ord mod usn type queue due ivl factor reps lapses left odue odid flags data",
    "revlog": "id cid usn ease ivl lastIvl factor time type",
    "graves": "usn oid type",
}
_TEXTS: Final = frozenset({"guid", "flds", "tags", "data", "conf", "models", "decks", "dconf"})
"""Columns that hold text; all others hold whole numbers."""


class Review(NamedTuple):
    """An answer, as a row of Anki's log; a tuple, since there may be hundreds of thousands."""

    id: int
    """when, epoch ms; Anki knows the answer again by it"""
    rating: int
    """0: no answer, the card was made new again"""
    type: int
    """LEARNING for the first answer of a new card, RELEARNING for one asked again, else REVIEW; BY_HAND for none"""
    interval: int
    """days until it was due after this answer"""
    last_interval: int
    """the same after the answer before; 0 for the first"""
    difficulty: float
    """after this answer"""
    elapsed_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """How an item stands that was seen."""

    stability: float
    difficulty: float
    last_ms: int
    """when it was last answered, epoch ms"""
    last_day: StudyDay
    due_day: StudyDay
    reps: int
    lapses: int


class Note(NamedTuple):
    """One note with its one card; a tuple for the same reason."""

    guid: str
    note_id: int
    card_id: int
    changed: int
    """when what it says last changed, epoch seconds"""
    fields: tuple[str, str, str, str, str]
    deck: str
    """whole name, its parts joined by ``::`` (``deck_name``)"""
    tags: tuple[str, ...]
    card: Card | None = None
    """``None``: new"""
    suspended: bool = False
    reviews: Sequence[Review] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """What is written."""

    notes: Sequence[Note]
    """new ones are learned in this order"""
    zone: tzinfo
    """the learner's"""
    weights: Sequence[float]
    """of FSRS-6"""
    retention: float
    maximum_interval: int
    new_per_day: int
    reviews_per_day: int
    today: StudyDay


def deck_name(*parts: str) -> str:
    """Join the names of a deck and those above it.

    Each name is cleaned: ``::`` becomes ``:``, blanks and line ends become one blank, control signs go, at most 100
    characters stay, and an empty name becomes ``-``.
    """
    return "::".join(map(_clean, parts))


def tag(*parts: str) -> str:
    """Join the parts of a tag; a blank, which would end it, becomes ``_``."""
    return deck_name(*parts).replace(" ", "_")


def write(target: Path, package: Package) -> None:
    """Write a package beside ``target`` and put it in its place; after a fault the old file is there.

    :raises ValueError: a field that holds the separator
    :raises NotSaved: the file cannot be written, or is another program's, which may hold reviews not yet brought back
    """
    try:
        if target.exists() and not target.read_bytes().endswith(_OURS):
            raise NotSaved(f"{target} is there already, and not from this program. Choose another name.")
        target.parent.mkdir(parents=True, exist_ok=True)
        with part_of(target) as part:
            part.write_bytes(_zipped(_database(package)))
            part.replace(target)
    except OSError as fault:
        raise NotSaved(f"{target} cannot be written ({fault.strerror}). Choose another place.") from fault


def _zipped(database: bytes) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w") as packed:
        packed.comment = _OURS
        for name, data in (("meta", _LEGACY_2), ("collection.anki21", database), ("media", b"{}")):
            member = ZipInfo(name)  # its date is fixed
            member.compress_type = ZIP_DEFLATED
            member.create_system = 3
            member.external_attr = 0o644 << 16
            packed.writestr(member, data, compresslevel=_LEVEL)
    return buffer.getvalue()


def _database(package: Package) -> bytes:
    preset = model.preset(
        weights=package.weights,
        retention=package.retention,
        maximum_interval=package.maximum_interval,
        new_per_day=package.new_per_day,
        reviews_per_day=package.reviews_per_day,
    )
    decks = _decks((note.deck for note in package.notes), preset["id"])
    first_day = _first_day(package)
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"PRAGMA page_size = {_PAGE}")
        for table, columns in _TABLES.items():
            connection.execute(f"CREATE TABLE {table} ({', '.join(map(_declared, columns.split()))})")
        connection.execute(_insert("col"), _collection(package, decks, preset, first_day))
        ids = {deck["name"]: deck["id"] for deck in decks}
        connection.executemany(_insert("notes"), map(_note_row, package.notes))
        connection.executemany(
            _insert("cards"),
            (_card_row(note, ids[note.deck], at, first_day, package) for at, note in enumerate(package.notes, 1)),
        )
        connection.executemany(_insert("revlog"), _log_rows(package.notes))
        connection.commit()
        return connection.serialize()


def _declared(column: str) -> str:
    kind = "text" if column in _TEXTS else "integer"
    return f"{column} {kind} {'PRIMARY KEY' if column == 'id' else 'NOT NULL'}"


def _insert(table: str) -> str:
    marks = ", ".join("?" for _ in _TABLES[table].split())
    return f"INSERT INTO {table} VALUES ({marks})"  # noqa: S608 - this module's own names


def _first_day(package: Package) -> StudyDay:
    """Return the day from which due days are counted: with the same history the same, whatever today is."""
    seen = [note.card.last_day for note in package.notes if note.card]
    return min([*seen, StudyDay(model.RELEASED // _DAY_SECONDS), package.today])


def _collection(
    package: Package, decks: Sequence[Mapping[str, Any]], preset: Mapping[str, Any], first_day: StudyDay
) -> tuple[object, ...]:
    created = datetime.combine(date.fromisoformat(iso(first_day)), time(ROLLOVER), package.zone)
    offset = created.utcoffset()
    changed = max(note.changed for note in package.notes)
    main = decks[1]["id"]
    conf = {
        "schedVer": 2,
        "sched2021": True,
        "rollover": ROLLOVER,
        "creationOffset": -int(offset.total_seconds()) // 60 if offset else 0,
        "curDeck": main,
        "activeDecks": [main],
        "nextPos": len(package.notes) + 1,
        "curModel": model.MODEL_ID,
    }
    maps = (
        {str(model.MODEL_ID): model.note_type(main)},
        {str(deck["id"]): deck for deck in decks},
        {str(one["id"]): one for one in (model.default_preset(), preset)},
    )
    texts = (_json(one) for one in (conf, *maps, {}))
    return (1, int(created.timestamp()), changed * 1000, model.RELEASED * 1000, 11, 0, 0, 0, *texts)


def _decks(names: Iterable[str], preset_id: int) -> list[dict[str, Any]]:
    """List the decks with all above them, Anki's own first."""
    whole: dict[str, None] = {}
    for name in dict.fromkeys(names):
        parts = name.split("::")
        whole |= dict.fromkeys("::".join(parts[:depth]) for depth in range(1, len(parts) + 1))
    return [_deck(1, "Default", 1), *(_deck(_deck_id(name), name, preset_id) for name in whole)]


def _deck_id(name: str) -> int:
    # Anki matches decks by name; the id only has to be stable and free within the package.
    return model.RELEASED * 1000 + int.from_bytes(hashlib.sha256(name.encode()).digest()[:5])


def _deck(id_: int, name: str, preset_id: int) -> dict[str, Any]:
    none_today = {f"{what}Today": [0, 0] for what in ("lrn", "rev", "new", "time")}
    return none_today | {
        "id": id_,
        "mod": model.RELEASED,
        "name": name,
        "usn": _TO_BE_SYNCED,
        "collapsed": False,
        "browserCollapsed": False,
        "desc": "",
        "dyn": 0,
        "conf": preset_id,
        "extendNew": 0,
        "extendRev": 0,
    }


def _note_row(note: Note) -> tuple[object, ...]:
    text = SEPARATOR.join(note.fields)
    if text.count(SEPARATOR) != len(note.fields) - 1:
        raise ValueError(f"{note.guid}: a field holds the sign that separates fields.")
    first = note.fields[0]
    digest = hashlib.sha1(first.encode()).digest()  # noqa: S324 - Anki's, for finding duplicates
    checksum = int.from_bytes(digest[:4])
    tags = f" {' '.join(note.tags)} " if note.tags else ""
    return (note.note_id, note.guid, model.MODEL_ID, note.changed, _TO_BE_SYNCED, tags, text, first, checksum, 0, "")


def _card_row(note: Note, deck_id: int, position: int, first_day: StudyDay, package: Package) -> tuple[object, ...]:
    card = note.card
    if card is None:
        kind, due, interval, factor, reps, lapses = _NEW, position, 0, 0, 0, 0
        data = f'{{"pos":{position}}}'
        changed = note.changed
    else:
        kind, factor, reps, lapses = _IN_REVIEW, _FACTOR, card.reps, card.lapses
        due, interval = card.due_day - first_day, max(1, card.due_day - card.last_day)
        data = _json(
            {
                "pos": position,
                "s": round(card.stability, 4),
                "d": round(card.difficulty, 3),
                "dr": round(package.retention, 2),
                "decay": round(package.weights[-1], 3),
                "lrt": card.last_ms // 1000,
            }
        )
        changed = max(note.changed, card.last_ms // 1000)
    queue = _SUSPENDED if note.suspended else kind
    identity = (note.card_id, note.note_id, deck_id, 0, changed, _TO_BE_SYNCED)
    return (*identity, kind, queue, due, interval, factor, reps, lapses, 0, 0, 0, 0, data)


def _log_rows(notes: Iterable[Note]) -> Iterator[tuple[object, ...]]:
    longest = model.MAX_TAKEN * 1000
    for note in notes:
        for id_, rating, kind, interval, last_interval, difficulty, elapsed_ms in note.reviews:
            # FSRS puts difficulty where the ease factor was, from 100 to 1100.
            factor = round(((difficulty - 1) / 9 + 0.1) * 1000) if rating else 0
            taken = min(elapsed_ms, longest)
            yield (id_, note.card_id, _TO_BE_SYNCED, rating, interval, last_interval, factor, taken, kind)


def _clean(name: str) -> str:
    bare = "".join(sign for sign in " ".join(name.split()) if sign.isprintable())
    while "::" in bare:
        bare = bare.replace("::", ":")
    return bare.strip(": ")[:_LONGEST_NAME].strip() or "-"
