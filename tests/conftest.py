"""Oracles for every test: facts written down apart from the code (tests/oracles/README.md)."""

import tomllib
from functools import cache
from pathlib import Path

import pytest
from browser import launched
from hypothesis import settings

from srs_roulette.store.attempts import Store

ORACLES = Path(__file__).parent / "oracles"

# One machine is slower than another, and a failing example must fail again on the next run.
settings.register_profile("project", deadline=None, derandomize=True)
settings.load_profile("project")


@cache
def _oracle(name):
    with (ORACLES / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


@pytest.fixture(scope="session")
def oracle():
    """``oracle("calls")`` is the table of tests/oracles/calls.toml. Nobody changes it."""
    return _oracle


@pytest.fixture(scope="session")
def browser():
    """Chromium, as playwright has it: ``browser.new_context(color_scheme="dark").new_page()`` (tests/browser.py)."""
    with launched() as chromium:
        yield chromium


@pytest.fixture
def path(tmp_path):
    """Where a learner's file will be."""
    return tmp_path / "home" / "learner.db"


@pytest.fixture
def store(path):
    """A learner's empty file, open for writing."""
    with Store.for_writing(path) as store:
        yield store


def pytest_configure(config):
    config.addinivalue_line("markers", "rows(name, *keys): run the test once for every row of an oracle, as `row`")


def pytest_generate_tests(metafunc):
    """Give ``@pytest.mark.rows("calls", "grid")`` its rows: the values of a table come with their key, as pairs."""
    for mark in metafunc.definition.iter_markers("rows"):
        name, *keys = mark.args
        rows = _oracle(name)
        for key in keys:
            rows = rows[key]
        if isinstance(rows, dict):
            rows = [(key, value) for key, value in rows.items() if key != "source"]
        metafunc.parametrize("row", rows, ids=[_id(place, row) for place, row in enumerate(rows)])


def _id(place, row):
    known = row if isinstance(row, dict) else {"id": row[0] if isinstance(row, tuple) else row}
    words = (known.get(key) for key in ("id", "system", "limits", "text", "call", "kind", "number", "amount", "final"))
    return "-".join([str(place), *(str(word) for word in words if word is not None)])
