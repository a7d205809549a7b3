"""Packages for tests: made by hand, for whatever Anki never writes, or by Anki itself in a process of its own."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import pytest

DESK = Path(__file__).with_name("anki") / "anki_desk.py"
BEGUN = datetime(2026, 3, 1, 4, tzinfo=UTC)
"""The first day of collections made by hand."""
AFTERNOON = datetime(2026, 11, 20, 15)  # noqa: DTZ001 - in the zone of the test

TABLES = """
    CREATE TABLE col (id integer PRIMARY KEY, crt integer, mod integer, ver integer, conf text);
    CREATE TABLE notes (id integer PRIMARY KEY, guid text, mod integer, flds text);
    CREATE TABLE cards (id integer PRIMARY KEY, nid integer, ord integer, type integer, queue integer, due integer,
        odue integer, odid integer, data text);
    CREATE TABLE revlog (id integer PRIMARY KEY, cid integer, ease integer, ivl integer, lastIvl integer,
        factor integer, time integer, type integer);
    CREATE TABLE config (key text PRIMARY KEY, val blob) WITHOUT ROWID;
"""
"""The columns that a reader needs, named as in Anki."""


def ms(day=0, hour=10, minute=0, milli=0):
    """UTC ms at an hour of a day of March 2026; day 0 is the 1st."""
    return int(BEGUN.timestamp() * 1000) + ((day * 24 + hour - 4) * 60 + minute) * 60_000 + milli


def database(path, notes, rows, *, schema=11, west=0, guids=True):
    """Write a collection.

    :param notes: item to the columns of its card, and ``mod`` and ``variants`` of its note
    :param rows: (ms, item or id of a card, ease, ivl, lastIvl, factor, time, type)
    :param guids: the notes are ours
    """
    conf = {} if west is None else {"creationOffset": west}
    with closing(sqlite3.connect(path)) as db:
        db.executescript(TABLES)
        in_table = schema == 18
        db.execute(
            "INSERT INTO col VALUES (1, ?, 0, ?, ?)",
            (int(BEGUN.timestamp()) + (west or 0) * 60, schema, "" if in_table else json.dumps(conf)),
        )
        for key, value in conf.items() if in_table else ():
            db.execute("INSERT INTO config VALUES (?, ?)", (key, json.dumps(value).encode()))
        ids = {}
        for n, (item, card) in enumerate(notes.items(), 1):
            ids[item] = n
            fields = "\x1f".join([item, "q", "a", "e", card.get("variants", "")])
            db.execute(
                "INSERT INTO notes VALUES (?, ?, ?, ?)",
                (n, f"srs:{item}" if guids else item, card.get("mod", 0), fields),
            )
            values = [card.get(key, 0) for key in ("type", "queue", "due", "odue", "odid")]
            db.execute("INSERT INTO cards VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?)", (n, n, *values, card.get("data", "{}")))
        db.executemany(
            "INSERT INTO revlog VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            ((at, ids.get(item, item), *rest) for at, item, *rest in rows),
        )
        db.commit()
    return path


def pack(path, collection, *, member="collection.anki21", meta=b"\x08\x02", zstd=False, dummy=True):
    """Put a collection into a package as Anki does."""
    data = collection.read_bytes()
    if zstd:
        data = compressed(data)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        if meta is not None:
            package.writestr("meta", meta)
        package.writestr(member, data)
        if dummy and member != "collection.anki2":
            package.writestr("collection.anki2", b"please update")
        package.writestr("media", "{}")
    return path


def compressed(data):
    """Return a frame of zstd that does not say how long it is, as Anki's."""
    packer = pytest.importorskip("zstandard").ZstdCompressor().compressobj()
    return packer.compress(data) + packer.flush()


def made(folder, notes, rows, *, name="made.apkg", **more):
    """Write a package of the older kind."""
    collection = folder / f"{name}.db"
    collection.unlink(missing_ok=True)
    return pack(folder / name, database(collection, notes, rows, **more))


def judged(steps, *, now=AFTERNOON, zone="UTC"):
    """Let Anki do steps, names of ``anki_desk.Anki`` with arguments, at an instant of a zone; return what each gave.

    The test is skipped where Anki, or the clock that is set for it, is not there.
    """
    if find_spec("anki") is None:
        pytest.skip("needs the anki package: pip install -e '.[dev]'")
    if shutil.which("faketime") is None:
        pytest.skip("needs faketime: apt-get install faketime")
    done = subprocess.run(
        ["faketime", "-f", f"@{now:%Y-%m-%d %H:%M:%S}", sys.executable, str(DESK)],
        input=json.dumps(steps),
        env=os.environ | {"TZ": zone},
        text=True,
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def anki(collection, now, *steps, zone="UTC"):
    """Let Anki do steps in a collection, each ``{"do": its name}`` and its arguments."""
    named = [[step["do"], {name: value for name, value in step.items() if name != "do"}] for step in steps]
    return judged([["open", {"path": str(collection)}], *named, ["close", {}]], now=now, zone=zone)[1:-1]
