"""Whatever is wrong is said before the first question, and nothing is written."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sitting_helpers import DECK, ROOT

READING = [["due"], [], ["items"], ["history"], ["settings"]]
WRITING = [["review"], ["review", "--jsonl"], ["settings", "set", "new_per_day", "5"], ["undo"]]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["review", "--deck", "europan"], 1, 'Did you mean "european"'),
        (["review", "--deck", "nothing.toml"], 1, "There is no deck"),
        (["review", "--section", "mixd"], 1, 'Did you mean "mixed"'),
        (["review", "--section", "zzz"], 1, "Sections: layout, numbers"),
        (["review", "--house", "germa"], 1, 'Did you mean "german"'),
        (["review", "--house", "nothing.toml"], 1, "nothing.toml"),
        (["review", "--lang", "xx"], 1, "language"),
        (["review", "--limit", "0"], 2, "1 to 9999"),
        (["review", "--limit", "x"], 2, "1 to 9999"),
        (["review", "--limit", "-1"], 2, "1 to 9999"),
        (["review", "--new", "-1"], 2, "0 to 9999"),
        (["review", "--new", "٣"], 2, "0 to 9999"),
        (["review", "--minutes", "0"], 2, "1 to 9999"),
        (["review", "--minuts", "5"], 2, 'Did you mean "--minutes"'),
        (["review", "--seed", "x"], 2, "--seed"),
        (["review", "--profile", "../x"], 2, "profile"),
        (["review", "extra"], 2, "extra"),
        (["history", "european/split-tabel/7"], 1, "Did you mean"),
        (["ask", "european/split-tabel/7"], 1, 'Did you mean "european/split-table/'),
        (["ask", "split-table/7"], 1, "There is no deck"),
        (["ask", "european/split-table/7@german"], 1, "the same in every house"),
        (["ask", "european/call-by/voisins@germa"], 1, 'Did you mean "german"'),
        (["ask", "european/five-numbers@german"], 1, "the same in every house"),
        (["ask", "--family", "times_tabel"], 1, 'Did you mean "times_table"'),
        (["ask"], 2, "--family"),
        (["ask", "european/split-table/7", "--family", "odds"], 2, "--family"),
        (["check", "european/split-table/7", "--seed", "1"], 2, "ANSWER"),
        (["undo", "99999999999999999"], 2, "no attempt"),
        (["settings", "set", "new_per_day"], 2, "VALUE"),
        (["settings", "sett", "x"], 2, "Did you mean"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_words(home, words, code, said):
    line = home.fault(*words, code=code)
    assert said in line
    assert "\n" not in line
    assert not home.folder.exists()


@pytest.mark.parametrize("words", [["review"], ["review", "--jsonl"], ["due"], [], ["items"]], ids=" ".join)
def test_a_broken_deck(home, words):
    home.deck.write_text("id = \n", encoding="utf-8")
    said = home.fault(*words, "--deck", str(home.deck))
    assert said.startswith(f"{home.deck}: is not valid TOML")
    assert "\n" not in said
    home.deck.write_text(DECK.replace("times_table", "times_tabel").replace('"split"', '"splt"'), encoding="utf-8")
    said = home.fault(*words, "--deck", str(home.deck))
    assert 'Did you mean "times_table"' in said
    assert all(line.startswith(str(home.deck)) for line in said.splitlines())
    assert not home.folder.exists()


def test_a_wrong_clock(home):
    assert "SRS_ROULETTE_NOW" in home.fault("review", code=2, SRS_ROULETTE_NOW="noon")
    assert not home.folder.exists()


def test_an_unknown_zone_is_said_once(home):
    done = home.run("due", "--deck", str(home.deck), TZ="Mars/Phobos")
    assert done.stderr.count("\n") == 1
    assert "days are counted in UTC" in done.stderr
    done = home.run("review", "--deck", str(home.deck), TZ="Mars/Phobos")
    assert done.stderr.count("\n") == 1


# ---- files that are not ours


def text(path):
    path.write_text("Dear diary,\n" * 50, encoding="utf-8")


def foreign(path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE notes (text)")
        other.commit()


def newer(path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE attempts (id)")
        other.execute(f"PRAGMA application_id = {0x53525352}")
        other.execute("PRAGMA user_version = 99")
        other.commit()


def folder(path):
    path.mkdir()


def dangling(path):
    path.symlink_to(path.parent / "nowhere.db")


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=" ".join)
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (text, "is no database"),
        (foreign, "is the database of another program"),
        (newer, "was written by a newer version"),
        (folder, "is a folder"),
        (dangling, "is a link to nothing"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_file_that_is_not_ours(home, make, said, words):
    home.folder.mkdir()
    make(home.database)
    before = home.database.read_bytes() if home.database.is_file() else None
    line = home.fault(*words)
    assert line.startswith(str(home.database))
    assert said in line
    assert "\n" not in line
    assert [path.name for path in home.folder.iterdir()] == [home.database.name]
    assert before is None or home.database.read_bytes() == before


def test_a_damaged_file(home):
    home.sit()
    raw = bytearray(home.database.read_bytes())
    raw[4096:] = os.urandom(len(raw) - 4096)
    home.database.write_bytes(raw)
    for path in home.folder.glob("*-wal"):
        path.unlink()
    for words in (["review"], ["due"], ["history"]):
        line = home.fault(*words)
        assert str(home.database) in line
        assert "\n" not in line
        assert "backup" in line


def test_a_data_folder_that_is_a_file(home):
    home.folder.write_text("x", encoding="utf-8")
    assert str(home.folder) in home.fault("review")
    assert home.folder.read_text(encoding="utf-8") == "x"


@pytest.mark.parametrize("name", ["a b", "ü?x#1%20", "-x", "'q'", ":memory:"])
def test_odd_folders(home, name):
    folder = home.folder / name
    home.run("settings", "set", "new_per_day", "7", "--data", str(folder))
    assert (folder / "learner.db").exists()
    assert home.json("due", "--data", str(folder))["new"] == 7


def test_a_locked_file(home):
    home.sit()
    with closing(sqlite3.connect(home.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with home.process("review", "--deck", str(home.deck), day=3) as process:
            out, err = process.communicate()
        assert process.returncode == 1
        assert out == b""
        assert err.decode().startswith(f"{home.database} is in use by another program; nothing was saved.")
        assert err.count(b"\n") == 1
        # Reading goes on meanwhile.
        assert home.json("due", "--deck", str(home.deck), day=3)["due"] == 4
    assert len(home.json("history")["attempts"]) == 4


def test_no_home_at_all(home):
    assert Path(home.fault("review", "--data", "/dev/null/x").split()[0]).is_absolute()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes by name here")
def test_a_pipe_is_never_waited_for(home):
    pipe = home.folder / "decks" / "p.toml"
    pipe.parent.mkdir(parents=True)
    os.mkfifo(pipe)
    home.run("due")
    assert "is no file that can be read" in home.fault("settle", "17", "17=1", "--house", str(pipe))


def test_a_house_file_may_not_call_itself_as_a_shipped_one(home, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('extends = "european"\nid = "european"\n', "utf-8")
    assert "is the id of a shipped house" in home.fault("settle", "17", "17=1", "--house", str(file))


def test_a_file_in_a_setting_is_found_from_every_folder(home, tmp_path, monkeypatch):
    (tmp_path / "mine.toml").write_text('extends = "european"\nid = "mine"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    home.run("settings", "set", "house", "mine.toml")
    monkeypatch.chdir("/")
    assert home.json("due")["due"] == 0


@pytest.mark.parametrize("year", ["0001", "9999"])
def test_a_clock_at_the_end_of_time_is_refused(cli, year):
    said = cli.fault("due", code=2, env={"SRS_ROULETTE_NOW": f"{year}-12-31T00:00:00Z"})
    assert "SRS_ROULETTE_NOW" in said


def test_a_broken_deck_keeps_no_other_from_the_list(home):
    folder = home.folder / "decks"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_bytes("id = 'x'".encode("utf-16"))
    done = home.run("decks", "list")
    assert "European roulette" in done.stdout
    assert "broken.toml" in done.stderr


def test_a_language_that_is_not_there_is_refused_by_every_command(cli):
    assert 'no language "xx"' in cli.fault("settle", "17", "red=10", "--lang", "xx", code=1)


@pytest.mark.skipif(os.name == "nt", reason="no limit of a file's size here")
def test_a_disk_that_fills_up_is_not_called_kept(home):
    env = os.environ | home.env() | {"PYTHONPATH": str(ROOT)}
    review = f'"{sys.executable}" -m srs_roulette review --deck "{home.deck}" --new 200'
    subprocess.run(["bash", "-c", review], input=b"?\nquit\n", env=env, capture_output=True, check=True)
    line = f"ulimit -f 90; {review}"
    done = subprocess.run(["bash", "-c", line], input=b"?\n" * 40, env=env, capture_output=True, check=False)
    said = done.stdout.decode()
    assert done.returncode == 1
    assert b"Answers not saved: " in done.stderr
    assert "Every answer is kept" not in said
    answered = int(said.partition("Answered ")[2].partition(",")[0]) if "Answered " in said else 0
    assert len(home.json("history", "--deck", str(home.deck))["attempts"]) == 1 + answered


def test_a_damaged_log_is_refused_by_the_first_sitting_of_a_day(home):
    home.sit()
    shutil.rmtree(home.folder / "backups", ignore_errors=True)
    with closing(sqlite3.connect(home.database)) as other:
        root = other.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'attempts'").fetchone()[0]
        size = other.execute("PRAGMA page_size").fetchone()[0]
    raw = bytearray(home.database.read_bytes())
    cells = (root - 1) * size + 8
    raw[cells : cells + 2] = raw[cells + 2 : cells + 4]
    home.database.write_bytes(raw)
    line = home.fault("review", "--jsonl", "--deck", str(home.deck), day=1)
    assert line.startswith(f"{home.database} is damaged")
    assert "\n" not in line
    assert home.database.read_bytes() == raw
