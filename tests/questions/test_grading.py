import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from srs_roulette.questions.grading import VerdictKind, grade
from srs_roulette.questions.reading import UNKNOWN, Unreadable, read
from srs_roulette.questions.slips import checked
from srs_roulette.questions.types import Field, FieldType, Question, Slip, Unit
from srs_roulette.rules.layouts import SINGLE
from srs_roulette.wording.catalog import load
from srs_roulette.wording.message import say


def question(fields, expected, slips=(), **more):
    return Question(
        family="hand",
        house="european",
        layout=SINGLE,
        params=None,
        message=say("prompt.hand"),
        fields=fields,
        expected=expected,
        slips=slips,
        working=(say("working.hand"),),
        **more,
    )


def slip(id_, answer):
    return Slip(id_, answer, say("slip.hand", id=id_))


def typed(raw, asked):
    answer = read(raw, asked)
    assert not isinstance(answer, Unreadable), load().text(answer.message)
    return grade(asked, answer)


def words(verdict):
    return load().text(verdict.message)


SPLIT_7 = question(
    (Field("pays", unit=Unit.CHIPS),),
    {"pays": "119"},
    (slip("stake_included", {"pays": "126"}), slip("one_too_many", {"pays": "136"})),
)
NO_CHANGE = question((Field("change", unit=Unit.CASH),), {"change": "0"})
CALL = question(
    (Field("value", unit=Unit.CASH), Field("total", unit=Unit.CASH), Field("change", unit=Unit.CASH)),
    {"value": "170", "total": "1490", "change": "10"},
    (slip("change_kept", {"value": "170", "total": "1490", "change": "0"}),),
)
VOISINS = question((Field("spots", FieldType.PLACEMENT),), {"spots": {"0-2-3": 2, "4-7": 1, "25-26-28-29": 2}})
RUN = question(
    (Field("numbers", FieldType.ORDER),),
    {"numbers": ("3", "26", "0", "32", "15")},
    (slip("shifted", {"numbers": ("26", "0", "32", "15", "19")}),),
    either_direction=True,
)
ORDERED = question(
    (Field("order", FieldType.ORDER),),
    {"order": ("red", "17-20", "17")},
    (slip("inside_first", {"order": ("17", "17-20", "red")}),),
)


@pytest.mark.parametrize("raw", ["119", "119 ", "0119", "+119", "\u0661\u0661\u0669"])
def test_right(raw):
    verdict = typed(raw, SPLIT_7)
    assert (verdict.kind, verdict.slip, verdict.message) == (VerdictKind.CORRECT, None, None)
    assert verdict.expected == "119"
    assert verdict.passed


@pytest.mark.parametrize("raw", ["", "  ", "-", "\u200f", "119abc", "119.0"])
def test_blank_or_junk_is_never_graded(raw):
    assert isinstance(read(raw, SPLIT_7), Unreadable)


def test_a_right_answer_of_zero_wants_a_typed_zero():
    assert typed("0", NO_CHANGE).passed
    for raw in ("", " ", "-", "\u00a0"):
        assert isinstance(read(raw, NO_CHANGE), Unreadable)


def test_a_slip_is_named():
    verdict = typed("126", SPLIT_7)
    assert (verdict.kind, verdict.slip) == (VerdictKind.WRONG, "stake_included")
    assert verdict.message == say("slip.hand", id="stake_included")
    assert not verdict.passed


@pytest.mark.parametrize("raw", ["118", "-119", "\u2212119", "9" * 20])
def test_wrong_without_a_slip(raw):
    verdict = typed(raw, SPLIT_7)
    assert (verdict.kind, verdict.slip) == (VerdictKind.WRONG, None)
    assert words(verdict) == "Wrong."


def test_not_known_is_wrong_without_a_slip():
    verdict = grade(SPLIT_7, UNKNOWN)
    assert (verdict.kind, verdict.slip, verdict.expected) == (VerdictKind.WRONG, None, "119")
    assert words(verdict) == "Not known."


def test_several_fields_say_which_are_right():
    verdict = typed("170 1,490 20", CALL)
    assert verdict.slip is None
    assert words(verdict) == "Right: value of a chip, total. Wrong: change."
    assert verdict.expected == "170 1490 10"
    assert words(typed("1 2 3", CALL)) == "Wrong."
    assert typed("170 1490 0", CALL).slip == "change_kept"
    assert typed("170 1490 10", CALL).passed


def test_a_placement_says_what_is_missing_extra_and_mis_stacked():
    verdict = typed("0-2-3 25-29 17=3", VOISINS)
    assert verdict.kind is VerdictKind.WRONG
    assert words(verdict) == (
        "Missing: 4-7 (1). Extra: 17 (3). Other number of chips: 0-2-3 (2, not 1), 25-26-28-29 (2, not 1)."
    )


def test_one_difference_of_a_placement_is_said_alone():
    asked = question((Field("spots", FieldType.PLACEMENT),), {"spots": {"0-2-3": 2, "4-7": 1}})
    assert words(typed("0-2-3=2", asked)) == "Missing: 4-7 (1)."
    assert words(typed("0-2-3=2 4-7 17", asked)) == "Extra: 17 (1)."
    assert words(typed("0-2-3 4-7", asked)) == "Other number of chips: 0-2-3 (2, not 1)."
    assert typed("4/7, 0-2-3:2", asked).passed


def test_an_empty_placement():
    asked = question((Field("spots", FieldType.PLACEMENT),), {"spots": {}})
    assert typed("none", asked).passed
    assert words(typed("17", asked)) == "Extra: 17 (1)."


def test_a_run_is_right_either_way_where_the_question_says_so():
    assert typed("3-26-0-32-15", RUN).passed
    assert typed("15 32 0 26 3", RUN).passed
    assert typed("19 15 32 0 26", RUN).slip == "shifted"
    clockwise = dataclasses.replace(RUN, either_direction=False)
    assert typed("15 32 0 26 3", clockwise).kind is VerdictKind.CLOSE
    assert typed("19 15 32 0 26", clockwise).slip is None


def test_the_right_ones_in_the_wrong_order_are_close():
    verdict = typed("17-20 red 17", ORDERED)
    assert (verdict.kind, verdict.slip) == (VerdictKind.CLOSE, None)
    assert words(verdict) == "The right ones, in the wrong order."
    assert not verdict.passed


def test_a_known_wrong_order_is_close_and_named():
    verdict = typed("17 17/20 red", ORDERED)
    assert (verdict.kind, verdict.slip) == (VerdictKind.CLOSE, "inside_first")


def test_a_double_or_a_missing_one_is_not_close():
    assert words(typed("red red 17-20 17", ORDERED)) == "Extra: red."
    assert words(typed("17 red", ORDERED)) == "Missing: 17-20."


def test_close_wants_every_other_field_right():
    asked = question((Field("numbers", FieldType.ORDER), Field("pays")), {"numbers": ("26", "0", "32"), "pays": "35"})
    assert typed("0-26-32 35", asked).kind is VerdictKind.CLOSE
    verdict = typed("0-26-32 36", asked)
    assert (verdict.kind, words(verdict)) == (VerdictKind.WRONG, "Wrong.")
    assert words(typed("26-0 35", asked)) == "Right: to pay. Wrong: numbers. Missing: 32."


def test_pockets_and_texts_are_compared_in_their_canonical_form():
    pockets = question((Field("numbers", FieldType.POCKETS),), {"numbers": ("36", "0", "7")})
    assert typed("7 0 36", pockets).passed
    assert words(typed("7 0 35", pockets)) == "Missing: 36. Extra: 35."
    term = question((Field("term", FieldType.TEXT),), {"term": "Carre\u0301"})
    assert typed("CARRÉ", term).passed


def test_slips_of_the_right_answer_or_of_an_earlier_slip_are_left_out():
    slips = [slip("a", {"x": "1"}), slip("b", {"x": "2"}), slip("c", {"x": "2"}), slip("b", {"x": "3"})]
    assert [s.answer["x"] for s in checked(slips, {"x": "1"})] == ["2", "3"]
    assert [s.id for s in checked(slips, {"x": "1"})] == ["b", "b"]


def test_placements_and_runs_are_compared_as_such():
    placed = [slip("a", {"x": {"17": 1, "20": 2}}), slip("b", {"x": {"17": 1}})]
    assert [s.id for s in checked(placed, {"x": {"20": 2, "17": 1}})] == ["b"]
    runs = [slip("a", {"x": ("3", "2", "1")}), slip("b", {"x": ("2", "1", "3")})]
    assert [s.id for s in checked(runs, {"x": ("1", "2", "3")})] == ["a", "b"]
    assert [s.id for s in checked(runs, {"x": ("1", "2", "3")}, either_direction=True)] == ["b"]


@given(st.text(st.characters(exclude_categories=())), st.integers(0, 200))
@settings(deadline=None)
def test_no_text_is_guessed_into_right(raw, right):
    asked = question((Field("pays", unit=Unit.CHIPS),), {"pays": str(right)})
    answer = read(raw, asked)
    if not isinstance(answer, Unreadable) and grade(asked, answer).passed:
        digits = "".join(c for c in raw if c.isdecimal())
        assert digits
        assert int(digits) == right


@given(st.sampled_from([SPLIT_7, CALL, VOISINS, RUN, ORDERED]), st.text("0123456789 -=,;/?reda", max_size=30))
@settings(deadline=None)
def test_every_readable_answer_gets_a_verdict_in_words(asked, raw):
    answer = read(raw, asked)
    if isinstance(answer, Unreadable):
        return
    verdict = grade(asked, answer)
    assert verdict.passed == (verdict.message is None)
    assert read(verdict.expected, asked) == asked.expected
    if verdict.message and not verdict.slip:
        assert load().text(verdict.message).endswith(".")
