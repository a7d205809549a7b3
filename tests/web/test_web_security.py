"""Hostile requests: refused or escaped, told in one line, and nothing changed."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing

import pytest
from web_helpers import HOST, ORIGIN, PORT, right, write_deck

from srs_roulette.web.app import _GET, _POST
from srs_roulette.web.security import COOKIE, MOST_BYTES

EVIL = "http://evil.example"


def changed(home):
    """All that a request could have changed: which files there are, and every row of the learner's."""
    files = [file for file in home.folder.rglob("*") if not file.name.endswith(("-wal", "-shm"))]
    if not home.database.exists():
        return files
    with closing(sqlite3.connect(home.database)) as connection:
        return files, list(connection.iterdump())


@pytest.fixture
def sitting(home, page):
    """A question that is open in a browser."""
    shown = page.begin()
    assert shown.status == 200
    home.said.clear()
    return shown


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": f"evil.example:{PORT}"}, 421),
        ({"host": "127.0.0.1:1"}, 421),
        ({"host": "127.0.0.1"}, 421),
        ({"host": None}, 421),
        ({"host": f"127.0.0.1:{PORT}.evil.example"}, 421),
        ({"origin": EVIL}, 403),
        ({"origin": "null"}, 403),
        ({"origin": f"http://127.0.0.1:{PORT + 1}"}, 403),
        ({"origin": f"https://{HOST}"}, 403),
        ({"origin": f"{ORIGIN}.evil.example"}, 403),
        ({"origin": f"http://localhost:{PORT}"}, 403),
        ({"origin": None}, 403),
        ({"origin": None, "referer": f"{EVIL}/?{ORIGIN}/"}, 403),
        ({"origin": None, "referer": f"{ORIGIN}.evil.example/"}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"cookie": None}, 403),
        ({"cookie": "other=1"}, 403),
        ({"cookie": "\x01;;=;"}, 403),
        ({"content_type": "text/plain"}, 415),
        ({"content_type": "multipart/form-data; boundary=x"}, 415),
        ({"content_type": None}, 415),
        ({"content_length": "-1"}, 413),
        ({"content_length": "x"}, 413),
        ({"content_length": str(MOST_BYTES + 1)}, 413),
    ],
    ids=lambda value: " ".join(f"{k}:{v}" for k, v in value.items()) if isinstance(value, dict) else str(value),
)
def test_a_foreign_post_is_refused(home, page, sitting, headers, status):
    before = changed(home)
    reply = page.post("/review/answer", sitting.fields() | {"answer": right(sitting.item)}, **headers)
    assert reply.status == status
    assert "That did not work" in reply.words
    assert changed(home) == before
    (line,) = home.said
    assert line.startswith(f"Refused ({status}): POST /review/answer.")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": None, "referer": f"{ORIGIN}/review"},
        {"sec_fetch_site": "same-origin"},
        {"sec_fetch_site": "none"},
        {"host": f"localhost:{PORT}", "origin": f"http://localhost:{PORT}"},
        {"host": f"[::1]:{PORT}", "origin": f"http://[::1]:{PORT}"},
    ],
    ids=str,
)
def test_our_own_post_is_taken(home, page, sitting, headers):
    assert page.post("/review/answer", sitting.fields() | {"answer": "?"}, **headers).status == 303
    assert len(home.attempts()) == 1


def test_two_hosts_are_none(page):
    assert page.get("/", host=[HOST, HOST]).status == 421


@pytest.mark.parametrize("path", sorted(_POST.keys() - _GET.keys()))
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
def test_a_route_that_changes_something_is_posted_only(home, page, sitting, path, method):
    before = changed(home)
    reply = page.request(method, f"{path}?attempt=1&item={sitting.item}&answer=1", b"", {"origin": ORIGIN})
    assert reply.status in {404, 405}
    assert changed(home) == before


@pytest.mark.parametrize("path", [path for path in _GET if "{" not in path])
def test_looking_changes_nothing(home, page, path):
    page.get(path)
    assert not home.folder.exists()
    shown = page.begin()
    page.answer(shown, "?")
    before = changed(home)
    page.get(path)
    assert changed(home) == before


def test_another_site_may_link_but_not_read(page):
    assert page.get("/", sec_fetch_site="cross-site", sec_fetch_mode="navigate").status == 200
    for mode in ("no-cors", "cors"):
        assert page.get("/stats", sec_fetch_site="cross-site", sec_fetch_mode=mode).status == 403
    assert page.get("/", origin=EVIL).header("access-control-allow-origin") is None


@pytest.mark.parametrize("told", ["told", "in pieces"])
@pytest.mark.usefixtures("sitting")
def test_an_answer_of_a_megabyte_is_refused(home, page, told):
    body = b"answer=" + b"1" * 1_000_000
    headers = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded"}
    if told == "told":
        reply = page.request("POST", "/review/answer", body, headers | {"content-length": str(len(body))})
    else:
        pieces = [body[at : at + 10_000] for at in range(0, len(body), 10_000)]
        reply = page.request("POST", "/review/answer", b"", headers, pieces)
    assert reply.status == 413
    assert "64 KiB at most" in reply.words
    assert home.attempts() == []
    assert len(home.said) == 1


def test_a_long_answer_within_the_limit_is_asked_again(home, page, sitting):
    reply = page.answer(sitting, "1" * 60_000)
    assert "is too long for an answer" in reply.words
    assert home.attempts() == []


@pytest.mark.usefixtures("sitting")
def test_a_form_that_breaks_off_or_is_none(home, page):
    headers = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded"}
    assert page.request("POST", "/review/answer", b"", headers, []).status == 400
    for body in (b"\xff\xfe=1", b"&".join(b"a=1" for _ in range(600))):
        assert page.request("POST", "/review/answer", body, headers).status == 400
    assert home.attempts() == []


@pytest.mark.parametrize("name", ["item", "seed", "mark", "before", "kind", "new", "seen", "shown"])
@pytest.mark.parametrize(
    "value", [None, "", "x", "-1", "9" * 30, "٣", "1e3", "../../etc/passwd", "\x00", "<b>", "reset"]
)
def test_a_changed_ticket_is_refused(home, page, sitting, name, value):
    fields = sitting.fields()
    if value is None:
        del fields[name]
    else:
        fields[name] = value
    if (name, value) == ("seen", ""):
        return
    reply = page.post("/review/answer", fields | {"answer": right(sitting.item)})
    assert reply.status == 400
    assert "counted" in reply.words
    assert home.attempts() == []


def test_a_form_with_a_log_that_never_was_is_refused(home, page, sitting):
    ahead = sitting.fields() | {"answer": "?", "before": "1"}
    assert [page.post("/review/answer", ahead).status for _ in range(2)] == [400, 400]
    assert home.attempts() == []


BROKEN = ["-1", "x", "9" * 40, "%00", "1%2F..%2F..", "٣", "²", "1.0", "%3Cscript%3E"]


@pytest.mark.parametrize("text", BROKEN)
def test_broken_ids_of_attempts(home, page, sitting, text):
    before = changed(home)
    for path in (f"/review/feedback/{text}", f"/practice/feedback/{text}"):
        reply = page.get(path)
        assert reply.status == 404
        assert "<script" not in reply.text.partition("<main")[2]
    for path in ("/review/undo", "/review/flag", "/practice/flag", "/items/undo"):
        reply = page.post(path, {"attempt": text, "text": "wrong", "item": sitting.item})
        assert reply.status == 404
    assert changed(home) == before


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/%2e%2e%2f%2e%2e%2fpyproject.toml",
        "/static/....//app.py",
        "/static//etc/passwd",
        "/static/style.css%00.js",
        "/static/style.css/",
        "/static/",
        "/static",
        "/../../etc/passwd",
        "/items/../../etc/passwd",
        "/items/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/nothing",
        "//evil.example/",
        "/%0d%0aset-cookie:x=1",
        "/review/feedback/",
    ],
)
def test_nothing_but_the_pages_is_served(page, path):
    reply = page.get(path)
    assert reply.status == 404
    assert "root:" not in reply.text
    assert "import" not in reply.text
    assert [name for name, _ in reply.headers].count("set-cookie") == 0


SCRIPTS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "{{ 7*7 }}",
    "'\\\" onload=x ",
    "\\u202eevil\\u001b[2J",
]


@pytest.mark.parametrize("text", SCRIPTS)
def test_what_a_deck_says_is_text(home, text):
    write_deck(home.deck, title=text, lesson=text)
    with home.page() as page:
        lesson = page.follow(page.post("/review/begin"))
        shown = page.follow(page.post("/review/lesson"))
        pages = [lesson, shown, *(page.get(path) for path in ("/", "/items", "/practice", "/settings", "/stats"))]
        pages.append(page.get(f"/items/{shown.item}"))
    for one in pages:
        assert one.status == 200
        # Our own scripts have an address.
        assert not re.search(r"<script(?! type=\"module\" src=\"/static/)", one.text)
        assert not re.search(r"<[^>]+\son\w+=", re.sub(r'"[^"]*"', '""', one.text))
        assert "<img" not in one.text
        assert "49" not in re.sub(r"<[^>]+>", "", one.text).partition("To the content")[2] or text != "{{ 7*7 }}"
        assert not {"\u202e", "\x1b"} & set(one.text)


@pytest.mark.parametrize("text", SCRIPTS)
def test_what_a_learner_types_is_text(page, text):
    shown = page.begin()
    reply = page.answer(shown, text)
    assert "<script>" not in reply.text
    assert "<img" not in reply.text
    searched = page.get(f"/items?q={text.encode().hex(' ').replace(' ', '%').join(['%', ''])}")
    assert "<script>" not in searched.text
    assert "<img" not in searched.text


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/style.css", "/review/answer", "/stats.css"])
def test_every_response_carries_its_guards(page, path):
    reply = page.get(path)
    told = dict(reply.headers)
    policy = {part.split()[0]: part.split()[1:] for part in told["content-security-policy"].split("; ")}
    assert policy == {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
    assert told["x-content-type-options"] == "nosniff"
    assert told["referrer-policy"] == "same-origin"
    assert told["cache-control"] == ("no-cache" if path.endswith(".css") else "no-store")


def test_the_cookie_goes_nowhere_else(home):
    with home.page() as page:
        page.cookie = None
        given = page.get("/").header("set-cookie")
        assert given.endswith("; Path=/; HttpOnly; SameSite=Strict")
        assert page.get("/").header("set-cookie") is None


def test_what_nobody_foresaw_is_one_line(home, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("a\nb")

    monkeypatch.setattr("srs_roulette.web.pages.today.glance", broken)
    with home.page(debug=False) as page:
        reply = page.get("/")
    assert reply.status == 500
    assert "Traceback" not in reply.text
    assert "ZeroDivisionError" not in reply.text
    assert home.said == ["Internal fault at / (ZeroDivisionError: a b): please report it."]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/static/..%2fapp.py", 404),
        ("GET", "/review/answer", 405),
        ("GET", "/review/feedback/-1", 404),
        ("POST", "/review/answer", 400),
    ],
)
def test_what_is_refused_is_one_line_of_the_log(home, page, method, path, status):
    reply = page.get(path) if method == "GET" else page.post(path, {"item": "../../etc/passwd"})
    assert reply.status == status
    (line,) = home.said
    assert line.startswith(f"Refused ({status}): {method} /")


def test_a_form_that_never_ends_is_refused(home, page, monkeypatch):
    monkeypatch.setattr("srs_roulette.web.security.PATIENCE", 0.01)
    sent = []

    async def receive():
        if sent == ["a part"]:
            await asyncio.sleep(60)
        sent.append("a part")
        return {"type": "http.request", "body": b"answer=", "more_body": True}

    async def send(message):
        sent.append(message)

    told = {
        "host": HOST,
        "origin": ORIGIN,
        "cookie": f"{COOKIE}=1",
        "content-type": "application/x-www-form-urlencoded",
    }
    headers = [(name.encode(), value.encode()) for name, value in told.items()]
    scope = {"type": "http", "method": "POST", "path": "/review/answer", "query_string": b"", "headers": headers}
    asyncio.run_coroutine_threadsafe(page.app(scope, receive, send), page.loop).result(10)
    assert sent[1]["status"] == 408
    assert home.said == ["Refused (408): POST /review/answer. The form did not come to its end. Nothing was changed."]


def test_a_refused_path_reaches_the_log_as_text(home, page):
    page.post("/%1b%5d0;x%07%0aFAKE", host="evil.example")
    (line,) = home.said
    assert "\x1b" not in line
    assert "\n" not in line
