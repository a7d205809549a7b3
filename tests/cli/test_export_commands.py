"""export csv and export json through their command lines."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from srs_roulette.recall.sheet import COLUMNS, defused

NUMBERS = ("id", "elapsed_ms", "seed")


def sheet(home, *words, day=0, delimiter=","):
    """Export, and read the file as a spreadsheet does: every cell a text."""
    target = home.folder.parent / "out.csv"
    target.unlink(missing_ok=True)
    home.run("export", "csv", str(target), *words, day=day)
    with target.open(encoding="utf-8-sig", newline="") as file:
        head, *rows = csv.reader(file, delimiter=delimiter, strict=True)
    assert tuple(head) == COLUMNS
    return [dict(zip(head, row, strict=True)) for row in rows]


@pytest.fixture
def learned(home):
    """Three answers, the last taken back; a flag; a drill."""
    home.send({"answer": "34", "elapsed_ms": 2500}, {"answer": "-5"}, {"answer": "+1750"}, {"command": "undo"})
    first = home.json("history")["attempts"][0]["id"]
    home.run("flag", str(first), '=HYPERLINK("x")')
    home.run("drill", "times_table", "--seed", "3", "--deck", str(home.deck), day=1, typed="x=1\nquit\n")
    return home


# ---- csv


def test_a_line_an_attempt_with_what_history_tells(home):
    home.sit(True, False, True)
    told = home.json("history")["attempts"]
    rows = sheet(home, "--deck", str(home.deck))
    assert len(rows) == len(told) == 5
    for row, attempt in zip(rows, told, strict=True):
        for key in ("item", "answered_at", "study_day", "kind", "surface", "verdict", "slip", "rating", "due"):
            assert row[key] == (attempt[key] or ""), key
        for key in NUMBERS:
            assert row[key] == str(attempt[key]), key
        assert row["local_time"] == attempt["answered_at"].replace("T", " ").removesuffix(".000Z")[:19]
        assert (row["zone"], row["deck"], row["house"]) == ("UTC", "mine", "european")
        assert (row["question"], row["note"], row["undone_at"]) == ("", "", "")
    assert [row["section"] for row in rows] == ["one"] * 4 + ["two"]
    assert [row["given"] for row in rows] == [attempt["given"] for attempt in told]
    assert json.loads(rows[0]["params"]) == {"bet": "split", "chips": 2}


def test_the_local_time_is_that_of_where_it_was_answered(home):
    home.run("settings", "set", "zone", "Asia/Tokyo")
    home.sit(most=1)
    (row,) = sheet(home)
    assert (row["answered_at"], row["local_time"]) == ("2026-03-02T10:00:00.000Z", "2026-03-02 19:00:00")
    assert (row["zone"], row["study_day"]) == ("Asia/Tokyo", "2026-03-02")


def test_what_was_withdrawn_stands_there_only_when_asked_for(learned):
    live = [row["id"] for row in sheet(learned, day=1)]
    everything = sheet(learned, "--all", day=1)
    assert len(everything) == len(live) + 1
    (gone,) = [row for row in everything if row["undone_at"]]
    assert gone["id"] not in live
    assert gone["undone_at"] == "2026-03-02T10:00:00.000Z"


def test_what_a_spreadsheet_would_reckon_is_defused(learned):
    rows = sheet(learned, "--all", day=1)
    assert [row["given"] for row in rows[:3]] == ["34", "'-5", "'+1750"]
    assert rows[0]["note"] == '\'=HYPERLINK("x")'
    assert all(row[key].isdigit() for row in rows for key in ("id", "seed"))


def test_a_part_of_the_history(learned):
    assert len(sheet(learned, day=1)) > len(sheet(learned, "--since", "2026-03-03", day=1))
    assert {row["kind"] for row in sheet(learned, "--since", "2026-03-03", day=1)} <= {"drill"}
    assert sheet(learned, "--family", "call-value", day=1) == []
    assert sheet(learned, "--deck", "american", day=1) == []
    assert len(sheet(learned, "--family", "times_table", "--deck", str(learned.deck), day=1)) == len(
        sheet(learned, day=1)
    )


def test_the_questions_in_words(home):
    home.sit(most=2)
    rows = sheet(home, "--questions", "--deck", str(home.deck))
    asked = [home.json("attempt", row["id"])["question"]["prompt"] for row in rows]
    assert [row["question"] for row in rows] == asked
    assert len(set(asked)) == 2


def test_for_excel(home):
    home.sit(most=2)
    rows = sheet(home)
    assert sheet(home, "--semicolon", delimiter=";") == rows
    assert sheet(home, "--bom") == rows
    raw = (home.folder.parent / "out.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbfid,")
    assert raw.count(b"\r\n") == 3


def test_an_empty_history_is_a_head_alone_and_creates_nothing(home):
    assert sheet(home) == []
    assert not home.folder.exists()


TEXTS = st.text() | st.text(" '=+-@\t\r\n;,\"\u00a0\ufeff\u200b\uff1d\uff0b\uff0d\uff20\x001a", max_size=6)


def is_live(cell):
    """Tell what may be reckoned, apart from the program: by what is seen first, however wide it is."""
    seen = cell.lstrip("".join(sign for sign in set(cell) if sign.isspace() or unicodedata.category(sign)[0] in "CZ"))
    before = cell.removesuffix(seen)
    return unicodedata.normalize("NFKC", seen[:1])[:1] in {"=", "+", "-", "@"} or bool(set(before) & set("\t\r\n"))


@given(text=TEXTS)
@example(text="-5")
@example(text="+1750")
@example(text="'=1")
@example(text="''")
@example(text=" \uff1d1")
@example(text="\u207b5")
def test_no_cell_is_live_and_every_text_comes_back(text):
    cell = defused(text)
    assert not is_live(cell)
    # The rule of docs/cli.md, read backwards.
    bare = cell.lstrip("'")
    assert (cell[1:] if is_live(bare) else cell) == text
    file = io.StringIO(newline="")
    csv.writer(file).writerow([1, cell, "x"])
    assert next(csv.reader(io.StringIO(file.getvalue(), newline=""), strict=True)) == ["1", cell, "x"]


@given(text=st.from_regex(r"[0-9A-Za-z][0-9A-Za-z .,=+@'-]*", fullmatch=True))
def test_an_ordinary_answer_is_left_alone(text):
    assert defused(text) == text


# ---- json


def test_a_history_moves_to_another_computer(learned, tmp_path):
    before = learned.state(day=2)
    target = tmp_path / "all.json"
    done = learned.json("export", "json", str(target), day=2)
    assert done == {"path": str(target), "attempts": len(before[0]["attempts"])}
    moved = learned.json("restore", str(target), "--data", str(tmp_path / "new"), day=2)
    assert moved == {"restored": str(target), "attempts": done["attempts"], "before": None, "kept": None}
    learned.folder = tmp_path / "new"
    assert learned.state(day=2) == before
    assert learned.json("flags", day=2)["flags"][0]["text"] == '=HYPERLINK("x")'
    again = tmp_path / "again.json"
    learned.run("export", "json", str(again), day=2)
    assert again.read_bytes() == target.read_bytes()


def test_the_history_that_is_replaced_is_kept(home, tmp_path):
    home.sit(most=1)
    home.run("export", "json", str(tmp_path / "one.json"))
    home.sit(most=2)
    done = home.json("restore", str(tmp_path / "one.json"))
    assert (done["attempts"], done["before"]) == (1, 3)
    assert home.json("restore", done["kept"])["attempts"] == 3


def test_a_document_cut_off_changes_nothing(home, tmp_path):
    home.sit(most=1)
    target = tmp_path / "one.json"
    home.run("export", "json", str(target))
    target.write_bytes(target.read_bytes()[:-5])
    before = home.state()
    assert "cut off" in home.fault("restore", str(target))
    assert home.state() == before


def test_there_is_nothing_to_export(home, tmp_path):
    assert "nothing to export" in home.fault("export", "json", str(tmp_path / "x.json"))
    assert list(tmp_path.iterdir()) == [home.deck]


# ---- the file


@pytest.mark.parametrize("form", ["csv", "json"])
def test_what_is_said(home, tmp_path, form):
    home.sit(most=2)
    target = tmp_path / "a new folder" / "out"
    said = " ".join(home.run("export", form, str(target)).stdout.split())
    assert said == f"Exported, attempts: 2. File: {target}"
    assert [path.name for path in target.parent.iterdir()] == ["out"]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_no_file_is_replaced(home, tmp_path, form):
    home.sit(most=1)
    mine = tmp_path / "mine.txt"
    mine.write_text("mine", encoding="utf-8")
    assert "already exists; nothing was exported" in home.fault("export", form, str(mine))
    assert "already exists" in home.fault("export", form, str(tmp_path))
    assert mine.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_place_that_cannot_be_written(home, tmp_path, form):
    home.sit(most=1)
    (tmp_path / "file").write_text("x", encoding="utf-8")
    said = home.fault("export", form, str(tmp_path / "file" / "out"))
    assert said.startswith(f"{tmp_path / 'file'} is no folder; nothing was exported.")


@pytest.mark.parametrize("form", ["csv", "json"])
def test_the_output_is_the_file(home, tmp_path, form):
    home.sit(most=2)
    home.run("export", form, str(tmp_path / "out"))
    process = home.process("export", form, "-", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert out == (tmp_path / "out").read_bytes()
    assert "leave --json out" in home.fault("export", form, "-", "--json", code=2)


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_reader_that_has_read_enough(home, form):
    home.sit(most=2)
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run(
        [sys.executable, "-m", "srs_roulette", "export", form, "-"],
        env=os.environ | home.env(),
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN),
    )
    os.close(write)
    assert (process.returncode, process.stderr) == (0, b"")


def test_what_is_wrong_is_said(home, tmp_path):
    home.sit(most=1)
    target = str(tmp_path / "out.csv")
    assert "--since" in home.fault("export", "csv", target, "--since", "2026-02-30", code=2)
    assert "times_table" in home.fault("export", "csv", target, "--family", "times_tabel")
    assert "export" in home.fault("export", "xls", target, code=2)
    assert not (tmp_path / "out.csv").exists()
    # No shell hands on such a name, another program may.
    assert home.fault("export", "csv", "a\0b", code=2).startswith("No file or folder can be called")
