from __future__ import annotations

import pytest
from stats_helpers import empty_store


@pytest.fixture
def store():
    with empty_store() as store:
        yield store
