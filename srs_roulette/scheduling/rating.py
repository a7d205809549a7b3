"""Grading: the engine decides, not the learner. Right or wrong predicted best of the rules that were measured."""

from __future__ import annotations

from srs_roulette.scheduling.types import Rating


def rating_for(passed: bool) -> Rating:  # noqa: FBT001 - the one thing it depends on
    """Return the rating of an attempt: Good when right, Again when wrong, close, unknown or shown."""
    return Rating.GOOD if passed else Rating.AGAIN
