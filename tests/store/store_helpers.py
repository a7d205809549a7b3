from __future__ import annotations

from srs_roulette.scheduling.fsrs import Scheduler
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.spread import next_memory
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
from srs_roulette.store.attempt import Attempt

DAY = StudyDay(20_000)
NOON = (20_000 * 24 + 12) * 3_600_000
SCHEDULER = Scheduler()


class Learner:
    """Answers as a sitting does: looks at the item, then records."""

    def __init__(self, store):
        self.store = store

    def attempt(self, item="deck/a", kind=Kind.REVIEW, rating=Rating.GOOD, day=0, ms=0, **more):
        verdict = None if rating is None else ("wrong" if rating is Rating.AGAIN else "correct")
        return Attempt(
            **{
                "id": NOON + day * 86_400_000 + ms,
                "item_id": ItemId(item),
                "kind": kind,
                "surface": "terminal",
                "zone": "Europe/Paris",
                "study_day": StudyDay(DAY + day),
                "rating": rating,
                "verdict": verdict,
            }
            | more
        )

    def schedule(self, attempt):
        return lambda memory: next_memory(
            SCHEDULER,
            memory,
            attempt.rating,
            attempt.study_day,
            item=attempt.item_id,
            cap=36500,
            spread=True,
        )

    def answer(self, item="deck/a", rating=Rating.GOOD, day=0, ms=0, seen="now", **more):
        attempt = self.attempt(item, rating=rating, day=day, ms=ms, **more)
        seen = self.store.newest_attempt(attempt.item_id) if seen == "now" else seen
        return self.store.record(attempt, self.schedule(attempt), seen=seen)

    def event(self, kind, item="deck/a", day=0, ms=0, **more):
        rating = more.pop("rating", None)
        return self.store.keep([self.attempt(item, kind, rating, day, ms, **more)])[0]


def dump(store):
    """Everything a learner could notice, in plain values."""
    return {
        table: store.connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
        for table in ("attempts", "memories", "suspended", "flagged", "settings", "opened_sections", "late")
    }
