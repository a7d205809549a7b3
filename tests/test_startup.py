"""The noise-free twin of the goal P1: what a hot command imports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"pydantic", "numpy", "pandas", "rich", "sqlite_utils", "sqlite3", "fsrs", "platformdirs", "tzlocal"}
UPPER = {f"srs_roulette.{floor}" for floor in ("store", "scheduling", "deck", "questions", "session", "stats", "anki")}

# Leaves by the door of the program, then lists what stands in memory.
PROBE = """
import json, sys
from srs_roulette.cli.app import main
sys.argv = ["srs-roulette", *sys.argv[1:]]
code = main()
print(json.dumps({"code": code, "modules": sorted(sys.modules)}), file=sys.stderr)
"""


def modules(*words, **more):
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])} | more
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *words], env=env, input=b"", capture_output=True, check=True, timeout=60
    )
    found = json.loads(done.stderr)
    assert found["code"] == 0
    return set(found["modules"])


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["settle", "17", "17-20=100", "red=10"],
        ["call", "voisins", "--for", "1500", "--hit", "0"],
        ["complete", "17", "20", "--unit", "5"],
        ["neighbours", "17"],
        ["houses", "list"],
        ["settle", "--help"],
    ],
    ids=" ".join,
)
def test_a_look_up_loads_nothing_heavy(words):
    loaded = modules(*words)
    assert not {name.partition(".")[0] for name in loaded} & HEAVY
    assert not {".".join(name.split(".")[:2]) for name in loaded} & (UPPER | {"srs_roulette.drawing"})


def test_help_runs_no_command_s_file():
    loaded = modules("--help")
    assert not {name for name in loaded if name.startswith("srs_roulette.cli.commands.")}
    assert not {name for name in loaded if name.startswith("srs_roulette.rules")}


def test_a_command_loads_its_own_file_only():
    loaded = modules("settle", "17", "red=10")
    assert {name for name in loaded if name.startswith("srs_roulette.cli.commands.")} == {
        "srs_roulette.cli.commands.settle"
    }


FOREIGN = {"pydantic", "numpy", "pandas", "rich", "sqlite_utils"}


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """The environment of a learner who has sat down before."""
    env = {"SRS_ROULETTE_HOME": str(tmp_path_factory.mktemp("home")), "TZ": "UTC"}
    assert "sqlite_utils" in modules("review", **env)
    return env


@pytest.mark.parametrize("words", [[], ["due"], ["items"], ["history"]], ids=" ".join)
def test_what_is_due_is_told_without_the_scheduler(warm, words):
    loaded = modules(*words, **warm)
    assert not {name.partition(".")[0] for name in loaded} & (FOREIGN | {"fsrs", "platformdirs", "tzlocal"})
    assert not loaded & {
        "srs_roulette.drawing",
        "srs_roulette.session.session",
        "srs_roulette.questions.draw",
        "srs_roulette.wording.catalog",
        "srs_roulette.store.migrations",
        "srs_roulette.store.backup",
    }


@pytest.mark.parametrize(
    "words", [["review", "--section", "numbers"], ["review", "--section", "numbers", "--jsonl"]], ids=" ".join
)
def test_the_first_question_comes_without_the_slow_ones(warm, words):
    loaded = modules(*words, **warm)
    assert not {name.partition(".")[0] for name in loaded} & FOREIGN
    assert "fsrs" in loaded
    # The cloth is drawn only where a question has one.
    assert not {name for name in loaded if name.startswith("srs_roulette.drawing")}


def test_statistics_load_no_package_of_the_schedule_and_the_tables_only_for_people(warm):
    told = modules("stats", "--json", **warm)
    assert not {name.partition(".")[0] for name in told} & (FOREIGN | {"fsrs"})
    shown = modules("stats", **warm)
    assert not {name.partition(".")[0] for name in shown} & ((FOREIGN | {"fsrs"}) - {"rich"})
    assert "rich.table" in shown
    assert "rich.markdown" not in shown
