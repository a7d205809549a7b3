"""A real browser for the tests of pages: Chromium, driven by playwright, started once a run."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
"""It asks nothing of any network by itself, and runs where containers run it: as root, without a screen."""


@contextmanager
def launched():
    """Yield the browser; skip, with the reason, where there is none.

    While it runs, the thread of the tests has a running event loop: what calls ``asyncio.run`` belongs in a thread or a
    process of its own.
    """
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install -e '.[dev]'")
    with api.sync_playwright() as driver:
        program = next(filter(None, map(shutil.which, NAMES)), driver.chromium.executable_path)
        if not Path(program).exists():
            pytest.skip("needs Chromium: apt-get install chromium, or: playwright install chromium")
        chromium = driver.chromium.launch(executable_path=program, args=QUIET)
        yield chromium
        chromium.close()
