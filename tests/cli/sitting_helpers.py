from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime, timedelta
from pathlib import Path

from typer.testing import CliRunner

from srs_roulette.cli.app import app
from srs_roulette.questions.params import decode
from srs_roulette.questions.reading import answer_text
from srs_roulette.questions.registry import family
from srs_roulette.rules.house_file import house

ROOT = Path(__file__).parents[2]
MORNING = datetime(2026, 3, 2, 10, tzinfo=UTC)
UNDO, QUIT = {"command": "undo"}, {"command": "quit"}

DECK = """\
id = "mine"
title = "{title}"
house = "european"
about = "For these tests."

[sections.one]
title = "One"

[sections.two]
title = "Two"
requires = ["one"]

[items.split]
section = "one"
family = "times_table"
bet = "{bet}"
chips.each = "2..4"

[items.call]
section = "two"
family = "call_value"
mode = "by"
call = "voisins"
"""
FIRST, SECOND, THIRD = (f"mine/split/{chips}" for chips in (2, 3, 4))


def right(question):
    """Return the right answer to a question as it was put."""
    of = family(question["family"])
    built = of.build(decode(of.params, question["params"]), house(question["house"]))
    return answer_text(built.expected, built)


def answer(question, correct=True, **more):
    return {"answer": right(question) if correct else "?"} | more


class Home:
    """A learner's folder, and the command line in this process or in one of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.database = folder / "learner.db"
        self.deck = folder.parent / "mine.toml"
        self.write_deck()

    def write_deck(self, title="Mine", bet="split"):
        self.deck.write_text(DECK.format(title=title, bet=bet), encoding="utf-8")

    def env(self, day=0, **more):
        now = (MORNING + timedelta(days=day)).isoformat()
        return {"SRS_ROULETTE_HOME": str(self.folder), "SRS_ROULETTE_NOW": now, "TZ": "UTC"} | more

    def run(self, *words, day=0, code=0, typed="", **env):
        done = CliRunner().invoke(app, words, input=typed, env=self.env(day, **env))
        assert done.exit_code == code, (done.exit_code, done.stdout, done.stderr)
        assert "Traceback" not in done.output
        return done

    def json(self, *words, day=0):
        done = self.run("--json", *words, day=day)
        assert done.stderr == ""
        assert done.stdout.count("\n") == 1
        return json.loads(done.stdout)

    def fault(self, *words, code=1, **env):
        """Return what is said on stderr; nothing may stand on stdout."""
        done = self.run(*words, code=code, **env)
        assert done.stdout == ""
        assert done.stderr.endswith("\n")
        return done.stderr.rstrip("\n")

    def state(self, day=0):
        """All that the program tells of a learner."""
        commands = ("history", "items", "due")
        return [self.json(word, "--deck", str(self.deck), day=day) for word in commands] + [
            self.json("--deck", str(self.deck), day=day)
        ]

    def talk(self, policy, *words, day=0, deck=True):
        """Play ``review --jsonl``: ``policy`` gets all objects so far and returns what to write; ``None`` ends."""
        talk = _Talk(policy)
        words = ["review", "--jsonl", "--seed", "1", *(["--deck", str(self.deck)] if deck else []), *words]
        kept, stdin = dict(os.environ), sys.stdin
        os.environ.update(self.env(day))
        sys.stdin = talk
        try:
            with redirect_stdout(talk.out), redirect_stderr(talk.err):
                app(words)
        except SystemExit as end:
            code = end.code
        finally:
            sys.stdin = stdin
            os.environ.clear()
            os.environ.update(kept)
        self.said = talk.err.getvalue()
        assert code == 0, self.said
        return talk.objects()

    def send(self, *lines, day=0, words=()):
        """Play ``review --jsonl`` with lines written beforehand."""
        waiting = iter(lines)
        return self.talk(lambda _: next(waiting, None), *words, day=day)

    def sit(self, *correct, day=0, words=(), most=99):
        """Answer question after question, right or wrong as said, then right; stop after ``most``."""
        wishes = [*correct, *[True] * 99][:most]

        def policy(objects):
            done = sum(one["type"] == "feedback" for one in objects)
            return answer(objects[-1], wishes[done]) if done < len(wishes) else QUIT

        return self.talk(policy, *words, day=day)

    def process(self, *words, day=0, **env):
        """Start the program as a process of its own."""
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("SRS_ROULETTE_", "PYTHON"))}
        return subprocess.Popen(
            [sys.executable, "-m", "srs_roulette", *words],
            env=clean | {"PYTHONPATH": str(ROOT)} | self.env(day, **env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


class _Talk:
    """A stdin that reads what stands on stdout before it answers."""

    def __init__(self, policy):
        self.policy, self.out, self.err = policy, io.StringIO(), io.StringIO()

    def objects(self):
        return [json.loads(line) for line in self.out.getvalue().splitlines()]

    def readline(self):
        line = self.policy(self.objects())
        if line is None:
            return ""
        return line if isinstance(line, str) else json.dumps(line) + "\n"


def of_type(objects, kind):
    return [one for one in objects if one["type"] == kind]
