"""The daily sitting in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.cli import leeches, output
from srs_roulette.cli.learner import paused_line, refused_line
from srs_roulette.cli.sitting_terminal import Table
from srs_roulette.scheduling.days import iso
from srs_roulette.scheduling.replay import Kind
from srs_roulette.session.session import Session
from srs_roulette.session.sitting import Limits

if TYPE_CHECKING:
    from srs_roulette.cli.shell import Shell
    from srs_roulette.session.sitting import Asked, Feedback, Reason


LEECHES_SHOWN = 2
"""At the end of a sitting, with all their advice."""


def run(session: Session, shell: Shell, language: str) -> None:
    """Play the sitting; Ctrl-C and Ctrl-D end it with everything kept."""
    table = _Review(session, shell, language)
    table.mind_the_clock(back=session.clock_back)
    table.run()


class _Review(Table[Session]):
    help = "Type the answer. Also: ? (not known), undo (the last answer), !text (it was judged wrongly), help, quit."
    no_undo = "Nothing to withdraw in this sitting."

    def parts(self, asked: Asked) -> list[str]:
        parts = [f"{asked.n}", f"left {asked.left}"]
        if asked.new:
            parts.insert(1, "new")
        elif asked.kind is Kind.RELEARN:
            parts.insert(1, "again")
        return parts

    def consequence(self, asked: Asked, feedback: Feedback, elapsed: int) -> str:
        slow = super().consequence(asked, feedback, elapsed)
        if feedback.memory is None:
            return slow
        return f"{slow}. {self.said('verdict.back_on', day=iso(feedback.memory.due_day))}"

    def close(self, reason: Reason) -> None:
        """Say what was done, and when to come back."""
        tally, until = self.session.tally, self.session.plan.until
        broken_off = reason in {"quit", "eof"}
        if until is not None:
            output.say(paused_line(until))
            return
        output.line()
        if tally.answered:
            minutes, seconds = divmod(tally.milliseconds // 1000, 60)
            kept = "The sitting is over."
            if broken_off and not self.unsaved:
                kept = "Every answer is kept."
            output.say(
                f"{kept} Answered {tally.answered}, right {tally.right}, new {tally.new}, time {minutes}:{seconds:02d}."
            )
        elif broken_off:
            output.say("Nothing was answered.")
        else:
            output.say("Nothing more today." if reason == "limit" else "Nothing is due and nothing new is open.")
        leeches.show(self.session.course, self.session.leeches(), most=LEECHES_SHOWN)
        if refused := refused_line(self.session.refused):
            output.complain(refused)
        output.say(self._when_to_come_back(reason))

    def _when_to_come_back(self, reason: Reason) -> str:
        session, due = self.session, self.session.next_due()
        if reason == "limit" and session.limits == Limits():
            return f"Come back tomorrow: the day holds no more.{f' Next due: {iso(due)}.' if due is not None else ''}"
        if reason != "done":
            only = f" --section {session.section[1]}" if session.section else ""
            return f"The rest waits for you: srs-roulette review{only}"
        if due is None:
            return "Choose a section: srs-roulette review --section S"
        return f"Come back on {iso(max(due, session.today))}."
