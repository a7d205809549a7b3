"""Read the lesson of a section again."""

from typing import Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.command()
def lesson(
    ctx: typer.Context,
    section: Annotated[str | None, typer.Argument(metavar="SECTION", help="Else the sections are listed.")] = None,
) -> None:
    """Read the lesson of a section; without one, list the sections and which are open."""
    from srs_roulette.cli.learner import desk
    from srs_roulette.cli.lesson import show
    from srs_roulette.rules.house_file import house

    shell = shell_of(ctx)
    with desk(shell) as opened:
        course = opened.course()
        last = opened.store.last_attempts() if opened.store else {}
        known = opened.store.opened_sections() if opened.store else {}
        in_force = shell.house or opened.settings.house
    open_now = course.open(last, known)
    sections = course.sections()
    if section is None:
        rows = [
            {"deck": deck, "section": key, "title": one.title, "open": (deck, key) in open_now}
            for (deck, key), one in sections.items()
        ]
        if shell.json:
            output.emit_json({"sections": rows})
        else:
            output.table([[str(r["section"]), "open" if r["open"] else "", str(r["title"])] for r in rows])
        return
    chosen = course.section(section)
    deck = next(d for d in course.decks if d.id == chosen[0])
    if shell.json:
        output.emit_json({"section": section, "title": sections[chosen].title, "lesson": sections[chosen].lesson})
    elif sections[chosen].lesson:
        show(sections[chosen], house(in_force or deck.house))
    else:
        output.say(f"{sections[chosen].title}: this section has no lesson.")
