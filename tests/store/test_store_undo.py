from __future__ import annotations

import pytest
from store_helpers import DAY, NOON, Learner, dump

from srs_roulette.errors import NotFound, NothingToUndo
from srs_roulette.scheduling.fsrs import Parameters, Scheduler
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
from srs_roulette.store.attempts import Store

A = ItemId("deck/a")


def noticed(store):
    """What an undo must bring back bit for bit: everything but the withdrawn row itself."""
    return (
        store.memories(),
        store.attempts(),
        sorted(store.due(StudyDay(DAY + 99)), key=str),
        [store.new_begun(StudyDay(DAY + n)) for n in range(3)],
        [store.reviews_done(StudyDay(DAY + n)) for n in range(3)],
        store.last_attempts(),
        store.study_days(),
    )


def test_undo_brings_everything_back(learner, store):
    seen = [noticed(store)]
    for n, rating in enumerate([Rating.GOOD, Rating.AGAIN, Rating.GOOD, Rating.HARD]):
        learner.answer(rating=rating, day=n)
        seen.append(noticed(store))
    for before in reversed(seen[:-1]):
        store.undo(None, NOON)
        assert noticed(store) == before
    with pytest.raises(NothingToUndo, match="no attempt to withdraw"):
        store.undo(None, NOON)
    assert len(store.attempts(include_undone=True)) == 4
    assert {a.undone_ms for a in store.attempts(include_undone=True)} == {NOON}


def test_undo_then_the_same_answer_gives_the_same(learner, store):
    first = learner.answer()
    store.undo(None, NOON)
    second = learner.answer(ms=5)
    assert second.memory == first.memory
    store.undo(None, NOON)
    again = learner.answer(rating=Rating.AGAIN, ms=9)
    assert [a.rating for a in store.attempts()] == [Rating.AGAIN]
    assert again.memory.reps == 1


def test_undo_in_the_middle_replays_the_rest_and_moves_no_due_day(learner, store):
    first = learner.answer(day=0)
    last = learner.answer(day=3)
    undone = store.undo(first.attempt.id, NOON)
    assert undone.undone_ms == NOON
    memory = store.memory(A)
    assert (memory.reps, memory.due_day, memory.last_day) == (1, last.memory.due_day, DAY + 3)
    assert store.differences() == {}


def test_undo_by_another_process_and_after_a_restart(learner, store, path):
    learner.answer()
    store.close()
    with Store.for_writing(path) as later:
        assert later.undo(None, NOON).item_id == A
        assert later.memories() == {}


def test_undo_refuses(learner, store):
    done = learner.answer()
    with pytest.raises(NotFound, match="no attempt 5"):
        store.undo(5, NOON)
    store.undo(done.attempt.id, NOON)
    before = dump(store)
    with pytest.raises(NothingToUndo, match="withdrawn before"):
        store.undo(done.attempt.id, NOON + 1)
    with pytest.raises(NothingToUndo):
        store.undo(None, NOON + 1)
    assert dump(store) == before


def test_undo_without_an_id_passes_over_anki(learner, store):
    mine = learner.answer()
    theirs = learner.event(Kind.ANKI, day=1, rating=Rating.AGAIN, surface="anki", due_day=StudyDay(DAY + 2))
    assert store.undo(None, NOON).id == mine.attempt.id
    with pytest.raises(NothingToUndo):
        store.undo(None, NOON)
    assert store.undo(theirs.id, NOON).kind is Kind.ANKI
    assert store.memories() == {}


def test_undo_of_a_reset_brings_the_memory_back(learner, store):
    done = learner.answer()
    learner.event(Kind.RESET, ms=1)
    store.undo(None, NOON)
    assert store.memory(A) == done.memory


def test_the_replay_uses_the_parameters_in_force(path):
    personal = Scheduler(Parameters(weights=(0.5, *Scheduler()._fsrs.parameters[1:])))
    with Store.for_writing(path, lambda: personal) as store:
        learner = Learner(store)
        learner.answer(rating=Rating.AGAIN)
        learner.answer(day=1)
        store.undo(None, NOON)
        assert store.memory(A).stability == 0.5


def test_rebuild_mends_the_cache(learner, store):
    for n, item in enumerate("abcab"):
        learner.answer(item, day=n)
    right = store.memories()
    store.connection.execute("UPDATE memories SET stability = 1.5 WHERE item_id = 'a'")
    store.connection.execute("DELETE FROM memories WHERE item_id = 'b'")
    store.connection.execute("INSERT INTO memories VALUES ('ghost', 1, 1, 1, 1, 1, 1)")
    assert set(store.differences()) == {"a", "b", "ghost"}
    assert store.rebuild() == 3
    assert store.memories() == right
    assert store.rebuild() == 0
