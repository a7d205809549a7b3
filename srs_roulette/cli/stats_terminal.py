"""``stats`` in the terminal: tables drawn by rich, as wide as the terminal, in its colours and its signs."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from srs_roulette.cli import output
from srs_roulette.recall.document import DEFINITIONS
from srs_roulette.scheduling.days import iso
from srs_roulette.scheduling.types import StudyDay
from srs_roulette.session.leeches import LOOKED_AT
from srs_roulette.stats.knowledge import AHEAD, DIFFICULTIES, STABILITIES
from srs_roulette.wording.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from srs_roulette.recall.told import Told
    from srs_roulette.stats.calibration import Scores
    from srs_roulette.stats.report import Report
    from srs_roulette.stats.types import Share

    _Columns = Mapping[int, tuple[str, ...]]
    """By place in the whole table; the head is the first of each."""

_NONE: Final = "-"
_MONTHS, _SLOW, _SLIPS = 12, 10, 10
"""So many rows at most; --json has all."""
_BAR: Final = 12
"""Columns of a full bar."""
_WIDE: Final = 60
"""Where the terminal is narrower, columns stand closer."""
_WEEK: Final = 7
_THURSDAY: Final = 3
"""The weekday of study day 0; Monday is 0."""
_SHADES, _PLAIN_SHADES = " ░▒▓█", " .:*#"
_STEPS, _PLAIN_STEPS = " ▁▂▃▄▅▆▇█", " .:-=+*#@"


def show(told: Told, *, explain: bool) -> None:
    """Print every table; ``explain`` puts what it counts under its title."""
    view = _View(explain=explain)
    report = told.report
    since = "" if report.since is None else f", since {iso(report.since)}"
    output.say(f"Long-term recall on {iso(report.today)}{since}. Answers counted: {report.reviews}.")
    if not report.reviews:
        output.say("No reviews yet. Begin with: srs-roulette review")
    _retention(view, report)
    _calibration(view, report)
    _transfer(view, report)
    _fluency(view, report)
    _slips(view, report)
    _knowledge(view, told)
    _load(view, told)
    _activity(view, told)
    _leeches(view, told)
    if not explain:
        output.line()
        output.say("What each table counts: srs-roulette stats --explain")


class _View:
    """Prints titles, sentences and tables."""

    def __init__(self, *, explain: bool) -> None:
        self.explain, self.width = explain, output.width()
        self.shades = _SHADES if output.can_show(_SHADES) else _PLAIN_SHADES
        self.steps = _STEPS if output.can_show(_STEPS) else _PLAIN_STEPS

    def title(self, text: str, *keys: str) -> None:
        """Begin a table; ``keys`` are those of its definitions."""
        output.line()
        output.heading(text)
        for key in keys if self.explain else ():
            output.say(DEFINITIONS[key])

    def nothing(self, why: str) -> None:
        """Say why a table is empty."""
        output.say(f"{_NONE} {why}", indent="  ")

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1, spare: Sequence[int] = ()
    ) -> None:
        """Print rows; the first ``left`` columns are texts and wrap between words, the others are figures and do not.

        Where there is no room the columns ``spare`` are left out, one by one. Where not even a word of each text has
        room, the figures of a row stand below it. A row of one text alone is the head of those that follow.
        """
        columns = dict(enumerate(zip(heads, *([visible(cell) for cell in row] for row in rows), strict=True)))
        gap = 2 if self.width >= _WIDE else 1
        for place in spare:
            if _room(columns, gap, left=0) > self.width:
                del columns[place]
        if _room(columns, gap, left=left) > self.width:
            _stack(columns, left, self.width)
            return
        table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0))
        for place, (head, *cells) in columns.items():
            text = place < left
            table.add_column(
                Text(head),
                justify="left" if text else "right",
                no_wrap=not (text and any(" " in cell for cell in cells)),
                header_style="dim",
            )
        for row in _rows(columns):
            table.add_row(*map(Text, row), style="" if any(row[1:]) else "dim")
        for line in _drawn(table, self.width):
            output.drawing(line)

    def shares(self, groups: Mapping[str, Mapping[str, Share]]) -> None:
        """Print shares, with their ranges, and with bars where there is room; each group under its name, if any."""
        rows: list[Sequence[str]] = []
        for group, shares in groups.items():
            if group:
                rows += [("",) * 5, (group, *("",) * 4)]
            rows += [
                (name, self.bar(share.value), _percent(share.value), _range(share), str(share.n))
                for name, share in shares.items()
            ]
        self.table(("", "", "right", "range", "of"), rows, left=2, spare=(1,))

    def bar(self, value: float | None) -> str:
        """Return a bar for a share from 0 to 1."""
        return "" if value is None else self.shades[-1] * round(value * _BAR)

    def graph(self, values: Sequence[int]) -> str:
        """Return one sign for each value, the higher the more; none for nought."""
        top, steps = max(values, default=0) or 1, len(self.steps) - 1
        return "".join(self.steps[-(-value * steps // top)] for value in values)


def _room(columns: _Columns, gap: int, *, left: int) -> int:
    """Return the width of a table whose first ``left`` columns wrap wherever they can."""
    return gap * (len(columns) - 1) + sum(
        max(len(part) for cell in cells for part in (cell.split() if place < left else [cell]) or [""])
        for place, cells in columns.items()
    )


def _rows(columns: _Columns) -> Iterable[Sequence[str]]:
    return zip(*(cells[1:] for cells in columns.values()), strict=True)


def _stack(columns: _Columns, left: int, width: int) -> None:
    """Print each row as its texts and its figures, each with its head, below them where a line cannot hold all."""
    heads = [cells[0] for place, cells in columns.items() if place >= left]
    for row in _rows(columns):
        texts, figures = row[: -len(heads)], row[-len(heads) :]
        text = " ".join(filter(None, texts))
        told = ", ".join(f"{head} {figure}" for head, figure in zip(heads, figures, strict=True) if figure)
        if len(f"{text}  {told}") <= width:
            output.line(f"{text}  {told}".rstrip())
        else:
            output.say(text, indent="  ")
            output.say(f"  {told}", indent="  ")


def _drawn(table: Table, width: int) -> list[str]:
    """Return the lines of a table, in colours where the terminal wants them; its signs are seen to by ``output``."""
    coloured = output.coloured()
    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=coloured,
        color_system="standard" if coloured else None,
        legacy_windows=False,
    )
    with console.capture() as captured:
        console.print(table)
    return [line.rstrip() for line in captured.get().splitlines()]


def _retention(view: _View, report: Report) -> None:
    view.title("True retention", "true_retention")
    told = report.retention
    if told.all.value is None:
        view.nothing("Nothing was asked again on a later day yet.")
        return
    view.shares(
        {
            "": {"all": told.all},
            "after days": {_band(band): share for band, share in told.bands.items()},
            "skill": {_name(family): share for family, share in told.families.items()},
            "month": dict(list(told.months.items())[-_MONTHS:]),
        }
    )


def _calibration(view: _View, report: Report) -> None:
    view.title("Calibration", "calibration")
    told = report.calibration
    if not told.n:
        view.nothing("There is no prediction to compare with an answer yet.")
        return
    predictors = {"FSRS": told.fsrs, "constant": told.constant, "moving average": told.moving_average}
    view.table(
        ("", "log loss", "RMSE (bins)" if view.width >= _WIDE else "RMSE", "AUC"),
        ((name, *_scores(scores)) for name, scores in predictors.items()),
    )
    view.table(
        ("predicted", "mean", "right", "range", "of"),
        (
            (
                f"{100 * one.low:.0f}-{100 * one.high:.0f} %",
                _percent(one.predicted),
                _percent(one.actual.value),
                _range(one.actual),
                str(one.actual.n),
            )
            for one in told.bins
        ),
    )


def _transfer(view: _View, report: Report) -> None:
    view.title("Transfer", "transfer")
    told = report.transfer
    if not (told.fresh.n or told.repeated.n):
        view.nothing("Nothing was asked again on a later day yet.")
        return
    view.shares({"": {"fresh draws": told.fresh, "repeated draws": told.repeated}})
    view.table(
        ("skill", "fresh", "of", "repeated", "of"),
        (
            (_name(family), _percent(fresh.value), str(fresh.n), _percent(repeated.value), str(repeated.n))
            for family, (fresh, repeated) in told.families.items()
        ),
    )


def _fluency(view: _View, report: Report) -> None:
    view.title("Fluency", "fluency")
    if not report.fluency:
        view.nothing("No right answer has a time yet.")
        return
    view.table(
        ("skill", "median", "9 of 10", "target", "in time", "of"),
        (
            (
                _name(one.family),
                _seconds(one.pace.median),
                _seconds(one.pace.p90),
                _seconds(one.target_seconds),
                _percent(one.in_time.value),
                str(one.pace.n),
            )
            for one in report.fluency
        ),
        spare=(5, 4),
    )
    view.title("Speed due: remembered but slow", "speed_due")
    if not report.speed_due:
        view.nothing("Nothing that is remembered is known to be slow.")
        return
    view.table(
        ("item", "takes", "target"),
        ((one.item, _seconds(one.seconds), _seconds(one.target_seconds)) for one in report.speed_due[:_SLOW]),
    )
    families = dict.fromkeys(one.family for one in report.speed_due)
    output.say(f"Items: {len(report.speed_due)}. To practise: srs-roulette drill {' '.join(families)}", indent="  ")


def _slips(view: _View, report: Report) -> None:
    view.title("Slips", "slips")
    if not report.slips:
        view.nothing("No wrong answer was one of the known mistakes.")
        return
    view.table(
        ("mistake", "skill", "most often at", "lately", "all", "of wrong"),
        (
            (
                one.slip.replace("_", " "),
                _name(one.family),
                one.items[0][0],
                str(one.lately),
                str(one.n),
                _percent(one.share),
            )
            for one in report.slips[:_SLIPS]
        ),
        left=3,
        spare=(5, 2),
    )


def _knowledge(view: _View, told: Told) -> None:
    view.title("Known", "known")
    known = told.report.knowledge
    if known.all.expected is None:
        view.nothing(f"Nothing was answered yet; items: {known.all.items}.")
        return
    rows = {"all": known.all} | {told.titles.get(key, key[1]): one for key, one in known.sections.items()}
    view.table(
        ("section", *(f"in {days} d" if days else "now" for days in AHEAD), "seen", "items"),
        (
            (
                title,
                *([f"{value:.1f}" for value in one.expected] if one.expected else [_NONE] * len(AHEAD)),
                str(one.seen),
                str(one.items),
            )
            for title, one in rows.items()
        ),
        spare=(6, 2, 4),
    )
    view.title("Memories", "memory")
    _groups(view, "stability, days", STABILITIES, known.stability)
    _groups(view, "difficulty", DIFFICULTIES, known.difficulty)


def _groups(view: _View, head: str, starts: Sequence[int], counts: Sequence[int]) -> None:
    top = max(counts)
    view.table(
        (head, "", "items"),
        (
            (f"from {start}", view.bar(count / top), str(count))
            for start, count in zip(starts, counts, strict=True)
            if count
        ),
        left=2,
    )


def _load(view: _View, told: Told) -> None:
    view.title("The next 30 days", "load")
    days = [due for _, due in told.load]
    if not any(days):
        view.nothing("Nothing falls due.")
        return
    graph, room = view.graph(days), view.width - len("today ||")
    for start in range(0, len(graph), room):
        output.line(f"{'' if start else 'today':5} |{graph[start : start + room]}|")
    output.say(f"Today: {days[0]}. All: {sum(days)}. The most on one day: {max(days)}.")


def _activity(view: _View, told: Told) -> None:
    view.title("Practice", "activity", "streak")
    done = told.report.activity
    if done.seconds_a_day is None:
        view.nothing("No day with an answer.")
        return
    output.say(
        f"Days with answers: {len(done.days)}. Minutes on such a day: {done.seconds_a_day / 60:.1f}."
        f" Streak, days: {told.streak}; the longest: {done.longest_streak}."
    )
    _heatmap(view, told.report)


def _heatmap(view: _View, report: Report) -> None:
    """Print a column for each of the last weeks, as many as have room, and a row for each weekday."""
    answers = {day.day: day.answers for day in report.activity.days}
    monday = report.today - (report.today + _THURSDAY) % _WEEK
    weeks = max(1, min(53, view.width - 5, (monday - min(answers)) // _WEEK + 2))
    first = monday - (weeks - 1) * _WEEK
    shown = {day: n for day, n in answers.items() if first <= day <= report.today}
    top, shades = max(shown.values(), default=1), len(view.shades) - 1
    for weekday, name in enumerate(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")):
        counts = (shown.get(StudyDay(first + week * _WEEK + weekday), 0) for week in range(weeks))
        output.line(f"{name}  {''.join(view.shades[-(-n * shades // top)] for n in counts)}".rstrip())
    output.say(f"From {iso(StudyDay(first))}. The most answers on a day: {max(shown.values(), default=0)}.")


def _leeches(view: _View, told: Told) -> None:
    view.title("Leeches", "leeches")
    if not told.leeches:
        view.nothing("None.")
        return
    view.table(("item", "wrong"), ((leech.entry.id, str(leech.wrong)) for leech in told.leeches))
    output.say(f"Wrong of the last {LOOKED_AT} answers. What to do about them: srs-roulette items --state leech")


def _band(band: tuple[int, int | None]) -> str:
    low, high = band
    return f"{low}-{high}" if high is not None else f"from {low}"


def _name(family: str | None) -> str:
    return _NONE if family is None else family


def _percent(value: float | None) -> str:
    return _NONE if value is None else f"{100 * value:.1f} %"


def _range(share: Share) -> str:
    if share.low is None or share.high is None:
        return _NONE
    return f"{100 * share.low:.0f}-{100 * share.high:.0f}"


def _seconds(value: float | None) -> str:
    return _NONE if value is None else f"{value:.1f} s"


def _scores(scores: Scores) -> tuple[str, ...]:
    return tuple(
        _NONE if value is None else f"{value:z.4f}" for value in (scores.log_loss, scores.rmse_bins, scores.auc)
    )
