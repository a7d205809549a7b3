"""Every figure against a slow computation in plain loops, over random histories. Nothing of it comes from stats."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from math import ceil, exp, floor, isclose, log, sqrt
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from stats_helpers import COURSE, DAY, MS_OF_A_DAY, attempt, empty_store, tell

from srs_roulette.scheduling.fsrs import Scheduler
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay

ITEMS = [*COURSE, "deck/old", "deck/x"]
RENAMED = {"deck/old": "deck/b"}
GOOD_OR_NOT = st.sampled_from([Rating.GOOD, Rating.GOOD, Rating.GOOD, Rating.AGAIN, Rating.HARD, Rating.EASY])
SCHEDULER = Scheduler()
VOID = {"pause", "away", "clock_jump", "put_again", "hidden"}
"""Flags of a time that says nothing."""

one = st.fixed_dictionaries(
    {
        "item": st.sampled_from(ITEMS),
        "gap": st.sampled_from([0, 0, 0, 1, 1, 2, 6, 7, 20, 21, 35]),
        "kind": st.sampled_from([*[Kind.REVIEW] * 6, *Kind]),
        "rating": GOOD_OR_NOT,
        "elapsed_ms": st.none() | st.integers(0, 90_000),
        "flags": st.sampled_from([(), (), (), ("clock_back",), ("pause",), ("away", "clock_back"), ("clock_jump",)]),
        "params": st.sampled_from([None, '{"n":1}', '{"n":2}', '{"n":3}']),
        "slip": st.sampled_from([None, "stake_included", "one_chip"]),
        "undone": st.sampled_from([False, False, False, True]),
        "back": st.sampled_from([0, 0, 0, 0, 3_600_000, 90_000_000]),
    }
)
histories = st.lists(one, max_size=45)


def long(seed):
    """A history with many attempts and lapses an item, which random short ones lack."""
    rng = Random(seed)
    return [
        {
            "item": rng.choice(["deck/a", "deck/c"]),
            "gap": rng.choice([0, 1, 1, 2, 9]),
            "kind": Kind.REVIEW,
            "rating": rng.choice([Rating.AGAIN, Rating.GOOD]),
            "elapsed_ms": rng.randrange(20_000),
            "flags": (),
            "params": f'{{"n":{rng.randrange(60)}}}',
            "slip": None,
            "undone": False,
            "back": 0,
        }
        for _ in range(200)
    ]


def written(store, history):
    """Write a history as it happened, and return its live attempts in that order, items under today's names."""
    day, attempts = 0, []
    for place, step in enumerate(history):
        day += step["gap"]
        kind, right = step["kind"], step["rating"] is not Rating.AGAIN
        attempts.append(
            attempt(
                step["item"],
                day,
                1000 * place - step["back"],
                kind,
                step["rating"],
                elapsed_ms=step["elapsed_ms"],
                flags=step["flags"],
                params=None if kind is Kind.ANKI else step["params"],
                slip=None if right or kind is Kind.ANKI else step["slip"],
                # A clock that was set back by more than a day names an earlier one.
                study_day=StudyDay(DAY + day - step["back"] // MS_OF_A_DAY),
                due_day=StudyDay(DAY + day + 3) if kind is Kind.RESCHEDULE else None,
                undone_ms=1 if step["undone"] else None,
            )
        )
    stored = store.keep(attempts)
    store.rename({ItemId(old): ItemId(new) for old, new in RENAMED.items()})
    return [(RENAMED.get(of.item_id, of.item_id), of) for of in stored if of.undone_ms is None]


def family(item):
    return COURSE[item].family if item in COURSE else "mixed"


def month(day):
    return f"{date(1970, 1, 1) + timedelta(days=day):%Y-%m}"


def passed(of):
    return of.rating is not Rating.AGAIN


def reviews(kept, since):
    """What true retention counts, with what FSRS expected, told item by item with the package itself."""
    found = []
    for item in {name for name, _ in kept}:
        memory, number, lapses, draws = None, 0, 0, set()
        for place, (name, of) in enumerate(kept):
            if name != item:
                continue
            if of.kind is Kind.RESET:
                memory, number, lapses = None, 0, 0
            if of.kind in {Kind.RESET, Kind.RESCHEDULE}:
                continue
            fresh = None if of.params is None else of.params not in draws
            draws.add(of.params)
            if of.kind in {Kind.DRILL, Kind.TEST}:
                continue
            number += 1
            if memory is not None and of.study_day > memory.last_day:
                row = {
                    "place": place,
                    "family": family(item),
                    "day": of.study_day,
                    "interval": of.study_day - memory.last_day,
                    "p": SCHEDULER.recall(memory, of.study_day),
                    "right": passed(of),
                    "fresh": fresh,
                    "number": number,
                    "lapses": lapses,
                }
                if of.kind is not Kind.RELEARN and of.study_day >= since:
                    found.append(row)
                lapses += not passed(of)
            memory = SCHEDULER.review(memory, of.rating, of.study_day)
    return sorted(found, key=lambda row: row["place"])


def same_share(share, rights):
    rights = list(rights)
    assert (share.n, share.passed) == (len(rights), sum(rights))
    if not rights:
        assert share.value is share.low is share.high is None
        return
    p, z = sum(rights) / len(rights), 1.959963984540054
    assert isclose(share.value, p)
    # Wilson's bounds are the shares q for which the observed one lies exactly z standard errors off.
    for q, side in ((share.low, 1), (share.high, -1)):
        assert isclose(p - q, side * z * sqrt(q * (1 - q) / len(rights)), abs_tol=1e-9)


def same_scores(scores, rows, predictions):
    rights = [row["right"] for row in rows]
    if not rows:
        assert (scores.log_loss, scores.rmse_bins, scores.auc) == (None, None, None)
        return
    losses = [-log(p) if y else -log(max(1 - p, 1e-15)) for p, y in zip(predictions, rights, strict=True)]
    assert isclose(scores.log_loss, sum(losses) / len(losses), abs_tol=1e-12)
    groups = {}
    for row, p in zip(rows, predictions, strict=True):
        key = (
            round(2.48 * 3.62 ** floor(log(row["interval"]) / log(3.62)), 2),
            round(1.99 * 1.89 ** floor(log(row["number"]) / log(1.89))),
            round(1.65 * 1.73 ** floor(log(row["lapses"]) / log(1.73))) if row["lapses"] else 0,
        )
        groups.setdefault(key, []).append((p, row["right"]))
    squares = sum(
        len(group) * (sum(p for p, _ in group) / len(group) - sum(y for _, y in group) / len(group)) ** 2
        for group in groups.values()
    )
    assert isclose(scores.rmse_bins, sqrt(squares / len(rows)), abs_tol=1e-9)
    pairs = [
        (p > q) + (p == q) / 2
        for p, y in zip(predictions, rights, strict=True)
        if y
        for q, other in zip(predictions, rights, strict=True)
        if not other
    ]
    assert scores.auc == (pytest.approx(sum(pairs) / len(pairs)) if pairs else None)


def moving(rights):
    x = 1.2
    for y in rights:
        p = 1 / (1 + exp(-x))
        yield p
        x += 0.3 / (exp(x) + 1) if y else -0.3 * exp(x) / (exp(x) + 1)


@settings(max_examples=40)
@given(history=histories, since=st.sampled_from([0, 0, 25]))
@example(history=long(1), since=0)
def test_recall_is_that_of_the_slow_computation(history, since):
    with empty_store() as store:
        kept = written(store, history)
        told = tell(store, DAY + 400, since=StudyDay(DAY + since))
    rows = reviews(kept, DAY + since)
    same_share(told.retention.all, [row["right"] for row in rows])
    for (low, high), share in told.retention.bands.items():
        same_share(share, [row["right"] for row in rows if low <= row["interval"] <= (high or 10**9)])
    assert list(told.retention.families) == sorted({row["family"] for row in rows})
    for name, share in told.retention.families.items():
        same_share(share, [row["right"] for row in rows if row["family"] == name])
    assert list(told.retention.months) == sorted({month(row["day"]) for row in rows})
    for name, share in told.retention.months.items():
        same_share(share, [row["right"] for row in rows if month(row["day"]) == name])

    rights = [row["right"] for row in rows]
    predicted = [row["p"] for row in rows]
    same_scores(told.calibration.fsrs, rows, predicted)
    same_scores(told.calibration.constant, rows, [sum(rights) / len(rights)] * len(rights) if rights else [])
    same_scores(told.calibration.moving_average, rows, list(moving(rights)))
    for bin_ in told.calibration.bins:
        inside = [row for row in rows if bin_.low <= row["p"] < bin_.high or row["p"] == bin_.high == 1]
        assert isclose(bin_.predicted, sum(row["p"] for row in inside) / len(inside))
        same_share(bin_.actual, [row["right"] for row in inside])
    assert sum(bin_.actual.n for bin_ in told.calibration.bins) == told.calibration.n == len(rows)

    same_share(told.transfer.fresh, [row["right"] for row in rows if row["fresh"]])
    same_share(told.transfer.repeated, [row["right"] for row in rows if row["fresh"] is False])
    assert set(told.transfer.families) == {row["family"] for row in rows if row["fresh"] is not None}
    for name, pair in told.transfer.families.items():
        for fresh, share in zip((True, False), pair, strict=True):
            same_share(share, [row["right"] for row in rows if row["family"] == name and row["fresh"] is fresh])


def median(values):
    values, half = sorted(values), len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2


def same_pace(pace, times):
    times = sorted(min(ms, 60_000) for ms in times)
    assert pace.n == len(times)
    assert pace.median * 1000 == pytest.approx(median(times))
    assert pace.p90 * 1000 == pytest.approx(times[ceil(0.9 * len(times)) - 1])


@settings(max_examples=40)
@given(history=histories, since=st.sampled_from([0, 0, 25]))
@example(history=long(1), since=0)
def test_work_is_that_of_the_slow_computation(history, since):
    with empty_store() as store:
        kept = written(store, history)
        told = tell(store, DAY + 30, since=StudyDay(DAY + since))
    answers = [(item, of) for item, of in kept if of.kind not in {Kind.RESET, Kind.RESCHEDULE}]
    late = [(item, of) for item, of in answers if of.study_day >= DAY + since]
    typed = [(item, of) for item, of in late if of.kind is not Kind.ANKI]
    timed = [(item, of) for item, of in typed if of.elapsed_ms is not None and VOID.isdisjoint(of.flags)]
    right = [(item, of) for item, of in timed if of.verdict == "correct"]
    assert told.reviews == sum(of.kind in {Kind.REVIEW, Kind.RELEARN, Kind.ANKI} for _, of in late)

    assert [one.family for one in told.fluency] == sorted({family(item) for item, _ in right})
    for speed in told.fluency:
        mine = [(item, of) for item, of in right if family(item) == speed.family]
        same_pace(speed.pace, [of.elapsed_ms for _, of in mine])
        assert list(speed.months) == sorted({month(of.study_day) for _, of in mine})
        for name, pace in speed.months.items():
            same_pace(pace, [of.elapsed_ms for _, of in mine if month(of.study_day) == name])
        targets = {item: COURSE[item].target_seconds for item in COURSE}
        same_share(
            speed.in_time,
            [min(of.elapsed_ms, 60_000) <= 1000 * targets[item] for item, of in mine if targets.get(item)],
        )

    wrong = [(item, of) for item, of in typed if of.verdict == "wrong"]
    assert {(one.family, one.slip) for one in told.slips} == {(family(item), of.slip) for item, of in wrong if of.slip}
    for slip in told.slips:
        mine = [(item, of) for item, of in wrong if (family(item), of.slip) == (slip.family, slip.slip)]
        assert slip.n == len(mine)
        assert slip.share == len(mine) / sum(family(item) == slip.family for item, _ in wrong)
        assert slip.lately == sum(DAY < of.study_day <= DAY + 30 for _, of in mine)
        assert slip.last_day == max(of.study_day for _, of in mine)
        counts = {item: sum(name == item for name, _ in mine) for item, _ in mine}
        assert slip.items == tuple(sorted(counts.items(), key=lambda row: (-row[1], row[0])))[:3]

    days = {of.study_day: [] for _, of in sorted(late, key=lambda row: row[1].study_day)}
    for _, of in late:
        days[of.study_day].append(of)
    new = dict.fromkeys(days, 0)
    met = set()
    for item, of in kept:
        if of.kind is Kind.RESET:
            met.discard(item)
        elif of.kind in {Kind.REVIEW, Kind.RELEARN, Kind.ANKI}:
            if item not in met and of.study_day in new:
                new[of.study_day] += 1
            met.add(item)
    assert [(one.day, one.answers, one.new) for one in told.activity.days] == [
        (day, len(all_), new[day]) for day, all_ in days.items()
    ]
    for one in told.activity.days:
        times = [min(of.elapsed_ms, 60_000) for _, of in timed if of.study_day == one.day]
        assert one.seconds == pytest.approx(sum(times) / 1000)
    seconds = [one.seconds for one in told.activity.days]
    assert told.activity.seconds_a_day == (pytest.approx(sum(seconds) / len(seconds)) if seconds else None)
    studied = {of.study_day for _, of in kept if of.kind in {Kind.REVIEW, Kind.RELEARN, Kind.ANKI}}
    runs = [n for n in range(500) if any({*range(day, day + n)} <= studied for day in studied or {0})]
    assert told.activity.longest_streak == max(runs)


def memories_of(kept):
    memories = {}
    for item, of in kept:
        if of.kind is Kind.RESET:
            memories.pop(item, None)
        elif of.kind in {Kind.REVIEW, Kind.RELEARN, Kind.ANKI}:
            memories[item] = SCHEDULER.review(memories.get(item), of.rating, of.study_day)
    return memories


@settings(max_examples=40)
@given(history=histories)
@example(history=long(2))
def test_knowledge_is_that_of_the_slow_computation(history):
    today = DAY + 200
    with empty_store() as store:
        memories = memories_of(written(store, history))
        told = tell(store, today).knowledge
    sections = {("deck", "one"): ["deck/a", "deck/b"], ("deck", "two"): ["deck/c", "deck/d"]}
    assert set(told.sections) == set(sections)
    for known, items in [(told.all, [*COURSE]), *((told.sections[key], sections[key]) for key in sections)]:
        seen = [memories[item] for item in items if item in memories]
        assert (known.items, known.seen) == (len(items), len(seen))
        assert (known.expected is None) == (not seen)
        for days, value in zip((0, 7, 30, 90), known.expected or (), strict=bool(seen)):
            assert value == pytest.approx(sum(SCHEDULER.recall(memory, StudyDay(today + days)) for memory in seen))
    for counts, edges, of in (
        (told.stability, [0, 1, 3, 7, 21, 90, 365, 10**9], "stability"),
        (told.difficulty, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99], "difficulty"),
    ):
        values = [getattr(memories[item], of) for item in COURSE if item in memories]
        assert list(counts) == [sum(low <= value < high for value in values) for low, high in pairwise(edges)]


@settings(max_examples=40)
@given(history=histories)
@example(history=long(2))
def test_what_is_slow_is_that_of_the_slow_computation(history):
    with empty_store() as store:
        kept = written(store, history)
        told = tell(store, DAY + 200, retained=0.8)
    memories = memories_of(kept)
    slow = {}
    for item in memories.keys() & {item for item in COURSE if COURSE[item].target_seconds}:
        mine = [of for name, of in kept if name == item]
        times = [
            min(of.elapsed_ms, 60_000)
            for of in mine
            if of.verdict == "correct"
            and of.kind is not Kind.ANKI
            and of.elapsed_ms is not None
            and VOID.isdisjoint(of.flags)
        ]
        last = [of for of in mine if of.kind in {Kind.REVIEW, Kind.RELEARN, Kind.ANKI}][-1]
        if len(times) < 3 or not passed(last):
            continue
        middle, target = median(times[-5:]) / 1000, COURSE[item].target_seconds
        chance = SCHEDULER.recall(memories[item], StudyDay(DAY + 200))
        if middle > target and chance >= 0.8:
            slow[item] = (middle, target, chance)
    assert {one.item: (one.seconds, one.target_seconds, one.recall) for one in told.speed_due} == {
        item: pytest.approx(row) for item, row in slow.items()
    }
