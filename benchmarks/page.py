"""P3: from the answer to what is said of it, in the page and in the terminal's session, over 100,000 attempts.

Both answer the same questions of the same course, each over a copy of one history, durably. The terminal's side is the
session's answer and its sentence; the page's is the whole of the server: the form read and judged, then the page of
feedback with its pictures. The network of the machine and the browser are on neither side. Milliseconds go to stderr.
"""

from __future__ import annotations

import asyncio
import html
import platform
import re
import shutil
import sys
import tempfile
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from stats import NOW, write

from srs_roulette.session.course import load as load_course
from srs_roulette.session.open import Wishes, begin, sit_down
from srs_roulette.session.sitting import Asked
from srs_roulette.session.worded import Words
from srs_roulette.web.app import create
from srs_roulette.web.security import COOKIE
from srs_roulette.web.world import World
from srs_roulette.wording.catalog import load

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message

ATTEMPTS = 100_000
ROUNDS = 7
"""Rounds whose ratios the median is taken of; one more before them fills the caches."""
ANSWERS = 40
PORT = 8737
MORNING = datetime.fromisoformat(NOW)


def wishes(folder: Path) -> Wishes:
    """Ask for a learner's file and the default deck."""
    return Wishes(database=folder / "learner.db", data_folder=folder, decks=("european",), environ={"TZ": "UTC"})


def terminal(folder: Path) -> list[float]:
    """Answer some questions in a session; return the milliseconds of each, from the answer to its sentence."""
    took = []
    with sit_down(wishes(folder), MORNING, writing=True) as desk:
        session, catalog = begin(desk, desk.course(), Random(1)), load()
        for _ in range(ANSWERS):
            asked = session.next(MORNING)
            if not isinstance(asked, Asked):
                break
            words = Words(asked.question, catalog)
            start = perf_counter_ns()
            feedback = session.answer(asked, "?", 2000, MORNING, words.names)
            words.said(feedback.verdict)
            took.append((perf_counter_ns() - start) / 1e6)
    return took


async def ask(app: ASGIApp, method: str, path: str, form: dict[str, str] | None = None) -> tuple[dict[str, str], str]:
    """Ask the application; return the headers and the page."""
    host, body = f"127.0.0.1:{PORT}", urlencode(form or {}).encode()
    headers = {"host": host, "cookie": f"{COOKIE}=1"}
    if method == "POST":
        headers |= {"origin": f"http://{host}", "content-type": "application/x-www-form-urlencoded"}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    told = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
    return told, b"".join(part.get("body", b"") for part in sent[1:]).decode()


async def page(folder: Path) -> list[float]:
    """Answer some questions in the page; return the milliseconds of each, the page of feedback included."""
    world = World(
        wishes=wishes(folder), now=lambda: MORNING, monotonic=lambda: 0.0, frozen=True, rng=Random(1), say=print
    )
    app, took = create(world, port=PORT), []
    await ask(app, "POST", "/review/begin")
    for _ in range(ANSWERS):
        _, shown = await ask(app, "GET", "/review")
        if "On to the questions" in shown:
            await ask(app, "POST", "/review/lesson")
            _, shown = await ask(app, "GET", "/review")
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', shown)
        form = {name: html.unescape(value) for name, value in fields} | {"answer": "?", "elapsed": "2000"}
        start = perf_counter_ns()
        told, _ = await ask(app, "POST", "/review/answer", form)
        await ask(app, "GET", told["location"])
        took.append((perf_counter_ns() - start) / 1e6)
    await ask(app, "POST", "/review/end")
    return took


def main() -> None:
    """Take both in turn and print the ratio."""
    ratios, ours, theirs = [], [], []
    with tempfile.TemporaryDirectory() as place:
        history = Path(place) / "history"
        write(load_course(("european",), data_folder=None, house_option=None, house_setting=None), ATTEMPTS, history)
        for turn in range(ROUNDS + 1):
            folders = [Path(place) / f"{side}{turn}" for side in ("page", "terminal")]
            for folder in folders:
                shutil.copytree(history, folder)
            shown, told = median(asyncio.run(page(folders[0]))), median(terminal(folders[1]))
            if turn:
                ratios.append(shown / told)
                ours.append(shown)
                theirs.append(told)
            for folder in folders:
                shutil.rmtree(folder)
    print("## P3 page")
    print()
    versions = ", ".join(f"{name} {version(name)}" for name in ("starlette", "jinja2"))
    print(f"srs-roulette {version('srs-roulette')}, {versions}, Python {platform.python_version()}. From the answer to")
    print(f"what is said of it over {ATTEMPTS} attempts, durably; medians of {ROUNDS} rounds of {ANSWERS} answers.")
    print()
    print("| side | times the session's answer |")
    print("| --- | --- |")
    print("| the terminal's session | 1 |")
    print(f"| the page: form judged and stored, feedback drawn | {median(ratios):.1f} |")
    print(f"milliseconds here: page {median(ours):.2f}, session {median(theirs):.2f}", file=sys.stderr)


if __name__ == "__main__":
    main()
