"""Say that a key is wrong: the question is kept as it was, its item is paused."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import NotFound, WrongUse

if TYPE_CHECKING:
    from srs_roulette.store.attempts import Store

app = Commands()

_SHORTEST_ID: Final = 10
"""Digits: ids are milliseconds since 1970, so that a text may begin with a number of the wheel."""
_LOOKED_AT: Final = 100


@app.command()
def flag(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="[ID] TEXT", help="The attempt, else the newest; and why.")],
) -> None:
    """Say that the key of a question is wrong. The draw is kept, and its item is paused until the flag is cleared."""
    from srs_roulette.cli.learner import desk, has_history
    from srs_roulette.scheduling.days import utc_ms

    shell = shell_of(ctx)
    named = words[0].isascii() and words[0].isdigit() and len(words[0]) >= _SHORTEST_ID
    text = " ".join(words[1:] if named else words).strip()
    if not text:
        raise WrongUse("Say what is wrong with the key, such as: flag the corner pays 8")
    if not has_history(shell):
        raise NotFound("There is no answer to flag: no history yet.")
    with desk(shell, writing=True) as opened:
        if opened.store is None:
            return
        kept = opened.store.flag(_wanted(opened.store, words[0] if named else None), text, utc_ms(opened.now))
    if shell.json:
        output.emit_json({"attempt": kept.attempt_id, "item": kept.item_id, "text": kept.text})
    else:
        output.say(f"Flagged: {kept.item_id}. It is paused until you write: flags clear {kept.attempt_id}")


def _wanted(store: "Store", number: str | None) -> int:
    """Return the attempt that is meant: that one, else the newest answer; resets and the like have no key."""
    from srs_roulette.cli.lookup import attempt_id

    if number is not None:
        return attempt_id(number)
    answers = [attempt.id for attempt in store.attempts(limit=_LOOKED_AT) if attempt.given is not None]
    if not answers:
        raise NotFound("There is no answer to flag: no history yet.")
    return answers[-1]
