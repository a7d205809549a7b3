import pytest
from web_helpers import Home


@pytest.fixture
def home(tmp_path):
    """A learner's folder that does not exist yet, a small deck beside it, and the page over both."""
    return Home(tmp_path)


@pytest.fixture
def page(home):
    with home.page() as browser:
        yield browser
