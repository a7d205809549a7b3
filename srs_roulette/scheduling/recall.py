"""How likely an item is remembered: FSRS-6's forgetting curve.

It stands apart from ``fsrs.py`` because the load of the day is shown by commands that must not wait for the
package. tests/scheduling/test_scheduling_recall.py holds it equal to the package, bit for bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from srs_roulette.scheduling.types import Memory, StudyDay

DECAY = 0.1542
"""The last of FSRS-6's default weights: how fast the curve flattens."""


def recall(memory: Memory, day: StudyDay, *, decay: float = DECAY) -> float:
    """Return the chance from 0 to 1 that the item is remembered on ``day``.

    ``decay`` is the last of the weights in force. A day before the item's last one counts as that last day.
    """
    elapsed = max(0, day - memory.last_day)
    # Written in the package's order of operations, so that the floats are the same.
    factor = 0.9 ** (1 / -decay) - 1
    chance: float = (1 + factor * elapsed / memory.stability) ** -decay
    return chance


def interval(stability: float, *, retention: float, decay: float = DECAY) -> int:
    """Return the days, at least 1, after which recall has fallen to ``retention``: when FSRS has an item come back."""
    factor: float = 0.9 ** (1 / -decay) - 1
    days: float = (stability / factor) * (retention ** (1 / -decay) - 1)
    return max(round(days), 1)
