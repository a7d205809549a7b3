"""Help pages that fit every terminal, and faults that repeat no page of what was typed."""

from __future__ import annotations

import re

import pytest
import typer
from typer.testing import CliRunner

from srs_roulette.cli.app import NAME, app
from srs_roulette.cli.help import GROUPS, grouped

PROGRAM = typer.main.get_command(app)


def _walk():
    """Every command with its path, groups included, as Typer declares it."""
    waiting = [((), PROGRAM, PROGRAM.make_context(NAME, [], resilient_parsing=True))]
    while waiting:
        path, command, ctx = waiting.pop()
        yield path, command
        for name in getattr(command, "list_commands", lambda _: [])(ctx):
            inner = command.get_command(ctx, name)
            waiting.append(((*path, name), inner, inner.make_context(name, [], parent=ctx, resilient_parsing=True)))


COMMANDS = dict(_walk())


@pytest.mark.parametrize("columns", [40, 80])
def test_every_page_fits(cli, columns):
    for path in COMMANDS:
        page = cli.run(*path, "--help", env={"COLUMNS": str(columns)}).stdout
        assert max(map(len, page.splitlines())) <= columns, path


def test_a_narrow_page_says_the_same(cli):
    pages = [cli.run("--help", env={"COLUMNS": str(columns)}).stdout.split() for columns in (80, 40, 30)]
    assert pages[0] == pages[1] == pages[2]


def test_a_newcomer_reads_the_daily_sitting_first(cli):
    page = cli.run("--help", env={"COLUMNS": "80"}).stdout
    named = re.findall(r"^  ([a-z]+)  ", page, re.MULTILINE)
    assert named[0] == "review"
    assert sorted(named) == sorted(path[0] for path in COMMANDS if len(path) == 1)


def test_every_command_stands_in_one_group():
    placed = [name for names in GROUPS.values() for name in names]
    assert len(placed) == len(set(placed))
    assert {path[0] for path in COMMANDS if path} <= set(placed)


def test_a_command_that_nobody_placed_comes_last():
    assert list(grouped(["zoo", "review", "ask"])) == [("Learn", ["review"]), ("Questions", ["ask"]), ("More", ["zoo"])]


# ---- what was typed is repeated in short

LONG = "x" * 10_000
WORDS = {
    "call": ["voisins"],
    "complete": ["17"],
    "settle": ["17", "red=1"],
    "neighbours": ["17"],
    "finals": ["3"],
    "layout": ["red=1"],
    "ask": ["european/odds/split"],
    "check": ["european/odds/split", "1"],
    "attempt": ["1"],
    "test": ["numbers"],
    "settings set": ["lang", "en"],
    "decks preview": ["european/odds/split"],
}
"""What makes a command right, so that the fault is the long word alone."""


def every_place(long):
    """Every command with a long word for each option, and in each place."""
    for path, command in COMMANDS.items():
        right = WORDS.get(" ".join(path), [])
        for param in command.params if path else ():
            if param.param_type_name == "option" and not param.is_flag:
                yield [*path, *right, param.opts[0], long]
        places = len([param for param in command.params if param.param_type_name == "argument"])
        yield from ([*path, *right[:place], long, *right[place + 1 :]] for place in range(places + 1))


def said(tmp_path, *words):
    result = CliRunner().invoke(app, words, env={"SRS_ROULETTE_HOME": str(tmp_path / "home")})
    assert result.exit_code in {0, 1, 2}, words
    return result.output


@pytest.mark.parametrize(
    "long",
    [
        LONG,
        *(
            pytest.param(word, marks=pytest.mark.campaign)
            for word in (f"european/{LONG}", f"{LONG}=1", "1" * 10_000, "a/" * 5000, "x " * 5000)
        ),
    ],
    ids=lambda word: word[:10],
)
def test_a_long_word_stays_a_line(tmp_path, long):
    options = [["--data", long], ["--profile", long], ["--house", long], ["--deck", long, "due"], ["--lang", long]]
    for words in [[long], [f"--{long}"], *options, ["--seed", long], *every_place(long)]:
        longest = max(said(tmp_path, *words).splitlines(), key=len, default="")
        assert len(longest) <= 400, ([word[:20] for word in words], longest[:80])


def test_control_signs_in_a_long_word_are_shown(tmp_path):
    for words in (["--house"], ["call"], ["--profile"], ["--deck"], ["--data"]):
        shown = said(tmp_path, *words, f"\x1b[2J{LONG}")
        assert "\x1b" not in shown
        assert "␛[2J" in shown


def test_a_word_too_many(cli):
    assert cli.fault("wheel", "17", "18", code=2) == (
        'Nothing more is expected at "17". See: srs-roulette wheel --help'
    )
