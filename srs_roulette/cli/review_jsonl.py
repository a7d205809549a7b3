"""A sitting as JSON lines, for scripts, tests and other shells."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from srs_roulette.cli import output
from srs_roulette.cli.learner import CLOCK_LINE, paused_line, refused_line
from srs_roulette.cli.question import worded
from srs_roulette.cli.stopwatch import Stopwatch
from srs_roulette.errors import NotSaved
from srs_roulette.scheduling.days import iso
from srs_roulette.session.sitting import Asked, Feedback
from srs_roulette.store.attempt import CLOCK_BACK

if TYPE_CHECKING:
    from srs_roulette.cli.question import Worded
    from srs_roulette.cli.shell import Shell
    from srs_roulette.session.session import Session
    from srs_roulette.session.sitting import Reason


def run(session: Session, shell: Shell, language: str) -> None:
    """Play the sitting on stdin and stdout; end of input is ``quit``."""
    output.hear("utf-8")
    if session.plan.until is not None:
        output.complain(paused_line(session.plan.until))
    talk = _Talk(session, shell, language)
    talk.mind_the_clock(back=session.clock_back)
    talk.run()


class _Talk:
    def __init__(self, session: Session, shell: Shell, language: str) -> None:
        self.session, self.shell, self.language = session, shell, language
        self.clock_told = False

    def mind_the_clock(self, *, back: bool) -> None:
        """Say once that the clock was set back, if it was."""
        if back and not self.clock_told:
            self.clock_told = True
            output.complain(CLOCK_LINE)

    def run(self) -> None:
        while True:
            asked = self.session.next(self.shell.now())
            if not isinstance(asked, Asked):
                return self._end(asked)
            words = worded(asked.question, self.language)
            self._ask(asked, words)
            if reason := self._until_answered(asked, words):
                return self._end(reason)

    def _until_answered(self, asked: Asked, words: Worded) -> Reason | None:
        """Read lines until the question is answered or an undo replaces it; return why the sitting ends, if so."""
        watch = Stopwatch(self.shell)
        while True:
            text = output.hear_line()
            if not text:
                return "eof"
            heard = _heard(text)
            if heard is None:
                self._error('Write {"answer": TEXT} or {"command": "undo" | "quit"}.')
            elif heard.get("command") == "quit":
                return "quit"
            elif heard.get("command") == "undo":
                undone = self.session.undo(self.shell.now())
                self._say({"type": "undone", "attempt": undone.id if undone else None})
                if undone:
                    return None
            else:
                given = heard.get("elapsed_ms")
                elapsed, flags = (watch.milliseconds(), watch.flags()) if given is None else (given, ())
                try:
                    feedback = self.session.answer(
                        asked, heard["answer"], elapsed, self.shell.now(), words.names, flags=flags
                    )
                except NotSaved as fault:
                    self._error(str(fault))
                    watch.pause()
                    continue
                if isinstance(feedback, Feedback):
                    self._feed_back(feedback, words)
                    return None
                self._say({"type": "unreadable", "message": words.text(feedback.message)})

    def _ask(self, asked: Asked, words: Worded) -> None:
        self._say(
            {
                "type": "question",
                "n": asked.n,
                "kind": asked.kind.value,
                "new": asked.new,
                "left": asked.left,
                **words.asked(asked.entry.id, asked.seed),
            }
        )

    def _feed_back(self, feedback: Feedback, words: Worded) -> None:
        attempt, verdict = feedback.attempt, feedback.verdict
        self._say(
            {
                "type": "feedback",
                "attempt": attempt.id,
                "verdict": verdict.kind.value,
                "slip": verdict.slip,
                "expected": verdict.expected,
                "message": words.said(verdict),
                "working": words.working,
                "rating": attempt.rating.name.lower() if attempt.rating else None,
                "due": iso(feedback.memory.due_day) if feedback.memory else None,
            }
        )
        self.mind_the_clock(back=CLOCK_BACK in attempt.flags)
        if feedback.overtaken:
            output.complain("This item was answered elsewhere meanwhile: the answer is kept as a repeat.")

    def _error(self, message: str) -> None:
        self._say({"type": "error", "message": message})

    def _end(self, reason: Reason) -> None:
        if refused := refused_line(self.session.refused):
            output.complain(refused)
        next_due = self.session.next_due()
        self._say(
            {
                "type": "end",
                "reason": reason,
                "answered": self.session.tally.answered,
                "right": self.session.tally.right,
                "next_due": None if next_due is None else iso(next_due),
            }
        )

    def _say(self, document: dict[str, Any]) -> None:
        output.emit_json(document)


def _heard(text: str) -> dict[str, Any] | None:
    """Read a line; ``None`` when it is no object that the protocol knows."""
    try:
        heard = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(heard, dict):
        return None
    if "command" in heard:
        return heard if heard["command"] in ("undo", "quit") and "answer" not in heard else None
    elapsed = heard.get("elapsed_ms", 0)
    timed = isinstance(elapsed, int) and not isinstance(elapsed, bool) and 0 <= elapsed < 2**53
    return heard if isinstance(heard.get("answer"), str) and timed else None
