"""Printing, for any terminal: every sign is shown or spelled, every width wraps, nothing drives the screen."""

from __future__ import annotations

import codecs
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Final

from srs_roulette.wording.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TextIO

NARROWEST: Final = 10
"""Columns; a terminal that has fewer wraps the rest itself."""

_GAP: Final = "  "
_PICTURES: Final = 0x2400
_HANDLER: Final = "srs-roulette"
_SPELLED: Final = {
    **dict.fromkeys("‐‑‒–—―−─━═", "-"),
    **dict.fromkeys("│┃║", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬", "+"),
    **dict.fromkeys("‘’‚ʼ", "'"),
    **dict.fromkeys("“”„«»", '"'),
    "×": "x",
    "÷": "/",
    "·": ".",
    "•": "*",
    "→": "->",
    "←": "<-",
    "↑": "^",
    "↓": "v",
    "≥": ">=",
    "≤": "<=",
    "✓": "ok",
    "✗": "x",
    "●": "o",
    "€": "EUR",
    "£": "GBP",
    "œ": "oe",
    "æ": "ae",
    "ß": "ss",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ı": "i",
}


def _spell(fault: UnicodeError) -> tuple[str, int]:
    """Put ASCII in the place of what an encoding lacks: accents go, dashes and digits stay what they are."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    return "".join(_ascii(sign) for sign in fault.object[fault.start : fault.end]), fault.end


def _ascii(sign: str) -> str:
    import unicodedata

    if spelled := _SPELLED.get(sign):
        return spelled
    if _PICTURES <= ord(sign) < _PICTURES + ord(" "):
        return f"^{chr(ord(sign) - _PICTURES + ord('@'))}"
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    if spelled := _SPELLED.get(sign.lower()):
        return spelled.upper()
    bare = unicodedata.normalize("NFKD", sign).replace("\u2044", "/").encode("ascii", "ignore").decode()
    return bare or ("" if unicodedata.combining(sign) else "?")


def prepare() -> None:
    """Make stdout and stderr of this process take every text."""
    codecs.register_error(_HANDLER, _spell)
    for stream in (sys.stdout, sys.stderr):
        # A stream put in place by a test or a host program may be of another kind, and none is there under pythonw.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=_HANDLER)


def hear(encoding: str | None = None) -> None:
    """Make stdin take every byte: what is no text becomes signs that no answer holds.

    :param encoding: in place of the locale's
    """
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding=encoding, errors="surrogateescape")


def hear_line() -> str:
    """Read one line of stdin; empty at its end, or where there is no stdin."""
    return sys.stdin.readline() if sys.stdin is not None else ""


def ask(prompt: str) -> None:
    """Print what stands before an answer, on one line with it."""
    if sys.stdout is not None:
        sys.stdout.write(prompt)
        flush()


def flush() -> None:
    """Show now what was printed, in a pipe too: the command waits, or goes on for long."""
    if sys.stdout is not None:
        sys.stdout.flush()


def line(text: str = "") -> None:
    """Print one line as it is, control signs made visible."""
    _write(sys.stdout, text)


def lines(texts: Iterable[str]) -> None:
    """Print lines as they are, control signs made visible."""
    for text in texts:
        line(text)


def say(text: str, *, indent: str = "") -> None:
    """Print a sentence, wrapped to the terminal; ``indent`` stands before its second line and the next."""
    lines(wrapped(text, width(), indent))


def coloured() -> bool:
    """Tell whether stdout is a terminal that wants colours (``NO_COLOR``, ``TERM=dumb``: none)."""
    import os

    stream = sys.stdout
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") in {None, "", "dumb"}
    return stream is not None and stream.isatty() and not plain


def styled(text: str, style: str) -> str:
    """Colour a text of the program's own by an ANSI style such as ``32``, where the terminal wants colours."""
    return f"\x1b[{style}m{text}\x1b[0m" if coloured() else text


def heading(text: str) -> None:
    """Print what the program itself calls a part of its output, wrapped, bold where the terminal wants colours."""
    for part in wrapped(text, width()):
        drawing(styled(part, "1"))


def drawing(text: str) -> None:
    """Print what the program itself made, its colours included; never a text of a deck or a learner."""
    if sys.stdout is not None:
        sys.stdout.write(f"{text}\n")


def complain(text: str) -> None:
    """Print one line on stderr."""
    _write(sys.stderr, text)


def emit_json(document: object) -> None:
    """Print one JSON document: UTF-8 in every locale, a line break at its end."""
    import json

    text = json.dumps(document, ensure_ascii=False) + "\n"
    if sys.stdout is None:
        return
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    # A lone surrogate, from an argument that was no UTF-8, becomes the escape that JSON has for it.
    buffer.write(text.encode("utf-8", "backslashreplace"))
    buffer.flush()


def table(rows: Sequence[Sequence[str]], *, right: Iterable[int] = ()) -> None:
    """Print rows in columns, or as wrapped lines where the terminal is too narrow.

    :param right: the columns that end at the right, such as amounts
    """
    lines(table_lines(rows, width(), frozenset(right)))


def table_lines(rows: Sequence[Sequence[str]], columns: int, right: frozenset[int] = frozenset()) -> list[str]:
    """Lay out rows for ``columns`` of width; every word of every cell is there whatever the width.

    Where a row is too long its last cell wraps, or, where even a word of that has no room, the whole row.
    """
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(len, cells)) for cells in zip(*shown, strict=True)]
    before = sum(widths[:-1]) + len(_GAP) * (len(widths) - 1)
    laid: list[str] = []
    for row in shown:
        cells = [
            _padded(cell, size, place in right) for place, (cell, size) in enumerate(zip(row, widths, strict=True))
        ]
        text = _GAP.join(cells).rstrip()
        if len(text) <= columns:
            laid.append(text)
        elif max(map(len, row[-1].split()), default=columns) <= columns - before:
            first, *more = wrapped(row[-1], columns - before)
            laid.append(_GAP.join([*cells[:-1], first]))
            laid += [" " * before + part for part in more]
        else:
            laid += wrapped(_GAP.join(cell for cell in row if cell), columns, _GAP)
    return laid


def _padded(cell: str, size: int, at_right: bool) -> str:
    return cell.rjust(size) if at_right else cell.ljust(size)


def wrapped(text: str, columns: int, indent: str = "") -> list[str]:
    """Break a text between words; a word that is longer than the line stays whole."""
    return textwrap.wrap(text, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [
        ""
    ]


def width() -> int:
    """Columns of the terminal, or ``COLUMNS``; 80 where there is neither."""
    return max(NARROWEST, shutil.get_terminal_size().columns)


def can_show(signs: str) -> bool:
    """Tell whether stdout's encoding has these signs."""
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _write(stream: TextIO | None, text: str) -> None:
    if stream is not None:
        stream.write(f"{visible(text)}\n")
