"""P5: personal parameters fitted and judged over 100,000 reviews, against replaying these once through py-fsrs.

Both sides hold the history in memory and run in turn. Two histories: a course of six hundred items that never come
back later than a month, and five thousand items that come back when FSRS says. Seconds on this machine go to stderr.
"""

from __future__ import annotations

import platform
import sys
from heapq import heapify, heappop, heappush
from importlib.metadata import version
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import TYPE_CHECKING

from srs_roulette.recall.optimize import weigh
from srs_roulette.scheduling.fitting import package_version
from srs_roulette.scheduling.forward import WEIGHTS, Forward
from srs_roulette.scheduling.fsrs import Scheduler
from srs_roulette.scheduling.recall import interval
from srs_roulette.scheduling.replay import Event, Kind, replay
from srs_roulette.scheduling.trial import Trial
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay

if TYPE_CHECKING:
    from collections.abc import Callable

REVIEWS = 100_000
ROUNDS = 5
HISTORIES = ((600, 30), (5000, 36_500))
"""Items, and the most days until one comes back."""
A_DAY = 40
"""New items begun on a day at most."""
LEARNER = (*(0.05, 0.4, 0.8, 3.0), *WEIGHTS[4:20], 0.5)
"""Forgets otherwise than the defaults say, so that there is something to learn."""


def history(items: int, longest: int) -> list[tuple[ItemId, Rating, StudyDay]]:
    """Let a learner of those weights answer whatever is due."""
    rng, forward = Random(items), Forward(LEARNER)
    due = [(number // A_DAY, number) for number in range(items)]
    heapify(due)
    states: dict[int, tuple[float, float, int]] = {}
    answers = []
    while len(answers) < REVIEWS:
        day, number = heappop(due)
        if number in states:
            stability, difficulty, last = states[number]
            recall = forward.recall(stability, day - last) if day > last else None
            right = rng.random() < (0.9 if recall is None else recall)
            rating = Rating.GOOD if right else Rating.AGAIN
            stability, difficulty = forward.after(stability, difficulty, rating, recall)
        else:
            right = rng.random() < 0.6  # noqa: PLR2004 - of new items
            rating = Rating.GOOD if right else Rating.AGAIN
            stability, difficulty = forward.first(rating)
        states[number] = stability, difficulty, day
        answers.append((ItemId(str(number)), rating, StudyDay(day)))
        heappush(
            due, (day + min(interval(stability, retention=0.9, decay=LEARNER[-1]), longest) if right else day, number)
        )
    return answers


def seconds(done: Callable[[], object]) -> float:
    """Return how long it takes."""
    start = perf_counter_ns()
    done()
    return (perf_counter_ns() - start) / 1e9


def main() -> None:
    """Run both sides in turn and print the ratios."""
    print("## P5 optimize")
    print()
    print(f"srs-roulette {version('srs-roulette')}, {package_version()}, fsrs {version('fsrs')},", end=" ")
    print(f"Python {platform.python_version()}.")
    print(f"{REVIEWS} answers; parameters fitted to all and to five parts, old, new and default ones judged, in times")
    print(f"of one replay of the same answers through fsrs; median of {ROUNDS} rounds, goal less than 1.")
    print()
    print("| items | next-day reviews | times a replay | log loss, defaults | log loss, fitted, out of time |")
    print("| --- | --- | --- | --- | --- |")
    for items, longest in HISTORIES:
        trial, events = Trial(), dict[ItemId, list[Event]]()
        for item, rating, day in history(items, longest):
            trial.add(item, Kind.REVIEW, rating, day)
            events.setdefault(item, []).append(Event(kind=Kind.REVIEW, rating=rating, day=day, due_day=None))
        scheduler = Scheduler()
        found = weigh(trial, trial, trial, None)
        rounds = [
            (
                seconds(lambda trial=trial: weigh(trial, trial, trial, None)),
                seconds(lambda events=events, scheduler=scheduler: [replay(one, scheduler) for one in events.values()]),
            )
            for _ in range(ROUNDS)
        ]
        ratio = median(ours / theirs for ours, theirs in rounds)
        losses = f"{found.defaults.log_loss:.4f} | {found.new.log_loss:.4f}"
        print(f"| {items} | {found.reviews} | {ratio:.2f} | {losses} |")
        ours, theirs = (median(column) for column in zip(*rounds, strict=True))
        print(f"seconds here, items {items}: ours {ours:.2f}, replay {theirs:.2f}", file=sys.stderr)


if __name__ == "__main__":
    main()
