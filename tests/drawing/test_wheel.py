"""The wheel and the racetrack, as text and as SVG."""

import re
from itertools import pairwise
from math import atan2, cos, degrees, pi
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from srs_roulette.drawing import track
from srs_roulette.drawing.wheel import racetrack, sector_text, svg_racetrack, svg_wheel
from srs_roulette.errors import NoSuchPocket
from srs_roulette.rules.pockets import Pocket
from srs_roulette.rules.wheels import DOUBLE_ZERO, SINGLE_ZERO

GOLDENS = Path(__file__).parents[1] / "goldens"
WHEELS = {"single": SINGLE_ZERO, "double": DOUBLE_ZERO}
NS = "{http://www.w3.org/2000/svg}"


def pockets(text):
    return tuple(Pocket(n) for n in text.split("-"))


# Source document 000: the calls by their numbers, written out.
VOISINS = pockets("22-18-29-7-28-12-35-3-26-0-32-15-19-4-21-2-25")
TIERS = pockets("27-13-36-11-30-8-23-10-5-24-16-33")
ORPHELINS = pockets("17-34-6-1-20-14-31-9")


def numbers_in(drawing):
    return [Pocket(n) for n in re.findall(r"\d+", drawing)]


def marked_in(drawing, sign):
    """Pockets with a sign in the row under them."""
    lines = drawing.splitlines()
    found = []
    for label_row, sign_row in pairwise(lines):
        for label in re.finditer(r"\d+", label_row):
            box = sign_row[label_row.rfind("│", 0, label.start()) + 1 : label_row.find("│", label.start())]
            if sign in box:
                found.append(Pocket(label[0]))
    return found


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("width", [80, 73, 72, 40, 39, 38, 20, 8])
@pytest.mark.parametrize("wheel", WHEELS.values(), ids=WHEELS)
def test_the_track_holds_every_pocket_once_and_fits(wheel, width, ascii_only):
    drawing = racetrack(wheel, wheel.ring[::3], width=width, ascii_only=ascii_only)
    assert sorted(numbers_in(drawing)) == sorted(wheel.ring)
    assert max(map(len, drawing.splitlines())) <= width
    assert drawing.count("*" if ascii_only else "●") == len(wheel.ring[::3])
    if ascii_only:
        drawing.encode("ascii")
    assert drawing == "\n".join(line.rstrip() for line in drawing.splitlines())


def clockwise(places):
    """Return names sorted by angle round the middle of the page, beginning with 0."""
    xs, ys = zip(*places.values(), strict=True)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    order = sorted(places, key=lambda name: atan2(places[name][1] - middle[1], places[name][0] - middle[0]))
    start = order.index("0")
    return tuple(order[start:] + order[:start])


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("wheel", WHEELS.values(), ids=WHEELS)
def test_the_track_runs_clockwise(wheel, width):
    lines = racetrack(wheel, width=width).splitlines()
    places = {
        m[0]: ((m.start() + m.end()) / 2, y * 2) for y, line in enumerate(lines) for m in re.finditer(r"\d+", line)
    }
    assert clockwise(places) == wheel.ring
    x, y = places["0"]
    others = [at for name, at in places.items() if name not in {"0", "00"}]
    assert x >= max(at[0] for at in others) - 4 if width == 80 else y == min(at[1] for at in others)


@pytest.mark.parametrize("wheel", WHEELS.values(), ids=WHEELS)
def test_marks_stand_under_their_numbers(wheel):
    for pocket in wheel.ring:
        assert marked_in(racetrack(wheel, [pocket]), "●") == [pocket]
        assert marked_in(sector_text(wheel, pocket, 3, marked=[pocket]), "●") == [pocket]
        tall = racetrack(wheel, [pocket], width=40)
        assert re.findall(r"(\d+) +●", tall) == [pocket]


@pytest.mark.parametrize(("ascii_only", "sign"), [(False, "◆"), (True, "r")])
@pytest.mark.parametrize("width", [80, 40, 20])
def test_red_pockets_show_without_colour(width, ascii_only, sign):
    drawing = racetrack(DOUBLE_ZERO, width=width, ascii_only=ascii_only)
    for pocket in DOUBLE_ZERO.ring:
        assert bool(re.search(rf"{sign}{pocket}\b", drawing)) == (pocket.colour == "red")


@pytest.mark.parametrize("width", [80, 40, 20])
def test_colour_adds_escape_codes_and_nothing_else(width):
    plain = racetrack(SINGLE_ZERO, VOISINS, width=width)
    coloured = racetrack(SINGLE_ZERO, VOISINS, width=width, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[1;31;7m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


@pytest.mark.parametrize("width", [80, 40])
def test_sections_are_named_on_the_single_zero_track_only(width):
    names = ["ORPHELINS", "TIERS", "VOISINS", "ZERO"]
    assert sorted(re.findall(r"[A-Z]{2,}", racetrack(SINGLE_ZERO, width=width))) == names
    assert not re.findall(r"[A-Z]{2,}", racetrack(DOUBLE_ZERO, width=width))


def test_borders_lie_where_the_calls_say():
    names, borders = track.sections(SINGLE_ZERO)
    assert names == ("TIERS", "ORPHELINS", "VOISINS", "ZERO")
    ring = SINGLE_ZERO.ring
    pairs = [((ring[b.out], ring[b.out + 1]), (ring[-b.back], ring[-b.back - 1])) for b in borders]
    assert pairs == [(("6", "27"), ("1", "33")), (("25", "17"), ("22", "9")), (("15", "19"), ("12", "28"))]
    assert len({*VOISINS, *TIERS, *ORPHELINS}) == 37
    assert track.sections(DOUBLE_ZERO) == ((), ())


@pytest.mark.parametrize("each_side", [0, 1, 2])
@pytest.mark.parametrize("wheel", WHEELS.values(), ids=WHEELS)
def test_the_bent_ring_is_the_ring(wheel, each_side):
    bent = track.bend(wheel, each_side)
    run = bent.near + bent.out + bent.far + bent.back
    start = run.index(Pocket("0"))
    assert run[start:] + run[:start] == wheel.ring
    assert len(bent.out) == len(bent.back)
    assert len(bent.near) - len(bent.far) in {0, 1}
    assert bent.near[each_side] == "0"


@pytest.mark.parametrize("width", [80, 40, 30, 5])
@pytest.mark.parametrize("each_side", [1, 2, 4, 9, 18])
@pytest.mark.parametrize("wheel", WHEELS.values(), ids=WHEELS)
def test_a_sector_is_the_run_in_order(wheel, each_side, width):
    for middle in (wheel.ring[0], wheel.ring[7], wheel.ring[-1]):
        drawing = sector_text(wheel, middle, each_side, width=width, ascii_only=True, marked=[middle])
        assert tuple(numbers_in(drawing)) == wheel.neighbours(middle, each_side)
        assert max(map(len, drawing.splitlines())) <= max(width, 7)
        assert drawing.count("^") == 1
        assert drawing.isascii()


@pytest.mark.parametrize("width", [80, 40])
def test_the_pointer_stands_under_the_middle(width):
    for middle in SINGLE_ZERO.ring:
        lines = sector_text(SINGLE_ZERO, middle, 9, width=width).splitlines()
        row = next(k for k, line in enumerate(lines) if "▲" in line)
        x = lines[row].index("▲")
        label_row = lines[row - 2]
        assert label_row[x - 1 : x + 2].strip(" ◆│") == middle


def test_nine_neighbours_fit_one_row_of_forty_columns():
    assert len(sector_text(SINGLE_ZERO, Pocket("17"), 4, width=40).splitlines()) == 4


def test_a_run_that_meets_itself_is_refused():
    with pytest.raises(NoSuchPocket):
        sector_text(SINGLE_ZERO, Pocket("0"), 19, width=80, ascii_only=False, colour=False)
    with pytest.raises(NoSuchPocket):
        svg_wheel(SINGLE_ZERO, middle=Pocket("0"), each_side=19)


def parse(drawing):
    return ET.fromstring(drawing)  # noqa: S314 - our own drawing


def classed(root, tag, name):
    for group in root.iter():
        if group.get("class") == f"rlt-{name}":
            yield from ([group] if group.tag == NS + tag else group.findall(NS + tag))


def places_of(drawing):
    """Middle of each number's digits."""
    root = parse(drawing)
    places = {}
    for group in root.iter(NS + "g"):
        for text in group.findall(NS + "text"):
            if text.text.isdigit():
                assert text.text not in places
                lift = float(group.get("font-size")) * 0.36
                places[text.text] = (float(text.get("x")), float(text.get("y")) - lift)
    return places


def discs_of(drawing):
    return [(float(c.get("cx")), float(c.get("cy"))) for c in classed(parse(drawing), "circle", "chip")]


def nearest(places, at):
    return min(places, key=lambda name: (places[name][0] - at[0]) ** 2 + (places[name][1] - at[1]) ** 2)


SVGS = {
    "ring": svg_wheel(SINGLE_ZERO, marked=VOISINS),
    "ring_middle": svg_wheel(DOUBLE_ZERO, marked=[Pocket("00")], middle=Pocket("17")),
    "sector": svg_wheel(SINGLE_ZERO, middle=Pocket("17"), each_side=2, marked=[Pocket("17")]),
    "half": svg_wheel(DOUBLE_ZERO, middle=Pocket("0"), each_side=9),
    "most": svg_wheel(SINGLE_ZERO, middle=Pocket("5"), each_side=18),
    "track": svg_racetrack(SINGLE_ZERO, TIERS, number=Pocket("16")),
    "track_double": svg_racetrack(DOUBLE_ZERO),
}


@pytest.mark.parametrize("name", SVGS)
def test_drawings_stand_alone(name):
    drawing = SVGS[name]
    root = parse(drawing)
    assert {e.tag for e in root.iter()} <= {
        NS + tag for tag in ("svg", "title", "style", "rect", "path", "g", "text", "circle")
    }
    assert root.get("role") == "img"
    assert root[0].tag == NS + "title"
    names = {key for e in root.iter() for key in e.attrib}
    assert not {n for n in names if n == "id" or n.startswith("on") or "href" in n}
    assert drawing.count("http") == 1
    assert "{{" not in drawing
    assert "}}" not in drawing
    assert len(drawing.encode()) < 10_000


@pytest.mark.parametrize("name", SVGS)
def test_everything_lies_on_the_page(name):
    root = parse(SVGS[name])
    width, height = (float(root.get(k)) for k in ("width", "height"))
    for shape in root.iter(NS + "path"):
        for x, y in re.findall(r"[ML]([\d.-]+) ([\d.-]+)", shape.get("d")):
            assert 0 <= float(x) <= width
            assert 0 <= float(y) <= height


@pytest.mark.parametrize("wheel", WHEELS.values(), ids=WHEELS)
def test_the_ring_holds_every_pocket_once_clockwise_from_the_top(wheel):
    for middle in (None, Pocket("17")):
        places = places_of(svg_wheel(wheel, middle=middle))
        top = middle or Pocket("0")
        step = 360 / len(wheel.ring)
        assert set(places) == set(wheel.ring)
        for pocket, (x, y) in places.items():
            angle = degrees(atan2(x - 180, 180 - y)) % 360
            assert angle == pytest.approx(wheel.distance(top, pocket) * step, abs=0.3)


@pytest.mark.parametrize("each_side", [1, 2, 4, 9, 14, 18])
@pytest.mark.parametrize("wheel", WHEELS.values(), ids=WHEELS)
def test_a_sector_holds_its_run_with_the_middle_on_top(wheel, each_side):
    drawing = svg_wheel(wheel, middle=Pocket("17"), each_side=each_side)
    places, width = places_of(drawing), float(parse(drawing).get("width"))
    assert tuple(places) == wheel.neighbours(Pocket("17"), each_side)
    assert places["17"][0] == pytest.approx(width / 2, abs=0.1)
    assert places["17"][1] == min(y for _, y in places.values())
    assert width <= 360
    assert min(float(e.get("font-size")) for e in parse(drawing).iter() if e.get("font-size")) >= 14
    step = 2 * pi / len(wheel.ring)
    # All at the same distance from the middle of the wheel, which lies below the top one.
    run = list(places.values())
    rim = (run[0][1] - places["17"][1]) / (1 - cos(each_side * step))
    for k, (_, y) in enumerate(run):
        assert y - places["17"][1] == pytest.approx(rim * (1 - cos((k - each_side) * step)), abs=0.5)


def outlines(drawing, name):
    for shape in classed(parse(drawing), "path", name):
        yield from shape.get("d").split("z")[:-1]


@pytest.mark.parametrize("draw", [svg_wheel, svg_racetrack])
@pytest.mark.parametrize("wheel", WHEELS.values(), ids=WHEELS)
def test_pockets_are_painted_in_their_colours_and_red_ones_signed(wheel, draw):
    drawing = draw(wheel)
    places = places_of(drawing)
    for colour in ("red", "black", "green"):
        found = []
        for outline in outlines(drawing, colour):
            if "A" in outline:
                ends = re.findall(r"([\d.]+) ([\d.]+)(?=[AL]|$)", outline)
                corners = [tuple(map(float, end)) for end in ends]
            else:
                x, y, to_x, to_y = map(float, re.match(r"M([\d.]+) ([\d.]+)H([\d.]+)V([\d.]+)", outline).groups())
                corners = [(x, y), (to_x, to_y)]
            middle = tuple(sum(c[k] for c in corners) / len(corners) for k in (0, 1))
            found.append(nearest(places, middle))
        assert sorted(found) == sorted(p for p in wheel.ring if p.colour == colour)
    (signs,) = classed(parse(drawing), "path", "text")
    starts = [tuple(map(float, at)) for at in re.findall(r"M([\d.]+) ([\d.]+)l", signs.get("d"))]
    assert sorted(nearest(places, at) for at in starts) == sorted(p for p in wheel.ring if p.colour == "red")


@pytest.mark.parametrize("draw", [lambda w, m: svg_wheel(w, marked=m), svg_racetrack], ids=["ring", "track"])
def test_marked_pockets_hold_a_disc(draw):
    for marked in (VOISINS, TIERS, ORPHELINS):
        drawing = draw(SINGLE_ZERO, marked)
        assert sorted(nearest(places_of(drawing), at) for at in discs_of(drawing)) == sorted(marked)


@pytest.mark.parametrize("wheel", WHEELS.values(), ids=WHEELS)
def test_the_svg_track_runs_clockwise_and_holds_every_pocket_once(wheel):
    places = places_of(svg_racetrack(wheel))
    assert clockwise(places) == wheel.ring
    assert places["0"][0] == max(x for x, _ in places.values())


def test_the_svg_track_names_its_sections_between_their_borders():
    root = parse(svg_racetrack(SINGLE_ZERO))
    names = {t.text: float(t.get("x")) for t in classed(root, "text", "text") if t.text.isalpha()}
    assert list(names) == ["TIERS", "ORPHELINS", "VOISINS", "ZERO"]
    lines = [
        line
        for shape in classed(root, "path", "line")
        for line in re.findall(r"M([\d.]+) [\d.]+L([\d.]+) [\d.]+(?=M|$)", shape.get("d"))
    ]
    places = places_of(svg_racetrack(SINGLE_ZERO))
    tops = [(places["33"][0] + places["1"][0]) / 2, (places["9"][0] + places["22"][0]) / 2]
    tops.append((places["28"][0] + places["12"][0]) / 2)
    bottoms = [(places["27"][0] + places["6"][0]) / 2, (places["17"][0] + places["25"][0]) / 2]
    bottoms.append((places["19"][0] + places["15"][0]) / 2)
    assert [tuple(map(float, line)) for line in lines] == list(zip(tops, bottoms, strict=True))
    assert not [t for t in classed(parse(svg_racetrack(DOUBLE_ZERO)), "text", "text") if t.text.isalpha()]


def test_the_winner_has_a_frame_on_the_track():
    drawing = svg_racetrack(SINGLE_ZERO, number=Pocket("16"))
    (frame,) = outlines(drawing, "won")
    x, _, to_x, _ = map(float, re.match(r"M([\d.]+) ([\d.]+)H([\d.]+)V([\d.]+)", frame).groups())
    assert (x + to_x) / 2 == places_of(drawing)["16"][0]
    assert not list(outlines(svg_racetrack(SINGLE_ZERO), "won"))


def test_titles():
    title = parse(SVGS["sector"]).find(NS + "title").text
    assert title == "Roulette wheel, single-zero, clockwise: 2 25 17 34 6. Marked: 17."
    assert "clockwise" not in svg_wheel(SINGLE_ZERO, title="?")
    assert "clockwise" not in svg_racetrack(SINGLE_ZERO, title="?")


GOLDEN = {
    "wheel_80.txt": racetrack(SINGLE_ZERO, VOISINS),
    "wheel_40.txt": racetrack(SINGLE_ZERO, TIERS, width=40),
    "wheel_ascii.txt": racetrack(DOUBLE_ZERO, pockets("0-00"), ascii_only=True),
    "wheel_sector.txt": sector_text(SINGLE_ZERO, Pocket("17"), 4, width=40, marked=pockets("25-17-34")),
    "wheel_ring.svg": SVGS["ring"],
    "wheel_sector.svg": SVGS["sector"],
    "wheel_track.svg": SVGS["track"],
}


@pytest.mark.parametrize("golden", GOLDEN)
def test_goldens(golden):
    assert f"{GOLDEN[golden]}\n" == (GOLDENS / golden).read_text(encoding="utf-8")
