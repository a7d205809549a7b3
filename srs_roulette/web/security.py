"""Who may ask: only a browser on this machine, from a page of ours. It stands in front of everything else.

A page on this machine can be reached by any other page that the learner has open, so

* the Host must be ours (a foreign name that points here is refused: DNS rebinding),
* a POST must come from a page of ours: Origin, else Referer, and Sec-Fetch-Site where the browser sends it,
* and it must carry the cookie, which is ``SameSite=Strict`` and never sent along from elsewhere, whatever it says;
* a GET changes nothing, and is answered to another site only as a link that was followed.

Nothing is read beyond ``MOST_BYTES``, nor for longer than ``PATIENCE``. The referrer policy is ``same-origin``: with
``no-referrer`` a browser sends ``Origin: null`` with our own forms, and they could not be told from foreign ones.
"""

from __future__ import annotations

import asyncio
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders

from srs_roulette.web.render import fault_page
from srs_roulette.wording.visible import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES: Final = 64 * 1024
"""Of a form: an answer has at most 4,000 signs."""
PATIENCE: Final = 5
"""Seconds in which a form must have come."""
COOKIE: Final = "srs_roulette"

_FORM: Final = "application/x-www-form-urlencoded"
_OURS: Final = frozenset({"same-origin", "none"})
_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_REFUSED: Final = range(400, 500)
"""Statuses of what the log tells."""
_SHOWN: Final = 120
"""Signs of a refused request that the log repeats."""


class Refusal(Exception):
    """The request is not answered."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def hosts_of(port: int) -> frozenset[str]:
    """List the names under which a browser on this machine may ask for the page."""
    return frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]"))


class Guard:
    """Refuses what does not come from the learner's own page, and puts its headers on every response."""

    def __init__(self, app: ASGIApp, *, port: int, say: Callable[[str], None]) -> None:
        self.app, self.say = app, say
        self.hosts = hosts_of(port)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI has it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        fresh, why = not _cookie(headers), ""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out.update(_HEADERS)
                out.setdefault("cache-control", "no-store")
                if fresh:
                    out.append("set-cookie", f"{COOKIE}=1; Path=/; HttpOnly; SameSite=Strict")
                if message["status"] in _REFUSED:
                    self._tell(scope, message["status"], why)
            await send(message)

        try:
            self._check(scope["method"], headers)
            body = await _read(receive) if scope["method"] == "POST" else b""
        except Refusal as refusal:
            why = refusal.why
            await fault_page(refusal.status, why)(scope, receive, send_guarded)
            return
        await self.app(scope, _replay(body, receive), send_guarded)

    def _check(self, method: str, headers: Headers) -> None:
        if headers.getlist("host") != [headers.get("host")] or headers["host"] not in self.hosts:
            raise Refusal(421, "This page is for a browser on this machine only. Open it as http://127.0.0.1.")
        site = headers.get("sec-fetch-site", "same-origin")
        if method != "POST":
            if site not in _OURS and headers.get("sec-fetch-mode") != "navigate":
                raise Refusal(403, "Another site asked for this. Nothing was shown to it.")
            return
        if site not in _OURS or not self._from_here(headers):
            raise Refusal(403, "Another site sent this. Nothing was changed.")
        if not _cookie(headers):
            raise Refusal(403, "The cookie of this page is missing. Allow cookies for it, and open it again.")
        if headers.get("content-type", "").partition(";")[0].strip() != _FORM:
            raise Refusal(415, "This is no form of the page. Nothing was changed.")
        told = headers.get("content-length", "0")
        if not (told.isascii() and told.isdigit()) or int(told) > MOST_BYTES:
            raise _too_long()

    @staticmethod
    def _from_here(headers: Headers) -> bool:
        here = f"http://{headers['host']}"
        origin = headers.get("origin")
        if origin is not None:
            return origin == here
        return headers.get("referer", "").startswith(f"{here}/")

    def _tell(self, scope: Scope, status: int, why: str) -> None:
        asked = f"{scope['method']} {scope['path']}"
        asked = asked if len(asked) <= _SHOWN else f"{asked[:_SHOWN]}..."
        self.say(f"Refused ({status}): {visible(asked)}. {why}".strip())


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _too_long() -> Refusal:
    return Refusal(413, f"That is too long: {MOST_BYTES // 1024} KiB at most. Nothing was changed.")


async def _read(receive: Receive) -> bytes:
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(PATIENCE):
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    raise Refusal(400, "The request broke off. Nothing was changed.")
                body += message.get("body", b"")
                if len(body) > MOST_BYTES:
                    raise _too_long()
                more = message.get("more_body", False)
    except TimeoutError as slow:
        raise Refusal(408, "The form did not come to its end. Nothing was changed.") from slow
    return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Give the body that was read, then whatever comes."""
    waiting = [body]

    async def again() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return again
