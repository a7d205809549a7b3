"""Sections of the page: what is known, how much of it stays, and how well that was predicted."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from srs_roulette.recall import plots
from srs_roulette.recall import plots_marks as marks
from srs_roulette.recall.page_html import Html, chosen, figure, join, labelled, said, table, text
from srs_roulette.recall.page_parts import (
    HEAD_OF_SHARES,
    NONE,
    at_hand,
    axis,
    beside,
    drawn,
    legend,
    limits,
    nothing,
    percent,
    section,
    shares,
    skill,
)
from srs_roulette.stats.knowledge import AHEAD, DIFFICULTIES, STABILITIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from srs_roulette.recall.told import Told
    from srs_roulette.stats.calibration import Bin, Scores
    from srs_roulette.stats.knowledge import Known

_LEGEND: Final = {"st-part": "known in 90 days", "st-bar": "known now", "st-rest": "items"}
_NOT_AGAIN: Final = "Nothing was asked again on a later day yet."


def known(told: Told) -> Html:
    """Tell how many items are known, now and later, section by section."""
    knowledge = told.report.knowledge
    if knowledge.all.expected is None:
        return section("known", nothing(f"Nothing was answered yet; items: {knowledge.all.items}."))
    rows = [_known(labelled(text("all"), mark=_share(knowledge.all)), knowledge.all)]
    for (deck, key), one in knowledge.sections.items():
        label = labelled(chosen(told.titles.get((deck, key), key)), chosen(f"{deck}: {key}"), mark=_share(one))
        rows.append(_known(label, one))
    ahead = (text(f"in {days} d" if days else "now") for days in AHEAD)
    heads = (axis("section", "0", "all its items"), *ahead, text("seen"), text("items"))
    sections = table("Items known, by section", heads, rows, stacked=True)
    return section("known", legend(_LEGEND), sections)


def _share(one: Known) -> Html:
    now, *_, last = one.expected or (0, 0)
    return marks.bar(now, max(1, one.items), of=one.items, some=last)


def _known(label: Html, one: Known) -> Sequence[Html]:
    ahead = (f"{value:.1f}" for value in one.expected) if one.expected else (NONE for _ in AHEAD)
    return (label, *map(text, ahead), text(str(one.seen)), text(str(one.items)))


def memories(told: Told) -> Html:
    """Tell how the memories lie."""
    knowledge = told.report.knowledge
    if not sum(knowledge.stability):
        return section("memory", nothing("Nothing was answered yet."))
    tables = (
        _groups("Stability, days", STABILITIES, knowledge.stability, f"{STABILITIES[-1]} or more"),
        _groups("Difficulty", DIFFICULTIES, knowledge.difficulty, str(DIFFICULTIES[-1])),
    )
    return section("memory", beside(*tables))


def _groups(caption: str, starts: Sequence[int], counts: Sequence[int], last: str) -> Html:
    groups = [*(f"{low} to {high}" for low, high in pairwise(starts)), last]
    top = max(counts)
    return table(
        caption,
        (text("from"), text("items")),
        (
            (labelled(text(group), mark=marks.bar(count, top)), text(str(count)))
            for group, count in zip(groups, counts, strict=True)
        ),
    )


def retention(told: Told) -> Html:
    """Tell what share was still there, by the time that had passed, by skill and by month."""
    kept, asked = told.report.retention, told.retention
    if not kept.all.n:
        return section("retention", nothing(_NOT_AGAIN))
    bands = {text(_band(band)): share for band, share in kept.bands.items()}
    months = {text(month): share for month, share in kept.months.items()}
    return section(
        "retention",
        said(text(f"The stroke is the recall asked for: {100 * asked:.0f} %."), kind="st-definition"),
        shares("All, and by days since the last answer", "days", {text("all"): kept.all, **bands}, asked),
        beside(
            drawn("By month, %", plots.months(kept.months, asked)),
            at_hand("Month by month", shares("By month", "month", months), len(months)),
        ),
        shares("By skill", "skill", {skill(family): share for family, share in kept.families.items()}, asked),
    )


def _band(band: tuple[int, int | None]) -> str:
    low, high = band
    return f"{low} or more" if high is None else f"{low} to {high}"


def transfer(told: Told) -> Html:
    """Compare draws never seen before with those seen before."""
    of = told.report.transfer
    if not (of.fresh.n or of.repeated.n):
        return section("transfer", nothing(_NOT_AGAIN))
    rows = {text("all"): (of.fresh, of.repeated), **{skill(family): both for family, both in of.families.items()}}
    heads = (axis("skill", "0", "50", "100 %"), text("● fresh"), text("○ repeated"))
    return section(
        "transfer",
        table(
            "Right, on draws never seen before and on those seen before",
            heads,
            (
                (labelled(label, mark=marks.pair(*both)), *(figure(percent(one.value), f"of {one.n}") for one in both))
                for label, both in rows.items()
            ),
        ),
    )


def calibration(told: Told) -> Html:
    """Set what FSRS predicted beside what happened, and beside two simple predictors."""
    of = told.report.calibration
    if not of.n:
        why = nothing("There is no prediction to compare with an answer yet.")
        return section("calibration", why)
    predictors = {"FSRS": of.fsrs, "constant": of.constant, "moving average": of.moving_average}
    scores = table(
        f"Three predictors of {of.n} answers",
        (text("predictor"), text("log loss"), text("RMSE (bins)"), text("AUC")),
        ((text(name), *map(text, _scores(one))) for name, one in predictors.items()),
    )
    alike = [] if of.fsrs.auc is not None else [nothing("No AUC: these answers were all right, or all wrong.")]
    plot = drawn("Right, by what was predicted", plots.calibration(of.bins))
    return section("calibration", beside(plot, join(scores, *alike, _bins(of.bins))))


def _bins(bins: Sequence[Bin]) -> Html:
    return table(
        "Predicted and actual, in bins",
        (text("predicted"), text("mean"), HEAD_OF_SHARES, text("of")),
        (
            (
                text(f"{100 * one.low:.0f}–{100 * one.high:.0f} %"),
                text(percent(one.predicted)),
                figure(percent(one.actual.value), limits(one.actual)),
                text(str(one.actual.n)),
            )
            for one in bins
        ),
    )


def _scores(one: Scores) -> tuple[str, ...]:
    return tuple(NONE if value is None else f"{value:.4f}" for value in (one.log_loss, one.rmse_bins, one.auc))
