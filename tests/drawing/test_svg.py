"""The cloth as SVG. The oracle for places is what is painted: boxes of numbers, read back from the paths."""

import re
from collections import defaultdict
from functools import lru_cache
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from srs_roulette.drawing import paint, svg
from srs_roulette.rules.bets import Bet, Kind
from srs_roulette.rules.layouts import DOUBLE, SINGLE
from srs_roulette.rules.notation import read, write
from srs_roulette.rules.pockets import NUMBERS, Pocket

GOLDENS = Path(__file__).parents[1] / "goldens"
LAYOUTS = {"single": SINGLE, "double": DOUBLE}
BETS = [pytest.param(la, bet, id=f"{name} {write(bet)}") for name, la in LAYOUTS.items() for bet in la.bets]
VIEWS = ("player", "dealer")
NS = "{http://www.w3.org/2000/svg}"
COMPLETE_17 = (
    "17=40 14-17=80 17-20=80 16-17=80 17-18=80 13-14-16-17=160 14-15-17-18=160 16-17-19-20=160 17-18-20-21=160 "
    "16-17-18=120 13-18=240 16-21=240"
)
OUTSIDE = "red=100 black=7 dozen2=25 column3=5 high=12"
DOUBLE_ZERO = "0=1 00=2 0-00=3 0-1=4 0-2=5 00-2=6 00-3=7 0-1-2=8 0-00-2=9 00-2-3=10 five=11 1-2-3=12 1-6=13"
WORDS = {"dozen1": "1st 12", "dozen2": "2nd 12", "dozen3": "3rd 12", "low": "1–18", "high": "19–36"}


def placed(text, layout=SINGLE):
    return [(read(bet, layout), int(count)) for bet, count in (spot.split("=") for spot in text.split())]


def parse(drawing):
    return ET.fromstring(drawing)  # noqa: S314 - our own drawing


def classed(root, tag, name):
    """Elements whose own or whose group's class says what they are."""
    for group in root.iter():
        if group.get("class") == f"rlt-{name}":
            yield from ([group] if group.tag == NS + tag else group.findall(NS + tag))


def centres(drawing):
    return [tuple(float(c.get(k)) for k in ("cx", "cy")) for c in classed(parse(drawing), "circle", "chip")]


def boxes_of(root, name):
    """Boxes of one colour as ``(left, top, right, bottom)``."""
    for shape in classed(root, "path", name):
        for x, y, to_x, to_y in re.findall(r"M([\d.-]+) ([\d.-]+)H([\d.-]+)V([\d.-]+)H\1z", shape.get("d")):
            yield tuple(map(float, (x, y, to_x, to_y)))


@lru_cache
def number_boxes(drawing):
    """The box of each number, by the text that stands in it; its paint must be the number's colour."""
    root = parse(drawing)
    painted = [(colour, box) for colour in ("red", "black", "green") for box in boxes_of(root, colour)]
    boxes = {}
    for text in classed(root, "text", "text"):
        if text.text.isdigit():
            x, y = float(text.get("x")), float(text.get("y"))
            held = [(colour, box) for colour, box in painted if box[0] < x < box[2] and box[1] < y < box[3]]
            ((colour, box),) = held
            assert text.text not in boxes
            assert colour == Pocket(text.text).colour
            boxes[text.text] = box
    return boxes


def meeting_place(bet, boxes, view):
    """Where the boxes of a bet's numbers meet, as a box that may be flat."""
    held = [boxes[p] for p in bet.covers]
    left, top = (max(box[k] for box in held) for k in (0, 1))
    right, bottom = (min(box[k] for box in held) for k in (2, 3))
    outer = max(box[3] for box in boxes.values()) if view == "player" else min(box[1] for box in boxes.values())
    if bet.kind in {Kind.STREET, Kind.SIX_LINE}:
        return left, outer, right, outer
    if bet.kind in {Kind.FIRST_FOUR, Kind.FIVE}:
        zero_line = boxes["0"][2] if view == "player" else boxes["0"][0]
        return zero_line, outer, zero_line, outer
    return left, top, right, bottom


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("layout", "bet"), [p for p in BETS if p.values[1].inside])
def test_a_chip_stands_in_the_middle_of_where_its_numbers_meet(layout, bet, view):
    for around in (None, bet.covers[0]):
        drawing = svg.felt(layout, [(bet, 7)], view=view, around=around)
        (at,) = centres(drawing)
        boxes = number_boxes(svg.felt(layout, [], view=view) if around is None else drawing)
        left, top, right, bottom = meeting_place(bet, boxes, view)
        assert left <= right
        assert top <= bottom
        assert at[0] == pytest.approx((left + right) / 2, abs=0.1)
        assert at[1] == pytest.approx((top + bottom) / 2, abs=0.1) or (
            # The line between 0 and 00 halves the edge of 2: see test_the_middle_of_two_zeros.
            layout is DOUBLE and len(bet.covers) == 2 and set(bet.covers) & {"0", "00"} and top < at[1] < bottom
        )


@pytest.mark.parametrize(
    ("spot", "kind"), [(p.values[1], p.values[1].kind) for p in BETS if p.values[0] is SINGLE and p.values[1].inside]
)
def test_kinds_stand_on_lines_or_not(spot, kind):
    """Said once more without boxes in common: on an upright line, on a level line, on the outer edge."""
    drawing = svg.felt(SINGLE, [(spot, 1)])
    (at,) = centres(drawing)
    boxes = number_boxes(drawing)
    upright = {x for box in boxes.values() for x in (box[0], box[2])}
    level = {y for box in boxes.values() for y in (box[1], box[3])}
    edge = max(level)
    on = (at[0] in upright, at[1] in level, at[1] == edge)
    across = kind is Kind.SPLIT and (spot.covers[0].is_zero or spot.covers[1].number - spot.covers[0].number == 3)
    wanted = {
        Kind.STRAIGHT: (False, False, False),
        Kind.SPLIT: (across, not across, False),
        Kind.STREET: (False, True, True),
        Kind.SIX_LINE: (True, True, True),
        Kind.CORNER: (True, True, False),
        Kind.TRIO: (True, True, False),
        Kind.FIRST_FOUR: (True, True, True),
    }
    assert on == wanted[kind]
    if any(p.is_zero for p in spot.covers) and kind is not Kind.STRAIGHT:
        assert at[0] == boxes["0"][2]


@pytest.mark.parametrize("view", VIEWS)
def test_the_middle_of_two_zeros(view):
    """0-1-2, 0-2, 0-00-2, 00-2, 00-2-3 stand on the zero line in this order, a quarter of a box apart."""
    spots = ("0-1", "0-1-2", "0-2", "0-00-2", "00-2", "00-2-3", "00-3")
    places = centres(svg.felt(DOUBLE, [(read(spot, DOUBLE), 1) for spot in spots], view=view))
    assert len({x for x, _ in places}) == 1
    steps = [b - a for (_, a), (_, b) in pairwise(places)]
    up = -1 if view == "player" else 1
    assert steps == [up * k * 23 for k in (2, 1, 1, 1, 1, 2)]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("layout", "bet"), [p for p in BETS if not p.values[1].inside])
def test_a_chip_outside_stands_in_its_box_beside_its_word(layout, bet, view):
    drawing = svg.felt(layout, [(bet, 7)], view=view)
    root = parse(drawing)
    (at,) = centres(drawing)
    boxes = number_boxes(drawing)
    if bet.kind is Kind.COLUMN:
        last = boxes[bet.covers[-1]]
        assert last[1] < at[1] < last[3]
        assert at[0] > last[2] if view == "player" else at[0] < last[0]
        return
    word = WORDS.get(bet.box, bet.box.upper())
    (text,) = [t for t in classed(root, "text", "text") if t.text == word]
    assert dist(at, (float(text.get("x")), float(text.get("y")))) < 60
    assert at[1] > boxes["1"][3] if view == "player" else at[1] < boxes["1"][1]
    if bet.kind is Kind.DOZEN:
        held = [boxes[p] for p in bet.covers]
        assert at[0] == pytest.approx((min(b[0] for b in held) + max(b[2] for b in held)) / 2)
    if bet.kind in {Kind.RED, Kind.BLACK}:
        (box,) = [b for b in boxes_of(root, bet.kind) if b not in boxes.values()]
        assert at == ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_the_cloth_holds_every_number_once_in_its_place(layout, view):
    boxes = number_boxes(svg.felt(layout, [], view=view))
    assert set(boxes) == {*layout.wheel.zeros, *NUMBERS}
    ahead, up = (2, 1) if view == "player" else (0, 3)
    for pocket in NUMBERS:
        if (pocket.street or 0) < 12:
            assert boxes[pocket][ahead] == boxes[str(pocket.number + 3)][2 - ahead]
        if (pocket.column or 0) < 3:
            assert boxes[pocket][up] == boxes[str(pocket.number + 1)][4 - up]


def test_views_are_the_same_cloth_turned_and_mirrored():
    chips = placed(COMPLETE_17)
    width, height = 720, 424
    seen = centres(svg.felt(SINGLE, chips))
    assert centres(svg.felt(SINGLE, chips, view="dealer")) == [(width - x, height - y) for x, y in seen]
    assert centres(svg.felt(SINGLE, chips, zero="right")) == [(width - x, y) for x, y in seen]
    assert centres(svg.felt(SINGLE, chips, view="dealer", zero="left")) == [(x, height - y) for x, y in seen]


def samples():
    yield svg.felt(SINGLE, [])
    for view in VIEWS:
        yield svg.felt(SINGLE, placed(f"{COMPLETE_17} {OUTSIDE}"), number=Pocket("17"), view=view)
        yield svg.felt(DOUBLE, placed(DOUBLE_ZERO, DOUBLE), number=Pocket("00"), view=view)
        for pocket in (*DOUBLE.wheel.zeros, *NUMBERS):
            chips = [(bet, 100 + k) for k, bet in enumerate(DOUBLE.holding(pocket))]
            yield svg.felt(DOUBLE, chips, number=pocket, around=pocket, view=view)


def test_drawings_stand_alone():
    allowed = {NS + tag for tag in ("svg", "title", "style", "rect", "path", "g", "text", "circle")}
    for drawing in samples():
        root = parse(drawing)
        assert {e.tag for e in root.iter()} <= allowed
        assert root.get("role") == "img"
        assert root[0].tag == NS + "title"
        assert root[0].text
        names = {name for e in root.iter() for name in e.attrib}
        assert not {n for n in names if n == "id" or n.startswith("on") or "href" in n}
        assert drawing.count("http") == 1
        assert "url(" not in drawing
        assert "@import" not in drawing
        # Either of them would be read as the end or start of a field in an Anki template.
        assert "{{" not in drawing
        assert "}}" not in drawing
        assert "currentColor" not in drawing


def test_every_style_rule_stays_with_our_own_classes_and_is_the_same_everywhere():
    sheets = {parse(drawing).find(NS + "style").text for drawing in samples()}
    (sheet,) = sheets
    selectors = re.findall(r"([^{}]+)\{", sheet)
    assert all(s.startswith((".rlt", "@media(prefers-color-scheme:dark)")) for s in selectors)


def test_every_painted_class_has_light_attributes_and_dark_rules():
    root = parse(svg.felt(SINGLE, placed(f"{COMPLETE_17} {OUTSIDE}"), number=Pocket("17")))
    sheet = root.find(NS + "style").text
    for shape in root.iter():
        name = shape.get("class", "")
        if name.startswith("rlt-"):
            assert shape.get("fill")
            assert f".{name}{{" in sheet


def luminance(colour):
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(2 * d for d in digits)
    parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("over", "under", "least"),
    [
        *(("text", ground, 4.5) for ground in ("cloth", "red", "black", "green")),
        ("count", "chip", 7),
        *(("chip", ground, 3) for ground in ("cloth", "red", "black", "green")),
    ],
)
def test_contrast(over, under, least, mode):
    """WCAG 2.2: 4.5 for texts, 3 for shapes."""
    one, other = (luminance(paint._INKS[name]["fill"][mode]) for name in (over, under))
    assert (max(one, other) + 0.05) / (min(one, other) + 0.05) >= least


@pytest.mark.parametrize("view", VIEWS)
def test_red_numbers_carry_a_diamond(view):
    for layout in LAYOUTS.values():
        root = parse(svg.felt(layout, [], view=view))
        boxes = number_boxes(svg.felt(layout, [], view=view))
        (shape,) = classed(root, "path", "text")
        signs = [tuple(map(float, at)) for at in re.findall(r"M([\d.]+) ([\d.]+)l", shape.get("d"))]
        marked = [n for n, box in boxes.items() for x, y in signs if box[0] < x < box[2] and box[1] < y < box[3]]
        assert sorted(marked) == sorted(p for p in NUMBERS if p.colour == "red")
        assert len(signs) == 19, "18 numbers and the word"


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_the_winner_has_a_frame_and_the_dolly(layout):
    for pocket in (*layout.wheel.zeros, *NUMBERS):
        for chips in ([], [(Bet(Kind.STRAIGHT, (pocket,)), 5)]):
            drawing = svg.felt(layout, chips, number=pocket)
            root = parse(drawing)
            box = number_boxes(drawing)[pocket]
            (frame,) = boxes_of(root, "won")
            assert frame == (box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2)
            (marker,) = classed(root, "path", "dolly")
            x, y = map(float, re.match(r"M([\d.]+) ([\d.]+)", marker.get("d")).groups())
            assert box[0] < x < box[2]
            assert box[1] < y < box[3]
            if chips:
                ((_, chip_y),) = centres(drawing)
                assert y - 18 > chip_y, "the marker stands below the pile"
    assert not list(classed(parse(svg.felt(layout, [])), "path", "won"))


def test_marked_numbers_have_a_frame_and_no_dolly():
    marked = (Pocket("17"), Pocket("20"))
    drawing = svg.felt(SINGLE, [], marked=marked, around=Pocket("17"))
    root, boxes = parse(drawing), number_boxes(drawing)
    (frames,) = classed(root, "path", "won")
    places = [tuple(map(float, xy)) for xy in re.findall(r"M([\d.]+) ([\d.]+)", frames.get("d"))]
    assert sorted(places) == sorted((boxes[p][0] + 2, boxes[p][1] + 2) for p in marked)
    assert not list(classed(root, "path", "dolly"))
    assert set(boxes) == {str(n) for n in range(13, 25)}
    assert root.find(NS + "title").text.endswith("Marked: 17 20.")


def test_discs_never_touch_and_stay_on_the_page():
    for drawing in samples():
        root = parse(drawing)
        discs = list(classed(root, "circle", "chip"))
        width, height = (float(root.get(k)) for k in ("width", "height"))
        places = [(float(d.get("cx")), float(d.get("cy"))) for d in discs]
        for disc, (x, y) in zip(discs, places, strict=True):
            r = float(disc.get("r"))
            assert r < x < width - r
            assert r < y < height - r
        if discs:
            assert min([1e9, *(dist(*both) for both in combinations(places, 2))]) > 2 * float(discs[0].get("r"))


def test_counts_are_whole_and_stand_on_their_discs():
    counts = defaultdict(list)
    chips = placed(f"{COMPLETE_17} {OUTSIDE}")
    root = parse(svg.felt(SINGLE, chips))
    for text in classed(root, "text", "count"):
        counts[text.text].append(float(text.get("x")))
    assert sorted(n for n, xs in counts.items() for _ in xs) == sorted(str(n) for _, n in chips)
    assert sorted(x for xs in counts.values() for x in xs) == sorted(x for x, _ in centres(svg.felt(SINGLE, chips)))


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_a_complete_reads_on_a_phone(layout):
    for pocket in (*layout.wheel.zeros, *NUMBERS):
        chips = [(bet, 100 + k) for k, bet in enumerate(layout.holding(pocket))]
        root = parse(svg.felt(layout, chips, number=pocket, around=pocket))
        assert float(root.get("width")) <= 360
        sizes = [float(e.get("font-size")) for e in root.iter() if e.get("font-size")]
        assert min(sizes) >= 14


def test_around_shows_what_the_text_shows():
    drawing = svg.felt(SINGLE, placed("17-20=1 13-18=2"), around=Pocket("17"))
    assert {Pocket(n).street for n in number_boxes(drawing)} == {4, 5, 6, 7, 8}
    for pocket, columns in (("36", 3), ("32", 3), ("29", 0)):
        chips = [(bet, 1) for bet in SINGLE.holding(Pocket(pocket))]
        assert svg.felt(SINGLE, chips, around=Pocket(pocket)).count(">2:1<") == columns
    whole = svg.felt(SINGLE, placed("17=1 red=2"), around=Pocket("17"))
    assert len(number_boxes(whole)) == 37


def test_sizes():
    assert len(svg.felt(SINGLE, []).encode()) < 5_000
    assert len(svg.felt(SINGLE, placed(f"{COMPLETE_17} {OUTSIDE}"), number=Pocket("17")).encode()) < 7_000
    forty = [(bet, 100) for bet in DOUBLE.bets[::4]]
    assert len(svg.felt(DOUBLE, forty, number=Pocket("17")).encode()) < 9_000
    for pocket in NUMBERS:
        chips = [(bet, 100) for bet in SINGLE.holding(pocket)]
        assert len(svg.felt(SINGLE, chips, number=pocket, around=pocket).encode()) < 4_000


def test_titles():
    chips = placed("17-20=7 16-21=3 20-17=5")
    title = parse(svg.felt(SINGLE, chips, number=Pocket("17"))).find(NS + "title").text
    assert title == "Roulette cloth, single-zero, chips: 17-20 x 12, 16-21 x 3. Winning number: 17."
    dealer = parse(svg.felt(DOUBLE, [], view="dealer")).find(NS + "title").text
    assert dealer == "Roulette cloth, double-zero, from the dealer's side, chips: none."
    assert (
        parse(svg.felt(SINGLE, chips, title="Where is <it> & why?")).find(NS + "title").text == "Where is <it> & why?"
    )
    assert "17-20" not in svg.felt(SINGLE, chips, title="?")


GOLDEN = {
    "17": svg.felt(SINGLE, placed(f"{COMPLETE_17} {OUTSIDE}"), number=Pocket("17")),
    "around": svg.felt(SINGLE, placed(COMPLETE_17), number=Pocket("17"), around=Pocket("17")),
    "double_dealer": svg.felt(DOUBLE, placed(DOUBLE_ZERO, DOUBLE), number=Pocket("00"), view="dealer"),
}


@pytest.mark.parametrize("golden", GOLDEN)
def test_goldens(golden):
    assert f"{GOLDEN[golden]}\n" == (GOLDENS / f"felt_{golden}.svg").read_text(encoding="utf-8")
