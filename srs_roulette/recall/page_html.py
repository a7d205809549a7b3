"""Elements of a page and of its drawings: what is a text is escaped here, so that no deck can write markup."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NewType

from srs_roulette.wording.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Html = NewType("Html", str)
"""Markup; a plain ``str`` is a text that is not escaped yet."""

_NOTHING = Html("")


def tag(name: str, *inner: Html, **attributes: str | float) -> Html:
    """Return an element; ``class_`` and ``aria_label`` are spelled ``class`` and ``aria-label``."""
    spelled = "".join(f' {key.rstrip("_").replace("_", "-")}="{_written(value)}"' for key, value in attributes.items())
    return Html(f"<{name}{spelled}>{''.join(inner)}</{name}>")


def text(raw: str) -> Html:
    """Escape a text; signs that would turn its line round are only seen."""
    return Html(escape(visible(raw), quote=False))


def chosen(raw: str) -> Html:
    """Escape what a deck or a learner chose: set apart from the line it stands in, and broken where a name may be."""
    return tag("bdi", Html(text(raw).replace("_", "_<wbr>").replace("/", "/<wbr>")))


def said(*parts: str | Html, kind: str = "") -> Html:
    """Return a paragraph of markup; ``kind`` is a class."""
    inner = [Html(part) for part in parts]
    return tag("p", *inner, class_=kind) if kind else tag("p", *inner)


def join(*parts: Html) -> Html:
    """Put elements one after the other."""
    return Html("".join(parts))


def command(line: str) -> Html:
    """Return what is typed in a terminal, without the name of the program."""
    return tag("code", text(f"srs-roulette {line}"))


def figure(main: str, second: str = "") -> Html:
    """Return a figure, with another one that belongs to it."""
    return Html(text(main) + (f" {tag('small', text(second))}" if second else ""))


def table(caption: str, heads: Sequence[Html], rows: Iterable[Sequence[Html]], *, stacked: bool = False) -> Html:
    """Return a table: the first cell of a row names it, the others are figures.

    :param stacked: on a phone the name stands above its figures: for long names or many figures
    """
    return tag(
        "table",
        tag("caption", text(caption)),
        tag("thead", tag("tr", *(tag("th", head, scope="col") for head in heads))),
        tag("tbody", *(_row(*row) for row in rows)),
        class_="st-table st-stacked" if stacked else "st-table",
    )


def labelled(label: Html, *notes: Html, mark: Html = _NOTHING) -> Html:
    """Return what names a row: its label with notes under it, and the drawing of its figures."""
    small = (tag("small", note) for note in notes)
    return tag("div", tag("div", label, *small, class_="st-label"), mark, class_="st-row")


def folded(summary: str, inner: Html) -> Html:
    """Return what is shown on demand."""
    return tag("details", tag("summary", text(summary)), inner, class_="st-details")


def _row(first: Html, *cells: Html) -> Html:
    return Html(f"\n{tag('tr', tag('th', first, scope='row'), *(tag('td', cell) for cell in cells))}")


def _written(value: str | float) -> str:
    """Write an attribute; of a number two decimals, for no screen shows more."""
    return escape(value) if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
