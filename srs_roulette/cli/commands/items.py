"""List the items of the decks in use, with their state and due day."""

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.command()
def items(ctx: typer.Context) -> None:
    """List the items of the decks in use, with their state and due day."""
    from srs_roulette.cli.learner import desk
    from srs_roulette.scheduling.days import iso

    shell = shell_of(ctx)
    with desk(shell) as opened:
        course = opened.course()
        memories = opened.store.memories() if opened.store else {}
        paused = opened.store.paused() if opened.store else frozenset()
    rows = []
    for entry in course.entries.values():
        memory = memories.get(entry.id)
        state = "suspended" if entry.id in paused else "review" if memory else "new"
        rows.append(
            {
                "item": entry.id,
                "deck": entry.deck,
                "section": entry.item.section,
                "family": entry.family,
                "state": state,
                "due": iso(memory.due_day) if memory else None,
            }
        )
    if shell.json:
        output.emit_json({"items": rows})
    else:
        output.table([[str(row["item"]), str(row["state"]), row["due"] or ""] for row in rows])
