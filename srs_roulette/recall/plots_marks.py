"""Marks: the figures of one row of a table, drawn; as wide as the page leaves them room.

A mark is stretched, so its lines do not scale with it (the style sheet says so), and a dot is a line of no length with
round ends, which stays round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.recall.page_html import Html, tag

if TYPE_CHECKING:
    from srs_roulette.stats.types import Share


def interval(share: Share, asked: float) -> Html:
    """Draw a share with its range, 0 to 1 being the whole length, and a stroke at the share ``asked`` for."""
    drawn = [_line("st-track", 0, 1), _stroke(asked)]
    if share.value is not None and share.low is not None and share.high is not None:
        drawn += [_line("st-range", share.low, share.high), _dot("st-dot", share.value)]
    return _mark(*drawn)


def pair(first: Share, second: Share) -> Html:
    """Draw two shares on one line: the first as a dot, the second as a ring."""
    drawn = [_line("st-track", 0, 1)]
    if first.value is not None and second.value is not None:
        drawn.append(_line("st-range", *sorted((first.value, second.value))))
    if second.value is not None:
        drawn += [_dot("st-dot", second.value), _dot("st-hole", second.value)]
    if first.value is not None:
        drawn.append(_dot("st-dot", first.value))
    return _mark(*drawn)


def bar(value: float, top: float, *, of: float = 0, some: float = 0) -> Html:
    """Draw a value as a bar, ``top`` being the whole length.

    :param of: what it is a part of, drawn behind it
    :param some: what is a part of it, drawn over it
    """
    layers = (("st-rest", of), ("st-bar", value), ("st-part", some))
    return _mark(*(tag("rect", class_=kind, width=100 * n / top, height=12) for kind, n in layers if n))


def pace(median: float, p90: float, target: float | None, top: float) -> Html:
    """Draw times, ``top`` being all the length: a dot at the median, a line to nine of ten, a stroke at the target."""
    late = target is not None and median > target
    return _mark(
        _line("st-track", 0, 1),
        _line("st-range", median / top, p90 / top),
        *([] if target is None else [_stroke(target / top)]),
        _dot("st-late" if late else "st-dot", median / top),
    )


def _mark(*drawn: Html) -> Html:
    # The figures stand in the same row: a screen reader would only say them twice.
    return tag("svg", *drawn, class_="st-mark", viewBox="0 0 100 12", preserveAspectRatio="none", aria_hidden="true")


def _line(kind: str, start: float, end: float) -> Html:
    return tag("path", class_=kind, d=f"M{100 * start:.2f} 6H{100 * end:.2f}")


def _dot(kind: str, at: float) -> Html:
    return tag("path", class_=kind, d=f"M{100 * at:.2f} 6h.01")


def _stroke(at: float) -> Html:
    return tag("path", class_="st-goal", d=f"M{100 * at:.2f} 0v12")
