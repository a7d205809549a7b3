"""The time of an answer: measured in the page, believed as far as the clocks of the server allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.rating import CLOCK_JUMP, HIDDEN, PAUSE

if TYPE_CHECKING:
    from collections.abc import Mapping

JUMP_MS: Final = 60_000
"""Wall and monotonic clock farther apart than this void the time."""
SLACK_MS: Final = 2_000
"""The clock of the page may run ahead of the server's by so much, no more."""
_MOST_DIGITS: Final = 9
"""Eleven days of milliseconds."""
_TOLD: Final = (HIDDEN, PAUSE)
"""What only the page can know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """How long an answer took, and what voids that."""

    elapsed_ms: int | None
    """from the question on the screen to the answer; ``None``: nobody knows"""
    first_key_ms: int | None
    """to the first key, tap or chip; ``None``: the page did not say"""
    flags: tuple[str, ...]
    """of ``scheduling.rating.VOID``"""


def times(form: Mapping[str, str], *, since_put_ms: int | None, wall_ms: int | None) -> Times:
    """Read what the page measured.

    A time longer than the question can have been on the screen is not believed; the server's own stands in its place,
    as it does where the page has no script.

    :param since_put_ms: since the question was put, by a clock that only runs forward; ``None``: another server put it
    :param wall_ms: the same by the wall clock; ``None``: it stands still
    """
    longest = since_put_ms if since_put_ms is not None else wall_ms
    told = _milliseconds(form.get("elapsed", ""))
    believed = told is not None and (longest is None or told <= longest + SLACK_MS)
    elapsed = told if believed else longest if longest is None or longest >= 0 else None
    first = _milliseconds(form.get("first", "")) if believed else None
    away = form.get("void", "").split()
    ran = since_put_ms if since_put_ms is not None else elapsed
    jumped = wall_ms is not None and ran is not None and abs(wall_ms - ran) > JUMP_MS
    return Times(
        elapsed_ms=elapsed,
        first_key_ms=first if first is not None and elapsed is not None and first <= elapsed else None,
        flags=(*(flag for flag in _TOLD if flag in away), *((CLOCK_JUMP,) if jumped else ())),
    )


def _milliseconds(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None
