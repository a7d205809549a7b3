"""Plots with axes as SVG that a style sheet colours: no script, no style of their own, no ids.

They are drawn 320 wide, so that their words can be read on a phone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from srs_roulette.recall.page_html import Html, tag, text
from srs_roulette.recall.plots_scale import Scale, step, ticks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from srs_roulette.stats.calibration import Bin
    from srs_roulette.stats.types import Share

_WIDTH, _LEFT, _RIGHT, _TOP, _FOOT = 320, 34, 8, 10, 22
"""Of a plot, and the room that its axes and their words take."""
_FEW: Final = 5
"""Steps of an axis, at most."""
WEEKS: Final = 27
"""Of one heatmap: half a year."""


def months(shares: Mapping[str, Share], asked: float) -> Html:
    """Draw a share for each month, named as 2026-03, with its range; months without one are a gap."""
    height, places = 190, {month: _number(month) for month in shares}
    first, last = min(places.values()), max(places.values())
    low, marks = _share_range([asked, *(share.value for share in shares.values() if share.value is not None)])
    x = _month_scale(first, last, _LEFT + 22, _WIDTH - _RIGHT - 22)
    y = Scale(low=low, high=1, start=height - _FOOT, end=_TOP)
    by = -(-(last - first + 1) // _FEW)
    points = [(x(places[month]), y(share.value)) for month, share in shares.items() if share.value is not None]
    return _plot(
        "True retention by month",
        f"From {min(shares)} to {max(shares)}: a dot a month, its range as a line, the recall asked for dashed.",
        (_WIDTH, height),
        [
            *(_grid(y(mark), f"{100 * mark:.0f}") for mark in marks),
            *(_label((x(at), height - 6), f"{at // 12}-{at % 12 + 1:02}") for at in range(first, last + 1, by)),
            _path("st-goal", f"M{_LEFT} {y(asked):.2f}H{_WIDTH - _RIGHT}"),
            *_curve(points),
            *(_whisker(x(places[month]), share, y) for month, share in shares.items()),
        ],
    )


def calibration(bins: Sequence[Bin]) -> Html:
    """Draw what happened against what was predicted: a dot for each bin, the larger the more answers it holds."""
    size, left, foot = 320, _LEFT + 14, _FOOT + 14
    low, marks = _share_range(
        [value for one in bins for value in (one.predicted, one.actual.value) if value is not None]
    )
    x = Scale(low=low, high=1, start=left, end=size - _RIGHT - 8)
    y = Scale(low=low, high=1, start=size - foot, end=_TOP + 4)
    top = max(one.actual.n for one in bins)
    return _plot(
        "Predicted and actual shares of right answers",
        "A dot for each group of answers that were predicted alike, the larger the more answers, its range as a line."
        " On the dashed line predictions are right; above it more was known than predicted.",
        (size, size),
        [
            *(_grid(y(mark), f"{100 * mark:.0f}", left=left) for mark in marks),
            *(_label((x(mark), size - foot + 16), f"{100 * mark:.0f}") for mark in marks),
            _label(((x(low) + x(1)) / 2, size - 4), "predicted, %"),
            tag(
                "text", text("right, %"), class_="st-axis", transform=f"translate(11 {y((1 + low) / 2):.0f})rotate(-90)"
            ),
            _path("st-goal", f"M{x(low):.2f} {y(low):.2f}L{x(1):.2f} {y(1):.2f}"),
            *(_whisker(x(one.predicted), one.actual, y, 2.5 + 7 * (one.actual.n / top) ** 0.5) for one in bins),
        ],
    )


def bars(title: str, desc: str, values: Sequence[float], labels: Mapping[int, str]) -> Html:
    """Draw a bar for each value; ``labels`` stand below some of them, by place."""
    height, most = 150, max(1, *values)
    by = step(max(1, most / _FEW))
    x = Scale(low=0, high=len(values), start=_LEFT, end=_WIDTH - _RIGHT)
    y = Scale(low=0, high=by * -(-most // by), start=height - _FOOT, end=_TOP)
    room = x(1) - x(0)
    drawn = [_grid(y(mark), f"{mark:g}") for mark in ticks(0, y.high, by)]
    for place, value in enumerate(values):
        box = {"x": x(place) + room / 8, "y": y(value), "width": room * 3 / 4, "height": y(0) - y(value)}
        if value:
            drawn.append(tag("rect", _tip(f"{value:.1f}".removesuffix(".0")), class_="st-bar", **box))
    for place, label in labels.items():
        # The first and the last would stand out beyond the plot.
        ends = {0: (x(0), "start"), len(values) - 1: (x(len(values)), "end")}
        at, anchor = ends.get(place, (x(place + 0.5), "middle"))
        drawn.append(_label((at, height - 6), label, anchor))
    return _plot(title, desc, (_WIDTH, height), drawn)


def course(label: str, seconds: Mapping[str, float], target: float | None, span: tuple[str, str]) -> Html:
    """Draw seconds month by month, small; ``span`` is the first month and the last that any such plot has."""
    width, height, left = 160, 84, 26
    most, (first, last) = max(1, target or 0, *seconds.values()), map(_number, span)
    by = step(most / 2)
    x = _month_scale(first, last, left + 8, width - 8)
    y = Scale(low=0, high=by * -(-most // by), start=height - 17, end=8)
    points = [(x(_number(month)), y(value)) for month, value in seconds.items()]
    drawn = [_grid(y(mark), f"{mark:g}", left=left, right=width) for mark in (0, y.high)]
    if target is not None:
        drawn.append(_path("st-goal", f"M{left} {y(target):.2f}H{width}"))
    drawn += [*_curve(points), *(_point(at, 2.5) for at in points)]
    drawn.append(_label((left, height - 4), span[0], "start"))
    if last > first:
        drawn.append(_label((width, height - 4), span[1], "end"))
    goal = "" if target is None else f", the target of {target:g} s dashed"
    return _plot(
        f"{label}: median time by month",
        f"A dot a month, in seconds{goal}.",
        (width, height),
        drawn,
        "st-plot st-small",
    )


def heatmap(title: str, desc: str, weeks: Sequence[Sequence[tuple[str, int] | None]], heads: Mapping[int, str]) -> Html:
    """Draw a column for each week and a square for each of its days: what a pointer shows of it, and its shade, 0 to 4.

    :param weeks: seven days each, Monday first; ``None``: not one of the days that are told of
    :param heads: what stands above some weeks, by place
    """
    cell, left, top = 10.5, 30, 16
    drawn = [_label((left + cell * place, 11), head, "start") for place, head in heads.items()]
    drawn += [_label((0, top + cell * row + 9), name, "start") for row, name in ((0, "Mon"), (2, "Wed"), (4, "Fri"))]
    for place, week in enumerate(weeks):
        for row, day in enumerate(week):
            if day is not None:
                box = {"x": left + cell * place, "y": top + cell * row, "width": cell - 2, "height": cell - 2, "rx": 2}
                drawn.append(tag("rect", _tip(day[0]), class_=f"st-heat-{day[1]}", **box))
    return _plot(title, desc, (left + WEEKS * cell, top + 7 * cell), drawn)


def _plot(title: str, desc: str, size: tuple[float, float], drawn: Iterable[Html], kind: str = "st-plot") -> Html:
    width, height = size
    told = (_tip(title), tag("desc", text(desc)))
    return tag("svg", *told, *drawn, class_=kind, viewBox=f"0 0 {width:g} {height:g}", role="img", direction="ltr")


def _tip(title: str) -> Html:
    """Name a shape; a pointer shows it."""
    return tag("title", text(title))


def _curve(points: Sequence[tuple[float, float]]) -> Iterable[Html]:
    return (_path("st-curve", f"M{x:.2f} {y:.2f}L{to_x:.2f} {to_y:.2f}") for (x, y), (to_x, to_y) in pairwise(points))


def _whisker(at: float, share: Share, y: Scale, radius: float = 4) -> Html:
    if share.value is None or share.low is None or share.high is None:
        return Html("")
    line = _path("st-error", f"M{at:.2f} {y(share.low):.2f}V{y(share.high):.2f}")
    return Html(line + _point((at, y(share.value)), radius, f"{100 * share.value:.1f} % of {share.n}"))


def _point(at: tuple[float, float], radius: float, tip: str = "") -> Html:
    return tag("circle", *([_tip(tip)] if tip else []), class_="st-point", cx=at[0], cy=at[1], r=radius)


def _grid(at: float, label: str, *, left: float = _LEFT, right: float = _WIDTH - _RIGHT) -> Html:
    """Draw a line across, and what it stands for at its left."""
    return Html(_path("st-grid", f"M{left:g} {at:.2f}H{right:g}") + _label((left - 5, at + 4), label, "end"))


def _label(at: tuple[float, float], label: str, anchor: str = "middle") -> Html:
    return tag("text", text(label), class_="st-axis", x=at[0], y=at[1], text_anchor=anchor)


def _path(kind: str, d: str) -> Html:
    return tag("path", class_=kind, d=d)


def _share_range(values: Iterable[float]) -> tuple[float, Sequence[float]]:
    """Return where an axis of shares begins, a multiple of 0.1 below all of them, and its ticks up to 1."""
    tenths = max(0, int(10 * min(values) - 0.5))
    by = 1 if tenths >= _FEW else 2
    tenths -= tenths % by
    return tenths / 10, [mark / 10 for mark in range(tenths, 11, by)]


def _number(month: str) -> int:
    """Return the number of a month, so that a missing one leaves a gap."""
    year, of_year = month.split("-")
    return 12 * int(year) + int(of_year) - 1


def _month_scale(first: int, last: int, start: float, end: float) -> Scale:
    """Lay months out from ``start`` to ``end``; a single one comes into the middle."""
    aside = int(first == last)
    return Scale(low=first - aside, high=last + aside, start=start, end=end)
