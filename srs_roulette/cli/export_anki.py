"""``export anki``: the course as a package for Anki. It is a command of the group ``export``."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from srs_roulette.cli import output
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import NotFound, WrongUse, short_path

if TYPE_CHECKING:
    from pathlib import Path

    from srs_roulette.recall.anki_deck import Made

_VARIANTS: Final = "12"
_MOST_VARIANTS: Final = 60
_HOW_TO_IMPORT: Final = (
    'In Anki: File, Import. Tick "Import any learning progress" and "Import any deck presets"; for "Update notes" take'
    ' "If newer". Then open the options of the deck and turn on FSRS.'
)
_HOW_TO_IMPORT_FRESH: Final = (
    'In Anki: File, Import. Tick "Import any deck presets"; for "Update notes" take "If newer". Then open the options'
    " of the deck and turn on FSRS."
)


def export_anki(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The package, such as roulette.apkg.")],
    *,
    fresh: Annotated[
        bool,
        typer.Option("--fresh/--with-history", help="All cards new, to give away; else with what you learned so far."),
    ] = False,
    section: Annotated[
        list[str] | None, typer.Option("--section", metavar="S", help="Only this section; may be repeated.")
    ] = None,
    variants: Annotated[
        str, typer.Option("--variants", metavar="N", help=f"Different draws on each card, 1 to {_MOST_VARIANTS}.")
    ] = _VARIANTS,
) -> None:
    """Write the course for Anki: a card for each item, another draw each day, with all you learned so far."""
    from srs_roulette.anki.writer import write
    from srs_roulette.cli.learner import desk, has_history, language, refused_line
    from srs_roulette.cli.lookup import whole
    from srs_roulette.recall.anki_deck import make

    shell, draws = shell_of(ctx), whole(variants, "--variants", 1, _MOST_VARIANTS)
    path = shell.file(file)
    if not file.lower().endswith(".apkg"):
        raise WrongUse(f"Anki opens only files that end in .apkg. Write: {short_path(file)}.apkg")
    # Ids of notes are given once and kept; where there is no file yet, none is made for that.
    with desk(shell, writing=has_history(shell)) as opened:
        made = make(
            opened,
            language=language(shell, opened),
            variants=draws,
            sections=section or (),
            with_history=not fresh,
        )
        refused = refused_line(opened.course().refused)
    if made is None:
        raise NotFound("There are no cards in that: no package was written. See: srs-roulette items")
    write(path, made.package)
    _say(path, made, fresh=fresh, json=shell.json)
    if refused:
        output.complain(refused)


def _say(path: "Path", made: "Made", *, fresh: bool, json: bool) -> None:
    notes = made.package.notes
    told = {
        "notes": len(notes),
        "new": sum(note.card is None for note in notes),
        "review": sum(note.card is not None for note in notes),
        "suspended": sum(note.suspended for note in notes),
        "reviews": sum(one.rating > 0 for note in notes for one in note.reviews),
        "variants": made.variants,
        "ahead": made.ahead,
    }
    if json:
        output.emit_json({"path": str(path), "fresh": fresh, **told})
        return
    output.say(f"Written: {path}", indent="  ")
    parts = [f"{told['new']} new", f"{told['review']} in review", f"{told['suspended']} suspended"]
    output.say(f"Cards: {told['notes']} ({', '.join(parts)}). Answers in their log: {told['reviews']}.", indent="  ")
    if made.ahead:
        output.say(f"Left out, dated in the future: {made.ahead}. See: srs-roulette doctor", indent="  ")
    output.say(_HOW_TO_IMPORT_FRESH if fresh else _HOW_TO_IMPORT, indent="  ")
