"""A sitting in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from srs_roulette.cli import output, picture
from srs_roulette.cli.question import worded
from srs_roulette.errors import NotSaved
from srs_roulette.questions.registry import family
from srs_roulette.rules.house_file import house
from srs_roulette.scheduling.days import iso
from srs_roulette.scheduling.replay import Kind
from srs_roulette.session.session import Asked, Feedback, Limits
from srs_roulette.wording.visible import visible

if TYPE_CHECKING:
    from srs_roulette.cli.question import Worded
    from srs_roulette.cli.shell import Shell
    from srs_roulette.session.session import Reason, Session

HELP: Final = "Type the answer. Also: ? (not known), undo (the last answer), quit."

_RIGHT: Final = "32"
_WRONG: Final = "31"
_DIM: Final = "2"
_INDENT: Final = "  "


class _Over(Exception):
    """The sitting ends here."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def run(session: Session, shell: Shell, language: str) -> None:
    """Play the sitting; Ctrl-C and Ctrl-D end it with everything kept."""
    output.hear()
    if session.clock_back:
        output.complain("Your clock stands before your newest answer: check it.")
    table = _Table(session, shell, language)
    interrupted = False
    try:
        reason = table.play()
    except _Over as over:
        reason = over.reason
    except KeyboardInterrupt:
        reason, interrupted = "quit", True
        output.line()
    table.close(reason)
    if interrupted:
        raise KeyboardInterrupt


class _Table:
    def __init__(self, session: Session, shell: Shell, language: str) -> None:
        self.session, self.shell, self.language = session, shell, language
        self.begun = False

    def play(self) -> Reason:
        while True:
            asked = self.session.next(self.shell.now())
            if not isinstance(asked, Asked):
                return asked
            if not self.begun:
                self.begun = True
                _quiet(HELP)
            self._ask(asked, worded(asked.question, self.language))

    def _ask(self, asked: Asked, words: Worded) -> None:
        output.line()
        _quiet(self._headline(asked))
        picture.show(asked.question)
        output.say(words.prompt)
        for offered in _offered(words):
            output.say(offered, indent=_INDENT)
        shown = self.shell.monotonic()
        while True:
            raw = _read()
            word = raw.strip().lower()
            if word in {"quit", "q"}:
                raise _Over("quit")
            if word == "undo":
                if self._undo():
                    return
                continue
            elapsed = round((self.shell.monotonic() - shown) * 1000)
            try:
                feedback = self.session.answer(asked, raw, elapsed, self.shell.now(), words.names)
            except NotSaved as fault:
                output.complain(str(fault))
                continue
            if isinstance(feedback, Feedback):
                self._feed_back(asked, feedback, words, elapsed)
                return
            output.say(words.text(feedback.message), indent=_INDENT)

    def _headline(self, asked: Asked) -> str:
        section = self.session.course.sections()[asked.entry.section].title
        parts = [f"{asked.n}", f"left {asked.left}", section]
        if asked.new:
            parts.insert(1, "new")
        elif asked.kind is Kind.RELEARN:
            parts.insert(1, "again")
        if family(asked.question.family).house_sensitive or asked.entry.item.house:
            parts.append(house(asked.entry.house).name)
        return " · ".join(parts)

    def _feed_back(self, asked: Asked, feedback: Feedback, words: Worded, elapsed: int) -> None:
        verdict = feedback.verdict
        if verdict.passed:
            limit = asked.entry.item.limit_seconds
            slow = limit is not None and elapsed > limit * 1000
            pace = f", too slow for the table: its limit is {limit:g} s" if slow else ""
            back = f". Back on {iso(feedback.memory.due_day)}"
            _styled(f"{words.said(verdict)} {elapsed / 1000:.1f} s{pace}{back}", _RIGHT)
        else:
            _styled(words.said(verdict), _WRONG)
            output.say(f"Right is: {_expected(feedback, words)}", indent=_INDENT)
            for step in words.working:
                output.say(f"{_INDENT}{step}", indent=2 * _INDENT)
        if feedback.overtaken:
            output.say("This item was answered elsewhere meanwhile: the answer is kept as a repeat.")

    def _undo(self) -> bool:
        undone = self.session.undo(self.shell.now())
        output.say("Withdrawn. The question comes again." if undone else "Nothing to withdraw in this sitting.")
        return undone is not None

    def close(self, reason: Reason) -> None:
        """Say what was done, and when to come back."""
        tally = self.session.tally
        broken_off = reason in {"quit", "eof"}
        output.line()
        if tally.answered:
            minutes, seconds = divmod(tally.milliseconds // 1000, 60)
            kept = "Every answer is kept." if broken_off else "The sitting is over."
            output.say(
                f"{kept} Answered {tally.answered}, right {tally.right}, new {tally.new}, time {minutes}:{seconds:02d}."
            )
        elif broken_off:
            output.say("Nothing was answered.")
        else:
            output.say("Nothing more today." if reason == "limit" else "Nothing is due and nothing new is open.")
        output.say(self._when_to_come_back(reason))

    def _when_to_come_back(self, reason: Reason) -> str:
        session, due = self.session, self.session.next_due()
        if reason == "limit" and session.limits == Limits():
            return f"Come back tomorrow: the day holds no more.{f' Next due: {iso(due)}.' if due is not None else ''}"
        if reason != "done":
            return "The rest waits for you: srs-roulette review"
        if due is None:
            return "Choose a section: srs-roulette review --section S"
        return f"Come back on {iso(max(due, session.today))}."


def _expected(feedback: Feedback, words: Worded) -> str:
    """Show the right answer in the learner's words."""
    fields = words.question.fields
    keys = [words.question.expected[f.name] for f in fields]
    if words.names and all(isinstance(key, str) for key in keys):
        return ", ".join(words.names.get(str(key), str(key)) for key in keys)
    return feedback.verdict.expected


def _offered(words: Worded) -> list[str]:
    """List the choices, field by field, on one line; or say how several values are typed."""
    question = words.question
    groups = [" / ".join(words.names[key] for key in offered) for offered in question.choices.values()]
    if groups:
        return [f"({'; '.join(groups)})"]
    count = len(question.fields)
    return [f"(values: {count}, one blank apart)"] if count > 1 else []


def _styled(text: str, style: str) -> None:
    for part in output.wrapped(visible(text), output.width()):
        output.drawing(output.styled(part, style))


def _quiet(text: str) -> None:
    """Say what stands beside the question."""
    _styled(text, _DIM)


def _read() -> str:
    """Read one line. What was typed ahead is thrown away: it was meant for no question seen.

    :raises _Over: the input ends
    """
    typed = sys.stdin is not None and sys.stdin.isatty()
    if typed:
        _forget_typed_ahead()
    output.ask("> ")
    text = output.hear_line()
    if not (text and typed):
        # A terminal shows what is typed, a file does not.
        output.line(text.rstrip("\r\n"))
    if not text:
        raise _Over("eof")
    return text.rstrip("\r\n")


def _forget_typed_ahead() -> None:
    try:
        import termios
    except ImportError:  # Windows
        import msvcrt  # type: ignore[import-not-found,unused-ignore]

        while msvcrt.kbhit():  # type: ignore[attr-defined,unused-ignore]
            msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
        return
    termios.tcflush(sys.stdin, termios.TCIFLUSH)
