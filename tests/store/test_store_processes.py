from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from store_helpers import DAY, Learner

from srs_roulette.scheduling.replay import Kind
from srs_roulette.store.attempts import Store
from srs_roulette.store.backup import back_up
from srs_roulette.store.backups import back_up_daily
from srs_roulette.store.checkup import check_up
from srs_roulette.store.database import holds_data

HERE = Path(__file__).parent

ANSWERING = f"""
import sys; from pathlib import Path
sys.path.insert(0, {str(HERE)!r})
from store_helpers import Learner
from srs_roulette.store.attempts import Store
with Store.for_writing(Path(sys.argv[1]), timeout=60) as store:
    learner = Learner(store)
    print("open", flush=True)
    for n in range(int(sys.argv[2])):
        print(learner.answer(f"deck/{{n % 7}}", day=n).attempt.id, flush=True)
"""


def start(path, count):
    return subprocess.Popen([sys.executable, "-c", ANSWERING, path, str(count)], stdout=subprocess.PIPE, text=True)


def race(path, processes):
    running = [start(path, 3) for _ in range(processes)]
    said = [process.communicate(timeout=300)[0].split() for process in running]
    assert [process.returncode for process in running] == [0] * processes
    ids = [int(line) for lines in said for line in lines[1:]]
    assert len(set(ids)) == len(ids) == 3 * processes
    with Store.for_reading(path) as store:
        assert [a.id for a in store.attempts()] == sorted(ids)
        assert store.differences() == {}
        assert not (path.parent / "backups").exists()
        assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_first_starts_that_race_all_succeed(path):
    race(path, 16)


@pytest.mark.campaign
@pytest.mark.parametrize("_time", range(3))
def test_forty_eight_first_starts_at_once(path, _time):
    race(path, 48)


def kill_after(path, lines):
    """Let a process answer until it has acknowledged some answers, kill it, and compare."""
    with start(path, 100_000) as process:
        acknowledged = [process.stdout.readline() for _ in range(lines + 1)][1:]
        process.send_signal(signal.SIGKILL)
        acknowledged += process.stdout.read().splitlines(keepends=True)
    return {int(line) for line in acknowledged if line.endswith("\n")}


def check_after_kills(path, rounds):
    acknowledged = set()
    for n in range(rounds):
        acknowledged |= kill_after(path, n % 9)
        with Store.for_writing(path) as store:
            stored = {a.id for a in store.attempts()}
            # At most the answer that was being acknowledged is there besides.
            assert acknowledged <= stored
            assert len(stored) <= len(acknowledged) + n + 1
            assert store.differences() == {}
            assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_killed_processes_lose_no_acknowledged_answer(path):
    check_after_kills(path, 4)


@pytest.mark.campaign
def test_two_hundred_killed_processes(path):
    check_after_kills(path, 200)


LOOKS = {
    "tells whether it holds data": holds_data,
    "copies": lambda path: back_up(path, path.with_name("copy.db")),
    "backs up the day": lambda path: back_up_daily(path, DAY),
    "reads": lambda path: Store.for_reading(path).close(),
    "checks": lambda path: check_up(path, 0),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_process_that_looks_at_its_own_file_keeps_its_locks(path, look):
    """By POSIX, whoever closes a file loses all locks on it: others would take the log away under an open sitting."""
    other = (
        sys.executable,
        "-c",
        "import sys, sqlite3; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM late')",
    )
    with Store.for_writing(path) as store:
        Learner(store).answer()
        LOOKS[look](path)
        subprocess.run([*other, path], check=True)
        answered = Learner(store).answer("deck/b", day=1).attempt.id
        # As a sitting that is killed leaves it.
        copies = {one: one.read_bytes() for one in path.parent.glob("learner.db*")}
    for one, raw in copies.items():
        one.write_bytes(raw)
    with Store.for_reading(path) as store:
        assert [a.id for a in store.attempts()][1:] == [answered]


def test_two_sittings_at_once_agree(path):
    with Store.for_writing(path) as one, Store.for_writing(path) as two:
        seen = one.newest_attempt("deck/a"), two.newest_attempt("deck/a")
        first = Learner(one).answer(seen=seen[0])
        second = Learner(two).answer(seen=seen[1])
        assert (first.overtaken, second.overtaken) == (False, True)
        assert second.attempt.kind is Kind.RELEARN
        assert one.new_begun(first.attempt.study_day) == two.new_begun(first.attempt.study_day) == 1
        assert one.memories() == two.memories() == {"deck/a": second.memory}
