"""All tables of one history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from srs_roulette.scheduling.recall import DECAY
from srs_roulette.scheduling.types import StudyDay
from srs_roulette.stats.activity import Activity, activity
from srs_roulette.stats.calibration import Calibration, calibration
from srs_roulette.stats.columns import Columns
from srs_roulette.stats.fluency import Fluency, SpeedDue, fluency, speed_due
from srs_roulette.stats.history import Pass
from srs_roulette.stats.knowledge import Knowledge, knowledge
from srs_roulette.stats.retention import Retention, retention
from srs_roulette.stats.slips import SlipCount, slips
from srs_roulette.stats.transfer import Transfer, transfer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from srs_roulette.stats.types import Scope
    from srs_roulette.store.attempts import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that is told of long-term recall."""

    today: StudyDay
    since: StudyDay | None
    """what was answered before is not counted; None: all is"""
    reviews: int
    """answers in sittings and from Anki"""
    retention: Retention
    calibration: Calibration
    transfer: Transfer
    fluency: tuple[Fluency, ...]
    speed_due: tuple[SpeedDue, ...]
    slips: tuple[SlipCount, ...]
    knowledge: Knowledge
    activity: Activity


def report(
    store: Store | None,
    scope: Scope,
    today: StudyDay,
    *,
    since: StudyDay | None = None,
    retained: float = 0.9,
    weights: Sequence[float] | None = None,
) -> Report:
    """Read the history through, once, and make every table of it. Without a data file it is empty.

    :param since: leave out what was answered on earlier study days; what is known now is known all the same
    :param retained: the recall at which an item counts as remembered, the setting ``retention``
    :param weights: of FSRS, for the predictions; the defaults without
    :raises StoreError: the file cannot be read
    """
    columns, memories, decay = Columns(), {}, weights[-1] if weights else DECAY
    if store:
        reading = Pass(scope, since or StudyDay(0), now=store.now, family_of=store.family_of, weights=weights)
        with store.log() as log:
            columns = reading.read(log)
            memories = store.memories()
    return Report(
        today=today,
        since=since,
        reviews=columns.counted,
        retention=retention(columns.reviews, columns.months),
        calibration=calibration(columns.reviews),
        transfer=transfer(columns.reviews),
        fluency=fluency(columns, scope),
        speed_due=speed_due(columns, scope, memories, today, retention=retained, decay=decay),
        slips=slips(columns, today),
        knowledge=knowledge(scope, memories, today, decay=decay),
        activity=activity(columns.days, store.study_days() if store else ()),
    )
