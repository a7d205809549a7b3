"""A learner at the page: a client that speaks ASGI without a network, clocks that a test moves, a deck of sums."""

from __future__ import annotations

import asyncio
import html
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from urllib.parse import unquote, urlencode

from srs_roulette.session.open import Wishes
from srs_roulette.store.attempts import Store
from srs_roulette.web.app import create
from srs_roulette.web.security import COOKIE
from srs_roulette.web.world import World

MORNING = datetime(2026, 3, 2, 10, tzinfo=UTC)
PORT = 8737
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"

DECK = """\
id = "mine"
title = "{title}"
house = "european"
about = "For these tests."

[sections.one]
title = "One"
lesson = "{lesson}"

[sections.two]
title = "Two"
requires = ["one"]

[items.split]
section = "one"
family = "times_table"
bet = "{bet}"
chips.each = "2..6"

[items.call]
section = "two"
family = "call_layout"
mode = "place"
call = "voisins"
"""


def write_deck(file, title="Mine", lesson="", bet="split"):
    file.write_text(DECK.format(title=title, lesson=lesson, bet=bet), encoding="utf-8")


class Clock:
    """The time of day and the time that runs, moved together unless a test parts them."""

    def __init__(self):
        self.wall, self.running = MORNING, 1000.0

    def now(self):
        return self.wall

    def monotonic(self):
        return self.running

    def tick(self, seconds, *, slept=0.0):
        """Let time pass; while the machine sleeps only the wall clock goes on."""
        self.wall += timedelta(seconds=seconds + slept)
        self.running += seconds


@dataclass(frozen=True)
class Reply:
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def text(self):
        return self.body.decode()

    def header(self, name):
        return next((value for key, value in self.headers if key == name), None)

    @property
    def words(self):
        """What is read on the page, on one line."""
        main = self.text.partition("<main")[2]
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main.partition(">")[2])).split())

    def fields(self, form="answer"):
        """Return the hidden fields of a form, by its class."""
        (found,) = re.findall(rf'<form class="{form}".*?</form>', self.text, re.DOTALL)
        pairs = re.findall(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?', found)
        return {name: html.unescape(value) for name, value in pairs}

    @property
    def item(self):
        return self.fields()["item"]


class Browser:
    """One learner's browser: it keeps the cookie and says where its forms come from."""

    def __init__(self, app):
        self.app, self.cookie = app, None
        self.loop = asyncio.new_event_loop()
        # A thread of its own: playwright runs a loop in the thread of the tests.
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.lifespan = asyncio.run_coroutine_threadsafe(self._live(), self.loop)
        self.get("/static/icon.svg")

    async def _live(self):
        started, self.stop = asyncio.Event(), asyncio.Event()
        told = iter(({"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}))

        async def receive():
            if started.is_set():
                await self.stop.wait()
            return next(told)

        async def send(message):
            assert message["type"].endswith("complete"), message
            started.set()

        await self.app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)

    def close(self):
        self.loop.call_soon_threadsafe(self.stop.set)
        self.lifespan.result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def within(self, work):
        """Do something on the thread of the server, to which its connection belongs."""

        async def done():
            return work(self.app.app.state.sittings)

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(30)

    def get(self, path, **headers):
        return self.request("GET", path, b"", headers)

    def post(self, path, form=(), **headers):
        body = urlencode(form, doseq=True).encode()
        usual = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded"}
        return self.request("POST", path, body, usual | {"content-length": str(len(body))} | headers)

    def follow(self, reply):
        assert reply.status == 303, (reply.status, reply.words)
        return self.get(reply.header("location"))

    def request(self, method, path, body, headers, pieces=None):
        """Ask; a header of ``None`` is not sent, one of several is sent so often; ``pieces`` come without a length."""
        usual = {"host": HOST} | ({"cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {})
        sent = usual | {key.replace("_", "-"): value for key, value in headers.items()}
        target, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(target),
            "raw_path": target.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(key.encode(), value.encode()) for key, told in sent.items() for value in _several(told)],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", PORT),
        }
        asked = self._ask(scope, [body] if pieces is None else pieces)
        reply = asyncio.run_coroutine_threadsafe(asked, self.loop).result(30)
        if given := reply.header("set-cookie"):
            self.cookie = re.match(rf"{COOKIE}=(\w+);", given)[1]
        return reply

    async def _ask(self, scope, pieces):
        waiting = list(pieces)
        sent = []

        async def receive():
            if not waiting:
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

        async def send(message):
            sent.append(message)

        await self.app(scope, receive, send)
        start, *rest = sent
        headers = [(key.decode(), value.decode()) for key, value in start["headers"]]
        return Reply(start["status"], headers, b"".join(part.get("body", b"") for part in rest))

    # ---- a sitting

    def begin(self, **form):
        reply = self.follow(self.post("/review/begin", form))
        return self.follow(self.post("/review/lesson")) if "On to the questions" in reply.text else reply

    def answer(self, question, typed, room="/review", **more):
        """Send the form of a question as it was shown, however long ago."""
        return self.post(f"{room}/answer", question.fields() | {"answer": typed} | more)


def _several(told):
    return [] if told is None else [told] if isinstance(told, str) else told


def right(item):
    """Reckon the answer to an item of the deck: a split pays 17."""
    return str(17 * int(item.rpartition("/")[2]))


class Home:
    """A learner's folder, the page that is served over it, and what is said to whoever started it."""

    def __init__(self, folder):
        self.folder = folder / "home"
        self.database = self.folder / "learner.db"
        self.deck = folder / "mine.toml"
        self.clock = Clock()
        self.said = []
        write_deck(self.deck)

    def wishes(self, **more):
        usual = {"database": self.database, "data_folder": self.folder, "decks": (str(self.deck),)}
        return Wishes(**usual | {"environ": {"TZ": "UTC"}} | more)

    def world(self, seed=1, **more):
        usual = {"wishes": self.wishes(), "now": self.clock.now, "monotonic": self.clock.monotonic}
        return World(**usual | {"rng": Random(seed), "say": self.said.append, "debug": True} | more)

    @contextmanager
    def page(self, seed=1, **more):
        """Serve it; leaving the block stops the server and keeps the file."""
        browser = Browser(create(self.world(seed, **more), port=PORT))
        try:
            yield browser
        finally:
            browser.close()

    def attempts(self, *, include_undone=False):
        """Read the log with a connection of one's own."""
        store = Store.for_reading(self.database)
        if store is None:
            return []
        with store:
            return store.attempts(include_undone=include_undone)
