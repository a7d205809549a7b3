"""One line from the keyboard, with the keys that edit it; or from whatever stands in its place."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Final, NoReturn

from srs_roulette.cli import output

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

# Signs are taken and shown as they come in every locale, so that an Arabic digit is no command of the editor. A pasted
# line break ends the answer as a typed one does. What stands in the learner's own inputrc holds for the rest.
_KEYS: Final = (
    "set input-meta on",
    "set output-meta on",
    "set convert-meta off",
    "set enable-meta-key off",
    "set enable-bracketed-paste off",
    "set disable-completion on",
)
_LEAVING: Final = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP")


class _Signalled(BaseException):
    """A signal that ends or stops the process: raised through the editor, which puts the terminal in order."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def there() -> bool:
    """Tell whether somebody types, and not a file or a pipe."""
    return sys.stdin is not None and sys.stdin.isatty()


def read(prompt: str) -> str:
    """Read one line, without its line break. What was typed ahead is thrown away: it was meant for no question seen.

    Answers given before are not offered again: they would be a way to answer without knowing.

    :raises EOFError: the input ends
    """
    typed = there()
    if typed:
        _forget_typed_ahead()
        if _edits():
            return _edited(prompt)
    output.ask(prompt)
    text = output.hear_line()
    if not (text and typed):
        # A terminal shows what is typed, a file does not.
        output.line(text.rstrip("\r\n"))
    if not text:
        raise EOFError
    return text.rstrip("\r\n")


def _edits() -> bool:
    """Tell whether the cursor can be moved: a terminal on both sides, and one that knows how."""
    able = os.environ.get("TERM") not in {None, "", "dumb"}
    return able and sys.stdout is not None and sys.stdout.isatty() and _editor()


@cache
def _editor() -> bool:
    """Make ``input`` edit its line; tell whether this Python can. Windows edits lines itself."""
    try:
        import readline
    except ImportError:
        return False
    readline.set_auto_history(False)
    for key in _KEYS:
        readline.parse_and_bind(key)
    return True


def _edited(prompt: str) -> str:
    """Read one line with the editor; a process that was stopped (Ctrl-Z) asks anew when it goes on.

    :raises EOFError: the input ends
    """
    while True:
        try:
            with _leaving_in_order():
                return input(prompt)
        except EOFError:
            output.line()
            raise
        except _Signalled as left:
            signal.raise_signal(left.number)


@contextmanager
def _leaving_in_order() -> Iterator[None]:
    """Make the signals that would leave the terminal without echo come back through the editor."""

    def leave(number: int, _frame: FrameType | None) -> NoReturn:
        raise _Signalled(number)

    known = [getattr(signal, name) for name in _LEAVING if hasattr(signal, name)]
    heard = [number for number in known if signal.getsignal(number) is signal.SIG_DFL]
    for number in heard:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)


def _forget_typed_ahead() -> None:
    try:
        import termios
    except ImportError:  # Windows
        import msvcrt  # type: ignore[import-not-found,unused-ignore]

        while msvcrt.kbhit():  # type: ignore[attr-defined,unused-ignore]
            msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
        return
    termios.tcflush(sys.stdin, termios.TCIFLUSH)
