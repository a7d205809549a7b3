from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import srs_roulette
from srs_roulette import tables
from srs_roulette.deck import find
from srs_roulette.errors import FileFaults, NotFound


def text(name):
    return f'# a comment\nid = "{name}"\ntitle = "T"\nabout = """\n[no table]\n"""\n\n[sections.s]\ntitle = "S"\n'


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Put two decks where the shipped ones are."""
    folder = tmp_path / "shipped"
    (folder / "houses").mkdir(parents=True)
    (folder / "houses" / "h.toml").write_text('id = "h"')
    (folder / "b.toml").write_text(text("basics"))
    (folder / "european.toml").write_text(text("european"))
    monkeypatch.setattr(find, "shipped", lambda: folder)
    return folder


@pytest.fixture
def own(tmp_path):
    folder = tmp_path / "data"
    (folder / "decks").mkdir(parents=True)
    return folder


def test_installed_are_the_shipped_and_the_learners(shipped, own):
    (own / "decks" / "mine.toml").write_text(text("mine"))
    for other in ("._mine.toml", "notes.txt"):
        (own / "decks" / other).write_text("x")
    (own / "decks" / "folder.toml").mkdir()
    assert [path.name for path in find.installed()] == ["b.toml", "european.toml"]
    assert [path.name for path in find.installed(own)] == ["b.toml", "european.toml", "mine.toml"]
    assert [path.name for path in find.installed(own / "none")] == ["b.toml", "european.toml"]
    assert set(find.ids(find.installed(own))) == {"basics", "european", "mine"}
    assert find.decks_folder() == shipped


def test_the_id_stands_in_the_file(shipped, own, monkeypatch):
    assert find.find("basics") == shipped / "b.toml"
    # An installed id wins over a file or folder of that name where the program is run.
    monkeypatch.chdir(own)
    (own / "european").mkdir()
    assert find.find("european") == shipped / "european.toml"
    with pytest.raises(NotFound, match=r'There is no deck "b"'):
        find.find("b")


def test_any_file_by_its_path(shipped, own, monkeypatch):  # noqa: ARG001 - the ids come first
    path = own / "decks" / "x.toml"
    path.write_text(text("x"))
    assert find.find(str(path)) == path
    monkeypatch.chdir(own / "decks")
    assert find.find("x.toml") == Path("x.toml")
    assert find.find("x", own) == path


@pytest.mark.parametrize("word", ["europaen", "a\0b", "x" * 5000, "none.toml"])
def test_neither(shipped, word):  # noqa: ARG001 - what is near
    with pytest.raises(NotFound) as caught:
        find.find(word)
    assert ('Did you mean "european"?' in str(caught.value)) == (word == "europaen")


def test_two_decks_of_one_id(shipped, own):
    (own / "decks" / "mine.toml").write_text(text("european"))
    with pytest.raises(FileFaults) as caught:
        find.find("european", own)
    first, second = shipped / "european.toml", own / "decks" / "mine.toml"
    assert caught.value.faults == (f'{second}: id: "european" is the id of {first} as well: one id, one deck.',)


def test_a_broken_file_is_named_only_when_it_may_be_the_one(shipped, own):
    (own / "decks" / "mine.toml").write_text("x = [")
    assert find.find("basics", own) == shipped / "b.toml"
    with pytest.raises(FileFaults) as caught:
        find.find("mine", own)
    assert caught.value.faults[0].startswith('There is no deck "mine".')
    assert "mine.toml: is not valid TOML" in caught.value.faults[1]


@pytest.mark.parametrize("head", ['id = "x"', '[a]\nid = "y"', "[a]\nb = 1", ""])
def test_a_head_is_what_stands_before_the_first_table(tmp_path, head):
    path = tmp_path / "x.toml"
    path.write_text(head)
    assert tables.read_head(path).get("id") == ("x" if head.startswith("id") else None)


PROGRAM = """
import sys
from srs_roulette import tables
from srs_roulette.deck import find
assert ".zip" in tables.__file__, tables.__file__
print(sorted(path.name for path in find.installed()))
print(tables.read_table(find.find("zipped"))["title"])
print(sorted(path.name for path in (tables.shipped() / "houses").iterdir()))
try:
    tables.read_table(find.decks_folder())
except tables.FileFaults as fault:
    print("folder" in str(fault))
try:
    tables.read_table(find.decks_folder() / "none.toml")
except tables.FileFaults as fault:
    print("cannot be read" in str(fault))
"""


def test_decks_are_found_in_a_zip(tmp_path):
    package = Path(srs_roulette.__file__).parent
    archive = tmp_path / "program.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for source in package.rglob("*.py"):
            file.write(source, Path("srs_roulette") / source.relative_to(package))
        file.writestr("srs_roulette/_decks/z.toml", 'id = "zipped"\ntitle = "From a zip"\n')
        file.writestr("srs_roulette/_decks/houses/european.toml", 'id = "european"\n')
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(archive)!r})\n{PROGRAM}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["['z.toml']", "From a zip", "['european.toml']", "True", "True"]


def test_installed_decks_lie_inside_the_package(tmp_path, monkeypatch):
    package = tmp_path / "srs_roulette"
    (package / "_decks").mkdir(parents=True)
    (tmp_path / "decks").mkdir()
    monkeypatch.setattr(tables, "__file__", str(package / "tables.py"))
    assert tables.shipped() == package / "_decks"
    (package / "_decks").rmdir()
    assert tables.shipped() == tmp_path / "decks"


def test_loading_the_deck_floor_is_cheap():
    heavy = {
        "fsrs",
        "sqlite3",
        "sqlite_utils",
        "typer",
        "rich",
        "difflib",
        "tempfile",
        "inspect",
        "importlib.resources",
    }
    program = "import sys, srs_roulette.deck.loader, srs_roulette.deck.identity; print(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    bare = subprocess.run(
        [sys.executable, "-c", "import sys, dataclasses; print(' '.join(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert heavy & (set(done.stdout.split()) - set(bare.stdout.split())) == set()
