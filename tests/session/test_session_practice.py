from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest
from session_helpers import MORNING, ONE, Learner, Sitting

from srs_roulette.deck.types import Item
from srs_roulette.errors import NotFound
from srs_roulette.questions.grading import grade
from srs_roulette.questions.nearest import step_reached
from srs_roulette.questions.reading import read
from srs_roulette.questions.registry import family
from srs_roulette.rules.house_file import house
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId, StudyDay
from srs_roulette.session.draws import Draws
from srs_roulette.session.orphans import find_orphans
from srs_roulette.session.practice import Drill, Placement, Test
from srs_roulette.session.sitting import Asked
from srs_roulette.session.skills import check_families, weakest
from srs_roulette.wording.catalog import load
from srs_roulette.wording.message import say

SECTIONS = [("mine", "one"), ("mine", "two"), ("mine", "three")]


class Clock:
    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


def practise(learner, sort, *words, **more):
    desk = learner.desk()
    return Sitting(sort(desk.course(), desk, Random(1), *words, **more), MORNING)


def drill(learner, *families, **more):
    return practise(learner, Drill, families, clock=more.pop("clock", Clock()), **more)


def plans(learner):
    store = learner.desk().store
    return store.memories(), learner.load(), store.last_attempts(), store.new_begun(learner.desk().today)


# ---- drill


def test_a_drill_moves_nothing(learner):
    learner.sit().play(most=3)
    before = plans(learner)
    sitting = drill(learner, "times_table", "wheel")
    for n in range(12):
        sitting.answer(sitting.next(), right=bool(n % 3))
    assert plans(learner) == before
    attempts = [a for a in learner.desk().store.attempts() if a.kind is Kind.DRILL]
    assert len(attempts) == 12
    assert {a.family for a in attempts} == {"times_table", "wheel"}
    assert {a.due_day for a in attempts} == {None}
    tally = sitting.session.tally
    assert (tally.answered, tally.right, sitting.session.best()) == (12, 8, None)
    assert sitting.session.per_minute() == pytest.approx(8 * 60 / 12)


def test_a_drill_asks_no_item_twice_running_and_says_no_end(learner):
    sitting = drill(learner, "times_table")
    asked = [sitting.next() for _ in range(20)]
    assert {one.left for one in asked} == {None}
    assert all(a.entry is not b.entry for a, b in pairwise(asked))


def test_a_sprint_counts_what_was_right_in_time_and_keeps_the_best(learner):
    def sprint(answers, family="times_table", seconds=10):
        clock = Clock()
        sitting = drill(learner, family, seconds=seconds, clock=clock)
        assert sitting.session.seconds_left() == seconds
        for right, pause in answers:
            asked = sitting.next()
            clock.seconds += pause
            sitting.answer(asked, right)
        assert sitting.next() == "done"
        return sitting.session.score, sitting.session.keep_best(), sitting.session.best()

    assert sprint([(True, 4), (False, 4), (True, 2), (True, 0.1)][:3]) == (2, True, 2)
    assert sprint([(True, 4), (True, 9)]) == (1, False, 2)  # the second came too late
    assert sprint([(False, 10)], family="odds") == (0, False, None)
    assert sprint([(True, 3), (True, 3), (True, 4)]) == (3, True, 3)
    assert sprint([(True, 25)], seconds=20) == (0, False, None)


def test_a_drill_without_a_family_takes_the_weakest_and_slowest(learner):
    desk = learner.desk()
    assert weakest(desk.course(), desk.store) == ("times_table", "odds")  # the section that is open
    sitting = learner.sit()
    for _ in range(5):
        asked = sitting.next()
        sitting.answer(asked, right=asked.entry.family != "odds")
    assert weakest(desk.course(), learner.desk().store) == ("odds", "times_table")


def test_families_are_read_leniently_and_refused_by_name(learner):
    course = learner.desk().course()
    assert check_families(course, ["Times-Table", "wheel", "times_table"]) == ("times_table", "wheel")
    with pytest.raises(NotFound, match='Did you mean "times_table"'):
        check_families(course, ["times_tabel"])
    with pytest.raises(NotFound, match='no items of the family "finals"'):
        check_families(course, ["finals"])


def test_flags_pause_what_is_practised(learner):
    sitting = drill(learner, "wheel")
    assert sitting.session.flag("why", MORNING) is None
    sitting.answer(sitting.next())
    flagged = sitting.session.flag("why", MORNING)
    assert (flagged.flag.item_id, flagged.flag.text, flagged.open_too) == ("mine/next", "why", False)
    assert sitting.next() == "done"
    assert learner.desk().store.paused() == {"mine/next"}
    assert drill(learner, "wheel").next() == "done"
    assert sitting.undo() is None


# ---- test


def test_a_test_asks_each_item_once_before_any_twice(learner):
    sitting = practise(learner, Test, ("mine", "one"), 8)
    asked = []
    for n in range(8):
        asked.append(sitting.next())
        assert asked[-1].left == 8 - n
        sitting.answer(asked[-1], right=n != 3)
    assert sitting.next() == "done"
    assert sorted(one.entry.id for one in asked[:5]) == sorted(ONE)
    assert (sitting.session.points, sitting.session.percent()) == (7, 87)
    assert not learner.desk().store.memories()
    assert {a.kind for a in learner.desk().store.attempts()} == {Kind.TEST}


def test_beyond_its_limit_a_right_answer_is_a_fault(tmp_path, deck):
    deck.write_text(deck.read_text().replace("chips.each", "limit_seconds = 3\nchips.each"), encoding="utf-8")
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        sitting = practise(learner, Test, ("mine", "one"), 5)
        for _ in range(5):
            asked = sitting.next()
            sitting.answer(asked, elapsed=3001 if asked.entry.family == "times_table" else 9000)
    assert (sitting.session.points, sitting.session.too_slow, sitting.session.percent()) == (2, 3, 40)


def test_a_section_without_items_is_no_test(learner):
    learner.desk().store.suspend("mine/next", 1)
    with pytest.raises(NotFound, match="no items"):
        practise(learner, Test, ("mine", "three"), 5)


# ---- placement


def place(learner, *passed):
    sitting = practise(learner, Placement)
    asked = []
    while isinstance(one := sitting.next(), Asked):
        asked.append(one.entry.section[1])
        assert one.left >= 1
        sitting.answer(one, one.entry.section[1] in passed)
    return asked, sitting.session


def test_three_right_open_a_section_and_lead_to_the_next(learner):
    asked, placement = place(learner, "one")
    assert asked == ["one"] * 3 + ["two"]
    assert placement.opened == [("mine", "one")]
    assert placement.open_now() == {("mine", "one"), ("mine", "two")}
    assert not learner.desk().store.memories()
    # What was placed is not asked again.
    asked, placement = place(learner, "two", "three")
    assert asked == ["two"] * 3 + ["three"] * 3
    assert placement.open_now() == set(SECTIONS)
    assert place(learner)[0] == []


def test_a_wrong_answer_ends_the_section_and_all_behind_it(learner):
    sitting = practise(learner, Placement)
    asked = sitting.next()
    assert asked.left == 9
    sitting.answer(asked, right=False)
    assert sitting.next() == "done"
    assert sitting.session.left() == 0
    assert sitting.session.open_now() == {("mine", "one")}


def test_what_reviews_made_known_is_not_asked(learner):
    learner.sit(new=5).play()
    assert place(learner)[0] == ["two"]


def test_the_items_of_placed_sections_come_last(learner):
    place(learner, "one", "two")
    came, _ = learner.sit(new=99).play()
    assert [item.split("/")[1].split("@")[0] for item, _ in came[:1]] == ["next"]
    assert {item for item, _ in came[1:4]} & set(ONE)


def test_asking_for_a_placed_section_closes_none_that_requires_it(learner):
    place(learner, "one", "two")
    came, _ = learner.sit(section="one", new=2).play()
    assert [item for item, _ in came] == ONE[:2]
    store = learner.desk().store
    assert learner.desk().course().placed(store.opened_sections()) == {("mine", "one"), ("mine", "two")}
    assert ("mine", "three") in learner.desk().course().open(store.last_attempts(), store.opened_sections())


def test_a_section_asked_for_and_later_placed_is_placed(learner):
    learner.sit(section="two", new=0).play()
    place(learner, "one", "two")
    assert learner.sit(new=1).next().entry.id == "mine/next"


# ---- in a review


def test_a_flag_in_a_review_pauses_the_item_and_drops_its_repeat(learner):
    sitting = learner.sit()
    assert sitting.session.flag("why", MORNING) is None
    sitting.answer(sitting.next(), right=False)
    sitting.next()
    flagged = sitting.session.flag("why", sitting.now)
    assert (flagged.flag.item_id, flagged.open_too) == (ONE[0], False)
    came, _ = sitting.play()
    assert ONE[0] not in {item for item, _ in came}
    assert ONE[0] not in {item for item, _ in learner.sit().play()[0]}
    learner.desk().store.clear_flag(flagged.flag.attempt_id, 1)
    assert ONE[0] in {item for item, _ in learner.sit().play()[0]}


def test_a_flagged_repeat_that_is_open_is_dropped_too(learner):
    sitting = learner.sit(new=1)
    sitting.answer(sitting.next(), right=False)
    assert sitting.next().entry.id == ONE[0]
    assert sitting.session.flag("why", sitting.now).open_too
    assert not isinstance(sitting.next(), Asked)


def test_the_lesson_of_a_section_comes_once_before_its_first_new_item(tmp_path, deck):
    text = deck.read_text().replace('title = "One"', 'title = "One"\nlesson = "Read."')
    deck.write_text(text, encoding="utf-8")
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        sitting = learner.sit()
        asked = sitting.next()
        assert sitting.session.lesson(asked).lesson == "Read."
        assert sitting.session.lesson(asked) is None
        # Left at the lesson: it comes again.
        sitting = learner.sit()
        asked = sitting.next()
        assert sitting.session.lesson(asked)
        sitting.answer(asked)
        assert sitting.session.lesson(sitting.next()) is None
        sitting = learner.sit(hour=1)
        assert sitting.session.lesson(sitting.next()) is None
        assert drill(learner, "odds").session.lesson(asked) is None


PLANTED = """
[sections.check]
title = "Check"

[items.check]
section = "check"
family = "find_the_error"
inner = "times_table"
"""


def test_the_slips_that_are_planted_are_the_learners_own_where_there_are_any(tmp_path, deck):
    deck.write_text(deck.read_text() + PLANTED, encoding="utf-8")
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        desk = learner.desk()
        entry = desk.course().find("mine/check")

        def planted(draws):
            return Counter(draws.draw(entry)[1].params.planted for _ in range(60))

        # Who never made one would learn to answer "right" unseen: all slips come up, and two pays of three are wrong.
        anyones = planted(Draws(desk.store, Random(3)))
        assert len(anyones) > 3
        assert 10 <= anyones[None] <= 30
        sitting = learner.sit()
        split = next(asked for asked in iter(sitting.next, "done") if asked.entry.family == "times_table")
        given = str(split.question.params.chips * 18)
        feedback = sitting.session.answer(split, given, 1, sitting.now, {})
        assert feedback.verdict.slip == "stake_included"
        assert desk.store.slips_met() == {("times_table", "stake_included")}
        own = planted(Draws(desk.store, Random(3)))
        assert own.keys() == {None, "stake_included"}
        assert 10 <= own[None] <= 30
        desk.store.undo(feedback.attempt.id, 1)
        draws = Draws(desk.store, Random(3))
        assert len(planted(draws)) > 3
        draws.note("times_table", "stake_included")
        draws.note("times_table", None)
        assert planted(draws).keys() == {None, "stake_included"}


# ---- the step that was reached


def mixed():
    of, rules = family("picture"), house("european")
    bands = {}
    for seed in range(200):
        question = of.build(of.draw(bands, rules, Random(seed)), rules)
        steps = {str(step.values["result"]) for step in question.working[:-1]}
        free = steps - {question.expected["pays"]} - {slip.answer["pays"] for slip in question.slips}
        if free:
            return question, min(free)
    raise AssertionError


def test_a_wrong_answer_that_is_a_step_is_called_so():
    question, step = mixed()
    said = load().text(grade(question, read(step, question)).message)
    assert said.startswith("Wrong. That is the step: ")
    assert said.endswith(f"= {step}")
    assert load().text(grade(question, read("987654", question)).message) == "Wrong."
    assert step_reached(question, {"pays": question.expected["pays"]}) is None


def test_no_step_is_named_where_several_values_are_asked_for():
    of, rules = family("call_value"), house("european")
    question = of.build(of.draw({"mode": ("for",)}, rules, Random(1)), rules)
    assert len(question.fields) > 1
    assert step_reached(question, question.expected) is None


def test_the_first_step_of_that_result_is_named():
    of, rules = family("times_table"), house("european")
    question = of.build(of.draw({"bet": ("split",), "chips": (7,)}, rules, Random(1)), rules)
    first, second = say("work.product", result="68"), say("work.sum", result="68")
    object.__setattr__(question, "working", (say("work.result", answer="68"), first, second))
    assert step_reached(question, {"pays": "68"}) is first
    assert step_reached(question, {"pays": "69"}) is None


# ---- orphans


def item(id_, key, deck="mine", was=()):
    return Item(
        id=ItemId(id_), deck=deck, key=key, family="wheel", bands={}, section="one", deck_house="european", was=was
    )


def test_orphans_and_what_they_may_be_called_now():
    items = [
        item("mine/split/2", "split"),
        item("mine/calls", "calls"),
        item("mine/new", "new", was=(ItemId("mine/before"),)),
    ]
    day = StudyDay(20000)
    names = ["mine/split/2", "mine/splits/2", "mine/splits/3", "other/call@german", "mine/before@european"]
    found = find_orphans(items, [(ItemId(name), n, day) for n, name in enumerate(names)])
    assert [(one.id, one.attempts, one.suggestion, one.table, one.was) for one in found] == [
        ("mine/splits/2", 1, "mine/split/2", "[items.split]", 'was = ["splits"]'),
        ("mine/splits/3", 2, None, None, None),
        ("other/call@german", 3, None, None, None),
    ]
    near = find_orphans([item("mine/calls", "calls")], [(ItemId("min/calls"), 1, day)])
    assert near[0].was == 'was = ["min/calls"]'


def test_the_instant_of_answers_is_kept(learner):
    sitting = drill(learner, "odds")
    sitting.answer(sitting.next())
    stored = learner.desk().store.attempts()[-1]
    assert stored.id == int((MORNING + timedelta(seconds=2)).timestamp() * 1000)


# ---- what turns out not to be played

FACTS = """
id = "facts"
title = "F"
house = "european"
about = "F."
[sections.s]
title = "S"
[items.fact]
section = "s"
family = "procedure"
fact.each = {facts}
"""
"""What becomes of the stake that won is a fact that the sources of the house french_law do not tell."""
TOLD, UNTOLD = "facts/fact/marker@french_law", "facts/fact/winning_stake@french_law"


@pytest.fixture
def facts(tmp_path):
    def learner(*facts):
        file = tmp_path / "facts.toml"
        file.write_text(FACTS.format(facts=list(facts)), encoding="utf-8")
        return Learner(tmp_path / "home", [str(file)], house="french_law")

    return learner


def asked_of(sitting):
    asked = []
    while len(asked) < 20 and isinstance(one := sitting.next(), Asked):
        asked.append(one.entry.id)
        sitting.answer(one)
    return asked, [entry.id for entry in sitting.session.refused]


@pytest.mark.parametrize(
    ("sort", "words", "more", "count"),
    [
        (Drill, (("procedure",),), {"clock": Clock()}, 20),
        (Test, (("facts", "s"), 8), {}, 8),
        (Placement, (), {}, 3),
    ],
)
def test_what_turns_out_not_to_be_played_is_left_out_and_practice_goes_on(facts, sort, words, more, count):
    with facts("winning_stake", "marker") as learner:
        sitting = practise(learner, sort, *words, **more)
        assert asked_of(sitting) == ([TOLD] * count, [UNTOLD])
    if sort is Test:
        assert sitting.session.percent() == 100


def test_nothing_is_left_where_the_house_plays_none_of_it(facts):
    with facts("winning_stake") as learner:
        assert asked_of(drill(learner, "procedure")) == ([], [UNTOLD])
        assert asked_of(practise(learner, Placement)) == ([], [UNTOLD])
        with pytest.raises(NotFound, match="no items to ask"):
            asked_of(practise(learner, Test, ("facts", "s"), 8))
