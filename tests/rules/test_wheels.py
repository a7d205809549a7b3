"""The two rings: order, colours, neighbours, halves, sections."""

from itertools import pairwise

import pytest

from srs_roulette.errors import CallRefused, NoSuchPocket
from srs_roulette.rules import announced, house_file
from srs_roulette.rules.pockets import REDS, Pocket
from srs_roulette.rules.wheels import DOUBLE_ZERO, SINGLE_ZERO, WHEELS

BOTH = pytest.mark.parametrize("name", ["single_zero", "double_zero"])


@BOTH
def test_the_ring_is_that_of_the_oracle_clockwise_from_0(name, oracle):
    assert list(WHEELS[name].ring) == oracle("wheels")[name]["ring"]


def test_the_rings_hold_37_and_38_different_pockets():
    assert (len(SINGLE_ZERO.ring), len(set(SINGLE_ZERO.ring))) == (37, 37)
    assert (len(DOUBLE_ZERO.ring), len(set(DOUBLE_ZERO.ring))) == (38, 38)
    assert SINGLE_ZERO.zeros == ("0",)
    assert DOUBLE_ZERO.zeros == ("0", "00")


def test_eighteen_numbers_are_red_eighteen_black_and_the_zeros_green(oracle):
    known = oracle("wheels")["colours"]
    for colour in ("red", "black", "green"):
        assert [p for p in known[colour] if Pocket(p).colour != colour] == []
    assert {str(n) for n in REDS} == set(known["red"])
    assert (len(known["red"]), len(known["black"])) == (18, 18)


def _colours(pockets):
    return [pocket.colour for pocket in pockets]


def _alternate(colours):
    return all(a != b for a, b in pairwise(colours))


def test_colours_alternate_all_round_the_single_zero_wheel_without_the_zero():
    around = _colours(SINGLE_ZERO.ring[1:])
    assert _alternate([*around, around[0]])


def test_the_zero_lies_between_black_26_and_red_32():
    assert [SINGLE_ZERO.step(Pocket("0"), k) for k in (-1, 1)] == ["26", "32"]
    assert _colours((Pocket("26"), Pocket("32"))) == ["black", "red"]


def test_on_two_zeros_the_colours_alternate_between_the_zeros_and_each_zero_lies_in_one_colour():
    ring = DOUBLE_ZERO.ring
    second = ring.index(Pocket("00"))
    assert second == 19
    assert _alternate(_colours(ring[1:second]))
    assert _alternate(_colours(ring[second + 1 :]))
    # Both neighbours of 0 are black, both of 00 red.
    assert [DOUBLE_ZERO.step(Pocket("0"), k).colour for k in (-1, 1)] == ["black", "black"]
    assert [DOUBLE_ZERO.step(Pocket("00"), k).colour for k in (-1, 1)] == ["red", "red"]


@pytest.mark.rows("wheels", "opposite_double_zero")
def test_on_two_zeros_a_number_lies_opposite_the_next_one(row):
    number, opposite = row
    assert DOUBLE_ZERO.step(Pocket(number), 19) == opposite


@pytest.mark.rows("wheels", "neighbours_two")
def test_two_neighbours_each_side(row):
    number, around = row
    assert list(SINGLE_ZERO.neighbours(Pocket(number), 2)) == around


@pytest.mark.rows("wheels", "neighbours")
def test_neighbours_clockwise_with_the_number_in_the_middle(row):
    found = WHEELS[row["wheel"]].neighbours(Pocket(row["number"]), row["each_side"])
    assert list(found) == row["numbers"]
    assert sorted(found, key=lambda p: p.rank) == row["ascending"]
    assert found[row["each_side"]] == row["number"]


def test_eighteen_each_side_go_round_the_single_zero_wheel_once():
    for number in SINGLE_ZERO.ring:
        assert set(SINGLE_ZERO.neighbours(number, 18)) == set(SINGLE_ZERO.ring)
    assert len(set(DOUBLE_ZERO.neighbours(Pocket("0"), 18))) == 37


@pytest.mark.parametrize("each_side", [0, -1, 19, 37])
def test_no_other_count_of_neighbours_is_taken(each_side):
    with pytest.raises(NoSuchPocket, match=f"1 to 18, not {each_side}"):
        SINGLE_ZERO.neighbours(Pocket("17"), each_side)


@pytest.mark.rows("wheels", "steps")
def test_steps_go_clockwise_and_back_across_the_seam(row):
    assert WHEELS[row["wheel"]].step(Pocket(row["from"]), row["steps"]) == row["pocket"]


@BOTH
def test_distance_undoes_steps(name):
    wheel = WHEELS[name]
    for start in wheel.ring:
        for steps in range(len(wheel.ring)):
            assert wheel.distance(start, wheel.step(start, steps)) == steps
            assert wheel.step(wheel.step(start, steps), -steps) == start


def test_a_pocket_is_read_by_its_wheel_and_00_only_on_two_zeros():
    assert SINGLE_ZERO.pocket(" 17 ") == "17"
    assert DOUBLE_ZERO.pocket("00") == "00"
    with pytest.raises(NoSuchPocket, match="The single-zero wheel has no pocket 00"):
        SINGLE_ZERO.pocket("00")
    with pytest.raises(NoSuchPocket, match='There is no pocket "37"'):
        DOUBLE_ZERO.pocket("37")


def _halves():
    right = [p for p in SINGLE_ZERO.ring if SINGLE_ZERO.right_of_zero(p) is True]
    left = [p for p in SINGLE_ZERO.ring if SINGLE_ZERO.right_of_zero(p) is False]
    return right, left


def test_the_halves_of_the_wheel_are_32_to_10_and_5_to_26(oracle):
    known = oracle("wheels")["halves"]
    assert _halves() == (known["right_of_zero"], known["left_of_zero"])
    assert SINGLE_ZERO.right_of_zero(Pocket("0")) is None


def test_on_two_zeros_the_halves_are_divided_by_the_zeros():
    assert [DOUBLE_ZERO.right_of_zero(Pocket(n)) for n in ("28", "1", "27", "2", "0", "00")] == [
        *(True, True, False, False),
        *(None, None),
    ]


def test_cut_through_the_zero_each_half_has_nine_of_every_even_chance_and_sums_to_333(oracle):
    # Source document 004.
    known = oracle("wheels")["halves"]
    for half in _halves():
        assert sum(p.number for p in half) == known["sum_each"] == 333
        for key, values in {"colour": "red black", "parity": "even odd", "half": "low high"}.items():
            for value in values.split():
                assert sum(getattr(p, key) == value for p in half) == known[f"{value}_each"] == 9


def test_no_two_consecutive_numbers_lie_side_by_side_on_the_single_zero_wheel():
    # Source document 004.
    for number in SINGLE_ZERO.ring:
        assert abs(number.number - SINGLE_ZERO.step(number, 1).number) != 1


def test_right_of_zero_every_red_is_high_and_every_black_low_and_left_the_other_way():
    # ROULETTE.md A3.
    right, left = _halves()
    assert all((p.colour == "red") == (p.half == "high") for p in right)
    assert all((p.colour == "red") == (p.half == "low") for p in left)


def test_voisins_tiers_and_orphelins_tile_the_wheel_17_12_8(oracle):
    house = house_file.house("european")
    tiles = [
        announced.numbers_of(call, house, announced.chips_of(call, house))
        for call in (announced.SERIES[name] for name in announced.SECTIONS)
    ]
    assert [len(tile) for tile in tiles] == [17, 12, 8]
    assert sorted(p for tile in tiles for p in tile) == sorted(SINGLE_ZERO.ring)
    for name, tile in zip(announced.SECTIONS, tiles, strict=True):
        assert list(tile) == oracle("wheels")["sections"][name]


@pytest.mark.rows("wheels", "section_of")
def test_every_number_lies_in_one_section(row):
    number, section = row
    assert announced.section_of(Pocket(number)) == section


def test_00_lies_in_no_section():
    with pytest.raises(CallRefused, match="00 lies on no section"):
        announced.section_of(Pocket("00"))
