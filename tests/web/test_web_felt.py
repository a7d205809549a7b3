"""What is tapped in place of typing: which questions have it, what it offers, and that it tells nothing."""

import re
from collections import Counter
from collections.abc import Mapping
from html import unescape
from xml.etree import ElementTree as ET

import pytest

from srs_roulette.deck import find, loader
from srs_roulette.questions import registry
from srs_roulette.questions.draw import draw
from srs_roulette.questions.grading import VerdictKind, grade
from srs_roulette.questions.reading import read
from srs_roulette.questions.types import FieldType
from srs_roulette.rules.house_file import house
from srs_roulette.rules.notation import write
from srs_roulette.rules.wheels import SINGLE_ZERO
from srs_roulette.wording.catalog import load

pytest.importorskip("markupsafe", reason="needs the page: pip install -e '.[web]'")

from srs_roulette.web.felt import answer_widget, feedback_pictures, is_tapped_on_its_picture

ENGLISH = load("en")
ITEMS = {item.id: item for deck in loader.load_all(find.installed()) for item in deck.items}
TAPPED = {FieldType.PLACEMENT, FieldType.POCKET, FieldType.POCKETS, FieldType.ORDER}
VOISINS = "0-2-3=2 4-7=1 12-15=1 18-21=1 19-22=1 32-35=1 25-26-28-29=2"


def question(family, house_id="european", seed=1, **bands):
    return draw(registry.family(family), {key: (value,) for key, value in bands.items()}, house(house_id), seed)


def offered(markup):
    """What may be tapped, by the texts that it types; of two drawings the same from both."""
    faces = re.findall(r'data-spots="([^"]*)"', markup)
    keys = [[told.split("|")[0] for told in face.split(";")] for face in map(unescape, faces)]
    assert all(sorted(other) == sorted(keys[0]) for other in keys)
    pad = re.search(r'class="felt-pad[^"]*"[^>]*>(.*?)</div>', markup)
    return keys[0] if keys else re.findall(r'data-key="([^"]+)"', pad[1])


def mode(markup):
    return re.search(r'data-mode="(\w+)"', markup)[1]


@pytest.mark.parametrize(("house_id", "name"), [("european", "single_zero"), ("american", "double_zero")])
def test_a_placement_offers_every_spot_of_the_layout_with_its_name(oracle, house_id, name):
    asked = question("name_spot", house_id, mode="place")
    markup = answer_widget(asked, ENGLISH)
    keys = offered(markup)
    assert len(keys) == len(set(keys)) == oracle("positions")[name]["all_total"]
    labels = dict(told.split("|")[:2] for told in unescape(re.search(r'data-spots="([^"]*)"', markup)[1]).split(";"))
    assert labels["17-20"] == "split 17-20"
    assert labels["16-21"] == "six line 16-21"
    assert labels["red"] == "red"
    for key in keys:
        assert read(f"on_number {key}=3", asked)["spots"] == {key: 3}


@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_what_the_widget_writes_is_read_as_the_answer(item):
    """The right answer, put together from keys as the script does, is judged right; the feedback can be drawn."""
    for seed in range(2):
        asked = draw(registry.family(item.family), item.bands, house(item.house or item.deck_house), seed)
        markup = answer_widget(asked, ENGLISH)
        assert (markup is None) == TAPPED.isdisjoint(field.type for field in asked.fields)
        if markup is None:
            continue
        join = re.search(r'data-join="(.)"', markup)[1]
        *lead, right = asked.expected.values()
        right = (right,) if isinstance(right, str) else right
        assert set(right) <= set(offered(markup))
        words = [f"{key}={n}" for key, n in right.items()] if isinstance(right, Mapping) else right
        text = " ".join([*lead, join.join(words) or "none"])
        assert grade(asked, read(text, asked)).kind is VerdictKind.CORRECT
        feedback = feedback_pictures(asked, text, ENGLISH)
        assert feedback is None or (list(parse(feedback).iter("figure")) and not list(parse(feedback).iter("li")))


def test_pockets_that_are_asked_from_memory_stand_on_a_pad_in_no_order_of_a_wheel_or_a_cloth():
    for asked in (
        question("wheel", mode="run"),
        question("wheel", mode="right"),
        question("neighbours", mode="short"),
        question("neighbours", mode="layout"),
        question("announce", mode="reverse"),
        question("name_spot", mode="call"),
        question("finals", "german", mode="numbers"),
    ):
        markup = answer_widget(asked, ENGLISH)
        assert not is_tapped_on_its_picture(asked)
        assert "<svg" not in markup
        keys = offered(markup)
        assert keys == ["0", *map(str, range(1, 37))]
        # Seven to a row: in no column or row stand a final, a street or neighbours of the wheel for their own sake.
        assert "felt-numbers" in markup
        assert not {"red", "black"} & set(re.findall(r"\w+", markup))


def test_the_racetrack_is_tapped_only_where_the_question_draws_it():
    asked = question("neighbours", mode="track", on="17")
    markup = answer_widget(asked, ENGLISH)
    assert mode(markup) == "order"
    assert is_tapped_on_its_picture(asked)
    assert sorted(offered(markup)) == sorted(SINGLE_ZERO.ring)
    # The frame of the number that is asked about is all that is marked.
    assert markup.count("rlt-chip") == 0


def test_no_drawing_tells_the_answer_in_its_words():
    for asked in (question("call_layout", mode="place", call="voisins"), question("complete", asked="place")):
        markup = answer_widget(asked, ENGLISH)
        assert re.findall(r"<title>(.*?)</title>", markup) == ["The cloth."] * 2
        assert "rlt-chip" not in markup


def test_what_stays_is_tapped_among_the_chips_that_lie_there():
    for seed in range(20):
        asked = question("clear", seed=seed)
        markup = answer_widget(asked, ENGLISH)
        assert mode(markup) == "keep"
        held = read(unescape(re.search(r'data-held="([^"]*)"', markup)[1]), asked)["spots"]
        chips = Counter()
        for chip in asked.picture:
            chips[write(chip.bet)] += chip.chips
        assert held == chips
        assert sorted(offered(markup)) == sorted(chips)


def test_amounts_and_choices_are_typed_or_pressed():
    for family in ("times_table", "section", "odds", "cash_out", "full_table"):
        assert answer_widget(question(family), ENGLISH) is None


def parse(markup):
    return ET.fromstring(f"<body>{markup}</body>")  # noqa: S314 - our own


def texts(element):
    return [node.text for node in element.iter() if node.tag.endswith("text")]


def test_feedback_shows_what_is_missing_extra_and_other_in_number():
    asked = question("call_layout", mode="place", call="voisins")
    given = VOISINS.replace("4-7=1", "5-8=1").replace("0-2-3=2", "0-2-3=1")
    root = parse(feedback_pictures(asked, given, ENGLISH))
    # The verdict lists the same.
    assert not list(root.iter("li"))
    yours, right = root.iter("figure")
    for drawing in (node for node in yours.iter() if node.tag.endswith("svg")):
        assert sorted(text for text in texts(drawing) if text in "+−≠") == ["+", "−", "≠"]
    assert not {"+", "−", "≠"} & set(texts(right))
    captions = ["".join(node.itertext()).strip() for node in root.iter("figcaption")]
    assert captions == ["So you laid it: + missing, − extra, ≠ other number", "So it lies:"]
    titles = [node.text for node in right.iter() if node.tag.endswith("title")]
    assert all("0-2-3 x 2, 4-7 x 1, 12-15 x 1" in title for title in titles)


def test_beside_a_slip_the_difference_is_listed():
    asked = question("call_layout", mode="place", call="voisins")
    root = parse(feedback_pictures(asked, VOISINS.replace("0-2-3=2", "0-1-2=2"), ENGLISH))
    assert [item.text for item in root.iter("li")] == ["Missing: 0-2-3 (2).", "Extra: 0-1-2 (2)."]


@pytest.mark.parametrize("given", [VOISINS, "?", "rubbish", ""])
def test_a_right_or_no_answer_shows_the_right_placement_alone(given):
    asked = question("call_layout", mode="place", call="voisins")
    root = parse(feedback_pictures(asked, given, ENGLISH))
    assert len(list(root.iter("figure"))) == 1
    assert not list(root.iter("li"))


def test_feedback_lights_the_sector_on_the_racetrack():
    asked = question("neighbours", mode="short", on="17", each_side=2)
    markup = feedback_pictures(asked, "2-25-17-34-27", ENGLISH)
    titles = re.findall(r"<title>(.*?)</title>", markup)
    assert len(titles) == 2
    assert all(title.startswith("Racetrack") for title in titles)
    assert all(
        set(title.partition("Marked: ")[2].rstrip(".").split()) == {"25", "2", "17", "34", "6"} for title in titles
    )
    assert "Missing: 6." in markup
    assert "Extra: 27." in markup
    assert all(markup.count(f">{sign}<") == 2 for sign in "+−")


def test_feedback_of_pockets_asked_by_their_call_stands_on_the_cloth():
    asked = question("name_spot", mode="call", bet="corner")
    markup = feedback_pictures(asked, "1-2-3-4", ENGLISH)
    assert markup.count("Roulette cloth") == 2
    assert feedback_pictures(question("times_table"), "7", ENGLISH) is None


@pytest.mark.parametrize("text", ["none", "17-20=3", "17", "17-18", "0", "black", "?"])
def test_feedback_can_be_drawn_for_any_answer(text):
    for family in ("call_layout", "clear", "finals", "neighbours", "wheel", "announce", "name_spot", "procedure"):
        for seed in range(4):
            asked = question(family, "german", seed)
            markup = feedback_pictures(asked, text, ENGLISH)
            assert markup is None or list(parse(markup).iter("figure"))


def test_texts_of_a_catalog_cannot_become_markup():
    class Hostile:
        def text(self, message):
            return f"<script>{message.id}</script>"

    for asked in (question("name_spot", mode="place"), question("pay_order"), question("call_layout", mode="place")):
        assert "<script" not in answer_widget(asked, Hostile())
        assert "<script" not in (feedback_pictures(asked, "17-20=3", Hostile()) or "")
