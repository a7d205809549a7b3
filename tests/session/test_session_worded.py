"""Questions in words, as people read them."""

from __future__ import annotations

import pytest

from srs_roulette.questions.draw import draw
from srs_roulette.questions.registry import family
from srs_roulette.rules.house_file import house
from srs_roulette.session.worded import Words
from srs_roulette.wording.catalog import load


def words(name, bands):
    return Words(draw(family(name), bands, house("european"), 1), load("en"))


def test_a_working_that_is_the_answer_once_more_is_none_for_people():
    question = words("call_layout", {"call": ("tiers",)})
    assert question.working == ["= 5-8=1 10-11=1 13-16=1 23-24=1 27-30=1 33-36=1"]
    assert question.steps == []


@pytest.mark.parametrize(
    ("name", "bands", "typed", "told"),
    [
        ("announce", {"number": (11,)}, "11: black odd low 1 2", "11: black, odd, low, 1, 2"),
        ("section", {"number": (22,)}, "22 lies on voisins", "22 lies on Voisins"),
        ("times_table", {"bet": ("split",), "chips": (7,)}, "7 x 17 = 119", "7 x 17 = 119"),
    ],
)
def test_the_working_ends_in_words_for_people_and_in_what_is_typed_for_scripts(name, bands, typed, told):
    question = words(name, bands)
    assert question.working[-1] == typed
    assert question.steps[-1] == told
    assert question.steps[:-1] == question.working[:-1]
