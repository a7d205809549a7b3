"""Questions and answers in the terminal: the one loop of reviews, drills, tests and the placement."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

from srs_roulette.cli import keyboard, output, picture
from srs_roulette.cli.learner import CLOCK_LINE
from srs_roulette.cli.question import worded
from srs_roulette.cli.stopwatch import Stopwatch
from srs_roulette.errors import NotSaved
from srs_roulette.questions.registry import family
from srs_roulette.rules.house_file import house
from srs_roulette.session.sitting import Asked, Feedback, Sitting
from srs_roulette.session.skills import too_slow
from srs_roulette.store.attempt import CLOCK_BACK
from srs_roulette.wording.catalog import load
from srs_roulette.wording.message import say
from srs_roulette.wording.visible import visible

if TYPE_CHECKING:
    from srs_roulette.cli.question import Worded
    from srs_roulette.cli.shell import Shell
    from srs_roulette.session.sitting import Reason

_RIGHT: Final = "32"
_WRONG: Final = "31"
_DIM: Final = "2"
_INDENT: Final = "  "
_PROMPT: Final = "> "
_QUIT: Final = frozenset({"quit", "q", "exit"})
_HOW_TO_TYPE: Final = (
    "Several values: in the order asked for, a blank between them. A choice: its first letters, or its place in the "
    'list. Chips on bets: 17=3 20-23=1. Nothing at all, where a list is asked for: "none". Thousands: 1750 or 1,750.'
)

AnySitting = TypeVar("AnySitting", bound=Sitting)


class _Over(Exception):
    """The sitting ends here."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class Table(ABC, Generic[AnySitting]):
    """Plays a sitting. What differs from one sort to the other is a method."""

    help: ClassVar[str] = "Type the answer. Also: ? (not known), !text (it was judged wrongly), help, quit."
    no_undo: ClassVar[str] = "Here an answer stands: it moves no day of your plan."

    def __init__(self, session: AnySitting, shell: Shell, language: str) -> None:
        self.session, self.shell, self.language = session, shell, language
        self.begun = False
        self.unsaved = 0
        """answers that could not be written"""
        self.clock_told = False
        """it was said that the clock was set back"""

    def run(self) -> None:
        """Play the sitting; Ctrl-C and Ctrl-D end it with everything kept."""
        output.hear()
        interrupted = False
        try:
            reason = self._play()
        except _Over as over:
            reason = over.reason
        except EOFError:
            reason = "eof"
        except KeyboardInterrupt:
            reason, interrupted = "quit", True
            output.line()
        self.close(reason)
        if interrupted:
            raise KeyboardInterrupt
        if self.unsaved:
            raise NotSaved(f"Answers not saved: {self.unsaved}. Those before are kept.")

    @abstractmethod
    def parts(self, asked: Asked) -> list[str]:
        """Return what stands above a question, before its section."""

    @abstractmethod
    def close(self, reason: Reason) -> None:
        """Say what was done."""

    def consequence(self, asked: Asked, feedback: Feedback, elapsed: int) -> str:  # noqa: ARG002 - for those that need it
        """Say what follows from a right answer, as the end of the sentence with its time."""
        if not too_slow(asked.entry.item, elapsed):
            return ""
        return f", {self.said('verdict.too_slow', seconds=f'{asked.entry.item.limit_seconds:g}')}"

    def mind_the_clock(self, *, back: bool) -> None:
        """Say once that the clock was set back, if it was."""
        if back and not self.clock_told:
            self.clock_told = True
            output.complain(CLOCK_LINE)

    def said(self, key: str, /, **values: str | int) -> str:
        """Put a sentence about questions into the learner's language."""
        return load(self.language).text(say(key, **values))

    def _play(self) -> Reason:
        while True:
            asked = self.session.next(self.shell.now())
            if not isinstance(asked, Asked):
                return asked
            self._teach(asked)
            if not self.begun:
                self.begun = True
                quiet(self.help)
            self._ask(asked, worded(asked.question, self.language))

    def _teach(self, asked: Asked) -> None:
        # Where answers are piped in nobody reads: a lesson is for whoever can press Enter.
        section = self.session.lesson(asked) if keyboard.there() else None
        if section is None:
            return
        from srs_roulette.cli.lesson import show

        output.line()
        show(section, house(asked.entry.house))
        output.line()
        if keyboard.read("Enter: on to the questions > ").strip().lower() in _QUIT:
            raise _Over("quit")

    def _ask(self, asked: Asked, words: Worded) -> None:
        output.line()
        quiet(self._headline(asked))
        picture.show(words)
        output.say(words.prompt)
        for offered in _offered(words):
            output.say(offered, indent=_INDENT)
        watch = Stopwatch(self.shell)
        while True:
            raw = keyboard.read(_PROMPT)
            if self._is_command(raw):
                if self._command(raw.strip()):
                    return
                watch.pause()
                continue
            elapsed, flags = watch.milliseconds(), watch.flags()
            try:
                feedback = self.session.answer(asked, raw, elapsed, self.shell.now(), words.names, flags=flags)
            except NotSaved as fault:
                self.unsaved += 1
                output.complain(str(fault))
                watch.pause()
                continue
            if isinstance(feedback, Feedback):
                self._feed_back(asked, feedback, words, elapsed)
                return
            output.say(words.text(feedback.message), indent=_INDENT)

    @staticmethod
    def _is_command(raw: str) -> bool:
        return raw.strip().lower() in {*_QUIT, "undo", "help"} or raw.lstrip().startswith("!")

    def _command(self, word: str) -> bool:
        """Do what was typed in place of an answer; tell whether another question follows."""
        if word.startswith("!"):
            return self._flag(word[1:].strip())
        if word.lower() == "undo":
            return self._undo()
        if word.lower() == "help":
            quiet(self.help)
            quiet(_HOW_TO_TYPE)
            return False
        raise _Over("quit")

    def _headline(self, asked: Asked) -> str:
        parts = [*self.parts(asked), self.session.course.sections()[asked.entry.section].title]
        if family(asked.question.family).house_sensitive or asked.entry.item.house:
            parts.append(house(asked.entry.house).name)
        return " · ".join(parts)

    def _feed_back(self, asked: Asked, feedback: Feedback, words: Worded, elapsed: int) -> None:
        verdict = feedback.verdict
        if verdict.passed:
            more = self.consequence(asked, feedback, elapsed)
            _styled(f"{words.said(verdict)} {elapsed / 1000:.1f} s{more}", _RIGHT)
        else:
            _styled(words.said(verdict), _WRONG)
            output.say(self.said("verdict.expected", expected=words.right(verdict.expected)), indent=_INDENT)
            for step in words.steps:
                output.say(f"{_INDENT}{step}", indent=2 * _INDENT)
            picture.show_solution(words)
        self.mind_the_clock(back=CLOCK_BACK in feedback.attempt.flags)
        if feedback.overtaken:
            output.say("This item was answered elsewhere meanwhile: the answer is kept as a repeat.")

    def _undo(self) -> bool:
        undone = self.session.undo(self.shell.now())
        output.say("Withdrawn. The question comes again." if undone else self.no_undo)
        return undone is not None

    def _flag(self, text: str) -> bool:
        if not text:
            output.say("Write behind the ! what is wrong with the key of the last answer.")
            return False
        try:
            flagged = self.session.flag(text, self.shell.now())
        except NotSaved as fault:
            output.complain(str(fault))
            return False
        if flagged is None:
            output.say("Nothing was answered yet: ! calls the key of the last answer wrong.")
            return False
        flag = flagged.flag
        output.say(
            f"Flagged: {flag.item_id}, the last answer. Paused until: srs-roulette flags clear {flag.attempt_id}"
        )
        return flagged.open_too


def quiet(text: str) -> None:
    """Say what stands beside the question."""
    _styled(text, _DIM)


def _offered(words: Worded) -> list[str]:
    """List the choices, field by field, on one line; or say how several values are typed."""
    question = words.question
    groups = [" / ".join(words.names[key] for key in offered) for offered in question.choices.values()]
    lines = [f"({'; '.join(groups)})"] if groups else []
    fields = tuple(say(f"field.{field.name}") for field in question.fields)
    return [*lines, words.text(say("reading.values", count=len(fields), fields=fields))] if len(fields) > 1 else lines


def _styled(text: str, style: str) -> None:
    for part in output.wrapped(visible(text), output.width()):
        output.drawing(output.styled(part, style))
