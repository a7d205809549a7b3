"""The order of the wheel: against the oracle's rings."""

from __future__ import annotations

import pytest
from family_helpers import ask, judged, said, slips, telling

HOUSES = {"single_zero": "european", "double_zero": "american"}
ZEROS = {"0", "00"}


def walk_slips(ring, other, number, steps):
    """The slips of PROMPTS.md, family 9: W the ring, i the place of n, k the steps."""
    at, size, sign = ring.index(number), len(ring), 1 if steps > 0 else -1

    def pocket(k):
        return ring[(at + k) % size]

    yield "wrong_direction", pocket(-steps)
    no_zero = [p for p in ring if p not in ZEROS or p == number]
    yield "zero_skipped", no_zero[(no_zero.index(number) + steps) % len(no_zero)]
    if abs(steps) > 1:
        yield "one_short", pocket(steps - sign)
    yield "one_far", pocket(steps + sign)
    if abs(steps) == 1 and 1 <= int(number) + sign <= 36:
        yield "layout_next", str(int(number) + sign)
    if number in other:
        there = other[(other.index(number) + steps) % len(other)]
        if there in ring:
            yield "other_ring", there


def walks():
    yield from (("right", 1), ("left", -1))
    yield from (("steps", k) for k in (2, 3, 4, 5, 6, -2, -3, -4, -5, -6))


@pytest.mark.parametrize("wheel", HOUSES)
def test_every_walk_from_every_pocket(wheel, oracle):
    rings = {name: oracle("wheels")[name]["ring"] for name in HOUSES}
    ring = rings[wheel]
    (other,) = (rings[name] for name in HOUSES if name != wheel)
    for mode, steps in walks():
        for at, number in enumerate(ring):
            right = {"numbers": ring[(at + steps) % len(ring)]}
            question = ask("wheel", HOUSES[wheel], number=number, mode=mode, steps=steps)
            assert question.expected == right
            wrongs = [(slip, {"numbers": wrong}) for slip, wrong in walk_slips(ring, other, number, steps)]
            assert slips(question) == telling(right, wrongs), (number, steps)


@pytest.mark.rows("wheels", "steps")
def test_steps_of_the_oracle(row):
    question = ask("wheel", HOUSES[row["wheel"]], number=row["from"], mode="steps", steps=row["steps"])
    assert question.expected == {"numbers": row["pocket"]}


def elsewhere(ring, other, number, k):
    """The pocket that far away on the other wheel, where both wheels have it."""
    there = [other[(other.index(number) + k) % len(other)]] if number in other else []
    return [p for p in there if p in ring]


def run_slips(ring, other, number):
    """Runs of five: without the zero, on the layout, on the other wheel."""
    no_zero = [p for p in ring if p not in ZEROS]
    if number in no_zero:
        at = no_zero.index(number)
        yield "zero_skipped", [no_zero[(at + k) % len(no_zero)] for k in range(-2, 3)]
    if 3 <= int(number) <= 34:
        yield "layout_next", [str(int(number) + k) for k in range(-2, 3)]
    there = [p for k in range(-2, 3) for p in elsewhere(ring, other, number, k)]
    if len(there) == 5:
        yield "other_ring", there


def told_either_way(right, wrongs):
    kept, seen = [], [right["numbers"], right["numbers"][::-1]]
    for slip, wrong in wrongs:
        if wrong["numbers"] not in seen:
            seen += [wrong["numbers"], wrong["numbers"][::-1]]
            kept.append((slip, wrong))
    return kept


@pytest.mark.parametrize("wheel", HOUSES)
def test_between_distance_and_runs(wheel, oracle):
    ring, house = oracle("wheels")[wheel]["ring"], HOUSES[wheel]
    (other,) = (oracle("wheels")[name]["ring"] for name in HOUSES if name != wheel)
    size = len(ring)
    for at, number in enumerate(ring):
        between = ask("wheel", house, number=number, mode="between", steps=2)
        assert between.expected == {"numbers": ring[(at + 1) % size]}
        assert between.message.values["other"] == ring[(at + 2) % size]
        outside = [("outside", {"numbers": ring[(at + k) % size]}) for k in (3, -1)]
        outside += [("other_ring", {"numbers": there}) for there in elsewhere(ring, other, number, 1)]
        assert slips(between) == telling(between.expected, outside)
        for steps in (2, 5, -3):
            distance = ask("wheel", house, number=number, mode="distance", steps=steps)
            far = steps % size
            assert distance.expected == {"steps": str(far)}
            wrongs = [("wrong_direction", size - far), ("one_short", far - 1), ("one_far", far + 1)]
            assert slips(distance) == telling(distance.expected, [(s, {"steps": str(w)}) for s, w in wrongs])
        run = ask("wheel", house, number=number, mode="run", steps=2)
        pockets = [ring[(at + k) % size] for k in range(-3, 4)]
        assert run.expected == {"numbers": tuple(pockets[1:-1])}
        shifted = [("shifted", p) for p in (pockets[2:], pockets[:-2])]
        wrongs = [(slip, {"numbers": tuple(p)}) for slip, p in (*shifted, *run_slips(ring, other, number))]
        assert slips(run) == told_either_way(run.expected, wrongs)
        assert judged(run, "-".join(pockets[-2:0:-1])) == ("correct", None)


def test_halves(oracle):
    wheels = oracle("wheels")
    for side, pockets in (("right", "right_of_zero"), ("left", "left_of_zero")):
        for number in wheels["halves"][pockets]:
            colour = "red" if number in wheels["colours"]["red"] else "black"
            right = {"side": side, "colour": colour}
            question = ask("wheel", number=number, mode="half")
            assert question.expected == right
            (other,) = {"right", "left"} - {side}
            assert slips(question) == [("other_half", right | {"side": other})]


@pytest.mark.parametrize(("house", "first", "last"), [("european", "32", "26"), ("american", "28", "2")])
def test_halves_begin_beside_the_zero_of_that_wheel(house, first, last):
    question = ask("wheel", house, number=first, mode="half")
    told = f"The other half: the right of zero begins with {first}, the left with {last}."
    assert said(question, f"left {question.expected['colour']}") == told


def test_opposite_pockets_of_the_double_zero_wheel(oracle):
    wheels = oracle("wheels")
    ring, opposite = wheels["double_zero"]["ring"], wheels["opposite_double_zero"]
    assert len(opposite) == 38
    for number, other in opposite.items():
        question = ask("wheel", "american", number=number, mode="opposite")
        assert question.expected == {"numbers": other}
        at = ring.index(other)
        beside = [("beside", {"numbers": ring[(at + k) % 38]}) for k in (1, -1)]
        assert slips(question) == telling(question.expected, beside)


def test_zero_is_a_pocket_on_the_way():
    question = ask("wheel", number="26", mode="right", steps=1)
    assert judged(question, "0") == ("correct", None)
    assert judged(question, "32") == ("wrong", "zero_skipped")
    assert judged(question, "3") == ("wrong", "wrong_direction")
