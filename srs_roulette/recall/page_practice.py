"""Sections of the page: how fast answers come, which mistakes and items keep coming, and what was and will be done."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from srs_roulette.recall import plots
from srs_roulette.recall import plots_marks as marks
from srs_roulette.recall.page_html import Html, chosen, command, figure, folded, join, labelled, said, table, tag, text
from srs_roulette.recall.page_parts import (
    axis,
    beside,
    definition,
    drawn,
    legend,
    nothing,
    percent,
    seconds,
    section,
    skill,
)
from srs_roulette.recall.plots_scale import step
from srs_roulette.scheduling.days import iso
from srs_roulette.scheduling.types import StudyDay
from srs_roulette.session.leeches import LOOKED_AT
from srs_roulette.stats.slips import LATELY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from srs_roulette.recall.told import Told
    from srs_roulette.session.leeches import Leech
    from srs_roulette.stats.activity import DayDone
    from srs_roulette.stats.fluency import Fluency, SpeedDue
    from srs_roulette.stats.slips import SlipCount

_WEEK: Final = 7
_THURSDAY: Final = 3
"""The weekday of study day 0; Monday is 0."""
_SHADES: Final = 4
_MANY: Final = 10
"""Rows that are shown; the others are folded."""
_HEAD_OF_PACES: Final = Html("median <small>9 of 10</small>")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTH: Final = 30
"""Days of a plot of days."""


def fluency(told: Told) -> Html:
    """Tell how long right answers take, against what the table asks, and what is known but slow."""
    paces = told.report.fluency
    parts = [nothing("No right answer has a time yet.")] if not paces else [_paces(paces), _courses(paces)]
    return section("fluency", *parts, *_speed_due(told.report.speed_due))


def _paces(paces: Sequence[Fluency]) -> Html:
    most = max(1, *(max(one.pace.p90, one.target_seconds or 0) for one in paces))
    by = step(most / 2)
    top = by * -(-most // by)
    heads = (
        axis("skill", "0", f"{top / 2:g}", f"{top:g} s"),
        _HEAD_OF_PACES,
        text("target"),
        text("in time"),
    )
    return table(
        "Time to the right answer; the stroke is the target",
        heads,
        (
            (
                labelled(skill(one.family), mark=marks.pace(one.pace.median, one.pace.p90, one.target_seconds, top)),
                figure(seconds(one.pace.median), seconds(one.pace.p90)),
                text(seconds(one.target_seconds)),
                figure(percent(one.in_time.value), f"of {one.pace.n}"),
            )
            for one in paces
        ),
    )


def _courses(paces: Sequence[Fluency]) -> Html:
    months = sorted({month for one in paces for month in one.months})
    small = (
        drawn(
            name := one.family or "not known",
            plots.course(
                name,
                {month: pace.median for month, pace in one.months.items()},
                one.target_seconds,
                (months[0], months[-1]),
            ),
        )
        for one in paces
    )
    numbers = table(
        "Time to the right answer, by month",
        (text("skill"), text("month"), _HEAD_OF_PACES, text("of")),
        (
            (skill(one.family), text(month), figure(seconds(pace.median), seconds(pace.p90)), text(str(pace.n)))
            for one in paces
            for month, pace in one.months.items()
        ),
    )
    title = tag("h3", text("Median seconds by month"))
    return join(title, tag("div", *small, class_="st-many"), folded("The numbers by month", numbers))


def _speed_due(slow: Sequence[SpeedDue]) -> Sequence[Html]:
    head = (tag("h3", text("Speed due: remembered but slow")), definition("speed_due"))
    if not slow:
        return (*head, nothing("Nothing that is remembered is known to be slow."))
    shown, others = slow[:_MANY], slow[_MANY:]
    families = " ".join(dict.fromkeys(one.family for one in shown))
    return (
        *head,
        _slow(f"{len(slow)} items, the slowest against its target first", shown),
        *([folded(f"{len(others)} more", _slow("The other slow items", others))] if others else []),
        said("To practise: ", command(f"drill {families}")),
    )


def _slow(caption: str, items: Sequence[SpeedDue]) -> Html:
    return table(
        caption,
        (text("item"), text("takes"), text("target"), text("recall")),
        (
            (
                labelled(chosen(one.item), skill(one.family)),
                text(seconds(one.seconds)),
                text(seconds(one.target_seconds)),
                text(percent(one.recall)),
            )
            for one in items
        ),
        stacked=True,
    )


def slips(told: Told) -> Html:
    """Tell which known mistakes are made, the most frequent of the last days first."""
    made = told.report.slips
    if not made:
        return section("slips", nothing("No wrong answer was one of the known mistakes."))
    shown, others = made[:_MANY], made[_MANY:]
    keys = legend({"st-part": f"in the last {LATELY} days", "st-bar": "all"})
    more = [folded(f"{len(others)} more", _slips("The other mistakes", others, made))] if others else []
    return section("slips", keys, _slips("Known mistakes", shown, made), *more)


def _slips(caption: str, made: Sequence[SlipCount], every: Sequence[SlipCount]) -> Html:
    top = max(one.n for one in every)
    return table(
        caption,
        (text("mistake"), text("lately"), text("all"), text("of wrong")),
        (
            (
                labelled(chosen(one.slip.replace("_", " ")), *_where(one), mark=marks.bar(one.n, top, some=one.lately)),
                text(str(one.lately)),
                text(str(one.n)),
                text(percent(one.share)),
            )
            for one in made
        ),
        stacked=True,
    )


def _where(one: SlipCount) -> tuple[Html, ...]:
    at = (f"{chosen(item)}\N{NO-BREAK SPACE}({n})" for item, n in one.items)
    return Html(f"{skill(one.family)}, last on {iso(one.last_day)}"), Html(f"most often: {', '.join(at)}")


def load(told: Told) -> Html:
    """Tell what falls due on the days ahead."""
    days = [due for _, due in told.load]
    if not any(days):
        return section("load", nothing("Nothing falls due."))
    busiest = max(told.load, key=lambda one: one[1])
    sums = table(
        "Items due",
        (text("when"), text("items")),
        (
            (text("today"), text(str(days[0]))),
            (text("in 7 days, with today"), text(str(sum(days[:_WEEK])))),
            (text("in 30 days, with today"), text(str(sum(days)))),
            (text(f"the most on one day, {iso(busiest[0])}"), text(str(busiest[1]))),
        ),
    )
    numbers = table(
        "Day by day", (text("day"), text("items")), ((text(iso(day)), text(str(due))) for day, due in told.load)
    )
    labels = {0: "today", **{ahead: f"+{ahead}" for ahead in range(_WEEK, len(days), _WEEK)}}
    desc = f"A bar a day from {iso(told.load[0][0])} on; today {days[0]}, the most {busiest[1]}."
    title = "Items due on each of the next 30 days"
    plot = drawn(title, plots.bars(title, desc, days, labels))
    return section("load", beside(plot, join(sums, folded("Day by day", numbers))))


def activity(told: Told) -> Html:
    """Tell when there was practice, and how much."""
    done = told.report.activity
    if done.seconds_a_day is None:
        return section("activity", nothing("No day with an answer."))
    by_day, today = {day.day: day for day in done.days}, told.report.today
    figures = table(
        "Days",
        (text("what"), text("figure")),
        (
            (text("days with answers"), text(str(len(done.days)))),
            (text("minutes on such a day"), text(f"{done.seconds_a_day / 60:.1f}")),
            (text("streak, days"), text(str(told.streak))),
            (text("longest streak, days"), text(str(done.longest_streak))),
        ),
    )
    first = today - _MONTH + 1
    minutes = [by_day[day].seconds / 60 if (day := StudyDay(first + n)) in by_day else 0 for n in range(_MONTH)]
    labels = {_MONTH - 1: "today", **{_MONTH - 1 - back: f"−{back}" for back in range(_WEEK, _MONTH, _WEEK)}}
    title = "Minutes on each of the last 30 days"
    desc = f"A bar a day up to {iso(today)}; the most {max(minutes):.1f} minutes."
    return section(
        "activity",
        definition("streak"),
        beside(drawn(title, plots.bars(title, desc, minutes, labels)), figures),
        *_year(by_day, today),
        _by_month(done.days),
        folded("Day by day", _by_day(done.days)),
    )


def _by_month(days: Sequence[DayDone]) -> Html:
    found = {month: list(of) for month, of in groupby(days, key=lambda day: iso(day.day)[:7])}
    top = max(sum(day.answers for day in of) for of in found.values())
    return table(
        "Answers by month",
        (text("month"), text("answers"), text("new"), text("days"), text("min a day")),
        (
            (
                labelled(text(month), mark=marks.bar(answers := sum(day.answers for day in of), top)),
                text(str(answers)),
                text(str(sum(day.new for day in of))),
                text(str(len(of))),
                text(f"{sum(day.seconds for day in of) / 60 / len(of):.1f}"),
            )
            for month, of in found.items()
        ),
    )


def _by_day(days: Sequence[DayDone]) -> Html:
    return table(
        "Each day with an answer",
        (text("day"), text("answers"), text("new"), text("minutes")),
        (
            (text(iso(day.day)), text(str(day.answers)), text(str(day.new)), text(f"{day.seconds / 60:.1f}"))
            for day in reversed(days)
        ),
    )


def _year(by_day: Mapping[StudyDay, DayDone], today: StudyDay) -> tuple[Html, ...]:
    """Draw the last year as two halves, which stand side by side where there is room; none without a day in it."""
    monday = today - (today + _THURSDAY) % _WEEK
    halves = [monday - back * _WEEK for back in (2 * plots.WEEKS - 1, plots.WEEKS - 1)]
    shown = {day: done for day, done in by_day.items() if halves[0] <= day <= today}
    if not shown:
        return ()
    top = max(day.answers for day in shown.values())
    squares = [
        _half(first, shown, today, top)
        for first in halves
        if any(first <= day < first + plots.WEEKS * _WEEK for day in shown)
    ]
    return tag("h3", text("Answers on each day of a year")), beside(*squares), legend(_shades(top))


def _half(first: int, shown: Mapping[StudyDay, DayDone], today: StudyDay, top: int) -> Html:
    weeks: list[list[tuple[str, int] | None]] = []
    heads: dict[int, str] = {}
    for place in range(plots.WEEKS):
        days = [StudyDay(first + place * _WEEK + n) for n in range(_WEEK)]
        weeks.append([_square(day, shown.get(day), top) if day <= today else None for day in days])
        # A month is named above the week that holds its first day.
        for month in (iso(day)[5:7] for day in days if iso(day).endswith("-01")):
            heads[place] = _MONTHS[int(month) - 1]
    last = min(today, first + plots.WEEKS * _WEEK - 1)
    answers = sum(done.answers for day, done in shown.items() if first <= day <= last)
    span = f"{iso(StudyDay(first))} to {iso(StudyDay(last))}"
    plot = plots.heatmap(f"Answers on each day, {span}", f"A square a day, {answers} answers in all.", weeks, heads)
    return drawn(span, plot)


def _square(day: StudyDay, done: DayDone | None, top: int) -> tuple[str, int]:
    if done is None:
        return f"{iso(day)}: no answer", 0
    return f"{iso(day)}: {done.answers} answers, {done.seconds / 60:.1f} min", -(-done.answers * _SHADES // top)


def _shades(top: int) -> dict[str, str]:
    """Say how many answers a day of each shade has; with few answers a day some shades stand for none."""
    ends = [(0, 0), *(((shade - 1) * top // _SHADES + 1, shade * top // _SHADES) for shade in range(1, _SHADES + 1))]
    return {
        f"st-heat-{shade}": f"{least} to {most} answers" if least < most else f"{most} answers"
        for shade, (least, most) in enumerate(ends)
        if least <= most
    }


def leeches(told: Told) -> Html:
    """Tell what will not stick, and what helps."""
    if not told.leeches:
        return section("leeches", nothing("None."))
    rows = ((_leech(told, leech), figure(str(leech.wrong), f"of {LOOKED_AT}")) for leech in told.leeches)
    wrong = "Its key is wrong? Find the answer with ", command("history ITEM"), ", then: ", command("flag ID TEXT")
    return section(
        "leeches",
        table("Items that will not stick", (text("item"), text("wrong")), rows),
        said(*wrong),
    )


def _leech(told: Told, leech: Leech) -> Html:
    entry, key = leech.entry, leech.entry.section
    helps = [Html(f"To practise: {command(f'drill {entry.family}')}")]
    if key in told.lessons:
        helps.insert(0, Html(f"To read: {command(f'lesson {key[1]}')}"))
    helps.append(Html(f"To leave it: {command(f'items suspend {entry.id}')}"))
    return labelled(chosen(entry.id), *helps)
