from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sitting_helpers import Home
from typer.testing import CliRunner

from srs_roulette.cli.app import app

ROOT = Path(__file__).parents[2]


class Cli:
    """Runs command lines in this process."""

    def run(self, *words: str, code: int = 0, env: dict[str, str] | None = None) -> Any:
        result = CliRunner().invoke(app, words, env=env)
        assert result.exit_code == code, (result.exit_code, result.stdout, result.stderr)
        assert "Traceback" not in result.output
        return result

    def json(self, *words: str) -> Any:
        result = self.run(*words, "--json")
        assert result.stdout.endswith("\n")
        assert result.stdout.count("\n") == 1
        assert result.stderr == ""
        return json.loads(result.stdout)

    def fault(self, *words: str, code: int, env: dict[str, str] | None = None) -> str:
        """Return the one line that says what was wrong; nothing may stand on stdout."""
        result = self.run(*words, code=code, env=env)
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1, result.stderr
        return str(result.stderr.rstrip("\n"))


@pytest.fixture
def cli() -> Cli:
    return Cli()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A learner's folder that does not exist yet, and a small deck beside it."""
    return Home(tmp_path / "home")


@pytest.fixture
def process() -> Any:
    """Run the program as a process of its own: ``process("settle", ..., COLUMNS="10")``."""

    def run(*words: str, **env: str) -> subprocess.CompletedProcess[bytes]:
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("SRS_ROULETTE_", "PYTHON"))}
        clean |= {"PYTHONPATH": str(ROOT)} | env
        return subprocess.run(
            [sys.executable, "-m", "srs_roulette", *words], env=clean, capture_output=True, check=False, timeout=60
        )

    return run


@pytest.fixture
def sit(home: Home) -> Any:
    """Sit down to ``review`` in a terminal of its own: ``sit("--new", "1", columns=40, TERM="dumb")``."""
    pytest.importorskip("pexpect")
    from terminal_helpers import Terminal  # noqa: PLC0415 - only where there are terminals

    opened = []

    def start(*words: str, **more: Any) -> Terminal:
        opened.append(Terminal(home, *words, **more))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.child.close(force=True)


@pytest.fixture(scope="session", autouse=True)
def _signals_as_in_a_terminal():
    """Undo nohup, under which a test run may stand: the programs that it starts would not hear SIGHUP either."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
