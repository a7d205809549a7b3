from __future__ import annotations

import pytest
from store_helpers import Learner

from srs_roulette.store.attempts import Store


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "learner.db"


@pytest.fixture
def store(path):
    with Store.for_writing(path) as store:
        yield store


@pytest.fixture
def learner(store):
    return Learner(store)
