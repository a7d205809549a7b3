"""What becomes of notes that Anki has when they are exported again: ANKI.md 11, 6; cases 22, 23."""

from __future__ import annotations

import hashlib
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from anki_packages import judged
from export_helpers import (
    AFTERNOON,
    DECK,
    ITEMS,
    Learner,
    altered,
    collection,
    note,
    package,
    taking,
)

from srs_roulette.anki import model
from srs_roulette.anki.writer import write
from srs_roulette.recall import anki_deck


def test_an_unchanged_deck_updates_nothing_and_a_correction_updates_one(tmp_path):
    learner = Learner(tmp_path)
    with learner.desk() as desk:
        learner.answer(desk.store, "mine/split/2", 3, AFTERNOON - timedelta(days=1))
    first = learner.package("one.apkg")
    again = learner.package("two.apkg", AFTERNOON + timedelta(hours=1))
    learner.deck.write_text(DECK.replace("Tables", "The tables"), encoding="utf-8")
    # The clock stands a day back. Within the same second the first title is put back and the other one changed.
    yesterday = AFTERNOON - timedelta(days=1)
    reworded = learner.package("three.apkg", yesterday)
    learner.deck.write_text(DECK.replace('"Draws"', '"The draws"'), encoding="utf-8")
    back = learner.package("four.apkg", yesterday)
    edit = ["edit", {"guid": "srs:mine/split/2", "field": "Explain", "text": "my hint", "tag": "mine"}]
    steps = taking(tmp_path / "a", first, edit, again, then=["notes"])
    _, counts, _, repeated, notes = judged(steps)
    assert (counts["new"], repeated) == (ITEMS, {"new": 0, "updated": 0, "duplicate": ITEMS, "conflicting": 0})
    assert notes["srs:mine/split/2"]["fields"][3] == "my hint"
    assert "mine" in notes["srs:mine/split/2"]["tags"]
    steps = taking(tmp_path / "b", first, ["cards", {}], reworded, back, then=("cards", "types", "log"))
    _, _, before, third, fourth, after, types, log = judged(steps)
    # The title of a section stands on each of its 78 and 3 cards.
    assert third == {"new": 0, "updated": 78, "duplicate": 3, "conflicting": 0}
    assert fourth == {"new": 0, "updated": ITEMS, "duplicate": 0, "conflicting": 0}
    assert before == after
    assert len(log) == 1
    assert sum(name.startswith("Roulette") for name in types) == 1


def test_one_changed_text_is_one_updated_note(tmp_path):
    notes = [note(number) for number in range(1, 6)]
    write(tmp_path / "one.apkg", package(notes))
    corrected = note(3, "Split. Chips: 8.", changed=notes[2].changed + 1)
    write(tmp_path / "two.apkg", package([*notes[:2], corrected, *notes[3:]]))
    renamed = altered(
        tmp_path / "two.apkg",
        "renamed.apkg",
        """UPDATE col SET models = replace(models, '"name":"Explain"', '"name":"Working"')""",
        f"""UPDATE col SET models = replace(models, '"mod":{model.MODEL_MOD}', '"mod":{model.MODEL_MOD + 1}')""",  # noqa: S608
        "UPDATE notes SET mod = mod + 5",
    )
    steps = taking(tmp_path / "a", tmp_path / "one.apkg", tmp_path / "two.apkg", renamed, then=("types",))
    _, first, second, third, types = judged(steps)
    assert (first["new"], second) == (5, {"new": 0, "updated": 1, "duplicate": 4, "conflicting": 0})
    # Fields have ids of their own, so that a new name is no new field.
    assert third == {"new": 0, "updated": 5, "duplicate": 0, "conflicting": 0}
    assert [field["name"] for field in types["Roulette (srs-roulette)"]["flds"]][3] == "Working"


@pytest.mark.parametrize("mutant", ["UPDATE notes SET guid = 'x' || id", "UPDATE notes SET mod = mod - 1"])
def test_an_update_needs_the_same_guid_and_a_newer_stamp(tmp_path, mutant):
    write(tmp_path / "one.apkg", package([note()]))
    write(tmp_path / "two.apkg", package([note(prompt="Another.", changed=1_780_000_001)]))
    wrong = altered(tmp_path / "two.apkg", "wrong.apkg", mutant)
    *_, counts = judged(taking(tmp_path / "a", tmp_path / "one.apkg", wrong))
    assert counts["updated"] == 0


def test_a_renamed_item_keeps_its_note(learner):
    with learner.desk() as desk:
        learner.answer(desk.store, "mine/split/2", 3, AFTERNOON - timedelta(days=1))
    with closing(collection(learner.package("one.apkg"))) as database:
        before = database.execute("SELECT id, mod FROM notes WHERE guid = 'srs:mine/split/2'").fetchone()
    learner.deck.write_text(DECK.replace("[items.split]", '[items.pair]\nwas = ["split"]'), encoding="utf-8")
    with closing(collection(learner.package("two.apkg", AFTERNOON + timedelta(hours=1)))) as database:
        rows = database.execute(
            "SELECT n.id, n.mod, flds, reps FROM notes n JOIN cards ON nid = n.id WHERE guid = 'srs:mine/split/2'"
        )
        id_, mod, fields, reps = rows.fetchone()
    assert (id_, fields.split("\x1f")[0], reps) == (before[0], "mine/pair/2", 1)
    assert mod > before[1]


def test_ids_are_given_once(learner):
    one = learner.package("one.apkg", variants=1)
    two = learner.package("two.apkg", AFTERNOON + timedelta(days=1), variants=3)
    sql = "SELECT n.guid, n.id, c.id FROM notes n JOIN cards c ON c.nid = n.id ORDER BY n.guid"
    assert collection(one).execute(sql).fetchall() == collection(two).execute(sql).fetchall()


def test_two_machines_with_the_same_deck_write_the_same_notes(learned, learner):
    sql = "SELECT n.guid, n.id, c.id, n.mid FROM notes n JOIN cards c ON c.nid = n.id ORDER BY n.guid"
    rows = []
    for one, writing in ((learned("UTC")[0], True), (learner, False), (learner, True)):
        with closing(collection(one.package("two-machines.apkg", writing=writing))) as database:
            rows.append(database.execute(sql).fetchall())
    assert rows[0] == rows[1] == rows[2]
    assert len(rows[0]) == ITEMS


def test_without_a_file_texts_are_as_new_as_the_program(learner, monkeypatch):
    stamps = []
    for version in ("0.1.0", "0.1.1.dev3", "0.2.0", "1.0.0"):
        monkeypatch.setattr(anki_deck, "version", lambda _, found=version: found)
        with closing(collection(learner.package("one.apkg", writing=False))) as database:
            stamps.append(database.execute("SELECT min(mod), max(mod) FROM notes").fetchone())
    assert [low for low, _ in stamps] == [high for _, high in stamps] == sorted({low for low, _ in stamps})
    # What is kept once there is a file is newer than any of them.
    with closing(collection(learner.package("two.apkg"))) as database:
        assert database.execute("SELECT min(mod) FROM notes").fetchone() > stamps[-1][:1]


def test_the_stamp_is_the_time_of_the_change(learner):
    learner.package("one.apkg", variants=1)
    later = datetime(2026, 12, 1, tzinfo=UTC)
    with closing(collection(learner.package("two.apkg", later.replace(tzinfo=None), variants=2))) as database:
        stamps = dict(database.execute("SELECT guid, mod FROM notes"))
    assert stamps["srs:mine/next"] == later.timestamp()
    assert stamps["srs:mine/split/2"] == AFTERNOON.replace(tzinfo=UTC).timestamp()


def test_the_note_type_is_newer_when_its_files_changed():
    """Whoever changes the card raises TEMPLATE_VERSION, or no Anki takes the change; then the hash here."""
    digest = hashlib.sha256("".join(model.card()).encode()).hexdigest()[:12]
    assert (model.TEMPLATE_VERSION, digest) == (2, "80c6fc8dd96d")
    assert model.FIELDS == ("Id", "Question", "Answer", "Explain", "Variants")
