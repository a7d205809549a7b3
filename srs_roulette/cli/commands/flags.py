"""List the keys called wrong, or clear one."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import NotFound

if TYPE_CHECKING:
    from srs_roulette.store.attempt import Attempt
    from srs_roulette.store.marks import Flag

app = Commands()


@app.callback(invoke_without_command=True)
def flags(ctx: typer.Context) -> None:
    """List the keys called wrong, with their questions. To clear one: flags clear ID."""
    if ctx.invoked_subcommand is not None:
        return
    from srs_roulette.cli.learner import desk, language

    shell = shell_of(ctx)
    with desk(shell) as opened:
        spoken, store = language(shell, opened), opened.store
        rows = [_row(one, store.attempt(one.attempt_id), spoken) for one in store.flags()] if store else []
    if shell.json:
        output.emit_json({"flags": rows})
        return
    if not rows:
        output.say("No key is flagged.")
    for row in rows:
        output.say(f"{row['attempt']}  {row['item']}: {row['text']}", indent="  ")
        if row["prompt"]:
            output.say(f"  {row['prompt']}", indent="  ")
        if row["given"] is not None:
            output.say(f"  typed {row['given']}, key {row['expected']}", indent="  ")


@app.command()
def clear(
    ctx: typer.Context,
    number: Annotated[str, typer.Argument(metavar="ID", help="As listed by flags.")],
) -> None:
    """Clear a flag; its item is asked again."""
    from srs_roulette.cli.learner import desk, has_history
    from srs_roulette.cli.lookup import attempt_id
    from srs_roulette.scheduling.days import utc_ms

    shell = shell_of(ctx)
    wanted = attempt_id(number)
    if not has_history(shell):
        raise NotFound(f"There is no flag {wanted}: no history yet.")
    with desk(shell, writing=True) as opened:
        if opened.store:
            opened.store.clear_flag(wanted, utc_ms(opened.now))
    if shell.json:
        output.emit_json({"cleared": wanted})
    else:
        output.say(f"Cleared: {wanted}.")


def _row(one: "Flag", attempt: "Attempt", language: str) -> dict[str, Any]:
    """Write a flag with its question; one that came from Anki, or of a family that is gone, has none."""
    import json

    from srs_roulette.cli.question import worded
    from srs_roulette.session.kept import rebuild

    try:
        prompt = worded(rebuild(attempt), language).prompt
    except NotFound:
        prompt = None
    return {
        "attempt": one.attempt_id,
        "item": one.item_id,
        "text": one.text,
        "prompt": prompt,
        "given": attempt.given,
        "expected": attempt.expected,
        "params": json.loads(attempt.params)["params"] if attempt.params else None,
    }
