from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest
from sitting_helpers import FIRST, QUIT, SECOND, THIRD, UNDO, answer, of_type, right

from srs_roulette.session.session import Session

QUESTION = [
    *("type", "n", "kind", "new", "left", "item", "family", "house", "seed", "params", "number", "prompt", "unit"),
    *("fields", "choices", "picture"),
]
FEEDBACK = [
    *("type", "attempt", "verdict", "slip", "expected", "message", "working", "rating", "due"),
]
END = ["type", "reason", "answered", "right", "next_due"]
CALL = "mine/call@european"


def read(process):
    return json.loads(process.stdout.readline())


def write(process, document):
    process.stdin.write(json.dumps(document).encode() + b"\n")
    process.stdin.flush()


def test_a_sitting(home):
    said = home.sit(True, False)
    assert [one["type"] for one in said] == ["question", "feedback"] * 5 + ["end"]
    first, right_one, second, wrong_one = said[:4]
    assert list(first) == list(second) == QUESTION
    assert list(right_one) == list(wrong_one) == FEEDBACK
    assert list(said[-1]) == END
    assert first | {"seed": 0} == {
        "type": "question",
        "n": 1,
        "kind": "review",
        "new": True,
        "left": 3,
        "item": FIRST,
        "family": "times_table",
        "house": "european",
        "seed": 0,
        "params": {"bet": "split", "chips": 2},
        "number": None,
        "prompt": first["prompt"],
        "unit": "chips",
        "fields": [{"name": "pays", "type": "amount", "unit": "chips"}],
        "choices": {},
        "picture": first["picture"],
    }
    assert first["prompt"]
    assert right_one | {"attempt": 0} == {
        "type": "feedback",
        "attempt": 0,
        "verdict": "correct",
        "slip": None,
        "expected": "34",
        "message": "Right.",
        "working": ["2 x 17 = 34"],
        "rating": "good",
        "due": "2026-03-04",
    }
    assert (wrong_one["verdict"], wrong_one["rating"], wrong_one["due"]) == ("wrong", "again", "2026-03-03")
    questions = of_type(said, "question")
    assert [(one["n"], one["item"], one["kind"], one["new"]) for one in questions] == [
        (1, FIRST, "review", True),
        (2, SECOND, "review", True),
        (3, THIRD, "review", True),
        (4, SECOND, "relearn", False),
        (5, CALL, "review", True),
    ]
    assert said[-1] == {"type": "end", "reason": "done", "answered": 5, "right": 4, "next_due": "2026-03-03"}
    assert home.said == ""
    attempts = home.json("history")["attempts"]
    assert [one["id"] for one in attempts] == [one["attempt"] for one in of_type(said, "feedback")]
    assert [one["kind"] for one in attempts] == ["review", "review", "review", "relearn", "review"]


def test_the_question_holds_no_answer(home):
    for question in of_type(home.sit(), "question"):
        assert not {"answer", "answer_text", "slips", "working"} & set(question)
        # As in ``ask``, key by key.
        asked = home.json("ask", question["item"], "--seed", str(question["seed"]), "--deck", str(home.deck))
        assert {key: question[key] for key in asked if key in question} == {
            key: value for key, value in asked.items() if key in question
        }
        assert asked["answer_text"] == right(question)


def test_nothing_due(home):
    home.sit()
    assert home.send() == [
        {"type": "end", "reason": "done", "answered": 0, "right": 0, "next_due": "2026-03-04"},
    ]


@pytest.mark.parametrize(
    ("words", "reason", "answered"),
    [
        ((), "done", 4),
        (("--limit", "2"), "limit", 2),
        (("--limit", "4"), "done", 4),
        (("--new", "1"), "limit", 1),
        (("--new", "0"), "done", 0),
        (("--section", "two"), "done", 1),
    ],
)
def test_why_it_ends(home, words, reason, answered):
    end = home.sit(words=words)[-1]
    assert (end["reason"], end["answered"], end["right"]) == (reason, answered, answered)


def test_the_limit_of_a_day(home):
    home.run("settings", "set", "new_per_day", "1")
    assert home.sit()[-1]["reason"] == "limit"
    assert home.sit() == [{"type": "end", "reason": "limit", "answered": 0, "right": 0, "next_due": "2026-03-04"}]
    assert home.sit(day=1)[-1]["answered"] == 1


def test_minutes(home):
    said = home.talk(lambda objects: answer(objects[-1], elapsed_ms=31_000), "--minutes", "1")
    assert (said[-1]["reason"], said[-1]["answered"]) == ("limit", 2)


def test_quit_and_end_of_input(home):
    assert home.send(QUIT)[-1] == {"type": "end", "reason": "quit", "answered": 0, "right": 0, "next_due": None}
    assert home.send()[-1] == {"type": "end", "reason": "eof", "answered": 0, "right": 0, "next_due": None}
    assert home.json("history") == {"attempts": []}
    assert home.sit(False, most=1)[-1]["reason"] == "quit"


@pytest.mark.parametrize("text", ["", "   ", "119abc", "1,75", "1_750", "1e3", "²", "\x00", "\ud800", "9" * 5000, "x"])
def test_unreadable_leaves_the_question_open(home, text):
    said = home.send({"answer": text}, {"answer": "34"})
    assert [one["type"] for one in said[:3]] == ["question", "unreadable", "feedback"]
    assert list(said[1]) == ["type", "message"]
    assert said[1]["message"]
    assert said[2]["verdict"] == "correct"
    assert len(home.json("history")["attempts"]) == 1


def test_unreadable_stores_nothing(home):
    home.send({"answer": "x"}, {"answer": ""})
    assert home.json("history") == {"attempts": []}


@pytest.mark.parametrize(
    "text", ["34", " 34 ", "034", "٣٤", "３４", "\u200e34\u200f", "\u206634\u2069", "\ufeff34", "+34"]
)
def test_one_number_in_many_ways(home, text):
    assert home.send({"answer": text})[1]["verdict"] == "correct"
    kept = home.json("history")["attempts"][0]
    assert (kept["given"], kept["expected"]) == (text, "34")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "34",
        "null",
        "[]",
        '"34"',
        "{}",
        "{",
        '{"answer": 34}',
        '{"answer": null}',
        '{"answer": ["34"]}',
        '{"command": "skip"}',
        '{"command": []}',
        '{"command": {}}',
        '{"command": 1}',
        '{"answer": "34", "elapsed_ms": "5"}',
        '{"answer": "34", "elapsed_ms": -1}',
        '{"answer": "34", "elapsed_ms": 1.5}',
        '{"answer": "34", "elapsed_ms": true}',
        '{"answer": "34", "elapsed_ms": 1e400}',
        '{"answer": "34", "elapsed_ms": 99999999999999999999}',
        '{"answer": "34", "elapsed_ms": null}',
        "[" * 100_000,
        "9" * 10_000,
        '{"answer": "' + "x" * 300_000,
        "\x00\x1b[2J",
    ],
    ids=range(25),
)
def test_a_line_that_is_no_such_object(home, line):
    said = home.send(f"{line}\n", {"answer": "34"})
    assert [one["type"] for one in said[:3]] == ["question", "error", "feedback"]
    assert list(said[1]) == ["type", "message"]
    assert len(home.json("history")["attempts"]) == 1


def test_keys_that_nobody_knows_do_no_harm(home):
    assert home.send({"answer": "34", "id": 7})[1]["type"] == "feedback"


@pytest.mark.parametrize("elapsed", [0, 1, 1234, 86_400_000, 2**40])
def test_elapsed_time_is_stored_as_given(home, elapsed):
    home.send({"answer": "34", "elapsed_ms": elapsed})
    assert home.json("history")["attempts"][0]["elapsed_ms"] == elapsed


def test_elapsed_time_is_measured_else(home):
    with home.process("review", "--jsonl", "--deck", str(home.deck)) as process:
        read(process)
        write(process, {"answer": "x"})
        assert read(process)["type"] == "unreadable"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.3)
        write(process, {"answer": "34"})
        read(process)
        process.communicate()
    # The clock was not started anew by what could not be read.
    assert 300 <= home.json("history")["attempts"][0]["elapsed_ms"] < 20_000


def test_slips_are_named(home):
    question, feedback = home.send({"answer": "36"})[:2]
    asked = home.json("ask", FIRST, "--seed", str(question["seed"]), "--deck", str(home.deck))
    slip = next(one for one in asked["slips"] if one["answer_text"] == "36")
    assert (feedback["slip"], feedback["message"]) == (slip["id"], slip["message"])
    assert home.json("history")["attempts"][0]["slip"] == slip["id"]


def test_undo(home):
    before = home.state()
    said = home.send({"answer": "34"}, UNDO, UNDO, QUIT)
    first, feedback, second, undone, again, nothing, end = said
    assert undone == {"type": "undone", "attempt": feedback["attempt"]}
    assert again | {"n": 1} == first
    assert nothing == {"type": "undone", "attempt": None}
    assert second["item"] == SECOND
    assert (end["answered"], end["right"]) == (0, 0)
    assert home.state() == before
    assert [one["undone"] for one in home.json("history", "--all")["attempts"]] == [True]


def test_undo_puts_the_open_question_after_the_withdrawn_one(home):
    said = home.send({"answer": "34"}, UNDO, {"answer": "34"}, QUIT)
    questions = of_type(said, "question")
    assert [one["item"] for one in questions] == [FIRST, SECOND, FIRST, SECOND]
    assert [one["seed"] for one in questions[:2]] == [one["seed"] for one in questions[2:]]
    assert [one["n"] for one in questions] == [1, 2, 3, 4]


def test_undo_drops_the_repeat(home):
    said = home.send({"answer": "?"}, UNDO, {"answer": "34"}, words=["--new", "1"])
    questions = of_type(said, "question")
    assert [one["kind"] for one in questions] == ["review", "relearn", "review"]
    assert [one["new"] for one in questions] == [True, False, True]
    assert said[-1]["reason"] == "limit"
    assert said[-1]["answered"] == 1


def test_undo_three_times_in_a_row(home):
    before = home.state()
    said = home.send({"answer": "1"}, {"answer": "1"}, {"answer": "1"}, UNDO, UNDO, UNDO, QUIT)
    assert [one["item"] for one in of_type(said, "question")] == [FIRST, SECOND, THIRD, FIRST, THIRD, SECOND, FIRST]
    ids = [one["attempt"] for one in of_type(said, "feedback")]
    assert [one["attempt"] for one in of_type(said, "undone")] == ids[::-1]
    assert home.state() == before


def test_undo_reaches_this_sitting_only(home):
    home.send({"answer": "34"})
    assert home.send(UNDO, QUIT)[1] == {"type": "undone", "attempt": None}
    assert len(home.json("history")["attempts"]) == 1
    assert home.json("undo")["undone"]["item"] == FIRST
    assert home.json("history")["attempts"] == []


def test_right_then_undo_then_wrong_leaves_one_wrong(home):
    home.send({"answer": "34"}, UNDO, {"answer": "?"}, QUIT)
    assert [one["rating"] for one in home.json("history")["attempts"]] == ["again"]
    assert home.json("due", "--deck", str(home.deck))["due"] == 1


def test_two_processes(home):
    words = ["review", "--jsonl", "--deck", str(home.deck)]
    with home.process(*words) as one, home.process(*words) as two:
        first, second = read(one), read(two)
        assert first["item"] == second["item"] == FIRST
        write(one, {"answer": "34"})
        assert read(one)["type"] == "feedback"
        write(two, {"answer": "34"})
        assert read(two)["type"] == "feedback"
        assert read(one)["item"] == read(two)["item"] == SECOND
        write(two, {"answer": "51"})
        read(two)
        _, said = one.communicate()
        _, said_two = two.communicate()
    assert said == b""
    assert b"answered elsewhere" in said_two
    assert [one["kind"] for one in home.json("history")["attempts"]] == ["review", "relearn", "review"]


def test_the_deck_changes_while_a_question_is_open(home):
    with home.process("review", "--jsonl", "--deck", str(home.deck)) as process:
        assert read(process)["item"] == FIRST
        home.write_deck(bet="corner")
        write(process, {"answer": "34"})
        assert read(process)["verdict"] == "correct"
        home.deck.unlink()
        assert read(process)["params"] == {"bet": "split", "chips": 3}
        write(process, {"answer": "51"})
        assert read(process)["verdict"] == "correct"
        process.communicate()
    attempt = home.json("history")["attempts"][0]["id"]
    shown = home.json("attempt", str(attempt))
    assert shown["question"]["params"] == {"bet": "split", "chips": 2}
    assert shown["question"]["answer"] == {"pays": "34"}


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize(
    ("sent", "codes"), [("SIGTERM", {-15}), ("SIGHUP", {-1}), ("SIGINT", {130}), ("SIGKILL", {-9})]
)
def test_signals_keep_what_was_acknowledged(home, sent, codes):
    with home.process("review", "--jsonl", "--deck", str(home.deck)) as process:
        read(process)
        write(process, {"answer": "34"})
        attempt = read(process)["attempt"]
        assert read(process)["item"] == SECOND
        process.send_signal(getattr(signal, sent))
        out, err = process.communicate()
    assert process.returncode in codes
    assert (out, err) == (b"", b"")
    assert [one["id"] for one in home.json("history")["attempts"]] == [attempt]
    assert of_type(home.send(), "question")[0]["item"] == SECOND


def test_a_reader_that_leaves(home):
    with home.process("review", "--jsonl", "--deck", str(home.deck)) as process:
        read(process)
        process.stdout.close()
        write(process, {"answer": "34"})
        process.stdin.close()
        assert process.wait() == 0
        assert process.stderr.read() == b""
    assert len(home.json("history")["attempts"]) == 1


def test_bytes_that_are_no_text(home):
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    lines = [b'{"answer": "\xff\xfe"}', b"\xff", '{"answer": "٣٤"}'.encode(), b'{"answer": "5']
    for env in ({}, locale):
        with home.process("review", "--jsonl", "--deck", str(home.deck), **env) as process:
            out, err = process.communicate(b"\n".join(lines))
        assert err == b""
        kinds = [json.loads(line)["type"] for line in out.splitlines()]
        assert kinds == ["question", "unreadable", "error", "feedback", "question", "error", "end"]
        home.run("undo")


def test_a_file_that_is_locked_leaves_the_question_open(home, monkeypatch):
    def policy(objects):
        if objects[-1]["type"] == "error":
            other.execute("ROLLBACK")
            return {"answer": "34"}
        if objects[-1]["n"] == 1:
            other.execute("BEGIN IMMEDIATE")
            return {"answer": "34"}
        return QUIT

    other = _connection(home)
    kept = Session.__init__

    def impatient(session, *args, **more):
        kept(session, *args, **more)
        session.store.connection.execute("PRAGMA busy_timeout = 10")

    monkeypatch.setattr(Session, "__init__", impatient)
    said = home.talk(policy)
    assert [one["type"] for one in said] == ["question", "error", "feedback", "question", "end"]
    assert "in use by another program" in said[1]["message"]
    assert len(home.json("history")["attempts"]) == 1


def _connection(home):
    import sqlite3  # noqa: PLC0415 - another program that holds the file

    home.run("settings", "set", "spread", "true")
    return sqlite3.connect(home.database, isolation_level=None)


def test_stdout_that_is_closed_from_the_start(home):
    line = f'{sys.executable} -m srs_roulette review --jsonl --deck "{home.deck}" >&-; echo $?'
    env = os.environ | home.env() | {"PYTHONPATH": os.fspath(home.deck.parent)}
    done = subprocess.run(["bash", "-c", line], input=b'{"answer": "34"}\n', env=env, capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"0\n", b"")
    assert home.json("history")["attempts"] == []  # nobody saw the question


@pytest.mark.parametrize("line", [{"answer": "34", "command": "nonsense"}, {"answer": "34", "command": "quit"}])
def test_an_answer_with_a_command_is_neither(home, line):
    said = home.send(line)
    assert [one["type"] for one in said][:2] == ["question", "error"]
    assert home.json("history") == {"attempts": []}
