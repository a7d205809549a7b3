from __future__ import annotations

import os
import sys
import time

import pytest
from sitting_helpers import ROOT

pexpect = pytest.importorskip("pexpect")


@pytest.fixture
def start(home):
    """Run a command in a terminal of its own."""
    opened = []

    def run(*words, columns=80):
        foreign = ("SRS_ROULETTE_", "PYTHON", "COLUMNS", "LINES")
        env = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
        env |= {"TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)} | home.env()
        words = ["-m", "srs_roulette", *words, "--deck", str(home.deck)]
        child = pexpect.spawn(
            sys.executable,
            words,
            env=env,
            dimensions=(60, columns),
            encoding="utf-8",
            codec_errors="replace",
            timeout=20,
        )
        child.delaybeforesend = 0
        opened.append(child)
        return child

    yield run
    for child in opened:
        child.close(force=True)


def ask(child, typed=None, prompt="\n> "):
    if typed is not None:
        child.sendline(typed)
    child.expect_exact(prompt)
    time.sleep(0.05)
    return child.before.replace("\r", "")


def end(child, typed=None):
    if typed is not None:
        child.sendline(typed)
    child.expect(pexpect.EOF)
    said = child.before.replace("\r", "")
    child.close()
    return child.exitstatus, said


def teach(home):
    text = home.deck.read_text(encoding="utf-8").replace('title = "One"', 'title = "One"\nlesson = "Read this."')
    home.deck.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("columns", [40, 80])
def test_the_lesson_waits_for_enter(home, start, columns):
    teach(home)
    child = start("review", columns=columns)
    said = ask(child, prompt="questions > ")
    assert "Read this." in said
    assert "new" not in said.rpartition("Read this.")[2]
    said = ask(child, "")
    assert "1 · new" in said
    assert "Read this." not in ask(child, "34")
    assert end(child, "quit")[0] == 0


@pytest.mark.parametrize("word", ["quit", "Q"])
def test_the_lesson_can_be_left(home, start, word):
    teach(home)
    child = start("review")
    ask(child, prompt="questions > ")
    code, said = end(child, word)
    assert code == 0
    assert "Nothing was answered." in said
    assert home.json("history") == {"attempts": []}


def test_time_is_up(start):
    child = start("drill", "times_table", "--seconds", "5")
    assert "5 s left" in ask(child)
    time.sleep(5.1)
    code, said = end(child, "?")
    assert code == 0
    assert "Time is up." in said
    assert "Answered 1, right 0" in said


def test_ctrl_d_and_ctrl_c_end_a_drill(home, start):
    child = start("drill", columns=40)
    said = ask(child)
    assert max(map(len, said.split("\n"))) <= 40
    ask(child, "?")
    child.sendeof()
    assert end(child)[0] == 0
    child = start("drill")
    ask(child)
    child.sendintr()
    code, said = end(child)
    assert code == 130
    assert "Nothing was answered." in said
    assert len(home.json("history")["attempts"]) == 1


def test_a_flag_between_answers(home, start):
    child = start("review", columns=40)
    ask(child)
    ask(child, "?")
    assert "Flagged: mine/split/2" in ask(child, "!no")
    said = ask(child, "51")
    assert "again" not in said
    assert end(child, "quit")[0] == 0
    assert [one["text"] for one in home.json("flags")["flags"]] == ["no"]


def test_the_right_layout_is_drawn_after_a_wrong_answer_only(home):
    pinned = 'family = "call_layout"\nmode = "chips"\ncall = "tiers"\ntarget_seconds = 2\nlimit_seconds = 6\n'
    head = 'id = "tiers"\ntitle = "Tiers"\nhouse = "european"\n[sections.one]\ntitle = "One"\n'
    deck = home.deck.with_name("tiers.toml")
    deck.write_text(f'{head}[items.chips]\nsection = "one"\n{pinned}', encoding="utf-8")
    said = home.run("drill", "call_layout", "--deck", str(deck), typed="?\n6\nquit\n").stdout
    questions = said.split("Tiers. Chips:")
    assert len(questions) == 4
    wrong, right = questions[1:3]
    assert wrong.partition("So it lies:")[2].count("(1)") == 6
    assert "So it lies:" not in right
    assert all("RED" in part and "(1)" not in part.partition("So it lies:")[0] for part in questions[:3])
