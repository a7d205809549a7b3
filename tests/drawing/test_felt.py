import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from srs_roulette.drawing import felt
from srs_roulette.rules.bets import Bet, Kind
from srs_roulette.rules.layouts import DOUBLE, SINGLE
from srs_roulette.rules.notation import read, write
from srs_roulette.rules.pockets import NUMBERS, Pocket

GOLDENS = Path(__file__).parents[1] / "goldens"
LAYOUTS = {"single": SINGLE, "double": DOUBLE}
BETS = [pytest.param(la, bet, id=f"{name} {write(bet)}") for name, la in LAYOUTS.items() for bet in la.bets]
SHEETS = [pytest.param(w, a, id=f"{w} {'ascii' if a else 'unicode'}") for w in (80, 40) for a in (False, True)]

LINES = "│─┼├┤┬┴┌┐└┘|+-"
PRINTED = {
    "dozen1": "1st 12",
    "dozen2": "2nd 12",
    "dozen3": "3rd 12",
    "red": "RED",
    "black": "BLACK",
    "odd": "ODD",
    "even": "EVEN",
    "low": "1-18",
    "high": "19-36",
}
COMPLETE_17 = (
    "17=40 14-17=80 17-20=80 16-17=80 17-18=80 13-14-16-17=160 14-15-17-18=160 16-17-19-20=160 17-18-20-21=160 "
    "16-17-18=120 13-18=240 16-21=240"
)
ZERO = "0=5 0-1=1 0-2=2 0-3=3 0-1-2=4 0-2-3=6 firstfour=12 1-2-3=7"
TABLE = "17=100 0-1-2=4 16-18=3 17-20=1000 16-21=12 red=100 dozen2=25 column3=5"
DOUBLE_ZERO = "0=1 00=2 0-00=3 0-1=4 0-2=5 00-2=6 00-3=7 0-1-2=8 0-00-2=9 00-2-3=10 five=11 1-2-3=12 1-6=13"


def placed(text, layout=SINGLE):
    return [(read(bet, layout), int(count)) for bet, count in (spot.split("=") for spot in text.split())]


@dataclass(frozen=True)
class Box:
    """Lines round a box: u along the cloth, v across it from the outer edge."""

    u0: int
    u1: int
    v0: int
    v1: int

    def __and__(self, other):
        return Box(max(self.u0, other.u0), min(self.u1, other.u1), max(self.v0, other.v0), min(self.v1, other.v1))

    def __contains__(self, point):
        return all(
            low < at < high or low == at == high
            for low, at, high in zip((self.u0, self.v0), point, (self.u1, self.v1), strict=True)
        )


@lru_cache
def empty_cloth(layout, width, ascii_only):
    return felt.draw(layout, [], width=width, ascii_only=ascii_only)


ORDINARY = ("player", "left")
SIDES = [ORDINARY, ("player", "right"), ("dealer", "left"), ("dealer", "right")]


def turn(x, y, width, sides=ORDINARY):
    """Page to cloth: the wide cloth lies, its outer edge before the player; the narrow one is turned clockwise."""
    u, v = (x, -y) if width >= 78 else (y, x)
    view, zero = sides
    return (u if zero == "left" else -u), (v if view == "player" else -v)


def box_at(lines, x, y, width, sides=ORDINARY):
    """Walk from a character to the lines round it."""

    def walk(dx, dy):
        at_x, at_y = x, y
        while lines[at_y].ljust(width)[at_x] not in LINES:
            at_x, at_y = at_x + dx, at_y + dy
        return at_x, at_y

    (left, _), (right, _), (_, top), (_, bottom) = walk(-1, 0), walk(1, 0), walk(0, -1), walk(0, 1)
    u, v = zip(turn(left, top, width, sides), turn(right, bottom, width, sides), strict=True)
    return Box(min(u), max(u), min(v), max(v))


@lru_cache
def number_boxes(drawing, width, sides=ORDINARY):
    lines = re.sub("1st 12|2nd 12|3rd 12|1-18|19-36", lambda box: "." * len(box[0]), drawing).splitlines()
    boxes = {}
    for y, line in enumerate(lines):
        for label in re.finditer(r"(?<![:\d])\d+(?![:\d])", line):
            assert label[0] not in boxes
            boxes[label[0]] = box_at(lines, label.end() - 1, y, width, sides)
    return boxes


def chip_at(drawing, text="(7)"):
    ((y, line),) = [(y, line) for y, line in enumerate(drawing.splitlines()) if text in line]
    assert line.count(text) == 1
    return line.index(text) + (len(text) - 1) // 2, y


def meeting_place(bet, boxes):
    """Where the boxes of the bet's numbers meet; on the outer edge for streets, six lines and all zero rows."""
    held = [boxes[p] for p in bet.covers]
    outer = min(box.v0 for box in held)
    where = held[0]
    if bet.kind in {Kind.FIRST_FOUR, Kind.FIVE}:
        return Box(boxes["1"].u0, boxes["1"].u0, outer, outer)
    if bet.kind in {Kind.STREET, Kind.SIX_LINE}:
        u0, u1 = max(box.u0 for box in held), min(box.u1 for box in held)
        return Box(u0, u1, outer, outer)
    for box in held[1:]:
        where &= box
    return where


@pytest.mark.parametrize(("width", "ascii_only"), SHEETS)
@pytest.mark.parametrize(("layout", "bet"), BETS)
def test_a_chip_stands_where_its_numbers_meet(layout, bet, width, ascii_only):
    empty = empty_cloth(layout, width, ascii_only)
    drawing = felt.draw(layout, [(bet, 7)], width=width, ascii_only=ascii_only)
    x, y = chip_at(drawing)
    assert drawing != empty
    point = turn(x, y, width)
    lines = drawing.splitlines()
    if bet.kind is Kind.STRAIGHT:
        assert point in number_boxes(drawing.replace("(7)", "   "), width)[bet.covers[0]]
    elif bet.kind is Kind.COLUMN:
        box = box_at(drawing.replace("(7)", "   ").splitlines(), x, y, width)
        last = number_boxes(empty, width)[bet.covers[-1]]
        assert box.u0 == last.u1
        assert (box.v0 == last.v0) or width < 78
        assert "2:1" in lines[y - 1][x - 3 : x + 4]
    elif not bet.inside:
        assert PRINTED[bet.box] in lines[y - 1][max(0, x - 5) : x + 6]
    else:
        assert point in meeting_place(bet, number_boxes(empty, width))
        changed = [
            (column, row)
            for row, (old, new) in enumerate(zip(empty.splitlines(), lines, strict=True))
            for column, pair in enumerate(zip(old.ljust(width), new.ljust(width), strict=True))
            if pair[0] != pair[1]
        ]
        assert {row for _, row in changed} == {y}
        assert {column for column, _ in changed} <= {x - 1, x, x + 1}


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("sides", SIDES[1:], ids="-".join)
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_from_each_side_a_chip_stands_where_its_numbers_meet(layout, sides, width):
    view, zero = sides
    boxes = number_boxes(felt.draw(layout, [], width=width, view=view, zero=zero), width, sides)
    # All that touch a zero, and of the others every fourth.
    for bet in [*layout.inside[::4], *(b for b in layout.inside if layout.touches_zero(b))]:
        drawing = felt.draw(layout, [(bet, 7)], width=width, view=view, zero=zero)
        point = turn(*chip_at(drawing), width, sides)
        if bet.kind is Kind.STRAIGHT:
            # Standing, its box is taller for the chip.
            assert point in number_boxes(drawing.replace("(7)", "   "), width, sides)[bet.covers[0]]
        else:
            assert point in meeting_place(bet, boxes), write(bet)


@pytest.mark.parametrize("sides", SIDES, ids="-".join)
def test_the_outside_bets_lie_before_the_player(sides):
    view, zero = sides
    lines = felt.draw(SINGLE, [], view=view, zero=zero).splitlines()
    rows = [next(y for y, line in enumerate(lines) if text in line) for text in ("35", "2nd 12", "RED")]
    assert rows == sorted(rows, reverse=view == "dealer")
    (red,) = [line for line in lines if "RED" in line]
    (middle,) = [line for line in lines if "35" in line]
    ends = (red.index("1-18"), red.index("19-36")), (middle.index(" 0 "), middle.index("2:1"))
    assert all((a < b) == (zero == "left") for a, b in ends)


@pytest.mark.parametrize("width", [80, 40])
def test_unless_said_the_zero_lies_at_the_players_left(width):
    chips = placed("17-20=1 red=2")
    for view, zero in (("player", "left"), ("dealer", "right")):
        assert felt.draw(SINGLE, chips, width=width, view=view) == felt.draw(
            SINGLE, chips, width=width, view=view, zero=zero
        )


@pytest.mark.parametrize("sides", SIDES, ids="-".join)
@pytest.mark.parametrize("width", [80, 40])
def test_only_the_ends_of_the_cloth_are_closed(width, sides):
    """Where it is cut the lines along it go on; where it ends they do not."""
    view, zero = sides
    for around, closed in (("0", {"zero"}), ("17", set()), ("36", {"columns"})):
        lines = felt.draw(SINGLE, [], width=width, around=Pocket(around), view=view, zero=zero).splitlines()
        if width == 80:
            near, far = lines[0][0], lines[0][-1]
        else:
            near, far = lines[0].strip()[0], lines[-1].strip()[0]
        ends = {"zero": near, "columns": far} if zero == "left" else {"zero": far, "columns": near}
        assert {end for end, char in ends.items() if char in "┌┐└"} == closed


@pytest.mark.parametrize("width", [80, 78, 60, 40, 30])
@pytest.mark.parametrize("sides", SIDES, ids="-".join)
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_the_cloth_holds_every_number_once_in_its_place(layout, sides, width):
    drawing = felt.draw(layout, [], width=width, view=sides[0], zero=sides[1])
    boxes = number_boxes(drawing, width, sides)
    assert set(boxes) == {*layout.wheel.zeros, *NUMBERS}
    for pocket in NUMBERS:
        if (pocket.street or 0) < 12:
            assert boxes[pocket].u1 == boxes[str(pocket.number + 3)].u0
        if (pocket.column or 0) < 3:
            assert boxes[pocket].v1 == boxes[str(pocket.number + 1)].v0


@pytest.mark.parametrize(("width", "count"), [(80, 24), (78, 999), (40, 24), (30, 999), (20, 7)])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_no_line_is_too_wide_and_every_count_is_whole(layout, width, count):
    for bet in layout.bets:
        drawing = felt.draw(layout, [(bet, count)], width=width)
        assert max(map(len, drawing.splitlines())) <= width
        wanted = f"({count})" if width >= 30 else f"{write(bet)}: {count}"
        assert drawing.count(wanted) == 1


@pytest.mark.parametrize("width", [80, 40, 20])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_crowded_cloths_hide_no_count(layout, width):
    for seed in range(25):
        rng = Random(seed)
        bets = rng.sample(layout.bets, rng.randint(1, 60))
        counts = rng.sample(range(1, 1000), len(bets))
        view, zero = SIDES[seed % 4]
        drawing = felt.draw(layout, list(zip(bets, counts, strict=True)), width=width, view=view, zero=zero)
        assert max(map(len, drawing.splitlines())) <= width
        listed = "(" not in drawing
        for bet, count in zip(bets, counts, strict=True):
            assert (f"{write(bet)}: {count}" in drawing.splitlines()) if listed else drawing.count(f"({count})") == 1


@pytest.mark.parametrize("width", [80, 40, 20])
def test_ascii_is_ascii(width):
    for layout in LAYOUTS.values():
        chips = [(bet, 7) for bet in layout.bets]
        drawing = felt.draw(layout, chips, width=width, ascii_only=True, number=Pocket("16"))
        assert drawing.isascii()


@pytest.mark.parametrize("width", [80, 40, 20])
def test_colour_adds_escape_codes_and_nothing_else(width):
    chips = placed(COMPLETE_17)
    plain = felt.draw(SINGLE, chips, width=width, number=Pocket("17"))
    coloured = felt.draw(SINGLE, chips, width=width, number=Pocket("17"), colour=True)
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


@pytest.mark.parametrize(("ascii_only", "sign"), [(False, "◆"), (True, "r")])
@pytest.mark.parametrize("width", [80, 40])
def test_red_numbers_show_without_colour(width, ascii_only, sign):
    drawing = felt.draw(SINGLE, [], width=width, ascii_only=ascii_only)
    for pocket in NUMBERS:
        assert bool(re.search(rf"{sign}{pocket}\b", drawing)) == (pocket.colour == "red")


@pytest.mark.parametrize(
    ("number", "ascii_only", "mark"),
    [("17", False, "»17«"), ("16", False, "»◆16«"), ("0", False, "»0«"), ("17", True, "[17]"), ("16", True, "[r16]")],
)
@pytest.mark.parametrize("width", [80, 40])
def test_the_winner_is_marked(width, number, ascii_only, mark):
    drawing = felt.draw(SINGLE, placed(COMPLETE_17), width=width, ascii_only=ascii_only, number=Pocket(number))
    assert drawing.count(mark) == 1
    assert drawing.count(mark[0]) == 1


@pytest.mark.parametrize("width", [80, 40, 20])
def test_marked_numbers_are_shown_with_a_street_each_side(width):
    drawing = felt.draw(SINGLE, [], width=width, marked=(Pocket("20"), Pocket("17")), around=Pocket("17"))
    assert sorted(re.findall("»(.*?)«", drawing)) == ["17", "20"]
    if width > 20:
        shown = {Pocket(n) for n in re.findall(r"\d+", drawing)}
        assert {p.street for p in shown} == {5, 6, 7, 8}
    won = felt.draw(SINGLE, [], width=width, marked=(Pocket("20"),), number=Pocket("17"), around=Pocket("17"))
    assert sorted(re.findall("»(.*?)«", won)) == ["17", "20"]


def test_a_bet_given_twice_adds_up():
    chips = placed("17-20=7 16-21=3 20-17=5")
    assert felt.draw(SINGLE, chips) == felt.draw(SINGLE, placed("17-20=12 16-21=3"))
    assert felt.spots_text(chips) == "17-20 x 12, 16-21 x 3"


def test_nothing_is_listed_as_nothing():
    assert felt.spots_text([]) == ""
    assert felt.draw(SINGLE, [], width=20) == ""


def test_very_narrow_is_a_list():
    drawing = felt.draw(SINGLE, placed("17-20=7 red=3"), width=20, number=Pocket("17"))
    assert drawing == "»17«\n17-20: 7\nred: 3"


def test_a_cloth_too_full_to_lie_stands_and_one_too_full_to_stand_is_a_list():
    full = [(bet, 100) for bet in SINGLE.inside]
    assert felt.draw(SINGLE, full, width=80).splitlines()[1].split() == ["│", "0", "│"]
    assert felt.draw(SINGLE, full, width=30).splitlines()[0] == "0: 100"


@pytest.mark.parametrize(
    ("chips", "streets"),
    [
        ("17=1", (5, 8)),
        ("17-20=1 13-18=2", (4, 9)),
        ("0=1", (0, 2)),
        ("firstfour=1", (0, 3)),
        ("36=1", (11, 13)),
        ("17=1 red=1", (0, 13)),
        ("", (0, 13)),
    ],
)
def test_crop_keeps_a_street_each_side(chips, streets):
    assert felt.crop_for(placed(chips)) == range(*streets)


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("name", ["single", "double"])
def test_around_shows_only_what_matters(name, width):
    layout = LAYOUTS[name]
    for pocket in (*layout.wheel.zeros, *NUMBERS):
        chips = [(bet, 100 + k) for k, bet in enumerate(layout.holding(pocket))]
        drawing = felt.draw(layout, chips, width=width, around=pocket, number=pocket)
        lines = drawing.splitlines()
        assert max(map(len, lines)) <= width
        assert all(drawing.count(f"({count})") == 1 for _, count in chips)
        assert "1st" not in drawing
        assert "»" in drawing
        bare = re.sub(r"\(\d+\)", lambda count: " " * len(count[0]), drawing)
        shown = {Pocket(n) for n in re.findall(r"(?<![:\d])\d+(?![:\d])", bare)}
        streets = {p.street or 0 for p in shown}
        assert streets == set(felt.crop_for(chips))
        assert ("2:1" in drawing) == (12 in streets)


@pytest.mark.parametrize("width", [80, 40])
def test_the_line_between_the_zeros_ends_at_the_zero_line(width):
    cut = felt.draw(DOUBLE, [], width=width, around=Pocket("0")).splitlines()
    boxes = number_boxes("\n".join(cut), width)
    assert (boxes["2"].v0 + boxes["2"].v1) == 2 * boxes["0"].v1 == 2 * boxes["00"].v0
    assert sum(line.count("┼") for line in cut) == 2


def test_around_draws_the_whole_cloth_for_outside_bets():
    chips = placed("17=1 red=5")
    assert felt.draw(SINGLE, chips, around=Pocket("17")) == felt.draw(SINGLE, chips)


def test_around_a_number_far_from_the_chips_keeps_them():
    drawing = felt.draw(SINGLE, [(Bet(Kind.STRAIGHT, (Pocket("32"),)), 7)], around=Pocket("26"))
    assert "(7)" in drawing
    assert "26" in drawing


@pytest.mark.parametrize(
    ("golden", "drawing"),
    [
        ("80", felt.draw(SINGLE, placed(COMPLETE_17), number=Pocket("17"))),
        ("40", felt.draw(SINGLE, placed(f"{ZERO} red=100 dozen2=25 column3=5"), width=40, number=Pocket("0"))),
        ("ascii", felt.draw(SINGLE, placed(f"{ZERO} red=100 dozen2=25 column3=5"), ascii_only=True)),
        ("double", felt.draw(DOUBLE, placed(DOUBLE_ZERO, DOUBLE), number=Pocket("00"))),
        ("around", felt.draw(SINGLE, placed(COMPLETE_17), number=Pocket("17"), around=Pocket("17"))),
        ("dealer", felt.draw(SINGLE, placed(TABLE), number=Pocket("17"), view="dealer")),
        ("dealer_40", felt.draw(SINGLE, placed(TABLE), width=40, number=Pocket("17"), view="dealer")),
        ("right_ascii", felt.draw(SINGLE, placed(TABLE), zero="right", ascii_only=True)),
        ("right_40", felt.draw(SINGLE, placed(TABLE), width=40, zero="right")),
        ("double_dealer", felt.draw(DOUBLE, placed(DOUBLE_ZERO, DOUBLE), around=Pocket("0"), view="dealer")),
        ("marked", felt.draw(SINGLE, [], marked=(Pocket("17"), Pocket("20")), around=Pocket("17"), view="dealer")),
    ],
)
def test_goldens(golden, drawing):
    assert f"{drawing}\n" == (GOLDENS / f"felt_{golden}.txt").read_text(encoding="utf-8")
