"""Judge an answer to a question; nothing is recorded."""

from typing import Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import WrongUse

app = Commands()


@app.command()
def check(
    ctx: typer.Context,
    item: Annotated[str, typer.Argument(metavar="ITEM", help="Such as european/split-table/7.")],
    answer: Annotated[list[str], typer.Argument(metavar="ANSWER", help="As typed at the table.")],
) -> None:
    """Judge an answer to the question that ask ITEM --seed S shows. Nothing is recorded."""
    from srs_roulette.cli.learner import desk, find_entry, language
    from srs_roulette.cli.question import worded
    from srs_roulette.questions.grading import grade
    from srs_roulette.questions.reading import Unreadable, read
    from srs_roulette.wording.message import say

    shell = shell_of(ctx)
    if shell.seed is None:
        raise WrongUse("Which question? Give its seed: check ITEM --seed S -- ANSWER")
    question = find_entry(shell, item).draw(shell.seed)
    with desk(shell) as opened:
        words = worded(question, language(shell, opened))
    given = read(" ".join(answer), question, words.names)
    if isinstance(given, Unreadable):
        document = {"verdict": "unreadable", "slip": None, "expected": None, "message": words.text(given.message)}
    else:
        verdict = grade(question, given)
        document = {
            "verdict": verdict.kind.value,
            "slip": verdict.slip,
            "expected": verdict.expected,
            "message": words.said(verdict),
        }
    if shell.json:
        output.emit_json(document)
        return
    output.say(f"{document['message']}")
    if document["verdict"] not in {"correct", "unreadable"}:
        output.say(words.text(say("verdict.expected", expected=str(document["expected"]))))
