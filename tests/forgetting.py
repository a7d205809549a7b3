"""A learner whose memory follows given FSRS weights: whole histories, written as a sitting would have left them."""

from __future__ import annotations

from random import Random

from srs_roulette.scheduling.forward import WEIGHTS, Forward
from srs_roulette.scheduling.recall import interval
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
from srs_roulette.store.attempt import Attempt

FIRST_DAY = StudyDay(20_000)
"""2024-10-04"""
MS_OF_A_DAY = 86_400_000
FORGETFUL = (*(0.05, 0.3, 0.6, 2.0), *WEIGHTS[4:20], 0.6)
"""Keeps a new item half a day, where the defaults expect two."""
TOLD = ("attempts", "suspended", "flagged", "settings", "opened_sections", "late", "optimizations")


def attempts(items, days, *, seed=1, weights=FORGETFUL, new_a_day=5, first_day=FIRST_DAY, slow=None):
    """Answer what is due on each of so many days, by the defaults' intervals.

    :param slow: gives the milliseconds of an answer, from ``rng`` and the chance that it was known
    """
    rng, truth, believed = Random(seed), Forward(weights), Forward()
    waiting = [ItemId(item) for item in items]
    known: dict[ItemId, list[tuple[float, float]]] = {}
    due: dict[ItemId, int] = {}
    last: dict[ItemId, int] = {}
    for day in range(first_day, first_day + days):
        new, waiting = waiting[:new_a_day], waiting[new_a_day:]
        today = sorted(item for item, on in due.items() if on <= day) + new
        for place, item in enumerate(today):
            if item in known:
                gap = day - last[item]
                chances = [f.recall(s, gap) for f, (s, _) in zip((truth, believed), known[item], strict=True)]
                rating = Rating.GOOD if rng.random() < chances[0] else Rating.AGAIN
                known[item] = [
                    f.after(s, d, rating, chance)
                    for f, (s, d), chance in zip((truth, believed), known[item], chances, strict=True)
                ]
            else:
                chances = [0.7]
                rating = Rating.GOOD if rng.random() < chances[0] else Rating.AGAIN
                known[item] = [f.first(rating) for f in (truth, believed)]
            last[item], due[item] = day, day + interval(known[item][1][0], retention=0.9)
            yield Attempt(
                id=day * MS_OF_A_DAY + MS_OF_A_DAY // 2 + 1000 * place,
                item_id=item,
                kind=Kind.REVIEW,
                surface="terminal",
                family="times_table",
                zone="UTC",
                study_day=StudyDay(day),
                elapsed_ms=slow(rng, chances[0]) if slow else 3000,
                verdict="correct" if rating is Rating.GOOD else "wrong",
                rating=rating,
                due_day=StudyDay(due[item]),
            )


def told(store):
    """Everything a learner could notice but how memories are reckoned: rows of the log, due days, counts."""
    state = {table: store.connection.execute(f"SELECT * FROM {table}").fetchall() for table in TOLD}  # noqa: S608
    state["due"] = {item: (m.due_day, m.last_day, m.reps, m.lapses) for item, m in store.memories().items()}
    return state
