"""Look your history and its backups over, and say what is wrong."""

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Final

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from srs_roulette.store.checkup import Checkup, Finding

app = Commands()

MOST: Final = 20
"""Faults of one kind that are listed; --json lists all."""


@app.command()
def doctor(
    ctx: typer.Context,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Reckon all memories anew from the attempts, which stay as they are.")
    ] = False,
    questions: Annotated[
        bool,
        typer.Option("--questions", help="Also make every past question again, and see that its answer is the same."),
    ] = False,
) -> None:
    """Look your history and its backups over, and say what is wrong, with what to do. Exits 1 when anything is."""
    from srs_roulette.scheduling.days import utc_ms
    from srs_roulette.store.attempts import Store
    from srs_roulette.store.checkup import DAMAGED, check_up
    from srs_roulette.store.database import holds_data

    shell = shell_of(ctx)
    path, now = shell.database(), utc_ms(shell.now())
    found = check_up(path, now)
    rebuilt = None
    if rebuild and holds_data(path) and all(one.kind != DAMAGED for one in found.findings):
        with Store.for_writing(path) as store:
            rebuilt = store.rebuild()
        found = check_up(path, now)
    if questions and all(one.kind != DAMAGED for one in found.findings):
        found = replace(found, findings=(*found.findings, *_questions(path, found.findings)))
    if shell.json:
        _as_json(str(path), found, rebuilt)
    else:
        _say(found, rebuilt)
    if found.findings:
        raise typer.Exit(1)


def _questions(path: "Path", found: "Sequence[Finding]") -> "Iterator[Finding]":
    from srs_roulette.errors import Damaged
    from srs_roulette.session.kept import misfits
    from srs_roulette.store.attempts import Store
    from srs_roulette.store.checkup import DAMAGED, PARAMS, QUESTION, Finding

    store = Store.for_reading(path)
    if store is None:
        return
    with store:
        try:
            attempts = store.attempts()
        except Damaged as fault:
            yield Finding(kind=DAMAGED, about=str(path), text=str(fault), advice="")
            return
    named = {one.about for one in found if one.kind == PARAMS}
    for attempt, wrong in misfits(one for one in attempts if str(one.id) not in named):
        advice = f"Look at it: srs-roulette attempt {attempt.id}"
        text = f"Attempt {attempt.id} of {attempt.item_id} {wrong}."
        yield Finding(kind=QUESTION, about=str(attempt.id), text=text, advice=advice)


def _as_json(path: str, found: "Checkup", rebuilt: int | None) -> None:
    faults = [{"kind": one.kind, "about": one.about, "text": one.text, "advice": one.advice} for one in found.findings]
    backups = [{"path": str(one.path), "attempts": one.attempts, "fault": one.fault} for one in found.backups]
    output.emit_json(
        {
            "path": path,
            "attempts": found.attempts,
            "memories": found.memories,
            "rebuilt": rebuilt,
            "faults": faults,
            "backups": backups,
        }
    )


def _say(found: "Checkup", rebuilt: int | None) -> None:
    if rebuilt is not None:
        output.say(f"Memories mended: {rebuilt}.")
    for _, group in groupby(found.findings, key=lambda one: one.kind):
        findings = list(group)
        for one in findings[:MOST]:
            output.say(f"{one.text} {one.advice}".rstrip(), indent="  ")
        if len(findings) > MOST:
            output.say(f"  and as many more of these: {len(findings) - MOST}. All of them: doctor --json", indent="  ")
    good = [one for one in found.backups if one.fault is None]
    newest = f" Newest good backup: {good[0].path.name}, attempts: {good[0].attempts}." if good else ""
    if not found.findings:
        output.say(
            f"All well: attempts {found.attempts}, memories {found.memories}, backups {len(good)}.{newest}", indent="  "
        )
