"""Drills, tests and the placement in the terminal."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from srs_roulette.cli import output
from srs_roulette.cli.learner import refused_line
from srs_roulette.cli.sitting_terminal import Table
from srs_roulette.session.practice import Drill, Placement, Practice, Test

if TYPE_CHECKING:
    from srs_roulette.cli.shell import Shell
    from srs_roulette.session.sitting import Asked, Feedback, Reason


def _left_out(practice: Practice) -> None:
    """Say which items were left out, if any."""
    if refused := refused_line(practice.refused):
        output.complain(refused)


class DrillTable(Table[Drill]):
    """Free practice; at its end the pace, and the personal best of a sprint."""

    def parts(self, asked: Asked) -> list[str]:
        """Count up, and the seconds down."""
        remaining = self.session.seconds_left()
        return [f"{asked.n}", *([] if remaining is None else [f"{max(0, ceil(remaining))} s left"])]

    def close(self, reason: Reason) -> None:
        """Say how many, how fast, and the best so far."""
        drill, tally = self.session, self.session.tally
        output.line()
        _left_out(drill)
        if not tally.answered:
            output.say("Nothing was answered.")
            return
        if drill.seconds is not None and reason == "done":
            output.say("Time is up.")
        pace = drill.per_minute()
        late = tally.right - drill.score
        output.say(
            f"Answered {tally.answered}, right {tally.right}"
            f"{f' (of these too late: {late})' if late else ''}"
            f"{f', right a minute: {pace:.1f}' if pace is not None else ''}."
        )
        if drill.seconds is None:
            return
        before = drill.best()
        if drill.keep_best():
            output.say(f"Your best in {drill.seconds} s: {drill.score}{f', before {before}' if before else ''}.")
        elif before:
            output.say(f"Your best in {drill.seconds} s: {before}.")


class TestTable(Table[Test]):
    """A test; at its end the score, and whether it is passed."""

    __test__ = False  # no test of pytest's

    def __init__(self, session: Test, shell: Shell, language: str, enough: int) -> None:
        """``enough``: percent that pass."""
        super().__init__(session, shell, language)
        self.enough = enough

    def parts(self, asked: Asked) -> list[str]:
        """Say which of how many."""
        return [f"{asked.n} of {self.session.questions}"]

    def consequence(self, asked: Asked, feedback: Feedback, elapsed: int) -> str:
        """Say that an answer in time would have been a point."""
        slow = super().consequence(asked, feedback, elapsed)
        return f"{slow}. In a test that is a fault." if slow else ""

    def close(self, reason: Reason) -> None:
        """Give the score of a test that was finished."""
        test, answered = self.session, self.session.tally.answered
        output.line()
        _left_out(test)
        if reason != "done":
            output.say(f"Broken off, no score. Answered {answered} of {test.questions}, right {test.tally.right}.")
            return
        slow = f", right but too slow {test.too_slow}" if test.too_slow else ""
        output.say(f"Answered {answered}, right in time {test.points}{slow}.")
        score = test.percent()
        verdict = "passed" if score >= self.enough else "not passed"
        output.say(f"Score {score} %, {self.enough} % wanted: {verdict}.")


class PlacementTable(Table[Placement]):
    """The placement; at its end what is open."""

    def parts(self, asked: Asked) -> list[str]:
        """Count up; how many may follow depends on the answers."""
        return [f"{asked.n}", f"at most {asked.left}"]

    def close(self, reason: Reason) -> None:
        """List the sections, and which are open."""
        placement = self.session
        open_now, opened = placement.open_now(), set(placement.opened)
        rows = [
            [key, "placed" if (deck, key) in opened else "open" if (deck, key) in open_now else "", section.title]
            for (deck, key), section in placement.course.sections().items()
        ]
        output.line()
        _left_out(placement)
        if reason != "done":
            output.say("Broken off: what was passed stays open.")
        elif not placement.tally.answered:
            output.say("Nothing to ask: every section that can be reached is known or was placed before.")
        elif len(open_now) < len(rows):
            output.say("Done: a section is asked when all that it requires was passed, three right of three.")
        output.table(rows)
        output.say("What is open comes in your reviews; placed sections come last: srs-roulette review")
