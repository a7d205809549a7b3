"""Kills, full disks, many processes and damaged files, from the command line: what was acknowledged is there, once."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from time import monotonic, sleep  # noqa: TID251 - when to kill is told by the machine's own clock

import pytest
from sitting_helpers import DECK, ROOT, Home, answer, of_type
from typer.testing import CliRunner

from srs_roulette.cli.app import app
from srs_roulette.scheduling.replay import Kind
from srs_roulette.store.attempts import Store

posix = pytest.mark.skipif(os.name == "nt", reason="needs signals and limits of processes")


def learner_in(folder, chips):
    """A learner whose deck has an item for each number of chips, and behind them one call."""
    folder.mkdir()
    home = Home(folder / "home")
    home.deck.write_text(DECK.format(title="Long", bet="split").replace("2..4", chips), encoding="utf-8")
    return home


def objects(out):
    """Return the objects of all whole lines; a process that was killed may have left half a one."""
    return [json.loads(line) for line in out.splitlines(keepends=True) if line.endswith(b"\n")]


def sound(home):
    """Return the attempts of a file that SQLite finds whole and whose cache is what the log gives."""
    with Store.for_writing(home.database) as store:
        assert store.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert store.connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert store.differences() == {}
        return store.attempts()


# ---- killed


SCRIPT = b"".join(json.dumps({"answer": "?" if n % 3 == 0 else "34"}).encode() + b"\n" for n in range(30))


def killed_sitting(home, day, moment):
    """Play a scripted sitting and kill it ``moment`` seconds after its first question, None: never."""
    words = ("review", "--jsonl", "--deck", str(home.deck), "--new", "30", "--seed", str(day))
    with home.process(*words, day=day) as process:
        first = b""
        process.stdin.write(SCRIPT)
        process.stdin.flush()
        if moment is None or moment >= 0:
            first = process.stdout.readline()
        began = monotonic()
        if moment is not None:
            sleep(abs(moment))
            process.kill()
        process.stdin.close()
        # Not communicate(): it passes over what reading a line has already fetched.
        said = objects(first + process.stdout.read())
    return said, monotonic() - began


def check_kills(home, rounds, chance):
    _, span = killed_sitting(home, 0, None)
    stored = [one.id for one in sound(home)]
    for day in range(1, rounds + 1):
        # One in eight while the process starts, counted from its birth.
        moment = -chance.uniform(0.001, 0.3) if day % 8 == 0 else chance.uniform(0, span)
        said, _ = killed_sitting(home, day, moment)
        acknowledged = [one["attempt"] for one in of_type(said, "feedback")]
        attempts = sound(home)
        ids = [one.id for one in attempts]
        known = [*stored, *acknowledged]
        assert ids[: len(known)] == known
        # At most the answer that was just being told is there besides: that to the question still open.
        assert len(ids) <= len(known) + 1
        if len(ids) > len(known) and said and said[-1]["type"] == "question":
            assert attempts[-1].item_id == said[-1]["item"]
        stored = ids


@posix
@pytest.mark.campaign
def test_two_hundred_sittings_killed_at_random_moments(tmp_path):
    homes = [learner_in(tmp_path / name, "1..40") for name in ("one", "two")]
    with ThreadPoolExecutor(2) as both:
        list(both.map(check_kills, homes, (100, 100), map(random.Random, (1, 2))))


# ---- a full disk


def limited(home, most, day):
    """Play the script in a process whose files may not grow beyond ``most`` bytes."""
    from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit  # noqa: PLC0415 - not on Windows

    words = ("review", "--jsonl", "--deck", str(home.deck), "--new", "30", "--seed", "1")
    return subprocess.run(
        [sys.executable, "-B", "-m", "srs_roulette", *words],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)} | home.env(day),
        input=b"".join(SCRIPT.splitlines(keepends=True)[:12]),
        capture_output=True,
        check=False,
        timeout=60,
        preexec_fn=lambda: setrlimit(RLIMIT_FSIZE, (most, RLIM_INFINITY)),
    )


def check_full_disk(home, most, before):
    done = limited(home, most, day=1)
    assert done.returncode in {0, 1}, done
    assert b"Traceback" not in done.stderr
    assert b"Internal fault" not in done.stderr
    said = objects(done.stdout)
    acknowledged = [one["attempt"] for one in of_type(said, "feedback")]
    refused = of_type(said, "error")
    assert all("not saved" in one["message"] or "nothing was saved" in one["message"] for one in refused)
    # It is said on one line before the first question, or to each answer from the first that found no room.
    assert said or done.stderr.count(b"\n") == 1
    assert [one.id for one in (sound(home) if home.database.exists() else [])] == [*before, *acknowledged]
    return len(acknowledged), len(refused)


@posix
@pytest.mark.campaign
@pytest.mark.parametrize("started", [True, False], ids=["a file with answers", "a first start"])
def test_a_disk_that_is_full_at_every_write(tmp_path, started):
    origin = learner_in(tmp_path / "origin", "1..40")
    if started:
        killed_sitting(origin, 0, None)
    before = [one.id for one in sound(origin)] if started else []
    chance = random.Random(3)
    outcomes = []
    for page in range(75):
        folder = tmp_path / f"page-{page}"
        shutil.copytree(tmp_path / "origin", folder)
        outcomes.append(check_full_disk(Home(folder / "home"), page * 4096 + chance.randrange(4096), before))
        shutil.rmtree(folder)
    assert outcomes[0][0] == 0
    assert outcomes[-1][1] == 0
    assert any(kept and refused for kept, refused in outcomes)


# ---- many at once


def answer_all(home, words):
    """Answer right whatever one process asks until it ends; return what it acknowledged, as (attempt, item)."""
    done = []
    with home.process("review", "--jsonl", "--deck", str(home.deck), *words) as process:
        while (said := json.loads(process.stdout.readline()))["type"] != "end":
            if said["type"] == "question":
                item = said["item"]
                process.stdin.write(json.dumps(answer(said)).encode() + b"\n")
                process.stdin.flush()
            else:
                assert said["type"] == "feedback", said
                done.append((said["attempt"], item))
    return done


def check_race(home, items):
    words = ("--new", str(items), "--seed", "1")
    with ThreadPoolExecutor(2) as both:
        one, two = both.map(lambda _: answer_all(home, words), range(2))
    attempts = sound(home)
    assert sorted([*one, *two]) == [(a.id, a.item_id) for a in attempts]
    by_item = {}
    for attempt in attempts:
        by_item.setdefault(attempt.item_id, []).append(attempt)
    assert len(by_item) == items
    for kinds in ([a.kind for a in of_item] for of_item in by_item.values()):
        assert sorted(kinds, reverse=True) == [Kind.REVIEW, Kind.RELEARN][: len(kinds)]
    with Store.for_reading(home.database) as store:
        assert store.new_begun(attempts[0].study_day) == items
    return len(attempts) - items


@posix
def test_two_processes_answer_the_same_items(tmp_path):
    check_race(learner_in(tmp_path / "learner", "1..19"), 20)


@posix
@pytest.mark.campaign
def test_two_processes_answer_five_hundred_items_at_once(tmp_path):
    doubles = check_race(learner_in(tmp_path / "learner", "1..499"), 500)
    assert doubles, "the two never met: the test has shown nothing"


@posix
@pytest.mark.campaign
def test_forty_eight_first_sittings_at_once(tmp_path):
    home = learner_in(tmp_path / "learner", "1..60")
    words = ("review", "--jsonl", "--deck", str(home.deck))
    running = [home.process(*words) for _ in range(48)]
    for process in running:
        process.stdin.write(SCRIPT.splitlines(keepends=True)[1])
        process.stdin.flush()
    ids = []
    for process in running:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        ids += [one["attempt"] for one in of_type(objects(out), "feedback")]
    assert len(ids) == 48
    assert [one.id for one in sound(home)] == sorted(ids)
    assert sorted(path.name for path in home.folder.iterdir() if path.suffix != "") == ["learner.db"]
    alone = learner_in(tmp_path / "alone", "1..60")
    alone.sit(most=1)
    assert schema(home.database) == schema(alone.database)


def schema(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall()


# ---- damaged files

READING = (["due"], ["items"], ["history"])
SCHEDULE = (["due"], ["items"])


def damage(raw, chance):
    """Cut the file off, turn one bit or eight, or write noise over a run of bytes."""
    raw = bytearray(raw)
    how = chance.choice(["cut", "flip", "flip", "noise"])
    place = chance.randrange(1, len(raw))
    if how == "cut":
        del raw[place:]
    elif how == "noise":
        noise = chance.randbytes(chance.randint(1, 600))
        raw[place : place + len(noise)] = noise[: len(raw) - place]
    else:
        for _ in range(chance.choice([1, 8])):
            raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return bytes(raw)


def passes(check, raw, folder):
    """Tell whether SQLite finds nothing wrong with a copy: the judge, apart from the program."""
    copy = folder / "judged.db"
    copy.write_bytes(raw)
    try:
        with closing(sqlite3.connect(f"{copy.as_uri()}?immutable=1", uri=True)) as connection:
            return connection.execute(f"PRAGMA {check}").fetchall() == [("ok",)]
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False
    finally:
        copy.unlink()


class Damaged:
    """A learner's file, damaged again and again, and what the program says of it when nothing is wrong."""

    def __init__(self, folder):
        self.home = learner_in(folder, "1..60")
        for day in (0, 2, 3, 9):
            self.home.sit(*[True, False, True] * 20, day=day, words=("--new", "30"))
        attempts = self.home.json("history")["attempts"]
        self.home.run("flag", str(attempts[5]["id"]), "a split pays 17")
        self.raw = self.home.database.read_bytes()
        shutil.rmtree(self.home.folder / "backups", ignore_errors=True)
        self.right = {words[0]: self.run(*words).stdout for words in READING}

    def run(self, *words, typed=""):
        """Run a command, which may refuse, in one line, but never fall over."""
        line = ["--json", *words, "--deck", str(self.home.deck)]
        done = CliRunner().invoke(app, line, input=typed, env=self.home.env(day=12))
        assert done.exit_code in {0, 1}, (words, done.output)
        assert "Traceback" not in done.output
        assert "Internal fault" not in done.output
        if done.exit_code:
            assert done.stderr.count("\n") == 1, done.stderr
            assert done.stderr.rstrip("\n").isprintable(), done.stderr
            assert str(self.home.database) in done.stderr
        return done

    def check(self, chance):
        """Damage the file and see that no damage is silent.

        Silent would be one of these, and each is looked for:

        * SQLite's full check finds a fault, and ``due`` or ``items``, which tell the schedule, end well and say
          something else than of the whole file;
        * its check of pages and rows finds a fault, and the first sitting after a day without backup, which reads
          the file through, takes an answer or makes a backup.

        What no check can know without check sums is damage to a letter in a text or a byte in free space: there the
        program goes on. A refusal, and whatever only reads, leaves the file as it was, byte for byte, and nothing
        beside it.
        """
        raw = damage(self.raw, chance)
        database, folder = self.home.database, self.home.folder
        database.write_bytes(raw)
        sane = passes("integrity_check", raw, folder)
        for words in READING:
            done = self.run(*words)
            self.untouched(raw)
            if done.exit_code == 0 and words in SCHEDULE and not sane:
                assert done.stdout == self.right[words[0]], words
        self.doctor(raw, sane=sane)
        done = self.run("review", "--jsonl", typed='{"answer": "?"}\n')
        if not passes("quick_check", raw, folder):
            assert done.exit_code == 1
            assert copies(folder) == []
        if done.exit_code:
            assert "feedback" not in done.stdout
            assert database.read_bytes() == raw
        assert all(passes("quick_check", one.read_bytes(), folder) for one in copies(folder))
        shutil.rmtree(folder)
        folder.mkdir()

    def doctor(self, raw, *, sane):
        """See that doctor finds the damage, changes nothing, and with --rebuild no more than the memories."""
        found = self.findings("--questions")
        self.untouched(raw)
        assert found or sane
        self.findings("--rebuild")
        if "damaged" in found or "refused" in found:
            self.untouched(raw)
        else:
            assert "memory" not in self.findings()
        for path in self.home.folder.iterdir():
            path.unlink()
        self.home.database.write_bytes(raw)

    def findings(self, *words):
        """Return the kinds of faults that doctor names; a file that it may not open at all is refused."""
        done = CliRunner().invoke(app, ["--json", "doctor", *words], env=self.home.env(day=12))
        assert done.exit_code in {0, 1}, done.output
        assert "Traceback" not in done.output
        assert "Internal fault" not in done.output
        if done.stderr:
            assert (done.stdout, done.stderr.count("\n")) == ("", 1)
            return ["refused"]
        kinds = [fault["kind"] for fault in json.loads(done.stdout)["faults"]]
        assert bool(kinds) is bool(done.exit_code)
        return kinds

    def untouched(self, raw):
        assert self.home.database.read_bytes() == raw
        assert list(self.home.folder.iterdir()) == [self.home.database]


def copies(folder):
    return list((folder / "backups").glob("*"))


def check_damage(folder, seeds):
    damaged = Damaged(folder / "learner")
    for seed in seeds:
        try:
            damaged.check(random.Random(seed))
        except BaseException as fault:
            fault.add_note(f"seed {seed}")
            raise


def test_damaged_files_are_refused_or_read_right(tmp_path):
    check_damage(tmp_path, range(6))


@pytest.mark.campaign
@pytest.mark.parametrize("first", [1000, 2000])
def test_a_thousand_damaged_files(tmp_path, first):
    check_damage(tmp_path, range(first, first + 500))
