from __future__ import annotations

import pytest
from recall_helpers import life


@pytest.fixture(scope="session")
def rich():
    """Seventy days of sittings over many skills: slips, leeches, months, what is slow."""
    with life(70) as learner:
        yield learner.told(70)
