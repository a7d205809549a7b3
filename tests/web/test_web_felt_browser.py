"""The felt under fingers, mouse and keys, in a real browser, on a page with the policy of ours."""

from contextlib import contextmanager
from importlib.resources import files
from urllib.parse import parse_qs, urlsplit

import pytest

from srs_roulette.drawing.paint import STYLE
from srs_roulette.questions import registry
from srs_roulette.questions.draw import draw
from srs_roulette.questions.grading import VerdictKind, grade
from srs_roulette.questions.reading import read
from srs_roulette.rules.house_file import house
from srs_roulette.wording.catalog import load

pytest.importorskip("markupsafe", reason="needs the page: pip install -e '.[web]'")

from srs_roulette.web.felt import answer_widget

STATIC = files("srs_roulette.web").joinpath("static")
HOME = "http://felt.test"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TYPES = {"js": "text/javascript", "css": "text/css"}
VOISINS = "0-2-3=2 4-7=1 12-15=1 18-21=1 19-22=1 32-35=1 25-26-28-29=2"


def question(family, house_id="european", seed=1, **bands):
    return draw(registry.family(family), {key: (value,) for key, value in bands.items()}, house(house_id), seed)


@contextmanager
def open_page(browser, markup, **options):
    """Open a page with a form round what is tapped; the answer's button has the answer's name, as the real one has."""
    text = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>felt</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="/style.css"><link rel="stylesheet" href="/felt.css">'
        f'<link rel="stylesheet" href="/pictures.css"><link rel="icon" href="/icon.svg">'
        f'<script type="module" src="/felt.js"></script><main><form action="/sent">{markup}'
        f'<p class="typed"><label>Answer<input name="answer" autocomplete="off"></label></p><button>Answer</button>'
        f'<button name="answer" value="?">I do not know</button></form></main></html>'
    )
    context = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | options))
    page, trouble = context.new_page(), []

    def answer(route):
        address = urlsplit(route.request.url)
        name = address.path.removeprefix("/")
        headers = {"content-security-policy": POLICY}
        if f"{address.scheme}://{address.netloc}" != HOME:
            trouble.append(f"asked for {route.request.url}")
            route.abort()
        elif not name:
            route.fulfill(body=text, content_type="text/html; charset=utf-8", headers=headers)
        elif name == "pictures.css":
            route.fulfill(body=STYLE, content_type="text/css")
        elif STATIC.joinpath(name).is_file():
            route.fulfill(
                body=STATIC.joinpath(name).read_text("utf-8"), content_type=TYPES.get(name.rpartition(".")[2])
            )
        else:
            route.fulfill(body="sent" if name == "sent" else "", content_type="text/plain")

    page.route("**/*", answer)
    page.on("console", lambda said: trouble.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda fault: trouble.append(str(fault)))
    page.goto(HOME)
    yield page
    context.close()
    assert trouble == []


def spot(page, key):
    return page.locator(f"[data-key='{key}']:visible")


def box(page):
    return page.locator("input[name=answer]")


def sent(page):
    """The answer that was sent, the page having gone on."""
    page.wait_for_url(f"{HOME}/sent?*")
    return parse_qs(urlsplit(page.url).query, keep_blank_values=True)["answer"]


def voisins():
    return question("call_layout", mode="place", call="voisins")


def tap_all(page, keys, how="click"):
    for key in keys:
        getattr(spot(page, key), how)()


RIGHT = ["0-2-3", "0-2-3", "4-7", "12-15", "18-21", "19-22", "32-35", "25-26-28-29", "25-26-28-29"]
WRONG = ["0-2-3", "4-7", "12-15", "18-21", "19-22", "32-35", "25-26-28-29", "25-26-28-29"]


@pytest.mark.parametrize(("taps", "verdict", "slip"), [(RIGHT, "correct", None), (WRONG, "wrong", "single_on_trio")])
@pytest.mark.parametrize("phone", [False, True])
def test_voisins_is_laid_by_taps(browser, phone, taps, verdict, slip):
    asked = voisins()
    with open_page(browser, answer_widget(asked, load("en")), **(PHONE if phone else {})) as page:
        assert page.locator(".felt-standing").is_visible() is phone
        assert page.locator(".felt-lying").is_visible() is not phone
        tap_all(page, taps, "tap" if phone else "click")
        if verdict == "correct":
            assert box(page).input_value() == VOISINS
        assert spot(page, "25-26-28-29").get_attribute("aria-label") == "corner 25-29, 2 chips"
        assert spot(page, "4-7").get_attribute("aria-label") == "split 4-7, 1 chip"
        assert spot(page, "17").get_attribute("aria-label") == "straight 17, 0 chips"
        assert spot(page, "17").get_attribute("aria-pressed") == "false"
        spot(page, "4-7").focus()
        page.keyboard.press("Enter")
        (given,) = sent(page)
    found = grade(asked, read(given, asked))
    assert (found.kind, found.slip) == (VerdictKind(verdict), slip)


def hold(page, key, milliseconds=650):
    at = spot(page, key).bounding_box()
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(milliseconds)
    page.mouse.up()


def touch_and_hold(page, key, milliseconds=650):
    at = spot(page, key).bounding_box()
    client = page.context.new_cdp_session(page)
    point = [{"x": at["x"] + at["width"] / 2, "y": at["y"] + at["height"] / 2}]
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    page.wait_for_timeout(milliseconds)
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_long_press_a_right_click_and_minus_take_away(browser):
    with open_page(browser, answer_widget(voisins(), load("en"))) as page:
        tap_all(page, ["17-20"] * 4)
        hold(page, "17-20")
        assert box(page).input_value() == "17-20=3"
        spot(page, "17-20").click(button="right")
        assert box(page).input_value() == "17-20=2"
        page.locator(".felt-less").click()
        assert box(page).input_value() == "17-20=1"
        spot(page, "17-20").press("-")
        assert box(page).input_value() == ""
        hold(page, "17-20", 100)
        assert box(page).input_value() == "17-20=1"
    with open_page(browser, answer_widget(voisins(), load("en")), **PHONE) as page:
        tap_all(page, ["1-4"] * 3, "tap")
        touch_and_hold(page, "1-4")
        assert box(page).input_value() == "1-4=2"
        tap_all(page, ["1-4"], "tap")
        assert box(page).input_value() == "1-4=3"


def test_a_finger_that_scrolls_lays_nothing(browser):
    with open_page(browser, answer_widget(voisins(), load("en")), **PHONE) as page:
        client = page.context.new_cdp_session(page)
        for kind, y in (("touchStart", 600), *(("touchMove", y) for y in range(580, 280, -20)), ("touchEnd", None)):
            points = [] if y is None else [{"x": 200, "y": y}]
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(100)
        assert page.evaluate("scrollY") > 100
        assert box(page).input_value() == ""


def test_the_keyboard_alone_lays_and_sends(browser):
    asked = question("call_layout", mode="place", call="jeu_zero")
    with open_page(browser, answer_widget(asked, load("en"))) as page:
        while page.evaluate("document.activeElement?.dataset?.key") is None:
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.key") == "0"
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowUp")
        assert page.evaluate("document.activeElement.dataset.key") == "0-3"
        page.keyboard.press("1")
        assert page.locator(".felt-now").text_content() == "split 0-3: 1. In all: 1"
        walk = {"12-15": "ArrowRight", "26": "ArrowRight", "32-35": "ArrowRight"}
        for key, way in walk.items():
            go_to(page, key, way)
            page.keyboard.press("+")
        spot(page, "32-35").press("2")
        spot(page, "32-35").press("3")
        assert "32-35=23" in box(page).input_value()
        page.keyboard.press("Delete")
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        (given,) = sent(page)
    assert given == "0-3=1 12-15=1 26=1 32-35=1"
    assert grade(asked, read(given, asked)).passed


def go_to(page, key, way):
    """Walk by arrows, row by row, as a hand would."""
    column = {"12-15": 3, "26": 2, "32-35": 2}[key]
    row = page.evaluate("+document.activeElement.dataset.key.split('-').at(-1)") % 3 or 3
    for _ in range(2 * (row - column)):
        page.keyboard.press("ArrowDown")
    for _ in range(30):
        if page.evaluate("document.activeElement.dataset.key") == key:
            return
        page.keyboard.press(way)
    pytest.fail(f"{key} was not reached")


REACHED = """async (look) => {
  const { beside } = await import("/felt.js");
  const spots = document.querySelector(`.${look}`).dataset.spots.split(";").map((told) => {
    const [key, , x, y] = told.split("|");
    return { key, x: +x, y: +y };
  });
  const found = new Set([spots[0]]);
  for (const spot of found) for (const way of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
    const next = beside(spots, spot, way);
    if (next) found.add(next);
  }
  return [found.size, spots.length];
}"""


@pytest.mark.parametrize("look", ["felt-lying", "felt-standing"])
@pytest.mark.parametrize(("house_id", "count"), [("european", 157), ("american", 161)])
def test_arrows_reach_every_spot(browser, house_id, count, look):
    with open_page(browser, answer_widget(question("name_spot", house_id, mode="place"), load("en"))) as page:
        assert page.evaluate(REACHED, look) == [count, count]


HITS = """(off) => {
  const wrong = [];
  const svg = document.querySelector(".felt-standing svg");
  for (const told of document.querySelector(".felt-standing").dataset.spots.split(";")) {
    const [key, , x, y] = told.split("|");
    document.querySelector(`.felt-standing [data-key="${key}"]`).scrollIntoView({ block: "center" });
    const at = new DOMPoint(+x, +y).matrixTransform(svg.getScreenCTM());
    for (const [dx, dy] of [[0, 0], [off, 0], [-off, 0], [0, off], [0, -off], [off, off], [-off, -off]]) {
      const hit = document.elementFromPoint(at.x + dx, at.y + dy)?.dataset?.key;
      if (hit !== key) wrong.push([key, dx, dy, hit]);
    }
  }
  return wrong;
}"""


@pytest.mark.parametrize("width", [320, 360, 390])
def test_near_a_spot_is_on_it(browser, width):
    """Nine pixels off on a phone is still that spot: targets are 24 wide and more."""
    options = PHONE | {"viewport": {"width": width, "height": 740}}
    with open_page(browser, answer_widget(voisins(), load("en")), **options) as page:
        assert page.evaluate(HITS, 9) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_real_touch_beside_the_middle_chooses_the_spot(browser):
    with open_page(browser, answer_widget(voisins(), load("en")), **PHONE) as page:
        for key, n in (("1-2", 0), ("2-3-5-6", 1), ("4-5-6", 2), ("1-6", 3), ("0-1-2-3", 4), ("low", 5)):
            at = spot(page, key).bounding_box()
            middle = (at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
            page.touchscreen.tap(middle[0] + (-1) ** n * 7, middle[1] + 7)
            assert box(page).input_value().split()[n] == f"{key}=1"


def test_what_is_typed_shows_on_the_felt(browser):
    with open_page(browser, answer_widget(voisins(), load("en"))) as page:
        box(page).fill("17/20 = 3, 16-18  red:2 17-21")
        labels = [spot(page, key).get_attribute("aria-label") for key in ("17-20", "16-17-18", "red", "17-18-20-21")]
        assert labels == ["split 17-20, 3 chips", "street 16-18, 1 chip", "red, 2 chips", "corner 17-21, 1 chip"]
        assert page.locator(".felt-lying .felt-chip").count() == 4
        box(page).fill("17-20=3 33-34")
        assert page.locator(".felt-chip").count() == 0
        assert page.locator(".felt-now").text_content() == "The felt cannot show what is typed."
        spot(page, "5").click()
        assert box(page).input_value() == "5=1"


def test_tools(browser):
    with open_page(browser, answer_widget(voisins(), load("en"))) as page:
        back = page.locator(".felt-back")
        assert back.is_disabled()
        page.locator(".felt-step", has_text="20").click()
        tap_all(page, ["17", "17", "20"])
        assert box(page).input_value() == "17=40 20=20"
        back.click()
        assert box(page).input_value() == "17=40"
        page.locator(".felt-clear").click()
        assert box(page).input_value() == ""
        page.locator(".felt-none").click()
        assert box(page).input_value() == "none"
        back.click()
        back.click()
        assert box(page).input_value() == "17=40"


@pytest.mark.parametrize("phone", [False, True])
def test_neighbours_are_tapped_on_the_racetrack_in_order(browser, phone):
    asked = question("neighbours", mode="track", on="17", each_side=2)
    with open_page(browser, answer_widget(asked, load("en")), **(PHONE if phone else {})) as page:
        tap_all(page, ["2", "25", "17", "21", "34", "6"], "tap" if phone else "click")
        (touch_and_hold if phone else hold)(page, "21")
        assert box(page).input_value() == "2-25-17-34-6"
        assert spot(page, "34").get_attribute("aria-label") == "34, place 4"
        tap_all(page, ["2"], "tap" if phone else "click")
        assert box(page).input_value() == "25-17-34-6"
        tap_all(page, ["2"], "tap" if phone else "click")
        close = grade(asked, read(box(page).input_value(), asked))
        box(page).fill("2-25-17-34-6")
        assert grade(asked, read(box(page).input_value(), asked)).passed
    assert close.kind is VerdictKind.CLOSE


def test_pads_take_an_order_a_set_or_one(browser):
    english = load("en")
    with open_page(browser, answer_widget(question("neighbours", mode="short", on="17", each_side=2), english)) as page:
        tap_all(page, ["2", "25", "17"])
        assert page.locator("[data-key='25']").get_attribute("data-place") == "2"
        assert box(page).input_value() == "2-25-17"
        page.keyboard.press("Enter")
        assert sent(page) == ["2-25-17"]
    with open_page(browser, answer_widget(question("announce", mode="reverse"), english)) as page:
        tap_all(page, ["7", "9", "7"])
        assert box(page).input_value() == "9"
    with open_page(browser, answer_widget(question("wheel", mode="right"), english)) as page:
        tap_all(page, ["7", "32"])
        assert box(page).input_value() == "32"
        assert page.locator("[aria-pressed=true]").count() == 1
    asked = question("pay_order")
    with open_page(browser, answer_widget(asked, english)) as page:
        tap_all(page, asked.expected["order"])
        assert grade(asked, read(box(page).input_value(), asked)).passed


def test_what_stays_is_left_and_the_rest_tapped_off(browser):
    asked = question("clear", seed=4)
    stays = asked.expected["spots"]
    with open_page(browser, answer_widget(asked, load("en"))) as page:
        assert box(page).input_value() == ""
        assert page.locator(".felt-lying .felt-chip").count() == len({chip.bet for chip in asked.picture})
        keys = page.locator(".felt-lying [data-key]").evaluate_all("all => all.map((one) => one.dataset.key)")
        tap_all(page, keys)
        assert box(page).input_value() == "none"
        tap_all(page, [key for key in reversed(keys) if key in stays])
        found = read(box(page).input_value(), asked)
        assert grade(asked, found).passed
    assert stays


def test_a_choice_goes_before_the_placement(browser):
    asked = question("name_spot", mode="place", bet="corner")
    (key,) = asked.expected["spots"]
    with open_page(browser, answer_widget(asked, load("en"))) as page:
        spot(page, key).click()
        page.locator(f".felt-lead [data-key='{asked.expected['place']}']").click()
        assert grade(asked, read(box(page).input_value(), asked)).passed
        page.locator(".felt-lead [data-key='on_number']").click()
        assert box(page).input_value() == f"on_number {key}=1"
        page.locator(".felt-clear").click()
        assert box(page).input_value() == ""


def test_without_a_script_the_picture_and_the_box_are_there(browser):
    for asked, chips in ((voisins(), False), (question("clear"), True)):
        with open_page(browser, answer_widget(asked, load("en")), java_script_enabled=False) as page:
            assert page.locator(".felt-lying svg").is_visible()
            assert (page.locator(".felt-lying .rlt-chip circle").count() > 0) is chips
            assert page.locator(".felt button:visible").count() == 0
            box(page).fill("17=1")
            box(page).press("Enter")
            assert "answer=17%3D1" in page.url


def test_a_drawing_and_its_script_are_small():
    assert len(STATIC.joinpath("felt.js").read_bytes()) < 12 * 1024
    assert len(STATIC.joinpath("felt.css").read_bytes()) < 8 * 1024
    assert len(answer_widget(question("name_spot", "american", mode="place"), load("en")).encode()) < 32 * 1024
