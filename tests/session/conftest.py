from __future__ import annotations

import pytest
from session_helpers import DECK, Learner


@pytest.fixture
def deck(tmp_path):
    """A small deck file: two sections, four families, one of them sensitive to the house."""
    file = tmp_path / "mine.toml"
    file.write_text(DECK, encoding="utf-8")
    return file


@pytest.fixture
def learner(tmp_path, deck):
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        yield learner
