"""Plots: round figures along the axes, and nothing drawn outside the drawing whatever is counted."""

from __future__ import annotations

import re
from datetime import date
from math import isfinite

import pytest
from html_helpers import read
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.recall import plots, plots_marks
from srs_roulette.recall.plots_scale import Scale, step, ticks
from srs_roulette.stats.calibration import Bin
from srs_roulette.stats.types import Share

MONTHS = st.dates(min_value=date(1970, 1, 1)).map(lambda day: f"{day.year:04}-{day.month:02}")
COUNTS = st.integers(1, 10**6)
SHARES = COUNTS.flatmap(lambda n: st.integers(0, n).map(lambda passed: Share.of(passed, n)))
SECONDS = st.floats(0, 60)


def inside(drawing):
    """Tell whether all that is drawn lies inside, and nothing is no number."""
    svg = read(drawing).one("svg")
    _, _, width, height = map(float, svg.attributes["viewbox"].split())
    for one in svg.all("rect", "circle", "text", "path"):
        values = " ".join(one.attributes.get(key, "") for key in ("x", "y", "cx", "cy", "r", "width", "height", "d"))
        assert all(map(isfinite, map(float, re.findall(r"-?[\d.]+(?:e[+-]?\d+)?|nan|inf", values))))
        x = float(one.attributes.get("x", one.attributes.get("cx", 0)))
        y = float(one.attributes.get("y", one.attributes.get("cy", 0)))
        assert 0 <= x <= width
        assert 0 <= y <= height
        if one.name == "rect":
            assert x + float(one.attributes["width"]) <= width + 0.1
            assert y + float(one.attributes["height"]) <= height + 0.1
        for x, y in re.findall(r"[ML]([-\d.]+) ([-\d.]+)", one.attributes.get("d", "")):
            assert 0 <= float(x) <= width
            assert 0 <= float(y) <= height
    return svg


@given(st.floats(1e-3, 1e9))
def test_a_step_is_round_and_large_enough(value):
    found = step(value)
    assert found >= value * (1 - 1e-9)
    assert found < value * 2.5 * (1 + 1e-9)
    assert f"{found:.0e}"[0] in "125"
    assert found == pytest.approx(float(f"{found:.0e}"))


@pytest.mark.parametrize(("value", "found"), [(1, 1), (1.1, 2), (2.4, 5), (6, 10), (60, 100), (0.21, 0.5), (8.6, 10)])
def test_steps_that_people_would_take(value, found):
    assert step(value) == pytest.approx(found)


def test_ticks_reach_from_end_to_end():
    assert ticks(0, 30, 10) == [0, 10, 20, 30]
    assert ticks(0, 1, 1) == [0, 1]


def test_a_scale_holds_what_lies_beyond():
    scale = Scale(low=0.5, high=1, start=100, end=0)
    assert [scale(value) for value in (0, 0.5, 0.75, 1, 2)] == [100, 100, 50, 0, 0]


@given(st.dictionaries(MONTHS, SHARES, min_size=1, max_size=40), st.floats(0.7, 0.99))
def test_months(shares, asked):
    svg = inside(plots.months(dict(sorted(shares.items())), asked))
    assert len(svg.all("circle")) == len(shares)
    named = [one.text for one in svg.all("text") if "-" in one.text]
    assert named[0] == min(shares)
    assert len(named) <= 5


@given(st.dictionaries(st.integers(0, 19), st.tuples(st.floats(0, 0.05), SHARES), min_size=1))
def test_calibration(found):
    bins = [
        Bin(low=n / 20, high=(n + 1) / 20, predicted=n / 20 + more, actual=actual)
        for n, (more, actual) in sorted(found.items())
    ]
    svg = inside(plots.calibration(bins))
    assert len(svg.all("circle")) == len(bins)
    sizes = {one.actual.n: float(dot.attributes["r"]) for one, dot in zip(bins, svg.all("circle"), strict=True)}
    assert [sizes[n] for n in sorted(sizes)] == sorted(sizes.values())


@given(st.lists(st.integers(0, 10**6) | st.floats(0, 1e4), min_size=1, max_size=31))
def test_bars(values):
    svg = inside(plots.bars("Title", "Of some days.", values, {0: "today", len(values) - 1: "end"}))
    assert len(svg.all("rect")) == sum(value > 0 for value in values)
    assert 2 <= sum(one.text.replace(".", "").replace("e+", "").isdigit() for one in svg.all("text")) <= 7


@given(st.dictionaries(MONTHS, SECONDS, min_size=1, max_size=30), st.none() | SECONDS)
def test_courses(seconds, target):
    seconds = dict(sorted(seconds.items()))
    svg = inside(plots.course("skill", seconds, target, (min(seconds), max(seconds))))
    assert len(svg.all("circle")) == len(seconds)
    assert len(svg.all("path", class_="st-goal")) == (target is not None)


@given(SHARES, SHARES, SECONDS, SECONDS, st.none() | SECONDS)
def test_marks(one, two, median, longer, target):
    p90 = max(median, longer)
    top = max(1, p90, target or 0)
    for drawing in (
        plots_marks.interval(one, 0.9),
        plots_marks.interval(Share.of(0, 0), 0.9),
        plots_marks.pair(one, two),
        plots_marks.pair(one, Share.of(0, 0)),
        plots_marks.pair(Share.of(0, 0), two),
        plots_marks.bar(one.passed, one.n, some=one.passed, of=one.n),
        plots_marks.pace(median, p90, target, top),
    ):
        inside(drawing)
    late = read(plots_marks.pace(median, p90, target, top)).all(class_="st-late")
    assert bool(late) == (target is not None and median > target)
