from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from random import Random

from srs_roulette.questions.reading import answer_text
from srs_roulette.session.open import Wishes, begin, sit_down
from srs_roulette.session.plan import load
from srs_roulette.session.sitting import Asked, Limits

MORNING = datetime(2026, 3, 2, 10, tzinfo=UTC)

DECK = """\
id = "mine"
title = "Mine"
house = "european"
about = "For these tests."

[sections.one]
title = "One"

[sections.two]
title = "Two"
requires = ["one"]

[sections.three]
title = "Three"
requires = ["two"]

[items.split]
section = "one"
family = "times_table"
bet = "split"
chips.each = "2..4"

[items.odds]
section = "one"
family = "odds"
mode = "pays"
bet.each = ["straight", "street"]

[items.call]
section = "two"
family = "call_value"
mode = "by"
call.each = ["voisins", "tiers"]

[items.next]
section = "three"
family = "wheel"
mode = "right"
max_interval = 5
"""
ONE = ["mine/split/2", "mine/odds/straight", "mine/split/3", "mine/odds/street", "mine/split/4"]
"""The new items of the first section in the order in which they are asked: families take turns."""


class Learner:
    """Sits down in this process, at any time, with any options."""

    def __init__(self, home, decks, **wishes):
        self.home = home
        self.wishes = {"decks": tuple(decks), "environ": {"TZ": "UTC"}} | wishes
        self.files = ExitStack()

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.files.close()

    def desk(self, now=MORNING, *, writing=True, **wishes):
        wished = Wishes(database=self.home / "learner.db", data_folder=self.home, **self.wishes | wishes)
        desk = sit_down(wished, now, writing=writing)
        return self.files.enter_context(desk)

    def sit(self, day=0, hour=0, *, section=None, ahead=False, seed=1, house=None, now=None, **limits):
        now = now or at(day, hour)
        desk = self.desk(now, house=house)
        course = desk.course()
        chosen = course.section(section) if section else None
        session = begin(desk, course, Random(seed), limits=Limits(**limits), section=chosen, ahead=ahead)
        return Sitting(session, now)

    def set(self, key, value):
        self.desk().store.set_setting(key, value)

    def load(self, day=0, hour=0):
        desk = self.desk(at(day, hour))
        return load(desk.course(), desk.store, desk.settings, desk.today)

    def state(self, day=0):
        """All that a learner could notice: the log, the memories, what is due."""
        store = self.desk().store
        rows = store.connection.execute("SELECT * FROM attempts WHERE undone_ms IS NULL").fetchall()
        return rows, store.memories(), self.load(day)


class Sitting:
    """A session with its clock."""

    def __init__(self, session, now):
        self.session, self.now = session, now

    def next(self):
        self.now += timedelta(seconds=1)
        return self.session.next(self.now)

    def answer(self, asked, right=True, *, elapsed=1000):
        self.now += timedelta(seconds=1)
        given = answer_text(asked.question.expected, asked.question) if right else "?"
        return self.session.answer(asked, given, elapsed, self.now, {})

    def undo(self):
        self.now += timedelta(seconds=1)
        return self.session.undo(self.now)

    def play(self, wrong=(), *, most=100):
        """Answer all that comes; ``wrong`` names items with how often they are answered wrong. Return what came."""
        wrong = dict(wrong)
        came = []
        for _ in range(most):
            asked = self.next()
            if not isinstance(asked, Asked):
                return came, asked
            came.append((asked.entry.id, asked.kind.value))
            right = not wrong.get(asked.entry.id, 0)
            if not right:
                wrong[asked.entry.id] -= 1
            self.answer(asked, right)
        return came, None


def at(day, hour=0):
    return MORNING + timedelta(days=day, hours=hour)


def ids(came):
    return [item for item, _ in came]
