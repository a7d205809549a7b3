"""Clocks that jump, sleep, stand still or are set; zones, rollovers, leap days, the nights of clock changes."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from sitting_helpers import FIRST, QUIT, ROOT, SECOND, Home, answer, of_type

from srs_roulette.cli import output
from srs_roulette.cli.learner import CLOCK_LINE
from srs_roulette.cli.shell import Shell
from srs_roulette.cli.stopwatch import Stopwatch
from srs_roulette.errors import NotSaved
from srs_roulette.scheduling.days import iso
from srs_roulette.store.attempts import Store

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = 3600


@dataclass
class Clocks:
    """The wall clock and the monotonic one, in seconds from noon and from anything."""

    wall: float = 0.0
    ran: float = 0.0
    frozen: bool = False

    def now(self):
        return NOON + timedelta(seconds=self.wall)

    def monotonic(self):
        return self.ran

    def run(self, seconds):
        self.wall += seconds
        self.ran += seconds


@pytest.fixture
def clocks(monkeypatch):
    """The clocks of the program, in the test's hand; the question is on the screen while they run."""
    clocks = Clocks()
    monkeypatch.setattr(Shell, "now", lambda _: clocks.now())
    monkeypatch.setattr(Shell, "monotonic", lambda _: clocks.monotonic())
    monkeypatch.setattr(Shell, "frozen", False)
    return clocks


def log(home):
    """The attempts as they are stored, flags and all."""
    with Store.for_reading(home.database) as store:
        return store.attempts()


def meanwhile(home, *happens, words=()):
    """Answer one question after the other; ``happens`` are done while each is on the screen."""
    waiting = list(happens)

    def policy(objects):
        if not waiting:
            return QUIT
        waiting.pop(0)()
        return answer(objects[-1])

    return home.talk(policy, *words)


# ---- the time of an answer


@pytest.mark.parametrize(
    ("wall", "ran", "flags"),
    [
        (7, 7, ()),
        (67, 7, ()),
        (67.001, 7, ("clock_jump",)),
        (-53, 7, ()),
        (-53.001, 7, ("clock_jump",)),
        (HOUR + 7, HOUR + 7, ()),
    ],
    ids=["together", "a minute ahead", "more", "a minute behind", "more behind", "an hour's thought"],
)
def test_clocks_more_than_a_minute_apart_void_the_time(wall, ran, flags):
    clocks = Clocks()
    watch = Stopwatch(clocks)
    clocks.wall, clocks.ran = wall, ran
    assert (watch.flags(), watch.milliseconds()) == (flags, ran * 1000)
    watch.pause()
    assert watch.flags() == (*flags, "pause")


def test_a_frozen_wall_clock_jumps_against_nothing():
    clocks = Clocks(frozen=True)
    watch = Stopwatch(clocks)
    clocks.ran = 300
    assert (watch.flags(), watch.milliseconds()) == ((), 300_000)


@pytest.mark.parametrize(
    ("wall", "flags"),
    [(0, ()), (9 * HOUR, ("clock_jump",)), (-HOUR, ("clock_jump",))],
    ids=["as ever", "asleep for nine hours", "set back by an hour"],
)
def test_the_time_of_an_answer_is_the_monotonic_one(home, clocks, monkeypatch, wall, flags):
    def while_asked():
        clocks.run(5)
        clocks.wall += wall

    meanwhile(home, while_asked)
    clocks.wall = 0
    monkeypatch.setattr(output, "hear_line", heard(while_asked, "51\n", "quit\n"))
    home.run("review", "--deck", str(home.deck), "--seed", "1")
    assert [one.elapsed_ms for one in log(home)] == [5000, 5000]
    assert {tuple(flag for flag in one.flags if flag != "clock_back") for one in log(home)} == {flags}


def heard(happens, *lines):
    """What a terminal hears, line by line; before the first something happens."""
    waiting = iter(lines)

    def hear_line():
        line = next(waiting)
        if line == lines[0]:
            happens()
        return line

    return hear_line


def test_nine_hours_of_sleep_are_no_minutes_of_answering(home, clocks):
    home.run("settings", "set", "minutes_per_day", "1")

    def sleep():
        clocks.run(20)
        clocks.wall += 5 * HOUR

    def think():
        clocks.run(8 * 60)

    said = meanwhile(home, sleep, sleep, think)
    assert [one.elapsed_ms for one in log(home)] == [20_000, 20_000, 480_000]
    # Statistics count no time that a jump of the clock made void, and no answer for more than a minute.
    assert [day["seconds"] for day in home.json("stats", "--deck", str(home.deck))["activity"]] == [60]
    assert (said[-1]["reason"], said[-1]["answered"]) == ("limit", 3)


def test_a_time_that_is_given_counts_as_it_is(home, clocks):
    def policy(objects):
        if of_type(objects, "feedback"):
            return QUIT
        clocks.run(5)
        clocks.wall += 9 * HOUR
        return answer(objects[-1], elapsed_ms=1234)

    home.talk(policy)
    [attempt] = log(home)
    assert (attempt.elapsed_ms, attempt.flags) == (1234, ())


def test_a_frozen_clock_measures_all_the_same(home, monkeypatch):
    clocks = Clocks()
    monkeypatch.setattr(Shell, "monotonic", lambda _: clocks.monotonic())
    meanwhile(home, lambda: clocks.run(300))
    [attempt] = log(home)
    assert (attempt.elapsed_ms, attempt.flags) == (300_000, ())


def test_what_is_done_beside_answering_voids_the_time(home, clocks, monkeypatch):
    lines = ("help\n", "34\n", "x\n", "51\n", "quit\n")
    monkeypatch.setattr(output, "hear_line", heard(lambda: clocks.run(60), *lines))
    home.run("review", "--deck", str(home.deck), "--seed", "1")
    # A slip of the hand that cannot be read is part of answering.
    assert [(one.item_id, one.flags) for one in log(home)] == [(FIRST, ("pause",)), (SECOND, ())]


def test_waiting_for_the_disk_voids_the_time(home, monkeypatch):
    recorded = Store.record

    def refused(*_, **__):
        monkeypatch.setattr(Store, "record", recorded)
        raise NotSaved("The disk is full.")

    monkeypatch.setattr(Store, "record", refused)
    home.send({"answer": "34"}, {"answer": "34"}, {"answer": "51"})
    assert [one.flags for one in log(home)] == [("pause",), ()]


# ---- a clock set back


def test_a_clock_set_back_in_the_middle_of_a_sitting_is_said_once(home, clocks):
    def set_back():
        clocks.run(5)
        clocks.wall -= 3 * 24 * HOUR

    said = meanwhile(home, lambda: clocks.run(5), set_back, lambda: clocks.run(5))
    assert home.said.count(CLOCK_LINE) == 1
    assert (said[-1]["answered"], said[-1]["right"]) == (3, 3)
    assert [one.flags for one in sorted(log(home), key=lambda one: one.item_id)] == [
        (),
        ("clock_jump", "clock_back"),
        ("clock_back",),
    ]


def test_a_clock_set_back_by_the_shell_of_people_is_said_once(home, clocks, monkeypatch):
    def set_back():
        clocks.wall -= 3 * 24 * HOUR

    meanwhile(home, lambda: clocks.run(5))
    lines = ("51\n", "68\n", "quit\n")
    monkeypatch.setattr(output, "hear_line", heard(set_back, *lines))
    done = home.run("review", "--deck", str(home.deck), "--seed", "1")
    assert done.stderr.count(CLOCK_LINE) == 1
    assert done.stdout.count("Right.") == 2


def test_what_was_answered_counts_at_its_items_last_day(home, clocks):
    meanwhile(home, lambda: clocks.run(5))
    clocks.wall += 2 * 24 * HOUR
    meanwhile(home, lambda: clocks.run(5), words=("--new", "0"))
    clocks.wall -= 24 * HOUR
    meanwhile(home, lambda: clocks.run(5), words=("--ahead", "--new", "0"))
    assert home.said.count(CLOCK_LINE) == 1
    assert [(iso(one.study_day), one.flags) for one in log(home)] == [
        ("2026-03-02", ()),
        ("2026-03-04", ("clock_back",)),
        ("2026-03-04", ()),
    ]
    with Store.for_reading(home.database) as store:
        assert store.differences() == {}


# ---- zones, rollovers, the nights of clock changes


def look(home, *words, now, zone="UTC"):
    """Return what a command says at an instant in a zone, as JSON."""
    return json.loads(home.run("--json", *words, SRS_ROULETTE_NOW=now, TZ=zone).stdout)


def sit(home, now, zone="UTC", *words):
    """Answer the item that comes first, rightly while it is the first of the deck."""
    limited = ("review", "--deck", str(home.deck), "--seed", "1", "--limit", "1", "--jsonl")
    home.run(*limited, *words, typed='{"answer": "34"}\n', SRS_ROULETTE_NOW=now, TZ=zone)


def test_an_instant_is_one_however_it_is_written(tmp_path):
    told = []
    for n, now in enumerate(["2026-01-01T12:00Z", "2026-01-01T14:00+02:00", "2026-01-01T07:00:00-05:00"]):
        (tmp_path / str(n)).mkdir()
        home = Home(tmp_path / str(n) / "home")
        sit(home, now)
        [attempt] = look(home, "history", now=now)["attempts"]
        told.append((attempt["answered_at"], attempt["study_day"], attempt["due"]))
    assert told == [("2026-01-01T12:00:00.000Z", "2026-01-01", "2026-01-03")] * 3


@pytest.mark.parametrize("zone", ["Asia/Macau", "America/Los_Angeles"])
def test_every_zone_reviews(home, zone):
    sit(home, "2026-01-01T12:00:00Z", zone)
    [attempt] = look(home, "history", now="2026-01-01T12:00:00Z", zone=zone)["attempts"]
    assert attempt["answered_at"] == "2026-01-01T12:00:00.000Z"
    assert [one.zone for one in log(home)] == [zone]


def test_the_day_of_a_review_is_that_of_its_own_night_not_of_todays_offset(home):
    sit(home, "2023-10-11T02:30:00Z", "Europe/Paris")
    [attempt] = look(home, "history", now="2023-12-15T12:00:00Z", zone="Europe/Paris")["attempts"]
    assert attempt["study_day"] == "2023-10-11"


def test_twenty_one_hours_later_in_new_york_is_the_same_day(home):
    days = [
        look(home, "due", now=datetime.fromtimestamp(second, UTC).isoformat(), zone="America/New_York")["study_day"]
        for second in (1_699_952_400, 1_700_028_000)
    ]
    assert days == ["2023-11-14", "2023-11-14"]


def test_what_is_due_changes_at_the_rollover_and_at_no_other_time(home):
    sit(home, "2026-05-01T12:00:00Z", "Europe/Paris")
    told = [
        look(home, "due", "--deck", str(home.deck), now=f"2026-05-0{day}T{time}+02:00", zone="Europe/Paris")["due"]
        for day, time in [(2, "23:00"), (3, "00:00"), (3, "03:00"), (3, "03:59"), (3, "04:00"), (3, "05:00")]
    ]
    assert told == [0, 0, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("zone", "before", "after", "day"),
    [
        ("Europe/Paris", "2026-03-29T00:59Z", "2026-03-29T01:00Z", "2026-03-29"),
        ("Australia/Lord_Howe", "2026-10-03T15:29Z", "2026-10-03T15:30Z", "2026-10-04"),
    ],
)
def test_a_rollover_at_an_hour_that_does_not_exist_is_the_leap(home, zone, before, after, day):
    home.run("settings", "set", "rollover", "2")
    assert look(home, "due", now=before, zone=zone)["study_day"] < day
    assert look(home, "due", now=after, zone=zone)["study_day"] == day


@pytest.mark.parametrize(
    ("zone", "noon", "next_noon"),
    [
        ("Europe/Paris", "2026-03-28T11:00Z", "2026-03-29T10:00Z"),
        ("Australia/Lord_Howe", "2026-10-03T01:30Z", "2026-10-04T01:00Z"),
    ],
)
def test_over_a_short_night_two_noons_are_a_day_apart(home, zone, noon, next_noon):
    sit(home, noon, zone)
    home.run("settings", "set", "new_per_day", "0")
    sit(home, next_noon, zone, "--ahead")
    first, second = log(home)
    assert second.study_day - first.study_day == 1
    with Store.for_reading(home.database) as store:
        # Good twice on one day leaves the stability at 2.3065; 23 hours are one to FSRS.
        assert store.memory(FIRST).stability > 5


def test_travel_and_another_rollover_leave_what_is_past(home):
    sit(home, "2026-01-10T20:30:00Z", "Asia/Macau")
    far = {"now": "2026-01-10T21:00:00Z", "zone": "America/Los_Angeles"}
    before = look(home, "history", **far)
    assert before["attempts"][0]["study_day"] == "2026-01-11"
    home.run("settings", "set", "rollover", "10")
    home.run("settings", "set", "zone", "Pacific/Apia")
    assert look(home, "history", **far) == before
    # It holds from now on: 09:00 in Apia is still the day before.
    assert look(home, "due", now="2026-01-12T20:00:00Z", zone="Asia/Macau")["study_day"] == "2026-01-12"
    assert look(home, "due", now="2026-01-12T21:00:00Z", zone="Asia/Macau")["study_day"] == "2026-01-13"


def test_what_statistics_tell_of_the_past_stays_too(home):
    sit(home, "2026-01-10T20:30:00Z", "Asia/Macau")
    sit(home, "2026-01-12T20:30:00Z", "Asia/Macau")
    words = ("stats", "--deck", str(home.deck))
    keys = ("true_retention", "bands", "months", "activity", "transfer", "calibration")
    told = look(home, *words, now="2026-01-13T21:00:00Z", zone="Asia/Macau")
    assert [day["study_day"] for day in told["activity"]] == ["2026-01-11", "2026-01-13"]
    assert (told["true_retention"]["n"], told["streak"]["longest"]) == (1, 1)
    home.run("settings", "set", "rollover", "10")
    far = look(home, *words, now="2026-01-13T21:00:00Z", zone="America/Los_Angeles")
    assert {key: far[key] for key in keys} == {key: told[key] for key in keys}


@pytest.mark.parametrize(
    ("zones", "zone", "said"),
    [("", "Mars/Olympus", True), ("", "", False), ("/nowhere", "Europe/Paris", True), ("/nowhere", "UTC", False)],
    ids=["unknown", "empty", "no time zones at all", "UTC needs none"],
)
def test_a_zone_that_is_not_to_be_had_is_one_line(home, tmp_path, zones, zone, said):
    # A package of that name without data stands in the way of a real one.
    (tmp_path / "tzdata").mkdir()
    (tmp_path / "tzdata" / "__init__.py").touch()
    path = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "PYTHONTZPATH": zones} if zones else {}
    with home.process("due", TZ=zone, **path) as running:
        out, err = running.communicate(timeout=60)
    assert (running.returncode, err.count(b"\n")) == (0, said), err
    assert (b"days are counted in UTC" in err) is said
    assert out.startswith(b"Due today: 0.")


def test_february_of_a_leap_year_in_statistics(home):
    for day in (27, 29):
        sit(home, f"2028-02-{day}T12:00:00Z")
    words = ("stats", "--deck", str(home.deck))
    told = look(home, *words, now="2028-02-29T12:00:00Z")
    assert [day["study_day"] for day in told["activity"]] == ["2028-02-27", "2028-02-29"]
    assert [(month["month"], month["n"]) for month in told["months"]] == [("2028-02", 1)]
    load = [day["study_day"] for day in look(home, *words, now="2028-02-01T12:00:00Z")["load"]]
    assert load == [*(f"2028-02-{day:02}" for day in range(1, 30)), "2028-03-01"]
    load = [day["study_day"] for day in look(home, *words, now="2027-02-01T12:00:00Z")["load"]]
    assert load[27:] == ["2027-02-28", "2027-03-01", "2027-03-02"]
    # A year later there is no such day.
    for now in ("2029-02-28T12:00:00Z", "2029-03-01T12:00:00Z"):
        assert look(home, *words, now=now)["months"] == told["months"]
        home.run(*words, SRS_ROULETTE_NOW=now)
    assert look(home, *words, "--since", "2028-02-29", now="2029-02-28T12:00:00Z")["reviews"] == 1
    leap = {"SRS_ROULETTE_NOW": "2028-02-29T12:00:00Z"}
    assert "learner-2028-02-29T120000Z.db" in "".join(home.run("backup", **leap).stdout.split())


def test_a_leap_day(home):
    sit(home, "2028-02-27T12:00:00Z")
    leap = {"now": "2028-02-29T12:00:00Z"}
    told = look(home, "due", "--deck", str(home.deck), **leap)
    assert (told["study_day"], told["due"]) == ("2028-02-29", 1)
    assert [one["study_day"] for one in told["forecast"][:2]] == ["2028-02-29", "2028-03-01"]
    sit(home, leap["now"])
    assert look(home, "history", **leap)["attempts"][-1]["study_day"] == "2028-02-29"
    assert "2028-02-29" in {file.stem.removeprefix("learner-daily-") for file in home.folder.glob("backups/*")}
    assert look(home, now="2029-02-28T12:00:00Z")["study_day"] == "2029-02-28"
    ordinary = look(home, "due", now="2027-02-28T12:00:00Z")["forecast"]
    assert [one["study_day"] for one in ordinary[:2]] == ["2027-02-28", "2027-03-01"]
