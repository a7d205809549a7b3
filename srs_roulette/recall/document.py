"""``stats --json``: the tables in the keys of docs/cli.md; what there is nothing to count for is null."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from srs_roulette.scheduling.days import iso
from srs_roulette.session.leeches import LOOKED_AT
from srs_roulette.stats import activity, calibration, fluency, knowledge, retention, slips, transfer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from srs_roulette.recall.told import Told
    from srs_roulette.stats.calibration import Calibration
    from srs_roulette.stats.fluency import Fluency, Pace, SpeedDue
    from srs_roulette.stats.knowledge import Knowledge, Known
    from srs_roulette.stats.slips import SlipCount
    from srs_roulette.stats.transfer import Transfer

DEFINITIONS = {
    "true_retention": retention.DEFINITION,
    "calibration": calibration.DEFINITION,
    "transfer": transfer.DEFINITION,
    "fluency": fluency.DEFINITION,
    "speed_due": fluency.SLOW_DEFINITION,
    "slips": slips.DEFINITION,
    "known": knowledge.DEFINITION,
    "memory": knowledge.MEMORY_DEFINITION,
    "activity": activity.DEFINITION,
    "streak": activity.STREAK_DEFINITION,
    "load": "Items that fall due on each of the next 30 days, today with the overdue, if all goes as planned.",
    "leeches": f"Items of whose last {LOOKED_AT} answers more than half were wrong.",
}
"""What each table counts, by its key in the document."""


def document(told: Told) -> dict[str, Any]:
    """Return everything as one JSON document."""
    report = told.report
    kept = report.retention
    return {
        "study_day": iso(report.today),
        "reviews": report.reviews,
        "true_retention": {"definition": retention.DEFINITION, **asdict(kept.all)},
        "bands": [{"from": low, "to": high, **asdict(share)} for (low, high), share in kept.bands.items()],
        "families": [{"family": family, **asdict(share)} for family, share in kept.families.items()],
        "months": [{"month": month, **asdict(share)} for month, share in kept.months.items()],
        "calibration": _calibration(report.calibration),
        "transfer": _transfer(report.transfer),
        "fluency": [_fluency(one) for one in report.fluency],
        "slips": [_slip(one) for one in report.slips],
        "known": _knowledge(report.knowledge),
        "load": [{"study_day": iso(day), "due": due} for day, due in told.load],
        "leeches": [
            {"item": leech.entry.id, "family": leech.entry.family, "wrong": leech.wrong, "of": LOOKED_AT}
            for leech in told.leeches
        ],
        "since": None if report.since is None else iso(report.since),
        "speed_due": [_speed_due(one) for one in report.speed_due],
        "activity": [
            {"study_day": iso(day.day), "answers": day.answers, "new": day.new, "seconds": day.seconds}
            for day in report.activity.days
        ],
        "seconds_a_day": report.activity.seconds_a_day,
        "streak": {"days": told.streak, "longest": report.activity.longest_streak},
        "memory": {
            "stability": _groups(knowledge.STABILITIES, report.knowledge.stability),
            "difficulty": _groups(knowledge.DIFFICULTIES, report.knowledge.difficulty),
        },
        "definitions": DEFINITIONS,
    }


def _calibration(told: Calibration) -> dict[str, Any]:
    return {
        **asdict(told.fsrs),
        "constant": asdict(told.constant),
        "moving_average": asdict(told.moving_average),
        "bins": [
            {"from": one.low, "to": one.high, "predicted": one.predicted, **asdict(one.actual)} for one in told.bins
        ],
        "n": told.n,
    }


def _transfer(told: Transfer) -> dict[str, Any]:
    return {
        "fresh": asdict(told.fresh),
        "repeated": asdict(told.repeated),
        "families": [
            {"family": family, "fresh": asdict(fresh), "repeated": asdict(repeated)}
            for family, (fresh, repeated) in told.families.items()
        ],
    }


def _fluency(told: Fluency) -> dict[str, Any]:
    return {
        "family": told.family,
        **_pace(told.pace),
        "target_seconds": told.target_seconds,
        "in_time": asdict(told.in_time),
        "months": [{"month": month, **_pace(pace)} for month, pace in told.months.items()],
    }


def _pace(told: Pace) -> dict[str, Any]:
    return {"n": told.n, "median_seconds": told.median, "p90_seconds": told.p90}


def _speed_due(told: SpeedDue) -> dict[str, Any]:
    return {
        "item": told.item,
        "family": told.family,
        "median_seconds": told.seconds,
        "target_seconds": told.target_seconds,
        "recall": told.recall,
    }


def _slip(told: SlipCount) -> dict[str, Any]:
    return {
        "slip": told.slip,
        "family": told.family,
        "n": told.n,
        "share": told.share,
        "lately": told.lately,
        "last": iso(told.last_day),
        "items": [{"item": item, "n": n} for item, n in told.items],
    }


def _knowledge(told: Knowledge) -> dict[str, Any]:
    return {
        **_known(told.all),
        "sections": [
            {"deck": deck, "section": section, **_known(known)} for (deck, section), known in told.sections.items()
        ],
    }


def _known(told: Known) -> dict[str, Any]:
    expected = told.expected or [None] * len(knowledge.AHEAD)
    names = ("now", *(f"in_{days}" for days in knowledge.AHEAD[1:]))
    return {**dict(zip(names, expected, strict=True)), "seen": told.seen, "items": told.items}


def _groups(starts: Sequence[float], counts: Sequence[int]) -> list[dict[str, Any]]:
    ends = [*starts[1:], None]
    return [{"from": low, "to": high, "items": n} for low, high, n in zip(starts, ends, counts, strict=True)]
