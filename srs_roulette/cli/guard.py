"""The last line of defence: whatever happens becomes an exit code and a line on stderr, never a traceback."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

import typer

# Every fault that Typer finds in a command line; it has no public name in all versions that pyproject.toml allows.
from typer._click.exceptions import ClickException

from srs_roulette.cli import output
from srs_roulette.errors import SrsRouletteError

if TYPE_CHECKING:
    from collections.abc import Callable

DONE: Final = 0
FAULT: Final = 1
INTERRUPTED: Final = 130


def run(work: Callable[[], None]) -> int:
    """Do ``work``, say what went wrong and return the exit code.

    With ``SRS_ROULETTE_DEBUG`` set, what nobody foresaw is raised.
    """
    output.prepare()
    try:
        work()
        _flush()
    except BrokenPipeError:
        # The reader, such as ``head``, has read enough.
        _let_go(sys.stdout)
        return DONE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except typer.Exit as end:
        return _ended(end.exit_code)
    except (SrsRouletteError, ClickException, OSError) as fault:
        return _foreseen(fault)
    except Exception as fault:
        if os.environ.get("SRS_ROULETTE_DEBUG"):
            raise
        said = " ".join(str(fault).split())
        _complain(
            f"Internal fault ({type(fault).__name__}: {said}): please report it with what you typed. "
            "SRS_ROULETTE_DEBUG=1 shows where it happened."
        )
        return FAULT
    return DONE


def _foreseen(fault: SrsRouletteError | ClickException | OSError) -> int:
    if isinstance(fault, SrsRouletteError):
        for text in str(fault).splitlines():
            _complain(text)
        return fault.exit_code
    if isinstance(fault, ClickException):
        ctx = getattr(fault, "ctx", None)
        hint = f" See: {ctx.command_path} --help" if ctx else ""
        _complain(f"{' '.join(fault.format_message().split())}{hint}")
        return fault.exit_code
    if fault.filename is None:
        _let_go(sys.stdout)
    _complain(f"{fault.filename or 'The output'} cannot be read or written: {fault.strerror or fault}.")
    return FAULT


def _ended(code: int) -> int:
    try:
        _flush()
    except OSError:
        _let_go(sys.stdout)
    return code


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _complain(text: str) -> None:
    try:
        output.complain(text)
    except OSError:
        _let_go(sys.stderr)


def _let_go(stream: object) -> None:
    """Point a stream that cannot be written to nowhere, so that closing it at the end raises nothing."""
    try:
        number = stream.fileno()  # type: ignore[attr-defined]
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)
    except (OSError, AttributeError, ValueError):
        return
