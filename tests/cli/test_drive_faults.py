"""Drives that fill up, may only be read, belong to others or to another computer; and what reaches the disk when."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from sitting_helpers import ROOT, Home, answer, of_type

ROOT_ONLY = os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() != 0
as_root = pytest.mark.skipif(ROOT_ONLY, reason="needs root, who may mount drives and act as nobody")
ANSWERS = b'{"answer": "?"}\n' * 3

ON_A_NETWORK_DRIVE = """
import sys
from pathlib import Path
from srs_roulette.store import volume
volume.MOUNTS = Path(sys.argv.pop(1))
from srs_roulette.cli.app import main
sys.exit(main())
"""

AS_NOBODY = """
import contextlib, io, os, shutil, sys
from srs_roulette.cli.app import main

def run():
    try:
        return main()
    except SystemExit as end:
        return end.code

# Whatever is imported late is imported now: nobody may not be able to read this Python.
data, os.environ["SRS_ROULETTE_HOME"] = os.environ["SRS_ROULETTE_HOME"], sys.argv.pop(1)
shutil.copytree(data, os.environ["SRS_ROULETTE_HOME"])
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    run()
os.environ["SRS_ROULETTE_HOME"] = data
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
sys.exit(run())
"""


def python(home, code, *words, day=0, typed=b"", before=()):
    """Run the program by a script of its own."""
    return subprocess.run(
        [*before, sys.executable, "-B", "-c", code, *map(str, words)],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)} | home.env(day),
        input=typed,
        capture_output=True,
        check=False,
        timeout=120,
        cwd="/",
    )


# ---- another computer's drive


@pytest.fixture
def far(home, tmp_path):
    """A table of mounts in which the learner's folder lies on a network drive."""
    table = tmp_path / "mountinfo"
    table.write_text(f"1 0 0:1 / {home.folder} rw - nfs4 server:/srv rw\n", encoding="utf-8")
    return table


def test_a_network_drive_is_said_once_at_a_sitting(home, far, monkeypatch):
    monkeypatch.setattr("srs_roulette.store.volume.MOUNTS", far)
    home.sit(most=2)
    assert home.said.count("\n") == 1
    assert home.said.startswith(f"{home.folder} lies on a network drive (nfs4): never learn on two computers at once")
    assert home.run("due", "--deck", str(home.deck)).stderr == ""
    assert sorted(path.name for path in home.folder.iterdir()) == ["backups", "learner.db"]
    assert len(home.json("history")["attempts"]) == 2


# ---- what was acknowledged is on the disk


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace, to see what reaches the disk")
@pytest.mark.parametrize("drive", ["own", "network"])
def test_an_answer_is_on_the_disk_before_it_is_judged_aloud(home, far, tmp_path, drive):
    home.sit(most=1)
    trace, table = tmp_path / "trace", far if drive == "network" else tmp_path / "none"
    watch = ("strace", "-f", "-y", "-e", "trace=write,pwrite64,fsync,fdatasync,unlink", "-o", str(trace))
    done = python(
        home, ON_A_NETWORK_DRIVE, table, "review", "--jsonl", "--deck", home.deck, typed=ANSWERS, before=watch
    )
    if not trace.exists() or not trace.stat().st_size:
        pytest.skip(f"strace may not watch here: {done.stderr.decode().strip()}")
    assert done.returncode == 0, done.stderr
    # W: written to the file or what lies beside it; S: synced, the journal's removal with its folder; A: acknowledged.
    files = rf"<{re.escape(str(home.folder))}(/learner\.db(-wal|-journal)?)?>"
    signs = ((rf"pwrite64\(\d+{files}", "W"), (rf"f(data)?sync\(\d+{files}", "S"), (r'unlink\(".*-journal"', "W"))
    order = ""
    for line in trace.read_text(errors="replace").splitlines():
        order += next((sign for pattern, sign in signs if re.search(pattern, line)), "")
        order += "A" * (r"\"type\": \"feedback\"" in line)
    assert order.count("A") == 3
    for before in order.split("A")[:3]:
        assert re.search("W+S+$", before), order


# ---- a drive that is full, or may only be read


@contextmanager
def mounted(folder, *how):
    folder.mkdir(exist_ok=True)
    done = subprocess.run(["mount", *how, str(folder)], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(path):
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(512)):
            pass


@as_root
def test_a_drive_of_one_megabyte_that_fills_up_in_a_sitting(home):
    with mounted(home.folder, "-t", "tmpfs", "-o", "size=1m", "tmpfs"):
        filler, told = home.folder / "filler", []

        def policy(objects):
            done = len(of_type(objects, "feedback"))
            if done == 2 and not filler.exists():
                fill(filler)
            if objects[-1]["type"] == "error":
                told.append(objects[-1]["message"])
                if len(told) == 3:
                    filler.write_bytes(b"")
            return answer(of_type(objects, "question")[-1]) if done < 4 else None

        objects = home.talk(policy)
        assert len(told) == 3
        assert all("was not saved to: the disk is full" in message for message in told)
        assert objects[-1]["answered"] == 4
        acknowledged = [one["attempt"] for one in of_type(objects, "feedback")]
        assert [one["id"] for one in home.json("history")["attempts"]] == acknowledged
        home.run("doctor")


@as_root
def test_a_drive_that_is_full_is_said_before_the_first_question_and_can_be_read(home):
    with mounted(home.folder, "-t", "tmpfs", "-o", "size=1m", "tmpfs"):
        home.sit(most=3)
        fill(home.folder / "filler")
        full = f"{home.database} was not saved to: the disk is full. Free some space; what was saved before is kept."
        assert [home.fault(*words) for words in (["review"], ["review", "--jsonl"], ["drill"])] == [full] * 3
        assert home.json("stats", "--deck", str(home.deck))["reviews"] == 3
        assert len(home.json("history")["attempts"]) == 3
        assert home.json("doctor")["faults"] == []
        (home.folder / "filler").unlink()
        home.sit(most=1)
        assert len(home.json("history")["attempts"]) == 4


@as_root
@pytest.mark.parametrize("sitting", [["review"], ["review", "--jsonl"], ["drill"], ["settings", "set", "lang", "en"]])
def test_a_drive_that_may_only_be_read(home, tmp_path, sitting):
    home.sit(most=3)
    before = {path: path.read_bytes() for path in home.folder.rglob("*") if path.is_file()}
    open_drive = home.folder
    home.folder, home.database = tmp_path / "drive", tmp_path / "drive" / "learner.db"
    with mounted(home.folder, "--bind", str(open_drive)):
        subprocess.run(["mount", "-o", "remount,ro,bind", str(home.folder)], check=True)
        line = home.fault(*sitting)
        assert line == f"{home.database} may not be written; nothing was saved. Make it and its folder writable."
        assert home.json("stats", "--deck", str(home.deck))["reviews"] == 3
        assert len(home.json("history")["attempts"]) == 3
        assert home.json("doctor")["faults"] == []
        assert home.json("profiles")["profiles"][0]["attempts"] == 3
    assert {path: path.read_bytes() for path in open_drive.rglob("*") if path.is_file()} == before


# ---- files of others


@pytest.fixture
def home_of_others():
    """A learner's folder that nobody can come to: pytest closes its own folders whenever it starts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield Home(folder / "home")


@as_root
@pytest.mark.parametrize("closed", ["both", "folder", "file", "empty folder"])
def test_a_folder_or_file_that_may_only_be_read(home_of_others, closed):
    home = home_of_others
    if closed != "empty folder":
        home.sit()
    else:
        home.folder.mkdir()
    paths = [home.folder, *home.folder.rglob("*")]
    for path in paths:
        if path.is_dir():
            path.chmod(0o777 if closed == "file" else 0o555)
        else:
            path.chmod(0o666 if closed == "folder" else 0o444)

    def as_nobody(*words):
        with tempfile.TemporaryDirectory() as scratch:
            return python(home, AS_NOBODY, Path(scratch, "home"), *words, "--deck", home.deck, day=1)

    done = as_nobody("review")
    assert done.returncode == 1, done
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1, done.stderr
    assert os.fspath(home.folder).encode() in done.stderr
    attempts = 0 if closed == "empty folder" else 4

    def told(*words):
        done = as_nobody(*words, "--json")
        assert (done.returncode, done.stderr) == (0, b""), done
        return json.loads(done.stdout)

    assert len(told("history")["attempts"]) == attempts
    assert told("stats")["reviews"] == attempts
    assert [row["attempts"] for row in told("profiles")["profiles"]] == [attempts][:attempts]
    assert [path for path in (home.folder, *home.folder.rglob("*")) if path not in paths] == []
