from __future__ import annotations

import os
import re
import sys
import time

import pexpect
from sitting_helpers import ROOT

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    """The program in a terminal of its own."""

    def __init__(self, home, *words, columns=80, day=0, **env):
        self.home = home
        # A parallel run of the tests sets COLUMNS, which would outrank the terminal's own width.
        foreign = ("SRS_ROULETTE_", "PYTHON", "COLUMNS", "LINES")
        clean = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
        clean.pop("NO_COLOR", None)
        clean |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | home.env(day) | env
        clean["PYTHONPATH"] = str(ROOT)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "srs_roulette", "review", "--deck", str(home.deck), *words],
            env=clean,
            dimensions=(40, columns),
            encoding="utf-8",
            codec_errors="replace",
            timeout=30,
        )
        self.child.delaybeforesend = 0

    def prompt(self):
        """Wait for the next prompt and return what stood before it."""
        self.child.expect_exact("\n> ")
        # Whatever is sent from now on was typed after the question was seen.
        time.sleep(0.05)
        return ESCAPES.sub("", self.child.before).replace("\r", "")

    def type(self, text):
        self.child.sendline(text)
        return self

    def end(self):
        """Wait for the end; return the exit code and what was said."""
        self.child.expect(pexpect.EOF)
        said = ESCAPES.sub("", self.child.before).replace("\r", "")
        self.child.close()
        return self.child.exitstatus, said

    def attempts(self):
        return [(one["item"], one["verdict"], one["given"]) for one in self.home.json("history")["attempts"]]
