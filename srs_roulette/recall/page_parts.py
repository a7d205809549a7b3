"""What the sections of the page share: their frame, their figures, the tables of shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from srs_roulette.recall import plots_marks as marks
from srs_roulette.recall.document import DEFINITIONS
from srs_roulette.recall.page_html import Html, chosen, figure, folded, labelled, said, table, tag, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from srs_roulette.stats.columns import Family
    from srs_roulette.stats.types import Share

NONE: Final = "–"
"""What stands where there is nothing to count."""
SECTIONS: Final = {
    "known": ("Known", "known"),
    "load": ("The next 30 days", "load"),
    "leeches": ("Leeches", "leeches"),
    "slips": ("Slips", "slips"),
    "retention": ("True retention", "true_retention"),
    "fluency": ("Fluency", "fluency"),
    "transfer": ("Transfer", "transfer"),
    "calibration": ("Calibration", "calibration"),
    "memory": ("Memories", "memory"),
    "activity": ("Practice", "activity"),
}
"""By what links to it: the title, and the key of the definition. First what says what to do."""
HEAD_OF_SHARES: Final = Html("right <small>range</small>")
_LONG: Final = 14
"""Rows of a table beside a plot; a longer one is folded."""


def section(key: str, *parts: Html) -> Html:
    """Return a section of ``SECTIONS``, its definition first."""
    title, defined = SECTIONS[key]
    head = tag("h2", text(title), id=f"st-{key}")
    return tag("section", head, definition(defined), *parts, class_="st-section", aria_labelledby=f"st-{key}")


def definition(key: str) -> Html:
    """Say what is counted, by its key in the JSON document."""
    return said(text(DEFINITIONS[key].replace(" %", "\N{NO-BREAK SPACE}%")), kind="st-definition")


def nothing(why: str) -> Html:
    """Say why there is nothing to see."""
    return said(text(f"{NONE} {why}"), kind="st-nothing")


def beside(*parts: Html) -> Html:
    """Put plots and tables side by side, where there is room."""
    return tag("div", *(tag("div", one) for one in parts), class_="st-beside")


def drawn(caption: str, plot: Html) -> Html:
    """Return a plot under its caption, which is a text."""
    return tag("figure", tag("figcaption", text(caption)), plot, class_="st-figure")


def at_hand(summary: str, numbers: Html, rows: int) -> Html:
    """Return a table beside a plot: shown where it is short, else on demand."""
    return numbers if rows <= _LONG else folded(summary, numbers)


def shares(caption: str, head: str, rows: Mapping[Html, Share], asked: float | None = None) -> Html:
    """Return a table of shares with their ranges.

    :param asked: the share to be reached: with it each row is drawn, from 0 to 100 %
    """
    return table(
        caption,
        (text(head) if asked is None else axis(head, "0", "50", "100 %"), HEAD_OF_SHARES, text("of")),
        (
            (
                label if asked is None else labelled(label, mark=marks.interval(share, asked)),
                figure(percent(share.value), limits(share)),
                text(str(share.n)),
            )
            for label, share in rows.items()
        ),
    )


def legend(keys: Mapping[str, str]) -> Html:
    """Explain the fills of bars or squares: their classes, and what these stand for."""
    parts = (
        tag(
            "span",
            tag(
                "svg",
                tag("rect", class_=kind, width=12, height=12),
                class_="st-key",
                viewBox="0 0 12 12",
                aria_hidden="true",
            ),
            text(label),
        )
        for kind, label in keys.items()
    )
    return tag("p", *parts, class_="st-legend")


def axis(head: str, *ends: str) -> Html:
    """Head the first column: what its rows are, and the axis of their marks."""
    scale = tag("span", *(tag("span", text(end)) for end in ends), class_="st-scale", aria_hidden="true")
    return labelled(text(head), mark=scale)


def skill(family: Family) -> Html:
    """Name a family; an item that is in no deck in use may have none."""
    return text("not known") if family is None else chosen(family)


def percent(value: float | None) -> str:
    """Write a share."""
    return NONE if value is None else f"{100 * value:.1f} %"


def limits(share: Share) -> str:
    """Write the range of a share, in percent."""
    return "" if share.low is None or share.high is None else f"{100 * share.low:.0f}–{100 * share.high:.0f}"


def seconds(value: float | None) -> str:
    """Write a time."""
    return NONE if value is None else f"{value:.1f} s"
