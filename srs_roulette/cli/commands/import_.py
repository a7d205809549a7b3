"""Bring reviews back that you did in Anki."""

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from srs_roulette.anki.merge import Merged
    from srs_roulette.anki.reader import Package
    from srs_roulette.scheduling.types import ItemId

app = Commands()

MOST: Final = 3
"""Items or rows that are named; --json names all."""


@app.callback()
def import_group() -> None:
    """Bring reviews back that you did in Anki."""


@app.command("anki")
def import_anki(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="An .apkg or .colpkg that Anki exported.")],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would come back, and write nothing.")] = False,
) -> None:
    """Bring the reviews back that you did in Anki. Each comes back once, however often a file is imported."""
    from srs_roulette.anki.reader import opened
    from srs_roulette.cli.learner import desk
    from srs_roulette.recall.anki_import import differing, known_items, look, take_in
    from srs_roulette.store.backups import back_up_before

    shell = shell_of(ctx)
    with opened(shell.file(file)) as package:
        with desk(shell) as reading:
            found = look(package, reading, known_items(package, reading))
        kept, other = None, None
        if not dry_run:
            kept = back_up_before(shell.database(), "import", shell.now()) if found.attempts else None
            with desk(shell, writing=True, quiet=True) as writing:
                take_in(package, writing, found)
                other = differing(found, writing.store) if writing.store else []
        if shell.json:
            output.emit_json(_document(package, found, other, kept, dry_run=dry_run))
        else:
            _say(package, found, other or [], kept, dry_run=dry_run)


def _document(
    package: "Package", found: "Merged", other: "list[ItemId] | None", kept: "Path | None", *, dry_run: bool
) -> dict[str, Any]:
    from srs_roulette.anki.merge import Sort
    from srs_roulette.scheduling.days import instant_text

    return {
        "dry_run": dry_run,
        "collection": package.member,
        "schema": package.schema,
        "cards": len(package.cards),
        "rows": len(package.rows),
        "imported": found.answers(),
        "already_here": found.already,
        "kinds": {sort.value: found.sorts[sort] for sort in Sort},
        "draws_known": found.drawn,
        "times_at_cap": found.capped,
        "moved": found.raised,
        "implausible": [{"item": item, "answered_at": instant_text(ms)} for item, ms in found.implausible],
        "unknown": [{"item": item, "rows": rows} for item, rows in found.unknown.items()],
        "other_notes": package.other_notes,
        "other_rows": package.other_rows,
        "deleted_rows": package.orphan_rows,
        "memory_differs": other,
        "backup": None if kept is None else str(kept),
    }


def _say(package: "Package", found: "Merged", other: "list[ItemId]", kept: "Path | None", *, dry_run: bool) -> None:
    from srs_roulette.scheduling.replay import Kind

    items = len({one.item_id for one in found.attempts if one.kind is Kind.ANKI})
    done = "Would come back from Anki, reviews" if dry_run else "Back from Anki, reviews"
    output.say(f"{done}: {found.answers()}, of items: {items}. Already here: {found.already}.", indent="  ")
    for line in (*_told(found, other), *_beside(package)):
        output.say(f"  {line}", indent="    ")
    if kept:
        output.say(f"The history from before is kept. To go back: srs-roulette restore {kept}", indent="  ")
    if dry_run:
        output.say("Nothing was written.")
    for line in _left_out(package, found):
        output.complain(line)


def _told(found: "Merged", other: "list[ItemId]") -> "Iterator[str]":
    """Tell of what came back, and of what is no review."""
    from srs_roulette.anki.merge import ANSWERS, Sort
    from srs_roulette.scheduling.replay import Kind

    names = {
        Sort.LEARNING: "first or learning",
        Sort.REVIEW: "review",
        Sort.RELEARNING: "relearning",
        Sort.EARLY: "ahead of time",
        Sort.GRADE_NOW: "graded without being shown",
    }
    kinds = [f"{names[sort]} {found.sorts[sort]}" for sort in ANSWERS if found.sorts[sort]]
    if kinds:
        yield f"Of these: {', '.join(kinds)}."
    if found.drawn:
        yield f"With the question that was asked: {found.drawn}."
    told = {
        Sort.FORGET: "Made new in Anki, and so here: {}.",
        Sort.SET_DUE: "Due days set by hand in Anki: {}. They are no reviews.",
        Sort.RESCHEDULED: "Due days moved in Anki by its options: {}. They are no reviews.",
        Sort.CRAM: "Extra practice in Anki, which moves no due day: {}. Not counted here.",
        Sort.OTHER: "Rows of a kind that is not known here: {}. Left out.",
    }
    for sort, text in told.items():
        if found.sorts[sort]:
            yield text.format(found.sorts[sort])
    if moved := sum(one.kind is Kind.RESCHEDULE for one in found.attempts):
        yield f"Due days that hold here too from now on: {moved}."
    if found.capped:
        yield f"Answers of 60 or 600 seconds: {found.capped}. Anki counts no further, they may have taken longer."
    if found.raised:
        yield f"Moved by a millisecond or so, since another answer has theirs: {found.raised}."
    if other:
        yield (
            f"Items that Anki remembers otherwise, for it reckons with other options: {len(other)}"
            f" ({_some(other)}). Here your own hold."
        )


def _beside(package: "Package") -> "Iterator[str]":
    """Tell of what the package holds beside our cards."""
    if package.other_notes:
        yield f"Notes of other decks, left alone: {package.other_notes}, reviews {package.other_rows}."
    if package.orphan_rows:
        yield f"Reviews of cards deleted in Anki, which no longer says of which: {package.orphan_rows}."


def _left_out(package: "Package", found: "Merged") -> "Iterator[str]":
    """Tell of what should have come back and did not."""
    from srs_roulette.scheduling.days import instant

    if not package.rows:
        yield (
            f"It holds no review of its {len(package.cards)} cards. If you have reviewed them, export once more from"
            ' Anki with "Include scheduling information" ticked.'
        )
    if found.implausible:
        some = _some(f"{item} on {instant(ms):%Y-%m-%d}" for item, ms in found.implausible)
        yield f"Left out, for their date cannot be right, rows: {len(found.implausible)} ({some})."
    if found.unknown:
        yield (
            f"Left out, for no deck and no history here has their item, rows: {found.unknown.total()}, items:"
            f" {len(found.unknown)} ({_some(found.unknown)}). Put the deck in place and import again."
        )


def _some(names: "Iterable[str]") -> str:
    listed = list(names)
    return ", ".join(listed[:MOST]) + (", ..." if len(listed) > MOST else "")
