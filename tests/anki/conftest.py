from __future__ import annotations

import pytest
from export_helpers import Learner


@pytest.fixture
def learner(tmp_path):
    return Learner(tmp_path)


@pytest.fixture(scope="session")
def learned(tmp_path_factory):
    """``learned(zone)``: a learner with forty days of history, and what is remembered; nobody changes them."""
    made = {}

    def of(zone):
        if zone not in made:
            learner = Learner(tmp_path_factory.mktemp("learner"), zone)
            made[zone] = learner, learner.learn()
        return made[zone]

    return of
