"""List the decks, check a deck file, look at draws of an item, or find history without an item."""

from typing import TYPE_CHECKING, Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import FileFaults

if TYPE_CHECKING:
    from srs_roulette.deck.types import Deck

app = Commands()

DRAWS = 20


@app.callback()
def decks() -> None:
    """List the decks, check a deck file, look at draws of an item, or find history without an item."""


@app.command("list")
def list_decks(ctx: typer.Context) -> None:
    """List the decks that are installed: shipped, and your own in the folder decks of the data folder."""
    from srs_roulette.deck import find, loader

    shell = shell_of(ctx)
    library = find.installed(shell.data_folder())
    files = [find.find(word, shell.data_folder()) for word in shell.decks] or library
    found: list[Deck] = []
    faults: list[str] = []
    for file in files:
        # A deck that cannot be read keeps no other from the list.
        try:
            found.append(loader.load(file, library=library))
        except FileFaults as broken:
            faults += broken.faults
    for fault in faults:
        output.complain(fault)
    if shell.json:
        output.emit_json({"decks": [_document(deck) for deck in found]})
    else:
        output.table([[deck.id, str(len(deck.items)), deck.house, deck.title] for deck in found], right=[1])


@app.command()
def check(
    ctx: typer.Context,
    files: Annotated[list[str] | None, typer.Argument(metavar="FILE...", help="Files or ids; else all decks.")] = None,
) -> None:
    """Check deck files: every fault, then 200 questions of each item."""
    from srs_roulette.deck import find, loader
    from srs_roulette.deck.check import check as checked
    from srs_roulette.questions.complaints import complaints
    from srs_roulette.rules.house_file import house

    shell = shell_of(ctx)
    folder = shell.data_folder()
    paths = [find.find(word, folder) for word in files or shell.decks] or find.installed(folder)
    faults: list[str] = []
    for deck in loader.load_all(paths, library=find.installed(folder)):
        report = checked(deck, house, option=shell.house, extra=[complaints])
        faults += report.faults
        output.say(f"{deck.id}: items {report.items}, questions {report.questions}, faults {len(report.faults)}")
    if faults:
        raise FileFaults(faults)


@app.command()
def preview(ctx: typer.Context, item: Annotated[str, typer.Argument(metavar="ITEM")]) -> None:
    """Show twenty draws of an item with their answers."""
    from srs_roulette.cli.learner import desk, find_entry, language, seed
    from srs_roulette.cli.question import worded
    from srs_roulette.questions.reading import answer_text

    shell = shell_of(ctx)
    entry = find_entry(shell, item)
    first = 0 if shell.seed is None else seed(shell)
    with desk(shell) as opened:
        spoken = language(shell, opened)
    draws = [(n, worded(entry.draw(n), spoken)) for n in range(first, first + DRAWS)]
    if shell.json:
        output.emit_json({"draws": [words.asked(entry.id, n) | words.answered() for n, words in draws]})
        return
    for _, words in draws:
        output.say(words.prompt)
        output.say(f"  {answer_text(words.question.expected, words.question)}", indent="  ")


@app.command()
def orphans(ctx: typer.Context) -> None:
    """List history whose item is in no installed deck, and what it may be called now."""
    from srs_roulette.cli.learner import desk
    from srs_roulette.deck import find, loader
    from srs_roulette.scheduling.days import iso
    from srs_roulette.session.orphans import find_orphans

    shell = shell_of(ctx)
    folder = shell.data_folder()
    files = find.installed(folder)
    files += [file for word in shell.decks if (file := find.find(word, folder)) not in files]
    items = [item for deck in loader.load_all(files, library=files) for item in deck.items]
    with desk(shell) as opened:
        found = find_orphans(items, opened.store.histories() if opened.store else [])
    if shell.json:
        rows = [
            {
                "item": one.id,
                "attempts": one.attempts,
                "last_day": iso(one.last_day),
                "suggestion": one.suggestion,
                "table": one.table,
                "was": one.was,
            }
            for one in found
        ]
        output.emit_json({"orphans": rows})
        return
    if not found:
        output.say("No history is orphaned: every item that was answered is in a deck.")
    for one in found:
        output.say(f"{one.id}: attempts {one.attempts}, last {iso(one.last_day)}", indent="  ")
        if one.suggestion:
            output.say(f"  Is it {one.suggestion}? Then write in its deck, under {one.table}: {one.was}", indent="  ")


def _document(deck: "Deck") -> dict[str, object]:
    return {
        "id": deck.id,
        "title": deck.title,
        "house": deck.house,
        "items": len(deck.items),
        "path": str(deck.path),
    }
