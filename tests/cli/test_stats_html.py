"""``stats --html``: where the page goes, what it is of, and what happens to the one that was there."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

PAGE = "<!doctype html>"


@pytest.fixture
def learned(home):
    home.sit(True, False, most=2)
    home.sit(True, day=3, words=("--new", "0"))
    return home


def stats(home, *words, **more):
    return home.run("stats", "--deck", str(home.deck), *words, day=5, **more).stdout


def test_one_line_says_where_it_is(learned, tmp_path):
    file = tmp_path / "new folder" / "recall.html"
    assert stats(learned, "--html", str(file)) == f"Written: {file}. Open it in a browser.\n"
    page = file.read_text(encoding="utf-8")
    assert page.startswith(PAGE)
    assert page.endswith("</html>\n")
    assert list(file.parent.iterdir()) == [file]


def test_a_name_without_a_folder_is_told_whole(learned, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert stats(learned, "--html", "recall.HTM") == f"Written: {tmp_path / 'recall.HTM'}. Open it in a browser.\n"


def test_the_same_history_on_the_same_day_is_the_same_file(learned, tmp_path):
    files = [tmp_path / name for name in ("one.html", "two.html")]
    for file in files:
        stats(learned, "--html", str(file))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_it_is_of_what_was_asked_for(learned, tmp_path):
    def page(*words):
        stats(learned, "--html", str(tmp_path / "recall.html"), *words)
        return (tmp_path / "recall.html").read_text(encoding="utf-8")

    told = json.loads(stats(learned, "--since", "2026-03-05", "--json"))
    part = page("--since", "2026-03-05")
    assert f"On 2026-03-07, since 2026-03-05. Answers counted: {told['reviews']}." in part
    assert "Only these decks: <bdi>Mine</bdi>." in part
    assert f"Answers counted: {told['reviews']}." not in page()
    assert "Only these skills" not in page()
    assert "Only these skills: <bdi>call_<wbr>value</bdi>." in page("--family", "call-value")
    learned.run("stats", "--html", str(tmp_path / "all.html"), day=5)
    assert "Only these decks" not in (tmp_path / "all.html").read_text(encoding="utf-8")


def test_with_json_the_page_is_written_too(learned, tmp_path):
    file = tmp_path / "recall.html"
    told = json.loads(stats(learned, "--html", str(file), "--json"))
    assert told == json.loads(stats(learned, "--json"))
    assert file.read_text(encoding="utf-8").startswith(PAGE)


def test_an_empty_history_has_a_page_and_creates_nothing_else(home, tmp_path):
    stats(home, "--html", str(tmp_path / "recall.html"))
    assert not home.folder.exists()
    assert "No reviews yet. Begin with: <code>srs-roulette review</code>" in (tmp_path / "recall.html").read_text(
        "utf-8"
    )


@pytest.mark.parametrize("name", ["learner.db", "mine.toml", "recall", "recall.html.txt", ".html"])
def test_what_is_no_page_is_not_written_over(learned, name):
    file = learned.folder / name
    kept = file.read_bytes() if file.exists() else None
    said = learned.fault("stats", "--deck", str(learned.deck), "--html", str(file), code=2)
    assert said.endswith("must end in .html, such as recall.html.")
    assert (file.read_bytes() if file.exists() else None) == kept


def test_a_page_is_replaced(learned, tmp_path):
    file = tmp_path / "recall.html"
    file.write_text("old", encoding="utf-8")
    stats(learned, "--html", str(file))
    assert file.read_text(encoding="utf-8").startswith(PAGE)


@pytest.mark.parametrize("step", ["write", "replace"])
def test_a_fault_leaves_the_old_page(learned, tmp_path, monkeypatch, step):
    file = tmp_path / "recall.html"
    file.write_text("old", encoding="utf-8")

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    if step == "write":
        monkeypatch.setattr("os.fsync", full)
    else:
        monkeypatch.setattr(Path, "replace", full)
    said = learned.fault("stats", "--deck", str(learned.deck), "--html", str(file))
    assert said == f"{file} cannot be written (No space left on device); nothing was exported."
    assert file.read_text(encoding="utf-8") == "old"
    assert file in tmp_path.iterdir()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to(path)])
def test_what_is_no_file_is_not_replaced(learned, tmp_path, make):
    file = tmp_path / "recall.html"
    make(file)
    before = file.lstat()
    said = learned.fault("stats", "--deck", str(learned.deck), "--html", str(file))
    assert said.startswith(f"{file} already exists; ")
    assert file.lstat().st_ino == before.st_ino


def test_a_link_is_followed_but_to_a_page_only(learned, tmp_path):
    link, page, other = (tmp_path / name for name in ("link.html", "page.html", "learner.db"))
    link.symlink_to(page)
    for _ in range(2):
        stats(learned, "--html", str(link))
        assert link.readlink() == page
        assert page.read_text(encoding="utf-8").startswith(PAGE)
    link.unlink()
    link.symlink_to(other)
    said = learned.fault("stats", "--deck", str(learned.deck), "--html", str(link), code=2)
    assert f'"{other}" must end in .html' in said
    assert not other.exists()
