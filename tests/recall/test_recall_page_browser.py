"""The page of long-term recall in a real browser: nothing asked of any network, nothing cut off, all of it readable."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from recall_helpers import life

from srs_roulette.recall import page

CONTRAST = """() => {
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const rgb = text => text.match(/[\\d.]+/g).map(Number);
  const ground = node => { for (; node; node = node.parentElement) {
    const colour = rgb(getComputedStyle(node).backgroundColor);
    if (colour.length < 4 || colour[3]) return colour; } return [255, 255, 255]; };
  const ratio = (one, two) => {
    const [a, b] = [light(one), light(two)].sort((x, y) => y - x);
    return (a + .05) / (b + .05); };
  const found = [];
  for (const node of document.querySelectorAll('main *')) {
    const style = getComputedStyle(node), kind = node.getAttribute('class') || '';
    const own = [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim());
    if (own && !['title', 'desc'].includes(node.tagName))
      found.push([node.tagName === 'text' ? style.fill : style.color, 4.5, node]);
    else if (/st-(bar|point)/.test(kind)) found.push([style.fill, 3, node]);
    else if (/st-(goal|dot|late|curve)/.test(kind)) found.push([style.stroke, 3, node]);
  }
  return found.map(([colour, least, node]) => [ratio(rgb(colour), ground(node)), least, node.outerHTML.slice(0, 80)])
    .filter(([seen, least]) => seen < least);
}"""
OVERLAPS = """() => [...document.querySelectorAll('svg.st-plot')].flatMap(plot => {
  const texts = [...plot.querySelectorAll('text')].map(one => [one.textContent, one.getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
  return texts.flatMap(([name, a], n) =>
    texts.slice(n + 1).filter(([, b]) => meet(a, b)).map(([other]) => [name, other]));
})"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('svg.st-plot')].flatMap(plot =>
  [...plot.querySelectorAll('text')].map(one => one.getBoundingClientRect().height)))"""
WIDER = """() => [...document.querySelectorAll('main *')]
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1).length"""


@contextmanager
def opened(browser, url, *, width=1280, scheme="light"):
    """Open the page; nothing may be complained of, and nothing else asked for."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    try:
        tab, said, asked = context.new_page(), [], []
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto(url)
        yield tab
        assert said == []
        assert asked == [url]
    finally:
        context.close()


@pytest.fixture(scope="module")
def file(rich, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "recall.html"
    path.write_text(page.document(rich), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 768, 390, 320])
def test_it_can_be_read(browser, file, width, scheme):
    with opened(browser, file, width=width, scheme=scheme) as tab:
        for details in tab.locator("details").all():
            details.evaluate("one => one.open = true")
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert tab.evaluate(WIDER) == 0
        assert tab.evaluate(CONTRAST) == []
        assert tab.evaluate(OVERLAPS) == []
        assert tab.evaluate(SMALLEST) >= 9
        dark = tab.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
        assert dark == (scheme == "dark")


@pytest.mark.parametrize("width", [1280, 320])
def test_tables_are_tables_to_a_screen_reader(browser, file, width):
    with opened(browser, file, width=width) as tab:
        session = tab.context.new_cdp_session(tab)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        roles = [node["role"]["value"] for node in nodes if not node["ignored"]]
        seen = tab.locator("table").filter(visible=True)
        assert roles.count("table") == seen.count()
        assert roles.count("rowheader") == seen.locator("tbody th").count()
        assert roles.count("columnheader") == seen.locator("thead th").count()
        assert sum(role in {"cell", "gridcell"} for role in roles) == seen.locator("td").count()


def test_the_keyboard_reaches_what_there_is(browser, file):
    with opened(browser, file) as tab:
        tab.keyboard.press("Tab")
        assert tab.evaluate("document.activeElement.textContent") == "Known"
        assert tab.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        summary = tab.locator("summary").first
        summary.focus()
        tab.keyboard.press("Enter")
        assert tab.locator("details").first.get_attribute("open") == ""


def test_it_prints_light_and_whole(browser, file):
    with opened(browser, file, width=680, scheme="dark") as tab:
        tab.emulate_media(media="print", color_scheme="dark")
        assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert tab.evaluate("document.documentElement.scrollWidth") <= 680
        assert tab.evaluate(WIDER) == 0
        assert not tab.locator("nav").is_visible()
        assert tab.evaluate(CONTRAST) == []


@pytest.mark.parametrize("answers", [0, 1])
@pytest.mark.parametrize("width", [1280, 320])
def test_where_there_is_little(browser, tmp_path, answers, width):
    path = tmp_path / "recall.html"
    with life() as learner:
        if answers:
            learner.sit(0, answers=1, right=True)
        path.write_text(page.document(learner.told(0)), encoding="utf-8")
    with opened(browser, path.as_uri(), width=width) as tab:
        assert tab.evaluate(WIDER) == 0
        assert tab.evaluate(OVERLAPS) == []
        assert tab.evaluate(CONTRAST) == []


def test_the_inner_part_can_be_served_under_a_strict_policy(browser, rich):
    headers = {"Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'"}
    head = "<!doctype html><html lang=en><title>Recall</title><link rel=stylesheet href=/page.css>"
    served = {
        "http://page.test/": {
            "body": f"{head}<main>{page.body(rich)}</main>",
            "content_type": "text/html; charset=utf-8",
        },
        "http://page.test/page.css": {"body": page.css(), "content_type": "text/css"},
    }
    context = browser.new_context()
    try:
        tab, said = context.new_page(), []
        tab.on("console", lambda message: said.append(message.text))
        tab.route("**", lambda route: route.fulfill(headers=headers, **served[route.request.url]))
        tab.goto("http://page.test/")
        assert said == []
        assert tab.evaluate("getComputedStyle(document.querySelector('.st-page')).maxWidth") == "1056px"
        assert tab.evaluate(CONTRAST) == []
    finally:
        context.close()
