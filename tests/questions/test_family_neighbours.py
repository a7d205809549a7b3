"""Neighbours on the wheel: against the oracle's rings and sets."""

from __future__ import annotations

import pytest
from family_helpers import REFUSED, ask, judged, said, slips

HOUSES = {"single_zero": "european", "double_zero": "american"}


def run(ring, middle, k):
    at = ring.index(middle)
    return tuple(ring[(at + step) % len(ring)] for step in range(-k, k + 1))


def ascending(numbers):
    return tuple(sorted(numbers, key=lambda n: (int(n), n)))


def wrong_ways(ring, on, k):
    """The slips of PROMPTS.md, family 10, each a run of pockets."""
    at, size = ring.index(on), len(ring)
    right = run(ring, on, k)
    yield from (("shifted", run(ring, ring[(at + step) % size], k)) for step in (1, -1))
    n = int(on)
    if n - k >= 1 and n + k <= 36:
        yield "layout_run", tuple(str(i) for i in range(n - k, n + k + 1))
    if k > 1:
        yield "too_few", run(ring, on, k - 1)
    yield "too_many", run(ring, on, k + 1)
    yield "centre_missing", tuple(p for p in right if p != on)
    yield "other_end", (*right[:-1], ring[(at + k + 1) % size])
    yield "other_end", (ring[(at - k - 1) % size], *right[1:])


def told(right, wrongs, *, either):
    kept, seen = [], {right} | ({right[::-1]} if either else set())
    for slip, wrong in wrongs:
        if wrong not in seen:
            seen |= {wrong, wrong[::-1]} if either else {wrong}
            kept.append((slip, {"numbers": wrong}))
    return kept


def test_every_number_with_two_each_side(oracle):
    sets = oracle("wheels")["neighbours_two"]
    assert len(sets) == 37
    for number, pockets in sets.items():
        question = ask("neighbours", on=number, each_side=2, mode="wheel")
        assert question.expected == {"numbers": tuple(pockets)}
        assert judged(question, "-".join(reversed(pockets))) == ("correct", None)


def test_runs_of_the_oracle(oracle):
    rows = [row for row in oracle("wheels")["neighbours"] if row["each_side"] <= 9]
    assert len(rows) > 50
    for row in rows:
        house, k = HOUSES[row["wheel"]], row["each_side"]
        wheel = ask("neighbours", house, on=row["number"], each_side=k, mode="wheel")
        assert wheel.expected == {"numbers": tuple(row["numbers"])}
        layout = ask("neighbours", house, on=row["number"], each_side=k, mode="layout")
        assert layout.expected == {"numbers": tuple(row.get("ascending", ascending(row["numbers"])))}


@pytest.mark.parametrize("wheel", HOUSES)
@pytest.mark.parametrize("each_side", [1, 2, 3, 4, 9])
def test_slips_of_every_number(wheel, each_side, oracle):
    ring = oracle("wheels")[wheel]["ring"]
    for on in ring:
        wrongs = list(wrong_ways(ring, on, each_side))
        single = oracle("wheels")["single_zero"]["ring"]
        if wheel == "double_zero" and on in single:
            wrongs.append(("single_ring", run(single, on, each_side)))
        right = run(ring, on, each_side)
        question = ask("neighbours", HOUSES[wheel], on=on, each_side=each_side, mode="wheel")
        assert question.expected == {"numbers": right}
        assert slips(question) == told(right, wrongs, either=True), on
        sorted_right = ascending(right)
        question = ask("neighbours", HOUSES[wheel], on=on, each_side=each_side, mode="layout")
        assert question.expected == {"numbers": sorted_right}
        sorted_wrongs = [(slip, ascending(wrong)) for slip, wrong in wrongs]
        assert slips(question) == told(sorted_right, sorted_wrongs, either=False), on


def test_zero_and_its_neighbours_and_the_fault_of_the_document():
    """Seed 000 gives 26-0-32-15-19 for the zero: the run round 32."""
    question = ask("neighbours", on="0", each_side=2, mode="wheel")
    assert judged(question, "3-26-0-32-15") == judged(question, "15 32 0 26 3") == ("correct", None)
    assert judged(question, "26-0-32-15-19") == ("wrong", "shifted")
    assert said(question, "26-0-32-15-19") == "That run has 32 in the middle."


@pytest.mark.parametrize(
    ("on", "each_side", "numbers"),
    [
        ("32", 1, "0-32-15"),
        ("26", 1, "3-26-0"),
        ("0", 2, "3-26-0-32-15"),
        ("26", 2, "35-3-26-0-32"),
        ("32", 2, "26-0-32-15-19"),
        ("3", 2, "12-35-3-26-0"),
        ("5", 2, "23-10-5-24-16"),
        ("10", 2, "8-23-10-5-24"),
        ("7", 2, "18-29-7-28-12"),
    ],
)
def test_across_the_seam(on, each_side, numbers):
    """Public failure 07, and the example of seed 002."""
    assert judged(ask("neighbours", on=on, each_side=each_side, mode="wheel"), numbers) == ("correct", None)


@pytest.mark.parametrize(("on", "numbers"), [("0", "14-2-0-28-9"), ("00", "13-1-00-27-10")])
def test_two_zeros_are_two_pockets(on, numbers):
    question = ask("neighbours", "american", on=on, each_side=2, mode="wheel")
    assert judged(question, numbers) == ("correct", None)
    assert judged(ask("neighbours", on="0", each_side=2, mode="wheel"), "13-1-00-27-10") == (REFUSED, None)


def test_the_right_pockets_in_another_order_are_close():
    question = ask("neighbours", on="15", each_side=2, mode="layout")
    assert judged(question, "0-4-15-19-32") == ("correct", None)
    assert judged(question, "32-19-15-4-0") == ("close", None)
    assert judged(ask("neighbours", on="15", each_side=2, mode="wheel"), "0-4-15-19-32") == ("close", None)
