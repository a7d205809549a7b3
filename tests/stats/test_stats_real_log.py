"""One person's real log, open-spaced-repetition's sample (MIT), against figures reckoned from it elsewhere.

``SRS_ROULETTE_REVIEW_LOG`` names the file; its columns are card_id, review_rating, review_time, review_duration.
The reference counts days as whole blocks of 24 hours between the instants of two reviews of a card, which no calendar
gives. So an item's study days here are its first day and then one more for each such block.
"""

from __future__ import annotations

import csv
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from stats_helpers import tell

from srs_roulette.recall.optimize import weigh
from srs_roulette.scheduling.days import utc_ms
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.trial import Trial
from srs_roulette.scheduling.types import ItemId, Rating, StudyDay
from srs_roulette.store import queries
from srs_roulette.store.attempt import Attempt, to_row

BESIDE = Path(__file__).parents[3] / "shared" / "data" / "review_log.csv"
LOG = Path(os.environ.get("SRS_ROULETTE_REVIEW_LOG", BESIDE))
BEGIN = datetime(1970, 1, 1, tzinfo=UTC)

pytestmark = pytest.mark.skipif(not LOG.exists(), reason="there is no review log; name one: SRS_ROULETTE_REVIEW_LOG")


def attempts():
    last = {}
    with LOG.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            when, item, rating = datetime.fromisoformat(row["review_time"]), row["card_id"], int(row["review_rating"])
            before, day = last.get(item, (when, (when - BEGIN).days))
            day += (when - before).days
            last[item] = when, day
            yield Attempt(
                id=utc_ms(when),
                item_id=ItemId(f"anki/{item}"),
                kind=Kind.ANKI,
                surface="anki",
                zone="UTC",
                study_day=StudyDay(day),
                elapsed_ms=int(row["review_duration"]),
                verdict="wrong" if rating == Rating.AGAIN else "correct",
                rating=Rating(rating),
            )


def test_the_log_gives_the_reference_figures(store):
    store.connection.executemany(queries.INSERT, map(to_row, attempts()))
    told = tell(store, 20_100)
    assert told.reviews == 12_580
    assert told.retention.all.n == told.calibration.n == 5_329
    assert told.calibration.fsrs.log_loss == pytest.approx(0.4587, abs=5e-5)
    assert told.calibration.fsrs.log_loss < told.calibration.moving_average.log_loss
    assert told.calibration.fsrs.auc > 0.6


def test_fitted_parameters_forecast_it_better_out_of_time():
    """The reference: defaults 0.4587 over all, fitted by a time split 0.4346, RMSE (bins) 0.0413."""
    pytest.importorskip("fsrs_rs_python", reason="the extra optimize is not installed")
    trial = Trial()
    for one in attempts():
        trial.add(one.item_id, one.kind, one.rating, one.study_day)
    found = weigh(trial, trial, trial, None)
    assert (found.reviews, found.kept) == (5_329, None)
    assert found.judged > 4_000
    assert found.new.log_loss <= 0.436
    assert found.new.rmse_bins < found.defaults.rmse_bins
    assert weigh(trial, trial, trial, None) == found
