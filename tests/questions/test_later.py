"""What a right answer never looks at is made when it is first read, once, and is then as any tuple."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from srs_roulette.questions import registry
from srs_roulette.questions.draw import draw
from srs_roulette.questions.grading import VerdictKind, grade
from srs_roulette.questions.later import Later, later
from srs_roulette.questions.reading import UNKNOWN
from srs_roulette.rules.house_file import house

if TYPE_CHECKING:
    from srs_roulette.questions.types import Slip


def test_it_is_made_once_and_only_when_read() -> None:
    calls: list[int] = []

    @later
    def squares(upto: int) -> list[int]:
        calls.append(upto)
        return [n * n for n in range(upto)]

    made = squares(4)
    assert not calls
    assert list(made) == [0, 1, 4, 9]
    assert len(made) == 4
    assert (made[-1], made[1:3]) == (9, (1, 4))
    assert calls == [4]


def test_it_is_equal_to_a_tuple_of_the_same() -> None:
    made, plain = Later(lambda: [1, 2]), (1, 2)
    assert made == plain
    assert plain == made
    assert made == Later(lambda: (1, 2))
    assert made != (1, 2, 3)
    assert repr(made) == "(1, 2)"
    assert not Later(lambda: ())


def test_a_fault_in_the_making_is_not_taken_for_an_empty_list() -> None:
    def broken() -> list[int]:
        raise ArithmeticError

    made = Later(broken)
    for _ in range(2):
        with pytest.raises(ArithmeticError):
            len(made)


def _never() -> list[Slip]:
    raise AssertionError("a slip was made")


@pytest.mark.parametrize("item", ["times_table", "full_table", "neighbours"])
def test_neither_a_right_answer_nor_a_question_mark_makes_the_slips(item: str) -> None:
    bands = {"bet": ("split",), "chips": (7,)} if item == "times_table" else {}
    question = replace(draw(registry.family(item), bands, house("european"), 1), slips=Later(_never))
    assert grade(question, question.expected).passed
    assert grade(question, UNKNOWN).kind is VerdictKind.WRONG


def test_the_same_draw_is_the_same_question_before_and_after_its_slips_are_read() -> None:
    bands = {"bet": ("split",), "chips": (7,)}
    one, other = (draw(registry.family("times_table"), bands, house("european"), 1) for _ in range(2))
    # PROMPTS.md 3, split with 7 chips: 7 x 18 with the stake in it, then one chip more and one fewer.
    assert [slip.answer["pays"] for slip in one.slips][:3] == ["126", "136", "102"]
    assert one == other
