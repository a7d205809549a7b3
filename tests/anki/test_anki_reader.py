"""The reader of Anki's packages: every kind that Anki writes, and everything that only looks like one."""

import builtins
import sqlite3
import struct
import sys
import zipfile
from contextlib import contextmanager
from time import process_time

import pytest
from anki_packages import BEGUN, compressed, database, made, ms, pack

from srs_roulette.anki import reader
from srs_roulette.errors import BadPackage, NeedsExtra

NOTES = {
    "a/b/1": {"type": 2, "queue": 2, "due": 7, "mod": 5, "data": '{"s":2.3065,"d":2.118}'},
    "a/b/2": {"type": 0, "due": 3},
    "a/b/3": {"type": 2, "queue": -1, "due": -99, "odue": 12, "odid": 4},
    "a/b/4": {"type": 1, "queue": 1, "due": 1_772_464_135},
    "a/b/5": {"type": 1, "queue": 1, "due": 1_772_464_136, "odue": 0, "odid": 4},
}
ROWS = [
    (ms(1), "a/b/1", 3, 2, 0, 224, 1000, 0),
    (ms(1, milli=1), "a/b/4", 1, -18316, 0, 701, 60_000, 0),
    (ms(3), "a/b/1", 3, 5, 2, 220, 2500, 1),
]


@pytest.fixture
def collection(tmp_path):
    return database(tmp_path / "collection", NOTES, ROWS)


def refused(path, **more):
    """Return the one line that a file is refused with."""
    with pytest.raises(BadPackage) as fault, reader.opened(path, **more):
        pass
    said = str(fault.value)
    assert str(path) in said
    assert "\n" not in said
    return said


@pytest.mark.parametrize(
    ("member", "meta", "schema", "zstd"),
    [
        ("collection.anki2", None, 11, False),
        ("collection.anki2", b"\x08\x01", 11, False),
        ("collection.anki21", None, 11, False),
        ("collection.anki21", b"\x08\x02", 11, False),
        ("collection.anki21b", None, 18, True),
        ("collection.anki21b", b"\x08\x03", 18, True),
    ],
)
def test_every_kind_of_package_gives_the_same(tmp_path, member, meta, schema, zstd):
    collection = database(tmp_path / "collection", NOTES, ROWS, schema=schema, west=-540)
    path = pack(tmp_path / "made.apkg", collection, member=member, meta=meta, zstd=zstd)
    with reader.opened(path) as package:
        assert (package.member, package.schema, package.west_minutes) == (member, schema, -540)
        assert package.created_s == BEGUN.timestamp() - 540 * 60
        assert [tuple(row) for row in package.rows] == [
            (ms(1), 1, 3, 2, 0, 224, 1000, 0),
            (ms(1, milli=1), 4, 1, -18316, 0, 701, 60_000, 0),
            (ms(3), 1, 3, 5, 2, 220, 2500, 1),
        ]
        assert {card.item: card.due for card in package.cards.values()} == {
            "a/b/1": 7,
            "a/b/2": None,
            "a/b/3": 12,
            "a/b/4": 1_772_464_135,
            "a/b/5": 1_772_464_136,
        }
        first = package.cards[1]
        assert (first.memory, first.note_ms) == ((2.3065, 2.118), 5000)
        assert package.cards[2].memory is None


def test_what_is_not_ours_is_counted(tmp_path):
    rows = [*ROWS, (ms(4), 15, 3, 1, 1, 300, 900, 1), (ms(4, milli=1), 99, 3, 1, 1, 300, 900, 1)]
    collection = database(tmp_path / "collection", NOTES, rows)
    with sqlite3.connect(collection) as db:
        db.execute("INSERT INTO notes VALUES (15, 'Gq3~', 0, 'Paris')")
        db.execute("INSERT INTO notes VALUES (16, x'7372733a', 0, 'no text')")
        db.execute("INSERT INTO cards VALUES (15, 15, 0, 2, 2, 3, 0, 0, '{}')")
        # A second card that the learner made of a note of ours is no question of ours.
        db.execute("INSERT INTO cards VALUES (16, 1, 1, 2, 2, 3, 0, 0, '{}')")
        db.execute("INSERT INTO revlog VALUES (?, 16, 3, 1, 1, 300, 900, 1)", (ms(4, milli=2),))
    db.close()
    with reader.opened(pack(tmp_path / "made.apkg", collection)) as package:
        assert (package.other_notes, package.other_rows, package.orphan_rows) == (2, 2, 1)
        assert len(package.cards) == 5
        assert len(package.rows) == 3


def test_columns_that_hold_anything_are_no_answers(tmp_path, collection):
    with sqlite3.connect(collection) as db:
        db.execute("UPDATE revlog SET ease = 'good', ivl = NULL, time = 2.5, factor = x'00', type = NULL")
        db.execute("UPDATE cards SET due = 'soon', data = 7")
        db.execute("UPDATE notes SET mod = NULL")
    db.close()
    with reader.opened(pack(tmp_path / "made.apkg", collection)) as package:
        assert {tuple(row[2:]) for row in package.rows} == {(0, 0, 0, 0, 2, -1), (0, 0, 2, 0, 2, -1)}
        assert {card.memory for card in package.cards.values()} == {None}
        assert package.draws(1) == ("a/b/1", ())
        assert package.draws(99) == ("", ())


def test_files_that_are_no_package(tmp_path, collection):
    for name, data in {
        "empty.apkg": b"",
        "text.apkg": b"front\tback\n" * 50,
        "html.apkg": b"<!DOCTYPE html>",
    }.items():
        (tmp_path / name).write_bytes(data)
        assert "is no package of Anki" in refused(tmp_path / name)
    assert "Anki itself works in" in refused(collection)


def test_a_half_file_and_a_flipped_byte(tmp_path, collection):
    whole = pack(tmp_path / "whole.apkg", collection).read_bytes()
    for name, data in {"half": whole[: len(whole) // 2], "flipped": whole[:200] + b"\xff" * 8 + whole[208:]}.items():
        (tmp_path / name).write_bytes(data)
        assert "damaged or cut off" in refused(tmp_path / name)


def test_a_zip_without_a_collection_and_one_that_lies_about_it(tmp_path):
    path = tmp_path / "photos.zip"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("photo.jpg", b"")
    assert "holds no collection" in refused(path)
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("collection.anki2", b"no database at all")
    assert "damaged" in refused(path)


@pytest.mark.parametrize(("meta", "left"), [(b"\x08\x03", "collection.anki21b"), (b"\x08\x02", "collection.anki21")])
def test_the_dummy_is_never_taken_for_the_collection(tmp_path, collection, meta, left):
    path = pack(tmp_path / "half.apkg", collection, member="collection.anki2", meta=meta)
    assert "holds no collection" in refused(path), left


def test_a_newer_anki_is_named(tmp_path, collection):
    assert "(4 in meta)" in refused(pack(tmp_path / "new.apkg", collection, meta=b"\x08\x04"))
    assert "(no version in meta)" in refused(pack(tmp_path / "odd.apkg", collection, meta=b""))
    for schema in (10, 17, 19, None):
        with sqlite3.connect(collection) as db:
            db.execute("UPDATE col SET ver = ?", (schema,))
        db.close()
        assert f"(schema {schema}," in refused(pack(tmp_path / "new.apkg", collection))


def test_another_database_is_named(tmp_path):
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE notes (id integer)")
        db.execute("CREATE VIEW revlog AS SELECT 1")
        for name in ("col", "cards"):
            db.execute(f"CREATE TABLE {name} (id integer)")
    db.close()
    assert "is not Anki's" in refused(pack(tmp_path / "other.apkg", other))


def test_a_collection_without_its_last_page(tmp_path, collection):
    with sqlite3.connect(collection) as db:
        db.execute("CREATE TABLE zz (filler)")
        db.execute("INSERT INTO zz VALUES (zeroblob(20000))")
    db.close()
    # Nothing that is read lies there.
    collection.write_bytes(collection.read_bytes()[:-4096])
    assert "damaged or cut off" in refused(pack(tmp_path / "cut.apkg", collection))


def test_a_cut_frame_of_zstd(tmp_path):
    collection = database(tmp_path / "collection", NOTES, ROWS, schema=18)
    data = compressed(collection.read_bytes())
    for kept in (len(data) // 2, len(data) - 9, 10):
        path = tmp_path / "cut.apkg"
        with zipfile.ZipFile(path, "w") as package:
            package.writestr("meta", b"\x08\x03")
            package.writestr("collection.anki21b", data[:kept])
        assert "damaged or cut off" in refused(path)


@pytest.mark.parametrize("zstd", [False, True])
def test_bombs_stop_at_the_cap(tmp_path, monkeypatch, zstd):
    bomb = tmp_path / "bomb"
    bomb.write_bytes(b"SQLite format 3\0" + bytes(40_000_000))
    member, meta = ("collection.anki21b", b"\x08\x03") if zstd else ("collection.anki21", b"\x08\x02")
    path = pack(tmp_path / "bomb.apkg", bomb, member=member, meta=meta, zstd=zstd, dummy=False)
    assert path.stat().st_size < 100_000
    written = []
    unpack = reader._unpack

    def watched(file, named, target, largest):
        try:
            return unpack(file, named, target, largest)
        finally:
            written.append(target.stat().st_size if target.exists() else 0)

    monkeypatch.setattr(reader, "_unpack", watched)
    assert "holds more than 3 MiB" in refused(path, largest=3 * 2**20)
    assert written[0] <= (3 * 2**20 if zstd else 0)
    if not zstd:
        # The size that the zip states is a lie: it is counted, too.
        data = bytearray(path.read_bytes())
        stated = struct.pack("<I", bomb.stat().st_size)
        place = data.rindex(stated)
        data[place : place + 4] = struct.pack("<I", 1000)
        path.write_bytes(data)
        assert refused(path, largest=3 * 2**20)
        assert written[1] <= 3 * 2**20


def test_a_zip_with_a_password(tmp_path, collection):
    path = pack(tmp_path / "locked.apkg", collection, meta=None, dummy=False)
    data = bytearray(path.read_bytes())
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(sign) + place] |= 1
    path.write_bytes(data)
    assert "locked with a password" in refused(path)


def test_a_packing_of_other_programs(tmp_path, collection):
    path = pack(tmp_path / "odd.apkg", collection, meta=None, dummy=False)
    data = bytearray(path.read_bytes())
    for sign, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        data[data.index(sign) + place] = 9  # deflate64
    path.write_bytes(data)
    assert "only other programs know" in refused(path)


def test_without_zstandard_only_the_newer_packages_are_refused(tmp_path, monkeypatch, collection):
    newer = pack(
        tmp_path / "new.apkg",
        database(tmp_path / "18", NOTES, ROWS, schema=18),
        member="collection.anki21b",
        meta=b"\x08\x03",
        zstd=True,
    )
    older = pack(tmp_path / "old.apkg", collection)
    take = builtins.__import__

    def without(name, *rest, **more):
        if name == "zstandard":
            raise ImportError(name)
        return take(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(NeedsExtra) as needs, reader.opened(newer):
        pass
    said = str(needs.value)
    assert said.endswith(f'{sys.executable} -m pip install "srs-roulette[anki]"')
    assert "Support older Anki versions" in said
    with reader.opened(older) as package:
        assert len(package.rows) == 3


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), FileNotFoundError("No usable folder")])
def test_a_full_temporary_folder_is_said_with_the_file(tmp_path, monkeypatch, collection, fault):
    path = pack(tmp_path / "made.apkg", collection)

    def full(**_):
        raise fault

    monkeypatch.setattr(reader, "TemporaryDirectory", full)
    assert f"({fault.strerror or fault}); nothing was imported" in refused(path)


def test_nothing_but_the_temporary_copy_is_written(tmp_path, collection):
    path = pack(tmp_path / "made.apkg", collection)
    before = sorted(tmp_path.iterdir()), path.read_bytes()
    with reader.opened(path):
        pass
    assert (sorted(tmp_path.iterdir()), path.read_bytes()) == before


@contextmanager
def counted(monkeypatch):
    """Count the statements that the reader gives to SQLite."""
    said, connect = [], sqlite3.connect

    def traced(*values, **more):
        connection = connect(*values, **more)
        connection.set_trace_callback(said.append)
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(reader.sqlite3, "connect", traced)
        yield said


def test_reading_takes_as_many_statements_however_long_the_log(tmp_path, monkeypatch):
    counts = []
    for rows in (1, 50):
        log = [(ms(1, milli=n), "a/b/1", 3, 1, 1, 300, 900, 1) for n in range(rows)]
        path = made(tmp_path, NOTES, log, name=f"{rows}.apkg")
        with counted(monkeypatch) as said, reader.opened(path):
            counts.append(len(said))
    assert counts[0] == counts[1] <= 12


def test_a_hundred_thousand_rows_take_less_than_two_seconds(tmp_path):
    notes = {f"a/b/{n}": NOTES["a/b/1"] for n in range(10_000)}
    items = list(notes)
    rows = [(ms(1, milli=n), items[n % 10_000], 3, 1, 1, 300, 900, 1) for n in range(100_000)]
    path = made(tmp_path, notes, rows)
    begun = process_time()
    with reader.opened(path) as package:
        assert len(package.rows) == 100_000
    assert process_time() - begun < 2
