"""What becomes of the rows of a package, with no package, no file and no clock."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from anki_packages import BEGUN, ms
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.anki.merge import Learner, Log, Sort, merge, sort_of
from srs_roulette.anki.payload import Drawn
from srs_roulette.anki.reader import Card, Row
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import Rating

ITEM, OTHER = "a/b/1", "a/b/2"
DAY0 = (datetime(2026, 3, 1, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).days
NOW = ms(60)
KEPT = json.dumps({"params": {"chips": 7}, "house": {}})


@dataclass
class Made:
    """A package that was never a file."""

    rows: list
    cards: dict = field(default_factory=dict)
    created_s: int = int(BEGUN.timestamp())
    west_minutes: int | None = 0
    notes: dict = field(default_factory=dict)

    def __post_init__(self):
        self.cards = {n: card(item) for n, item in enumerate((ITEM, OTHER), 1)} | self.cards

    def draws(self, card):
        return self.notes.get(card, ("", ()))


def card(item, *, due=None, memory=None, note_ms=0):
    return Card(item=item, note_ms=note_ms, due=due, memory=memory)


def row(at, *, card=1, button=3, interval=5, factor=300, taken=4000, kind=1):
    return Row(
        ms=at, card=card, button=button, interval=interval, last_interval=2, factor=factor, taken_ms=taken, kind=kind
    )


def learner(zone=UTC, rollover=4, now=NOW):
    return Learner(zone=zone, zone_name=str(zone), rollover=rollover, now_ms=now)


def log(attempts=(), *, families=None, names=None):
    """What is known here: attempts as they were given back by an earlier merge, or ``(id, item, surface)``."""
    plain = [one if isinstance(one, tuple) else (one.id, one.item_id, one.surface, one.flags) for one in attempts]
    return Log(
        families={ITEM: "times_table", OTHER: None} if families is None else families,
        names=names or {},
        taken={one[0]: (one[1], one[2]) if one[1] else None for one in plain},
        raised=frozenset(
            (one[1], int(flag.removeprefix("anki_ms:"))) for one in plain if len(one) > 3 for flag in one[3]
        ),
    )


def brought(*rows, known=None, who=None, **package):
    return merge(Made(list(rows), **package), known or log(), who or learner())


@pytest.mark.parametrize(
    ("kind", "button", "factor", "taken", "sort"),
    [
        (0, 3, 224, 1000, Sort.LEARNING),
        (1, 1, 700, 1000, Sort.REVIEW),
        (2, 2, 700, 1000, Sort.RELEARNING),
        (3, 4, 700, 1000, Sort.EARLY),
        (3, 1, 0, 1000, Sort.CRAM),
        (1, 3, 700, 0, Sort.GRADE_NOW),
        (4, 0, 0, 0, Sort.FORGET),
        (4, 0, 2500, 0, Sort.SET_DUE),
        (5, 0, 700, 0, Sort.RESCHEDULED),
        (1, 0, 700, 900, Sort.OTHER),
        (1, 5, 700, 900, Sort.OTHER),
        (6, 3, 700, 900, Sort.OTHER),
        (-1, 3, 700, 900, Sort.OTHER),
    ],
)
def test_sorts_of_rows(kind, button, factor, taken, sort):
    """The table of ANKI.md, section 6."""
    assert sort_of(row(ms(), kind=kind, button=button, factor=factor, taken=taken)) is sort


def test_an_answer_comes_back_exactly():
    merged = brought(row(ms(3, milli=17), button=1, taken=6228, interval=-600, kind=2))
    (one,) = merged.attempts
    assert (one.id, one.item_id, one.kind, one.surface) == (ms(3, milli=17), ITEM, Kind.ANKI, "anki")
    assert (one.rating, one.verdict, one.elapsed_ms, one.family) == (Rating.AGAIN, "wrong", 6228, "times_table")
    assert (one.study_day, one.due_day) == (DAY0 + 3, DAY0 + 3)
    assert (one.given, one.expected, one.seed, one.params, one.slip, one.undone_ms) == (None,) * 6
    assert one.flags == ()


def test_the_verdict_is_right_from_hard_on():
    merged = brought(*(row(ms(n), button=n) for n in (1, 2, 3, 4)))
    assert [(one.rating, one.verdict) for one in merged.attempts] == [
        (Rating.AGAIN, "wrong"),
        (Rating.HARD, "correct"),
        (Rating.GOOD, "correct"),
        (Rating.EASY, "correct"),
    ]


def test_a_time_that_is_none_and_one_at_the_cap():
    merged = brought(*(row(ms(n), taken=taken) for n, taken in enumerate((0, 60_000, 600_000, 59_999, 2**60))))
    assert [one.elapsed_ms for one in merged.attempts] == [None, 60_000, 600_000, 59_999, None]
    assert merged.capped == 2


@pytest.mark.parametrize(
    ("zone", "rollover", "hour", "day"),
    [
        ("UTC", 4, 3, -1),
        ("UTC", 4, 4, 0),
        ("UTC", 0, 0, 0),
        ("Asia/Tokyo", 4, 18, -1 + 1),
        ("Asia/Tokyo", 4, 20, 1),
        ("America/New_York", 4, 8, -1),
        ("America/New_York", 4, 10, 0),
        ("Pacific/Kiritimati", 4, 13, 0),
        ("Pacific/Kiritimati", 4, 15, 1),
    ],
)
def test_the_study_day_is_the_learners(zone, rollover, hour, day):
    who = learner(ZoneInfo(zone), rollover)
    (one,) = brought(row(ms(2, hour=hour)), who=who).attempts
    assert one.study_day == DAY0 + 2 + day
    assert one.zone == zone


def test_due_days_come_from_the_interval_but_for_the_newest_from_the_card():
    rows = [row(ms(1), interval=4), row(ms(5), interval=-60), row(ms(5, hour=11), interval=3), row(ms(8), interval=9)]
    merged = brought(*rows, cards={1: card(ITEM, due=16)})
    assert [one.due_day - DAY0 for one in merged.attempts] == [5, 5, 8, 16]


def test_steps_that_reach_over_the_night_are_due_on_the_next_day():
    merged = brought(
        row(ms(1, hour=22), interval=-600),
        row(ms(2, hour=22), interval=-86_400),
        row(ms(5, hour=3, minute=55), interval=-600),
    )
    assert [(one.study_day - DAY0, one.due_day - DAY0) for one in merged.attempts] == [(1, 1), (2, 3), (4, 5)]


@pytest.mark.parametrize(("west", "created_hour"), [(0, 4), (-540, 4 - 9), (300, 4 + 5), (-840, 4 - 14)])
def test_days_of_anki_count_from_the_first_day_where_the_collection_was_made(west, created_hour):
    created = int(BEGUN.timestamp()) + (created_hour - 4) * 3600
    merged = brought(row(ms(2)), cards={1: card(ITEM, due=9)}, created_s=created, west_minutes=west)
    assert merged.attempts[0].due_day == DAY0 + 9


def test_a_collection_that_does_not_say_where_it_was_made_counts_from_our_day():
    who = learner(ZoneInfo("Asia/Tokyo"))
    merged = brought(
        row(ms(2)),
        who=who,
        cards={1: card(ITEM, due=9)},
        created_s=int(BEGUN.timestamp()) - 9 * 3600,
        west_minutes=None,
    )
    assert merged.attempts[0].due_day == DAY0 + 9


def test_a_due_time_of_a_step_is_an_instant():
    merged = brought(row(ms(2, hour=23), interval=-18_000), cards={1: card(ITEM, due=ms(4, hour=9) // 1000)})
    assert merged.attempts[0].due_day == DAY0 + 4


@pytest.mark.parametrize("due", [-99_996, 10**8, 10**9, 10**30, 0])
def test_a_due_day_that_makes_no_sense_gives_way_to_the_interval(due):
    merged = brought(row(ms(2), interval=5), cards={1: card(ITEM, due=due)})
    assert merged.attempts[0].due_day == DAY0 + 7
    assert brought(row(ms(2), interval=10**12)).attempts[0].due_day == DAY0 + 2 + 36_500
    assert brought(row(ms(2), interval=-(10**15))).attempts[0].due_day == DAY0 + 2 + 36_500


def test_forgetting_makes_new_and_the_date_of_the_newest_row_holds():
    rows = [
        row(ms(1), interval=2, kind=0),
        row(ms(2), button=0, factor=0, kind=4),
        row(ms(3), interval=4, kind=0),
        row(ms(4), button=0, factor=2500, kind=4),
        row(ms(5), button=0, factor=2500, kind=4),
        row(ms(6), factor=0, kind=3),
    ]
    merged = brought(*rows, cards={1: card(ITEM, due=20)})
    assert [(one.kind, one.due_day and one.due_day - DAY0) for one in merged.attempts] == [
        (Kind.ANKI, 3),
        (Kind.RESET, None),
        (Kind.ANKI, 7),
        (Kind.RESCHEDULE, 20),
    ]
    assert merged.sorts == {Sort.LEARNING: 2, Sort.FORGET: 1, Sort.SET_DUE: 2, Sort.CRAM: 1}
    assert merged.answers() == 2
    again = brought(*rows, cards={1: card(ITEM, due=20)}, known=log(merged.attempts))
    assert again.attempts == []
    assert (again.already, again.sorts) == (2, {Sort.SET_DUE: 1, Sort.CRAM: 1})


def test_a_date_set_for_a_card_that_was_never_answered_moves_nothing():
    merged = brought(row(ms(1), button=0, factor=2500, kind=4), cards={1: card(ITEM, due=20)})
    assert merged.attempts == []
    assert merged.sorts == {Sort.SET_DUE: 1}
    since_forgotten = [row(ms(1)), row(ms(2), button=0, factor=0, kind=4), row(ms(3), button=0, factor=2500, kind=4)]
    merged = brought(*since_forgotten, cards={1: card(ITEM, due=20)})
    assert [one.kind for one in merged.attempts] == [Kind.ANKI, Kind.RESET]


def test_our_own_answers_and_those_of_an_earlier_import_are_here_already():
    rows = [row(ms(1), kind=0), row(ms(4)), row(ms(9))]
    known = log([(ms(1), ITEM, "terminal"), (ms(4), ITEM, "anki")])
    merged = brought(*rows, known=known)
    assert [one.id for one in merged.attempts] == [ms(9)]
    assert merged.already == 2


def test_a_millisecond_that_another_item_has_is_raised_and_found_again():
    here = [(ms(1), OTHER, "terminal"), (ms(1, milli=1), None, "terminal"), (ms(1, milli=3), OTHER, "page")]
    rows = [row(ms(1)), row(ms(1, milli=2)), row(ms(1, milli=3))]
    merged = brought(*rows, known=log(here))
    # The one whose own millisecond is free has it, whoever was moved.
    assert [(one.id - ms(1), one.flags) for one in merged.attempts] == [
        (2, ()),
        (4, (f"anki_ms:{ms(1)}",)),
        (5, (f"anki_ms:{ms(1, milli=3)}",)),
    ]
    assert merged.raised == 2
    again = brought(*rows, known=log([*here, *merged.attempts]))
    assert (again.attempts, again.already) == ([], 3)


def test_dates_that_cannot_be_are_left_out_and_named():
    rows = [
        row(1_772_000_000),
        row(ms(1)),
        row(NOW + 86_400_000),
        row(NOW + 86_400_001),
        row(int(datetime(2100, 1, 1, tzinfo=UTC).timestamp() * 1000)),
    ]
    merged = brought(*rows, cards={1: card(ITEM, due=3000)})
    assert [one.id for one in merged.attempts] == [ms(1), NOW + 86_400_000]
    assert [at for _, at in merged.implausible] == [rows[0].ms, rows[3].ms, rows[4].ms]
    # The card's due day follows from the row of 2100 and says nothing of those before.
    assert merged.attempts[1].due_day == merged.attempts[1].study_day + 5


def test_items_that_nobody_here_knows_are_counted_and_old_names_followed():
    rows = [row(ms(1)), row(ms(2), card=2), row(ms(3), card=2)]
    merged = brought(*rows, known=log(families={"a/c/1": "odds"}, names={ITEM: "a/c/1"}))
    assert [(one.item_id, one.family) for one in merged.attempts] == [("a/c/1", "odds")]
    assert merged.unknown == {OTHER: 2}
    assert merged.sorts.total() == 1


def test_memories_are_told_of_cards_whose_newest_row_is_a_new_answer():
    cards = {1: card(ITEM, memory=(3.0, 5.0)), 2: card(OTHER, memory=(4.0, 6.0))}
    rows = [row(ms(1)), row(ms(2), card=2), row(ms(3), card=2, button=0, factor=0, kind=4)]
    assert brought(*rows, cards=cards).newest == {ITEM: (3.0, 5.0)}
    assert brought(row(ms(1)), cards=cards, known=log([(ms(1), ITEM, "page")])).newest == {}


# ---- which draw it was


def drawn_on(*rows, known=None, note_ms=0, who=None, notes=None):
    draws = tuple(Drawn(seed=n, house="european", kept=KEPT) for n in range(5))
    merged = brought(
        *rows,
        known=known,
        who=who,
        cards={1: card(ITEM, note_ms=note_ms)},
        notes={1: (ITEM, draws)} if notes is None else notes,
    )
    return [one.seed for one in merged.attempts]


def _picked(item, day, count):
    """The rule as ANKI.md states it, written down again: FNV-1a of "Id|day:0", mixed as MurmurHash3 ends."""
    value = 2166136261
    for byte in f"{item}|{day}:0".encode():
        value = (value ^ byte) * 16777619 % 2**32
    for shift, factor in ((16, 2246822507), (13, 3266489909)):
        value = (value ^ (value >> shift)) * factor % 2**32
    return (value ^ (value >> 16)) % count


def test_the_draw_is_that_of_the_day():
    days = range(1, 40)
    assert drawn_on(*(row(ms(day)) for day in days)) == [_picked(ITEM, DAY0 + day, 5) for day in days]
    merged = brought(row(ms(1)), notes={1: (ITEM, (Drawn(seed=9, house="german", kept=KEPT),))})
    (one,) = merged.attempts
    assert (one.seed, one.house, one.params, merged.drawn) == (9, "german", KEPT, 1)


def test_after_a_rename_the_card_picks_by_the_name_in_its_field():
    draws = tuple(Drawn(seed=n, house="european", kept=KEPT) for n in range(5))
    days = range(1, 20)
    found = drawn_on(*(row(ms(day)) for day in days), notes={1: ("a/new/1", draws)})
    assert found == [_picked("a/new/1", DAY0 + day, 5) for day in days]


def test_the_draw_is_not_known_where_it_is_not_certain():
    first = _picked(ITEM, DAY0 + 3, 5)
    # Later on a day the card counts on, by device.
    assert drawn_on(row(ms(3)), row(ms(3, hour=12))) == [first, None]
    assert drawn_on(row(ms(3), factor=0, kind=3), row(ms(3, hour=12))) == [None]
    earlier = log([(ms(3), ITEM, "anki")])
    assert drawn_on(row(ms(3)), row(ms(3, hour=12)), known=earlier) == [None]
    # But what was answered here was not shown there.
    ours = log([(ms(3), ITEM, "terminal")])
    assert drawn_on(row(ms(3)), row(ms(3, hour=12)), known=ours) == [first]
    # Shown on the evening, answered on the next day.
    assert drawn_on(row(ms(3, hour=4, milli=500), taken=4000)) == [None]
    # Shown before the note's last change.
    assert drawn_on(row(ms(3)), note_ms=ms(3)) == [None]
    # Graded without being shown, and notes that hold something else.
    assert drawn_on(row(ms(3), taken=0)) == [None]
    assert drawn_on(row(ms(3)), notes={}) == [None]
    for kept in ("", "[]", "{}", '{"params": 1, "house": {}}', "[" * 100_000):
        assert drawn_on(row(ms(3)), notes={1: (ITEM, (Drawn(seed=1, house="x", kept=kept),))}) == [None]


# ---- for all logs

rows_of = st.lists(
    st.builds(
        row,
        st.one_of(st.integers(ms(0), ms(0) + 40), st.integers(ms(0), NOW), st.integers(-(2**62), 2**62)),
        card=st.sampled_from((1, 2)),
        button=st.integers(0, 5),
        interval=st.integers(-(2**62), 2**62) | st.integers(-90_000, 400),
        factor=st.sampled_from((0, 500)),
        taken=st.sampled_from((-1, 0, 900, 60_000, 2**62)),
        kind=st.integers(-1, 6),
    ),
    max_size=30,
    unique_by=lambda one: one.ms,
).map(lambda rows: sorted(rows, key=lambda one: one.ms))
ours_of = st.dictionaries(
    st.integers(ms(0), ms(0) + 40),
    st.sampled_from((ITEM, OTHER, None, "gone/x")),
    max_size=20,
).map(lambda found: [(at, item, "terminal") for at, item in found.items()])
cards_of = st.tuples(
    st.none() | st.integers(-(2**62), 2**62) | st.integers(0, 200), st.none() | st.integers(0, 200)
).map(lambda dues: {n: card(item, due=due) for n, (item, due) in enumerate(zip((ITEM, OTHER), dues, strict=True), 1)})


@given(rows=rows_of, ours=ours_of, cards=cards_of, west=st.none() | st.integers(-900, 900))
def test_every_row_is_accounted_for_and_comes_once(rows, ours, cards, west):
    merged = brought(*rows, cards=cards, known=log(ours), west_minutes=west)
    ids = [one.id for one in merged.attempts]
    assert ids == sorted(set(ids))
    assert not set(ids) & {one[0] for one in ours}
    assert merged.sorts.total() + merged.already + len(merged.implausible) <= len(rows)
    assert merged.answers() == sum(one.kind is Kind.ANKI for one in merged.attempts)
    for one in merged.attempts:
        original = next((int(flag.removeprefix("anki_ms:")) for flag in one.flags), one.id)
        source = next(each for each in rows if each.ms == original)
        assert cards[source.card].item == one.item_id
        if one.kind is Kind.ANKI:
            assert one.rating == source.button
            assert one.study_day <= one.due_day <= one.study_day + 36_500
    again = brought(*rows, cards=cards, known=log([*ours, *merged.attempts]), west_minutes=west)
    assert again.attempts == []
    assert again.already == merged.already + merged.answers()
