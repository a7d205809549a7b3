"""Spots to be hit. The oracles: positions.toml, and the boxes of numbers read back from what is painted."""

import re
from itertools import combinations
from math import dist, hypot
from xml.etree import ElementTree as ET

import pytest

from srs_roulette.drawing import paint, svg
from srs_roulette.drawing.spots import cloth_spots, track_spots
from srs_roulette.drawing.wheel import svg_racetrack
from srs_roulette.rules.layouts import DOUBLE, SINGLE
from srs_roulette.rules.notation import read
from srs_roulette.rules.wheels import DOUBLE_ZERO, SINGLE_ZERO

LAYOUTS = {"single_zero": SINGLE, "double_zero": DOUBLE}
NS = "{http://www.w3.org/2000/svg}"
BOX = re.compile(r"M([\d.-]+) ([\d.-]+)H([\d.-]+)V([\d.-]+)H\1z")
OUTSIDE = {"dozen": 3, "column": 3, "red": 1, "black": 1, "odd": 1, "even": 1, "low": 1, "high": 1}

each_layout = pytest.mark.parametrize("name", LAYOUTS)
each_way = pytest.mark.parametrize(
    "way",
    [
        {"view": v, "zero": z, "standing": s}
        for v in ("player", "dealer")
        for z in (None, "left")
        for s in (False, True)
    ],
    ids=lambda way: "-".join(map(str, way.values())),
)


def box_of(path):
    x, y, to_x, to_y = map(float, BOX.fullmatch(path).groups())
    return min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y)


def holds(box, at):
    return box[0] < at[0] < box[2] and box[1] < at[1] < box[3]


def painted(drawing):
    """The box of every number, by the text in it."""
    root = ET.fromstring(drawing)  # noqa: S314 - our own drawing
    boxes = [
        box_of(found[0])
        for shape in root.iter(NS + "path")
        if shape.get("class") in {"rlt-red", "rlt-black", "rlt-green"}
        for found in BOX.finditer(shape.get("d"))
    ]
    texts = [
        (text.text, (float(text.get("x")), float(text.get("y")) - 5))
        for text in root.iter(NS + "text")
        if text.text.isdigit() and text.get("x")
    ]
    return {text: box for text, at in texts for box in boxes if holds(box, at)}


def expected_keys(oracle, name):
    spots = oracle("positions")[name]["spots"]
    outside = [
        "red",
        "black",
        "odd",
        "even",
        "low",
        "high",
        *(f"{box}{n}" for box in ("dozen", "column") for n in "123"),
    ]
    return sorted([*(spot for kind, listed in spots.items() if kind not in OUTSIDE for spot in listed), *outside])


@each_layout
@each_way
def test_every_legal_spot_is_there_once_and_nothing_else(oracle, name, way):
    assert sorted(spot.key for spot in cloth_spots(LAYOUTS[name], **way)) == expected_keys(oracle, name)


@each_layout
@each_way
def test_a_spot_touches_the_boxes_of_its_numbers_and_no_others(name, way):
    layout = LAYOUTS[name]
    boxes = painted(svg.felt(layout, [], **way))
    assert len(boxes) == len(layout.wheel.ring)
    for spot in cloth_spots(layout, **way):
        bet = read(spot.key, layout)
        if not bet.inside:
            assert not any(holds(box, spot.at) for box in boxes.values())
            continue
        x, y = spot.at
        touched = {n for n, b in boxes.items() if b[0] - 0.1 <= x <= b[2] + 0.1 and b[1] - 0.1 <= y <= b[3] + 0.1}
        covers = set(bet.covers)
        if bet.kind in {"street", "six_line", "first_four", "five"}:
            # On the outer edge: one box of each street, and the zero at its corner; never on the other edge.
            assert touched < covers
            assert {int(n) % 3 for n in touched} <= {1, 0}
            assert not touched & {"3", "36"}
        elif layout is DOUBLE and covers & {"0", "00"} and len(covers) > 1:
            # The line between two zeros meets the middle of 2, a quarter of a box from the corners.
            assert touched <= covers | {"2", "0", "00"}
            assert covers & touched
        else:
            assert touched == covers


@each_layout
@each_way
def test_areas_hold_their_spot_alone_and_do_not_overlap(name, way):
    areas = {spot.key: (spot.at, box_of(spot.area)) for spot in cloth_spots(LAYOUTS[name], **way)}
    for at, box in areas.values():
        assert [key for key, (_, other) in areas.items() if holds(other, at)] == [
            key for key in areas if areas[key][0] == at
        ]
        assert holds(box, at)
    for (_, a), (_, b) in combinations(areas.values(), 2):
        assert min(a[2], b[2]) - max(a[0], b[0]) <= 0.11 or min(a[3], b[3]) - max(a[1], b[1]) <= 0.11


@pytest.mark.parametrize("standing", [False, True])
@each_layout
def test_any_place_on_the_numbers_belongs_to_the_nearest_spot(name, standing):
    """Measured in halves of a box, so that the long side of a box does not count more than the short one."""
    layout = LAYOUTS[name]
    spots = cloth_spots(layout, standing=standing)
    areas = [(spot, box_of(spot.area)) for spot in spots]
    boxes = painted(svg.felt(layout, [], standing=standing))
    for number in ("5", "17", "36", "31"):
        x, y, to_x, to_y = boxes[number]
        wide, tall = to_x - x, to_y - y
        for across in (0.1, 0.3, 0.6, 0.9):
            for up in (0.1, 0.3, 0.6, 0.9):
                at = (x + across * wide, y + up * tall)
                (hit,) = [spot for spot, box in areas if holds(box, at)]
                inside = [s for s in spots if read(s.key, layout).inside]

                def away(spot, at=at, wide=wide, tall=tall):
                    return hypot((spot.at[0] - at[0]) / wide, (spot.at[1] - at[1]) / tall)

                assert hit.key == min(inside, key=away).key


@pytest.mark.parametrize(("standing", "page"), [(True, 320), (False, 700)])
def test_a_thumb_hits_every_spot_of_the_single_zero_cloth(standing, page):
    """24 CSS pixels both ways on a page 320 wide, and where the cloth begins to lie."""
    scale = page / svg.Cloth(zeros=SINGLE.wheel.zeros, turned=False, zero_right=False, standing=standing).size[0]
    for spot in cloth_spots(SINGLE, standing=standing):
        left, top, right, bottom = box_of(spot.area)
        assert min(right - left, bottom - top) * scale >= 24


@pytest.mark.parametrize("standing", [False, True])
@pytest.mark.parametrize("wheel", [SINGLE_ZERO, DOUBLE_ZERO], ids=lambda wheel: wheel.name)
def test_pockets_of_the_track_are_reached_where_they_are_drawn(wheel, standing):
    spots = track_spots(wheel, standing=standing)
    assert sorted(spot.key for spot in spots) == sorted(wheel.ring)
    drawing = svg_racetrack(wheel, standing=standing)
    assert all(spot.area in drawing for spot in spots)
    start = [spot.key for spot in spots].index("0")
    assert tuple(spot.key for spot in (*spots[start:], *spots[:start])) == wheel.ring
    discs = ET.fromstring(svg_racetrack(wheel, wheel.ring, standing=standing)).iter(NS + "circle")  # noqa: S314
    drawn = [(float(disc.get("cx")), float(disc.get("cy"))) for disc in discs]
    assert all(dist(spot.at, at) < 0.1 for spot, at in zip(spots, drawn, strict=True))


@pytest.mark.parametrize("wheel", [SINGLE_ZERO, DOUBLE_ZERO], ids=lambda wheel: wheel.name)
def test_the_standing_track_has_0_on_top_and_runs_clockwise(wheel):
    at = {spot.key: spot.at for spot in track_spots(wheel, standing=True)}
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg_racetrack(wheel, standing=True))[1])
    assert width <= 320
    assert at["0"][1] == min(y for _, y in at.values())
    assert at[wheel.step(wheel.ring[0], 8)][0] > width / 2 > at[wheel.step(wheel.ring[0], -8)][0]


@each_layout
def test_standing_is_the_lying_cloth_turned_clockwise(name):
    """What lies left comes on top, what lies below comes to the left."""
    lying = {spot.key: spot.at for spot in cloth_spots(LAYOUTS[name])}
    standing = {spot.key: spot.at for spot in cloth_spots(LAYOUTS[name], standing=True)}
    for a, b in combinations(lying, 2):
        if lying[a][0] < lying[b][0] - 1:
            assert standing[a][1] < standing[b][1]
        if lying[a][1] < lying[b][1] - 1:
            assert standing[a][0] > standing[b][0]


def test_signs_say_what_is_missing_without_colour():
    split, corner = read("17-20", SINGLE), read("1-5", SINGLE)
    drawing = svg.felt(SINGLE, [(split, 2), (corner, 3)], signs={split: "+", corner: "−"})
    root = ET.fromstring(drawing)  # noqa: S314
    assert [text.text for text in root.iter(NS + "text") if text.text in "+−"] == ["+", "−"]
    (hollow,) = [group for group in root.iter(NS + "g") if group.get("stroke-dasharray")]
    assert len(hollow) == 1
    at = next(spot.at for spot in cloth_spots(SINGLE) if spot.key == "17-20")
    assert (float(hollow[0].get("cx")), float(hollow[0].get("cy"))) == at


def test_a_page_with_a_policy_takes_drawings_without_their_sheet():
    drawing = svg.felt(SINGLE, [])
    assert "<style" in drawing
    bare = paint.without_sheet(drawing)
    assert "<style" not in bare
    assert len(drawing) - len(bare) == len(f"<style>{paint.STYLE}</style>")
