"""Which section holds a number: against the oracle's ring and sections."""

from __future__ import annotations

import pytest
from family_helpers import ask, judged, slips, telling

ORPHANS = {"1", "6", "9", "14", "17", "20", "31", "34"}
ROUND_ZERO = {"12", "15", "26", "32", "35", "3"}


def test_every_number(oracle):
    wheels = oracle("wheels")
    ring, of = wheels["single_zero"]["ring"], wheels["section_of"]
    assert len(of) == 37
    for at, number in enumerate(ring):
        right, beside = of[number], (of[ring[(at + 1) % 37]], of[ring[at - 1]])
        wrongs = [("section_of_next", section) for section in beside if section != right]
        if number in ORPHANS:
            wrongs += [("orphan_lost", "voisins"), ("orphan_lost", "tiers")]
        if number in ROUND_ZERO:
            wrongs.append(("jeu_zero_as_tiers", "tiers"))
        wrongs += [("by_layout", of[str(n)]) for n in (int(number) - 1, int(number) + 1) if str(n) in of]
        question = ask("section", number=number)
        assert question.expected == {"section": right}
        told = telling({"section": right}, [(slip, {"section": wrong}) for slip, wrong in wrongs])
        assert slips(question) == told, number


def test_the_zero_game_is_never_a_choice():
    for number in ("0", "26", "17"):
        assert ask("section", number=number).choices == {"section": ("voisins", "tiers", "orphelins")}


@pytest.mark.parametrize("raw", ["Orphelins", "orphelins", "ORPH", "3"])
def test_a_section_by_name_or_place(raw):
    assert judged(ask("section", number="17"), raw) == ("correct", None)


def test_an_orphan_taken_for_a_tiers_number():
    assert judged(ask("section", number="9"), "tiers") == ("wrong", "orphan_lost")
    assert judged(ask("section", number="9"), "voisins") == ("wrong", "section_of_next")
