from __future__ import annotations

import re
import signal
import time

import pytest
from sitting_helpers import FIRST, SECOND

pexpect = pytest.importorskip("pexpect")
termios = pytest.importorskip("termios")


def test_right_wrong_and_unreadable(sit):
    terminal = sit()
    first = terminal.prompt()
    assert "1 · new · left 3 · One" in first
    assert "Split. Chips: 2." in first
    assert re.search(r"^Right\. \d+\.\d s\. Back on \d{4}-\d\d-\d\d$", terminal.type("34").prompt(), re.MULTILINE)
    said = terminal.type("abc").prompt()
    assert '"abc" is no number' in said
    assert "Split" not in said  # the question stands just above
    said = terminal.type("52").prompt()
    assert "Wrong." in said
    assert "Right is: 51" in said
    assert "3 x 17 = 51" in said
    assert "3 · new · left 2 · One" in said
    # Its section is known to two thirds only, so nothing else is left: the repeat comes at once.
    assert "4 · again · left 1 · One" in terminal.type("68").prompt()
    assert "5 · new · left 1 · Two · European" in terminal.type("51").prompt()
    terminal.type("undo").prompt()
    terminal.type("?").prompt()
    terminal.type("quit")
    code, said = terminal.end()
    assert code == 0
    assert "Every answer is kept. Answered 4, right 2, new 3" in said
    assert "The rest waits for you: srs-roulette review" in said
    assert [verdict for _, verdict, _ in terminal.attempts()] == ["correct", "wrong", "correct", "wrong"]


def test_the_end_of_a_day(sit):
    terminal = sit("--new", "1")
    terminal.prompt()
    code, said = terminal.type("34").end()
    assert code == 0
    assert "The sitting is over. Answered 1, right 1, new 1, time 0:0" in said
    code, said = sit("--new", "0").end()
    assert code == 0
    assert said.split("\n")[1:] == ["Nothing is due and nothing new is open.", "Come back on 2026-03-04.", ""]


@pytest.mark.parametrize(
    ("send", "code"),
    [(lambda child: child.sendintr(), 130), (lambda child: child.sendeof(), 0), (lambda child: child.sendline("q"), 0)],
    ids=["ctrl-c", "ctrl-d", "quit"],
)
def test_leaving(sit, send, code):
    terminal = sit()
    terminal.prompt()
    terminal.type("34").prompt()
    send(terminal.child)
    ended, said = terminal.end()
    assert ended == code
    assert said.count("Every answer is kept. Answered 1, right 1, new 1") == 1
    assert "Traceback" not in said
    assert terminal.attempts() == [(FIRST, "correct", "34")]
    # The question that was open is asked again.
    assert "Split. Chips: 3." in sit().prompt()


def test_leaving_at_once(sit, home):
    terminal = sit()
    terminal.prompt()
    terminal.child.sendintr()
    code, said = terminal.end()
    assert code == 130
    assert "Nothing was answered." in said
    assert home.json("history") == {"attempts": []}


@pytest.mark.parametrize("sent", ["SIGHUP", "SIGTERM", "SIGKILL"])
def test_signals(sit, sent):
    terminal = sit()
    terminal.prompt()
    terminal.type("34").prompt()
    terminal.child.kill(getattr(signal, sent))
    _, said = terminal.end()
    assert "Traceback" not in said
    assert terminal.child.signalstatus == getattr(signal, sent)
    assert terminal.attempts() == [(FIRST, "correct", "34")]


def test_the_terminal_is_left_as_it_was(sit):
    terminal = sit()
    before = termios.tcgetattr(terminal.child.child_fd)
    assert before[3] & termios.ECHO
    terminal.prompt()
    terminal.type("34").prompt()
    terminal.child.sendintr()
    terminal.child.expect_exact("The rest waits")
    assert termios.tcgetattr(terminal.child.child_fd) == before


@pytest.mark.parametrize("pasted", ["34\n3\n3\n", "34\r\n3\r\n3\r\n3\r\n", "34\n?\nquit\n"])
def test_what_is_pasted_answers_one_question(sit, pasted):
    terminal = sit()
    terminal.prompt()
    terminal.child.send(pasted)
    said = terminal.prompt()
    assert "Right." in said
    assert "Split. Chips: 3." in said
    assert terminal.attempts() == [(FIRST, "correct", "34")]
    terminal.type("51").prompt()
    assert terminal.attempts() == [(FIRST, "correct", "34"), (SECOND, "correct", "51")]


def test_what_is_typed_before_the_first_question_is_thrown_away(sit, home):
    terminal = sit()
    terminal.child.send("34\n34\n?\n")
    terminal.prompt()
    time.sleep(0.3)
    assert home.json("history") == {"attempts": []}
    terminal.type("34").prompt()
    assert terminal.attempts() == [(FIRST, "correct", "34")]


@pytest.mark.campaign
@pytest.mark.parametrize("text", ["٣٤", "３４", " 34 ", "\u200e34\u200f", "034"])
def test_signs_of_other_scripts(sit, text):
    terminal = sit()
    terminal.prompt()
    assert "Right." in terminal.type(text).prompt()


@pytest.mark.parametrize("text", ["1" * 3000, "x" * 10_000, "\x1b[2J", "\x00"])
def test_nothing_typed_does_harm(sit, home, text):
    terminal = sit()
    terminal.prompt()
    said = terminal.type(text).prompt()
    assert "Split" not in said
    assert home.json("history") == {"attempts": []}
    assert "Right." in terminal.type("34").prompt()


def test_bytes_that_are_no_text(home):
    with home.process("review", "--deck", str(home.deck), LC_ALL="C.UTF-8") as process:
        out, err = process.communicate(b"\xff\xfe\n34\n")
    assert (process.returncode, err) == (0, b"")
    assert "Right." in out.decode()
    assert len(home.json("history")["attempts"]) == 1


def test_a_pipe(home):
    done = home.run("review", "--deck", str(home.deck), typed="34\n51\n").stdout
    assert done.count("Right.") == 2
    assert "> 34\nRight." in done
    assert "Every answer is kept. Answered 2, right 2, new 2" in done
    assert len(home.json("history")["attempts"]) == 2


def test_no_input(home):
    with home.process("review", "--deck", str(home.deck)) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert out.decode().count("> ") == 1
    assert "Nothing was answered." in out.decode()
    assert home.json("history") == {"attempts": []}


@pytest.mark.parametrize("columns", [20, 40])
def test_narrow(sit, columns):
    terminal = sit(columns=columns)
    said = terminal.prompt() + terminal.type("35").prompt() + terminal.type("quit").end()[1]
    assert max(map(len, said.split("\n"))) <= columns
    flat = " ".join(said.split())
    for part in ("new · left 3 · One", "Split. Chips: 2.", "Wrong.", "Right is: 34", "2 x 17 = 34"):
        assert part in flat


@pytest.mark.parametrize(
    ("env", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"TERM": ""}, False)]
)
def test_colours(sit, env, coloured):
    terminal = sit(**env)
    terminal.child.expect_exact("\n> ")
    time.sleep(0.05)
    raw = terminal.child.before
    terminal.type("34").child.expect_exact("\n> ")
    raw += terminal.child.before
    assert ("\x1b[32mRight." in raw) is coloured
    assert ("\x1b" in raw) is coloured


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp437"},
    ],
)
def test_terminals_that_are_no_utf_8(sit, env):
    terminal = sit("--section", "two", **env)
    said = terminal.prompt()
    assert "Voisins" in said
    said = terminal.type("٣").prompt()
    assert "Right." not in said
    said = terminal.type("?").prompt()
    assert "Right is: " in said
    assert terminal.attempts()[0][1] == "wrong"
    if "cp437" not in env.values():
        assert said.isascii()


HOSTILE = "Mine [bold]x[/bold] [link=file:///]\\u001b]0;owned\\u0007\\u001b[2J \\u202e17/20"


def test_a_deck_cannot_drive_the_terminal(sit, home):
    text = home.deck.read_text(encoding="utf-8").replace('title = "One"', f'title = "{HOSTILE}"')
    home.deck.write_text(text.replace('title = "Mine"', f'title = "{HOSTILE}"'), encoding="utf-8")
    terminal = sit(columns=200)
    said = terminal.prompt()
    assert "[bold]x[/bold] [link=file:///]␛]0;owned␇␛[2J \ufffd17/20" in said
    assert "\x1b" not in said
    today = home.run("--deck", str(home.deck)).stdout
    assert "[bold]x[/bold]" in today
    assert not {"\x1b", "\x07", "\u202e"} & set(today)


def test_the_deck_changes_while_a_question_is_open(sit, home):
    terminal = sit()
    terminal.prompt()
    home.write_deck(bet="corner")
    assert "Right." in terminal.type("34").prompt()


def test_undo(sit, home):
    terminal = sit()
    assert "Nothing to withdraw" not in terminal.prompt()
    assert "Nothing to withdraw in this sitting." in terminal.type("UNDO").prompt()
    terminal.type("33").prompt()
    said = terminal.type(" undo ").prompt()
    assert "Withdrawn. The question comes again." in said
    assert "Split. Chips: 2." in said
    assert home.json("history") == {"attempts": []}
    assert "Split. Chips: 3." in terminal.type("34").prompt()


def test_answered_elsewhere_meanwhile(sit, home):
    terminal = sit()
    terminal.prompt()
    home.send({"answer": "34"})
    assert "answered elsewhere meanwhile" in terminal.type("34").prompt()
    assert [one["kind"] for one in home.json("history")["attempts"]] == ["review", "relearn"]


def test_a_clock_set_back_is_said(sit, home):
    home.sit(day=10, most=1)
    terminal = sit(day=3)
    said = terminal.prompt()
    assert said.count("Your clock stands before your newest answer") == 1
    assert "Right." in terminal.type("51").prompt()


def test_too_slow_for_the_table(sit, home):
    text = home.deck.read_text(encoding="utf-8").replace("chips.each", "limit_seconds = 0.2\nchips.each")
    home.deck.write_text(text, encoding="utf-8")
    terminal = sit()
    terminal.prompt()
    time.sleep(0.4)
    assert "too slow for the table: its limit is 0.2 s" in terminal.type("34").prompt()
