from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from srs_roulette.cli import output
from srs_roulette.cli.app import app
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import MAX_SEED, Shell, read_profile, read_seed, shell_of
from srs_roulette.errors import FileFaults, WrongUse

SETTLE = ["settle", "17", "17/20=100", "red=100"]
PACKAGE = "srs_roulette.cli.commands"


@pytest.fixture
def command(monkeypatch):
    """Put a command in place whose file the test writes."""

    def put(name, function):
        module = ModuleType(f"{PACKAGE}.{name}")
        module.app = Commands()
        module.app.command()(function)
        monkeypatch.setitem(sys.modules, module.__name__, module)

    return put


@pytest.fixture
def seen(command):
    """A command ``probe`` that keeps its shell and its words."""
    kept: list[tuple[Shell, list[str], str | None]] = []

    def probe(ctx: typer.Context, words: list[str], by: str | None = None) -> None:
        kept.append((shell_of(ctx), words, by))

    command("probe", probe)
    return kept


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize(
    "options",
    [
        ["--data", "d", "--profile", "ann", "--house", "german", "--deck", "a", "--deck", "b", "--lang", "en"],
        ["--data=d", "--profile=ann", "--house=german", "--deck=a", "--deck=b", "--lang=en"],
    ],
)
def test_global_options_anywhere(cli, seen, place, options):
    options = [*options, "--seed=7", "--json"]
    words = ["probe", "x"]
    cli.run(*words[:place], *options, *words[place:])
    shell, values, _ = seen[0]
    assert values == ["x"]
    assert shell.database() == Path("d") / "ann.db"
    assert (shell.house, shell.decks, shell.language, shell.seed, shell.json) == ("german", ("a", "b"), "en", 7, True)
    assert shell.rules().id == "german"


def test_no_global_options(cli, seen):
    cli.run("probe", "x", env={"SRS_ROULETTE_HOME": "/h"})
    shell = seen[0][0]
    assert shell.database() == Path("/h/learner.db")
    assert (shell.house, shell.decks, shell.language, shell.seed, shell.json) == (None, (), None, None, False)
    assert shell.rules().id == "european"


@pytest.mark.parametrize(
    ("words", "values", "by"),
    [
        (["-5", "--by", "-3"], ["-5"], "-3"),
        (["--by=-3", "-", "-x=1", "-½"], ["-", "-x=1", "-½"], "-3"),
        (["--", "--json", "--by", "-h"], ["--json", "--by", "-h"], None),
        (["a", "--seed", "3", "-1", "--", "--", "--data"], ["a", "-1", "--", "--data"], None),
        (["a", "--by", "1", "b", "--by", "2"], ["a", "b"], "2"),
        ([""], [""], None),
    ],
)
def test_values_that_begin_with_a_dash(cli, seen, words, values, by):
    cli.run("probe", *words)
    assert seen[0][1:] == (values, by)


def test_json_behind_the_two_dashes_is_a_value(cli, seen):
    cli.run("probe", "--", "--json")
    assert not seen[0][0].json


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["settel", "17"], '"settle"'),
        (["zzzzzz"], "--help"),
        (["x" * 5000], "..."),
        (["houses"], "Missing command"),
        (["houses", "lst"], '"list"'),
        (["houses", "--jsn", "list"], '"--json"'),
        (["--hose", "german", "wheel"], '"--house"'),
        (["wheel", "--hose", "german"], '"--house"'),
        (["wheel", "--zzz"], "srs-roulette wheel --help"),
        (["wheel", "--zzz=1"], '"--zzz"'),
        (["wheel", "--house"], "--house needs a value"),
        (["call", "voisins", "--by", "--for", "5"], "--by needs a value"),
        (["call", "voisins", "--by", "--", "5"], "--by needs a value"),
        (["settle", "1", "1=1", "--share=yes"], "--share takes no value"),
        (["settle"], "NUMBER"),
        (["settle", "17"], "BET=STAKE"),
        (["wheel", "-1"], "-1"),
        (["-x", "wheel"], '"-x"'),
        (["wheel", "--profile", "a/b"], "profile"),
        (["wheel", "--profile", ".."], "profile"),
        (["wheel", "--profile="], "profile"),
        (["wheel", "--seed", "x"], "--seed"),
        (["wheel", "--seed", "-1"], '"-1"'),
        (["__init__"], "no command"),
        (["call_"], "no command"),
        (["os.path"], "no command"),
    ],
)
def test_wrong_use(cli, words, said):
    assert said in cli.fault(*words, code=2)


def test_help_and_version(cli):
    page = cli.run("--help").stdout
    for name in ("settle", "call", "complete", "neighbours", "finals", "wheel", "layout", "houses"):
        line = re.search(rf"^  {name} +(\S.*)$", page, re.MULTILINE)
        assert line, name
        help_page = cli.run(name, "--help").stdout
        assert f"Usage: srs-roulette {name}" in help_page
        assert cli.run(name, "-h").stdout == help_page
    for option in ("--data", "--profile", "--house", "--deck", "--lang", "--seed", "--json", "--version"):
        assert option in page
    assert cli.run("wheel", "--version").stdout.startswith("srs-roulette ")


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        (WrongUse("So."), 2, "So."),
        (FileFaults(["a: one.", "b: two."]), 1, "a: one.\nb: two."),
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 0, ""),
        (FileNotFoundError(2, "No such file", "x.apkg"), 1, "x.apkg cannot be read or written: No such file."),
        (typer.Exit(1), 1, ""),
        (typer.Abort(), 130, ""),
        (typer.BadParameter("No."), 2, "Invalid value: No. See: srs-roulette fails --help"),
    ],
)
def test_exit_codes(cli, command, fault, code, said):
    def fails() -> None:
        raise fault

    command("fails", fails)
    result = cli.run("fails", code=code)
    assert result.stderr.strip() == said


def test_the_unforeseen(cli, command):
    def fails() -> None:
        raise ZeroDivisionError("of\n\x1b[2Jwhat")

    command("fails", fails)
    said = cli.fault("fails", code=1)
    assert said.startswith("Internal fault (ZeroDivisionError: of ␛[2Jwhat)")
    assert "report" in said
    debugged = CliRunner().invoke(app, ["fails"], env={"SRS_ROULETTE_DEBUG": "1"})
    assert isinstance(debugged.exception, ZeroDivisionError)


def test_a_command_that_needs_what_is_not_there_is_not_unknown(cli, command):
    def fails() -> None:
        import srs_roulette.nothing_here  # noqa: F401, PLC0415

    command("fails", fails)
    assert "nothing_here" in cli.fault("fails", code=1)


def shell(**changes):
    options = {"data": None, "profile": "learner", "house": None, "decks": (), "language": None, "seed": None}
    return Shell(**options | {"json": False, "environ": {}} | changes)


def test_clock():
    assert abs(shell().now() - datetime.now(UTC)) < timedelta(minutes=1)  # noqa: TID251 - the wall clock is asked for
    frozen = shell(environ={"SRS_ROULETTE_NOW": "2026-03-02T10:00:00+01:00"})
    assert frozen.now() == datetime(2026, 3, 2, 9, tzinfo=UTC)
    assert shell(environ={"SRS_ROULETTE_NOW": "2026-03-02T10:00:00Z"}).now() == datetime(2026, 3, 2, 10, tzinfo=UTC)
    assert frozen.monotonic() <= frozen.monotonic()


@pytest.mark.parametrize("text", ["2026-03-02T10:00:00", "2026-03-02", "noon", "0001-01-01T00:00:00+14:00"])
def test_clock_wants_an_instant(text):
    with pytest.raises(WrongUse, match="SRS_ROULETTE_NOW"):
        shell(environ={"SRS_ROULETTE_NOW": text}).now()


def test_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert shell(data="~/x").data_folder() == tmp_path / "x"
    assert shell(environ={"SRS_ROULETTE_HOME": "~/y"}).data_folder() == tmp_path / "y"
    assert shell(environ={"SRS_ROULETTE_HOME": ""}).data_folder().name == "srs-roulette"
    with pytest.raises(WrongUse):
        shell(data="~nobody-of-that-name/x").data_folder()


def test_profiles_and_seeds():
    for name in ("ann", "Éva", "a.b_c-1", "7"):
        assert read_profile(name) == name
    for name in ("", ".", "..", "-a", "a/b", "a\\b", "a b", "a\n", "a" * 61, "\u202ea"):
        with pytest.raises(WrongUse):
            read_profile(name)
    assert read_seed(str(MAX_SEED)) == MAX_SEED
    for text in (str(MAX_SEED + 1), "1_0", "٣", "1" * 5000, "", "1.0"):
        with pytest.raises(WrongUse):
            read_seed(text)


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252", "utf-8"])
def test_every_encoding_takes_everything(process, encoding):
    words = ["houses", "show", "german"]
    shown = process(*words, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert shown.returncode == 0
    assert shown.stderr == b""
    fault = process("call", "orphelíns–½€→٣", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert fault.returncode == 1
    said = fault.stderr.decode(encoding)
    assert "orphel" in said
    if encoding == "ascii":
        assert '"orphelins-1/2EUR->3"' in said


def test_c_locale(process):
    for words in (SETTLE, ["--help"], ["layout", "17=3"], ["call", "voisins", "--for", "100"]):
        shown = process(*words, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
        assert (shown.returncode, shown.stderr) == (0, b"")
        assert shown.stdout.isascii()
        assert b"17" in shown.stdout or words[0] != "layout"


def test_json_is_utf_8_in_every_locale(process, tmp_path):
    file = tmp_path / "maison.toml"
    file.write_text('extends = "german"\nid = "maison"\nname = "Maison Étoile – ٣"\n', encoding="utf-8")
    shown = process("houses", "show", str(file), "--json", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert json.loads(shown.stdout.decode("utf-8"))["name"] == "Maison Étoile – ٣"
    assert "Étoile".encode() in shown.stdout


@pytest.mark.skipif(os.name == "nt", reason="arguments are bytes elsewhere only")
def test_arguments_that_are_no_utf_8(process):
    shown = process("call", os.fsdecode(b"voi\xff\xfesins"), PYTHONUTF8="1")
    assert shown.returncode == 1
    assert shown.stderr.count(b"\n") == 1
    assert "voi\ufffd\ufffdsins" in shown.stderr.decode("utf-8")


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_escapes_in_a_file(process, env):
    for words in (SETTLE, ["layout", "red=3"], ["--help"], ["nothing"]):
        shown = process(*words, **env)
        assert b"\x1b" not in shown.stdout + shown.stderr


@pytest.mark.parametrize("columns", ["1", "10", "0"])
def test_narrow_process(process, columns):
    assert process(*SETTLE, COLUMNS=columns).stdout.split() == process(*SETTLE).stdout.split()


@pytest.mark.skipif(os.name == "nt", reason="needs a shell with pipes")
def test_a_reader_that_leaves():
    # Far more than a pipe holds, so that the writer still writes when the reader has gone.
    bets = " ".join(["red=10"] * 4000)
    for options in ("", " --json"):
        line = f"{sys.executable} -m srs_roulette settle 17 {bets}{options} | head -c 1 >&2; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", line], capture_output=True, check=False, timeout=60)
        assert done.stdout == b"0\n"
        assert len(done.stderr) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_an_output_that_is_full(options):
    with Path("/dev/full").open("w") as full:
        words = [sys.executable, "-m", "srs_roulette", *SETTLE, *options]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith(b"The output cannot be read or written")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes descriptors")
def test_no_output_at_all():
    line = f"{sys.executable} -m srs_roulette settle 17 red=10 >&-; echo $?"
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=False, timeout=60)
    assert (done.stdout, done.stderr) == (b"0\n", b"")


def test_control_signs_are_shown(cli):
    said = cli.fault("call", "\x1b]0;x\x07\x1b[2J\u202evoisins", code=1)
    assert said.startswith('"␛]0;x␇␛[2J\ufffdvoisins"')


cells = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=12)


@given(rows=st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=4), columns=st.integers(1, 60))
def test_tables_lose_no_word(rows, columns):
    laid = output.table_lines(rows, columns, frozenset({1}))
    assert " ".join(laid).split() == [word for row in rows for cell in row for word in cell.split()]


@given(text=st.text())
def test_every_sign_has_a_spelling(text):
    output.prepare()
    for encoding in ("ascii", "cp437", "cp1252", "utf-8"):
        text.encode(encoding, "srs-roulette")
    digits = "".join(sign for sign in text if sign.isascii() and sign.isdecimal())
    kept = "".join(sign for sign in text if sign.isascii()).encode("ascii", "srs-roulette").decode()
    assert digits in "".join(filter(str.isdecimal, kept))
