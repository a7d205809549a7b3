"""Packages that Anki exports, read: the cards that are ours, and every row of Anki's log that belongs to them.

A package (.apkg, or .colpkg for everything) is a zip with one SQLite database. Which one counts and how it is packed
has changed over the years; beside the newer ones lies a dummy of the old name, whose one note asks to update Anki.
"""

from __future__ import annotations

import json
import sqlite3
import zipfile
import zlib
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from srs_roulette.anki.model import FIELDS, GUID_PREFIX
from srs_roulette.anki.payload import Drawn, drawn
from srs_roulette.errors import BadPackage, NeedsExtra
from srs_roulette.scheduling.types import ItemId

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST: Final = 2**30
"""Bytes of a collection unpacked; a hundred thousand cards with a million reviews take less."""
SCHEMAS: Final = (11, 18)
"""The forms of the database that Anki exports: the one for older versions, and its own."""
EPOCH_SECONDS: Final = 1_000_000_000
"""A card's ``due`` from here on is an instant, below it a number of days."""

_EXPORT: Final = "Export one from Anki: File > Export."
_OLDER: Final = '"Support older Anki versions"'
_MEMBERS: Final = {
    None: ("collection.anki21b", "collection.anki21", "collection.anki2"),
    1: ("collection.anki2",),
    2: ("collection.anki21",),
    3: ("collection.anki21b",),
}
"""Where the collection lies, by the version in ``meta``; the older packages have no ``meta``."""
_ZIP, _SQLITE = b"PK", b"SQLite format 3\0"
_LATEST_S: Final = 2**32
"""epoch seconds, in the year 2106: no collection began later"""
_CHUNK: Final = 2**20
_ENCRYPTED: Final = 1
_VARIANTS: Final = FIELDS.index("Variants")

_TABLES = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('col', 'notes', 'cards', 'revlog')"
_OURS = "substr(n.guid, 1, length(?1)) = ?1"
_OF_US = f"FROM cards c JOIN notes n ON n.id = c.nid WHERE c.ord = 0 AND {_OURS}"
# The columns may hold anything: what is no number becomes 0, which is no button.
_COLLECTION = "SELECT ifnull(cast(crt AS INTEGER), 0), cast(ver AS INTEGER), conf FROM col"
_CARDS = f"""
    SELECT c.id, substr(n.guid, length(?1) + 1), cast(n.mod AS INTEGER), cast(c.type AS INTEGER),
        cast(c.due AS INTEGER), cast(c.odue AS INTEGER), cast(c.odid AS INTEGER), c.data {_OF_US} ORDER BY c.id
"""
_ROWS = f"""
    SELECT id, cid, ifnull(cast(ease AS INTEGER), 0), ifnull(cast(ivl AS INTEGER), 0),
        ifnull(cast(lastIvl AS INTEGER), 0), ifnull(cast(factor AS INTEGER), 0), ifnull(cast(time AS INTEGER), 0),
        ifnull(cast(type AS INTEGER), -1)
    FROM revlog WHERE cid IN (SELECT c.id {_OF_US}) ORDER BY id
"""  # noqa: S608 - the same
_EVERY_ROW = "SELECT count(*) FROM revlog"
_ORPHANS = "SELECT count(*) FROM revlog WHERE cid NOT IN (SELECT id FROM cards)"
_OTHER_NOTES = f"SELECT count(*) FROM notes n WHERE NOT ({_OURS})"  # noqa: S608 - the same
_FIELDS = "SELECT n.flds FROM cards c JOIN notes n ON n.id = c.nid WHERE c.id = ?"


class Row(NamedTuple):
    """One row of Anki's log; a tuple, since there may be hundreds of thousands."""

    ms: int
    """when it was answered, UTC ms"""
    card: int
    button: int
    """1 to 4, as our ratings; 0: nothing was answered"""
    interval: int
    """until it is due again: days, or seconds below zero"""
    last_interval: int
    factor: int
    """0 where memory is not touched"""
    taken_ms: int
    kind: int
    """0 learning, 1 review, 2 relearning, 3 in a filtered deck, 4 set by hand, 5 rescheduled"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card of ours as it stands in Anki."""

    item: ItemId
    """what stands behind ``srs:`` in the note's guid"""
    note_ms: int
    """when the note last changed, UTC ms: earlier answers may have been to other draws"""
    due: int | None
    """days since the collection began, or epoch seconds from ``EPOCH_SECONDS`` on; ``None``: new"""
    memory: tuple[float, float] | None
    """stability and difficulty as Anki has them; ``None``: FSRS is off there, or the card is new"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package that is open."""

    sha256: str
    member: str
    """the file in it that holds the collection"""
    schema: int
    created_s: int
    """an instant of the collection's first day, epoch seconds"""
    west_minutes: int | None
    """the offset from UTC then, where the collection was made; ``None``: not said"""
    cards: dict[int, Card]
    """ours, by Anki's id"""
    rows: list[Row]
    """of our cards, oldest first"""
    other_notes: int
    other_rows: int
    """of cards that are not ours"""
    orphan_rows: int
    """of cards that were deleted, ours or not"""
    connection: sqlite3.Connection

    def draws(self, card: int) -> tuple[str, tuple[Drawn, ...]]:
        """Read what a card's note holds now: the item by which the card picks, and the draws; none if not as we wrote.

        After a rename that item is not the one of the guid, which stays.
        """
        row = self.connection.execute(_FIELDS, (card,)).fetchone()
        fields = str(row[0]).split("\x1f") if row else []
        return (fields[0], drawn(fields[_VARIANTS])) if len(fields) > _VARIANTS else ("", ())


@contextmanager
def opened(path: Path, *, largest: int = LARGEST) -> Iterator[Package]:
    """Open a package and read what is ours. Nothing is written but a copy in a temporary folder.

    :param largest: bytes of the collection, unpacked
    :raises BadPackage: it is none, it is damaged, locked, too large, of a newer Anki, zstandard is not installed, or
        there is no room to unpack it
    :raises OSError: the file cannot be opened
    """
    with path.open("rb") as file, ExitStack() as held:
        _refuse_other_files(file, path)
        with _said_of(path):
            database = Path(held.enter_context(TemporaryDirectory(prefix="srs-roulette-"))) / "collection"
            member = _unpack(file, path, database, largest)
            file.seek(0)
            sha256 = file_digest(file, "sha256").hexdigest()
            uri = f"{database.as_uri()}?immutable=1"
            connection = held.enter_context(closing(sqlite3.connect(uri, uri=True)))
            package = _read(connection, path, sha256, member)
        yield package


@contextmanager
def _said_of(path: Path) -> Iterator[None]:
    """Say what zip, zlib, SQLite and the disk complain of as one line."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, sqlite3.Error) as fault:
        raise _damaged(path) from fault
    except NotImplementedError as fault:
        raise BadPackage(f"{path} is packed in a way that only other programs know. {_EXPORT}") from fault
    except OSError as fault:
        raise BadPackage(
            f"{path} cannot be unpacked ({fault.strerror or fault}); nothing was imported. Either the temporary folder"
            " is full, or the file is damaged."
        ) from fault


def _damaged(path: Path) -> BadPackage:
    return BadPackage(f"{path} is damaged or cut off; nothing was imported. Export it from Anki once more.")


def _refuse_other_files(file: IO[bytes], path: Path) -> None:
    head = file.read(len(_SQLITE))
    if head == _SQLITE:
        raise BadPackage(f"{path} is a collection that Anki itself works in, which is left alone. {_EXPORT}")
    if not head.startswith(_ZIP):
        raise BadPackage(f"{path} is no package of Anki (.apkg or .colpkg). {_EXPORT}")
    file.seek(0)


def _unpack(file: IO[bytes], path: Path, target: Path, largest: int) -> str:
    with zipfile.ZipFile(file) as package:
        version = _version(package, path)
        info = next((found for name in _MEMBERS[version] if (found := package.NameToInfo.get(name))), None)
        if info is None:
            raise BadPackage(f"{path} holds no collection of Anki. {_EXPORT}")
        if info.flag_bits & _ENCRYPTED:
            raise BadPackage(f"{path} is locked with a password. {_EXPORT}")
        if info.file_size > largest:
            raise _too_large(path, largest)
        with package.open(info) as packed, target.open("wb") as out:
            left = largest
            # What the zip says of a size is not believed, and the frames of zstd need not say one.
            for chunk in _chunks(packed, path, compressed=info.filename.endswith("b")):
                left -= len(chunk)
                if left < 0:
                    raise _too_large(path, largest)
                out.write(chunk)
    if left == largest:
        raise _damaged(path)
    return info.filename


def _version(package: zipfile.ZipFile, path: Path) -> int | None:
    """Read ``meta``, a protobuf message whose first field is the version."""
    info = package.NameToInfo.get("meta")
    if info is None or info.flag_bits & _ENCRYPTED:
        return None
    with package.open(info) as meta:
        head = meta.read(2)
    version = head[1] if head[:1] == b"\x08" and len(head) > 1 else 0
    if version not in _MEMBERS:
        raise BadPackage(
            f"{path} is a kind of package that is not known here ({version or 'no version'} in meta): a newer Anki"
            f" wrote it. Export it again with {_OLDER} ticked."
        )
    return version


def _chunks(packed: IO[bytes], path: Path, *, compressed: bool) -> Iterator[bytes]:
    if not compressed:
        yield from iter(lambda: packed.read(_CHUNK), b"")
        return
    try:
        import zstandard  # noqa: PLC0415 - an extra, needed for the newer packages alone
    except ImportError as fault:
        raise NeedsExtra(
            f"{path} is in Anki's newer format; a package for it is missing. Export again with {_OLDER} ticked, or:",
            "anki",
        ) from fault
    reader = zstandard.ZstdDecompressor().stream_reader(packed)
    # A frame that is cut off ends without a word; SQLite misses its last pages.
    try:
        yield from iter(lambda: reader.read(_CHUNK), b"")
    except zstandard.ZstdError as fault:
        raise _damaged(path) from fault


def _too_large(path: Path, largest: int) -> BadPackage:
    return BadPackage(f"{path} holds more than {largest // 2**20} MiB, which no collection of cards does. {_EXPORT}")


def _read(connection: sqlite3.Connection, path: Path, sha256: str, member: str) -> Package:
    # Of a stranger's file nothing is run.
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    if connection.execute(_TABLES).fetchone()[0] != 4:  # noqa: PLR2004 - those it names
        raise BadPackage(f"{path} holds a database that is not Anki's. {_EXPORT}")
    created, schema, conf = connection.execute(_COLLECTION).fetchone() or (0, None, "")
    if schema not in SCHEMAS:
        raise BadPackage(
            f"{path} holds a form of Anki's database that is not known here (schema {schema}, not"
            f" {SCHEMAS[0]} or {SCHEMAS[1]}). Export it again with {_OLDER} ticked."
        )
    if not 0 < created < _LATEST_S:
        raise _damaged(path)
    ours = (GUID_PREFIX,)
    cards = {row[0]: _card(*row[1:]) for row in connection.execute(_CARDS, ours)}
    rows = list(map(Row._make, connection.execute(_ROWS, ours)))
    every, orphans = (connection.execute(sql).fetchone()[0] for sql in (_EVERY_ROW, _ORPHANS))
    return Package(
        sha256=sha256,
        member=member,
        schema=schema,
        created_s=created,
        west_minutes=_west_minutes(connection, schema, conf),
        cards=cards,
        rows=rows,
        other_notes=connection.execute(_OTHER_NOTES, ours).fetchone()[0],
        other_rows=every - orphans - len(rows),
        orphan_rows=orphans,
        connection=connection,
    )


def _card(item: str, note_s: int | None, kind: int, due: int, odue: int, odid: int, data: str) -> Card:  # noqa: PLR0917 - a row
    # While a card is in a filtered deck, ``odue`` is when it is due in its own; learning there has none.
    real = odue if odid and odue else due
    return Card(
        item=ItemId(item),
        note_ms=(note_s or 0) * 1000,
        due=real if kind else None,
        memory=_memory(data),
    )


def _memory(data: str) -> tuple[float, float] | None:
    try:
        kept = json.loads(data)
        return float(kept["s"]), float(kept["d"])
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def _west_minutes(connection: sqlite3.Connection, schema: int, conf: str) -> int | None:
    try:
        if schema == SCHEMAS[0]:
            return int(json.loads(conf)["creationOffset"])
        row = connection.execute("SELECT val FROM config WHERE key = 'creationOffset'").fetchone()
        return int(json.loads(row[0]))
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
