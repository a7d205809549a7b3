"""``import anki``: what it writes, what it says, and that it is all or nothing."""

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime

import pytest
from anki_packages import database, made, ms, pack
from sitting_helpers import DECK, FIRST, ROOT, SECOND, THIRD, UNDO, of_type

from srs_roulette.anki.reader import opened
from srs_roulette.errors import NotSaved
from srs_roulette.recall.anki_import import known_items, look, take_in
from srs_roulette.session.open import Wishes, sit_down

CARD = {"type": 2, "queue": 2, "due": 20}
KEYS = {
    *("dry_run", "collection", "schema", "cards", "rows", "imported", "already_here", "kinds", "draws_known"),
    *("times_at_cap", "moved", "implausible", "unknown", "other_notes", "other_rows", "deleted_rows"),
    *("memory_differs", "backup"),
}


def row(item, at, *, button=3, interval=5, factor=300, taken=4000, kind=1):
    return (at, item, button, interval, 2, factor, taken, kind)


@pytest.fixture
def package(tmp_path):
    """Two items of the deck, answered in Anki on days before the first sitting, and three days after it."""
    rows = [row(FIRST, ms(0), kind=0), row(SECOND, ms(0, minute=1), kind=0), row(FIRST, ms(4), button=1, interval=3)]
    return made(tmp_path, {FIRST: CARD, SECOND: CARD}, rows)


def bring(home, package, *words, day=5):
    return home.json("import", "anki", str(package), "--deck", str(home.deck), *words, day=day)


def say(home, package, *words, day=5, **more):
    return home.run("import", "anki", str(package), "--deck", str(home.deck), *words, day=day, **more)


def imports(home):
    with closing(sqlite3.connect(home.database)) as db:
        return db.execute("SELECT rows, new, skipped, length(sha256) FROM anki_imports").fetchall()


def backups(home):
    return sorted(file.name for file in (home.folder / "backups").glob("*before-import*"))


def files(home):
    """Every file of the learner with what is in it."""
    return {file: file.read_bytes() for file in sorted(home.folder.rglob("*")) if file.is_file()}


def test_a_dry_run_writes_nothing_at_all(home, package):
    told = bring(home, package, "--dry-run")
    assert not home.folder.exists()
    assert told.keys() == KEYS
    assert (told["dry_run"], told["imported"], told["memory_differs"], told["backup"]) == (True, 3, None, None)
    home.sit(day=0)
    before = files(home)
    assert bring(home, package, "--dry-run") == told
    assert "Nothing was written." in say(home, package, "--dry-run").stdout
    assert files(home) == before


def test_the_first_import_makes_the_file(home, package):
    told = bring(home, package)
    assert told.keys() == KEYS
    assert (told["imported"], told["already_here"], told["backup"]) == (3, 0, None)
    assert {name for name, count in told["kinds"].items() if count} == {"learning", "review"}
    history = home.json("history", day=5)["attempts"]
    assert [(one["id"], one["item"], one["kind"], one["surface"], one["rating"]) for one in history] == [
        (ms(0), FIRST, "anki", "anki", "good"),
        (ms(0, minute=1), SECOND, "anki", "anki", "good"),
        (ms(4), FIRST, "anki", "anki", "again"),
    ]
    assert imports(home) == [(3, 3, 0, 64)]


def test_each_review_comes_once_and_the_history_is_backed_up_before(home, package):
    home.sit(day=0)
    told = bring(home, package)
    assert told["imported"] == 3
    assert told["backup"].endswith(backups(home)[0])
    with closing(sqlite3.connect(told["backup"])) as db:
        assert db.execute("SELECT count(*) FROM attempts WHERE kind = 'anki'").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM attempts").fetchone()[0] > 0
    before = home.state(day=5)
    again = bring(home, package)
    assert (again["imported"], again["already_here"], again["backup"]) == (0, 3, None)
    assert len(backups(home)) == 1
    assert home.state(day=5) == before
    assert imports(home) == [(3, 3, 0, 64), (3, 0, 3, 64)]


def test_stats_due_and_doctor_count_what_came_back(home, package):
    home.sit(day=0)
    before = home.json("stats", "--deck", str(home.deck), day=5)
    bring(home, package)
    after = home.json("stats", "--deck", str(home.deck), day=5)
    assert after["reviews"] == before["reviews"] + 3
    # Of the three the first ones of two items were no reviews; the third is one, and wrong.
    assert after["true_retention"]["n"] == before["true_retention"]["n"] + 3
    assert {one["study_day"]: one["answers"] for one in after["activity"]}["2026-03-01"] == 2
    items = {one["item"]: one for one in home.json("items", "--deck", str(home.deck), day=5)["items"]}
    assert items[FIRST]["due"] == "2026-03-21"
    assert home.run("doctor", day=5).stdout.startswith("All well")


def test_a_sitting_goes_on_from_what_came_back(home, package):
    bring(home, package)
    asked = of_type(home.sit(day=6), "question")
    assert [one["item"] for one in asked if one["new"]] == [THIRD]
    assert {one["item"] for one in of_type(home.sit(day=22), "question")} >= {FIRST, SECOND}


def test_undo_never_takes_what_anki_brought_unless_it_is_named(home, tmp_path):
    rows = [row(FIRST, ms(4)), row(FIRST, ms(5), button=0, factor=0, kind=4)]
    package = made(tmp_path, {FIRST: CARD}, rows)
    bring(home, package)
    assert "There is no attempt to withdraw" in home.fault("undo", day=5)
    attempts = home.json("history", day=5)["attempts"]
    assert [one["kind"] for one in attempts] == ["anki", "reset"]
    assert home.json("undo", str(ms(4)), day=5)["undone"]["undone"] is True
    # Withdrawn, it stays so.
    assert bring(home, package)["imported"] == 0
    assert len(home.json("history", day=5)["attempts"]) == 1
    objects = home.send(UNDO, day=5)
    assert of_type(objects, "undone")[0]["attempt"] is None


def test_history_and_attempt_say_that_it_was_anki(home, package):
    bring(home, package)
    told = home.run("history", day=5).stdout
    assert f"wrong  {FIRST}" in told
    assert f"answered in Anki; attempt {ms(4)}" in told
    assert "None" not in told
    assert "answered in Anki, which does not say" in home.fault("attempt", str(ms(4)), day=5)


def test_an_answer_whose_draw_is_known_is_shown_with_its_question(home, tmp_path):
    home.sit(day=0)
    with closing(sqlite3.connect(home.database)) as db:
        (kept,) = db.execute("SELECT params FROM attempts WHERE item_id = ?", (FIRST,)).fetchone()
    params, rules = json.loads(kept).values()
    field = json.dumps({"all": {"house": "european", "rules": rules}, "v": [{"seed": 7, "params": params}]})
    package = made(tmp_path, {FIRST: CARD | {"variants": field}}, [row(FIRST, ms(4), button=1)])
    assert bring(home, package)["draws_known"] == 1
    told = home.run("attempt", str(ms(4)), day=5).stdout
    assert "Answered in Anki: Again. Wrong; right is 34." in told
    assert "17" in told
    shown = home.json("attempt", str(ms(4)), day=5)
    with closing(sqlite3.connect(home.database)) as db:
        # Word for word as a draw answered here, so that statistics know it again.
        assert db.execute("SELECT params FROM attempts WHERE id = ?", (ms(4),)).fetchone() == (kept,)
    assert (shown["attempt"]["seed"], shown["attempt"]["given"], shown["question"]["seed"]) == (7, None, 7)
    assert home.run("doctor", day=5).stdout.startswith("All well")


def test_every_odd_thing_is_said_in_words(home, tmp_path):
    notes = {FIRST: CARD, SECOND: {}, **{f"gone/item/{n}": CARD for n in range(5)}}
    rows = [
        row(FIRST, 1_772_000_000),
        row(FIRST, ms(3), taken=60_000),
        row(FIRST, ms(3, minute=1), button=3, factor=0, kind=3),
        row(FIRST, ms(4, hour=11), button=0, factor=2500, kind=4),
        row(SECOND, ms(3, minute=2), button=0, factor=0, kind=4),
        *(row(f"gone/item/{n}", ms(4, milli=n)) for n in range(5)),
        row(999, ms(4, milli=99)),
    ]
    package = made(tmp_path, notes, rows)
    done = say(home, package)
    said, complained = (" ".join(text.split()) for text in (done.stdout, done.stderr))
    for text in (
        "Back from Anki, reviews: 1, of items: 1. Already here: 0.",
        "Made new in Anki, and so here: 1.",
        "Due days set by hand in Anki: 1.",
        "Extra practice in Anki, which moves no due day: 1.",
        "Due days that hold here too from now on: 1.",
        "Answers of 60 or 600 seconds: 1.",
        "Reviews of cards deleted in Anki, which no longer says of which: 1.",
    ):
        assert text in said
    assert f"rows: 1 ({FIRST} on 1970-01-21)" in complained
    assert "rows: 5, items: 5 (gone/item/0, gone/item/1, gone/item/2, ...)" in complained
    told = bring(home, package)
    assert len(told["unknown"]) == 5
    assert told["implausible"] == [{"item": FIRST, "answered_at": "1970-01-21T12:13:20.000Z"}]
    assert "Put the deck in place" in complained


def test_an_item_that_no_deck_has_any_more_gets_its_history(home, tmp_path):
    home.sit(day=0)
    home.deck.write_text(DECK.format(title="Mine", bet="split").replace('"2..4"', '"3..4"'), encoding="utf-8")
    told = bring(home, made(tmp_path, {FIRST: CARD}, [row(FIRST, ms(4))]))
    assert (told["imported"], told["unknown"]) == (1, [])
    assert home.json("history", day=5)["attempts"][-1]["item"] == FIRST


def test_an_item_that_was_renamed_gets_its_history_under_its_new_name(home, tmp_path):
    text = DECK.format(title="Mine", bet="split").replace("[items.split]", '[items.pair]\nwas = ["split"]')
    home.deck.write_text(text, encoding="utf-8")
    package = made(tmp_path, {FIRST: CARD}, [row(FIRST, ms(4))])
    assert bring(home, package)["imported"] == 1
    assert home.json("history", day=5)["attempts"][-1]["item"] == "mine/pair/2"
    assert bring(home, package)["already_here"] == 1


def test_an_installed_deck_that_is_not_in_use_is_known(home, tmp_path):
    package = made(tmp_path, {"european/split-table/7": CARD}, [row("european/split-table/7", ms(4))])
    assert bring(home, package)["imported"] == 1


@pytest.mark.parametrize("what", ["text", "missing", "foreign"])
def test_a_file_that_is_none_writes_nothing(home, tmp_path, what):
    path = tmp_path / "x.apkg"
    if what == "text":
        path.write_text("a\tb\n")
    if what == "foreign":
        pack(path, database(tmp_path / "collection", {"Paris": CARD}, [row("Paris", ms(4))], guids=False))
    said = home.fault("import", "anki", str(path), day=5)
    assert "\n" not in said
    assert ("No card in it is from srs-roulette (other notes: 1)" in said) == (what == "foreign")
    assert not home.folder.exists()


KILLED = """
import os, signal, sys
from srs_roulette.cli.app import main
from srs_roulette.store.attempts import Store
replay, count = Store._replay, iter(range(10**6))
def killed(self, *values):
    if next(count) == {after}:
        os.kill(os.getpid(), signal.SIGKILL)
    replay(self, *values)
Store._replay = killed
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing there is killed with -9")
def test_killed_half_way_all_or_nothing_is_there(home, tmp_path):
    text = DECK.format(title="Mine", bet="split").replace('"2..4"', '"2..101"')
    home.deck.write_text(text, encoding="utf-8")
    home.sit(day=0, most=3)
    items = [f"mine/split/{n}" for n in range(2, 102)]
    rows = [row(item, ms(n, hour=12, milli=place)) for n in range(10) for place, item in enumerate(items)]
    package = made(tmp_path, dict.fromkeys(items, CARD), rows)
    before = home.json("history", day=30), home.json("due", "--deck", str(home.deck), day=30)
    words = ["import", "anki", str(package), "--deck", str(home.deck)]
    done = subprocess.run(
        [sys.executable, "-c", KILLED.format(after=50), *words],
        env={"PYTHONPATH": str(ROOT)} | home.env(30),
        capture_output=True,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert (home.json("history", day=30), home.json("due", "--deck", str(home.deck), day=30)) == before
    assert imports(home) == []
    assert bring(home, package, day=30)["imported"] == 1000
    assert len(home.json("history", day=30)["attempts"]) == 1003


def desk(home, *, writing=False):
    wishes = Wishes(database=home.database, data_folder=home.folder, decks=(str(home.deck),), environ={})
    return sit_down(wishes, datetime.fromisoformat(home.env(5)["SRS_ROULETTE_NOW"]), writing=writing)


def test_an_answer_that_another_process_gave_meanwhile_is_not_overwritten(home, package):
    with opened(package) as read:
        with desk(home) as opened_desk:
            found = look(read, opened_desk, known_items(read, opened_desk))
        with desk(home, writing=True) as opened_desk:
            take_in(read, opened_desk, found)
            with pytest.raises(NotSaved, match="nothing was imported"):
                take_in(read, opened_desk, found)
            assert len(opened_desk.store.attempts()) == 3
    assert imports(home) == [(3, 3, 0, 64)]


def test_an_import_takes_as_many_statements_an_item_however_long_the_log(home, tmp_path):
    counts = []
    for rounds in (2, 40):
        rows = [row(item, ms(n, milli=at)) for n in range(rounds) for at, item in enumerate((FIRST, SECOND))]
        package = made(tmp_path, {FIRST: CARD, SECOND: CARD}, rows)
        home.database = home.folder / f"{rounds}.db"
        with opened(package) as read, desk(home, writing=True) as opened_desk:
            found = look(read, opened_desk, known_items(read, opened_desk))
            said = []
            opened_desk.store.connection.set_trace_callback(said.append)
            take_in(read, opened_desk, found)
            counts.append(sum(not one.startswith(("INSERT INTO attempts", "-- ")) for one in said))
    assert counts[0] == counts[1] < 12
