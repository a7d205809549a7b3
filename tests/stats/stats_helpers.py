"""A data file in memory, and attempts as the log has them."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path

from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
from srs_roulette.stats.report import report
from srs_roulette.stats.types import Placed, Scope
from srs_roulette.store.attempt import Attempt
from srs_roulette.store.attempts import Store
from srs_roulette.store.database import APPLICATION_ID, VERSION
from srs_roulette.store.migrations import bring_up_to_date

DAY = StudyDay(20_000)
MS_OF_A_DAY = 86_400_000
COURSE = {
    ItemId(f"deck/{key}"): Placed(family=family, deck="deck", section=section, target_seconds=target)
    for key, family, section, target in (
        ("a", "odds", "one", 4.0),
        ("b", "odds", "one", 10.0),
        ("c", "wheel", "two", 30.0),
        ("d", "zero", "two", None),
    )
}
"""deck/x is in no course."""


@contextmanager
def empty_store():
    connection = sqlite3.connect(":memory:", isolation_level=None)
    bring_up_to_date(connection, None, version=VERSION, application_id=APPLICATION_ID)
    with Store(connection, Path("learner.db")) as store:
        yield store


def attempt(item="deck/a", day=0, ms=0, kind=Kind.REVIEW, rating=Rating.GOOD, **more):
    item, counted = ItemId(item), kind in {Kind.REVIEW, Kind.RELEARN, Kind.ANKI}
    answered = kind not in {Kind.RESET, Kind.RESCHEDULE}
    return Attempt(
        **{
            "id": (DAY + day) * MS_OF_A_DAY + MS_OF_A_DAY // 2 + ms,
            "item_id": item,
            "kind": kind,
            "surface": "terminal",
            "zone": "UTC",
            "study_day": StudyDay(DAY + day),
            "family": COURSE[item].family if item in COURSE else "mixed",
            "rating": rating if counted else None,
            "verdict": ("wrong" if rating is Rating.AGAIN else "correct") if answered else None,
        }
        | more
    )


def tell(store, today=DAY, *, course=COURSE, closed=False, families=(), **more):
    return report(store, Scope(course=course, closed=closed, families=families), StudyDay(today), **more)
