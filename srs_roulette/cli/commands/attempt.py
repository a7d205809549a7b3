"""Show one attempt again, with its question exactly as it was asked."""

from typing import TYPE_CHECKING, Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import NotFound

if TYPE_CHECKING:
    from srs_roulette.cli.question import Worded
    from srs_roulette.store.attempt import Attempt

app = Commands()


@app.command()
def attempt(
    ctx: typer.Context,
    number: Annotated[str, typer.Argument(metavar="ID", help="As listed by history.")],
) -> None:
    """Show one attempt again, with its question exactly as it was asked."""
    from srs_roulette.cli.commands.history import as_json
    from srs_roulette.cli.learner import desk, language
    from srs_roulette.cli.lookup import attempt_id
    from srs_roulette.cli.picture import show, show_solution
    from srs_roulette.cli.question import worded
    from srs_roulette.scheduling.replay import Kind
    from srs_roulette.session.kept import rebuild

    shell = shell_of(ctx)
    wanted = attempt_id(number)
    with desk(shell) as opened:
        if opened.store is None:
            raise NotFound(f"There is no attempt {wanted}: no history yet.")
        found = opened.store.attempt(wanted)
        if found.kind is Kind.ANKI and found.params is None:
            raise NotFound(f"Attempt {wanted} was answered in Anki, which does not say at which draw.")
        words = worded(rebuild(found), language(shell, opened))
    if shell.json:
        question = words.asked(found.item_id, found.seed or 0) | words.answered()
        output.emit_json({"attempt": as_json(found), "question": question})
        return
    show(words)
    output.say(words.prompt)
    output.say(f"  {_judged(found, words)}", indent="  ")
    for step in words.steps:
        output.say(f"  {step}", indent="    ")
    show_solution(words)


def _judged(found: "Attempt", words: "Worded") -> str:
    """Say what was answered; Anki tells the button alone."""
    verdict = (found.verdict or "").capitalize()
    if found.given is None and found.rating:
        right = words.answered()["answer_text"]
        return f"Answered in Anki: {found.rating.name.capitalize()}. {verdict}; right is {right}."
    return f"Typed: {found.given}. {verdict}; right is {found.expected}."
