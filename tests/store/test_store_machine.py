"""The store against a ledger in plain Python: each step is done to both, and after each step both tell the same."""

from __future__ import annotations

import tempfile
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from store_helpers import DAY, NOON, SCHEDULER, Learner

from srs_roulette.errors import NotFound, NothingToUndo, NotSaved
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.spread import next_memory
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
from srs_roulette.store.attempts import Store
from srs_roulette.store.backup import back_up
from srs_roulette.store.restore import restore

ITEMS = [ItemId(item) for item in "abc"]
DAY_MS = 86_400_000
ANSWERS = {Kind.REVIEW, Kind.RELEARN}
FREE_PRACTICE = {Kind.DRILL, Kind.TEST}

WAITS = st.sampled_from([0, 1, 60_000, DAY_MS, 9 * DAY_MS, -1, -60_000, -5 * DAY_MS])
WHICH = st.sampled_from([0, 1])
ITEM = st.sampled_from(ITEMS)


class Ledger:
    """What a data file should hold: attempts in the order of writing, pauses, open flags.

    What an answer does to a memory is FSRS's business; which answers count, in which order, and what they set is
    told here once more, without the store.
    """

    def __init__(self):
        self.written = []
        self.pauses = {}
        self.flags = {}

    def write(self, attempt):
        """Note an attempt as the store should store it."""
        taken = {one.id for one in self.written}
        free = attempt.id
        while free in taken:
            free += 1
        back = taken and free < max(taken) and max(taken) - attempt.id > 10_000
        self.written.append(replace(attempt, id=free, flags=("clock_back",) if back else ()))
        return self.written[-1]

    def answer(self, attempt, seen):
        """Note an answer to a question that was put when ``seen`` was its item's newest attempt."""
        since = [one.id for one in self.written].index(seen) + 1 if seen is not None else 0
        overtaken = any(self.counts(one) and one.item_id == attempt.item_id for one in self.written[since:])
        memory = scheduled(self.memory(attempt.item_id), attempt)
        kind = Kind.RELEARN if overtaken else attempt.kind
        return self.write(replace(attempt, kind=kind, due_day=memory.due_day)), memory, overtaken

    def withdraw(self, attempt_id, now):
        place = [one.id for one in self.written].index(attempt_id)
        self.written[place] = replace(self.written[place], undone_ms=now)

    @staticmethod
    def counts(attempt):
        return attempt.undone_ms is None and attempt.kind not in FREE_PRACTICE

    def of(self, item):
        return [one for one in self.written if self.counts(one) and one.item_id == item]

    def live(self):
        return [one for one in self.written if one.undone_ms is None]

    def memory(self, item):
        memory = None
        for one in self.of(item):
            if one.kind is Kind.RESET:
                memory = None
            elif one.kind in ANSWERS:
                memory = replace(SCHEDULER.review(memory, one.rating, one.study_day), due_day=one.due_day)
            elif memory:
                memory = replace(memory, due_day=one.due_day)
        return memory

    def memories(self):
        return {item: memory for item in ITEMS if (memory := self.memory(item))}

    def paused(self):
        return {*self.pauses, *(item for item, _, _ in self.flags.values())}

    def due(self, day):
        return {item: m for item, m in self.memories().items() if m.due_day <= day and item not in self.paused()}

    def last_answers(self):
        """Return the id of each item's last answer, unless it was made new since."""
        last = {}
        for one in self.live():
            if one.kind is Kind.RESET:
                last.pop(one.item_id, None)
            elif one.kind in ANSWERS:
                last[one.item_id] = one.id
        return last

    def counts_of_days(self):
        """Return each study day with its new items and its reviews of items that were not new."""
        days, known = {}, set()
        for one in self.live():
            if one.kind is Kind.RESET:
                known.discard(one.item_id)
            elif one.kind in ANSWERS:
                new, reviews = days.get(one.study_day, (0, 0))
                fresh = one.item_id not in known
                days[one.study_day] = new + fresh, reviews + (one.kind is Kind.REVIEW and not fresh)
                known.add(one.item_id)
        return days


def scheduled(memory, attempt):
    rating, day, item = attempt.rating, attempt.study_day, attempt.item_id
    return next_memory(SCHEDULER, memory, rating, day, item=item, cap=36500, spread=True)


def check(store, ledger):
    """Compare everything that the store tells with the ledger."""
    assert store.attempts(include_undone=True) == sorted(ledger.written, key=lambda one: one.id)
    assert store.attempts() == sorted(ledger.live(), key=lambda one: one.id)
    assert store.newest_id() == max((one.id for one in ledger.written), default=None)
    memories = ledger.memories()
    assert store.memories() == memories
    assert store.differences() == {}
    for item in ITEMS:
        assert store.newest_attempt(item) == (ledger.of(item)[-1].id if ledger.of(item) else None)
    for item, memory in memories.items():
        assert memory.due_day == next(one.due_day for one in reversed(ledger.of(item)) if one.due_day)
        for day in (memory.due_day - 1, memory.due_day):
            assert dict(store.due(StudyDay(day))) == ledger.due(day)
    assert store.suspended() == ledger.pauses
    assert store.paused() == ledger.paused()
    assert {flag.attempt_id: (flag.item_id, flag.text, flag.flagged_ms) for flag in store.flags()} == ledger.flags
    days = ledger.counts_of_days()
    assert store.study_days() == sorted(days, reverse=True)
    assert {day: (store.new_begun(day), store.reviews_done(day)) for day in days} == days
    for day in days:
        of_day = [one for one in ledger.live() if one.kind in ANSWERS and one.study_day == day]
        assert store.attempts_on(day) == of_day
    assert {item: last.id for item, last in store.last_attempts().items()} == ledger.last_answers()


class Machine(RuleBasedStateMachine):
    """Two processes on one file, played by two connections."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "learner.db"
        self.stores = [self.open(), self.open()]
        self.questions = {}
        self.ledger = Ledger()
        self.copies = []
        self.now = NOON

    def teardown(self):
        for store in self.stores:
            store.close()
        self.folder.cleanup()

    def open(self):
        store = Store.for_writing(self.path)
        # Durability is tested elsewhere; here only speed counts.
        store.connection.execute("PRAGMA synchronous = OFF")
        return store

    def attempt(self, which, item, kind, rating=None, **more):
        day = (self.now - NOON) // DAY_MS
        return Learner(self.stores[which]).attempt(item, kind, rating, day, id=self.now, **more)

    # ---- what learners do

    @rule(which=WHICH, item=ITEM)
    def put(self, which, item):
        self.questions[which] = item, self.stores[which].newest_attempt(item)

    @rule(which=WHICH, rating=st.sampled_from(Rating), wait=WAITS, kind=st.sampled_from([Kind.REVIEW, Kind.RELEARN]))
    @precondition(lambda self: self.questions)
    def answer(self, which, rating, wait, kind):
        which = which if which in self.questions else 1 - which
        item, seen = self.questions.pop(which)
        self.now += wait
        attempt = self.attempt(which, item, kind, rating)
        if memory := self.ledger.memory(item):
            # As a sitting does: after the clock was set back an answer counts at the item's last day.
            attempt = replace(attempt, study_day=max(attempt.study_day, memory.last_day))
        right = self.ledger.answer(attempt, seen)
        recorded = self.stores[which].record(attempt, lambda before: scheduled(before, attempt), seen=seen)
        assert (recorded.attempt, recorded.memory, recorded.overtaken) == right

    @rule(which=WHICH, item=ITEM, rating=st.sampled_from(Rating), wait=WAITS)
    def ask_and_answer(self, which, item, rating, wait):
        self.put(which, item)
        self.answer(which, rating, wait, Kind.REVIEW)

    @rule(which=WHICH, items=st.lists(ITEM, min_size=1, max_size=3), wait=WAITS)
    def reset(self, which, items, wait):
        self.keep(which, [(item, Kind.RESET) for item in items], wait)

    @rule(which=WHICH, item=ITEM, kind=st.sampled_from([Kind.DRILL, Kind.TEST, Kind.RESCHEDULE]), wait=WAITS)
    def other_events(self, which, item, kind, wait):
        self.keep(which, [(item, kind)], wait)

    def keep(self, which, events, wait):
        self.now += wait
        due = StudyDay(DAY + (self.now - NOON) // DAY_MS + 5)
        attempts = [
            self.attempt(which, item, kind, due_day=due if kind is Kind.RESCHEDULE else None) for item, kind in events
        ]
        assert self.stores[which].keep(attempts) == [self.ledger.write(attempt) for attempt in attempts]

    @rule(which=WHICH)
    def undo_last(self, which):
        if not self.ledger.live():
            with pytest.raises(NothingToUndo):
                self.stores[which].undo(None, self.now)
            return
        last = self.ledger.live()[-1].id
        assert self.stores[which].undo(None, self.now).id == last
        self.ledger.withdraw(last, self.now)

    @precondition(lambda self: self.ledger.written)
    @rule(which=WHICH, data=st.data())
    def undo_one(self, which, data):
        one = data.draw(st.sampled_from(self.ledger.written))
        if one.undone_ms is not None:
            with pytest.raises(NothingToUndo):
                self.stores[which].undo(one.id, self.now)
            return
        self.ledger.withdraw(one.id, self.now)
        assert self.stores[which].undo(one.id, self.now).undone_ms == self.now

    @rule(which=WHICH, item=ITEM)
    def suspend(self, which, item):
        assert self.stores[which].suspend(item, self.now) == (item not in self.ledger.pauses)
        self.ledger.pauses.setdefault(item, self.now)

    @rule(which=WHICH, item=ITEM)
    def resume(self, which, item):
        assert self.stores[which].resume(item) == (self.ledger.pauses.pop(item, None) is not None)

    @precondition(lambda self: self.ledger.written)
    @rule(which=WHICH, data=st.data(), text=st.text(max_size=5))
    def flag(self, which, data, text):
        one = data.draw(st.sampled_from(self.ledger.written))
        self.stores[which].flag(one.id, text, self.now)
        self.ledger.flags[one.id] = one.item_id, text, self.now

    @precondition(lambda self: self.ledger.written)
    @rule(which=WHICH, data=st.data())
    def clear(self, which, data):
        one = data.draw(st.sampled_from(self.ledger.written))
        if self.ledger.flags.pop(one.id, None):
            self.stores[which].clear_flag(one.id, self.now)
        else:
            with pytest.raises(NotFound):
                self.stores[which].clear_flag(one.id, self.now)

    # ---- what happens to the file

    @rule(which=WHICH)
    def reopen(self, which):
        self.questions.pop(which, None)
        self.stores[which].close()
        self.stores[which] = self.open()

    @precondition(lambda self: len(self.copies) < 3)
    @rule()
    def back_up(self):
        target = self.path.with_name(f"copy-{len(self.copies)}.db")
        assert back_up(self.path, target) == len(self.ledger.live())
        self.copies.append((target, deepcopy(self.ledger)))

    @precondition(lambda self: self.copies)
    @rule(data=st.data())
    def restore(self, data):
        source, then = data.draw(st.sampled_from(self.copies))
        now = datetime.fromtimestamp(self.now / 1000, UTC)
        with pytest.raises(NotSaved):
            # Whoever is in the middle of a sitting would answer into another history.
            restore(source, self.path, now)
        check(self.stores[0], self.ledger)
        for store in self.stores:
            store.close()
        done = restore(source, self.path, now)
        assert (done.attempts, done.before) == (len(then.live()), len(self.ledger.live()))
        with Store.for_reading(done.kept) as kept:
            check(kept, self.ledger)
        self.questions = {}
        self.ledger = deepcopy(then)
        self.stores = [self.open(), self.open()]

    @invariant()
    def both_processes_see_what_the_ledger_says(self):
        for store in self.stores:
            check(store, self.ledger)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    """Nobody is about to close the file that a restore waits for."""
    monkeypatch.setattr("srs_roulette.store.database._ALONE_TRIES", 1)


def test_the_store_is_the_ledger():
    run_state_machine_as_test(Machine, settings=settings(max_examples=12, stateful_step_count=25))


@pytest.mark.campaign
def test_the_store_is_the_ledger_through_long_lives():
    run_state_machine_as_test(Machine, settings=settings(max_examples=60, stateful_step_count=60))
