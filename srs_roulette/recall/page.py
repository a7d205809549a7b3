"""Long-term recall as a page: one file that needs nothing else, or the inner part of a page that somebody serves.

No script, no style in the elements, nothing from elsewhere: it holds under ``default-src 'none'; style-src 'self'``.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from srs_roulette.recall import page_memory as memory
from srs_roulette.recall import page_practice as practice
from srs_roulette.recall.page_html import Html, chosen, command, said, tag, text
from srs_roulette.recall.page_parts import NONE, SECTIONS, limits, percent
from srs_roulette.scheduling.days import iso

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from srs_roulette.recall.told import Told

TITLE: Final = "Long-term recall"
_WRITERS: Final[Mapping[str, Callable[[Told], Html]]] = {
    "known": memory.known,
    "load": practice.load,
    "leeches": practice.leeches,
    "slips": practice.slips,
    "retention": memory.retention,
    "fluency": practice.fluency,
    "transfer": memory.transfer,
    "calibration": memory.calibration,
    "memory": memory.memories,
    "activity": practice.activity,
}
"""Who writes each of ``SECTIONS``."""


def document(told: Told) -> str:
    """Return the whole page, to be kept as a file: the same history on the same day gives the same text."""
    title = f"{TITLE}, {iso(told.report.today)}"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{text(title)}</title>\n<style>\n{css()}</style>\n</head>\n"
        f'<body class="st-body">\n<main>\n{body(told)}\n</main>\n</body>\n</html>\n'
    )


def body(told: Told) -> str:
    """Return what stands in ``<main>``, from the one first-level heading on; ``css`` belongs to it."""
    links = (tag("li", tag("a", text(title), href=f"#st-{key}")) for key, (title, _) in SECTIONS.items())
    parts = [
        tag("h1", text(TITLE)),
        *_scope(told),
        _glance(told),
        tag("nav", tag("ul", *links), aria_label="On this page"),
        *(_WRITERS[key](told) for key in SECTIONS),
    ]
    return tag("div", *(Html(f"{part}\n") for part in parts), class_="st-page")


@cache
def css() -> str:
    """Return the style sheet: light, dark, narrow and printed. Every class in it begins with ``st-``."""
    return files("srs_roulette.recall").joinpath("page.css").read_text(encoding="utf-8")


def _scope(told: Told) -> list[Html]:
    report = told.report
    since = "" if report.since is None else f", since {iso(report.since)}"
    parts = [said(text(f"On {iso(report.today)}{since}. Answers counted: {report.reviews}."), kind="st-lead")]
    for what, names in (("Only these skills: ", told.families), ("Only these decks: ", told.decks)):
        if names:
            parts.append(said(what, ", ".join(map(chosen, names)), "."))
    if not report.reviews:
        parts.append(said("No reviews yet. Begin with: ", command("review")))
    return parts


def _glance(told: Told) -> Html:
    """Put the figures that say most at the top; what they count stands below, with their tables."""
    report = told.report
    kept, known, minutes = report.retention.all, report.knowledge.all, report.activity.seconds_a_day
    figures = {
        "Known now": (NONE if known.expected is None else f"{known.expected[0]:.1f}", f"of {known.items} items"),
        "True retention": (
            percent(kept.value),
            f"{limits(kept)} %, of {kept.n}" if kept.n else "nothing asked again yet",
        ),
        "Due today": (str(told.load[0][1]), "items"),
        "Streak": (str(told.streak), f"days; the longest: {report.activity.longest_streak}"),
        "Time a day": (NONE if minutes is None else f"{minutes / 60:.1f}", "minutes, on a day with answers"),
    }
    cells = (
        tag("div", tag("dt", text(what)), tag("dd", tag("strong", text(main)), Html(" "), tag("small", text(second))))
        for what, (main, second) in figures.items()
    )
    return tag("dl", *cells, class_="st-glance")
