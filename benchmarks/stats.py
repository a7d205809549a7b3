"""P4: ``stats`` over 10,000, 100,000 and 1,000,000 attempts, the whole process.

The three files hold the same thousand days of one course, ten and a hundred times as busy. The sizes are run in turn,
so that their ratios hold on any machine; an empty history is taken off, for it is what a start costs. Seconds on this
one go to stderr.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import TYPE_CHECKING

from srs_roulette.rules.house_file import house
from srs_roulette.scheduling.forward import Forward
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import Memory, Rating, StudyDay
from srs_roulette.session import course as courses
from srs_roulette.session.kept import keep
from srs_roulette.store import queries
from srs_roulette.store.attempt import Attempt, to_row
from srs_roulette.store.attempts import Store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from srs_roulette.scheduling.types import ItemId
    from srs_roulette.session.course import Course, Entry

SIZES = (0, 10_000, 100_000, 1_000_000)
ROUNDS = 5
"""Rounds whose ratios the median is taken of; one more before them fills the caches."""
DAYS = 1000
FIRST_DAY = StudyDay(20_000)
DRAWS = 20
"""Different draws an item."""
RIGHT = 0.9
NOW = "2027-08-01T12:00:00Z"
"""After the last day."""


def drawn(entry: Entry) -> tuple[str, ...]:
    """Return what is kept of some draws of an item."""
    return tuple(keep(entry.draw(seed), house(entry.house)) for seed in range(DRAWS))


def attempts(course: Course, size: int, memories: dict[ItemId, Memory]) -> Iterator[Attempt]:
    """Make a history of so many attempts, and the memories that it leaves."""
    rng, forward = Random(size), Forward()
    entries = [(entry, drawn(entry)) for entry in course.entries.values()]
    a_day = size // DAYS
    for place in range(size):
        (entry, params), day = rng.choice(entries), StudyDay(FIRST_DAY + place // a_day)
        right, before = rng.random() < RIGHT, memories.get(entry.id)
        rating = Rating.GOOD if right else Rating.AGAIN
        if before is None:
            stability, difficulty = forward.first(rating)
        else:
            days = day - before.last_day
            recall = forward.recall(before.stability, days) if days else None
            stability, difficulty = forward.after(before.stability, before.difficulty, rating, recall)
        memories[entry.id] = Memory(
            stability=stability,
            difficulty=difficulty,
            due_day=StudyDay(day + 1),
            last_day=day,
            reps=before.reps + 1 if before else 1,
            lapses=0,
        )
        yield Attempt(
            id=day * 86_400_000 + 36_000_000 + 20_000 * (place % a_day),
            item_id=entry.id,
            kind=Kind.RELEARN if before and before.last_day == day else Kind.REVIEW,
            surface="terminal",
            family=entry.family,
            house=entry.house,
            params=rng.choice(params),
            seed=rng.randrange(2**31),
            rules_version="1",
            zone="UTC",
            study_day=day,
            elapsed_ms=rng.randrange(1500, 20_000),
            given="119",
            expected="119",
            verdict="correct" if right else "wrong",
            slip=None if right else rng.choice((None, "stake_included")),
            rating=rating,
            due_day=StudyDay(day + 1),
        )


def write(course: Course, size: int, folder: Path) -> None:
    """Write the file of a learner."""
    memories: dict[ItemId, Memory] = {}
    with Store.for_writing(folder / "learner.db") as store, store.transaction():
        store.connection.executemany(queries.INSERT, map(to_row, attempts(course, size, memories)))
        rows = ((i, m.stability, m.difficulty, m.due_day, m.last_day, m.reps, m.lapses) for i, m in memories.items())
        store.connection.executemany(queries.REMEMBER, rows)


def told(folder: Path) -> float:
    """Return the seconds of one run."""
    environ = {**os.environ, "SRS_ROULETTE_NOW": NOW, "TZ": "UTC"}
    words = [sys.executable, "-m", "srs_roulette", "--data", str(folder), "stats", "--json"]
    start = perf_counter_ns()
    subprocess.run(words, env=environ, check=True, stdout=subprocess.DEVNULL)
    return (perf_counter_ns() - start) / 1e9


def main() -> None:
    """Write the files, run every size in turn, and print the ratios."""
    course = courses.load(["european"], data_folder=None, house_option=None, house_setting=None)
    with tempfile.TemporaryDirectory() as name:
        folders = {size: Path(name) / str(size) for size in SIZES}
        for size, folder in folders.items():
            write(course, size, folder)
        rounds = [{size: told(folder) for size, folder in folders.items()} for _ in range(ROUNDS + 1)][1:]
    print("## P4 statistics")
    print()
    print(f"srs-roulette {version('srs-roulette')}, Python {platform.python_version()}. The whole process of")
    print(f"`stats --json`; {len(course.entries)} items, {DAYS} days, median of {ROUNDS} rounds.")
    print()
    print("| attempts | times a start | time an attempt, in those of 100,000 | whole, in those of 100,000 |")
    print("| --- | --- | --- | --- |")
    middle = SIZES[2]
    for size in SIZES[1:]:
        start = median(one[size] / one[0] for one in rounds)
        each = median((one[size] - one[0]) / size / ((one[middle] - one[0]) / middle) for one in rounds)
        whole = median(one[size] / one[middle] for one in rounds)
        print(f"| {size} | {start:.1f} | {each:.2f} | {whole:.2f} |")
    seconds = ", ".join(f"{size}: {median(one[size] for one in rounds):.2f}" for size in SIZES)
    print(f"seconds here by attempts, goal 1 at 100000 and 12 times that at 1000000: {seconds}", file=sys.stderr)


if __name__ == "__main__":
    main()
