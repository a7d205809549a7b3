"""Measures the time of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from srs_roulette.scheduling.rating import CLOCK_JUMP, PAUSE

if TYPE_CHECKING:
    from srs_roulette.cli.shell import Shell

JUMP_SECONDS: Final = 60
"""Wall and monotonic clock farther apart than this void the time."""


class Stopwatch:
    """Runs from the question on the screen."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._wall, self._monotonic = shell.now(), shell.monotonic()
        self._paused = False

    def pause(self) -> None:
        """Take note that something else was done than to answer."""
        self._paused = True

    def milliseconds(self) -> int:
        """Return the time since the start."""
        return round(self._seconds() * 1000)

    def flags(self) -> tuple[str, ...]:
        """Return what voids the time: the wall clock was set, the machine slept, something else was done."""
        # A frozen wall clock tells no time at all.
        wall = None if self._shell.frozen else (self._shell.now() - self._wall).total_seconds()
        jumped = wall is not None and abs(wall - self._seconds()) > JUMP_SECONDS
        return (CLOCK_JUMP,) * jumped + (PAUSE,) * self._paused

    def _seconds(self) -> float:
        return self._shell.monotonic() - self._monotonic
