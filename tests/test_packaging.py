"""What is shipped: the wheel, installed without a network far from the repository, and run from the zip itself."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling")
pytest.importorskip("pip")

ROOT = Path(__file__).parents[1]
PAGES = [path for path in {*site.getsitepackages(), sysconfig.get_path("purelib")} if Path(path).is_dir()]


def run(command, folder, **env):
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("SRS_ROULETTE_", "PYTHON"))}
    clean |= {"SRS_ROULETTE_HOME": os.fspath(folder / "home")} | env
    done = subprocess.run(command, env=clean, cwd=folder, input=b"", capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done
    assert done.stderr == b"", done
    return done.stdout.decode()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, os.fspath(folder)], cwd=ROOT, capture_output=True, check=True, timeout=120
    )
    return folder / done.stdout.decode().split()[-1]


@pytest.fixture(scope="module")
def program(wheel, tmp_path_factory):
    """The program in a fresh environment that finds its dependencies in the running one's."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet", wheel]
    subprocess.run(install, cwd=folder, check=True, capture_output=True, timeout=120)
    pages = Path(run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], folder).strip())
    # Behind the fresh environment's own, and without the editable install that a .pth file there may point to.
    (pages / "borrowed.pth").write_text("\n".join(PAGES), encoding="utf-8")
    return folder, python, python.with_name("srs-roulette")


def test_the_wheel_holds_the_program_and_its_data(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"srs_roulette"}
    for name in (
        "srs_roulette/_decks/european.toml",
        "srs_roulette/_decks/houses/european.toml",
        "srs_roulette/wording/en.toml",
        "srs_roulette/cli/commands/review.py",
        "srs_roulette/web/static/style.css",
        "srs_roulette/web/templates/base.html",
    ):
        assert name in names
    shipped = {path.relative_to(ROOT / "decks").as_posix() for path in (ROOT / "decks").rglob("*.toml")}
    assert {f"srs_roulette/_decks/{name}" for name in shipped} <= set(names)
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "srs_roulette").rglob("*.py")} <= set(names)
    assert not [name for name in names if name.startswith("tests/") or name.endswith((".pyc", ".db", ".sqlite"))]
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_installed_program(program):
    folder, python, command = program
    where = run([python, "-c", "import srs_roulette.tables as t; print(t.__file__, t.shipped(), sep='\\n')"], folder)
    module, decks = map(Path, where.splitlines())
    assert folder in module.parents
    assert decks == module.parent / "_decks"
    first = run([command, "review", "--seed", "1"], folder)
    assert "1 · new · left 10" in first
    assert (folder / "home" / "learner.db").exists()
    found = json.loads(run([command, "decks", "list", "--json"], folder))["decks"]
    assert {deck["id"] for deck in found} >= {"european", "basics"}
    assert all(folder in Path(deck["path"]).parents for deck in found)
    assert "french_partage" in run([command, "houses", "list"], folder)
    assert run([command, "--version"], folder).startswith("srs-roulette 0.")
    assert "settle" in run([python, "-m", "srs_roulette", "--help"], folder)


def test_the_wheel_as_a_zip(wheel, tmp_path):
    program = "import sys; from srs_roulette.cli.app import main; sys.argv[0] = 'x'; sys.exit(main())"
    start = [sys.executable, "-S", "-c", program]
    env = {"PYTHONPATH": os.pathsep.join([os.fspath(wheel), *PAGES])}
    decks = json.loads(run([*start, "decks", "list", "--json"], tmp_path, **env))["decks"]
    assert {deck["id"] for deck in decks} >= {"european", "basics"}
    assert all(os.fspath(wheel) in deck["path"] for deck in decks)
    assert "french_partage" in run([*start, "houses", "list"], tmp_path, **env)
    assert "1 · new · left 10" in run([*start, "review", "--seed", "1"], tmp_path, **env)
    assert "Spaced repetition" in run([*start, "--help"], tmp_path, **env)


def test_the_checkout_finds_the_repository_s_decks(tmp_path):
    env = {"PYTHONPATH": os.fspath(ROOT)}
    found = run([sys.executable, "-m", "srs_roulette", "decks", "list", "--json"], tmp_path, **env)
    assert {Path(deck["path"]).parent for deck in json.loads(found)["decks"]} == {ROOT / "decks"}
