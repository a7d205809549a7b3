"""List the items of the decks in use, with their state; suspend, resume or reset one."""

from typing import TYPE_CHECKING, Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import WrongUse, did_you_mean, short
from srs_roulette.session.states import STATES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from srs_roulette.scheduling.types import ItemId
    from srs_roulette.session.course import Course
    from srs_roulette.session.states import Listed

app = Commands()

Ids = Annotated[list[str], typer.Argument(metavar="ITEM...", help="As listed by items.")]


@app.callback(invoke_without_command=True)
def items(
    ctx: typer.Context,
    section: Annotated[
        list[str] | None, typer.Option("--section", metavar="S", help="Only this section; may be repeated.")
    ] = None,
    family: Annotated[
        list[str] | None, typer.Option("--family", metavar="F", help="Only this skill; may be repeated.")
    ] = None,
    state: Annotated[str | None, typer.Option("--state", metavar="STATE", help=f"Only {', '.join(STATES)}.")] = None,
    search: Annotated[
        str | None, typer.Option("--search", metavar="TEXT", help="Only those with this in id, skill or section.")
    ] = None,
) -> None:
    """List the items of the decks in use, with their state and due day."""
    if ctx.invoked_subcommand is not None:
        return
    from srs_roulette.cli import leeches
    from srs_roulette.cli.learner import desk, refused_line
    from srs_roulette.session.states import found_by, listed

    shell = shell_of(ctx)
    if state is not None and state not in STATES:
        raise WrongUse(f'--state is {", ".join(STATES)}, not "{short(state)}".{did_you_mean(state, STATES)}')
    with desk(shell) as opened:
        course = opened.course()
        rows = listed(course, opened.store)
    sections = {course.section(key)[1] for key in section or ()}
    families = _families(course, family) if family else ()
    rows = [
        row
        for row in rows
        if (not sections or row.entry.item.section in sections)
        and (not families or row.entry.family in families)
        and (state is None or row.is_in(state))
        and (search is None or found_by(row.entry, course, search))
    ]
    if shell.json:
        output.emit_json({"items": [_document(row) for row in rows]})
        return
    _show(course, rows)
    if state == "leech":
        leeches.show(course, [row.leech for row in rows if row.leech])
    if refused := refused_line(course.refused):
        output.complain(refused)


@app.command()
def suspend(ctx: typer.Context, names: Ids) -> None:
    """Suspend items: they are not asked until they are resumed. Their history stays."""
    from srs_roulette.cli.learner import desk
    from srs_roulette.scheduling.days import utc_ms

    done = dict.fromkeys(_found(ctx, names), False)
    with desk(shell_of(ctx), writing=True) as opened:
        if opened.store:
            done = {item: opened.store.suspend(item, utc_ms(opened.now)) for item in done}
    _report(ctx, done, "Suspended", "Was suspended before")


@app.command()
def resume(ctx: typer.Context, names: Ids) -> None:
    """Resume suspended items. One whose key is flagged stays paused until flags clear."""
    from srs_roulette.cli.learner import desk, has_history

    shell = shell_of(ctx)
    done = dict.fromkeys(_found(ctx, names), False)
    paused: frozenset[ItemId] = frozenset()
    if has_history(shell):
        with desk(shell, writing=True) as opened:
            if opened.store:
                done = {item: opened.store.resume(item) for item in done}
                paused = opened.store.paused()
    _report(ctx, done, "Resumed", "Was not suspended")
    for item in done:
        if item in paused:
            output.complain(f"{item} stays paused: its key is flagged. See: srs-roulette flags")


@app.command()
def reset(ctx: typer.Context, names: Ids) -> None:
    """Make items new again. Their history stays, and undo takes the newest reset back."""
    from srs_roulette.cli.learner import desk, has_history
    from srs_roulette.scheduling.days import utc_ms
    from srs_roulette.scheduling.replay import Kind
    from srs_roulette.store.attempt import Attempt

    found, shell = _found(ctx, names), shell_of(ctx)
    known: set[ItemId] = set()
    if has_history(shell):
        with desk(shell, writing=True) as opened:
            if opened.store:
                known = opened.store.memories().keys() & found
                opened.store.keep(
                    Attempt(
                        id=utc_ms(opened.now),
                        item_id=item,
                        kind=Kind.RESET,
                        surface="terminal",
                        zone=opened.zone_name,
                        study_day=opened.today,
                    )
                    for item in found
                    if item in known
                )
    _report(ctx, {item: item in known for item in found}, "New again", "Was new before")


def _found(ctx: typer.Context, names: "Sequence[str]") -> "list[ItemId]":
    """Find all items before anything is written, each once."""
    from srs_roulette.cli.learner import desk, find_item

    shell = shell_of(ctx)
    with desk(shell, quiet=True) as opened:
        course = opened.course()
        return list(dict.fromkeys(find_item(shell, opened, course, name) for name in names))


def _report(ctx: typer.Context, done: "dict[ItemId, bool]", changed: str, unchanged: str) -> None:
    if shell_of(ctx).json:
        output.emit_json({"items": [{"item": item, "changed": change} for item, change in done.items()]})
        return
    for item, change in done.items():
        output.say(f"{changed if change else unchanged}: {item}", indent="  ")


def _families(course: "Course", names: "Sequence[str]") -> tuple[str, ...]:
    from srs_roulette.session.skills import check_families

    return check_families(course, names)


def _document(row: "Listed") -> dict[str, str | None]:
    return {
        "item": row.entry.id,
        "deck": row.entry.deck,
        "section": row.entry.item.section,
        "family": row.entry.family,
        "state": row.state,
        "due": _due(row),
    }


def _due(row: "Listed") -> str | None:
    from srs_roulette.scheduling.days import iso

    return None if row.due is None else iso(row.due)


def _show(course: "Course", rows: "list[Listed]") -> None:
    for key, section in course.sections().items():
        here = [row for row in rows if row.entry.section == key]
        if here:
            output.say(f"{section.title} ({section.key})")
            output.table([[f"  {row.entry.id}", row.remarks(), _due(row) or ""] for row in here])
    counts = {state: sum(row.state == state for row in rows) for state in STATES[:3]}
    told = ", ".join(f"{state} {count}" for state, count in counts.items() if count)
    output.say(f"Items: {len(rows)} ({told})." if rows else "No item is like that.")
