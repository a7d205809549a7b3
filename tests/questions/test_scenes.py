"""What is drawn beside a question and after its answer: what the oracles say, and nothing that tells too early."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from family_helpers import ask, judged, stations_of

from srs_roulette.questions import registry
from srs_roulette.questions.complaints import complaints
from srs_roulette.questions.draw import draw
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.types import Scene, Solution
from srs_roulette.rules.house_file import house
from srs_roulette.rules.notation import write
from srs_roulette.rules.pockets import Pocket
from srs_roulette.wording.catalog import load

EUROPEAN = house("european")
SEEN = [("name_spot", {"mode": ("name",)}), ("picture", {}), ("mixed", {})]
FAMILIES = ("name_spot", "picture", "mixed", "neighbours", "call_layout", "complete", "find_the_error")


def house_of(call):
    return "german" if call == "orphelins_plein" else "european"


def laid(question):
    return {write(chip.bet): chip.chips for chip in question.solution.chips}


@pytest.mark.parametrize(("family", "bands"), SEEN)
def test_a_cloth_is_seen_from_both_sides_with_the_zero_at_both_hands(family, bands):
    scenes = {draw(registry.family(family), bands, EUROPEAN, seed).scene for seed in range(60)}
    assert scenes == {Scene(view=view, zero_side=zero) for view in ("player", "dealer") for zero in ("left", "right")}


@pytest.mark.parametrize(("family", "bands"), SEEN)
def test_a_deck_pins_the_side(family, bands):
    pinned = {**bands, "view": ("dealer",), "zero_side": ("left",)}
    for seed in range(20):
        question = draw(registry.family(family), pinned, EUROPEAN, seed)
        assert question.scene == Scene(view="dealer", zero_side="left")
        assert (question.params.view, question.params.zero_side) == ("dealer", "left")


@pytest.mark.parametrize(("family", "bands"), SEEN)
def test_the_side_changes_nothing_but_the_drawing(family, bands):
    skill = registry.family(family)
    params = skill.draw(bands, EUROPEAN, Random(1))
    questions = [skill.build(replace(params, view=view), EUROPEAN) for view in ("player", "dealer")]
    one, other = (replace(question, params=None, scene=None) for question in questions)
    assert one == other


@pytest.mark.parametrize(("family", "bands"), SEEN)
def test_an_attempt_from_before_there_were_sides_is_drawn_as_it_was(family, bands):
    skill = registry.family(family)
    kept = encode(skill.draw(bands, EUROPEAN, Random(1)))
    del kept["view"], kept["zero_side"]
    params = decode(skill.params, kept)
    question = skill.build(params, EUROPEAN)
    assert question.picture
    assert question.scene is None
    assert encode(params) == kept


def test_a_number_is_read_off_the_racetrack(oracle):
    for number, run in oracle("wheels")["neighbours_two"].items():
        question = ask("neighbours", on=number, each_side=2, mode="track")
        assert question.scene == Scene(surface="racetrack", marked=(Pocket(number),))
        assert question.expected == {"numbers": tuple(run)}
        assert question.solution == Solution(marked=tuple(map(Pocket, run)))
        assert judged(question, " ".join(reversed(run))) == ("correct", None)
        assert load().text(question.message) == (
            "Racetrack: the marked number and neighbours, each side: 2. Pockets in wheel order:"
        )


@pytest.mark.rows("calls", "calls")
def test_a_call_is_laid_on_the_empty_cloth(row):
    call, known = row
    for mode in ("chips", "place"):
        question = ask("call_layout", house_of(call), call=call, mode=mode)
        assert (question.picture, question.scene) == ((), Scene())
        assert laid(question) == known["legs"]


def test_only_the_spots_with_two_chips_are_drawn_where_they_are_asked():
    assert laid(ask("call_layout", call="voisins", mode="doubles")) == {"0-2-3": 2, "25-26-28-29": 2}
    assert laid(ask("call_layout", call="tiers", mode="doubles")) == {}


@pytest.mark.parametrize("asked", ["chips", "returned", "cost", "place"])
def test_a_complete_is_laid_round_its_marked_number(asked, oracle):
    size = oracle("positions")["covers"]
    for number in map(str, range(37)):
        unit = {"unit": "5"} if asked == "cost" else {}
        question = ask("complete", on=number, asked=asked, mode="full", **unit)
        assert (question.picture, question.scene) == ((), Scene(marked=(Pocket(number),)))
        assert laid(question) == {bet: size[kind] for bet, kind in stations_of(oracle, number).items()}


def test_of_two_completes_the_spots_they_share_are_laid(oracle):
    question = ask("complete", on="17", other="20", asked="shared", mode="full")
    assert question.scene == Scene(marked=(Pocket("17"), Pocket("20")))
    assert laid(question) == {"17-20": 2, "16-17-19-20": 4, "17-18-20-21": 4, "16-21": 6}
    assert set(laid(question)) == set(stations_of(oracle, "17")) & set(stations_of(oracle, "20"))


def test_a_complete_to_the_maximum_is_laid_in_cash():
    question = ask("complete", on="16", asked="maximum", mode="full", maximum="100")
    amounts = {write(chip.bet): chip.amount for chip in question.solution.chips}
    assert (amounts["16"], amounts["16-17"], amounts["16-17-18"], amounts["13-18"]) == ("100", "200", "300", "600")
    assert sum(map(int, amounts.values())) == int(question.expected["cost"])


def test_a_spot_that_is_called_or_placed_is_shown_after_the_answer():
    for mode in ("call", "place"):
        question = ask("name_spot", mode=mode, bet="4-5-7-8", language="en")
        assert (question.picture, question.scene) == ((), None)
        assert laid(question) == {"4-5-7-8": 1}
    unclear = ask("name_spot", mode="ambiguous", bet="4-5-7-8", on="4")
    assert (unclear.picture, unclear.scene, unclear.solution) == ((), Scene(marked=(Pocket("4"),)), None)


def test_a_pay_to_be_checked_is_drawn_as_the_family_within_draws_it():
    family = registry.family("find_the_error")
    for seed in range(30):
        question = draw(family, {"inner": ("mixed", "picture", "complete")}, EUROPEAN, seed)
        inner = registry.family(question.params.inner)
        asked = inner.build(decode(inner.params, question.params.question), EUROPEAN)
        assert (question.picture, question.scene) == (asked.picture, asked.scene)
        assert question.solution == asked.solution


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_drawn_is_complained_of(family):
    for seed in range(10):
        question = draw(registry.family(family), {}, EUROPEAN, seed)
        assert list(complaints(question)) == []


def test_what_is_drawn_wrong_is_complained_of():
    place = ask("call_layout", call="tiers", mode="place")
    chips = place.solution.chips
    count = ask("complete", on="17", asked="chips", mode="full")
    track = ask("neighbours", on="17", each_side=2, mode="track")
    run = track.solution.marked
    american = ask("call_layout", "european", call="voisins", mode="chips")
    faults = {
        "the drawing shows the answer spots": replace(place, picture=chips),
        "drawn after the answer: spots": replace(place, solution=Solution(chips=chips[1:])),
        "drawn after the answer: chips": replace(count, solution=Solution(chips=chips)),
        "the drawing shows the answer numbers": replace(track, scene=Scene(surface="racetrack", marked=run)),
        "drawn after the answer: numbers": replace(track, solution=Solution(marked=run[1:])),
        "there is no 00 to be marked": replace(track, scene=Scene(surface="racetrack", marked=(Pocket("00"),))),
        "there is no 0-2-3 on the cloth": replace(american, layout=house("american").layout),
    }
    for complaint, question in faults.items():
        found = list(complaints(question))
        assert any(line.startswith(complaint) for line in found), (complaint, found)
