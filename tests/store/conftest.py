from __future__ import annotations

import pytest
from store_helpers import Learner


@pytest.fixture
def learner(store):
    return Learner(store)
