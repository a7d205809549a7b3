"""Learners who sit down through the real session, day after day, on a data file in memory."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from srs_roulette.questions.reading import answer_text
from srs_roulette.recall.told import gather
from srs_roulette.scheduling.days import study_day
from srs_roulette.session.open import Desk, Wishes, begin
from srs_roulette.session.settings import Settings
from srs_roulette.session.sitting import Limits
from srs_roulette.store.attempts import Store
from srs_roulette.store.database import APPLICATION_ID, VERSION
from srs_roulette.store.migrations import bring_up_to_date

HOPELESS = {"european/split-table/17", "european/number/17"}
MORNING = datetime(2026, 3, 2, 10, tzinfo=UTC)


class Life:
    """A learner who knows what FSRS expects, more or less, and gets faster."""

    def __init__(self, store, *, decks=("european",), seed=1):
        self.store, self.decks, self.rng = store, decks, Random(seed)

    def desk(self, day):
        now = MORNING + timedelta(days=day)
        return Desk(
            wishes=Wishes(database=Path("learner.db"), data_folder=Path("nowhere"), decks=self.decks, environ={}),
            store=self.store,
            settings=Settings(),
            zone=UTC,
            zone_name="UTC",
            today=study_day(now, UTC, 4),
            now=now,
            notices=(),
        )

    def told(self, day, **wishes):
        return gather(self.desk(day), **wishes)

    def sit(self, day, *, answers=25, new=5, right=None):
        desk = self.desk(day)
        session = begin(desk, desk.course(), self.rng, limits=Limits(answers=answers, new=new))
        now = desk.now
        while not isinstance(asked := session.next(now), str):
            seconds = self.seconds(asked, day)
            now += timedelta(seconds=seconds + 2)
            knows = self.knows(asked) if right is None else right
            session.answer(asked, self.typed(asked, knows=knows), round(1000 * seconds), now, {})

    def knows(self, asked):
        if asked.entry.id in HOPELESS:
            return False
        hard = 0.3 if asked.entry.family in {"mixed", "table_round"} else 0
        return self.rng.random() > (0.4 if asked.new else 0.09) + hard

    def seconds(self, asked, day):
        target = asked.entry.item.target_seconds or 8
        return target * self.rng.lognormvariate(0.3 - day / 400, 0.35)

    def typed(self, asked, *, knows):
        question = asked.question
        if knows:
            return answer_text(question.expected, question)
        slips = question.slips
        return answer_text(self.rng.choice(slips).answer, question) if slips and self.rng.random() < 0.5 else "?"


@contextmanager
def life(days=0, **more):
    """A learner who has sat down on most days before day ``days``."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    bring_up_to_date(connection, None, version=VERSION, application_id=APPLICATION_ID)
    with Store(connection, Path("learner.db")) as store:
        learner = Life(store, **more)
        for day in range(days):
            if day % 9 != 8:
                learner.sit(day)
        yield learner
