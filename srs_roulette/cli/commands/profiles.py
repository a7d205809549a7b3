"""List the learners whose files lie in the data folder."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import read_profile, shell_of

if TYPE_CHECKING:
    from srs_roulette.cli.shell import Shell

app = Commands()


@app.command()
def profiles(ctx: typer.Context) -> None:
    """List the learners of the data folder: attempts, last study day, due today. The current one has a star."""
    shell = shell_of(ctx)
    rows = [_row(shell, name) for name in _names(shell.data_folder())]
    if shell.json:
        output.emit_json({"profiles": rows})
    elif rows:
        output.table([["", "profile", "attempts", "last day", "due"], *map(_cells, rows)], right=[2])
    else:
        output.say("No learners yet. Begin with: srs-roulette review")


def _names(folder: Path) -> list[str]:
    """Return the learners' names, in order; what --profile would not take is no learner's file."""
    from srs_roulette.errors import StoreError, WrongUse

    found = []
    try:
        for file in sorted(folder.iterdir()):
            if file.suffix != ".db":
                continue
            try:
                found.append(read_profile(file.stem))
            except WrongUse:
                continue
    except FileNotFoundError:
        return []
    except OSError as fault:
        raise StoreError(f"{folder} cannot be read ({fault.strerror}). Name another folder with --data.") from fault
    return found


def _row(shell: "Shell", name: str) -> dict[str, Any]:
    from srs_roulette.cli.learner import desk
    from srs_roulette.errors import SrsRouletteError
    from srs_roulette.scheduling.days import iso
    from srs_roulette.session.plan import load

    row: dict[str, Any] = {"profile": name, "current": name == shell.profile}
    row |= {"attempts": None, "last_day": None, "due": None, "fault": None}
    try:
        with desk(replace(shell, profile=name), quiet=True) as opened:
            if opened.store:
                histories = opened.store.histories()
                row["attempts"] = sum(count for _, count, _ in histories)
                row["last_day"] = iso(max(day for _, _, day in histories)) if histories else None
            else:
                row["attempts"] = 0
            row["due"] = load(opened.course(), opened.store, opened.settings, opened.today).due
    except SrsRouletteError as fault:
        row["fault"] = str(fault).partition("\n")[0]
    return row


def _cells(row: dict[str, Any]) -> list[str]:
    counts = ["-" if row[key] is None else str(row[key]) for key in ("attempts", "last_day", "due")]
    # What is wrong stands last, where it wraps.
    return ["*" if row["current"] else "", row["profile"], *counts[:2], row["fault"] or counts[2]]
