"""Look a word up in the dealer's dictionary, in any of its languages."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from srs_roulette.wording.catalog import Catalog
    from srs_roulette.wording.glossary import Term

app = Commands()


@app.command()
def words(
    ctx: typer.Context,
    term: Annotated[
        list[str] | None, typer.Argument(metavar="[TERM]", help="A word of any language; else all terms.")
    ] = None,
) -> None:
    """Look a word up in the dealer's dictionary: English, French, German, Hungarian, Arabic, and where each stands."""
    from srs_roulette.wording.catalog import load
    from srs_roulette.wording.glossary import find, terms

    shell = shell_of(ctx)
    found = find(" ".join(term)) if term else terms()
    if shell.json:
        output.emit_json({"words": [_json(one) for one in found]})
        return
    catalog = load(shell.language or "en")
    _print(_entries(found, catalog) if term else _list(found, catalog))


def _json(term: "Term") -> dict[str, Any]:
    others = {
        language: [{"word": word.text, "sources": list(word.sources)} for word in words]
        for language, words in term.words.items()
    }
    return {"id": term.id, "group": term.group, "en": list(term.english), "means": term.means, **others}


def _entries(found: "Iterable[Term]", catalog: "Catalog") -> list[str]:
    """Show terms in full."""
    from srs_roulette.wording.message import say

    width = output.width()
    lines: list[str] = []
    for term in found:
        lines += output.wrapped(", ".join(term.english), width, "  ")
        lines += output.wrapped(f"  {term.means}", width, "  ") if term.means else []
        rows = [
            [f"  {catalog.text(say(f'dictionary.{language}'))}", f"{word.text} ({', '.join(word.sources)})"]
            for language, words in term.words.items()
            for word in words
            # Another script's letters become signs under its accents alone; Arabic ones would all be question marks.
            if language != "ar" or output.can_show(word.text)
        ]
        for above, row in zip([["", ""], *[list(row) for row in rows]], rows, strict=False):
            row[0] = " " * len(row[0]) if row[0] == above[0] else row[0]
        lines += [*(output.table_lines(rows, width) if rows else []), ""]
    return lines + output.wrapped(catalog.text(say("dictionary.sources")), width)


def _list(found: "Iterable[Term]", catalog: "Catalog") -> list[str]:
    """Show all terms by their first word, with the first French one: what tables of every language use."""
    import re

    from srs_roulette.wording.message import say

    groups: dict[str, list[list[str]]] = {}
    for term in found:
        french = [word.text for word in term.words["fr"]][:1]
        groups.setdefault(term.group, []).append([f"  {re.sub(r' [(].*?[)]', '', term.english[0])}", *(french or [""])])
    lines: list[str] = []
    for group, rows in groups.items():
        lines += [catalog.text(say(f"dictionary.{group}")), *output.table_lines(rows, output.width()), ""]
    return lines + output.wrapped(catalog.text(say("dictionary.more")), output.width())


def _print(lines: "Iterable[str]") -> None:
    from srs_roulette.wording.direction import ISOLATES, isolated
    from srs_roulette.wording.visible import visible

    apart = output.can_show(ISOLATES)
    for line in lines:
        # The isolates are the program's own: what stands in the dictionary is made visible before they are set.
        output.drawing(isolated(visible(line)) if apart else visible(line))
