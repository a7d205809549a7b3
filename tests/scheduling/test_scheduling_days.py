from __future__ import annotations

import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
import tzlocal
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.scheduling.days import from_iso, instant, instant_text, iso, resolve_zone, study_day, utc_ms

ZONES = ["UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"]


def at(text):
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("now", "zone", "day"),
    [
        # The clock goes forward at 01:00Z: 02:30Z is already 04:30 of the new day.
        ("2026-03-29T02:30Z", "Europe/Paris", "2026-03-29"),
        # The clock goes back at 01:00Z: 02:30Z is only 03:30.
        ("2026-10-25T02:30Z", "Europe/Paris", "2026-10-24"),
        ("2026-10-25T03:00Z", "Europe/Paris", "2026-10-25"),
        ("2023-10-11T02:30Z", "Europe/Paris", "2023-10-11"),
        ("2023-11-14T09:00Z", "America/New_York", "2023-11-14"),
        ("2023-11-15T06:00Z", "America/New_York", "2023-11-14"),
        # A change of half an hour.
        ("2026-04-04T17:29Z", "Australia/Lord_Howe", "2026-04-04"),
        ("2026-04-04T17:30Z", "Australia/Lord_Howe", "2026-04-05"),
        ("2026-01-10T20:30Z", "Asia/Macau", "2026-01-11"),
        ("2026-01-10T20:30Z", "America/Los_Angeles", "2026-01-10"),
        # A zone that skipped a whole date.
        ("2011-12-30T09:59Z", "Pacific/Apia", "2011-12-29"),
        ("2011-12-30T14:00Z", "Pacific/Apia", "2011-12-31"),
        ("2028-02-29T12:00Z", "UTC", "2028-02-29"),
        ("2028-03-01T03:59Z", "UTC", "2028-02-29"),
        ("2027-03-01T03:59Z", "UTC", "2027-02-28"),
    ],
)
def test_the_study_day_is_cut_by_the_wall_clock_of_that_instant(now, zone, day):
    assert iso(study_day(at(now), ZoneInfo(zone), 4)) == day


@pytest.mark.parametrize(
    ("now", "zone", "rollover", "day"),
    [
        # Paris leaps from 02:00 to 03:00 at 01:00Z, and falls from 03:00 to 02:00 at 01:00Z.
        ("2026-03-29T00:59Z", "Europe/Paris", 2, "2026-03-28"),
        ("2026-03-29T01:00Z", "Europe/Paris", 2, "2026-03-29"),
        ("2026-03-29T01:59Z", "Europe/Paris", 4, "2026-03-28"),
        ("2026-03-29T02:00Z", "Europe/Paris", 4, "2026-03-29"),
        ("2026-10-25T02:59Z", "Europe/Paris", 4, "2026-10-24"),
        ("2026-10-25T03:00Z", "Europe/Paris", 4, "2026-10-25"),
        # Lord Howe leaps half an hour, from 02:00 to 02:30 at 15:30Z, and falls from 02:00 to 01:30 at 15:00Z.
        ("2026-10-03T15:29Z", "Australia/Lord_Howe", 2, "2026-10-03"),
        ("2026-10-03T15:30Z", "Australia/Lord_Howe", 2, "2026-10-04"),
        ("2026-10-03T16:59Z", "Australia/Lord_Howe", 4, "2026-10-03"),
        ("2026-10-03T17:00Z", "Australia/Lord_Howe", 4, "2026-10-04"),
        ("2026-04-04T14:59Z", "Australia/Lord_Howe", 2, "2026-04-04"),
        ("2026-04-04T15:29Z", "Australia/Lord_Howe", 2, "2026-04-04"),
        ("2026-04-04T15:30Z", "Australia/Lord_Howe", 2, "2026-04-05"),
        ("2026-04-04T17:29Z", "Australia/Lord_Howe", 4, "2026-04-04"),
        ("2026-04-04T17:30Z", "Australia/Lord_Howe", 4, "2026-04-05"),
    ],
)
def test_the_nights_on_which_clocks_are_changed(now, zone, rollover, day):
    assert iso(study_day(at(now), ZoneInfo(zone), rollover)) == day


def test_new_york_twenty_one_hours_later_is_the_same_day_at_one_in_the_night():
    zone = ZoneInfo("America/New_York")
    assert study_day(instant(1_699_952_400_000), zone, 4) == study_day(instant(1_700_028_000_000), zone, 4)


def test_the_day_changes_at_the_rollover_and_at_no_other_time():
    zone = ZoneInfo("Europe/Paris")
    start = datetime(2026, 5, 1, 23, tzinfo=zone)
    days = [iso(study_day(start + timedelta(minutes=m), zone, 4)) for m in range(6 * 60)]
    assert days == ["2026-05-01"] * 300 + ["2026-05-02"] * 60


@pytest.mark.parametrize(("rollover", "day"), [(0, "2026-05-02"), (2, "2026-05-02"), (3, "2026-05-01")])
def test_the_rollover_is_an_hour(rollover, day):
    assert iso(study_day(at("2026-05-02T02:00+00:00"), UTC, rollover)) == day


@pytest.mark.parametrize("rollover", [-1, 13])
def test_a_rollover_outside_its_range_is_refused(rollover):
    with pytest.raises(ValueError, match="0 to 12"):
        study_day(at("2026-05-02T02:00Z"), UTC, rollover)


def test_naive_times_are_refused():
    with pytest.raises(ValueError, match="no time zone"):
        study_day(at("2026-05-02T02:00"), UTC, 4)
    with pytest.raises(ValueError, match="no time zone"):
        utc_ms(at("2026-05-02T02:00"))


def test_whatever_zone_an_instant_is_written_in_it_is_one_instant():
    texts = ["2026-01-01T14:00+02:00", "2026-01-01T12:00Z"]
    paris = ZoneInfo("Europe/Paris")
    assert len({utc_ms(at(text)) for text in texts}) == 1
    assert len({study_day(at(text), paris, 4) for text in texts}) == 1


def test_instants_are_written_in_one_width():
    assert instant_text(1_772_445_600_000) == "2026-03-02T10:00:00.000Z"
    assert instant_text(1_772_445_600_007) == "2026-03-02T10:00:00.007Z"
    assert utc_ms(at("2026-03-02T11:00:00.0079+01:00")) == 1_772_445_600_007


def test_days_are_counted_from_1970():
    assert (iso(0), from_iso("1970-01-02"), from_iso("2026-03-29")) == ("1970-01-01", 1, 20541)


@pytest.mark.parametrize("text", ["", "20260329", "2026-W13-7", "2027-02-29", "2026-3-29", "29.03.2026", "2026-03-29T"])
def test_only_the_one_form_of_date_is_read(text):
    with pytest.raises(ValueError, match="is no date"):
        from_iso(text)


@given(st.dates(date(1900, 1, 1), date(2200, 1, 1)))
def test_dates_survive(day):
    assert iso(from_iso(day.isoformat())) == day.isoformat()


@given(st.integers(0, 4_102_444_800_000), st.sampled_from(ZONES))
def test_instants_survive_in_any_zone(ms, zone):
    assert utc_ms(instant(ms).astimezone(ZoneInfo(zone))) == ms


@given(st.integers(0, 4_102_444_800_000), st.integers(0, 90_000_000), st.sampled_from(ZONES), st.integers(0, 12))
def test_days_never_run_backwards_by_more_than_a_clock_change(ms, later, name, rollover):
    zone = ZoneInfo(name)
    now, then = study_day(instant(ms), zone, rollover), study_day(instant(ms + later), zone, rollover)
    # Over 25 hours a day passes, or two where a zone leaps over a date. A clock set back across the rollover hour
    # itself may for its hour show the day before.
    assert -1 <= then - now <= 3
    local = instant(ms).astimezone(zone)
    assert date.fromisoformat(iso(now)) in {local.date(), local.date() - timedelta(days=1)}


def test_the_setting_names_the_zone_before_tz_does():
    zone, name, notice = resolve_zone("Europe/Paris", {"TZ": "Asia/Macau"})
    assert (str(zone), name, notice) == ("Europe/Paris", "Europe/Paris", None)


@pytest.mark.parametrize("tz", ["Asia/Macau", ":Asia/Macau", "/usr/share/zoneinfo/Asia/Macau", " Asia/Macau "])
def test_tz_names_the_zone(tz):
    assert resolve_zone(None, {"TZ": tz})[1:] == ("Asia/Macau", None)


@pytest.mark.parametrize(
    "tz", ["Mars/Olympus", "Europe", "../etc/passwd", "x" * 5000, "a\0b", "\udcff", "CET-1CEST,M3"]
)
def test_an_unknown_zone_is_utc_and_one_line(tz):
    for zone, name, notice in [resolve_zone(None, {"TZ": tz}), resolve_zone(tz, {})]:
        assert (zone, name) == (UTC, "UTC")
        assert notice.count("\n") == 0
        assert "no known time zone" in notice


def test_utc_needs_no_zone_files():
    assert resolve_zone("UTC", {})[0] is UTC


@pytest.mark.parametrize("environ", [{}, {"TZ": ""}])
def test_without_either_the_system_is_asked(monkeypatch, environ):
    monkeypatch.setattr(tzlocal, "get_localzone", lambda: ZoneInfo("Asia/Tokyo"))
    assert resolve_zone(None, environ)[1:] == ("Asia/Tokyo", None)
    monkeypatch.setattr(tzlocal, "get_localzone", lambda: timezone(timedelta(hours=2), "local"))
    assert resolve_zone("", environ)[1:] == ("local", None)


def test_a_system_without_a_zone_is_utc_and_one_line(monkeypatch):
    def guess():
        import warnings  # noqa: PLC0415

        warnings.warn("defaulting to UTC", stacklevel=1)
        return UTC

    monkeypatch.setattr(tzlocal, "get_localzone", guess)
    assert resolve_zone(None, {})[2] == "The system names no time zone: days are counted in UTC."
    monkeypatch.setattr(tzlocal, "get_localzone", lambda: {}["no zone"])
    assert resolve_zone(None, {}) == (UTC, "UTC", "The system's time zone is not known: days are counted in UTC.")


def test_importing_days_is_cheap():
    slow = {"zoneinfo", "tzlocal", "fsrs", "random"}
    code = f"import sys, srs_roulette.scheduling.days; print(sorted({slow} & {{*sys.modules}}))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
