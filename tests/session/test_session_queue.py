from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from session_helpers import ONE, ids

from srs_roulette.scheduling.types import Rating
from srs_roulette.session.queue import WAIT, WRONG_A_DAY, Queue, Repeat, cut_short, wrong_today


def entry(word):
    """Make an entry of an item such as ``a1``, of the family ``a``."""
    return SimpleNamespace(id=word, family=word[0])


def entries(words):
    return [entry(word) for word in words.split()]


def take_all(queue, *, wrong=(), new=True, review=True):
    """Take until nothing is left; the items in ``wrong`` are answered wrong, so many times each."""
    wrong = dict(wrong)
    taken = []
    while (one := queue.take(review_allowed=review, new_allowed=lambda: new)) is not None:
        taken.append(one[0].id + ("'" if one[1] else ""))
        if wrong.get(one[0].id, 0):
            wrong[one[0].id] -= 1
            queue.again(one[0])
    return " ".join(taken)


def queue(due="", new="", repeats="", ahead=""):
    return Queue(
        due=entries(due),
        new=entries(new),
        ahead=entries(ahead),
        repeats=[Repeat(entry(word), waited=WAIT) for word in repeats.split()],
    )


@pytest.mark.parametrize(
    ("due", "new", "wrong", "comes"),
    [
        ("", "", {}, ""),
        ("a1 b1 a2 b2", "", {}, "a1 b1 a2 b2"),
        ("a1 a2 b1 b2", "", {}, "a1 b1 a2 b2"),
        ("a1 a2 a3 b1", "", {}, "a1 b1 a2 a3"),
        ("a1 a2", "b1 b2", {}, "a1 a2 b1 b2"),
        ("", "a1 a2 b1", {}, "a1 b1 a2"),
        # A repeat waits for three other questions.
        ("a1 b1 c1 d1 e1", "", {"a1": 1}, "a1 b1 c1 d1 a1' e1"),
        ("a1 b1 c1 d1", "", {"a1": 1}, "a1 b1 c1 d1 a1'"),
        # At once when fewer are left.
        ("a1 b1 c1", "", {"a1": 1}, "a1 b1 c1 a1'"),
        ("a1", "", {"a1": 3}, "a1 a1' a1' a1'"),
        ("a1 b1", "", {"a1": 1, "b1": 1}, "a1 b1 a1' b1'"),
        # Its family does not follow itself while another waits.
        ("a1 b1 c1 a2 d1 e1", "", {"a1": 1}, "a1 b1 c1 a2 d1 a1' e1"),
        ("a1 b1 b2 b3 b4", "", {"a1": 1}, "a1 b1 b2 b3 a1' b4"),
        # New items count as other questions too.
        ("a1", "b1 b2 b3 b4", {"a1": 1}, "a1 b1 b2 b3 a1' b4"),
    ],
)
def test_order(due, new, wrong, comes):
    assert take_all(queue(due, new), wrong=wrong) == comes


def test_repeats_of_a_cut_sitting_come_first():
    assert take_all(queue("a1 b1", "c1", "d1 e1")) == "d1' e1' a1 b1 c1"
    assert take_all(queue("a1", "", "d1 d2")) == "d1' a1 d2'"


def test_limits_hold_back_all_but_repeats():
    held = queue("a1 b1", "c1", "d1")
    assert take_all(held, new=False, review=False) == "d1'"
    assert len(held) == 3
    assert take_all(queue("a1", "c1"), review=False) == "c1"
    assert take_all(queue("a1", "c1"), new=False) == "a1"


def test_what_is_due_later_comes_last_and_counts_as_review():
    assert take_all(queue("a1", "c1", "d1", "a2 b1")) == "d1' a1 c1 a2 b1"
    assert take_all(queue("a1", "c1", "", "a2 b1"), new=False) == "a1 b1 a2"
    assert take_all(queue("a1", "c1", "", "a2 b1"), review=False) == "c1"
    assert len(queue("a1", "c1", "d1", "a2 b1")) == 5
    # A repeat waits for them as for any other question.
    assert take_all(queue("a1", "", "", "b1 c1 d1 e1"), wrong={"a1": 1}) == "a1 b1 c1 d1 a1' e1"


def test_a_dropped_repeat_does_not_come():
    waiting = queue("a1 b1 c1")
    one, _ = waiting.take(new_allowed=lambda: True)
    waiting.again(one)
    waiting.drop_repeat(one)
    assert take_all(waiting) == "b1 c1"


words = st.sampled_from([f"{family}{n}" for family in "abc" for n in range(5)])


@given(all_words=st.lists(words, unique=True), data=st.data())
def test_every_order_keeps_the_rules(all_words, data):
    kinds = [data.draw(st.sampled_from(["due", "new", "ahead"])) for _ in all_words]
    due, new, ahead = (
        [word for word, one in zip(all_words, kinds, strict=True) if one == kind] for kind in ("due", "new", "ahead")
    )
    wrong = data.draw(st.dictionaries(st.sampled_from(all_words), st.integers(1, 3))) if all_words else {}
    taken = take_all(queue(" ".join(due), " ".join(new), ahead=" ".join(ahead)), wrong=wrong).split()
    counts = {word: 1 + wrong.get(word, 0) for word in all_words}
    bare = [word.rstrip("'") for word in taken]
    assert {word: bare.count(word) for word in counts} == counts
    firsts = [place for kind in (due, new, ahead) for place in sorted(map(bare.index, kind))]
    assert firsts == sorted(firsts)  # what is due, then what is new, then what is due later
    for place, word in enumerate(taken):
        if word.endswith("'"):
            last = max(p for p in range(place) if bare[p] == bare[place])
            # Sooner than after three others only when nothing but repeats was left.
            assert place - last - 1 >= WAIT or all(w.endswith("'") for w in taken[place:])
        elif place and bare[place - 1][0] == word[0]:
            kind = next(kind for kind in (due, new, ahead) if word in kind)
            later = [w for w in taken[place:] if w in kind]
            assert all(w[0] == word[0] for w in later)


def test_due_before_new():
    taken = take_all(queue("a1 a2 b1", "c1 a3")).split()
    assert taken.index("c1") > 2


def attempt(item, right):
    return SimpleNamespace(item_id=item, rating=Rating.GOOD if right else Rating.AGAIN)


def test_cut_short():
    day = [attempt("a", False), attempt("b", False), attempt("b", True), attempt("c", True), attempt("d", False)]
    assert cut_short(day) == ["a", "d"]
    assert cut_short([*day, attempt("a", False)]) == ["d", "a"]
    assert cut_short([attempt("a", False)] * WRONG_A_DAY) == []
    assert cut_short([attempt("a", False)] * (WRONG_A_DAY - 1)) == ["a"]
    assert wrong_today(day) == {"a": 1, "b": 1, "d": 1}


# ---- the same through whole sittings


def test_new_items_take_turns(learner):
    came, reason = learner.sit().play()
    assert ids(came)[:5] == ONE
    assert reason == "done"
    # The first answers open the next sections, one after the other.
    assert ids(came)[5:] == ["mine/call/voisins@european", "mine/call/tiers@european", "mine/next"]


def test_a_wrong_answer_comes_back_after_three_others(learner):
    came, _ = learner.sit().play({ONE[0]: 1})
    assert ids(came)[:5] == [*ONE[:4], ONE[0]]
    assert came[4] == (ONE[0], "relearn")
    assert [kind for item, kind in came if item == ONE[0]] == ["review", "relearn"]


def test_the_fourth_wrong_answer_leaves_it_for_tomorrow(learner):
    came, reason = learner.sit(new=1).play({ONE[0]: 9})
    assert came == [(ONE[0], "review")] + 3 * [(ONE[0], "relearn")]
    assert reason == "limit"
    assert learner.load().due == 0
    assert learner.sit(hour=1, new=0).play()[0] == []
    came, _ = learner.sit(day=1, new=0).play()
    assert came == [(ONE[0], "review")]


def test_four_wrong_answers_are_counted_over_sittings(learner):
    for hour in range(2):
        sitting = learner.sit(hour=hour, new=1 - hour)
        for _ in range(2):
            sitting.answer(sitting.next(), right=False)
    assert learner.sit(hour=3, new=0).play()[0] == []


def test_a_cut_sitting_s_repeat_is_asked_first_and_is_still_relearn(learner):
    learner.sit(new=3).play()
    sitting = learner.sit(day=2, new=0)
    first = sitting.next()
    sitting.answer(first, right=False)
    assert learner.load(2).due == 3
    came, _ = learner.sit(day=2, hour=1, new=0).play()
    assert came[0] == (first.entry.id, "relearn")
    assert len(came) == 3
    assert learner.load(2).due == 0


def test_a_repeat_of_yesterday_is_a_review_today(learner):
    sitting = learner.sit()
    first = sitting.next()
    sitting.answer(first, right=False)
    came, _ = learner.sit(day=1, new=0).play()
    assert came == [(first.entry.id, "review")]


def test_the_least_known_comes_first(learner):
    learner.set("spread", "false")
    learner.sit(new=2).play()
    learner.sit(day=1, new=2).play()
    learner.sit(day=2, new=0).play({ONE[1]: 1})
    # By now the one that was forgotten, then the two of day 1, then the one that was right twice.
    queue = learner.sit(day=20, new=0).session.plan.queue
    assert [entry.id for entry in queue.due][::3] == [ONE[1], ONE[0]]
    assert len(queue.due) == 4
