"""What other programs of this sort get wrong at the terminal: keys, signals, encodings, numbers, endings."""

from __future__ import annotations

import signal
import sys
import time

import pytest
from sitting_helpers import FIRST, ROOT, SECOND

pexpect = pytest.importorskip("pexpect")
termios = pytest.importorskip("termios")

LEFT, UP, HOME, END, BACKSPACE, KILL_LINE = "\x1b[D", "\x1b[A", "\x1b[H", "\x1b[F", "\x7f", "\x15"


# ---- the line is edited


KEYS = [
    f"5٤{LEFT}{BACKSPACE}٣",
    f"4{LEFT}3",
    f"9{BACKSPACE}34",
    f"4{HOME}3{END}",
    f"99{KILL_LINE}34",
    f"٣{BACKSPACE}34",
    "３４",
    f"34\u200f{LEFT}{HOME}\u200e",
    f"34{UP}{UP}",
    "34\t",
    "34\x00",
]


def mostly_campaign(values, quick):
    """All but the first ``quick`` values are for long runs: each starts a process or two."""
    return [*values][:quick] + [pytest.param(value, marks=pytest.mark.campaign) for value in [*values][quick:]]


@pytest.mark.parametrize("typed", mostly_campaign(KEYS, 1))
def test_keys_edit_the_answer(sit, typed):
    terminal = sit()
    terminal.prompt()
    assert "Right." in terminal.type(typed).prompt()
    assert "^[" not in terminal.child.before


def test_an_earlier_answer_is_not_offered(sit):
    terminal = sit()
    terminal.prompt()
    terminal.type("34").prompt()
    said = terminal.type(f"{UP}\x10").prompt()
    assert "Nothing was typed" in said
    terminal.type("51").prompt()
    assert terminal.attempts() == [(FIRST, "correct", "34"), (SECOND, "correct", "51")]


@pytest.mark.campaign
def test_a_file_name_is_not_completed(sit, home):
    terminal = sit()
    terminal.prompt()
    assert home.deck.name not in terminal.type(f"{home.deck.parent}/m\x1b\t").prompt()


@pytest.mark.campaign
def test_no_keys_where_the_terminal_has_none(sit):
    terminal = sit(TERM="dumb")
    raw = termios.tcgetattr(terminal.child.child_fd)
    terminal.prompt()
    assert termios.tcgetattr(terminal.child.child_fd) == raw
    assert "Right." in terminal.type("34").prompt()


@pytest.mark.parametrize(
    "env",
    mostly_campaign(
        [
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            {"LC_ALL": "C"},
            {"PYTHONIOENCODING": "ascii"},
        ],
        1,
    ),
)
def test_digits_of_another_script_are_no_commands_of_the_editor(sit, env):
    # The bytes of ٣ are M-Y and M-# to an editor that strips them: "make it a comment, and send it".
    terminal = sit(**env)
    terminal.prompt()
    said = terminal.type("٣٤").prompt()
    assert "#" not in said
    if "Right." not in said:
        assert "Split" not in said
        assert "Right." in terminal.type("34").prompt()
    assert [verdict for _, verdict, _ in terminal.attempts()] == ["correct"]


# ---- a sitting is left


@pytest.fixture
def four(sit, home):
    """Case 29: ten cards, four of them answered."""
    home.deck.write_text(home.deck.read_text(encoding="utf-8").replace("2..4", "2..11"), encoding="utf-8")
    terminal = sit()
    terminal.before = termios.tcgetattr(terminal.child.child_fd)
    for chips in (2, 3, 4, 5):
        terminal.prompt()
        terminal.type(str(17 * chips))
    assert "Split. Chips: 6." in terminal.prompt()
    return terminal


LEAVE = {
    "Ctrl-C in an answer": lambda child: child.send("1\x03"),
    "SIGTERM": lambda child: child.kill(signal.SIGTERM),
    "Ctrl-C": lambda child: child.sendintr(),
    "Ctrl-D": lambda child: child.sendeof(),
    "Ctrl-\\": lambda child: child.send("\x1c"),
    "SIGHUP": lambda child: child.kill(signal.SIGHUP),
}


@pytest.mark.parametrize("leave", mostly_campaign(LEAVE, 2))
def test_four_answers_are_kept_and_the_terminal_is_as_it_was(four, sit, leave):
    LEAVE[leave](four.child)
    four.child.expect(pexpect.EOF)
    assert termios.tcgetattr(four.child.child_fd) == four.before
    said = four.child.before
    assert "Traceback" not in said
    if leave.startswith("Ctrl-") and leave != "Ctrl-\\":
        assert "Every answer is kept. Answered 4, right 4" in said
    assert [item for item, _, _ in four.attempts()] == [f"mine/split/{chips}" for chips in (2, 3, 4, 5)]
    assert "Split. Chips: 6." in sit().prompt()


@pytest.mark.campaign
def test_a_terminal_that_is_closed(four, sit):
    four.child.close(force=False)
    assert len(four.attempts()) == 4
    assert "Split. Chips: 6." in sit().prompt()


def test_input_that_ends_after_one_card(home):
    done = home.run("review", "--deck", str(home.deck), typed="34\n3")
    assert done.stdout.count("Split. Chips: 3.") == 1
    assert [one["verdict"] for one in home.json("history")["attempts"]] == ["correct", "wrong"]
    done = home.run("review", "--deck", str(home.deck), typed="")
    assert "Nothing was answered." in done.stdout
    assert len(home.json("history")["attempts"]) == 2


@pytest.mark.campaign
@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_the_prompt_of_a_lesson_is_left(sit, home, key, code):
    text = home.deck.read_text(encoding="utf-8").replace('title = "One"', 'title = "One"\nlesson = "Read this."')
    home.deck.write_text(text, encoding="utf-8")
    terminal = sit()
    before = termios.tcgetattr(terminal.child.child_fd)
    terminal.child.expect_exact("questions > ")
    time.sleep(0.05)
    terminal.child.send(key)
    terminal.child.expect(pexpect.EOF)
    assert termios.tcgetattr(terminal.child.child_fd) == before
    assert terminal.child.before.count("Nothing was answered.") == 1
    terminal.child.close()
    assert terminal.child.exitstatus == code


@pytest.mark.campaign
def test_stopped_and_taken_up_again(home):
    # A shell with job control: only that makes Ctrl-Z what it is.
    words = f"review --deck {home.deck}"
    shell = pexpect.spawn("bash", ["--norc", "--noprofile", "-i"], encoding="utf-8", timeout=30, dimensions=(40, 100))
    try:
        shell.sendline(f"unset NO_COLOR COLUMNS LINES; export {' '.join(f'{k}={v}' for k, v in home.env().items())}")
        shell.sendline(f"TERM=xterm PYTHONPATH={ROOT} {sys.executable} -m srs_roulette {words}")
        shell.expect_exact("chips:\r\n> ")
        time.sleep(0.05)
        shell.send("9\x1a")
        shell.expect_exact("Stopped")
        shell.sendline("stty -a | tr ' ' '\\n' | grep -c '^-echo$\\|^-icanon$'; fg")
        shell.expect_exact("0\r\n")
        shell.expect("\n> ")
        time.sleep(0.2)
        shell.send(f"4{LEFT}3\r")
        shell.expect_exact("Right.")
        shell.expect_exact("> ")
        time.sleep(0.05)
        shell.send("\x03")
        shell.expect_exact("The rest waits")
    finally:
        shell.close(force=True)
    assert len(home.json("history")["attempts"]) == 1


# ---- case 30: what counts as the number 1750

NUMBERS = {
    "1750": "correct",
    "1,750": "correct",
    "1 750": "correct",
    "1\u00a0750": "correct",
    "1\u202f750": "correct",
    "1'750": "correct",
    "١٧٥٠": "correct",
    "１７５０": "correct",
    "१७५०": "correct",
    "+1750": "correct",
    "1750\u200f": "correct",
    "\u200e1750": "correct",
    "\ufeff1750": "correct",
    "\u20661750\u2069": "correct",
    "-1750": "wrong",
    "\u22121750": "wrong",
    "00": "wrong",
    "9" * 20: "wrong",
    "1.750": "unreadable",
    "1750.00": "unreadable",
    "1.750,00": "unreadable",
    "1,7,50": "unreadable",
    "1_750": "unreadable",
    "1e3": "unreadable",
    "0x6d6": "unreadable",
    "\u00b2": "unreadable",
    "€1750": "unreadable",
    "1750 chips": "unreadable",
    "x": "unreadable",
    "nan": "unreadable",
    "inf": "unreadable",
    "9" * 5000: "unreadable",
    "x" * 10_000: "unreadable",
    "1750\x00": "unreadable",
    "\udcff\udcfe": "unreadable",
}


@pytest.fixture
def fifty(home):
    """A straight up with fifty chips: 1750."""
    text = home.deck.read_text(encoding="utf-8").replace("{", "")
    home.deck.write_text(text.replace('"split"', '"straight"').replace("2..4", "50..50"), encoding="utf-8")
    return "mine/split/50"


def test_what_counts_as_1750(home, fifty):
    judged = {
        text: home.json("check", fifty, "--seed", "1", "--deck", str(home.deck), "--", text)["verdict"]
        for text in NUMBERS
    }
    assert judged == NUMBERS


@pytest.mark.usefixtures("fifty")
@pytest.mark.parametrize("jsonl", [False, True], ids=["terminal", "jsonl"])
def test_what_is_no_number_is_asked_again_and_kept_nowhere(home, jsonl):
    unreadable = [text for text, verdict in NUMBERS.items() if verdict == "unreadable" and text.isprintable()]
    if jsonl:
        said = home.send(*({"answer": text} for text in unreadable))
        assert [one["type"] for one in said[1:-1]] == ["unreadable"] * len(unreadable)
    else:
        typed = "".join(f"{text}\n" for text in unreadable)
        done = home.run("review", "--deck", str(home.deck), typed=typed)
        assert done.stdout.count("> ") == len(unreadable) + 1
        assert max(map(len, done.stdout.replace(f"> {'x' * 10_000}", "").replace("9" * 5000, "").splitlines())) <= 80
    assert home.json("history") == {"attempts": []}


@pytest.mark.parametrize(
    "words", [["settle", "17", "17-20=-5"], ["call", "voisins", "--by", "-5"], ["settle", "17", "-5"]]
)
def test_a_negative_stake_is_no_option(cli, words):
    said = cli.fault(*words, code=2 if words[-1] == "-5" and words[0] == "settle" else 1)
    assert '"-5"' in said
    assert "option" not in said


# ---- case 32: output that is no wide UTF-8 terminal

WORLDS = {
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "cp437": {"PYTHONIOENCODING": "cp437"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "10": {"COLUMNS": "10"},
    "1": {"COLUMNS": "1"},
    "0": {"COLUMNS": "0"},
    "colour": {"NO_COLOR": "1", "FORCE_COLOR": "1"},
    "dumb": {"TERM": "dumb"},
}
ENCODINGS = {"C": "ascii", "ascii": "ascii", "cp437": "cp437"}
LEARNERS = [[], ["due"], ["items"], ["history"], ["settings"], ["review"]]


@pytest.mark.parametrize("world", mostly_campaign(WORLDS, 1))
@pytest.mark.parametrize("words", mostly_campaign(LEARNERS, 2), ids=lambda words: " ".join(words) or "today")
def test_a_learner_s_commands_everywhere(home, words, world):
    home.deck.write_text(
        home.deck.read_text(encoding="utf-8").replace('"Mine"', '"Étude – 17½ → ٣ [b]"'), encoding="utf-8"
    )
    home.sit(True, False, most=2)
    shown = {}
    for name, env in (("plain", {"COLUMNS": "80"}), (world, WORLDS[world])):
        with home.process(*words, "--deck", str(home.deck), **env) as process:
            out, err = process.communicate(b"?\n")
        assert (process.returncode, err) == (0, b"")
        assert b"\x1b" not in out
        shown[name] = out.decode(ENCODINGS.get(name, "utf-8"))
    digits = [[sign for sign in text if sign.isascii() and sign.isdecimal()] for text in shown.values()]
    if words != ["review"] and world not in ENCODINGS:
        assert digits[0] == digits[1]
    if world in ENCODINGS and not words:
        assert "17" in shown[world]
        assert "[b]" in shown[world]


def test_a_reader_of_a_sitting_that_leaves(home):
    with home.process("review", "--deck", str(home.deck)) as process:
        process.stdout.close()
        process.stdin.write(b"34\n")
        process.stdin.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (0, b"")


# ---- case 34: right-to-left text


@pytest.mark.campaign
def test_right_to_left_texts_of_a_deck(home, sit):
    title = "רולטה 17/20 العجلة"
    text = home.deck.read_text(encoding="utf-8").replace('"One"', f'"{title}"')
    home.deck.write_text(text, encoding="utf-8")
    terminal = sit(columns=40)
    assert title in terminal.prompt()
    assert "Right." in terminal.type("\u200f34").prompt()
    rows = home.run("items", "--deck", str(home.deck)).stdout
    assert FIRST in rows
