"""The card in a browser, as the programs of Anki host it: which draw, how it reads and judges, what it shows."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from anki_packages import judged
from export_helpers import Learner, note, taking, variant

from srs_roulette.anki import model, payload
from srs_roulette.anki.fields import fields_of
from srs_roulette.questions.grading import grade
from srs_roulette.questions.reading import Unreadable, read
from srs_roulette.questions.types import Field, FieldType, Unit
from srs_roulette.recall.anki_draws import card_words
from srs_roulette.wording.catalog import load

ITEMS = [
    *("number", "described-low", "neighbours-track", "pay-order-three", "call-doubles", "next", "halves"),
    *("word-layout", "spot-name", "table-of-three", "split-table", "zero-share", "odds", "round-house", "spot-place"),
]
DECK = f"""\
id = "mine"
title = "Mine"
house = "european"
about = "For these tests."

[[use]]
deck = "european"
items = {json.dumps(ITEMS)}
"""
HOST = "http://anki.test/"
SENTENCES = card_words(load())


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """Both sides of every card as Anki renders them, and the course that they were made from."""
    learner = Learner(tmp_path_factory.mktemp("cards"))
    learner.deck.write_text(DECK, encoding="utf-8")
    path = learner.package(variants=5)
    with learner.desk(writing=False) as desk:
        entries = dict(desk.course().entries)
    firsts = {re.split(r"[/@]", item)[1]: item for item in reversed(entries)}
    steps = taking(learner.folder / "a", path)
    sides = judged([*steps, ["render", {"guids": [f"srs:{item}" for item in firsts.values()]}]])[-1]
    return {key: (entries[item], sides[f"srs:{item}"]) for key, item in firsts.items()}


class Phone:
    """A page with a clock of its own, and whatever the scripts on it complain about."""

    def __init__(self, browser, **options):
        self.context = browser.new_context(timezone_id="Asia/Tokyo", **options)
        self.page = self.context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.html = ""
        self.page.route(f"{HOST}**", lambda route: route.fulfill(body=self.html, content_type="text/html"))
        self.page.clock.install()

    def day(self, days, hour=12):
        """Set the clock to a day, counted from 1970, and an hour in Tokyo."""
        self.page.clock.set_fixed_time(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=days, hours=hour - 9))

    def show(self, side, css="", classes="card"):
        head = f'<!doctype html><meta charset="utf-8"><style>{css}</style>'
        self.html = f'{head}<body class="{classes}"><div id="qa">{side}</div>'
        self.page.goto(HOST)

    def pick(self):
        return int(self.page.locator(".rc-card").get_attribute("data-pick"))

    def said(self):
        return self.page.locator(".rc-verdict").text_content()


@pytest.fixture
def phone(browser):
    phone = Phone(browser)
    yield phone
    assert phone.faults == []
    phone.context.close()


def data_of(side):
    return json.loads(re.search(r'class="rc-data">(.*?)</script>', side, re.DOTALL)[1])


def draw_of(side, place):
    """Put a draw together from what all have in common and what is its own."""
    data = data_of(side)
    return data["all"] | data["v"][place]


# -- which draw


def test_the_script_picks_what_python_predicts(phone):
    script = re.search(r"<script>(.*)</script>", model.card()[0], re.DOTALL)[1]
    ids = [f"deck/key-{number}/{number * 7}@house" for number in range(19)] + ["decké/ключ"]
    phone.show("")
    for day in range(20_700, 20_730):
        phone.day(day)
        found = phone.page.evaluate(
            """([ids, script]) => ids.map((id) => {
                const draw = {f: [], a: [], told: ["1"], w: [], slips: [], p: null, s: null, head: "h", q: "q"};
                const data = {id: id, r: 4, t: {check: "c"}, v: Array(12).fill(draw), svg: []};
                document.body.innerHTML = '<div class="rc-card" data-side="front"></div>'
                    + '<script type="application/json" class="rc-data"></' + 'script>';
                document.querySelector(".rc-data").textContent = JSON.stringify(data);
                (0, eval)(script);
                return Number(document.querySelector(".rc-card").dataset.pick);
            })""",
            [ids, script],
        )
        assert found == [payload.pick(item, day, 12) for item in ids]


def test_days_are_cut_at_the_rollover(phone, exported):
    entry, sides = exported["next"]
    count = len(data_of(sides["front"])["v"])
    seen = set()
    phone.show("")
    for day in range(20_700, 20_715):
        for hour, counted in ((3, day - 1), (4, day), (23, day)):
            phone.day(day, hour)
            assert _replaced(phone, sides["front"]) == payload.pick(entry.id, counted, count)
            seen.add(phone.pick())
    assert seen == set(range(count))


@pytest.mark.parametrize("style", ["a page for each side", "no storage", "one long page", "the back alone"])
def test_front_and_back_show_the_same_draw(phone, exported, style):
    for key in ("next", "table-of-three", "pay-order-three"):
        entry, sides = exported[key]
        count = len(data_of(sides["front"])["v"])
        for day in (20_700, 20_701):
            phone.day(day)
            if style == "no storage":
                phone.page.goto("data:text/html,<body></body>")
                phone.page.set_content(sides["front"])
                front = phone.pick()
                phone.page.goto("data:text/html,<body></body>")
                phone.page.set_content(sides["back"])
            elif style == "the back alone":
                front = payload.pick(entry.id, day, count)
                phone.page.evaluate("() => { try { sessionStorage.clear(); } catch { /* none here */ } }")
                phone.show(sides["back"])
            elif style == "a page for each side":
                phone.show(sides["front"])
                front = phone.pick()
                phone.show(sides["back"])
            else:
                phone.show("")
                front, _ = (_replaced(phone, sides[side]) for side in ("front", "back"))
            assert phone.pick() == front == payload.pick(entry.id, day, count), (key, day)
            shown = draw_of(sides["back"], front)
            assert phone.page.locator(".rc-prompt").text_content() == shown["q"]
            told = phone.page.locator(".rc-told .rc-value, td.rc-told").all_text_contents()
            assert [one.strip() for one in told] == shown["told"]


def _replaced(phone, side):
    """Put a side in the place of the one before and run its scripts, as programs with one long page do."""
    phone.page.evaluate(
        """(side) => {
            const holder = document.getElementById("qa");
            holder.innerHTML = side;
            for (const old of holder.querySelectorAll("script")) {
                const script = document.createElement("script");
                for (const one of old.attributes) { script.setAttribute(one.name, one.value); }
                script.textContent = old.textContent;
                old.replaceWith(script);
            }
        }""",
        side,
    )
    return phone.pick()


def test_a_card_that_comes_again_on_its_day_shows_another_draw(phone, exported):
    entry, sides = exported["next"]
    count = len(data_of(sides["front"])["v"])
    phone.day(20_700)
    for again in range(4):
        for side in ("front", "front", "back", "back"):
            phone.show(sides[side])
            assert phone.pick() == payload.pick(entry.id, 20_700, count, again)


def test_the_side_turned_after_the_rollover_keeps_the_draw(phone, exported):
    entry, sides = exported["described-low"]
    count = len(data_of(sides["front"])["v"])
    picks = {day: payload.pick(entry.id, day, count) for day in range(20_700, 20_800)}
    day = next(day for day in range(20_701, 20_800) if picks[day] != picks[day - 1])
    phone.page.clock.set_fixed_time(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=day, hours=4 - 9, seconds=-20))
    phone.show(sides["front"])
    front = phone.pick()
    phone.day(day, 4)
    phone.show(sides["back"])
    assert phone.pick() == front == picks[day - 1]


# -- reading and judging


def typed(value, kind):
    if isinstance(value, dict):
        return " ".join(f"{bet}={chips}" for bet, chips in value.items()) or "none"
    return ("-".join(value) or "none") if kind in {"order", "pockets"} else value


def answer(page, draw, values):
    """Type and tap an answer as a learner does."""
    rows, boxes = page.locator(".rc-choices"), page.locator("input")
    row = box = 0
    for field, value in zip(draw["f"], values, strict=True):
        if field["choices"]:
            buttons, keys = rows.nth(row).locator("button"), [key for key, _ in field["choices"]]
            row += 1
            for one in value if isinstance(value, list) else [value]:
                buttons.nth(keys.index(one)).click()
        else:
            boxes.nth(box).fill(typed(value, field["type"]))
            box += 1
    check = page.locator(".rc-check")
    if check.count():
        check.click()


def tappable(draw, values):
    """Tell whether an answer holds only what the card offers."""
    return all(
        not field["choices"]
        or {key for key, _ in field["choices"]}.issuperset([value] if isinstance(value, str) else value)
        for field, value in zip(draw["f"], values, strict=True)
    )


@pytest.mark.parametrize("key", ITEMS)
def test_right_answers_are_right_and_slips_are_explained(phone, exported, key):
    _, sides = exported[key]
    phone.day(20_700)
    phone.show(sides["front"])
    draw = draw_of(sides["front"], phone.pick())
    answer(phone.page, draw, draw["a"])
    assert phone.said() == "Right."
    for slip in draw["slips"]:
        if tappable(draw, slip["a"]):
            phone.show(sides["front"])
            answer(phone.page, draw, slip["a"])
            assert phone.said() == slip["m"]
    if draw["slips"]:
        phone.show(sides["back"])
        assert phone.said() == slip["m"]


LINES = [
    *(
        "119",
        " 119 ",
        "+119",
        "119.0",
        "119,0",
        "0119",
        "126",
        "1,225",
        "1 225",
        "1'225",
        "1.225",
        "35,0",
        "0,5",
        "-119",
    ),
    *("\u2212119", "\u0661\u0661\u0669", "\uff11\uff11\uff19", "abc", "", "   ", "?", "1,22", "12 345 678", "12 34"),
    *(
        "119.5",
        "1e3",
        "1225",
        "1,225.5",
        "0.50",
        ".5",
        "1,225,00",
        "\u00b2",
        "119-",
        "00",
        "1\u202f225",
        "12.125",
        "12.1250",
    ),
    *(" ? ", "\uff1f", "\u061f", "??"),
    *("\u200f119", "-0", "0.0", "+-5", "1,225 000", "007", "119."),
]


@pytest.mark.parametrize("unit", ["chips", "cash", "percent", "to_one"])
def test_amounts_are_read_as_the_program_reads_them(phone, exported, unit):
    entry, _ = exported["split-table"]
    asked = Field("pays", FieldType.AMOUNT, Unit(unit))
    question = replace(entry.draw(1), fields=(asked,), slips=(), expected={"pays": "119"})
    on_card = variant(fields=[payload.Asked(name="pays", type="amount", unit=unit, label="to pay")])
    fields = fields_of("mine/1", [on_card], rollover=4, words=SENTENCES)
    phone.show(model.card()[0].replace("{{Variants}}", fields[4]).replace("{{Question}}", ""))
    for line in LINES:
        phone.page.locator("input").fill(line)
        phone.page.locator(".rc-check").click()
        result = read(line, question)
        message = result.message if isinstance(result, Unreadable) else grade(question, result).message
        assert phone.said() == (load().text(message) if message else "Right."), line


def test_what_was_typed_is_judged_on_the_back(phone, exported):
    _, sides = exported["split-table"]
    phone.show(sides["front"])
    phone.page.locator("input").fill("1000000")
    phone.show(sides["back"])
    assert phone.said() == "Wrong."
    assert phone.page.locator(".rc-given .rc-value").text_content().strip() == "1000000"
    assert phone.page.locator("#answer").count() == 1
    # Nothing typed: nothing judged.
    phone.page.evaluate("() => sessionStorage.clear()")
    phone.show(sides["back"])
    assert phone.page.locator(".rc-verdict").count() == 0


def test_enter_turns_the_card_where_the_program_can_and_keys_stay_in_the_box(phone, exported):
    _, sides = exported["split-table"]
    phone.show(sides["front"])
    phone.page.evaluate(
        "() => { window.turned = []; window.keys = 0; window.pycmd = (word) => turned.push(word);"
        " document.addEventListener('keydown', () => { keys += 1; }); }"
    )
    box = phone.page.locator("input")
    box.press_sequentially("12")
    box.press("Enter")
    assert phone.page.evaluate("() => [turned, keys]") == [["ans"], 0]
    assert box.evaluate("(box) => document.activeElement === box")


# -- how it looks


def test_without_scripts_the_first_draw_is_there(browser, exported):
    phone = Phone(browser, java_script_enabled=False)
    for key in ("next", "number", "table-of-three"):
        _, sides = exported[key]
        first = draw_of(sides["back"], 0)
        phone.show(sides["front"])
        assert first["q"] in phone.page.locator("body").inner_text()
        phone.show(sides["back"])
        text = phone.page.locator("body").inner_text()
        assert all(told in text for told in first["told"])
        assert all(step in text for step in first["w"])
        assert phone.page.locator("svg").count() == len([1 for way in ("p", "s") if first[way]])
    phone.context.close()


@pytest.mark.parametrize("width", [320, 360, 900])
def test_nothing_is_wider_than_the_page(browser, exported, width):
    phone = Phone(browser, viewport={"width": width, "height": 640})
    for key, (_, sides) in exported.items():
        for side in ("front", "back"):
            phone.show(sides[side], sides["css"])
            assert phone.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (key, side)
    phone.context.close()


def test_text_reads_by_day_and_by_night(phone, exported):
    _, sides = exported["split-table"]
    for classes in ("card", "card nightMode", "card nightMode night_mode"):
        phone.show(sides["front"], sides["css"], classes)
        phone.page.locator("input").fill("1")
        phone.page.locator(".rc-check").click()
        for selector in (".rc-prompt", ".rc-head", ".rc-verdict", ".rc-check", ".rc-input"):
            assert phone.page.locator(selector).evaluate(CONTRAST) >= 4.5, (classes, selector)


CONTRAST = """(element) => {
    const light = (colour) => {
        const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((one) => one / 255);
        const [r, g, b] = parts.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    let behind = element;
    while (getComputedStyle(behind).backgroundColor === "rgba(0, 0, 0, 0)") { behind = behind.parentElement; }
    const both = [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor].map(light).sort();
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}"""


def test_words_from_right_to_left_begin_at_the_right(phone):
    fields = note(1, "\u05e8\u05d5\u05dc\u05d8\u05d4 17").fields
    front = model.card()[0].replace("{{Variants}}", fields[4]).replace("{{Question}}", fields[1])
    phone.show(front, model.card()[2])
    assert phone.page.locator(".rc-prompt").evaluate("(p) => getComputedStyle(p).direction") == "rtl"
