"""What the page gets from the shell that starts it: the learner's file, clocks, chance. It reads nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from random import Random

    from srs_roulette.session.open import Wishes


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The doors to the world."""

    wishes: Wishes
    now: Callable[[], datetime]
    monotonic: Callable[[], float]
    """seconds of a clock that only runs forward"""
    frozen: bool = False
    """the wall clock stands still, so that it tells no time"""
    rng: Random
    """seeds of draws"""
    language: str | None = None
    """``None``: the learner's setting"""
    say: Callable[[str], None]
    """one line for whoever started the page"""
    debug: bool = False
    """raise what nobody foresaw"""
