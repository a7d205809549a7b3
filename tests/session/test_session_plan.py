from __future__ import annotations

from datetime import UTC, datetime

import pytest
from session_helpers import MORNING, ONE, at, ids

from srs_roulette.scheduling.days import iso, utc_ms
from srs_roulette.session.plan import FORECAST_DAYS, load, plan, streak


def day_of(day):
    return iso(at(day).toordinal() - datetime(1970, 1, 1, tzinfo=UTC).toordinal())


def test_without_a_file_everything_is_new(learner):
    desk = learner.desk(writing=False)
    assert desk.store is None
    day = load(desk.course(), None, desk.settings, desk.today)
    assert (day.due, day.new, len(day.forecast)) == (0, 5, FORECAST_DAYS)
    assert not learner.home.exists()


def test_load(learner):
    learner.set("spread", "false")
    learner.set("new_per_day", "3")
    assert (learner.load().due, learner.load().new) == (0, 3)
    learner.sit().play()
    day = learner.load()
    assert (day.due, day.new) == (0, 0)
    assert {iso(on): count for on, count in day.forecast if count} == {day_of(2): 3}
    # The overdue stand at today.
    late = learner.load(5)
    assert (late.due, late.new) == (3, 2)
    assert late.forecast[0] == (late.study_day, 3)
    assert sum(count for _, count in late.forecast) == 3
    assert [on - late.study_day for on, _ in late.forecast] == list(range(FORECAST_DAYS))


def test_load_counts_repeats_of_a_cut_sitting_once(learner):
    learner.set("spread", "false")
    sitting = learner.sit()
    sitting.answer(sitting.next(), right=False)
    day = learner.load()
    assert day.due == day.forecast[0][1] == 1
    # It is due tomorrow besides, as the log says.
    assert day.forecast[1][1] == 1
    assert learner.load(1).due == 1


def test_paused_items_are_nowhere(learner):
    learner.sit(new=2).play()
    store = learner.desk().store
    store.suspend(ONE[0], utc_ms(MORNING))
    store.suspend(ONE[4], utc_ms(MORNING))
    day = learner.load(3)
    assert (day.due, day.new) == (1, 2)
    assert ids(learner.sit(day=3).play(most=3)[0]) == [ONE[1], ONE[2], ONE[3]]
    assert learner.sit(day=3, hour=1).session.next_due() == store.memory(ONE[2]).due_day > store.memory(ONE[0]).due_day


def test_a_due_item_of_another_deck_is_not_of_this_day(learner, tmp_path):
    learner.sit(new=5).play()
    other = tmp_path / "other.toml"
    other.write_text(
        'id = "other"\ntitle = "O"\nhouse = "european"\nabout = "O."\n[sections.s]\ntitle = "S"\n'
        '[items.x]\nsection = "s"\nfamily = "wheel"\nmode = "left"\n',
        encoding="utf-8",
    )
    desk = learner.desk(at(4), decks=(str(other),))
    assert [len(q) for q in (plan(desk.course(), desk.store, desk.today).queue.due,)] == [0]
    assert load(desk.course(), desk.store, desk.settings, desk.today).new == 1


@pytest.mark.parametrize(
    ("days", "count"),
    [([], 0), ([10], 1), ([9], 1), ([8], 0), ([10, 9, 8, 6], 3), ([9, 8], 2), ([11, 12], 0), ([10, 9, 12], 2)],
)
def test_streak(days, count):
    assert streak(days, 10) == count


@pytest.mark.parametrize(
    ("zone", "first", "second", "same_day"),
    [
        # 21 hours later it is 01:00 in New York: still the day of the evening before.
        ("America/New_York", 1_699_952_400, 1_700_028_000, True),
        # 04:30 in Paris on a summer's morning is that day, whatever the clocks say in December.
        ("Europe/Paris", 1_696_984_200, 1_696_991_400, False),
        ("UTC", 1_700_006_000, 1_700_020_700, True),
        ("UTC", 1_700_020_700, 1_700_020_800, False),
    ],
)
def test_a_day_begins_at_four(learner, zone, first, second, same_day):
    learner.set("zone", zone)
    learner.set("new_per_day", "1")
    learner.sit(now=datetime.fromtimestamp(first, UTC)).play()
    came, _ = learner.sit(now=datetime.fromtimestamp(second, UTC)).play()
    assert bool(came) is not same_day


def test_the_due_list_changes_at_four_and_at_no_other_time(learner):
    learner.set("spread", "false")
    learner.sit(now=datetime(2026, 3, 2, 12, tzinfo=UTC), new=1).play()
    for hour, due in ((22, 0), (23, 0), (24, 0), (27, 0), (28, 1), (29, 1)):
        assert learner.load(1, hour - 10).due == due
