"""One question with its answer, its known slips and the working."""

from typing import TYPE_CHECKING, Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import WrongUse

if TYPE_CHECKING:
    from srs_roulette.cli.question import Worded
    from srs_roulette.cli.shell import Shell
    from srs_roulette.questions.types import Question

app = Commands()


@app.command()
def ask(
    ctx: typer.Context,
    item: Annotated[str | None, typer.Argument(metavar="ITEM", help="Such as european/split-table/7.")] = None,
    family: Annotated[
        str | None, typer.Option("--family", metavar="F", help="Any question of a family, in place of an item.")
    ] = None,
) -> None:
    """Show one question with its answer, its known slips and the working. --seed fixes the draw."""
    from srs_roulette.cli.learner import desk, find_entry, language, seed
    from srs_roulette.cli.question import worded

    shell = shell_of(ctx)
    if (item is None) == (family is None):
        raise WrongUse("Write an item, such as european/split-table/7, or --family F.")
    drawn_with = seed(shell)
    if item is not None:
        entry = find_entry(shell, item)
        shown_id: str | None = entry.id
        question = entry.draw(drawn_with)
    else:
        shown_id, question = None, _of_family(shell, family or "", drawn_with)
    with desk(shell) as opened:
        words = worded(question, language(shell, opened))
    if shell.json:
        document = words.asked(shown_id, drawn_with) | words.answered()
        output.emit_json({key: document[key] for key in _KEYS if key in document})
    else:
        _print(words)


_KEYS = (
    *("item", "family", "house", "seed", "params", "number", "prompt", "unit", "fields", "answer", "answer_text"),
    *("choices", "slips", "working", "picture", "scene"),
)


def _of_family(shell: "Shell", name: str, drawn_with: int) -> "Question":
    from srs_roulette.questions.draw import draw
    from srs_roulette.questions.registry import family

    return draw(family(name), {}, shell.rules(), drawn_with)


def _print(words: "Worded") -> None:
    from srs_roulette.cli.picture import show, show_solution
    from srs_roulette.questions.registry import family

    if family(words.question.family).house_sensitive:
        output.say(f"House: {words.question.house}")
    show(words)
    answered = words.answered()
    output.say(words.prompt)
    output.say(f"  {answered['answer_text']}", indent="  ")
    for step in words.steps:
        output.say(f"  {step}", indent="    ")
    show_solution(words)
    if answered["slips"]:
        output.line("Known slips:")
        output.table([[f"  {slip['answer_text']}", slip["message"]] for slip in answered["slips"]])
