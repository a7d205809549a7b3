"""backup, restore, doctor, profiles, and the backup of each day, through their command lines."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

BACKUPS = "backups"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def count(path):
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT count(*) FROM attempts").fetchone()[0]


def write(path, sql, *values):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(sql, values)
        connection.commit()


def scribble(path):
    """Overwrite everything but the first page."""
    raw = path.read_bytes()
    path.write_bytes(raw[:4096] + os.urandom(len(raw) - 4096))


# ---- the backup of each day


def test_the_first_sitting_of_a_day_leaves_a_backup(home):
    home.sit(day=0, most=2)
    home.sit(day=0, most=1)
    home.sit(day=3, most=2)
    folder = home.folder / BACKUPS
    assert names(folder) == ["learner-daily-2026-03-02.db", "learner-daily-2026-03-05.db"]
    assert [count(folder / name) for name in names(folder)] == [2, len(home.json("history")["attempts"])]


@pytest.mark.parametrize("words", [["due"], ["history"], ["doctor"], ["profiles"], ["items"], []], ids=" ".join)
def test_who_writes_nothing_makes_no_backup(home, words):
    home.sit(most=1)
    shutil.rmtree(home.folder / BACKUPS)
    home.run(*words)
    home.sit(most=0)
    assert names(home.folder) == ["learner.db"]


def test_a_look_up_beside_a_sitting_that_backed_up_first_takes_nothing_away(home):
    """The backup at the start once took the sitting's locks, and the next look-up its log with all answers to come."""
    home.sit(most=3)
    shutil.rmtree(home.folder / BACKUPS)
    with home.process("review", "--jsonl", "--deck", str(home.deck), day=1) as sitting:
        assert json.loads(sitting.stdout.readline())["type"] == "question"
        assert names(home.folder / BACKUPS) == ["learner-daily-2026-03-03.db"]
        with home.process("due", day=1) as look_up:
            look_up.communicate()
        sitting.stdin.write(b'{"answer": "?"}\n')
        sitting.stdin.flush()
        acknowledged = json.loads(sitting.stdout.readline())["attempt"]
        sitting.kill()
    assert [one["id"] for one in home.json("history")["attempts"]][3:] == [acknowledged]


def test_a_sitting_that_was_killed_is_backed_up_at_the_next_start(home):
    home.sit(most=3)
    shutil.rmtree(home.folder / BACKUPS)
    home.sit(day=1, most=0)
    (kept,) = (home.folder / BACKUPS).iterdir()
    assert kept.name == "learner-daily-2026-03-03.db"
    assert count(kept) == 3


@pytest.mark.parametrize("words", [["drill", "times_table"], ["review"]], ids=" ".join)
def test_a_sitting_broken_off_at_the_keyboard_is_backed_up_too(home, words):
    home.run(*words, "--deck", str(home.deck), typed="1\n")
    assert names(home.folder / BACKUPS) == ["learner-daily-2026-03-02.db"]


def test_a_backup_that_fails_is_one_line_and_stops_nothing(home):
    home.folder.mkdir()
    (home.folder / BACKUPS).write_text("in the way", encoding="utf-8")
    objects = home.sit(most=2)
    assert objects[-1]["answered"] == 2
    assert home.said.count("\n") == 1
    assert home.said.startswith("There is no backup of today: ")
    # Not tried twice where it was tried at the start.
    home.sit(day=1, most=1)
    assert home.said.count("\n") == 1
    assert (home.folder / BACKUPS).read_text(encoding="utf-8") == "in the way"


# ---- backup and restore


def test_backup_and_restore(home):
    home.sit(most=3)
    before = home.state()
    made = home.json("backup")
    assert made == {"path": str(home.folder / BACKUPS / "learner-2026-03-02T100000Z.db"), "attempts": 3}
    home.sit(day=1)
    now = len(home.json("history")["attempts"])
    done = home.json("restore", made["path"], day=1)
    kept = home.folder / BACKUPS / "learner-before-restore-2026-03-03T100000Z.db"
    assert done == {"restored": made["path"], "attempts": 3, "before": now, "kept": str(kept)}
    assert home.state() == before
    assert home.json("restore", str(kept), day=1)["attempts"] == now
    assert len(home.json("history")["attempts"]) == now


def test_what_is_said(home):
    home.sit(most=3)
    home.run("undo")
    path = home.folder / "copy.db"
    said = " ".join(home.run("backup", str(path)).stdout.split())
    assert said == f"Backed up, attempts: 2. File: {path}"
    home.sit(day=1, most=1)
    said = " ".join(home.run("restore", str(path)).stdout.split())
    assert f"Restored, attempts: 2. From: {path} What was there is kept, attempts: 3." in said


def test_a_restore_creates_the_folder_and_asks_nothing(home, tmp_path):
    home.sit(most=2)
    home.run("backup", str(tmp_path / "saved.db"))
    new = tmp_path / "a b" / "ü?x#1%20"
    home.run("restore", str(tmp_path / "saved.db"), "--data", str(new), "--profile", "ann")
    assert names(new) == ["ann.db"]
    assert len(home.json("history", "--data", str(new), "--profile", "ann")["attempts"]) == 2


@pytest.mark.parametrize("name", ["a b", "ü?x#1%20.db", "-x.db", ":memory:", "'q'.db"])
def test_odd_names_of_backups(home, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    home.sit(most=1)
    home.run("backup", "--", name)
    assert (tmp_path / name).is_file()
    assert home.json("restore", "--", name)["attempts"] == 1


def test_home_is_a_tilde(home, tmp_path):
    home.sit(most=1)
    home.run("backup", "~/x.db", HOME=str(tmp_path))
    assert count(tmp_path / "x.db") == 1
    home.run("restore", "~/x.db", HOME=str(tmp_path))


@pytest.mark.parametrize("words", [["backup"], ["backup", "x.db"]], ids=" ".join)
def test_nothing_to_back_up(home, words):
    assert "nothing to back up" in home.fault(*words)
    assert not home.folder.exists()
    assert not Path("x.db").exists()


def test_a_backup_takes_no_file_s_place(home, tmp_path):
    home.sit(most=1)
    mine = tmp_path / "mine.txt"
    mine.write_text("mine", encoding="utf-8")
    assert "already exists" in home.fault("backup", str(mine))
    assert "already exists" in home.fault("backup", str(tmp_path))
    assert mine.read_text(encoding="utf-8") == "mine"


def test_a_running_sitting_is_backed_up_and_not_replaced(home, tmp_path):
    home.sit(most=2)
    home.run("backup", str(tmp_path / "saved.db"))
    with home.process("review", "--jsonl", "--deck", str(home.deck), day=1) as sitting:
        assert json.loads(sitting.stdout.readline())["type"] == "question"
        sitting.stdin.write(b'{"answer": "?"}\n')
        sitting.stdin.flush()
        assert json.loads(sitting.stdout.readline())["type"] == "feedback"
        assert home.json("backup", str(tmp_path / "meanwhile.db"))["attempts"] == 3
        line = home.fault("restore", str(tmp_path / "saved.db"))
        assert line.startswith(f"{home.database} is open in another process; nothing was restored.")
        sitting.communicate(b'{"command": "quit"}\n')
    assert sitting.returncode == 0
    assert len(home.json("history")["attempts"]) == 3


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.write_text("Dear diary,\n" * 50, encoding="utf-8"), "is no data file of srs-roulette"),
        (lambda path: path.mkdir(), "is no data file of srs-roulette"),
        (lambda path: path.symlink_to("nowhere.db"), "is no data file of srs-roulette"),
        (lambda path: write(path, "CREATE TABLE notes (a)"), "is no data file of srs-roulette"),
        (lambda _: None, "There is no backup"),
    ],
    ids=["text", "folder", "dangling link", "foreign", "missing"],
)
@pytest.mark.parametrize("there", [True, False])
def test_what_is_no_backup(home, tmp_path, make, said, there):
    if there:
        home.sit(most=1)
    make(tmp_path / "other.db")
    line = home.fault("restore", str(tmp_path / "other.db"))
    assert said in line
    assert "\n" not in line
    assert len(home.json("history")["attempts"]) == there


# ---- doctor


def test_all_is_well(home):
    assert home.run("doctor").stdout == "All well: attempts 0, memories 0, backups 0.\n"
    assert not home.folder.exists()
    home.sit(most=3)
    home.run("undo")
    said = " ".join(home.run("doctor").stdout.split())
    assert said == (
        "All well: attempts 2, memories 2, backups 1. Newest good backup: learner-daily-2026-03-02.db, attempts: 3."
    )
    told = home.json("doctor")
    assert (told["attempts"], told["memories"], told["rebuilt"], told["faults"]) == (2, 2, None, [])
    assert home.json("doctor", "--rebuild")["rebuilt"] == 0


def test_a_memory_is_mended(home):
    home.sit()
    memories = home.json("items", "--deck", str(home.deck))
    write(home.database, "UPDATE memories SET due_day = due_day + 1, stability = 9")
    done = home.run("doctor", code=1)
    assert "is due on" in done.stdout
    assert "doctor --rebuild" in " ".join(done.stdout.split())
    assert home.run("doctor", "--rebuild").stdout.startswith("Memories mended: 4.\nAll well")
    assert home.json("items", "--deck", str(home.deck)) == memories
    home.run("doctor")


def test_a_memory_that_cannot_be_is_mended(home):
    home.sit()
    memories = home.json("items", "--deck", str(home.deck))
    write(home.database, "UPDATE memories SET stability = -1 WHERE item_id = 'mine/split/2'")
    line = home.fault("due", "--deck", str(home.deck))
    assert line.endswith("nothing was written. Mend it: srs-roulette doctor --rebuild")
    home.run(*line.rpartition("srs-roulette ")[2].split())
    assert home.json("items", "--deck", str(home.deck)) == memories


def test_every_past_question_is_made_again_on_demand(home):
    home.sit(False, True)
    home.run("drill", "call_value", "--deck", str(home.deck), typed="?\nquit\n")
    assert home.json("doctor", "--questions")["faults"] == []
    with closing(sqlite3.connect(home.database)) as connection:
        rows = connection.execute("SELECT id, params FROM attempts WHERE kind <> 'drill' ORDER BY id").fetchall()
        connection.execute("DROP TRIGGER attempts_never_changed")
        change = "UPDATE attempts SET params = json_set(params, ?, ?), rules_version = ? WHERE id = ?"
        changes = [
            ("$.params.chips", 17, "1"),
            ("$.params.bet", "splt", "1"),
            ("$.house", "{}", "1"),
            ("$.params.chips", 19, "0"),
        ]
        for (attempt, _), wrong in zip(rows, changes, strict=False):
            connection.execute(change, (*wrong, attempt))
        connection.commit()
    told = json.loads(home.run("--json", "doctor", "--questions", code=1).stdout)["faults"]
    assert [(one["kind"], int(one["about"])) for one in told] == [
        ("params", rows[2][0]),
        ("question", rows[0][0]),
        ("question", rows[1][0]),
    ]
    assert "was judged by the answer 34, but its question has the answer 289" in told[1]["text"]
    assert "cannot be made again" in told[2]["text"]
    assert told[1]["advice"] == f"Look at it: srs-roulette attempt {rows[0][0]}"
    assert [one["kind"] for one in json.loads(home.run("--json", "doctor", code=1).stdout)["faults"]] == ["params"]


def test_the_future_is_listed_with_its_undo(home):
    home.sit(day=400, most=2)
    home.sit(day=0, most=1)
    told = json.loads(home.run("doctor", "--json", code=1).stdout)
    assert [fault["kind"] for fault in told["faults"]] == ["future", "future"]
    for fault in told["faults"]:
        words = fault["advice"].rpartition("srs-roulette ")[2].split()
        assert words[0] == "undo"
        home.run(*words)
    home.run("doctor")
    assert len(home.json("history")["attempts"]) == 1


def test_many_faults_of_one_kind_are_counted(home):
    home.sit(most=1)
    with closing(sqlite3.connect(home.database)) as connection:
        connection.executemany("INSERT INTO memories VALUES (?, 1, 1, 1, 1, 1, 1)", [(f"x/{n}",) for n in range(50)])
        connection.commit()
    done = home.run("doctor", code=1, COLUMNS="200")
    assert done.stdout.count("but no attempts that count") == 20
    assert "as many more of these: 30" in done.stdout


def test_a_damaged_history_names_its_newest_good_backup_and_is_restored(home):
    home.sit()
    made = home.json("backup")
    home.folder.joinpath(BACKUPS, "learner-daily-2026-03-02.db").unlink()
    scribble(home.database)
    before = home.database.read_bytes()
    for words in (["doctor"], ["doctor", "--rebuild"]):
        assert made["path"] in home.run(*words, code=1, COLUMNS="400").stdout
    for words in (["review"], ["due"], ["undo"], ["settings", "set", "new_per_day", "5"]):
        line = home.fault(*words)
        assert f"{made['path']}, attempts: {made['attempts']}." in line
        assert "\n" not in line
    assert home.database.read_bytes() == before
    said = " ".join(home.run("restore", made["path"]).stdout.split())
    (damaged,) = home.folder.joinpath(BACKUPS).glob("learner-damaged-*.db")
    assert said.endswith(f"What was there is kept, damaged: {damaged}")
    assert len(home.json("history")["attempts"]) == made["attempts"]
    home.run("doctor")


def test_a_history_that_is_gone(home):
    home.sit()
    home.database.unlink()
    told = json.loads(home.run("doctor", "--json", code=1).stdout)
    (fault,) = told["faults"]
    assert fault["kind"] == "missing"
    home.run(*fault["advice"].rpartition("srs-roulette ")[2].split())
    home.run("doctor")


# ---- profiles


def test_profiles(home):
    assert home.json("profiles") == {"profiles": []}
    assert "No learners yet" in home.run("profiles").stdout
    assert not home.folder.exists()
    home.sit(most=3)
    home.sit(False, most=1, day=1, words=["--profile", "ann"])
    (home.folder / "broken.db").write_text("x" * 200, encoding="utf-8")
    (home.folder / "no.db").mkdir()
    (home.folder / ".hidden.db").write_text("x", encoding="utf-8")
    (home.folder / "notes.txt").write_text("x", encoding="utf-8")
    rows = home.json("profiles", day=1)["profiles"]
    assert [row["profile"] for row in rows] == ["ann", "broken", "learner", "no"]
    assert [row["current"] for row in rows] == [False, False, True, False]
    assert [row["attempts"] for row in rows] == [1, None, 3, None]
    assert [row["last_day"] for row in rows] == ["2026-03-03", None, "2026-03-02", None]
    assert "is no database" in rows[1]["fault"]
    assert "is a folder" in rows[3]["fault"]
    for row in rows[0], rows[2]:
        assert row["fault"] is None
        assert row["due"] == home.json("due", "--profile", row["profile"], day=1)["due"]
    home.sit(day=1, words=["--profile", "ann"])
    assert home.json("profiles", "--profile", "ann")["profiles"][0]["current"]
    said = home.run("profiles", day=1).stdout
    assert "*  learner" in said
    assert "is no database" in " ".join(said.split())


# ---- said, and not shown as an empty day


@pytest.mark.parametrize("words", [["due"], [], ["history"], ["items"], ["doctor"], ["undo"], ["profiles"], ["backup"]])
def test_a_data_folder_that_is_a_file(home, words):
    home.folder.write_text("x", encoding="utf-8")
    assert str(home.folder) in home.fault(*words)
    assert home.folder.read_text(encoding="utf-8") == "x"


@pytest.mark.parametrize("words", [["undo"], ["flag", "wrong key"], ["flags", "clear", "1"], ["due"], ["doctor"]])
@pytest.mark.parametrize(("target", "said"), [("learner.db", "cannot be read"), ("nowhere.db", "a link to nothing")])
def test_links_that_lead_nowhere(home, words, target, said):
    home.folder.mkdir()
    home.database.symlink_to(target)
    line = home.fault(*words)
    assert line.startswith(str(home.database))
    assert said in line
    assert names(home.folder) == ["learner.db"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes by name here")
@pytest.mark.parametrize("words", [["undo"], ["review"], ["doctor"], ["backup"]])
def test_a_pipe_in_the_place_of_the_history_is_never_waited_for(home, words):
    home.folder.mkdir()
    os.mkfifo(home.database)
    assert "is no file" in home.fault(*words)
