"""What Anki makes of our cards: how they stand, how they go on, and what its own sums say (ANKI.md 11, 2 to 5)."""

from __future__ import annotations

import json
from collections import defaultdict
from datetime import timedelta

import fsrs
import pytest
from anki_packages import judged
from export_helpers import AFTERNOON, altered, collection, taking

from srs_roulette.anki.reader import opened
from srs_roulette.recall.anki_import import known_items, look
from srs_roulette.scheduling.days import instant, study_day, utc_ms
from srs_roulette.scheduling.fsrs import Scheduler
from srs_roulette.scheduling.replay import COUNTED, Kind
from srs_roulette.scheduling.types import Rating
from srs_roulette.store.attempt import Attempt

ZONES = ("UTC", "Asia/Tokyo", "America/New_York")
RECALL = pytest.mark.parametrize("zone", ZONES)


def expected(learner, memories):
    """How every card must stand, reckoned from the data file and not by the writer."""
    with learner.desk(writing=False) as desk:
        attempts, paused = defaultdict(list), desk.store.paused()
        for one in desk.store.attempts():
            attempts[one.item_id].append(one)
        items, today = list(desk.course().entries), desk.today
    cards, log = {}, []
    for position, item in enumerate(items, 1):
        card = {"queue": -1 if item in paused else 0, "type": 0, "due": position, "ivl": 0, "factor": 0}
        card |= {"reps": 0, "lapses": 0, "left": 0, "memory": None}
        if memory := memories.get(item):
            card |= {"type": 2, "queue": -1 if item in paused else 2, "due": memory.due_day - today, "factor": 2500}
            card |= {"ivl": memory.due_day - memory.last_day, "reps": memory.reps, "lapses": memory.lapses}
            card["memory"] = [memory.stability, memory.difficulty]
            card["lrt"] = attempts[item][-1].id // 1000
        cards[f"srs:{item}"] = card
        interval = 0
        for number, one in enumerate(one for one in attempts[item] if one.kind in COUNTED):
            kind = 0 if number == 0 else 2 if one.kind == "relearn" else 1
            days = one.due_day - one.study_day
            log.append([f"srs:{item}", one.id, one.rating.value, days, interval, one.elapsed_ms, kind])
            interval = days
    return cards, sorted(log, key=lambda row: row[1])


def check(learner, memories, package, *, zone):
    """Import the package in Anki and compare everything."""
    cards, log = expected(learner, memories)
    folder = package.parent / f"anki-{package.stem}"
    steps = taking(folder / "on", package, then=("cards", "log", "check", "next_states", "recomputed", "close"))
    # Again with FSRS off, to be turned on afterwards: then Anki computes every memory anew.
    steps += taking(folder / "off", package, ["turn_on_fsrs", {}], then=["cards"])
    steps[8][1]["fsrs"] = False
    _, counts, found, rows, database, states, alone, *_, later = judged(steps, zone=zone)
    assert counts == {"new": len(cards), "updated": 0, "duplicate": 0, "conflicting": 0}
    assert found.keys() == cards.keys()
    for guid, card in cards.items():
        same_card(found[guid], card)
    assert [[*row[:5], row[6], row[7]] for row in rows] == log
    # FSRS's difficulty from 1 to 10 lies there as 100 to 1100; that after the last answer is the card's own.
    last = {row[0]: row[5] for row in rows}
    memory_of = {guid: card["memory"] for guid, card in cards.items() if card["memory"]}
    assert last == {
        guid: pytest.approx(((memory[1] - 1) / 9 + 0.1) * 1000, abs=0.6) for guid, memory in memory_of.items()
    }
    assert database == {"text": "Database rebuilt and optimized.", "fine": True}
    goes_on(learner, memories, states)
    assert alone == {guid: pytest.approx(memory, rel=2e-3) for guid, memory in memory_of.items()}
    for guid, memory in memory_of.items():
        assert later[guid]["memory"] == pytest.approx(memory, rel=2e-3)
        assert later[guid]["due"] == cards[guid]["due"]


def same_card(found, card):
    columns = ("type", "queue", "due", "ivl", "factor", "reps", "lapses", "left")
    assert {name: found[name] for name in columns} == {name: card[name] for name in columns}
    assert found["deck"] in {"Roulette::Mine::Tables", "Roulette::Mine::Draws"}
    if card["memory"] is None:
        assert found["memory"] is None
        return
    assert found["memory"] == [pytest.approx(card["memory"][0], abs=6e-5), pytest.approx(card["memory"][1], abs=6e-4)]
    # 0.1542 is the last of FSRS-6's default weights; Anki keeps three decimals.
    assert [found["data"].get(name) for name in ("dr", "decay", "lrt")] == [0.9, 0.154, card["lrt"]]


def goes_on(learner, memories, states):
    with learner.desk(writing=False) as desk:
        today = desk.today
    ours = Scheduler()
    assert len(states) == len(memories) > 40
    for item, memory in memories.items():
        for rating, (stability, difficulty) in zip(Rating, states[f"srs:{item}"], strict=True):
            after = ours.review(memory, rating, today)
            assert stability == pytest.approx(after.stability, rel=2e-3), (item, rating)
            assert difficulty == pytest.approx(after.difficulty, rel=2e-3), (item, rating)


@RECALL
def test_anki_goes_on_exactly_where_we_are(learned, zone):
    learner, memories = learned(zone)
    kinds = [memory for memory in memories.values() if memory.lapses]
    assert len(kinds) > 5
    check(learner, memories, learner.package(), zone=zone)


def test_anki_computes_the_memory_from_the_log_alone(learned):
    learner, memories = learned("UTC")
    package = altered(learner.package(), "log-only.apkg", "UPDATE cards SET data = '{}'")
    found = judged(taking(package.parent / "log-only", package, then=["recomputed"]))[-1]
    for item, memory in memories.items():
        assert found[f"srs:{item}"] == [
            pytest.approx(memory.stability, rel=2e-3),
            pytest.approx(memory.difficulty, rel=2e-3),
        ]


def wall_clock(learner):
    """Return the stability of each card as py-fsrs has it when it is given instants in place of days."""
    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    found = {}
    with learner.desk(writing=False) as desk:
        for one in desk.store.attempts():
            moment = instant(one.id)
            card = found.get(one.item_id) or fsrs.Card(card_id=0, due=moment)
            found[one.item_id], _ = scheduler.review_card(card, fsrs.Rating(one.rating.value), moment)
    return {f"srs:{item}": card.stability for item, card in found.items()}


MUTANTS = {
    "every row of the log of kind 1": "UPDATE revlog SET type = 1",
    "no decay": "UPDATE cards SET data = json_remove(data, '$.decay') WHERE type = 2",
    "no time of the last answer": "UPDATE cards SET data = json_remove(data, '$.lrt') WHERE type = 2",
    "created a day late": "UPDATE col SET crt = crt + 86400",
    "due a day off": "UPDATE cards SET due = due + 1 WHERE type = 2",
    "log in seconds": "UPDATE OR REPLACE revlog SET id = id / 1000",
    "difficulty not shifted": "UPDATE revlog SET factor = factor - 100",
    "no presets": "UPDATE col SET dconf = '{}'",
    "memory by the wall clock": """
        UPDATE cards SET data = json_set(data, '$.s', round(wall((SELECT guid FROM notes WHERE id = nid)), 4))
        WHERE type = 2
    """,
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_the_checks_find_a_package_that_is_wrong(learned, mutant):
    learner, memories = learned("America/New_York")
    functions = [("wall", 1, wall_clock(learner).get)] if "wall(" in MUTANTS[mutant] else ()
    name = f"mutant-{list(MUTANTS).index(mutant)}.apkg"
    package = altered(learner.package(), name, MUTANTS[mutant], functions=functions)
    with pytest.raises(AssertionError):
        check(learner, memories, package, zone="America/New_York")


def test_what_does_not_count_is_not_in_the_log(learner):
    early = AFTERNOON - timedelta(days=9)
    with learner.desk() as desk:
        store = desk.store
        first = learner.answer(store, "mine/split/2", Rating.GOOD, early)
        gone = learner.answer(store, "mine/split/2", Rating.AGAIN, early + timedelta(hours=1))
        store.undo(gone.id, gone.id + 1)
        for kind in (Kind.DRILL, Kind.TEST):
            event(learner, store, kind, early + timedelta(hours=2))
        made_new = event(learner, store, Kind.RESET, early + timedelta(hours=2))
        again = learner.answer(store, "mine/split/2", Rating.GOOD, early + timedelta(days=1))
        ahead = learner.answer(store, "mine/split/3", Rating.GOOD, AFTERNOON + timedelta(days=400))
    rows = collection(learner.package()).execute("SELECT id, type, lastIvl FROM revlog ORDER BY id").fetchall()
    # Made new again, its next answer is the first one once more. What lies in the future would be renumbered by Anki.
    assert ahead.id > again.id
    assert rows == [(first.id, 0, 0), (made_new, 4, 2), (again.id, 0, 0)]


def event(learner, store, kind, local):
    """Note something that is no answer of an item, and return its id."""
    moment = learner.at(local)
    day = study_day(moment, moment.tzinfo, 4)
    return store.keep(
        [Attempt(id=utc_ms(moment), item_id="mine/split/2", kind=kind, surface="terminal", zone="UTC", study_day=day)]
    )[0].id


def test_what_was_made_new_after_a_single_answer_begins_anew_in_anki(learner):
    with learner.desk() as desk:
        for days in (9, 5, 3):
            learner.answer(desk.store, "mine/split/2", Rating.GOOD, AFTERNOON - timedelta(days=days))
            if days == 9:
                event(learner, desk.store, Kind.RESET, AFTERNOON - timedelta(days=8))
        memory = desk.store.memory("mine/split/2")
    package = learner.package()
    steps = taking(learner.folder / "a", package, ["turn_on_fsrs", {}], then=["cards", "log"])
    *_, cards, log = judged(steps)
    assert cards["srs:mine/split/2"]["memory"] == pytest.approx([memory.stability, memory.difficulty], rel=2e-3)
    # As Anki itself notes it: no button, no factor.
    assert [(row[2], row[5], row[7]) for row in log if row[2] == 0] == [(0, 0, 4)]
    with learner.desk() as desk, opened(package) as found:
        assert look(found, desk, known_items(found, desk)).attempts == []


def test_personal_weights_and_retention_make_the_preset(learner):
    with learner.desk() as desk:
        desk.store.set_setting("retention", "0.85")
        desk.store.set_setting("maximum_interval", "700")
    weights = [round(0.9 * one, 4) for one in fsrs.Scheduler().parameters]
    with learner.desk() as desk:
        desk.store.connection.execute(
            "INSERT INTO optimizations VALUES (1, 1, ?, '6', '{}', 1)",
            (json.dumps(weights),),
        )
    first = _presets(learner.package("one.apkg"))
    (id_, ours), default = next((k, p) for k, p in first.items() if k != "1"), first["1"]
    assert default["name"] == "Default"
    assert (ours["fsrsParams6"], ours["desiredRetention"], ours["rev"]["maxIvl"]) == (weights, 0.85, 700)
    assert (ours["new"]["delays"], ours["lapse"]["delays"], ours["maxTaken"]) == ([], [], 600)
    with learner.desk() as desk:
        desk.store.set_setting("retention", "0.86")
    # Anki never overwrites a preset that it has, so another content must be another preset.
    assert id_ not in _presets(learner.package("two.apkg"))


def _presets(package):
    return json.loads(collection(package).execute("SELECT dconf FROM col").fetchone()[0])
