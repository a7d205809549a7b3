"""The page in a real browser, served by the real program: keys, thumbs, two tabs, a server that goes away."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from web_helpers import right

ROOT = Path(__file__).parents[2]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TOO_EARLY = 500  # ms in which the page takes no Enter for the next question
VOISINS = ["0-2-3", "0-2-3", "4-7", "12-15", "18-21", "19-22", "32-35", "25-26-28-29", "25-26-28-29"]
AXE = next(
    (
        file
        for file in map(Path, (os.environ.get("SRS_ROULETTE_AXE", "-"), "node_modules/axe-core/axe.min.js"))
        if file.is_file()
    ),
    None,
)


class Server:
    """The program as a process of its own, always at the same port."""

    def __init__(self, home):
        self.home, self.process, self.told = home, None, ""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self, *words):
        env = {key: value for key, value in os.environ.items() if not key.startswith(("SRS_ROULETTE_", "PYTHON"))}
        env |= {"PYTHONPATH": str(ROOT), "SRS_ROULETTE_HOME": str(self.home.folder), "TZ": "UTC"}
        command = [sys.executable, "-m", "srs_roulette", "web", "--no-open", "--port", str(self.port)]
        if "--deck" not in words:
            words = ("--deck", str(self.home.deck), *words)
        self.process = subprocess.Popen(
            [*command, *words], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout.readline().startswith("Open ")
        urllib.request.urlopen(self.address, timeout=10).close()  # noqa: S310 - our own address
        return self

    def stop(self):
        self.process.terminate()
        said = self.process.communicate(timeout=10)
        assert said == ("", self.told)


@pytest.fixture
def server(home):
    one = Server(home).start()
    yield one
    if one.process.poll() is None:
        one.stop()


@contextmanager
def opened(browser, server, *, trouble=(), **options):
    """Open a browser's window; whatever it complains of or asks of others fails, but for ``trouble``."""
    context = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | options))
    context.set_default_timeout(10_000)
    told = []
    context.on("request", lambda one: None if one.url.startswith(server.address) else told.append(one.url))
    context.on("console", lambda one: told.append(one.text) if one.type in {"error", "warning"} else None)
    context.on("weberror", lambda one: told.append(str(one.error)))
    page = context.new_page()
    page.goto(server.address)
    try:
        yield page
    finally:
        context.close()
    assert [one for one in told if not any(part in one for part in trouble)] == []


def item(page):
    return page.locator("form.answer input[name=item]").input_value()


def verdict(page):
    """Wait for what is said of an answer, and until a key counts again."""
    page.wait_for_url("**/feedback/**")
    focused(page, "a")
    page.wait_for_timeout(TOO_EARLY)
    return page.inner_text("#verdict")


def focused(page, what):
    """Wait until keys go where the page means them to go."""
    page.wait_for_function("what => document.activeElement.matches(what)", arg=what)


def test_a_whole_sitting_by_keyboard(browser, home, server):
    with opened(browser, server) as page:
        focused(page, "button")
        page.keyboard.press("Enter")
        for _ in range(5):
            page.wait_for_url("**/review")
            focused(page, "input")
            page.keyboard.type(right(item(page)))
            page.keyboard.press("Enter")
            assert "Right." in verdict(page)
            page.keyboard.press("Enter")
        page.wait_for_url("**/review")
        assert "Voisins" in page.inner_text("h1")
        focused(page, "input")
        page.keyboard.type("0-2-3=2 4-7 12-15 18-21 19-22 32-35 25-29=2")
        page.keyboard.press("Enter")
        assert "Right." in verdict(page)
        page.keyboard.press("Enter")
        page.wait_for_url("**/review/over")
        assert "Every answer is kept." in page.inner_text("main")
    attempts = home.attempts()
    assert [one.verdict for one in attempts] == ["correct"] * 6
    assert all(one.flags == () and 0 < one.elapsed_ms < 20_000 for one in attempts)


def test_question_mark_and_u(browser, home, server):
    with opened(browser, server) as page:
        page.click("text=Begin")
        page.wait_for_url("**/review")
        first = item(page)
        page.keyboard.press("?")
        assert "Not known." in verdict(page)
        page.keyboard.press("u")
        page.wait_for_url("**/review?undo=1")
        assert item(page) == first
        page.keyboard.type(right(first))
        page.keyboard.press("Enter")
        assert "Right." in verdict(page)
        page.keyboard.press("Enter")
        page.wait_for_url("**/review")
        page.keyboard.press("u")
        page.wait_for_url("**/review?undo=1")
        assert item(page) == first
    assert home.attempts() == []


def test_digits_take_choices(browser, home, server):
    server.stop()
    server.start("--deck", "european")
    with opened(browser, server) as page:
        page.click("summary")
        page.select_option("#section", "numbers")
        page.click("text=Sit down to it")
        page.click("text=On to the questions")
        page.wait_for_selector("form.answer")
        while not page.locator("fieldset.choices").count():
            page.click(".unknown")
            verdict(page)
            page.keyboard.press("Enter")
            page.wait_for_selector("form.answer")
        focused(page, "input[type=radio]")
        for digit in "12233":
            page.keyboard.press(digit)
        page.keyboard.press("Enter")
        page.wait_for_url("**/feedback/**")
    assert home.attempts()[-1].given == "red even high 3 3"


def test_a_whole_sitting_by_taps_on_a_phone(browser, home, server):
    with opened(browser, server, **PHONE) as page:
        page.tap("text=Begin")
        for _ in range(5):
            page.wait_for_url("**/review")
            box = page.locator(".typed input")
            assert box.get_attribute("inputmode") == "numeric"
            box.tap()
            page.keyboard.insert_text(right(item(page)))
            page.tap("button.main")
            assert "Right." in verdict(page)
            page.tap("text=Next")
        page.wait_for_url("**/review")
        for wanted, spots in (("Two chips on 0-2-3.", VOISINS[1:]), ("Right.", VOISINS)):
            for spot in spots:
                page.locator(f"[data-key='{spot}']:visible").tap()
            page.tap("button.main")
            assert wanted in verdict(page)
            page.tap("text=Next")
            page.wait_for_selector("[data-key='4-7']:visible, .figures")
        assert "The sitting is over" in page.inner_text("h1")
    given = [one.given for one in home.attempts()][-2:]
    assert given == ["0-2-3=1 4-7=1 12-15=1 18-21=1 19-22=1 32-35=1 25-26-28-29=2", given[1]]
    assert given[1].startswith("0-2-3=2 ")


def test_two_tabs(browser, home, server):
    with opened(browser, server) as page:
        page.click("text=Begin")
        page.wait_for_url("**/review")
        other = page.context.new_page()
        other.goto(f"{server.address}/review")
        assert item(other) == item(page)
        first = item(page)
        other.keyboard.type(right(first))
        other.keyboard.press("Enter")
        other.wait_for_url("**/feedback/**")
        other.goto(f"{server.address}/review")
        page.bring_to_front()
        page.fill(".typed input", "1")
        page.keyboard.press("Enter")
        assert "Right." in verdict(page)
        assert "counts once" in page.inner_text("main")
        assert item(other) != first
    assert [one.given for one in home.attempts()] == [right(first)]


def test_a_server_that_goes_away_loses_nothing(browser, home, server):
    with opened(browser, server, trouble=("ERR_CONNECTION_REFUSED",)) as page:
        page.click("text=Begin")
        page.wait_for_url("**/review")
        server.stop()
        # All of the question is here: it can be answered, only not sent.
        first = item(page)
        page.keyboard.type(right(first))
        page.keyboard.press("Enter")
        page.wait_for_selector("text=The program does not answer")
        assert page.input_value(".typed input") == right(first)
        server.start()
        page.keyboard.press("Enter")
        assert "Right." in verdict(page)
        page.keyboard.press("Enter")
        page.wait_for_url("**/review")
        assert item(page) != first
    assert [(one.verdict, "pause" in one.flags) for one in home.attempts()] == [("correct", True)]


def test_offline_after_loading_but_for_the_answer(browser, home, server):
    with opened(browser, server, trouble=("ERR_INTERNET_DISCONNECTED",), **PHONE) as page:
        page.click("summary")
        page.select_option("#section", "two")
        page.click("text=Sit down to it")
        page.wait_for_selector("[data-key='4-7']:visible")
        page.context.set_offline(True)
        page.locator("[data-key='4-7']:visible").tap()
        assert page.input_value(".typed input") == "4-7=1"
        page.tap("button.main")
        page.wait_for_selector("text=The program does not answer")
        page.context.set_offline(False)
        page.tap("button.main")
        page.wait_for_url("**/feedback/**")
    assert home.attempts()[-1].given == "4-7=1"


def test_a_double_click_answers_one_question(browser, home, server):
    with opened(browser, server) as page:
        page.click("text=Begin")
        page.wait_for_url("**/review")
        page.dblclick(".unknown")
        page.wait_for_url("**/feedback/**")
        for _ in range(3):
            # Type-ahead, before anybody can have read what is said.
            page.keyboard.press("Enter")
        assert "feedback" in page.url
    assert len(home.attempts()) == 1


def test_back_and_again(browser, home, server):
    with opened(browser, server) as page:
        page.click("text=Begin")
        page.wait_for_url("**/review")
        first = item(page)
        page.keyboard.press("?")
        verdict(page)
        page.go_back()
        page.wait_for_url(f"{server.address}/")
        page.click("text=Go on")
        page.wait_for_url("**/review")
        assert item(page) != first
    assert len(home.attempts()) == 1


def test_a_hidden_tab_voids_the_time(browser, home, server):
    with opened(browser, server) as page:
        page.click("text=Begin")
        page.wait_for_url("**/review")
        page.evaluate(
            "Object.defineProperty(document, 'hidden', {value: true});"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )
        page.keyboard.press("?")
        page.wait_for_url("**/feedback/**")
    assert home.attempts()[0].flags == ("hidden",)


def test_without_script(browser, home, server):
    with opened(browser, server, java_script_enabled=False) as page:
        page.click("text=Begin")
        first = item(page)
        page.fill(".typed input", "much")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=is no number")
        page.fill(".typed input", right(first))
        page.keyboard.press("Enter")
        page.wait_for_selector("text=Right.")
        page.click("text=Undo")
        page.wait_for_selector("text=Withdrawn")
        page.click("text=I don")
        page.wait_for_selector("text=Not known")
    assert [one.verdict for one in home.attempts()] == ["wrong"]


def test_the_first_page_is_light(browser, server):
    with opened(browser, server) as page:
        sizes = []
        page.on("response", lambda one: sizes.append(len(one.body())))
        page.reload(wait_until="networkidle")
        assert 0 < sum(sizes) < 100 * 1024
        page.click("text=Begin")
        page.wait_for_load_state("networkidle")
        assert sum(sizes) < 100 * 1024


ADDRESSES = [
    "/",
    "/practice",
    "/items",
    "/items?q=split",
    "/items/european/split-table/7",
    "/stats",
    "/settings",
    "/table",
    "/nothing",
]


def walk(page, server):
    """Go through every page, those of a sitting too."""
    for address in ADDRESSES:
        page.goto(f"{server.address}{address}")
        yield address
    server.told = "Refused (404): GET /nothing.\n"
    page.goto(server.address)
    page.click("text=/^(Begin|Go on)$/")
    page.wait_for_url("**/review")
    yield "lesson"
    page.click("text=On to the questions")
    page.wait_for_selector("form.answer")
    yield "question"
    page.click("summary")
    yield "question with its help"
    page.click(".unknown")
    verdict(page)
    yield "feedback"
    page.goto(f"{server.address}/practice")
    for wanted in ("call_layout", "neighbours", "announce", "name_spot", "procedure"):
        page.goto(f"{server.address}/practice?family={wanted}")
        page.fill("#seconds", "60")
        page.click("text=Begin the drill")
        page.wait_for_selector("form.answer")
        yield wanted
        page.click(".unknown")
        verdict(page)
        yield f"feedback of {wanted}"
    page.click("text=End the sitting")
    page.wait_for_url("**/practice/over")
    yield "over"


@pytest.fixture
def everything(server):
    server.stop()
    server.start("--deck", "european", "--seed", "7")
    return server


@pytest.mark.skipif(AXE is None, reason="needs axe-core: npm install axe-core@4, or SRS_ROULETTE_AXE=its axe.min.js")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious(browser, everything, scheme, options):
    found = []
    with opened(browser, everything, trouble=("404",), color_scheme=scheme, **options) as page:
        for where in walk(page, everything):
            page.evaluate(AXE.read_text(encoding="utf-8"))
            for one in page.evaluate("axe.run()")["violations"]:
                if one["impact"] in {"serious", "critical"}:
                    found += [(where, one["id"], node["html"][:160]) for node in one["nodes"]]
    assert found == []


BROKEN_WORDS = """() => {
  const broken = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    if (text.parentElement.closest("svg")) continue;
    for (const word of text.textContent.matchAll(/\\p{L}{3,}/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((one) => one.top)).size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("wanted", ["announce", "name_spot"])
def test_no_word_of_a_choice_is_broken(browser, everything, wanted, width):
    with opened(browser, everything, viewport={"width": width, "height": 700}) as page:
        page.goto(f"{everything.address}/practice?family={wanted}")
        page.click("text=Begin the drill")
        page.wait_for_selector("fieldset.choices, div.choices")
        assert page.evaluate(BROKEN_WORDS) == []


def test_enter_goes_to_the_box_that_is_empty(browser, home, everything):
    with opened(browser, everything) as page:
        page.goto(f"{everything.address}/practice?family=odds")
        page.click("text=Begin the drill")
        page.wait_for_selector("form.answer")
        while page.locator(".typed input").count() < 2:
            page.click(".unknown")
            verdict(page)
            page.keyboard.press("Enter")
            page.wait_for_selector("form.answer")
        for box, typed in (("#answer0", "35"), ("#answer1", "1")):
            focused(page, box)
            page.keyboard.type(typed)
            page.keyboard.press("Enter")
        page.wait_for_url("**/feedback/**")
    assert home.attempts()[-1].given == "35 1"


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_ways_to_the_pages_stand_in_one_row(browser, server, width):
    options = PHONE | {"viewport": {"width": width, "height": 700}} if width < 1280 else {}
    with opened(browser, server, **options) as page:
        tops = page.eval_on_selector_all(".top li", "ways => ways.map((one) => one.getBoundingClientRect().top)")
        assert len(tops) == 6
        assert len(set(tops)) == 1


def test_next_is_where_the_thumb_is(browser, everything):
    with opened(browser, everything, **PHONE) as page:
        page.goto(f"{everything.address}/practice?family=call_layout")
        page.tap("text=Begin the drill")
        page.tap(".unknown")
        page.wait_for_url("**/feedback/**")
        place = page.locator(".next a").bounding_box()
        assert PHONE["viewport"]["height"] / 2 < place["y"] < PHONE["viewport"]["height"] - place["height"]


@pytest.mark.parametrize("width", [320, 1280])
def test_no_page_is_wider_than_its_window(browser, everything, width):
    wide = []
    with opened(browser, everything, trouble=("404",), viewport={"width": width, "height": 700}) as page:
        for where in walk(page, everything):
            over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            wide += [(where, over)] if over > 0 else []
    assert wide == []
